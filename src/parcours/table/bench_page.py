"""How quick the page is, in a real browser: Playwright with the system's Chromium, if both are installed."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parcours.table.bench_server import Figure, server

CLICKS = 25
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 600_000
"""Milliseconds to wait for anything on the page before giving up: so many that a slow machine is measured as slow and
does not fail."""
RIDE = "ride-now"
ALL_ENTRIES = """async () => {{
    const seen = [];
    new PerformanceObserver(list => seen.push(...list.getEntries())).observe({{ type: '{type}', buffered: true }});
    await new Promise(enough => setTimeout(enough, 2000));
    return {number};
}}"""
"""JavaScript that computes a number from all that the browser has recorded since it asked for the page. It waits two
seconds for late entries."""
SHIFT = "seen.reduce((sum, entry) => sum + (entry.hadRecentInput ? 0 : entry.value), 0)"
PAINT = "seen.at(-1).startTime / 1000"
READINGS: tuple[tuple[str, str, str, float | None], ...] = (
    ("layout shift", "", ALL_ENTRIES.format(type="layout-shift", number=SHIFT), 0.05),
    ("largest paint", "s", ALL_ENTRIES.format(type="largest-contentful-paint", number=PAINT), 1.5),
)
"""What the browser can tell about a loaded page: a name, the unit, a JavaScript function that returns the number (or a
promise of it), and the highest value allowed."""


def browser() -> str | None:
    """The browser to measure with; None if there is none, or no Playwright."""
    found = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    return found if find_spec("playwright") is not None else None


@contextmanager
def visitor() -> Iterator[Any]:
    """A new visitor's page."""
    driver: Any = import_module("playwright.sync_api").sync_playwright()
    with driver as playwright:
        opened = playwright.chromium.launch(executable_path=browser(), args=["--no-sandbox", "--disable-gpu"])
        context = opened.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900}, locale="en-GB")
        context.set_default_timeout(PATIENCE)
        yield context.new_page()
        opened.close()


def open_page(page: Any, address: str) -> float:
    """Seconds from asking for the front page until a button can be pressed."""
    page.goto("about:blank")
    began = time.perf_counter()
    page.goto(f"{address}/")
    page.get_by_test_id(RIDE).first.wait_for()
    return time.perf_counter() - began


def ride_now(page: Any, number: int = 0) -> float:
    """Seconds from pressing "Race now" of a game to its first choice. (This checks at every frame. Playwright's usual
    polling checks less and less often, in the end twice a second.)"""
    began = time.perf_counter()
    page.get_by_test_id(RIDE).nth(number).click()
    page.wait_for_function("() => !!document.querySelector('[data-testid=choice]')", polling="raf")
    return time.perf_counter() - began


def answered(page: Any) -> float:
    """Seconds from a click on the first choice to its drawn answer. (A new choice ignores the pointer for half a
    second, so that nobody presses a choice that has just slid under it. The clock starts when the choice can be
    pressed.)"""
    page.get_by_test_id("choice").first.click(trial=True)
    before = page.get_by_test_id("table").get_attribute("data-state-id")
    began = time.perf_counter()
    page.get_by_test_id("choice").first.click()
    page.wait_for_function(
        "was => document.querySelector('[data-testid=table]')?.dataset.stateId !== was", arg=before, polling="raf"
    )
    return time.perf_counter() - began


def read_again(page: Any, about: str) -> list[Figure]:
    """Load the page once more, and return what the browser tells about it."""
    page.reload()
    return [Figure(f"{about}: {name}", page.evaluate(reading), unit, most) for name, unit, reading, most in READINGS]


def page_figures() -> Iterator[Figure]:
    """Measure the front page of a server that has compiled everything; then the table of a race that has begun, and the
    front page again while that race waits to be continued."""
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "page.db") as child, visitor() as page:
        yield Figure("the page, from asking for it to a button", open_page(page, child.address), "s")
        ride_now(page)
        taken = [1000 * answered(page) for _ in range(CLICKS)]
        readings = read_again(page, "a table again")
        open_page(page, child.address)
        readings += read_again(page, "the page again")
    yield from readings
    yield Figure("a click to its drawn answer, median", statistics.median(taken), "ms")
    yield Figure("a click to its drawn answer, worst", max(taken), "ms")

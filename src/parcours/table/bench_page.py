"""How quick the page is, in a real browser: Playwright with a Chromium of the system, where both are there."""

from __future__ import annotations

import shutil
import statistics
import tempfile
import time
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from parcours.table.bench import server

CLICKS = 25
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def page_figures() -> dict[str, float]:
    """Seconds from asking for the page to a button that can be pressed; milliseconds from a click to the drawn answer.

    Nothing, where there is no Playwright or no browser.
    """
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None or find_spec("playwright") is None:
        return {}
    with tempfile.TemporaryDirectory() as folder, server(Path(folder) / "page.db") as child:
        driver: Any = import_module("playwright.sync_api").sync_playwright()
        with driver as playwright:
            opened = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
            page = opened.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900}).new_page()
            began = time.perf_counter()
            page.goto(f"http://127.0.0.1:{child.port}/")
            page.get_by_test_id("ride-now").first.wait_for()
            usable = time.perf_counter() - began
            page.get_by_test_id("ride-now").first.click()
            taken = [_answered(page) for _ in range(CLICKS)]
            opened.close()
    answer, worst = statistics.median(taken), max(taken)
    return {"page_usable_s": usable, "click_to_drawn_ms": answer, "click_to_drawn_worst_ms": worst}


def _answered(page: Any) -> float:
    """From a click on the first choice to the next choices, the bots' moves in between included: milliseconds."""
    choice = page.get_by_test_id("choice").first
    choice.wait_for()
    before = page.get_by_test_id("table").get_attribute("data-moment")
    began = time.perf_counter()
    choice.click()
    page.wait_for_function(
        "was => document.querySelector('[data-testid=table]')?.dataset.moment !== was", arg=before, polling="raf"
    )
    return 1000 * (time.perf_counter() - began)

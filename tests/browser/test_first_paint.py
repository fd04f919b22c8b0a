"""Nobody looks at a blank page: something is shown before the script has loaded, and before the table answers."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import SIZES
from tests.browser.riding import Visit, ride_now, until

COMPILING = {"game": "Rally", "name": "legal", "done": 3, "total": 10}
FITS = "one => one.scrollWidth <= one.clientWidth && one.getBoundingClientRect().right <= innerWidth"


@pytest.mark.parametrize("dark", [False, True])
def test_something_stands_before_the_script_has_come(visit: Visit, dark: bool) -> None:
    page = visit(dark=dark)
    held: list[Any] = []
    page.route("**/assets/*.js", lambda route: held.append(route))
    page.goto(page.url, wait_until="commit")
    first = page.locator("#first")
    first.get_by_text("Parcours").wait_for()
    until(page, lambda: (first.bounding_box() or {"height": 0})["height"] > SIZES["wide"][1] / 2, "it fills the page")
    paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert paper == ("rgb(19, 27, 38)" if dark else "rgb(246, 241, 228)")
    until(page, lambda: held, "the script is asked for")
    for route in held:
        route.continue_()
    page.get_by_test_id("ride-now").first.wait_for()
    assert first.count() == 0


@pytest.mark.parametrize(
    ("screen", "asked"), [("#/tour/none", "**/api/v1/tours/*"), ("#/build/leader_one", "**/api/v1/games/*/builder*")]
)
def test_a_skeleton_stands_while_a_tour_or_the_builder_is_fetched(visit: Visit, screen: str, asked: str) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    held: list[Any] = []
    page.route(asked, lambda route: held.append(route))
    page.goto(f"{page.url.split('#')[0]}{screen}")
    page.get_by_test_id("skeleton").wait_for()
    until(page, lambda: held, "it is asked for")
    for route in held:
        route.continue_()
    page.get_by_test_id("skeleton").wait_for(state="detached")


@pytest.mark.parametrize("language", ["en-GB", "de-DE", "fr-FR", "it-IT"])
def test_the_line_about_compiling_fits_a_narrow_screen_and_lies_on_nothing(visit: Visit, language: str) -> None:
    page = visit(size="phone", language=language)

    def compiling(route: Any) -> None:
        told = route.fetch().json()
        route.fulfill(json={**told, "compiling": COMPILING, "searching": []})

    page.route("**/api/v1/status*", compiling)
    page.reload()
    line = page.get_by_test_id("warming")
    expect(line).to_contain_text("3")
    assert line.evaluate(FITS)
    assert float(line.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")) >= 12
    ride_now(page)
    expect(line).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    box, bar = line.bounding_box(), page.get_by_role("banner").or_(page.locator(".alone")).first.bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"] + 1

"""The front page: nothing moves while it loads, nothing covers anything else, and a visitor's own races come first."""

from __future__ import annotations

import time
from typing import Any

import pytest

from tests.browser.riding import TO_DO, Visit, ride_now, until

MOST_SHIFT = 0.05
WATCH_SHIFT = """
    window.shift = 0;
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
"""
LATE = """
    const asked = window.fetch;
    window.fetch = async (where, how) => {
      const answer = await asked(where, how);
      const late = { games: 600, tables: 1200, tours: 1800, courses: 300 };
      const what = Object.keys(late).reverse().find(one => String(where).includes(`/${one}`));
      if (what) await new Promise(enough => setTimeout(enough, late[what]));
      return answer;
    };
"""
"""Every answer comes late, some later than others."""


def a_little_later(route: Any) -> None:
    """Fonts arrive after the page that uses them."""
    time.sleep(0.3)
    route.continue_()


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_nothing_moves_while_the_page_comes(visit: Visit, size: str) -> None:
    page = visit(size=size, script=WATCH_SHIFT + LATE)
    ride_now(page)
    page.route("**/*.woff2", a_little_later)
    page.goto(page.url.split("#")[0])
    page.reload()
    page.get_by_test_id("table-link").first.wait_for()
    page.locator("article svg.road").last.wait_for()
    assert page.evaluate("window.shift") < MOST_SHIFT


OVERLAPS = """() => [...document.querySelectorAll('article')].flatMap(poster => {
    const road = poster.querySelector('svg.road > path')?.getBoundingClientRect();
    if (!road) return ['no road'];
    const words = [...poster.querySelectorAll('.btn, .ride, .about, .caps, .small')]
      .map(one => one.getBoundingClientRect());
    const title = document.createRange();
    title.selectNodeContents(poster.querySelector('h2'));
    return [...words, title.getBoundingClientRect()]
      .filter(one => one.left < road.right - 1 && road.left + 1 < one.right && one.top < road.bottom - 1
                     && road.top + 1 < one.bottom)
      .map(() => poster.querySelector('h2').textContent);
})"""


@pytest.mark.parametrize("size", ["wide", "phone", "sideways"])
def test_no_word_and_no_button_lies_on_the_road(visit: Visit, size: str) -> None:
    page = visit(size=size)
    until(page, lambda: page.locator("svg.road").count() == page.locator("article").count() > 0, "all roads are drawn")
    assert page.evaluate(OVERLAPS) == []


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_a_race_to_go_on_with_comes_first(visit: Visit, size: str) -> None:
    page = visit(size=size)
    assert page.get_by_test_id("ride-on").count() == 0
    ride_now(page)
    page.goto(page.url.split("#")[0] + "#/")
    row = page.get_by_test_id("ride-on")
    row.first.wait_for()
    assert row.count() == 1
    until(page, lambda: "Your turn" in row.inner_text(), "the race waits for me")
    assert row.bounding_box()["y"] + row.bounding_box()["height"] < page.locator("article").first.bounding_box()["y"]
    assert row.bounding_box()["height"] < 80
    row.click()
    page.wait_for_selector(TO_DO)


def test_no_game_excuses_itself(visit: Visit) -> None:
    page = visit()
    page.locator("article").first.wait_for()
    assert "few races so far" not in page.locator("main").inner_text().lower()

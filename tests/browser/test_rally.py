"""A stage of Rally on the page: the road is laid card by card, then driven to its end."""

from __future__ import annotations

from typing import Any

from parcours.games.rally import actions as a
from tests.browser.riding import MOST_MOVES, over, seen_state, set_up, take


def sensible(choices: list[dict[str, Any]]) -> int:
    """A choice that gets on: no prototype, third gear, a few squares, no stop."""
    codes = [choice["action"] for choice in choices]
    for wanted in (a.LEAVE, a.NO_STOP, a.TRIM, a.TYRES, a.GEAR + 2, a.GEAR + 1, a.NOBODY_THERE):
        if wanted in codes:
            return wanted
    far = [code for code in codes if a.GO < code < a.LEAVE]
    return far[-1] if far else codes[0]


def test_a_whole_stage_from_the_first_card_to_the_podium(visit: Any) -> None:
    page = set_up(visit, "rally", teams=2)
    boards = []
    asked = set()
    for _ in range(MOST_MOVES):
        if over(page):
            break
        state = seen_state(page)
        scene = state["scene"]
        if scene["board"] not in boards:
            boards.append(scene["board"])
        asked.add(scene["prompt"].split()[0])
        take(page, sensible(scene["choices"]))
    assert over(page)
    assert page.get_by_test_id("podium").is_visible()
    assert boards


def test_gears_are_set_on_their_plate_and_the_board_follows_the_road(visit: Any) -> None:
    page = set_up(visit, "rally", teams=2)
    while not any(choice["spot"] == "gear:3" for choice in seen_state(page)["scene"]["choices"]):
        take(page, sensible(seen_state(page)["scene"]["choices"]))
    scene = seen_state(page)["scene"]
    page.wait_for_function("document.querySelectorAll('.shaded path').length >= 0")
    assert page.locator("svg.wheel").count() == 1
    knob = page.locator("[data-spot='gear:3']")
    before = page.get_by_test_id("table").get_attribute("data-moment")
    knob.click()
    page.wait_for_function(
        "before => document.querySelector('[data-testid=table]').dataset.moment !== before", arg=before
    )
    assert seen_state(page)["scene"]["board"] == scene["board"]
    drawn = page.evaluate(
        """async () => {
             const id = location.hash.split('/')[2];
             const [secret] = Object.values(JSON.parse(localStorage['parcours.seats'])[id].secrets);
             const headers = { Authorization: `Bearer ${secret}` };
             return (await fetch(`/api/v1/tables/${id}/board`, { headers })).json();
           }"""
    )
    assert drawn["key"] == scene["board"]
    assert len(drawn["squares"]) == 60

"""Nothing slides under a pointer: controls keep their places, and what has just appeared ignores clicks."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.riding import Visit, choose, ride_now, set_up, state_id, told, until, until_moved


def own_moves(page: Any) -> int:
    """How often the visitor, who rides Red, has moved; moves that were taken back count as well."""
    return len([entry for entry in told(page, "state")["story"] if entry["seat"] == 0 and entry["weight"] != "minor"])


def test_a_key_that_is_held_does_its_work_once(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    before, moves = state_id(page), own_moves(page)
    for _ in range(12):
        page.keyboard.down("1")
    page.wait_for_timeout(700)
    assert state_id(page) == before
    page.keyboard.up("1")
    page.keyboard.press("1")
    until_moved(page, before)
    assert own_moves(page) == moves + 1
    for _ in range(12):
        page.keyboard.down("u")
    page.wait_for_timeout(1500)
    assert sum("takes back" in entry["words"] for entry in told(page, "state")["story"]) == 1


@pytest.mark.parametrize("motion", [False, True])
def test_a_double_click_rides_once_and_takes_nothing_back(visit: Visit, motion: bool) -> None:
    page = visit(motion=motion)
    ride_now(page)
    choose(page)
    before, moves = state_id(page), own_moves(page)
    page.get_by_test_id("choice").first.dblclick(position={"x": 80, "y": 22})
    until_moved(page, before)
    page.wait_for_timeout(700)
    assert own_moves(page) == moves + 1
    assert not any("takes back" in entry["words"] for entry in told(page, "state")["story"])


def places(page: Any) -> dict[str, Any]:
    """The places of the buttons for everything besides choosing."""
    return {name: page.get_by_test_id(name).bounding_box() for name in ("hint", "undo", "hand-over", "explain")}


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("language", ["en-GB", "de-DE"])
def test_a_button_that_asks_once_more_keeps_its_place_and_all_others_theirs(
    visit: Visit, size: str, language: str
) -> None:
    page = visit(size=size, language=language)
    ride_now(page)
    until(page, lambda: all(places(page).values()), "all buttons are there")
    before = places(page)
    said = page.get_by_test_id("hand-over").inner_text()
    page.get_by_test_id("hand-over").click()
    expect(page.get_by_test_id("hand-over")).not_to_have_text(said)
    assert places(page) == before


def test_a_double_click_on_the_board_rides_once(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    before, moves = state_id(page), own_moves(page)
    page.get_by_test_id("end").last.dblclick()
    until_moved(page, before)
    page.wait_for_timeout(700)
    assert own_moves(page) == moves + 1


def test_the_rules_of_a_choice_can_be_reached_with_a_mouse(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    row = page.locator("[data-testid=choices] .row").first
    row.get_by_test_id("choice").hover()
    chip = row.locator(".chips button").first
    clause = chip.get_attribute("aria-label")
    box = chip.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=12)
    page.mouse.down()
    page.mouse.up()
    page.get_by_role("dialog").get_by_text(clause.split("-")[1]).first.wait_for()


def test_the_rules_of_a_tile_stay_when_the_mouse_leaves_it(visit: Visit) -> None:
    page = set_up(visit, "um_reifenbreite", teams=2)
    for _ in range(60):
        if page.locator("[data-testid=choices] .tile").count() > 1:
            break
        choose(page)
    page.locator("[data-testid=choices] .tile").last.hover()
    chip = page.locator("[data-testid=choices] .more .chips button").first
    chip.wait_for()
    hint = page.get_by_test_id("hint").bounding_box()
    box = chip.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=12)
    page.wait_for_timeout(300)
    chip.click()
    page.get_by_role("dialog").wait_for()
    assert abs(page.get_by_test_id("hint").bounding_box()["y"] - hint["y"]) < 1


def test_a_phone_has_the_rules_and_names_the_flags(visit: Visit) -> None:
    page = visit(phone=True)
    ride_now(page)
    marks = told(page, "state")["scene"]["strip"]["marks"]
    labels = page.locator(".strip .course > svg text").all_text_contents()
    assert len(labels) == len(marks)
    page.get_by_role("button", name="Rules").tap()
    page.get_by_role("dialog").wait_for()


def test_no_button_of_a_phone_is_cut_by_the_tabs(visit: Visit) -> None:
    page = visit(phone=True)
    ride_now(page)
    tabs = page.get_by_role("tablist").bounding_box()["y"]
    cut = page.evaluate(
        """tabs => [...document.querySelectorAll('.sheet .body button')]
             .map(button => [button.innerText, button.getBoundingClientRect()])
             .filter(([, box]) => box.width && box.top < tabs - 1 && box.bottom > tabs + 1)
             .map(([words]) => words)""",
        tabs,
    )
    assert cut == []
    expect(page.get_by_test_id("hint")).to_be_in_viewport()

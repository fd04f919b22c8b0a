"""Race now: the first click leads onto the road, in every game. The page says what was chosen; it can be changed."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

import parcours
from parcours.engine.lesson import has_lesson
from tests.browser.riding import TO_DO, Visit, choose, state_id, until, until_moved

GAMES = [name for name in parcours.game_names() if has_lesson(parcours.game(name))]

STATE = """async () => {
  const id = location.hash.split('/')[2];
  const secret = Object.values(JSON.parse(localStorage['parcours.seats'])[id].secrets)[0];
  const answer = await fetch(`/api/v1/tables/${id}/state`, {headers: {Authorization: `Bearer ${secret}`}});
  return await answer.json();
}"""


def ride_now(page: Any, name: str) -> None:
    heading = page.get_by_role("heading", name=str(parcours.game(name).name), exact=True)
    page.locator("article").filter(has=heading).get_by_test_id("ride-now").click()
    page.wait_for_selector(TO_DO)


@pytest.mark.parametrize("name", GAMES)
def test_the_first_click_moves_a_piece_or_spends_something(visit: Visit, name: str) -> None:
    page = visit("")
    ride_now(page, name)
    before = page.evaluate(STATE)
    assert before["scene"]["turn"] >= 1
    expect(page.get_by_test_id("chosen")).to_contain_text(str(parcours.game(name).quick.about))
    choose(page)
    after = page.evaluate(STATE)
    stood = {piece["id"]: piece["square"] for piece in before["scene"]["pieces"]}
    moved = [piece for piece in after["scene"]["pieces"] if stood.get(piece["id"]) != piece["square"]]
    assert moved or after["scene"]["panels"] != before["scene"]["panels"]
    expect(page.get_by_test_id("chosen")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
def test_the_first_press_of_an_attacker_moves_his_rider(visit: Visit, phone: bool) -> None:
    page = visit("", phone=phone)
    ride_now(page, "leader_one")
    riders = page.get_by_test_id("mover")
    expect(riders).to_have_count(3)
    riders.nth(1).click()
    expect(riders.nth(1)).to_have_attribute("aria-pressed", "true")
    press = next(c for c in page.evaluate(STATE)["clicks"] if c["piece"] == "r1")
    before = state_id(page)
    square = page.locator(f"[data-testid=end][data-square='{press['path'][-1]}']")
    if phone:
        square.tap()
        expect(page.get_by_test_id("confirm")).to_contain_text(press["label"])
        expect(page.get_by_test_id("confirm")).to_contain_text(press["cost"])
        page.get_by_test_id("confirm").click()
    else:
        square.click()
    until_moved(page, before)
    after = {piece["id"]: piece["square"] for piece in page.evaluate(STATE)["scene"]["pieces"]}
    assert after["r1"] == press["path"][-1]
    page.get_by_test_id("undo").click()
    until(page, lambda: page.evaluate(STATE)["undo"]["possible"] is False, "the whole attack is taken back")


def test_change_leads_to_the_set_up_with_the_same_values(visit: Visit) -> None:
    page = visit("")
    ride_now(page, "um_reifenbreite")
    page.get_by_test_id("change").click()
    page.get_by_test_id("start").wait_for()
    page.get_by_test_id("start").click()
    page.wait_for_selector(TO_DO)
    assert page.evaluate(STATE)["table"]["options"]["level"] == "A"


def test_a_routine_is_left_to_the_game_and_remembered(visit: Visit) -> None:
    page = visit("")
    ride_now(page, "profi")
    page.get_by_test_id("routines").locator("summary").click()
    expect(page.get_by_test_id("routine-cards")).to_be_checked()
    page.get_by_test_id("routine-cards").uncheck()
    until(page, lambda: not any(one["on"] for one in page.evaluate(STATE)["ease"]["routines"]), "nothing is left")
    page.goto(page.url.split("#")[0] + "#/")
    ride_now(page, "profi")
    assert not any(one["on"] for one in page.evaluate(STATE)["ease"]["routines"])


def test_a_square_of_the_board_answers_several_questions_and_undo_takes_it_back(visit: Visit) -> None:
    page = visit("")
    ride_now(page, "profi")
    until(page, lambda: any(choice["actions"] for choice in page.evaluate(STATE)["clicks"]), "several at once")
    state = page.evaluate(STATE)
    press = next(c for c in state["clicks"] if len(c["actions"]) > 1 and not c["other"])
    before = state_id(page)
    page.locator(f"[data-action='{press['action']}']").first.click()
    until_moved(page, before)
    page.get_by_test_id("undo").click()
    until(page, lambda: page.evaluate(STATE)["clicks"] == state["clicks"], "the whole press is taken back")


def test_whoever_wants_every_step_gets_every_step(visit: Visit) -> None:
    page = visit("")
    ride_now(page, "profi")
    page.get_by_test_id("step-by-step").click()
    state = page.evaluate(STATE)
    expect(page.get_by_test_id("choice")).to_have_count(len(state["scene"]["choices"]))
    page.get_by_test_id("one-press").click()
    expect(page.get_by_test_id("choice")).to_have_count(len([c for c in state["clicks"] if not c["other"]]))
    page.get_by_test_id("other-ways").click()
    expect(page.get_by_test_id("choice")).to_have_count(len(state["clicks"]))

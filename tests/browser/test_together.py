"""People at one table in browsers of their own: taking back, bots that stand in, coming back, being called."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import expect

from tests.browser.riding import (
    Visit,
    asked,
    ride_until,
    seats_of,
    state_id,
    two_at_a_table,
    until,
    until_reads,
    until_they_agree,
)

AWAY = 45_000
"""Milliseconds until somebody is certainly gone: whoever asked for something a moment ago still counts as there."""

YOUR_TURN = re.compile("^● Your turn")
BACKGROUND = """
  window.told = [];
  window.away = false;
  Object.defineProperty(document, 'hidden', { get: () => window.away });
  window.Notification = class {
    static permission = 'default';
    static async requestPermission() { return (this.permission = 'granted'); }
    constructor(title, how) { window.told.push({ title, body: how.body }); }
    close() {}
  };
"""


SEEN = """place => {
  window.seen = [place.textContent];
  const all = { subtree: true, childList: true, characterData: true };
  new MutationObserver(() => window.seen.push(place.textContent)).observe(place, all);
}"""
"""Records everything that a place on the page says from now on."""


def rounds_ridden(page: Any) -> bool:
    """Whether some rounds have been ridden."""
    round_ = re.search(r"\d+", page.locator(".strip .turn").inner_text())
    return round_ is not None and int(round_.group()) >= 3


def test_taking_back_is_asked_of_the_others(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    undo = ada.get_by_test_id("undo")
    ride_until((ada, bob), lambda: rounds_ridden(ada) and asked(ada))
    until_they_agree(ada, bob)
    before = state_id(ada), state_id(bob)

    expect(undo).to_have_text("Ask to take back")
    undo.click()
    ada.get_by_text("You asked to take back a move.").wait_for()
    expect(undo).to_be_disabled()
    bob.get_by_text("Ada asked to take back a move.").wait_for()
    bob.get_by_role("button", name="Decline").click()
    for page in (ada, bob):
        page.get_by_test_id("asked").wait_for(state="detached")
        page.get_by_text("Somebody declined: the move stands.").wait_for()
    assert (state_id(ada), state_id(bob)) == before

    undo.click()
    bob.get_by_role("button", name="Agree", exact=True).click()
    for page in (ada, bob):
        page.get_by_test_id("asked").wait_for(state="detached")
        page.get_by_role("tab", name="Race report").click()
        page.get_by_text(re.compile(r"^Red takes back \d+ moves?")).first.wait_for()
    ada.get_by_test_id("choice").first.wait_for()
    for page, old in zip((ada, bob), before, strict=True):
        expect(page.get_by_test_id("table")).not_to_have_attribute("data-state-id", old)
    ride_until((ada, bob), lambda: asked(bob))


def test_a_bot_stands_in_and_gives_the_seat_back(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    seats_of(ada).first.get_by_role("button", name="Let a bot play").click()
    ada.get_by_text("A bot is playing for you.").wait_for()
    seats_of(bob).first.get_by_text("a bot plays").wait_for()
    steps = ada.get_by_test_id("table").get_attribute("data-step")
    ride_until((bob,), lambda: rounds_ridden(bob))
    assert not asked(ada)
    expect(ada.get_by_test_id("table")).not_to_have_attribute("data-step", steps)

    ada.get_by_test_id("bot-rides").get_by_role("button", name="Take over again").click()
    ada.get_by_test_id("bot-rides").wait_for(state="detached")
    seats_of(bob).first.get_by_text("here").wait_for()
    ride_until((bob,), lambda: asked(ada))
    ride_until((ada,), lambda: not asked(ada) or asked(bob))


def test_a_late_answer_undoes_nothing(visit: Visit) -> None:
    """Ada has acted. Before her answer comes, the live connection tells this, and that a bot rides for Bob."""
    ada, bob = two_at_a_table(visit)
    late: list[tuple[Any, Any]] = []
    ada.route(re.compile(r"/actions\?"), lambda route: late.append((route, route.fetch())))
    before = state_id(ada)
    ada.get_by_test_id("choice").first.click()
    until(ada, lambda: late, "Ada has acted")
    expect(ada.get_by_test_id("table")).not_to_have_attribute("data-state-id", before)
    places = seats_of(ada)
    hand_to_a_bot(bob, 1)
    places.nth(1).get_by_text("a bot plays").wait_for()
    places.nth(1).evaluate(SEEN)
    route, answer = late[0]
    route.fulfill(response=answer)
    ada.wait_for_timeout(500)
    assert all("a bot plays" in text for text in ada.evaluate("window.seen"))


def test_who_leaves_is_stood_in_for_and_comes_back(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    ride_until((ada, bob), lambda: asked(bob) and rounds_ridden(bob))
    address, browser = bob.url, bob.context
    bob.close()
    ada.get_by_text("Bob is away.").wait_for(timeout=AWAY)
    ada.get_by_test_id("absent").get_by_role("button", name="Let a bot play").click()
    ada.get_by_test_id("choice").first.wait_for()
    ada.get_by_test_id("choice").first.click()
    seats_of(ada).nth(1).get_by_text("a bot plays").wait_for()

    bob = browser.new_page()
    bob.goto(address)
    bob.get_by_test_id("bot-rides").get_by_role("button", name="Take over again").click()
    bob.get_by_test_id("bot-rides").wait_for(state="detached")
    ride_until((ada,), lambda: asked(bob))
    since = bob.get_by_test_id("since")
    expect(since).to_have_attribute("open", "")
    told = since.get_by_role("listitem").all_inner_texts()
    assert any("Blue" in line for line in told), told
    assert any("Red" in line for line in told), told

    bob.reload()
    expect(since).to_have_attribute("open", "")
    until_reads(bob, lambda: since.get_by_role("listitem").all_inner_texts(), told)


def test_turn_is_told_in_a_background_tab(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit, script=BACKGROUND)
    expect(ada).to_have_title(YOUR_TURN)
    seats_of(ada)
    tell = ada.get_by_role("button", name="Notify me when it’s my turn")
    tell.click()
    tell.wait_for(state="detached")
    ride_until((ada, bob), lambda: asked(bob) and not asked(ada))
    expect(ada).not_to_have_title(YOUR_TURN)
    assert ada.evaluate("told") == []

    ada.evaluate("away = true")
    ride_until((bob,), lambda: asked(ada))
    expect(ada).to_have_title(YOUR_TURN)
    prompt = ada.get_by_test_id("prompt").inner_text()
    until_reads(ada, lambda: ada.evaluate("told"), [{"title": "Your turn", "body": prompt}])


def hand_to_a_bot(page: Any, seat: int) -> None:
    """Press the seat's button. If a turn meanwhile brings another tab to the front, open the seats again."""
    for _ in range(60):
        button = seats_of(page).nth(seat).get_by_role("button", name="Let a bot play")
        if button.count():
            button.click()
            return
        page.wait_for_timeout(250)
    raise AssertionError("no button to let a bot ride")


def test_the_return_race_is_offered_to_everybody(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    for page, seat in ((ada, 0), (bob, 1)):
        hand_to_a_bot(page, seat)
    for page in (ada, bob):
        page.get_by_test_id("podium").get_by_role("heading", level=1).wait_for()
    ada.get_by_test_id("rematch").click()
    ada.get_by_test_id("podium").wait_for(state="detached")
    bob.get_by_role("button", name="Go to the rematch").click()
    bob.get_by_test_id("claim").click()
    bob.get_by_test_id("board").wait_for()
    until(bob, lambda: bob.url.split("#")[1] == ada.url.split("#")[1], "both are at the same table")
    ada.get_by_test_id("copy-link").wait_for(state="detached")


def test_friends_line_up_at_the_same_time(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    expect(ada.get_by_test_id("choice").first).to_be_visible()
    expect(bob.get_by_test_id("choice").first).to_be_visible()
    before = state_id(ada)
    bob.get_by_test_id("choice").first.click()
    expect(bob.get_by_text("Your choice is in. The others are still deciding.").first).to_be_visible()
    expect(bob.get_by_test_id("choice")).to_have_count(0)
    assert state_id(ada) == before, "Ada does not notice"
    ada.get_by_test_id("choice").first.click()  # luck decides who rides first: perhaps Bob is asked, not Ada
    expect(ada.locator(".strip .turn")).to_contain_text("1")

"""Watching a race: each deed by itself, at the viewer's own pace, with dice, big moments and the finish."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.browser.riding import Visit, choose, hand_over, over, ride_now, set_up, state_id, told, until_moved

WATCH = """() => {
    window.seen = { told: [], dramas: [], calls: [], thrown: [], trails: 0 };
    const note = (list, value) => { if (value && list.at(-1) !== value) list.push(value); };
    setInterval(() => {
        const find = name => document.querySelector(`[data-testid=${name}]`);
        note(seen.told, find('telling')?.querySelector('p')?.innerText);
        note(seen.calls, find('call')?.innerText);
        note(seen.thrown, find('thrown')?.className.includes('tumbling') ? 'tumbles' : find('thrown') && 'lies');
        for (const one of document.querySelectorAll('[data-testid=drama]')) note(seen.dramas, one.dataset.kind);
        seen.trails = Math.max(seen.trails, document.querySelectorAll('[data-trail]').length);
    }, 15);
}"""
"""Records what can be seen, because it is gone a moment later."""

COUNT_TONES = """
    window.tones = 0;
    for (const name of ['createOscillator', 'createBufferSource']) {
        const make = AudioContext.prototype[name];
        AudioContext.prototype[name] = function () { window.tones++; return make.call(this); };
    }
"""


def seen(page: Any) -> Any:
    return page.evaluate("window.seen")


def pace(page: Any, name: str) -> None:
    page.get_by_test_id("pace").select_option(name)


def steps(page: Any) -> int:
    return int(page.get_by_test_id("table").get_attribute("data-step"))


def until_all_is_told(page: Any) -> None:
    """Wait until all is told. The last deed stays in sight a little after the next choice is offered."""
    page.get_by_test_id("telling").wait_for(state="detached")


def test_every_move_of_a_bot_is_shown_by_itself(visit: Visit) -> None:
    page = visit(motion=True)
    ride_now(page)
    pace(page, "fast")
    choose(page)
    first = steps(page)
    until_all_is_told(page)
    page.evaluate(WATCH)
    choose(page)
    deeds = [entry for entry in told(page, "state")["story"] if entry["step"] > first and entry["weight"] != "minor"]
    rivals = [entry["words"] for entry in deeds if entry["seat"] != 0]
    assert len(rivals) >= 3
    shown = seen(page)["told"]
    assert [words for words in shown if words in rivals] == rivals
    assert seen(page)["trails"] >= 1


def test_what_is_shown_can_be_skipped_and_the_pace_is_kept(visit: Visit) -> None:
    page = visit(motion=True)
    ride_now(page)
    choose(page)
    pace(page, "slow")
    before = state_id(page)
    page.get_by_test_id("choice").first.click()
    page.get_by_test_id("telling").wait_for()
    page.keyboard.press("Escape")
    page.keyboard.press(" ")
    until_moved(page, before)
    expect(page.get_by_test_id("telling")).to_have_count(0)
    page.reload()
    expect(page.get_by_test_id("pace")).to_have_value("slow")
    pace(page, "instant")
    page.evaluate(WATCH)
    choose(page)
    assert seen(page)["told"] == []


def test_who_asks_for_less_motion_sees_the_moves_at_once_unless_they_choose_a_pace(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    expect(page.get_by_test_id("pace")).to_have_value("instant")
    pace(page, "fast")
    choose(page)
    page.evaluate(WATCH)
    choose(page)
    assert len(seen(page)["told"]) >= 3


def test_a_handed_over_race_rides_on_visibly_to_its_finish_with_all_its_drama(visit: Visit) -> None:
    page = visit(motion=True, script=COUNT_TONES)
    ride_now(page)
    choose(page)
    assert page.evaluate("window.tones") == 0
    page.get_by_test_id("sound-offer").get_by_role("button", name="Turn on").click()
    expect(page.get_by_test_id("sound-offer")).to_have_count(0)
    page.evaluate(WATCH)
    hand_over(page)
    expect(page.get_by_test_id("pace")).to_have_value("fast")
    page.wait_for_function("() => window.seen.dramas.includes('sprint')", timeout=240_000)
    page.get_by_test_id("to-the-finish").click()
    page.get_by_test_id("podium").wait_for(timeout=240_000)
    found = seen(page)
    assert "finish" in found["dramas"]
    assert any(call.startswith("SPRINT!") for call in found["calls"])
    assert page.evaluate("window.tones") > 10


LATE_BOARDS = """(() => {
    const { fetch } = window;
    window.fetch = async (where, how) => {
        if (String(where).includes('/board?key=')) await new Promise(done => setTimeout(done, 1500));
        return fetch(where, how);
    };
})()"""


GOES_ON = """last => document.querySelector('[data-testid=podium]')
    || Number(document.querySelector('[data-testid=table]').dataset.step) > last"""


def test_a_rally_that_was_handed_over_never_freezes(visit: Visit) -> None:
    """Not even while the board with the cars on it is still on its way."""
    page = set_up(visit, "rally", teams=2, motion=True, script=LATE_BOARDS)
    hand_over(page)
    last = -1
    for _ in range(40):
        page.wait_for_function(GOES_ON, arg=last, timeout=15_000)  # it froze for 20 s and more
        if over(page):
            return
        last = steps(page)
        page.wait_for_timeout(150)
    page.get_by_test_id("to-the-finish").click()
    page.get_by_test_id("podium").wait_for(timeout=240_000)


def test_dice_tumble_and_stop_and_what_they_bring_is_written_out(visit: Visit) -> None:
    page = set_up(visit, "rally", teams=2, motion=True)
    pace(page, "fast")
    page.evaluate(WATCH)
    for _ in range(40):
        if any("risk die" in words for words in seen(page)["told"]):
            break
        choose(page)
    found = seen(page)
    assert any("risk die" in words for words in found["told"])
    assert found["thrown"][:2] == ["tumbles", "lies"]


def test_a_race_is_played_again_and_a_link_shows_its_moment(visit: Visit) -> None:
    page = visit(motion=True)
    ride_now(page)
    pace(page, "fast")
    for _ in range(3):
        choose(page)
    pace(page, "fast")
    now = steps(page)
    until_all_is_told(page)
    page.evaluate(WATCH)
    page.get_by_test_id("play").click()
    page.get_by_test_id("pause").wait_for()
    expect(page.get_by_test_id("scrubber")).to_have_value(str(now))
    page.get_by_test_id("play").wait_for()
    deeds = [entry["words"] for entry in told(page, "state")["story"] if entry["weight"] != "minor"]
    assert [words for words in seen(page)["told"] if words in deeds] == deeds
    page.get_by_role("button", name="Step back", exact=True).click()
    page.get_by_text(f"Replay: {now - 1} of {now}").wait_for()
    page.get_by_test_id("share-moment").click()
    page.get_by_text("Link copied").wait_for()
    where = page.locator(".piece").evaluate_all("all => all.map(one => [one.dataset.piece, one.dataset.square])")
    assert "@" in page.url.split("#")[1]
    page.reload()
    page.get_by_text(f"Replay: {now - 1} of {now}").wait_for()
    again = page.locator(".piece").evaluate_all("all => all.map(one => [one.dataset.piece, one.dataset.square])")
    assert sorted(again) == sorted(where)

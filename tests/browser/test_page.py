"""The page in a real browser: races from the front page to the podium, alone and together, by mouse, keys, finger."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import parcours
from tests.browser.riding import (
    TO_DO,
    Visit,
    choose,
    drop,
    hand_over,
    paper,
    ride_now,
    state_id,
    to_the_podium,
    until,
    until_it_fits,
    until_moved,
    until_reads,
    until_they_agree,
)

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def ridden(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a race that bots rode to its end."""
    game = parcours.game("breaking_away")
    race = game.start(seed=1908)
    while not race.over:
        race.play(race.choice_of(game.bots[-1]))
    path = tmp_path_factory.mktemp("races") / "ridden.race"
    race.save(path)
    return path.read_text(encoding="utf-8")


def faults(page: Any) -> list[str]:
    """What axe-core finds serious or critical."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{fault['id']} ({fault['impact']}): {json.dumps([node['html'][:160] for node in fault['nodes'][:3]])}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
    ]


def test_whole_race_by_clicking(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    to_the_podium(page, lambda: choose(page))
    podium = page.get_by_test_id("podium")
    assert podium.get_by_role("heading", level=1).inner_text().strip()
    expect(podium.get_by_role("list", name="The podium").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_test_id("you")).to_contain_text(re.compile(r"You: [1-4](st|nd|rd|th), \d+ points?"))
    with page.expect_download() as download:
        podium.get_by_role("button", name="Download the .race file").click()
    assert re.fullmatch(r"Grand Circuit \d{4}-\d\d-\d\d Me\.race", download.value.suggested_filename)
    race = Path(download.value.path()).read_text(encoding="utf-8")

    page.goto(page.url.split("#")[0])
    page.get_by_test_id("ride-now").first.wait_for()
    drop(page, "mine.race", race)
    page.get_by_test_id("podium").wait_for()

    page.get_by_test_id("rematch").click()
    page.get_by_test_id("choice").first.wait_for()


def test_whole_race_by_keyboard(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == "ride-now":
            break
    page.keyboard.press("Enter")
    page.wait_for_selector(TO_DO)

    def act() -> None:
        before = state_id(page)
        page.keyboard.press("ArrowDown")
        expect(page.locator(":focus")).to_have_attribute("data-testid", "choice")
        page.keyboard.press("Enter")
        until_moved(page, before)

    to_the_podium(page, act)
    page.keyboard.press("Escape")
    page.get_by_test_id("podium").wait_for(state="detached")


def test_keys_preview_then_confirm(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    page.keyboard.press("1")
    expect(page.locator(":focus")).to_have_attribute("aria-keyshortcuts", "1")
    before = state_id(page)
    page.keyboard.press("1")
    until_moved(page, before)
    page.keyboard.press("2")
    expect(page.locator("[data-testid=board] .way")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=board] .way")).to_have_count(0)
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Keyboard").wait_for()


def test_board_square_previews_and_confirms(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    end = page.locator("[data-testid=end]").last
    end.hover()
    expect(page.locator("[data-testid=board] .way")).to_have_count(1)
    before = state_id(page)
    end.click()
    until_moved(page, before)


def test_sheet_box_rides(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    before = state_id(page)
    page.locator("button.box.open").first.click()
    until_moved(page, before)


def test_why_not_answers_with_the_clause_and_opens_the_rules(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    page.locator("button.box:not(.open)").first.click()
    message = page.get_by_test_id("message")
    message.wait_for()
    clause = message.get_by_role("button").first
    named = clause.get_attribute("aria-label")
    clause.click()
    page.locator(f"dialog[open] [data-clause='{named}'].here").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def test_hint_undo_and_looking_back(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    page.get_by_test_id("hint").click()
    page.locator(".hinted").wait_for()
    for _ in range(4):
        choose(page)
    scrubber = page.get_by_test_id("scrubber")
    scrubber.fill("3")
    page.get_by_test_id("to-now").wait_for()
    expect(page.get_by_test_id("choice")).to_have_count(0)
    page.get_by_test_id("to-now").click()
    page.get_by_test_id("choice").first.wait_for()
    before = state_id(page)
    page.get_by_test_id("undo").click()
    until_moved(page, before)


def test_branch_of_a_finished_race(visit: Visit, ridden: str) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    drop(page, "ridden.race", ridden)
    page.get_by_role("button", name="Watch the race").click()
    page.get_by_test_id("scrubber").fill("30")
    finished = page.url
    page.get_by_test_id("branch").click()
    page.get_by_test_id("choice").first.wait_for()
    assert page.url != finished


def test_reload_mid_race(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    for _ in range(5):
        choose(page)
    before, prompt = state_id(page), page.get_by_test_id("prompt").inner_text()
    page.reload()
    page.get_by_test_id("choice").first.wait_for()
    until_reads(page, lambda: state_id(page), before)
    expect(page.get_by_test_id("prompt")).to_have_text(prompt, use_inner_text=True)
    choose(page)


def test_two_browsers_at_one_table(visit: Visit) -> None:
    ada = visit("#/new")
    ada.get_by_test_id("start").wait_for()
    ada.locator("input[name=teams][value='3']").check(force=True)
    ada.get_by_label("Seat for Blue").select_option("friend")
    ada.get_by_test_id("start").click()
    link = ada.get_by_test_id("copy-link").first.get_attribute("data-link")
    address = link.split("/", 3)[3]

    bob = visit(address)
    bob.get_by_label("Name").fill("Bob")
    bob.get_by_test_id("claim").click()
    watcher = visit(address.split("/join")[0])
    watcher.get_by_text("You are watching.").wait_for()
    ada.get_by_test_id("copy-link").wait_for(state="detached")

    for _ in range(14):
        for page in (ada, bob):
            if page.get_by_test_id("choice").count():
                before = state_id(page)
                page.get_by_test_id("choice").first.click()
                page.wait_for_function(
                    "before => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
                )
                page.wait_for_timeout(150)
    until_they_agree(ada, bob, watcher)

    bob.get_by_role("tab", name="Chat").click()
    bob.get_by_label("Write a message").fill("On your left!")
    bob.get_by_role("button", name="Send").click()
    ada.get_by_role("tab", name="Chat").click()
    ada.get_by_text("On your left!").wait_for()
    again = visit(address)
    again.get_by_test_id("claim").click()
    again.get_by_role("alert").wait_for()


def test_curtain_between_two_at_one_screen(visit: Visit) -> None:
    page = visit("#/new")
    page.get_by_test_id("start").wait_for()
    page.get_by_label("Seat for Blue").select_option("here")
    page.get_by_test_id("start").click()
    curtain = page.get_by_test_id("curtain")
    for team in ("Red", "Blue"):
        curtain.get_by_role("heading", name=team).wait_for()
        expect(page.get_by_test_id("board")).to_have_count(0)
        page.keyboard.press("Enter")
        page.get_by_test_id("choice").first.click()
    page.wait_for_selector("[data-testid=choice], [data-testid=curtain]")


def test_commissioner_is_asked_for_the_draw(visit: Visit) -> None:
    page = visit("#/new")
    page.get_by_text("Referee a real game").click()
    page.get_by_test_id("start").click()
    page.get_by_test_id("choice").first.click()
    page.get_by_text("Yellow starts").wait_for()
    expect(page.get_by_test_id("choice").first).to_contain_text("1 in 4")
    page.get_by_text("Yellow starts").click()
    page.locator(".piece.due").wait_for()


def test_phone_sized_race(visit: Visit) -> None:
    page = visit(phone=True)
    page.get_by_test_id("ride-now").first.tap()
    page.wait_for_selector(TO_DO)
    until_it_fits(page)

    def act() -> None:
        before = state_id(page)
        page.get_by_test_id("choice").first.tap()
        assert state_id(page) == before
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)

    for _ in range(3):
        act()
    until_reads(page, lambda: page.evaluate(SMALL_BUTTONS), [])
    for _ in range(9):
        act()
    hand_over(page)
    page.get_by_test_id("podium").wait_for()
    until_it_fits(page)


def test_language_switch_mid_race(visit: Visit) -> None:
    page = visit(language="it-IT")
    ride_now(page)
    choose(page)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    page.get_by_role("tab", name="Cronaca").wait_for()
    before = state_id(page)
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("tab", name="Rennbericht").click()
    page.get_by_text("Rot gibt").first.wait_for()
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert state_id(page) == before
    page.reload()
    page.get_by_role("tab", name="Rennbericht").wait_for()


@pytest.mark.parametrize(("text", "names"), [("can’t be viewed", "race"), ("", "race")])
def test_dropping_a_bad_file_says_what_is_wrong(visit: Visit, text: str, names: str) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    drop(page, "bad.race", text)
    trouble = page.get_by_test_id("trouble")
    expect(trouble).to_contain_text(names, ignore_case=True)
    trouble.get_by_role("button", name="Close").click()
    expect(page.get_by_test_id("ride-now").first).to_be_visible()


def test_a_table_that_is_not_there(visit: Visit) -> None:
    page = visit("#/t/nosuchtable")
    page.get_by_role("link", name="Front page").last.click()
    page.get_by_test_id("ride-now").first.wait_for()


SKIP_AT_ONCE = """() => new MutationObserver(() => {
    const skip = document.querySelector('button[aria-label="Skip"]');
    if (skip && !window.skipped) {
        window.skipped = true;
        skip.click();
    }
}).observe(document.body, { subtree: true, childList: true })"""
"""The button is there only while riders move, so it is pressed at the moment it appears."""


def test_moves_are_shown_and_can_be_skipped(visit: Visit) -> None:
    page = visit(motion=True)
    ride_now(page)
    page.get_by_test_id("choice").first.click()
    page.get_by_test_id("end").first.wait_for()
    before = state_id(page)
    page.evaluate(SKIP_AT_ONCE)
    page.get_by_test_id("choice").first.click()
    page.wait_for_function("() => window.skipped")
    until_moved(page, before)


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm install` in web/")
@pytest.mark.parametrize(("size", "dark"), [("wide", False), ("wide", True), ("phone", False), ("sideways", True)])
def test_axe_finds_no_serious_problem(visit: Visit, ridden: str, size: str, dark: bool) -> None:
    page = visit(size=size, dark=dark)
    page.get_by_test_id("ride-now").first.wait_for()
    found = {"front": faults(page)}
    page.goto(page.url.split("#")[0] + "#/new")
    page.get_by_test_id("start").wait_for()
    found["set-up"] = faults(page)
    page.goto(page.url.split("#")[0] + "#/")
    ride_now(page)

    def act() -> None:
        before = state_id(page)
        page.get_by_test_id("choice").first.click()
        if size != "wide" and state_id(page) == before:
            page.get_by_test_id("confirm").click()
        until_moved(page, before)

    for _ in range(3):
        act()
    for name in ("Sheets", "Race report", "Chat", "Table"):
        page.get_by_role("tab", name=name).click()
        found[f"table, {name}"] = faults(page)
    drop(page, "ridden.race", ridden)
    page.get_by_test_id("podium").wait_for()
    found["podium"] = faults(page)
    assert {where: what for where, what in found.items() if what} == {}


def test_keys_zoom_and_follow(visit: Visit) -> None:
    page = visit()
    ride_now(page)

    def width() -> float:
        return float(page.get_by_test_id("board").get_attribute("viewBox").split()[2])

    whole = width()
    page.keyboard.press("+")
    until(page, lambda: width() < whole, "the board is nearer")
    near = width()
    page.keyboard.press("-")
    until(page, lambda: near < width() <= whole, "the board is farther")
    follow = page.get_by_role("button", name="Follow the race")
    page.keyboard.press("f")
    expect(follow).to_have_attribute("aria-pressed", "true")
    until(page, lambda: width() < whole, "the board is near the race")
    page.keyboard.press("f")
    expect(follow).to_have_attribute("aria-pressed", "false")
    until_reads(page, width, whole)


def test_sheets_open_for_printing(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    for _ in range(5):
        choose(page)
    page.get_by_role("tab", name="Table", exact=True).click()
    sheet = paper(page)
    assert sheet.get_by_role("table").count() >= 2
    style = "table => getComputedStyle(table).borderCollapse"
    assert sheet.get_by_role("table").first.evaluate(style) == "collapse"
    assert sheet.locator("ol.story li").count() > 3


def test_options_with_choices(visit: Visit) -> None:
    page = visit()
    wind = {
        "name": "wind", "label": "Wind", "help": "From where it blows.", "clause": "", "default": "calm",
        "choices": [{"value": "calm", "label": "Calm"}, {"value": "head", "label": "Headwind"}],
    }  # fmt: skip
    many = [{"value": f"p{n}", "label": f"Peloton of {n} riders"} for n in range(5)]
    bunch = {**wind, "name": "bunch", "label": "Bunch", "default": "p2", "choices": many}
    asked: list[dict[str, object]] = []

    def games(route: Any) -> None:
        told = route.fetch().json()
        told[0]["options"] += [wind, bunch]
        route.fulfill(json=told)

    def opening(route: Any) -> None:
        if route.request.method != "POST":
            route.continue_()
            return
        asked.append(route.request.post_data_json["options"])
        route.fulfill(status=422, json={"error": {"code": "invalid", "message": "No wind today.", "clause": None}})

    page.route("**/api/v1/games?*", games)
    page.route("**/api/v1/tables?*", opening)
    page.goto(page.url.split("#")[0] + "#/new")
    page.reload()
    group = page.get_by_role("group", name="Wind")
    expect(group.get_by_label("Calm")).to_be_checked()
    group.get_by_label("Headwind").check()
    expect(page.get_by_label("Bunch").locator("option")).to_have_count(5)
    page.get_by_test_id("start").click()
    page.get_by_text("No wind today.").wait_for()
    assert asked[0]["wind"] == "head"
    assert asked[0]["bunch"] == "p2"
    assert all(value is False for name, value in asked[0].items() if name not in ("wind", "bunch"))


SMALL_BUTTONS = """() => [...document.querySelectorAll('main button, header button')]
  .filter((button) => !button.closest('.chips'))
  .map((button) => [button.textContent.trim(), button.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 34))
  .map(([text]) => text)"""
SMALL_CHIPS = """() => {
  const boxes = [...document.querySelectorAll('.chips button')].map((chip) => chip.getBoundingClientRect());
  return boxes.filter((box) => box.width && (box.width < 24 || box.height < 24)).length;
}"""
ENDS = """() => {
  const board = document.querySelector('[data-testid=board]');
  const frame = board.getBoundingClientRect();
  return [...document.querySelectorAll('[data-testid=end]')].map((end) => {
    const box = end.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const within = x > frame.left && x < frame.right && y > frame.top && y < frame.bottom;
    return !within ? 'outside' : board.contains(document.elementFromPoint(x, y)) ? 'seen' : 'covered';
  });
}"""


def until_ends_are_seen(page: Any) -> int:
    """Wait until no square to ride to is covered and some are in view. Returns how many there are."""
    ends: list[str] = []

    def seen() -> bool:
        ends[:] = page.evaluate(ENDS)
        return "covered" not in ends and ("seen" in ends or not ends)

    until(page, seen, "the squares to ride to are in view")
    return len(ends)


def until_all_is_in_reach(page: Any) -> None:
    """Wait until a choice that was tapped can be confirmed beside or below a board that is large enough."""

    def reached() -> bool:
        board, confirm = (page.get_by_test_id(name).bounding_box() for name in ("board", "confirm"))
        beside, below = confirm["x"] >= board["x"] + board["width"], confirm["y"] >= board["y"] + board["height"]
        above_the_tabs = confirm["y"] + confirm["height"] <= page.get_by_role("tablist").bounding_box()["y"]
        return board["width"] * board["height"] > 70_000 and (beside or below) and above_the_tabs

    until(page, reached, "board, choice and tabs have their places")
    until_reads(page, lambda: page.evaluate(SMALL_CHIPS), 0)


def until_nothing_scrolls(page: Any) -> None:
    scrolls = "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })"
    until_reads(page, lambda: page.evaluate(scrolls), page.viewport_size)


@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_small_screens_show_board_and_choices_together(visit: Visit, size: str) -> None:
    page = visit(size=size)
    ride = page.get_by_test_id("ride-now").first
    ride.wait_for()
    if size == "sideways":
        until(page, lambda: ride.bounding_box()["y"] < 340, "the button is in view")
    ride.tap()
    page.wait_for_selector(TO_DO)
    for _ in range(6):
        before = state_id(page)
        until_ends_are_seen(page)
        page.get_by_test_id("choice").first.tap()
        until_all_is_in_reach(page)
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    until_nothing_scrolls(page)
    page.get_by_role("tab", name="Race report").tap()
    until_reads(page, lambda: page.evaluate(SMALL_CHIPS), 0)
    page.get_by_role("tab", name="Table", exact=True).tap()
    if size == "phone":
        page.get_by_role("combobox", name="Language").select_option("de")
    else:
        page.get_by_role("button", name="Deutsch").tap()
    page.get_by_role("tab", name="Rennbericht").wait_for()


def test_the_rules_of_one_game_are_never_shown_for_another(visit: Visit) -> None:
    page = visit("#/rules/breaking_away/")
    title = page.locator("dialog.reader h2")
    expect(title).to_contain_text("Breaking Away")
    page.keyboard.press("Escape")
    held: list[Any] = []
    page.route(re.compile(r"/rules\b"), lambda route: held.append(route))
    page.evaluate("location.hash = '#/rules/profi/'")
    until(page, lambda: held, "the page asks for the rules of Profi")
    expect(title).to_have_text("Rules")
    held[0].continue_()
    expect(title).to_contain_text("Profi")

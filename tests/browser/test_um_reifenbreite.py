"""Um Reifenbreite in a real browser: whole races, the board's answers, typed dice and cards, sheets, a phone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest
from playwright.sync_api import expect

from parcours.games.um_reifenbreite import actions as a
from tests.browser.riding import (
    MOST_MOVES,
    TO_DO,
    Visit,
    choose,
    hand_over,
    over,
    paper,
    seats_of,
    seen_state,
    set_up,
    state_id,
    take,
    to_the_podium,
    two_at_a_table,
    until_moved,
)
from tests.browser.test_page import until_all_is_in_reach, until_ends_are_seen, until_nothing_scrolls

GAME, SHORT = "um_reifenbreite", "ring:A"
LIT = """ends => {
    const lit = [...document.querySelectorAll('.lit > [data-square]')].map(end => end.dataset.square);
    return JSON.stringify([...new Set(lit)].sort()) === JSON.stringify(ends);
}"""
"""Whether these squares are lit on the board, and no others."""
SWITCHES = ("Cheating", "Sprints and the yellow jersey", "Relays", "Stage of a longer race")


def ride_on(page: Any, reached: Callable[[dict[str, Any]], bool], most: int = MOST_MOVES) -> dict[str, Any]:
    """Ride on until what is seen is as wanted."""
    for _ in range(most):
        page.wait_for_selector(TO_DO)
        state = seen_state(page)
        if over(page) or reached(state):
            return state
        choices = state["scene"]["choices"]
        take(page, max(choices, key=lambda choice: len(choice["path"]))["action"])
    raise AssertionError("it was never reached")


def ways_offered(state: dict[str, Any]) -> bool:
    """Whether a rider may ride to several squares, some of them far."""
    choices = state["scene"]["choices"]
    return len(choices) > 3 and any(len(choice["path"]) > 3 for choice in choices)


def test_a_whole_race_by_clicking(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, level="A")
    to_the_podium(page, lambda: choose(page))
    podium = page.get_by_test_id("podium")
    won = re.compile("(Toughs|Men of Steel) win", re.I)
    expect(podium.get_by_role("heading", level=1)).to_contain_text(won)
    with page.expect_download() as download:
        podium.get_by_test_id("podium-pdf").click()
    assert download.value.suggested_filename.endswith(".pdf")
    pages = pypdf.PdfReader(io.BytesIO(Path(download.value.path()).read_bytes())).pages
    assert "PARIS ROUBAIX" in pages[0].extract_text().replace("–", " ")


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [("en-GB", "win", "where to?"), ("it-IT", "vincono", "dove va?"), ("de-DE", "gewinnen", "Wohin?")],
)
def test_a_race_in_three_languages_handed_over_to_the_finish(
    visit: Visit, language: str, told: str, asked: str
) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, language=language)
    ride_on(page, ways_offered)
    expect(page.get_by_test_id("prompt")).to_contain_text(asked)
    hand_over(page)
    heading = page.get_by_test_id("podium").get_by_role("heading", level=1)
    expect(heading).to_contain_text(told, ignore_case=True)


def test_the_board_answers_first(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course="ring:B")
    state = ride_on(page, ways_offered)
    ends = {str(choice["path"][-1]) for choice in state["scene"]["choices"]}
    page.wait_for_function(LIT, arg=sorted(ends))
    far = max(state["scene"]["choices"], key=lambda choice: len(choice["path"]))
    end = page.locator(f".lit > [data-square='{far['path'][-1]}']")
    end.hover(force=True)  # the square under the highlight answers
    expect(page.locator("[data-testid=board] .way circle")).to_have_count(len(far["path"]) - 2)
    expect(page.locator(".tag")).to_contain_text(far["label"])
    expect(page.locator(".tag")).to_contain_text(far["cost"])
    before = state_id(page)
    end.click(force=True)
    until_moved(page, before)
    for name in ("red", "ochre"):
        page.locator(f".board .terrain.{name}").first.wait_for(state="attached")
    page.locator(".board .spur-name").nth(1).wait_for(state="attached")


def ask_of_followers(state: dict[str, Any]) -> tuple[int, str] | None:
    """A choice after which a rider of the file (the riders behind) could not follow, and that rider's number."""
    for choice in state["scene"]["choices"]:
        for detail in choice["details"]:
            if found := re.match(r"(\d+) couldn’t follow: .*\(([a-g])\)", detail):
                return choice["action"], found[1]
    return None


def test_why_nobody_drafts_names_the_prohibition(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=3, course="ring:B")
    state = ride_on(page, lambda state: ask_of_followers(state) is not None)
    action, number = ask_of_followers(state) or (0, "")
    piece = next(piece["id"] for piece in state["scene"]["pieces"] if piece["label"] == number)
    page.locator(f"[data-action='{action}']").focus()
    page.get_by_role("button", name="Whole course").click()  # the rider may be out of sight
    page.locator(f".piece[data-piece={piece}] text").first.click()
    message = page.get_by_test_id("message")
    expect(message).to_contain_text(re.compile(rf"{number} can’t follow: .*\([a-g]\)"))
    expect(message.get_by_role("button").first).to_have_attribute("aria-label", re.compile(r"^UR-7[a-g]$"))


def test_professionals_have_their_panels(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, options=SWITCHES)
    state = ride_on(page, lambda state: state["scene"]["turn"] >= 2)
    for title in ("(1) First sprint, line D", "(4) to (6) Finishing order", "(7) Teams", "(8) Photos"):
        page.get_by_role("heading", name=title, exact=True).wait_for()
    held = [len(row["cells"]) for panel in state["scene"]["panels"] if panel["kind"] == "hand" for row in panel["rows"]]
    assert sum(held) > 0
    expect(page.locator(".panel.hand .card")).to_have_count(sum(held))
    assert state["table"]["options"]["relays"] is True
    assert any("tow" in c["label"] for c in ride_on(page, tows_offered)["scene"]["choices"])
    hand_over(page)
    page.get_by_test_id("podium").get_by_role("heading", level=1).wait_for()


def tows_offered(state: dict[str, Any]) -> bool:
    return any("tow" in choice["label"] for choice in state["scene"]["choices"])


WANTED = {
    "two dice": r"two dice$", "one die": r"one die$", "luck": r"draw a luck card$", "photo": r"draw a photo card$",
    "energy": r"^Which card for",
}  # fmt: skip


def typed(state: dict[str, Any], seen: set[str], number: int) -> int:
    """What the commissioner types next, so that everything comes up: sevens, tows, cards; otherwise each in turn."""
    choices = state["scene"]["choices"]

    def open_to(action: int) -> int | None:
        return action if any(choice["action"] == action for choice in choices) else None

    means = [open_to(a.MEANS + a.SHORT_TOW) if "photo" not in seen else None]
    means += [open_to(a.MEANS + a.ONE_CARD) if "energy" not in seen else None]
    seven = next((choice["action"] for choice in choices if choice["short"] == "7" and choice["weight"]), None)
    found = [*means, seven if "luck" not in seen else None]
    longest = max(choices, key=lambda choice: len(choice["path"]))
    other = longest if longest["path"] or not longest["weight"] else choices[number % len(choices)]
    return next((action for action in found if action is not None), other["action"])


def test_the_commissioner_types_dice_luck_photos_and_cards(visit: Visit) -> None:
    options = ("Cheating", "Referee a real game: you roll and draw on the board, and enter the results here")
    page = set_up(visit, GAME, teams=2, course=SHORT, options=options)
    seen: set[str] = set()
    for number in range(MOST_MOVES):
        page.wait_for_selector(TO_DO)
        state = seen_state(page)
        seen |= {name for name, words in WANTED.items() if re.search(words, state["scene"]["prompt"])}
        if seen == set(WANTED):
            break
        take(page, typed(state, seen, number))
    assert seen == set(WANTED)
    chances = [choice for choice in seen_state(page)["scene"]["choices"] if choice["weight"]]
    if chances:
        expect(page.get_by_test_id("choices")).to_contain_text(re.compile(r"\d+ in \d+"))


def test_sheets_on_screen_on_paper_and_as_pdf(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course="ring:B", options=("Sprints and the yellow jersey",))
    hand_over(page)
    page.get_by_role("button", name="Watch the race").click()
    teams = page.get_by_role("region", name="(7) Teams")
    teams.wait_for()
    shown = teams.get_by_role("row").all_inner_texts()
    totals = [int(row.split()[-1]) for row in shown if row.split()[-1].isdecimal()]
    assert len(totals) == 2
    page.get_by_role("tab", name="Table", exact=True).click()
    sheet = paper(page, "Liège–Bastogne–Liège")
    assert sheet.get_by_role("table").count() == 3
    for total in totals:
        sheet.get_by_role("cell", name=str(total), exact=True).first.wait_for()
    with page.expect_download() as download:
        page.get_by_test_id("sheet-pdf").click()
    printed = pypdf.PdfReader(io.BytesIO(Path(download.value.path()).read_bytes())).pages[0].extract_text()
    assert "LIÈGE BASTOGNE LIÈGE" in printed.replace("–", " ")
    for team, total in zip(seen_state(page)["scene"]["panels"][2]["rows"], totals, strict=True):
        assert re.search(rf"{team['label']} [\d ]*\b{total}$", printed, re.M)


def test_hand_over_is_seen_by_all_and_can_be_taken_back(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    ada.get_by_test_id("hand-over").click()
    ada.get_by_test_id("bot-rides").wait_for()
    expect(ada.get_by_test_id("to-the-finish")).to_have_count(0)
    seats_of(bob).first.get_by_text("a bot plays").wait_for()
    bob.get_by_role("tab", name="Race report").click()
    story = bob.get_by_role("tabpanel", name="Race report")
    story.get_by_text("A bot takes over for Red: Sprinter").wait_for()
    ada.get_by_test_id("bot-rides").get_by_role("button", name="Take over again").click()
    ada.get_by_test_id("bot-rides").wait_for(state="detached")
    story.get_by_text("Red takes over from the bot").wait_for()


def test_fast_forward_to_the_finish(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=4, course="ring:D", motion=True)
    page.get_by_test_id("hand-over").click()
    sure = page.get_by_test_id("hand-over")
    expect(sure).to_have_text("Sure? Bots will play to the finish")
    sure.click()
    page.wait_for_function(
        """() => {
            document.querySelector('[data-testid=to-the-finish]')?.click();
            return !!document.querySelector('[data-testid=podium]');
        }""",
        polling=50,
    )


@pytest.mark.parametrize("size", ["phone", "sideways"])
def test_on_a_phone(visit: Visit, size: str) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, size=size)
    ways = 0
    for _ in range(MOST_MOVES):
        if over(page) or ways > 2:
            break
        before = state_id(page)
        ways += until_ends_are_seen(page) > 4
        page.get_by_test_id("choice").first.tap()
        until_all_is_in_reach(page)
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    assert ways > 2
    until_nothing_scrolls(page)
    page.get_by_role("tab", name="Sheets").tap()
    page.get_by_role("heading", name="(7) Teams").wait_for()

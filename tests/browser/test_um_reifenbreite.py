"""Um Reifenbreite in a real browser: whole races, the board's answers, typed dice and cards, sheets, a phone."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdf
import pytest

from tests.browser.riding import (
    MOST_MOVES,
    TO_DO,
    Visit,
    choose,
    hand_over,
    moment,
    over,
    seats_of,
    seen_state,
    set_up,
    take,
    to_the_podium,
    two_at_a_table,
    until_moved,
)
from tests.browser.test_page import ENDS, SMALL_CHIPS

GAME, SHORT = "um_reifenbreite", "ring:A"
SHOWN = "moment => document.querySelector('[data-testid=table]').dataset.moment === String(moment)"
"""Whether the page shows the race as it is now."""
LIT = """ends => {
    const lit = [...document.querySelectorAll('.lit > [data-square]')].map(end => end.dataset.square);
    return JSON.stringify([...new Set(lit)].sort()) === JSON.stringify(ends);
}"""
"""Whether these squares are lit on the board, and no others."""
SWITCHES = ("Cheating", "Sprints and the yellow jersey", "Relays", "Stage of a longer race")


def ride_on(page: Any, reached: Callable[[dict[str, Any]], bool], most: int = MOST_MOVES) -> dict[str, Any]:
    """Ride far, until what is seen is as wanted."""
    for _ in range(most):
        page.wait_for_selector(TO_DO)
        state = seen_state(page)
        if over(page):
            return state
        page.wait_for_function(SHOWN, arg=state["moment"])
        if reached(state):
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
    assert re.search("victory for (Toughs|Men of Steel)", podium.get_by_role("heading", level=1).inner_text(), re.I)
    with page.expect_download() as download:
        podium.get_by_test_id("podium-pdf").click()
    assert download.value.suggested_filename.endswith(".pdf")
    pages = pypdf.PdfReader(io.BytesIO(Path(download.value.path()).read_bytes())).pages
    assert "PARIS ROUBAIX" in pages[0].extract_text()


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [("en-GB", "victory for", "where to?"), ("it-IT", "vittoria", "dove va?"), ("de-DE", "sieg", "wohin?")],
)
def test_a_race_in_three_languages_handed_over_to_the_finish(
    visit: Visit, language: str, told: str, asked: str
) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, language=language)
    ride_on(page, ways_offered)
    assert asked in page.get_by_test_id("prompt").inner_text()
    hand_over(page)
    heading = page.get_by_test_id("podium").get_by_role("heading", level=1)
    heading.wait_for()
    assert told.lower() in heading.inner_text().lower()


def test_the_board_answers_first(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course="ring:B")
    state = ride_on(page, ways_offered)
    ends = {str(choice["path"][-1]) for choice in state["scene"]["choices"]}
    page.wait_for_function(LIT, arg=sorted(ends))
    far = max(state["scene"]["choices"], key=lambda choice: len(choice["path"]))
    end = page.locator(f".lit > [data-square='{far['path'][-1]}']")
    end.hover(force=True)  # the square under the light answers
    assert page.locator("[data-testid=board] .way circle").count() == len(far["path"]) - 2
    assert far["label"] in page.locator(".tag").inner_text()
    assert far["cost"] in page.locator(".tag").inner_text()
    before = moment(page)
    end.click(force=True)
    until_moved(page, before)
    for name in ("red", "ochre"):
        assert page.locator(f".board .terrain.{name}").count() >= 1
    assert page.locator(".board .spur-name").count() >= 2


def ask_of_followers(state: dict[str, Any]) -> tuple[int, str] | None:
    """A choice after which a rider of the file could not follow, and that rider's number."""
    for choice in state["scene"]["choices"]:
        for detail in choice["details"]:
            if found := re.match(r"(\d+) could not follow: .*\(([a-g])\)", detail):
                return choice["action"], found[1]
    return None


def test_why_nobody_drafts_names_the_prohibition(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=3, course="ring:B")
    state = ride_on(page, lambda state: ask_of_followers(state) is not None)
    action, number = ask_of_followers(state) or (0, "")
    piece = next(piece["id"] for piece in state["scene"]["pieces"] if piece["label"] == number)
    page.locator(f"[data-action='{action}']").focus()
    page.locator(f".piece[data-piece={piece}] text").first.click()
    message = page.get_by_test_id("message")
    message.wait_for()
    assert re.search(rf"{number} may not follow: .*\([a-g]\)", message.inner_text())
    assert re.fullmatch(r"UR-7[a-g]", message.get_by_role("button").first.get_attribute("aria-label"))


def test_professionals_have_their_panels(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course=SHORT, options=SWITCHES)
    state = ride_on(page, lambda state: state["scene"]["turn"] >= 2)
    for title in ("(1) First sprint, line D", "(4) to (6) Order of arrival", "(7) Teams", "(8) Photos"):
        page.get_by_role("heading", name=title, exact=True).wait_for()
    held = [len(row["cells"]) for panel in state["scene"]["panels"] if panel["kind"] == "hand" for row in panel["rows"]]
    assert page.locator(".panel.hand .card").count() == sum(held) > 0
    assert state["table"]["options"]["relays"] is True
    assert any("tow" in c["label"] for c in ride_on(page, tows_offered)["scene"]["choices"])
    hand_over(page)
    page.get_by_test_id("podium").get_by_role("heading", level=1).wait_for()


def tows_offered(state: dict[str, Any]) -> bool:
    return any("tow" in choice["label"] for choice in state["scene"]["choices"])


WANTED = {
    "two dice": r"two dice$", "one die": r"one die$", "luck": r"turn a luck card$", "photo": r"draw a photo card$",
    "energy": r"^Which card does",
}  # fmt: skip


def typed(state: dict[str, Any], seen: set[str], number: int) -> int:
    """What the commissioner types next, so that everything comes up: sevens, tows, cards; else one after the other."""
    choices = state["scene"]["choices"]

    def labelled(words: str) -> int | None:
        return next((choice["action"] for choice in choices if re.search(words, choice["label"])), None)

    means = [labelled("short tow") if "photo" not in seen else None]
    means += [labelled("lays a card and throws") if "energy" not in seen else None]
    seven = next((choice["action"] for choice in choices if choice["short"] == "7" and choice["weight"]), None)
    found = [*means, seven if "luck" not in seen else None]
    longest = max(choices, key=lambda choice: len(choice["path"]))
    other = longest if longest["path"] or not longest["weight"] else choices[number % len(choices)]
    return next((action for action in found if action is not None), other["action"])


def test_the_commissioner_types_dice_luck_photos_and_cards(visit: Visit) -> None:
    options = ("Cheating", "Commissioner: I roll and draw on the real board and type it in")
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
        assert re.search(r"\d+ in \d+", page.get_by_test_id("choices").inner_text())


def test_sheets_on_screen_on_paper_and_as_pdf(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=2, course="ring:B", options=("Sprints and the yellow jersey",))
    hand_over(page)
    page.get_by_role("button", name="Look at the race").click()
    shown = page.get_by_role("region", name="(7) Teams").get_by_role("row").all_inner_texts()
    totals = [int(row.split()[-1]) for row in shown if row.split()[-1].isdecimal()]
    assert len(totals) == 2
    page.get_by_role("tab", name="Table", exact=True).click()
    with page.expect_popup() as opened:
        page.get_by_test_id("sheet").click()
    sheet = opened.value
    sheet.get_by_role("heading", name="Liège Bastogne Liège").wait_for()
    assert sheet.get_by_role("table").count() == 3
    for total in totals:
        sheet.get_by_role("cell", name=str(total), exact=True).first.wait_for()
    with page.expect_download() as download:
        page.get_by_test_id("sheet-pdf").click()
    paper = pypdf.PdfReader(io.BytesIO(Path(download.value.path()).read_bytes())).pages[0].extract_text()
    assert "LIÈGE BASTOGNE LIÈGE" in paper
    for team, total in zip(seen_state(page)["scene"]["panels"][2]["rows"], totals, strict=True):
        assert re.search(rf"{team['label']} [\d ]*\b{total}$", paper, re.M)


def test_hand_over_is_seen_by_all_and_can_be_taken_back(visit: Visit) -> None:
    ada, bob = two_at_a_table(visit)
    ada.get_by_test_id("hand-over").click()
    ada.get_by_test_id("bot-rides").wait_for()
    assert ada.get_by_test_id("to-the-finish").count() == 0
    seats_of(bob).first.get_by_text("a bot rides").wait_for()
    bob.get_by_role("tab", name="Story").click()
    story = bob.get_by_role("tabpanel", name="Story")
    story.get_by_text("Red is handed to a bot: Sprinter").wait_for()
    ada.get_by_test_id("bot-rides").get_by_role("button", name="Ride yourself again").click()
    ada.get_by_test_id("bot-rides").wait_for(state="detached")
    story.get_by_text("Red is taken back from the bot").wait_for()


def test_fast_forward_to_the_finish(visit: Visit) -> None:
    page = set_up(visit, GAME, teams=4, course="ring:D", motion=True)
    page.get_by_test_id("hand-over").click()
    sure = page.get_by_test_id("hand-over")
    assert sure.inner_text() == "Sure? Bots ride to the finish"
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
        before = moment(page)
        ends = page.evaluate(ENDS)
        assert "covered" not in ends
        assert "seen" in ends or not ends
        ways += len(ends) > 4
        page.get_by_test_id("choice").first.tap()
        assert page.evaluate(SMALL_CHIPS) == 0
        board, confirm = (page.get_by_test_id(name).bounding_box() for name in ("board", "confirm"))
        assert confirm["x"] >= board["x"] + board["width"] or confirm["y"] >= board["y"] + board["height"]
        assert confirm["y"] + confirm["height"] <= page.get_by_role("tablist").bounding_box()["y"]
        page.get_by_test_id("confirm").tap()
        until_moved(page, before)
    assert ways > 2
    scrolls = "({ width: document.documentElement.scrollWidth, height: document.documentElement.scrollHeight })"
    assert page.evaluate(scrolls) == page.viewport_size
    page.get_by_role("tab", name="Sheets").tap()
    page.get_by_role("heading", name="(7) Teams").wait_for()

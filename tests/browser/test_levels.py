"""Bots that think, in a real browser: levels in seats, hints with prospects, the review of a race."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import parcours
from tests.browser.conftest import status_of
from tests.browser.riding import Visit, choose, drop, ride_now, until, until_reads
from tests.browser.test_page import faults


@pytest.fixture(scope="module")
def ridden(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The text of a finished race in which Red rode at random."""
    game = parcours.game("breaking_away")
    race = game.start(teams=3, seed=11)
    while not race.over:
        race.play(race.choice_of(game.bots[0 if race.actor == 0 else -1]))
    path = tmp_path_factory.mktemp("races") / "ridden.race"
    race.save(path)
    return path.read_text(encoding="utf-8")


MOST_CHOICES = 30
"""A bot that thinks only briefly may finish before the board has stopped moving. In this many choices, one is seen."""
NOTE_WHO_THINKS = """() => new MutationObserver(() => {
    const shown = document.querySelector('[data-testid=thinks]');
    if (shown) window.thought = shown.textContent.trim();
}).observe(document.body, { subtree: true, childList: true, characterData: true })"""


NOTE_PROGRESS = """() => new MutationObserver(() => {
    const button = document.querySelector('[data-testid=review-race]');
    window.progressed ||= button?.textContent.includes('Reviewing');
}).observe(document.body, { subtree: true, childList: true, characterData: true })"""
"""A race that was reviewed before is known at once: its progress shows for a moment only."""


def seat_champions(page: Any) -> None:
    """A race of three: me, and two champions."""
    page.get_by_test_id("start").wait_for()
    page.locator("input[name=teams][value='3']").check(force=True)
    levels = page.get_by_label("Level")
    names = ["Novice", "Amateur", "Elite", "Champion"]
    until_reads(page, lambda: levels.first.locator("option").all_inner_texts()[:4], names)
    for number in range(2):
        levels.nth(number).select_option("champion")
    page.get_by_test_id("start").click()
    page.get_by_test_id("choice").first.wait_for()


def test_the_page_shows_that_a_bot_thinks(visit: Visit) -> None:
    page = visit("#/new")
    seat_champions(page)
    page.evaluate(NOTE_WHO_THINKS)
    for _ in range(MOST_CHOICES):
        choose(page)
        page.get_by_test_id("choice").first.wait_for(timeout=60_000)
        expect(page.get_by_test_id("thinks")).to_have_count(0)
        if page.evaluate("window.thought"):
            break
    assert page.evaluate("window.thought") == "Champion is thinking"


def test_a_hint_tells_what_each_choice_leads_to(visit: Visit, table: str) -> None:
    page = visit()
    ride_now(page)
    choose(page)
    until(page, lambda: "breaking_away" in (status_of(table) or {})["searching"], "the search is compiled")
    page.get_by_test_id("hint").click()
    page.get_by_test_id("prospects").wait_for()
    rows = page.get_by_test_id("prospects").locator("tbody tr")
    expect(rows.first.locator("td").first).to_contain_text(re.compile(r"\d"))
    assert rows.count() <= page.get_by_test_id("choice").count()
    note = page.get_by_test_id("hint-note")
    first = rows.first.locator("th").inner_text()
    expect(note.locator("p").first).to_contain_text(re.compile(f"(choice|towards): {re.escape(first)}"))
    for column in range(1, 1 + note.locator("thead th").count()):
        shown = [float(text.rstrip("%")) for text in rows.locator(f"td:nth-of-type({column})").all_inner_texts()]
        assert shown[0] == max(shown), "no figure speaks against the suggestion"
    leading = rows.locator("td:nth-of-type(1)")
    told = leading.all_inner_texts()
    assert told == sorted(told, key=lambda text: -float(text.rstrip("%"))), "the best comes first"
    assert faults(page) == []
    page.get_by_role("button", name="Deutsch").click()
    expect(note).to_contain_text(re.compile("Siegchance|Punkte"))
    wanted = [text.replace(".", ",").replace("%", "\N{NO-BREAK SPACE}%") for text in told]
    until_reads(page, leading.all_text_contents, wanted)
    expect(note.locator("th[scope=row]").first).not_to_have_text(first)


def test_a_question_says_why_it_matters(visit: Visit) -> None:
    page = visit()
    ride_now(page)
    for _ in range(4):
        if page.get_by_test_id("stake").count():
            break
        choose(page)
    expect(page.get_by_test_id("stake")).to_contain_text(re.compile("now or later|within reach|crosses the line"))


def test_one_click_from_the_podium_to_where_the_race_was_lost(visit: Visit, ridden: str, tmp_path: Path) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    drop(page, "ridden.race", ridden)
    page.get_by_test_id("podium").wait_for()
    page.evaluate(NOTE_PROGRESS)
    page.get_by_test_id("review-race").click()
    page.get_by_test_id("costly").first.wait_for(timeout=180_000)
    assert page.evaluate("window.progressed")
    expect(page.get_by_test_id("costly").first).to_contain_text("Chance of winning down")
    expect(page.get_by_test_id("mistake")).to_have_count(page.get_by_test_id("costly").count())
    until(page, lambda: abs(page.get_by_test_id("review").bounding_box()["y"]) < 200, "the result is in sight")
    expect(page.get_by_test_id("review").locator("path.line")).to_have_count(3)
    assert 1 <= page.locator(".moments > li").count() <= 5
    assert faults(page) == []
    page.get_by_test_id("costly").first.click()
    page.get_by_test_id("podium").wait_for(state="detached")
    expect(page.get_by_test_id("board")).to_be_visible()

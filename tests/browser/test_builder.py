"""Building a course in a real browser: parts are laid, faults come and go; it is saved, downloaded and ridden."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from parcours.games import find_game
from tests.browser.riding import TO_DO, Visit, drop, until, until_it_fits, until_reads
from tests.browser.test_page import faults

GAME = "leader_one"


def lay(page: Any, *parts: str) -> None:
    """Lay parts one after the other."""
    for part in parts:
        before = int(page.get_by_test_id("builder").get_attribute("data-pieces"))
        page.locator(f"[data-part='{part}']").click()
        settled(page, before + 1)


def settled(page: Any, pieces: int) -> None:
    """Wait until the game has checked a draft of this many pieces."""
    page.locator(f"[data-testid=builder][data-pieces='{pieces}'][data-settled=true]").wait_for()


def told(page: Any) -> list[str]:
    """The faults that are shown, and where."""
    codes = "all => all.map(fault => `${fault.dataset.code} ${fault.dataset.piece}`)"
    return list(page.get_by_test_id("fault").evaluate_all(codes))


def until_told(page: Any, *wrong: str) -> None:
    """Wait until exactly these faults are shown."""
    until_reads(page, lambda: told(page), list(wrong))


def until_chosen(page: Any, course: str) -> None:
    """Wait until the set-up has this course."""
    chosen = page.get_by_label("Course", exact=True).locator("option:checked")
    expect(chosen).to_have_text(re.compile(f"^\\s*{course}"))


def mark(page: Any, piece: int, name: str) -> None:
    column = page.get_by_test_id("column").nth(piece - 1)
    if column.get_attribute("aria-pressed") == "false":
        column.click()
    page.locator(f"[data-mark={name}]").click()
    settled(page, int(page.get_by_test_id("builder").get_attribute("data-pieces")))


def figures(page: Any) -> dict[str, int]:
    lines = [line.split("\n") for line in page.locator(".figures > div").all_inner_texts()]
    return {label: int(value) for value, label in lines}


def test_a_course_from_the_first_hex_to_the_start_line(visit: Visit) -> None:
    page = visit(f"#/build/{GAME}")
    settled(page, 0)
    lay(page, "1A", "2B", "16A", "21A", "3A")
    until_told(page, "E-RISE 3", "E-CAT 3", "E-FEED 0")
    expect(page.get_by_test_id("spot").nth(2)).to_have_attribute("data-trouble", "error")
    expect(page.get_by_test_id("keep")).to_be_disabled()

    page.get_by_test_id("spot").nth(1).click()
    lay(page, "12A")
    until_told(page, "E-CAT 4", "E-FEED 0")
    mark(page, 4, "category-2")
    until_told(page, "E-FEED 0")
    mark(page, 5, "feed")
    page.get_by_test_id("good").wait_for()
    until_reads(page, lambda: figures(page), {"Energy": 17, "Hexes": 6, "Squares for the bunch": 37})
    expect(page.locator("[data-part='16B']")).to_be_disabled()
    assert faults(page) == []

    expect(page.get_by_test_id("ride"), "it has no name yet").to_be_disabled()
    page.get_by_label("Course name").fill("Round the lake")
    page.get_by_test_id("keep").click()
    page.get_by_text("Saved", exact=True).wait_for()
    expect(page.get_by_test_id("kept")).to_contain_text("Round the lake is saved")
    with page.expect_download() as download:
        page.get_by_test_id("take").click()
    assert download.value.suggested_filename == "Round the lake.toml"
    course = find_game(GAME).read_course("mine.toml", Path(download.value.path()).read_text(encoding="utf-8"))
    assert (course.name, course.facts["hexes"]) == ("Round the lake", ["1A", "2B", "12A", "16AR", "21A", "3A"])

    page.get_by_test_id("ride").click()
    page.get_by_test_id("start").wait_for()
    until_chosen(page, "Round the lake")
    page.get_by_test_id("start").click()
    page.wait_for_selector(TO_DO)
    page.get_by_text("Round the lake").first.wait_for()


def test_hexes_are_turned_moved_swapped_and_taken_back(visit: Visit) -> None:
    page = visit(f"#/build/{GAME}/first_race")
    settled(page, 9)
    until_told(page)
    page.get_by_test_id("column").nth(3).click()
    page.get_by_role("button", name="to the left").click()
    expect(page.get_by_role("button", name="to the left")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Move earlier").click()
    page.locator("[data-code=E-RISE][data-piece='3']").wait_for()
    page.get_by_test_id("over").click()
    page.locator("[data-code=E-CATPLACE][data-piece='3']").wait_for()
    for _ in range(3):
        page.get_by_test_id("back").click()
    page.get_by_test_id("good").wait_for()
    page.get_by_role("button", name="Remove").click()
    settled(page, 8)
    until_told(page, "E-CAT 4")
    page.reload()
    settled(page, 9)  # the address names the course that the builder starts from
    until_told(page)


def contrast(page: Any, button: str) -> float:
    """The contrast of a button's words with what is behind them, as the accessibility guidelines compute it."""
    return float(
        page.get_by_test_id(button).evaluate(
            """button => {
                 const light = colour => colour.match(/[\\d.]+/g).slice(0, 3).map(Number)
                   .map(c => c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4)
                   .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
                 let behind = button;
                 while (getComputedStyle(behind).backgroundColor.endsWith(', 0)')) behind = behind.parentElement;
                 const [a, b] = [getComputedStyle(button).color, getComputedStyle(behind).backgroundColor].map(light);
                 return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
               }"""
        )
    )


@pytest.mark.parametrize("game", [GAME, "profi"])
@pytest.mark.parametrize("dark", [False, True])
def test_buttons_stay_readable_under_the_mouse(visit: Visit, game: str, dark: bool) -> None:
    page = visit(f"#/build/{game}/{'first_race' if game == GAME else find_game(game).default_course}", dark=dark)
    page.get_by_test_id("good").wait_for()
    page.get_by_label("Course name").fill("Mine")
    for button in ("keep", "take", "ride"):
        expect(page.get_by_test_id(button)).to_be_enabled()
        page.get_by_test_id(button).hover()
        until(page, lambda button=button: contrast(page, button) >= 4.5, f"{button} can be read")


def test_an_empty_table_has_no_faults_and_a_fault_is_found_by_its_words(visit: Visit) -> None:
    page = visit(f"#/build/{GAME}")
    settled(page, 0)
    page.get_by_test_id("nothing-yet").wait_for()
    assert told(page) == []
    lay(page, "1A", "2B", "16A", "21A", "3A")
    until_told(page, "E-RISE 3", "E-CAT 3", "E-FEED 0")
    words = page.locator("[data-code=E-RISE] .what > span")
    words.click()
    expect(page.get_by_test_id("column").nth(2)).to_have_attribute("aria-pressed", "true")


def test_a_draft_waits_in_the_browser_and_speaks_the_language(visit: Visit) -> None:
    page = visit(f"#/build/{GAME}", phone=True, language="de-DE")
    settled(page, 0)
    lay(page, "1A", "3A")
    page.reload()
    settled(page, 2)
    until_told(page, "E-FEED 0")
    expect(page.get_by_test_id("fault")).to_contain_text("Verpflegung")
    assert faults(page) == []
    until_it_fits(page)


def test_a_course_file_is_dropped_on_the_page(visit: Visit) -> None:
    page = visit()
    page.get_by_test_id("ride-now").first.wait_for()
    drop(page, "mine.toml", find_game(GAME).course("uphill_drag").source.replace("Uphill drag", "Our drag"))
    page.get_by_test_id("start").wait_for()
    until_chosen(page, "Our drag")
    drop(page, "broken.toml", 'game = "leader_one"')
    page.get_by_test_id("trouble").wait_for()


def test_a_profile_grows_round_by_round(visit: Visit) -> None:
    page = visit("#/build/profi")
    settled(page, 0)
    lay(page, "B", "G", "R2", "R2", "D", "G")
    until_reads(page, lambda: [fault.split(" ")[1] for fault in told(page)], ["5", "4"])
    mark(page, 4, "summit")
    page.get_by_test_id("good").wait_for()
    mark(page, 2, "sprint")
    until_reads(page, lambda: figures(page), {"Rounds": 6, "Sprints": 1, "Summits": 1, "Feed zones": 0})
    page.get_by_test_id("column").nth(0).click()
    page.get_by_test_id("swap").select_option("K")
    settled(page, 6)
    assert faults(page) == []
    page.get_by_label("Course name").fill("Sunday classic")
    with page.expect_download() as download:
        page.get_by_test_id("take").click()
    course = find_game("profi").read_course("mine.toml", Path(download.value.path()).read_text(encoding="utf-8"))
    assert (course.name, course.facts["profile"]) == ("Sunday classic", "K Gs R2 R2^ D G")
    page.get_by_test_id("ride").click()
    page.get_by_test_id("start").wait_for()
    until_chosen(page, "Sunday classic")

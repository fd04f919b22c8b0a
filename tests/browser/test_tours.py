"""A tour in a real browser: set up, ridden stage by stage, its tables seen, printed and downloaded."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from parcours.tours import new_tour
from parcours.tours.tourfile import read_tour, write_tour
from tests.browser.riding import Visit, paper, seats_of, two_at_a_table, until, until_it_fits, until_reads
from tests.browser.test_page import faults

SLOW = 120_000
"""Milliseconds in which bots ride a whole race on any machine."""


def two_stages(page: Any) -> None:
    """The tour of three days without its last stage, for three teams."""
    page.get_by_test_id("set-up-tour").first.click()
    page.get_by_test_id("preset").first.wait_for()
    expect(page.get_by_test_id("stage")).to_have_count(3)
    page.get_by_role("button", name="Remove stage 3").click()
    page.locator("input[name=teams][value='3']").check(force=True)
    page.get_by_label("Tour name").fill("Two days in March")
    page.get_by_label("Name, Red").fill("Ada")


def opened(page: Any) -> None:
    page.get_by_test_id("start").click()
    page.get_by_test_id("tour").wait_for()


def statuses(page: Any) -> list[str]:
    return list(page.get_by_test_id("stage").evaluate_all("stages => stages.map(stage => stage.dataset.status)"))


def until_stages_are(page: Any, *wanted: str) -> None:
    until_reads(page, lambda: statuses(page), list(wanted))


def let_a_bot_ride(page: Any) -> None:
    page.get_by_test_id("board").wait_for()
    seats_of(page).filter(has_text="(you)").get_by_role("button", name="Let a bot play").click()


def back_to_the_tour(page: Any) -> None:
    """Once the bots have ridden the stage: one click on its podium."""
    page.get_by_test_id("to-the-tour").wait_for(timeout=SLOW)
    page.get_by_test_id("to-the-tour").click()
    page.get_by_test_id("tour").wait_for()


def totals(page: Any) -> list[int]:
    return [int(cell) for cell in page.get_by_test_id("classification").locator("td.sum").all_inner_texts()]


def test_a_tour_from_the_front_page_to_the_podium(visit: Visit) -> None:
    page = visit()
    two_stages(page)
    opened(page)
    expect(page.get_by_role("heading", level=1)).to_have_text("two days in march", ignore_case=True)
    until_stages_are(page, "riding", "to_come")
    expect(page.get_by_test_id("classification")).to_have_count(0)

    page.get_by_test_id("ride-stage").click()
    let_a_bot_ride(page)
    back_to_the_tour(page)
    until_stages_are(page, "ridden", "next")
    until(page, lambda: len(totals(page)) == 3, "three teams are classified")
    first = totals(page)
    assert first == sorted(first, reverse=True)

    page.get_by_role("button", name="Start the next stage").click()
    let_a_bot_ride(page)
    back_to_the_tour(page)
    until_stages_are(page, "ridden", "ridden")
    until(page, lambda: sum(totals(page)) > sum(first), "the second stage counts")
    expect(page.get_by_role("heading", level=1)).to_contain_text("tour winner", ignore_case=True)
    expect(page.get_by_role("list", name="The podium").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("img", name="Gap to the leader after each stage, in points")).to_have_count(1)

    with page.expect_download() as download:
        page.get_by_test_id("download").click()
    tour = read_tour(Path(download.value.path()).read_text(encoding="utf-8"))
    assert [line.total for line in tour.classifications()[0].lines] == totals(page)
    paper(page, "General classification")
    assert faults(page) == []

    page.goto(page.url.split("#")[0])
    page.get_by_test_id("tour-link").filter(has_text="Two days in March").wait_for()


def test_stages_are_added_moved_and_given_options(visit: Visit) -> None:
    page = visit("#/new/tour/breaking_away")
    page.get_by_test_id("preset").first.wait_for()
    page.get_by_test_id("add-stage").click()
    stages = page.get_by_test_id("stage")
    expect(stages).to_have_count(4)
    stages.nth(0).locator("summary").click()
    stages.nth(0).get_by_label("Open sheets").check()
    expect(stages.nth(0).locator("summary")).to_contain_text("Open sheets")
    page.get_by_role("button", name="Move stage 1 later").click()
    expect(stages.nth(1).locator("summary")).to_contain_text("Open sheets")
    expect(stages.nth(0).locator("summary")).to_contain_text("Staggered start")
    assert faults(page) == []
    opened(page)
    until_stages_are(page, "riding", "to_come", "to_come", "to_come")
    expect(page.get_by_test_id("stage").nth(1)).to_contain_text("Open sheets")
    assert faults(page) == []


@pytest.mark.parametrize(("language", "words"), [("it-IT", "Road book"), ("de-DE", "Roadbook")])
def test_a_tour_on_a_phone_in_other_languages(visit: Visit, language: str, words: str) -> None:
    page = visit("#/new/tour/breaking_away", phone=True, language=language)
    page.get_by_role("heading", name=words).wait_for()
    opened(page)
    page.get_by_role("heading", name=words).wait_for()
    until_it_fits(page)
    assert faults(page) == []


def test_a_tour_that_is_not_there(visit: Visit) -> None:
    page = visit("#/tour/none")
    page.get_by_role("heading", name="This tour can’t be viewed here.").wait_for()


def test_a_friend_rides_all_stages_by_one_link(visit: Visit) -> None:
    """Bob takes his seat at the first stage. At the second stage he needs no other link."""
    ada = visit()
    two_stages(ada)
    ada.get_by_label("Seat for Blue").select_option("friend")
    opened(ada)
    ada.get_by_test_id("ride-stage").click()
    link = ada.get_by_test_id("copy-link").first.get_attribute("data-link")
    bob = visit(link.split("/", 3)[3])
    bob.get_by_label("Name").fill("Bob")
    bob.get_by_test_id("claim").click()
    bob.get_by_test_id("board").wait_for()
    ada.get_by_test_id("copy-link").wait_for(state="detached")
    for page in (ada, bob):
        let_a_bot_ride(page)
    for page in (ada, bob):
        back_to_the_tour(page)
    bob.get_by_role("button", name="Start the next stage").click()
    let_a_bot_ride(bob)
    ada.get_by_role("button", name="Go to the stage").click()
    let_a_bot_ride(ada)


def test_single_races_know_no_tour(visit: Visit) -> None:
    ada, _ = two_at_a_table(visit)
    expect(ada.get_by_test_id("to-the-tour")).to_have_count(0)


def test_a_tour_file_is_opened_and_a_bad_one_is_refused_by_its_line(visit: Visit, tmp_path: Path) -> None:
    tour = new_tour("breaking_away", "three_days", teams=3, seed=8)
    race = tour.next_race()
    while not race.over:
        race.play(race.choice_of(tour.game.bot("random")))
    tour.book(race)
    kept, edited = tmp_path / "kept.tour", tmp_path / "edited.tour"
    kept.write_text(write_tour(tour), encoding="utf-8")
    edited.write_text(write_tour(tour).replace("teams: 3", "teams: many"), encoding="utf-8")
    page = visit("#/new/tour/breaking_away")
    page.get_by_test_id("preset").first.wait_for()
    page.get_by_test_id("tour-file").set_input_files(edited)
    expect(page.get_by_test_id("trouble")).to_contain_text("This .tour file can’t be read: line 4.")
    detail = page.get_by_test_id("trouble-detail")
    expect(detail).to_have_text("Technical detail: teams must be a whole number from 0 to 999, not 'many'")
    expect(detail.locator("[lang=en]")).to_have_text("teams must be a whole number from 0 to 999, not 'many'")
    page.get_by_test_id("tour-file").set_input_files(kept)
    page.get_by_test_id("tour").wait_for()
    until_stages_are(page, "ridden", "next", "to_come")
    until_reads(page, lambda: totals(page), [line.total for line in tour.classifications()[0].lines])
    page.get_by_role("button", name="Start the next stage").click()
    page.get_by_test_id("board").wait_for()
    expect(seats_of(page).filter(has_text="(you)"), "all seats are the caller's").to_have_count(3)

"""A championship of two rallies with bots: set up on the page, its three stages driven, its tables seen and printed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from playwright.sync_api import expect

from tests.browser.riding import TO_DO, Visit, hand_over, paper, state_id, until_it_fits, until_moved
from tests.browser.test_page import faults
from tests.browser.test_tours import back_to_the_tour, opened, until_stages_are

TRIMS = ["stable", "fast", "prototype"]


def picture(page: Any, name: str) -> None:
    """A picture to look at, if PARCOURS_PICTURES names a folder for it."""
    if folder := os.environ.get("PARCOURS_PICTURES"):
        page.screenshot(path=Path(folder) / f"rally-{name}.png", full_page=True)


def italy_and_safari(page: Any) -> None:
    """Rally Italy with its special stage, followed by a stage of the Safari."""
    page.get_by_test_id("preset").filter(has_text="Italy").click()
    stages = page.get_by_test_id("stage")
    expect(stages.locator("em")).to_have_text(["Italy, stage 1", "Italy, special stage"])
    page.get_by_test_id("add-stage").click()
    expect(stages).to_have_count(3)
    expect(stages.nth(2).get_by_role("combobox").first).to_have_value("safari")
    page.locator("input[name=teams][value='3']").check(force=True)
    page.get_by_label("Rally name").fill("Two rallies")


def to_the_stage(page: Any) -> None:
    page.get_by_test_id("ride-stage").click()
    page.wait_for_selector(TO_DO)


def offered_trims(page: Any) -> list[str]:
    return [trim for trim in TRIMS if page.get_by_test_id("choice").filter(has_text=f"Trim: {trim}").count()]


def choose_trim(page: Any, trim: str) -> None:
    before = state_id(page)
    page.get_by_test_id("choice").filter(has_text=f"Trim: {trim}").click()
    until_moved(page, before)


def column(page: Any, css: str) -> list[int]:
    return [int(cell) for cell in page.get_by_test_id("classification").locator(css).all_inner_texts()]


def test_a_championship_of_two_rallies_with_bots(visit: Visit) -> None:
    page = visit("#/new/tour/rally")
    italy_and_safari(page)
    opened(page)
    until_stages_are(page, "riding", "to_come", "to_come")

    to_the_stage(page)
    assert offered_trims(page) == TRIMS, "in the first rally it is free"
    choose_trim(page, "prototype")
    hand_over(page)
    back_to_the_tour(page)
    until_stages_are(page, "ridden", "next", "to_come")
    page.get_by_test_id("classification").wait_for()
    scores = column(page, "td.sum")
    assert scores == sorted(scores), "of one rally the lowest total leads"
    expect(page.get_by_test_id("classification").get_by_text("championship points")).to_have_count(3)

    to_the_stage(page)
    assert offered_trims(page) == [], "a trim stays for all stages of a rally"
    hand_over(page)
    back_to_the_tour(page)
    picture(page, "after-the-first-rally")

    to_the_stage(page)
    assert offered_trims(page) == ["fast", "prototype"], "one step at most from the rally before"
    choose_trim(page, "fast")
    hand_over(page)
    back_to_the_tour(page)
    until_stages_are(page, "ridden", "ridden", "ridden")

    expect(page.get_by_role("tab")).to_have_text(["Championship", "Rally Safari", "Rally Italy"])
    points = column(page, "td.sum")
    assert points == sorted(points, reverse=True)
    assert all(point in (8, 10, 12, 13, 15, 18) for point in points), "9, 6 or 4 for each rally"
    expect(page.get_by_role("img", name="Gap to the leader after each stage, in points")).to_have_count(1)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Champion: ")
    picture(page, "championship")
    page.get_by_role("tab", name="Rally Safari").click()
    page.get_by_test_id("classification").locator(".note").filter(has_text="fast").first.wait_for()
    assert faults(page) == []

    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("tab", name="Championship").click()
    until_it_fits(page)
    picture(page, "championship-phone")
    sheet = paper(page, "Championship")
    assert sheet.get_by_role("heading", name="Rally Italy").count() == 1
    picture(sheet, "championship-paper")


def test_the_calendar_is_set_up_with_one_click(visit: Visit) -> None:
    page = visit("#/new/tour/rally")
    page.get_by_test_id("preset").filter(has_text="with its special stages").click()
    names = page.get_by_test_id("stage")
    expect(names).to_have_count(22)
    opened(page)
    expect(names).to_have_count(22)
    expect(names.first).to_contain_text("Monte Carlo, stage 1")
    expect(names.last).to_contain_text("Great Britain, stage 3")
    expect(page.get_by_role("heading", level=1)).to_have_text("championship", ignore_case=True)
    assert faults(page) == []

"""Leader 1 and Profi on the page: whole races by hand in English; in the other languages the first decisions by hand,
the rest handed to bots, to the podium."""

from __future__ import annotations

import os
import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.riding import (
    TO_DO,
    Visit,
    choose,
    hand_over,
    over,
    set_up,
    to_the_podium,
    until,
    until_it_fits,
)

BY_HAND = 12
"""How many decisions are clicked before the rest is handed to bots."""


def picture(page: Any, name: str) -> None:
    """Save a picture, if somebody wants to look at it."""
    if folder := os.environ.get("PARCOURS_PICTURES"):
        page.screenshot(path=f"{folder}/{name}.png")


def ride(page: Any, name: str) -> None:
    for number in range(BY_HAND):
        if over(page):
            break
        if number in (3, BY_HAND - 1):
            picture(page, f"{name}-{number}")
        choose(page)
    if not over(page):
        hand_over(page)
    page.get_by_test_id("podium").wait_for()
    picture(page, f"{name}-podium")


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_a_stage_of_leader_one(visit: Visit, language: str) -> None:
    page = set_up(visit, "leader_one", teams=3, language=language)
    expect(page.locator("html")).to_have_attribute("lang", re.compile(f"^{language}"))
    ride(page, f"leader-{language}")


@pytest.mark.parametrize("language", ["it", "de", "fr"])
def test_a_race_of_profi(visit: Visit, language: str) -> None:
    page = set_up(visit, "profi", teams=4, language=language)
    page.locator(".panel.hand .card").first.wait_for()
    ride(page, f"profi-{language}")


def test_a_whole_stage_of_leader_one_by_hand(visit: Visit) -> None:
    page = set_up(visit, "leader_one", teams=2)
    to_the_podium(page, lambda: choose(page))


def test_a_whole_race_of_profi_by_hand_with_every_optional_rule_on(visit: Visit) -> None:
    page = visit("#/new/profi")
    page.get_by_test_id("start").wait_for()
    page.locator("input[name=teams][value='4']").check(force=True)
    for switch in page.locator(".option input[type=checkbox]").all():
        switch.check(force=True)
    expect(page.locator(".option input[type=checkbox]:not(:checked)")).to_have_count(0)
    page.get_by_test_id("start").click()
    page.wait_for_selector(TO_DO)
    to_the_podium(page, lambda: choose(page))


@pytest.mark.parametrize("where", ["#/new/profi", "#/new/tour/profi"])
def test_a_preset_sets_the_switches(visit: Visit, where: str) -> None:
    page = visit(where)
    first, professional = (page.get_by_test_id("option-preset").nth(number) for number in range(2))
    expect(professional).to_have_attribute("aria-pressed", "true")
    first.click()
    wind = page.get_by_role("checkbox", name="Wind Headwind").first
    picture(page, "profi-presets" if where == "#/new/profi" else "profi-presets-tour")
    expect(first).to_have_attribute("aria-pressed", "true")
    expect(wind).not_to_be_checked()
    wind.check(force=True)
    expect(first).to_have_attribute("aria-pressed", "false")
    professional.click()
    until(page, lambda: page.locator(".option input[type=checkbox]:checked").count() >= 12, "most switches are on")


@pytest.mark.parametrize("game", ["leader_one", "profi"])
def test_on_a_phone(visit: Visit, game: str) -> None:
    page = set_up(visit, game, teams=2, phone=True)
    picture(page, f"{game}-phone")
    until_it_fits(page)

"""Leader 1 and Profi on the page: the first decisions by hand, the rest handed to bots, to the podium."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.browser.riding import Visit, choose, hand_over, over, set_up

BY_HAND = 12
"""Decisions that are clicked before the rest is handed over."""


def picture(page: Any, name: str) -> None:
    """Keep a picture, where somebody wants to look."""
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


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_a_stage_of_leader_one(visit: Visit, language: str) -> None:
    page = set_up(visit, "leader_one", teams=3, language=language)
    assert str(page.locator("html").get_attribute("lang")).startswith(language)
    ride(page, f"leader-{language}")


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_a_race_of_profi(visit: Visit, language: str) -> None:
    """Every optional rule of it is on by default."""
    page = set_up(visit, "profi", teams=4, language=language)
    assert page.locator(".panel.hand .card").count() > 0
    ride(page, f"profi-{language}")


@pytest.mark.parametrize("where", ["#/new/profi", "#/new/tour/profi"])
def test_a_preset_sets_the_switches(visit: Visit, where: str) -> None:
    page = visit(where)
    first, professional = (page.get_by_test_id("option-preset").nth(number) for number in range(2))
    assert professional.get_attribute("aria-pressed") == "true"
    first.click()
    wind = page.get_by_role("checkbox", name="Wind Head, side").first
    picture(page, "profi-presets" if where == "#/new/profi" else "profi-presets-tour")
    assert (first.get_attribute("aria-pressed"), wind.is_checked()) == ("true", False)
    wind.check(force=True)
    assert first.get_attribute("aria-pressed") == "false"
    professional.click()
    assert page.locator(".option input[type=checkbox]:checked").count() >= 12


@pytest.mark.parametrize("game", ["leader_one", "profi"])
def test_on_a_phone(visit: Visit, game: str) -> None:
    page = set_up(visit, game, teams=2, phone=True)
    picture(page, f"{game}-phone")
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")

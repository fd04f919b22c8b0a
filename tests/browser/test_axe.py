"""axe-core finds nothing serious on any screen, by day and by night."""

from __future__ import annotations

from typing import Any

import pytest

import parcours
from tests.browser.riding import TO_DO, Visit
from tests.browser.test_invites import invite
from tests.browser.test_page import AXE, faults

SCREENS = {"front": "", "set-up": "#/new", "tour set-up": "#/new/tour/breaking_away", "rules": "#/rules/breaking_away/"}
SHOWN = {"front": "ride-now", "set-up": "start", "tour set-up": "start", "rules": "learn-from-rules"}
BUILT = [name for name in parcours.game_names() if parcours.game(name).builder is not None]
pytestmark = pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed: run `npm install` in web/")


def by_day_and_night(page: Any, found: dict[str, list[str]], where: str) -> None:
    """Note the faults of what is shown."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.locator(f"html[data-theme={scheme}]").wait_for()
        found[f"{where}, {scheme}"] = faults(page)


def nothing_in(found: dict[str, list[str]]) -> None:
    assert {where: what for where, what in found.items() if what} == {}


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("screen", SCREENS)
def test_screens_before_a_race(visit: Visit, screen: str, size: str) -> None:
    page = visit(SCREENS[screen], size=size)
    page.get_by_test_id(SHOWN[screen]).first.wait_for()
    found: dict[str, list[str]] = {}
    by_day_and_night(page, found, screen)
    nothing_in(found)


@pytest.mark.parametrize("game", BUILT)
def test_the_builder(visit: Visit, game: str) -> None:
    page = visit(f"#/build/{game}")
    page.locator("[data-testid=builder][data-settled=true]").wait_for()
    found: dict[str, list[str]] = {}
    by_day_and_night(page, found, "empty")
    page.locator("[data-part]").first.click()
    page.locator("[data-testid=builder][data-settled=true]:not([data-pieces='0'])").wait_for()
    by_day_and_night(page, found, "a first part")
    nothing_in(found)


@pytest.mark.parametrize("size", ["wide", "phone"])
@pytest.mark.parametrize("game", parcours.game_names())
def test_tables(visit: Visit, game: str, size: str) -> None:
    page = visit(size=size)
    heading = page.get_by_role("heading", name=str(parcours.game(game).name), exact=True)
    page.locator("article").filter(has=heading).get_by_test_id("ride-now").click()
    page.wait_for_selector(TO_DO)
    found: dict[str, list[str]] = {}
    tabs: list[str] = page.get_by_role("tab").all_inner_texts()
    assert len(tabs) >= 4
    for number, name in enumerate(tabs):
        page.get_by_role("tab").nth(number).click()
        by_day_and_night(page, found, name)
    nothing_in(found)


def test_an_invitation_and_who_takes_it(visit: Visit) -> None:
    page = visit("#/new")
    invite(page)
    found: dict[str, list[str]] = {}
    by_day_and_night(page, found, "invite")
    link = str(page.get_by_test_id("copy-link").first.get_attribute("data-link"))
    friend = visit(link.split("/", 3)[3])
    friend.get_by_test_id("claim").wait_for()
    by_day_and_night(friend, found, "join")
    nothing_in(found)


def test_a_tour(visit: Visit) -> None:
    page = visit("#/new/tour/breaking_away")
    page.get_by_test_id("start").click()
    page.get_by_test_id("tour").wait_for()
    found: dict[str, list[str]] = {}
    by_day_and_night(page, found, "tour")
    nothing_in(found)

"""Each first race with the coach, ridden in a browser as the coach says, wide and on a phone; and the ways to it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

import parcours
from parcours.engine.lesson import has_lesson, read_lesson, read_words
from parcours.engine.minute import PARTS, read_minute, read_positions
from parcours.engine.words import Say
from tests.browser.riding import TO_DO, Visit, choose, until

GAMES = [name for name in parcours.game_names() if has_lesson(parcours.game(name))]
SPOKEN = "[data-testid=coach-advice], [data-testid=coach-end]"
OF_NOW = """() => document.querySelector('[data-testid=coach-end]')
  || document.querySelector('[data-testid=coach]')?.dataset.stateId
     === document.querySelector('[data-testid=table]')?.dataset.stateId"""


def poster(page: Any, name: str) -> Any:
    heading = page.get_by_role("heading", name=str(parcours.game(name).name), exact=True)
    return page.locator("article").filter(has=heading)


def ride_lesson(page: Any) -> int:
    """Do what the coach says to the end of the lesson. Returns the number of choices."""
    for made in range(60):
        page.wait_for_selector(SPOKEN)
        page.wait_for_function(OF_NOW)
        if page.get_by_test_id("coach-end").count():
            return made
        before = page.get_by_test_id("table").get_attribute("data-state-id")
        page.get_by_test_id("coach-advice").click()
        page.wait_for_function(
            "(before) => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
        )
    raise AssertionError("the lesson has no end")


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "de")])
@pytest.mark.parametrize("name", GAMES)
def test_a_lesson_is_ridden_to_its_end(visit: Visit, name: str, phone: bool, language: str) -> None:
    page = visit("", phone=phone, language=language)
    poster(page, name).get_by_test_id("learn").click()
    game = parcours.game(name)
    expect(page.get_by_test_id("coach-say")).to_contain_text(read_words(game, language).lines["goal"]["say"][:30])
    assert ride_lesson(page) == read_lesson(game).questions
    expect(page.get_by_test_id("coach-end")).to_have_text(read_words(game, language).end)
    expect(page.get_by_test_id("ideas").locator("li:not(.met)")).to_have_count(0)
    page.get_by_test_id("free-race").click(trial=True)


def test_after_the_lesson_comes_a_free_race_with_the_coach_in_the_corner(visit: Visit) -> None:
    page = visit("")
    poster(page, "rally").get_by_test_id("learn").click()
    ride_lesson(page)
    lesson = page.url
    page.get_by_test_id("free-race").click()
    until(page, lambda: page.url != lesson, "another table")
    page.get_by_test_id("coach-advice").wait_for()
    expect(page.get_by_test_id("coach-say")).to_have_count(0)
    page.get_by_test_id("coach-away").click()
    expect(page.get_by_test_id("coach")).to_have_count(0)


def test_who_does_otherwise_is_told_what_came_of_it(visit: Visit) -> None:
    page = visit("")
    poster(page, "breaking_away").get_by_test_id("learn").click()
    page.wait_for_selector(SPOKEN)
    choose(page, 3)
    said = read_words(parcours.game("breaking_away"), "en").lines["goal"]["otherwise"]
    expect(page.get_by_test_id("coach-came")).to_have_text(said)


def test_the_coach_explains_in_any_race(visit: Visit) -> None:
    page = visit("")
    poster(page, "breaking_away").get_by_test_id("ride-now").click()
    page.wait_for_selector(TO_DO)
    expect(page.get_by_test_id("coach")).to_have_count(0)
    page.get_by_test_id("explain").click()
    page.get_by_test_id("coach-advice").wait_for()


def test_somebody_new_is_offered_the_lesson_first(visit: Visit) -> None:
    page = visit("")
    first = poster(page, "profi").locator(".buttons > *").first
    expect(first).to_have_attribute("data-testid", "learn")
    first.click()
    page.wait_for_selector(SPOKEN)
    page.goto(page.url.split("#")[0] + "#/")
    expect(poster(page, "profi").locator(".buttons > *").first).to_have_attribute("data-testid", "ride-now")


def test_the_rules_can_be_searched_and_lead_to_the_lesson(visit: Visit) -> None:
    page = visit("")
    poster(page, "breaking_away").get_by_role("button", name="Rules").click()
    clauses = page.locator("[data-clause]")
    clauses.first.wait_for()
    everything = clauses.count()
    page.get_by_test_id("search-rules").fill("breakaway bonus")
    until(page, lambda: 0 < clauses.count() < everything, "only what was looked for")
    page.get_by_test_id("learn-from-rules").click()
    page.wait_for_selector(SPOKEN)


@pytest.mark.parametrize(("phone", "language"), [(False, "en"), (True, "it")])
def test_the_rules_begin_in_a_minute_and_end_with_what_is_in_the_box(visit: Visit, phone: bool, language: str) -> None:
    page = visit("", phone=phone, language=language)
    game = parcours.game("um_reifenbreite")
    poster(page, game.id).get_by_role("button", name=Say("Rules").to(language), exact=True).click()
    parts = page.get_by_test_id("minute").locator("p")
    expect(parts).to_have_count(3)
    for at, text in enumerate(read_minute(game, language).values()):
        expect(parts.nth(at)).to_contain_text(text)
    seen = page.get_by_test_id("minute").locator("svg")
    expect(seen).to_have_count(3)
    for at in range(3):
        box = seen.nth(at).bounding_box()
        assert box
        assert box["width"] > 100
        assert seen.nth(at).locator(".piece").count() == len(read_positions(game)[1][PARTS[at]].pieces)
    clauses = page.locator("[data-clause]")
    assert clauses.first.get_attribute("data-clause") == "UR-2a"
    assert clauses.last.get_attribute("data-clause") == "UR-1a"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_test_id("search-rules").fill("UR-1a")
    expect(page.get_by_test_id("minute")).to_have_count(0)


def test_the_rules_are_printed_whole_and_nothing_else(visit: Visit) -> None:
    page = visit("")
    poster(page, "breaking_away").get_by_role("button", name="Rules").click()
    page.get_by_test_id("minute").wait_for()
    page.emulate_media(media="print")
    expect(page.get_by_test_id("search-rules")).to_be_hidden()
    assert page.locator("article").count() > 1
    expect(page.locator("article:visible")).to_have_count(0)
    shade = "getComputedStyle(document.querySelector('dialog.reader'), '::backdrop').display"
    assert page.evaluate(shade) == "none"
    text = page.get_by_role("region").filter(has=page.get_by_test_id("minute"))
    assert text.evaluate("(one) => one.scrollHeight <= one.clientHeight + 1")


@pytest.mark.parametrize("phone", [False, True])
def test_a_coach_who_was_not_heard_is_asked_again(visit: Visit, phone: bool) -> None:
    """If an answer is lost on the way, nobody is left alone with the question."""
    page = visit("", phone=phone)
    lost: list[str] = []

    def lose(route: Any) -> None:
        lost.append(route.request.url)
        if len(lost) <= 2:
            route.abort()
        else:
            route.continue_()

    page.route("**/coach?*", lose)
    poster(page, "breaking_away").get_by_test_id("learn").click()
    page.wait_for_selector(SPOKEN)
    assert len(lost) > 2


@pytest.mark.parametrize("name", GAMES)
def test_a_phone_shows_why_and_the_panel_that_is_spoken_of(visit: Visit, name: str) -> None:
    page = visit("", phone=True)
    poster(page, name).get_by_test_id("learn").click()
    lights = {step.id: step.light for step in read_lesson(parcours.game(name)).steps}
    says = {line["say"]: id_ for id_, line in read_words(parcours.game(name), "en").lines.items()}
    shown = 0
    for _ in range(4):
        page.wait_for_selector(SPOKEN)
        page.wait_for_function(OF_NOW)
        until_in_sight(page, page.get_by_test_id("coach-reason"))
        said = page.get_by_test_id("coach-say")
        step = says[said.inner_text().strip()] if said.count() else ""
        for panel in [light.removeprefix("panel:") for light in lights.get(step, ()) if light.startswith("panel:")][:1]:
            lit = page.locator(f"[data-panel='{panel}'].coached")
            until_in_sight(page, lit)
            shown += 1
        before = page.get_by_test_id("table").get_attribute("data-state-id")
        page.get_by_test_id("coach-advice").click()
        page.wait_for_function(
            "(before) => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
        )
    assert shown or not any(light.startswith("panel:") for step in list(lights)[:3] for light in lights[step])


def until_in_sight(page: Any, one: Any) -> None:
    """Wait until something can really be seen: its middle is neither covered nor scrolled away."""
    one.wait_for()
    until(
        page,
        lambda: one.evaluate(
            """(one) => {
              const box = one.getBoundingClientRect();
              const top = document.elementFromPoint(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20));
              return top && (one.contains(top) || top.contains(one));
            }"""
        ),
        "it is in sight",
    )


@pytest.mark.parametrize("name", GAMES)
def test_what_is_asked_stays_in_sight_beside_the_coach(visit: Visit, name: str) -> None:
    """Whichever sheet the coach speaks of: a player who wants to choose otherwise sees the question and its choices."""
    page = visit("")
    poster(page, name).get_by_test_id("learn").click()
    for _ in range(6):
        page.wait_for_selector(SPOKEN)
        page.wait_for_function(OF_NOW)
        until_in_sight(page, page.get_by_test_id("prompt"))
        until_in_sight(page, page.get_by_test_id("choice").first)
        before = page.get_by_test_id("table").get_attribute("data-state-id")
        page.get_by_test_id("coach-advice").click()
        page.wait_for_function(
            "(before) => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
        )


def test_a_dearer_way_that_the_coach_takes_opens_no_others(visit: Visit) -> None:
    page = visit("")
    poster(page, "profi").get_by_test_id("learn").click()
    page.wait_for_selector(SPOKEN)
    page.wait_for_function(OF_NOW)
    expect(page.get_by_test_id("other-ways")).to_have_attribute("aria-expanded", "false")
    folded = page.get_by_test_id("choice").count()
    page.get_by_test_id("other-ways").click()
    until(page, lambda: page.get_by_test_id("choice").count() > folded, "the other ways lie open")


def test_a_wide_page_rings_the_panel_that_is_spoken_of(visit: Visit) -> None:
    page = visit("")
    poster(page, "profi").get_by_test_id("learn").click()
    page.wait_for_selector(SPOKEN)
    until_in_sight(page, page.locator("[data-panel='hand'].coached"))
    page.locator("#tab-story").click()
    expect(page.locator("#tab-sheets")).to_have_class(re.compile("coached"))
    page.locator("#tab-sheets").click()
    until_in_sight(page, page.locator("[data-panel='hand'].coached"))

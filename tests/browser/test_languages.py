"""Every screen in every language: nothing is left in English, and nothing is too long for a phone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import parcours
from parcours.engine.racefile import write_race
from parcours.tours import new_tour
from parcours.tours.tourfile import write_tour
from tests.browser.conftest import is_ready
from tests.browser.pseudo import PAGE, page_words
from tests.browser.riding import TO_DO, Visit, drop

LANGUAGES = ("en", "it", "de", "fr")
BUILT = ("leader_one", "profi")
"""Games whose courses can be built from pieces."""

PLAIN = """() => {
    const words = /[A-Za-z]{3,}/;
    const leave = '[lang]:not(html), .reader > .text, .reader h2, time';
    const found = new Set();
    const note = (element, text, what) => {
        text = text.replaceAll(/Parcours|HC/g, '');
        if (words.test(text) && !element.closest(leave)) found.add(what + text.trim().slice(0, 80));
    };
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode()); ) {
        const element = node.parentElement;
        if (!element.closest('script, style, dialog:not([open])')) note(element, node.data, '');
    }
    for (const element of document.body.querySelectorAll(':not(.reader)'))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
            if (element.getAttribute(name)) note(element, element.getAttribute(name), `${name}: `);
    return [...found];
}"""
"""Texts and labels with three plain letters in a row. Rules are left out: they have texts of their own in each
language. So are times: the browser itself says how long ago something was."""

CUT = """() => {
    const found = new Set();
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.add(`the page scrolls sideways: ${root.scrollWidth}`);
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; (node = walk.nextNode()); ) {
        const element = node.parentElement;
        if (!node.data.trim() || element.closest('svg, script, style, .unseen')) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const box of range.getClientRects()) {
            if (box.width < 2) continue;
            let cut = box.right > innerWidth + 1 || box.left < -1;
            for (let one = element; one && one !== document.body; one = one.parentElement) {
                const how = getComputedStyle(one), edge = one.getBoundingClientRect();
                if (['auto', 'scroll'].includes(how.overflowX)) { cut = false; break; }
                if (how.position === 'fixed' && how.visibility === 'hidden') { cut = false; break; }
                if (how.overflowX !== 'visible' && (box.right > edge.right + 1 || box.left < edge.left - 1)) {
                    cut = edge.width > 0;
                    break;
                }
            }
            if (cut) found.add(`${element.tagName}.${element.className}: ${node.data.trim().slice(0, 60)}`);
        }
    }
    const pen = document.createElement('canvas').getContext('2d');
    for (const select of document.querySelectorAll('select')) {
        const how = getComputedStyle(select), chosen = select.selectedOptions[0]?.text ?? '';
        pen.font = how.font;
        const room = select.clientWidth - parseFloat(how.paddingLeft) - parseFloat(how.paddingRight);
        if (select.clientWidth && pen.measureText(chosen).width > room) found.add(`select: ${chosen}`);
    }
    return [...found];
}"""
"""Texts that stick out of the screen, or out of a box that hides what sticks out, or that a menu cuts off."""


def finished() -> str:
    race = parcours.game("breaking_away").start(teams=3, seed=5, quick=True)
    while not race.over:
        race.play(race.choice_of(race.game.bots[-1]))
    return write_race(race)


def begun() -> str:
    return write_tour(new_tour("breaking_away", "three_days", teams=3, seed=8))


def screens(page: Any, games: Iterable[str], race: str, tour: str) -> Iterator[str]:
    """Go from screen to screen and stop at each, without using a word of any language."""
    page.get_by_test_id("ride-now").first.wait_for()
    yield "front page"
    home = page.url.split("#")[0]
    for game in games:
        for path, there in (
            (f"#/new/tour/{game}", "[data-testid=stage]"),
            (f"#/rules/{game}", "[data-testid=minute]"),
            *([(f"#/build/{game}", "[data-testid=part]")] if game in BUILT else []),
            (f"#/new/{game}", "[data-testid=start]"),
        ):
            page.goto(home + path)
            page.wait_for_selector(there)
            yield path
            if "rules" in path:
                page.keyboard.press("Escape")
        page.get_by_test_id("start").click()
        page.wait_for_selector(TO_DO)
        tabs = page.get_by_role("tab")
        for number in range(tabs.count()):
            tabs.nth(number).click()
            yield f"{game}, tab {number}"
        page.goto(home + "#/")
    drop(page, "kept.tour", tour)
    page.get_by_test_id("tour").wait_for()
    yield "tour"
    page.goto(home + "#/")
    drop(page, "ridden.race", race)
    page.get_by_test_id("podium").wait_for()
    yield "podium"


def found_on(page: Any, look: str) -> dict[str, list[str]]:
    told = {where: page.evaluate(look) for where in screens(page, parcours.game_names(), finished(), begun())}
    return {where: what for where, what in told.items() if what}


def test_no_screen_says_what_the_catalogue_does_not(visit: Visit, own_server: Callable[..., Any]) -> None:
    """In a language without any plain letter."""
    server = own_server(module="tests.browser.pseudo")
    server.wait(is_ready)
    page = visit(at=server.address, language="fr", script=f"{PAGE}({json.dumps(page_words())})")
    assert found_on(page, PLAIN) == {}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_words_fit_on_a_phone(visit: Visit, language: str) -> None:
    page = visit(phone=True, language=language)
    assert found_on(page, CUT) == {}

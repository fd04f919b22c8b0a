"""The story on the page: headlines first, moves folded behind them, clauses within reach."""

from __future__ import annotations

from typing import Any

from tests.browser.riding import choose, ride_now, state_id, until

TURNS = 3


def told(visit: Any, **how: Any) -> Any:
    """A visitor who has ridden on until the story has some turns, with the story open."""
    page = visit(**how)
    ride_now(page)
    page.get_by_role("tab", name="Race report", exact=True).click()
    for _ in range(60):
        if page.get_by_test_id("headline").count() >= TURNS:
            break
        choose(page)
    return page


def test_a_turn_is_told_by_its_headline_and_its_moves_are_folded_behind_it(visit: Any) -> None:
    page = told(visit)
    assert page.get_by_test_id("headline").count() >= TURNS
    fold = page.get_by_test_id("moves").first
    assert not fold.locator("li").first.is_visible()
    fold.locator("summary").click()
    fold.locator("li").first.wait_for()


def within(fold: Any, line: Any) -> list[float]:
    """A line's place and size in its fold, because hovering may scroll and so move both."""
    outer, inner = fold.bounding_box(), line.bounding_box()
    return [round(inner["y"] - outer["y"], 2), round(inner["x"] - outer["x"], 2), inner["width"], inner["height"]]


def test_clauses_are_reached_with_mouse_and_keyboard(visit: Any) -> None:
    page = told(visit)
    fold = page.get_by_test_id("moves").first
    fold.locator("summary").click()
    line = fold.locator("li", has=page.locator("button")).first
    before = within(fold, line)
    line.hover()
    chip = line.get_by_role("button").first
    until(
        page, lambda: chip.evaluate("chip => getComputedStyle(chip.closest('.chips').parentElement).opacity") == "1", ""
    )
    assert within(fold, line) == before
    chip.click()
    page.get_by_role("dialog").first.wait_for()
    page.keyboard.press("Escape")
    chip.focus()
    assert chip.evaluate("chip => document.activeElement === chip")


def test_what_was_taken_back_is_folded_away(visit: Any) -> None:
    page = told(visit)
    before = state_id(page)
    page.keyboard.press("u")
    page.wait_for_function(
        "before => document.querySelector('[data-testid=table]').dataset.stateId !== before", arg=before
    )
    undone = page.get_by_test_id("undone").first
    undone.wait_for()
    assert not undone.locator("li").first.is_visible()
    shown = page.locator("[data-testid=turn] li:visible").all_inner_texts()
    assert not any("takes back" in line for line in shown)

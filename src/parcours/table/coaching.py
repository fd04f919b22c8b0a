"""The coach at a table: what the coach says to a viewer now, in a lesson or in any other race."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parcours.engine.lesson import (
    NO_WORDS,
    SEAT,
    Coach,
    CoachAdvice,
    advised,
    choice_for,
    has_lesson,
    read_lesson,
    read_words,
    reason_of,
)
from parcours.engine.match import Match
from parcours.engine.scene import plain
from parcours.table.log import CLICK, PERSON

if TYPE_CHECKING:
    from parcours.table.tables import Table


def coach_json(table: Table, viewer: int, language: str) -> dict[str, Any]:
    """What the coach says to a viewer now. Outside a lesson: which choice the coach advises, and why."""
    state_id = table.state_id(viewer)
    lesson = table.teaches and viewer == SEAT
    actions: tuple[int, ...] = ()
    told: dict[str, Any] = {"came": "", "say": "", "lights": ["choice"], "clauses": [], "ended": False, "end": ""}
    if lesson:
        advice = _coach(table).now()
        told |= _in_words(table, advice, language)
        actions = advice.actions
    elif table.match.actor == viewer >= 0 and table.note is None:
        actions = advised(table.match)
    said = told.pop("said", ())
    words = read_words(table.game, language) if has_lesson(table.game) else NO_WORDS
    ideas = [(id_, line["idea"]) for id_, line in words.lines.items() if "idea" in line]
    return {
        "state_id": state_id, "lesson": lesson, "title": words.title, **told,
        "advice": _advice(table, actions, language),
        "done": len(set(said) - {""}), "steps": len(words.lines),
        "ideas": [{"id": id_, "words": idea, "met": id_ in said} for id_, idea in ideas],
    }  # fmt: skip


def _in_words(table: Table, advice: CoachAdvice, language: str) -> dict[str, Any]:
    words = read_words(table.game, language)
    return {
        "came": words.came(advice.came, advice.kept),
        "say": words.lines[advice.step]["say"] if advice.step else "",
        "lights": list(advice.lights), "clauses": list(advice.clauses), "ended": advice.ended,
        "end": words.end if advice.ended else "", "said": (*advice.said, advice.step),
    }  # fmt: skip


def _advice(table: Table, actions: tuple[int, ...], language: str) -> dict[str, Any] | None:
    choice = choice_for(table.match, actions) if actions else None
    if choice is None:
        return None
    label = plain(choice, language)["label"]
    return {"actions": list(actions), "label": label, "reason": reason_of(choice, language)}


def _coach(table: Table) -> Coach:
    """The coach who has seen the race up to now. If something was taken back, a new coach is shown the race from its
    start."""
    kept: tuple[Coach, list[int]] | None = table.cache.get("coach")
    if kept is None or table.path[: len(kept[1])] != kept[1]:
        lesson = read_lesson(table.game)
        kept = table.cache["coach"] = (Coach(lesson, Match(table.match.setup, settle=False)), [])
    coach, seen = kept
    for index in table.path[len(seen) :]:
        entry = table.log[index]
        mine = entry.seat == SEAT
        coach.see(entry.code, asked=mine and entry.by == PERSON, pressed=mine and entry.by == CLICK)
        seen.append(index)
    return coach

"""Some rules let everybody decide at once, in secret. Then nobody waits for a turn: an early choice lies sealed in the
log until its turn comes, and the table carries it out. The rules themselves ask one seat after the other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from parcours.engine.click import GUESS
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.routine import forced_or_usual
from parcours.engine.words import Say
from parcours.table.log import ACTION, CLICK, PERSON, SEALED, WITHDRAWN, LogEntry

if TYPE_CHECKING:
    from parcours.table.tables import Table

DECIDED = Say("Your choice is in. The others are still deciding.")


def sealed_by(log: Iterable[LogEntry], seats: int) -> list[list[LogEntry]]:
    """For each seat, the early choices that have not been carried out yet."""
    sealed: list[list[LogEntry]] = [[] for _ in range(seats)]
    for entry in log:
        if entry.kind == SEALED:
            sealed[entry.seat].append(entry)
        elif entry.kind == WITHDRAWN:
            sealed[entry.actor].clear()
        elif entry.kind == ACTION and entry.by in (PERSON, CLICK) and entry.seat == entry.actor >= 0:
            del sealed[entry.actor][:1]
    return sealed


def is_together(game: Game, match: Match) -> bool:
    """Whether the present decision is one that all make at once."""
    return match.actor >= 0 and bool(game.at_once) and int(match.races[0]["phase"]) in game.at_once


def early_question(table: Table, seat: int) -> Match | None:
    """The race as it would stand after a seat's sealed choices, with the next question that it can answer before its
    turn; None: there is nothing to decide early. It is made only from what the seat knows."""
    if not _may_decide_early(table, seat):
        return None
    here, waiting = table.match.guess(seat, GUESS), [entry.code for entry in table.sealed[seat]]
    while is_together(table.game, here):
        action = here.legal()[0]
        if here.actor == seat:
            usual = forced_or_usual(here, table.left[seat])
            if usual is None and not waiting:
                return here
            action = waiting.pop(0) if usual is None else usual
            if action not in here.legal():
                return None
        here = here.at_once(action)
    return None


def _may_decide_early(table: Table, seat: int) -> bool:
    """Whether a seat may decide before its turn: only a person who is alone at a screen. At a shared screen people
    decide one after the other."""
    if seat < 0 or table.note is not None or table.match.actor == seat or not is_together(table.game, table.match):
        return False
    held = table.seats[seat]
    alone = all(s.seat == seat or s.screen != held.screen for s in table.people())
    return held.kind == "person" and not held.ridden_by_bot and alone


def next_sealed(table: Table) -> LogEntry | None:
    """The sealed choice whose turn has come."""
    seat = table.match.actor
    waiting = table.sealed[seat] if seat >= 0 and table.note is None else []
    return waiting[0] if waiting else None

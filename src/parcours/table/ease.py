"""How a table saves people work. It answers questions that have only one answer or that people left to it, and it
offers choices that answer several questions with one press. The log records all of this."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from parcours.engine.chance import CHANCE
from parcours.engine.click import offered
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.routine import OPENING, forced_or_usual
from parcours.engine.scene import plain
from parcours.engine.words import Say
from parcours.table import refusals
from parcours.table.log import LEFT, LogEntry

if TYPE_CHECKING:
    from parcours.table.tables import Table


def checked_routines(game: Game, wanted: Sequence[str]) -> list[str]:
    """The wanted routines in the game's order; a refusal if the game does not have one of them."""
    known = [routine.id for routine in game.routines]
    for name in wanted:
        if name not in known:
            raise refusals.invalid(
                Say(
                    "This game has no routine {name}. Choose one of these: {known}.",
                    name=name[:40],
                    known=", ".join(known),
                )
            )
    return [name for name in known if name in wanted]


def as_bits(game: Game, routines: Sequence[str]) -> int:
    """Routines as the log stores them: one bit each, in the game's order."""
    return sum(1 << n for n, routine in enumerate(game.routines) if routine.id in routines)


def left_by(game: Game, log: Iterable[LogEntry], seats: int) -> list[frozenset[str]]:
    """For each seat, the routines that its person has left to the game."""
    left: list[frozenset[str]] = [frozenset()] * seats
    for entry in log:
        if entry.kind == LEFT:
            left[entry.actor] = frozenset(r.id for n, r in enumerate(game.routines) if entry.code >> n & 1)
    return left


def opening_answer(match: Match) -> int | None:
    """The usual answer to an opening question; None if this is not an opening question."""
    opening = match.actor >= 0 and OPENING.id in match.game.covering(match)
    return match.game.usual(match, OPENING.id) if opening else None


def answer(table: Table) -> int | None:
    """The table's answer in place of the person who has to decide; None: that person answers."""
    match = table.match
    if match.actor < 0 or table.note is not None or table.seats[match.actor].ridden_by_bot:
        return None
    return forced_or_usual(match, table.left[match.actor])


def clicks_json(table: Table, viewer: int, language: str) -> list[dict[str, Any]]:
    """The choices that answer several questions with one press, for the seat that decides."""
    match = table.question(viewer)
    if viewer < 0 or match.actor != viewer or table.note is not None or match.actor == CHANCE:
        return []
    return [plain(choice, language) for choice in offered(match)]


def ease_json(table: Table, viewer: int, language: str) -> dict[str, Any]:
    """What the game chose at the start, and which routines this viewer leaves to it."""
    game = table.game
    left = table.left[viewer] if viewer >= 0 else frozenset()
    known = [routine for routine in game.routines if routine is not OPENING] if viewer >= 0 else []
    return {
        "chosen": game.quick.about.to(language) if table.quick else None,
        "routines": [{"id": r.id, "label": r.label.to(language), "on": r.id in left} for r in known],
    }

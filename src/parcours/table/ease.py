"""What a table does for its people: it answers what is forced and what they have left to it, and puts together what one
press answers. All of it stands in the log."""

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
    """Routines of a game, or a refusal."""
    known = [routine.id for routine in game.routines]
    for name in wanted:
        if name not in known:
            raise refusals.invalid(
                Say("There is no routine {name} in this game: it has {known}.", name=name[:40], known=", ".join(known))
            )
    return [name for name in known if name in wanted]


def as_bits(game: Game, routines: Sequence[str]) -> int:
    """Routines as a log writes them: a bit each, in the order of the game."""
    return sum(1 << n for n, routine in enumerate(game.routines) if routine.id in routines)


def left_by(game: Game, log: Iterable[LogEntry], seats: int) -> list[frozenset[str]]:
    """For each seat, which routines its person has left to the game."""
    left: list[frozenset[str]] = [frozenset()] * seats
    for entry in log:
        if entry.kind == LEFT:
            left[entry.actor] = frozenset(r.id for n, r in enumerate(game.routines) if entry.code >> n & 1)
    return left


def opening_answer(match: Match) -> int | None:
    """How an opening question is usually answered; None: it is none."""
    opening = match.actor >= 0 and OPENING.id in match.game.covering(match)
    return match.game.usual(match, OPENING.id) if opening else None


def answer(table: Table) -> int | None:
    """What the table answers for the person whose decision it is; None: that person does."""
    match = table.match
    if match.actor < 0 or table.note is not None or table.seats[match.actor].ridden_by_bot:
        return None
    return forced_or_usual(match, table.left[match.actor])


def clicks_json(table: Table, viewer: int, language: str) -> list[dict[str, Any]]:
    """What one press answers, for whoever decides."""
    match = table.question(viewer)
    if viewer < 0 or match.actor != viewer or table.note is not None or match.actor == CHANCE:
        return []
    return [plain(choice, language) for choice in offered(match)]


def ease_json(table: Table, viewer: int, language: str) -> dict[str, Any]:
    """What the game has chosen at the start, and what this viewer leaves to it."""
    game = table.game
    left = table.left[viewer] if viewer >= 0 else frozenset()
    known = [routine for routine in game.routines if routine is not OPENING] if viewer >= 0 else []
    return {
        "chosen": game.quick.about.to(language) if table.quick else None,
        "routines": [{"id": r.id, "label": r.label.to(language), "on": r.id in left} for r in known],
    }

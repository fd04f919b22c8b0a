"""What a game can do for its players: set up the race for them, and give the usual answer to routine questions."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from parcours.engine.words import Say

if TYPE_CHECKING:
    from parcours.engine.match import Match


@dataclass(frozen=True)
class Routine:
    """A kind of question that a player may leave to the game, for the whole race: drawing cards, placing riders."""

    id: str
    label: Say
    """What the switch says: "Draw my cards for me"."""


OPENING = Routine("opening", Say("Set up for me"))
"""All questions before the first turn. Every game has this routine."""


@dataclass(frozen=True)
class QuickStart:
    """The set-up of a race for somebody who wants to ride at once: the game answers the opening questions."""

    about: Say
    """What was chosen, in one line."""
    course: str = ""
    """Empty: the game's default course."""
    options: Mapping[str, bool | str] = field(default_factory=dict)
    routines: tuple[str, ...] = (OPENING.id,)
    """The routines that are on for every player from the start; each can be switched off."""


def forced_or_usual(match: Match, routines: Collection[str]) -> int | None:
    """The answer to the current question if nobody has to be asked: it is the only legal one, or one of these routines
    covers the question. None: the player decides."""
    if match.actor < 0:
        return None
    legal = match.legal()
    if len(legal) == 1:
        return legal[0]
    covering = next((routine for routine in match.game.covering(match) if routine in routines), None)
    return match.game.usual(match, covering) if covering else None


def answer_opening(match: Match) -> None:
    """Answer every opening question as the game's own bot does, up to the first question that is asked on the road."""
    while match.actor >= 0 and OPENING.id in match.game.covering(match):
        match.play(match.game.usual(match, OPENING.id))

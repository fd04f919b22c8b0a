"""Rally: the questions that a player may leave to the game, apart from those of the set-up."""

from __future__ import annotations

from typing import Any

from parcours.engine.routine import OPENING, Routine
from parcours.engine.words import Say
from parcours.games.rally.state import NORMAL, OFF, RAIN, RAIN_TYRES, SNOW, SNOW_TYRES, STOP_PHASE, STORM, TYRE_PHASE

STOPS = Routine("stops", Say("Stop with the mechanics as usual"))
PAST = Routine("past", Say("Drive past the mechanics while my tyres suit the coming weather"))
KINDS = (NORMAL, RAIN_TYRES, SNOW_TYRES)
MADE_FOR = {RAIN: RAIN_TYRES, STORM: RAIN_TYRES, SNOW: SNOW_TYRES}
"""The best tyres for each kind of weather; on a dry road, normal tyres are best (RA-Y2, RA-Y3)."""


def covering_now(race: Any) -> tuple[str, ...]:
    """The routines that could answer the question now. A car's first tyres belong to its set-up, although they are
    fitted only in its first turn (RA-T1)."""
    phase = int(race["phase"])
    if phase == STOP_PHASE:
        return (STOPS.id,) if may_gain_by_a_stop(race) else (PAST.id, STOPS.id)
    return (OPENING.id,) if phase == TYRE_PHASE or race["turn"] == 0 else ()


def may_gain_by_a_stop(race: Any) -> bool:
    """Whether a stop for other tyres may pay off for the car that moves, given the two sectors that the weather die can
    lead to (RA-W1). If the stop costs nothing, one sector that the car's tyres don't suit is enough; otherwise other
    tyres must suit more of the two sectors than its own."""
    sectors, arrow = int(race["sectors"]), int(race["arrow"])
    wanted = [MADE_FOR.get(int(race["weather"][(arrow + step) % sectors]), NORMAL) for step in (-1, 1)]
    suited = wanted.count(int(race["tyres"][race["car"]]))
    if changes_for_nothing(race):
        return suited < len(wanted)
    return suited < max(wanted.count(kind) for kind in KINDS)


def changes_for_nothing(race: Any) -> bool:
    """Whether a change of tyres costs nothing: the car restarts in 1st anyway and does not have to sit out another move
    (RA-M8, RA-M9)."""
    car = int(race["car"])
    return bool(race["status"][car] == OFF and not (race["repaired"] and race["stand"][car] == 0))

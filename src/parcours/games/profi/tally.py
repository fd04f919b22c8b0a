"""Profi: the counts behind the figures, taken from actions and what they changed. No rule depends on them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare
from parcours.games.profi.actions import (
    ACCEPT,
    ATTACK,
    CHALLENGE,
    CIRCLE,
    DOPE,
    DOPING_CARD,
    HELP,
    JOIN,
    NO_COUNTER,
    NO_DUEL,
    PLAY,
    RAISE,
    SURGE,
    TAKE_CHIP,
    TYPE,
)
from parcours.games.profi.rules.ground import riders
from parcours.games.profi.state import COUNTER, State

ATTACKS, COUNTERS, CIRCLES_OFFERED, CIRCLES, CHALLENGES, DUELS, RAISES, FALLS, DOPED = range(9)
COUNTED = (
    "attacks", "counters", "circles offered", "circles", "challenges", "duels", "raises", "falls", "doping cards used",
)  # fmt: skip


@rare
def tally(before: State, action: int, after: State, counts: NDArray[np.int32]) -> None:
    """Count attacks, counters, circles that somebody joins, accepted duels, doping cards used, and falls (PR-F2; a
    rider that gave its bike away has not fallen, PR-G4)."""
    if action in (ATTACK, SURGE):
        counts[ATTACKS] += 1
    elif action == CIRCLE:
        counts[CIRCLES_OFFERED] += 1
    elif action == JOIN and before.joined == 0:
        counts[CIRCLES] += 1
    elif CHALLENGE <= action < NO_DUEL:
        counts[CHALLENGES] += 1
    elif action == ACCEPT:
        counts[DUELS] += 1
    elif action == RAISE:
        counts[RAISES] += 1
    elif DOPE <= action < TYPE or action == PLAY + DOPING_CARD:
        counts[DOPED] += 1
    elif before.phase == COUNTER and action != NO_COUNTER:
        counts[COUNTERS] += 1
    elif HELP <= action < TAKE_CHIP:
        return
    for rider in range(riders(after)):
        if after.fell[rider] > before.fell[rider]:
            counts[FALLS] += 1

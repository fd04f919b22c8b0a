"""Leader 1: which riders the road captain picks, and which of them become sprinter and descender."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import SPRINT_ZONE, Road
from parcours.games.leader_one.actions import DESCENDS, LINEUP, LINEUPS, SPRINTS
from parcours.games.leader_one.state import CLIMBER, ROULEUR, TYPES, State
from parcours.games.leader_one.tables import FREE

_FREE = np.array(FREE, np.int8)


@rule
def worth_of_type(road: Road, kind: int) -> int:
    """Free squares that a type would have on the last hexes of the course."""
    worth = 0
    last = len(road.stretches) - 3
    for back in range(4):
        if last - back > 0:
            worth += int(_FREE[road.stretches[last - back].terrain, kind])
    return worth


@rare
def best_lineup(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    best, chosen = -1, codes[0]
    for k in range(number):
        worth = 0
        for kind in range(TYPES):
            if types_in(codes[k] - LINEUP) >> kind & 1:
                worth += worth_of_type(road, kind)
        if worth > best:
            best, chosen = worth, codes[k]
    return chosen


_BITS = np.array([sum(1 << kind for kind in lineup) for lineup in LINEUPS], np.int8)


@rule
def types_in(lineup: int) -> int:
    return int(_BITS[lineup])


@rare
def best_quality(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """The type that is fastest on the last hexes becomes the sprinter, the slowest one the descender (a climber rather
    than a rouleur). A single rider becomes the sprinter if there is a sprint zone."""
    seat = race.chooser
    zone = road.stretches[len(road.stretches) - 3]["flags"] & SPRINT_ZONE
    best, chosen = -99, codes[0]
    for k in range(number):
        sprints = codes[k] >= SPRINTS
        slot = codes[k] - (SPRINTS if sprints else DESCENDS)
        rider = seat * race.each + slot
        worth = worth_of_type(road, race.kind[rider])
        if sprints:
            worth += 20 if zone else -20
        else:
            worth = -worth + (1 if race.kind[rider] == CLIMBER else 0)
            if race.kind[rider] == ROULEUR:
                worth -= 1
        if worth > best:
            best, chosen = worth, codes[k]
    return chosen

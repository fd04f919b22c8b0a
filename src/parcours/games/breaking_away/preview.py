"""What a choice would bring, worked out by the rules themselves on a copy."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import entry
from parcours.engine.road import Road
from parcours.games.breaking_away.rules import cross_lines, move, replenish
from parcours.games.breaking_away.state import RIDERS


@entry
def preview(races: Any, scratch: Any, road: Road, box: int, out: NDArray[np.int32]) -> None:
    """What happens if the rider to move spends this box and nobody else moves. `out` gets what comes back into the box,
    the points won, the line crossed (-1: none) and the place there."""
    scratch[0] = races[0]
    race = scratch[0]
    rider = race.queue[race.due]
    before = race.distance[rider]
    points = race.points[rider // RIDERS]
    for other in range(race.teams * RIDERS):
        race.blank[other] = 0
    race.blank[rider] = box
    move(race, rider, before + race.factor[rider, box])
    cross_lines(race, road, rider, before)
    out[1] = race.points[rider // RIDERS] - points
    out[2] = -1
    out[3] = 0
    for line in range(len(road.lines)):
        if before <= road.lines[line].at and road.lines[line].at < race.distance[rider]:
            out[2] = line
            out[3] = race.place[rider, line]
    replenish(race)
    out[0] = race.factor[rider, box]

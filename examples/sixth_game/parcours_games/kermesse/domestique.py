"""The domestique: Kermesse's own bot. It digs while it has breath to spare, and looks for a wheel when it has none."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from parcours.games.kermesse.actions import DIG, RIDE, SIT_UP
from parcours.games.kermesse.rules import SAT_UP
from parcours.games.kermesse.state import State

from parcours.engine.kernel import rule
from parcours.engine.road import Road


@rule
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """Sit up if that leads to a wheel; otherwise dig, or ride if no breath is left."""
    for other in range(race.teams):
        if race.distance[other] == race.distance[seat] + SAT_UP + 1:
            return SIT_UP
    return DIG if race.breath[seat] > 0 else RIDE

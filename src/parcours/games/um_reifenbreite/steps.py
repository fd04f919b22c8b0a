"""Um Reifenbreite: the steps from square to square, packed for the search for ways: what it reads about a square lies
close together, in 16-bit numbers."""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parcours.engine.record import I2, layout
from parcours.engine.road import NOWHERE, RUN_OUT, Road

LEFT = 2
"""The index in `onward` of the step to the left; those to the right and straight on come before it."""
FAR = 1 << 14
"""More steps than any move has."""


class Steps(Protocol):
    """What the search for ways knows about a square."""

    onward: Annotated[I2, "i2", 3]
    """Where a step leads: to the right, straight on, to the left. NOWHERE: nowhere, or over a solid line."""
    beside: Annotated[int, "i2"]
    """As in `Square`: the square on the right that shares two steps with this one."""
    to_run_out: Annotated[int, "i2"]
    """The fewest steps that lead beyond the finish, if nobody is in the way; FAR if none do."""


STEPS = layout(Steps)


def steps(road: Road) -> NDArray[Any]:
    """What the search knows about every square of a road."""
    table = np.zeros(len(road.squares), STEPS)
    table["onward"], table["beside"] = road.squares["onward"], road.squares["beside"]
    table["to_run_out"] = _steps_to_run_out(road)
    return table


def _steps_to_run_out(road: Road) -> NDArray[Any]:
    onward = road.squares["onward"]
    fewest = np.where(road.squares["flags"] & RUN_OUT, 0, FAR)
    while True:
        through = np.where(onward == NOWHERE, FAR, fewest[onward]).min(axis=1) + 1
        fewer = np.minimum(fewest, through)
        if (fewer == fewest).all():
            return fewest
        fewest = fewer

"""Profi: what each choice would bring, found by carrying it out on a copy of the race."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import entry
from parcours.engine.road import Road
from parcours.games.profi.rules import carry_out
from parcours.games.profi.rules.slipstream import could_follow, follower, next_rider
from parcours.games.profi.state import NOBODY

ROW, LANE, CHIPS, VERGE_ROW, VERGE_LANE, COLUMNS = range(6)
"""What is reported of each choice: where the rider ends, what it pays or gains in chips, and the last verge square on
its way, where it would lie after a fall (PR-V1)."""


@entry
def preview(races: Any, scratch: Any, road: Road, out: NDArray[np.int64]) -> int:
    """Carry out each legal action on a fresh copy and report what it brings. Returns how many there are."""
    race = races[0]
    for choice in range(race.offered):
        scratch[0] = race
        after = scratch[0]
        rider = race.rider if race.rider != NOBODY else 0
        carry_out(after, road, race.menu[choice])
        out[choice, ROW] = after.row[rider]
        out[choice, LANE] = after.lane[rider]
        out[choice, CHIPS] = after.chips[rider] - race.chips[rider]
        out[choice, VERGE_ROW] = after.verge_row
        out[choice, VERGE_LANE] = after.verge_lane
    return race.offered


@entry
def order_of_moving(races: Any, road: Road, out: NDArray[np.int64]) -> int:
    """Write the riders still to move, in order, to `out`; returns how many. It changes the record that it is given."""
    race = races[0]
    count = 0
    while True:
        rider = next_rider(race, road)
        if rider == NOBODY:
            return count
        out[count] = rider
        race.moved[rider] = 1
        count += 1


@entry
def who_can_follow(races: Any, road: Road) -> int:
    """The rider that could use the slipstream of the last mover now; or -1."""
    race = races[0]
    rider = follower(race)
    return rider if rider != NOBODY and could_follow(race, road, rider) else NOBODY

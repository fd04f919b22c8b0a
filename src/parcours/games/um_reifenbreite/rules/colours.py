"""Um Reifenbreite, chapters 8 to 10: climbs, descents, cobbles; a foot on the ground, and coming back onto the road."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, TERRAINS, Road
from parcours.games.um_reifenbreite.actions import RETURN
from parcours.games.um_reifenbreite.rules.ways import free_in_row, row_behind, stand
from parcours.games.um_reifenbreite.state import (
    BESIDE,
    MAX_LANES,
    NEXT_TURN,
    NOBODY,
    RETURN_PHASE,
    RIDERS,
    RIDING,
    ROUND_END,
    State,
)  # fmt: skip

COLOURS = {"red": "climb", "ochre": "descent", "green": "cobbles"}
"""The rulebook's colours, which course files use, and what they stand for (UR-3c)."""
RED, GREEN = TERRAINS.index("climb"), TERRAINS.index("cobbles")


@rule
def stands_on(race: State, road: Road, colour: int) -> bool:
    """Whether the rider whose turn it is stands on this colour; without colours every square is flat (UR-2a)."""
    return bool(race.colours and road.squares[race.at[race.rider]].terrain == colour)


@rule
def allowance_of(race: State, road: Road, rider: int, points: int) -> int:
    """The points, adjusted by the number of the square where the move begins: red and green subtract (UR-8a, UR-10a),
    ochre adds (UR-9a), flat changes nothing (UR-10b)."""
    return points + road.squares[race.at[rider]].value if race.colours else points


@rule
def put_foot_down(race: State) -> None:
    """The rider leaves the road at once and stands beside it; its square is free meanwhile (UR-8b)."""
    rider = race.rider
    race.left_at[rider] = race.at[rider]
    race.at[rider] = NOWHERE
    race.status[rider] = BESIDE
    race.moved[rider] = 1
    race.leavers += 1
    race.left[rider] = race.leavers
    race.phase = NEXT_TURN


@rare
def next_to_come_back(race: State) -> int:
    """The next rider to come back, in the order in which they left (UR-8d)."""
    first = NOBODY
    for rider in range(race.teams * RIDERS):
        if race.status[rider] == BESIDE and (first == NOBODY or race.left[rider] < race.left[first]):
            first = rider
    return first


@rare
def come_back(race: State, road: Road, rider: int) -> None:
    """The rider comes back onto its own square. If that is taken, its manager chooses a free square of the row; if the
    row is full, one of the row behind, and so on (UR-8c, UR-8d, UR-8e)."""
    row = race.left_at[rider]
    own = free_in_row(race, road, row, road.squares[row].lane)
    if own != NOWHERE:
        step_back_on(race, road, rider, own)
        return
    while True:
        free = 0
        last = NOWHERE
        for lane in range(MAX_LANES):
            square = free_in_row(race, road, row, lane)
            if square != NOWHERE:
                free += 1
                last = square
        if free == 1:
            step_back_on(race, road, rider, last)
            return
        if free > 1:
            race.rider = rider
            race.target = row
            race.phase = RETURN_PHASE
            return
        row = row_behind(road, row)


@rare
def legal_returns(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The lanes in which the rider may come back (UR-20i)."""
    count = 0
    for lane in range(MAX_LANES):
        if free_in_row(race, road, race.target, lane) != NOWHERE:
            out[count] = RETURN + lane
            count += 1
    return count


@rare
def return_in_lane(race: State, road: Road, lane: int) -> None:
    step_back_on(race, road, race.rider, free_in_row(race, road, race.target, lane))
    race.phase = ROUND_END


@rare
def step_back_on(race: State, road: Road, rider: int, square: int) -> None:
    stand(race, road, rider, square)
    race.left_at[rider] = NOWHERE
    race.left[rider] = 0
    race.status[rider] = RIDING

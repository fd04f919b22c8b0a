"""Kermesse: the rules, in their order. Each function names its clauses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from parcours.games.kermesse.actions import DIG, RIDE, SHOWS, SIDES, SIT_UP
from parcours.games.kermesse.state import NOT_ROLLING, State

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road

VERSION = 1
"""Raised whenever a rule changes; a refactoring does not change it."""

FIRST_BREATH = 4
MOST_BREATH = 6
SAT_UP = 2
"""How far a rider who sits up rolls."""
DUG = 3
"""How many more squares a rider who digs rides."""
DRINK = 2
CHURCH, FINISH = range(2)
"""The lines of every course."""


@rare
def set_up(race: State, road: Road) -> None:
    """All riders start on the line, with 4 breath each (KM-1)."""
    for rider in range(race.teams):
        race.breath[rider] = FIRST_BREATH
    begin_round(race)


@rule
def begin_round(race: State) -> None:
    """Everybody moves once, from the front to the back; of riders on one square, the lower seat first (KM-3)."""
    race.turn += 1
    race.due = 0
    race.rolling = NOT_ROLLING
    for rider in range(race.teams):
        at = rider
        while at > 0 and race.distance[race.queue[at - 1]] < race.distance[rider]:
            race.queue[at] = race.queue[at - 1]
            at -= 1
        race.queue[at] = rider


@rule
def actor(race: State) -> int:
    """Chance while the die is in the air, otherwise the rider whose turn it is (KM-3)."""
    if race.over:
        return OVER
    return CHANCE if race.rolling != NOT_ROLLING else int(race.queue[race.due])


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """While the die is in the air, what it can show; otherwise sit up, ride, and dig if any breath is left (KM-4)."""
    if race.rolling != NOT_ROLLING:
        for side in range(SIDES):
            out[side] = SHOWS + 1 + side
        return SIDES
    out[0] = SIT_UP
    out[1] = RIDE
    out[2] = DIG
    return 3 if race.breath[race.queue[race.due]] > 0 else 2


@rule
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """A fair die."""
    for side in range(SIDES):
        out[side] = 1


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Sit up, or roll and ride (KM-4)."""
    rider = int(race.queue[race.due])
    if action == SIT_UP:
        breathe(race, rider, 1)
        move(race, road, rider, SAT_UP)
    elif action > SHOWS:
        move(race, road, rider, action - SHOWS + (DUG if race.rolling == DIG else 0))
    else:
        race.rolling = action
        race.breath[rider] -= action == DIG


@rule
def breathe(race: State, rider: int, much: int) -> None:
    """Give a rider breath back. Nobody ever has more than 6 (KM-1)."""
    race.breath[rider] = min(MOST_BREATH, race.breath[rider] + much)


@rule
def finds_a_wheel(race: State, rider: int) -> bool:
    """Whether another rider is on the next square (KM-5)."""
    found = False
    for other in range(race.teams):
        found |= race.distance[other] == race.distance[rider] + 1
    return found


@rule
def move(race: State, road: Road, rider: int, squares: int) -> None:
    """Ride, find a wheel, win the drink; then it is the next rider's turn (KM-3, KM-5, KM-6)."""
    race.distance[rider] += squares
    if finds_a_wheel(race, rider):
        breathe(race, rider, 1)
    if not race.drunk and race.distance[rider] > road.lines[CHURCH].at:
        race.drunk = 1
        breathe(race, rider, DRINK)
    race.rolling = NOT_ROLLING
    race.due += 1
    if race.due == race.teams:
        end_round(race, road)


@rule
def end_round(race: State, road: Road) -> None:
    """The round in which somebody reaches the finish is the last one (KM-7)."""
    for rider in range(race.teams):
        race.over |= race.distance[rider] >= road.lines[FINISH].at
    if not race.over:
        begin_round(race)


@rule
def is_ahead(race: State, rider: int, other: int) -> bool:
    """Whether a rider is further along, or as far with more breath (KM-7)."""
    if race.distance[rider] != race.distance[other]:
        return bool(race.distance[rider] > race.distance[other])
    return bool(race.breath[rider] > race.breath[other])


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """The places: first by distance, then by breath (KM-7)."""
    for rider in range(race.teams):
        ahead = 0
        for other in range(race.teams):
            ahead += is_ahead(race, other, rider)
        places[rider] = ahead + 1


@rare
def score(race: State, road: Road, points: NDArray[np.float64]) -> None:
    """How far each rider has come."""
    for rider in range(race.teams):
        points[rider] = race.distance[rider]


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """Everybody sees everything."""


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """There is nothing to guess."""

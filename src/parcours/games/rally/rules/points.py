"""Rally: score A, and the places of a stage."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.state import LEFT, OUT, OVER_PHASE, State

DESTROYED = 2
"""How much more an eliminated car scores than the worst that finished (RA-P4)."""
PACE = 5
"""Squares per turn, to compare cars that are still on the road."""
FAR = 30_000


@rule
def first_turn(race: State) -> int:
    """The turn in which the first car finished (RA-P1); 0: none has."""
    first = 0
    for car in range(race.teams):
        left = race.left_turn[car]
        if left > 0 and (first == 0 or left < first):
            first = left
    return first


@rule
def turns_behind(race: State, car: int) -> int:
    """How many turns after the first car this one finished (RA-P1)."""
    return race.left_turn[car] - first_turn(race)


@rare
def score_a(race: State, car: int) -> int:
    """Score A: turns behind the first to finish, minus the car's starting position (RA-P2). An eliminated car gets the
    highest score of those that finished plus 2, or 0 if none did (RA-P4). (A car on the road has 0.)"""
    if race.status[car] == LEFT:
        return turns_behind(race, car) - race.start[car]
    worst = -FAR
    for other in range(race.teams):
        if race.status[other] == LEFT:
            worst = max(worst, turns_behind(race, other) - race.start[other])
    return worst + DESTROYED if race.status[car] == OUT and worst > -FAR else 0


@rare
def prospect(race: State, car: int) -> int:
    """How well a car is doing before the stage is over, in squares; lower is better. It is what an ordinary pace would
    cover in the turns driven, plus the rest of the road. Eliminated cars come last (RA-P4)."""
    if race.status[car] == OUT:
        return FAR
    if race.status[car] == LEFT:
        return (race.left_turn[car] - race.start[car] + 1) * PACE
    driven = max(0, race.turn - race.start[car])
    return driven * PACE + race.places + 1 - race.place[car] + race.stand[car] * PACE


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """The places: lower is better, and equal scores share a place (RA-P2, RA-P3, RA-S2). While cars are on the road,
    these are the places as things stand."""
    for car in range(race.teams):
        better = 0
        for other in range(race.teams):
            if race.phase == OVER_PHASE:
                better += score_a(race, other) < score_a(race, car)
            else:
                better += prospect(race, other) < prospect(race, car)
        places[car] = better + 1


@rare
def score(race: State, road: Road, points: NDArray[np.float64]) -> None:
    """Score A with its sign reversed, so that more is better (RA-P2)."""
    for car in range(race.teams):
        points[car] = -score_a(race, car)

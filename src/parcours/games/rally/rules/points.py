"""Rally: score A, and the places of a stage."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.state import LEFT, OUT, OVER_PHASE, State

DESTROYED = 2
"""What an eliminated car scores more than the last to arrive (RA-P4)."""
PACE = 5
"""Squares a turn, for comparing cars while they are on the road."""
FAR = 30_000


@rule
def first_turn(race: State) -> int:
    """The turn in which the first car left (RA-P1); 0: none has."""
    first = 0
    for car in range(race.teams):
        left = race.left_turn[car]
        if left > 0 and (first == 0 or left < first):
            first = left
    return first


@rule
def turns_behind(race: State, car: int) -> int:
    """RA-P1."""
    return race.left_turn[car] - first_turn(race)


@rare
def score_a(race: State, car: int) -> int:
    """Turns behind the first less the own starting position (RA-P2); an eliminated car's is the highest of those that
    left, and 2 more; 0 if none did (RA-P4). (Of a car on the road: 0.)"""
    if race.status[car] == LEFT:
        return turns_behind(race, car) - race.start[car]
    worst = -FAR
    for other in range(race.teams):
        if race.status[other] == LEFT:
            worst = max(worst, turns_behind(race, other) - race.start[other])
    return worst + DESTROYED if race.status[car] == OUT and worst > -FAR else 0


@rare
def prospect(race: State, car: int) -> int:
    """How well a car stands before the stage is over, lower is better: turns driven, and what is left of the road at an
    ordinary pace, in squares. Eliminated cars come last (RA-P4)."""
    if race.status[car] == OUT:
        return FAR
    if race.status[car] == LEFT:
        return (race.left_turn[car] - race.start[car] + 1) * PACE
    driven = max(0, race.turn - race.start[car])
    return driven * PACE + race.places + 1 - race.place[car] + race.stand[car] * PACE


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """Lower is better, equal scores share the place (RA-P2, RA-P3, RA-S2). While cars are on the road: who would win
    now."""
    for car in range(race.teams):
        better = 0
        for other in range(race.teams):
            if race.phase == OVER_PHASE:
                better += score_a(race, other) < score_a(race, car)
            else:
                better += prospect(race, other) < prospect(race, car)
        places[car] = better + 1

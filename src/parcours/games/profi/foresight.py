"""Profi: a forecast of how a race will end, judged from how it stands now, for a search that stops its play-outs early.
The better a rider's standing, measured in rows, the greater its chance of winning; the more rounds are left, the less
that counts. The numbers were fitted to the results of 560 races between veterans on all courses.
"""

from __future__ import annotations

from math import exp, log, sqrt

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.rules.ground import finish_row, front_row, has, is_lying, is_own, on_road, type_of, upright_at
from parcours.games.profi.state import CAPTAIN, LOWEST, NOBODY, VALUES, State

CHIP, WHEEL, OWN_ROUND, CAPTAINCY, FALLEN, HAND_POINT = 0.6, 1.22, 1.64, -0.54, -1.74, 0.63
"""What each of these is worth, in rows: a chip, a wheel to follow, each round to come on own terrain, being captain,
lying on the road, each point of cards of its own colour in the hand."""
ROWS_A_ROUND = 8.0
LUCK = 3.21
"""How far luck drives riders apart, in rows; multiplied by the square root of the rounds left."""


@rule
def clock(race: State) -> int:
    """The round number, which decides when a play-out is stopped early. On a profile it stops counting at the last
    round, so that the race is then ridden to its end."""
    return race.round_number if race.board else min(race.round_number, race.rounds)


@rare
def rounds_left(race: State, road: Road) -> float:
    """The rounds still to ride, including the current one; on a board, an estimate."""
    if race.board:
        return max(finish_row(road) - front_row(race), 0) / ROWS_A_ROUND + 1.0
    return float(max(race.rounds - race.round_number, 0) + 1)


@rare
def own_rounds(race: State, road: Road, rider: int) -> float:
    """How many of the rounds to come are ridden on a rider's own terrain."""
    rounds = 0.0
    if race.board:
        front, end = front_row(race), finish_row(road)
        for stretch in range(len(road.stretches)):
            here = road.stretches[stretch]
            if is_own(race, here.terrain, rider):
                rounds += max(min(here.front, end) - max(here.rear, front), 0) / ROWS_A_ROUND
        return rounds
    for stretch in range(race.round_number - 1, race.rounds):
        rounds += is_own(race, road.stretches[stretch].terrain, rider)
    return rounds


@rare
def standing(race: State, road: Road, rider: int) -> float:
    """How good a rider's position is, in rows."""
    kind = type_of(race, rider)
    rows = race.row[rider] + CHIP * race.chips[rider] + OWN_ROUND * own_rounds(race, road, rider)
    if upright_at(race, race.row[rider] + 1, race.lane[rider]) != NOBODY:
        rows += WHEEL
    if kind == CAPTAIN:
        rows += CAPTAINCY
    if is_lying(race, rider):
        rows += FALLEN
    for value in range(VALUES):
        rows += HAND_POINT * (value + LOWEST) * race.hand[rider // race.squad, kind * VALUES + value]
    return rows


@rare
def foreseen(race: State, road: Road, points: NDArray[np.float64]) -> float:
    """Write to `points` how good each team's position is, in rows: a team's chance of winning is that of all its
    riders together (PR-Q6). Returns how far luck can still shift it."""
    luck = LUCK * sqrt(rounds_left(race, road))
    front = float(front_row(race))
    for team in range(race.teams):
        chances = 1e-9
        for rider in range(team * race.squad, team * race.squad + race.squad):
            if on_road(race, rider) and not has(race.struck, rider):
                chances += exp((standing(race, road, rider) - front) / luck)
        points[team] = luck * log(chances)
    return luck

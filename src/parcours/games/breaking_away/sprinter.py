"""The sprinter: a greedy bot for Breaking Away that knows slipstream, sprints and the breakaway bonus.

Spending a factor only moves squares from the sheet to the road. What a choice really earns is the factor that comes
back into the box, and points at the lines: those won now, and those within reach of the next move.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rule
from parcours.engine.road import Road
from parcours.games.breaking_away.actions import QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.rules import ORDINARY
from parcours.games.breaking_away.state import BOXES, DIVIDE, RIDERS, State

POINT = 2.5
"""What a point is worth, in squares of replenishment. (This number and the next ones were found in some hundred
matches.)"""
PROSPECT = 0.8
"""What a point within reach of the next move is worth."""
HOARD = 0.2
"""What each square of the factor spent costs: large factors are kept for the sprints."""
LATE = 0.6
"""What a square of replenishment is worth once riders are crossing the finish."""
LONGEST_LEAD = 32
"""Longer leads count as this."""


@rule
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The best-looking action; the sprinter never retires a rider by choice."""
    if race.phase == DIVIDE:
        return QUICK if race.pencil < 0 else codes[number // 2]
    rider = race.queue[race.due]
    best, best_worth = codes[0], -1e9
    for k in range(number):
        if codes[k] != RETIRE:
            worth = worth_of(race, road, rider, codes[k] - RIDE_BOX)
            if worth > best_worth:
                best, best_worth = codes[k], worth
    return best


@rule
def worth_of(race: State, road: Road, rider: int, box: int) -> float:
    """What spending this box earns, in squares of replenishment."""
    before = race.distance[rider]
    after = before + race.factor[rider, box]
    refill = refill_at(race, rider, after)
    finish = len(road.lines) - 1
    early = race.crossed[finish] == 0 and after <= road.lines[finish].at
    worth = (refill if early else LATE * refill) - HOARD * (after - before)
    for line in range(len(road.lines)):
        at = road.lines[line].at
        if before <= at and at < after:
            place = race.crossed[line]
            if place < road.lines[line].places:
                worth += POINT * road.lines[line].scores[place]
        elif after <= at:
            if at < after + best_left(race, rider, box, refill):
                place = race.crossed[line] + riders_before_line(race, rider, after, at)
                if place < road.lines[line].places:
                    worth += PROSPECT * road.lines[line].scores[place]
            break
    return worth


@rule
def refill_at(race: State, rider: int, square: int) -> int:
    """What would come back into the box if nobody else moved."""
    wanted = square + 1
    count = 0
    ahead = 0
    second = -1000
    i = race.riding - 1
    while i >= 0:
        other = race.order[i]
        if other != rider:
            at = race.distance[other]
            if at >= square:
                ahead += 1
            elif not race.from_group or other // RIDERS != rider // RIDERS:
                second = at
            if at == wanted:
                count += 1
            elif at == wanted + 1 and count > 0:
                wanted += 1
                count += 1
            elif at > wanted:
                break
        i -= 1
    if ahead == 0 and race.alone != rider and second > -1000:
        return min(square - second, LONGEST_LEAD)
    return ORDINARY + count


@rule
def best_left(race: State, rider: int, spent: int, refill: int) -> int:
    """The largest factor that the rider could use next turn."""
    best = refill
    for box in range(BOXES):
        if box != spent:
            best = max(best, race.factor[rider, box])
    return best


@rule
def riders_before_line(race: State, rider: int, square: int, line: int) -> int:
    """How many riders would move before this one next turn and still have the line ahead of them."""
    count = 0
    for i in range(race.riding):
        other = race.order[i]
        if other != rider and square <= race.distance[other] and race.distance[other] <= line:
            count += 1
    return count

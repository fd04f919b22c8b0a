"""Um Reifenbreite, chapters 6 and 19: squares, who stands on them, and the ways from one to another."""

from __future__ import annotations

import numpy as np

from parcours.engine.bits import lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, RUN_OUT, Road, row_mate
from parcours.games.um_reifenbreite.state import FIELD, MAX_LANES, NOBODY, REACH, SLOTS, State
from parcours.games.um_reifenbreite.steps import LEFT

_TAKEN = 192
"""What a slot holds: this number plus a rider for a taken square, or else the square's place in `reach`, from 1."""
_ONE = np.uint32(1)
_BEYOND_ALL = 1 << 30
_NO_SQUARE = -2
"""Matches no square's `beside`. (NOWHERE would: many squares have that.)"""


@rule
def rider_on(race: State, square: int) -> int:
    """The rider on a square, even one who is down or has finished; or NOBODY. A square holds one rider (UR-6f)."""
    found = NOBODY
    for rider in range(FIELD - 1, -1, -1):  # no early exit: no processor can predict where
        found = rider if race.at[rider] == square else found
    return found


@rule
def rank_of(road: Road, square: int) -> int:
    """Race order as one number, higher for further ahead: by front edge, then the right-most (UR-6b, UR-19h)."""
    here = road.squares[square]
    return here.front * MAX_LANES + MAX_LANES - 1 - here.lane


@rule
def stand(race: State, road: Road, rider: int, square: int) -> None:
    """Put a rider on a square."""
    race.at[rider] = square
    race.rank[rider] = rank_of(road, square)


@rule
def slot_of(race: State, square: int) -> int:
    """The slot that holds a square, or the free one where it would go."""
    slot = square & (SLOTS - 1)
    while race.slots[slot] and square_in(race, race.slots[slot]) != square:
        slot = (slot + 1) & (SLOTS - 1)
    return slot


@rule
def square_in(race: State, held: int) -> int:
    """The square that the number held by a slot stands for."""
    return race.at[held - _TAKEN] if held >= _TAKEN else race.reach[held - 1]


@rule
def mark_taken(race: State) -> None:
    """Clear the slots, then enter the squares that riders stand on (UR-6f)."""
    for slot in range(SLOTS):
        race.slots[slot] = 0
    for rider in range(FIELD):
        if race.at[rider] != NOWHERE:
            race.slots[slot_of(race, race.at[rider])] = _TAKEN + rider


@rule
def find_ways(race: State, road: Road, start: int, most: int, goal: int) -> int:
    """Find all squares within `most` steps, and every number of steps that leads to each (UR-6i, UR-6j). With a goal,
    stop there and return the fewest squares to it, or 0.

    `reach` has room for all squares that a rider can get to with its own points (UR-19m). A follower may ride further:
    if `reach` fills up before the goal is found, search again without the squares beyond the goal."""
    squares = search_ways(race, road, start, most, goal, _BEYOND_ALL)
    if squares == 0 and goal != NOWHERE and race.reached == REACH:
        squares = search_ways(race, road, start, most, goal, int(road.squares[goal].front))
    return squares


@rare
def search_ways(race: State, road: Road, start: int, most: int, goal: int, furthest: int) -> int:
    """Do `find_ways` on squares whose front edge is no further than `furthest`. Each round of the loop adds one step,
    straight or diagonally ahead onto a free square, never sideways or over a solid line (UR-6d, UR-6g, UR-6h). Steps
    that a square shares with the one just looked at are not tried again."""
    mark_taken(race)
    reached = 0
    squares = 0
    first, end = 0, 1
    for length in range(1, most + 1):
        bit = _ONE << np.uint32(length)
        following = reached
        before = _NO_SQUARE
        for i in range(first, end):
            if length > 1 and not race.lengths[i] >> np.uint32(length - 1) & _ONE:
                continue
            square = start if length == 1 else race.reach[i]
            here = road.table[square]
            if here.beside != before:
                for way in range(LEFT):
                    reached, following = step_onto(race, road, here.onward[way], bit, furthest, reached, following)
            reached, following = step_onto(race, road, here.onward[LEFT], bit, furthest, reached, following)
            before = square
        if following >= reached:
            break
        if goal != NOWHERE:
            for i in range(following, reached):
                if race.reach[i] == goal:
                    squares = length
            if squares:
                break
        first, end = following, reached
    race.reached = reached
    return squares


@rule
def step_onto(
    race: State, road: Road, square: int, bit: np.uint32, furthest: int, reached: int, following: int
) -> tuple[int, int]:
    """Enter a square for the number of steps that has this bit, unless a rider stands on it or it is too far. Returns
    how many squares are reached now, and the first of them from which the search goes on. (It looks for the square's
    slot itself, and returns at once, so that it asks only once what the slot holds.)"""
    if square == NOWHERE:
        return reached, following
    slot = square & (SLOTS - 1)
    held = race.slots[slot]
    while held:
        if held >= _TAKEN:
            if race.at[held - _TAKEN] == square:
                return reached, following
        elif race.reach[held - 1] == square:
            race.lengths[held - 1] |= bit
            return reached, min(following, held - 1)
        slot = (slot + 1) & (SLOTS - 1)
        held = race.slots[slot]
    if reached == REACH or (furthest < _BEYOND_ALL and road.squares[square].front > furthest):
        return reached, following
    race.reach[reached] = square
    race.lengths[reached] = bit
    race.slots[slot] = reached + 1
    return reached + 1, following


@rule
def is_blocked(race: State, road: Road, square: int) -> bool:
    """Whether no step leads on from a square (UR-6f), by the slots that `find_ways` left."""
    here = road.squares[square]
    for way in range(3):
        if here.onward[way] != NOWHERE and race.slots[slot_of(race, here.onward[way])] < _TAKEN:
            return False
    return True


@rule
def end_beyond_the_line(race: State, road: Road) -> None:
    """A ride over the finish uses the whole allowance, unless it is blocked (UR-17a); elsewhere a ride may end anywhere
    (UR-6e). Most rides begin too far from the finish to get beyond it with squares left."""
    if road.table[race.at[race.rider]].to_run_out >= race.allowance:
        return
    for i in range(race.reached):
        if road.squares[race.reach[i]]["flags"] & RUN_OUT and not is_blocked(race, road, race.reach[i]):
            race.lengths[i] &= _ONE << np.uint32(race.allowance)


@rule
def fewest(lengths: int) -> int:
    """The lowest number of squares whose bit is set."""
    return lowest(int(lengths))


@rule
def free_in_row(race: State, road: Road, square: int, lane: int) -> int:
    """The square in this lane of the same row, if it is free (UR-8c, UR-19i); or NOWHERE."""
    mate = square if lane == road.squares[square].lane else row_mate(road, square, lane)
    if mate != NOWHERE and rider_on(race, mate) != NOBODY:
        mate = NOWHERE
    return mate


@rare
def row_behind(road: Road, square: int) -> int:
    """A square of the row behind: the one directly behind or, if the lane begins here, the one behind the nearest
    neighbour to the right (UR-8e, UR-19i)."""
    behind = road.squares[square].behind
    lane = road.squares[square].lane - 1
    while behind == NOWHERE and lane >= 0:
        mate = row_mate(road, square, lane)
        if mate != NOWHERE:
            behind = road.squares[mate].behind
        lane -= 1
    return behind

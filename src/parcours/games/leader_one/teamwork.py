"""Leader 1: what the road captain's riders do for the best of them. A rider with a better team-mate on its wheel moves
so that the team-mate keeps the slipstream. A rider in the bunch drops back to a better team-mate that is left behind,
after a puncture for instance."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.leader_one.estimate import ROW, turns_left, turns_of_bunch
from parcours.games.leader_one.rules.moving import is_followed_easily
from parcours.games.leader_one.rules.order import bunch_front, is_on_road, tail
from parcours.games.leader_one.rules.ways import is_one_step_behind
from parcours.games.leader_one.state import IN_BUNCH, NOBODY, ON_ROAD, State

WAITING = 10
"""A rider is waited for if it is at most this many rows behind."""
NEAR = 4
"""A rider less than this many rows behind the bunch comes back on its own."""
TOO_LATE = 3.0
"""Nobody drops back if the bunch needs fewer turns than this to the finish."""
PULL = 0.3
"""What it is worth, in turns, if the team-mate keeps the slipstream."""


@rare
def best_mate_behind(race: State, road: Road, rider: int, front: int) -> int:
    """The team-mate on the road that a rider at this front should wait for; or NOBODY."""
    first = rider // race.each * race.each
    found, at = NOBODY, 0
    for mate in range(first, first + race.each):
        if mate == rider or race.status[mate] != ON_ROAD:
            continue
        there = int(road.squares[race.at[mate]].front)
        is_near = there > at and 0 < front - there <= WAITING * ROW
        if is_near and turns_left(race, road, mate) < turns_left(race, road, rider):
            found, at = mate, there
    return found


@rule
def keeps_wheel_for(race: State, road: Road, mate: int, length: int) -> bool:
    """Whether the team-mate sits on the mover's wheel, and keeps the slipstream if the mover rides this far (L1-C1b,
    L1-C1c)."""
    at = race.at[race.mover]
    return is_one_step_behind(road, race.at[mate], at) and is_followed_easily(road, at, length)


@rare
def should_drop_back(race: State, road: Road, rider: int) -> bool:
    """Whether a rider of the bunch should let itself be dropped to bring a better team-mate back (L1-B5b)."""
    if not is_on_road(race) or turns_of_bunch(road, int(bunch_front(race, road))) < TOO_LATE:
        return False
    back = int(tail(race, road))
    mate = best_mate_behind(race, road, rider, back)
    return mate != NOBODY and back - int(road.squares[race.at[mate]].front) >= NEAR * ROW


@rare
def is_wanted_behind(race: State, road: Road, seat: int) -> bool:
    """Whether any rider of a team should drop back."""
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] == IN_BUNCH and should_drop_back(race, road, rider):
            return True
    return False

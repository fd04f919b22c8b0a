"""Leader 1: what the road captain's riders do for the best of them. Who has him on the wheel rides so that he keeps the
slipstream; and one in the bunch drops back to him after a puncture, and waits."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.leader_one.estimate import ROW, pace_at, turns_alone, turns_of_bunch, turns_waiting
from parcours.games.leader_one.rules.feeding import kept_energy
from parcours.games.leader_one.rules.moving import is_followed_easily
from parcours.games.leader_one.rules.order import bunch_front, is_on_road, tail
from parcours.games.leader_one.rules.ways import is_one_step_behind
from parcours.games.leader_one.state import IN_BUNCH, NOBODY, ON_ROAD, State

WAITING = 10
"""So many rows behind he is still waited for."""
NEAR = 4
"""From so many rows he comes back by himself."""
TOO_LATE = 3.0
"""So many turns before its finish nobody drops out of the bunch any more."""
PULL = 0.3
"""What it is worth, in turns, that he keeps the slipstream."""
LEFT_BEHIND = 0.1
"""What each row costs, behind the bunch, by which he is left further behind than he can ride."""


@rare
def turns_left(race: State, road: Road, rider: int) -> float:
    """What a rider still needs from where he is, sitting in the bunch as long as that is best."""
    energy = int(race.energy[rider]) + kept_energy(race, rider)
    if race.status[rider] == IN_BUNCH:
        return turns_waiting(race, road, rider, int(bunch_front(race, road)), energy)
    return turns_alone(race, road, rider, int(road.squares[race.at[rider]].front), energy)


@rare
def best_mate_behind(race: State, road: Road, rider: int, front: int) -> int:
    """The team-mate on the road for whom a rider who is there had better wait, or nobody."""
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
def is_pulled(race: State, road: Road, mate: int, rider: int) -> bool:
    """Whether a team-mate sits on this rider's wheel (L1-C1b)."""
    return is_one_step_behind(road, race.at[mate], race.at[rider])


@rare
def cost_to_mate(race: State, road: Road, mate: int, square: int, length: int) -> float:
    """What a move of the rider on turn costs the team-mate behind him, in turns: less than nothing if he keeps the
    slipstream (L1-C1c)."""
    rider = race.mover
    cost = 0.0
    if is_pulled(race, road, mate, rider) and is_followed_easily(road, race.at[rider], length):
        cost -= PULL
    if race.behind:
        there = int(road.squares[race.at[mate]].front)
        gap = (int(road.squares[square].front) - there) // ROW - pace_at(race, road, mate, there) - 1
        cost += LEFT_BEHIND * max(0, gap)
    return cost


@rare
def should_drop_back(race: State, road: Road, rider: int) -> bool:
    """Whether a rider of the bunch lets himself be dropped to bring a better team-mate back (L1-B5b)."""
    if not is_on_road(race) or turns_of_bunch(road, int(bunch_front(race, road))) < TOO_LATE:
        return False
    back = int(tail(race, road))
    mate = best_mate_behind(race, road, rider, back)
    return mate != NOBODY and back - int(road.squares[race.at[mate]].front) >= NEAR * ROW


@rare
def is_wanted_behind(race: State, road: Road, seat: int) -> bool:
    """Whether any rider of a team had better drop back."""
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] == IN_BUNCH and should_drop_back(race, road, rider):
            return True
    return False

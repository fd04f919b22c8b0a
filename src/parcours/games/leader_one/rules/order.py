"""Leader 1, B.1 and B.4: who is where; race order, bunch order, and the square just behind the bunch."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.leader_one.state import (
    AHEAD,
    BESIDE,
    FIELD,
    HOME,
    IN_BUNCH,
    LAST,
    MOVED,
    NOBODY,
    ON_ROAD,
    PUT_DOWN,
    UNMOVED,
    State,
)  # fmt: skip

BEFORE_ALL, BEYOND_ALL = -(1 << 20), 1 << 20
"""Fronts that no square has."""
STAMP = 16
"""Stamps between two arrivals: room for as many riders put down together."""


@rule
def riders(race: State) -> int:
    """How many rider numbers are in use."""
    return race.teams * race.each


@rule
def seat_of(race: State, rider: int) -> int:
    return rider // race.each


@rule
def finish_line(road: Road) -> int:
    """The front edge of the last hex (L1-H6)."""
    return road.lines[len(road.lines) - 1].at


@rule
def is_on_road(race: State) -> bool:
    """Whether the bunch is still on the road (L1-F4)."""
    return race.bunch != NOWHERE


@rule
def bunch_front(race: State, road: Road) -> int:
    """Its front square is what counts for its place (L1-H7)."""
    return road.squares[race.bunch].front


@rule
def tail(race: State, road: Road) -> int:
    """The back of the rear square (L1-H7)."""
    return road.squares[race.bunch_rear].rear


@rule
def is_ahead(race: State, road: Road, rider: int) -> bool:
    """His front is beyond the bunch's; once it has left the road nobody is."""
    return is_on_road(race) and road.squares[race.at[rider]].front > bunch_front(race, road)


@rare
def is_inside(race: State, road: Road, square: int) -> bool:
    """Whether a square lies inside the bunch: neither ahead of it nor behind."""
    if not is_on_road(race):
        return False
    front = road.squares[square].front
    return tail(race, road) < front <= bunch_front(race, road)


@rule
def front_of(race: State, road: Road, rider: int) -> int:
    """How far a rider is: his square's front, or the bunch's if he is in it (L1-A1g)."""
    if race.status[rider] == IN_BUNCH:
        return bunch_front(race, road)
    return road.squares[race.at[rider]].front


@rare
def comes_before(race: State, road: Road, a: int, b: int) -> bool:
    """Race order of two riders outside the bunch: who is further on; of level ones the last to arrive (L1-B1a)."""
    one, other = road.squares[race.at[a]].front, road.squares[race.at[b]].front
    if one != other:
        return one > other
    return race.stamp[a] > race.stamp[b]


@rule
def arrive_on(race: State, rider: int, square: int) -> None:
    """Stand on a square as the last to arrive (L1-B1a)."""
    race.at[rider] = square
    race.stamps += STAMP
    race.stamp[rider] = race.stamps


@rule
def in_bunch_order(race: State, place: int) -> int:
    """The rider at a place of the bunch order: those of the holder of the token first, then clockwise; each player's
    rouleur, leader, climber (L1-C3c)."""
    return ((race.holder + place // race.each) % race.teams) * race.each + place % race.each


@rule
def bunch_place(race: State, rider: int) -> int:
    """The place of a rider in the bunch order."""
    return ((seat_of(race, rider) - race.holder) % race.teams) * race.each + rider % race.each


@rule
def is_standing_on(race: State, rider: int, square: int) -> bool:
    """Whether a rider holds a square: nobody beside the road does (L1-C2k)."""
    return race.status[rider] == ON_ROAD and race.at[rider] == square


@rare
def must_wait(race: State, rider: int) -> bool:
    """Who restarts after a fall waits for whoever stands on his square to move (L1-C2k)."""
    for other in range(riders(race)):
        if is_standing_on(race, other, race.at[rider]) and race.moved[other] != MOVED:
            return True
    return False


@rule
def may_move(race: State, rider: int) -> bool:
    """Whether a rider still has his move, and can make it in this part of the turn (L1-B0b, L1-C2k, L1-C3d)."""
    if race.moved[rider] != UNMOVED or (race.punctured[rider] and race.part != LAST):
        return False
    if race.status[rider] == BESIDE:
        return race.back[rider] <= race.turn and not must_wait(race, rider)
    return race.status[rider] == ON_ROAD


@rule
def has_waited(race: State, rider: int) -> bool:
    """Whether a fallen rider who may move had to wait: somebody stood on his square when the turn began (L1-C2k)."""
    waited = False
    if race.status[rider] == BESIDE:
        for other in range(riders(race)):
            waited |= race.began[other] == race.at[rider]
    return waited


@rule
def next_to_move(race: State, road: Road) -> int:
    """The first in race order who is due; who has not moved still stands as the turn began (L1-B0a, L1-B0b). Before the
    bunch has moved these are riders ahead of it. A fallen rider who waited goes right after the one he waited for, so
    before anybody else (L1-C2k)."""
    beyond = BEFORE_ALL
    if race.part == AHEAD:
        beyond = bunch_front(race, road) if is_on_road(race) else BEYOND_ALL
    first, furthest = NOBODY, 0
    for rider in range(riders(race)):
        if not may_move(race, rider):
            continue
        front = road.squares[race.at[rider]].front
        if front <= beyond:
            continue
        if has_waited(race, rider):
            front = BEYOND_ALL
        if first == NOBODY or front > furthest or (front == furthest and race.stamp[rider] > race.stamp[first]):
            first, furthest = rider, front
    return first


@rule
def join_bunch(race: State, rider: int) -> None:
    """In the bunch as at the start (L1-B1j)."""
    race.status[rider] = IN_BUNCH
    race.at[rider] = NOWHERE
    race.punctured[rider] = 0


@rule
def riders_in_bunch(race: State) -> int:
    number = 0
    for rider in range(riders(race)):
        number += race.status[rider] == IN_BUNCH
    return number


@rule
def is_taken(race: State, road: Road, square: int) -> bool:
    """One rider a square (L1-B1b), but beyond the finish any number (L1-H6)."""
    if road.squares[square].front > finish_line(road):
        return False
    number = 0
    for rider in range(riders(race)):
        number += is_standing_on(race, rider, square)
    return number > 0


@rare
def square_just_behind(race: State, road: Road) -> int:
    """Of the free squares whose front is not beyond the tail the one furthest on, level ones from the left (L1-B5c)."""
    end = tail(race, road)
    best = NOWHERE
    leg = road.squares[race.bunch_rear].leg
    while leg >= 0 and best == NOWHERE:
        square = road.stretches[leg].first
        while square < len(road.squares) and road.squares[square].leg == leg:
            if road.squares[square].front <= end and not is_taken(race, road, square):
                further = best == NOWHERE or road.squares[square].front > road.squares[best].front
                if further or (
                    road.squares[square].front == road.squares[best].front
                    and road.squares[square].lane > road.squares[best].lane
                ):
                    best = square
            square += 1
        leg -= 1
    return best


@rare
def put_just_behind(race: State, road: Road, rider: int) -> None:
    """Out of the bunch, onto the square just behind it; those put down together rank as placed (L1-B1a, L1-B5c)."""
    race.at[rider] = square_just_behind(race, road)
    race.status[rider] = ON_ROAD
    race.moved[rider] = PUT_DOWN
    race.stamp[rider] = race.stamps - race.put_down
    race.put_down += 1


@rule
def begin_putting_down(race: State) -> None:
    """Those put down from now on arrive together."""
    race.stamps += STAMP
    race.put_down = 0


@rare
def is_first_of(race: State, road: Road, a: int, b: int) -> bool:
    """The order of all: those home by their places, then race order with the bunch in its place, in bunch order."""
    if race.place[a] > 0 or race.place[b] > 0:
        return race.place[a] > 0 and (race.place[b] == 0 or race.place[a] < race.place[b])
    one, other = front_of(race, road, a), front_of(race, road, b)
    if one != other:
        return one > other
    if race.status[a] == IN_BUNCH or race.status[b] == IN_BUNCH:
        if race.status[a] == race.status[b]:
            return bunch_place(race, a) < bunch_place(race, b)
        return race.status[a] == IN_BUNCH
    return race.stamp[a] > race.stamp[b]


@rule
def still_in_race(race: State, rider: int) -> bool:
    """Neither home nor out."""
    return race.status[rider] < HOME


assert STAMP > FIELD

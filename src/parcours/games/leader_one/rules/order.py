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
A_FRONT = 1 << 32
"""What one unit of road counts in race order: more than any stamp."""
LAST_OF_ALL = BEFORE_ALL * A_FRONT
"""A place in race order that no rider has."""
STAMP = 16
"""The gap between the stamps of two arrivals: it has room for all riders that may be put down together."""


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
    """The front of the bunch's front square, which marks the bunch's position (L1-H7)."""
    return road.squares[race.bunch].front


@rule
def tail(race: State, road: Road) -> int:
    """The back of the bunch's rear square (L1-H7)."""
    return road.squares[race.bunch_rear].rear


@rule
def is_ahead(race: State, road: Road, rider: int) -> bool:
    """Whether a rider's front is beyond the bunch's. Once the bunch has left the road, nobody is ahead."""
    return is_on_road(race) and road.squares[race.at[rider]].front > bunch_front(race, road)


@rare
def is_inside(race: State, road: Road, square: int) -> bool:
    """Whether a square is inside the bunch: neither ahead of it nor behind."""
    if not is_on_road(race):
        return False
    front = road.squares[square].front
    return tail(race, road) < front <= bunch_front(race, road)


@rule
def front_of(race: State, road: Road, rider: int) -> int:
    """How far a rider is: the front of its square, or of the bunch if the rider is in it (L1-A1g)."""
    if race.status[rider] == IN_BUNCH:
        return bunch_front(race, road)
    return road.squares[race.at[rider]].front


@rule
def standing(race: State, road: Road, rider: int) -> int:
    """A rider's place in race order as a number, higher for further ahead. The rider further on comes first; of level
    riders, the last to arrive (L1-B1a)."""
    return int(road.squares[max(0, race.at[rider])].front) * A_FRONT + int(race.stamp[rider])


@rule
def comes_before(race: State, road: Road, a: int, b: int) -> bool:
    """Whether rider a comes before rider b in race order, both outside the bunch."""
    return standing(race, road, a) > standing(race, road, b)


@rule
def arrive_on(race: State, rider: int, square: int) -> None:
    """Put a rider on a square as the last to arrive (L1-B1a)."""
    race.at[rider] = square
    race.stamps += STAMP
    race.stamp[rider] = race.stamps


@rule
def in_bunch_order(race: State, place: int) -> int:
    """The rider at a place of the bunch order: the riders of the holder of the token first, then clockwise; of each
    player rouleur, leader, climber (L1-C3c)."""
    return ((race.holder + place // race.each) % race.teams) * race.each + place % race.each


@rule
def bunch_place(race: State, rider: int) -> int:
    """The place of a rider in the bunch order."""
    return ((seat_of(race, rider) - race.holder) % race.teams) * race.each + rider % race.each


@rule
def is_standing_on(race: State, rider: int, square: int) -> bool:
    """Whether a rider stands on a square: nobody beside the road does (L1-C2k)."""
    return race.status[rider] == ON_ROAD and race.at[rider] == square


@rare
def must_wait(race: State, rider: int) -> bool:
    """Whether a rider who restarts after a crash must wait until the rider on its square has moved (L1-C2k)."""
    for other in range(riders(race)):
        if is_standing_on(race, other, race.at[rider]) and race.moved[other] != MOVED:
            return True
    return False


@rule
def has_waited(race: State, rider: int) -> bool:
    """Whether a rider who may restart after a crash had to wait: its square was taken when the turn began (L1-C2k)."""
    waited = False
    for other in range(riders(race)):
        waited |= race.began[other] == race.at[rider]
    return waited


@rare
def restarting(race: State, road: Road, rider: int) -> int:
    """The place in race order of a rider beside the road who can restart now; LAST_OF_ALL if it can't. If it had to
    wait, it goes right after the rider on its square, so before anybody else (L1-C2k)."""
    if race.back[rider] > race.turn or must_wait(race, rider):
        return LAST_OF_ALL
    if has_waited(race, rider):
        return BEYOND_ALL * A_FRONT + int(race.stamp[rider])
    return standing(race, road, rider)


@rule
def next_to_move(race: State, road: Road) -> int:
    """The first rider in race order who is due to move. Riders who have not moved are still where they were when the
    turn began (L1-B0a, L1-B0b). Before the bunch moves, only riders ahead of it are due; riders with a puncture are due
    last (L1-C3d)."""
    beyond = BEFORE_ALL
    if race.part == AHEAD:
        beyond = bunch_front(race, road) if is_on_road(race) else BEYOND_ALL
    first, best = NOBODY, LAST_OF_ALL
    for rider in range(FIELD):
        front = road.squares[max(0, race.at[rider])].front
        place = int(front) * A_FRONT + int(race.stamp[rider])
        is_due = (front > beyond) & (race.moved[rider] == UNMOVED)
        is_due &= (race.punctured[rider] == 0) | (race.part == LAST)
        if race.status[rider] == BESIDE:
            place = restarting(race, road, rider)
        else:
            is_due &= race.status[rider] == ON_ROAD
        if is_due & (place > best):
            first, best = rider, place
    return first


@rule
def join_bunch(race: State, rider: int) -> None:
    """Put a rider into the bunch, as at the start (L1-B1j)."""
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
    """Whether a square is full: one rider fills it (L1-B1b), but beyond the finish there is room for any number
    (L1-H6)."""
    if road.squares[square].front > finish_line(road):
        return False
    number = 0
    for rider in range(riders(race)):
        number += is_standing_on(race, rider, square)
    return number > 0


@rare
def square_just_behind(race: State, road: Road) -> int:
    """The square just behind the bunch: of the free squares whose front is not beyond the tail, the one furthest on; of
    level squares, the leftmost (L1-B5c)."""
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
    """Take a rider out of the bunch and put it on the square just behind. Riders put down together rank as placed
    (L1-B1a, L1-B5c)."""
    race.at[rider] = square_just_behind(race, road)
    race.status[rider] = ON_ROAD
    race.moved[rider] = PUT_DOWN
    race.stamp[rider] = race.stamps - race.put_down
    race.put_down += 1


@rule
def begin_putting_down(race: State) -> None:
    """Riders put down from now on count as arriving together."""
    race.stamps += STAMP
    race.put_down = 0


@rare
def is_first_of(race: State, road: Road, a: int, b: int) -> bool:
    """Whether rider a comes before rider b, wherever they are: first finished riders by their places, then race order,
    with the bunch in its place and its riders in bunch order."""
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
    """Whether a rider is still racing: neither finished, nor late, nor out."""
    return race.status[rider] < HOME


assert STAMP > FIELD

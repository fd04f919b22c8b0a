"""Leader 1, F: over the line, the end of the race, and who has won."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.leader_one.rules.feeding import add_kept_tiles, kept_energy
from parcours.games.leader_one.rules.order import (
    bunch_front,
    comes_before,
    finish_line,
    in_bunch_order,
    is_first_of,
    is_on_road,
    riders,
    still_in_race,
)
from parcours.games.leader_one.state import (
    BESIDE,
    FIELD,
    FROM_ATTACK,
    FROM_BUNCH,
    FROM_ROAD,
    HOME,
    IN_BUNCH,
    LATE,
    NOBODY,
    ON_ROAD,
    OUT,
    OVER_PHASE,
    State,
)  # fmt: skip

LAST_TURNS = 3
"""The race ends this many turns after the one in which the bunch finished (L1-F5)."""


@rare
def come_home(race: State, rider: int, beyond: int, home_as: int) -> None:
    """A rider finishes and takes the next place; in a photo finish it comes before riders of the same turn who ended
    less far beyond the line (L1-F1, L1-O1). Its kept tiles are added (L1-C4b)."""
    add_kept_tiles(race, rider)
    race.beyond[rider] = beyond if race.photo_finish else 0
    race.home += 1
    place = race.home
    for other in range(riders(race)):
        if (
            race.status[other] == HOME
            and race.home_turn[other] == race.turn
            and race.beyond[other] < race.beyond[rider]
        ):
            race.place[other] += 1
            place -= 1
    race.place[rider] = place
    race.status[rider] = HOME
    race.at[rider] = NOWHERE
    race.home_turn[rider] = race.turn
    race.home_as[rider] = home_as


@rule
def cross_the_line(race: State, road: Road) -> None:
    """A rider who has stepped past the line has finished (L1-F1, L1-F3)."""
    rider = race.mover
    if rider != NOBODY and race.status[rider] == ON_ROAD:
        beyond = road.squares[race.at[rider]].front - finish_line(road)
        if beyond > 0:
            come_home(race, rider, beyond, FROM_ATTACK if race.attacking else FROM_ROAD)


@rare
def next_of_bunch(race: State) -> int:
    """The rider of the bunch who is next over the line: in bunch order, or by energy left (L1-F2, L1-O2)."""
    best = NOBODY
    for place in range(riders(race)):
        rider = in_bunch_order(race, place)
        if race.status[rider] != IN_BUNCH:
            continue
        if best == NOBODY or (race.bunch_by_energy and left_over(race, rider) > left_over(race, best)):
            best = rider
    return best


@rule
def left_over(race: State, rider: int) -> int:
    """Energy left, kept tiles included (L1-O2)."""
    return race.energy[rider] + kept_energy(race, rider)


@rare
def bunch_over_the_line(race: State, road: Road) -> None:
    """The bunch finishes with every rider in it, then the riders dropped past the line; the bunch leaves the road
    (L1-F2, L1-F4)."""
    if not is_on_road(race):
        return
    line = finish_line(road)
    beyond = bunch_front(race, road) - line
    if beyond <= 0:
        return
    rider = next_of_bunch(race)
    while rider != NOBODY:
        come_home(race, rider, beyond, FROM_BUNCH)
        rider = next_of_bunch(race)
    rider = first_past(race, road, line)
    while rider != NOBODY:
        come_home(race, rider, road.squares[race.at[rider]].front - line, FROM_BUNCH)
        rider = first_past(race, road, line)
    race.bunch = NOWHERE
    race.bunch_rear = NOWHERE
    race.bunch_turn = race.turn


@rare
def first_past(race: State, road: Road, line: int) -> int:
    """The first rider in race order who stands past the line; or NOBODY."""
    first = NOBODY
    for rider in range(riders(race)):
        past = race.status[rider] == ON_ROAD and road.squares[race.at[rider]].front > line
        if past and (first == NOBODY or comes_before(race, road, rider, first)):
            first = rider
    return first


@rule
def all_are_home(race: State) -> bool:
    left = False
    for rider in range(FIELD):
        left |= still_in_race(race, rider)
    return not left


@rule
def is_last_turn(race: State) -> bool:
    """Whether this is the third turn after the one in which the bunch finished (L1-F5)."""
    return race.bunch_turn > 0 and race.turn >= race.bunch_turn + LAST_TURNS


@rare
def end_race(race: State, road: Road) -> None:
    """Riders still on the road rank behind the rest, in race order (L1-F5)."""
    place = race.home
    while True:
        first = NOBODY
        for rider in range(riders(race)):
            out = race.status[rider] in (ON_ROAD, BESIDE)
            if out and (first == NOBODY or comes_before(race, road, rider, first)):
                first = rider
        if first == NOBODY:
            break
        place += 1
        race.place[first] = place
        race.status[first] = LATE
        race.at[first] = NOWHERE
    race.mover = NOBODY
    race.rider = NOBODY
    race.phase = OVER_PHASE


@rare
def best_of(race: State, road: Road, seat: int) -> int:
    """A player's first rider in the race; or NOBODY."""
    best = NOBODY
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] != OUT and (best == NOBODY or is_first_of(race, road, rider, best)):
            best = rider
    return best


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """Players rank by their best rider (L1-F6). Players with none in the race share the last place."""
    for seat in range(race.teams):
        best = best_of(race, road, seat)
        place = 1
        for other in range(race.teams):
            theirs = best_of(race, road, other)
            if other != seat and theirs != NOBODY and (best == NOBODY or is_first_of(race, road, theirs, best)):
                place += 1
        places[seat] = place


@rare
def has_rider_left(race: State, seat: int) -> bool:
    """Whether a player has a rider still in the race (L1-B6a)."""
    left = 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        left += still_in_race(race, rider)
    return left > 0

"""Um Reifenbreite, chapter 7: the file, and who may follow whom."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.um_reifenbreite.actions import ONE_AWAY, TWO_AWAY
from parcours.games.um_reifenbreite.rules.finish import cross_lines
from parcours.games.um_reifenbreite.rules.ways import fewest, find_ways, rider_on, stand
from parcours.games.um_reifenbreite.state import (
    ENDED,
    FOLLOW_PHASE,
    LONGEST,
    MOVED,
    NEXT_TURN,
    NOBODY,
    RIDING,
    WAY_PHASE,
    State,
)  # fmt: skip

_ONE = np.uint32(1)


@rule
def form_file(race: State, road: Road) -> None:
    """The file: the rider whose turn it is, and the riders behind it on consecutive squares of its lane who have not
    moved this round and are not down (UR-7f, UR-7k)."""
    square = race.at[race.rider]
    rider = race.rider
    race.filed = 0
    while rider != NOBODY and race.status[rider] == RIDING and not race.moved[rider]:
        race.file[race.filed] = rider
        race.file_at[race.filed] = square
        race.filed += 1
        square = road.squares[square].behind
        rider = NOBODY if square == NOWHERE else rider_on(race, square)


@rule
def broke_away(race: State) -> bool:
    """Whether the rider announced a breakaway (UR-7g, UR-11e)."""
    return race.means == ONE_AWAY or race.means == TWO_AWAY


@rule
def same_colour(race: State, road: Road, number: int) -> bool:
    """Whether a rider of the file began the turn on the same colour as the rider directly ahead of it (UR-7e, UR-7m,
    UR-9b, UR-10b); without colours all squares are flat (UR-2a)."""
    if not race.colours:
        return True
    return road.squares[race.file_at[number]].terrain == road.squares[race.file_at[number - 1]].terrain


@rule
def leads_straight(race: State, road: Road, start: int, goal: int, most: int) -> bool:
    """Whether the goal is straight down the lane with only free squares on the way: the common case, quick to check."""
    square = start
    for _ in range(most):
        square = road.squares[square].ahead[1]
        if square == NOWHERE or rider_on(race, square) != NOBODY:
            return False
        if square == goal:
            return True
    return False


@rule
def square_to_follow_to(race: State, road: Road, number: int) -> int:
    """Where number `number` of the file would follow to: the square directly behind the rider ahead of it in the file
    (UR-7h, UR-7i); NOWHERE if that rider is on the first square of a lane (UR-19k)."""
    return road.squares[race.at[race.file[number - 1]]].behind


@rule
def may_follow(race: State, road: Road, number: int, used: int) -> bool:
    """Whether a rider of the file may follow. Only the seven prohibitions count (UR-7o): different colours (UR-7e), a
    broken file (UR-7f), a breakaway (UR-7g), a taken square behind the rider ahead (UR-7c), and no legal way onto it
    with the squares used (UR-7a, UR-7b, UR-7d, UR-7l)."""
    if number >= race.filed or used < 1 or broke_away(race) or not same_colour(race, road, number):
        return False
    goal = square_to_follow_to(race, road, number)
    if goal == NOWHERE or rider_on(race, goal) != NOBODY:
        return False
    start = race.at[race.file[number]]
    return leads_straight(race, road, start, goal, used) or find_ways(race, road, start, used, goal) > 0


@rare
def could_follow(race: State, road: Road, used: int) -> int:
    """How many of the file could follow, one after the other, if the head used that many squares to the target."""
    number = 1
    race.at[race.file[0]] = race.target
    while may_follow(race, road, number, used):
        race.at[race.file[number]] = square_to_follow_to(race, road, number)
        number += 1
    for back in range(number):
        race.at[race.file[back]] = race.file_at[back]
    return number - 1


@rare
def find_telling_ways(race: State, road: Road) -> None:
    """Of the numbers of squares that lead to the target, keep the fewest, and each higher one that lets more riders
    follow (UR-6j): the others make no difference (UR-7l)."""
    given = race.ways
    shortest = fewest(given)
    race.ways = _ONE << np.uint32(shortest)
    if race.filed == 1 or broke_away(race) or race.ways == given:
        return
    followers = could_follow(race, road, shortest)
    for length in range(shortest + 1, LONGEST + 1):
        if np.uint32(given) >> np.uint32(length) & _ONE:
            more = could_follow(race, road, length)
            if more > followers:
                followers = more
                race.ways |= _ONE << np.uint32(length)


@rule
def ride_to(race: State, road: Road, place: int) -> None:
    """The manager has chosen a square. Ask how many squares to use only if it makes a difference (UR-6j)."""
    race.target = race.reach[place]
    race.ways = race.lengths[place]
    race.reached = 0
    if race.ways & (race.ways - _ONE):
        find_telling_ways(race, road)
    if race.ways & (race.ways - _ONE):
        race.phase = WAY_PHASE
    else:
        ride(race, road, fewest(race.ways))


@rule
def ride(race: State, road: Road, used: int) -> None:
    """The rider rides to the target; then come the lines it crossed, then pursuits (UR-6k)."""
    race.used = used
    race.ways = 0
    race.asked = 1
    race.phase = MOVED
    arrive_on(race, road, race.target)


@rule
def follow(race: State, road: Road) -> None:
    """The follower makes its move of the round, without dice, luck card or its square's number (UR-7h, UR-7n). Then the
    next of the file may follow (UR-7i)."""
    race.phase = MOVED
    arrive_on(race, road, square_to_follow_to(race, road, race.asked))
    race.asked += 1


@rule
def decline(race: State) -> None:
    """The rider declines, so nobody behind may follow either; they keep their own turns (UR-7j)."""
    race.phase = NEXT_TURN


@rule
def arrive_on(race: State, road: Road, square: int) -> None:
    stand(race, road, race.rider, square)
    race.moved[race.rider] = 1
    if cross_lines(race, road, race.rider):
        race.phase = ENDED


@rule
def offer_pursuit(race: State, road: Road) -> None:
    """Ask the next rider of the file, if it may follow (UR-7i, UR-20h)."""
    if may_follow(race, road, race.asked, race.used):
        race.rider = race.file[race.asked]
        race.phase = FOLLOW_PHASE
    else:
        race.phase = NEXT_TURN

"""Leader 1, B.1 and C.2: a rider's move outside the bunch, what it costs, and its risks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import MOST_BITS, lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.leader_one.actions import RIDE, STAY, WAY
from parcours.games.leader_one.rules.feeding import close_claims, has_claims, legal_claims, legal_plays
from parcours.games.leader_one.rules.order import (
    arrive_on,
    finish_line,
    is_ahead,
    is_inside,
    is_on_road,
    join_bunch,
    seat_of,
    tail,
)
from parcours.games.leader_one.rules.ways import (
    DESCENT,
    bit_of,
    find_ways,
    free_squares,
    look_ahead,
    place_of,
    price_of,
    squares_ridden_through,
    ways_to,
)
from parcours.games.leader_one.state import (
    ARRIVED,
    BESIDE,
    FALL_ROLL,
    FATIGUE_ROLL,
    GO_ON,
    LAST,
    LINES,
    MOVE_PHASE,
    MOVED,
    ON_ROAD,
    PREPARE,
    RISKS,
    WAY_PHASE,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import THRESHOLDS

FATIGUE, FALL = 1, 2
"""Bits of a move's risk."""
LOSES_WHEEL, LOSES_WHEEL_DOWNHILL = 6, 8
"""Riders behind lose the slipstream of a move of this many squares or more: in general, and from a descent (L1-C1c)."""
_THRESHOLDS = np.array(THRESHOLDS, np.int8)


@rule
def begin_move(race: State, road: Road, rider: int, attacking: int) -> None:
    """Begin a rider's move. A rider who moves in the last part of the turn, and whose square the bunch now covers, is
    simply in the bunch (L1-C2k, L1-C3d)."""
    race.mover = rider
    race.attacking = attacking
    race.fell = 0
    if not attacking and race.part == LAST and is_inside(race, road, race.at[rider]):
        join_bunch(race, rider)
        race.moved[rider] = MOVED
        race.phase = LINES
        return
    race.behind = not attacking and is_on_road(race) and not is_ahead(race, road, rider)
    race.phase = PREPARE


@rule
def prepare(race: State, road: Road) -> None:
    """Find the ways. A rider with no legal move stays, unless a tile could change that (L1-B1i)."""
    race.free = free_squares(race, road, race.mover)
    race.phase = MOVE_PHASE
    look_ahead(race, road)
    found = find_ways(race, road, int(race.energy[race.mover]), False)
    if not found and race.tiles[race.mover] == 0 and not has_claims(race, seat_of(race, race.mover)):
        stay(race)


@rare
def legal_moves(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Every square that the mover may ride to, or staying put if there is none; and the tiles to play or claim before
    the move (L1-B1i, L1-C4b)."""
    low, high, squares = 0, 0, int(race.ends)
    while squares:
        place = place_of(race, road, lowest(squares))
        squares &= squares - 1
        if place < MOST_BITS:
            low |= 1 << place
        else:
            high |= 1 << (place - MOST_BITS)
    count = list_places(low, RIDE, out, 0)
    count = list_places(high, RIDE + MOST_BITS, out, count)
    if count == 0 and not race.attacking:
        out[0] = STAY
        count = 1
    count = legal_plays(race, race.mover, out, count)
    return legal_claims(race, seat_of(race, race.mover), out, count)


@rule
def list_places(places: int, code: int, out: NDArray[np.int16], count: int) -> int:
    """List the codes of a set of squares, in their order. Returns the new count."""
    while places:
        out[count] = code + lowest(places)
        places &= places - 1
        count += 1
    return count


@rare
def legal_ways(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The ways to the chosen square, by length and risk."""
    return list_places(ways_to(race, road, race.target - race.origin), WAY, out, 0)


@rule
def ride_to(race: State, road: Road, place: int) -> None:
    """Ride to a square. If ways of several lengths or risks lead there, ask which."""
    race.target = race.origin + place
    if race.several >> bit_of(race, road, place) & 1:
        race.phase = WAY_PHASE
    else:
        ride(race, road, lowest(ways_to(race, road, place)))


@rule
def ride(race: State, road: Road, way: int) -> None:
    """Ride, pay or recover; then the rolls for the risks taken (L1-C2e, L1-C4f)."""
    rider = race.mover
    race.length = way // RISKS + 1
    race.risk = way % RISKS
    through = squares_ridden_through(race, road, race.target - race.origin, way)
    race.cost = price_of(race.length, race.free) + through
    race.energy[rider] += max(0, race.free - race.length) - race.cost
    race.status[rider] = ON_ROAD
    arrive_on(race, rider, race.target)
    race.phase = FATIGUE_ROLL if race.risk & FATIGUE else FALL_ROLL if race.risk & FALL else ARRIVED


@rare
def stay(race: State) -> None:
    """No move is allowed: stay, and get the free squares back (L1-B1i, L1-C4f)."""
    race.energy[race.mover] += race.free
    race.length = 0
    close_claims(race)
    end_of_move(race)
    race.phase = GO_ON


@rule
def end_of_move(race: State) -> None:
    race.moved[race.mover] = MOVED
    race.punctured[race.mover] = 0


@rule
def threshold(race: State, rider: int) -> int:
    """What the event die must show at least: 5 for the first risk, 8 for the second, 11 for all later ones (L1-C2a)."""
    return int(_THRESHOLDS[min(race.risks[rider], len(_THRESHOLDS) - 1)])


@rare
def roll_fatigue(race: State, die: int) -> None:
    """If the roll fails, the rider pays twice the cost on top: three times in all (L1-C2h). The box is crossed off
    either way (L1-C2b). The roll for a crash, if there is one, comes next (L1-C2c)."""
    if die < threshold(race, race.mover):
        race.energy[race.mover] -= 2 * race.cost
    race.risks[race.mover] += 1
    race.phase = FALL_ROLL if race.risk & FALL else ARRIVED


@rare
def roll_fall(race: State, die: int) -> None:
    """If the roll fails, the rider pays the cost once more and crashes (L1-C2j)."""
    if die < threshold(race, race.mover):
        race.energy[race.mover] -= race.cost
        race.fell = 1
    race.risks[race.mover] += 1
    race.phase = ARRIVED


@rule
def leaves_slipstream(race: State, road: Road, rider: int) -> bool:
    """Whether those behind a rider keep its slipstream: after a short move, but not if it has just crashed, was beside
    the road or could not step (L1-C1c, L1-C1d)."""
    if race.began[rider] == NOWHERE or race.fell or race.length == 0:
        return False
    return is_followed_easily(road, race.began[rider], race.length)


@rule
def is_followed_easily(road: Road, start: int, length: int) -> bool:
    """Whether a move of this length is short enough for riders behind to keep the slipstream (L1-C1c)."""
    downhill = road.squares[start].terrain == DESCENT
    return length < (LOSES_WHEEL_DOWNHILL if downhill else LOSES_WHEEL)


@rule
def arrive(race: State, road: Road) -> None:
    """Where the move has led: beside the road after a crash (L1-C2j), back into the bunch (L1-B1k), or onto a square. A
    rider past the finish leaves the road after the feed and bonus lines (L1-C2e, L1-F1)."""
    rider = race.mover
    front = road.squares[race.at[rider]].front
    close_claims(race)
    race.pulls[rider] = leaves_slipstream(race, road, rider)
    end_of_move(race)
    race.phase = LINES
    if front > finish_line(road):
        return
    if race.fell:
        race.status[rider] = BESIDE
        race.back[rider] = race.turn + 2
    elif race.behind and front > tail(race, road):
        join_bunch(race, rider)

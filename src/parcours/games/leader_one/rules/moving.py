"""Leader 1, B.1 and C.2: a rider's move outside the bunch, what it costs, and its risks."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

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
from parcours.games.leader_one.rules.ways import DESCENT, find_ways, free_squares, price_of, squares_ridden_through
from parcours.games.leader_one.state import (
    ARRIVED,
    BESIDE,
    FALL_ROLL,
    FATIGUE_ROLL,
    GO_ON,
    LAST,
    LINES,
    LONGEST,
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
KEEPS, KEEPS_DOWNHILL = 6, 8
"""From how many squares on a move takes the slipstream away, on the flat and downhill (L1-C1c)."""
_THRESHOLDS = np.array(THRESHOLDS, np.int8)


@rule
def begin_move(race: State, road: Road, rider: int, attacking: int) -> None:
    """A rider is to move. Over whom the bunch stands when he is due, he simply is in it (L1-C2k, L1-C3d)."""
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
    """Find the ways. For whom no move is allowed stays, unless there is a tile that could change that (L1-B1i)."""
    race.free = free_squares(race, road, race.mover)
    race.phase = MOVE_PHASE
    found = find_ways(race, road, int(race.energy[race.mover]), False)
    if not found and race.tiles[race.mover] == 0 and not has_claims(race, seat_of(race, race.mover)):
        stay(race)


@rare
def legal_moves(race: State, out: NDArray[np.int16]) -> int:
    """Every square that may be ridden to; tiles before; to stay only if there is none (L1-B1i, L1-C4b)."""
    count = 0
    for place in range(race.span):
        out[count] = RIDE + place
        count += race.ways[place] != 0
    if count == 0 and not race.attacking:
        out[0] = STAY
        count = 1
    count = legal_plays(race, race.mover, out, count)
    return legal_claims(race, seat_of(race, race.mover), out, count)


@rare
def legal_ways(race: State, out: NDArray[np.int16]) -> int:
    """The lengths and risks with which the square may be ridden to."""
    count = 0
    ways = race.ways[race.target - race.origin]
    for way in range(RISKS * LONGEST):
        if ways >> way & 1:
            out[count] = WAY + way
            count += 1
    return count


@rule
def ride_to(race: State, road: Road, place: int) -> None:
    """Ride to a square; by which way is asked where they differ."""
    race.target = race.origin + place
    ways = race.ways[place]
    if ways & (ways - 1):
        race.phase = WAY_PHASE
        return
    way = 0
    while not ways >> way & 1:
        way += 1
    ride(race, road, way)


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
    """What the event die must show: the first risk 5, the second 8, all later ones 11 (L1-C2a)."""
    return int(_THRESHOLDS[min(race.risks[rider], len(_THRESHOLDS) - 1)])


@rare
def roll_fatigue(race: State, die: int) -> None:
    """Failed: three times the cost in all (L1-C2h). The box is gone either way (L1-C2b). Then the fall (L1-C2c)."""
    if die < threshold(race, race.mover):
        race.energy[race.mover] -= 2 * race.cost
    race.risks[race.mover] += 1
    race.phase = FALL_ROLL if race.risk & FALL else ARRIVED


@rare
def roll_fall(race: State, die: int) -> None:
    """Failed: twice the cost in all, and down (L1-C2j)."""
    if die < threshold(race, race.mover):
        race.energy[race.mover] -= race.cost
        race.fell = 1
    race.risks[race.mover] += 1
    race.phase = ARRIVED


@rule
def leaves_slipstream(race: State, road: Road, rider: int) -> bool:
    """A short move leaves it; none from who has just fallen, lay beside the road or could not step (L1-C1c, L1-C1d)."""
    if race.began[rider] == NOWHERE or race.fell or race.length == 0:
        return False
    return is_followed_easily(road, race.began[rider], race.length)


@rule
def is_followed_easily(road: Road, start: int, length: int) -> bool:
    """Whether a move of that many squares is short enough for those behind (L1-C1c)."""
    downhill = road.squares[start].terrain == DESCENT
    return length < (KEEPS_DOWNHILL if downhill else KEEPS)


@rule
def arrive(race: State, road: Road) -> None:
    """Where the move has led: beside the road after a fall (L1-C2j), back into the bunch (L1-B1k), or onto a square.
    Over the line he is taken off after the lines (L1-C2e, L1-F1)."""
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

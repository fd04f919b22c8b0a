"""Profi: danger and falls (PR-F), cobbles (PR-H6), wet roads (PR-Y1), and who protects whom (PR-G1)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import FALL, PAY_ONE, PAY_TWO
from parcours.games.profi.rules.ground import (
    COBBLES,
    ask,
    in_contact,
    inner_rank,
    is_dummy,
    is_on_verge,
    lanes_at,
    lanes_mask,
    lanes_taken,
    on_road,
    rider_at,
    team_of,
    terrain_at,
    type_of,
)
from parcours.games.profi.rules.slipstream import FAR
from parcours.games.profi.state import (
    ACUTE,
    CIRCLE_MOVE,
    COIN,
    CRASH_COIN,
    CRASH_DIE,
    CRASHING,
    DANGER,
    DAWDLE_MOVE,
    LANES,
    LYING,
    NOBODY,
    QUEUE,
    ROULEUR,
    SECOND_COIN,
    SIX,
    SURGE_MOVE,
    UP,
    VERY_WET,
    State,
)  # fmt: skip

CLEAN_LINE, GRIT = 16, 17
FROM_VERGE = 4
"""Added to the die of a rider that a crash would leave on the verge (PR-V1)."""


@rule
def enqueue(race: State, rider: int, die: int) -> None:
    if race.tail < QUEUE:
        race.queue[race.tail] = rider
        race.danger[race.tail] = die
        race.tail += 1


@rare
def is_protected(race: State, road: Road, rider: int) -> bool:
    """Whether a rider is protected: a team-mate, fallen or not, is beside it or directly ahead (PR-G1), or it has event
    16."""
    if race.event[rider] == CLEAN_LINE:
        return True
    if is_on_verge(race, road, rider):
        return False
    row, lane = race.row[rider], race.lane[rider]
    for mate in range(team_of(race, rider) * race.squad, (team_of(race, rider) + 1) * race.squad):
        if mate == rider or not on_road(race, mate) or is_on_verge(race, road, mate):
            continue
        if race.row[mate] == row and abs(race.lane[mate] - lane) == 1:
            return True
        if race.row[mate] == row + 1 and race.lane[mate] == lane:
            return True
    return False


@rare
def queue_for_ride(race: State, road: Road, rider: int) -> None:
    """Queue the rolls that a ride brings, in this order: a 4 on the descent, wet, cobbles, verge, event 17 (PR-H7)."""
    if race.die == 4 and race.risk > 0:
        enqueue(race, rider, ACUTE)
    start = race.attack_row if race.kind == SURGE_MOVE else race.from_row
    queue_for_squares(race, road, rider, start)
    if race.verge_lane != NOBODY:
        enqueue(race, rider, SIX + FROM_VERGE)
    if race.event[rider] == GRIT and (race.cards > 0 or race.added > 0):
        race.event[rider] = 0
        enqueue(race, rider, SIX)


@rare
def queue_for_squares(race: State, road: Road, rider: int, start: int) -> None:
    """Queue the rolls for the squares ridden. Very wet: 6 or more (PR-Y1). Cobbles: fewer than 6, for a rouleur fewer
    than 5, except when soft-pedalling (PR-H6). In a circle its sum counts, however far it really rode (PR-L7, PR-L8).
    `start` is the row where the rider's own ride began."""
    squares = race.total if race.kind == CIRCLE_MOVE else race.steps
    if race.weather == VERY_WET and squares >= FAR:
        enqueue(race, rider, COIN)
    safe = 5 if type_of(race, rider) == ROULEUR else 6
    if race.kind != DAWDLE_MOVE and squares < safe and touches_cobbles(race, road, rider, start):
        enqueue(race, rider, COIN)


@rare
def touches_cobbles(race: State, road: Road, rider: int, start: int) -> bool:
    """Whether a ride starts on, crosses or ends on cobbles (PR-H6)."""
    found = terrain_at(race, road, start) == COBBLES
    if race.board == 0:
        return found
    for row in range(start + 1, race.row[rider] + 1):
        found = found or terrain_at(race, road, row) == COBBLES
    return found


@rare
def queue_for_full_row(race: State, road: Road, row: int) -> None:
    """If the ride has filled a cobbled row, everybody on it rolls, the inside first (PR-H6, PR-H7)."""
    if terrain_at(race, road, row) != COBBLES or lanes_taken(race, road, row) != lanes_mask(race, road, row):
        return
    for rank in range(1, lanes_at(race, road, row) + 1):
        for lane in range(1, LANES):
            if lane <= lanes_at(race, road, row) and inner_rank(race, road, row, lane) == rank:
                rider = rider_at(race, row, lane)
                if race.status[rider] == UP:
                    enqueue(race, rider, COIN)


@rare
def roll_next(race: State, road: Road) -> None:
    """The next rider in danger rolls, unless it is protected or already down (PR-G1, PR-F3)."""
    while race.head < race.tail:
        rider: Any = np.int64(race.queue[race.head])
        if race.status[rider] == UP and not is_protected(race, road, rider):
            race.who = rider
            die = race.danger[race.head] & 3
            if die == ACUTE:
                face_danger(race, rider)
            else:
                race.phase = CRASH_COIN if die == COIN else CRASH_DIE
            return
        race.head += 1
    race.head = 0
    race.tail = 0
    race.phase = race.after_crash


@rare
def face_danger(race: State, rider: int) -> None:
    """Acute danger: the player decides; a dummy makes the second roll free of charge (PR-F1, PR-N6)."""
    if is_dummy(race, rider):
        race.who = rider
        race.phase = SECOND_COIN
    else:
        ask(race, DANGER, rider)


@rare
def legal_danger(race: State, out: NDArray[np.int16]) -> int:
    """Pay 2 chips; pay 1 chip and roll; or fall (PR-F1, PR-I8)."""
    count = 0
    if race.chips[race.who] >= 2:
        out[count] = PAY_TWO
        count += 1
    if race.chips[race.who] >= 1:
        out[count] = PAY_ONE
        count += 1
    out[count] = FALL
    return count + 1


@rare
def fall(race: State, road: Road, rider: int) -> None:
    """The rider lies where its move ended (PR-F2), or on the last verge square that it used (PR-V1). The rider directly
    behind it must roll too: 50:50 on cobbles or in the wet, else 1:6 (PR-F3)."""
    race.status[rider] = LYING
    race.fell[rider] = race.round_number
    race.moved[rider] = 1
    race.last[rider] = 0
    if race.giver == rider:
        race.giver = NOBODY
    if race.tail > 0 and race.danger[race.head] >= FROM_VERGE and race.queue[race.head] == rider:
        race.row[rider] = race.verge_row
        race.lane[rider] = race.verge_lane
        return
    behind = rider_at(race, race.row[rider] - 1, race.lane[rider])
    if behind != NOBODY and race.status[behind] == UP and in_contact(race, road, rider, behind):
        bad = race.weather == VERY_WET or terrain_at(race, road, race.row[behind]) == COBBLES
        enqueue(race, behind, COIN if bad else SIX)


@rare
def go_on_crashing(race: State) -> None:
    """After a roll, go on to the next in the queue."""
    race.head += 1
    race.phase = CRASHING

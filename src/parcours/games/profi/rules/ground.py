"""Profi: rows and lanes, terrain, who stands where, and the order of riders (PR-R, PR-C)."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import INSIDE_LEFT, LINE_KINDS, SPRINT_ZONE, TERRAINS, Road
from parcours.games.profi.state import (
    CAPTAIN,
    FIELD,
    GRIMPEUR,
    LYING,
    NOBODY,
    ROULEUR,
    SECOND_ROULEUR,
    SPRINTER,
    START_MOVE,
    UP,
    WAITING,
    State,
)  # fmt: skip

GREEN, RED, DESCENT, COBBLES, BLUE = (TERRAINS.index(t) for t in ("flat", "climb", "descent", "cobbles", "hills"))
SPRINT_LINE, SUMMIT, FEED, FINISH = (LINE_KINDS.index(k) for k in ("sprint", "summit", "feed", "finish"))
NO_LIMIT = 30_000
STOP_EVERY = 10
"""How many rows of a climb demand one stop; the stops are rounded up (PR-C7)."""
_ONE = np.uint32(1)


@rule
def bit(rider: int) -> Any:
    """A rider's bit in a mask."""
    return _ONE << np.uint32(rider)


@rule
def has(mask: Any, rider: int) -> bool:
    """Whether a rider's bit is set."""
    return (np.uint32(mask) >> np.uint32(rider)) & _ONE == _ONE


@rule
def riders(race: State) -> int:
    """How many rider numbers there are, absent riders included."""
    return int(race.sides) * int(race.squad)


@rule
def team_of(race: State, rider: int) -> int:
    """A rider's team. Most races have teams of four: that saves a division."""
    return int(rider >> 2 if race.squad == 4 else rider // race.squad)


@rule
def is_dummy(race: State, rider: int) -> bool:
    return rider >= int(race.teams) * int(race.squad)


@rule
def type_of(race: State, rider: int) -> int:
    """Captain, rouleur, grimpeur or sprinter (PR-S1); the fifth rider is a rouleur (PR-S3)."""
    return ROULEUR if race.role[rider] == SECOND_ROULEUR else race.role[rider]


@rule
def on_road(race: State, rider: int) -> bool:
    return race.status[rider] >= UP


# ---------------------------------------------------------------------------------------------- the course


@rule
def finish_row(road: Road) -> int:
    """On a board: a rider that stands here or beyond has finished (PR-C9)."""
    return road.lines[len(road.lines) - 1].at + 1


@rare
def stretch_at(race: State, road: Road, row: int) -> int:
    """The stretch that decides a row's terrain: on a profile that of the round (PR-C1), on a board that of the row
    (PR-C6). The road before the start and past the finish continues with the same terrain (PR-C9)."""
    if race.board == 0:
        return min(max(race.round_number, 1), race.rounds) - 1
    row = min(max(row, 1), finish_row(road))
    last = len(road.stretches) - 1
    for stretch in range(last):
        if row <= road.stretches[stretch].front:
            return stretch
    return last


@rule
def terrain_at(race: State, road: Road, row: int) -> int:
    return road.stretches[stretch_at(race, road, row)].terrain


@rule
def category_at(race: State, road: Road, row: int) -> int:
    """The category of the climb; 5 is HC, 0 none."""
    return road.stretches[stretch_at(race, road, row)].category


@rule
def lanes_at(race: State, road: Road, row: int) -> int:
    """How wide the road is (PR-R1)."""
    if race.board == 0:
        return int(race.width)
    return int(road.stretches[stretch_at(race, road, row)].lanes)


@rule
def lanes_mask(race: State, road: Road, row: int) -> int:
    """One bit for each lane of a row; bit 0 is a verge."""
    return ((1 << lanes_at(race, road, row)) - 1) << 1


@rule
def inner_rank(race: State, road: Road, row: int, lane: int) -> int:
    """How far from the inside a lane lies, from 1 (PR-R2)."""
    if race.board and road.stretches[stretch_at(race, road, row)]["flags"] & INSIDE_LEFT:
        return lanes_at(race, road, row) + 1 - int(lane)
    return int(lane)


@rule
def is_own(race: State, terrain: int, rider: int) -> bool:
    """Whether a terrain is the rider's own: blue for rouleurs, green for sprinters, red for grimpeurs (PR-C2). Captains
    have none (PR-C4), and cobbles are nobody's (PR-C5)."""
    kind = type_of(race, rider)
    if kind == ROULEUR:
        return terrain in (BLUE, DESCENT)
    if kind == SPRINTER:
        return terrain == GREEN
    return kind == GRIMPEUR and terrain == RED


@rule
def on_own_terrain(race: State, road: Road, rider: int, row: int) -> bool:
    return is_own(race, terrain_at(race, road, row), rider)


@rule
def may_use_jokers(race: State, road: Road, rider: int, row: int) -> bool:
    """Whether a rider may play jokers: the captain always, others on their own terrain or nobody's (PR-C2, PR-C3,
    PR-C5, PR-K2)."""
    if type_of(race, rider) == CAPTAIN or race.kind == START_MOVE:
        return True
    terrain = terrain_at(race, road, row)
    return terrain == COBBLES or is_own(race, terrain, rider)


@rule
def is_sprint_stretch(race: State, road: Road, row: int) -> bool:
    """Whether this is a green round with an intermediate or the final sprint; on a board, a green section with a sprint
    or finish line (PR-Q7)."""
    stretch = stretch_at(race, road, row)
    here = road.stretches[stretch]
    if here.terrain != GREEN:
        return False
    if here["flags"] & SPRINT_ZONE:
        return True
    if race.board == 0:
        return stretch == race.rounds - 1
    return here.rear < finish_row(road) <= here.front


@rule
def stops_asked(road: Road, stretch: int) -> int:
    """How many stops a climb of this length demands (PR-C7)."""
    here = road.stretches[stretch]
    return (here.front - here.rear + STOP_EVERY - 1) // STOP_EVERY


@rare
def furthest_row(race: State, road: Road, rider: int) -> int:
    """The furthest row that a rider may reach: if it lacks a stop on a climb, the last red row (PR-C8). A climb with
    the finish on it has no last row: the road stays red past the finish (PR-C9)."""
    if race.board == 0:
        return NO_LIMIT
    for stretch in range(len(road.stretches)):
        here = road.stretches[stretch]
        if here.terrain != RED or here.front < race.row[rider] or here.front >= finish_row(road):
            continue
        made = race.stops[rider] if race.climb[rider] == stretch else 0
        if made < stops_asked(road, stretch):
            return int(here.front)
    return NO_LIMIT


# --------------------------------------------------------------------------------------------- who is where


@rule
def is_on_verge(race: State, road: Road, rider: int) -> bool:
    lane = race.lane[rider]
    return lane == 0 or lane > lanes_at(race, road, race.row[rider])


@rare
def lanes_taken(race: State, road: Road, row: int) -> int:
    """One bit for each lane of a row that somebody stands on. Riders on the verge block nobody (PR-V2)."""
    taken = 0
    for rider in range(riders(race)):
        here = on_road(race, rider) & (race.row[rider] == row)
        taken |= 1 << int(race.lane[rider]) if here else 0
    return taken & lanes_mask(race, road, row)


@rare
def rider_at(race: State, row: int, lane: int) -> int:
    """The rider on a place; or NOBODY."""
    found = FIELD
    for rider in range(riders(race)):
        here = (race.row[rider] == row) & (race.lane[rider] == lane) & on_road(race, rider)
        found = min(found, rider if here else FIELD)
    return found if found < FIELD else NOBODY


@rule
def upright_at(race: State, row: int, lane: int) -> int:
    """The rider on a place, if it has not fallen; or NOBODY."""
    rider = rider_at(race, row, lane)
    return rider if rider != NOBODY and race.status[rider] == UP else NOBODY


@rare
def row_is_free(race: State, row: int) -> bool:
    """Whether no rider is on a row, nor beside it on the verge (PR-R6, PR-V2)."""
    there = 0
    for rider in range(riders(race)):
        there += (race.row[rider] == row) & on_road(race, rider)
    return there == 0


@rare
def in_contact(race: State, road: Road, one: int, other: int) -> bool:
    """Whether two riders are side by side, or one directly behind the other in a lane."""
    rows = abs(race.row[one] - race.row[other])
    lanes = abs(race.lane[one] - race.lane[other])
    if rows + lanes != 1:
        return False
    return not is_on_verge(race, road, one) and not is_on_verge(race, road, other)


@rare
def front_row(race: State) -> int:
    front = -NO_LIMIT
    for rider in range(riders(race)):
        if on_road(race, rider):
            front = max(front, int(race.row[rider]))
    return front


@rare
def put_in_groups(race: State) -> int:
    """Number the groups from the front: riders without a free row between them (PR-R6). Returns how many there are."""
    for rider in range(riders(race)):
        race.group[rider] = NOBODY
    groups = 0
    row = front_row(race)
    while True:
        following = -NO_LIMIT
        for rider in range(riders(race)):
            left = on_road(race, rider) & (race.group[rider] == NOBODY)
            following = max(following, int(race.row[rider]) if left else -NO_LIMIT)
        if following == -NO_LIMIT:
            return groups
        if groups == 0 or following < row - 1:
            groups += 1
        row = following
        for rider in range(riders(race)):
            if on_road(race, rider) and race.row[rider] == row:
                race.group[rider] = groups - 1


@rule
def note_combative(race: State, rider: int, points: int) -> None:
    """Add combative points, if there is a prize for them (PR-P6)."""
    if race.combative_rule:
        race.combative[rider] += points


# ----------------------------------------------------------------------------------------- the order of riders


@rule
def level_key(race: State, road: Road, rider: int) -> int:
    """The key that orders level riders, the greatest first: the rainbow jersey, then the innermost rider (PR-O2)."""
    rainbow = 8 if race.rainbow == rider else 0
    return rainbow + 7 - inner_rank(race, road, race.row[rider], race.lane[rider])


@rule
def order_key(race: State, road: Road, rider: int, follows: bool) -> int:
    """The greater the key, the sooner a rider moves. Riders that move last come behind all others (PR-O5); the rest go
    from front to back (PR-O1). Of level riders the one that can use a slipstream is first, then the rainbow jersey,
    then the innermost (PR-O2)."""
    return (row_key(race, rider) * 2 + (1 if follows else 0)) * 16 + level_key(race, road, rider)


@rule
def row_key(race: State, rider: int) -> int:
    """The part of `order_key` that is the same for level riders."""
    return (0 if race.last[rider] else 65536) + int(race.row[rider]) + 4096


@rule
def counter_key(race: State, road: Road, rider: int) -> int:
    """The smaller the key, the sooner a rider counters: from back to front, level riders in reverse order of moving.
    Riders that move last this round have no special place here (PR-A8)."""
    return (int(race.row[rider]) + 4096) * 16 + level_key(race, road, rider)


@rule
def ask(race: State, phase: int, rider: int) -> None:
    """The rider's player decides next."""
    race.phase = phase
    race.who = rider
    race.decider = team_of(race, rider)


@rule
def is_waiting(race: State, rider: int) -> bool:
    return race.status[rider] == WAITING


@rule
def is_lying(race: State, rider: int) -> bool:
    return race.status[rider] == LYING

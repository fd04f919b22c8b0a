"""Leader 1, B.1 and C.1: free squares, slipstream, and the ways that a move can take with what they cost and risk."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import DARK, NOWHERE, SPRINT_ZONE, TERRAINS, Road
from parcours.games.leader_one.rules.order import finish_line, is_on_road, riders, tail
from parcours.games.leader_one.state import (
    BESIDE,
    DESCENDER,
    LAYER,
    LONGEST,
    MOST_PAID,
    ON_ROAD,
    REACH,
    RISKS,
    SPRINTER,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import FREE, PRICES, WORST

DESCENT, MOUNTAIN = TERRAINS.index("descent"), TERRAINS.index("climb")
LEAST_ATTACK = 4
"""Squares of an attack (L1-B2b)."""
_FREE = np.array(FREE, np.int8)
_PRICES = np.array(PRICES, np.int16)
_WORST = np.array(WORST, np.int8)

# --- Free squares -----------------------------------------------------------------------------------------------------


@rule
def start_of(race: State, rider: int) -> int:
    """The square where the move starts: of an attack, the bunch's front (L1-B2b)."""
    return race.bunch if race.attacking else race.at[rider]


@rule
def is_one_step_behind(road: Road, square: int, other: int) -> bool:
    """Whether one step leads from a square to the other (L1-H4, L1-H5)."""
    here = road.squares[square]
    return here.ahead[0] == other or here.ahead[1] == other or here.ahead[2] == other


@rule
def has_slipstream(race: State, road: Road, rider: int) -> bool:
    """Stood one step behind a rider who has moved and leaves it; not in an attack, not after a puncture or a fall
    (L1-B2c, L1-C1b, L1-C1d)."""
    if race.attacking or race.punctured[rider] or race.status[rider] == BESIDE:
        return False
    for other in range(riders(race)):
        if race.pulls[other] and is_one_step_behind(road, race.began[rider], race.began[other]):
            return True
    return False


@rule
def free_squares(race: State, road: Road, rider: int) -> int:
    """By type and by the hex where the move starts, plus 1 each for a quality and slipstream (L1-A3c, L1-B1d,
    L1-C1a)."""
    start = road.squares[start_of(race, rider)]
    free = int(_FREE[start.terrain, race.kind[rider]])
    if race.quality[rider] == DESCENDER and start.terrain == DESCENT:
        free += 1
    if race.quality[rider] == SPRINTER and start["flags"] & SPRINT_ZONE:
        free += 1
    if has_slipstream(race, road, rider):
        free += 1
    return free


@rule
def price_of(length: int, free: int) -> int:
    """Free squares are used first, the rest is paid (L1-B1e)."""
    return int(_PRICES[max(0, length - free)])


@rule
def longest_payable(energy: int, free: int) -> int:
    """Free squares and as many paid ones as the energy allows, six at most (L1-B1c, L1-B1f)."""
    paid = 0
    while paid < MOST_PAID and _PRICES[paid + 1] <= energy:
        paid += 1
    return free + paid


# --- Risks along a way ------------------------------------------------------------------------------------------------
# What a path has behind it is one of eight states: no paid square on the mountain that it is on; so many of them, under
# this lowest category (1 under 1, 2 or 3; 2 under 2 or 3; 3 under 3); or more than that, which is fatigue. A set of
# states is a byte, a second byte above it holds those of paths that also rode over a dark square.

_PAIRS = ((0, 0), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
TIRED_BIT = 128
NO_FATIGUE = TIRED_BIT - 1


def one_more_paid(state: int, category: int) -> int:
    """The state after one more paid square of a mountain under a category (L1-C2g)."""
    if state == len(_PAIRS):
        return state
    paid, lowest = _PAIRS[state]
    paid, lowest = paid + 1, category if paid == 0 else min(lowest, category)
    return _PAIRS.index((paid, lowest)) if paid <= lowest else len(_PAIRS)


def _sets_after() -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    table = np.zeros((4, 256), np.int16)
    for category in (1, 2, 3):
        for states in range(256):
            for state in range(8):
                if states >> state & 1:
                    table[category, states] |= 1 << one_more_paid(state, category)
    return table


_UPHILL = _sets_after()


@rule
def rested(states: int) -> int:
    """Off the mountain its count is closed; fatigue stays (L1-C2f)."""
    return (states & TIRED_BIT) | ((states & NO_FATIGUE) != 0)


@rule
def risks_onto(states: int, terrain: int, category: int, flags: int) -> int:
    """What paths have behind them when they ride onto one more paid square: no other risks anything (L1-C2g,
    L1-C2i)."""
    safe, fallen = states & 255, states >> 8
    if terrain == MOUNTAIN:
        safe, fallen = int(_UPHILL[category, safe]), int(_UPHILL[category, fallen])
    else:
        safe, fallen = rested(safe), rested(fallen)
    if flags & DARK:
        fallen |= safe
        safe = 0
    return safe | fallen << 8


@rule
def runs_risk(states: int, risk: int) -> bool:
    """Whether one of these paths has exactly this risk: 0 none, 1 fatigue, 2 fall, 3 both."""
    byte = states >> 8 if risk >= 2 else states & 255
    return (byte & (TIRED_BIT if risk & 1 else NO_FATIGUE)) != 0


@rule
def way_bit(length: int, risk: int) -> int:
    return RISKS * (length - 1) + risk


# --- The road around the mover ----------------------------------------------------------------------------------------


TAKEN, PASSABLE = 1, 2
OVER = 1
"""The move ends on this square of a layer."""
NO_TAIL = 1 << 20


@rare
def mark_taken(race: State) -> None:
    """The squares around the mover that somebody stands on (L1-B1b); a punctured rider's may be ridden over, not
    stopped on (L1-C3f). Nobody stands beyond the finish (L1-H6)."""
    for place in range(REACH):
        race.shut[place] = 0
    for rider in range(riders(race)):
        place = race.at[rider] - race.origin
        if race.status[rider] == ON_ROAD and rider != race.mover and 0 <= place < REACH:
            race.shut[place] = PASSABLE if race.punctured[rider] else TAKEN


@rule
def joining_from(race: State, road: Road) -> int:
    """From behind, a rider whose front is beyond this is level with the bunch (L1-B1k)."""
    return tail(race, road) if race.behind and is_on_road(race) else NO_TAIL


@rule
def ends_move(race: State, front: int, length: int, finish: int, joining: int) -> bool:
    """The move ends past the finish (an attack not before its fourth square; L1-F1, L1-O1), and where a rider from
    behind is level with the bunch (L1-B1k)."""
    if front > finish:
        return not race.photo_finish and (not race.attacking or length >= LEAST_ATTACK)
    return front > joining


@rule
def first_target(race: State, road: Road, start: int, way: int) -> int:
    """The first square of an attack in the lane number `way`: the first whose front is beyond the bunch's (L1-B2c).
    Of any other move a step ahead."""
    here = road.squares[start]
    if not race.attacking or here.front < road.stretches[here.leg].front:
        return here.ahead[way]
    lanes = road.stretches[here.leg + 1].lanes
    if way >= lanes:
        return NOWHERE
    square = road.stretches[here.leg + 1].first
    while road.squares[square].lane != way:
        square += 1
    return square


@rule
def target_of(race: State, road: Road, square: int, way: int, length: int) -> int:
    if length == 1:
        return first_target(race, road, square, way)
    return road.squares[square].ahead[way]


# --- Ways over unoccupied squares -------------------------------------------------------------------------------------


@rule
def push(race: State, into: int, count: int, place: int, states: int, over: int) -> int:
    """Add paths to a layer; those on one square are joined. How many entries it has then. (`slot` tells where in the
    layer a square may be found; what it tells of an earlier layer is not believed.)"""
    known = race.slot[place]
    if known < count and race.layer[into, known] == place:
        race.layer_mask[into, known] |= states
    elif count < LAYER:
        race.slot[place] = count
        race.layer[into, count] = place
        race.layer_extra[into, count] = over
        race.layer_mask[into, count] = states
        count += 1
    return count


@rule
def push_through(race: State, into: int, count: int, place: int, states: int, extra: int) -> int:
    """As `push`, where paths on one square are joined only if they lead through equally many occupied ones."""
    for i in range(count):
        if race.layer[into, i] == place and race.layer_extra[into, i] == extra:
            race.layer_mask[into, i] |= states
            return count
    if count < LAYER:
        race.layer[into, count] = place
        race.layer_extra[into, count] = extra
        race.layer_mask[into, count] = states
        count += 1
    return count


@rule
def note_way(race: State, place: int, length: int, states: int, cost: int, energy: int) -> None:
    """A way may be ridden by who has the energy for the worst (L1-B1f, L1-C2d)."""
    if states & NO_FATIGUE and energy >= cost:
        race.ways[place] |= 1 << way_bit(length, 0)
    if states > NO_FATIGUE:
        for risk in range(1, RISKS):
            if runs_risk(states, risk) and energy >= cost * int(_WORST[risk]):
                race.ways[place] |= 1 << way_bit(length, risk)


@rule
def note_layer(race: State, layer: int, count: int, length: int, energy: int) -> bool:
    """The ways of one length, where they may end. Whether there is any end, payable or not."""
    open_ = False
    cost = price_of(length, race.free)
    for i in range(count):
        place = race.layer[layer, i]
        if race.layer_extra[layer, i] == OVER or race.shut[place] == 0:
            open_ = True
            note_way(race, place, length, int(race.layer_mask[layer, i]), cost, energy)
    return open_


@rule
def any_way(race: State) -> bool:
    found = False
    for place in range(REACH):
        found |= race.ways[place] != 0
    return found


@rare
def find_ways(race: State, road: Road, energy: int, any_will_do: bool) -> bool:
    """All squares that the mover may ride to with this energy, with every length and risk (L1-B1c, L1-B1f, L1-B1h).
    Whether there is any; if any will do, that is found out with the first length that has one."""
    start = start_of(race, race.mover)
    race.origin = road.stretches[road.squares[start].leg].first
    for place in range(REACH):
        race.ways[place] = 0
    race.blocked = 0
    mark_taken(race)
    squares, stretches = road.squares, road.stretches
    finish, joining = finish_line(road), joining_from(race, road)
    least = LEAST_ATTACK if race.attacking else 1
    most = longest_payable(energy, race.free)
    met = False
    now, count = 0, 0
    for length in range(1, most + 1):
        onward, number = 1 - now, 0
        for i in range(1 if length == 1 else count):
            if length > 1 and race.layer_extra[now, i] == OVER:
                continue
            square = start if length == 1 else race.origin + race.layer[now, i]
            states = 1 if length == 1 else int(race.layer_mask[now, i])
            for way in range(3):
                target = squares[square].ahead[way] if length > 1 else first_target(race, road, square, way)
                if target == NOWHERE:
                    continue
                place = target - race.origin
                there = squares[target]
                over = ends_move(race, there.front, length, finish, joining)
                if not over and race.shut[place] == TAKEN:
                    met = True
                    continue
                after = states
                if length > race.free:
                    after = risks_onto(states, there.terrain, stretches[there.leg].category, there["flags"])
                number = push(race, onward, number, place, after, OVER if over else 0)
        if length >= least:
            if not note_layer(race, onward, number, length, energy):
                race.blocked |= 1 << length
            elif any_will_do and any_way(race):
                return True
        now, count = onward, number
    if met and race.blocked:
        find_detours(race, road, energy, most, -1, 0)
    return any_way(race)


# --- Ways through occupied squares ------------------------------------------------------------------------------------


@rare
def widest_taken(race: State, road: Road, square: int, length: int, finish: int, joining: int) -> int:
    """Of the occupied squares that a step leads to, the length of those in the lane with most squares: the shortest
    (L1-B1h). 0: there is none."""
    shortest = 0
    for way in range(3):
        target = target_of(race, road, square, way, length)
        if target == NOWHERE or race.shut[target - race.origin] != TAKEN:
            continue
        if not ends_move(race, road.squares[target].front, length, finish, joining):
            size = road.squares[target].front - road.squares[target].rear
            if shortest == 0 or size < shortest:
                shortest = size
    return shortest


@rare
def find_detours(race: State, road: Road, energy: int, most: int, goal: int, goal_way: int) -> int:
    """Where no way of a length is open: ways through occupied squares, 1 energy more for each (L1-B1g, L1-B1h). With a
    goal and a way there it only tells how many occupied squares that leads through."""
    start = start_of(race, race.mover)
    least = LEAST_ATTACK if race.attacking else 1
    finish, joining = finish_line(road), joining_from(race, road)
    fewest = LONGEST
    now, count = 0, 0
    for length in range(1, most + 1):
        onward, number = 1 - now, 0
        wanted = race.blocked >> length & 1 and length >= least
        for i in range(1 if length == 1 else count):
            square = start if length == 1 else race.origin + race.layer[now, i]
            states = 1 if length == 1 else int(race.layer_mask[now, i])
            extra = 0 if length == 1 else int(race.layer_extra[now, i])
            widest = widest_taken(race, road, square, length, finish, joining)
            for way in range(3):
                target = target_of(race, road, square, way, length)
                if target == NOWHERE:
                    continue
                place = target - race.origin
                over = ends_move(race, road.squares[target].front, length, finish, joining)
                shut = 0 if over else race.shut[place]
                taken = shut == TAKEN
                if taken and road.squares[target].front - road.squares[target].rear != widest:
                    continue
                after = states
                if length > race.free:
                    there = road.squares[target]
                    after = risks_onto(states, there.terrain, road.stretches[there.leg].category, there["flags"])
                if wanted and shut == 0:
                    if goal < 0:
                        note_way(race, place, length, after, price_of(length, race.free) + extra, energy)
                    elif place == goal and length == most and runs_risk(after, goal_way % RISKS):
                        fewest = min(fewest, extra)
                if not over:
                    number = push_through(race, onward, number, place, after, extra + taken)
        now, count = onward, number
    return fewest


@rule
def squares_ridden_through(race: State, road: Road, place: int, way: int) -> int:
    """The occupied squares on a way: none where an open way of that length exists (L1-B1h)."""
    if race.blocked >> (way // RISKS + 1) & 1:
        return find_detours(race, road, 0, way // RISKS + 1, place, way)
    return 0

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
# What a path has behind it is one of eight states: no paid square on the mountain that it is on; some of them, under
# this lowest category (1 under 1, 2 or 3; 2 under 2 or 3; 3 under 3); or more than that, which is fatigue. A set of
# states is a byte, a second byte above it holds those of paths that also rode over a dark square.

_PAIRS = ((0, 0), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
UNTIRED = 1
"""The set of the one state without anything behind it."""
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
def risks_onto(road: Road, square: int, states: int) -> int:
    """What paths have behind them when they ride onto one more paid square: no other risks anything (L1-C2g,
    L1-C2i)."""
    there = road.squares[square]
    is_dark = there["flags"] & DARK
    if there.terrain != MOUNTAIN and not is_dark and states == UNTIRED:
        return states
    safe, fallen = states & 255, states >> 8
    if there.terrain == MOUNTAIN:
        category = road.stretches[there.leg].category
        safe, fallen = int(_UPHILL[category, safe]), int(_UPHILL[category, fallen])
    else:
        safe, fallen = rested(safe), rested(fallen)
    if is_dark:
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
UNKNOWN = 0


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
def least_over_the_line(race: State) -> int:
    """From how many squares on a move ends past the finish: an attack has four at least (L1-F1); with a photo finish
    everybody may ride on (L1-O1)."""
    if race.photo_finish:
        return LONGEST + 1
    return LEAST_ATTACK if race.attacking else 1


@rule
def ends_move(front: int, length: int, finish: int, crossing: int, joining: int) -> bool:
    """The move ends past the finish (L1-F1, L1-O1), and where a rider from behind is level with the bunch (L1-B1k)."""
    if front > finish:
        return length >= crossing
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
def note_way(race: State, place: int, length: int, states: int, cost: int, energy: int) -> None:
    """A way may be ridden by who has the energy for the worst (L1-B1f, L1-C2d)."""
    ways = 0
    if states & NO_FATIGUE and energy >= cost:
        ways = 1 << way_bit(length, 0)
    if states > NO_FATIGUE:
        for risk in range(1, RISKS):
            if runs_risk(states, risk) and energy >= cost * int(_WORST[risk]):
                ways |= 1 << way_bit(length, risk)
    race.ways[place] |= ways
    race.span = max(race.span, place + 1)


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
    for place in range(race.span):
        found |= race.ways[place] != 0
    return found


@rule
def forget_ends(race: State) -> None:
    """No square can be ridden to, as far as is known."""
    for place in range(race.span):
        race.ways[place] = 0
    race.span = 0
    race.blocked = 0


@rare
def find_ways(race: State, road: Road, energy: int, any_will_do: bool) -> bool:
    """All squares that the mover may ride to with this energy, with every length and risk (L1-B1c, L1-B1f, L1-B1h).
    Whether there is any; if any will do, that is found out with the first length that has one."""
    start = start_of(race, race.mover)
    origin = road.stretches[road.squares[start].leg].first
    race.origin = origin
    forget_ends(race)
    mark_taken(race)
    finish, crossing, joining = finish_line(road), least_over_the_line(race), joining_from(race, road)
    least = LEAST_ATTACK if race.attacking else 1
    free = int(race.free)
    most = longest_payable(energy, free)
    met = False
    now, count = 0, 0
    for length in range(1, most + 1):
        onward, number = 1 - now, 0
        for i in range(1 if length == 1 else count):
            square, states = start, UNTIRED
            if length > 1:
                if race.layer_extra[now, i] == OVER:
                    continue
                square, states = origin + race.layer[now, i], int(race.layer_mask[now, i])
            for way in range(3):
                target = target_of(race, road, square, way, length)
                if target == NOWHERE:
                    continue
                place = target - origin
                over = ends_move(road.squares[target].front, length, finish, crossing, joining)
                if not over and race.shut[place] == TAKEN:
                    met = True
                    continue
                after = risks_onto(road, target, states) if length > free else states
                number = push(race, onward, number, place, after, OVER if over else 0)
        if length >= least:
            if not note_layer(race, onward, number, length, energy):
                race.blocked |= 1 << length
            elif any_will_do and any_way(race):
                return True
        now, count = onward, number
    longest = longest_blocked(race) if met else 0
    if longest > 0:
        find_detours(race, road, energy, longest, -1, 0)
    return any_way(race)


# --- Ways through occupied squares ------------------------------------------------------------------------------------


@rule
def longest_blocked(race: State) -> int:
    """The greatest length without an open way for which there may be one through occupied squares; 0: there is none.
    (Through an occupied square and off it again are two squares at least.)"""
    longest = LONGEST
    while longest > 1 and not race.blocked >> longest & 1:
        longest -= 1
    return longest if longest > 1 else 0


@rule
def push_through(race: State, into: int, count: int, place: int, states: int, extra: int) -> int:
    """As `push`: of paths on one square that have the same behind them, only those through the fewest occupied squares
    are followed."""
    for i in range(count):
        if race.layer[into, i] == place:
            if race.layer_extra[into, i] <= extra:
                states &= ~race.layer_mask[into, i]
            else:
                race.layer_mask[into, i] &= ~states
                if race.layer_mask[into, i] == 0:
                    race.layer_mask[into, i] = states
                    race.layer_extra[into, i] = extra
                    states = 0
    if states != 0 and count < LAYER:
        race.layer[into, count] = place
        race.layer_extra[into, count] = extra
        race.layer_mask[into, count] = states
        count += 1
    return count


@rare
def widest_taken(race: State, road: Road, square: int, length: int, finish: int, crossing: int, joining: int) -> int:
    """Of the occupied squares that a step leads to, the length of those in the lane with most squares: the shortest
    (L1-B1h)."""
    shortest = UNKNOWN
    for way in range(3):
        target = target_of(race, road, square, way, length)
        if target == NOWHERE or race.shut[target - race.origin] != TAKEN:
            continue
        if not ends_move(road.squares[target].front, length, finish, crossing, joining):
            size = road.squares[target].front - road.squares[target].rear
            if shortest == UNKNOWN or size < shortest:
                shortest = size
    return shortest


@rare
def find_detours(race: State, road: Road, energy: int, most: int, goal: int, goal_way: int) -> int:
    """Where no way of a length is open: ways through occupied squares, 1 energy more for each (L1-B1g, L1-B1h). With a
    goal and a way there it only tells how many occupied squares that leads through."""
    start = start_of(race, race.mover)
    least = LEAST_ATTACK if race.attacking else 1
    finish, crossing, joining = finish_line(road), least_over_the_line(race), joining_from(race, road)
    fewest = LONGEST
    now, count = 0, 0
    for length in range(1, most + 1):
        onward, number = 1 - now, 0
        wanted = race.blocked >> length & 1 and length >= least
        for i in range(1 if length == 1 else count):
            square = start if length == 1 else race.origin + race.layer[now, i]
            states = UNTIRED if length == 1 else int(race.layer_mask[now, i])
            extra = 0 if length == 1 else int(race.layer_extra[now, i])
            if states == 0:
                continue
            widest = UNKNOWN
            for way in range(3):
                target = target_of(race, road, square, way, length)
                if target == NOWHERE:
                    continue
                place = target - race.origin
                over = ends_move(road.squares[target].front, length, finish, crossing, joining)
                shut = 0 if over else race.shut[place]
                taken = shut == TAKEN
                if taken:
                    if widest == UNKNOWN:
                        widest = widest_taken(race, road, square, length, finish, crossing, joining)
                    if road.squares[target].front - road.squares[target].rear != widest:
                        continue
                after = risks_onto(road, target, states) if length > race.free else states
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

"""Leader 1, B.1 and C.1: free squares, slipstream, and the ways that a move can take, with their costs and risks."""

from __future__ import annotations

import numpy as np

from parcours.engine.bits import MOST_BITS, lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, SPRINT_ZONE, TERRAINS, Road
from parcours.games.leader_one.ranks import CATEGORIES, STRIDES
from parcours.games.leader_one.rules.order import is_on_road, riders
from parcours.games.leader_one.state import (
    BESIDE,
    DESCENDER,
    FIELD,
    LONGEST,
    MOST_PAID,
    ON_ROAD,
    PATHS,
    RISKS,
    SPRINTER,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import FREE, PRICES, WORST

DESCENT = TERRAINS.index("descent")
LEAST_ATTACK = 4
"""The fewest squares of an attack (L1-B2b)."""
_FREE = np.array(FREE, np.int8)
_PRICES = np.array(PRICES, np.int16)
_WORST = np.array(WORST, np.int8)

# --- Free squares -----------------------------------------------------------------------------------------------------


@rule
def start_of(race: State, rider: int) -> int:
    """The square where the move starts; for an attack, the front square of the bunch (L1-B2b)."""
    return race.bunch if race.attacking else race.at[rider]


@rule
def is_one_step_behind(road: Road, square: int, other: int) -> bool:
    """Whether one step leads from a square to the other (L1-H4, L1-H5)."""
    here = road.squares[square]
    return here.ahead[0] == other or here.ahead[1] == other or here.ahead[2] == other


@rule
def has_slipstream(race: State, road: Road, rider: int) -> bool:
    """Whether a rider has slipstream: when the turn began, it was one step behind a rider who has moved since and gives
    slipstream. Not in an attack, nor after a puncture or a crash (L1-B2c, L1-C1b, L1-C1d)."""
    began = race.began[rider]
    if race.attacking or race.punctured[rider] or race.status[rider] == BESIDE or began == NOWHERE:
        return False
    here, found = road.squares[began], False
    for other in range(FIELD):
        there = race.began[other]
        is_next = (here.ahead[0] == there) | (here.ahead[1] == there) | (here.ahead[2] == there)
        found |= is_next & (race.pulls[other] != 0)
    return found


@rule
def free_squares(race: State, road: Road, rider: int) -> int:
    """Free squares by type and by the hex where the move starts, plus 1 each for a quality and slipstream (L1-A3c,
    L1-B1d, L1-C1a)."""
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
    """What a move of this length costs: free squares are used first, the rest are paid (L1-B1e)."""
    return int(_PRICES[max(0, length - free)])


@rule
def longest_payable(energy: int, free: int) -> int:
    """The longest move: the free squares and as many paid ones as the energy allows, at most six (L1-B1c, L1-B1f)."""
    paid = 0
    while paid < MOST_PAID and _PRICES[paid + 1] <= energy:
        paid += 1
    return free + paid


# --- Risks along a way ------------------------------------------------------------------------------------------------
# A path's state is a number below 16. States 0 to 6 are the entries of `_PAIRS`: how many paid squares the path has on
# the mountain it is on, and the lowest category that applies to any of them. State 7 (TIRED): more paid squares than
# that category, which is fatigue. 8 (DARKENED) is added once the path has a dark square in its paid part. A path's
# label is its state plus 16 (THROUGH) for each occupied square that it leads through.

_PAIRS = ((0, 0), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 3))
TIRED, DARKENED = len(_PAIRS), 8
STATES = 16
THROUGH = STATES
"""What one more occupied square adds to a label."""


def one_more_paid(state: int, category: int) -> int:
    """The state after one more paid square on a mountain, where this category applies (L1-C2g)."""
    if state == TIRED:
        return state
    paid, lowest = _PAIRS[state]
    paid, lowest = paid + 1, category if paid == 0 else min(lowest, category)
    return _PAIRS.index((paid, lowest)) if paid <= lowest else TIRED


def _after(ground: int, state: int) -> int:
    """The state after a paid square on this ground: a mountain's category, or 0 off the mountains, where the count ends
    and fatigue stays (L1-C2f)."""
    darkened, mountain = state & DARKENED, state & ~DARKENED
    if ground == 0:
        return darkened | (TIRED if mountain == TIRED else 0)
    return darkened | one_more_paid(mountain, ground)


_AFTER = np.array([[_after(ground, state) for state in range(STATES)] for ground in range(CATEGORIES + 1)], np.int8)


@rule
def risk_of(label: int) -> int:
    """What a path risks: 0 nothing, 1 fatigue, 2 a crash, 3 both."""
    return (label & TIRED == TIRED) + (label & DARKENED) // (DARKENED // 2)


# --- The road ahead ---------------------------------------------------------------------------------------------------


@rare
def look_ahead(race: State, road: Road) -> None:
    """Look at the squares ahead of the mover: where other riders stand (L1-B1b), where riders with a puncture stand,
    whose squares may be ridden over (L1-C3f), and where a mover from behind is level with the bunch (L1-B1k)."""
    start = start_of(race, race.mover)
    race.origin = road.stretches[road.squares[start].leg].first
    base = int(road.table[start].rank)
    race.rank = base
    taken, passable = 0, 0
    for rider in range(riders(race)):
        place = road.table[max(0, race.at[rider])].rank - base
        there = int(race.status[rider] == ON_ROAD and 0 < place < MOST_BITS) << (place & MOST_BITS)
        if race.punctured[rider]:
            passable |= there
        else:
            taken |= there
    race.occupied = taken
    race.passable = passable
    race.level = 0
    if race.behind and is_on_road(race):
        race.level = -1 << min(max(0, road.table[race.bunch_rear].level - base), MOST_BITS)


@rule
def least_over_the_line(race: State) -> int:
    """From which length on a move must end once it is past the finish: 1, or 4 for an attack (L1-F1). With a photo
    finish never: everybody may ride on (L1-O1)."""
    if race.photo_finish:
        return LONGEST + 1
    return LEAST_ATTACK if race.attacking else 1


@rule
def ends_there(race: State, road: Road, length: int) -> int:
    """The squares on which a move must end if it gets there at this length: past the finish (L1-F1, L1-O1), and where a
    rider from behind is level with the bunch (L1-B1k)."""
    past = int(road.table[race.rank].past)
    level = int(race.level) & ~past
    return level | past if length >= least_over_the_line(race) else level


@rule
def steps_from(race: State, road: Road, squares: int) -> int:
    """Where one step leads from a set of squares."""
    here, onward = road.table[race.rank], 0
    for stride in range(STRIDES):
        onward |= (squares & int(here.stride[stride])) << (stride + 1)
    return onward


@rule
def first_steps(race: State, road: Road) -> int:
    """Where the first step of a move leads (L1-B2c)."""
    return int(road.table[race.rank].ahead[race.attacking])


@rule
def risky_squares(race: State, road: Road) -> int:
    """Mountain squares and dark squares."""
    here = road.table[race.rank]
    risky = int(here.dark)
    for category in range(CATEGORIES):
        risky |= int(here.uphill[category])
    return risky


@rare
def is_open_ahead(race: State, road: Road) -> bool:
    """Whether an attack can go four squares without coming upon a rider, a mountain or a dark square: then only the
    price decides."""
    shut = int(race.occupied) | int(race.passable) | risky_squares(race, road)
    squares = first_steps(race, road) & ~shut
    for _ in range(LEAST_ATTACK - 1):
        squares = steps_from(race, road, squares) & ~shut
    return squares != 0


# --- Paths ------------------------------------------------------------------------------------------------------------

START = 1
"""The set that holds only the square where the move starts."""


@rare
def join(race: State, layer: int, count: int, label: int, squares: int) -> int:
    """Put paths with one label into a layer. Of paths on one square with the same state, only those through the fewest
    occupied squares are kept. Returns how many entries the layer has then."""
    into = count
    for i in range(count):
        other = race.label[layer, i]
        if (other ^ label) % STATES == 0:
            if other == label:
                into = i
            elif other < label:
                squares &= ~race.paths[layer, i]
            else:
                race.paths[layer, i] &= ~squares
    if into < count:
        race.paths[layer, into] |= squares
    elif squares != 0 and count < PATHS:
        race.label[layer, count] = label
        race.paths[layer, count] = squares
        count += 1
    return count


@rare
def join_by_risk(race: State, road: Road, layer: int, count: int, label: int, squares: int) -> int:
    """Like `join`, for paths that have just ridden a paid square: only paid squares bring a risk (L1-C2g, L1-C2i)."""
    here = road.table[race.rank]
    dark, rest = int(here.dark), squares
    for ground in range(CATEGORIES, -1, -1):
        on_it = rest & int(here.uphill[ground - 1]) if ground else rest
        if on_it:
            rest &= ~on_it
            after = label - label % STATES + int(_AFTER[ground, label % STATES])
            if on_it & ~dark:
                count = join(race, layer, count, after, on_it & ~dark)
            if on_it & dark:
                count = join(race, layer, count, after | DARKENED, on_it & dark)
    return count


@rule
def begin_paths(race: State, length: int, squares: int) -> int:
    """Begin a layer of paths of this length that have no risk or occupied square behind them. Returns how many entries
    it has."""
    race.paths[length & 1, 0] = squares
    race.label[length & 1, 0] = 0
    return 1


@rare
def one_step_on(race: State, road: Road, length: int, count: int, dearest: int) -> int:
    """Make the paths of a length from those of the length before. They may lead through occupied squares as long as
    that costs less than `dearest` (L1-B1g, L1-B1h). Returns how many entries the new layer has."""
    layer, number = length & 1, 0
    over_before, over = ends_there(race, road, length - 1) & ~START, ends_there(race, road, length)
    shut, risky = int(race.occupied) & ~over, risky_squares(race, road)
    for i in range(count):
        squares, label = int(race.paths[1 - layer, i]) & ~over_before, int(race.label[1 - layer, i])
        onward = steps_from(race, road, squares) if length > 1 else first_steps(race, road)
        race.met |= onward & shut
        onward &= ~shut
        for entering in range(2):
            if entering:
                label += THROUGH
                if label // THROUGH >= dearest:
                    break
                onward = steps_into(race, road, squares, length, shut)
            if length > race.free and (label % STATES != 0 or onward & risky):
                number = join_by_risk(race, road, layer, number, label, onward)
            elif onward:
                number = join(race, layer, number, label, onward)
    return number


@rare
def steps_into(race: State, road: Road, squares: int, length: int, shut: int) -> int:
    """The occupied squares that one step may lead onto: from each square, in the lane with most squares (L1-B1h)."""
    onward, is_attack = 0, race.attacking if length == 1 else 0
    while squares:
        square = lowest(squares)
        squares &= squares - 1
        onward |= lane_with_most_squares(
            race, road, shut & int(road.table[race.rank + square].ahead[is_attack]) << square
        )
    return onward


@rule
def lane_with_most_squares(race: State, road: Road, squares: int) -> int:
    """Of these squares, those in the lane with most squares: that is where squares are shortest."""
    found, shortest = squares, 1 << 20
    if squares & (squares - 1):
        while squares:
            bit = squares & -squares
            squares ^= bit
            there = road.squares[road.table[race.rank + lowest(bit)].square]
            size = there.front - there.rear
            if size <= shortest:
                found = bit if size < shortest else found | bit
                shortest = size
    return found


@rule
def note(race: State, length: int, risk: int, squares: int) -> None:
    """Note that the mover may ride to these squares by ways of this length and risk."""
    squares &= ~race.reach[length - 1, risk]
    race.reach[length - 1, risk] |= squares
    race.several |= race.ends & squares
    race.ends |= squares


@rule
def may_end(race: State, road: Road, length: int) -> int:
    """Where a move of a length may end."""
    return ends_there(race, road, length) | ~int(race.occupied | race.passable)


@rare
def note_paths(race: State, road: Road, length: int, count: int, energy: int) -> int:
    """Note the ways of a layer that the mover can pay for, even in the worst case (L1-B1f, L1-C2d). Returns where the
    paths of the layer may end, whether it can pay or not."""
    layer, found = length & 1, 0
    here, price = may_end(race, road, length), price_of(length, race.free)
    for i in range(count):
        squares, label = int(race.paths[layer, i]) & here, int(race.label[layer, i])
        found |= squares
        risk = risk_of(label)
        if energy >= (price + label // THROUGH) * int(_WORST[risk]):
            note(race, length, risk, squares)
    return found


# --- Ways -------------------------------------------------------------------------------------------------------------


@rule
def least_length(race: State) -> int:
    """The least length of a move: an attack has at least four squares (L1-B2b)."""
    return LEAST_ATTACK if race.attacking else 1


@rule
def find_safe_ways(race: State, road: Road, any_will_do: bool) -> int:
    """Find the ways of length 1, 2 and so on, as long as none of them risks anything: one set of squares is then
    enough. Returns the last length for which this was so."""
    risky, squares, over = risky_squares(race, road), START, 0
    for length in range(1, race.longest + 1):
        onward = steps_from(race, road, squares & ~over) if length > 1 else first_steps(race, road)
        over = ends_there(race, road, length)
        shut = race.occupied & ~over
        race.met |= onward & shut
        onward &= ~shut
        if length > race.free and onward & risky:
            begin_paths(race, length - 1, squares)
            return length - 1
        squares = onward
        if length >= least_length(race):
            ends = squares & may_end(race, road, length)
            race.blocked |= (ends == 0) << length
            note(race, length, 0, ends)
            if any_will_do and ends:
                break
    return race.longest


@rare
def find_ways(race: State, road: Road, energy: int, any_will_do: bool) -> bool:
    """After `look_ahead`: find all squares that the mover may ride to with this energy, with every length and risk
    (L1-B1c, L1-B1f, L1-B1h). Returns whether there is any; if any will do, the search stops at the first length with
    one."""
    race.longest = longest_payable(energy, int(race.free))
    race.ends = 0
    race.several = 0
    race.met = 0
    race.blocked = 0
    for length in range(race.longest):
        for risk in range(RISKS):
            race.reach[length, risk] = 0
    safe = find_safe_ways(race, road, any_will_do)
    count = 1
    for length in range(safe + 1, race.longest + 1):
        count = one_step_on(race, road, length, count, 0)
        if length >= least_length(race) and not note_paths(race, road, length, count, energy):
            race.blocked |= 1 << length
        if any_will_do and race.ends:
            break
    if race.met and race.blocked and not (any_will_do and race.ends):
        find_detours(race, road, energy)
    return race.ends != 0


@rare
def find_detours(race: State, road: Road, energy: int) -> None:
    """For lengths without an open way, find ways through occupied squares, at 1 extra energy for each such square
    (L1-B1g, L1-B1h)."""
    count = begin_paths(race, 0, START)
    for length in range(1, longest_blocked(race) + 1):
        count = one_step_on(race, road, length, count, energy - price_of(length, race.free) + 1)
        if race.blocked >> length & 1:
            note_paths(race, road, length, count, energy)


@rule
def longest_blocked(race: State) -> int:
    """The greatest length without an open way."""
    longest = LONGEST
    while longest > 0 and not race.blocked >> longest & 1:
        longest -= 1
    return longest


@rare
def squares_ridden_through(race: State, road: Road, place: int, way: int) -> int:
    """How many occupied squares a way leads through: none if there is an open way of that length (L1-B1h)."""
    length, fewest = way // RISKS + 1, 0
    if race.blocked >> length & 1:
        goal = bit_of(race, road, place)
        count = begin_paths(race, 0, START)
        for step in range(1, length + 1):
            count = one_step_on(race, road, step, count, LONGEST)
        fewest = LONGEST
        for i in range(count):
            label = int(race.label[length & 1, i])
            if race.paths[length & 1, i] >> goal & 1 and risk_of(label) == way % RISKS:
                fewest = min(fewest, label // THROUGH)
    return fewest


@rule
def bit_of(race: State, road: Road, place: int) -> int:
    """The bit of a square to ride to. `place` is the square as the action codes count it."""
    return road.table[race.origin + place].rank - race.rank


@rule
def place_of(race: State, road: Road, bit: int) -> int:
    """The square of a bit, as the action codes count it."""
    return road.table[race.rank + bit].square - race.origin


@rule
def ways_to(race: State, road: Road, place: int) -> int:
    """The ways to a square that are open to the mover: a bit for each length and risk."""
    bit, ways = bit_of(race, road, place), 0
    for length in range(race.longest):
        for risk in range(RISKS):
            ways |= (race.reach[length, risk] >> bit & 1) << (RISKS * length + risk)
    return ways

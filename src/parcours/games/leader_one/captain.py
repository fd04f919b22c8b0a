"""The road captain: a greedy bot for Leader 1. It reckons how many turns a rider would need from a square to the finish
with the energy he has left, sits in the bunch while that is cheaper, and sends its riders away when they get home
before it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import SPRINT_ZONE, Road
from parcours.games.leader_one.actions import (
    ANNOUNCE,
    ASK_ME,
    ATTACK,
    CLAIM,
    DESCENDS,
    DONE,
    DROP,
    JERSEY,
    KEEP,
    LINEUP,
    LINEUPS,
    PAY,
    PLAY,
    RIDE,
    SILENT,
    SPRINTS,
    STAY,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.rules.bunch import speaker
from parcours.games.leader_one.rules.moving import threshold
from parcours.games.leader_one.rules.order import bunch_front, finish_line, riders, seat_of, tail
from parcours.games.leader_one.rules.ways import DESCENT, MOUNTAIN, price_of, squares_ridden_through
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    CLIMBER,
    DESCENDER,
    HOME,
    IN_BUNCH,
    LONGEST,
    MOST_PAID,
    MOVE_PHASE,
    ON_ROAD,
    PICK_LINEUP,
    QUALITIES,
    RISKS,
    ROULEUR,
    SETTLE,
    SPEAK,
    SPRINTER,
    TYPES,
    WAY_PHASE,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import FREE, PRICES, TILE_VALUES

ROW = 70
HEX = 420
BUNCH_PACE = 4.15
"""Squares that the bunch makes in a turn."""
BUNCH_TOLL = 0.45
"""What a turn in it costs."""
FAR = 99.0
FALL_TURNS = 1.6
"""What a fall costs in turns, besides its energy."""
ENERGY_WORTH = 0.02
"""What a point of energy left at the finish is worth, in turns: it breaks ties."""
SHELTER = 0.12
"""What a wheel to sit on is worth, in turns."""
SURE = 2.3
"""Who can be home in so many turns goes."""
GAIN = 1.6
"""Who gains so many turns on the bunch goes earlier."""
LEAD = 0.8
"""A rival ahead is dangerous if he would be home so many turns before the bunch."""
MATCH = 0.5
"""Who would be home so many turns after a dangerous rival still goes after him."""
RESERVE = 10.0
"""Energy that every rider in the bunch must have before the captain drives it on."""
_FREE = np.array(FREE, np.int8)
_PRICES = np.array(PRICES, np.int16)


# --- How long it takes ------------------------------------------------------------------------------------------------


@rule
def leg_at(front: int) -> int:
    """The leg of the road on which a square with this front lies: the rows before the start are the first."""
    return (front - 1) // HEX + 1 if front > 0 else 0


@rule
def pace_at(race: State, road: Road, rider: int, front: int, slipstream: int) -> int:
    """Free squares of a move that starts there."""
    stretch = road.stretches[leg_at(front)]
    free = int(_FREE[stretch.terrain, race.kind[rider]]) + slipstream
    if race.quality[rider] == DESCENDER and stretch.terrain == DESCENT:
        free += 1
    if race.quality[rider] == SPRINTER and stretch["flags"] & SPRINT_ZONE:
        free += 1
    return free


@rare
def turns_at(race: State, road: Road, rider: int, front: int, energy: int, effort: int) -> float:
    """Turns to the finish if every move pays for so many squares as long as the energy lasts, and risks nothing."""
    line = finish_line(road)
    turns = 0.0
    while turns < FAR:
        stretch = road.stretches[leg_at(front)]
        free = pace_at(race, road, rider, front, 0)
        paid = effort
        if stretch.terrain == MOUNTAIN:
            paid = min(paid, int(stretch.category))
        while paid > 0 and _PRICES[paid] > energy:
            paid -= 1
        squares = free + paid
        if front + squares * ROW > line:
            return turns + (line - front + ROW) / (squares * ROW) - energy * ENERGY_WORTH / 10.0
        energy -= int(_PRICES[paid])
        front += squares * ROW
        turns += 1.0
    return turns


@rare
def turns_alone(race: State, road: Road, rider: int, front: int, energy: int) -> float:
    """The fewest turns to the finish for a rider by himself."""
    if front > finish_line(road):
        return 0.0
    best = FAR
    for effort in range(MOST_PAID + 1):
        best = min(best, turns_at(race, road, rider, front, energy, effort))
    return best


@rare
def turns_in_bunch(race: State, road: Road, rider: int, energy: int) -> float:
    """Turns to the finish for a rider who sits in the bunch, and goes when he can be home soon."""
    away = (finish_line(road) - bunch_front(race, road)) / ROW
    free = int(_FREE[road.stretches[len(road.stretches) - 3].terrain, race.kind[rider]])
    left = energy - BUNCH_TOLL * away / BUNCH_PACE
    paid = 0
    while paid < MOST_PAID and 2 * _PRICES[paid + 1] <= left:
        paid += 1
    jump = 2.0 * (free + paid)
    if away <= jump:
        return min(away / BUNCH_PACE, 2.0)
    return (away - jump) / BUNCH_PACE + 2.0


# --- What to do -------------------------------------------------------------------------------------------------------


@rare
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The best-looking action, from what this seat can see."""
    phase = race.phase
    if phase == MOVE_PHASE:
        return best_move(race, road, codes, number)
    if phase == WAY_PHASE:
        return best_way(race, road)
    if phase == SPEAK:
        return best_attack(race, road, codes, number)
    if phase == ANNOUNCE_PHASE:
        return ANNOUNCE if should_chase(race, road, seat) else SILENT
    if phase == SETTLE:
        return best_settling(race, codes, number)
    return choose_else(race, road, codes, number)


@rare
def value_of_way(race: State, road: Road, square: int, way: int) -> float:
    """What a way leads to, in turns from then on (fewer is better), its risks weighed in."""
    rider = race.mover
    length, risk = way // RISKS + 1, way % RISKS
    cost = price_of(length, race.free) + squares_ridden_through(race, road, square - race.origin, way)
    energy = int(race.energy[rider]) - cost + max(0, race.free - length)
    fail = (threshold(race, rider) - 1) / 12.0
    penalty = 0.0
    if risk & 1:
        energy -= int(2 * cost * fail + 0.99)
    if risk & 2:
        energy -= int(cost * fail + 0.99)
        penalty = FALL_TURNS * fail
    energy = max(0, energy)
    front = road.squares[square].front
    if race.behind and front > tail(race, road):
        return turns_in_bunch(race, road, rider, energy) + penalty - energy * ENERGY_WORTH
    value = turns_alone(race, road, rider, front, energy)
    if front <= finish_line(road) and has_wheel_ahead(race, road, square):
        value -= SHELTER
    return value + penalty - energy * ENERGY_WORTH / 4.0


@rare
def has_wheel_ahead(race: State, road: Road, square: int) -> bool:
    """Whether somebody would be one step ahead."""
    here = road.squares[square]
    for rider in range(riders(race)):
        if race.status[rider] == ON_ROAD and rider != race.mover:
            at = race.at[rider]
            if here.ahead[0] == at or here.ahead[1] == at or here.ahead[2] == at:
                return True
    return False


@rare
def best_of_ways(race: State, road: Road, place: int) -> tuple[float, int]:
    """The best way to a square, and its value."""
    best, best_way_ = FAR * 2.0, -1
    ways = race.ways[place]
    for way in range(RISKS * LONGEST):
        if ways >> way & 1:
            value = value_of_way(race, road, race.origin + place, way)
            if value < best:
                best, best_way_ = value, way
    return best, best_way_


@rare
def best_move(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """Kept tiles are claimed and played first; then the square from which the finish is nearest in turns."""
    best, chosen = FAR * 3.0, codes[0]
    for k in range(number):
        code = codes[k]
        if PLAY <= code < ATTACK or CLAIM <= code < WAIVE:
            return code
        if code < WAY:
            value, _ = best_of_ways(race, road, code - RIDE)
            if value < best:
                best, chosen = value, code
        elif code == STAY:
            chosen = code
    return chosen


@rare
def best_way(race: State, road: Road) -> int:
    _, way = best_of_ways(race, road, race.target - race.origin)
    return WAY + way


@rare
def best_attack(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """Who can be home in two turns goes, or who gains enough on the bunch, or who can match a rival that will; else
    wait."""
    seat = speaker(race)
    front = bunch_front(race, road)
    bunch_turns = (finish_line(road) - front) / ROW / BUNCH_PACE
    danger = danger_ahead(race, road, seat)
    best, chosen = FAR, DONE
    for k in range(number):
        if CLAIM <= codes[k] < WAIVE:
            return codes[k]
        if ATTACK <= codes[k] < ASK_ME:
            rider = seat * race.each + codes[k] - ATTACK
            turns = turns_alone(race, road, rider, front, int(race.energy[rider]) + hidden_energy(race, rider))
            away = turns <= SURE or turns <= bunch_turns - GAIN
            if danger < FAR:
                away = away or (turns < bunch_turns and turns <= danger + MATCH)
            if away and turns < best:
                best, chosen = turns, codes[k]
    return chosen


@rare
def danger_ahead(race: State, road: Road, seat: int) -> float:
    """In how many turns the best rival ahead could be home, if that is well before the bunch; else FAR."""
    front = bunch_front(race, road)
    bunch_turns = (finish_line(road) - front) / ROW / BUNCH_PACE
    best = FAR
    for rider in range(riders(race)):
        if race.status[rider] == ON_ROAD and seat_of(race, rider) != seat:
            at = road.squares[race.at[rider]].front
            if at > front:
                best = min(best, turns_alone(race, road, rider, at, int(race.energy[rider])))
    return best if best < bunch_turns - LEAD else FAR


@rule
def hidden_energy(race: State, rider: int) -> int:
    worth = 0
    for tile in range(len(TILE_VALUES)):
        worth += int(race.kept[rider, tile]) * TILE_VALUES[tile]
    return worth


@rare
def should_chase(race: State, road: Road, seat: int) -> bool:
    """If a rival ahead would be home first, none of its own is ahead, and its riders in the bunch can pay."""
    if danger_ahead(race, road, seat) == FAR:
        return False
    front = bunch_front(race, road)
    inside, poorest = 0, FAR
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] == HOME:
            return False
        if race.status[rider] == ON_ROAD and road.squares[race.at[rider]].front > front:
            return False
        if race.status[rider] == IN_BUNCH:
            inside += 1
            poorest = min(poorest, float(race.energy[rider]))
    return inside > 0 and poorest >= RESERVE


@rare
def best_settling(race: State, codes: NDArray[np.int16], number: int) -> int:
    """Stay in the bunch as long as it can be paid, with a tile if need be."""
    if codes[0] == PAY:
        return PAY
    for k in range(number):
        if PLAY <= codes[k] < ATTACK:
            return codes[k]
    return DROP


@rare
def choose_else(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """Tiles are used at once and always claimed; riders are picked for the course's end; the rouleur sprints, another
    is the descender."""
    phase = race.phase
    if codes[0] == USE:
        return USE if codes[1] == KEEP else codes[0]
    if phase == PICK_LINEUP:
        return best_lineup(race, road, codes, number)
    if phase == QUALITIES:
        return best_quality(race, road, codes, number)
    if JERSEY <= codes[0] < LINEUP:
        return codes[0]
    return codes[0]


@rule
def worth_of_type(road: Road, kind: int) -> int:
    """Free squares that a type would have on the last hexes of the course."""
    worth = 0
    last = len(road.stretches) - 3
    for back in range(4):
        if last - back > 0:
            worth += int(_FREE[road.stretches[last - back].terrain, kind])
    return worth


@rare
def best_lineup(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    best, chosen = -1, codes[0]
    for k in range(number):
        worth = 0
        for kind in range(TYPES):
            if types_in(codes[k] - LINEUP) >> kind & 1:
                worth += worth_of_type(road, kind)
        if worth > best:
            best, chosen = worth, codes[k]
    return chosen


_BITS = np.array([sum(1 << kind for kind in lineup) for lineup in LINEUPS], np.int8)


@rule
def types_in(lineup: int) -> int:
    return int(_BITS[lineup])


@rare
def best_quality(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """The fastest type of the last hexes sprints; the climber, who is slow elsewhere, goes downhill. An only rider
    sprints unless there is no zone."""
    seat = race.chooser
    zone = road.stretches[len(road.stretches) - 3]["flags"] & SPRINT_ZONE
    best, chosen = -99, codes[0]
    for k in range(number):
        sprints = codes[k] >= SPRINTS
        slot = codes[k] - (SPRINTS if sprints else DESCENDS)
        rider = seat * race.each + slot
        worth = worth_of_type(road, race.kind[rider])
        if sprints:
            worth += 20 if zone else -20
        else:
            worth = -worth + (1 if race.kind[rider] == CLIMBER else 0)
            if race.kind[rider] == ROULEUR:
                worth -= 1
        if worth > best:
            best, chosen = worth, codes[k]
    return chosen

"""The road captain: a greedy bot for Leader 1. It estimates how many turns each rider would need to the finish with the
energy that is left. Its riders sit in the bunch until they gain enough by attacking. It drives the bunch on after
rivals who would finish first, and keeps feed tiles until they are needed. (What its riders do for the best of them is
in `teamwork`.)"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.leader_one.actions import (
    ANNOUNCE,
    ASK_ME,
    ATTACK,
    CLAIM,
    DONE,
    DROP,
    KEEP,
    PAY,
    PLAY,
    RIDE,
    SILENT,
    STAY,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.estimate import (
    ENERGY_WORTH,
    FAR,
    ROW,
    energy_of,
    turns_alone,
    turns_left,
    turns_of_bunch,
    turns_waiting,
)
from parcours.games.leader_one.rules.bunch import speaker
from parcours.games.leader_one.rules.feeding import kept_energy
from parcours.games.leader_one.rules.moving import threshold
from parcours.games.leader_one.rules.order import bunch_front, finish_line, is_ahead, is_on_road, riders, seat_of, tail
from parcours.games.leader_one.rules.ways import price_of, squares_ridden_through, ways_to
from parcours.games.leader_one.selection import best_lineup, best_quality
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    HOME,
    IN_BUNCH,
    LONGEST,
    MOST_PAID,
    MOVE_PHASE,
    NOBODY,
    ON_ROAD,
    PICK_LINEUP,
    QUALITIES,
    RISKS,
    SETTLE,
    SPEAK,
    TILE_PHASE,
    WAY_PHASE,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import PRICES
from parcours.games.leader_one.teamwork import (
    PULL,
    best_mate_behind,
    is_wanted_behind,
    keeps_wheel_for,
    should_drop_back,
)

FALL_TURNS = 1.6
"""What a crash costs in turns, besides its energy."""
ENERGY_TURNS = 0.1
"""What a point of energy is worth in turns to a rider with a long way to go."""
SHELTER = 0.12
"""What a wheel to sit on is worth, in turns."""
FORESIGHT = 8
"""How many squares ahead the captain looks for the inside of the road."""
FAST_PACE = 400
"""How far a rider ahead of the bunch gets in a turn."""
SURE = 2.3
"""A rider who can finish in this many turns attacks."""
GAIN = 1.3
"""A rider who gains this many turns on the bunch attacks earlier."""
LEAD = 0.8
"""A rival ahead is dangerous if it would finish this many turns before the bunch."""
MATCH = 0.5
"""A rider who would finish at most this many turns after a dangerous rival still follows it."""
RESERVE = 6
"""Energy that the captain's best rider in the bunch must have before the captain drives the bunch on."""
FULL_SPRINT = PRICES[MOST_PAID]
"""With this much energy a rider can pay for the longest move: it keeps tiles until it has less."""


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
        return best_settling(race, road, codes, number)
    if phase == TILE_PHASE:
        return USE if needs_tile(race, race.rider) else KEEP
    if phase == PICK_LINEUP:
        return best_lineup(race, road, codes, number)
    if phase == QUALITIES:
        return best_quality(race, road, codes, number)
    return codes[0]


@rule
def needs_tile(race: State, rider: int) -> bool:
    """Whether a rider can't pay for the longest move. Until then a tile is worth more if rivals don't know it."""
    return race.energy[rider] < FULL_SPRINT


# --- Moves ------------------------------------------------------------------------------------------------------------


@rare
def value_of_way(race: State, road: Road, square: int, way: int, in_bunch: float, mate: int) -> float:
    """The turns that the mover needs after a way (fewer is better), with the risks of the way weighed in. `in_bunch`:
    the turns it would need from the bunch with its present energy, if it may rejoin it. `mate`: the team-mate it waits
    for."""
    rider = race.mover
    length, risk = way // RISKS + 1, way % RISKS
    cost = price_of(length, race.free) + squares_ridden_through(race, road, square - race.origin, way)
    gain = max(0, int(race.free) - length) - cost
    fail = (threshold(race, rider) - 1) / 12.0
    penalty = 0.0
    if risk & 1:
        gain -= int(2 * cost * fail + 0.99)
    if risk & 2:
        gain -= int(cost * fail + 0.99)
        penalty = FALL_TURNS * fail
    if mate != NOBODY and keeps_wheel_for(race, road, mate, length):
        penalty -= PULL
    energy = max(0, int(race.energy[rider]) + gain) + kept_energy(race, rider)
    front = int(road.squares[square].front)
    if race.behind and front > tail(race, road):
        return in_bunch - gain * ENERGY_TURNS + penalty
    value = turns_alone(race, road, rider, front, energy) + penalty - energy * ENERGY_WORTH / 4.0
    if front <= finish_line(road):
        value -= worth_of_lane(road, square, front)
        if has_wheel_ahead(race, road, square):
            value -= SHELTER
    return value


@rule
def worth_of_lane(road: Road, square: int, front: int) -> float:
    """What the lane of a square gains, in turns: the inside of the next curves is shorter."""
    here = square
    for _ in range(FORESIGHT):
        furthest = here
        for way in range(3):
            target = road.squares[here].ahead[way]
            if target != NOWHERE and (furthest == here or road.squares[target].front > road.squares[furthest].front):
                furthest = target
        here = furthest
    gained = min(int(finish_line(road)), int(road.squares[here].front) - FORESIGHT * ROW) - front
    return gained / FAST_PACE


@rare
def has_wheel_ahead(race: State, road: Road, square: int) -> bool:
    """Whether a rider stands one step ahead of this square."""
    here = road.squares[square]
    for rider in range(riders(race)):
        if race.status[rider] == ON_ROAD and rider != race.mover:
            at = race.at[rider]
            if here.ahead[0] == at or here.ahead[1] == at or here.ahead[2] == at:
                return True
    return False


@rare
def turns_in_bunch(race: State, road: Road, rider: int) -> float:
    """The turns that a rider would need from the bunch with its present energy."""
    if not is_on_road(race):
        return FAR
    return turns_waiting(race, road, rider, int(bunch_front(race, road)), energy_of(race, rider))


@rule
def waited_for(race: State, road: Road) -> int:
    """The team-mate that the mover waits for; attackers wait for nobody."""
    if race.attacking:
        return NOBODY
    return best_mate_behind(race, road, race.mover, int(road.squares[race.at[race.mover]].front))


@rare
def best_of_ways(race: State, road: Road, place: int, in_bunch: float, mate: int) -> tuple[float, int]:
    """The best way to a square, and its value."""
    best, best_way_ = FAR * 2.0, -1
    ways = ways_to(race, road, place)
    for way in range(RISKS * LONGEST):
        if ways >> way & 1:
            value = value_of_way(race, road, race.origin + place, way, in_bunch, mate)
            if value < best:
                best, best_way_ = value, way
    return best, best_way_


@rare
def best_move(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """Claim tiles, and play them when they are needed; then ride to the square from which the finish is nearest in
    turns."""
    in_bunch = turns_in_bunch(race, road, race.mover) if race.behind else FAR
    mate = waited_for(race, road)
    needs = needs_tile(race, race.mover)
    best, chosen = FAR * 3.0, codes[0]
    for k in range(number):
        code = codes[k]
        if CLAIM <= code < WAIVE or (needs and PLAY <= code < ATTACK):
            return code
        if code < WAY:
            value, _ = best_of_ways(race, road, code - RIDE, in_bunch, mate)
            if value < best:
                best, chosen = value, code
        elif code == STAY:
            chosen = code
    return chosen


@rare
def best_way(race: State, road: Road) -> int:
    in_bunch = turns_in_bunch(race, road, race.mover) if race.behind else FAR
    _, way = best_of_ways(race, road, race.target - race.origin, in_bunch, waited_for(race, road))
    return WAY + way


# --- The bunch --------------------------------------------------------------------------------------------------------


@rare
def best_attack(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """A rider attacks if it can finish in about two turns, gains enough on the bunch, or can match a dangerous rival;
    the fastest of these goes. Otherwise wait. The drop-back question is switched on while a rider should do so."""
    seat = speaker(race)
    front = int(bunch_front(race, road))
    bunch_turns = turns_of_bunch(road, front)
    rival = soonest_ahead(race, road, seat, False)
    is_dangerous = rival < bunch_turns - LEAD
    best, chosen = FAR, DONE
    for k in range(number):
        if CLAIM <= codes[k] < WAIVE:
            return codes[k]
        if ATTACK <= codes[k] < ASK_ME:
            rider = seat * race.each + codes[k] - ATTACK
            turns = turns_alone(race, road, rider, front, energy_of(race, rider))
            goes = turns <= SURE or turns <= bunch_turns - GAIN
            follows = is_dangerous and turns < bunch_turns and turns <= rival + MATCH
            if (goes or follows) and turns < best:
                best, chosen = turns, codes[k]
        elif codes[k] == ASK_ME and chosen == DONE and race.asks[seat] != is_wanted_behind(race, road, seat):
            chosen = ASK_ME
    return chosen


@rare
def soonest_ahead(race: State, road: Road, seat: int, own: bool) -> float:
    """In how many turns the best rider ahead could finish, among this seat's own or among its rivals; FAR: there is
    none."""
    best = FAR
    for rider in range(riders(race)):
        if race.status[rider] == ON_ROAD and (seat_of(race, rider) == seat) == own and is_ahead(race, road, rider):
            best = min(best, turns_left(race, road, rider))
    return best


@rare
def should_chase(race: State, road: Road, seat: int) -> bool:
    """Whether to drive the bunch on: a rival ahead would finish before the seat's own riders ahead, and before its best
    rider in the bunch or only just after, and that rider can pay."""
    rival = soonest_ahead(race, road, seat, False)
    if rival == FAR or soonest_ahead(race, road, seat, True) <= rival:
        return False
    soonest, energy = FAR, 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] == HOME:
            return False
        if race.status[rider] == IN_BUNCH:
            turns = turns_left(race, road, rider)
            if turns < soonest:
                soonest, energy = turns, int(race.energy[rider])
    return soonest < FAR and energy >= RESERVE and rival < soonest + MATCH


@rare
def best_settling(race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    """Stay in the bunch while the rider can pay, with a tile if need be; but drop back for a better team-mate."""
    if should_drop_back(race, road, race.rider):
        return DROP
    if codes[0] == PAY:
        return PAY
    for k in range(number):
        if PLAY <= codes[k] < ATTACK:
            return codes[k]
    return DROP

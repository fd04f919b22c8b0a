"""Rally: one car's move. Distance, brakes, the squares one by one, overtaking, damage, mechanics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.games.rally.actions import BRAKE, FIT, GO, LEAVE, NO_STOP
from parcours.games.rally.rules.speed import maximum, minimum, risk_level, tyres_suit, weather_now
from parcours.games.rally.rules.turn import next_car
from parcours.games.rally.state import (
    BRAKE_PHASE,
    DAMAGE_PHASE,
    DRIVING,
    ELIMINATED,
    FORD_BIT,
    GEAR_PHASE,
    GO_PHASE,
    LEFT,
    LEVEL_BITS,
    LONGEST,
    MECHANICS,
    NOTHING,
    OFF,
    OUT,
    OVERCAST,
    RISK_PHASE,
    SNOW,
    SPIN,
    STOP_PHASE,
    State,
    wide,
)

REACH = 4
"""How many squares mechanics reach in both directions (RA-M3)."""
WET_FORD, FROZEN_FORD = 5, 3
"""A ford's level in rain and storm, and in snow (RA-W5)."""
WORST = 5
"""The last row of the damage table, which also counts for greater differences."""


# ----------------------------------------------------------------------------------------------- before the die


@rule
def start_on(race: State, tyres: int) -> None:
    """Tyres are chosen at the first move, before the gear (RA-Y1, RA-T3)."""
    race.tyres[race.car] = tyres
    race.status[race.car] = DRIVING
    race.phase = GEAR_PHASE


@rule
def set_gear(race: State, gear: int) -> None:
    """Set the gear for the whole move (RA-T3). Going two down uses the over-rev card (RA-G3)."""
    car = race.car
    if race.gear[car] - gear == 2:
        race.over_rev[car] = 0
    race.gear[car] = gear
    race.phase = RISK_PHASE


# ------------------------------------------------------------------------------------------- distance and brakes


@rule
def squares_ahead(race: State, car: int) -> int:
    """How many squares lie ahead of a car."""
    return race.places - race.place[car]


@rule
def farthest(race: State, car: int, gear: int) -> int:
    """The most steps that a car can go: up to the gear's maximum, but at most one step beyond the last square, which
    means finishing (RA-T8, RA-E6)."""
    return min(maximum(race, car, gear), squares_ahead(race, car) + 1)


@rule
def brakes_needed(race: State, car: int, gear: int, go: int) -> int:
    """How many brakes a move needs: one for each square below the minimum. A car that finishes needs none (RA-B1,
    RA-B3, RA-T8)."""
    if go > squares_ahead(race, car):
        return 0
    return max(0, minimum(race, car, gear) - go)


@rule
def legal_distances(race: State, out: NDArray[np.int16]) -> int:
    """Any number of squares from 1 to the maximum (RA-G1, RA-G7); a step beyond the last one is finishing (RA-T8)."""
    car = race.car
    ahead = squares_ahead(race, car)
    most = farthest(race, car, wide(race.gear[car]))
    for go in range(1, most + 1):
        out[go - 1] = GO + go if go <= ahead else LEAVE
    return most


@rare
def roll_risk(race: State, die: int) -> None:
    """Set the risk level for the whole move (RA-T4). If only one distance is possible, it is declared at once."""
    car = race.car
    gear = wide(race.gear[car])
    race.die = die
    race.risk = risk_level(race, car, gear, die)
    race.phase = GO_PHASE
    if farthest(race, car, gear) == 1:
        declare(race, 1)


@rare
def declare(race: State, go: int) -> None:
    """Declare how many squares to go, before the first one is entered (RA-T5)."""
    car = race.car
    race.go = go
    race.leaving = go > squares_ahead(race, car)
    race.from_place = race.place[car]
    race.entered = 0
    for square in range(LONGEST + 1):
        race.brakes[square] = 0
    race.to_brake = brakes_needed(race, car, wide(race.gear[car]), go)
    race.brake_from = 1
    race.phase = BRAKE_PHASE
    place_forced_brakes(race)


@rule
def place_forced_brakes(race: State) -> None:
    """If only one square is left to brake on, place the remaining brakes there. When all brakes are placed, the car
    drives."""
    if race.brake_from == race.go:
        race.brakes[race.go] += race.to_brake
        race.to_brake = 0
    if race.to_brake == 0:
        drive(race)


@rule
def legal_brakes(race: State, out: NDArray[np.int16]) -> int:
    """Only squares that are entered in this move may be braked on, each once or more often (RA-B1, RA-B2)."""
    count = 0
    for square in range(race.brake_from, race.go + 1):
        out[count] = BRAKE + square
        count += 1
    return count


@rare
def brake(race: State, square: int) -> None:
    """Place a brake: it raises the level of its square by 1 (RA-B1)."""
    race.brakes[square] += 1
    race.to_brake -= 1
    race.brake_from = square
    place_forced_brakes(race)


# ------------------------------------------------------------------------------------------------- square by square


@rule
def cars_on(race: State, place: int, mover: int) -> int:
    """How many other cars are on a square; cars at the side of the road do not count (RA-V2, RA-V4)."""
    count = 0
    for other in range(race.teams):
        count += other != mover and race.status[other] == DRIVING and race.place[other] == place
    return count


@rule
def cars_passed(race: State, car: int, begin: int, number: int) -> int:
    """How many cars a car overtakes when it enters square `number` of its move: those on the square before, unless the
    move began there (RA-V1, RA-V2, RA-V3)."""
    if number == 1:
        return 0
    return cars_on(race, begin + number - 1, car)


@rule
def printed_level(race: State, place: int) -> int:
    """The level printed on a square; for a ford, the level in this turn's weather (RA-R2, RA-W5)."""
    grade = race.grade[place - 1]
    weather = weather_now(race)
    if grade & FORD_BIT and weather > OVERCAST:
        return FROZEN_FORD if weather == SNOW else WET_FORD
    return grade & LEVEL_BITS


@rule
def level_without_brakes(race: State, car: int, begin: int, number: int) -> int:
    """The level of a square in this move without brakes; it may be below 0 (RA-X3)."""
    level = printed_level(race, begin + number) + cars_passed(race, car, begin, number)
    return level - 1 if tyres_suit(race, car) else level


@rule
def level_of(race: State, car: int, begin: int, number: int, brakes: int) -> int:
    """How hard square `number` of a move is for this car: printed level, cars passed, brakes, tyres; never below 0
    (RA-X3, RA-V5)."""
    return max(0, level_without_brakes(race, car, begin, number) + brakes)


@rare
def drive(race: State) -> None:
    """Enter the squares one by one, up to the next square that is too hard (RA-T6, RA-D1)."""
    car = race.car
    while race.entered < race.go:
        race.entered += 1
        if race.leaving and race.entered == race.go:
            leave(race, car)
            return
        race.place[car] += 1
        level = level_of(race, car, race.from_place, race.entered, wide(race.brakes[race.entered]))
        if level > race.risk:
            race.difference = level - race.risk
            race.phase = DAMAGE_PHASE
            return
    end_move(race, car)


@rule
def leave(race: State, car: int) -> None:
    """The car drives beyond the last square and so finishes: it leaves the table, and the turn is noted (RA-T8,
    RA-P1)."""
    race.status[car] = LEFT
    race.left_turn[car] = race.turn
    next_car(race)


@rule
def damage_by(race: State, difference: int, die: int) -> int:
    """The result of the damage die for a difference (RA-D1, RA-D2)."""
    return wide(race.damage_table[min(difference, WORST) - 1, die - 1])


@rare
def roll_damage(race: State, die: int) -> None:
    """If nothing happens, the car drives on (RA-D2). Otherwise its move ends there, at the side of the road (RA-D3)."""
    result = damage_by(race, race.difference, die)
    if result == NOTHING:
        drive(race)
        return
    car = race.car
    if result == ELIMINATED:
        race.status[car] = OUT
    else:
        race.status[car] = OFF
        race.offs[car] += 1
        race.stand[car] = repair(race, car, result) - SPIN
    end_move(race, car)


@rule
def end_move(race: State, car: int) -> None:
    """A car that ended its move in 1st or 2nd, or off the road, is asked about a stop, whether mechanics are in reach
    or not (RA-E7, RA-M6)."""
    status = race.status[car]
    if status == OFF or (status == DRIVING and race.gear[car] <= 2):
        race.phase = STOP_PHASE
    else:
        next_car(race)


# --------------------------------------------------------------------------------------------------------- mechanics


@rare
def group_size(race: State, car: int, place: int) -> int:
    """How many of a car's mechanics stand together on a square (RA-M5)."""
    count = 0
    for number in range(MECHANICS):
        count += race.mechanic[car, number] == place
    return count


@rare
def group_in_reach(race: State, car: int, place: int) -> int:
    """The square of the mechanics that help at a place; 0 if there are none. The largest group within 4 squares helps;
    of equal groups the nearest, then the one further along (RA-M3, RA-M5)."""
    best = 0
    best_size = 0
    for number in range(MECHANICS):
        at = wide(race.mechanic[car, number])
        away = abs(at - place)
        if at < 1 or away > REACH:
            continue
        size = group_size(race, car, at)
        nearer = away - abs(best - place)
        if size > best_size or (size == best_size and (nearer < 0 or (nearer == 0 and at > best))):
            best = at
            best_size = size
    return best


@rare
def help_at(race: State, car: int, place: int) -> int:
    """How many mechanics would help a car at a place (RA-M5)."""
    group = group_in_reach(race, car, place)
    return 0 if group == 0 else group_size(race, car, group)


@rule
def repaired_to(result: int, mechanics: int) -> int:
    """What is left of a degree of damage: each mechanic of a group lowers it by one, down to a spin. A spin and an
    elimination stay as they are (RA-M4)."""
    if result in (NOTHING, ELIMINATED):
        return result
    return max(SPIN, result - mechanics)


@rule
def repair(race: State, car: int, result: int) -> int:
    """Help is automatic and shows who gave it (RA-M4, RA-M5, RA-H1)."""
    left = repaired_to(result, help_at(race, car, wide(race.place[car])))
    if left < result:
        race.repaired = 1
        show_group(race, car)
    return left


@rule
def show_group(race: State, car: int) -> None:
    """A group that helps or serves becomes public, with its square and its size (RA-H1)."""
    group = group_in_reach(race, car, wide(race.place[car]))
    for number in range(MECHANICS):
        if race.mechanic[car, number] == group:
            race.shown[car] |= 1 << number


@rule
def legal_stops(race: State, out: NDArray[np.int16]) -> int:
    """No stop or, if the car's mechanics are in reach, a change to other tyres (RA-M6, RA-M7, RA-E7)."""
    car = race.car
    out[0] = NO_STOP
    if group_in_reach(race, car, wide(race.place[car])) == 0:
        return 1
    count = 1
    for tyres in range(3):
        if tyres != race.tyres[car]:
            out[count] = FIT + tyres
            count += 1
    return count


@rare
def stop(race: State, tyres: int) -> None:
    """The mechanics change the tyres; the car drives off in 1st (RA-M7, RA-M9). If a repair has just turned damage into
    a spin, the change costs a move, which the car sits out; if the car must sit out moves anyway, it costs none
    (RA-M8)."""
    car = race.car
    show_group(race, car)
    race.tyres[car] = tyres
    if race.status[car] == DRIVING:
        race.status[car] = OFF
    elif race.repaired and race.stand[car] == 0:
        race.stand[car] = 1
    next_car(race)

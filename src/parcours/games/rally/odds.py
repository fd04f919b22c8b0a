"""Rally: the exact chances of a move, square by square, and the best squares to brake on.

The bots use these functions to decide, the table shows their results, and the tests compare them with rolled dice.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import entry, rare, rule
from parcours.games.rally.rules.move import (
    brakes_needed,
    cars_passed,
    damage_by,
    farthest,
    help_at,
    level_of,
    printed_level,
    repaired_to,
    squares_ahead,
)
from parcours.games.rally.rules.speed import maximum, may_set_gear, minimum, risk_level, tyres_suit
from parcours.games.rally.state import ELIMINATED, GEARS, HORIZON, LONGEST, NOTHING, SPIN, State, wide

Outlook = tuple[float, float, float, float, float, float, float]
"""The chances that a move is completed, or ends in a spin, in damage of degree 1, 2 or 3 (after help from the car's
mechanics) or in elimination; then the average number of squares entered."""
Care = tuple[float, float, float, float, float, float]
"""What counts for a decision: the weight of the turns still needed, then what a spin, degrees 1 to 3 and elimination
cost."""
GOING_OFF: Care = (0.0, 1.0, 1.0001, 1.0002, 1.0003, 1.001)
"""Counts the chance of going off the road; if two chances are equal, less damage is better."""
COLUMNS = 8
PLATE, STEP = 9, 3
"""How many numbers are read for a gear, and for a square ahead."""
NEVER = 1e9
PACE = 4.5
"""Squares per turn beyond the horizon."""
SLOW = 0.12
"""What each gear below the 5th costs beyond the horizon, in turns."""


@rare
def outlook(race: State, car: int, risk: int, go: int) -> Outlook:
    """The chances of a move of `go` steps at this risk level, with the brakes in the record (RA-C4)."""
    begin = wide(race.place[car])
    ahead = squares_ahead(race, car)
    through, squares = 1.0, 0.0
    spin, one, two, three, out = 0.0, 0.0, 0.0, 0.0, 0.0
    for number in range(1, min(go, ahead) + 1):
        squares += through
        difference = level_of(race, car, begin, number, wide(race.brakes[number])) - risk
        if difference <= 0:
            continue
        each, mechanics = through / 6.0, help_at(race, car, begin + number)
        for die in range(1, 7):
            result = repaired_to(damage_by(race, difference, die), mechanics)
            if result != NOTHING:
                through -= each
                spin += each * (result == SPIN)
                one += each * (result == SPIN + 1)
                two += each * (result == SPIN + 2)
                three += each * (result == SPIN + 3)
                out += each * (result == ELIMINATED)
    return through, spin, one, two, three, out, squares


@rare
def failing(race: State, car: int, risk: int, number: int) -> float:
    """The chance that the car goes off or is eliminated on a square of the move, once it has entered that square."""
    difference = level_of(race, car, wide(race.place[car]), number, wide(race.brakes[number])) - risk
    if difference <= 0:
        return 0.0
    failed = 0
    for die in range(1, 7):
        failed += damage_by(race, difference, die) != NOTHING
    return failed / 6.0


# ----------------------------------------------------------------------------------------- the best squares to brake on


@rule
def hope(race: State, car: int, number: int, gear: int) -> float:
    """The turns still needed from the square `number` steps ahead, after a move in this gear (0: restarting)."""
    return beyond(race, car, number, gear) if number > HORIZON else race.hopes[number, gear]


@rule
def beyond(race: State, car: int, number: int, gear: int) -> float:
    """The turns still needed from a square at or beyond the horizon, at an ordinary pace."""
    left = squares_ahead(race, car) + 1 - number
    return left / PACE + SLOW * (GEARS - gear) if left > 0 else 0.0


@rare
def falling(race: State, car: int, number: int, difference: int, care: Care) -> tuple[float, float]:
    """For a square `number` steps ahead that is too hard by `difference`: the chance to drive on, and what going off
    there costs, multiplied by its chance."""
    mechanics = help_at(race, car, wide(race.place[car]) + number)
    after = care[0] * hope(race, car, number, wide(0))
    on, cost = 0.0, 0.0
    for die in range(1, 7):
        result = repaired_to(damage_by(race, difference, die), mechanics)
        if result == NOTHING:
            on += 1.0
        else:
            cost += care[result] + after
    return on / 6.0, cost / 6.0


@rare
def square_cost(race: State, car: int, risk: int, number: int, brakes: int, care: Care) -> tuple[float, float]:
    """As `falling`, for a square of the move with this many brakes; a square that is not too hard costs nothing."""
    begin = wide(race.place[car])
    difference = level_of(race, car, begin, number, brakes) - risk
    if difference <= 0:
        return 1.0, 0.0
    return falling(race, car, number, difference, care)


@rare
def brake_costs(race: State, car: int, risk: int, go: int, first: int, count: int, end: float, care: Care) -> None:
    """Fill `brake_costs`: for each number of brakes up to `count`, what the rest of the move costs if they are placed
    in the best way on squares `first` to `go`. Works back from the end, since what follows a square does not depend on
    how the car reached it."""
    costs = race.brake_costs
    costs[0] = end
    for brakes in range(1, count + 1):
        costs[brakes] = NEVER
    for number in range(go, first - 1, -1):
        for brakes in range(count, -1, -1):
            best = NEVER
            for here in range(brakes + 1):
                on, cost = square_cost(race, car, risk, number, race.brakes[number] + here, care)
                best = min(best, cost + on * costs[brakes - here])
            costs[brakes] = best


@rare
def cost_with_brake_at(
    race: State, car: int, risk: int, go: int, square: int, count: int, end: float, care: Care
) -> float:
    """What the move costs if the next of `count` brakes falls on this square, and the others are placed in the best way
    there or later."""
    brake_costs(race, car, risk, go, square + 1, count - 1, end, care)
    best = NEVER
    for here in range(1, count + 1):
        on, cost = square_cost(race, car, risk, square, race.brakes[square] + here, care)
        best = min(best, cost + on * race.brake_costs[count - here])
    for number in range(square - 1, 0, -1):
        on, cost = square_cost(race, car, risk, number, wide(race.brakes[number]), care)
        best = cost + on * best
    return best


@rare
def best_brake(race: State, car: int, risk: int, go: int, first: int, count: int, end: float, care: Care) -> int:
    """The best square for the next of `count` brakes."""
    best, best_cost = first, NEVER
    for square in range(first, go + 1):
        cost = cost_with_brake_at(race, car, risk, go, square, count, end, care)
        if cost < best_cost:
            best, best_cost = square, cost
    return best


@rare
def brake_safely(race: State, car: int, risk: int, go: int, first: int, count: int) -> None:
    """Place `count` brakes as safely as possible, in the record."""
    while count > 0:
        first = best_brake(race, car, risk, go, first, count, np.float64(0.0), GOING_OFF)
        race.brakes[first] += 1
        count -= 1


# ------------------------------------------------------------------------------------------------------ for the table


@rule
def release_brakes(race: State) -> None:
    for square in range(LONGEST + 1):
        race.brakes[square] = 0


@rule
def write_outlook(out: NDArray[Any], row: int, told: Outlook, weight: float) -> None:
    for column in range(7):
        out[row, column] += weight * told[column]


@entry
def read_gears(races: Any, scratch: Any, out: NDArray[np.float64]) -> None:
    """Before the die: for each gear (in blocks of 32 rows) and each number of steps without brakes, the average outlook
    over the six faces of the risk die, and the chance of going off on the last square once it is entered."""
    scratch[0] = races[0]
    race = scratch[0]
    car = race.car
    release_brakes(race)
    for gear in range(1, GEARS + 1):
        for go in range(1, farthest(race, car, gear) + 1):
            row = (gear - 1) * (LONGEST + 1) + go
            for die in range(1, 7):
                risk = risk_level(race, car, gear, die)
                write_outlook(out, row, outlook(race, car, risk, go), 1.0 / 6.0)
                if go <= squares_ahead(race, car):
                    out[row, 7] += failing(race, car, risk, go) / 6.0


@entry
def read_distances(races: Any, scratch: Any, out: NDArray[np.float64], brakes: NDArray[np.int8]) -> None:
    """After the die: for each number of steps, the outlook with the safest brakes, and where those brakes are."""
    scratch[0] = races[0]
    race = scratch[0]
    car = race.car
    gear = wide(race.gear[car])
    for go in range(1, farthest(race, car, gear) + 1):
        release_brakes(race)
        brake_safely(race, car, race.risk, go, wide(1), brakes_needed(race, car, gear, go))
        write_outlook(out, go, outlook(race, car, race.risk, go), 1.0)
        for square in range(LONGEST + 1):
            brakes[go, square] = race.brakes[square]


@entry
def read_brakes(races: Any, scratch: Any, out: NDArray[np.float64], brakes: NDArray[np.int8]) -> None:
    """For each square that the next brake may fall on: the outlook if the other brakes are placed as safely as
    possible, and where all brakes are then."""
    for square in range(races[0].brake_from, races[0].go + 1):
        scratch[0] = races[0]
        race = scratch[0]
        race.brakes[square] += 1
        brake_safely(race, race.car, race.risk, race.go, square, race.to_brake - 1)
        write_outlook(out, square, outlook(race, race.car, race.risk, race.go), 1.0)
        for other in range(LONGEST + 1):
            brakes[square, other] = race.brakes[other]


@entry
def read_plate(races: Any, out: NDArray[np.int64]) -> None:
    """For each gear of the car that moves: minimum, maximum, whether it may be set, the risk level of each die."""
    race = races[0]
    car = race.car
    for gear in range(1, GEARS + 1):
        out[gear - 1, 0] = minimum(race, car, gear)
        out[gear - 1, 1] = maximum(race, car, gear)
        out[gear - 1, 2] = may_set_gear(race, car, gear)
        for die in range(1, 7):
            out[gear - 1, 2 + die] = risk_level(race, car, gear, die)


@entry
def read_steps(races: Any, out: NDArray[np.int64]) -> None:
    """For each square ahead of the car that moves: printed level, cars passed, and what suitable tyres take off."""
    race = races[0]
    car = race.car
    begin = wide(race.place[car])
    for number in range(1, min(LONGEST, squares_ahead(race, car)) + 1):
        out[number - 1, 0] = printed_level(race, begin + number)
        out[number - 1, 1] = cars_passed(race, car, begin, number)
        out[number - 1, 2] = tyres_suit(race, car)

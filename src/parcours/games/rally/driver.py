"""The co-driver: a bot for Rally that reads the road ahead.

It works back from the horizon to its car. For each square and each gear it asks: how many turns would the car still
need from here, on average over all dice and all damage, on an empty road? Then it rates its choices now by the same
sums, but with the cars in its way.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import draw
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.actions import BRAKE, FIT, GEAR, GO, LEAVE, NO_STOP, NOBODY_THERE, STATION, TRIM, TYRES
from parcours.games.rally.odds import (
    NEVER,
    Care,
    best_brake,
    beyond,
    brake_costs,
    falling,
    hope,
    release_brakes,
    square_cost,
)
from parcours.games.rally.rules.move import (
    REACH,
    brakes_needed,
    farthest,
    printed_level,
    squares_ahead,
)
from parcours.games.rally.rules.speed import maximum, minimum, risk_level, tyres_suit
from parcours.games.rally.state import (
    BRAKE_PHASE,
    FORD_BIT,
    GEAR_PHASE,
    GEARS,
    GO_PHASE,
    HORIZON,
    LEVEL_BITS,
    MECHANICS,
    OFF,
    PROTOTYPE,
    STATION_PHASE,
    STOP_PHASE,
    TRIM_PHASE,
    TYRE_PHASE,
    State,
    wide,
)

OUT_COSTS = 5.0
"""What elimination costs, in turns: more than arriving last."""
TURNS: Care = (1.0, 0.0, 1.0, 2.0, 3.0, OUT_COSTS)
"""What counts for this bot, in turns: the turns that the car still needs, and those that it sits out after damage."""
OVER_REV_COSTS = 0.1
"""How many turns it is worth to keep the over-rev card."""
CHANGE_COSTS = 0.3
"""How many turns a change of tyres must gain beyond what it costs."""
HARD = 3
"""The bot puts mechanics within reach of squares of this level or more."""


@rule
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The action after which the car still needs the fewest turns."""
    phase = race.phase
    if phase in (GEAR_PHASE, GO_PHASE, BRAKE_PHASE):
        return choose_on_the_road(race, codes, number)
    return choose_else(race, codes, number, key)


@rare
def choose_on_the_road(race: State, codes: NDArray[np.int16], number: int) -> int:
    """Choose gear, distance or a brake, by the road ahead."""
    look_ahead(race, race.car)
    if race.phase == BRAKE_PHASE:
        return choose_brake(race)
    release_brakes(race)
    if race.phase == GEAR_PHASE:
        return choose_gear(race, codes, number)
    return choose_distance(race)


@rare
def choose_else(race: State, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """Choose tyres, stops, mechanics or the trim; road cards at random."""
    phase = race.phase
    if phase in (STOP_PHASE, TYRE_PHASE):
        return choose_tyres(race, codes, number) if number > 1 else NO_STOP
    if phase == STATION_PHASE:
        return choose_station(race)
    if phase == TRIM_PHASE:
        return best_trim(codes, number)
    return codes[draw(key, 0, number)]


# ------------------------------------------------------------------------------------------------ the road ahead


@rare
def look_ahead(race: State, car: int) -> None:
    """Fill `hopes`, from the horizon back to the car: the turns still needed from each square after each gear, on an
    empty road in this turn's weather, without brakes."""
    ahead = squares_ahead(race, car)
    for number in range(HORIZON, -1, -1):
        if number < HORIZON and number <= ahead:
            look_from(race, car, number)
        else:
            for gear in range(GEARS + 1):
                race.hopes[number, gear] = beyond(race, car, number, gear)


@rare
def look_from(race: State, car: int, number: int) -> None:
    """Turns still needed from one square after each gear, with the best gear that may be set there."""
    for gear in range(GEARS + 1):
        race.hopes[number, gear] = NEVER
    for gear in range(1, GEARS + 1):
        turns = 1.0 + turns_in_gear(race, car, number, gear)
        if gear == 1:
            race.hopes[number, 0] = turns
        for last in range(max(1, gear - 1), min(GEARS, gear + 1) + 1):
            race.hopes[number, last] = min(race.hopes[number, last], turns)


@rare
def turns_in_gear(race: State, car: int, number: int, gear: int) -> float:
    """Turns needed after a move in this gear from a square ahead: the average over the six faces of the risk die, with
    the best distance for each."""
    total, last_risk, last_turns = 0.0, -1, 0.0
    for die in range(1, 7):
        risk = risk_level(race, car, gear, die)
        if risk != last_risk:
            last_risk = risk
            last_turns = turns_at_risk(race, car, number, gear, risk)
        total += last_turns
    return total / 6.0


@rare
def turns_at_risk(race: State, car: int, number: int, gear: int, risk: int) -> float:
    """Turns needed after such a move at one risk level, with the best distance not below the minimum."""
    ahead = squares_ahead(race, car) - number
    low, most = minimum(race, car, gear), min(maximum(race, car, gear), ahead + 1)
    easier = 1 if tyres_suit(race, car) else 0
    best, through, lost = NEVER, 1.0, 0.0
    for go in range(1, most + 1):
        if go > ahead:
            return min(best, lost)
        place = wide(race.place[car]) + number + go
        difference = max(0, printed_level(race, place) - easier) - risk
        if difference > 0:
            on, cost = falling(race, car, number + go, difference, TURNS)
            lost += through * cost
            through *= on
        if go >= low or go == most:
            best = min(best, lost + through * hope(race, car, number + go, gear))
    return best


# ----------------------------------------------------------------------------------------------------- the move now


@rare
def turns_after(race: State, car: int, gear: int, risk: int, go: int) -> float:
    """Turns needed after a move of `go` steps now, with the cars in the way and the best brakes."""
    leaving = go > squares_ahead(race, car)
    end = 0.0 if leaving else hope(race, car, go, gear)
    entered = go - 1 if leaving else go
    count = brakes_needed(race, car, gear, go)
    if count > 0:
        brake_costs(race, car, risk, go, wide(1), count, end, TURNS)
        return race.brake_costs[count]
    turns = end
    for number in range(entered, 0, -1):
        on, cost = square_cost(race, car, risk, number, wide(0), TURNS)
        turns = cost + on * turns
    return turns


@rare
def best_distance(race: State, car: int, gear: int, risk: int) -> tuple[int, float]:
    """How far to go at a risk level, and the turns needed after it."""
    best, best_turns = 1, NEVER
    for go in range(1, farthest(race, car, gear) + 1):
        turns = turns_after(race, car, gear, risk, go)
        if turns <= best_turns:
            best, best_turns = go, turns
    return best, best_turns


@rare
def choose_gear(race: State, codes: NDArray[np.int16], number: int) -> int:
    """The gear with the fewest turns needed, on average over the six faces of the risk die."""
    car = race.car
    best, best_turns = codes[0], NEVER
    for k in range(number):
        gear = codes[k] - GEAR + 1
        turns = OVER_REV_COSTS if race.gear[car] - gear == 2 else 0.0
        for die in range(1, 7):
            _, after = best_distance(race, car, gear, risk_level(race, car, gear, die))
            turns += after / 6.0
        if turns < best_turns:
            best, best_turns = codes[k], turns
    return best


@rare
def choose_distance(race: State) -> int:
    """The best distance at the risk level rolled."""
    car = race.car
    go, _ = best_distance(race, car, wide(race.gear[car]), race.risk)
    return GO + go if go <= squares_ahead(race, car) else LEAVE


@rare
def choose_brake(race: State) -> int:
    """The square where the next brake costs least."""
    car = race.car
    end = hope(race, car, race.go, wide(race.gear[car]))
    return BRAKE + best_brake(race, car, race.risk, race.go, race.brake_from, race.to_brake, end, TURNS)


# ------------------------------------------------------------------------------- before the start and between moves


@rare
def turns_on(race: State, car: int, tyres: int, gear: int) -> float:
    """Turns still needed on these tyres: the average over this turn's weather and the two sectors beside it."""
    fitted, arrow = race.tyres[car], race.arrow
    race.tyres[car] = tyres
    turns = 0.0
    for step in range(-1, 2):
        race.arrow = (arrow + step + race.sectors) % race.sectors
        look_ahead(race, car)
        turns += race.hopes[0, gear] / 3.0
    race.tyres[car], race.arrow = fitted, arrow
    return turns


@rare
def choose_tyres(race: State, codes: NDArray[np.int16], number: int) -> int:
    """The tyres with the fewest turns still needed; at a stop they must gain more than the stop costs (RA-M8)."""
    car = race.car
    off = race.status[car] == OFF
    lost = 1.0 if off and race.repaired and race.stand[car] == 0 else 0.0
    best, best_turns = codes[0], NEVER
    for k in range(number):
        tyres, gear, turns = codes[k] - TYRES, wide(GEARS), 0.0
        if codes[k] == NO_STOP:
            tyres, gear, turns = wide(race.tyres[car]), wide(0 if off else race.gear[car]), -CHANGE_COSTS
        elif codes[k] < TYRES:
            tyres, gear, turns = codes[k] - FIT, wide(0), lost
        turns += turns_on(race, car, tyres, gear)
        if turns < best_turns - 1e-6:
            best, best_turns = codes[k], turns
    return best


@rare
def choose_station(race: State) -> int:
    """Put the mechanic where the levels of the hard squares within reach add up to most. Squares that another mechanic
    already reaches don't count."""
    car = race.choosing
    best, most = NOBODY_THERE, 0
    for place in range(1, race.places + 1):
        hard = 0
        for other in range(max(1, place - REACH), min(race.places, place + REACH) + 1):
            level = race.grade[other - 1] & LEVEL_BITS
            if level >= HARD and not is_looked_after(race, car, other):
                hard += level + (race.grade[other - 1] & FORD_BIT > 0)
        if hard > most:
            best, most = STATION + place - 1, hard
    return best


@rule
def is_looked_after(race: State, car: int, place: int) -> bool:
    """Whether one of the mechanics placed so far reaches this square."""
    for number in range(min(race.placed, MECHANICS)):
        if race.mechanic[car, number] > 0 and abs(race.mechanic[car, number] - place) <= REACH:
            return True
    return False


@rule
def best_trim(codes: NDArray[np.int16], number: int) -> int:
    """The fastest trim that may be chosen."""
    best = codes[0]
    for k in range(number):
        if codes[k] - TRIM <= PROTOTYPE:
            best = codes[k]
    return best

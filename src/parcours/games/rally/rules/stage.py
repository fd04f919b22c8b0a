"""Rally: how a stage begins. Trims, lots, the road, mechanics."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.actions import LOT, NOBODY_THERE, STATION, TRIM
from parcours.games.rally.rules.road import lay
from parcours.games.rally.rules.turn import begin_first_turn
from parcours.games.rally.state import (
    LAY_PHASE,
    LAYER_LOT,
    MAX_CARS,
    MECHANICS,
    NOT_PLACED,
    START_LOT,
    STATION_PHASE,
    TRIM_PHASE,
    UNKNOWN,
    State,
)


@rare
def set_up(race: State, road: Road) -> None:
    """All cars wait before the first square, each with its over-rev card (RA-S4, RA-S5). Trims are chosen first, except
    in later stages of a rally, which keep them (RA-A1)."""
    for car in range(MAX_CARS):
        for number in range(MECHANICS):
            race.mechanic[car, number] = NOT_PLACED
    for car in range(race.teams):
        race.over_rev[car] = 1
    race.phase = TRIM_PHASE
    if race.later_stage:
        settle_start_order(race)


# -------------------------------------------------------------------------------------------------------- trims


@rule
def may_choose_trim(race: State, car: int, trim: int) -> bool:
    """Whether a trim may be chosen: at most one step from the trim of the rally before (RA-A2)."""
    before = race.last_trim[car]
    return before == UNKNOWN or abs(trim - before) <= 1


@rare
def legal_trims(race: State, out: NDArray[np.int16]) -> int:
    """The trims that may be chosen (RA-A1, RA-A2)."""
    count = 0
    for trim in range(3):
        if may_choose_trim(race, race.choosing, trim):
            out[count] = TRIM + trim
            count += 1
    return count


@rare
def choose_trim(race: State, trim: int) -> None:
    """The seats choose one after the other; the trims are shown together (RA-A1). The lots come next (RA-S4)."""
    race.trim[race.choosing] = trim
    race.choosing += 1
    if race.choosing == race.teams:
        race.choosing = 0
        settle_start_order(race)


# --------------------------------------------------------------------------------------------------------- lots


@rule
def may_start_next(race: State, car: int) -> bool:
    """Whether a car may get the next place of the start order: of the cars without a place, none did better in the
    stage before (RA-P9). Before a first stage, all cars are tied."""
    if race.start[car] > 0:
        return False
    for other in range(race.teams):
        if race.start[other] == 0 and race.score_before[other] < race.score_before[car]:
            return False
    return True


@rule
def start_next(race: State, car: int) -> None:
    """Give a car the next place of the start order."""
    race.order[race.position] = car
    race.position += 1
    race.start[car] = race.position


@rare
def settle_start_order(race: State) -> None:
    """Settle the start order by the score of the stage before; lots break ties, the best-placed tie first (RA-P9,
    RA-C1). Then settle who lays the road: a car drawn by lot before a first stage, otherwise the car that starts last
    (RA-R4)."""
    while race.position < race.teams:
        level = 0
        best = 0
        for car in range(race.teams):
            if may_start_next(race, car):
                level += 1
                best = car
        if level > 1:
            race.phase = START_LOT
            return
        start_next(race, best)
    race.layer = race.order[race.teams - 1]
    race.phase = LAY_PHASE if race.later_stage else LAYER_LOT


@rare
def legal_lots(race: State, out: NDArray[np.int16]) -> int:
    """The cars that may be drawn (RA-C1)."""
    count = 0
    for car in range(race.teams):
        if race.phase == LAYER_LOT or may_start_next(race, car):
            out[count] = LOT + car
            count += 1
    return count


@rare
def draw_lot(race: State, car: int) -> None:
    """A car is drawn: for the next place of the start order (RA-P9), or to lay the road (RA-R4)."""
    if race.phase == LAYER_LOT:
        race.layer = car
        race.phase = LAY_PHASE
    else:
        start_next(race, car)
        settle_start_order(race)


# ---------------------------------------------------------------------------------------- the road and mechanics


@rare
def lay_card(race: State, road: Road, card: int) -> None:
    """Lay the next card of the road. When the road is complete, all place their mechanics (RA-S5)."""
    if lay(race, road, card):
        race.phase = STATION_PHASE
        race.choosing = 0
        race.placed = 0


@rare
def legal_stations(race: State, out: NDArray[np.int16]) -> int:
    """Any square of the road, or none, for each mechanic (RA-M1, RA-M2)."""
    for place in range(race.places):
        out[place] = STATION + place
    out[race.places] = NOBODY_THERE
    return race.places + 1


@rare
def place_mechanic(race: State, place: int) -> None:
    """Every driver is asked three times, even one who leaves mechanics out (RA-H1). Mechanics do not move during the
    stage and are interchangeable (RA-M2): they are kept in the order of the road, those left out first."""
    car = race.choosing
    at = race.placed
    while at > 0 and race.mechanic[car, at - 1] > place:
        race.mechanic[car, at] = race.mechanic[car, at - 1]
        at -= 1
    race.mechanic[car, at] = place
    race.placed += 1
    if race.placed == MECHANICS:
        race.placed = 0
        race.choosing += 1
        if race.choosing == race.teams:
            begin_first_turn(race)

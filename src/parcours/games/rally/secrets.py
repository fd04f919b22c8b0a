"""Rally: what a seat may see (RA-H1, RA-H2), and guesses at what it may not see."""

from __future__ import annotations

import numpy as np

from parcours.engine.chance import draw
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.rules.move import REACH
from parcours.games.rally.rules.stage import may_choose_trim
from parcours.games.rally.state import (
    HIDDEN,
    LEFT_OUT,
    MECHANICS,
    NOT_PLACED,
    OFF,
    OVER_PHASE,
    STATION_PHASE,
    TRIM_PHASE,
    UNKNOWN,
    State,
)


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """Trims are hidden until all have chosen (RA-H2). Rivals' mechanics, and how many are out, are hidden until they
    help or serve, or the stage ends (RA-H1); with `open_mechanics`, until all have been placed (RA-O3)."""
    if race.phase == TRIM_PHASE:
        for car in range(race.teams):
            if car != seat:
                race.trim[car] = UNKNOWN
    elif race.phase >= STATION_PHASE and race.phase != OVER_PHASE:
        if race.open_mechanics and race.phase != STATION_PHASE:
            return
        for car in range(race.teams):
            if car != seat:
                hide_mechanics(race, car)


@rule
def hide_mechanics(race: State, car: int) -> None:
    """Put mechanics that have been shown first, in the order of the road, and hide all others, even those left out."""
    known = 0
    for number in range(MECHANICS):
        place = race.mechanic[car, number]
        if race.shown[car] >> number & 1:
            at = known
            while at > 0 and race.mechanic[car, at - 1] > place:
                race.mechanic[car, at] = race.mechanic[car, at - 1]
                at -= 1
            race.mechanic[car, at] = place
            known += 1
    for number in range(known, MECHANICS):
        race.mechanic[car, number] = HIDDEN
    race.shown[car] = (1 << known) - 1


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """Guess what is hidden: give rivals trims that they may have, and put their hidden mechanics where they may be."""
    count = 0
    if race.phase == TRIM_PHASE:
        for car in range(race.choosing):
            while race.trim[car] == UNKNOWN:
                trim = draw(key, count, 3)
                count += 1
                if may_choose_trim(race, car, trim):
                    race.trim[car] = trim
    for car in range(race.teams):
        for number in range(MECHANICS):
            if race.mechanic[car, number] != HIDDEN:
                continue
            race.mechanic[car, number] = NOT_PLACED
            if is_placed(race, car, number):
                place = draw(key, count, race.places + 1)
                count += 1
                race.mechanic[car, number] = place if may_stand_at(race, car, place) else LEFT_OUT


@rule
def may_stand_at(race: State, car: int, place: int) -> bool:
    """Whether a hidden mechanic of a car can be on a square: not on the square of a public group (RA-H1), and not
    within reach of the car if it must sit out a move because nobody helped (RA-M5)."""
    if is_shown_at(race, car, place):
        return False
    return abs(place - race.place[car]) > REACH or not waits_in_vain(race, car)


@rule
def waits_in_vain(race: State, car: int) -> bool:
    """Whether a car must sit out a move and none of its mechanics in reach has been shown. Help is automatic and shows
    who gives it, so there is no mechanic in reach (RA-M4, RA-M5, RA-H1)."""
    if race.status[car] != OFF or race.stand[car] == 0:
        return False
    seen = False
    for number in range(MECHANICS):
        near = abs(race.mechanic[car, number] - race.place[car]) <= REACH
        seen |= race.shown[car] >> number & 1 == 1 and near
    return not seen


@rule
def is_placed(race: State, car: int, number: int) -> bool:
    """Whether a seat has already been asked for this mechanic."""
    if race.phase != STATION_PHASE or car < race.choosing:
        return True
    return car == race.choosing and number < race.placed


@rule
def is_shown_at(race: State, car: int, place: int) -> bool:
    """Whether a group of this car is public on a square."""
    found = False
    for number in range(MECHANICS):
        found |= race.shown[car] >> number & 1 == 1 and race.mechanic[car, number] == place
    return found

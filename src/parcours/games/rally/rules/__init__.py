"""Rally: the rules, in one module per chapter or two. This module: who decides, and what they can choose from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.rally.actions import BRAKE, CARD, DIE, FIT, GEAR, GO, LEAVE, LOT, NO_STOP, STATION, TRIM, TYRES
from parcours.games.rally.rules.move import (
    brake,
    declare,
    legal_brakes,
    legal_distances,
    legal_stops,
    roll_damage,
    roll_risk,
    set_gear,
    squares_ahead,
    start_on,
    stop,
)
from parcours.games.rally.rules.points import result, score
from parcours.games.rally.rules.road import legal_cards
from parcours.games.rally.rules.speed import legal_gears
from parcours.games.rally.rules.stage import (
    choose_trim,
    draw_lot,
    lay_card,
    legal_lots,
    legal_stations,
    legal_trims,
    place_mechanic,
    set_up,
)
from parcours.games.rally.rules.turn import next_car, roll_weather
from parcours.games.rally.state import (
    BRAKE_PHASE,
    DAMAGE_PHASE,
    GEAR_PHASE,
    GO_PHASE,
    LAY_PHASE,
    LAYER_LOT,
    LEFT_OUT,
    MAX_SET,
    OVER_PHASE,
    RISK_PHASE,
    START_LOT,
    STATION_PHASE,
    STOP_PHASE,
    TRIM_PHASE,
    WEATHER_PHASE,
    State,
)

__all__ = ["VERSION", "actor", "apply", "legal", "result", "score", "set_up", "weights"]

VERSION = 1
"""Raised whenever a rule changes; a refactoring leaves it alone."""


@rule
def actor(race: State) -> int:
    """Who decides next (RA-E1 to RA-E7): chance if dice are rolled or lots drawn (RA-C1 to RA-C4)."""
    phase = race.phase
    if phase in (RISK_PHASE, DAMAGE_PHASE, WEATHER_PHASE):
        return CHANCE
    if phase >= WEATHER_PHASE:
        return OVER if phase == OVER_PHASE else race.car
    if phase == LAY_PHASE:
        return CHANCE if race.random_road else race.layer
    if phase in (START_LOT, LAYER_LOT):
        return CHANCE
    return race.choosing


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Write the legal actions to `out`; returns how many there are. The frequent decisions come first."""
    phase = race.phase
    if phase in (RISK_PHASE, DAMAGE_PHASE, WEATHER_PHASE):
        for face in range(6):
            out[face] = DIE + face
        return 6
    if phase == GO_PHASE:
        return legal_distances(race, out)
    if phase == GEAR_PHASE:
        return legal_gears(race, out)
    if phase == STOP_PHASE:
        return legal_stops(race, out)
    if phase == BRAKE_PHASE:
        return legal_brakes(race, out)
    return legal_else(race, road, out)


@rare
def legal_else(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The decisions that are rare in a stage: RA-E1 to RA-E4, and the lots."""
    phase = race.phase
    if phase == TRIM_PHASE:
        return legal_trims(race, out)
    if phase in (START_LOT, LAYER_LOT):
        return legal_lots(race, out)
    if phase == LAY_PHASE:
        return legal_cards(race, road, out)
    if phase == STATION_PHASE:
        return legal_stations(race, out)
    for tyres in range(3):
        out[tyres] = TYRES + tyres
    return 3


@rare
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """All outcomes are equally likely: faces of a die (RA-C2 to RA-C4), lots (RA-C1), cards of a random road."""
    for outcome in range(MAX_SET if race.phase == LAY_PHASE else 6):
        out[outcome] = 1


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action, and everything that follows from it without a decision."""
    if action < GO:
        set_gear(race, action - GEAR + 1)
    elif action < LEAVE:
        declare(race, action - GO)
    elif action == LEAVE:
        declare(race, squares_ahead(race, race.car) + 1)
    elif action < NO_STOP:
        brake(race, action - BRAKE)
    elif action == NO_STOP:
        next_car(race)
    elif action < TYRES:
        stop(race, action - FIT)
    elif DIE <= action < LOT:
        apply_die(race, action - DIE + 1)
    else:
        apply_else(race, road, action)


@rule
def apply_die(race: State, die: int) -> None:
    """The risk die (RA-T4), the damage die (RA-D1) or the weather die (RA-W1)."""
    if race.phase == RISK_PHASE:
        roll_risk(race, die)
    elif race.phase == DAMAGE_PHASE:
        roll_damage(race, die)
    else:
        roll_weather(race, die)


@rare
def apply_else(race: State, road: Road, action: int) -> None:
    """Carry out the decisions and lots before the start, in the order of their codes."""
    if action < TRIM:
        start_on(race, action - TYRES)
    elif action < CARD:
        choose_trim(race, action - TRIM)
    elif action < STATION:
        lay_card(race, road, action - CARD)
    elif action < DIE:
        place = action - STATION + 1
        place_mechanic(race, place if place <= race.places else LEFT_OUT)
    else:
        draw_lot(race, action - LOT)

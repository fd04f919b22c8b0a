"""Rally: gears, tyres and the speed they allow; the risk die."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rule
from parcours.games.rally.actions import GEAR
from parcours.games.rally.state import (
    CLEAR,
    GEARS,
    NORMAL,
    OVERCAST,
    RAIN,
    RAIN_TYRES,
    SNOW,
    SNOW_TYRES,
    STORM,
    State,
    wide,
)


@rule
def weather_now(race: State) -> int:
    """The weather under the arrow, the same for everybody in this turn (RA-W1)."""
    return race.weather[race.arrow]


@rule
def may_set_gear(race: State, car: int, gear: int) -> bool:
    """Whether a gear may be set: any in the first move (RA-G4); after that the last gear, one up or one down (RA-G2),
    or two down with the over-rev card (RA-G3)."""
    last = race.gear[car]
    if last == 0:
        return True
    down = last - gear
    return -1 <= down <= 1 or (down == 2 and race.over_rev[car] == 1)


@rule
def legal_gears(race: State, out: NDArray[np.int16]) -> int:
    """The gears that may be set (RA-G2 to RA-G4)."""
    count = 0
    for gear in range(1, GEARS + 1):
        if may_set_gear(race, race.car, gear):
            out[count] = GEAR + gear - 1
            count += 1
    return count


@rule
def tyre_cost(race: State, car: int) -> int:
    """How many squares special tyres cost on a dry road: 1 when it is clear, 2 when it is overcast (RA-Y3); or by kind,
    rain tyres 1 and snow tyres 2 (RA-O2)."""
    tyres, weather = race.tyres[car], weather_now(race)
    if tyres == NORMAL or weather > OVERCAST:
        return 0
    if race.cost_by_kind:
        return 1 if tyres == RAIN_TYRES else 2
    return 1 if weather == CLEAR else 2


@rule
def minimum(race: State, car: int, gear: int) -> int:
    """The fewest squares that a gear allows without brakes (RA-A3, RA-G6, RA-G7)."""
    if gear == 1:
        return 1
    return max(1, race.low[gear - 1] + race.trim[car] - tyre_cost(race, car))


@rule
def maximum(race: State, car: int, gear: int) -> int:
    """The most squares that a gear allows (RA-A3, RA-G6, RA-G7); more in a special stage (RA-O1)."""
    if gear == 1:
        return 1
    most = race.high[gear - 1] + race.trim[car] - tyre_cost(race, car)
    if race.special:
        most += race.extra[gear - 1]
    return max(1, most)


@rule
def tyres_suit(race: State, car: int) -> bool:
    """Whether a car's tyres suit the weather: rain tyres in rain and storm, snow tyres in snow (RA-Y2)."""
    tyres, weather = race.tyres[car], weather_now(race)
    return (tyres == RAIN_TYRES and weather in (RAIN, STORM)) or (tyres == SNOW_TYRES and weather == SNOW)


@rule
def risk_level(race: State, car: int, gear: int, die: int) -> int:
    """The highest level that a car passes unharmed. It depends on the gear and on the die, to which trim and weather
    are added, up to 6 at most (RA-X1, RA-X2, RA-W4)."""
    modified = min(6, die + race.trim[car] + race.bonus[race.arrow])
    return wide(race.risk_table[gear - 1, modified - 1])

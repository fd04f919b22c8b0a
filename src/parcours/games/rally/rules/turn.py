"""Rally: turns, start by start; the weather; the end of the stage."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.games.rally.state import (
    DRIVING,
    GEAR_PHASE,
    LEFT,
    OFF,
    OUT,
    OVER_PHASE,
    RISK_PHASE,
    TYRE_PHASE,
    WAITING,
    WEATHER_PHASE,
    State,
    wide,
)


@rule
def is_in_stage(race: State, car: int) -> bool:
    """Neither left nor eliminated; a car that waits for its start is in it too (RA-T10)."""
    status = race.status[car]
    return status != LEFT and status != OUT


@rule
def starts_by_now(race: State, position: int) -> bool:
    """The k-th car moves from turn k on (RA-T1)."""
    return position < race.turn


@rare
def begin_first_turn(race: State) -> None:
    """Turn 1 has the weather under the arrow, without a die (RA-W2)."""
    race.turn += 1
    race.position = -1
    next_car(race)


@rare
def next_car(race: State) -> None:
    """The next of the start order whose start has come and who is still in the stage (RA-T1, RA-T2). Who must stand
    loses the move (RA-D5, RA-T3). At the end of the turn: is the stage over (RA-T10)?"""
    race.die = 0
    race.repaired = 0
    race.position += 1
    while race.position < race.teams and starts_by_now(race, race.position):
        car = wide(race.order[race.position])
        if is_in_stage(race, car):
            if race.stand[car] == 0:
                begin_move(race, car)
                return
            race.stand[car] -= 1
            race.stood[car] += 1
        race.position += 1
    end_turn(race)


@rule
def begin_move(race: State, car: int) -> None:
    """First tyres, at the first move (RA-Y1); a restart is in 1st (RA-G5, RA-D4, RA-M9); else the gear (RA-T3)."""
    race.car = car
    if race.status[car] == WAITING:
        race.phase = TYRE_PHASE
    elif race.status[car] == OFF:
        race.status[car] = DRIVING
        race.gear[car] = 1
        race.phase = RISK_PHASE
    else:
        race.phase = GEAR_PHASE


@rule
def end_turn(race: State) -> None:
    """The stage ends with the turn in which the last car leaves or is eliminated (RA-T10); else the next one begins
    with the weather die (RA-T2, RA-W1)."""
    for car in range(race.teams):
        if is_in_stage(race, car):
            race.turn += 1
            race.position = -1
            race.phase = WEATHER_PHASE
            return
    race.phase = OVER_PHASE


@rule
def roll_weather(race: State, die: int) -> None:
    """Even is forward, odd is back, once round the wheel (RA-W1)."""
    step = 1 if die % 2 == 0 else race.sectors - 1
    race.arrow = (race.arrow + step) % race.sectors
    next_car(race)

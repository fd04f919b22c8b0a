"""Rally: turns, in which cars move in start order; the weather; the end of the stage."""

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
    """Whether a car is still in the stage: it has neither finished nor been eliminated. A car that waits for its start
    counts, too (RA-T10)."""
    status = race.status[car]
    return status != LEFT and status != OUT


@rule
def starts_by_now(race: State, position: int) -> bool:
    """Whether the car at this position of the start order may start: the k-th car moves from turn k on (RA-T1)."""
    return position < race.turn


@rare
def begin_first_turn(race: State) -> None:
    """In turn 1 the weather is the sector under the arrow; no die is rolled (RA-W2)."""
    race.turn += 1
    race.position = -1
    next_car(race)


@rare
def next_car(race: State) -> None:
    """The next car in start order moves, if it may start by now and is still in the stage (RA-T1, RA-T2). A car that
    must sit out loses its move (RA-D5, RA-T3). After the last car the turn ends, and perhaps the stage (RA-T10)."""
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
    """A car that starts chooses its tyres (RA-Y1). A car that restarts does so in 1st (RA-G5, RA-D4, RA-M9). Any other
    car chooses its gear (RA-T3)."""
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
    """The stage ends with the turn in which the last car finishes or is eliminated (RA-T10). Otherwise the next turn
    begins with the weather die (RA-T2, RA-W1)."""
    for car in range(race.teams):
        if is_in_stage(race, car):
            race.turn += 1
            race.position = -1
            race.phase = WEATHER_PHASE
            return
    race.phase = OVER_PHASE


@rule
def roll_weather(race: State, die: int) -> None:
    """Move the arrow by one sector of the wheel: forward on an even number, back on an odd one (RA-W1)."""
    step = 1 if die % 2 == 0 else race.sectors - 1
    race.arrow = (race.arrow + step) % race.sectors
    next_car(race)

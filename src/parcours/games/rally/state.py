"""Rally: the record of one stage, field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Protocol, cast

import numpy as np

from parcours.engine.record import F4, I1, I2, U1, layout

MAX_CARS = 6
MAX_SET = 32
"""The most cards in a set."""
MAX_LAID = 16
"""The most cards in a stage."""
MAX_PLACES = 160
"""The most squares of a stage."""
MAX_SECTORS = 24
LONGEST = 31
"""The most squares of a move."""
GEARS = 5
MECHANICS = 3
FEATURES = 3
FAST_CARD, HAIRPIN_CARD, FORD_CARD = 1, 2, 4
"""The features of a card, as bits."""
HORIZON = 20
"""How many squares a bot looks ahead."""

(
    TRIM_PHASE, START_LOT, LAYER_LOT, LAY_PHASE, STATION_PHASE, WEATHER_PHASE, TYRE_PHASE, GEAR_PHASE, RISK_PHASE,
    GO_PHASE, BRAKE_PHASE, DAMAGE_PHASE, STOP_PHASE, OVER_PHASE,
) = range(14)  # fmt: skip
"""The phases in which somebody or chance decides, in the order of the rulebook."""

STABLE, FAST, PROTOTYPE = range(3)
NORMAL, RAIN_TYRES, SNOW_TYRES = range(3)
CLEAR, OVERCAST, RAIN, STORM, SNOW = range(5)
WAITING, DRIVING, OFF, LEFT, OUT = range(5)
"""Where a car is: not started yet; on the road; at the side of the road (after a spin, damage or a stop); beyond the
last square, which means finished; eliminated."""
NOTHING, SPIN, DEGREE_1, DEGREE_2, DEGREE_3, ELIMINATED = range(6)
"""The results of the damage die."""
UNKNOWN = -1
"""A trim that nobody has chosen or shown yet."""
LEFT_OUT, NOT_PLACED, HIDDEN = 0, -1, -2
"""In place of a mechanic's square: the mechanic is left out, not placed yet, or a rival's secret."""
LEVEL_BITS, FORD_BIT, HAIRPIN_BIT = 7, 8, 16
wide = cast(Callable[[Any], int], np.int64)
"""Widens a number of the record to the type of the rules' own numbers, so that each rule is compiled only once."""


class State(Protocol):
    """A stage. Car c belongs to seat c. Places on the road count from 1; 0 is before the first square."""

    ply: Annotated[int, "u4"]
    """How many actions there have been."""
    rolls: Annotated[int, "u4"]
    """How often chance has acted."""
    phase: Annotated[int, "i1"]
    teams: Annotated[int, "i8"]
    special: Annotated[int, "i1"]
    """A special stage: no speed limits (RA-O1)."""
    cost_by_kind: Annotated[int, "i1"]
    """On a dry road, what special tyres cost depends on their kind (RA-O2)."""
    open_mechanics: Annotated[int, "i1"]
    """Mechanics are shown to all (RA-O3)."""
    extension: Annotated[int, "i1"]
    """The cards of the extension may be laid (RA-O4)."""
    random_road: Annotated[int, "i1"]
    """Chance lays the road, not a player."""
    later_stage: Annotated[int, "i1"]
    """Not the first stage of its rally: trims, start order and weather follow from the stage before (RA-A1, RA-P9,
    RA-W2)."""

    card_count: Annotated[int, "i8"]
    """How many cards the stage has (RA-R3)."""
    set_size: Annotated[int, "i8"]
    features: Annotated[U1, "u1", MAX_SET]
    """The features of each card of the set."""
    barred: Annotated[int, "u4"]
    """One bit for each card of the set that may not be laid (RA-O4)."""
    least: Annotated[I1, "i1", FEATURES]
    """The Calendar's limits (RA-R3), for fast roads, hairpins and fords."""
    most: Annotated[I1, "i1", FEATURES]
    low: Annotated[I1, "i1", GEARS]
    """The table of gears: minimum, maximum, and what a special stage adds to the maximum."""
    high: Annotated[I1, "i1", GEARS]
    extra: Annotated[I1, "i1", GEARS]
    risk_table: Annotated[I1, "i1", GEARS, 6]
    damage_table: Annotated[I1, "i1", 5, 6]
    sectors: Annotated[int, "i8"]
    weather: Annotated[I1, "i1", MAX_SECTORS]
    """The wheel: the weather of each sector, and (`bonus`) what it adds to the risk die (RA-W4)."""
    bonus: Annotated[I1, "i1", MAX_SECTORS]
    arrow: Annotated[int, "i8"]
    """The current sector."""

    trim: Annotated[I1, "i1", MAX_CARS]
    last_trim: Annotated[I1, "i1", MAX_CARS]
    """The trim in the rally before (RA-A2); UNKNOWN: any may be chosen."""
    score_before: Annotated[I2, "i2", MAX_CARS]
    """Score A of the stage before (RA-P9)."""
    choosing: Annotated[int, "i8"]
    """The seat that chooses its trim, or places its mechanics."""
    start: Annotated[I1, "i1", MAX_CARS]
    """A car's starting position from 1; 0: not settled yet."""
    order: Annotated[I1, "i1", MAX_CARS]
    """The cars in start order."""
    layer: Annotated[int, "i8"]
    """The seat that lays the road (RA-R4)."""

    laid: Annotated[I1, "i1", MAX_LAID]
    """The cards of the road, by their index in the set."""
    cards_laid: Annotated[int, "i8"]
    places: Annotated[int, "i8"]
    """How many squares the road has."""
    grade: Annotated[I1, "i1", MAX_PLACES]
    """Each square's printed level, and whether it is a ford or a hairpin."""

    mechanic: Annotated[I2, "i2", MAX_CARS, MECHANICS]
    """Where a car's mechanics stand."""
    placed: Annotated[int, "i8"]
    """How many mechanics the choosing seat has already placed or left out."""
    shown: Annotated[U1, "u1", MAX_CARS]
    """One bit for each mechanic that has helped or served, and is public (RA-H1)."""

    turn: Annotated[int, "i8"]
    position: Annotated[int, "i8"]
    """The place in the start order of the car that moves, from 0."""
    car: Annotated[int, "i8"]
    """The car that moves."""
    status: Annotated[I1, "i1", MAX_CARS]
    place: Annotated[I2, "i2", MAX_CARS]
    gear: Annotated[I1, "i1", MAX_CARS]
    """The gear of the last move; 0 before the first."""
    tyres: Annotated[I1, "i1", MAX_CARS]
    stand: Annotated[I1, "i1", MAX_CARS]
    """Moves that a car must still sit out (RA-D5)."""
    over_rev: Annotated[I1, "i1", MAX_CARS]
    """1 while a car still has its over-rev card (RA-G3)."""
    left_turn: Annotated[I2, "i2", MAX_CARS]
    """The turn in which a car finished; 0: it has not."""

    offs: Annotated[I1, "i1", MAX_CARS]
    """How often a car went off the road in this stage, and (`stood`) how many moves it sat out; for the figures."""
    stood: Annotated[I1, "i1", MAX_CARS]

    die: Annotated[int, "i1"]
    """The face of this move's risk die, before anything is added; 0: not rolled yet."""
    risk: Annotated[int, "i8"]
    """The risk level of this move."""
    from_place: Annotated[int, "i8"]
    """Where the move began."""
    go: Annotated[int, "i8"]
    """How many steps were declared."""
    entered: Annotated[int, "i8"]
    leaving: Annotated[int, "i1"]
    """The last step leads beyond the last square."""
    to_brake: Annotated[int, "i8"]
    """Brakes that are still to be placed."""
    brake_from: Annotated[int, "i8"]
    """The next brake must be on this square of the move or a later one: brakes are placed in driving order, since their
    order does not matter."""
    brakes: Annotated[I1, "i1", LONGEST + 1]
    """How many brakes there are on each square of the move, from 1."""
    difference: Annotated[int, "i8"]
    """By how much the square just entered is too hard (RA-D1)."""
    repaired: Annotated[int, "i1"]
    """Mechanics lowered the damage of this move (RA-M8)."""

    hopes: Annotated[F4, "f4", HORIZON + 1, GEARS + 1]
    """Scratch space of the bot: turns still needed from the squares ahead, by the last gear (0: restarting)."""
    brake_costs: Annotated[F4, "f4", LONGEST + 1]
    """Scratch space of the odds: what the rest of the move costs, by the number of brakes still to be placed."""


STATE = layout(State)

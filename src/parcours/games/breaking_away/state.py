"""Breaking Away: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Protocol

from parcours.engine.record import I1, I2, I4, U1, layout

RIDERS = 4
"""Riders per team (BA-S1)."""
MAX_TEAMS = 6
FIELD = RIDERS * MAX_TEAMS
BOXES = 4
"""The most movement factors that a rider can have."""
MAX_LINES = 6

DIVIDE, DRAW, RIDE, OVER_PHASE = range(4)
"""The phases: dividing points in secret, drawing the first player, riding, the end."""

HIDDEN = -1
"""A factor that this viewer may not know."""
NOBODY = -1


class State(Protocol):
    """A race. Rider number n (from 0) of team t is rider 4 t + n."""

    ply: Annotated[int, "u4"]
    """How many actions there have been (0 in a view: the number would reveal how a rival divided its points)."""
    rolls: Annotated[int, "u4"]
    """How often chance has acted."""
    phase: Annotated[int, "i1"]
    teams: Annotated[int, "i1"]
    from_group: Annotated[int, "i1"]
    """BA-O1 is on."""
    crowded: Annotated[int, "i1"]
    """BA-O2 is on."""
    staggered: Annotated[int, "i1"]
    """BA-O3 is on."""
    open_sheets: Annotated[int, "i1"]
    """BA-S7: all sheets are shown to all."""
    dividing: Annotated[int, "i1"]
    """The seat that is dividing its points."""
    pencil: Annotated[int, "i1"]
    """The number (from 0) of the rider being given factors; -1 until the seat has decided about the quick line-up."""
    pencil_box: Annotated[int, "i1"]
    turn: Annotated[int, "i2"]
    """From 1; 0 before the first."""
    queue: Annotated[U1, "u1", FIELD]
    """The riders in the order in which they move this turn."""
    queued: Annotated[int, "i1"]
    due: Annotated[int, "i1"]
    """The place in the queue of the rider whose move it is."""
    order: Annotated[U1, "u1", FIELD]
    """The riders still riding in race order: front to back, on one square from the inside out."""
    riding: Annotated[int, "i1"]
    alone: Annotated[int, "i1"]
    """The rider who led alone at the end of the previous turn, or NOBODY."""
    distance: Annotated[I4, "i4", FIELD]
    retired: Annotated[I1, "i1", FIELD]
    factor: Annotated[I2, "i2", FIELD, BOXES]
    """The movement sheet: what stands in each box; 0 is blank or no box."""
    blank: Annotated[I1, "i1", FIELD]
    """The box that the rider's last move emptied, to be filled at the end of the turn; or NOBODY."""
    read_out: Annotated[U1, "u1", FIELD]
    """One bit per box: its factor was read out when it was replenished, so everybody knows it."""
    initial_used: Annotated[I1, "i1", FIELD]
    """How many of its initial factors a rider has announced."""
    initial_spent: Annotated[I1, "i1", FIELD]
    """What the initial factors that a rider has announced add up to."""
    crossed: Annotated[I1, "i1", MAX_LINES]
    """How many riders have crossed each line."""
    place: Annotated[I1, "i1", FIELD, MAX_LINES]
    """The place in which a rider crossed each line; 0: not yet."""
    points: Annotated[I2, "i2", MAX_TEAMS]


STATE = layout(State)

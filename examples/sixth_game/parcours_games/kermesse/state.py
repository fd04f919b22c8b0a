"""Kermesse: the record of a race, field by field."""

from __future__ import annotations

from typing import Annotated, Protocol

from parcours.engine.record import I1, I2, U1, layout

MAX_RIDERS = 6
NOT_ROLLING = -1


class State(Protocol):
    """A race. Every seat has one rider, with the same number."""

    ply: Annotated[int, "u4"]
    rolls: Annotated[int, "u4"]
    teams: Annotated[int, "i1"]
    turn: Annotated[int, "i2"]
    """The round, from 1."""
    queue: Annotated[U1, "u1", MAX_RIDERS]
    """The riders in the order in which they move this round (KM-3)."""
    due: Annotated[int, "i1"]
    """The place in the queue of the rider whose turn it is."""
    rolling: Annotated[int, "i1"]
    """RIDE or DIG while the die is in the air; otherwise NOT_ROLLING."""
    over: Annotated[int, "i1"]
    drunk: Annotated[int, "i1"]
    """Whether the drink at the church has been won (KM-6)."""
    distance: Annotated[I2, "i2", MAX_RIDERS]
    breath: Annotated[I1, "i1", MAX_RIDERS]


STATE = layout(State)

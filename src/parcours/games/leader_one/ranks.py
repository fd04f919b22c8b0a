"""Leader 1: the squares of a road in race order, with what the search for ways needs to know about each.

Squares are ranked by their fronts, level squares from the right. Moves lead to higher ranks, and never far: wherever a
rider stands, it can reach only the next few ranks. A set of squares is a number (`engine/bits.py`) in which bit n
stands for the square n ranks beyond the rider's own.
"""

from __future__ import annotations

from typing import Annotated, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import MOST_BITS
from parcours.engine.record import I4, I8, layout
from parcours.engine.road import DARK, NOWHERE, RUN_OUT, TERRAINS, Road
from parcours.games.leader_one.state import LONGEST, REACH

MOUNTAIN = TERRAINS.index("climb")
CATEGORIES = 3
STRIDES = 6
"""The most ranks that one step can advance. (On the hexes of the box the most is five.)"""


class Rank(Protocol):
    """What the search knows about the square of a rank. Two fields, `rank` and `level`, are indexed by the square's
    number instead."""

    square: Annotated[int, "i2"]
    """The square of this rank."""
    rank: Annotated[int, "i2"]
    """The rank of the square with this number."""
    level: Annotated[int, "i2"]
    """The first rank whose front is beyond the rear of the square with this number."""
    ahead: Annotated[I4, "i4", 2]
    """Where a step leads from here (L1-H4, L1-H5); and, from the bunch's front, the first step of an attack
    (L1-B2c)."""
    stride: Annotated[I8, "i8", STRIDES]
    """The squares from which a step can advance by one rank, by two ranks, and so on."""
    past: Annotated[int, "i8"]
    """The squares past the finish."""
    dark: Annotated[int, "i8"]
    """The dark squares (L1-C2i)."""
    uphill: Annotated[I8, "i8", CATEGORIES]
    """The squares of mountains, by their categories from 1 on (L1-A1d)."""


RANK = layout(Rank)


def ranks(road: Road) -> NDArray[Any]:
    """The ranks of a road, from the first to the last."""
    squares = road.squares
    order = np.lexsort((squares["lane"], squares["front"]))
    table = np.zeros(len(order), RANK)
    table["square"] = order
    table["rank"][order] = np.arange(len(order))
    table["level"] = np.searchsorted(squares["front"][order], squares["rear"], side="right")
    for number, square in enumerate(order):
        steps = [int(there) for there in squares["ahead"][square] if there != NOWHERE]
        for kind, targets in enumerate((steps, _attacked(road, int(square)) or steps)):
            table["ahead"][number, kind] = sum(1 << int(table["rank"][there]) - number for there in targets)
    for number in range(STRIDES):
        table["stride"][:, number] = _beyond((table["ahead"][:, 0] >> number + 1 & 1) != 0)
    category = road.stretches["category"][squares["leg"]] * (squares["terrain"] == MOUNTAIN)
    for number in range(CATEGORIES):
        table["uphill"][:, number] = _beyond((category == number + 1)[order])
    table["dark"] = _beyond(((squares["flags"] & DARK) != 0)[order])
    table["past"] = _beyond(((squares["flags"] & RUN_OUT) != 0)[order])
    return table


def _attacked(road: Road, square: int) -> list[int]:
    """The first steps of an attack from the end of a hex: any lane of the next one (L1-B2c)."""
    here = road.squares[square]
    leg = int(here["leg"]) + 1
    if here["front"] < road.stretches["front"][here["leg"]] or leg == len(road.stretches):
        return []
    lanes = road.squares["lane"][road.squares["leg"] == leg]
    return [int(road.stretches["first"][leg]) + int((lanes < lane).sum()) for lane in range(lanes.max() + 1)]


def _beyond(marked: NDArray[np.bool_]) -> list[int]:
    """For each rank, the set of the marked squares from that rank on."""
    every = sum(1 << int(number) for number in np.flatnonzero(marked))
    return [every >> number & (1 << MOST_BITS) - 1 for number in range(len(marked))]


def is_too_dense(road: Road) -> bool:
    """Whether the longest move on this road could lead further than a set of squares or the action codes reach. (No
    hex of the box is so dense.)"""
    squares = road.squares
    furthest, last = road.table["rank"].astype(int), np.arange(len(squares))
    for _ in range(LONGEST):
        for reached in (furthest, last):
            onward = np.where(squares["ahead"] == NOWHERE, 0, reached[squares["ahead"]])
            np.maximum(reached, onward.max(axis=1), out=reached)
    first = road.stretches["first"][squares["leg"]]
    is_far = (furthest - road.table["rank"]).max() >= MOST_BITS or (last - first).max() >= REACH
    return bool(is_far or road.table["ahead"].max() >> STRIDES + 1)

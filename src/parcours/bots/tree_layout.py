"""How a search tree lies in memory: its nodes, the figures kept for each choice, and one thread's working space."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MOST_SEATS = 10
DEEPEST = 200
"""The longest path down the tree."""
WINS, PLACES, POINTS, SQUARES = range(4)
"""The figures that are kept for each choice and each seat; the last is the sum of its squared worths."""
FIGURES = 4
ROLLS = 1 << 20
"""More than the number of times that chance acts in any race."""
STRAYS = 1024
"""Of this many decisions in a play-out, `stray` are made at random."""

NODE = np.dtype(
    [
        ("action", "i4"),
        ("first", "i4"),
        ("next", "i4"),
        ("visits", "i4"),
        ("offered", "i4"),
        ("totals", "f8", MOST_SEATS),
    ],
    align=True,
)
"""A node of the tree: the action that leads to it, its first branch and its next sibling (0: none), how often it was
visited and how often it could have been, and the sum of what its visits were worth to each seat."""


class Buffers(NamedTuple):
    """Working space of one thread."""

    race: Array
    codes: Array
    chances: Array
    known: Array
    path: Array
    places: Array
    points: Array
    wins: Array
    """Each seat's share of the win, and its place (`ranks`): if a play-out was cut short, what it can expect."""
    ranks: Array
    values: Array
    rolled: Array
    """How often chance has acted after each seat's choices."""

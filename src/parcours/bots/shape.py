"""The shape of a search tree, and the numbers that a search goes by."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

MOST_SEATS = 10
DEEPEST = 200
"""The longest way down the tree."""
WINS, PLACES, POINTS, SQUARES = range(4)
"""The figures that are kept of each choice and each seat; the last are the squares of what it was worth."""
FIGURES = 4
ROLLS = 1 << 20
"""More than chance ever acts in one race."""
STRAYS = 1024
"""In so many decisions of a play-out, `stray` are made at random."""

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
"""A node of the tree: the action that leads to it, its first branch and its next sister (0: none), how often it was
ridden through and how often it could have been, and the sum of what that brought to each seat."""


class Weights(NamedTuple):
    """What the search goes by. All numbers, so that compiled code can take them."""

    explore: float = 0.6
    """How strongly seldom tried choices are tried."""
    liking: float = 0.4
    """How much of the first attention goes to what the game's own bot would do; the rest is shared evenly."""
    doubt: float = 0.05
    """By how much an untried choice is thought worse than the average of the tried ones."""
    kind: float = 1.0
    """The game's own bot that rides the play-outs."""
    stray: float = 0.0
    """Of 1024 decisions in a play-out so many are made at random."""
    horizon: float = 0.0
    """After so many rounds a play-out is broken off and judged as it stands; 0: never."""
    win: float = 0.5
    place: float = 0.2
    margin: float = 0.3
    """What winning, each place and the margin in points count for; together they should make 1."""
    scale: float = 10.0
    """A margin of so many points counts as a big one."""
    trust: float = 20.0
    """After so many tries a choice is believed half of what it seems to be worth: the more, the more luck there is."""
    lean: float = 0.005
    """By how much what the game's own bot would do is thought better beforehand."""
    sure: float = 0.0
    """By how many standard errors another choice must be better than that."""


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
    """What share of the win each seat has, and its place: where a play-out was broken off, on average."""
    ranks: Array
    values: Array
    rolled: Array
    """How often chance has acted on each seat's choices."""

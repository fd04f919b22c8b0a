"""Ratings from who arrived ahead of whom, with honest intervals.

A rating is a Bradley-Terry strength: of two bots that are 400 points apart, the better one arrives ahead in 10 of 11
races. It is fitted to the shares of all pairs, so it does not depend on the order of the races. The intervals come from
drawing the sets of races again (bootstrap). All races with the same luck are drawn together, since they tell less than
as many races with different luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.statistics import Interval, share_of, t95

MIDDLE = 1000.0
"""The mean of a field."""
TENFOLD = 400.0
"""Points between two bots of which one arrives ahead ten times as often."""
DRAWS = 400
"""How often the sets of races are drawn again."""
ROUNDS = 200
"""More rounds of the fit than it needs."""
EVEN = 0.5
"""Each pair is assumed to have won this many more races each way, so that no bot is infinitely better."""
UNSEEN = 0.25
"""The size of two extra sets for the bootstrap, as a share of a set: in one, every bot beat all later ones; in the
other, the reverse."""
SEED = 1

Matrix = NDArray[np.float64]


def ahead_in(seats: Sequence[int], places: Sequence[int], bots: int) -> Matrix:
    """How often each bot (row) arrived ahead of each other (column) in one race; a tie counts half for each."""
    found = np.zeros((bots, bots))
    for bot, place in zip(seats, places, strict=True):
        for other, theirs in zip(seats, places, strict=True):
            if bot != other:
                found[bot, other] += 1.0 if place < theirs else 0.5 if place == theirs else 0.0
    return found


def strengths(ahead: Matrix) -> Matrix:
    """The Bradley-Terry strengths, as logarithms with the sum 0, for one matrix or a stack of them."""
    met = (ahead + np.swapaxes(ahead, -1, -2)) > 0
    won = ahead + EVEN * met
    meetings = won + np.swapaxes(won, -1, -2)
    wins = np.maximum(won.sum(axis=-1), 1e-9)
    strength = np.ones(wins.shape)
    for _ in range(ROUNDS):
        both = strength[..., :, None] + strength[..., None, :]
        strength = wins / np.maximum((meetings / both).sum(axis=-1), 1e-9)
        strength = strength / np.exp(np.log(strength).mean(axis=-1, keepdims=True))
    found: Matrix = np.log(strength)
    return found


def ratings_of(sets: Matrix) -> list[Interval]:
    """The rating of each bot, from the matrices of all sets of races. One set alone gives no interval."""
    scale = TENFOLD / math.log(10.0)
    values = MIDDLE + scale * strengths(sets.sum(axis=0))
    count = len(sets)
    if count < 2:
        return [Interval(float(value), None, None) for value in values]
    halves = t95(count - 1) * scale * _errors(sets)
    return [Interval(float(v), float(v - h), float(v + h)) for v, h in zip(values, halves, strict=True)]


def _errors(sets: Matrix) -> Matrix:
    """The standard errors of the strengths, by drawing sets again. Two small extra sets are drawn from, too, in which
    all meetings went one way or the other. What was never seen may still happen, so every interval has a width."""
    count = len(sets)
    mean = sets.mean(axis=0)
    meetings = mean + mean.T
    one_way = UNSEEN * np.triu(meetings)
    urn = np.concatenate([sets, one_way[None], one_way.T[None]])
    draw = np.random.default_rng(SEED)
    times = draw.multinomial(count, [1 / len(urn)] * len(urn), size=DRAWS).astype(np.float64)
    drawn = strengths(np.tensordot(times, urn, axes=1))
    found: Matrix = drawn.std(axis=0, ddof=1) * math.sqrt(count / (count - 1))
    return found


def share_ahead(sets: Matrix, bot: int, other: int) -> Interval | None:
    """The share of their meetings in which a bot arrived ahead of another, by sets; None if they never met."""
    mine, theirs = sets[:, bot, other], sets[:, other, bot]
    met = mine + theirs > 0
    return share_of(mine[met] / (mine[met] + theirs[met])) if met.any() else None


def stacked(matrices: Sequence[Any], bots: int) -> Matrix:
    """Matrices stacked into one array; the list may be empty."""
    return np.array(matrices, np.float64).reshape(len(matrices), bots, bots)

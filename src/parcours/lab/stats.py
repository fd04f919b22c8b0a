"""Honest numbers: every share, mean and median comes with how sure it is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z95 = statistics.NormalDist().inv_cdf(0.975)
"""How many standard errors each side of an estimate hold 95 in 100."""


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95% confidence interval: without bounds where a single observation gives none."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Spread:
    """The median of several runs, the lowest and the highest."""

    median: float
    low: float
    high: float


@dataclass(frozen=True)
class Waits:
    """How long decisions took, in seconds: so many were timed, half of them took no longer than one figure, 99 of 100
    no longer than the other."""

    decisions: int
    half: float
    slow: float


def waits(seconds: Sequence[float]) -> Waits:
    """What is told of the times of decisions.

    >>> waits([0.3, 0.1, 0.2])
    Waits(decisions=3, half=0.2, slow=0.3)
    """
    if not seconds:
        raise ValueError("no decision was timed")
    times = sorted(seconds)
    return Waits(len(times), times[len(times) // 2], times[min(len(times) - 1, int(0.99 * len(times)))])


def wilson(wins: float, count: float) -> Interval:
    """A share of wins with its Wilson score interval. Shared wins may count in parts, and so may observations.

    >>> found = wilson(8, 10)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.8, 0.49, 0.943)
    >>> wilson(0, 10).low, round(wilson(0, 10).high, 3)
    (0.0, 0.278)
    """
    if count < 1:
        raise ValueError("a share needs at least one observation")
    share, weight = wins / count, Z95 * Z95 / count
    middle = (share + weight / 2) / (1 + weight)
    half = Z95 / (1 + weight) * math.sqrt(share * (1 - share) / count + weight / (4 * count))
    return Interval(share, min(share, max(0.0, middle - half)), max(share, min(1.0, middle + half)))


def mean(count: int, total: int, squares: int) -> Interval:
    """The mean of whole numbers, from their count, sum and sum of squares, with its normal interval.

    >>> found = mean(4, 10, 30)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.5, 1.235, 3.765)
    >>> mean(1, 7, 49)
    Interval(value=7.0, low=None, high=None)
    """
    if count < 1:
        raise ValueError("a mean needs at least one observation")
    value = total / count
    if count == 1:
        return Interval(value, None, None)
    variance = (count * squares - total * total) / (count * (count - 1))
    half = Z95 * math.sqrt(variance / count)
    return Interval(value, value - half, value + half)


def mean_of(values: Sequence[float] | NDArray[Any]) -> Interval:
    """The mean of independent numbers, with its normal interval.

    >>> found = mean_of([1.0, 2.0, 3.0, 4.0])
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.5, 1.235, 3.765)
    >>> mean_of([7.0])
    Interval(value=7.0, low=None, high=None)
    """
    if len(values) < 1:
        raise ValueError("a mean needs at least one observation")
    value = float(np.mean(values))
    if len(values) == 1:
        return Interval(value, None, None)
    half = Z95 * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Interval(value, value - half, value + half)


def share_of(shares: Sequence[float] | NDArray[Any]) -> Interval:
    """A share of wins from independent races, each of which gave a part from 0 to 1.

    It is the Wilson interval of as many plain wins and losses as would spread so much: exact for plain ones, and never
    without width, however alike the races are.

    >>> share_of([1.0] * 8 + [0.0] * 2) == wilson(8, 10)
    True
    >>> share_of([0.25] * 100).low > wilson(25, 100).low, share_of([0.0] * 10) == wilson(0, 10)
    (False, True)
    """
    if len(shares) < 1:
        raise ValueError("a share needs at least one observation")
    value, spread_of_one = float(np.mean(shares)), float(np.var(shares))
    alike = value * (1 - value)
    count = len(shares) * alike / spread_of_one if spread_of_one > 0 else float(len(shares))
    return wilson(value * count, count)


def spread(runs: Sequence[float]) -> Spread:
    """The median of several runs, with the lowest and the highest.

    >>> spread([3.0, 1.0, 2.0])
    Spread(median=2.0, low=1.0, high=3.0)
    """
    if not runs:
        raise ValueError("a spread needs at least one run")
    return Spread(statistics.median(runs), min(runs), max(runs))

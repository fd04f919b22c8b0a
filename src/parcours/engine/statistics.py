"""Honest numbers: every share, mean and median says how certain it is."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z95 = statistics.NormalDist().inv_cdf(0.975)
"""How many standard errors on either side of an estimate hold 95%, if the standard error is known."""
EXACT_FREEDOM = 200
"""The t distribution is summed exactly up to this many degrees of freedom; beyond that, its series expansion gives the
same digits."""


@dataclass(frozen=True)
class Interval:
    """An estimate and its 95% confidence interval. The bounds are None if the observations don't allow any: if there is
    only one, or if they are all equal."""

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
    """How long decisions took, in seconds: how many were timed, their median and their 99th percentile."""

    decisions: int
    half: float
    slow: float


def waits(seconds: Sequence[float]) -> Waits:
    """Sum up the times of decisions.

    >>> waits([0.3, 0.1, 0.2])
    Waits(decisions=3, half=0.2, slow=0.3)
    """
    if not seconds:
        raise ValueError("no decision was timed")
    times = sorted(seconds)
    return Waits(len(times), times[len(times) // 2], times[min(len(times) - 1, int(0.99 * len(times)))])


@cache
def t95(freedom: int) -> float:
    """How many standard errors on either side of a mean hold 95%, if the standard error is itself estimated from the
    numbers: Student's t, with one degree of freedom fewer than there are numbers.

    >>> [round(t95(n), 3) for n in (1, 2, 9, 30, 1000)]
    [12.706, 4.303, 2.262, 2.042, 1.962]
    """
    if freedom < 1:
        raise ValueError("t needs at least one degree of freedom")
    if freedom > EXACT_FREEDOM:
        z, n = Z95, freedom
        return z + (z**3 + z) / (4 * n) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n * n)
    low, high = 0.0, 13.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _within(middle, freedom) < 0.95 else (low, middle)
    return high


def _within(t: float, freedom: int) -> float:
    """The chance that Student's t lies within -t and t, as a finite sum over its angle."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine = math.cos(angle)
    odd = freedom % 2
    total, term = 0.0, cosine if odd else 1.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    part = math.sin(angle) * total
    return 2 / math.pi * (angle + part) if odd else part


def wilson(wins: float, count: float) -> Interval:
    """A share of wins with its Wilson score interval. Shared wins may count as fractions, and so may observations.

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
    """The mean of whole numbers, from their count, sum and sum of squares, with its t interval.

    >>> found = mean(4, 10, 30)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.5, 0.446, 4.554)
    >>> mean(1, 7, 49), mean(2, 14, 98)
    (Interval(value=7.0, low=None, high=None), Interval(value=7.0, low=None, high=None))
    """
    if count < 1:
        raise ValueError("a mean needs at least one observation")
    value, spread_of_all = total / count, count * squares - total * total
    if spread_of_all == 0:
        return Interval(value, None, None)
    half = t95(count - 1) * math.sqrt(spread_of_all / (count * (count - 1)) / count)
    return Interval(value, value - half, value + half)


def mean_of(values: Sequence[float] | NDArray[Any]) -> Interval:
    """The mean of independent numbers, with its t interval.

    >>> found = mean_of([1.0, 2.0, 3.0, 4.0])
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (2.5, 0.446, 4.554)
    >>> mean_of([7.0]), mean_of([7.0, 7.0])
    (Interval(value=7.0, low=None, high=None), Interval(value=7.0, low=None, high=None))
    """
    if len(values) < 1:
        raise ValueError("a mean needs at least one observation")
    value = float(np.mean(values))
    if float(np.ptp(values)) == 0.0:
        return Interval(value, None, None)
    half = t95(len(values) - 1) * float(np.std(values, ddof=1)) / math.sqrt(len(values))
    return Interval(value, value - half, value + half)


def difference_of(differences: Sequence[float] | NDArray[Any]) -> Interval:
    """The mean of differences between shares of wins, race by race: each lies between -1 and 1.

    The interval is that of the mean with two more races, one with the difference -1 and one with 1. What did not show
    in so few races may still happen, so the interval has a width even if all differences are equal.

    >>> found = difference_of([0.0] * 100)
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.0, -0.028, 0.028)
    """
    if len(differences) < 1:
        raise ValueError("a mean needs at least one observation")
    value = float(np.mean(differences))
    found = mean_of([*map(float, differences), -1.0, 1.0])
    low, high = found.low if found.low is not None else -1.0, found.high if found.high is not None else 1.0
    return Interval(value, max(-1.0, min(low, value)), min(1.0, max(high, value)))


def share_of(shares: Sequence[float] | NDArray[Any]) -> Interval:
    """A share of wins from independent races, each of which gave a part from 0 to 1.

    It is the Wilson interval for as many plain wins and losses as would spread as much as these parts do. It is exact
    for plain wins and losses, and it always has a width, however alike the races are. The spread of parts is itself an
    estimate: so t replaces z there, and one more observation is assumed, a plain win or loss.

    >>> share_of([1.0] * 8 + [0.0] * 2) == wilson(8, 10)
    True
    >>> share_of([0.25] * 100).low > wilson(25, 100).low, share_of([0.0] * 10) == wilson(0, 10)
    (False, True)
    """
    number = len(shares)
    if number < 1:
        raise ValueError("a share needs at least one observation")
    value, spread_of_one = float(np.mean(shares)), float(np.var(shares))
    plain = value * (1 - value)
    if spread_of_one == 0.0 or spread_of_one > plain * (1 - 1e-9):
        return wilson(value * number, number)
    spread_of_one = (number * spread_of_one + plain) / number
    count = max(1.0, number * plain / spread_of_one * (Z95 / t95(number - 1)) ** 2)
    return wilson(value * count, count)


def spread(runs: Sequence[float]) -> Spread:
    """The median of several runs, with the lowest and the highest.

    >>> spread([3.0, 1.0, 2.0])
    Spread(median=2.0, low=1.0, high=3.0)
    """
    if not runs:
        raise ValueError("a spread needs at least one run")
    return Spread(statistics.median(runs), min(runs), max(runs))

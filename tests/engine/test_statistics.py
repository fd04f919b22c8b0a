"""Intervals and spreads."""

from __future__ import annotations

import doctest
import statistics
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.engine import statistics as stats


def test_the_examples_in_the_docstrings() -> None:
    assert doctest.testmod(stats).failed == 0


@given(st.integers(1, 10_000), st.floats(0, 1))
def test_a_share_lies_in_its_interval_and_the_interval_in_0_to_1(count: int, part: float) -> None:
    found = stats.wilson(part * count, count)
    assert found.low is not None
    assert found.high is not None
    assert 0 <= found.low <= found.value <= found.high <= 1


def test_more_races_make_a_share_surer() -> None:
    few, many = stats.wilson(8, 10), stats.wilson(8000, 10_000)
    assert few.low is not None
    assert many.low is not None
    assert few.low < many.low < 0.8


@given(st.lists(st.integers(-1000, 1000), min_size=2, max_size=50))
def test_a_mean_from_sums_is_the_mean_of_the_numbers(numbers: list[int]) -> None:
    found = stats.mean(len(numbers), sum(numbers), sum(n * n for n in numbers))
    assert found.value == pytest.approx(statistics.fmean(numbers))
    same = stats.mean_of(numbers)
    assert (found.low is None) == (same.low is None) == (len(set(numbers)) == 1)
    if found.low is not None:
        half = stats.t95(len(numbers) - 1) * statistics.stdev(numbers) / len(numbers) ** 0.5
        assert found.low == pytest.approx(same.low) == pytest.approx(found.value - half)
        assert found.high == pytest.approx(same.high) == pytest.approx(found.value + half)


def test_one_observation_has_no_interval() -> None:
    assert stats.mean(1, 5, 25) == stats.Interval(5.0, None, None)


def test_nothing_observed_is_refused() -> None:
    for call in (lambda: stats.wilson(0, 0), lambda: stats.mean(0, 0, 0), lambda: stats.spread([])):
        with pytest.raises(ValueError, match="at least one"):
            call()


def test_a_spread_is_the_median_between_the_lowest_and_the_highest() -> None:
    assert stats.spread([5.0, 1.0, 4.0, 2.0]) == stats.Spread(3.0, 1.0, 5.0)


def test_half_and_99_of_100_decisions_took_no_longer() -> None:
    took = stats.waits([float(n) for n in reversed(range(200))])
    assert (took.decisions, took.half, took.slow) == (200, 100.0, 198.0)
    with pytest.raises(ValueError, match="no decision"):
        stats.waits([])


def test_t_is_that_of_the_tables() -> None:
    """The 97.5% points as printed in tables of Student's distribution."""
    printed = {1: 12.706, 3: 3.182, 4: 2.776, 10: 2.228, 60: 2.000, 120: 1.980, 200: 1.972, 201: 1.972, 10_000: 1.960}
    assert {n: round(stats.t95(n), 3) for n in printed} == printed
    with pytest.raises(ValueError, match="at least one"):
        stats.t95(0)


def coverage(draw: Callable[[], stats.Interval], truth: float, trials: int = 4000) -> float:
    """The share of trials in which the interval holds the truth."""
    held = 0
    for _ in range(trials):
        found = draw()
        held += found.low is not None and found.high is not None and found.low <= truth <= found.high
    return held / trials


@pytest.mark.parametrize("count", [3, 10, 40])
def test_intervals_of_means_hold_the_truth_95_times_in_100(count: int) -> None:
    """With z they held it 81 times in 100 with 3 races, and 91 times with 10."""
    luck = np.random.default_rng(count)
    assert 0.94 < coverage(lambda: stats.mean_of(luck.normal(19, 3, count)), 19) < 0.96


@pytest.mark.parametrize("count", [10, 100])
@pytest.mark.parametrize("part", [0.005, 0.05, 0.3])
def test_intervals_of_paired_differences_hold_the_truth_also_where_hardly_any_race_differs(
    count: int, part: float
) -> None:
    """The difference is +1 in some races and 0 in the others, so in many samples all differences are equal."""
    luck = np.random.default_rng(count)
    assert coverage(lambda: stats.difference_of(1.0 * (luck.random(count) < part)), part, 2000) > 0.93


@given(st.lists(st.floats(-1, 1), min_size=1, max_size=30))
def test_no_interval_of_paired_differences_is_without_width(differences: list[float]) -> None:
    found = stats.difference_of(differences)
    assert found.low is not None
    assert found.high is not None
    assert -1 <= found.low <= found.value <= found.high <= 1
    assert found.high - found.low > 0.01


@pytest.mark.parametrize("sets", [6, 40])
def test_shares_taken_over_sets_of_races_hold_the_truth(sets: int) -> None:
    """Four races with the same luck: a seat's luck decides half of them."""
    luck = np.random.default_rng(sets)

    def draw() -> stats.Interval:
        common = luck.random((sets, 1)) < 0.3
        own = luck.random((sets, 4)) < 0.3
        return stats.share_of(np.where(luck.random((sets, 4)) < 0.5, common, own).mean(axis=1))

    assert coverage(draw, 0.3, 2000) > 0.92

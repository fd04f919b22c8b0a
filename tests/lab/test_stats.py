"""Intervals and spreads."""

from __future__ import annotations

import doctest
import statistics

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.lab import stats


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
    half = stats.Z95 * statistics.stdev(numbers) / len(numbers) ** 0.5
    assert found.value == pytest.approx(statistics.fmean(numbers))
    assert found.low == pytest.approx(found.value - half)
    assert found.high == pytest.approx(found.value + half)


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

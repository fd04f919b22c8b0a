"""Ratings from who arrives ahead of whom: their scale, and that their intervals are honest."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.lab.ratings import MIDDLE, TENFOLD, Matrix, ahead_in, ratings_of, share_ahead, strengths


def test_who_arrives_ahead_of_whom_is_counted_for_every_two_of_different_bots():
    found = ahead_in([0, 1, 0, 2], [1, 2, 2, 4], 3)
    assert found.tolist() == [[0, 1.5, 2], [0.5, 0, 1], [0, 0, 0]]


def test_400_points_are_ten_times_as_often_ahead():
    ahead = np.zeros((3, 3))
    for one, other, share in ((0, 1, 10 / 11), (1, 2, 10 / 11), (0, 2, 100 / 101)):
        ahead[one, other], ahead[other, one] = 1e6 * share, 1e6 * (1 - share)
    values = MIDDLE + TENFOLD / np.log(10) * strengths(ahead)
    assert values == pytest.approx([1400, 1000, 600], abs=0.1)


def test_one_set_of_races_gives_no_interval():
    assert [rating.low for rating in ratings_of(np.array([[[0, 3], [1, 0]]], float))] == [None, None]


def test_who_always_wins_has_an_interval_with_a_width():
    better, worse = ratings_of(np.array([[[0, 4], [0, 0]]] * 10, float))
    assert better.low is not None
    assert better.high is not None
    assert worse.high is not None
    assert worse.high < better.low < better.value < better.high
    assert better.high - better.low > 50


def test_those_who_never_met_have_no_share():
    sets = np.zeros((2, 3, 3))
    sets[:, 0, 1] = 1
    assert share_ahead(sets, 0, 2) is None
    met = share_ahead(sets, 0, 1)
    assert met is not None
    assert met.value == 1.0


def ridden(luck: np.random.Generator, strength: list[float], sets: int) -> Matrix:
    """Sets of races, each line-up ridden from every seat. Half of what decides a place is the luck of the seat, which
    is the same in all races of a set. The strengths decide who arrives ahead of whom."""
    number = len(strength)
    found = np.zeros((sets, number, number))
    for one in range(sets):
        common = luck.gumbel(size=number)
        for turned in range(number):
            seats = [(seat - turned) % number for seat in range(number)]
            lucky = np.where(luck.random(number) < 0.5, common, luck.gumbel(size=number))
            places = 1 + np.argsort(np.argsort(-(np.log([strength[bot] for bot in seats]) + lucky)))
            found[one] += ahead_in(seats, places.tolist(), number)
    return found


@pytest.mark.parametrize("strength", [[1.0, 1.0, 1.0, 1.0], [4.0, 2.0, 1.0, 0.5]])
def test_intervals_of_ratings_hold_the_truth_about_95_times_in_100_and_are_no_wider_than_needed(strength):
    luck, sets, trials = np.random.default_rng(7), 25, 60
    scale = TENFOLD / np.log(10)
    truth = MIDDLE + scale * (np.log(strength) - np.mean(np.log(strength)))
    rated = [ratings_of(ridden(luck, strength, sets)) for _ in range(trials)]
    held = [low <= true <= high for one in rated for (low, high), true in zip(map(ends, one), truth, strict=True)]
    assert 0.91 < np.mean(held) <= 1
    spread = np.std([[rating.value for rating in one] for one in rated], axis=0).mean()
    half = np.mean([(high - low) / 2 for one in rated for low, high in map(ends, one)])
    assert 1.6 * spread < half < 2.8 * spread


def ends(rating) -> tuple[float, float]:
    assert rating.low is not None
    assert rating.high is not None
    return rating.low, rating.high

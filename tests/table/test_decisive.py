"""Decisive moments: at most five, chosen by how much they moved the chance to win."""

from __future__ import annotations

from parcours.bots.review import Judged, Review
from parcours.table.report import MOST_MOMENTS, decisive


def look(at: int, first: float) -> Judged:
    """A look at a race of two after so many actions."""
    return Judged(at, at // 10, 0, 0, 0, (first, 1 - first), (first, 1 - first), 0.0, 0.0, 0.0)


def test_those_that_moved_the_chances_most_are_told_in_their_order():
    chances = [0.5, 0.52, 0.9, 0.88, 0.6, 0.61, 0.2, 0.3, 0.9, 0.0]
    reviewed = Review(tuple(look(10 * n, chance) for n, chance in enumerate(chances)))
    moments = [10 * n + 5 for n in range(9)]
    assert decisive(moments, reviewed) == [1, 3, 5, 7, 8]


def test_without_a_review_the_last_are_told():
    assert decisive(list(range(9)), None) == [4, 5, 6, 7, 8]
    assert decisive([3, 7], None) == [0, 1]
    assert MOST_MOMENTS == 5

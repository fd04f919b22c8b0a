"""Hints: the suggestion, its figures and their order come from the same tries, and luck is not called a difference."""

from __future__ import annotations

from parcours.bots.advice import Advice, advise, shown
from parcours.bots.search import Found, Prospect


def prospect(action: int, worth: float, wins: float, *, error: float = 0.002, points: float = 0.0, place: float = 2.0):
    return Prospect(action, 100, worth, (wins, 1 - wins), (place, 3 - place), (points, 0.0), error)


def advice(*prospects: Prospect) -> Advice:
    """The advice if the search found these choices, the best first."""
    found = advise(Found(0, prospects, 100 * len(prospects), 0.1), [p.action for p in prospects])
    figures = [shown(p, 0, found.measure) for p in found.choices]
    assert figures == sorted(figures, reverse=True), "no figure beats that of the suggestion"
    assert found.best is found.choices[0]
    return found


def test_what_is_best_stands_on_top_with_the_best_figure():
    found = advice(prospect(1, 0.40, 0.32), prospect(2, 0.33, 0.25), prospect(3, 0.37, 0.30))
    assert (found.measure, [p.action for p in found.choices], found.close) == ("wins", [1, 3, 2], ())


def test_nothing_is_suggested_beside_a_better_figure():
    """The advice was "21 follows", at 19%, although not following showed 20%."""
    found = advice(prospect(21, 0.251, 0.19, error=0.02), prospect(0, 0.250, 0.20, error=0.02))
    assert found.best.action == 0
    assert found.close == (0, 21)


def test_a_figure_that_the_search_overrules_is_not_what_choices_are_told_apart_by():
    found = advice(prospect(1, 0.45, 0.20, points=31.0), prospect(2, 0.40, 0.21, points=25.0))
    assert (found.measure, found.best.action) == ("points", 1)


def test_where_nobody_can_win_any_more_points_or_places_tell():
    by_points = advice(prospect(1, 0.08, 0.0, points=-2.9), prospect(2, 0.05, 0.0, points=-3.7))
    assert (by_points.measure, by_points.best.action) == ("points", 1)
    by_place = advice(prospect(1, 0.08, 0.0, place=3.2), prospect(2, 0.05, 0.0, place=3.9))
    assert (by_place.measure, by_place.best.action) == ("place", 1)


def test_what_lies_within_the_error_is_too_close_to_call():
    apart = advice(prospect(1, 0.40, 0.32, error=0.01), prospect(2, 0.33, 0.25, error=0.01))
    assert apart.close == ()
    close = advice(prospect(1, 0.40, 0.32, error=0.03), prospect(2, 0.36, 0.29, error=0.03), prospect(3, 0.1, 0.0))
    assert close.close == (1, 2)


def test_one_choice_is_its_own_advice():
    only = advice(prospect(1, 0.4, 0.3))
    assert (only.best.action, only.close) == (1, ())

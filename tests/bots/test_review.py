"""Reviews of races: what each choice gave away, judged by what its seat could see."""

from __future__ import annotations

from functools import partial

import pytest

import parcours
from parcours.bots.review import judge_at, keep_review, kept_review, review, review_file, worth_a_look
from parcours.bots.search import Budget
from parcours.engine.kernel import COMPILED
from parcours.engine.match import Match

pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, a search takes minutes")
quickly = partial(judge_at, budget=Budget(iterations=40))
"""Judges a choice with few tries."""


@pytest.fixture(scope="module")
def race() -> Match:
    """A race in which Red plays at random, and the others play what looks best."""
    game = parcours.game("breaking_away")
    race = game.start(teams=3, seed=6)
    while not race.over:
        race.play(race.choice_of(game.bots[0] if race.actor == 0 else game.bots[-1]))
    return race


def test_it_finds_who_gave_much_away(race):
    found = review(race, range(3), judged=quickly)
    lost = [sum(c.lost_points for c in found.choices if c.seat == seat) for seat in range(3)]
    assert lost[0] == max(lost)
    assert found.costly([0])[0].lost > 0.02
    worst = found.costly(range(3))[0]
    assert worst.action == race.actions[worst.at]
    assert worst.best in race.at(worst.at).legal()
    assert worst.best != worst.action


def test_nothing_is_given_away_by_the_best_choice(race):
    for choice in review(race, [0], judged=quickly).choices:
        assert choice.lost >= 0
        assert sum(choice.wins) == pytest.approx(1.0)
        if choice.action == choice.best:
            assert (choice.lost, choice.lost_points, choice.lost_wins) == (0, 0, 0)


def test_what_is_told_of_a_mistake_is_a_fall_of_the_curve(race):
    found = review(race, range(3), judged=quickly)
    costly = found.costly(range(3))
    assert costly
    curve = found.curve(costly)
    assert [(point.at, point.turn) for point in curve] == sorted((point.at, point.turn) for point in curve)
    for choice in costly:
        after = next(n for n, point in enumerate(curve) if point.at == choice.at and point.mistake)
        fall = curve[after - 1].wins[choice.seat] - curve[after].wins[choice.seat]
        assert curve[after - 1].at == choice.at
        assert fall == pytest.approx(choice.lost_wins)
        assert fall >= 0, "nothing is given up where the curve rises"
        assert choice.lost >= choice.error


def test_all_choices_of_a_seat_are_looked_at_and_one_a_turn_of_the_others(race):
    found = review(race, [1], judged=quickly)
    real = [n for n in range(len(race.actions)) if race.at(n).actor == 1 and len(race.at(n).legal()) > 1]
    assert [c.at for c in found.choices if c.seat == 1] == real
    assert {c.turn for c in found.choices} == {race.at(n).turn for n in worth_a_look(race, {1})}


def test_it_tells_how_far_it_is_and_can_be_stopped(race):
    heard = []
    review(race, [0], lambda done, total: heard.append((done, total)), quickly)
    total = heard[0][1]
    assert heard == [(done, total) for done in range(total + 1)]
    assert len(review(race, [0], lambda done, total: done < 2, quickly).choices) == 2


def test_it_is_kept_for_exactly_this_race(race, tmp_path, monkeypatch):
    monkeypatch.setenv("PARCOURS_CACHE", str(tmp_path))
    assert kept_review(race, [0]) is None
    made = review(race, [0], lambda done, total: done < 3, quickly)
    keep_review(race, [0], made)
    assert kept_review(race, [0]) == made
    assert kept_review(race, [1]) is None
    assert kept_review(race.at(len(race.actions) - 1), [0]) is None
    review_file(race, [0]).write_text("{}")
    assert kept_review(race, [0]) is None

"""Decisive moments: at most five, chosen by how much they moved the chances to win."""

from __future__ import annotations

import numpy as np

import parcours
from parcours.table.report import MOST_MOMENTS, _looks, _turns, decisive, own_turns, swing


def looks(*chances: float) -> list[tuple[int, tuple[float, float]]]:
    """Looks at a race of two teams, one every ten actions."""
    return [(10 * n, (chance, 1 - chance)) for n, chance in enumerate(chances)]


def test_those_that_moved_the_chances_most_are_told_in_their_order():
    seen = looks(0.5, 0.52, 0.9, 0.88, 0.6, 0.61, 0.2, 0.3, 0.9, 0.0)
    assert decisive([10 * n + 5 for n in range(9)], seen) == [1, 3, 5, 7, 8]


def test_what_came_after_the_last_look_counts_by_how_the_race_ended():
    seen = [*looks(0.5, 0.5, 0.55, 0.5, 0.52, 0.5, 0.5), (65, (0.0, 1.0))]
    assert 6 in decisive([5, 15, 25, 35, 45, 55, 62], seen)


def test_several_moments_between_two_looks_do_not_crowd_out_the_others():
    seen = looks(0.5, 1.0, 0.9, 0.8, 0.7, 0.6)
    assert decisive([1, 2, 3, 4, 5, 6, 15, 25, 35, 45], seen) == [0, 6, 7, 8, 9]
    assert MOST_MOMENTS == 5


def test_without_a_review_the_lead_tells_and_the_end_is_how_it_came_out():
    game = parcours.game("breaking_away")
    race = game.start(teams=3, seed=2)
    while not race.over:
        race.replay(race.choice_of(game.bots[-1]) if race.actor >= 0 else race.legal()[0])
    turns = list(_turns(race))
    seen = _looks(race, turns, None)
    assert [at for at, _ in seen] == sorted({at for at, _ in seen})
    assert all(abs(sum(wins) - 1) < 1e-9 for _, wins in seen)
    last, won = seen[-1]
    assert last == len(race.actions)
    assert won[race.standings()[0].seat] > 0
    assert max(swing(at, seen) for at, _ in seen[:-1]) > 0.1


def test_mechanics_beside_the_road_lead_nobody():
    race = parcours.game("rally").start(teams=2, seed=3)
    luck = np.random.default_rng(3)
    while not race.over:
        race.replay(int(luck.choice(race.legal())))
    shown = race.game.scene(race, -1).pieces
    assert {"car", "mechanic"} <= {piece.kind for piece in shown}
    last = list(_turns(race))[-1]
    assert {piece.id for piece in last.pieces} == {piece.id for piece in shown if piece.kind == "car"}


def test_the_best_and_the_worst_are_ones_own_and_worth_naming():
    seen = looks(0.5, 0.52, 0.9, 0.88, 0.6, 0.61)
    assert own_turns([5, 15, 35], seen, 0) == (1, 2)
    assert own_turns([5, 15, 35], seen, 1) == (2, 1)
    assert own_turns([5, 45], seen, 0) == (None, None)
    assert own_turns([], seen, 0) == (None, None)

"""The search: it sees only what its seat sees, it repeats exactly, and it finds what can be found."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import parcours
from parcours.bots.search import Budget, Prospect, Searcher, is_made, kernel_of, search
from parcours.engine.kernel import COMPILED
from parcours.engine.match import Match
from parcours.engine.record import same
from parcours.errors import BadOptionError, IllegalActionError
from parcours.games import GAMES
from tests.breaking_away.riding import give, standing

pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, a search takes minutes")
EVERY_GAME = GAMES
SOME = Budget(iterations=120)


def mid_race(name: str, actions: int = 90, seed: int = 5) -> Match:
    """A race some way in, in which the deciding seat has a real choice."""
    game = parcours.game(name)
    race = game.start(seed=seed)
    while len(race.actions) < actions or len(race.legal()) < 2:
        race.play(race.choice_of(game.bots[-1]))
    return race


@pytest.mark.parametrize("name", EVERY_GAME)
@pytest.mark.parametrize("actions", [0, 40, 90])
def test_it_does_not_depend_on_what_its_seat_may_not_see(name, actions):
    race = mid_race(name, actions)
    found = search(race, SOME)
    for key in range(3):
        assert search(race.guess(race.actor, key), SOME) == found


def test_rivals_sheets_differ_in_that_test():
    race = mid_race("breaking_away", 40)
    guesses = [race.guess(race.actor, key).state for key in range(3)]
    assert not any(same(guess, race.state) for guess in guesses)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_it_repeats_exactly_on_any_number_of_cores(name):
    race = mid_race(name)
    before = race.digest()
    alone = search(race, SOME, seed=4, threads=1)
    assert search(race, SOME, seed=4, threads=3) == alone
    assert search(race, SOME, seed=4) == alone
    assert search(race, SOME, seed=5) != alone
    assert race.digest() == before


@pytest.mark.parametrize("name", EVERY_GAME)
def test_what_it_tells_adds_up(name):
    race = mid_race(name)
    found = search(race, SOME)
    assert found.seat == race.actor
    assert found.iterations == SOME.iterations == sum(p.visits for p in found.prospects)
    assert sorted(p.action for p in found.prospects) == sorted(race.legal())
    tried = [p for p in found.prospects if p.visits]
    for prospect in tried:
        assert sum(prospect.wins) == pytest.approx(1.0)
        assert all(1 <= place <= race.teams for place in prospect.places)
        assert 0 <= prospect.worth <= 1
    assert found.told()[0] is found.best
    assert max(p.visits for p in tried) in [p.visits for p in found.told()]
    assert found.of(found.best.action) is found.best


@pytest.mark.parametrize(
    ("visits", "worths", "spread", "made"),
    [
        ((400, 300), (0.6, 0.4), 0.2, True),
        ((400, 300), (0.42, 0.4), 0.2, False),
        ((400, 300), (0.401, 0.4), 0.02, True),
        ((20, 20), (0.9, 0.1), 0.1, False),
        ((400, 20), (0.42, 0.4), 0.2, True),
        ((20, 400), (0.9, 0.4), 0.2, True),
    ],
    ids=["better", "not told apart", "alike", "hardly tried", "the other not worth trying", "the better seldom tried"],
)  # fmt: skip
def test_when_a_choice_is_made(visits, worths, spread, made):
    tries, mean = np.array(visits), np.array(worths)
    assert is_made(tries, tries * mean, tries * (mean**2 + spread**2)) == made


def test_points_are_told_only_where_a_game_has_them():
    for name, has_points in (("um_reifenbreite", True), ("profi", False)):
        found = search(mid_race(name), Budget(iterations=12))
        assert any(any(prospect.points) for prospect in found.prospects) == has_points


def test_it_crosses_the_finish_when_that_wins():
    finish = parcours.game("breaking_away").course().lines[-1].at
    race = standing({"Red 1": finish - 8, "Blue 1": finish - 9}, teams=3)
    give(race, "Red 1", 3, 4, 9)
    give(race, "Blue 1", 3, 4, 10)
    unguided = race.game.search_parameters._replace(guide=0.0, liking=0.0)
    found = search(race, Budget(iterations=60), how=unguided)
    assert race.words(found.best.action) == "Red 1 rides 9 squares"
    assert found.best.wins[0] == 1.0


def test_what_luck_may_have_tossed_up_is_not_believed_at_once():
    race = mid_race("breaking_away")
    searcher = Searcher(race.game, race.setup.course, race.view_races(race.actor))
    own, other = searcher._liked, next(a for a in race.legal() if a != searcher._liked)

    def seems(action: int, visits: int, worth: float) -> Prospect:
        return Prospect(action, visits, worth, (), (), ())

    trust, liked = searcher.how.trust, seems(own, 3, 0.4)
    assert searcher._believed(liked, liked, 0.4) == 0.4
    assert searcher._believed(seems(other, 0, 0.0), liked, 0.4) == pytest.approx(0.4 - searcher.how.lean)
    half = searcher._believed(seems(other, int(trust), 0.6), liked, 0.4)
    assert half == pytest.approx((0.6 + 0.4 - searcher.how.lean) / 2)
    assert searcher._believed(seems(other, 100_000, 0.6), liked, 0.4) == pytest.approx(0.6, abs=1e-3)


def test_a_choice_must_surely_be_better_where_that_is_asked_for():
    race = mid_race("breaking_away")
    how = race.game.search_parameters._replace(trust=0.0, lean=0.0, sure=2.0)
    searcher = Searcher(race.game, race.setup.course, race.view_races(race.actor), how=how)
    other = next(a for a in race.legal() if a != searcher._liked)
    liked = Prospect(searcher._liked, 50, 0.4, (), (), (), error=0.03)
    seems = Prospect(other, 50, 0.6, (), (), (), error=0.04)
    assert searcher._believed(seems, liked, 0.4) == pytest.approx(0.6 - 2.0 * 0.05)


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_whatever_it_goes_by_it_is_compiled_once():
    race = mid_race("um_reifenbreite")
    own = race.game.search_parameters
    for how in (own, own._replace(guide=0), own._replace(guide=0.0), own._replace(horizon=1)):
        search(race, Budget(iterations=8), how=how)
    assert len(kernel_of(race.game).grow.signatures) == 1


def test_a_lone_choice_is_not_thought_about():
    race = standing({"Red 1": 40, "Blue 1": 42})
    give(race, "Blue 1", 5, 5, 5)
    assert len(race.legal()) == 1
    assert search(race, Budget(iterations=500)).iterations == 1
    assert search(race, Budget(seconds=5.0)).seconds < 2.0


def test_a_budget_in_seconds_is_kept():
    race = mid_race("breaking_away")
    search(race, SOME)
    found = search(race, Budget(seconds=0.3))
    assert found.iterations > 20
    assert found.seconds < 2.0


@pytest.mark.parametrize("wrong", [{}, {"iterations": 5, "seconds": 1.0}, {"iterations": -1}])
def test_a_budget_is_one_of_two(wrong):
    with pytest.raises(BadOptionError, match="either iterations or seconds"):
        Budget(**wrong)


def test_there_must_be_something_to_decide():
    race = parcours.game("breaking_away").start(seed=1)
    while not race.over:
        race.play(race.legal()[0])
    with pytest.raises(IllegalActionError, match="no seat"):
        search(race, SOME)


PLAIN = """
import json, sys
from parcours.bots.search import Budget, search
from tests.bots.test_search import mid_race
told = []
for name, actions in json.loads(sys.argv[1]):
    found = search(mid_race(name, actions), Budget(iterations=6))
    told.append([[p.action, p.visits, p.worth] for p in found.prospects])
print(json.dumps(told))
"""


def test_compiled_and_plain_search_agree():
    """(One game is enough: the rules of all games are compared in another test, and a plain search is very slow.)"""
    cases = [("breaking_away", 40)]
    plain = subprocess.run(
        [sys.executable, "-c", PLAIN, json.dumps(cases)],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert plain.returncode == 0, plain.stderr
    for (name, actions), theirs in zip(cases, json.loads(plain.stdout), strict=True):
        found = search(mid_race(name, actions), Budget(iterations=6))
        assert [[p.action, p.visits] for p in found.prospects] == [row[:2] for row in theirs]
        assert [p.worth for p in found.prospects] == pytest.approx([row[2] for row in theirs])


def test_it_beats_the_greedy_bot():
    game = parcours.game("breaking_away")
    few, won = Budget(iterations=60), 0
    for seat in range(4):
        race = game.start(teams=4, seed=seat)
        while not race.over:
            searches = race.actor == seat
            race.play(search(race, few).best.action if searches else race.choice_of(game.bot("sprinter")))
        won += race.standings()[0].seat == seat
    assert won >= 3

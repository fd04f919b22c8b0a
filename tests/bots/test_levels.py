"""The levels: what sets the weaker ones apart, and how every bot is found."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import parcours
from parcours.bots.levels import EVERY_LEVEL, LEVELS, Level, on_one_core
from parcours.bots.search import Found, Prospect
from parcours.engine.kernel import COMPILED
from parcours.engine.record import same
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.games import GAMES
from tests.bots.test_search import mid_race

compiled = pytest.mark.skipif(not COMPILED, reason="uncompiled, a search takes minutes")


def found(*worths: float) -> Found:
    """A search result with choices of these worths, the best first."""
    told = [Prospect(n, 100 - n, worth, (worth,), (1.0,), (0.0,)) for n, worth in enumerate(worths)]
    return Found(0, tuple(told), 300, 0.0)


def level(**how: float) -> Level:
    return Level("some", 1, Say("Novice"), Say("Novice"), iterations=10, **how)  # type: ignore[arg-type]


def taken(bot: Level, among: Found, times: int = 400) -> list[float]:
    """The share of positions in which each choice is taken."""
    picks = [bot.taken(among, np.uint64(key)) for key in range(times)]
    return [picks.count(p.action) / times for p in among.prospects]


def test_who_neither_overlooks_nor_wavers_takes_the_best():
    assert taken(level(), found(0.6, 0.5, 0.1)) == [1, 0, 0]


def test_who_wavers_takes_the_worse_the_less_often_the_worse_it_is():
    often = taken(level(wavers=0.1), found(0.6, 0.5, 0.1))
    assert often[0] > often[1] > often[2]
    assert often[1] / often[0] == pytest.approx(np.exp(-1), abs=0.12)


def test_who_overlooks_does_not_see_the_best_now_and_then():
    often = taken(level(overlooks=0.25), found(0.6, 0.5, 0.1))
    assert often[0] == pytest.approx(0.75, abs=0.08)
    assert often[1] > often[2] > 0


def test_a_choice_that_was_never_tried_is_not_taken():
    untried = replace(found(0.6, 0.5).prospects[1], visits=0)
    assert taken(level(wavers=5.0), Found(0, (found(0.6).prospects[0], untried), 10, 0.0)) == [1, 0]


def test_the_strongest_answers_within_two_seconds_and_makes_no_errors():
    strongest = LEVELS[-1]
    assert strongest.budget.seconds < 2
    assert (strongest.overlooks, strongest.wavers) == (0, 0)
    errors = [(bot.overlooks, bot.wavers) for bot in LEVELS]
    assert errors == sorted(errors, reverse=True)


def test_a_level_that_is_not_offered_any_more_rides_on_as_it_was():
    game = parcours.game("breaking_away")
    professional = game.bot("professional")
    assert (professional.iterations, professional.overlooks, professional.wavers) == (400, 0, 0)
    assert professional in game.all_bots
    assert professional not in game.bots_to_choose
    assert all(level in EVERY_LEVEL for level in LEVELS)


def test_numbers_in_a_tables_log_mean_the_bots_that_they_meant():
    game = parcours.game("breaking_away")
    names = [bot.name for bot in game.all_bots]
    known = ["random", "sprinter", "novice", "amateur", "professional", "champion", "elite"]
    assert names[: len(known)] == known


@compiled
@pytest.mark.parametrize("name", GAMES)
def test_every_level_makes_legal_choices_in_every_game(name):
    race = mid_race(name, 30)
    for bot in LEVELS[:-1]:
        assert race.choice_of(bot) in race.legal()
        assert race.choice_of(bot, 3) == race.choice_of(on_one_core(bot), 3)
    assert race.choice_of(replace(LEVELS[-1], seconds=0.05)) in race.legal()


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_can_be_handed_the_view_of_its_seat_instead_of_the_race(name):
    race = mid_race(name, 30)
    seen = race.seen_by(race.actor)
    assert same(seen.state, race.view(race.actor))
    assert same(seen.view(race.actor), race.view(race.actor))
    assert (seen.legal(), seen.actor, seen.actions) == (race.legal(), race.actor, [])
    assert seen.setup.seed != race.setup.seed


def test_bots_are_found_by_name_and_batches_refuse_those_that_think():
    game = parcours.game("breaking_away")
    assert [game.bot(bot.name) for bot in game.all_bots] == list(game.all_bots)
    with pytest.raises(BadOptionError, match="champion is not compiled"):
        game.batch(2, teams=3).play_out(["random", "champion", "random"])

"""Levels with another budget, or other parameters, by name."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest

import parcours
from parcours.bots.levels import LEVELS, on_one_core
from parcours.bots.named import fingerprint, full_name, seated, variant
from parcours.bots.own import own_bot
from parcours.bots.search import Searcher
from parcours.engine.kernel import COMPILED
from parcours.errors import BadOptionError
from tests.bots.test_own import EXAMPLE
from tests.bots.test_search import mid_race
from tests.test_cli import refused, run

GAME = parcours.game("breaking_away")
compiled = pytest.mark.skipif(not COMPILED, reason="uncompiled, a search takes minutes")


@pytest.mark.parametrize(
    ("name", "iterations", "seconds", "parameters"),
    [
        ("elite@200", 200, 0.0, {}),
        ("champion@0.5s", 0, 0.5, {}),
        ("champion@2000:explore=0.8:lean=0", 2000, 0.0, {"explore": 0.8, "lean": 0.0}),
        ("elite@guide=0", LEVELS[-2].iterations, 0.0, {"guide": 0.0}),
    ],
)
def test_a_level_is_named_with_its_budget_and_its_weights(name, iterations, seconds, parameters):
    bot = variant(GAME, name)
    assert (bot.name, bot.iterations, bot.seconds) == (name, iterations, seconds)
    assert bot.how(GAME) == GAME.search_parameters._replace(**parameters)
    assert pickle.loads(pickle.dumps(bot)) == bot


def test_it_errs_like_its_level():
    novice = variant(GAME, "novice@30")
    assert (novice.overlooks, novice.wavers) == (LEVELS[0].overlooks, LEVELS[0].wavers)


@compiled
@pytest.mark.parametrize("name", ["novice", "amateur", "elite", "professional"])
def test_named_with_its_own_budget_it_does_what_the_level_does(name):
    race, level = mid_race("breaking_away", 30), GAME.bot(name)
    same = variant(GAME, f"{name}@{level.iterations}")
    assert [race.choice_of(same, seed) for seed in range(4)] == [race.choice_of(level, seed) for seed in range(4)]


@compiled
def test_its_search_goes_by_its_weights(monkeypatch):
    went_by, search = [], Searcher.run

    def run_and_note(searcher, *how):
        went_by.append(searcher.how)
        return search(searcher, *how)

    monkeypatch.setattr(Searcher, "run", run_and_note)
    race = mid_race("breaking_away", 30)
    assert race.choice_of(variant(GAME, "elite@40:trust=5")) in race.legal()
    assert went_by == [GAME.search_parameters._replace(trust=5.0)]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("champion@", "'' is not a budget"),
        ("champion@0", "'0' is not a budget"),
        ("champion@-3", "'-3' is not a budget"),
        ("champion@many", "'many' is not a budget"),
        ("champion@0s", "0s is not a thinking time"),
        ("champion@nans", "'nan' is not a number"),
        ("champion@9999s", "at most 3600 seconds"),
        ("champion@200:courage=1", "has no parameter 'courage' (parameters: explore, "),
        ("champion@200:explore=high", "'high' is not a number"),
        ("sprinter@200", "sprinter does not search"),
        ("nobody@200", "there is no bot 'nobody'"),
    ],
)
def test_bad_names_are_refused_with_the_place(name, says):
    assert says in refused("ladder", "breaking_away", "--bots", f"{name},random", "--races", "1")


def test_the_network_can_not_name_them():
    with pytest.raises(BadOptionError, match="no bot 'champion@7s'"):
        GAME.bot("champion@7s")


def test_another_budget_or_other_weights_make_another_bot(monkeypatch):
    prints = [fingerprint(GAME, seated(GAME, name)) for name in ("amateur", "amateur@130", "amateur@120:lean=0.2")]
    assert len(set(prints)) == 3
    assert fingerprint(GAME, seated(GAME, "amateur@120")) == prints[0]
    monkeypatch.setattr(type(GAME), "search_parameters", GAME.search_parameters._replace(lean=0.2))
    assert fingerprint(GAME, GAME.bot("amateur")) == prints[2]


def test_bots_are_found_again_by_their_full_names():
    for bot in (own_bot(f"{EXAMPLE}:Grinder"), variant(GAME, "novice@20"), GAME.bot("sprinter")):
        assert seated(GAME, full_name(bot)) == bot


@compiled
def test_a_match_between_budgets_is_ridden_from_the_command_line():
    command = ("ladder", "breaking_away", "--bots", "sprinter,novice@4:guide=0", "--teams", "3", "--races", "3")
    ended = run(*command, "--json", "--challenge")
    assert "novice@4:guide=0" in ended.stdout
    assert ended.exit_code == 1
    assert "sprinter has not clearly won the match" in ended.stderr


def test_a_variant_rides_on_one_core_like_its_level():
    bot = variant(GAME, "novice@20:lean=0.1")
    assert on_one_core(bot) == replace(bot, threads=1)

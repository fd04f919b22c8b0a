"""The search benchmark, in short runs of the real measurements."""

from __future__ import annotations

import json

import pytest

import parcours
from parcours.bots.levels import LEVELS
from parcours.bots.named import variant
from parcours.engine.kernel import COMPILED
from parcours.games import GAMES
from parcours.lab import bench_search, peers
from tests.test_cli import run

GAME = parcours.game("breaking_away")
pytestmark = pytest.mark.skipif(not COMPILED, reason="uncompiled, a search takes minutes")


@pytest.mark.parametrize("name", GAMES)
def test_positions_are_spread_over_a_race_and_leave_a_choice(name):
    found = bench_search.positions(parcours.game(name), 6)
    assert all(len(race.legal()) > 1 for race in found)
    plies = [len(race.actions) for race in found]
    assert plies == sorted(set(plies))


def test_all_choices_of_a_whole_race_are_timed():
    level = variant(GAME, "novice@2")
    times = bench_search.times_of_a_race(GAME, level)
    race, choices = GAME.start(seed=bench_search.SEED), 0
    while not race.over:
        choices += len(race.legal()) > 1
        race.play(race.choice_of(level))
    assert len(times) == choices


def test_the_command_tells_rates_waits_and_peers(monkeypatch):
    quick = tuple(variant(GAME, f"{level.name}@{'0.01s' if level.seconds else 2}") for level in LEVELS)
    monkeypatch.setattr(bench_search, "LEVELS", quick)
    monkeypatch.setattr(bench_search, "ITERATIONS", 5)
    monkeypatch.setattr(bench_search, "DECISIONS", 3)
    monkeypatch.setattr(peers, "SIMULATIONS", 5)
    told = json.loads(run("bench", "breaking_away", "--search", "--peers", "--runs", "1", "--json").stdout)
    figures = told["breaking_away"]
    assert figures["free"]["median"] > 0
    assert [took["decisions"] > 2 for took in figures["levels"].values()] == [True] * 4
    assert figures["levels"]["champion@0.01s"]["decisions"] == 3
    assert set(figures["peers"]) == set(peers._SEARCHED)
    for peer in figures["peers"].values():
        assert peer.get("missing") == peers.NOT_INSTALLED or peer["ratio"] > 0
    table = run("bench", "breaking_away", "--search", "--runs", "1").stdout
    assert "play-outs per second on one core" in table
    assert "champion@0.01s" in table

"""Compiled rules and the same functions in plain Python ride the same races: rules, luck and the games' own bots."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parcours
from parcours.engine.game import Game
from parcours.engine.kernel import COMPILED
from parcours.engine.linking import compiled_here
from parcours.engine.options import Option, OptionValue
from parcours.games import GAMES
from tests.engine.fitting import fitting

pytestmark = pytest.mark.skipif(not COMPILED, reason="compares with the compiled rules")
Chosen = tuple[int, int, dict[str, OptionValue]]

RIDE = """
import json, sys, parcours
from parcours.engine.linking import Entry
from tests.engine.test_both_ways import ridden
game = parcours.game(sys.argv[1])
told = [list(ridden(game, *race)) for race in json.loads(sys.argv[2])]
assert not any(one.ready for one in vars(game.loops).values() if isinstance(one, Entry)), "something was compiled"
print(json.dumps(told))
"""


def races(game: Game) -> list[Chosen]:
    """Every number of teams, every value of each option, and a race in which rounding alone made two equal sums of the
    co-driver differ."""
    chosen: list[Chosen] = [(game.default_teams, 1, {})]
    for number, teams in enumerate(range(game.min_teams, game.max_teams + 1)):
        options = {option.name: _value(option, number + i) for i, option in enumerate(game.options)}
        chosen.append((teams, 90 + number, fitting(game, teams, options)))
    return chosen


def _value(option: Option, number: int) -> OptionValue:
    """One value of an option, each in turn."""
    return option.choices[-1 - number % len(option.choices)][0] if option.choices else bool(number % 2)


def ridden(game: Game, teams: int, seed: int, options: dict[str, OptionValue]) -> list[object]:
    """A whole race of the game's bots: each action, what was legal, and the digest of each state."""
    race = game.start(teams=teams, seed=seed, **options)
    own = [bot for bot in game.bots if bot.name != "random"]
    told: list[object] = []
    while not race.over:
        race.play(race.choice_of(own[race.actor % len(own)]))
        told.append([race.actions[-1], race.legal(), race.digest()])
    told.append([str(race.standings()), race.guess(0, 5).digest()])
    return told


@pytest.mark.parametrize("name", GAMES)
def test_compiled_and_plain_rules_ride_the_same_races(name, tmp_path):
    game = parcours.game(name)
    plain = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", RIDE, name, json.dumps(races(game))],
        env={**os.environ, "PARCOURS_CACHE": str(tmp_path)},
        capture_output=True, text=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert plain.returncode == 0, plain.stderr
    with compiled_here():
        ours = [ridden(game, *race) for race in races(game)]
    for race, one, other in zip(races(game), ours, json.loads(plain.stdout), strict=True):
        for number, (compiled, uncompiled) in enumerate(zip(one, other, strict=True)):
            assert compiled == uncompiled, f"{race}: they part at step {number}"

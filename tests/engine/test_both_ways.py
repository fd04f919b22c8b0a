"""The compiled rules and the same functions as plain Python agree, action by action, on whole races."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import parcours
from parcours.engine.game import Option, OptionValue
from parcours.engine.kernel import COMPILED
from parcours.engine.match import digest_of
from parcours.games import GAMES, WORKSHOP
from tests.engine.fitting import fitting

RIDE = """
import json, sys, parcours
from parcours.engine.kernel import COMPILED
from parcours.engine.match import digest_of
assert not COMPILED
told = []
for name, teams, seed, options in json.loads(sys.argv[1]):
    game = parcours.game(name)
    race = game.start(teams=teams, seed=seed, **options)
    while not race.over:
        race.play(race.choice_of(game.bots[race.actor % len(game.bots)]))
        told.append([race.actions[-1], race.legal(), race.digest()])
    batch = game.batch(2, teams=teams, seed=seed, **options)
    told.append([batch.play_out().tolist(), batch.last_actions, list(map(digest_of, batch.races))])
print(json.dumps(told))
"""


def races() -> list[tuple[str, int, int, dict[str, OptionValue]]]:
    chosen = []
    for name in GAMES + WORKSHOP:
        game = parcours.game(name)
        for number, teams in enumerate(range(game.min_teams, game.max_teams + 1)):
            options = {option.name: _value(option, number + i) for i, option in enumerate(game.options)}
            chosen.append((name, teams, 90 + number, fitting(game, teams, options)))
    return chosen


def _value(option: Option, number: int) -> OptionValue:
    """Every value of an option in turn."""
    return option.choices[-1 - number % len(option.choices)][0] if option.choices else bool(number % 2)


@pytest.mark.skipif(not COMPILED, reason="compares with the compiled rules")
def test_compiled_and_plain_rules_agree_action_by_action():
    plain = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", RIDE, json.dumps(races())],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    told = []
    for name, teams, seed, options in races():
        game = parcours.game(name)
        race = game.start(teams=teams, seed=seed, **options)
        while not race.over:
            race.play(race.choice_of(game.bots[race.actor % len(game.bots)]))
            told.append([race.actions[-1], race.legal(), race.digest()])
        batch = game.batch(2, teams=teams, seed=seed, **options)
        told.append([batch.play_out().tolist(), batch.last_actions, list(map(digest_of, batch.races))])
    theirs = json.loads(plain.stdout)
    for number, (ours, other) in enumerate(zip(told, theirs, strict=True)):
        assert ours == other, f"they part at step {number}"

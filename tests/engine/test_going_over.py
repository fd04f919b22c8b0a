"""A race that began uncompiled changes over to compiled rules between two actions, and nobody notices."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parcours
from parcours import warming
from parcours.engine.cache import cache_folder
from parcours.engine.kernel import COMPILED
from parcours.games import GAMES

pytestmark = pytest.mark.skipif(not COMPILED, reason="goes over to the compiled rules")
PLAIN = 12
"""The number of actions that are ridden before any kernel is there."""

RIDE = """
import json, shutil, sys, time
from pathlib import Path
import parcours
from parcours import warming
from parcours.engine.cache import cache_folder
from parcours.engine.linking import LOOK_EVERY

name, kernels, plain = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = parcours.game(name)
race, own, told = game.start(seed=5), game.bots[-1], []

def ready():
    return sum(one.ready for one in warming.entries(game, "ride"))

while not race.over:
    if len(told) == plain:
        assert not ready(), "something was compiled from the start"
        shutil.copytree(kernels, cache_folder(f"parcours.games.{name}"), dirs_exist_ok=True)
        time.sleep(2 * LOOK_EVERY)
    race.play(race.choice_of(own))
    told.append([race.actions[-1], race.legal(), race.digest()])
assert ready() >= 3, "it rode on uncompiled"
assert warming.is_made(name, "ride")
print(json.dumps([told, str(race.standings())]))
"""


@pytest.mark.parametrize("name", GAMES)
def test_a_race_under_way_goes_over_to_compiled_rules_with_the_same_digests(name: str, tmp_path: Path) -> None:
    game = parcours.game(name)
    if not warming.is_made(name, "ride"):
        assert warming.make(game, "ride")
    folder = cache_folder(f"parcours.games.{name}")
    done = subprocess.run(
        [sys.executable, "-W", "error::RuntimeWarning", "-c", RIDE, name, str(folder), str(PLAIN)],
        env={**os.environ, "PARCOURS_CACHE": str(tmp_path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    race, told = game.start(seed=5), []
    while not race.over:
        race.play(race.choice_of(game.bots[-1]))
        told.append([race.actions[-1], race.legal(), race.digest()])
    assert len(told) > 2 * PLAIN
    assert json.loads(done.stdout) == [told, str(race.standings())]

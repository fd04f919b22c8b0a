"""The same rules on a GPU: the same races as on the CPU, and plain words if there is no GPU."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import parcours
from parcours.engine.batch import Batch
from parcours.engine.options import OptionValue
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import GAMES
from parcours.lab import gpu
from tests.engine.fitting import fitting

GAME = parcours.game("breaking_away")
needs_gpu = pytest.mark.skipif(not gpu.available(), reason=gpu.why_not() or "there is a GPU")


def assert_equal(batch: Batch, other: Batch) -> None:
    """Check that every field of every race is the same."""
    for name in batch.game.record.names or ():
        assert np.array_equal(batch.races[name], other.races[name]), name


@pytest.fixture
def asked_again(monkeypatch):
    """What was found out about this machine is forgotten, before the test and after it."""
    gpu.why_not.cache_clear()
    yield monkeypatch
    gpu.why_not.cache_clear()


def test_what_is_missing_is_said_in_one_line():
    assert gpu.available() == (gpu.why_not() == "")
    assert "\n" not in gpu.why_not()


def test_without_the_package_it_says_what_to_install(asked_again):
    asked_again.setattr(gpu, "find_spec", lambda name: None)
    assert not gpu.available()
    assert gpu.why_not() == "numba-cuda is not installed: pip install 'parcours[gpu]'"
    with pytest.raises(ParcoursError, match=r"can't race on a GPU here: numba-cuda is not installed"):
        gpu._kernel.__wrapped__(GAME)


def test_a_package_that_breaks_is_a_reason_and_no_crash(asked_again):
    def broken():
        raise ImportError("\n  libcuda is of another age:\n  more of it")

    asked_again.setattr(gpu, "find_spec", lambda name: object())
    asked_again.setattr(gpu, "_load_cuda", broken)
    assert gpu.why_not() == "numba-cuda can't be loaded: libcuda is of another age"


@pytest.mark.skipif(gpu.available(), reason="there is a GPU")
def test_without_a_gpu_a_batch_stays_as_it_is():
    batch = GAME.batch(2, seed=1)
    before = batch.races.tobytes()
    with pytest.raises(ParcoursError, match="can't race on a GPU here: "):
        gpu.play_out(batch)
    with pytest.raises(ParcoursError, match="can't race on a GPU here: "):
        gpu.measure("breaking_away", races=2, runs=1)
    assert batch.races.tobytes() == before
    assert not batch.over.any()


def test_places_of_another_shape_are_refused():
    with pytest.raises(BadOptionError, match=r"places must be an array of 2 by 4, not \(2, 6\)"):
        gpu.play_out(GAME.batch(2, teams=4, seed=1), np.zeros((2, 6), np.int8))


SIMULATED = """
import numpy as np, parcours
from parcours.lab import gpu
assert gpu.available(), gpu.why_not()
gpu.BLOCK, gpu.AT_ONCE = 2, 4
for game, options in (
    ("breaking_away", {}),
    ("breaking_away", {"teams": 3, "first": 3, "breakaway_from_group": True, "staggered_start": True}),
    ("um_reifenbreite", {"teams": 2, "level": "D", "cheating": True, "sprints": True, "relays": True}),
):
    cpu, here = (parcours.game(game).batch(5, seed=11, **options) for _ in range(2))
    places, places_here = cpu.play_out(), np.zeros((5, cpu.teams), np.int8)
    assert gpu.play_out(here, places_here) == cpu.last_actions == here.last_actions
    assert all((here.races[name] == cpu.races[name]).all() for name in cpu.game.record.names)
    assert (places == places_here).all() and here.over.all()
print("equal")
"""


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_the_kernel_rides_the_same_races_in_the_simulator():
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SIMULATED],
        env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, "equal\n"), ran.stderr


def set_ups() -> list[tuple[str, int, dict[str, OptionValue]]]:
    """For each game, every number of teams: with no option, with each option alone, with all."""
    chosen = []
    for name in GAMES:
        game = parcours.game(name)
        every = {option.name: option.choices[-1][0] if option.choices else True for option in game.options}
        for teams in range(game.min_teams, game.max_teams + 1):
            some = [{}, *({name: value} for name, value in every.items()), every]
            chosen += [(name, teams, fitting(game, teams, options)) for options in some]
    return chosen


@needs_gpu
@pytest.mark.parametrize(("name", "teams", "options"), set_ups())
def test_the_gpu_rides_the_races_of_the_cpu_bit_for_bit(name, teams, options):
    count = 2000 if name == "breaking_away" else 500
    cpu, here = (parcours.game(name).batch(count, teams=teams, seed=teams, first=7, **options) for _ in range(2))
    places, places_here = cpu.play_out(), np.zeros((count, teams), np.int8)
    assert gpu.play_out(here, places_here) == cpu.last_actions
    assert_equal(here, cpu)
    assert np.array_equal(places, places_here)
    assert here.over.all()


@needs_gpu
def test_races_that_have_begun_or_ended_are_ridden_on(monkeypatch):
    monkeypatch.setattr(gpu, "AT_ONCE", 300)
    cpu, here = (GAME.batch(1000, seed=5) for _ in range(2))
    for batch in cpu, here:
        for _ in range(40):
            batch.step(batch.legal_mask().argmax(axis=1))
    cpu.play_out()
    assert gpu.play_out(here) == cpu.last_actions
    assert_equal(here, cpu)
    assert gpu.play_out(here) == 0
    assert_equal(here, cpu)


@needs_gpu
def test_measuring_gives_a_figure_a_run():
    figures = gpu.measure("breaking_away", races=512, runs=3)
    assert len(figures) == 3
    assert min(figures) > 0

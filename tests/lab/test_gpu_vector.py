"""The vector form on a GPU: the races of the CPU, bit for bit, and arrays that other libraries share."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

import parcours
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import GAMES
from parcours.lab import dlpack, gpu, gpu_check
from parcours.lab.gpu_vector import GpuVector, lend, measure

needs_gpu = pytest.mark.skipif(not gpu.available(), reason=gpu.why_not() or "there is a GPU")

needs_simulator = pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")


def check(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """`python -m parcours.lab.gpu_check`, with a simulated GPU if the environment says so."""
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "parcours.lab.gpu_check", *arguments],
        env=os.environ | environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip


@needs_simulator
def test_the_check_finds_the_same_races_in_the_simulator() -> None:
    ran = check(
        "--games", "breaking_away", "--races", "3", "--steps", "420", "--seeds", "11", "--set-ups", "2",
        NUMBA_ENABLE_CUDASIM="1", NUMBA_DISABLE_JIT="1",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stdout + ran.stderr
    told = ran.stdout.splitlines()[0].split()
    assert told[:3] == ["breaking_away:", "0", "of"]
    assert int(told[3].replace(",", "")) > 300_000
    assert int(told[6].replace(",", "")) > 6


def test_the_check_says_what_differs() -> None:
    found = gpu_check.Compared()
    found.compare("mask", np.array([1, 0, 1]), np.array([1, 1, 0]))
    found.compare("mask", np.array([1]), np.array([0]))
    found.compare("actor", 3, 3)
    found.compare("places", np.zeros(4), np.zeros(3))
    assert (found.numbers, found.differences) == (9, {"mask": 3, "places": 4})


@pytest.mark.parametrize("name", GAMES)
def test_the_check_goes_through_the_set_ups_of_a_game(name: str) -> None:
    game = parcours.game(name)
    fitting = [how for how in gpu_check.set_ups(game) if gpu_check.can_be(game, how)]
    assert fitting[0] == {}
    assert len(fitting) > len(game.options) / 2
    assert {game.max_teams, game.min_teams} <= {how.get("teams", game.default_teams) for how in fitting}


@pytest.mark.skipif(gpu.available(), reason="there is a GPU")
def test_without_a_gpu_there_is_nothing_to_check() -> None:
    ran = check()
    assert ran.returncode == 2
    assert ran.stdout == f"nothing to check: {gpu.why_not()}\n"


@pytest.mark.skipif(gpu.available(), reason="there is a GPU")
def test_without_a_gpu_it_says_why() -> None:
    with pytest.raises(ParcoursError, match="can't race on a GPU here: "):
        GpuVector(parcours.game("breaking_away"), 2)


def test_an_array_is_lent_where_it_lies_and_given_back() -> None:
    array = np.arange(6, dtype=np.int32).reshape(2, 3)
    held = len(dlpack._lent)
    taken = np.from_dlpack(dlpack.Lent(array))
    assert np.shares_memory(taken, array)
    assert taken.tolist() == [[0, 1, 2], [3, 4, 5]]
    assert len(dlpack._lent) == held + 1
    del taken
    assert len(dlpack._lent) == held
    capsule = dlpack.Lent(array).__dlpack__()
    assert len(dlpack._lent) == held + 1
    del capsule
    assert len(dlpack._lent) == held


@pytest.mark.parametrize("kind", [np.bool_, np.int8, np.int32, np.int64, np.float32])
def test_arrays_of_every_kind_are_lent(kind: type) -> None:
    array = np.array([0, 1, 1]).astype(kind)
    assert np.from_dlpack(dlpack.Lent(array)).dtype == kind
    assert np.array_equal(np.from_dlpack(dlpack.Lent(array)), array)


def test_what_can_not_be_lent_is_refused() -> None:
    with pytest.raises(ValueError, match="C order"):
        dlpack.Lent(np.zeros((4, 4))[:, ::2])
    with pytest.raises(BufferError, match="can't be copied or moved"):
        dlpack.Lent(np.zeros(2)).__dlpack__(copy=True)


@needs_gpu
@pytest.mark.parametrize("name", GAMES)
def test_the_gpu_rides_the_races_of_the_cpu_bit_for_bit(name: str) -> None:
    found = gpu_check.checked(parcours.game(name), 300, 400, [1])
    assert not found.differences
    assert found.races > 600


@needs_gpu
@pytest.mark.parametrize("library", gpu_check.LIBRARIES)
def test_other_libraries_share_the_arrays(library: str) -> None:
    said = gpu_check.lent_to(library, parcours.game("breaking_away"))
    if said == gpu_check.MISSING:
        pytest.skip(f"{library} is {said}")
    assert said == gpu_check.SHARED


@needs_gpu
def test_it_writes_into_torch_tensors() -> None:
    torch = pytest.importorskip("torch")
    here = GpuVector(parcours.game("breaking_away"), 64, seed=1)
    mask = torch.from_dlpack(lend(here.reset()).mask)
    out = type(here.seen)(
        **{name: torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name), device="cuda")
           for name, (shape, kind) in here.shapes.items()}
    )  # fmt: skip
    here.step(mask.to(torch.uint8).argmax(dim=1), out)
    assert out.mask.any(dim=1).all()
    assert here.refused == 0


@needs_gpu
def test_bots_and_wrong_arrays_are_refused() -> None:
    game = parcours.game("breaking_away")
    with pytest.raises(BadOptionError, match="bots can't ride on the GPU"):
        GpuVector(game, 2, bots=[None, "random", None, None])
    here = GpuVector(game, 2)
    here.reset()
    with pytest.raises(BadOptionError, match="mask: needs an array of"):
        here.step([5, 5], type(here.seen)(**(vars(here.seen) | {"mask": here.seen.ended})))


@needs_gpu
def test_measuring_gives_a_figure_a_run() -> None:
    assert min(measure("breaking_away", races=256, steps=10, runs=2)) > 0

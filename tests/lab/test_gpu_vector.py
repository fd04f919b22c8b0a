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
from parcours.games import GAMES, WORKSHOP
from parcours.lab import dlpack, gpu
from parcours.lab.gpu_vector import GpuVector, measure
from parcours.lab.vector import Vector

needs_gpu = pytest.mark.skipif(not gpu.available(), reason=gpu.why_not() or "there is a GPU")

SIMULATED = """
import numpy as np, parcours
from parcours.lab import gpu
from parcours.lab.gpu_vector import GpuVector
from parcours.lab.vector import Vector
assert gpu.available(), gpu.why_not()
gpu.BLOCK = 2
game, rng = parcours.game("breaking_away"), np.random.default_rng(1)
cpu, here = (kind(game, 3, teams=3, seed=11, first=2) for kind in (Vector, GpuVector))
a, b = cpu.reset(), here.reset()
ended = 0
for step in range(420):
    for name in vars(a):
        assert np.array_equal(vars(a)[name], vars(b)[name].copy_to_host()), (step, name)
    actions = (a.mask * (1 + rng.random(a.mask.shape))).argmax(axis=1)
    if step == 50:
        wrong = actions.copy()
        wrong[1] = 27
        here.step(np.array([-7, 27, 99]))
        assert here.refused == 3
    a, b = cpu.step(actions), here.step(actions)
    ended += int(a.ended.sum())
assert ended >= 3 and here.refused == 3 and (here.numbers == cpu.numbers).all()
print("equal")
"""


@pytest.mark.skipif(find_spec("numba_cuda") is None, reason="numba-cuda is not installed")
def test_the_kernel_steps_the_same_races_in_the_simulator() -> None:
    environment = os.environ | {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SIMULATED],
        env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, "equal\n"), ran.stderr


@pytest.mark.skipif(gpu.available(), reason="there is a GPU")
def test_without_a_gpu_it_says_why() -> None:
    with pytest.raises(ParcoursError, match="no racing on a GPU here: "):
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
@pytest.mark.parametrize("name", GAMES + WORKSHOP)
def test_the_gpu_steps_the_races_of_the_cpu_bit_for_bit(name: str) -> None:
    game, rng = parcours.game(name), np.random.default_rng(1)
    cpu, here = (kind(game, 500, seed=11, first=2) for kind in (Vector, GpuVector))
    a, b = cpu.reset(), here.reset()
    for _ in range(800):
        for part in vars(a):
            assert np.array_equal(vars(a)[part], vars(b)[part].copy_to_host()), part
        actions = (a.mask * (1 + rng.random(a.mask.shape))).argmax(axis=1)
        a, b = cpu.step(actions), here.step(actions)
    assert np.array_equal(here.numbers, cpu.numbers)
    assert here.numbers.max() > 502
    assert here.refused == 0


@needs_gpu
def test_torch_shares_the_arrays() -> None:
    torch = pytest.importorskip("torch")
    if not torch.cuda.is_available():
        pytest.skip("PyTorch finds no GPU")
    here = GpuVector(parcours.game("breaking_away"), 64, seed=1)
    here.reset()
    observation, mask = torch.from_dlpack(here.lent.observation), torch.from_dlpack(here.lent.mask)
    before = observation.clone()
    given = mask.to(torch.uint8).argmax(dim=1)
    here.step(given)
    assert observation.data_ptr() == here.seen.observation.__cuda_array_interface__["data"][0]
    assert not torch.equal(before, observation)
    assert np.array_equal(observation.cpu().numpy(), here.seen.observation.copy_to_host())
    out = type(here.seen)(
        **{name: torch.zeros(shape, dtype=getattr(torch, np.dtype(kind).name), device="cuda")
           for name, (shape, kind) in here.shapes.items()}
    )  # fmt: skip
    here.step(mask.to(torch.uint8).argmax(dim=1), out)
    assert out.mask.any(dim=1).all()
    assert here.refused == 0


@needs_gpu
def test_jax_shares_the_arrays() -> None:
    jax = pytest.importorskip("jax")
    if jax.default_backend() != "gpu":
        pytest.skip("JAX finds no GPU")
    here = GpuVector(parcours.game("breaking_away"), 64, seed=1)
    seen = here.reset()
    mask = jax.dlpack.from_dlpack(here.lent.mask)
    assert np.array_equal(np.asarray(mask), seen.mask.copy_to_host())


@needs_gpu
def test_bots_and_wrong_arrays_are_refused() -> None:
    game = parcours.game("breaking_away")
    with pytest.raises(BadOptionError, match="bots do not ride on the GPU"):
        GpuVector(game, 2, bots=[None, "random", None, None])
    here = GpuVector(game, 2)
    here.reset()
    with pytest.raises(BadOptionError, match="mask: needs an array of"):
        here.step([5, 5], type(here.seen)(**(vars(here.seen) | {"mask": here.seen.ended})))


@needs_gpu
def test_measuring_gives_a_figure_a_run() -> None:
    assert min(measure("breaking_away", races=256, steps=10, runs=2)) > 0

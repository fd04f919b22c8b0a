"""The training loops in PyTorch and JAX: good actions become more likely, and illegal ones never occur."""

from __future__ import annotations

import importlib
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"
MISSING = "{0} is not installed: pip install {0}"
GOOD = 3
"""The action that turns out well."""


@pytest.fixture
def in_torch(monkeypatch: pytest.MonkeyPatch) -> Any:
    torch = pytest.importorskip("torch", reason=MISSING.format("torch"))
    torch.set_num_threads(1)
    monkeypatch.setattr(sys, "path", [str(EXAMPLES), *sys.path])
    return importlib.import_module("train_torch")


def some_lessons() -> dict[str, np.ndarray]:
    """Decisions among the first six of eight actions; one of these turns out well each time."""
    rng, count = np.random.default_rng(1), 512
    mask = np.zeros((count, 8), bool)
    mask[:, :6] = True
    actions = rng.integers(0, 6, count)
    better = np.where(actions == GOOD, 1.0, -0.2).astype(np.float32)
    return {
        "observation": rng.integers(0, 9, (count, 5)).astype(np.int32), "mask": mask, "actions": actions,
        "logs": np.full(count, np.log(1 / 6), np.float32), "better": better, "returns": better,
    }  # fmt: skip


def test_in_torch_what_was_good_is_done_more_often(in_torch: Any) -> None:
    torch, lessons = sys.modules["torch"], some_lessons()
    torch.manual_seed(1)
    policy = in_torch.Policy(5, 8)
    optimiser = torch.optim.Adam(policy.parameters(), 0.003)
    told = {name: torch.from_numpy(rows)[None] for name, rows in lessons.items()}

    def chances() -> Any:
        return policy(told["observation"][0], told["mask"][0])[0].probs.detach().numpy()

    assert chances()[:, :6] == pytest.approx(1 / 6)
    for _ in range(4):
        in_torch.learn(policy, optimiser, told)
    assert chances()[:, GOOD].min() > 0.2
    assert not chances()[:, 6:].any()


def test_a_policy_comes_out_of_races(in_torch: Any) -> None:
    policy, shares = in_torch.train(rounds=3, count=8, steps=150, seed=2)
    check_learned({name: weights.detach().numpy() for name, weights in policy.named_parameters()}, shares)


def check_learned(weights: dict[str, Any], shares: list[float]) -> None:
    """Check that a policy has learned something, by the weights of its choice and the shares of races won meanwhile."""
    assert all(np.isfinite(np.asarray(weight)).all() for weight in weights.values())
    choice = weights["choice" if "choice" in weights else "choice.weight"]
    assert np.abs(np.asarray(choice)).max() > 0
    assert len(shares) == 3
    assert all(0 <= share <= 1 for share in shares)


@pytest.mark.skipif(find_spec("jax") is None, reason=MISSING.format("jax"))
def test_in_jax_all_this_holds_too() -> None:
    """JAX warns when its process is forked, which other tests do. So its own tests run in a separate process."""
    tests = Path(__file__).with_name("training_in_jax.py")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tests)]
    done = subprocess.run(command, capture_output=True, text=True, cwd=EXAMPLES.parent)
    assert done.returncode == 0, done.stdout
    assert "3 passed" in done.stdout

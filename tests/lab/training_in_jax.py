"""The training loop in JAX; `test_training.py` runs these tests in a separate process."""

from __future__ import annotations

import importlib
from typing import Any

import jax
import numpy as np
import pytest

from tests.lab.test_training import EXAMPLES, GOOD, check_learned, some_lessons


@pytest.fixture
def in_jax(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(EXAMPLES)
    return importlib.import_module("train_jax")


def test_what_was_good_is_done_more_often(in_jax: Any) -> None:
    lessons = some_lessons()
    policy = in_jax.fresh(jax.random.key(1), 5, 8)
    memory = {name: jax.tree.map(jax.numpy.zeros_like, policy) for name in ("mean", "square")} | {"count": 0}

    def chances() -> Any:
        return np.exp(in_jax.look(policy, lessons["observation"], lessons["mask"])[0])

    assert chances()[:, :6] == pytest.approx(1 / 6)
    for _ in range(60):
        policy, memory = in_jax.improve(policy, memory, lessons, 0.003)
    assert chances()[:, GOOD].min() > 0.2
    assert not chances()[:, 6:].any()


def test_a_policy_comes_out_of_races(in_jax: Any) -> None:
    check_learned(*in_jax.train(rounds=3, count=8, steps=150, seed=2))


def test_better_is_told_from_what_follows(in_jax: Any) -> None:
    """A race of two decisions that is won: both are better than was expected, the earlier one a little less."""
    ridden = {name: np.zeros((2, 1, 1), np.int32) for name in ("observation", "mask", "actions", "logs")} | {
        "worth": np.array([[0.1], [0.4], [0.9]]),
        "won": np.array([[0.0], [1.0]]),
        "ended": np.array([[False], [True]]),
    }
    returns = in_jax.lessons_of(ridden)["returns"]
    assert returns == pytest.approx([0.1 + 0.3 + in_jax.FADING * 0.6, 1.0])

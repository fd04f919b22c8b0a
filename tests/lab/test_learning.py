"""The worked example: it learns from true figures, its gradient is right, and the weights that come with it win."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import parcours
from parcours.games.breaking_away.actions import RETIRE
from parcours.games.breaking_away.state import RIDE

EXAMPLES = Path(__file__).parents[2] / "examples"
GAME = parcours.game("breaking_away")


@pytest.fixture(scope="module")
def rider() -> Any:
    sys.path.insert(0, str(EXAMPLES))
    return importlib.import_module("learned_rider")


@pytest.fixture(scope="module")
def lessons(rider: Any) -> Any:
    return importlib.import_module("learn_to_ride")


def test_what_a_move_is_said_to_score_is_what_it_scores(rider: Any) -> None:
    match, rng, lines = GAME.start(seed=3), np.random.default_rng(1), rider.Lines(GAME.course().road)
    scored = 0
    while not match.over:
        seat, view, action = match.actor, match.view(match.actor), int(rng.choice(match.legal()))
        before = int(match.races[0]["points"][seat])
        match.play(action)
        if view["phase"] == RIDE and action < RETIRE:
            seen, gain = rider.features(lambda name, view=view: np.asarray(view[name])[None], lines)
            assert seen.shape == (1, 4, rider.FEATURES)
            assert match.races[0]["points"][seat] - before == gain[0, action]
            scored += int(gain[0, action])
    assert scored == sum(standing.points for standing in match.standings())


def test_the_gradient_is_that_of_what_is_to_become_small(rider: Any, lessons: Any) -> None:
    rng = np.random.default_rng(2)
    weights = {name: rng.normal(0, 0.3, value.shape) for name, value in rider.Policy.fresh(5).weights.items()}
    count = 6
    mask = rng.random((count, 4)) < 0.7
    mask[:, 1] = True
    piece = {
        "seen": rng.normal(0, 1, (count, 4, rider.FEATURES)), "mask": mask, "action": np.ones(count, int),
        "chance": np.log(rng.uniform(0.3, 0.5, count)), "better": rng.normal(0, 1, count),
        "worth": rng.normal(0, 1, count),
    }  # fmt: skip

    def loss(weights: dict[str, Any]) -> float:
        scores = np.where(mask, np.tanh(piece["seen"] @ weights["w1"] + weights["b1"]) @ weights["w2"], -1e9)
        logs = scores - np.log(np.exp(scores).sum(axis=1, keepdims=True))
        chances = np.where(mask, np.exp(logs), 0.0)
        ratio = np.exp(logs[:, 1] - piece["chance"])
        clipped = np.clip(ratio, 1 - lessons.CLIP, 1 + lessons.CLIP)
        gain = np.minimum(ratio * piece["better"], clipped * piece["better"])
        doubt = -(chances * np.where(mask, logs, 0.0)).sum(axis=1)
        state = (piece["seen"] * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]
        thought = np.tanh(state @ weights["v1"] + weights["c1"]) @ weights["v2"]
        return float((-gain - lessons.CURIOSITY * doubt + (thought - piece["worth"]) ** 2 / 2).mean())

    slopes = lessons.slopes_of(weights, piece, np)
    for name, value in weights.items():
        for _ in range(4):
            at = tuple(int(rng.integers(size)) for size in value.shape)
            more, less = ({n: v.copy() for n, v in weights.items()} for _ in range(2))
            more[name][at] += 1e-5
            less[name][at] -= 1e-5
            assert slopes[name][at] == pytest.approx((loss(more) - loss(less)) / 2e-5, rel=1e-3, abs=1e-6), name


def test_it_learns(lessons: Any, rider: Any, tmp_path: Path) -> None:
    policy, curve = lessons.train(rounds=2, count=16, steps=24, seed=1, test_races=4)
    fresh = rider.Policy.fresh(seed=1)
    assert all(not np.array_equal(policy.weights[name], fresh.weights[name]) for name in rider.Policy.NAMES)
    assert [decisions for decisions, _ in curve] == [0, 384, 768]
    policy.save(tmp_path / "w.npz")
    again = rider.Policy.load(tmp_path / "w.npz")
    assert all(np.array_equal(again.weights[name], policy.weights[name]) for name in rider.Policy.NAMES)


def test_returns_count_points_less_the_rivals_until_the_race_ends(lessons: Any) -> None:
    ridden = {
        "gain": np.array([[0.0], [3.0], [0.0]], np.float32), "actor": np.array([[0], [1], [0]]),
        "value": np.array([[0.5], [0.5], [0.7]], np.float32), "ended": np.array([[False], [True], [False]]),
    }  # fmt: skip
    found = lessons.returns_of(ridden, np)
    assert found[1, 0] == pytest.approx(3.0)
    assert found[0, 0] == pytest.approx(-lessons.DISCOUNT * 1.0)
    assert found[2, 0] == pytest.approx(lessons.DISCOUNT * 0.7)


def test_the_weights_that_come_with_it_beat_three_sprinters(lessons: Any, rider: Any) -> None:
    won = lessons.against_sprinters(rider.Policy.load(), races=150, seed=77)
    assert won.low > 0.35, won
    assert rider.WEIGHTS.stat().st_size < 100_000


def test_it_rides_at_the_table_as_a_bot_that_sees_its_view(rider: Any) -> None:
    bot, sprinter = rider.LearnedRider(), GAME.bot("sprinter")
    for teams, options in ((4, {}), (3, {"staggered_start": True}), (6, {"breakaway_from_group": True})):
        match = GAME.start(seed=5, teams=teams, **options)
        while not match.over:
            if match.actor == 0:
                action = bot.choose(match)
                assert bot.choose(match) == action
                match.play(action)
            else:
                match.play(match.choice_of(sprinter))
        assert len(match.standings()) == teams

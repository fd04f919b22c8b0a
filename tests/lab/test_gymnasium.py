"""Gymnasium's own check on every game, and a test that a learner rides the same races as `Match`."""

# ruff: noqa: E402 (what may be missing is asked for first)

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'parcours[lab]'")

from gymnasium.utils.env_checker import check_env

import parcours
from parcours.errors import BadOptionError, IllegalActionError
from parcours.games import GAMES, find_game
from parcours.lab import gymnasium as seats
from parcours.lab.vector import Vector
from tests.lab.test_vector import numbers_of

GAME = parcours.game("breaking_away")
BREAKING_AWAY = seats.env_id(GAME)


@pytest.mark.parametrize("env_id", seats.ids())
def test_gymnasium_finds_nothing_wrong(env_id: str, capsys: pytest.CaptureFixture[str]) -> None:
    check_env(gymnasium.make(env_id).unwrapped)


def test_ids_carry_the_version_of_the_rules() -> None:
    assert seats.ids()[0] == f"parcours/BreakingAway-v{GAME.rules.VERSION}"
    assert [gymnasium.spec(env_id).kwargs["game"] for env_id in seats.ids()] == list(GAMES)
    told = (Path(__file__).parents[2] / "docs" / "lab.md").read_text(encoding="utf-8")
    assert [env_id for env_id in seats.ids() if f"`{env_id}`" not in told] == []
    assert gymnasium.make(f"parcours.lab.gymnasium:{BREAKING_AWAY}").unwrapped.game is GAME


@pytest.mark.parametrize("name", GAMES)
def test_the_learner_rides_the_race_of_its_seed_against_the_bots(name: str) -> None:
    game, seat = find_game(name), 1
    env = gymnasium.make(seats.env_id(game), seat=seat, bots="random")
    seen, info = env.reset(seed=9)
    match, rng, over, reward = game.start(seed=9), np.random.default_rng(4), False, 0.0
    while not match.over:
        if match.actor != seat:
            match.play(match.choice_of(game.bot("random")))
            continue
        assert np.flatnonzero(info["action_mask"]).tolist() == sorted(match.legal())
        assert seen.tolist() == numbers_of(game, match.view(seat))
        assert not over
        assert reward == 0
        action = int(rng.choice(match.legal()))
        match.play(action)
        seen, reward, over, truncated, info = env.step(action)
        assert not truncated
    assert over
    place = next(standing.place for standing in match.standings() if standing.seat == seat)
    assert (reward > 0) == (place == 1)
    assert seen.tolist() == numbers_of(game, match.view(seat))


def test_without_a_seed_another_race_follows_from_the_last_seed() -> None:
    first, second = gymnasium.make(BREAKING_AWAY), gymnasium.make(BREAKING_AWAY)
    for env in (first, second):
        env.reset(seed=3)
        env.reset()
    assert first.unwrapped.match.setup.seed == second.unwrapped.match.setup.seed != 3


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = gymnasium.make(BREAKING_AWAY)
    seen, info = env.reset(seed=1)
    again, reward, over, _, told = env.step(0)
    assert np.array_equal(seen, again)
    assert (reward, over, told["refused"]) == (0, False, "action 0 is not legal now")
    assert np.array_equal(env.unwrapped.action_masks(), info["action_mask"] == 1)
    assert "refused" not in env.step(5)[4]


def test_bots_are_named_for_all_other_seats_or_for_each() -> None:
    env = gymnasium.make(BREAKING_AWAY, teams=3, seat=1, bots=["random", "sprinter"])
    assert [bot and bot.name for bot in env.unwrapped.bots] == ["random", None, "sprinter"]
    usual = gymnasium.make(BREAKING_AWAY, teams=3)
    assert [bot and bot.name for bot in usual.unwrapped.bots] == [None, "sprinter", "sprinter"]


@pytest.mark.parametrize(
    ("how", "said"),
    [({"seat": 4}, "no seat 4"), ({"seat": True}, "no seat True"), ({"bots": ["random"]}, "1 bots for 3 other seats"),
     ({"bots": "nobody"}, "nobody"), ({"render_mode": "radio"}, "no render mode"), ({"tailwind": True}, "tailwind")],
)  # fmt: skip
def test_a_wrong_set_up_is_refused(how: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        seats.SeatEnv("breaking_away", **how)


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_an_environment_steps_apart_from_its_copy(way: Any) -> None:
    env = gymnasium.make(BREAKING_AWAY, teams=3).unwrapped
    env.reset(seed=5)
    other = way(env)
    for one in (env, other):
        for _ in range(12):
            one.step(int(one.action_masks().argmax()))
    assert env.match.digest() == other.match.digest()
    other.step(int(other.action_masks().argmax()))
    assert len(other.match.actions) > len(env.match.actions)
    assert env.reset()[0].tolist() == other.reset()[0].tolist()


@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
def test_many_environments_step_apart_from_their_copy(way: Any) -> None:
    envs = gymnasium.make_vec(BREAKING_AWAY, num_envs=4, teams=3).unwrapped
    _, info = envs.reset(seed=5)
    other = way(envs)
    actions = info["action_mask"].argmax(axis=1)
    after, *_ = other.step(actions)
    with pytest.raises(IllegalActionError):
        other.step(np.full(4, -1))
    assert np.array_equal(envs.step(actions)[0], after)
    assert np.array_equal(envs.reset()[0], other.reset()[0])


def test_many_races_at_once_are_those_of_the_vector_form() -> None:
    env = gymnasium.make_vec(BREAKING_AWAY, num_envs=50, teams=3, seat=2, bots="random")
    assert isinstance(env.unwrapped, seats.SeatsEnv)
    seen, info = env.reset(seed=8)
    races = Vector(GAME, 50, teams=3, bots=["random", "random", None], seed=8)
    same, ended = races.reset(), 0
    for _ in range(300):
        assert np.array_equal(seen, same.observation)
        assert np.array_equal(info["action_mask"], same.mask)
        assert env.observation_space.contains(seen)
        actions = same.mask.argmax(axis=1)
        seen, rewards, over, truncated, info = env.step(actions)
        same = races.step(actions)
        assert np.array_equal(rewards, same.rewards[:, 2])
        assert np.array_equal(over, same.ended)
        assert not truncated.any()
        ended += int(over.sum())
    assert ended > 50
    with pytest.raises(IllegalActionError):
        env.step(np.full(50, -1))


def test_a_reset_of_many_without_a_seed_begins_other_races() -> None:
    envs = gymnasium.make_vec(BREAKING_AWAY, num_envs=5, bots="random")

    def ridden(seed: int | None) -> list[list[int]]:
        info = envs.reset(seed=seed)[1]
        for _ in range(30):
            seen, *_, info = envs.step(info["action_mask"].argmax(axis=1))
        return seen.tolist()

    first, second = ridden(8), ridden(None)
    assert first != second
    assert [ridden(8), ridden(None)] == [first, second]

"""PettingZoo's own tests on every game, and a test that agents see what their seats may see."""

# ruff: noqa: E402 (what may be missing is asked for first)

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

pettingzoo = pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parcours[lab]'")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # its tests load one of PettingZoo's games in a deprecated way
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, render_test, seed_test, state_test

import parcours
from parcours.errors import BadOptionError
from parcours.games import GAMES
from parcours.lab import pettingzoo as zoo
from tests.lab.test_vector import numbers_of

EVERY_GAME = GAMES

pytestmark = [  # what PettingZoo says about all games with masks except its own
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize("name", EVERY_GAME)
def test_pettingzoo_finds_nothing_wrong(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    module = zoo.env_module(name)
    api_test(module.env(), num_cycles=100)
    seed_test(module.env, num_cycles=30)
    max_cycles_test(module)
    parallel_api_test(module.parallel_env(), num_cycles=60)
    state_test(module.env(), module.parallel_env())
    render_test(module.env)


def play(env: Any, seed: int) -> list[tuple[str, int]]:
    """Ride to the end with random legal actions. Returns who did what."""
    env.reset(seed=seed)
    rng, told = np.random.default_rng(seed), []
    for agent in env.agent_iter():
        observation, _, termination, truncation, _ = env.last()
        if termination or truncation:
            env.step(None)
            continue
        action = int(rng.choice(np.flatnonzero(observation["action_mask"])))
        told.append((agent, action))
        env.step(action)
    return told


def test_agents_see_what_their_seats_may_see_of_the_race_of_that_seed() -> None:
    game = parcours.game("breaking_away")
    env, match = zoo.env_module("breaking_away").env(teams=3, staggered_start=True), None
    env.reset(seed=4)
    match = game.start(teams=3, seed=4, staggered_start=True)
    rng = np.random.default_rng(1)
    while not match.over:
        assert env.agent_selection == f"team_{match.actor}"
        for seat in range(3):
            seen = env.observe(f"team_{seat}")
            assert seen["observation"].tolist() == numbers_of(game, match.view(seat))
            assert np.flatnonzero(seen["action_mask"]).tolist() == (
                sorted(match.legal()) if seat == match.actor else []
            )
        action = int(rng.choice(match.legal()))
        env.step(action)
        match.play(action)
    places = {f"team_{standing.seat}": standing.place for standing in match.standings()}
    assert all(env.terminations.values())
    assert sum(env.rewards.values()) == pytest.approx(0)
    assert {agent for agent, reward in env.rewards.items() if reward > 0} == {a for a, p in places.items() if p == 1}


def test_without_a_seed_another_race_follows_from_the_last_seed() -> None:
    module = zoo.env_module("um_reifenbreite")
    first, second = module.raw_env(), module.raw_env()
    for env in (first, second):
        env.reset(seed=3)
        env.reset()
    assert first.match.setup.seed == second.match.setup.seed != 3


def test_an_illegal_action_is_refused_and_changes_nothing() -> None:
    env = zoo.env_module("breaking_away").raw_env()
    env.reset(seed=1)
    before = env.match.digest()
    env.step(0)
    assert env.infos["team_0"] == {"refused": "action 0 is not legal now"}
    assert (env.match.digest(), env.agent_selection) == (before, "team_0")
    env.step(5)
    assert env.infos["team_0"] == {}
    assert env.agent_selection == "team_1"


def test_a_capped_race_ends_for_each_team_after_its_decisions() -> None:
    told = play(zoo.env_module("breaking_away").env(max_cycles=3), 2)
    assert [agent for agent, _ in told].count("team_0") == 3
    assert len(told) == 12


def test_the_race_can_be_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    module = zoo.env_module("breaking_away")
    env = module.env(render_mode="ansi")
    env.reset(seed=1)
    assert env.render() == str(env.unwrapped.match)
    assert capsys.readouterr().out == ""
    for made in (module.env(render_mode="human"), module.parallel_env(render_mode="human")):
        made.reset(seed=1)
        assert "Red" in capsys.readouterr().out  # each step is shown without being asked
    pixels = module.env(render_mode="rgb_array")
    pixels.reset(seed=1)
    before = pixels.render()
    for _ in range(30):
        pixels.step(int(pixels.last()[0]["action_mask"].argmax()))
    after = pixels.render()
    assert before.shape == after.shape
    assert 0 < (before != after).any(axis=2).mean() < 0.2  # riders moved, the land did not


def test_the_state_holds_what_is_hidden_from_the_teams() -> None:
    env = zoo.env_module("breaking_away").raw_env(teams=3)
    env.reset(seed=2)
    for action in (6, 8, 10, 19, 13, 13, 8, 8, 8, 8):  # Red divides its points in secret
        env.step(action)
    state, seen = env.state(), env.shared._eyes.observation
    assert state.tolist() == numbers_of(env.match.game, env.match.state)
    own, others = (env.observe(f"team_{seat}")["observation"] for seat in (0, 1))
    assert not np.array_equal(seen.read(own, "factor"), seen.read(others, "factor"))
    assert np.array_equal(seen.read(own, "factor")[:4], seen.read(state, "factor")[:4])


def test_names_carry_the_version_of_the_rules() -> None:
    version = parcours.game("breaking_away").rules.VERSION
    module = getattr(zoo, f"breaking_away_v{version}")
    assert module.env().metadata["name"] == f"breaking_away_v{version}"
    made = pettingzoo.make("aec", f"parcours/breaking_away_v{version}", teams=3)
    assert (made.metadata["name"], len(made.possible_agents)) == (f"breaking_away_v{version}", 3)
    with pytest.raises(AttributeError, match="there is no environment 'breaking_away_v99'"):
        zoo.breaking_away_v99  # noqa: B018
    with pytest.raises(AttributeError, match="has no attribute 'chess_v6'"):
        zoo.chess_v6  # noqa: B018
    with pytest.raises(BadOptionError, match="no environment 'chess'"):
        zoo.env_module("chess")


@pytest.mark.parametrize("how", [{"teams": 9}, {"max_cycles": 0}, {"render_mode": "radio"}, {"tailwind": True}])
def test_a_wrong_set_up_is_refused(how: dict[str, Any]) -> None:
    module = zoo.env_module("breaking_away")
    for make in (module.raw_env, module.parallel_env):
        with pytest.raises(BadOptionError):
            make(**how)

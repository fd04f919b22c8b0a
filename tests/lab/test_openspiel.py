"""OpenSpiel's own tests on every game, and its own algorithms on them, unchanged."""

# ruff: noqa: E402 (what may be missing is asked for first)

from __future__ import annotations

import pickle
import random
import unittest
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'parcours[lab]'")

from open_spiel.integration_tests import api_test
from open_spiel.python import rl_environment
from open_spiel.python.algorithms import ismcts, mcts, outcome_sampling_mccfr
from open_spiel.python.observation import make_observation

import parcours
from parcours.engine.kernel import COMPILED
from parcours.errors import BadOptionError
from parcours.games import GAMES
from parcours.lab import openspiel
from parcours.lab.gpu_check import can_be, set_ups
from tests.lab.test_vector import numbers_of

EVERY_GAME = GAMES
GAME = parcours.game("breaking_away")
EXAMPLE = Path(__file__).parents[2] / "examples" / "openspiel_search.py"


def walk(game: pyspiel.Game, steps: int, seed: int) -> openspiel.RaceState:
    """A state some way into a race: random legal actions, chance included."""
    state, rng = game.new_initial_state(), random.Random(seed)
    for _ in range(steps):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", EVERY_GAME)
def test_openspiel_finds_nothing_wrong(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(f"parcours_{name}"), num_sims=1, serialize=COMPILED, verbose=False)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_openspiels_own_suite_finds_nothing_wrong(name: str) -> None:
    game = f"parcours_{name}"
    suite = type(game, (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(game), "game_name": game})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(suite).run(result)
    assert result.testsRun >= 5
    assert result.errors == result.failures == result.skipped == []


def test_what_was_ever_seen_is_told_as_a_string_and_not_as_a_tensor() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3)")
    assert not game.get_type().provides_information_state_tensor
    recalling = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recalling.tensor is None
    state = walk(game, 12, 1)
    assert recalling.string_from(state, 1) == state.information_state_string(1)
    for ask in (lambda: state.information_state_tensor(1), lambda: recalling.set_from(state, 1)):
        with pytest.raises(BadOptionError, match="is a string, not a tensor"):
            ask()


def test_openspiels_environment_for_learners_rides_a_race() -> None:
    env = rl_environment.Environment(pyspiel.load_game("parcours_breaking_away(players=3)"))
    step = env.reset()
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == env.observation_spec()["info_state"][0]
        step = env.step([step.observations["legal_actions"][player][0]])
    assert sum(step.rewards) == pytest.approx(0)


def test_states_can_be_written_down_and_read_again() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3,staggered_start=true)")
    state = walk(game, 50, 1)
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history()
    assert again.observation_string(1) == state.observation_string(1)
    assert again.information_state_string(2) == state.information_state_string(2)
    assert pickle.loads(pickle.dumps(game)).get_parameters() == game.get_parameters()


def test_parameters_are_the_options_of_the_game() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=5,open_sheets=true)")
    assert game.num_players() == 5
    assert game.get_parameters()["open_sheets"] is True
    assert game.new_initial_state()._races[0]["open_sheets"] == 1
    with pytest.raises(Exception, match="there is no course 'moon'"):
        pyspiel.load_game("parcours_breaking_away(course=moon)")


def string_of(name: str, how: dict[str, object]) -> str:
    """A set-up as somebody types it for OpenSpiel."""
    words = {"teams": "players"}
    told = [
        f"{words.get(key, key)}={str(value).lower() if isinstance(value, bool) else value}"
        for key, value in how.items()
        if value is not None
    ]
    return f"parcours_{name}({','.join(told)})"


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_option_can_be_given_in_a_string_and_comes_back(name: str) -> None:
    game, tried = parcours.game(name), 0
    mixed = {o.name for o in game.options if len({choice.isdecimal() for choice, _ in o.choices}) == 2}
    for how in set_ups(game):
        if not can_be(game, how):
            continue
        given = {
            key: f"_{value}" if key in mixed and str(value).isdecimal() else value
            for key, value in how.items()
        }  # fmt: skip
        loaded = pyspiel.load_game(string_of(name, given))
        options = {key: value for key, value in how.items() if key not in ("teams", "course")}
        teams = int(how.get("teams", game.default_teams))
        assert loaded.num_players() == teams
        assert loaded.fixed.options == game.checked_options(teams, options)
        again = pyspiel.load_game(str(loaded))
        assert again.get_parameters() == loaded.get_parameters()
        assert again.fixed.options == loaded.fixed.options
        tried += 1
    assert tried > 3


def test_chance_is_explicit_and_players_see_what_their_seats_may_see() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3)")
    state, match = game.new_initial_state(), GAME.start(teams=3, manual_chance=True)
    rng, rolled = random.Random(1), 0
    while not match.over:
        assert sorted(match.legal()) == state.legal_actions()
        if state.is_chance_node():
            rolled += 1
            weights = dict(zip(match.legal(), match.weights(), strict=True))
            assert dict(state.chance_outcomes()) == pytest.approx({a: w / 3 for a, w in weights.items()})
        else:
            assert state.current_player() == match.actor
        if len(match.actions) % 20 == 0:
            for seat in range(3):
                tensor = np.array(state.observation_tensor(seat))
                assert tensor[:3].tolist() == np.eye(3)[seat].tolist()
                assert tensor[3:].tolist() == numbers_of(GAME, match.view(seat))
        action = rng.choice(match.legal())
        state.apply_action(action)
        match.replay(action)
    assert rolled == 1
    assert state.is_terminal()
    best = [standing.seat for standing in match.standings() if standing.place == 1]
    assert [seat for seat, worth in enumerate(state.returns()) if worth > 0] == best
    assert sum(state.returns()) == pytest.approx(0)


def test_a_player_knows_what_it_has_seen_and_done_and_nothing_else() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3)")
    quick, own, other = (game.new_initial_state() for _ in range(3))
    for state, sheet in (
        (quick, [5]),
        (own, [6, 8, 9, 20, 13, 13, 8, 8, 8, 8]),
        (other, [6, 8, 10, 19, 13, 13, 8, 8, 8, 8]),
    ):
        for action in sheet:  # Red divides its points in secret
            state.apply_action(action)
    assert quick.current_player() == own.current_player() == other.current_player() == 1
    assert quick.information_state_string(1) == own.information_state_string(1) == other.information_state_string(1)
    assert len({state.information_state_string(0) for state in (quick, own, other)}) == 3
    copied = own.clone()
    copied.apply_action(5)
    assert own.information_state_string(1) == quick.information_state_string(1) != copied.information_state_string(1)


def test_another_race_that_a_player_could_be_in() -> None:
    state = walk(pyspiel.load_game("parcours_breaking_away"), 45, 3)
    player = state.current_player()
    made = [state.resample_from_infostate(player, lambda luck=luck: luck) for luck in (0.1, 0.5, 0.9)]
    for other in made:
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
    rival = (player + 1) % 4
    assert len({other.observation_string(rival) for other in made}) > 1
    while not made[0].is_terminal():
        made[0].apply_action(made[0].legal_actions()[0])


def test_openspiels_own_searches_ride_a_race() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3)")
    state = walk(game, 60, 5)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    searcher = mcts.MCTSBot(game, 2.0, 12, evaluator, random_state=np.random.RandomState(2))
    assert searcher.step(state) in state.legal_actions()
    guesser = ismcts.ISMCTSBot(
        game=game, evaluator=evaluator, uct_c=2.0, max_simulations=12, random_state=np.random.RandomState(3)
    )
    assert guesser.step(state) in state.legal_actions()


def test_the_example_lets_openspiels_search_ride_a_race() -> None:
    spec = spec_from_file_location("openspiel_search", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = module_from_spec(spec)
    spec.loader.exec_module(example)
    returns, choices = example.ride(pyspiel.load_game("parcours_breaking_away(players=3)"), simulations=2, seed=1)
    assert sum(returns) == pytest.approx(0)
    assert choices > 20


def test_openspiels_own_regret_minimiser_learns_from_whole_races() -> None:
    game = pyspiel.load_game("parcours_breaking_away(players=3)")
    np.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    solver.iteration()
    policy = solver.average_policy()
    state = game.new_initial_state()
    assert sum(policy.action_probabilities(state).values()) == pytest.approx(1)
    assert len(solver._infostates) > 50


def test_observers_take_no_parameters() -> None:
    with pytest.raises(BadOptionError, match="observers take no parameters"):
        openspiel.RaceGame(GAME, openspiel.game_type(GAME)).make_py_observer(None, {"colour": 1})

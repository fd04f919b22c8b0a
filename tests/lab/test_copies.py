"""Copies and pickles of races, tours, batches, vectors and environments: each is independent of the original."""

from __future__ import annotations

import copy
import importlib
import pickle
import subprocess
import sys

import numpy as np
import pytest

import parcours
from parcours.lab.pettingzoo import env_module
from parcours.lab.vector import Vector
from parcours.tours import new_tour, ride

GAME = parcours.game("breaking_away")
WAYS = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda thing: pickle.loads(pickle.dumps(thing))}


@pytest.fixture(params=WAYS)
def again(request):
    """Each way to copy a thing."""
    return WAYS[request.param]


def test_a_game_and_its_courses_stay_one(again):
    assert again(GAME) is GAME
    course = again(GAME.course())
    assert (course, course.digest) == (GAME.course(), GAME.course().digest)


@pytest.mark.parametrize("name", parcours.game_names())
def test_a_race_is_ridden_on_apart_from_its_copy(again, name):
    game = parcours.game(name)
    race = game.start(seed=3)
    for _ in range(70):
        race.play(race.legal()[-1])
    other = again(race)
    assert (other.digest(), other.actions, other.legal()) == (race.digest(), race.actions, race.legal())
    before = race.digest()
    other.play(other.legal()[0])
    assert race.digest() == before
    race.play(race.legal()[0])
    assert race.digest() == other.digest()
    other.undo()
    assert other.digest() == before


def test_a_race_seen_by_a_seat_is_copied_without_a_past(again):
    race = GAME.start(seed=3)
    for _ in range(20):
        race.play(race.legal()[0])
    seen = race.seen_by(race.actor)
    other = again(seen)
    assert (other.digest(), other.actions) == (seen.digest(), [])


def test_a_tour_is_booked_apart_from_its_copy(again):
    tour = new_tour(GAME, ["grand_circuit"] * 2, teams=3, seed=7)
    ride_one = tour.next_race()
    while not ride_one.over:
        ride_one.play(ride_one.choice_of(GAME.bot("random")))
    tour.book(ride_one)
    other = again(tour)
    ride(other, ["random"])
    assert (len(tour.results), len(other.results), other.over) == (1, 2, True)
    assert other.results[0] == tour.results[0]


def test_a_batch_is_ridden_apart_from_its_copy(again):
    batch = GAME.batch(5, teams=3, seed=1)
    batch.step(batch.legal_mask().argmax(axis=1))
    other = again(batch)
    before = batch.races.tobytes()
    other.step(other.legal_mask().argmax(axis=1))
    assert batch.races.tobytes() == before
    batch.step(batch.legal_mask().argmax(axis=1))
    assert batch.races.tobytes() == other.races.tobytes()
    assert np.array_equal(batch.play_out(), other.play_out())
    other.restart()
    assert batch.over.all()
    assert not other.over.any()


def test_a_vector_steps_apart_from_its_copy(again):
    races = Vector(GAME, 6, teams=3, seed=2, threads=2)
    seen = races.reset()
    other = again(races)
    mask = seen.mask.copy()
    after = other.step(mask.argmax(axis=1))
    assert np.array_equal(races._own.mask, mask)
    same = races.step(mask.argmax(axis=1))
    for name in races.shapes:
        assert np.array_equal(getattr(after, name), getattr(same, name)), name


@pytest.mark.parametrize("kind", ["env", "raw_env"])
def test_an_environment_steps_apart_from_its_copy(kind, again):
    env = getattr(env_module("breaking_away"), kind)(teams=3)
    env.reset(seed=5)
    other = again(env)
    for one in (env, other):
        for _ in range(30):
            one.step(int(one.last()[0]["action_mask"].argmax()))
    assert env.unwrapped.match.digest() == other.unwrapped.match.digest()
    assert env.unwrapped.match is not other.unwrapped.match
    other.step(int(other.last()[0]["action_mask"].argmax()))
    assert len(other.unwrapped.match.actions) > len(env.unwrapped.match.actions)


def test_a_parallel_environment_steps_apart_from_its_copy(again):
    env = env_module("rally").parallel_env(teams=3)
    seen, _ = env.reset(seed=5)
    other = again(env)
    before = env.match.digest()
    for one in (other, env):
        seen = one._look(one.agents)
        one.step({agent: int(seen[agent]["action_mask"].argmax()) for agent in one.agents})
        assert one is env or env.match.digest() == before
    assert env.match.digest() == other.match.digest() != before


def test_a_state_of_openspiel_goes_on_apart_from_its_copy(again):
    load = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'parcours[lab]'").load_game
    importlib.import_module("parcours.lab.openspiel")
    state = load("parcours_profi(players=2)").new_initial_state()
    for _ in range(60):
        state.apply_action(state.legal_actions()[-1])
    other = again(state)
    assert (str(other), other.history()) == (str(state), state.history())
    before = state.observation_string(0)
    for _ in range(5):
        other.apply_action(other.legal_actions()[0])
    assert state.observation_string(0) == before
    for _ in range(5):
        state.apply_action(state.legal_actions()[0])
    for seat in (0, 1):
        assert state.observation_string(seat) == other.observation_string(seat)
        assert state.information_state_string(seat) == other.information_state_string(seat)


def test_a_pickle_is_read_in_another_process(tmp_path):
    race = GAME.start(teams=3, seed=1, staggered_start=True)
    for _ in range(25):
        race.play(race.legal()[0])
    file = tmp_path / "race.pickle"
    file.write_bytes(pickle.dumps(race))
    told = "import pickle, sys; print(pickle.load(open(sys.argv[1], 'rb')).digest())"
    done = subprocess.run([sys.executable, "-c", told, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.split()[-1] == race.digest()

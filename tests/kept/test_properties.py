"""What holds in every race of every game: whole random races, with every team count and option set."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import parcours
from parcours.engine.match import Match
from parcours.engine.racefile import read_race, write_race
from parcours.engine.record import same
from parcours.games import GAMES
from tests.engine.fitting import fitting

EVERY_GAME = GAMES


@st.composite
def set_ups(draw: st.DrawFn) -> Match:
    game = parcours.game(draw(st.sampled_from(EVERY_GAME)))
    teams = draw(st.integers(game.min_teams, game.max_teams))
    options = {
        option.name: draw(st.sampled_from([name for name, _ in option.choices]) if option.choices else st.booleans())
        for option in game.options
    }
    chosen = fitting(game, teams, options)
    return game.start(teams=teams, seed=draw(st.integers(0, 2**63 - 1)), manual_chance=True, **chosen)


@st.composite
def points_of_races(draw: st.DrawFn) -> Match:
    """A race somewhere between start and end, with random actions so far."""
    race = draw(set_ups())
    _ride_on(race, draw(st.integers(0, 2**32)), draw(st.integers(0, 400)))
    return race


def _ride_on(race: Match, key: int, actions: int) -> None:
    luck = np.random.default_rng(key)
    while not race.over and actions > 0:
        legal = race.legal()
        race.play(legal[luck.integers(len(legal))])
        actions -= 1


@given(set_ups(), st.integers(0, 2**32))
def test_there_is_always_a_legal_action_until_the_end_and_the_race_ends(race, key):
    luck = np.random.default_rng(key)
    for _ in range(20_000):
        if race.over:
            break
        legal = race.legal()
        assert legal
        assert len(set(legal)) == len(legal)
        assert len({race.notation(action) for action in legal}) == len(legal)
        assert all(0 <= action < race.game.actions for action in legal)
        if race.actor < 0:
            assert all(weight > 0 for weight in race.weights())
        race.play(legal[luck.integers(len(legal))])
    assert race.over
    assert {row.place for row in race.standings()} >= {1}


@given(set_ups(), st.integers(0, 2**32))
def test_replay_and_race_file_give_the_identical_state(race, key):
    _ride_on(race, key, 10_000)
    again = Match.replayed(race.setup, race.actions)
    assert same(again.state, race.state)
    read = read_race(write_race(race))
    assert read.actions == race.actions
    assert same(read.state, race.state)
    assert write_race(read) == write_race(race)


@given(points_of_races())
def test_every_legal_action_on_a_copy_leaves_the_original_unchanged(race):
    before, digest = race.state, race.digest()
    for action in race.legal():
        race.copy().play(action)
        assert same(race.state, before)
    assert race.digest() == digest
    scene = race.game.scene(race, max(race.actor, -1))
    assert scene
    assert race.digest() == digest


@given(points_of_races(), st.data())
def test_undo_brings_back_the_very_state(race, data):
    if race.over:
        return
    before, log = race.digest(), list(race.actions)
    race.play(data.draw(st.sampled_from(race.legal())))
    race.undo()
    assert race.digest() == before
    assert race.actions == log


@given(points_of_races(), st.data())
def test_a_branch_rides_on_by_itself(race, data):
    digest = race.digest()
    point = data.draw(st.integers(0, len(race.actions)))
    branch = race.at(point)
    assert branch.actions == race.actions[:point]
    _ride_on(branch, 1, 10_000)
    assert branch.over
    assert race.digest() == digest


@given(points_of_races(), st.integers(0, 2**32))
def test_a_view_leaks_nothing(race, key):
    """A guess differs from the truth only in what the seat can't see: its view must be the same."""
    for seat in range(-1, race.teams):
        view = race.view(seat)
        guess = race.guess(seat, key)
        assert same(guess.view(seat), view)
        if seat >= 0 and seat == race.actor:
            assert guess.legal() == race.legal()


@given(points_of_races(), st.integers(0, 2**32))
def test_a_guess_is_a_race_that_can_be_ridden_to_its_end(race, key):
    guess = race.guess(max(race.actor, 0), key)
    _ride_on(guess, key, 10_000)
    assert guess.over


@given(points_of_races())
def test_a_viewer_is_shown_scene_and_choices_in_every_language(race):
    from parcours.engine.scene import plain

    for seat in (-1, max(race.actor, 0)):
        scene = race.game.scene(race, seat)
        decides = race.actor == seat or race.actor == -1
        assert sorted(choice.action for choice in scene.choices) == (sorted(race.legal()) if decides else [])
        for language in ("en", "it", "de", "fr"):
            shown = plain(scene, language)
            assert "{" not in str([shown["prompt"], [choice["label"] for choice in shown["choices"]]])


@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_bots_only_do_what_is_legal(name):
    game = parcours.game(name)
    for seed in range(6):
        race = game.start(teams=game.min_teams + seed % 2, seed=seed)
        while not race.over:
            action = race.choice_of(game.bots[race.actor % len(game.bots)])
            assert action in race.legal()
            race.play(action)


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_action_code_has_words_in_every_language(name):
    game = parcours.game(name)
    for language in ("en", "it", "de", "fr"):
        words = [game.code_words(action).to(language) for action in range(game.actions)]
        assert len(set(words)) == game.actions

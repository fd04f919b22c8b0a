"""Quick starts and routines: the first question of a quick race is asked on the road."""

from __future__ import annotations

import pytest

import parcours
from parcours.engine.click import offered
from parcours.engine.routine import OPENING, forced_or_usual
from parcours.engine.scene import plain

ON_THE_ROAD = {
    "breaking_away": "rides",
    "um_reifenbreite": "rides",
    "leader_one": "attacks",
    "rally": "gear",
    "profi": "plays",
}
"""A word from one of the choices that the first question of a quick race offers."""
STAYING = {"Don’t attack", "Ask me who drops back"}
"""Choices in Leader 1 that move nothing and cost nothing: without an attack, the bunch rolls first."""


@pytest.mark.parametrize("name", parcours.game_names())
@pytest.mark.parametrize("seed", [1, 7])
def test_the_first_question_of_a_quick_race_is_asked_on_the_road(name, seed):
    game = parcours.game(name)
    race = game.start(seed=seed, quick=True)
    while (answer := forced_or_usual(race, game.quick.routines)) is not None:
        race.play(answer)
    assert race.turn >= 1
    assert any(ON_THE_ROAD[name] in race.words(action) for action in race.legal())


@pytest.mark.parametrize("name", parcours.game_names())
@pytest.mark.parametrize("seed", [1, 7])
def test_the_first_press_of_a_quick_race_moves_a_piece_or_spends_something(name, seed):
    game = parcours.game(name)
    race = game.start(seed=seed, quick=True)
    while race.actor != 0 or (answer := forced_or_usual(race, game.quick.routines)) is not None:
        race.play(race.choice_of(game.bots[-1]) if race.actor != 0 else answer)
    before = game.scene(race, 0)
    stood = {piece.id: piece.square for piece in before.pieces}
    presses, passing = offered(race) or before.choices, set()
    for press in presses:
        after = race.copy()
        for action in press.actions or (press.action,):
            after.replay(action)
        after.settle()
        seen = game.scene(after, 0)
        moved = any(stood.get(piece.id) != piece.square for piece in seen.pieces)
        if not moved and seen.panels == before.panels:
            passing.add(plain(press, "en")["label"])
    assert passing == (STAYING if name == "leader_one" else set())
    assert len(presses) > len(passing)


@pytest.mark.parametrize("name", parcours.game_names())
def test_a_quick_race_is_a_race_like_any_other(name):
    game = parcours.game(name)
    race = game.start(seed=3, quick=True)
    assert race.setup.options == game.checked_options(race.teams, game.quick.options)
    again = type(race).replayed(race.setup, race.actions)
    assert again.digest() == race.digest()


@pytest.mark.parametrize("name", parcours.game_names())
def test_every_routine_of_a_quick_start_is_one_of_the_game(name):
    game = parcours.game(name)
    assert set(game.quick.routines) <= {routine.id for routine in game.routines}
    assert game.routines[0] is OPENING


def test_options_of_ones_own_are_kept():
    race = parcours.game("profi").start(seed=1, quick=True, wind=True, weather=False)
    assert race.setup.options["wind"] is True
    assert race.setup.options["doping"] is True
    assert race.turn >= 1


def test_a_forced_answer_is_given_and_an_open_question_is_not():
    game = parcours.game("um_reifenbreite")
    race = game.start(seed=1, level="A")
    assert forced_or_usual(race, ()) is None
    assert forced_or_usual(race, [OPENING.id]) in race.legal()
    while len(race.legal()) > 1:
        race.play(race.legal()[0])
    assert forced_or_usual(race, ()) == race.legal()[0]

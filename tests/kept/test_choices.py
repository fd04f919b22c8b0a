"""What holds for the choices of every game as the table offers them: reliable keys, ordered lists."""

from __future__ import annotations

import re

import numpy as np
import pytest

import parcours
from parcours.engine.match import Match
from parcours.engine.scene import Choice
from parcours.games import GAMES

DECISIONS = 250


def rides(game: str) -> list[tuple[Choice, ...]]:
    """What is offered to each deciding player in the first decisions of a race."""
    race = parcours.game(game).start(seed=3)
    luck = np.random.default_rng(5)
    offered = []
    for _ in range(DECISIONS):
        if race.over:
            break
        offered.append(scene_choices(race))
        legal = race.legal()
        race.play(legal[luck.integers(len(legal))])
    return offered


def scene_choices(race: Match) -> tuple[Choice, ...]:
    return race.game.scene(race, race.actor).choices


@pytest.mark.parametrize("game", GAMES)
def test_a_digit_is_the_key_only_of_what_bears_that_digit(game: str) -> None:
    """The page gives out the other digits in order, so that none is skipped."""
    for choices in rides(game):
        for choice in choices:
            assert not choice.key.isdigit() or choice.key == choice.short, choice


@pytest.mark.parametrize("game", GAMES)
def test_rides_are_listed_from_the_shortest_to_the_longest(game: str) -> None:
    for choices in rides(game):
        numbers = [int(choice.short) for choice in choices if re.fullmatch(r"\d+", choice.short) and choice.path]
        if not any(choice.lane for choice in choices):
            assert numbers == sorted(numbers)

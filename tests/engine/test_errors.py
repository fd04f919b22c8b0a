"""Errors that help: what was wrong, and what to write instead."""

from __future__ import annotations

import numpy as np
import pytest

import parcours
from parcours.bots.search import search
from parcours.errors import BadOptionError, IllegalActionError, ParcoursError
from parcours.lab.vector import Vector

GAME = parcours.game("breaking_away")
RALLY = parcours.game("rally")


@pytest.mark.parametrize("seed", ["a", None, 1.5, True])
def test_a_seed_is_a_whole_number(seed):
    for make in (lambda: GAME.start(seed=seed), lambda: GAME.batch(2, seed=seed), lambda: Vector(GAME, 2, seed=seed)):
        with pytest.raises(BadOptionError, match=r"the seed must be a whole number"):
            make()
    assert GAME.start(seed=np.int64(7)).digest() == GAME.start(seed=7).digest()


def test_seats_are_words_and_not_how_many():
    with pytest.raises(BadOptionError, match=r"teams=3"):
        GAME.start(seats=3)
    with pytest.raises(BadOptionError, match=r"seats must be a list of names"):
        GAME.start(seats="Ada")
    with pytest.raises(BadOptionError, match=r"at most 3 names"):
        GAME.start(teams=3, seats=["Ada", "Bea", "Cleo", "Dora"])
    assert GAME.start(teams=3, seats=["Ada"]).setup.seats == ("Ada",)


def test_words_are_for_legal_actions():
    race = GAME.start(seed=1)
    with pytest.raises(IllegalActionError, match=r"action 999 is not legal now \(legal: "):
        race.words(999)
    illegal = next(code for code in range(GAME.actions) if code not in race.legal())
    with pytest.raises(IllegalActionError, match=rf"action {illegal} \(.+\) is not legal now"):
        race.words(illegal)


def test_a_search_takes_a_budget():
    with pytest.raises(BadOptionError, match=r"Budget\(iterations=100\)"):
        search(GAME.start(), 100)  # type: ignore[arg-type]


def test_a_batch_takes_a_bot_for_each_seat():
    with pytest.raises(BadOptionError, match=r"\['codriver'\] \* 4"):
        RALLY.batch(2, teams=4).play_out("codriver")


class Mine:
    """A user's bot."""

    def choose(self, race):
        return race.legal()[0]


def test_a_bot_of_ones_own_is_asked_by_itself_or_named_by_its_file():
    race = GAME.start(seed=1)
    with pytest.raises(BadOptionError, match=r"bot\.choose\(race\.seen_by\(race\.actor\)\).*FILE\.py:CLASS"):
        race.choice_of(Mine())  # type: ignore[arg-type]
    assert Mine().choose(race.seen_by(race.actor)) in race.legal()
    with pytest.raises(BadOptionError, match=r"game\.bot\('sprinter'\)"):
        race.choice_of("sprinter")  # type: ignore[arg-type]


def test_nobody_chooses_when_the_race_is_over():
    race = GAME.start(teams=3, seed=1)
    while not race.over:
        race.play(race.legal()[0])
    with pytest.raises(IllegalActionError, match="the race is over"):
        race.choice_of(GAME.bot("random"))


@pytest.mark.parametrize("seat", [77, -2, 4, True, "0"])
def test_there_are_only_the_seats_of_the_race(seat):
    race = GAME.start(teams=4)
    with pytest.raises(ParcoursError, match=r"there is no seat .*\(seats: 0 to 3; -1 is a spectator\)"):
        race.view(seat)

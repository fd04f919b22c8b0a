"""Typical first mistakes with the library are refused, and the error says what to pass instead."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.bots.search import Budget, search
from parcours.errors import BadOptionError, IllegalActionError
from parcours.lab.vector import Vector

GAME = parcours.game("breaking_away")


class Own:
    """A user's bot."""

    def choose(self, race):
        return race.legal()[0]


def race():
    return GAME.start(teams=3, seed=7)


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: GAME.start(seed="a"), "the seed must be a whole number"),
        (lambda: GAME.start(seats=3), "teams=3"),
        (lambda: GAME.start(teams="3"), "a whole number"),
        (lambda: GAME.start(course=3), "courses: grand_circuit"),
        (lambda: GAME.start(colour=1), "options: "),
        (lambda: GAME.batch("a"), "the number of races must be a whole number"),
        (lambda: GAME.batch(3, teams=3).play_out("codriver"), r"\['codriver'\] \* 3"),
        (lambda: GAME.bot(3), "bots: random"),
        (lambda: parcours.game(3), "games: breaking_away"),
        (lambda: race().choice_of(Own()), "race.seen_by"),
        (lambda: race().choice_of("sprinter"), r"game.bot\('sprinter'\)"),
        (lambda: race().view(77), "seats: 0 to 2"),
        (lambda: race().guess(77, 1), "seats: 0 to 2"),
        (lambda: race().seen_by("red"), "seats: 0 to 2"),
        (lambda: search(race(), 100), r"Budget\(iterations=100\)"),
        (lambda: Budget(iterations="a"), "either iterations or seconds"),
        (lambda: Vector("rally", 4), r"parcours.game\('rally'\)"),
        (lambda: Vector(GAME, 0), "at least one race"),
    ],
)
def test_a_wrong_option_is_refused_with_what_there_is(call, told):
    with pytest.raises(BadOptionError, match=told):
        call()


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (lambda: race().words(999), "legal: 5, 6"),
        (lambda: race().notation(999), "legal: 5, 6"),
        (lambda: race().play(None), "legal: 5, 6"),
        (lambda: race().at("a"), "no point 'a'"),
        (lambda: race().roll(), "it is seat 0's turn"),
        (lambda: race().weights(), "chance does not act now"),
    ],
)
def test_what_a_race_can_not_do_now_is_refused_with_what_it_can(call, told):
    with pytest.raises(IllegalActionError, match=told):
        call()


def test_a_course_is_given_by_its_path_too():
    path = GAME.folder / "data" / "courses" / "grand_circuit.toml"
    assert isinstance(path, Path)
    assert GAME.start(course=path).setup.course.digest == GAME.course().digest
    assert GAME.batch(np.int64(2), course=path).count == 2

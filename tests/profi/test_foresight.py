"""Profi: the forecast of how a race will end, which guides the search."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
from numpy.typing import NDArray

from parcours.engine.match import Match
from parcours.games.profi.foresight import clock, foreseen
from tests.profi.riding import GAME, standing

VETERAN = replace(GAME.bot("directeur"), kind=2)


def looked_at(race: Match) -> tuple[NDArray[np.float64], float]:
    """How well each team stands, and the luck that is left."""
    points = np.zeros(4)
    luck = foreseen(race.races[0], race.setup.course.road, points)
    return points, luck


def test_who_rides_ahead_or_has_chips_is_foreseen_ahead() -> None:
    race = standing({"Ac": "30.1", "Bc": "26.1", "Cc": "20.1", "Dc": "20.3"}, chips={"Cc": 3, "Dc": 0})
    told, _ = looked_at(race)
    assert told[0] > told[1] > told[2] > told[3]


def test_it_foretells_the_winner_as_the_last_round_begins_better_than_chance() -> None:
    told_of = []
    for seed in range(60):
        race = GAME.start(teams=4, seed=seed)
        while clock(race.races[0]) < race.races[0]["rounds"]:
            race.play(race.choice_of(VETERAN))
        points, luck = looked_at(race)
        shares = np.exp((points - points.max()) / luck)
        while not race.over:
            race.play(race.choice_of(VETERAN))
            assert clock(race.races[0]) == race.races[0]["rounds"], "from the last round on it is ridden out"
        told_of.append(-log(shares[race.standings()[0].seat] / shares.sum()))
    assert np.mean(told_of) < 0.9 * log(4)

"""Um Reifenbreite: what guides the search, a veteran's numbers and the forecast of how a race will end."""

from __future__ import annotations

from dataclasses import replace
from math import log

import numpy as np
import pytest

from parcours.games.um_reifenbreite.foresight import clock, foreseen
from parcours.games.um_reifenbreite.rules.finish import score
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS
from tests.um_reifenbreite.riding import GAME, standing

ROADMAN = GAME.bot("roadman")
VETERAN = replace(ROADMAN, kind=2)


def looked_at(race):
    """The points foreseen for each team, and the luck that is left."""
    points = np.zeros(4)
    luck = foreseen(race.races[0], race.setup.course.road, points)
    return points, luck


def test_a_finished_race_is_foreseen_as_it_ended():
    race = GAME.start(teams=4, seed=3, sprints=True)
    while not race.over:
        race.play(race.choice_of(ROADMAN))
    points = np.zeros(4)
    score(race.races[0], race.setup.course.road, points)
    told, luck = looked_at(race)
    assert told.tolist() == points.tolist()
    assert luck == pytest.approx(0.05)


def test_who_rides_ahead_is_foreseen_ahead():
    race = standing({"11": "H2/1:4", "21": "H2/1:3", "31": "S2/1:1"}, course="C")
    told, _ = looked_at(race)
    assert told[0] > told[1] > told[2]


def test_it_foretells_who_wins_better_than_chance_and_deals_out_what_there_is():
    blind, told_of, total = log(4), [], sum(ARRIVAL_POINTS)
    for seed in range(40):
        race = GAME.start(teams=4, seed=seed)
        while clock(race.races[0]) < 7:
            race.play(race.choice_of(VETERAN))
        points, luck = looked_at(race)
        assert points.sum() == pytest.approx(total, rel=0.05)
        shares = np.exp((points - points.max()) / luck)
        while not race.over:
            race.play(race.choice_of(VETERAN))
        told_of.append(-log(shares[race.standings()[0].seat] / shares.sum()))
    assert np.mean(told_of) < 0.85 * blind


def test_the_veteran_beats_roadmen():
    won = 0.0
    for seat in range(4):
        bots = [ROADMAN] * 4
        bots[seat] = VETERAN
        won += (GAME.batch(100, teams=4, seed=seat).play_out(bots)[:, seat] == 1).mean() / 4
    assert won > 0.35

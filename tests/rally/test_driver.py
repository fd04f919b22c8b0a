"""The co-driver: it wins against random drivers, knows only what its seat sees, and drives with sense."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.engine.kernel import COMPILED
from parcours.games.rally import actions as a
from tests.rally.driving import GAME, at_start, gear, go, phase, risk_die, standing, start_on

BOT = GAME.bot("codriver")


@pytest.mark.skipif(not COMPILED, reason="takes long uncompiled")
def test_it_wins_over_80_percent_of_stages_against_three_random_drivers():
    won = 0.0
    for seat in range(4):
        bots = ["random"] * 4
        bots[seat] = "codriver"
        batch = GAME.batch(75, teams=4, seed=100 + seat, road="random")
        places = batch.play_out(bots)
        first = places == 1
        won += float((first[:, seat] / first.sum(axis=1)).sum())
    assert won / 300 > 0.8, won / 300


@pytest.mark.skipif(not COMPILED, reason="takes long uncompiled")
@pytest.mark.parametrize("rally", ["safari", "sweden", "alpine_cup"])
def test_it_is_home_in_far_fewer_turns_and_seldom_destroyed(rally):
    def turns(bot: str) -> float:
        batch = GAME.batch(60, teams=4, seed=3, course=rally, road="random")
        batch.play_out([bot] * 4)
        return float(batch.races["turn"].mean())

    assert turns("codriver") < 0.6 * turns("random")


def test_it_chooses_a_gear_that_its_road_allows():
    race = at_start(2)
    start_on(race)
    assert race.choice_of(BOT) in race.legal()
    easy = standing({"Red": 20}, last=4)
    assert easy.choice_of(BOT) in (a.GEAR + 3, a.GEAR + 4), "fast road ahead"
    hard = standing({"Red": 33}, last=4)
    assert hard.choice_of(BOT) in (a.GEAR + 1, a.GEAR + 2), "the hairpin is two squares away"


def test_it_goes_as_far_as_is_safe_and_leaves_when_it_can():
    race = standing({"Red": 58}, last=4)
    gear(race, 4)
    risk_die(race, 6)
    assert race.choice_of(BOT) == a.LEAVE
    race = standing({"Red": 31}, last=3)
    gear(race, 3)
    risk_die(race, 5)
    chosen = race.choice_of(BOT) - a.GO
    assert chosen == 2, "p34 and p35 are too hard at risk level 2"


def test_it_places_brakes_where_they_do_least_harm():
    race = standing({"Red": 20}, trim="prototype", last=5)
    gear(race, 5)
    risk_die(race, 1)
    go(race, 4)
    while phase(race) == "brake":
        race.play(race.choice_of(BOT))
    assert phase(race) != "damage"


def test_what_it_cannot_see_does_not_matter_to_it():
    rng = np.random.default_rng(3)
    race = at_start(3, mechanics={"Red": (35,), "Blue": (1, 2, 3)})
    for _ in range(25):
        if race.over:
            break
        if race.actor >= 0:
            mine = race.choice_of(BOT, seed=1)
            other = race.guess(race.actor, int(rng.integers(2**32)))
            other.actions = list(race.actions)
            assert other.choice_of(BOT, seed=1) == mine
        legal = race.legal()
        race.play(legal[rng.integers(len(legal))])

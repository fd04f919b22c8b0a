"""Leader 1: what a seat may see. Only feed tiles are hidden, and qualities while they are chosen."""

from __future__ import annotations

import pytest

from parcours.engine.record import same
from parcours.games.leader_one import actions as a
from parcours.games.leader_one import state as s
from tests.leader_one.riding import GAME, attackers, begin, draw, give_tile, laid, phase, row, standing, to

FED = laid("1A 2B 5A 6A 20B 3A", feeds=[2])


def with_a_tile(value: int):
    """A race in which white's climber could attack with a 5, but not with a 2. It is white's turn to speak."""
    race = standing({}, inside=["Yellow leader", "White climber"], bunch=row(10), energy=1, settle=False)
    give_tile(race, "White climber", value)
    begin(race)
    race.play(a.DONE)
    return race


@pytest.mark.clause("L1-C4b")
def test_races_that_differ_in_a_hidden_tile_look_the_same_to_the_others():
    two, five = with_a_tile(2), with_a_tile(5)
    assert (attackers(two), attackers(five)) == (set(), {"White climber"})
    for seat in (-1, 0):
        assert same(two.view(seat), five.view(seat))
    assert not same(two.view(1), five.view(1))
    for race in (two, five):
        race.play(a.DONE)
    assert same(two.view(0), five.view(0))


@pytest.mark.clause("L1-C4b")
def test_the_tile_just_drawn_is_its_owners_alone_to_see():
    views = []
    for value in (2, 5):
        race = standing({"White leader": row(12), "Yellow leader": row(5)}, course=FED, bunch=row(3))
        to(race, row(13), 1)
        draw(race, value)
        assert (phase(race), race.actor) == ("tile", 1)
        assert int(race.view(1)["drawn"]) == value - 2
        assert int(race.view(0)["drawn"]) == s.HIDDEN
        views.append(race.view(0))
    assert same(*views)


def test_a_guess_deals_tiles_that_may_be_out():
    race = standing({"White leader": row(12), "Yellow leader": row(5)}, course=FED, bunch=row(3), settle=False)
    state = race.races[0]
    state["pile"][1] = [0, 0, 2, 0]
    state["used"][1] = [3, 3, 0, 3]
    give_tile(race, "White leader", 4)
    begin(race, "White")
    for key in range(5):
        guess = race.guess(0, key).state
        assert guess["kept"][4].tolist() == [0, 0, 1, 0], "only fours are out of sight"
        assert guess["pile"][1].tolist() == [0, 0, 1, 0]


def test_a_guess_of_qualities_fits_the_rule():
    race = GAME.start(teams=3, manual_chance=True)
    for action in (a.DESCENDS, a.SPRINTS + 1, a.DESCENDS, a.SPRINTS + 2):
        race.play(action)
    for key in range(5):
        guess = race.guess(2, key).state
        for seat in (0, 1):
            assert sorted(guess["quality"][3 * seat : 3 * seat + 3].tolist()) == [s.PLAIN, s.DESCENDER, s.SPRINTER]

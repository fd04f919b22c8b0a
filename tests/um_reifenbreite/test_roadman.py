"""Um Reifenbreite: the roadman rides sensibly."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite import actions as a
from tests.um_reifenbreite.riding import GAME, give, phase, standing, throw, to, where

ROADMAN = GAME.bot("roadman")


def decide(race) -> int:
    return race.choice_of(ROADMAN)


@pytest.mark.parametrize(("course", "level"), [("A", "A"), ("B", "D"), ("D", "D")])
def test_its_team_wins_over_80_of_100_races_against_three_random_teams(course, level):
    batch = GAME.batch(40, teams=4, seed=11, course=course, level=level, sprints=True, relays=True)
    places = batch.play_out(["roadman", "random", "random", "random"])
    assert (places[:, 0] == 1).mean() > 0.8


@pytest.mark.clause("UR-20j")
def test_it_places_the_leader_on_the_front_row_furthest_right():
    race = GAME.start(level="A", manual_chance=True)
    for face in (6, 1, 2, 3):
        race.play(a.DIE + face - 1)
    assert race.notation(decide(race)) == "place 21"
    race.play(decide(race))
    assert race.notation(decide(race)) == "21 on S2/1:4"


@pytest.mark.clause("UR-20j")
def test_it_follows_what_gains_and_lets_the_rest_go():
    race = standing({"21": "H2/1:2", "31": "H2/1:1"}, course="C")
    throw(race, 9)
    slow = race.copy()
    to(race, "H2/1:11")
    assert decide(race) == a.FOLLOW
    to(slow, "H2/1:4")
    assert decide(slow) == a.DECLINE


@pytest.mark.clause("UR-20j")
def test_it_takes_the_inside_and_a_wheel():
    race = standing({"21": "D1/4:5", "31": "S2/1:1"})
    throw(race, 6)
    race.play(decide(race))
    assert where(race, "21") in ("D3/3:2", "D3/4:2"), "by the inside of D2, on towards that of D4"
    wheel = standing({"21": "F1/2:1", "31": "F1/3:6"}, course="B", moved=("31",))
    throw(wheel, 4)
    wheel.play(decide(wheel))
    assert where(wheel, "21") == "F1/3:5"


@pytest.mark.clause("UR-20j", "UR-11d")
def test_it_breaks_away_from_rivals_before_the_finish_and_pulls_team_mates():
    rival = standing({"21": "H2/1:4", "31": "H2/1:3"}, level="C")
    give(rival, "21", "5", "6m")
    assert decide(rival) == a.MEANS + a.TWO_AWAY
    mate = standing({"21": "H2/1:4", "22": "H2/1:3"}, level="C")
    give(mate, "21", "5", "6m")
    assert decide(mate) == a.MEANS + a.TWO_CARDS
    far = standing({"21": "G5/1:4", "31": "G5/1:3"}, level="C")
    give(far, "21", "5", "6m")
    assert decide(far) == a.MEANS + a.DICE, "cards are kept for the lines"
    tow = standing({"21": "G5/1:4"}, cheating=True)
    assert phase(tow) == "means"
    assert decide(tow) == a.MEANS + a.DICE, "it is never towed"


@pytest.mark.clause("UR-20j", "UR-14a")
def test_it_lays_cards_for_a_sprint():
    race = standing({"21": "K9/1:2", "31": "S2/1:1"}, level="C", sprints=True, settle=False)
    race.races[0]["colours"] = 0
    give(race, "21", "5", "6m")
    assert decide(race) in (a.MEANS + a.ONE_CARD, a.MEANS + a.TWO_CARDS)
    late = race.copy()
    late.races[0]["crossings"][0] = 3
    late.look_again()
    assert decide(late) == a.MEANS + a.DICE

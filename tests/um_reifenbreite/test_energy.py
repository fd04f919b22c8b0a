"""Um Reifenbreite, chapter 11: energy cards and the breakaway."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite import tables
from tests.um_reifenbreite.riding import (
    GAME,
    decline,
    die,
    due,
    follow,
    give,
    hand,
    lay,
    means,
    offered_cards,
    offered_means,
    phase,
    reach,
    ride,
    standing,
    throw,
    to,
    where,
)  # fmt: skip

CARDS = {"one card", "one card away"}


@pytest.mark.clause("UR-E16", "UR-11a", "UR-11b")
def test_example_16():
    for deal, fives, sixes, numbered, jokers in ((tables.LONG_DEAL, 7, 7, 10, 4), (tables.SHORT_DEAL, 4, 3, 5, 2)):
        kinds = [sum(column) for column in zip(*deal, strict=True)]
        assert kinds == [fives, 0, 0, sixes], "every 6 carries the sign, no 5 does"
        assert sum(map(sum, deal[:4])) == numbered
        assert sum(deal[4]) == jokers
    assert sum(tables.LONG_DEAL[0]) == 4
    for route, count in (("A", 7), ("B", 7), ("C", 14), ("D", 14)):
        state = GAME.start(course=route, level="C").state
        assert [int(state["hand"][team].sum()) for team in range(4)] == [count] * 4


@pytest.mark.clause("UR-11a")
def test_a_numbered_card_serves_its_rider_a_joker_any():
    race = standing({"22": "H2/1:5"}, course="C", level="C")
    give(race, "21", "6m", "joker 5")
    means(race, "one card")
    assert phase(race) == "one die", "only the joker can be laid, so it lies"
    assert hand(race, "22") == []
    assert hand(race, "21") == ["6m"]


@pytest.mark.clause("UR-11c", "UR-20e", "UR-21c")
def test_one_card_replaces_one_die_two_cards_both():
    race = standing({"21": "H2/1:1"}, course="C", level="C")
    give(race, "21", "5", "5", "6m", "joker 6m")
    assert offered_means(race) == {"dice", "one card", "two cards", "one card away", "two cards away"}
    one = race.copy()
    means(one, "one card")
    assert offered_cards(one) == {"5", "6m", "joker 6m"}
    lay(one, "5")
    assert phase(one) == "one die"
    assert one.weights() == [1] * 6
    die(one, 6)
    assert int(one.races[0]["allowance"]) == 11
    means(race, "two cards")
    assert offered_cards(race) == {"5", "6m"}, "the order of two cards means nothing"
    lay(race, "6m")
    assert phase(race) == "ride", "the joker was the only second card, and nothing is thrown"
    assert int(race.races[0]["allowance"]) == 12
    assert hand(race, "21") == ["5", "5"]
    assert hand(race, "21", "spent") == ["6m", "joker 6m"]


@pytest.mark.clause("UR-11c")
def test_a_used_card_leaves_the_game():
    race = standing({"21": "H2/1:1", "31": "K1/1:1"}, course="C", level="C")
    give(race, "21", "5")
    means(race, "one card")
    die(race, 1)
    to(race, "H2/1:7")
    ride(race, 2, "K1/1:3")
    assert offered_means(race) == {"dice"}


@pytest.mark.clause("UR-11d")
def test_nobody_is_obliged_to_play_a_card():
    race = standing({"21": "H2/1:1"}, course="C", level="C")
    assert "dice" in offered_means(race)
    throw(race, 4)
    assert int(race.races[0]["hand"].sum()) == 56


@pytest.mark.clause("UR-E17", "UR-11d")
def test_example_17():
    race = standing({"21": "H2/1:1", "22": "H2/1:12", "31": "K1/1:1"}, course="C", level="C", moved=("22",))
    give(race, "21", "6m")
    means(race, "one card")
    die(race, 4)
    assert 10 in reach(race)["H2/1:11"]
    to(race, "H2/1:11")
    ride(race, 2, "K1/1:3")
    assert due(race) == "22"
    throw(race, 3)
    to(race, "F1/1:3")
    follow(race, "21")
    assert where(race, "21") == "F1/1:2"


@pytest.mark.clause("UR-E18", "UR-11d")
def test_example_18():
    places = {"54": "H2/3:5", "31": "H2/3:4", "41": "H2/3:3", "51": "H2/3:2", "52": "H2/3:1"}
    race = standing({**places, "22": "K1/1:1"}, course="C", level="C")
    give(race, "54", "5", "6m")
    means(race, "two cards")
    to(race, "F1/3:4")
    declining = race.copy()
    follow(race, "31", "41", "51", "52")
    squares = [where(race, name) for name in ("54", "31", "41", "51", "52")]
    assert squares == ["F1/3:4", "F1/3:3", "F1/3:2", "F1/3:1", "H2/3:12"]
    decline(declining)
    assert [where(declining, name) for name in ("31", "41", "51", "52")] == list(places.values())[1:]
    assert due(declining) == "31"
    assert phase(declining) == "means"


@pytest.mark.clause("UR-E19", "UR-11e", "UR-11g")
def test_example_19():
    race = standing({"32": "F1/2:1", "44": "H2/2:12"}, course="C", level="C")
    give(race, "32", "5", "5", "joker 6m")
    means(race, "one card away")
    lay(race, "5")
    die(race, 4)
    assert 9 in reach(race)["F1/2:10"]
    to(race, "F1/2:10")
    assert (phase(race), due(race)) == ("means", "44")
    climb = standing({"32": "M3/2:1"}, course="C", level="C")
    give(climb, "32", "5", "5", "6m", "joker 6m")
    means(climb, "two cards")
    assert phase(climb) == "ride", "two 5s are all that it may lay"
    assert int(climb.races[0]["allowance"]) == 5
    assert hand(climb, "32") == ["6m", "joker 6m"]


@pytest.mark.clause("UR-11f")
def test_no_cards_in_the_first_round():
    first = standing({"21": "S2/1:4"}, course="C", level="C", turn=1)
    assert offered_means(first) == {"dice"}
    second = standing({"21": "S2/1:4"}, course="C", level="C", turn=2)
    assert offered_means(second) >= CARDS


@pytest.mark.clause("UR-11g")
def test_the_sign_counts_on_red_only():
    for square, allowed in (("M3/1:1", False), ("N1/1:1", True), ("F1/1:1", True), ("K2/1:1", True)):
        race = standing({"23": square}, course="C", level="C")
        give(race, "23", "6m")
        assert (offered_means(race) >= CARDS) == allowed, square


@pytest.mark.clause("UR-11h")
def test_on_green_one_card_at_most():
    for square, most in (("K2/1:3", 1), ("K3/1:1", 2), ("M3/1:1", 2), ("N1/1:2", 2)):
        race = standing({"21": square}, course="C", level="C")
        give(race, "21", "5", "5")
        assert ("two cards" in offered_means(race)) == (most == 2), square
        assert "one card" in offered_means(race)

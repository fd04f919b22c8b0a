"""Profi: the Belgian circle (PR-L), and dummies (PR-N)."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from tests.profi.riding import (
    asked,
    begin,
    do,
    lies,
    may,
    of,
    phase,
    rider,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_moving import COBBLED, GREEN, HILLS, climb

FILE = {"Ac": "40.1", "Br": "39.1", "Cs": "38.1", "Dg": "37.1"}


def circle(weather: int = 0, **more):
    race = standing(FILE, profile=HILLS, circle=True, settle=False, **{
        "hands": {"A": ["c4"], "D": ["g2"]}, "chips": {"Ac": 1, "Br": 1, "Cs": 1}, **more})  # fmt: skip
    race.races[0]["weather"] = weather
    begin(race)
    return race


@pytest.mark.clause("PR-12", "PR-L1", "PR-L2", "PR-L3", "PR-L4", "PR-L5", "PR-L6", "PR-L7", "PR-C3", "PR-I12", "PR-I13")
def test_a_belgian_circle() -> None:
    race = circle()
    do(race, "circle", "ask", "ask", "ask", "card 4", "0")
    assert asked(race) == "Br"
    do(race, "join", "decline", "join")
    assert (phase(race), asked(race)) == ("laying", "Br")
    assert may(race, "lay bonus", "lay chip", "lay bonus and chip")
    do(race, "lay bonus and chip")
    assert phase(race) == "circle_place", "the grimpeur had only its card 2 to lay"
    assert [where(race, name) for name in ("Ac", "Br", "Dg", "Cs")] == ["40.1", "39.1", "38.1", "37.1"]
    assert int(race.races[0]["total"]) == 8
    do(race, "at 48.1")
    assert [where(race, name) for name in ("Dg", "Ac", "Br")] == ["48.1", "47.1", "46.1"]
    assert (asked(race), may(race, "follow")) == ("Cs", True)
    do(race, "follow", "on 0")
    assert where(race, "Cs") == "45.1"
    assert int(race.races[0]["held"].sum()) == 0, "laid cards are gone"


@pytest.mark.clause("PR-12", "PR-L7", "PR-L8", "PR-W5")
def test_a_circle_in_the_cold_and_in_the_wet() -> None:
    cold = circle(st.VERY_COLD)
    do(cold, "circle", "ask", "ask", "ask", "card 4", "0", "join", "decline", "join", "lay bonus and chip", "at 47.1")
    assert [where(cold, name) for name in ("Dg", "Ac", "Br")] == ["47.1", "46.1", "45.1"]
    do(cold, "follow")
    assert where(cold, "Cs") == "43.1"
    wet = circle(st.VERY_WET)
    do(wet, "circle", "ask", "ask", "ask", "card 4", "0", "join", "decline", "join", "lay bonus and chip", "at 48.1")
    order = []
    while phase(wet) == "crash_coin":
        order.append(asked(wet))
        do(wet, "no skull")
    assert order == ["Dg", "Ac", "Br"], "from the head of the train to its end"
    do(wet, "follow", "on 0")
    assert (phase(wet), asked(wet)) == ("crash_coin", "Cs"), "and b too, if it followed 8"


@pytest.mark.clause("PR-L4", "PR-M3")
def test_if_nobody_joins_the_leader_rides_alone() -> None:
    race = circle()
    do(race, "circle", "ask", "skip", "skip", "card 4", "0", "decline")
    assert phase(race) == "shape"
    assert not may(race, "+1"), "saving only"
    do(race, "-1", "at 43.1")
    laid = circle(chips={"Ac": 2, "Br": 1})
    do(laid, "circle", "ask", "skip", "skip", "card 4", "+1", "decline")
    assert phase(laid) == "place", "with the chips laid"
    do(laid, "at 45.1")
    assert of(laid, "chips", "Ac") == 1


@pytest.mark.clause("PR-L1")
def test_who_is_in_the_chain() -> None:
    assert not may(standing({"Ac": "40.1", "Br": "39.2", "Cc": "5.1"}, circle=True, chips=1), "circle")
    shared = standing({**FILE, "Bc": "39.3"}, circle=True, chips=1)
    do(shared, "circle")
    assert int(shared.races[0]["chained"]) == 2, "past a row only if no other rider still to move stands on it"
    assert not may(standing({"Ac": "40.1", "Br": "39.1"}, circle=False, chips=1), "circle")
    steep = standing({"Ac": "40.1", "Br": "39.1"}, profile=climb("1"), turn=2, circle=True, chips=3)
    assert not may(steep, "circle"), "a rival may not follow on a climb of category 1"
    lying = standing(FILE, circle=True, chips=1, settle=False)
    lying.races[0]["status"][rider(lying, "Br")] = st.LYING
    begin(lying)
    assert not may(lying, "circle")


@pytest.mark.clause("PR-L3", "PR-C4")
def test_what_may_be_laid() -> None:
    race = circle(hands={"A": ["c4"], "C": ["s2", "s3", "xs"], "D": ["g3", "j2"]}, chips=2)
    do(race, "circle", "skip", "ask", "ask", "card 4", "0", "join")
    do(race, "join")
    assert asked(race) == "Cs"
    assert may(race, "lay chip", "lay 2 chips", "lay card", "lay exhaustion", "lay exhaustion and chip")
    assert not may(race, "lay bonus and chip"), "blue is not its terrain"
    do(race, "lay exhaustion and chip")
    assert not may(race, "lay card"), "a card of value 2 only"
    assert not may(race, "lay joker"), "nor a joker off its terrain"
    do(race, "lay chip", "at 47.1")
    assert of(race, "tired", "Cs") == 0


@pytest.mark.clause("PR-L4")
def test_who_says_yes_for_several_riders_must_be_able_to_lay_for_all() -> None:
    race = standing({"Ac": "40.1", "Bc": "39.1", "Bs": "38.1"}, profile=GREEN, circle=True, chips={"Ac": 1},
                    hands={"A": ["c4"], "B": ["j2"]})  # fmt: skip
    do(race, "circle", "ask", "ask", "card 4", "0", "join")
    assert phase(race) == "circle_place", "the sprinter is not even asked: the only joker is spoken for"
    assert int(race.races[0]["train"]) == 2


@pytest.mark.clause("PR-L8", "PR-H1")
def test_on_climbs_each_pays_its_fee() -> None:
    race = standing({"Ac": "40.1", "As": "39.1"}, players=2, profile=climb("1"), turn=2, circle=True,
                    hands={"A": ["c4", "r5"]}, chips={"Ac": 1, "As": 3})  # fmt: skip
    do(race, "circle", "card 4", "0", "join")
    assert (phase(race), may(race, "fee", "pay r5")) == ("circle_fee", True)
    do(race, "fee")
    assert phase(race) == "circle_place"
    assert int(race.races[0]["total"]) == 5
    assert of(race, "chips", "As") == 0


@pytest.mark.clause("PR-L6")
def test_a_circle_rides_as_far_as_all_can() -> None:
    race = standing({**FILE, "Ag": "45.1", "As": "45.2", "Bs": "45.3"}, circle=True, chips=2,
                    moved=["Ag", "As", "Bs"], hands={"A": ["c6"], "B": []})  # fmt: skip
    do(race, "circle", "ask", "skip", "skip", "card 6", "0", "join", "lay chip")
    do(race, f"at {44}.1")
    assert where(race, "Br") == "44.1"
    assert where(race, "Ac") == "43.1"


@pytest.mark.clause("PR-L7", "PR-Y4", "PR-H7")
def test_head_wind_on_the_leader_comes_off_the_sum_and_cobbles_roll_by_it() -> None:
    race = circle(wind=True)
    race.races[0]["wind"] = st.STRONG_HEAD_WIND
    begin(race)
    do(race, "circle", "ask", "skip", "skip", "card 4", "0", "join", "lay bonus and chip")
    assert int(race.races[0]["total"]) == 4
    rough = standing(FILE, profile=COBBLED, turn=2, circle=True, chips=1, hands={"A": ["c4"]})
    do(rough, "circle", "ask", "skip", "skip", "card 4", "0", "join", "at 45.1")
    assert (phase(rough), asked(rough)) == ("crash_coin", "Ac"), "5 are few for a captain, enough for a rouleur"


@pytest.mark.clause("PR-I17", "PR-L4")
def test_contributions_lie_face_down_until_all_have_laid() -> None:
    race = circle(chips={"Ac": 1, "Br": 2, "Cs": 2})
    do(race, "circle", "ask", "ask", "skip", "card 4", "+1", "join", "join", "lay 2 chips")
    view = race.view(3)
    assert int(view["start_card"]) == 127
    assert int(view["laid"][rider(race, "Br")]) == 127
    assert (of(race, "chips", "Br"), of(race, "chips", "Ac")) == (2, 1), "chips are paid when all is turned up"
    assert int(view["added"]) == 0
    assert int(race.view(1)["laid"][rider(race, "Br")]) == a.TWO_CHIPS


# ---------------------------------------------------------------------------------------------------- dummies


def dummy(kind: str, profile: str, place: str = "10.1", turn: int = 2, **more):
    """A dummy of team C in a race of two players; it is due."""
    options = {"players": 2, "dummies": "1", "profile": profile, "turn": turn, **more}
    others = options.pop("others", {})
    return standing({f"C{kind}": place, "Ac": "1.1", **others}, **options)


@pytest.mark.clause("PR-17", "PR-N2", "PR-N3")
@pytest.mark.parametrize(
    ("kind", "profile", "dice", "squares", "attack"),
    [
        ("g", climb("2"), (3, 4), 8, True), ("g", GREEN, (3,), 3, False), ("c", climb("1"), (3, 6), 7, True),
        ("s", climb("1"), (5,), 2, False), ("r", GREEN, (1, 5), 6, False), ("r", GREEN, (2,), 2, False),
        ("s", GREEN, (6,), 7, False),
    ],
)  # fmt: skip
def test_dummies_ride_by_the_die(kind: str, profile: str, dice: tuple[int, ...], squares: int, attack: bool) -> None:
    race = dummy(kind, profile, chips=1)
    assert (phase(race), asked(race)) == ("dummy_die", f"C{kind}")
    do(race, *(f"die {face}" for face in dice))
    assert row(race, f"C{kind}") == 10 + squares
    assert (int(race.races[0]["giver"]) == -1) == attack


@pytest.mark.clause("PR-17", "PR-N2", "PR-N3")
def test_a_second_one_is_a_fall_unless_protected() -> None:
    race = dummy("r", GREEN, chips=1)
    do(race, "die 1", "die 1")
    assert lies(race, "Cr")
    assert where(race, "Cr") == "10.1"
    safe = dummy("r", GREEN, others={"Cc": "10.2"}, chips=1)
    do(safe, "die 1", "die 1")
    assert (row(safe, "Cr"), lies(safe, "Cr")) == (12, False)


@pytest.mark.clause("PR-N1", "PR-N6")
def test_a_dummy_follows_when_that_brings_four_squares() -> None:
    race = dummy("r", GREEN, "9.1", others={"Bc": "10.1"}, hands={"B": ["c4"]}, chips=1)
    do(race, "card 4", "0", "at 14.1")
    assert row(race, "Cr") == 13
    short = dummy("r", GREEN, "9.1", others={"Bc": "10.1"}, hands={"B": ["c3"]}, chips=1)
    do(short, "card 3", "0", "at 13.1")
    assert phase(short) == "dummy_die"
    steep = dummy("r", climb("4"), "9.1", others={"Bc": "10.1"}, hands={"B": ["c4"]}, chips=1)
    do(steep, "card 4", "0", "at 14.1")
    assert phase(steep) == "dummy_die", "on climbs only dummy grimpeurs follow"
    climber = dummy("g", climb("1"), "9.1", others={"Bc": "10.1"}, hands={"B": ["c4"]}, chips=1)
    do(climber, "card 4", "0", "at 14.1")
    assert row(climber, "Cg") == 13


@pytest.mark.clause("PR-N4")
def test_a_dummy_takes_a_wheel_rather_than_the_inside_and_fills_no_cobbled_row() -> None:
    race = dummy("r", GREEN, "10.2", others={"Bc": "15.3"}, moved=["Bc"], chips=1)
    do(race, "die 4")
    assert where(race, "Cr") == "14.3"
    inside = dummy("r", GREEN, "10.2", chips=1)
    do(inside, "die 4")
    assert where(inside, "Cr") == "14.1"
    pulled = dummy("r", GREEN, "10.2", others={"Bc": "16.3"}, moved=["Bc"], chips=1)
    do(pulled, "die 4")
    assert where(pulled, "Cr") == "15.3", "the draw-in is always taken"


@pytest.mark.clause("PR-N5")
def test_a_dummy_in_a_circle() -> None:
    race = dummy("g", HILLS, "39.1", others={"Bc": "40.1"}, hands={"B": ["c4"]}, circle=True, chips={"Bc": 1})
    do(race, "circle", "card 4", "0")
    assert phase(race) == "circle_place"
    assert int(race.races[0]["total"]) == 5, "1 point, automatically"
    own = dummy("r", HILLS, "39.1", others={"Bc": "40.1"}, hands={"B": ["c4"]}, circle=True, chips={"Bc": 1})
    do(own, "circle", "card 4", "0")
    assert int(own.races[0]["total"]) == 6, "and its terrain bonus"
    ahead = dummy(
        "g",
        HILLS,
        "39.1",
        others={"Bc": "40.1", "Cc": "50.1"},
        moved=["Cc"],
        hands={"B": ["c4"]},
        circle=True,
        chips={"Bc": 1},
    )
    do(ahead, "circle", "card 4", "0")
    assert phase(ahead) == "shape", "unwilling, with a team-mate in a group ahead: nobody joins"


@pytest.mark.clause("PR-N5", "PR-L3")
def test_behind_a_dummy_riders_may_form_a_circle_with_chips() -> None:
    race = dummy("g", HILLS, "40.1", others={"Br": "39.1", "As": "38.1"}, hands={"A": ["s2"]}, circle=True,
                 chips={"Br": 0, "As": 1})  # fmt: skip
    do(race, "die 4")
    assert (phase(race), asked(race)) == ("joining", "Br")
    do(race, "join", "join")
    assert [row(race, name) for name in ("As", "Cg", "Br")] == [46, 45, 44], "4, a rouleur's bonus, a chip"
    alone = dummy("g", HILLS, "40.1", others={"Br": "39.1", "As": "38.1"}, circle=True, chips={"As": 1})
    do(alone, "die 4", "decline", "decline")
    assert row(alone, "Cg") == 44

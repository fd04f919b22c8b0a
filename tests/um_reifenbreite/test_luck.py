"""Um Reifenbreite, chapter 12: luck cards and the mass fall."""

from __future__ import annotations

from collections import Counter

import pytest

from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite import tables
from parcours.games.um_reifenbreite.texts import luck_effect
from tests.um_reifenbreite.riding import (
    begin,
    die,
    due,
    give,
    hand,
    has_moved,
    lay,
    luck,
    means,
    offered_cards,
    phase,
    photo,
    reach,
    ride,
    rider,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip


def seven(places: dict[str, str], card: int, course: str = "C", **how: object):
    race = standing(places, course=course, level="D", **how)  # type: ignore[arg-type]
    throw(race, 7)
    luck(race, card)
    return race


@pytest.mark.clause("UR-12a", "UR-12g", "UR-21b", "UR-21c")
def test_a_total_of_seven_turns_a_luck_card():
    for total in range(2, 13):
        race = standing({"21": "H2/1:1"}, course="C", level="D")
        throw(race, total)
        assert (phase(race) == "luck") == (total == 7)
    for card, face in (("5", 2), ("6m", 1)):
        race = standing({"21": "H2/1:1"}, course="C", level="D")
        give(race, "21", card)
        means(race, "one card")
        die(race, face)
        assert phase(race) == "luck"


@pytest.mark.clause("UR-12g", "UR-13a")
def test_a_short_tow_of_one_and_six_counts_a_long_one_never():
    race = standing({"21": "H2/1:1"}, course="C", level="D", cheating=True)
    long = race.copy()
    means(race, "short tow")
    die(race, 1)
    photo(race, 6)
    assert phase(race) == "luck"
    means(long, "long tow")
    photo(long, 1, 2)
    assert phase(long) == "ride"


@pytest.mark.clause("UR-12b")
def test_the_number_of_the_square_has_no_influence():
    race = standing({"21": "N1/1:1"}, course="C", level="D")
    throw(race, 5)
    assert phase(race) == "ride"
    assert int(race.races[0]["allowance"]) == 7
    climb = standing({"21": "M1/1:1"}, course="C", level="D")
    throw(climb, 7)
    assert phase(climb) == "luck"


@pytest.mark.clause("UR-12c")
def test_what_the_card_says_is_done_at_once():
    race = seven({"21": "H2/1:1", "31": "K1/1:1"}, 9)
    assert has_moved(race, "21")
    assert due(race) == "31"


@pytest.mark.clause("UR-12d", "UR-21d")
def test_the_deck_is_drawn_without_replacement_and_shuffled_when_used_up():
    race = standing({"21": "H2/1:1", "31": "K1/1:1"}, course="C", level="D")
    for number in range(1, 24):
        while phase(race) != "luck":
            if phase(race) in ("means", "two dice"):
                throw(race, 7)
            else:
                race.play(race.legal()[0])
        left = 22 - (number - 1) % 22
        assert len(race.legal()) == left
        assert race.weights() == [1] * left
        race.play(race.legal()[0])


@pytest.mark.clause("UR-21d")
def test_the_deck_holds_what_the_table_says():
    effects = Counter(zip(tables.LUCK_EFFECTS, tables.LUCK_AMOUNTS, strict=True))
    assert sum(n for (effect, _), n in effects.items() if effect == tables.FALL) == 8
    assert sum(n for (effect, _), n in effects.items() if effect == tables.STOP) == 3
    assert sorted(by for (effect, by) in effects if effect == tables.MOVE) == [-4, -3, -2, 1, 2, 3, 4]
    assert effects[(tables.CARD_EFFECT, 1)] == effects[(tables.CARD_EFFECT, -1)] == 2
    assert tables.LUCK_AMOUNTS[11:18] == (3, 2, 4, 1, -3, -2, -4)


@pytest.mark.clause("UR-12e", "UR-20f")
def test_receive_takes_back_a_used_card_of_the_rider_first():
    race = standing({"21": "H2/1:1"}, course="C", level="D")
    give(race, "21")
    race.races[0]["spent"][0][0][[0, 3]] = 1
    race.races[0]["spent"][0][4][0] = 1
    throw(race, 7)
    luck(race, 19)
    assert phase(race) == "card"
    assert offered_cards(race) == {"5", "6m"}, "the manager picks which value; the joker is not asked for"
    lay(race, "6m")
    assert hand(race, "21") == ["6m"]
    assert hand(race, "21", "spent") == ["5", "joker 5"]
    assert (phase(race), int(race.races[0]["allowance"])) == ("ride", 7)


@pytest.mark.clause("UR-12e")
def test_receive_a_joker_where_the_rider_has_none_or_nothing():
    race = standing({"21": "H2/1:1"}, course="C", level="D")
    give(race, "21")
    race.races[0]["spent"][0][4][0] = 1
    throw(race, 7)
    luck(race, 20)
    assert hand(race, "21") == ["joker 5"]
    assert phase(race) == "ride"
    nothing = standing({"21": "H2/1:1"}, course="A", level="D")
    throw(nothing, 7)
    luck(nothing, 19)
    assert phase(nothing) == "ride", "cards not dealt in a short race stay out"
    assert int(nothing.races[0]["hand"][0].sum()) == 7


@pytest.mark.clause("UR-12e")
def test_a_card_laid_this_very_turn_can_be_taken_back():
    race = standing({"21": "H2/1:1"}, course="C", level="D")
    give(race, "21", "5")
    means(race, "one card")
    die(race, 2)
    luck(race, 19)
    assert hand(race, "21") == ["5"]
    assert (phase(race), int(race.races[0]["allowance"])) == ("ride", 7)


@pytest.mark.clause("UR-12e")
def test_give_loses_an_unused_card_for_good():
    race = standing({"21": "H2/1:1"}, course="C", level="D")
    give(race, "21", "5", "6m", "joker 5")
    throw(race, 7)
    luck(race, 21)
    assert offered_cards(race) == {"5", "6m"}
    lay(race, "5")
    assert hand(race, "21") == ["6m", "joker 5"]
    assert hand(race, "21", "spent") == []
    assert int(race.races[0]["allowance"]) == 7
    joker = standing({"21": "H2/1:1"}, course="C", level="D")
    give(joker, "21", "joker 5")
    throw(joker, 7)
    luck(joker, 22)
    assert hand(joker, "21") == []
    empty = standing({"21": "H2/1:1"}, course="C", level="D")
    give(empty, "21")
    throw(empty, 7)
    luck(empty, 22)
    assert phase(empty) == "ride"


@pytest.mark.clause("UR-12h")
def test_no_luck_card_on_a_start_square():
    start = standing({"21": "S2/1:4"}, course="C", level="D", turn=1)
    throw(start, 7)
    assert phase(start) == "ride"
    second = standing({"21": "S2/1:4"}, course="C", level="D", turn=2)
    throw(second, 7)
    assert phase(second) == "ride", "in any round, as long as it stands there"
    away = standing({"21": "G5/1:1"}, course="C", level="D", turn=1)
    throw(away, 7)
    assert phase(away) == "luck"


@pytest.mark.clause("UR-12i")
@pytest.mark.parametrize(("card", "points"), [(12, 10), (13, 9), (14, 11), (15, 8), (16, 4), (17, 5), (18, 3)])
def test_plus_and_minus_change_the_seven_then_the_number_applies(card, points):
    assert int(seven({"21": "H2/1:1"}, card).races[0]["allowance"]) == points
    descent = seven({"21": "N1/1:1"}, card)
    assert int(descent.races[0]["allowance"]) == points + 2


@pytest.mark.parametrize(
    ("card", "told"),
    [
        (12, "en +3 points, it +3 punti, de +3 Punkte, fr +3 points"),
        (14, "en +4 points, it +4 punti, de +4 Punkte, fr +4 points"),
        (15, "en +1 point, it +1 punto, de +1 Punkt, fr +1 point"),
        (18, "en -4 points, it -4 punti, de -4 Punkte, fr -4 points"),
    ],
)
def test_what_a_card_adds_or_takes_is_told_with_its_sign(card, told):
    effect = luck_effect(card - 1)
    assert ", ".join(f"{language} {effect.to(language)}" for language in ("en", "it", "de", "fr")) == told


@pytest.mark.clause("UR-12i")
def test_cards_stay_spent_and_a_breakaway_announced():
    race = standing({"21": "H2/1:5", "31": "H2/1:4"}, course="C", level="D")
    give(race, "21", "5")
    means(race, "one card away")
    die(race, 2)
    luck(race, 14)
    to(race, "H2/1:12")
    assert (phase(race), due(race)) == ("means", "31"), "nobody follows"
    assert hand(race, "21", "spent") == ["5"]


@pytest.mark.clause("UR-E20")
def test_example_20():
    race = standing({"31": "F1/1:2"}, course="C", level="D")
    give(race, "31", "5")
    means(race, "one card")
    die(race, 2)
    luck(race, 14)
    assert 8 in reach(race)["F1/1:10"]
    assert 10 in reach(race)["M1/1:2"]
    assert 11 in reach(race)["M2/1:1"]
    foot = seven({"31": "K2/1:3", "21": "S2/1:1"}, 18)
    assert status(foot, "31") == "beside"


@pytest.mark.clause("UR-12c")
def test_a_stop_keeps_the_square_and_nobody_follows_or_falls():
    race = seven({"21": "H2/1:5", "31": "H2/1:4", "41": "K1/1:1"}, 11)
    assert (status(race, "21"), where(race, "21"), has_moved(race, "21")) == ("riding", "H2/1:5", True)
    assert due(race) == "31"
    assert phase(race) == "means"


EXAMPLE_21 = {
    "51": "H2/1:10", "41": "H2/2:10", "31": "H2/3:10", "21": "H2/4:10", "34": "H2/2:9", "52": "H2/3:9", "33": "H2/2:8",
    "42": "H2/3:8", "54": "H2/2:7", "32": "H2/4:7", "53": "H2/1:6", "23": "H2/2:5",
}  # fmt: skip


@pytest.mark.clause("UR-E21", "UR-12f", "UR-12j", "UR-12k")
def test_example_21():
    race = standing(EXAMPLE_21, course="C", level="D", moved=("51", "41"))
    assert due(race) == "31"
    throw(race, 7)
    luck(race, 1)
    down = {name for name in EXAMPLE_21 if status(race, name) == "down"}
    assert down == {"31", "21", "52", "34", "42", "33", "54"}
    assert all(has_moved(race, name) for name in down)
    assert due(race) == "32"
    for name in ("32", "53", "23"):
        assert due(race) == name
        throw(race, 3)
        race.play(race.legal()[-1])
    assert race.turn == 6
    assert all(status(race, name) == "riding" for name in down), "up at the end of the round that they lost"
    assert due(race) == "51"


@pytest.mark.clause("UR-E21", "UR-12j")
def test_who_had_already_moved_loses_the_next_round():
    race = standing(EXAMPLE_21, course="C", level="D", moved=("51", "41", "54"))
    throw(race, 7)
    luck(race, 1)
    while race.turn == 5:
        throw(race, 3)
        race.play(race.legal()[-1])
    assert status(race, "54") == "down"
    assert where(race, "54") == "H2/2:7", "it stays on its square and blocks it"
    assert has_moved(race, "54")
    assert status(race, "31") == "riding"
    while race.turn == 6:
        assert due(race) != "54"
        if phase(race) in ("means", "two dice"):
            throw(race, 3)
        race.play(race.legal()[-1])
    assert status(race, "54") == "riding"


@pytest.mark.clause("UR-E22", "UR-12f")
def test_example_22_a_fall_in_a_curve():
    field = {"31": "D2/2:3", "42": "D2/1:3", "53": "D2/3:2", "24": "D2/1:4", "34": "D2/3:3", "21": "G5/1:1"}
    race = standing(field, course="C", level="D", moved=("24", "34"))
    assert due(race) == "31"
    throw(race, 7)
    luck(race, 8)
    assert {name for name in field if status(race, name) == "down"} == {"31", "42", "53"}


@pytest.mark.clause("UR-12k")
def test_riders_already_down_neither_fall_nor_pass_it_on():
    race = standing(
        {"21": "H2/1:5", "31": "H2/1:4", "41": "H2/1:3", "51": "K1/1:1"}, course="C", level="D", settle=False
    )
    state = race.races[0]
    state["status"][rider("31")], state["up_after"][rider("31")], state["moved"][rider("31")] = 2, 5, 1
    begin(race)
    throw(race, 7)
    luck(race, 1)
    assert status(race, "41") == "riding"
    assert due(race) == "41"


@pytest.mark.clause("UR-12j", "UR-6f")
def test_those_down_block_their_squares():
    race = seven({"21": "H2/2:5", "31": "H2/2:4", "41": "H2/2:2", "51": "K1/1:1"}, 1)
    assert due(race) == "41"
    throw(race, 4)
    assert not {"H2/2:5", "H2/2:4"} & set(reach(race))
    race.play(a.RIDE)
    ride(race, 2, "K1/1:3")

"""Profi, read a second time: the order of moving, verge, fees, events and the control."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from tests.profi.riding import (
    asked,
    begin,
    begin_round,
    do,
    dope,
    lanes,
    may,
    of,
    phase,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_moving import climb
from tests.profi.test_second_reading import note, two_passes


@pytest.mark.clause("PR-O5")
def test_a_flat_tyre_changes_nothing_for_one_who_fell_in_the_round_before() -> None:
    race = standing({"Ac": "40.1", "Ar": "40.2", "Bs": "20.1"}, events=True, settle=False, turn=3)
    note(race, "fell", "Ac", 3)
    note(race, "status", "Ac", st.LYING)
    begin_round(race)
    do(race, "lot for Ac", "event 7")
    assert of(race, "last", "Ac") == 1, "in contact with a team-mate, but it fell"
    assert asked(race) == "Ar"


@pytest.mark.clause("PR-V2")
def test_from_the_verge_the_first_step_leads_onto_the_road() -> None:
    race = standing({"Ac": "10.0", "Bc": "11.1", "Br": "12.1", "Bg": "12.2", "Cc": "5.1"}, hands={"A": ["c5"]},
                    verge=True, moved=["Bc", "Br", "Bg"])  # fmt: skip
    do(race, "card 5", "0")
    verge = [action for action in race.legal() if a.VERGE <= action < a.HELP]
    assert verge == [], "the only way onto the road is taken"
    free = standing({"Ac": "10.0", "Bc": "12.1", "Br": "12.2", "Cc": "5.1"}, hands={"A": ["c5"]}, verge=True,
                    moved=["Bc", "Br"])  # fmt: skip
    do(free, "card 5", "0", "verge 14.1")
    assert int(free.races[0]["verge_row"]) == 12, "10.0, 11.1, 12.0"


@pytest.mark.clause("PR-Y3", "PR-A3", "PR-H1")
def test_a_fee_in_chips_leaves_enough_for_the_side_wind() -> None:
    """The giver rode 1 square: a follower that loses one would ride none, so it has to hold the wheel."""

    def behind(chips: int, cards: list[str]):
        race = standing({"Ac": "20.1", "Ar": "19.1", "Bc": "5.1"}, profile=climb("3"), turn=2, wind=True, settle=False,
                        hands={"A": ["c2", *cards]}, chips={"Ar": chips})  # fmt: skip
        race.races[0]["wind"] = st.SIDE_WIND
        note(race, "moved", "Bc")
        begin(race)
        do(race, "card 2", "-1", "at 21.1")
        return race

    assert not may(behind(2, []), "follow"), "two chips for the climb, none for the wind"
    assert may(behind(3, []), "follow")
    mixed = behind(2, ["s5"])
    do(mixed, "follow")
    assert (phase(mixed), of(mixed, "chips", "Ar")) == ("on", 1), "the card is the only fee, a chip holds the wheel"


@pytest.mark.clause("PR-V1", "PR-C8")
def test_a_climb_limit_opens_no_verge() -> None:
    race = two_passes({"Ac": "36.1", "Bs": "10.1"}, verge=True, hands={"A": ["c6"]})
    begin(race)
    do(race, "card 6", "0")
    assert lanes(race) == {1, 2, 3}
    assert [action for action in race.legal() if a.VERGE <= action < a.HELP] == []


@pytest.mark.clause("PR-O7", "PR-O4")
def test_nobody_passes_after_the_team_car_or_a_swap() -> None:
    race = standing({"Ac": "40.1", "Bs": "40.2", "Ar": "39.1", "Br": "20.1"}, doping=True, events=True, turn=3,
                    settle=False, chips=1)  # fmt: skip
    note(race, "event", "Ac", 23)
    begin(race)
    assert may(race, "pass", "car")
    do(race, "car", "draw 3")
    assert asked(race) == "Ac"
    assert not may(race, "pass")
    swapped = standing({"Ac": "40.1", "Ar": "40.2", "Bs": "40.3"}, chips=1)
    assert may(swapped, "pass")
    do(swapped, "places with Ar")
    assert asked(swapped) == "Ar"
    assert not may(swapped, "pass")


@pytest.mark.clause("PR-A6")
def test_good_radio_swaps_no_exhaustion_card() -> None:
    race = standing({"Ac": "40.1", "Bs": "20.1"}, events=True, settle=False, hands={"A": ["c5", "xc"]})
    race.races[0]["pool"][0][0], race.races[0]["fresh"][0] = 4, (4, 0, 0)
    begin_round(race)
    do(race, *["drawn card c2"] * 3, "lot for Ac", "event 13")
    assert may(race, "swap c5", "keep")
    assert not may(race, "swap exhaustion")


@pytest.mark.clause("PR-U4", "PR-P4")
def test_a_summit_of_the_last_round_is_not_dealt_again_after_the_control() -> None:
    race = standing({"Ag": "40.1", "Bg": "38.1", "Cg": "30.1"}, profile="B B B B R1 R1 R1^", turn=7, doping=True,
                    settle=False)  # fmt: skip
    dope(race, "Ag", -3)
    state = race.races[0]
    state["used"], state["unused"] = state["unused"].copy(), 0
    for name in ("Ag", "Bg", "Cg"):
        note(race, "moved", name)
    begin(race)
    assert phase(race) == "control_die"
    assert [of(race, "mountain", name) for name in ("Ag", "Bg", "Cg")] == [15, 10, 5]
    do(race, "die 1", "die 1", "die 3", *["die 1"] * 5)
    assert race.over
    assert [of(race, "place", name) for name in ("Ag", "Bg", "Cg")] == [0, 1, 2]
    assert [of(race, "mountain", name) for name in ("Ag", "Bg", "Cg")] == [0, 10, 5], "the winner's are gone"


@pytest.mark.clause("PR-G4", "PR-C8")
def test_a_fallen_team_mate_on_the_last_red_row_can_be_helped() -> None:
    race = two_passes({"Ac": "36.1", "Ag": "38.1", "Bs": "10.1"}, hands={"A": ["c6"]})
    note(race, "status", "Ag", st.LYING)
    note(race, "moved", "Ag")
    begin(race)
    do(race, "card 6", "0")
    assert may(race, "help Ag")
    do(race, "help Ag")
    assert (where(race, "Ac"), row(race, "Ag")) == ("38.1", 37), "Ag lacks its stops, too: it rides on to none"


@pytest.mark.clause("PR-W4", "PR-V1")
def test_a_card_move_over_the_verge_may_end_with_a_draw_in() -> None:
    wall = {"Bc": "11.1", "Br": "11.2", "Bg": "11.3", "Cc": "15.1"}
    race = standing({"Ac": "10.1", **wall}, hands={"A": ["c4"]}, verge=True, moved=list(wall), chips={"Ac": 2})
    do(race, "card 4", "0")
    assert may(race, "verge 13.1", "verge and drawn 13.1"), "two rows behind Cc, with a card"
    do(race, "verge and drawn 14.1")
    assert int(race.races[0]["steps"]) == 3, "the square of a draw-in does not count"
    assert (phase(race), int(race.races[0]["verge_lane"])) == ("crash_die", 0)
    chips = standing({"Ac": "10.1", "Bc": "11.1", "Br": "11.2", "Bg": "11.3", "Cc": "14.1"}, verge=True,
                     moved=list(wall), chips={"Ac": 2}, profile="B G G G")  # fmt: skip
    do(chips, "chips 2")
    assert not any(action >= a.DRAWN_VERGE for action in chips.legal()), "not after chips alone"


# ------------------------------------------------------------------------------------------- which doping card


@pytest.mark.clause("PR-U2", "PR-I14")
def test_the_player_picks_which_doping_card_becomes_chips() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4"]}, doping=True, settle=False)
    dope(race, "Ac", 2, -4)
    begin(race)
    do(race, "dope Ac")
    assert phase(race) == "pick"
    assert race.legal() == [a.USE_DOPING + 1, a.USE_DOPING + 9]
    do(race, "use 9")
    assert (phase(race), of(race, "chips", "Ac")) == ("turn", 3)
    assert (of(race, "used", "Ac"), of(race, "unused", "Ac")) == (1 << 9, 1 << 1)
    do(race, "dope Ac")
    assert (phase(race), of(race, "chips", "Ac")) == ("turn", 6), "of one card there is nothing to pick"


@pytest.mark.clause("PR-U2", "PR-A3")
def test_the_player_picks_which_doping_card_is_played() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, doping=True, settle=False)
    dope(race, "Ac", 2, 3, -4)
    begin(race)
    do(race, "attack", "doping")
    assert phase(race) == "pick"
    do(race, "use 2", "doping", "use 9", "0", "at 16.1")
    assert of(race, "used", "Ac") == 1 << 2 | 1 << 9


@pytest.mark.clause("PR-U2", "PR-L2")
def test_the_doping_card_of_a_circle_is_picked_as_it_is_laid_face_down() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, doping=True, chips={"Bs": 1}, settle=False)
    dope(race, "Ac", 2, -4)
    begin(race)
    do(race, "circle", "ask")
    assert (phase(race), race.legal()) == ("offer", [a.USE_DOPING + 1, a.USE_DOPING + 9, a.DOPE])
    do(race, "use 9")
    assert (phase(race), int(race.view(1)["laid_doping"])) == ("shape", 0), "face down"
    do(race, "dope Ac")
    assert of(race, "used", "Ac") == 1 << 1, "the one that is laid is not at hand"
    do(race, "0", "join")
    assert int(race.races[0]["total"]) == 4
    assert of(race, "used", "Ac") == 1 << 1 | 1 << 9


@pytest.mark.clause("PR-U2", "PR-I14", "PR-F1")
def test_after_a_circle_no_doping_card_is_spoken_for() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1", "Cc": "10.1"}, circle=True, doping=True, settle=False,
                    chips={"Ac": 2, "Bs": 1})  # fmt: skip
    race.races[0]["weather"] = st.VERY_WET
    dope(race, "Ac", 2)
    dope(race, "Bs", 3)
    begin(race)
    do(race, "circle", "ask", "doping", "+2", "join", "lay chip", "at 46.1")
    assert (phase(race), asked(race)) == ("crash_coin", "Bs"), "at the head of the train by now"
    do(race, "skull")
    assert may(race, "fall", "dope Bs")

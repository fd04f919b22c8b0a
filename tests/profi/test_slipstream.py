"""Profi: slipstream, draw-in, dawdling, verge (PR-W, PR-D, PR-V), climbs and descents (PR-H)."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from tests.profi.riding import (
    asked,
    begin,
    cards,
    do,
    give,
    lanes,
    lies,
    may,
    of,
    phase,
    put,
    rider,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_moving import COBBLED, GREEN, HILLS, climb

# ----------------------------------------------------------------------------------------------- slipstream


@pytest.mark.clause("PR-W1", "PR-W2")
def test_who_stands_directly_behind_follows_immediately() -> None:
    race = standing({"Ac": "10.1", "Bc": "9.1", "Cc": "8.1"}, hands={"A": ["c5"]}, chips=1)
    do(race, "card 5", "0", "at 15.2")
    assert asked(race) == "Bc"
    do(race, "follow", "on 0")
    assert where(race, "Bc") == "14.2", "the giver's lane"
    do(race, "follow", "on 0")
    assert where(race, "Cc") == "13.2", "slipstream squares are followed too"


@pytest.mark.clause("PR-W2")
def test_no_slipstream_after_another_move_an_attack_or_where_the_place_is_taken() -> None:
    race = standing({"Ac": "10.1", "Cc": "10.3", "Bc": "9.1"}, hands={"A": ["c5"]}, chips=1)
    do(race, "card 5", "0", "at 15.1", "chips 1", "at 11.3")
    assert not may(race, "follow"), "another rider's move lies between"
    attack = standing({"Ac": "10.1", "Bc": "9.1"}, hands={"A": ["c3", "c2"]}, chips=1)
    do(attack, "attack", "card 3", "0", "at 15.1")
    assert asked(attack) == "Bc"
    assert not may(attack, "follow")
    taken = standing({"Ac": "10.1", "Bc": "9.1", "Cc": "14.1"}, hands={"A": ["c5"]}, moved=["Cc"], chips=1)
    do(taken, "card 5", "0", "at 15.1")
    assert not may(taken, "follow")
    standing_still = standing({"Ac": "10.1", "Bc": "9.1"}, hands={"A": ["c2"]}, chips=1)
    do(standing_still, "card 2", "-2")
    assert not may(standing_still, "follow"), "the giver has not moved"


@pytest.mark.clause("PR-8", "PR-W3", "PR-I6")
def test_chips_lead_from_the_wheel_beside_or_ahead_of_the_giver() -> None:
    def followed(kind: str):
        race = standing({"Ac": "20.2", f"B{kind}": "19.2"}, profile=HILLS, hands={"A": ["c5"]}, chips=2)
        do(race, "card 5", "0", "at 25.2", "follow")
        assert row(race, f"B{kind}") == 24
        return race

    one = followed("s")
    do(one, "on 1")
    assert lanes(one) == {1, 3}
    do(one, "at 25.3")
    two = followed("s")
    do(two, "on 2")
    assert lanes(two) == {1, 2, 3}
    do(two, "at 26.2")
    for chips, reached in ((1, 26), (2, 27)):
        rouleur = followed("r")
        do(rouleur, f"on {chips}", "bonus 1", f"at {reached}.1")


@pytest.mark.clause("PR-9", "PR-W4", "PR-H6", "PR-Y1", "PR-M5")
def test_drawn_in_behind_a_rider_two_rows_ahead() -> None:
    def drawn(kind: str = "s", profile: str = GREEN, weather: int = 0):
        race = standing({f"A{kind}": "10.1", "Bc": "17.1"}, profile=profile, turn=2, hands={"A": [f"{kind}5"]},
                        moved=["Bc"], settle=False)  # fmt: skip
        race.races[0]["weather"] = weather
        begin(race)
        do(race, "card 5", "0")
        if phase(race) == "bonus":
            do(race, "bonus 0")
        assert may(race, "at 15.1", "drawn 16.1")
        do(race, "drawn 16.1")
        return race

    assert phase(drawn(weather=st.VERY_WET)) != "crash_coin", "the square does not count"
    assert phase(drawn("g", COBBLED)) == "crash_coin"
    assert phase(drawn("r", COBBLED)) != "crash_coin", "5 are enough for a rouleur"


@pytest.mark.clause("PR-W4")
def test_no_draw_in_after_chips_alone_or_behind_a_fallen_rider() -> None:
    race = standing({"Ac": "10.1", "Bc": "14.1"}, hands={"A": ["c2"]}, moved=["Bc"], chips=2)
    do(race, "chips 2")
    assert not may(race, "drawn 13.1")
    fallen = standing({"Ac": "10.1", "Bc": "14.1"}, hands={"A": ["c2"]}, moved=["Bc"], settle=False)
    fallen.races[0]["status"][rider(fallen, "Bc")] = st.LYING
    begin(fallen)
    do(fallen, "card 2", "0")
    assert not may(fallen, "drawn 13.1")


@pytest.mark.clause("PR-W5", "PR-Y3", "PR-11")
def test_a_follower_that_loses_a_square_ends_a_row_further_back() -> None:
    for deed, place, chips in (("lose square", "32.1", 1), ("hold wheel", "33.1", 0)):
        race = standing({"Ac": "30.1", "Cc": "29.1"}, hands={"A": ["c4"]}, chips={"Cc": 1}, wind=True, settle=False)
        race.races[0]["wind"][0] = st.SIDE_WIND
        begin(race)
        do(race, "card 4", "0", "at 34.1", "follow", deed)
        assert where(race, "Cc") == place
        assert of(race, "chips", "Cc") == chips
    blocked = standing({"Ac": "30.1", "Cc": "29.1", "Dc": "32.1"}, hands={"A": ["c4"]}, moved=["Dc"], wind=True,
                       chips={"Cc": 1}, settle=False)  # fmt: skip
    blocked.races[0]["wind"] = st.SIDE_WIND
    begin(blocked)
    do(blocked, "card 4", "0", "at 34.1", "follow", "lose square")
    assert where(blocked, "Cc") == "32.2", "another free place, only if that one can't be had"


@pytest.mark.clause("PR-W5", "PR-Y2")
def test_in_the_cold_a_bare_slipstream_of_six_loses_one_and_its_own_follower_follows_that() -> None:
    race = standing({"Ac": "30.1", "Bc": "29.1", "Cc": "28.1"}, hands={"A": ["c6"]}, chips={"Ac": 1}, settle=False)
    race.races[0]["weather"] = st.VERY_COLD
    begin(race)
    do(race, "card 6", "+1", "at 36.1")
    do(race, "follow")
    assert where(race, "Bc") == "34.1", "6 less 1"
    do(race, "follow")
    assert where(race, "Cc") == "33.1", "5, as the one ahead"


# ------------------------------------------------------------------------------------------------- dawdling


@pytest.mark.clause("PR-10", "PR-D1", "PR-D2")
@pytest.mark.parametrize(
    ("profile", "weather", "wind", "rainbow", "squares"),
    [
        (HILLS, 0, 0, False, 1), (HILLS, st.VERY_FINE, 0, False, 2), (climb("3"), 0, 0, False, 0),
        (climb("3"), st.VERY_FINE, 0, False, 0), (HILLS, 0, st.HEAD_WIND, False, 0), (climb("3"), 0, 0, True, 2),
    ],
)  # fmt: skip
def test_squares_of_dawdling(profile: str, weather: int, wind: int, rainbow: bool, squares: int) -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, profile=profile, turn=2, wind=True, chips=1, settle=False)
    state = race.races[0]
    state["weather"], state["wind"][0], state["rainbow"] = weather, wind or st.NO_WIND, 0 if rainbow else -1
    begin(race)
    do(race, "dawdle", f"at {10 + squares}.1")
    assert of(race, "chips", "Ac") == 2, "nothing but a chip to take"


@pytest.mark.clause("PR-D1", "PR-D3", "PR-I7", "PR-A6", "PR-K6")
def test_the_rewards_of_dawdling() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "xc", "xr"]}, doping=True, chips=1, settle=False)
    state = race.races[0]
    state["pool"][0][0], state["fresh"][0] = 3, (2, 1, 0)
    begin(race)
    do(race, "dawdle", "at 11.1")
    assert phase(race) == "reward"
    doping = race.copy()
    tired = race.copy()
    do(race, "take swap", "swap c4", "under 2", "stack 1", "drawn card c2")
    assert list(race.races[0]["fresh"][0]) == [1, 1, 0]
    assert int(race.races[0]["queued"][0]) == 1
    do(doping, "take doping")
    assert phase(doping) == "draw_doping"
    assert len(doping.legal()) == 12
    do(doping, "draw 7")
    assert int(doping.races[0]["unused"][rider(doping, "Ac")]) == 1 << 7
    do(tired, "take swap")
    assert may(tired, "swap exhaustion")
    do(tired, "swap exhaustion", "stack 2", "drawn card c2")
    assert of(tired, "tired", "Ac") == 0
    assert of(tired, "tired", "Ar") == 1, "only its own rider may swap it away"


@pytest.mark.clause("PR-D3", "PR-K3")
def test_a_swapped_card_comes_back_when_its_stack_is_used_up() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "r2", "r3", "g2"]}, chips=1, settle=False)
    state = race.races[0]
    state["pool"][0][0], state["fresh"][0] = 1, (1, 0, 0)
    begin(race)
    do(race, "dawdle", "at 11.1", "take swap", "swap c4", "under 1", "drawn card c2")
    assert int(race.races[0]["hand"][0][2]) == 1, "refilled with the card that lay below"
    assert int(race.races[0]["queued"][0]) == 0


# ---------------------------------------------------------------------------------------------------- verge


@pytest.mark.clause("PR-15", "PR-V1", "PR-V2", "PR-P6")
def test_over_the_verge() -> None:
    wall = {"Bc": "11.1", "Br": "11.2", "Bg": "11.3"}
    race = standing({"As": "10.1", **wall}, hands={"A": ["s4"]}, moved=wall, verge=True, combative=True)
    do(race, "card 4", "0")
    stay = race.copy()
    assert may(race, "verge 13.1")
    do(race, "verge 13.1")
    assert where(race, "As") == "13.1"
    assert of(race, "combative", "As") == 1
    assert phase(race) == "crash_die"
    do(race, "die 1")
    assert lies(race, "As"), "no chips: nothing to choose"
    assert where(race, "As") == "11.0"
    do(stay, "at 10.1")
    assert of(stay, "chips", "As") == 2
    off = standing({"As": "10.1", **wall}, hands={"A": ["s4"]}, moved=wall)
    do(off, "card 4", "0")
    assert where(off, "As") == "10.1"


@pytest.mark.clause("PR-V2")
def test_the_verge_only_when_blocked_and_two_steps_at_least() -> None:
    free = standing({"As": "10.1", "Bc": "5.1"}, hands={"A": ["s4"]}, verge=True)
    do(free, "card 4", "0")
    assert not any(a.VERGE <= action < a.HELP for action in free.legal())
    wall = {"Bc": "11.1", "Br": "11.2", "Bg": "11.3"}
    short = standing({"As": "10.1", **wall}, hands={"A": ["s2"]}, moved=wall, verge=True)
    do(short, "card 2", "0")
    assert where(short, "As") == "10.1", "value 2 less 1 is no two steps"


@pytest.mark.clause("PR-V2", "PR-G4")
def test_who_lies_on_the_verge_blocks_nobody_and_starts_with_a_step_onto_the_road() -> None:
    race = standing({"As": "10.0", "Bc": "9.1", "Ar": "7.1"}, hands={"A": ["s2", "r5"], "B": ["c2"]}, verge=True)
    do(race, "card 2", "-1", "at 11.1")
    do(race, "card 2", "-1", "at 10.1")


@pytest.mark.clause("PR-V3")
def test_dawdlers_are_obstacles_only_with_the_verge_rule() -> None:
    wall = {"Bc": "12.1", "Br": "12.2", "Bg": "12.3"}
    for verge, reached in ((True, "11.1"), (False, "14.1")):
        race = standing({"Ac": "10.1", **wall}, hands={"A": ["c4"]}, moved=wall, verge=verge, settle=False)
        race.races[0]["dawdled"] = sum(1 << rider(race, name) for name in wall)
        begin(race)
        do(race, "card 4", "0", f"at {reached}")


# ------------------------------------------------------------------------------------- climbs and descents


@pytest.mark.clause("PR-H1", "PR-H2", "PR-G5")
@pytest.mark.parametrize(
    ("category", "follower", "how"),
    [
        ("H", "Bg", "free"), ("1", "Bg", "free"), ("4", "Bg", "free"), ("4", "Bs", "chips"), ("3", "Bs", "chips"),
        ("2", "Bs", ""), ("1", "Bs", ""), ("H", "Bs", ""), ("1", "As", "chips or card"), ("2", "As", "chips or card"),
        ("3", "As", "chips or card"), ("H", "As", ""),
    ],
)  # fmt: skip
def test_following_on_climbs(category: str, follower: str, how: str) -> None:
    race = standing({"Ac": "20.1", follower: "19.1"}, profile=climb(category), turn=2, chips={follower: 2},
                    hands={"A": ["c4", "r2"], "B": ["r2", "s2"]})  # fmt: skip
    do(race, "card 4", "0", "at 24.1")
    assert asked(race) == follower
    assert may(race, "follow") == bool(how)
    if how:
        do(race, "follow")
    if how == "chips or card":
        assert may(race, "fee", "pay r2")
        card = race.copy()
        do(card, "pay r2")
        assert (row(card, follower), of(card, "chips", follower)) == (23, 2), "the card adds no squares"
        do(race, "fee")
    if how:
        assert row(race, follower) == 23
        assert of(race, "chips", follower) == (2 if how == "free" else 0)


@pytest.mark.clause("PR-H3")
def test_a_draw_in_needs_no_fee_and_a_surge_pays_for_its_first_half() -> None:
    drawn = standing({"Ac": "20.1", "Bs": "24.1"}, profile=climb("1"), turn=2, hands={"A": ["c2"]}, moved=["Bs"])
    do(drawn, "card 2", "0")
    assert may(drawn, "drawn 23.1")
    race = standing({"Bs": "20.1", "Ac": "19.1"}, profile=climb("3"), turn=2, hands={"B": ["s3"], "A": ["c5"]},
                    chips={"Ac": 2})  # fmt: skip
    do(race, "card 3", "0", "at 23.1", "surge")
    assert of(race, "chips", "Ac") == 0
    assert phase(race) == "shape"
    do(race, "0", "at 27.1")


@pytest.mark.clause("PR-20", "PR-H5", "PR-M4")
def test_full_risk_after_a_summit() -> None:
    descent = "B R4^ D B B"
    for face, squares in ((-1, 3), (4, 8)):
        race = standing({"Ac": "10.1", "Bc": "5.1"}, profile=descent, turn=3, hands={"A": ["c4"]}, chips={"Ac": 3},
                        full_risk=True)  # fmt: skip
        do(race, "card 4", "0", "risk")
        assert race.weights() == [1] * 6
        do(race, f"descent {face}", f"at {10 + squares}.1")
        assert of(race, "chips", "Ac") == 2
        assert (phase(race) == "danger") == (face == 4)
    do(race, "pay 2")
    assert not lies(race, "Ac")
    rouleur = standing(
        {"Ar": "10.1", "Bc": "5.1"}, profile=descent, turn=3, hands={"A": ["r4"]}, chips=1, full_risk=True
    )
    do(rouleur, "card 4", "0", "risk", "bonus 1", "descent 3", "at 18.1")
    plain = standing({"Ac": "10.1", "Bc": "5.1"}, profile=descent, turn=3, hands={"A": ["c4"]}, chips=1)
    do(plain, "card 4", "0", "at 14.1")


@pytest.mark.clause("PR-16", "PR-H6", "PR-H7")
def test_cobbles_ask_for_six_squares_or_five_of_a_rouleur() -> None:
    for kind, card, change, rolls in (
        ("r", 5, "0", False),
        ("r", 4, "0", True),
        ("s", 5, "0", True),
        ("s", 5, "+1", False),
    ):
        race = standing({f"A{kind}": "10.1", "Bc": "5.1"}, profile=COBBLED, turn=2, hands={"A": [f"{kind}{card}"]},
                        chips=1)  # fmt: skip
        do(race, f"card {card}", change)
        do(race, race_place(race))
        assert (phase(race) == "crash_coin") == rolls
    dawdling = standing({"Ac": "10.1", "Bc": "5.1"}, profile=COBBLED, turn=2, chips=1)
    do(dawdling, "dawdle", "at 11.1")
    assert phase(dawdling) != "crash_coin"


def race_place(race) -> str:
    """The place in lane 1, as far as the rider's move goes."""
    return f"at {row(race, asked(race)) + int(race.races[0]['points'])}.1"


@pytest.mark.clause("PR-16", "PR-G1", "PR-H6", "PR-H7")
def test_a_full_cobbled_row_rolls_inside_first_and_team_mates_protect_each_other() -> None:
    race = standing({"As": "27.3", "Bc": "33.1", "Cc": "33.2"}, profile=COBBLED, turn=2, hands={"A": ["s6"]},
                    moved=["Bc", "Cc"])  # fmt: skip
    do(race, "card 6", "0", "at 33.3")
    order = []
    while phase(race) == "crash_coin":
        order.append(asked(race))
        do(race, "no skull")
    assert order == ["Bc", "Cc", "As"]
    mates = standing({"As": "27.3", "Bc": "33.1", "Br": "33.2"}, profile=COBBLED, turn=2, hands={"A": ["s6"]},
                     moved=["Bc", "Br"])  # fmt: skip
    do(mates, "card 6", "0", "at 33.3")
    assert (phase(mates), asked(mates)) == ("crash_coin", "As"), "of team-mates beside each other none can fall"
    do(mates, "no skull")
    assert phase(mates) != "crash_coin"


# -------------------------------------------------------------------------------------------------- boards


@pytest.mark.clause("PR-25", "PR-C7", "PR-C8", "PR-R5", "PR-Z12")
def test_a_climb_of_16_rows_asks_for_two_stops() -> None:
    race = standing(
        {"Ac": "30.1", "Bc": "5.1"}, course="two_passes", turn=5, hands={"A": ["c6", "c5", "c3"]}, settle=False
    )
    state = race.races[0]
    number = rider(race, "Ac")
    state["climb"][number], state["stops"][number] = 3, 1
    begin(race)
    do(race, "attack", "card 6", "card 5", "0", "at 38.1")
    assert of(race, "chips", "Ac") == 0, "4 + 4 on a climb of category 2: exactly 8"
    nine = standing({"Ag": "30.1", "Bc": "5.1"}, course="two_passes", turn=5, hands={"A": ["g5", "g4"]}, settle=False)
    number = rider(nine, "Ag")
    nine.races[0]["climb"][number], nine.races[0]["stops"][number] = 3, 1
    begin(nine)
    do(nine, "attack", "card 5", "0", "bonus 0", "at 38.1")
    assert of(nine, "chips", "Ag") == 1, "the lost point may be saved"
    nine.races[0]["stops"][number], nine.races[0]["moved"][number] = 2, 0
    give(nine, "A", "g5")
    begin(nine)
    do(nine, "card 5", "0", "bonus 0", "at 43.1")


@pytest.mark.clause("PR-C7", "PR-C8")
def test_standing_on_red_at_the_end_of_a_round_is_a_stop_and_before_the_climb_there_is_none_yet() -> None:
    race = standing({"Ac": "22.1"}, players=2, course="two_passes", turn=5, hands={"A": ["c6", "c6"]}, chips=3)
    do(race, "attack", "+2", "at 36.1")
    assert of(race, "stops", "Ac") == 1
    far = standing({"Ac": "36.1", "Bc": "5.1"}, course="two_passes", turn=5, hands={"A": ["c6"]})
    do(far, "card 6", "0", "at 38.1")
    assert row(far, "Ac") == 38, "no further than the last red row"


@pytest.mark.clause("PR-C6", "PR-Z11")
def test_the_terrain_of_the_start_row_holds_for_the_whole_move() -> None:
    race = standing({"As": "10.1", "Bc": "5.1"}, course="coast", hands={"A": ["s4"]})
    do(race, "card 4", "0", "bonus 1", "at 15.1")
    red = standing({"As": "24.1", "Bc": "5.1"}, course="coast", hands={"A": ["s6"]})
    do(red, "card 6", "0", "at 30.1")
    assert where(red, "As") == "30.1", "no cap from a blue row, but the climb holds it up"


@pytest.mark.clause("PR-C9")
def test_the_road_goes_on_past_the_finish() -> None:
    race = standing({"As": "62.2", "Bc": "5.1"}, course="coast", hands={"A": ["s6", "s5"]})
    do(race, "attack", "card 6", "0", "bonus 1", "at 74.2")
    assert cards(race) == set()
    put(race, "As", "70.1")

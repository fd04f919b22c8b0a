"""Profi: the road, order of moving, cards and chips, what a move is worth (PR-R, PR-O, PR-M, PR-K, PR-E, PR-B)."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from tests.profi.riding import (
    GAME,
    asked,
    begin,
    begin_round,
    cards,
    do,
    dope,
    give,
    group,
    lanes,
    may,
    of,
    offered,
    phase,
    rider,
    row,
    standing,
    where,
)  # fmt: skip

GREEN = "B G G G G G G G G B"
HILLS = "B B B B B B B B B B"
COBBLED = "B K K K K B"


def climb(category: str) -> str:
    rounds = {"H": "RH RH RH^", "1": "R1 R1^", "2": "R2 R2^", "3": "R3^", "4": "R4^"}[category]
    return f"B {rounds} D B B"


# ------------------------------------------------------------------------------------------------- the road


@pytest.mark.clause("PR-R1", "PR-R3")
def test_steps_go_ahead_at_most_a_lane_aside_and_the_player_picks_the_end_place() -> None:
    race = standing({"Ac": "10.1", "Bc": "2.1"}, hands={"A": ["c2"]})
    do(race, "card 2", "-1")
    assert lanes(race) == {1, 2}
    wide = standing({"Ac": "10.1", "Bc": "2.1"}, hands={"A": ["c2"]}, road_width="4")
    do(wide, "card 2", "0")
    assert lanes(wide) == {1, 2, 3}
    far = standing({"Ac": "10.1", "Bc": "2.1"}, hands={"A": ["c3"]}, road_width="4")
    do(far, "card 3", "0")
    assert lanes(far) == {1, 2, 3, 4}


@pytest.mark.clause("PR-R3", "PR-R4")
def test_slipping_between_two_riders_but_never_onto_one() -> None:
    race = standing({"Ac": "10.1", "Bc": "10.2", "Br": "11.1"}, hands={"A": ["c2"]}, moved=["Bc", "Br"])
    do(race, "card 2", "-1")
    assert where(race, "Ac") == "11.2", "the only free place"


@pytest.mark.clause("PR-R5", "PR-M3")
def test_who_is_blocked_goes_as_far_as_it_can_and_saves_up_to_two_points() -> None:
    wall = {"Bc": "12.1", "Br": "12.2", "Bg": "12.3"}
    race = standing({"Ac": "10.1", **wall}, hands={"A": ["c5"]}, moved=wall)
    do(race, "card 5", "0", "at 11.2")
    assert of(race, "chips", "Ac") == 2, "4 points lost, 2 of them saved"
    saved = standing({"Ac": "10.1", **wall}, hands={"A": ["c5"]}, moved=wall)
    do(saved, "card 5", "-1", "at 11.2")
    assert of(saved, "chips", "Ac") == 2, "the minus of the move, not a second one"
    added = standing({"Ac": "10.1", **wall}, hands={"A": ["c5"]}, moved=wall, chips={"Ac": 1})
    do(added, "card 5", "+1", "at 11.2")
    assert of(added, "chips", "Ac") == 0, "none with a chip added"
    shut = standing({"Ac": "11.1", **wall}, hands={"A": ["c5"]}, moved=wall)
    do(shut, "card 5", "0")
    assert where(shut, "Ac") == "11.1"


@pytest.mark.clause("PR-R6")
def test_a_free_row_parts_groups() -> None:
    race = standing({"Ac": "30.1", "Ar": "29.3", "Bc": "27.1", "Br": "26.1"}, settle=False, turn=2)
    begin_round(race)
    assert [of(race, "group", name) for name in ("Ac", "Ar", "Bc", "Br")] == [0, 0, 1, 1]


@pytest.mark.clause("PR-R2", "PR-O2")
def test_on_a_board_the_data_tells_which_lane_is_inside() -> None:
    for course, first in ((20, "Ac"), (40, "Bc")):
        race = standing({"Ac": f"{course}.1", "Bc": f"{course}.3"}, course="coast")
        assert asked(race) == first
    assert asked(standing({"Ac": "20.2", "Bc": "20.1"})) == "Bc", "on a profile lane 1 is"


# ----------------------------------------------------------------------------------------- order of moving


@pytest.mark.clause("PR-O1", "PR-O3")
def test_riders_move_from_the_front_each_once() -> None:
    race = standing({"Ac": "10.1", "Bc": "12.1", "Ar": "8.2"}, chips=1)
    order = []
    while int(race.races[0]["round_number"]) == 3:
        order.append(asked(race))
        do(race, "dawdle")
        while phase(race) != "turn":
            race.replay(race.legal()[0])
    assert order == ["Bc", "Ac", "Ar"]


@pytest.mark.clause("PR-2", "PR-O2", "PR-O4", "PR-W1", "PR-I4")
def test_passing_decides_who_can_follow() -> None:
    places = {"Ac": "10.1", "Bc": "10.2", "Cc": "9.1", "Dc": "9.2"}
    hands = {team: [f"c{4}"] for team in "ABCD"}
    race = standing(places, hands=hands)
    do(race, "card 4", "0", "at 14.1")
    do(race, "card 4", "0", "at 14.2")
    assert asked(race) == "Dc", "it can still follow B"
    do(race, "follow")
    assert where(race, "Dc") == "13.2"
    assert asked(race) == "Cc"
    assert not may(race, "follow")
    other = standing(places, hands=hands)
    do(other, "pass")
    assert asked(other) == "Bc"
    assert not may(other, "pass"), "nobody is left after it on that row"
    do(other, "card 4", "0", "at 14.2")
    assert asked(other) == "Ac"
    do(other, "card 4", "0", "at 14.1")
    assert asked(other) == "Cc", "now it is first"
    do(other, "follow")
    assert where(other, "Cc") == "13.1"
    assert asked(other) == "Dc"
    assert not may(other, "follow")


@pytest.mark.clause("PR-O4")
def test_the_right_to_move_comes_back_to_the_first_of_those_left() -> None:
    race = standing({"Ac": "10.1", "Bc": "10.2", "Cc": "10.3"}, chips=1)
    do(race, "pass")
    do(race, "pass")
    assert asked(race) == "Cc"
    do(race, "dawdle", "at 11.3")
    assert asked(race) == "Ac"


@pytest.mark.clause("PR-O2", "PR-P5")
def test_of_level_riders_the_rainbow_jersey_comes_before_the_innermost() -> None:
    race = standing({"Ac": "10.1", "Bc": "10.2"}, settle=False)
    race.races[0]["rainbow"] = rider(race, "Bc")
    begin(race)
    assert asked(race) == "Bc"


@pytest.mark.clause("PR-O3")
def test_an_unused_doping_card_counts_as_three_chips_for_the_order() -> None:
    for doping, first in (((), "Bs"), ((3,), "Cc")):
        race = standing({"Ac": "10.2", "Bs": "9.1", "Cc": "9.2"}, profile=climb("3"), turn=2, hands={"A": ["c4"]},
                        doping=True, settle=False)  # fmt: skip
        dope(race, "Cc", *doping)
        begin(race)
        do(race, "card 4", "0", "at 14.2")
        assert asked(race) == first
    assert not may(race, "follow"), "the chips are not there yet"
    do(race, "dope Cc")
    assert may(race, "follow")


@pytest.mark.clause("PR-O5", "PR-F2")
def test_who_fell_in_the_round_before_moves_last() -> None:
    race = standing({"Ac": "20.1", "Bc": "10.1", "Br": "19.1"}, turn=2, settle=False, chips=1)
    for name in ("Ac", "Br"):
        number = rider(race, name)
        race.races[0]["fell"][number], race.races[0]["status"][number] = 2, 3
    begin_round(race)
    order = []
    while int(race.races[0]["round_number"]) == 3:
        order.append(asked(race))
        do(race, "dawdle")
        while phase(race) != "turn":
            race.replay(race.legal()[0])
    assert order == ["Bc", "Ac", "Br"], "several of them front to back"


@pytest.mark.clause("PR-O6")
def test_a_round_is_weather_events_then_moves() -> None:
    race = standing({"Ac": "20.1", "Bc": "10.1"}, turn=2, settle=False, chips=1, weather=True, events=True, wind=True)
    begin_round(race)
    assert phase(race) == "weather"
    do(race, "weather 0")
    assert phase(race) == "event_lot"
    do(race, "lot for Ac", "event 28")
    assert (phase(race), asked(race)) == ("wind", "Ac")
    do(race, "wind 4")
    assert phase(race) == "turn"
    do(race, "dawdle", "at 21.1")
    assert (phase(race), asked(race)) == ("wind", "Bc"), "when the first of its group is due"


@pytest.mark.clause("PR-M1", "PR-O7")
def test_the_moves_of_a_due_rider() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "c5", "r2"]}, chips=2)
    assert cards(race) == {"4", "5"}
    assert may(race, "attack", "chips 1", "chips 2", "dawdle")
    assert not may(race, "follow")
    assert not may(race, "circle")


# ------------------------------------------------------------------------------------------ cards and chips


@pytest.mark.clause("PR-K2", "PR-C2", "PR-C3", "PR-C5")
@pytest.mark.parametrize(
    ("profile", "jokers"),
    [(GREEN, {"s", "c"}), (HILLS, {"r", "c"}), (climb("3"), {"g", "c"}), (COBBLED, {"s", "r", "g", "c"})],
)
def test_jokers_on_own_and_unspecific_terrain_and_always_for_the_captain(profile: str, jokers: set[str]) -> None:
    for kind in "crgs":
        race = standing({f"A{kind}": "10.1", "Bc": "5.1"}, profile=profile, turn=2, hands={"A": ["j4"]}, chips=1)
        assert ("j4" in cards(race)) == (kind in jokers)


@pytest.mark.clause("PR-K4", "PR-K5")
def test_hands_are_refilled_when_the_whole_move_is_over_mover_first() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "c5"], "B": ["r2"] * 4}, settle=False)
    state = race.races[0]
    state["pool"][0][3], state["fresh"][0] = 1, (1, 0, 0)
    state["pool"][1][:2], state["fresh"][1] = (2, 2), (2, 2, 0)
    begin(race)
    do(race, "card 4", "0")
    assert int(state["held"][0]) == 1
    do(race, "at 14.1")
    assert phase(race) == "draw_card", "of one stack there is nothing to choose"
    do(race, "drawn card c5")
    assert int(race.races[0]["held"][0]) == 2, "the stacks are empty: the hand shrinks"
    assert (phase(race), race.actor) == ("stack", 1), "then the others in start order"


@pytest.mark.clause("PR-3", "PR-M3", "PR-C2", "PR-E1", "PR-E2")
def test_a_rouleurs_four_with_two_chips_more_or_less() -> None:
    for change, squares, chips in ((-2, 2, 2), (-1, 3, 1), (0, 4, 0), (1, 5, -1), (2, 6, -2)):
        race = standing({"Ar": "10.1", "Bc": "5.1"}, profile=GREEN, hands={"A": ["r4"]}, chips=2)
        do(race, "card 4", f"{change:+d}" if change else "0", f"at {10 + squares}.1")
        assert of(race, "chips", "Ar") == 2 + chips
        blue = standing({"Ar": "10.1", "Bc": "5.1"}, profile=HILLS, hands={"A": ["r4"]}, chips=2)
        do(blue, "card 4", f"{change:+d}" if change else "0", "bonus 1", f"at {11 + squares}.1")
    declined = standing({"Ar": "10.1", "Bc": "5.1"}, hands={"A": ["r4"]})
    do(declined, "card 4", "0", "bonus 0", "at 14.1")


@pytest.mark.clause("PR-4", "PR-H4", "PR-M4")
def test_cards_are_cut_on_climbs() -> None:
    sprinter = {"As": "10.1", "Bc": "5.1"}
    race = standing(sprinter, profile=climb("1"), turn=2, hands={"A": ["s6"]}, chips=2)
    do(race, "card 6", "+2", "at 14.1")
    race = standing(sprinter, profile=climb("1"), turn=2, hands={"A": ["s6"]})
    do(race, "card 6", "-2", "at 10.1")
    assert of(race, "chips", "As") == 2
    for category, squares in (("3", 8), ("2", 7), ("4", 9)):
        race = standing({"Ac": "10.1", "Bc": "5.1"}, profile=climb(category), turn=2, hands={"A": ["c6", "c3"]})
        do(race, "attack", "card 6", "0", f"at {10 + squares}.1")
    race = standing({"Ag": "10.1", "Bc": "5.1"}, profile=climb("H"), turn=2, hands={"A": ["g6"]})
    do(race, "card 6", "0", "bonus 1", "at 17.1")


@pytest.mark.clause("PR-H4")
@pytest.mark.parametrize(
    ("category", "caps"),
    [("H", (4, 3, 6, 2)), ("1", (4, 3, 6, 2)), ("2", (4, 3, 6, 2)), ("3", (5, 4, 6, 3)), ("4", (6, 5, 6, 4))],
)
def test_the_most_that_a_card_counts(category: str, caps: tuple[int, ...]) -> None:
    for kind, most in zip("crgs", caps, strict=True):
        race = standing({f"A{kind}": "10.1", "Bc": "5.1"}, profile=climb(category), turn=2, doping=True, settle=False)
        race.races[0]["hand"][0]["crgs".index(kind) * 5 + 4], race.races[0]["held"][0] = 1, 1
        begin(race)
        do(race, "card 6", "0")
        if phase(race) == "bonus":
            do(race, "bonus 0")
        do(race, f"at {10 + most}.1")


@pytest.mark.clause("PR-M2", "PR-E3", "PR-C2")
def test_chips_instead_of_a_card() -> None:
    race = standing({"Ac": "10.1", "Bc": "9.1"}, chips={"Ac": 3})
    assert not may(race, "attack")
    do(race, "chips 2", "at 12.1")
    assert of(race, "chips", "Ac") == 1
    assert may(race, "follow"), "followed like a card move"
    own = standing({"Ar": "10.1", "Bc": "5.1"}, chips=1)
    do(own, "chips 1", "bonus 1", "at 12.1")


@pytest.mark.clause("PR-C4")
def test_no_terrain_is_the_captains_own() -> None:
    for profile in (GREEN, HILLS, climb("4")):
        race = standing({"Ac": "10.1", "Bc": "5.1"}, profile=profile, turn=2, hands={"A": ["c3"]})
        do(race, "card 3", "0", "at 13.1")


@pytest.mark.clause("PR-M4", "PR-M3")
def test_a_move_may_be_cut_to_nothing_but_not_raised_and_cut() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c2"]}, chips=2)
    do(race, "card 2")
    assert len(race.legal()) == 5, "one change, up or down"
    do(race, "-2")
    assert where(race, "Ac") == "10.1"
    assert of(race, "chips", "Ac") == 4


# ---------------------------------------------------------------------------------------------- feed stations


@pytest.mark.clause("PR-B1", "PR-B3", "PR-Z5")
def test_a_station_lies_two_rows_ahead_of_the_front_as_its_round_begins() -> None:
    race = standing({"Ar": "20.1", "Bs": "19.1"}, profile="B B Bf B B", turn=2, settle=False, bottles=True,
                    hands={"A": ["r3"], "B": ["s5", "s4"]})  # fmt: skip
    begin_round(race)
    assert list(race.races[0]["station_row"][:1]) == [22]
    do(race, "card 3", "-1", "bonus 0", "at 22.1")
    assert of(race, "bottles", "Ar") == 1, "blue lies on the first row"
    do(race, "card 5", "-1", "at 23.2")
    assert of(race, "bottles", "Bs") == 1, "green on the second"
    left = int(race.races[0]["station_left"][0])
    assert bin(left).count("1") == 10
    group(race)


@pytest.mark.clause("PR-B1")
def test_only_its_own_colour_and_only_once() -> None:
    race = standing({"Ac": "20.1", "Br": "20.3"}, profile="B B Bf B B", turn=2, settle=False, bottles=True,
                    hands={"A": ["c2"], "B": ["r2"]})  # fmt: skip
    begin_round(race)
    do(race, "card 2", "0", "at 22.1")
    assert of(race, "bottles", "Ac") == 0
    do(race, "card 2", "0", "bonus 0", "at 22.2")
    assert of(race, "bottles", "Br") == 1


@pytest.mark.clause("PR-B2")
def test_a_bottle_adds_two_squares_to_a_card_besides_two_chips() -> None:
    race = standing({"Ac": "20.1", "Bc": "5.1"}, hands={"A": ["c4"]}, chips=2, settle=False, bottles=True)
    race.races[0]["bottles"][rider(race, "Ac")] = 2
    begin(race)
    chips = race.copy()
    do(race, "card 4", "bottle")
    assert not may(race, "bottle"), "at most one a move"
    do(race, "+2", "at 28.1")
    assert of(race, "bottles", "Ac") == 1
    do(chips, "chips 2", "at 22.1")
    assert of(chips, "bottles", "Ac") == 2, "only with a card"


@pytest.mark.clause("PR-B3", "PR-Z11")
def test_on_a_board_bottles_lie_from_the_start() -> None:
    race = GAME.start(course="coast")
    assert list(race.state["station_row"][:1]) == [18]
    assert not GAME.start(course="coast", bottles=False).state["stations"]


@pytest.mark.clause("PR-E4", "PR-I18")
def test_chips_are_seen_by_all() -> None:
    race = standing({"Ac": "20.1", "Bc": "5.1"}, chips=7)
    assert list(race.view(1)["chips"][:1]) == [7]


@pytest.mark.clause("PR-I5", "PR-M4")
def test_the_parts_of_a_moves_value_in_their_order() -> None:
    """Card 6 + 2 chips + bottle + own terrain, heavy legs, head wind: 6 + 2 + 2 + 1 - 1 - 1 = 9; very cold 8."""
    for weather, squares in ((0, 9), (2, 8)):
        race = standing({"Ar": "20.1", "Bc": "5.1"}, hands={"A": ["r5", "j6"]}, chips=2, settle=False, wind=True)
        state, who = race.races[0], rider(race, "Ar")
        state["bottles"][who], state["event"][who], state["weather"] = 1, 3, weather
        state["wind"][0] = 1
        begin(race)
        do(race, "joker 6", "bottle", "+2", "bonus 1", f"at {20 + squares}.1")


@pytest.mark.clause("PR-I16")
def test_a_decision_with_one_answer_is_not_asked() -> None:
    race = standing({"Ac": "20.1", "Bc": "5.1"})
    assert phase(race) == "place", "nothing but dawdling: only the lane is asked"
    with_doping = standing({"Ac": "20.1", "Bc": "5.1"}, doping=True, settle=False)
    dope(with_doping, "Ac", 4)
    begin(with_doping)
    assert phase(with_doping) == "turn", "an unused doping card is a second answer"
    assert offered(with_doping)
    give(race, "A")
    assert a.PLACE + 1 in race.legal()
    assert row(race, "Ac") == 20

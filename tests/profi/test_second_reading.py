"""Profi, read a second time: what an independent reading of the clauses found. The common cases, and circles."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from tests.profi.riding import (
    asked,
    begin,
    begin_round,
    do,
    dope,
    lies,
    may,
    of,
    phase,
    rider,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_circle import dummy
from tests.profi.test_moving import GREEN, HILLS, climb


def note(race: Match, field: str, name: str, value: int = 1) -> None:
    """Write into a rider's record."""
    race.races[0][field][rider(race, name)] = value


@pytest.mark.clause("PR-A8")
def test_riders_that_move_last_counter_in_their_place_from_the_back() -> None:
    race = standing({"Ac": "10.1", "Bs": "12.1", "Cs": "13.2", "Ds": "14.1"}, profile=GREEN, chips=1, settle=False,
                    hands={"A": ["c3", "c3"]})  # fmt: skip
    note(race, "last", "Cs")
    for name in ("Bs", "Ds"):
        note(race, "moved", name)
    begin(race)
    do(race, "attack", "0", "at 16.1")
    order = []
    while phase(race) == "counter":
        order.append(asked(race))
        do(race, "no counter")
    assert order == ["Bs", "Cs", "Ds"]


@pytest.mark.clause("PR-F3", "PR-N2")
def test_who_rides_behind_a_dummy_that_falls_on_a_second_one_rolls() -> None:
    race = dummy("r", GREEN, others={"Bc": "9.1"}, chips=1)
    do(race, "die 1", "die 1")
    assert lies(race, "Cr")
    assert (phase(race), asked(race)) == ("crash_die", "Bc")
    do(race, "die 1", "fall")
    assert lies(race, "Bc")


@pytest.mark.clause("PR-L1", "PR-O3")
@pytest.mark.parametrize(("chips", "doping", "chained"), [(1, (), 1), (2, (), 3), (0, (2,), 3)])
def test_who_cannot_pay_to_follow_uphill_ends_the_chain(chips: int, doping: tuple[int, ...], chained: int) -> None:
    race = standing({"Ac": "40.1", "Br": "39.1", "Cg": "38.1"}, profile=climb("3"), turn=2, circle=True, doping=True,
                    chips={"Ac": 1, "Br": chips, "Cg": 1}, settle=False)  # fmt: skip
    dope(race, "Br", *doping)
    begin(race)
    assert may(race, "circle") == (chained > 1)
    assert int(race.races[0]["chained"]) == chained


@pytest.mark.clause("PR-N5", "PR-R6")
def test_a_dummy_looks_at_the_groups_as_they_are_now() -> None:
    def asked_to_join(mate: str) -> Match:
        race = dummy("g", HILLS, "39.1", others={"Bc": "40.1", "Cc": mate}, moved=["Cc"], hands={"B": ["c4"]},
                     circle=True, chips={"Bc": 1}, settle=False)  # fmt: skip
        state = race.races[0]
        away = mate != "41.2"
        note(race, "group", "Cc", 1 if away else 0)
        note(race, "group", "Cg", 1)
        state["group"][rider(race, "Bc")] = 1
        begin(race)
        do(race, "circle", "card 4", "0")
        return race

    assert phase(asked_to_join("45.1")) == "shape", "its captain rode away this round: the grimpeur does not join"
    assert phase(asked_to_join("41.2")) == "circle_place", "its captain was ahead, but is in this group by now"


def two_passes(places: dict[str, str], **more) -> Match:
    return standing(places, course="two_passes", turn=4, settle=False, **more)


@pytest.mark.clause("PR-C6", "PR-L8")
def test_the_leaders_row_tells_what_following_in_a_circle_costs() -> None:
    """Red begins on row 23. A file pays if only its leader has reached the red; it does not pay if its leader has left
    it."""
    at_the_foot = two_passes({"Ac": "23.1", "Ar": "22.1"}, circle=True, hands={"A": ["c4", "r2", "s5"]}, chips=3)
    begin(at_the_foot)
    do(at_the_foot, "circle", "card 4", "0", "join")
    assert phase(at_the_foot) == "circle_fee"
    on_top = two_passes({"Ac": "39.1", "Ar": "38.1"}, circle=True, hands={"A": ["c4", "r2", "s5"]}, chips=3)
    for name in ("Ac", "Ar"):
        note(on_top, "climb", name, 3)
        note(on_top, "stops", name, 2)
    begin(on_top)
    do(on_top, "circle", "card 4", "0", "join")
    assert phase(on_top) == "laying"


@pytest.mark.clause("PR-N5")
@pytest.mark.parametrize("event", ["tailwind", "very fine"])
def test_tailwind_and_fine_weather_add_nothing_to_a_dummys_circle(event: str) -> None:
    race = dummy("g", HILLS, "40.1", others={"Br": "39.1"}, circle=True, wind=True, settle=False, chips={"Br": 0})
    state = race.races[0]
    state["wind"] = st.TAIL_WIND if event == "tailwind" else st.NO_WIND
    state["weather"] = st.VERY_FINE
    state["rearmost"] = rider(race, "Cg")
    state["row"][rider(race, "Br")], state["lane"][rider(race, "Br")] = 39, 1
    begin(race)
    do(race, "die 4", "join")
    assert int(race.races[0]["total"]) == 5, "the die, and the rouleur's point"


@pytest.mark.clause("PR-L1", "PR-N5", "PR-H2")
@pytest.mark.parametrize(("chips", "chained"), [(1, 2), (2, 3)])
def test_behind_a_dummy_only_chips_pay_for_a_place_in_the_chain(chips: int, chained: int) -> None:
    """Br could pay with a card behind its team-mate, but not in a dummy's circle."""
    race = dummy("g", climb("1"), "41.1", others={"Bg": "40.1", "Br": "39.1"}, hands={"B": ["r4", "g4"]}, circle=True,
                 chips={"Bg": 1, "Br": chips}, settle=False)  # fmt: skip
    begin(race)
    do(race, "die 4")
    assert (phase(race), asked(race)) == ("joining", "Bg")
    assert int(race.races[0]["chained"]) == chained


@pytest.mark.clause("PR-B1", "PR-T6")
def test_a_bottle_is_taken_in_the_breakaway() -> None:
    race = breakaway("Ar", "12.2", 4)
    do(race, "card 4", "at 18.2")
    assert of(race, "bottles", "Ar") == 1, "12 and 4 + 2 squares: a blue bottle lies on row 18"
    assert int(race.races[0]["station_left"][0]) >> 1 & 1 == 0


def breakaway(name: str, place: str, face: int, course: str = "coast") -> Match:
    """The second throw of a breakaway: a rider may go with the card that matches the die."""
    race = standing({name: place, "Bc": "1.1"}, course=course, turn=0, bottles=True, breakaway=True, settle=False,
                    hands={name[0]: [f"{name[1]}{face}"]})  # fmt: skip
    state = race.races[0]
    state["throw"] = 2
    state["dice"] = face
    state["phase"], state["decider"], state["rider"] = st.BREAK_CARD, 0, rider(race, "Bc")
    state["menu"][0], state["offered"] = a.STAY, 1
    state["passed"] = 1 << rider(race, "Bc")
    race.look_again()
    race.replay(a.STAY)
    race.look_again()
    assert (phase(race), asked(race)) == ("break_card", name)
    return race


@pytest.mark.clause("PR-C8", "PR-T6")
def test_the_breakaway_stops_on_a_climb() -> None:
    race = breakaway("Ag", "26.2", 5)
    do(race, "card 5", "at 30.2")
    assert row(race, "Ag") == 30, "the climb ends on row 30 and asks for a stop"


# ------------------------------------------------------------------------------------------------ doping cards


@pytest.mark.clause("PR-I14", "PR-I16", "PR-J1")
def test_a_doping_card_is_a_chip_for_a_challenge() -> None:
    race = standing({"Ac": "10.1", "Bg": "13.2"}, hands={"A": ["c3"]}, elbow=True, doping=True, moved=["Bg"],
                    chips={"Bg": 1}, settle=False)  # fmt: skip
    dope(race, "Ac", 2)
    begin(race)
    do(race, "card 3", "0", "at 13.1")
    assert phase(race) == "duel"
    assert may(race, "no duel", "dope Ac")
    assert not may(race, "challenge 1")
    do(race, "dope Ac", "challenge 1", "accept")
    assert of(race, "chips", "Ac") == 2


@pytest.mark.clause("PR-I14", "PR-I16", "PR-L4")
def test_a_doping_card_is_a_chip_for_a_circle() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, doping=True, hands={"A": ["c4"]}, settle=False)
    dope(race, "Bs", 2)
    begin(race)
    do(race, "circle")
    assert (phase(race), asked(race)) == ("joining", "Bs")
    assert not may(race, "join"), "not before it can lay"
    do(race, "dope Bs", "join", "lay 2 chips", "at 46.1")
    assert of(race, "chips", "Bs") == 1


@pytest.mark.clause("PR-I14", "PR-I16", "PR-I19")
def test_a_team_mate_may_turn_a_doping_card_into_chips_to_give() -> None:
    race = standing({"Ac": "40.1", "Ar": "20.1", "Bc": "10.1"}, events=True, doping=True, settle=False)
    dope(race, "Ar", 2)
    begin_round(race)
    do(race, "lot for Ac", "event 27")
    assert phase(race) == "spirit"
    do(race, "dope Ar", "spirit 3")
    assert (of(race, "chips", "Ac"), of(race, "chips", "Ar")) == (2, 1)


# ------------------------------------------------------------------------------------------- circles and events


@pytest.mark.clause("PR-L1", "PR-W2")
def test_nobody_rides_behind_a_soft_tyre() -> None:
    def chained(soft: str) -> int:
        race = standing({"Ac": "40.1", "Br": "39.1", "Cs": "38.1"}, circle=True, events=True, chips=1, settle=False)
        note(race, "event", soft, 6)
        begin(race)
        return int(race.races[0]["chained"]) if may(race, "circle") else 0

    assert chained("Ac") == 0, "nobody follows it"
    assert chained("Br") == 2, "the last of the chain"
    assert chained("Cs") == 3


@pytest.mark.clause("PR-X3")
def test_slipping_gears_cap_no_start_card() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, events=True, hands={"A": ["c6"]}, chips={"Bs": 1},
                    settle=False)  # fmt: skip
    note(race, "event", "Ac", 5)
    begin(race)
    do(race, "circle", "join")
    assert int(race.races[0]["total"]) == 7


@pytest.mark.clause("PR-X3", "PR-Y3")
@pytest.mark.parametrize(("deeds", "ends"), [(("card 4", "0"), 45), (("chips 2",), 41)])
def test_a_motorbike_spares_the_head_wind_only_with_a_card(deeds: tuple[str, ...], ends: int) -> None:
    race = standing({"Ac": "40.1", "Bs": "20.1"}, events=True, wind=True, hands={"A": ["c4"]}, chips=2, settle=False)
    race.races[0]["wind"] = st.HEAD_WIND
    note(race, "event", "Ac", 19)
    begin(race)
    do(race, *deeds, f"at {ends}.1")


@pytest.mark.clause("PR-X3", "PR-L7")
def test_a_motorbike_spares_no_circle_the_head_wind() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, events=True, wind=True, hands={"A": ["c4"]},
                    chips={"Bs": 1}, settle=False)  # fmt: skip
    race.races[0]["wind"] = st.STRONG_HEAD_WIND
    note(race, "event", "Ac", 19)
    begin(race)
    do(race, "circle", "join")
    assert int(race.races[0]["total"]) == 3


@pytest.mark.clause("PR-L4", "PR-B2")
def test_a_bottle_may_be_added_to_a_refused_start_card_with_chips() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, bottles=True, hands={"A": ["c4"]}, chips=1, settle=False)
    note(race, "bottles", "Ac")
    begin(race)
    do(race, "circle", "card 4", "+1", "decline")
    assert phase(race) == "shape"
    assert not may(race, "-1")
    assert not may(race, "+1")
    do(race, "bottle", "at 47.1")
    assert of(race, "chips", "Ac") == 0


@pytest.mark.clause("PR-Q3")
def test_a_circle_is_no_active_move() -> None:
    race = standing({"Ac": "40.1", "Bs": "39.1", "Cs": "20.1"}, circle=True, chips=1)
    do(race, "circle", "join", "at 42.1")
    assert asked(race) == "Cs"
    assert int(race.races[0]["spurred"]) == 0


@pytest.mark.clause("PR-H6", "PR-L7")
def test_each_rider_of_a_circle_touches_the_rows_of_its_own_ride() -> None:
    """Cobbles end on row 52: in a file on rows 53 and 52 only the rear rider has started on them."""
    race = two_passes({"Ac": "53.1", "Bs": "52.1"}, circle=True, hands={"A": ["c2"]}, chips={"Bs": 1})
    begin(race)
    do(race, "circle", "join", "at 56.1")
    assert (phase(race), asked(race)) == ("crash_coin", "Bs")
    do(race, "no skull")
    assert phase(race) != "crash_coin", "the captain rode from row 53"


@pytest.mark.clause("PR-H6", "PR-G4")
def test_the_rescued_rider_touches_the_rows_from_where_it_lay() -> None:
    race = two_passes({"Ac": "52.1", "Ar": "54.1", "Bs": "10.1"}, hands={"A": ["c5"]})
    note(race, "status", "Ar", st.LYING)
    note(race, "moved", "Ar")
    begin(race)
    do(race, "card 5", "0", "help Ar", "at 56.1")
    assert phase(race) != "crash_coin", "no cobbles from row 54 on"


@pytest.mark.clause("PR-N4", "PR-R2")
def test_a_dummy_takes_the_inside_of_the_row_where_it_ends() -> None:
    """On Coast the inside changes sides between rows 30 and 31."""

    def ridden(others: dict[str, str], die: int) -> str:
        race = standing({"Cr": "26.2", "Ac": "1.1", **others}, course="coast", turn=4, players=2, dummies="1",
                        moved=list(others), settle=False)  # fmt: skip
        note(race, "climb", "Cr", 3)
        note(race, "stops", "Cr")
        begin(race)
        do(race, f"die {die}")
        return where(race, "Cr")

    assert ridden({"Ar": "32.1", "Br": "32.3"}, 4) == "31.3", "drawn in to row 31, where the inside is on the left"


@pytest.mark.clause("PR-N4", "PR-W5")
def test_a_dummy_that_loses_a_square_takes_the_inmost_place() -> None:
    race = dummy(
        "r", GREEN, "9.3", others={"Bc": "10.3"}, hands={"B": ["c6"]}, chips={"Bc": 1}, wind=True, settle=False
    )
    race.races[0]["wind"] = st.SIDE_WIND
    begin(race)
    do(race, "card 6", "0", "at 16.3")
    assert where(race, "Cr") == "14.1"


def bits(race: Match, *names: str) -> np.uint32:
    return np.uint32(sum(1 << rider(race, name) for name in names))


@pytest.mark.clause("PR-Q2")
def test_who_takes_no_part_in_the_sprint_cannot_be_helped() -> None:
    race = standing({"Ac": "40.1", "Ar": "42.1", "Bs": "41.2"}, hands={"A": ["c5"]}, turn=12, settle=False)
    state = race.races[0]
    state["sprint"], state["sprinting"], state["down_at_end"] = 1, bits(race, "Ac", "Bs"), bits(race, "Ar")
    note(race, "status", "Ar", st.LYING)
    for name in ("Ar", "Bs"):
        note(race, "moved", name)
    begin(race)
    do(race, "card 5", "0")
    assert not may(race, "help Ar")
    assert may(race, "at 45.1")

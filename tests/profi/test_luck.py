"""Profi: doping and the team car (PR-U), events (PR-X, PR-Z4), weather and wind (PR-Y), dice (PR-Z1 to PR-Z3)."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from parcours.games.profi.tables import EVENT_TITLES
from tests.profi.riding import (
    GAME,
    asked,
    begin,
    begin_round,
    cards,
    do,
    dope,
    give,
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

# -------------------------------------------------------------------------------------- doping and team car


@pytest.mark.clause("PR-U1", "PR-Z3")
def test_four_stacks_of_twelve_and_twice_as_many_with_seven_teams() -> None:
    assert list(GAME.start(teams=4).state["doping_pool"]) == [2**12 - 1] * 4
    assert list(GAME.start(teams=7).state["doping_pool"]) == [2**24 - 1] * 4
    assert not GAME.start(teams=4, doping=False).state["doping_pool"].any()


@pytest.mark.clause("PR-U2", "PR-I14", "PR-E1")
def test_a_doping_card_becomes_three_chips_at_any_own_decision() -> None:
    race = standing({"Ac": "10.1", "Ar": "9.3", "Bc": "5.1"}, doping=True, chips=1, settle=False)
    dope(race, "Ar", 4)
    begin(race)
    assert asked(race) == "Ac"
    do(race, "dope Ar")
    assert of(race, "chips", "Ar") == 4
    assert asked(race) == "Ac", "nothing else has changed"
    assert int(race.races[0]["used"][rider(race, "Ar")]) == 1 << 3, "it stays with the rider, back up"
    lying = standing({"Ac": "10.1", "Ar": "9.3", "Bc": "5.1"}, doping=True, chips=1, settle=False)
    dope(lying, "Ar", 4)
    lying.races[0]["status"][rider(lying, "Ar")] = st.LYING
    begin(lying)
    assert not may(lying, "dope Ar"), "not while lying"


@pytest.mark.clause("PR-U2", "PR-A3")
def test_a_doping_card_played_counts_three() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, doping=True, settle=False)
    dope(race, "Ac", 4)
    begin(race)
    assert cards(race) == {"d"}
    do(race, "doping", "0", "at 13.1")


@pytest.mark.clause("PR-27", "PR-U3")
def test_the_team_car_needs_two_free_rows_and_somebody_behind() -> None:
    race = standing({"Ac": "40.1", "Bc": "37.1"}, profile=HILLS + " B B", turn=5, doping=True, chips=1)
    assert may(race, "car")
    do(race, "car", "draw 3")
    assert int(race.races[0]["unused"][0]) == 1 << 3
    assert asked(race) == "Ac", "usable at once"
    assert not may(race, "car"), "once a race"
    assert not may(standing({"Ac": "40.1", "Bc": "38.1"}, turn=5, doping=True, chips=1), "car")
    assert not may(standing({"Ac": "40.1", "Bc": "37.1"}, turn=1, doping=True, chips=1), "car")
    assert not may(standing({"Ac": "40.1", "Bc": "37.1"}, profile=HILLS, turn=10, doping=True, chips=1), "car")
    assert not may(standing({"Ac": "40.1"}, players=2, turn=5, doping=True, chips=1), "car")
    assert not may(
        standing({"Ac": "60.1", "Bc": "5.1"}, course="coast", turn=5, doping=True, chips=1, settle=False), "keep"
    )


@pytest.mark.clause("PR-24", "PR-U4", "PR-P1")
@pytest.mark.parametrize(("second", "struck"), [(1, False), (3, True)])
def test_the_control_after_the_race(second: int, struck: bool) -> None:
    race = standing(
        {"Ag": "40.1", "Bc": "37.1"}, profile="B B B B", turn=4, doping=True, moved=["Bc"], chips=1, settle=False
    )
    number = rider(race, "Ag")
    race.races[0]["used"][number] = 1 << (3 - 1 + 6) | 1 << (5 - 1)
    begin(race)
    do(race, "dawdle", "at 41.1", "take chip")
    for dice in ((1, 1, 5, 1), (1, 1, second, 1)):
        for die in dice:
            assert phase(race) == "control_die"
            do(race, f"die {die}")
    assert race.over
    assert bool(int(race.state["struck"]) >> number & 1) == struck
    assert int(race.state["place"][number]) == (0 if struck else 1)
    assert int(race.state["place"][rider(race, "Bc")]) == (1 if struck else 2), "riders behind move up"
    assert race.standings()[0].seat == (1 if struck else 0)


# ------------------------------------------------------------------------------------------------------ events


def drawn(event: int, places=None, who: str = "Ac", **more):
    """A round that begins with an event for a rider."""
    race = standing(places or {"Ac": "20.1", "Ar": "19.1", "Bc": "18.1"}, turn=2, settle=False, events=True,
                    **{"chips": 2, **more})  # fmt: skip
    race.races[0]["round_number"] = more.get("turn", 2)
    return with_event(race, event, who)


def with_event(race, event: int, who: str):
    begin_round(race)
    do(race, f"lot for {who}", f"event {event}")
    return race


@pytest.mark.clause("PR-X1", "PR-X2", "PR-Z4")
def test_before_each_round_a_rider_draws_an_event() -> None:
    race = standing(
        {"Ac": "20.1", "Bc": "18.1"}, turn=2, settle=False, events=True, chips=1, events_per_round="2", combative=True
    )
    begin_round(race)
    assert phase(race) == "event_lot"
    assert race.weights() == [1, 1]
    do(race, "lot for Ac")
    assert len(race.legal()) == len(EVENT_TITLES) == 28
    do(race, "event 28")
    assert of(race, "combative", "Ac") == 1
    assert race.legal() == [a.LOT_RIDER + rider(race, "Bc")], "different riders"
    last = standing({"Ac": "20.1", "Bc": "18.1"}, profile="B B B B", turn=3, settle=False, events=True, chips=1)
    begin_round(last)
    assert phase(last) == "turn", "none before the last round"
    late = standing({"Ac": "56.1", "Bc": "18.1"}, course="coast", turn=3, settle=False, events=True, chips=1)
    begin_round(late)
    assert phase(late) == "turn", "none once a rider stands 8 rows from the finish"
    early = standing({"Ac": "55.1", "Bc": "18.1"}, course="coast", turn=3, settle=False, events=True, chips=1)
    begin_round(early)
    assert phase(early) == "event_lot"


@pytest.mark.clause("PR-X1")
def test_an_empty_deck_is_shuffled_anew() -> None:
    race = standing({"Ac": "20.1", "Bc": "18.1"}, turn=2, settle=False, events=True, chips=1)
    race.races[0]["events_drawn"] = 2**28 - 1
    begin_round(race)
    do(race, "lot for Ac")
    assert len(race.legal()) == 28


@pytest.mark.clause("PR-Z4", "PR-X3")
@pytest.mark.parametrize(
    ("event", "squares"), [(1, 5), (2, 6), (3, 3), (4, 2), (5, 4), (6, 3), (19, 5), (20, 3), (28, 4)]
)
def test_events_about_the_length_of_a_move(event: int, squares: int) -> None:
    race = drawn(event, hands={"A": ["c4"]})
    do(race, "card 4", "0", f"at {20 + squares}.1")
    chips = drawn(event, hands={"A": ["c4"]})
    do(chips, "chips 2", "at 22.1")
    assert row(chips, "Ac") == 22, "only with a rider card"


@pytest.mark.clause("PR-Z4")
def test_cramp_gears_and_tyres() -> None:
    assert not may(drawn(4, hands={"A": ["c4", "c5"]}), "attack")
    gears = drawn(5, hands={"A": ["c6", "c5"]})
    do(gears, "attack", "card 6", "0", "at 28.1")
    soft = drawn(6, hands={"A": ["c4"]})
    do(soft, "card 4", "0", "at 23.1")
    assert not may(soft, "follow"), "may not be followed"
    flat = drawn(7, {"Ac": "20.1", "Ar": "15.1", "Bc": "18.1"})
    assert asked(flat) == "Bc", "moves last"
    assert asked(drawn(7)) == "Ac", "unless in contact with a team-mate"


@pytest.mark.clause("PR-Z4", "PR-E1")
@pytest.mark.parametrize(("event", "chips"), [(8, 3), (9, 4), (11, 1), (12, 0)])
def test_events_about_chips(event: int, chips: int) -> None:
    assert of(drawn(event), "chips", "Ac") == chips


@pytest.mark.clause("PR-Z4")
def test_events_about_bottles_and_rules_that_are_off() -> None:
    assert of(drawn(10, bottles=True), "bottles", "Ac") == 1
    assert of(drawn(10), "bottles", "Ac") == 0, "no effect where the rule is switched off"
    assert phase(drawn(24)) == "turn"


@pytest.mark.clause("PR-Z4", "PR-I19", "PR-D3")
def test_good_radio_swaps_up_to_two_cards() -> None:
    race = standing({"Ac": "20.1", "Bc": "18.1"}, turn=2, settle=False, events=True, chips=1,
                    hands={"A": ["c4", "r2", "r2", "r2", "r2"]})  # fmt: skip
    race.races[0]["pool"][0][0], race.races[0]["fresh"][0] = 3, (3, 0, 0)
    with_event(race, 13, "Ac")
    assert phase(race) == "event_swap"
    do(race, "swap c4", "under 1", "drawn card c2")
    assert phase(race) == "event_swap"
    kept = race.copy()
    do(kept, "keep")
    assert phase(kept) == "turn"
    do(race, "swap r2", "under 1", "drawn card c2")
    assert phase(race) == "turn", "two at most"


@pytest.mark.clause("PR-Z4")
def test_dead_radio_ease_uphill_and_clean_line() -> None:
    dead = drawn(14, circle=True)
    assert not may(dead, "circle")
    assert not may(dead, "places with Ar")
    assert may(drawn(28, circle=True), "circle", "places with Ar")
    ease = standing({"Bc": "20.1", "As": "19.1"}, profile=climb("H"), turn=1, settle=False, events=True,
                    hands={"B": ["c4"]}, chips=1)  # fmt: skip
    with_event(ease, 15, "As")
    do(ease, "card 4", "0", "at 24.1")
    assert may(ease, "follow")
    clean = drawn(16, hands={"A": ["c6"]})
    clean.races[0]["weather"] = st.VERY_WET
    do(clean, "card 6", "0", "at 26.1")
    assert phase(clean) != "crash_coin"


@pytest.mark.clause("PR-Z4", "PR-H7")
def test_grit_and_spectators() -> None:
    grit = drawn(17, hands={"A": ["c3"]})
    do(grit, "card 3", "0", "at 23.1")
    assert phase(grit) == "crash_die"
    assert phase(drawn(18, {"Ac": "20.1", "Bc": "18.1"})) == "crash_die", "at once"


@pytest.mark.clause("PR-Z4")
def test_motorbike_level_crossing_jury_and_nothing_to_lose() -> None:
    behind = drawn(19, who="Bc", hands={"B": ["c4"]}, chips=1)
    for _ in range(2):
        do(behind, "dawdle")
        while phase(behind) == "place":
            behind.replay(behind.legal()[0])
    do(behind, "card 4", "0", "at 22.1")
    crossing = drawn(20, hands={"A": ["r4"]})
    do(crossing, "dawdle", "at 21.1")
    do(crossing, "card 4", "0", "bonus 0", "at 22.1")
    assert row(crossing, "Ar") == 22, "every rider of its group"
    jury = drawn(21, {"Ac": "18.2", "Bg": "22.1"}, hands={"A": ["c4"]}, elbow=True)
    do(jury, "dawdle", "at 23.1")
    put(jury, "Bg", "22.1")
    do(jury, "card 4", "0", "at 22.2")
    assert phase(jury) != "duel"
    free = drawn(22, {"Ac": "18.2", "Bg": "22.1"}, hands={"A": ["c4"]}, elbow=True, chips=0)
    put(free, "Bg", "22.1")
    while phase(free) == "place":
        do(free, "at 23.1")
    put(free, "Bg", "22.1")
    do(free, "card 4", "0", "at 22.2")
    assert may(free, "challenge 0")


@pytest.mark.clause("PR-Z4", "PR-U3", "PR-I19")
def test_events_about_doping_cards_and_the_car() -> None:
    assert may(drawn(23, doping=True), "car")
    parcel = drawn(24, doping=True)
    assert phase(parcel) == "draw_doping"
    bag = standing({"Ac": "20.1", "Bc": "18.1"}, turn=2, settle=False, events=True, doping=True, chips=1)
    dope(bag, "Ac", 2, -5)
    with_event(bag, 25, "Ac")
    assert phase(bag) == "bag"
    assert len(bag.legal()) == 2, "none may be turned into chips first"
    do(bag, "put back 10")
    assert int(bag.races[0]["unused"][0]) == 1 << 1
    assert int(bag.races[0]["doping_queued"][0]) == 1


@pytest.mark.clause("PR-Z4", "PR-I19", "PR-A5")
def test_fresh_head_and_team_spirit() -> None:
    fresh = drawn(26, hands={"A": ["c4", "c5"]}, exhaustion=True)
    do(fresh, "attack", "card 4", "0", "at 29.1")
    assert of(fresh, "tired", "Ac") == 0
    spirit = drawn(27)
    assert phase(spirit) == "spirit"
    do(spirit, "spirit 3")
    assert (of(spirit, "chips", "Ac"), of(spirit, "chips", "Ar")) == (4, 0)


# -------------------------------------------------------------------------------------------- weather and wind


@pytest.mark.clause("PR-Z1", "PR-Z2", "PR-Y1")
def test_faces_of_the_dice() -> None:
    race = standing({"Ac": "20.1", "Bc": "18.1"}, turn=2, settle=False, weather=True, wind=True, chips=1)
    begin_round(race)
    assert race.weights() == [2, 1, 1, 1, 1]
    do(race, f"weather {st.VERY_FINE}")
    assert race.weights() == [1, 1, 1, 2, 1]
    coin = standing({"Ac": "10.1", "Bc": "5.1"}, profile=COBBLED, turn=2, hands={"A": ["c3"]})
    do(coin, "card 3", "0", "at 13.1")
    assert (phase(coin), coin.weights()) == ("crash_coin", [1, 1])


@pytest.mark.clause("PR-Y1", "PR-Y2")
def test_very_fine_weather_lets_the_last_rider_ride_one_more() -> None:
    race = standing({"Ac": "20.1", "Bc": "10.1"}, turn=2, settle=False, weather=True, hands={"B": ["c4"]}, chips=1)
    begin_round(race)
    do(race, "weather 1", "dawdle", "at 22.1")
    do(race, "card 4", "0", "bonus 1", "at 15.1")


@pytest.mark.clause("PR-Y1", "PR-Y2", "PR-M5")
def test_cold_is_taken_from_the_value_and_wet_looks_at_squares_ridden() -> None:
    wall = {"Bc": "16.1", "Br": "16.2", "Bg": "16.3"}
    for weather, place, rolls in ((st.VERY_COLD, "15.1", False), (st.VERY_WET, "15.1", False)):
        race = standing({"Ac": "10.1", **wall}, hands={"A": ["c6"]}, moved=wall, settle=False)
        race.races[0]["weather"] = weather
        begin(race)
        do(race, "card 6", "0", f"at {place}")
        assert (phase(race) == "crash_coin") == rolls
        assert of(race, "chips", "Ac") == (0 if weather == st.VERY_COLD else 1)


@pytest.mark.clause("PR-11", "PR-R6", "PR-Y3", "PR-Y4")
def test_wind_and_a_group() -> None:
    places = {"Ac": "30.1", "Bc": "30.2", "Cc": "29.1", "Dc": "28.3"}

    def blown(wind: int, **hands):
        race = standing(places, profile=GREEN, wind=True, hands=dict(hands.items()), settle=False)
        race.races[0]["wind"] = wind
        begin(race)
        return race

    strong = blown(st.STRONG_HEAD_WIND, A=["c3"], B=["c3"], C=["c4"], D=["c2"])
    do(strong, "card 3", "0", "at 31.1", "card 3", "0")
    do(strong, "at 31.2")
    do(strong, "card 4", "0", "at 33.1")
    tail = blown(st.TAIL_WIND, A=["c3"], B=["c3"], C=["c3"], D=["c2"])
    do(tail, "card 3", "0", "at 33.1", "card 3", "0", "at 33.2")
    assert asked(tail) == "Cc"
    do(tail, "card 3", "0")
    assert phase(tail) == "place", "C may not: the row behind it is not free"
    do(tail, "at 32.1")
    do(tail, "card 2", "0", "bonus 1", "at 31.3")
    side = blown(st.SIDE_WIND, A=["c4"], B=["c5"], C=["c4"])
    side.races[0]["chips"][rider(side, "Cc")] = 1
    do(side, "pass", "card 5", "0", "at 35.2", "card 4", "0", "at 34.1", "follow", "lose square")
    assert where(side, "Cc") == "32.1"


@pytest.mark.clause("PR-Y3", "PR-Y4", "PR-O6")
def test_the_wind_is_rolled_for_each_group() -> None:
    race = standing({"Ac": "30.1", "Bc": "30.2", "Cc": "20.1"}, turn=2, settle=False, wind=True, chips=1)
    begin_round(race)
    do(race, "wind 3", "dawdle", "at 31.1", "dawdle", "at 31.2")
    assert (phase(race), asked(race)) == ("wind", "Cc")
    give(race, "A")

"""Turns, the steps of a move, overtaking, braking, risk: RA-T, RA-V, RA-B, RA-X."""

from __future__ import annotations

import pytest

from parcours.games.rally import actions as a
from tests.rally.driving import (
    NAMES,
    at_start,
    brake,
    damage,
    die,
    difference,
    distances,
    gear,
    gears,
    go,
    leave,
    levels,
    mover,
    no_stop,
    passive,
    phase,
    place,
    risk,
    risk_die,
    standing,
    stands,
    start_on,
    status,
)

# --------------------------------------------------------------------------------------------------------- turns


@pytest.mark.clause("RA-T1", "RA-T2", "RA-9")
def test_cars_start_one_turn_apart():
    race = at_start(4)
    moves: dict[int, list[str]] = {}
    while int(race.races[0]["turn"]) <= 5:
        if phase(race) != "weather":
            moves.setdefault(int(race.races[0]["turn"]), []).append(mover(race))
        passive(race)
    assert {turn: moves[turn] for turn in range(1, 6)} == {
        1: ["Red"], 2: ["Red", "Blue"], 3: ["Red", "Blue", "Yellow"], 4: list(NAMES[:4]), 5: list(NAMES[:4]),
    }  # fmt: skip
    assert sum(map(len, moves.values())) == 14


@pytest.mark.clause("RA-T1")
def test_the_start_order_holds_wherever_the_cars_are():
    race = at_start(3, order=("Blue", "Yellow", "Red"))
    while int(race.races[0]["turn"]) < 4:
        passive(race)
    race.races[0]["place"][0] = 40
    race.look_again()
    die(race, 2)
    seen = []
    while phase(race) != "weather":
        seen.append(mover(race))
        passive(race)
    assert seen == ["Blue", "Yellow", "Red"]


@pytest.mark.clause("RA-T2", "RA-W1", "RA-W2", "RA-C2")
def test_the_weather_die_begins_every_turn_from_the_second_also_when_car_1_is_out():
    race = at_start(2)
    assert int(race.races[0]["turn"]) == 1
    assert phase(race) == "tyres"
    passive(race)
    assert (phase(race), int(race.races[0]["turn"])) == ("weather", 2)
    assert race.weights() == [1] * 6
    race.races[0]["status"][0] = 4
    race.look_again()
    die(race, 2)
    assert mover(race) == "Blue"
    passive(race)
    assert (phase(race), int(race.races[0]["turn"])) == ("weather", 3)


@pytest.mark.clause("RA-T3", "RA-T4", "RA-T5", "RA-T6", "RA-T7")
def test_the_steps_of_a_move():
    race = at_start(2)
    seen = [phase(race)]
    start_on(race)
    for step in (lambda: gear(race, 2), lambda: die(race, 1), lambda: go(race, 3)):
        seen.append(phase(race))
        step()
    seen.append(phase(race))
    assert seen == ["tyres", "gear", "risk", "go", "stop"]
    no_stop(race)
    assert phase(race) == "weather"


@pytest.mark.clause("RA-T4", "RA-C3", "RA-X1")
def test_the_risk_die_is_rolled_in_every_move_even_where_nothing_can_go_wrong():
    race = standing({"Red": 60})
    gear(race, 3)
    assert phase(race) == "risk"
    assert race.weights() == [1] * 6
    assert [action - a.DIE + 1 for action in race.legal()] == [1, 2, 3, 4, 5, 6]


@pytest.mark.clause("RA-T5", "RA-B2")
def test_distance_and_brakes_are_declared_before_the_first_square_is_entered():
    race = standing({"Red": 32}, last=4)
    gear(race, 4)
    die(race, 6)
    go(race, 2)
    assert (phase(race), place(race, "Red")) == ("brake", 32)
    assert [action - a.BRAKE for action in race.legal()] == [1, 2]
    brake(race, 2)
    assert place(race, "Red") == 34


@pytest.mark.clause("RA-T6")
def test_a_car_may_stop_on_an_occupied_square():
    race = standing({"Red": 20, "Blue": 22}, last=2)
    gear(race, 2)
    die(race, 1)
    go(race, 2)
    assert place(race, "Red") == place(race, "Blue") == 22


@pytest.mark.clause("RA-T8")
def test_stopping_on_the_last_square_is_not_leaving():
    race = standing({"Red": 58, "Blue": 30}, last=2)
    gear(race, 2)
    die(race, 1)
    assert distances(race) == {1, 2, "leave"}
    stay = race.copy()
    go(stay, 2)
    assert (place(stay, "Red"), status(stay, "Red")) == (60, "on the road")
    leave(race)
    assert (status(race, "Red"), int(race.races[0]["left_turn"][0])) == ("left", 10)


@pytest.mark.clause("RA-T8", "RA-V2")
def test_leaving_past_a_car_on_the_last_square_is_no_overtaking():
    race = standing({"Red": 59, "Blue": 60, "Yellow": 60}, last=5)
    gear(race, 5)
    assert risk_die(race, 6) == 1
    leave(race)
    assert status(race, "Red") == "left"


@pytest.mark.clause("RA-T8")
def test_leaving_needs_a_maximum_that_goes_beyond_the_last_square():
    race = standing({"Red": 57}, last=2)
    gear(race, 2)
    die(race, 1)
    assert distances(race) == {1, 2, 3}


@pytest.mark.clause("RA-T9")
@pytest.mark.parametrize("trim", ["stable", "fast", "prototype"])
@pytest.mark.parametrize("where", [1, 20, 57, 60])
def test_every_car_always_has_a_legal_move_and_nobody_may_pass(trim, where):
    race = standing({"Red": where}, last=5, trim=trim)
    gear(race, 5)
    die(race, 6)
    if phase(race) == "go":
        assert 1 in distances(race) or "leave" in distances(race)
        assert 0 not in distances(race)


@pytest.mark.clause("RA-T10")
def test_the_stage_ends_with_the_turn_in_which_the_last_car_leaves():
    race = standing({"Red": 60, "Blue": 60}, cars=2)
    for name in ("Red", "Blue"):
        assert not race.over
        assert mover(race) == name
        gear(race, 3)
        die(race, 1)
    assert race.over
    assert [status(race, name) for name in ("Red", "Blue")] == ["left", "left"]


@pytest.mark.clause("RA-T10")
def test_cars_that_have_not_started_are_still_in_the_stage():
    race = at_start(2)
    race.races[0]["place"][0] = 60
    race.races[0]["status"][0] = 1
    race.look_again()
    start_on(race)
    gear(race, 5)
    die(race, 1)
    assert status(race, "Red") == "left"
    assert not race.over
    die(race, 2)
    assert (phase(race), mover(race)) == ("tyres", "Blue")


# ---------------------------------------------------------------------------------------------------- overtaking


@pytest.mark.clause("RA-17", "RA-V1", "RA-V2", "RA-V4")
def test_each_group_passed_raises_the_square_behind_it():
    places = {"Red": 21, "Blue": 23, "Yellow": 23, "Green": 24, "Violet": 24}
    race = standing(places, off=("Violet",), cars=6, last=3)
    assert levels(race, 5) == [0, 1, 2, 1, 1]
    gear(race, 3)
    assert risk_die(race, 5) == 2
    go(race, 5)
    assert (place(race, "Red"), status(race, "Red")) == (26, "on the road")
    race = standing(places, off=("Violet",), cars=6, last=5)
    gear(race, 5)
    assert risk_die(race, 5) == 1
    go(race, 5)
    assert (place(race, "Red"), difference(race)) == (24, 1)
    damage(race, 1)
    assert (place(race, "Red"), status(race, "Red")) == (26, "on the road"), "p25 and p26 are safe"


@pytest.mark.clause("RA-18", "RA-V3", "RA-V4")
def test_cars_beside_which_the_move_begins_are_not_overtaken():
    assert levels(standing({"Red": 23, "Blue": 23}), 1) == [0]
    assert levels(standing({"Red": 22, "Blue": 23}), 2) == [1, 1]
    assert levels(standing({"Red": 22, "Blue": 23}, off=("Blue",)), 2) == [1, 0]


@pytest.mark.clause("RA-V4")
def test_who_is_off_eliminated_not_started_or_away_is_not_overtaken():
    race = standing({"Red": 22, "Blue": 23, "Yellow": 23, "Green": 23})
    for car, what in ((1, 0), (2, 3), (3, 4)):
        race.races[0]["status"][car] = what
    race.look_again()
    assert levels(race, 2) == [1, 0]


@pytest.mark.clause("RA-V5")
def test_a_raised_level_counts_for_that_car_in_that_move_only():
    race = standing({"Red": 22, "Blue": 23, "Yellow": 23}, last=4)
    gear(race, 4)
    risk_die(race, 1)
    go(race, 1)
    assert int(race.races[0]["brakes"][1]) == 2
    assert mover(race) == "Blue"
    assert levels(race, 1) == [0], "neither Red's brakes nor Red's overtaking are left"


# ------------------------------------------------------------------------------------------------------- braking


@pytest.mark.clause("RA-6", "RA-B1")
def test_two_brakes_on_one_square_or_one_on_each_of_two():
    def braked(*squares):
        race = standing({"Red": 20}, trim="prototype", last=5)
        gear(race, 5)
        assert risk_die(race, 1) == 2
        go(race, 4)
        assert int(race.races[0]["to_brake"]) == 2
        brake(race, *squares)
        return race

    race = braked(3, 3)
    assert (place(race, "Red"), difference(race)) == (23, 1)
    race = braked(1, 2)
    assert (place(race, "Red"), status(race, "Red")) == (24, "on the road")


@pytest.mark.clause("RA-B2", "RA-E6")
def test_only_squares_entered_in_this_move_can_be_braked_on_the_last_included():
    race = standing({"Red": 20}, trim="prototype", last=5)
    gear(race, 5)
    die(race, 1)
    go(race, 3)
    assert [action - a.BRAKE for action in race.legal()] == [1, 2, 3]
    brake(race, 2)
    assert [action - a.BRAKE for action in race.legal()] == [2, 3], "in driving order: which brake is which is all one"
    brake(race, 3)
    assert phase(race) != "brake", "the last one can only fall on the last square"
    assert list(race.races[0]["brakes"][:4]) == [0, 0, 1, 2]


@pytest.mark.clause("RA-B4")
def test_a_brake_on_a_square_that_is_not_reached_has_no_effect():
    race = standing({"Red": 33, "Blue": 35}, trim="prototype", last=5)
    gear(race, 5)
    assert risk_die(race, 6) == 1
    go(race, 5)
    brake(race, 5)
    damage(race, 6)
    assert (place(race, "Red"), status(race, "Red")) == (34, "off")
    no_stop(race)
    assert mover(race) == "Blue"
    assert levels(race, 4) == [3, 2, 1, 2]


# ---------------------------------------------------------------------------------------------------------- risk


@pytest.mark.clause("RA-4", "RA-D1", "RA-X1")
def test_4th_with_a_3_passes_levels_up_to_3():
    race = standing({"Red": 32}, last=4)
    gear(race, 4)
    assert risk_die(race, 3) == 3
    go(race, 3)
    assert (place(race, "Red"), difference(race)) == (35, 1)


@pytest.mark.clause("RA-5", "RA-D1", "RA-D2", "RA-D3", "RA-D5")
def test_a_fast_car_at_the_hairpin():
    race = standing({"Red": 32}, trim="fast", last=4)
    gear(race, 4)
    assert risk_die(race, 5) == 2
    go(race, 4)
    assert (place(race, "Red"), difference(race)) == (34, 1)
    damage(race, 2)
    assert (place(race, "Red"), difference(race)) == (35, 2)
    damage(race, 6)
    assert (place(race, "Red"), status(race, "Red"), stands(race, "Red")) == (35, "off", 2)


@pytest.mark.clause("RA-X2", "RA-X3", "RA-V2", "RA-19", "RA-B1", "RA-W5", "RA-Y2")
def test_everything_that_changes_a_level_adds_up():
    race = standing({"Red": 12, "Blue": 14}, trim="fast", last=3, tyres="rain", weather="rain")
    assert levels(race, 3) == [0, 1, 5]
    gear(race, 3)
    assert risk_die(race, 4) == 2
    assert distances(race) == {1, 2, 3, 4, 5, 6}
    short = race.copy()
    go(race, 3)
    assert (place(race, "Red"), difference(race)) == (15, 3)
    go(short, 2)
    brake(short, 1)
    assert (place(short, "Red"), status(short, "Red")) == (14, "on the road")
    assert place(short, "Blue") == 14


@pytest.mark.clause("RA-X1", "RA-16")
def test_trim_and_weather_are_added_to_the_die_but_never_beyond_6():
    for number, level in ((3, 2), (5, 1)):
        race = standing({"Red": 20}, trim="prototype", last=number, weather="storm")
        gear(race, number)
        assert risk_die(race, 3) == level
    race = standing({"Red": 20}, trim="fast", last=2, weather="rain")
    gear(race, 2)
    assert risk_die(race, 3) == 3, "3 + 1 + 1 = 5"


@pytest.mark.clause("RA-25", "RA-T2", "RA-W2")
def test_the_first_turns_at_montecarlo():
    race = at_start(2)
    start_on(race)
    gear(race, 5)
    assert risk_die(race, 5) == 1
    go(race, 4)
    assert (place(race, "Red"), difference(race)) == (3, 1)
    damage(race, 3)
    assert (place(race, "Red"), difference(race)) == (4, 1)
    damage(race, 5)
    assert (status(race, "Red"), stands(race, "Red")) == ("off", 0)
    no_stop(race)
    die(race, 3)
    assert int(race.races[0]["arrow"]) == 10
    assert (phase(race), mover(race)) == ("risk", "Red")
    assert risk_die(race, 6) == 4
    assert (place(race, "Red"), status(race, "Red")) == (5, "on the road")
    no_stop(race)
    passive(race)
    die(race, 2)
    assert (int(race.races[0]["turn"]), mover(race), gears(race)) == (3, "Red", {1, 2})


def test_the_risk_level_is_known_to_all():
    race = standing({"Red": 20}, last=4)
    gear(race, 4)
    die(race, 3)
    assert int(race.view(1)["risk"]) == risk(race) == 3

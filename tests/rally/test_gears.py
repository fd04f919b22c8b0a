"""Trims, gears, tyres and the speed they allow: RA-A3, RA-G, RA-Y, RA-O1, RA-O2."""

from __future__ import annotations

import pytest

from parcours.games.rally.readings import plate
from tests.rally.driving import (
    GAME,
    at_start,
    brake,
    damage,
    die,
    distances,
    gear,
    gears,
    go,
    has_card,
    leave,
    mover,
    no_stop,
    phase,
    place,
    risk_die,
    standing,
    start_on,
    stop_for,
)


def speed(race, number: int) -> tuple[int, int]:
    """Minimum and maximum of a gear for the car that moves."""
    allowed = plate(GAME, race.races)[number - 1]
    return allowed.low, allowed.high


GEARS = {
    "stable": [(1, 1), (1, 3), (2, 5), (3, 7), (4, 9)],
    "fast": [(1, 1), (2, 4), (3, 6), (4, 8), (5, 10)],
    "prototype": [(1, 1), (3, 5), (4, 7), (5, 9), (6, 11)],
}
SPECIAL = {"stable": [1, 3, 7, 11, 15], "fast": [1, 4, 8, 12, 16], "prototype": [1, 5, 9, 13, 17]}


@pytest.mark.clause("RA-A3", "RA-G6", "RA-1")
@pytest.mark.parametrize("trim", GEARS)
def test_the_trim_is_added_to_minimum_and_maximum_but_never_in_1st(trim):
    race = standing({"Red": 20}, trim=trim)
    assert [speed(race, number) for number in range(1, 6)] == GEARS[trim]


@pytest.mark.clause("RA-1", "RA-A3", "RA-X1")
def test_a_prototypes_die_counts_2_more_and_never_more_than_6():
    for face, counts in ((3, 5), (5, 6)):
        race = standing({"Red": 20}, trim="prototype", last=2)
        gear(race, 2)
        assert risk_die(race, face) == {5: 3, 6: 2}[counts]


@pytest.mark.clause("RA-G1", "RA-G7", "RA-7", "RA-B3", "RA-E6")
def test_any_distance_up_to_the_maximum_below_the_minimum_with_brakes():
    race = standing({"Red": 20}, last=4)
    gear(race, 4)
    die(race, 1)
    assert distances(race) == {1, 2, 3, 4, 5, 6, 7}, "0 is refused"
    short = race.copy()
    go(race, 3)
    assert phase(race) != "brake", "three squares are the minimum: no brake"
    assert place(race, "Red") == 23
    go(short, 2)
    assert (phase(short), int(short.races[0]["to_brake"])) == ("brake", 1)
    brake(short, 1)
    assert place(short, "Red") == 22
    race = standing({"Red": 20}, last=4)
    gear(race, 4)
    die(race, 1)
    go(race, 1)
    assert int(race.races[0]["brakes"][1]) == 2, "one square takes two brakes, both on it"


@pytest.mark.clause("RA-G2", "RA-3", "RA-E5")
@pytest.mark.parametrize(
    ("last", "allowed"), [(1, {1, 2}), (2, {1, 2, 3}), (3, {2, 3, 4}), (4, {3, 4, 5}), (5, {4, 5})]
)
def test_gears_change_gradually(last, allowed):
    race = standing({"Red": 20}, last=last)
    race.races[0]["over_rev"][0] = 0
    race.look_again()
    assert gears(race) == allowed


@pytest.mark.clause("RA-G3", "RA-3", "RA-E5")
def test_the_over_rev_card_skips_one_gear_going_down_once_in_a_stage():
    assert gears(standing({"Red": 20}, last=4)) == {2, 3, 4, 5}
    assert gears(standing({"Red": 20}, last=3)) == {1, 2, 3, 4}
    assert gears(standing({"Red": 20}, last=2)) == {1, 2, 3}, "never upwards"
    race = standing({"Red": 20}, last=5)
    assert gears(race) == {3, 4, 5}
    kept = race.copy()
    gear(race, 3)
    assert not has_card(race, "Red")
    gear(kept, 4)
    assert has_card(kept, "Red")
    race.races[0]["gear"][0] = 5
    race.races[0]["phase"] = kept.at(0).races[0]["phase"]
    race.look_again()
    assert gears(race) == {4, 5}, "the second time in the stage 3 is refused"


@pytest.mark.clause("RA-G4", "RA-E5")
def test_a_flying_start_may_be_in_any_gear():
    race = at_start()
    start_on(race)
    assert gears(race) == {1, 2, 3, 4, 5}


@pytest.mark.clause("RA-G5", "RA-M9")
def test_a_restart_is_in_1st():
    race = standing({"Red": 33}, last=4, cars=2)
    gear(race, 4)
    risk_die(race, 6)
    go(race, 7)
    damage(race, 4)
    no_stop(race)
    die(race, 2)
    assert (phase(race), mover(race)) == ("risk", "Red")
    assert int(race.races[0]["gear"][0]) == 1
    risk_die(race, 3)
    assert place(race, "Red") == 35, "in 1st exactly one square: nothing to declare"


@pytest.mark.clause("RA-G6", "RA-Y3")
@pytest.mark.parametrize("weather", ["clear", "overcast"])
def test_in_1st_a_car_moves_exactly_1_whatever_its_tyres(weather):
    race = standing({"Red": 20}, last=1, tyres="snow", weather=weather)
    assert speed(race, 1) == (1, 1)
    gear(race, 1)
    die(race, 1)
    assert place(race, "Red") == 21


@pytest.mark.clause("RA-G7", "RA-8", "RA-Y3")
def test_a_move_is_always_at_least_1_square():
    race = standing({"Red": 20}, last=2, tyres="snow", weather="overcast")
    assert speed(race, 2) == (1, 1)
    gear(race, 2)
    die(race, 1)
    assert place(race, "Red") == 21, "exactly 1 square, so it need not be declared"
    assert speed(standing({"Red": 20}, trim="fast", tyres="rain", weather="clear"), 4) == (3, 7)
    assert speed(standing({"Red": 20}, trim="fast", tyres="rain", weather="overcast"), 4) == (2, 6)


@pytest.mark.clause("RA-Y1", "RA-E4", "RA-T3")
def test_tyres_are_chosen_at_the_first_move_with_the_weather_known_before_the_gear():
    race = at_start()
    assert phase(race) == "tyres"
    assert len(race.legal()) == 3
    start_on(race, "rain")
    assert phase(race) == "gear"
    assert int(race.view(1)["tyres"][0]) == 1, "tyres are public"


@pytest.mark.clause("RA-Y2", "RA-X3")
@pytest.mark.parametrize(
    ("tyres", "weather", "level"),
    [
        ("normal", "rain", 3), ("rain", "rain", 2), ("rain", "storm", 2), ("rain", "snow", 3), ("snow", "snow", 2),
        ("snow", "rain", 3), ("snow", "storm", 3), ("rain", "clear", 3), ("snow", "overcast", 3),
    ],
)  # fmt: skip
def test_each_kind_helps_in_its_own_weather(tyres, weather, level):
    from tests.rally.driving import levels

    assert levels(standing({"Red": 33}, tyres=tyres, weather=weather), 1) == [level]


@pytest.mark.clause("RA-Y2", "RA-X3")
def test_a_level_never_falls_below_0():
    from tests.rally.driving import levels

    assert levels(standing({"Red": 20}, tyres="rain", weather="rain"), 3) == [0, 0, 0]


@pytest.mark.clause("RA-Y2", "RA-Y3")
@pytest.mark.parametrize(
    ("tyres", "weather", "cost"),
    [
        ("normal", "clear", 0), ("rain", "clear", 1), ("snow", "clear", 1), ("rain", "overcast", 2),
        ("snow", "overcast", 2), ("rain", "rain", 0), ("rain", "snow", 0), ("snow", "rain", 0), ("snow", "storm", 0),
    ],
)  # fmt: skip
def test_special_tyres_cost_speed_on_a_dry_road(tyres, weather, cost):
    assert speed(standing({"Red": 20}, tyres=tyres, weather=weather), 5) == (4 - cost, 9 - cost)


@pytest.mark.clause("RA-O2")
@pytest.mark.parametrize(
    ("tyres", "weather", "cost"),
    [("rain", "clear", 1), ("rain", "overcast", 1), ("snow", "clear", 2), ("snow", "overcast", 2), ("snow", "rain", 0)],
)
def test_by_the_other_reading_the_cost_goes_by_the_kind(tyres, weather, cost):
    race = standing({"Red": 20}, tyres=tyres, weather=weather, tyre_cost_by_kind=True)
    assert speed(race, 5) == (4 - cost, 9 - cost)


@pytest.mark.clause("RA-O1", "RA-26")
@pytest.mark.parametrize("trim", SPECIAL)
def test_a_special_stage_knows_no_speed_limits(trim):
    race = standing({"Red": 20}, trim=trim, special=True, road=(10, 7, 1, 4, 11))
    assert [speed(race, number)[1] for number in range(1, 6)] == SPECIAL[trim]
    assert [speed(race, number)[0] for number in range(1, 6)] == [low for low, _ in GEARS[trim]]


@pytest.mark.clause("RA-26")
def test_speeds_of_a_special_stage():
    def of(trim, number):
        return speed(standing({"Red": 20}, trim=trim, special=True, road=(10, 7, 1, 4, 11)), number)

    assert (of("stable", 3), of("prototype", 4), of("fast", 5), of("stable", 2)) == ((2, 7), (5, 13), (5, 16), (1, 3))


@pytest.mark.clause("RA-20", "RA-T8", "RA-E6")
def test_leaving_from_p58_of_60():
    def at(gear_number, last):
        race = standing({"Red": 58}, last=last)
        gear(race, gear_number)
        die(race, 1)
        return race

    race = at(4, 4)
    assert distances(race) == {1, 2, "leave"}
    out = race.copy()
    leave(out)
    assert int(out.races[0]["left_turn"][0]) == 10
    two = race.copy()
    go(two, 2)
    assert int(two.races[0]["to_brake"]) == 1
    go(race, 1)
    assert int(race.races[0]["brakes"][1]) == 2
    race = at(5, 5)
    assert distances(race) == {1, 2, "leave"}
    go(race, 2)
    assert int(race.races[0]["to_brake"]) == 2
    race = at(2, 2)
    assert distances(race) == {1, 2, "leave"}
    for choice in (1, 2):
        some = race.copy()
        go(some, choice)
        assert not some.races[0]["brakes"].any()


@pytest.mark.clause("RA-20", "RA-T8")
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_on_the_last_square_every_gear_leaves_without_a_damage_roll(number):
    race = standing({"Red": 60, "Blue": 30}, last=number)
    gear(race, number)
    die(race, 6)
    assert int(race.races[0]["left_turn"][0]) == 10
    assert phase(race) != "damage"


def test_a_stop_ends_the_move_and_the_next_one_is_in_1st():
    race = standing({"Red": 33}, last=2, cars=2, mechanics={"Red": (35,)})
    gear(race, 2)
    die(race, 1)
    go(race, 1)
    stop_for(race, "rain")
    die(race, 2)
    assert int(race.races[0]["gear"][0]) == 1

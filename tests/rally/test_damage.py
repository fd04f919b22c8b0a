"""Damage, mechanics, stops: RA-D, RA-M, RA-E7, RA-H1, RA-C4."""

from __future__ import annotations

import pytest

from parcours.games.rally.state import OFF, STOP_PHASE
from tests.rally.driving import (
    CARS,
    at_rest,
    at_start,
    damage,
    die,
    gear,
    go,
    mover,
    no_stop,
    offered_stops,
    passive,
    phase,
    place,
    risk_die,
    standing,
    stands,
    start_on,
    status,
    stop_for,
)

RESULTS = {"-": 0, "tc": 1, "1": 2, "2": 3, "3": 4, "e": 5}
TABLE = ["- - - tc tc 1", "- - tc tc 1 2", "- tc tc 1 2 3", "tc tc 1 2 3 e", "tc 1 2 3 e e"]


def hurt(where: int, result: str, *, mechanics: tuple[int, ...] = (), cars: int = 2, turn: int = 5):
    """A race in which Red has just gone off at a place with this result; its mechanics are on squares with these
    numbers."""
    from parcours.games.rally.rules.move import roll_damage

    race = standing({"Red": where, "Blue": 50}, cars=cars, turn=turn, mechanics={"Red": mechanics}, last=3)
    state = race.races[0]
    row, face = next(
        (r, f) for r, line in enumerate(TABLE, 1) for f, told in enumerate(line.split(), 1) if told == result
    )
    state["difference"] = row
    roll_damage(state, face)
    race.look_again()
    return race


def next_move_of(race, name: str) -> int:
    """Drive on until a car moves again. Returns the turn of that move."""
    if phase(race) == "stop":
        no_stop(race)
    while not (phase(race) in ("risk", "gear") and mover(race) == name):
        assert not race.over
        passive(race)
    return int(race.races[0]["turn"])


@pytest.mark.clause("RA-D1", "RA-D2", "RA-C4")
def test_the_damage_table():
    state = at_start().races[0]
    told = [[RESULTS[word] for word in line.split()] for line in TABLE]
    assert state["damage_table"].tolist() == told
    from parcours.games.rally.rules.move import damage_by

    assert [int(damage_by(state, 9, face)) for face in range(1, 7)] == told[4], "5 or more"
    assert [told[0].count(n) for n in (0, 1, 2)] == [3, 2, 1]
    assert [told[4].count(n) for n in (1, 2, 3, 4, 5)] == [1, 1, 1, 1, 2]


@pytest.mark.clause("RA-D1", "RA-C4", "RA-D3")
def test_a_new_die_for_every_square_failed_and_the_rest_is_lost():
    race = standing({"Red": 32, "Blue": 5}, last=5)
    gear(race, 5)
    assert risk_die(race, 6) == 1
    go(race, 9)
    for expected, face in ((33, 1), (34, 1), (35, 1), (36, 6)):
        assert (phase(race), place(race, "Red")) == ("damage", expected)
        assert race.weights() == [1] * 6
        damage(race, face)
    assert (place(race, "Red"), status(race, "Red")) == (36, "off")


@pytest.mark.clause("RA-D4", "RA-D5", "RA-10")
@pytest.mark.parametrize(("result", "turn"), [("tc", 6), ("1", 7), ("2", 8), ("3", 9)])
def test_off_the_road_in_turn_5(result, turn):
    race = hurt(35, result)
    assert status(race, "Red") == "off"
    assert next_move_of(race, "Red") == turn
    assert phase(race) == "risk"
    assert int(race.races[0]["gear"][0]) == 1


@pytest.mark.clause("RA-D5")
def test_who_stands_rolls_and_decides_nothing_and_keeps_its_card():
    race = hurt(35, "2")
    no_stop(race)
    actors = set()
    while not (phase(race) == "risk" and mover(race) == "Red"):
        actors.add(race.actor)
        passive(race)
    assert CARS["Red"] not in actors
    assert int(race.races[0]["over_rev"][0]) == 1


@pytest.mark.clause("RA-D6")
def test_eliminated_is_out_of_this_stage_and_may_start_the_next():
    race = hurt(35, "e")
    assert status(race, "Red") == "out"
    assert mover(race) == "Blue", "an eliminated car is not asked about a stop"
    following = at_start(2, carried={"trims": [0, 0], "scores": [3, 1], "arrow": 0})
    assert status(following, "Red") == "waiting"


# --------------------------------------------------------------------------------------------------------- mechanics


@pytest.mark.clause("RA-M4", "RA-11", "RA-D5")
@pytest.mark.parametrize(
    ("mechanics", "left"),
    [
        ((35,), {"tc": 0, "1": 0, "2": 1, "3": 2}),
        ((35, 35), {"tc": 0, "1": 0, "2": 0, "3": 1}),
        ((35, 35, 35), {"tc": 0, "1": 0, "2": 0, "3": 0}),
        ((), {"tc": 0, "1": 1, "2": 2, "3": 3}),
    ],
)
def test_each_mechanic_of_a_group_lowers_the_degree_by_one(mechanics, left):
    for result, moves in left.items():
        assert stands(hurt(35, result, mechanics=mechanics), "Red") == moves, result
    assert status(hurt(35, "e", mechanics=mechanics), "Red") == "out"


@pytest.mark.clause("RA-M3", "RA-12")
@pytest.mark.parametrize("where", range(29, 42))
def test_mechanics_reach_4_squares_in_both_directions(where):
    moves = 1 if 31 <= where <= 39 else 3
    assert stands(hurt(where, "3", mechanics=(35, 35)), "Red") == moves


@pytest.mark.clause("RA-M3", "RA-12")
def test_mechanics_reach_across_card_joints_and_no_further_than_the_road():
    reached = [where for where in range(1, 61) if stands(hurt(where, "1", mechanics=(12,)), "Red") == 0]
    assert reached == list(range(48, 57))
    assert [w for w in range(1, 61) if stands(hurt(w, "1", mechanics=(91,)), "Red") == 0] == [1, 2, 3, 4, 5]


@pytest.mark.clause("RA-M5", "RA-12")
def test_groups_on_different_squares_never_add_up():
    assert stands(hurt(35, "2", mechanics=(33, 37)), "Red") == 1
    assert stands(hurt(35, "3", mechanics=(31, 36, 31)), "Red") == 1, "the largest group helps, not the nearest"


@pytest.mark.clause("RA-M5", "RA-H1")
def test_of_equal_groups_the_nearest_helps_then_the_one_further_along():
    race = hurt(35, "2", mechanics=(32, 36))
    assert list(race.view(1)["mechanic"][0]) == [36, -2, -2]
    race = hurt(35, "2", mechanics=(33, 37))
    assert list(race.view(1)["mechanic"][0]) == [37, -2, -2]


@pytest.mark.clause("RA-M5")
def test_help_is_given_any_number_of_times():
    race = hurt(35, "3", mechanics=(35,))
    from parcours.games.rally.rules.move import roll_damage

    no_stop(race)
    for _ in range(2):
        state = race.races[0]
        state["phase"], state["car"], state["difference"] = 11, 0, 3
        roll_damage(state, 5)
        race.look_again()
        assert stands(race, "Red") == 1


@pytest.mark.clause("RA-M2")
def test_rivals_mechanics_help_nobody_else():
    race = standing({"Red": 34, "Blue": 50}, cars=2, mechanics={"Blue": (35, 35, 35)}, last=5)
    gear(race, 5)
    risk_die(race, 6)
    go(race, 4)
    damage(race, 6)
    assert stands(race, "Red") == 3


# --------------------------------------------------------------------------------------------------------------- stops


@pytest.mark.clause("RA-13", "RA-M6", "RA-M7", "RA-M9", "RA-E7")
def test_a_voluntary_stop_in_2nd_changes_tyres_and_leaves_in_1st():
    race = at_rest(2)
    assert offered_stops(race) == {"rain", "snow"}
    stop_for(race, "snow")
    assert (status(race, "Red"), int(race.races[0]["tyres"][0])) == ("off", 2)
    assert next_move_of(race, "Red") == 7
    assert int(race.races[0]["gear"][0]) == 1


@pytest.mark.clause("RA-13", "RA-M6")
def test_no_stop_in_3rd():
    assert mover(at_rest(3)) == "Blue"


@pytest.mark.clause("RA-13", "RA-M8", "RA-M6")
def test_a_spin_by_the_die_itself_is_no_repair():
    race = hurt(35, "tc", mechanics=(35,), turn=6)
    stop_for(race, "rain")
    assert next_move_of(race, "Red") == 7


@pytest.mark.clause("RA-13", "RA-M8")
def test_tyres_after_a_repair_cost_a_move_standing():
    race = hurt(35, "1", mechanics=(35,), turn=6)
    assert next_move_of(race.copy(), "Red") == 7
    stop_for(race, "rain")
    assert stands(race, "Red") == 1
    assert next_move_of(race, "Red") == 8


@pytest.mark.clause("RA-13", "RA-M8")
@pytest.mark.parametrize("tyres", ["", "snow"])
def test_while_it_stands_anyway_tyres_cost_no_more(tyres):
    race = hurt(35, "3", mechanics=(35,), turn=6)
    if tyres:
        stop_for(race, tyres)
    assert next_move_of(race, "Red") == 9


@pytest.mark.clause("RA-M7", "RA-E7")
def test_any_tyres_as_often_as_wanted():
    race = at_rest(2)
    stop_for(race, "rain")
    next_move_of(race, "Red")
    die(race, 1)
    assert offered_stops(race) == {"normal", "snow"}
    stop_for(race, "normal")
    assert int(race.races[0]["tyres"][0]) == 0


@pytest.mark.clause("RA-E7", "RA-H1")
def test_out_of_reach_no_stop_is_the_only_choice_but_still_a_step():
    race = at_rest(2, mechanics=(91,))
    assert phase(race) == "stop"
    assert offered_stops(race) == set()
    assert len(race.legal()) == 1
    near, far = at_rest(2), at_rest(2, mechanics=(91,))
    for seat in (-1, 1):
        seen, other = near.view(seat), far.view(seat)
        assert all((seen[name] == other[name]).all() for name in seen.dtype.names), "being asked tells rivals nothing"


@pytest.mark.clause("RA-H1")
def test_a_group_that_helps_or_serves_becomes_public_with_its_size():
    race = hurt(35, "3", mechanics=(35, 35, 12))
    assert list(race.view(1)["mechanic"][0]) == [35, 35, -2]
    assert list(race.view(-1)["mechanic"][0]) == [35, 35, -2]
    assert list(race.view(0)["mechanic"][0]) == [35, 35, 52]
    race = at_rest(2, mechanics=(35, 12))
    assert list(race.view(1)["mechanic"][0]) == [-2, -2, -2]
    stop_for(race, "rain")
    assert list(race.view(1)["mechanic"][0]) == [35, -2, -2]


@pytest.mark.clause("RA-H1")
def test_all_is_shown_when_the_stage_ends():
    race = standing({"Red": 60}, cars=2, mechanics={"Red": (35,), "Blue": (1, 2)})
    gear(race, 3)
    die(race, 1)
    assert race.over
    assert race.view(-1)["mechanic"][:2].tolist() == [[0, 0, 35], [0, 21, 22]]


def test_a_spin_is_not_helped_so_nothing_is_shown():
    race = hurt(35, "tc", mechanics=(35,))
    assert list(race.view(1)["mechanic"][0]) == [-2, -2, -2]
    assert int(race.races[0]["phase"]) == STOP_PHASE
    assert int(race.races[0]["status"][0]) == OFF


@pytest.mark.clause("RA-G5")
def test_the_first_move_of_all_is_no_restart():
    race = at_start()
    start_on(race)
    assert phase(race) == "gear"

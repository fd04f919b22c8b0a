"""Breaking Away: a turn, the order of moving, retiring."""

from __future__ import annotations

import pytest

from parcours.games.breaking_away.actions import QUICK, RETIRE
from tests.breaking_away.riding import (
    GAME,
    at_the_start,
    distance,
    due,
    factors,
    give,
    order,
    points,
    ride,
    rider,
    standing,
)


@pytest.mark.clause("BA-T1")
def test_in_a_turn_every_rider_moves_once_and_then_boxes_are_filled():
    race = at_the_start(teams=3)
    moved = []
    while race.turn == 1:
        moved.append(due(race))
        race.play(race.legal()[0])
    assert len(moved) == len(set(moved)) == 12
    assert all(len(factors(race, name)) == (4 if name.endswith("1") else 3) for name in moved)


@pytest.mark.clause("BA-M5")
def test_first_turn_goes_clockwise_by_rider_number_from_the_player_drawn():
    race = at_the_start(teams=3, first="Blue")
    moved = []
    while race.turn == 1:
        moved.append(due(race))
        race.play(race.legal()[0])
    assert moved == [f"{team} {n}" for n in (1, 2, 3, 4) for team in ("Blue", "Yellow", "Red")]


@pytest.mark.clause("BA-M5")
def test_every_team_is_as_likely_to_be_drawn_first():
    race = GAME.start(teams=5, manual_chance=True)
    for _ in range(5):
        race.play(QUICK)
    assert race.actor == -1
    assert race.weights() == [1, 1, 1, 1, 1]
    batch = GAME.batch(5000, teams=5, seed=3)
    firsts = [0] * 5
    for _ in range(5):
        batch.step([QUICK] * 5000)
    for seat in batch.actor:
        firsts[seat] += 1
    expected, chi = 1000, 0.0
    for count in firsts:
        chi += (count - expected) ** 2 / expected
    assert chi < 18.5  # one in a thousand for four degrees of freedom; the seed is fixed


@pytest.mark.clause("BA-M1")
def test_riders_move_front_to_back_in_the_order_they_stood_when_the_turn_began():
    race = standing({"Red 1": 20, "Blue 1": 18, "Green 2": 18, "Red 3": 10})
    moved = [due(race)]
    ride(race, 3)
    moved.append(due(race))
    ride(race, 5)  # Blue 1 rides to 23, level with Red 1: this does not matter in this turn
    moved.append(due(race))
    ride(race, 3)
    moved.append(due(race))
    ride(race, 3)
    assert moved == ["Red 1", "Blue 1", "Green 2", "Red 3"]
    assert order(race) == ["Red 1", "Blue 1", "Green 2", "Red 3"]


@pytest.mark.clause("BA-M4", "BA-M1")
def test_who_arrives_on_an_occupied_square_stands_outside_and_moves_later():
    race = standing({"Red 1": 20, "Blue 1": 19, "Green 1": 18})
    ride(race, 3, 4, 5)
    assert [distance(race, name) for name in ("Red 1", "Blue 1", "Green 1")] == [23, 23, 23]
    assert order(race) == ["Red 1", "Blue 1", "Green 1"]
    assert due(race) == "Red 1"


@pytest.mark.clause("BA-M2")
def test_the_rider_moves_exactly_as_far_as_the_factor_announced():
    race = standing({"Red 1": 20, "Blue 1": 18})
    give(race, "Red 1", 4, 9, 13)
    assert [race.words(a) for a in race.legal()] == [
        "Red 1 rides 4 squares",
        "Red 1 rides 9 squares",
        "Red 1 rides 13 squares",
    ]
    ride(race, 9)
    assert distance(race, "Red 1") == 29


@pytest.mark.clause("BA-M3")
def test_the_factor_is_crossed_off_and_one_box_is_blank_until_the_turn_ends():
    race = standing({"Red 1": 20, "Blue 1": 10})
    give(race, "Red 1", 4, 9, 13)
    ride(race, 9)
    assert factors(race, "Red 1") == [4, 13]
    ride(race, 3)
    assert len(factors(race, "Red 1")) == 3


@pytest.mark.clause("BA-M2", "BA-S7")
def test_equal_factors_are_one_choice_and_the_known_one_is_crossed_off():
    race = standing({"Red 1": 20, "Blue 1": 10})
    state = race.races[0]
    state["factor"][rider("Red 1")] = (7, 7, 5, 0)
    state["read_out"][rider("Red 1")] = 0b010
    race.look_again()
    assert len(race.legal()) == 2
    ride(race, 7)
    assert list(race.races[0]["factor"][rider("Red 1")]) == [7, 0, 5, 0]


@pytest.mark.clause("BA-M6")
def test_a_rider_out_of_the_race_may_retire_when_it_is_due():
    race = standing({"Red 1": 40, "Blue 1": 39, "Green 1": 20, "Red 4": 19})
    ride(race, 3, 3)
    assert RETIRE not in race.legal()  # Green 1: only half of the field is ahead
    ride(race, 3)
    assert RETIRE not in race.legal()  # Red 4 could reach Green 1's wheel: 23 less 1 is within its factors
    race = standing({"Red 1": 40, "Blue 1": 39, "Green 1": 38, "Red 4": 10})
    ride(race, 3, 3, 3)
    assert RETIRE in race.legal()
    ride(race, "retires")
    assert "Red 4" not in order(race)
    assert GAME.scene(race, 0).pieces[rider("Red 4")].pose == "retired"


@pytest.mark.clause("BA-M6")
def test_a_retired_rider_counts_for_nobodys_slipstream():
    race = standing({"Blue 1": 60, "Blue 2": 59, "Blue 3": 58, "Red 4": 30, "Red 3": 20})
    give(race, "Red 4", 1)
    give(race, "Red 3", 10)
    ride(race, 3, 3, 3, "retires", 10)  # Red 3 stands on 30 now, directly behind where Red 4 would have gone
    assert max(factors(race, "Red 3")) == 3


@pytest.mark.clause("BA-M6")
def test_a_retired_rider_keeps_its_points_and_scores_nothing_more():
    race = standing({"Blue 1": 60, "Blue 2": 59, "Blue 3": 58, "Red 4": 33})
    give(race, "Red 4", 1)
    ride(race, 3, 3, 3)
    before = points(race, "Red")
    ride(race, "retires")
    assert points(race, "Red") == before
    while not race.over:
        race.play(race.legal()[0])
    assert points(race, "Red") == before


@pytest.mark.clause("BA-M7")
def test_a_lapped_rider_is_behind_though_it_stands_on_a_square_ahead():
    race = standing({"Red 1": 81, "Blue 1": 80, "Green 1": 42})
    pieces = {str(piece.name): piece for piece in GAME.scene(race, 0).pieces}
    assert (pieces["Red 1"].square, pieces["Green 1"].square) == (1, 2)
    assert "lapped" not in pieces["Green 1"].badges
    assert order(race) == ["Red 1", "Blue 1", "Green 1"]
    ride(race, 3, 3, 3)  # Red 1 on 84 (square 4), Green 1 on 45 (square 5, directly ahead of it on the circuit)
    assert factors(race, "Red 1")[0] == 1  # its lead over Blue 1, and no slipstream
    race = standing({"Red 1": 82, "Blue 1": 60, "Green 1": 41})
    pieces = {str(piece.name): piece for piece in GAME.scene(race, 0).pieces}
    assert "lapped" in pieces["Green 1"].badges


@pytest.mark.clause("BA-M7")
def test_a_lapped_rider_gives_and_takes_no_slipstream():
    race = standing({"Red 1": 90, "Blue 1": 80, "Green 1": 50}, alone="Red 1")
    give(race, "Red 1", 3)
    give(race, "Blue 1", 6)
    give(race, "Green 1", 2)
    ride(race, 3, 6, 2)  # 93, 86, 52: squares 13, 6, 12: on the circuit Green 1 sits behind Red 1
    assert factors(race, "Green 1") == [3]

"""Leader 1, C.1: who gives slipstream to whom."""

from __future__ import annotations

import pytest

from tests.leader_one.riding import begin, due, energy, event, free, laid, phase, rider, roll_bunch, row, standing, to


@pytest.mark.clause("L1-C1a", "L1-C1b", "L1-C1c", "L1-C1d", "L1-12")
def test_a_wheel_is_worth_a_free_square_unless_it_goes_too_far():
    for length, squares in ((5, 4), (6, 3)):
        race = standing({"White leader": row(11), "Yellow rouleur": row(10)})
        to(race, row(11 + length), length)
        assert (due(race), free(race)) == ("Yellow rouleur", squares)
    race = standing({"White leader": row(11), "Yellow rouleur": row(10)}, settle=False)
    race.races[0]["punctured"][rider(race, "White leader")] = 1
    begin(race)
    assert (due(race), free(race)) == ("Yellow rouleur", 3), "the leader has a puncture and has not moved"


@pytest.mark.clause("L1-C1a", "L1-C4f", "L1-13")
@pytest.mark.parametrize(("squares", "back"), [(3, 1), (2, 2), (1, 3)])
def test_slipstream_counts_for_recovery(squares, back):
    race = standing({"White leader": row(11), "Yellow rouleur": row(10)}, energy=20)
    to(race, row(15), 4)
    assert energy(race, "White leader") == 17
    assert free(race) == 4
    to(race, row(10 + squares, 1), squares)
    assert energy(race, "Yellow rouleur") == 20 + back


@pytest.mark.clause("L1-C1b")
def test_it_works_down_a_line_and_diagonally():
    race = standing({"White leader": row(12), "Yellow rouleur": row(11, 1), "Pink rouleur": row(10, 2)})
    to(race, row(13))
    assert free(race) == 4
    to(race, row(12, 1))
    assert (due(race), free(race)) == ("Pink rouleur", 4)


@pytest.mark.clause("L1-C1b")
def test_one_step_behind_as_the_turn_began():
    race = standing({"White leader": row(12), "Yellow rouleur": row(10)})
    to(race, row(13))
    assert free(race) == 3, "two steps behind"
    race = standing({"White leader": row(11, 1), "Yellow rouleur": row(10, 3)})
    to(race, row(12, 1))
    assert free(race) == 3, "two lanes away"


@pytest.mark.clause("L1-C1c")
def test_downhill_it_lasts_up_to_seven_squares():
    course = laid("1A 5B 6B 2B 5A 3A".replace("5A", "6A").replace("6B", "21A"))
    for length, squares in ((7, 5), (8, 4)):
        race = standing({"White leader": "2/2:2", "Yellow rouleur": "2/2:1"}, course=course, bunch="1/2:3")
        ends = {7: "3/2:3", 8: "3/2:4"}
        to(race, ends[length], length)
        assert free(race) == squares


@pytest.mark.clause("L1-C1c")
def test_one_of_two_wheels_that_keeps_it_is_enough():
    race = standing({"White leader": row(11, 1), "Pink leader": row(11, 2), "Yellow rouleur": row(10, 1)})
    to(race, row(17, 1), 6)
    to(race, row(12, 2))
    assert (due(race), free(race)) == ("Yellow rouleur", 4)


@pytest.mark.clause("L1-C1d")
def test_none_for_a_punctured_rider_and_none_from_who_could_not_step_or_fell():
    race = standing({"White leader": row(11), "Yellow rouleur": row(10)}, settle=False)
    race.races[0]["punctured"][rider(race, "Yellow rouleur")] = 1
    begin(race)
    to(race, row(12))
    roll_bunch(race, 3)
    assert (due(race), free(race)) == ("Yellow rouleur", 3)
    course = laid("1A 7BL 2B 3A")
    race = standing({"White leader": "2/1:1", "Yellow rouleur": "1/1:6"}, course=course, bunch="1/2:3", energy=30)
    to(race, "2/1:5", 4)
    assert free(race) == 4, "the flat: 3, and slipstream"
    fallen = standing({"White rouleur": "1/2:6", "Yellow rouleur": "1/2:5"}, course=course, bunch="1/2:3", energy=30)
    to(fallen, "2/1:4", 4, "fall")
    assert phase(fallen) == "fall"
    event(fallen, 1)
    assert (due(fallen), free(fallen)) == ("Yellow rouleur", 3), "he has just fallen"
    safe = standing({"White rouleur": "1/2:6", "Yellow rouleur": "1/2:5"}, course=course, bunch="1/2:3", energy=30)
    to(safe, "2/1:4", 4, "fall")
    event(safe, 12)
    assert free(safe) == 4


@pytest.mark.clause("L1-C1d", "L1-C2k")
def test_none_for_who_restarts_and_none_from_who_lay_beside_the_road():
    race = standing({"White leader": row(11), "Yellow rouleur": row(10)}, settle=False)
    state = race.races[0]
    state["status"][rider(race, "White leader")] = 2
    begin(race)
    assert (due(race), free(race)) == ("White leader", 2)
    to(race, row(12))
    assert (due(race), free(race)) == ("Yellow rouleur", 3)
    race = standing({"White leader": row(11), "Yellow rouleur": row(10)}, settle=False)
    race.races[0]["status"][rider(race, "Yellow rouleur")] = 2
    begin(race)
    to(race, row(12))
    assert (due(race), free(race)) == ("Yellow rouleur", 3)

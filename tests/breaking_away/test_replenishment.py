"""Breaking Away: what comes back into the boxes."""

from __future__ import annotations

import pytest

from tests.breaking_away.riding import at_the_start, factors, give, points, ride, standing


def filled(race, name: str) -> int:
    """What was written into the box that the rider's last move emptied."""
    from tests.breaking_away.riding import rider

    state = race.races[0]
    return int(state["factor"][rider(name)][state["blank"][rider(name)]])


@pytest.mark.clause("BA-1", "BA-R1")
def test_example_1_slipstream_counts_the_unbroken_squares_ahead():
    """Square 17: A and B; 16: C; 15: D; 14: empty; 13: E. A 3, B 3, C 5, D 6, E 3."""
    a, b, c, d, e = "Red 1", "Blue 1", "Green 1", "Yellow 1", "Red 2"
    race = standing({a: 14, b: 14, c: 13, d: 12, e: 10})
    ride(race, 3, 3, 3, 3, 3)
    assert [filled(race, name) for name in (a, b, c, d, e)] == [3, 3, 5, 6, 3]


@pytest.mark.clause("BA-R1")
def test_riders_on_the_own_square_do_not_count():
    race = standing({"Red 1": 20, "Blue 1": 20, "Green 1": 19, "Red 2": 19})
    ride(race, 3, 3, 3, 3)
    assert filled(race, "Green 1") == filled(race, "Red 2") == 5


@pytest.mark.clause("BA-2", "BA-R2", "BA-R3", "BA-R4")
def test_example_2_red_2_breaks_away():
    """Turn 4: 6 clear of White 1: 6. Turn 5: still alone: 3. Turn 6: shared: 3 each. Turn 7: alone by 1: 1."""
    red, white = "Red 2", "Blue 1"
    race = standing({red: 20, white: 20, "Green 1": 5}, turn=4)
    give(race, red, 9, 4, 3, 4)
    give(race, white, 3, 4, 9, 3)
    give(race, "Green 1", 1, 1, 1, 1)
    ride(race, 9, 3, 1)  # 29, 23
    assert filled(race, red) == 6
    ride(race, 4, 4, 1)  # 33, 27
    assert filled(race, red) == 3
    ride(race, 3, 9, 1)  # both on 36
    assert (filled(race, red), filled(race, white)) == (3, 3)
    ride(race, 4, 3, 1)  # 40, 39
    assert filled(race, red) == 1


@pytest.mark.clause("BA-R3")
def test_who_leads_alone_already_gets_the_ordinary_three():
    race = standing({"Red 1": 40, "Blue 1": 30}, alone="Red 1")
    ride(race, 3, 3)
    assert filled(race, "Red 1") == 3


@pytest.mark.clause("BA-R3")
def test_riders_who_share_the_lead_get_three():
    race = standing({"Red 1": 40, "Blue 1": 40, "Green 1": 10}, alone="Red 1")
    ride(race, 3, 3, 3)
    assert filled(race, "Red 1") == filled(race, "Blue 1") == 3
    ride(race, 4, 3, 3)  # Red 1 leads alone again, by one square
    assert filled(race, "Red 1") == 1


@pytest.mark.clause("BA-R4")
def test_the_bonus_replaces_the_three_even_where_it_is_lower():
    race = standing({"Red 1": 40, "Blue 1": 40})
    ride(race, 5, 3)
    assert filled(race, "Red 1") == 2


@pytest.mark.clause("BA-S4")
def test_a_replenished_factor_may_exceed_fifteen():
    race = standing({"Red 1": 40, "Blue 1": 40})
    give(race, "Red 1", 25)
    ride(race, 25, 3)
    assert filled(race, "Red 1") == 22


@pytest.mark.clause("BA-R2")
def test_with_nobody_left_to_lead_there_is_no_bonus():
    race = standing({"Red 1": 40})
    ride(race, 4)
    assert filled(race, "Red 1") == 3


@pytest.mark.clause("BA-R5")
def test_a_rider_over_the_finish_rides_on_gives_slipstream_and_scores_no_more():
    race = standing({"Red 1": 104, "Blue 1": 103, "Green 1": 60})
    had = points(race, "Red")
    ride(race, 3, 3, 3)  # 107, 106
    assert filled(race, "Blue 1") == 4
    assert points(race, "Red") == had
    assert not race.over


@pytest.mark.clause("BA-O1")
def test_breakaway_from_the_group_counts_the_lead_over_the_best_rival():
    race = standing({"Red 1": 40, "Red 2": 38, "Blue 1": 38}, breakaway_from_group=True)
    give(race, "Red 1", 7)
    ride(race, 7, 5, 3)  # 47, 43, 41: Red 2 in between does not count
    assert filled(race, "Red 1") == 6
    race = standing({"Red 1": 40, "Red 2": 38, "Blue 1": 38})
    give(race, "Red 1", 7)
    ride(race, 7, 5, 3)
    assert filled(race, "Red 1") == 4


@pytest.mark.clause("BA-O1")
def test_a_team_mate_alongside_does_not_spoil_the_breakaway_a_rival_does():
    race = standing({"Red 1": 40, "Red 2": 39, "Blue 1": 35}, breakaway_from_group=True)
    ride(race, 4, 5, 3)  # both on 44, Red 1 inside; Blue 1 on 38
    assert filled(race, "Red 1") == 6
    assert filled(race, "Red 2") == 3
    race = standing({"Red 1": 40, "Blue 2": 39, "Blue 1": 35}, breakaway_from_group=True)
    ride(race, 4, 5, 3)
    assert filled(race, "Red 1") == 3


@pytest.mark.clause("BA-O1")
def test_who_was_first_of_the_group_already_gets_no_second_bonus():
    race = standing({"Red 1": 40, "Red 2": 39, "Blue 1": 30}, breakaway_from_group=True, alone="Red 1")
    ride(race, 4, 4, 3)
    assert filled(race, "Red 1") == 3


@pytest.mark.clause("BA-O2")
def test_an_overcrowded_square_gives_three_and_counts_as_empty_on_the_first_turn():
    race = at_the_start(teams=6, crowded_first_turn=True)
    for squares in (5, 6, 4, 3):
        for _ in range(6):
            ride(race, squares)
    # six riders 2 on 6, six riders 1 on 5, riders 3 on 4, riders 4 on 3: every square is overcrowded
    assert {filled(race, f"Red {n}") for n in (1, 2, 3, 4)} == {3}
    race = at_the_start(teams=6)
    for squares in (5, 6, 4, 3):
        for _ in range(6):
            ride(race, squares)
    assert [filled(race, f"Red {n}") for n in (2, 1, 3, 4)] == [3, 9, 15, 21]


@pytest.mark.clause("BA-O2")
def test_fewer_than_five_on_a_square_are_no_crowd():
    race = at_the_start(teams=4, crowded_first_turn=True)
    for squares in (5, 6, 4, 3):
        for _ in range(4):
            ride(race, squares)
    assert [filled(race, f"Red {n}") for n in (2, 1, 3, 4)] == [3, 7, 11, 15]


@pytest.mark.clause("BA-O2")
def test_crowds_count_as_usual_from_the_second_turn_on():
    riders = {f"{team} 1": 20 for team in ("Red", "Blue", "Yellow", "Green", "Violet")} | {"Red 2": 19}
    race = standing(riders, teams=6, turn=2, crowded_first_turn=True)
    ride(race, 3, 3, 3, 3, 3, 3)
    assert filled(race, "Red 2") == 8
    assert len(factors(race, "Red 2")) == 3

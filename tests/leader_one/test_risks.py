"""Leader 1, C.2: fatigue on mountains, falls on dark squares, and what follows."""

from __future__ import annotations

import pytest

from tests.leader_one.riding import (
    GAME,
    begin,
    by_length,
    due,
    energy,
    event,
    free,
    having_moved,
    laid,
    phase,
    reach,
    rider,
    roll_bunch,
    row,
    standing,
    status,
    to,
    where,
)

FIRST = GAME.course("first_race")
HARD = laid("1A 2B 12A 16AR 17AL 7BL 21A 9AR 3A", {4: 1}, feeds=[7])
PASS = GAME.course("two_faced_pass")


def in_turn(race) -> list[str]:
    """The riders that move, in order, until something else is asked."""
    order = []
    while phase(race) == "move":
        order.append(due(race))
        to(race, next(iter(reach(race))))
    return order


def risks(race, name: str) -> int:
    return int(race.state["risks"][rider(race, name)])


@pytest.mark.clause("L1-C2g", "L1-14")
def test_only_paid_squares_on_the_mountain_count():
    race = standing({"Yellow climber": "3/2:1"}, course=FIRST, energy=11)
    assert free(race) == 2
    assert by_length(race, 7), "2+5 = 11, and no risk: a risk would need three times as much"
    assert all(ways == {""} for ways in by_length(race, 7).values())
    to(race, next(iter(by_length(race, 7))), 7)
    assert energy(race, "Yellow climber") == 0


@pytest.mark.clause("L1-C2g", "L1-A1d", "L1-15")
def test_two_paid_squares_on_category_two_are_safe():
    race = standing({"Yellow leader": "3/2:6"}, course=FIRST, energy=3)
    assert by_length(race, 4)
    to(race, next(iter(by_length(race, 4))), 4)
    assert (phase(race), energy(race, "Yellow leader")) == ("announce", 0)


@pytest.mark.clause("L1-C2a", "L1-C2b", "L1-C2d", "L1-C2h", "L1-16")
def test_a_third_paid_square_on_category_two_is_a_fatigue_risk():
    poor = standing({"Yellow rouleur": "4/2:1"}, course=FIRST, energy=14)
    assert free(poor) == 1
    assert by_length(poor, 4) == {}, "15 must be held"
    for roll, left in ((5, 10), (4, 0)):
        race = standing({"Yellow rouleur": "4/2:1"}, course=FIRST, energy=15)
        assert set().union(*by_length(race, 4).values()) == {"fatigue"}
        to(race, next(iter(by_length(race, 4))), 4, "fatigue")
        assert (phase(race), energy(race, "Yellow rouleur")) == ("fatigue", 10)
        event(race, roll)
        assert energy(race, "Yellow rouleur") == left
        assert risks(race, "Yellow rouleur") == 1, "the box is gone either way"


@pytest.mark.clause("L1-C2a", "L1-C2b", "L1-16")
@pytest.mark.parametrize(("before", "needed"), [(0, 5), (1, 8), (2, 11), (3, 11), (7, 11)])
def test_risks_get_harder(before, needed):
    for roll, left in ((needed, 25), (needed - 1, 15)):
        race = standing({"Yellow rouleur": "4/2:1"}, course=FIRST, energy=30)
        race.races[0]["risks"][0] = before
        to(race, next(iter(by_length(race, 4))), 4, "fatigue")
        event(race, roll)
        assert energy(race, "Yellow rouleur") == left
        assert risks(race, "Yellow rouleur") == before + 1


@pytest.mark.clause("L1-C2d", "L1-C2i", "L1-C2j", "L1-17")
def test_a_fall_costs_twice_and_the_next_turn():
    course = laid("1A 7BL 2B 5A 3A")
    race = standing({"Yellow rouleur": "1/2:5"}, course=course, bunch="1/2:2", energy=10)
    safe, dark = by_length(race, 6).get("2/1:4"), by_length(race, 6)
    assert safe == {"fall"}, dark
    to(race, "2/1:4", 6, "fall")
    assert (phase(race), energy(race, "Yellow rouleur")) == ("fall", 5)
    event(race, 4)
    assert (status(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == ("beside", 0)
    poor = standing({"Yellow rouleur": "1/2:5"}, course=course, bunch="1/2:2", energy=9)
    assert "2/1:4" not in by_length(poor, 6), "with 9 energy the move is not allowed"


@pytest.mark.clause("L1-C2c", "L1-C2i", "L1-18")
def test_two_dark_squares_are_one_risk():
    race = standing({"Yellow leader": "5/1:1"}, course=FIRST, energy=22)
    assert free(race) == 2
    to(race, "6/1:3", 7, "fall")
    assert energy(race, "Yellow leader") == 11
    event(race, 5)
    assert (energy(race, "Yellow leader"), risks(race, "Yellow leader")) == (11, 1)
    poor = standing({"Yellow leader": "5/1:1"}, course=FIRST, energy=21)
    assert "fall" not in reach(poor).get("6/1:3", {(7, "")})
    assert (7, "fall") not in reach(poor).get("6/1:3", set())


@pytest.mark.clause("L1-C2i", "L1-C1c", "L1-19")
def test_dark_squares_in_the_free_part_are_safe():
    race = standing({"Yellow climber": "6/1:1", "White rouleur": "5/1:5"}, course=FIRST, energy=8)
    assert free(race) == 4
    assert "" in by_length(race, 8)["7/1:4"]
    to(race, "7/1:4", 8)
    assert energy(race, "Yellow climber") == 0
    assert (due(race), free(race)) == ("White rouleur", 1), "8 from a descent takes the slipstream away"


@pytest.mark.clause("L1-C2c", "L1-C2d", "L1-C2e", "L1-20")
@pytest.mark.parametrize(
    ("rolls", "left", "after"),
    [((5, 7), 22, "beside"), ((4, 8), 11, "road"), ((4, 7), 0, "beside"), ((5, 8), 33, "road")],
)
def test_fatigue_and_a_fall_in_one_move(rolls, left, after):
    race = standing({"Yellow leader": "5/1:1"}, course=HARD, energy=44)
    to(race, "6/1:3", 7, "both")
    event(race, *rolls)
    assert (energy(race, "Yellow leader"), status(race, "Yellow leader")) == (left, after)
    assert risks(race, "Yellow leader") == 2
    poor = standing({"Yellow leader": "5/1:1"}, course=HARD, energy=43)
    assert (7, "both") not in reach(poor).get("6/1:3", set())


@pytest.mark.clause("L1-C2g", "L1-A1e", "L1-21")
def test_two_values_on_one_mountain():
    race = standing({"Yellow leader": "6/1:3"}, course=PASS, energy=9)
    assert all(ways == {""} for ways in by_length(race, 3).values())
    assert set().union(*by_length(race, 4).values()) == {"fatigue"}
    to(race, next(iter(by_length(race, 4))), 4, "fatigue")
    assert energy(race, "Yellow leader") == 6
    poor = standing({"Yellow leader": "6/1:3"}, course=PASS, energy=8)
    assert by_length(poor, 4) == {}


@pytest.mark.clause("L1-C2f")
def test_two_mountains_are_counted_apart():
    course = laid("2A 14BR 11BL 18AR 5A 3A", {2: 1, 4: 1})
    race = standing({"Yellow rouleur": "2/1:5"}, course=course, energy=60, bunch="1/2:2")
    assert free(race) == 1
    assert by_length(race, 7)["4/1:1"] == {""}, "one paid square here, four on the false flat, one there"
    earlier = standing({"Yellow rouleur": "2/1:4"}, course=course, energy=60, bunch="1/2:2")
    assert by_length(earlier, 7)["3/1:4"] == {"fatigue"}, "two paid squares on the first mountain"


@pytest.mark.clause("L1-C2e")
def test_the_extra_of_a_blocked_road_is_part_of_the_cost():
    course = laid("2A 20A 13B 5A 3A", {2: 2})
    places = {"White leader": "2/1:2", "White climber": "2/2:2", "Yellow rouleur": "2/1:1"}
    race = standing(places, course=course, bunch="1/2:2", energy=18)
    having_moved(race, "White leader", "White climber")
    to(race, "2/1:5", 4, "fatigue")
    assert energy(race, "Yellow rouleur") == 18 - 6
    event(race, 1)
    assert energy(race, "Yellow rouleur") == 0, "three times 6"
    poor = standing(places, course=course, bunch="1/2:2", energy=17)
    having_moved(poor, "White leader", "White climber")
    assert by_length(poor, 4) == {}


@pytest.mark.clause("L1-C2j", "L1-C2k")
def test_the_fallen_misses_a_turn_and_restarts_from_his_square():
    course = laid("1A 7BL 2B 5A 6A 3A")
    race = standing({"Yellow rouleur": "1/2:5"}, inside=["White leader"], course=course, bunch="S/2:6", energy=20)
    to(race, "2/1:4", 6, "fall")
    event(race, 1)
    roll_bunch(race, 3)
    assert phase(race) == "speak", "the next turn: he lies beside the road"
    roll_bunch(race, 3)
    assert (phase(race), due(race)) == ("move", "Yellow rouleur")
    assert free(race) == 4
    to(race, "2/1:5")
    assert where(race, "Yellow rouleur") == "2/1:5"


@pytest.mark.clause("L1-C2k")
def test_beside_the_road_he_holds_no_square_is_not_absorbed_and_rolls_for_no_puncture():
    race = standing(
        {"Yellow rouleur": row(12), "Pink leader": row(11)}, inside=["White leader"], bunch=row(9), settle=False
    )
    state = race.races[0]
    state["status"][rider(race, "Yellow rouleur")] = 2
    state["back"][rider(race, "Yellow rouleur")] = 6
    begin(race)
    assert due(race) == "Pink leader"
    to(race, row(12))
    roll_bunch(race, "red")
    assert status(race, "Yellow rouleur") == "beside"
    assert status(race, "Pink leader") == "bunch"
    rolled = []
    while phase(race) == "puncture":
        rolled.append(due(race))
        event(race, 12)
    assert rolled == ["White leader", "Pink leader"]
    assert int(race.state["turn"]) == 6
    assert status(race, "Yellow rouleur") == "bunch", "row 12 lies inside the bunch, on rows 13 and 12, before phase 1"


@pytest.mark.clause("L1-C2k")
def test_he_waits_for_who_stands_on_his_square():
    race = standing({"Yellow rouleur": row(12), "White leader": row(12, 1), "Pink leader": row(12)}, settle=False)
    state = race.races[0]
    state["status"][rider(race, "Yellow rouleur")] = 2
    begin(race)
    order = []
    while phase(race) == "move":
        order.append(due(race))
        to(race, next(iter(reach(race))))
    assert order == ["White leader", "Pink leader", "Yellow rouleur"]


@pytest.mark.clause("L1-C2k")
def test_he_goes_right_after_who_stood_there_before_a_rider_level_with_them_who_came_later():
    """Yellow has fallen; then pink arrives beside yellow's square, then white on it."""
    places = {"White leader": row(12), "Pink leader": row(12, 1), "Yellow rouleur": row(12), "Blue leader": row(11)}
    race = standing(places, settle=False)
    race.races[0]["status"][rider(race, "Yellow rouleur")] = 2
    begin(race)
    assert in_turn(race) == ["White leader", "Yellow rouleur", "Pink leader", "Blue leader"]


@pytest.mark.clause("L1-C2k")
def test_two_who_fell_on_one_square_both_go_right_after_who_stands_there():
    places = {
        "White leader": row(12),
        "Pink leader": row(12, 1),
        "Yellow climber": row(12),
        "Blue leader": row(12, 3),
        "Yellow rouleur": row(12),
    }
    race = standing(places, settle=False)
    for name in ("Yellow rouleur", "Yellow climber"):
        race.races[0]["status"][rider(race, name)] = 2
    begin(race)
    assert in_turn(race) == ["White leader", "Yellow climber", "Yellow rouleur", "Pink leader", "Blue leader"]


@pytest.mark.clause("L1-C2k", "L1-C3d")
def test_he_goes_right_after_a_punctured_rider_before_the_next_of_them():
    places = {"White leader": row(12), "Pink leader": row(12, 1), "Yellow rouleur": row(12)}
    race = standing(places, settle=False)
    race.races[0]["status"][rider(race, "Yellow rouleur")] = 2
    for name in ("White leader", "Pink leader"):
        race.races[0]["punctured"][rider(race, name)] = 1
    begin(race)
    roll_bunch(race, 3)
    assert in_turn(race)[:3] == ["White leader", "Yellow rouleur", "Pink leader"]


@pytest.mark.clause("L1-C2k", "L1-B5a")
def test_who_is_dropped_onto_his_square_goes_first_next_turn():
    places = {"Yellow rouleur": row(14), "Pink leader": row(14, 1), "Blue leader": row(14, 3)}
    race = standing(places, inside=["White leader"], bunch=row(11), settle=False, energy={"White leader": 0})
    state = race.races[0]
    state["status"][rider(race, "Yellow rouleur")], state["back"][rider(race, "Yellow rouleur")] = 2, 6
    for name in ("Pink leader", "Blue leader"):
        state["punctured"][rider(race, name)] = 1
    begin(race)
    roll_bunch(race, 5)
    assert where(race, "White leader") == row(14), "just behind the bunch on rows 15 and 16, in the lane that is free"
    in_turn(race)
    roll_bunch(race, 3)
    assert in_turn(race)[:2] == ["White leader", "Yellow rouleur"]


@pytest.mark.clause("L1-C2k", "L1-C3d")
def test_had_he_to_wait_for_a_punctured_rider_he_may_be_in_the_bunch():
    for face, after in ((4, "bunch"), (3, "road")):
        race = standing(
            {"Yellow rouleur": row(12), "Pink leader": row(12)}, inside=["White leader"], bunch=row(8), settle=False
        )
        state = race.races[0]
        state["status"][rider(race, "Yellow rouleur")] = 2
        state["punctured"][rider(race, "Pink leader")] = 1
        begin(race)
        assert phase(race) == "speak"
        roll_bunch(race, face)
        if after == "road":
            assert due(race) == "Pink leader"
            to(race, row(13))
            assert due(race) == "Yellow rouleur"
            to(race, row(14))
        assert status(race, "Yellow rouleur") == after
        assert energy(race, "Yellow rouleur") >= 20


@pytest.mark.clause("L1-C2k", "L1-B1i")
def test_who_cannot_step_stays_beside_the_road():
    places = {
        "White rouleur": row(13, 1),
        "White leader": row(13, 2),
        "White climber": row(13, 3),
        "Yellow climber": row(12),
    }
    race = standing(places, settle=False, energy=0)
    race.races[0]["status"][rider(race, "Yellow climber")] = 2
    begin(race)
    having_moved(race, "White rouleur", "White leader", "White climber")
    assert (status(race, "Yellow climber"), energy(race, "Yellow climber")) == ("beside", 1)
    assert phase(race) == "announce"
    roll_bunch(race, 3)
    to(race, row(14, 1))
    to(race, row(14, 2))
    to(race, row(14, 3))
    assert due(race) == "Yellow climber", "he tries again"


@pytest.mark.clause("L1-C2j")
def test_a_fall_on_the_way_back_to_the_bunch_leaves_him_beside_the_road():
    course = laid("1A 7BL 2B 5A 3A")
    race = standing({"Yellow rouleur": "1/1:6"}, inside=["White leader"], bunch="2/2:3", course=course, energy=20)
    roll_bunch(race, 3)
    assert due(race) == "Yellow rouleur"
    to(race, "2/1:3", 4, "fall")
    event(race, 1)
    assert status(race, "Yellow rouleur") == "beside"
    safe = standing({"Yellow rouleur": "1/1:6"}, inside=["White leader"], bunch="2/2:3", course=course, energy=20)
    roll_bunch(safe, 3)
    to(safe, "2/1:3", 4, "fall")
    event(safe, 5)
    assert status(safe, "Yellow rouleur") == "bunch"

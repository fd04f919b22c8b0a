"""Um Reifenbreite, chapter 6: movement, and the order of things."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite import actions as a
from tests.um_reifenbreite.riding import (
    GAME,
    begin,
    decline,
    die,
    due,
    follow,
    has_moved,
    luck,
    means,
    phase,
    photo,
    reach,
    ride,
    rider,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip


@pytest.mark.clause("UR-6a", "UR-6b")
def test_every_rider_has_one_move_a_round_from_the_front():
    race = standing({"21": "H2/1:5", "31": "H2/3:5", "41": "H2/2:6", "51": "H2/1:2"})
    order = []
    for _ in range(4):
        order.append(due(race))
        throw(race, 2)
        race.play(a.RIDE)
        while phase(race) == "follow":
            decline(race)
    assert order == ["41", "21", "31", "51"], "of those level the right-most first"
    assert race.turn == 6
    assert not any(has_moved(race, name) for name in ("21", "31", "41", "51"))


@pytest.mark.clause("UR-6a")
def test_a_pursuit_is_the_move_of_the_round():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/3:1"})
    ride(race, 4, "H2/1:9")
    follow(race, "31")
    assert due(race) == "41"
    ride(race, 3, "H2/3:4")
    assert race.turn == 6


@pytest.mark.clause("UR-E3", "UR-6b")
def test_example_3_order_in_a_curve():
    race = standing({"21": "D2/2:2", "31": "D2/4:1", "41": "D2/1:2", "51": "D2/3:1"})
    order = []
    for _ in range(4):
        order.append(where(race, due(race)))
        throw(race, 12)
        race.play(race.legal()[-1])
        while phase(race) == "follow":
            decline(race)
    assert order == ["D2/2:2", "D2/1:2", "D2/4:1", "D2/3:1"]


@pytest.mark.clause("UR-6c", "UR-6e", "UR-20g")
def test_a_rider_rides_up_to_what_it_threw_and_at_least_one():
    race = standing({"21": "H2/2:1"})
    throw(race, 3)
    assert reach(race) == {
        **{f"H2/{lane}:2": {1} for lane in (1, 2, 3)},
        **{f"H2/{lane}:{row}": {row - 1} for lane in (1, 2, 3, 4) for row in (3, 4)},
    }  # fmt: skip


@pytest.mark.clause("UR-6d")
def test_a_step_goes_straight_or_diagonally_ahead():
    race = standing({"21": "H2/2:5"})
    throw(race, 2)
    assert {square for square, used in reach(race).items() if 1 in used} == {"H2/1:6", "H2/2:6", "H2/3:6"}


@pytest.mark.clause("UR-6f", "UR-6g", "UR-E5")
def test_example_5_between_two_riders_or_not_at_all():
    field = {"41": "F1/2:3", "21": "F1/2:4", "31": "F1/3:3", "51": "F1/1:4"}
    race = standing(field, course="B", moved=("21", "51"))
    assert due(race) == "41"
    throw(race, 2)
    assert {square for square, used in reach(race).items() if 1 in used} == {"F1/3:4"}
    shut = standing({**field, "52": "F1/3:4"}, course="B", moved=("21", "51", "52"))
    throw(shut, 9)
    assert where(shut, "41") == "F1/2:3"
    assert has_moved(shut, "41"), "that was its move"
    assert due(shut) == "31"


@pytest.mark.clause("UR-6f")
def test_who_is_stopped_on_the_way_loses_the_rest():
    wall = {"21": "H2/1:8", "31": "H2/2:8", "41": "H2/3:8", "51": "H2/4:8"}
    race = standing({**wall, "22": "H2/2:5"}, moved=tuple(wall))
    throw(race, 12)
    assert {square.split(":")[1] for square in reach(race)} == {"6", "7"}


@pytest.mark.clause("UR-E4", "UR-6h", "UR-19f")
def test_example_4_solid_lines():
    def steps(square: str) -> set[str]:
        race = standing({"51": square}, course="C")
        throw(race, 2)
        return {onto for onto, used in reach(race).items() if 1 in used}

    assert steps("G2/3:2") == {"G2/3:3", "G2/4:3"}
    assert "G2/2:1" in steps("G1/3:2")
    assert "G3/2:3" not in steps("G3/3:2")
    assert "G3/2:4" in steps("G3/3:3")
    assert "G2/1:2" in steps("G2/2:2"), "other lines may be crossed"


@pytest.mark.clause("UR-E6", "UR-6i")
@pytest.mark.parametrize(("course", "start", "end", "needs"), [
    ("C", "G1/{}:2", "G3/{}:1", (4, 5, 6, 7)), ("A", "D1/{}:6", "D3/{}:1", (7, 6, 5, 4)),
])  # fmt: skip
def test_example_6_curve_lengths(course, start, end, needs):
    for lane, squares in enumerate(needs, 1):
        curve = start[0] + "2"
        others = [other for other in range(1, 5) if other != lane]
        blocks = [f"{curve}/{other}:1" for other in others if abs(other - lane) == 1]
        field = {str(31 + 10 * i): square for i, square in enumerate(blocks)}
        race = standing({"21": start.format(lane), **field}, course=course, moved=tuple(field))
        throw(race, 12)
        lengths = reach(race)[end.format(lane)]
        assert squares in lengths, "in its own lane"


@pytest.mark.clause("UR-6j", "UR-20g")
def test_one_destination_can_cost_more_by_weaving():
    race = standing({"21": "D1/2:5"})
    throw(race, 10)
    assert len(reach(race)["D3/2:2"]) > 1
    race.play(next(action for action in race.legal() if race.notation(action) == "21 to D3/2:2"))
    assert phase(race) == "two dice", "alone, it is not asked by which way"
    assert where(race, "21") == "D3/2:2"


@pytest.mark.clause("UR-6j", "UR-7b", "UR-7l")
def test_a_longer_way_is_offered_only_where_more_can_follow():
    """31 behind can follow to D2/1:6 only with 8 squares; 21 gets to D3/1:1 with 7 as well as with 8."""
    race = standing({"21": "D1/1:5", "31": "D1/1:4"})
    throw(race, 9)
    assert {7, 8} <= reach(race)["D3/1:1"]
    race.play(next(action for action in race.legal() if race.notation(action) == "21 to D3/1:1"))
    assert phase(race) == "way"
    assert {action - a.WAY for action in race.legal()} == {7, 8}
    short = race.copy()
    short.play(a.WAY + 7)
    assert (phase(short), due(short)) == ("two dice", "31")
    race.play(a.WAY + 8)
    assert (phase(race), due(race)) == ("follow", "31")
    alone = standing({"21": "D1/1:5"})
    throw(alone, 9)
    to(alone, "D3/1:1")
    assert phase(alone) != "way"


@pytest.mark.clause("UR-6k")
def test_the_order_inside_a_turn():
    race = standing({"21": "K2/1:3", "31": "K2/1:2"}, level="D", cheating=True, relays=True, sprints=True)
    seen = [phase(race)]
    race.play(a.ASK)
    seen.append(phase(race))
    race.play(a.AGREE)
    seen.append(phase(race))
    assert due(race) == "31"
    means(race, "short tow")
    seen.append(phase(race))
    die(race, 1)
    seen.append(phase(race))
    photo(race, 4)
    seen.append(phase(race))
    luck(race, 13)
    seen.append(phase(race))
    assert int(race.races[0]["allowance"]) == 9 - 3
    to(race, "K3/1:2")
    seen.append(phase(race))
    assert seen == ["ask", "answer", "means", "one die", "photo", "luck", "ride", "follow"]
    assert due(race) == "21"


@pytest.mark.clause("UR-6l", "UR-17c")
def test_the_end_of_a_round():
    """Coming back, getting up, lifting off, jersey points; then the next round."""
    race = standing(
        {"21": "H2/1:12", "22": "H2/2:3", "31": "K2/1:2", "41": "K9/1:1"}, level="B", sprints=True, settle=False
    )
    state = race.races[0]
    state["status"][rider("22")], state["up_after"][rider("22")], state["moved"][rider("22")] = 2, 5, 1
    state["jersey"] = state["jersey_before"] = rider("21")
    state["sprint_place"][rider("21"), 0] = 1
    begin(race)
    throw(race, 2)
    to(race, "X/1:2")
    assert status(race, "21") == "finished"
    assert where(race, "21") == "X/1:2"
    ride(race, 3, "K9/1:2")
    assert due(race) == "31"
    throw(race, 2)
    assert race.turn == 6
    assert (status(race, "31"), where(race, "31")) == ("riding", "K2/1:2")
    assert status(race, "22") == "riding"
    assert (status(race, "21"), where(race, "21")) == ("home", "off")
    assert int(race.races[0]["marks"][rider("21"), 0]) == 1
    assert due(race) == "22"


def test_squares_in_reach_are_found_once_a_decision():
    race = standing({"21": "H2/2:1", "31": "H2/3:1"})
    throw(race, 9)
    before = race.state["slots"].copy()
    race.legal()
    GAME.scene(race, 0)
    assert (race.state["slots"] == before).all()

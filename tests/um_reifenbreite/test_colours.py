"""Um Reifenbreite, chapters 8 to 10: climbs, descents and cobbles; beside the road and back."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.rules.ways import row_behind
from tests.um_reifenbreite.riding import (
    GAME,
    back_in,
    begin,
    due,
    follow,
    has_moved,
    phase,
    reach,
    ride,
    rider,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip


@pytest.mark.clause("UR-8a")
def test_only_the_square_where_the_move_begins_counts():
    race = standing({"21": "F1/1:9"}, course="B", level="B")
    throw(race, 6)
    assert 6 in reach(race)["M2/1:3"], "flat at the start of the move: red on the way costs nothing"
    climb = standing({"21": "M3/1:3"}, course="B", level="B")
    throw(climb, 8)
    assert int(climb.races[0]["allowance"]) == 2


@pytest.mark.clause("UR-8b", "UR-8c")
def test_a_foot_on_the_ground_frees_the_square_until_the_round_ends():
    race = standing({"43": "M3/2:2", "22": "M1/2:1"}, course="B", level="B")
    throw(race, 6)
    assert (status(race, "43"), where(race, "43")) == ("beside", "off")
    assert has_moved(race, "43")
    throw(race, 3)
    race.play(race.legal()[0])
    assert race.turn == 6
    assert (status(race, "43"), where(race, "43")) == ("riding", "M3/2:2")


def example_12(*more: tuple[str, str]):
    field = {"43": "M3/2:2", "34": "M3/3:2", "22": "M1/2:2", "51": "M1/1:2", **dict(more)}
    race = standing(field, course="B", level="A", moved=[name for name, _ in more], settle=False)
    race.races[0]["colours"] = 1
    begin(race)
    assert due(race) == "43"
    throw(race, 6)
    assert due(race) == "34"
    throw(race, 5)
    race.races[0]["colours"] = 0  # 51 and 22 come up the climb as on the flat
    throw(race, 12)
    to(race, "M3/1:2")
    throw(race, 12)
    to(race, "M3/2:2")
    return race


@pytest.mark.clause("UR-E12", "UR-8c", "UR-8d", "UR-20i")
def test_example_12():
    race = example_12()
    assert (phase(race), due(race), race.actor) == ("return", "43", 2)
    assert set(race.legal()) == {a.RETURN + 2, a.RETURN + 3}
    back_in(race, 3)
    assert where(race, "43") == "M3/3:2"
    assert where(race, "34") == "M3/4:2", "the only free square left: nobody is asked"
    assert race.turn == 6


@pytest.mark.clause("UR-E12", "UR-8d")
def test_example_12_with_the_row_full():
    race = example_12(("41", "M3/4:2"))
    assert where(race, "43") == "M3/3:2"
    assert (phase(race), due(race)) == ("return", "34")
    assert set(race.legal()) == {a.RETURN + lane for lane in range(4)}, "the row behind"
    back_in(race, 4)
    assert where(race, "34") == "M3/4:1"


@pytest.mark.clause("UR-8e", "UR-E13", "UR-19i")
def test_example_13_rows_in_a_curve_and_further_back():
    row = ["M2/4:3", "M2/3:3", "M2/2:2", "M2/1:2"]
    behind = ["M2/4:2", "M2/3:2", "M2/2:1", "M2/1:1"]
    course = GAME.course("B")
    assert course.square_name(int(row_behind(course.road, course.square_at("M2/4:3")))) == "M2/4:2"
    shirts = ["21", "22", "23", "24", "31", "32", "33", "34"]
    blocks = dict(zip(shirts, row + behind, strict=True))
    race = standing({**blocks, "41": "F1/1:1"}, course="B", level="B", moved=shirts, settle=False)
    state = race.races[0]
    state["status"][rider("51")], state["left"][rider("51")], state["leavers"] = 3, 1, 1
    state["left_at"][rider("51")] = course.square_at("M2/4:3")
    begin(race)
    ride(race, 2, "F1/1:2")
    assert (phase(race), due(race)) == ("return", "51"), "both rows are full: the next one behind"
    assert set(race.legal()) == {a.RETURN + 2, a.RETURN + 3}, "M2/2:1 and M2/1:1 reach into it, and are taken"
    back_in(race, 4)
    assert where(race, "51") == "M2/4:1"


@pytest.mark.clause("UR-8e")
def test_a_line_is_crossed_only_once():
    race = standing({"21": "E2/1:1", "31": "K1/1:1"}, course="D", level="B", sprints=True, settle=False)
    state = race.races[0]
    state["crossed"][rider("21")], state["sprint_place"][rider("21"), 2], state["crossings"][2] = 4, 1, 1
    state["jersey"] = rider("21")
    state["at"][rider("21")] = race.setup.course.square_at("E1/1:12")
    state["rank"][rider("21")] = 0
    begin(race)
    while due(race) != "21":
        ride(race, 2, "K1/1:2")
    throw(race, 5)
    to(race, "E2/1:3")
    assert int(state["crossings"][2]) == 1


@pytest.mark.clause("UR-9a", "UR-9b", "UR-E14")
def test_example_14():
    race = standing({"24": "N1/1:4", "53": "N1/1:3"}, course="B", level="B")
    throw(race, 6)
    assert 10 in reach(race)["N1/1:14"]
    assert max(max(lengths) for lengths in reach(race).values()) == 10
    assert "N1/1:5" in reach(race), "it may add the number, it need not"
    to(race, "N1/1:14")
    follow(race, "53")
    assert where(race, "53") == "N1/1:13"


@pytest.mark.clause("UR-10a", "UR-10b", "UR-E15")
def test_example_15():
    race = standing({"42": "K2/2:3"}, level="B")
    throw(race, 5)
    assert 2 in reach(race)["K2/2:5"]
    assert max(max(lengths) for lengths in reach(race).values()) == 2
    foot = standing({"42": "K2/2:3", "21": "S2/1:1"}, level="B")
    throw(foot, 3)
    assert status(foot, "42") == "beside"
    gap = standing({"42": "K3/2:1"}, level="B")
    throw(gap, 5)
    assert int(gap.races[0]["allowance"]) == 5

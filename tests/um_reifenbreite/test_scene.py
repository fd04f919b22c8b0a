"""Um Reifenbreite on the table: where choices end, who stands beside the road, the sheet as it is filled in."""

from __future__ import annotations

import pytest

from parcours.engine.scene import plain
from parcours.games.um_reifenbreite import actions as a
from tests.um_reifenbreite.riding import GAME, phase, rider, standing, status, throw
from tests.um_reifenbreite.test_finish import sample_sheet


def panel(race, id_: str):
    return next(p for p in plain(GAME.scene(race, 0).panels, "en") if p["id"] == id_)


def filled(race, id_: str) -> list[list[str]]:
    """The rows of a panel that have a name, with their filled cells."""
    return [[row["label"], *(c["text"] for c in row["cells"] if c["text"])] for row in panel(race, id_)["rows"]]


@pytest.mark.clause("UR-20g", "UR-6d")
def test_every_end_shows_its_lane_and_the_shortest_way():
    race = standing({"21": "D1/3:4", "31": "D1/3:3"})
    throw(race, 6)
    course = race.setup.course
    for choice in GAME.scene(race, race.actor).choices:
        assert len(choice.path) == int(choice.short) + 1
        assert course.square_name(choice.path[0]) == "D1/3:4"
        assert choice.lane == str(int(course.road.squares["lane"][choice.path[-1]]) + 1)
        for here, there in zip(choice.path, choice.path[1:], strict=False):
            way = list(course.road.squares["ahead"][here]).index(there)
            assert not course.road.squares["barred"][here][way]


@pytest.mark.clause("UR-6j")
def test_each_way_to_one_square_is_drawn():
    race = standing({"21": "D1/1:5", "31": "D1/1:4"})
    throw(race, 9)
    race.play(next(action for action in race.legal() if race.notation(action) == "21 to D3/1:1"))
    assert phase(race) == "way"
    for choice in GAME.scene(race, race.actor).choices:
        assert len(set(choice.path)) == len(choice.path) == choice.action - a.WAY + 1


@pytest.mark.clause("UR-8b")
def test_who_puts_a_foot_on_the_ground_stands_beside_its_square():
    race = standing({"43": "M3/2:2", "22": "M1/2:1"}, course="B", level="B")
    throw(race, 6)
    assert status(race, "43") == "beside"
    piece = GAME.scene(race, 0).pieces[rider("43")]
    assert (piece.pose, race.setup.course.square_name(piece.square)) == ("off_road", "M3/2:2")


@pytest.mark.clause("UR-5c", "UR-5d")
def test_before_the_start_the_whole_race_is_to_go():
    race = GAME.start(course="A", seed=3)
    assert str(GAME.scene(race, 0).strip.to_go) == "68 squares to go"
    race.play(race.legal()[0])
    choices = GAME.scene(race, race.actor).choices
    grid = {(str(lane), str(row)) for lane in range(1, 5) for row in range(1, 5)}
    assert {(choice.lane, choice.short) for choice in choices} == grid


@pytest.mark.clause("UR-18a", "UR-18d", "UR-18g")
def test_the_sheet_is_printed_first_and_filled_in_as_it_comes():
    race = GAME.start(course="A", sprints=True, manual_chance=True)
    assert filled(race, "sheet:1") == [["", "11"], ["", "8"], ["", "5"]]
    assert filled(race, "sheet:4")[:2] == [["", "1", "50"], ["", "2", "40"]]
    assert [row[0] for row in filled(race, "sheet:7")] == ["Toughs", "Men of Steel", "Big Calves", "Blackmailers"]


@pytest.mark.clause("UR-18h", "UR-13d")
def test_the_disqualified_are_struck_out():
    race = sample_sheet()
    race.races[0]["photos"][rider("42")], race.races[0]["verdict"] = 0b1, 0b11
    line = next(row for row in panel(race, "sheet:4")["rows"] if row["label"] == "42")
    assert [(cell["text"], cell["style"]) for cell in line["cells"][1:]] == [
        ("32", "crossed"), ("28", "crossed"), ("60", "crossed"),
    ]  # fmt: skip
    assert filled(race, "sheet:8") == [["42", "1", "disqualified"]]
    assert panel(race, "sheet:8")["note"] == "Photos drawn at the end: 1, 2"
    assert filled(race, "sheet:7")[-1] == ["Big Calves", "16", "60", "48", "10", "74"]


def risks_shown(race) -> dict[int, str]:
    """The risk that the table shows for each of the means."""
    choices = plain(GAME.scene(race, race.actor).choices, "en")
    return {choice["action"] - a.MEANS: choice["risk"] for choice in choices}


@pytest.mark.clause("UR-12h")
def test_no_risk_of_a_fall_is_shown_on_a_start_square():
    race = standing({"21": "S2/1:4", "31": "S2/2:4"}, course="C", level="D", turn=2)
    assert phase(race) == "means"
    assert not any(risks_shown(race).values())
    on_the_road = standing({"21": "G5/1:1", "31": "S2/2:4"}, course="C", level="D", turn=2)
    assert risks_shown(on_the_road)[a.DICE] == "6% risk of a mass crash"
    assert risks_shown(on_the_road)[a.TWO_CARDS] == ""


@pytest.mark.clause("UR-12g", "UR-13d")
def test_a_short_tow_shows_the_risk_of_a_fall_too():
    race = standing({"21": "H2/1:4", "31": "H2/2:4"}, course="C", level="D", cheating=True)
    shown = risks_shown(race)
    assert shown[a.SHORT_TOW] == "up to 33% risk of disqualification, 6% of a mass crash"
    assert shown[a.LONG_TOW] == "up to 60% risk of disqualification"
    at_the_start = standing({"21": "S2/1:4", "31": "S2/2:4"}, course="C", level="D", turn=2, cheating=True)
    assert risks_shown(at_the_start)[a.SHORT_TOW] == "up to 33% risk of disqualification"

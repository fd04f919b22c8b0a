"""Um Reifenbreite, chapter 19: the board, its routes, and what the loader refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcours.engine.road import NOWHERE
from parcours.errors import CourseError
from tests.um_reifenbreite.riding import GAME, due, phase, reach, standing, throw

BOARD = (Path(GAME.folder) / "data" / "courses" / "ring.toml").read_text(encoding="utf-8")


def read_all_routes(text: str) -> None:
    for route in "ABCD":
        GAME.read_course("mine.toml", text, route=route)


@pytest.mark.clause("UR-19a", "UR-19l")
def test_the_board_is_a_course_file_with_four_routes():
    assert GAME.course_names == ("ring:A", "ring:B", "ring:C", "ring:D")
    for letter in "ABCD":
        assert GAME.course(letter) is GAME.course(f"ring:{letter}")
    again = GAME.read_course("mine.toml", BOARD, route="C")
    assert (again.id, again.digest) == ("mine:C", GAME.course("C").digest)


@pytest.mark.clause("UR-19a")
def test_other_courses_load_from_files(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text(BOARD, encoding="utf-8")
    assert GAME.course(str(file)).id == "mine:A"
    assert GAME.course(f"{file}:D").id == "mine:D"
    race = GAME.start(course=f"{file}:B", teams=2, level="B", seed=4)
    while not race.over:
        race.play(race.legal()[-1])
    from parcours.engine.racefile import read_race, write_race

    assert read_race(write_race(race)).actions == race.actions


@pytest.mark.clause("UR-E31")
def test_example_31():
    lines = {id_: [(line.name, line.at) for line in GAME.course(id_).lines] for id_ in "ABCD"}
    assert lines == {
        "A": [("C", 6), ("D", 40), ("A", 68)],
        "B": [("A", 12), ("B", 38), ("C", 74)],
        "C": [("C", 6), ("D", 40), ("A", 68), ("B", 94), ("C", 130)],
        "D": [("A", 12), ("B", 38), ("C", 74), ("E", 114), ("A", 138)],
    }
    race = standing({"21": "S1/1:4"}, course="D")
    throw(race, 12)
    assert "H2/1:12" in reach(race)
    assert not any(square.startswith("F1") for square in reach(race)), "13 squares are needed to be over A"


@pytest.mark.clause("UR-19g")
def test_every_curve_has_its_solid_line():
    course = GAME.course("C")
    squares = course.road.squares
    for segment in course.lap:
        if not segment.turn:
            continue
        for lane, way in ((2, 2), (3, 0)):
            for n in range(1, segment.squares[lane - 1]):
                square = squares[course.square_at(f"{segment.id}/{lane}:{n}")]
                assert square["ahead"][way] == NOWHERE or square["barred"][way], (segment.id, lane, n)
    for straight in ("D3", "G3"):
        barred = [int(squares["barred"][course.square_at(f"{straight}/3:{row}")][0]) for row in range(1, 5)]
        assert barred == [1, 1, 0, 0], "3 rows into the next straight, its very end not included"


@pytest.mark.clause("UR-19k")
def test_a_lane_that_begins_has_nothing_behind_so_nobody_follows_to_there():
    text = BOARD.replace('{id="D3", rows=5}', '{id="D3", rows=5, lanes=5, squares=[5, 5, 5, 5, 5]}').replace(
        '{id="D4", rows=4.5', '{id="D3b", rows=3},\n  {id="D4", rows=4.5'
    )
    text = text.replace('"D3", "D4"', '"D3", "D3b", "D4"')
    course = GAME.read_course("wide.toml", text, route="A")
    race = standing({"21": "D2/4:3", "31": "D2/4:2"}, course=course)  # type: ignore[arg-type]
    assert due(race) == "21"
    throw(race, 2)
    race.play(next(action for action in race.legal() if race.notation(action) == "21 to D3/5:1"))
    assert phase(race) != "follow"


@pytest.mark.clause("UR-19m")
@pytest.mark.parametrize(("old", "new", "what"), [
    ('start = "2"\nlegs = ["S2", "G5", "K1"', 'start = "9"\nlegs = ["S2", "G5", "K1"', "no start"),
    ('legs = ["S2", "G5", "K1"', 'legs = ["G5", "K1"', "start '2' is on"),
    ('legs = ["S2", "G5", "K1"', 'legs = ["S2", "K1"', "does not lead to"),
    ('legs = ["S2", "G5", "K1"', 'legs = ["S2", "Q5", "K1"', "no segment"),
    ('run_out = 12\n', 'run_out = 11\n', "at least 12 rows"),
    ('{id="S2", rows=4, next', '{id="S2", rows=4, lanes=3, next', "lanes"),
    ('sprints = [["D", 11, 8, 5]]', 'sprints = [["E", 11, 8, 5]]', "not passed"),
    ('sprints = [["D", 11, 8, 5]]', 'sprints = [["D", 11, 8]]', "points for 3 riders"),
    ('numbers=[-1, -2]}', 'numbers=[1, -2]}', "1 is not a number for climb: use -11 to -1"),
    ('numbers=[-2, -2, -3, -3, -2]}', 'numbers=[-2, -2, -3, -12, -2]}', "not a number for cobbles: use -11 to -1"),
    ('numbers=[2, 3, 4, 4, 5, 4, 4, 3, 3, 2]}', 'numbers=[2, 3, 4, 4, 0, 4, 4, 3, 3, 2]}', "for descent: use 1"),
    ('{id="F1", rows=10}', '{id="F1", rows=10, numbers=-1}', "-1 is not a number for flat: use no number"),
    ('{id="D3", rows=5}', '{id="D3", rows=5, lanes=2}', "no step leads on"),
])  # fmt: skip
def test_the_loader_refuses(old, new, what):
    assert old in BOARD
    text = BOARD.replace(old, new, 1) if "rows" not in old and "numbers" not in old else BOARD.replace(old, new)
    with pytest.raises(CourseError, match=what) as refused:
        read_all_routes(text)
    assert "UR-" in str(refused.value)


@pytest.mark.clause("UR-19m", "UR-19l")
def test_too_many_sprints_and_too_few_rows_are_refused():
    lines = BOARD.replace('{id="A", after="H2"}', '{id="A", after="H2"}, {id="P", after="K2"}, {id="Q", after="K5"}')
    four = lines.replace('sprints = [["D", 11, 8, 5], ["A", 7, 5, 3], ["B", 5, 4, 2]]',
                         'sprints = [["P", 1, 1, 1], ["D", 11, 8, 5], ["A", 7, 5, 3], ["B", 5, 4, 2]]')  # fmt: skip
    with pytest.raises(CourseError, match="at most 3 sprints"):
        GAME.read_course("mine.toml", four, route="C")
    three_rows = GAME.read_course("mine.toml", BOARD.replace('{id="S2", rows=4', '{id="S2", rows=3'), route="A")
    assert GAME.start(course=three_rows, teams=3)
    with pytest.raises(CourseError, match="3 rows, but 4 teams need 4"):
        GAME.start(course=three_rows, teams=4)


@pytest.mark.clause("UR-19m")
def test_the_run_out_must_hold_a_descent_to_the_line():
    text = BOARD.replace(
        '{id="H2", rows=12, next=["F1"]}', '{id="H2", rows=12, terrain="ochre", numbers=4, next=["F1"]}'
    )
    with pytest.raises(CourseError, match="at least 16 rows"):
        GAME.read_course("mine.toml", text, route="A")
    assert GAME.read_course("mine.toml", text.replace("run_out = 12", "run_out = 16"), route="A")


def wide_road(flat: str = "", ochre: str = "") -> str:
    """A road that widens to eight lanes for 30 rows, and narrows to four again before a descent."""
    narrowing = "".join(f'  {{id="W{lanes}", rows=1, lanes={lanes}}},\n' for lanes in (7, 6, 5))
    return f"""
format = 1
game = "um_reifenbreite"
name = "Wide"
seed = 1
lanes = 4
segments = [
  {{id="S", rows=4}},
  {{id="W8", rows=30, lanes=8{flat}}},
{narrowing}  {{id="N", rows=2{ochre}}},
  {{id="H", rows=30}},
]
lines = [{{id="A", after="H"}}]
starts = [{{id="1", segment="S"}}]

[[routes]]
id = "A"
name = "Wide"
short = true
start = "1"
legs = ["S", "W8", "W7", "W6", "W5", "N", "H"]
run_out = 12
"""


@pytest.mark.clause("UR-19m")
def test_each_square_has_its_own_reach():
    """12 points lead to 87 squares on eight lanes, 19 points to 131 or more."""
    course = GAME.read_course("wide.toml", wide_road(ochre=', terrain="ochre", numbers=7'), route="A")
    assert int(course.road.squares["value"].max()) == 7
    race = standing({"21": "W8/4:2"}, course=course)  # type: ignore[arg-type]
    throw(race, 12)
    assert len(reach(race)) == 87
    descent = wide_road(flat=', terrain="ochre", numbers=7')
    with pytest.raises(
        CourseError, match=r"a rider can reach 131 squares from here: at most 128 are allowed"
    ) as refused:
        GAME.read_course("wide.toml", descent, route="A")
    assert "UR-19m" in str(refused.value)
    assert "W8/" in str(refused.value)

"""Course files: what they can say, and how each fault is reported. No error but CourseError comes out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.engine.course import Course, Solid
from parcours.engine.coursefile import read_course, read_courses
from parcours.engine.road import FORD, INSIDE_LEFT, SPRINT_ZONE
from parcours.errors import CourseError

PLAIN = """
format = 1
game = "test"
name = "Plain"
lanes = 2

[[segments]]
id = "one"
rows = 4

[[segments]]
id = "two"
rows = 4.5
shape = "right"
squares = [3, 4]
solid = [["1|2", 0, 4.5]]

[[segments]]
id = "three"
rows = 3
terrain = "climb"
numbers = [-1, -2, -3]
marks = [["ford", 1, 2]]
next = ["one"]

[[lines]]
kind = "sprint"
name = "Sprint"
at = 4
points = [3, 2, 1]

[[lines]]
kind = "finish"
name = "Finish"
at = 11.5
"""
BOARD = """
format = 1
game = "test"
name = "Board"
lanes = 2
segments = [
  {id = "S", rows = 2, next = ["one"]},
  {id = "one", rows = 4},
  {id = "two", rows = 2, next = ["one", "three"]},
  {id = "three", rows = 3},
]
starts = [{id = "1", segment = "S"}]
lines = [{id = "A", after = "one"}, {id = "B", after = "two"}, {id = "C", after = "three"}]

[[routes]]
id = "short"
name = "The short one"
short = true
start = "1"
legs = ["S", "one", "two", "three"]
sprints = [["A", 5, 3, 1]]
run_out = 4

[[routes]]
id = "long"
name = "The long one"
start = "1"
legs = ["S", "one", "two", "one", "two", "three"]
"""


def read(text: str, *changes: tuple[str, str]) -> Course:
    for old, new in changes:
        assert old in text, f"{old!r} is not in the file"
        text = text.replace(old, new, 1)
    return read_course("my.toml", text)


# --- What a file can say ----------------------------------------------------------------------------------------------


def test_a_file_of_segments_and_lines_is_a_course() -> None:
    course = read(PLAIN)
    assert (course.id, course.name, course.game, course.legs) == ("my", "Plain", "test", ("one", "two", "three"))
    one, two, three = course.segments
    assert (one.squares, two.squares, three.squares) == ((4, 4), (3, 4), (3, 3))
    assert (one.turn, two.turn) == (0.0, -90.0)
    assert two.solid == (Solid(0, Fraction(0), Fraction(9, 2)),)
    assert three.values == ((-1, -2, -3), (-1, -2, -3))
    assert three.marks == ((0, FORD, 0), (0, 0, 0))
    assert [(line.name, line.at, line.scores) for line in course.lines] == [
        ("Sprint", 4, (3, 2, 1)), ("Finish", Fraction(23, 2), ()),
    ]  # fmt: skip
    assert course.source == PLAIN


def test_a_file_is_read_from_where_it_lies(tmp_path: Path) -> None:
    path = tmp_path / "from_disk.toml"
    path.write_text(PLAIN, encoding="utf-8")
    course = read_course(path)
    assert (course.id, course.source, course.digest) == ("from_disk", PLAIN, read(PLAIN).digest)


@pytest.mark.clause("UR-19l")
def test_numbers_are_one_for_all_one_a_row_or_a_list_a_lane() -> None:
    def numbers(written: str) -> object:
        return read(PLAIN, ("numbers = [-1, -2, -3]", f"numbers = {written}")).segments[2].values

    assert numbers("-4") == ((-4, -4, -4), (-4, -4, -4))
    assert numbers("[-1, -2, -3]") == ((-1, -2, -3), (-1, -2, -3))
    assert numbers("[[-1, -2, -3], [-4, -5, -6]]") == ((-1, -2, -3), (-4, -5, -6))
    curve = read(PLAIN, ("squares = [3, 4]", "squares = [3, 4]\nnumbers = [[1, 2, 3], [4, 5, 6, 7]]"))
    assert curve.segments[1].values == ((1, 2, 3), (4, 5, 6, 7))


def test_lengths_are_whole_decimal_or_fractions() -> None:
    for written in ("4.5", '"9/2"', "45e-1"):
        assert read(PLAIN, ("rows = 4.5", f"rows = {written}")).segments[1].rows == Fraction(9, 2)


def test_marks_go_on_a_square_or_on_the_whole_segment() -> None:
    marked = read(
        PLAIN, ('[["ford", 1, 2]]', '[["ford", 1, 2], ["ford", 2, 3], ["sprint_zone"]]\ninside = "left"')
    ).segments[2]
    assert marked.marks == ((0, FORD, 0), (0, 0, FORD))
    assert marked.flags == SPRINT_ZONE | INSIDE_LEFT


def test_a_course_can_have_a_run_in_and_a_run_out() -> None:
    course = read(PLAIN, ("lanes = 2", "lanes = 2\nrun_in = 2\nrun_out = 3"), ("at = 11.5", "at = 9.5"))
    assert course.legs == ("one", "two", "three", "X")
    assert course.by_id["X"].terrain == "climb"
    assert course.road.squares["rear"].min() == -course.units(Fraction(2))


def test_of_several_routes_the_one_asked_for_is_read_or_the_first() -> None:
    assert [course.id for course in read_courses("b.toml", BOARD)] == ["b:short", "b:long"]
    assert read_course("b.toml", BOARD).name == "The short one"
    assert read_course("b.toml", BOARD, route="long").name == "The long one"
    assert read_course("b:long.toml", BOARD).name == "The long one"
    long = read_course("b.toml", BOARD, route="long")
    assert [(line.name, line.kind, line.at) for line in long.lines] == [
        ("A", "pass", 4), ("B", "pass", 6), ("A", "pass", 10), ("B", "pass", 12), ("C", "finish", 15),
    ]  # fmt: skip
    with pytest.raises(CourseError, match=r"b\.toml: routes: there is no route 'middle' \(routes: short, long\)"):
        read_course("b.toml", BOARD, route="middle")
    with pytest.raises(CourseError, match="the file has no routes"):
        read_course("p.toml", PLAIN, route="A")


# --- What is refused --------------------------------------------------------------------------------------------------

HUGE = "9" * 400
FAULTS: list[tuple[str, str, str, str, str]] = [
    # the original text, its replacement, the place of the fault, words of the error, the clause
    ("format = 1", "", "format", "is missing", ""),
    ("format = 1", "format = 2", "format", "format 1, not 2", ""),
    ("format = 1", 'format = "1"', "format", "a whole number", ""),
    ("format = 1", "format = true", "format", "not true", ""),
    ("format = 1", f"format = {HUGE}", "line 2", "longer than 100 characters", ""),
    ("format = 1", f"format = 0x{'f' * 9000}", "line 2", "longer than 100 characters", ""),
    ("format = 1", f"format = {'9' * 5000}", "line 2", "longer than 100 characters", ""),
    ("format = 1", "format = ", "file", "is not TOML", ""),
    ("format = 1", "format = 1\nformat = 1", "file", "is not TOML", ""),
    ("format = 1", f"format = {'[' * 5000}", "line 2", "", ""),
    ('game = "test"', "", "game", "is missing", ""),
    ('game = "test"', "game = 7", "game", "must be text, not 7", ""),
    ('game = "test"', "game = {}", "game", "not a table", ""),
    ('name = "Plain"', "", "name", "is missing", ""),
    ('name = "Plain"', 'name = " "', "name", "must not be empty", ""),
    ('name = "Plain"', "name = 1979-05-27", "name", "not date", ""),
    ("lanes = 2", "lanes = 0", "lanes", "must be 1 to 8, not 0", "UR-19k"),
    ("lanes = 2", "lanes = 9", "lanes", "must be 1 to 8, not 9", "UR-19k"),
    ("lanes = 2", "lanes = 2.0", "lanes", "a whole number", ""),
    ("lanes = 2", "lanes = 2\nwind = 3", "wind", "is not a known field", ""),
    ("lanes = 2", 'lanes = 2\n"a\\nb" = 3', r"'a\nb'", "is not a known field", ""),
    ("lanes = 2", "lanes = 2\nseed = -1", "seed", "must be 0 to", ""),
    ("lanes = 2", "lanes = 2\nseed = nan", "seed", "a whole number", ""),
    ("lanes = 2", "lanes = 2\ncircuit = 1", "circuit", "true or false", ""),
    ("lanes = 2", "lanes = 2\ncircuit = true\nrun_in = 1", "run_in", "not possible on a circuit", ""),
    ("lanes = 2", "lanes = 2\ncircuit = true\nrun_out = 1", "run_out", "not possible on a circuit", ""),
    ("lanes = 2", "lanes = 2\nrun_in = 11.5", "run_in", "less than the road's 23/2 rows", ""),
    ("lanes = 2", "lanes = 2\nrun_in = -1", "run_in", "at least 0", ""),
    ("lanes = 2", "lanes = 2\nrun_out = -1", "run_out", "must be 0 to", ""),
    ("lanes = 2", "lanes = 2\nrun_out = 100000000", "run_out", "must be 0 to", ""),
    ("lanes = 2", 'lanes = 2\ndiagonal = "under"', "diagonal", "use one of overlap, beyond", ""),
    ("lanes = 2", 'lanes = 2\njoin = "left"', "join", "use one of right, spread", ""),
    ("lanes = 2", "lanes = 2\ndistance = 12", "distance", "at most the 23/2 rows of the road, not 12", ""),
    ("lanes = 2", "lanes = 2\ndistance = 0", "distance", "more than 0", ""),
    ("lanes = 2", "lanes = 2\ndistance = inf", "distance", "inf is not a length", ""),
    ("lanes = 2", 'lanes = 2\nlegs = ["one", "four"]', "legs[2]", "there is no segment 'four'", "UR-19m"),
    ("lanes = 2", 'lanes = 2\nlegs = ["one", "three"]', "legs[1]", "'one' does not lead to 'three'", "UR-19m"),
    ("lanes = 2", 'lanes = 2\nlegs = ["one", ["two"]]', "legs[2]", "must be text, not a list", ""),
    ("lanes = 2", "lanes = 2\nlegs = []", "legs", "at least one", ""),
    ("lanes = 2", 'lanes = 2\nlegs = "one"', "legs", "must be a list", ""),
    ("lanes = 2", "lanes = 2\nsegments = 3", "file", "is not TOML", ""),
    ('id = "one"', "", "segments[1].id", "is missing", ""),
    ('id = "one"', 'id = ""', "segments[1].id", "must not be empty", ""),
    ('id = "one"', 'id = "o/ne"', "segments[1].id", "must not contain", ""),
    ('id = "two"', 'id = "one"', "segments[2].id", "'one' is already used", ""),
    ("rows = 4\n", "", "segments[1].rows", "is missing", ""),
    ("rows = 4\n", "rows = 0\n", "segments[1].rows", "more than 0", ""),
    ("rows = 4\n", "rows = -1\n", "segments[1].rows", "more than 0", ""),
    ("rows = 4\n", "rows = nan\n", "segments[1].rows", "nan is not a length", ""),
    ("rows = 4\n", "rows = inf\n", "segments[1].rows", "inf is not a length", ""),
    ("rows = 4\n", "rows = 1e300\n", "segments[1].rows", "is not a length", ""),
    ("rows = 4\n", f"rows = {HUGE}\n", "line 9", "longer than 100 characters", ""),
    ("rows = 4\n", 'rows = "1e999999999"\n', "segments[1].rows", "is not a length", ""),
    ("rows = 4\n", 'rows = "4/0"\n', "segments[1].rows", "is not a length", ""),
    ("rows = 4\n", "rows = true\n", "segments[1].rows", "not true", ""),
    ("rows = 4\n", "rows = 2000\n", "segments[1].rows", "at most 1000", ""),
    ("rows = 4\n", "rows = 4.25\n", "segments[1].squares", "is missing", ""),
    ("rows = 4\n", "rows = 4\nlanes = 12\n", "segments[1].lanes", "must be 1 to 8, not 12", "UR-19k"),
    ("rows = 4\n", "rows = 4\nwidth = 2\n", "segments[1].width", "is not a known field", ""),
    ("rows = 4\n", 'rows = 4\nshape = "loop"\n', "segments[1].shape", "use one of straight, left, right", ""),
    ("rows = 4\n", "rows = 4\nturn = 20\n", "segments[1].turn", "must be 0 on a straight", ""),
    ("rows = 4\n", "rows = 4\nturn = nan\n", "segments[1].turn", "a whole number", ""),
    ("rows = 4\n", 'rows = 4\nterrain = "sand"\n', "segments[1].terrain", "use one of flat, climb", ""),
    ("rows = 4\n", "rows = 4\ncategory = 6\n", "segments[1].category", "0 to 4", ""),
    ("rows = 4\n", 'rows = 4\ncategory = "hard"\n', "segments[1].category", "0 to 4", ""),
    ("rows = 4\n", "rows = 4\nmilestone = -1\n", "segments[1].milestone", "0 to 999", ""),
    ("rows = 4\n", 'rows = 4\ninside = "up"\n', "segments[1].inside", "use one of right, left", ""),
    ("squares = [3, 4]", "squares = [3]", "segments[2].squares", "2 whole numbers, one for each lane", ""),
    ("squares = [3, 4]", "squares = [3, 0]", "segments[2].squares", "whole numbers from 1", ""),
    ("squares = [3, 4]", "squares = [3, true]", "segments[2].squares", "whole numbers from 1", ""),
    ("squares = [3, 4]", "squares = [3, [4]]", "segments[2].squares", "whole numbers from 1", ""),
    ("squares = [3, 4]", f"squares = [3, {HUGE}]", "line 15", "longer than 100 characters", ""),
    ("squares = [3, 4]", "squares = 3", "segments[2].squares", "must be a list", ""),
    ('["1|2", 0, 4.5]', "[1, 0, 4.5]", "segments[2].solid[1]", "such as", "UR-19l"),
    ('["1|2", 0, 4.5]', '["1|2", 0]', "segments[2].solid[1]", "such as", "UR-19l"),
    ('["1|2", 0, 4.5]', "7", "segments[2].solid[1]", "such as", "UR-19l"),
    ('["1|2", 0, 4.5]', '["2|3", 0, 4.5]', "segments[2].solid[1]", "2|3 must be two neighbouring lanes", "UR-19f"),
    ('["1|2", 0, 4.5]', '["2|1", 0, 4.5]', "segments[2].solid[1]", "2|1 must be two neighbouring lanes", "UR-19f"),
    ('["1|2", 0, 4.5]', '["1|2", 4.5, 0]', "segments[2].solid[1]", "runs from row 9/2 to row 0", "UR-19f"),
    ('["1|2", 0, 4.5]', '["1|2", -1, 4.5]', "segments[2].solid[1]", "runs from row -1", "UR-19f"),
    ('["1|2", 0, 4.5]', '["1|2", 0, nan]', "segments[2].solid[1]", "nan is not a length", ""),
    ('["1|2", 0, 4.5]', '["1|2", 0, []]', "segments[2].solid[1]", "a list is not a length", ""),
    ("[-1, -2, -3]", "[-1, -2]", "segments[3].numbers", "the lanes have 3, 3", ""),
    ("[-1, -2, -3]", "[[-1, -2, -3]]", "segments[3].numbers", "the lanes have 3, 3", ""),
    ("[-1, -2, -3]", "[[-1, -2, -3], 4]", "segments[3].numbers", "a list of whole numbers", ""),
    ("[-1, -2, -3]", "[-1, -2, 'x']", "segments[3].numbers", "a list of whole numbers", ""),
    ("[-1, -2, -3]", "[-1, -2, 70000]", "segments[3].numbers", "from -999 to 999", ""),
    ("[-1, -2, -3]", "70000", "segments[3].numbers", "from -999 to 999", ""),
    ("[-1, -2, -3]", "0.5", "segments[3].numbers", "a whole number or a list", ""),
    ('["ford", 1, 2]', '["bridge", 1, 2]', "segments[3].marks[1]", "with a kind from hairpin, ford", ""),
    ('["ford", 1, 2]', '["ford", 1]', "segments[3].marks[1]", "[kind, lane, square]", ""),
    ('["ford", 1, 2]', '[["ford"], 1, 2]', "segments[3].marks[1]", "[kind, lane, square]", ""),
    ('["ford", 1, 2]', "[]", "segments[3].marks[1]", "[kind, lane, square]", ""),
    ('["ford", 1, 2]', '["ford", 3, 1]', "segments[3].marks[1]", "no square 1 in lane 3", ""),
    ('["ford", 1, 2]', '["ford", 1, 4]', "segments[3].marks[1]", "no square 4 in lane 1", ""),
    ('["ford", 1, 2]', '["ford", 1, nan]', "segments[3].marks[1]", "whole numbers", ""),
    ('next = ["one"]', 'next = ["four"]', "segments[3].next[1]", "there is no segment 'four'", "UR-19m"),
    ('next = ["one"]', "next = [[]]", "segments[3].next[1]", "must be text", ""),
    ('next = ["one"]', 'next = "one"', "segments[3].next", "must be a list", ""),
    ('kind = "sprint"', 'kind = "bridge"', "lines[1].kind", "use one of sprint, finish", ""),
    ('kind = "sprint"', "", "lines[1].kind", "is missing", ""),
    ('kind = "sprint"', 'kind = "finish"', "lines", "exactly one finish", ""),
    ('kind = "finish"', 'kind = "pass"', "lines", "exactly one finish", ""),
    ('name = "Sprint"', "", "lines[1].name", "is missing", ""),
    ('name = "Sprint"', 'name = "Sprint"\nafter = "one"', "lines[1].after", "is not a known field", ""),
    ("at = 4\n", "at = 0\n", "lines[1].at", "not 0", ""),
    ("at = 4\n", "at = 12\n", "lines[1].at", "at most 23/2, the rows of the race, not 12", ""),
    ("at = 11.5", "at = 3", "lines[2].at", "comes before the line above it", ""),
    ("at = 4\n", "at = 4.123456789012\n", "segments", "too finely", ""),
    ("points = [3, 2, 1]", "points = 3", "lines[1].points", "must be a list", ""),
    ("points = [3, 2, 1]", "points = [3, 2.5]", "lines[1].points", "whole numbers from 0 to 999", ""),
    ("points = [3, 2, 1]", "points = [1000]", "lines[1].points", "whole numbers from 0 to 999", ""),
    ("points = [3, 2, 1]", f"points = {[1] * 25}", "lines[1].points", "at most 24 riders", ""),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "what", "clause"), FAULTS)
def test_a_fault_is_told_with_file_place_words_and_clause(
    old: str, new: str, place: str, what: str, clause: str
) -> None:
    with pytest.raises(CourseError) as caught:
        read(PLAIN, (old, new))
    error = caught.value
    assert (error.file, error.place, error.clause) == ("my.toml", place, clause)
    assert what in error.what
    assert "\n" not in str(error)
    assert len(str(error)) < 250


LEGS, LONG_LEGS = 'legs = ["S", "one", "two", "three"]', 'legs = ["S", "one", "two", "one", "two", "three"]'
ROUTE_FAULTS: list[tuple[str, str, str, str, str]] = [
    ('segment = "S"', 'segment = "Z"', "starts[1].segment", "there is no segment 'Z'", "UR-19m"),
    ('starts = [{id = "1", segment = "S"}]', "starts = 1", "starts", "must be a list", ""),
    ('starts = [{id = "1", segment = "S"}]', "starts = [1]", "starts[1]", "must be a table, not 1", ""),
    ('starts = [{id = "1", segment = "S"}]', "", "routes[1].start", "there is no start '1'", "UR-19m"),
    ('{id = "B", after = "two"}', '{id = "B", after = "ten"}', "lines[2].after", "there is no segment 'ten'", "UR-19m"),
    ('{id = "B", after = "two"}', '{id = "A", after = "two"}', "lines[2].id", "'A' is already used", ""),
    ('{id = "B", after = "two"}', '{id = "B"}', "lines[2].after", "is missing", ""),
    ('{id = "B", after = "two"}', '{id = "B", after = "two", at = 3}', "lines[2].at", "is not a known field", ""),
    ('id = "long"', 'id = "short"', "routes[2].id", "is already used", ""),
    ('id = "long"', "", "routes[2].id", "is missing", ""),
    ('id = "long"', 'id = "l/ong"', "routes[2].id", "must not contain", ""),
    ('name = "The long one"', "", "routes[2].name", "is missing", ""),
    ("short = true", 'short = "yes"', "routes[1].short", "true or false", ""),
    ("short = true", "cards = 7", "routes[1].cards", "is not a known field", ""),
    (LEGS, 'legs = ["one", "two", "three"]', "routes[1].legs[1]", "start '1' is on 'S'", "UR-19m"),
    (LEGS, 'legs = ["S", "two", "three"]', "routes[1].legs[1]", "'S' does not lead to 'two'", "UR-19m"),
    (LEGS, 'legs = ["S"]', "routes[1].legs", "after the start", "UR-19m"),
    (LEGS, "legs = []", "routes[1].legs", "at least one", ""),
    (LEGS, "", "routes[1].legs", "is missing", ""),
    ('[["A", 5, 3, 1]]', '[["Z", 5, 3, 1]]', "routes[1].sprints[1]", "line 'Z' is not passed", "UR-19m"),
    ('[["A", 5, 3, 1]]', '[["C", 5, 3, 1]]', "routes[1].sprints[1]", "line 'C' is the finish", "UR-19m"),
    ('[["A", 5, 3, 1]]', '[["A", 5], ["A", 3]]', "routes[1].sprints[2]", "already a sprint", "UR-19m"),
    ('[["A", 5, 3, 1]]', '[["A"]]', "routes[1].sprints[1]", "a line's id and the points", ""),
    ('[["A", 5, 3, 1]]', "[[5, 3, 1]]", "routes[1].sprints[1]", "a line's id and the points", ""),
    ('[["A", 5, 3, 1]]', "[3]", "routes[1].sprints[1]", "a line's id and the points", ""),
    ('[["A", 5, 3, 1]]', '[["A", 5, "x"]]', "routes[1].sprints[1]", "whole numbers", ""),
    (LONG_LEGS, f'{LONG_LEGS}\nsprints = [["A", 5]]', "routes[2].sprints[1]", "passed more than once", "UR-19m"),
    ("run_out = 4", "run_out = -4", "routes[1].run_out", "must be 0 to", ""),
    ('"two", rows = 2', '"two", rows = 2, lanes = 5', "segments[3]", "no step leads on from 'two/4:2'", "UR-19m"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "place", "what", "clause"), ROUTE_FAULTS)
def test_a_fault_of_a_route_is_told_too(old: str, new: str, place: str, what: str, clause: str) -> None:
    with pytest.raises(CourseError) as caught:
        read(BOARD, (old, new))
    error = caught.value
    assert (error.file, error.place, error.clause) == ("my.toml", place, clause)
    assert what in error.what
    assert "\n" not in str(error)


def test_no_segment_may_have_the_name_of_the_run_out() -> None:
    with pytest.raises(CourseError, match=r"routes\[1\]\.run_out: the run-out has the id 'X'"):
        read(BOARD.replace('"three"', '"X"'))


def test_a_course_needs_segments_lines_and_routes() -> None:
    head = 'format = 1\ngame = "test"\nname = "Bare"\n'
    segment = '[[segments]]\nid = "a"\nrows = 2\n'
    for text, place in ((head, "segments"), (head + segment, "lines"), (f"{head}routes = []\n{segment}", "routes")):
        with pytest.raises(CourseError) as caught:
            read(text)
        assert caught.value.place == place


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    big, latin, missing = tmp_path / "big.toml", tmp_path / "latin.toml", tmp_path / "missing.toml"
    big.write_text(PLAIN + "# a very long file\n" * 550_000, encoding="utf-8")
    latin.write_bytes(PLAIN.replace("Plain", "Liège").encode("latin-1"))
    for path, what in (
        (big, "is too large: at most 200,000 bytes"),
        (latin, "is not UTF-8 text"),
        (missing, "can't be read: No such file"),
        (tmp_path, "can't be read: Is a directory"),
        ("a\0b.toml", "not a valid file name"),
    ):
        with pytest.raises(CourseError) as caught:
            read_course(path)
        assert caught.value.place == "file"
        assert what in caught.value.what
    with pytest.raises(CourseError, match="is longer than 200,000 characters"):
        read_course("big.toml", "#" * 10_000_000)


def test_a_road_of_too_many_squares_is_refused() -> None:
    legs = ["one", "two", "three"] * 1000
    with pytest.raises(CourseError, match="legs: the road has 21,000 squares: at most 3,000 are allowed"):
        read(PLAIN, ("lanes = 2", "lanes = 2\nlegs = " + str(legs).replace("'three', 'one'", "'three',\n'one'")))
    with pytest.raises(CourseError, match="segments: has 1001 entries: use at most 1000"):
        read(PLAIN, ("[[lines]]", "[[segments]]\nid = 'n'\nrows = 1\n" * 998 + "[[lines]]"))


def test_a_road_that_nobody_could_draw_in_time_is_refused() -> None:
    with pytest.raises(CourseError, match=r"legs: reach 407\.5 rows: at most 400 are allowed"):
        read(PLAIN, ("rows = 4\n", "rows = 400\n"))
    laps = ("lanes = 2", "lanes = 2\ncircuit = true\ndistance = 2000"), ("at = 11.5", "at = 2000")
    with pytest.raises(CourseError, match="lines: reach 2,000 rows: at most 1,000 are allowed"):
        read(PLAIN, *laps)


# --- Anything at all --------------------------------------------------------------------------------------------------

LITERALS = st.sampled_from([
    "nan", "-inf", "1e400", "-1", "0", "1", "3", "2.5", "true", HUGE, "0xffffffffffffffffffffffff", "1979-05-27",
    "07:32:00", '""', '"one"', '"1/3"', '"\\u0000"', "'''x\ny'''", "[]", "[[]]", "[1, 2, 3]", "[[1, 2], [3, 4]]",
    '["one"]', "[nan]", '["one", "one"]', "{}", "[{}]", "{a = 1}", '[["ford", 1, 1]]', '[["1|2", 0, 9]]',
    '[["A", 5]]',
])  # fmt: skip
KEYS = st.sampled_from([
    "format", "game", "name", "lanes", "circuit", "legs", "rows", "squares", "solid", "numbers", "marks", "next", "at",
    "id", "kind", "points", "run_in", "run_out", "distance", "routes", "starts", "segments", "lines", "sprints",
    "join", "diagonal", "labels", "turn", "shape", "category", "seed", "inside", "after",
])  # fmt: skip


@st.composite
def broken_files(draw: st.DrawFn) -> str:
    """A valid file after a few accidents: lines lost, doubled or moved, values and keys exchanged, text garbled."""
    lines = draw(st.sampled_from([PLAIN, BOARD])).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        at = draw(st.integers(0, len(lines) - 1))
        accident = draw(st.sampled_from(["value", "value", "key", "add", "drop", "double", "move", "garble"]))
        key, equals, _ = lines[at].partition(" = ")
        if accident == "value" and equals:
            lines[at] = f"{key} = {draw(LITERALS)}"
        elif accident == "key" and equals:
            lines[at] = lines[at].replace(key, draw(KEYS), 1)
        elif accident == "add":
            lines.insert(at, f"{draw(KEYS)} = {draw(LITERALS)}")
        elif accident == "drop" and len(lines) > 1:
            del lines[at]
        elif accident == "double":
            lines.insert(at, lines[at])
        elif accident == "move":
            lines.insert(draw(st.integers(0, len(lines) - 1)), lines.pop(at))
        elif accident == "garble":
            cut = draw(st.integers(0, len(lines[at])))
            lines[at] = lines[at][:cut] + draw(st.text(max_size=3)) + lines[at][cut + 1 :]
    return "\n".join(lines)


@given(broken_files())
def test_a_broken_file_is_read_or_refused_and_nothing_else(text: str) -> None:
    courses: tuple[Course, ...] = ()
    refusal: CourseError | None = None
    try:
        courses = read_courses("broken.toml", text)
    except CourseError as error:
        refusal = error
    if refusal:
        assert refusal.file == "broken.toml"
        assert refusal.place
        assert refusal.what
        assert "\n" not in str(refusal)
    for course in courses:
        assert len(course.square_names) == len(course.road.squares) > 0
        assert course.finish > 0
        assert course.digest


@given(st.text(max_size=200))
def test_text_of_any_kind_is_no_course(text: str) -> None:
    with pytest.raises(CourseError):
        read_courses("any.toml", text)


@given(st.binary(max_size=200))
def test_bytes_of_any_kind_are_no_course(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes.toml"
    path.write_bytes(data)
    with pytest.raises(CourseError):
        read_courses(path)

"""Courses as objects: positions, names of squares, the steps of single joints, the digest, and how fast they unroll."""

from __future__ import annotations

import time
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from parcours.engine.course import Course, RouteLine, Segment, Solid
from parcours.engine.coursefile import check_road, read_course
from parcours.engine.road import INSIDE_LEFT, NOWHERE, RUN_OUT, SPRINT_ZONE, SQUARE, START
from parcours.engine.unroll import leads_nowhere, touched_lanes, unroll
from parcours.errors import CourseError


def rows(count: int | str) -> Fraction:
    return Fraction(count)


def course_of(*segments: Segment, finish: int | str | None = None, **more: object) -> Course:
    """These segments one after the other, with the finish at the end unless it is given."""
    length = sum((segment.rows for segment in segments), Fraction(0))
    line = RouteLine("Finish", "finish", rows(finish) if finish is not None else length)
    legs = tuple(segment.id for segment in segments)
    return Course("test", "Test", "test", segments, legs, (line,), **more)  # type: ignore[arg-type]


STRAIGHT = Segment("a", rows(3), (3, 3))
BEND = Segment("b", rows("9/2"), (3, 4), turn=-90)


def test_the_unit_is_the_coarsest_in_which_every_edge_is_whole() -> None:
    assert course_of(STRAIGHT).unit == 1
    assert course_of(STRAIGHT, BEND).unit == 8  # squares of 3/2 and 9/8 rows
    assert course_of(replace(STRAIGHT, solid=(Solid(0, rows("1/3"), rows("5/2")),))).unit == 6
    assert course_of(STRAIGHT, finish="7/5").unit == 5
    assert course_of(STRAIGHT, run_in=rows("1/2")).unit == 2
    assert course_of(STRAIGHT, BEND, grain=70).unit == 280


def test_positions_count_from_the_start_line() -> None:
    course = course_of(STRAIGHT, BEND, finish=2, run_in=rows(2))
    squares = course.road.squares
    at = {name: squares[course.square_at(name)] for name in course.square_names}
    assert [int(at[f"a/1:{n}"]["front"]) for n in (1, 2, 3)] == [-8, 0, 8]
    assert [bool(at[name]["flags"] & START) for name in ("a/2:1", "a/2:2", "a/2:3")] == [True, True, False]
    assert [bool(at[f"b/2:{n}"]["flags"] & RUN_OUT) for n in (1, 2, 3)] == [False, True, True]
    assert [int(s["rear"]) for s in course.road.stretches] == [-16, 8]
    assert list(course.road.stretches["first"]) == [0, 6]
    assert list(course.road.stretches["lanes"]) == [2, 2]
    assert course.finish == 16


def test_squares_are_named_by_segment_lane_and_place() -> None:
    there_and_back = Course("t", "T", "t", (STRAIGHT, BEND), ("a", "b", "a"), (RouteLine("", "finish", rows("21/2")),))
    names = there_and_back.square_names
    assert names[:6] == ("a/1:1", "a/1:2", "a/1:3", "a/2:1", "a/2:2", "a/2:3")
    assert names[-1] == "a#2/2:3"
    assert [there_and_back.square_at(there_and_back.square_name(i)) for i in range(19)] == list(range(19))
    from_left = replace(there_and_back, lanes_from="left")
    assert from_left.square_name(0) == "a/2:1"
    assert from_left.digest == there_and_back.digest


@pytest.mark.parametrize(
    "name", ["", "a", "a/1", "a/0:1", "a/3:1", "a/1:0", "a/1:4", "a#1/1:1", "a#3/1:1", "z/1:1", "a/1:1 "]
)
def test_a_square_that_is_not_there_is_an_error(name: str) -> None:
    with pytest.raises(CourseError, match="there is no such square"):
        course_of(STRAIGHT).square_at(name)


def test_the_road_goes_on_straight_where_a_segment_ends() -> None:
    climb = replace(BEND, terrain="climb", category=2, milestone=4, values=((1,) * 3, (1,) * 4), flags=INSIDE_LEFT)
    assert climb.straight_on("X", 5) == Segment("X", rows(5), (5, 5), "climb", flags=INSIDE_LEFT, category=2)
    assert climb.straight_on("X", 5, "flat") == Segment("X", rows(5), (5, 5), "flat", flags=INSIDE_LEFT)


def test_solid_lines_of_a_circuit_meet_across_its_seam() -> None:
    first = Segment("a", rows(3), (3, 3), solid=(Solid(0, rows(0), rows(1)),))
    last = Segment("b", rows(3), (3, 3), solid=(Solid(0, rows(2), rows(3)),))
    barred = course_of(first, last, circuit=True).road.squares["barred"]
    from_last_row = [list(barred[index]) for index in (8, 11)]
    assert from_last_row == [[0, 0, 1], [1, 0, 0]]


def test_the_road_cannot_be_written_to() -> None:
    road = course_of(STRAIGHT).road
    for array in road:
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[0]


def test_a_record_of_a_square_has_no_holes_but_its_padding() -> None:
    assert SQUARE.itemsize == 60


def test_marks_and_flags_of_a_segment_reach_its_squares() -> None:
    marked = replace(STRAIGHT, values=((1, 2, 3), (4, 5, 6)), labels=((7, 8, 9), (10, 11, 12)), category=3, milestone=4)
    marked = replace(marked, marks=((0, 4, 0), (0, 0, 8)), flags=INSIDE_LEFT | SPRINT_ZONE)
    road = course_of(marked).road
    assert list(road.squares["value"]) == [1, 2, 3, 4, 5, 6]
    assert list(road.squares["label"]) == [7, 8, 9, 10, 11, 12]
    assert list(road.squares["flags"] & ~(INSIDE_LEFT | SPRINT_ZONE)) == [0, 4, 0, 0, 0, 8]
    assert (road.squares["flags"] & INSIDE_LEFT != 0).all()
    stretch = road.stretches[0]
    assert (stretch["flags"], stretch["category"], stretch["value"]) == (INSIDE_LEFT | SPRINT_ZONE, 3, 4)


@pytest.mark.clause("UR-19e", "L1-H4")
def test_the_two_kinds_of_diagonal_differ_only_where_the_square_beside_begins_no_further_on() -> None:
    bend = Segment("bend", rows("9/2"), (3, 4))
    short, long = course_of(bend, diagonal="overlap"), course_of(bend, diagonal="beyond")
    inwards = slice(3, 7)  # lane 2
    assert list(short.road.squares["ahead"][inwards, 0]) == [NOWHERE, 1, 2, NOWHERE]
    assert list(long.road.squares["ahead"][inwards, 0]) == [0, 1, 2, NOWHERE]


@pytest.mark.clause("L1-H5")
def test_lanes_spread_over_the_width_meet_those_they_touch() -> None:
    assert [touched_lanes(lane, 3, 2) for lane in range(3)] == [[0], [0, 1], [1]]
    assert [touched_lanes(lane, 2, 3) for lane in range(2)] == [[0, 1], [1, 2]]
    assert touched_lanes(0, 1, 3) == [0, 1, 2]
    assert [touched_lanes(lane, 4, 2) for lane in range(4)] == [[0], [0], [1], [1]]


def test_a_lane_that_is_lost_with_its_neighbour_leads_nowhere() -> None:
    course = course_of(Segment("a", rows(2), (2,) * 4), Segment("b", rows(2), (2,) * 2))
    assert [course.square_name(square) for square in leads_nowhere(course)] == ["a/4:2"]
    with pytest.raises(CourseError, match=r"segments\[1\]: no step .* 'a/4:2': riders would be stuck \(UR-19m\)"):
        check_road(course, "file")
    check_road(replace(course, join="spread"), "file")


def test_a_lane_that_ends_along_a_solid_line_leads_nowhere() -> None:
    wide = Segment("a", rows(2), (2,) * 3)
    narrow = Segment("b", rows(2), (2,) * 2)
    check_road(course_of(replace(wide, solid=(Solid(1, rows(0), rows(2)),)), narrow), "file")
    with pytest.raises(CourseError, match="no step leads on from 'a/3:2'"):
        check_road(course_of(replace(wide, solid=(Solid(1, rows(0), rows(3)),)), narrow), "file")


def test_one_lane_cannot_spread_over_four() -> None:
    course = course_of(Segment("a", rows(1), (1,)), Segment("b", rows(1), (1,) * 4), join="spread")
    with pytest.raises(CourseError, match="more than 3 lanes"):
        check_road(course, "file")


# --- The digest -------------------------------------------------------------------------------------------------------

BASE = """
format = 1
game = "test"
name = "Base"
seed = 3
lanes = 3
run_in = 2
run_out = 4
segments = [
  {id = "one", rows = 4, category = 1},
  {id = "two", rows = 4.5, shape = "right", squares = [3, 4, 5], solid = [["1|2", 0, 4.5]], milestone = 2},
  {id = "three", rows = 3, lanes = 2, terrain = "climb", numbers = [-1, -2, -3], marks = [["ford", 1, 2]]},
]
lines = [
  {kind = "sprint", name = "Sprint", at = 2, points = [3, 2, 1]},
  {kind = "finish", name = "Finish", at = 9},
]
"""


def digest(change: tuple[str, str] | None = None) -> str:
    text = BASE
    if change:
        assert text.count(change[0]) == 1, change
        text = text.replace(*change)
    return read_course("base.toml", text).digest


@pytest.mark.parametrize(
    "change",
    [
        ('name = "Base"', 'name = "Other"'),
        ("seed = 3", "seed = 4"),
        ('id = "one"', 'id = "first"'),
        ('name = "Finish"', 'name = "Arrivée"'),
        ('shape = "right"', 'shape = "left", turn = 30'),
        ("lanes = 3\n", "lanes = 3 # lanes\n"),
        ("rows = 4.5", 'rows = "9/2"'),
    ],
)
def test_names_landscape_and_drawing_leave_the_digest_alone(change: tuple[str, str]) -> None:
    assert digest(change) == digest()


@pytest.mark.parametrize(
    "change",
    [
        ('game = "test"', 'game = "other"'),
        ("run_in = 2", "run_in = 1"),
        ("run_out = 4", "run_out = 5"),
        ("lanes = 3\n", "lanes = 3\ndiagonal = 'beyond'\n"),
        ("lanes = 3\n", "lanes = 3\njoin = 'spread'\n"),
        ("rows = 4,", "rows = 5,"),
        ("category = 1", "category = 'HC'"),
        ("[3, 4, 5]", "[3, 4, 6]"),
        ('"1|2", 0, 4.5', '"2|3", 0, 4.5'),
        ('"1|2", 0, 4.5', '"1|2", 0, 5.5'),
        ("milestone = 2", "milestone = 3"),
        ("lanes = 2, terrain", "lanes = 3, terrain"),
        ('terrain = "climb"', 'terrain = "descent"'),
        ("[-1, -2, -3]", "[-1, -2, -4]"),
        ("numbers =", "labels = [1, 2, 3], numbers ="),
        ("numbers =", "inside = 'left', numbers ="),
        ('["ford", 1, 2]', '["ford", 2, 2]'),
        ('["ford", 1, 2]', '["hairpin", 1, 2]'),
        ('["ford", 1, 2]', '["ford"]'),
        ("at = 2", "at = 3"),
        ('kind = "sprint"', 'kind = "pass"'),
        ("[3, 2, 1]", "[3, 2]"),
        ("[3, 2, 1]", "[3, 2, 2]"),
        ("at = 9", "at = 8"),
    ],
)
def test_whatever_the_rules_can_see_changes_the_digest(change: tuple[str, str]) -> None:
    assert digest(change) != digest()


def test_what_only_its_game_understands_is_in_the_digest() -> None:
    course = course_of(STRAIGHT)
    assert replace(course, facts={"short": True}).digest != replace(course, facts={"short": False}).digest
    assert replace(course, circuit=True).digest != course.digest
    assert replace(course, source="# text", id="other").digest == course.digest


# --- Speed ------------------------------------------------------------------------------------------------------------


def best_of(tries: int, work: object) -> float:
    times = []
    for _ in range(tries):
        began = time.perf_counter()
        work()  # type: ignore[operator]
        times.append(time.perf_counter() - began)
    return min(times)


def test_a_course_of_600_squares_unrolls_in_a_wink() -> None:
    parts = [(Segment(f"s{n}", rows(5), (5,) * 4), Segment(f"c{n}", rows("9/2"), (3, 4, 5, 6))) for n in range(16)]
    course = course_of(*(segment for part in parts for segment in part))
    assert len(course.road.squares) > 600
    assert best_of(5, lambda: unroll(course)) < 0.05
    single = course_of(*(Segment(f"s{n}", rows(1), (1,)) for n in range(600)))
    assert best_of(5, lambda: unroll(single)) < 0.05


def test_names_of_squares_are_looked_up_not_searched() -> None:
    course = course_of(*(Segment(f"s{n}", rows(5), (5,) * 4) for n in range(100)))
    last = len(course.road.squares) - 1

    def a_thousand_lookups() -> None:
        for _ in range(1000):
            course.square_at(course.square_name(last))

    assert best_of(3, a_thousand_lookups) < 0.02


def test_joining_agrees_with_a_search_square_by_square() -> None:
    """The fast joining against the definition, on lanes with different numbers of squares (UR-19d, UR-19e)."""
    course = course_of(*(Segment(f"s{n}", rows(n % 3 + 1), tuple((n * lane) % 5 + 1 for lane in range(1, n % 4 + 2)))
                         for n in range(12)))  # fmt: skip
    squares = course.road.squares
    for square in squares:
        for way in (0, 1, 2):
            found = [
                i for i, other in enumerate(squares)
                if other["lane"] == square["lane"] + way - 1
                and other["rear"] <= square["front"] < other["front"]
                and (way == 1 or other["rear"] > square["rear"])
            ]  # fmt: skip
            assert list(square["ahead"][way : way + 1]) == (found or [NOWHERE])
    assert np.array_equal(np.sort(squares["leg"]), squares["leg"])

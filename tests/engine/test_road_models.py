"""One course model for five games: each game's roads, as its specification describes them, are built and ridden."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.coursefile import check_road, read_course, read_courses
from parcours.engine.road import (
    BEYOND_CATEGORY,
    DARK,
    FORD,
    HAIRPIN,
    INSIDE_LEFT,
    LINE_KINDS,
    NOWHERE,
    RUN_OUT,
    SPRINT_ZONE,
    START,
    TERRAINS,
    TRACK,
    leads,
    row_mate,
    share_side,
)  # fmt: skip

RIGHT, STRAIGHT, LEFT = 0, 1, 2


def steps(course: Course, name: str) -> set[str]:
    """Where a rider can go from a square on an empty road."""
    square = course.road.squares[course.square_at(name)]
    free = (square["ahead"] != NOWHERE) & (square["barred"] == 0)
    return {course.square_name(int(target)) for target in square["ahead"][free]}


def barred(course: Course, name: str) -> set[str]:
    """Where only a solid line keeps a rider from going."""
    square = course.road.squares[course.square_at(name)]
    return {course.square_name(int(target)) for target in square["ahead"][square["barred"] == 1]}


def straight_on(course: Course, name: str, count: int) -> str:
    index = course.square_at(name)
    for _ in range(count):
        index = int(course.road.squares["ahead"][index, STRAIGHT])
    return course.square_name(index)


def ride(course: Course, name: str, *onto: str) -> bool:
    """Whether these squares can be ridden one after the other."""
    for target in onto:
        if target not in steps(course, name):
            return False
        name = target
    return True


def fewest_squares(course: Course, start: str, end: str, taken: Iterable[str] = ()) -> int | None:
    """How many squares the shortest way needs round those that are taken, or None if there is no way."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            return far[here]
        for onward in steps(course, here) - far.keys() - set(taken):
            far[onward] = far[here] + 1
            queue.append(onward)
    return None


def front(course: Course, name: str, begins: str | None = None) -> Fraction:
    """A square's front edge in rows, from the start line or from the beginning of another square."""
    squares = course.road.squares
    zero = int(squares["rear"][course.square_at(begins)]) if begins else 0
    return Fraction(int(squares["front"][course.square_at(name)]) - zero, course.unit)


# --- Um Reifenbreite --------------------------------------------------------------------------------------------------

COLOURS = {"red": "climb", "ochre": "descent", "green": "cobbles"}
RING = """
format = 1
game = "um_reifenbreite"
name = "The ring"
lanes = 4
segments = [
  {id = "S1", rows = 4, next = ["H2"]},
  {id = "S2", rows = 4, next = ["G5"]},
  {id = "F1", rows = 10},
  {id = "M1", rows = 2, terrain = "red", numbers = [-1, -2]},
  {id = "M2", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], terrain = "red", numbers = -3, solid = [["2|3", 0, 4.5]]},
  {id = "M3", rows = 3, terrain = "red", numbers = [-5, -6, -6]},
  {id = "M4", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], terrain = "red", numbers = -4, solid = [["2|3", 0, 4.5]]},
  {id = "M5", rows = 2, terrain = "red", numbers = [-3, -2]},
  {id = "N1", rows = 14, terrain = "ochre", numbers = [2, 3, 3, 4, 4, 4, 5, 5, 4, 4, 3, 3, 2, 2]},
  {id = "G1", rows = 2},
  {id = "G2", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], solid = [["2|3", 0, 7.5]]},
  {id = "G3", rows = 5},
  {id = "G4", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], solid = [["2|3", 0, 4.5]]},
  {id = "G5", rows = 6},
  {id = "K1", rows = 4},
  {id = "K2", rows = 5, terrain = "green", numbers = [-2, -2, -3, -3, -2]},
  {id = "K3", rows = 2},
  {id = "K4", rows = 4.5, shape = "left", squares = [6, 5, 4, 3], terrain = "green", numbers = -3, solid = [["2|3", 0, 4.5]]},
  {id = "K5", rows = 2},
  {id = "K6", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], terrain = "green", numbers = -3, solid = [["2|3", 0, 4.5]]},
  {id = "K7", rows = 1, terrain = "green", numbers = -4},
  {id = "K8", rows = 2},
  {id = "K9", rows = 3, terrain = "green", numbers = [-2, -3, -2], next = ["D1", "E1"]},
  {id = "D1", rows = 6},
  {id = "D2", rows = 4.5, shape = "left", squares = [6, 5, 4, 3], solid = [["2|3", 0, "15/2"]]},
  {id = "D3", rows = 5},
  {id = "D4", rows = 4.5, shape = "right", squares = [3, 4, 5, 6], solid = [["2|3", 0, 4.5]], next = ["H1"]},
  {id = "E1", rows = 12, terrain = "red", numbers = [-2, -3, -3, -4, -4, -5, -6, -6, -5, -4, -3, -2]},
  {id = "E2", rows = 10, terrain = "ochre", numbers = [2, 3, 4, 4, 5, 4, 4, 3, 3, 2]},
  {id = "H1", rows = 2},
  {id = "H2", rows = 12, next = ["F1"]},
]
lines = [
  {id = "A", after = "H2"}, {id = "B", after = "M5"}, {id = "C", after = "G5"}, {id = "D", after = "D1"}, {id = "E", after = "E1"},
]
starts = [{id = "1", segment = "S1"}, {id = "2", segment = "S2"}]

[[routes]]
id = "A"
name = "Paris Roubaix"
short = true
start = "2"
legs = ["S2", "G5", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "D1", "D2", "D3", "D4", "H1", "H2"]
sprints = [["D", 11, 8, 5]]
run_out = 12

[[routes]]
id = "B"
name = "Liège Bastogne Liège"
short = true
start = "1"
legs = ["S1", "H2", "F1", "M1", "M2", "M3", "M4", "M5", "N1", "G1", "G2", "G3", "G4", "G5"]
sprints = [["B", 11, 8, 5]]
run_out = 12

[[routes]]
id = "C"
name = "Giro d'Italia"
start = "2"
legs = ["S2", "G5", "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "D1", "D2", "D3", "D4", "H1", "H2",
        "F1", "M1", "M2", "M3", "M4", "M5", "N1", "G1", "G2", "G3", "G4", "G5"]
sprints = [["D", 11, 8, 5], ["A", 7, 5, 3], ["B", 5, 4, 2]]
run_out = 12

[[routes]]
id = "D"
name = "Tour de France"
start = "1"
legs = ["S1", "H2", "F1", "M1", "M2", "M3", "M4", "M5", "N1", "G1", "G2", "G3", "G4", "G5",
        "K1", "K2", "K3", "K4", "K5", "K6", "K7", "K8", "K9", "E1", "E2", "H1", "H2"]
sprints = [["B", 11, 8, 5], ["C", 7, 5, 3], ["E", 5, 4, 2]]
run_out = 12
"""


@pytest.fixture(scope="module")
def ring() -> dict[str, Course]:
    return {course.id[-1]: course for course in read_courses("ring.toml", RING, COLOURS)}


@pytest.mark.clause("UR-19a", "UR-19l")
def test_a_board_of_segments_lines_starts_and_routes_gives_a_course_a_route(ring: dict[str, Course]) -> None:
    assert list(ring) == ["A", "B", "C", "D"]
    giro = read_course("ring.toml", RING, route="C", colours=COLOURS)
    assert (giro.id, giro.name, giro.facts) == ("ring:C", "Giro d'Italia", {"short": False})
    assert giro.digest == ring["C"].digest
    assert ring["A"].facts == {"short": True}
    assert [(line.name, line.kind, line.scores) for line in giro.lines] == [
        ("C", "pass", ()), ("D", "sprint", (11, 8, 5)), ("A", "sprint", (7, 5, 3)), ("B", "sprint", (5, 4, 2)), ("C", "finish", ()),
    ]  # fmt: skip
    assert giro.legs[-2:] == ("G5", "X")
    at_finish = giro.square_at("X/1:1")
    assert giro.road.squares["rear"][at_finish] == giro.finish
    assert giro.road.squares["flags"][at_finish] == RUN_OUT
    assert not giro.road.squares["flags"][giro.square_at("G5#2/4:6")] & RUN_OUT


def test_the_name_of_a_route_is_enough_to_read_it_again(ring: dict[str, Course]) -> None:
    again = read_course(f"{ring['D'].id}.toml", ring["D"].source, colours=COLOURS)
    assert (again.id, again.digest) == (ring["D"].id, ring["D"].digest)


@pytest.mark.clause("UR-19b", "UR-19c")
def test_a_row_is_40_units_and_a_quarter_curve_has_squares_of_60_45_36_and_30(ring: dict[str, Course]) -> None:
    course = ring["C"]
    assert course.unit == 40
    lengths = course.road.squares["front"] - course.road.squares["rear"]
    for segment, sizes in (("F1", [40, 40, 40, 40]), ("M2", [60, 45, 36, 30]), ("D2", [30, 36, 45, 60])):
        assert [lengths[course.square_at(f"{segment}/{lane}:1")] for lane in (1, 2, 3, 4)] == sizes
    bend = course.square_at("M2/1:1")
    assert course.road.squares["front"][course.square_at("M2/4:6")] - course.road.squares["rear"][bend] == 180


@pytest.mark.clause("UR-E31")
def test_lines_lie_where_the_table_of_routes_says(ring: dict[str, Course]) -> None:
    lines = {id_: [(line.name, line.at) for line in course.lines] for id_, course in ring.items()}
    assert lines == {
        "A": [("C", 6), ("D", 40), ("A", 68)],
        "B": [("A", 12), ("B", 38), ("C", 74)],
        "C": [("C", 6), ("D", 40), ("A", 68), ("B", 94), ("C", 130)],
        "D": [("A", 12), ("B", 38), ("C", 74), ("E", 114), ("A", 138)],
    }
    tour = ring["D"]
    for lane in (1, 2, 3, 4):
        over = tour.square_at(straight_on(tour, f"S1/{lane}:4", 13))
        before = tour.square_at(straight_on(tour, f"S1/{lane}:4", 12))
        line = tour.road.lines["at"][0]
        assert tour.road.squares["front"][before] <= line < tour.road.squares["front"][over]


def test_the_start_lies_before_the_start_line(ring: dict[str, Course]) -> None:
    for course in ring.values():
        started = np.flatnonzero(course.road.squares["flags"] & START)
        assert {course.square_name(int(index))[:2] for index in started} == {course.legs[0]}
        assert len(started) == 16
        assert front(course, f"{course.legs[0]}/2:4") == 0


def test_a_segment_ridden_twice_is_two_stretches_with_names_of_their_own(ring: dict[str, Course]) -> None:
    assert "G5#2/4:6" in ring["C"].square_names
    assert "H2#2/3:10" in ring["D"].square_names
    assert front(ring["D"], "H2#2/3:10") - front(ring["D"], "H2/3:10") == 126
    assert not any("#" in name for id_ in "AB" for name in ring[id_].square_names)
    for course in ring.values():
        assert [course.square_at(name) for name in course.square_names] == list(range(len(course.road.squares)))


def test_the_fork_leads_to_either_branch(ring: dict[str, Course]) -> None:
    assert steps(ring["C"], "K9/2:3") == {"D1/1:1", "D1/2:1", "D1/3:1"}
    assert steps(ring["D"], "K9/2:3") == {"E1/1:1", "E1/2:1", "E1/3:1"}
    assert steps(ring["D"], "E2/1:10") == {"H1/1:1", "H1/2:1"}


def test_colours_and_numbers_are_those_of_the_segment(ring: dict[str, Course]) -> None:
    squares = ring["D"].road.squares

    def printed(name: str) -> tuple[str, int]:
        square = squares[ring["D"].square_at(name)]
        return TERRAINS[square["terrain"]], int(square["value"])

    assert printed("M3/2:2") == ("climb", -6)
    assert printed("M4/3:5") == ("climb", -4)
    assert printed("N1/1:4") == ("descent", 4)
    assert printed("K2/2:3") == ("cobbles", -3)
    assert printed("K3/2:1") == ("flat", 0)


@pytest.mark.clause("UR-19h", "UR-E3")
def test_race_order_in_a_curve_goes_by_front_edges_then_from_the_right(ring: dict[str, Course]) -> None:
    course = ring["C"]
    riders = ["D2/2:2", "D2/1:2", "D2/4:1", "D2/3:1"]
    assert [front(course, name, begins="D2/1:1") * 40 for name in riders] == [72, 60, 60, 45]
    for place, name in enumerate(riders):
        for other_place, other in enumerate(riders):
            ahead = bool(leads(course.road, course.square_at(name), course.square_at(other)))
            assert ahead == (place < other_place)


@pytest.mark.clause("UR-19f", "UR-E4")
def test_a_solid_line_is_crossed_between_its_ends_only(ring: dict[str, Course]) -> None:
    course = ring["C"]
    assert steps(course, "G2/3:2") == {"G2/3:3", "G2/4:3"}
    assert barred(course, "G2/3:2") == {"G2/2:2"}
    assert "G2/2:1" in steps(course, "G1/3:2")
    assert "G3/2:3" in barred(course, "G3/3:2")
    assert "G3/2:4" in steps(course, "G3/3:3")


@pytest.mark.clause("UR-19f")
def test_solid_lines_that_meet_are_one_line(ring: dict[str, Course]) -> None:
    halves = RING.replace('["2|3", 0, 7.5]', '["2|3", 0, 3], ["2|3", 3, 4.5]').replace(
        '{id = "G3", rows = 5}', '{id = "G3", rows = 5, solid = [["2|3", 0, 3]]}'
    )
    assert read_course("ring.toml", halves, "C", COLOURS).digest == ring["C"].digest


@pytest.mark.clause("UR-19d", "UR-E6")
def test_a_curve_is_longer_outside_than_inside(ring: dict[str, Course]) -> None:
    course = ring["C"]
    for lane, count in ((1, 4), (2, 5), (3, 6), (4, 7)):
        assert straight_on(course, f"G1/{lane}:2", count) == f"G3/{lane}:1"
    for lane, count in ((1, 7), (2, 6), (3, 5), (4, 4)):
        assert straight_on(course, f"D1/{lane}:6", count) == f"D3/{lane}:1"


@pytest.mark.clause("UR-19d")
def test_directly_behind_is_the_way_back_along_the_lane(ring: dict[str, Course]) -> None:
    for course in ring.values():
        squares = course.road.squares
        for index, square in enumerate(squares):
            if square["behind"] == NOWHERE:
                assert course.square_name(index).startswith(course.legs[0]), "only the start has nothing behind it"
                assert course.square_name(index).endswith(":1")
            else:
                behind = squares[square["behind"]]
                assert behind["ahead"][STRAIGHT] == index
                assert (behind["front"], behind["lane"]) == (square["rear"], square["lane"])


@pytest.mark.clause("UR-19e")
def test_a_diagonal_step_leads_to_the_square_beside_the_front_edge(ring: dict[str, Course]) -> None:
    course = ring["C"]
    ahead = course.road.squares["ahead"]

    def beside(name: str, way: int) -> str:
        target = int(ahead[course.square_at(name), way])
        return "none" if target == NOWHERE else course.square_name(target)

    assert steps(course, "F1/2:4") == {"F1/1:5", "F1/2:5", "F1/3:5"}
    for lane in (1, 2, 3):  # M2 turns right: lane 1 is the inside one, of 3 squares, each further lane has one more
        last = lane + 2
        assert [beside(f"M2/{lane}:{n}", LEFT) for n in range(1, last + 1)] == [
            *(f"M2/{lane + 1}:{n + 1}" for n in range(1, last)), f"M3/{lane + 1}:1",
        ]  # fmt: skip
        assert [beside(f"M2/{lane + 1}:{n}", RIGHT) for n in range(1, last + 2)] == [
            "none", *(f"M2/{lane}:{n}" for n in range(2, last + 1)), f"M3/{lane}:1",
        ]  # fmt: skip


def test_every_step_gains_and_goes_at_most_a_lane_aside(ring: dict[str, Course]) -> None:
    for course in ring.values():
        squares = course.road.squares
        for way, aside in ((RIGHT, -1), (STRAIGHT, 0), (LEFT, 1)):
            there = squares["ahead"][:, way]
            real = there != NOWHERE
            assert (squares["front"][there[real]] > squares["front"][real]).all()
            assert (squares["rear"][there[real]] > squares["rear"][real]).all()
            assert (squares["lane"][there[real]] - squares["lane"][real] == aside).all()


def test_the_paths_of_the_worked_pursuits_can_be_ridden(ring: dict[str, Course]) -> None:
    course = ring["C"]
    inside = ("D1/4:6", "D2/4:1", "D2/4:2", "D2/4:3", "D3/4:1", "D3/4:2")
    assert ride(course, "D1/3:4", "D1/3:5", *inside)
    assert fewest_squares(course, "D1/3:3", "D3/4:1") == 7
    assert fewest_squares(course, "D1/3:2", "D2/4:3") == 7
    block = ["D2/4:3", "D2/4:2", "D2/4:1"]
    field = block + [f"D1/{place}" for place in ("1:1", "2:2", "2:1", "3:2", "3:1", "4:2")]
    assert fewest_squares(course, "D1/1:2", "D3/1:1", field) == 10
    assert straight_on(course, "D1/1:2", 10) == "D2/1:6"
    assert fewest_squares(course, "D1/1:1", "D2/1:6", [*field, "D3/1:1"]) == 11
    moved = ["D3/1:1", *block]
    assert ride(course, "D1/2:5", "D1/3:6", *(f"D2/3:{n}" for n in range(1, 5)), *(f"D3/3:{n}" for n in range(1, 4)), "D3/2:4")
    assert fewest_squares(course, "D1/2:2", "D3/2:4", moved) == 12
    assert fewest_squares(course, "D1/2:1", "D3/2:3", [*moved, "D3/2:4"]) == 13
    assert "D3/2:3" in barred(course, "D3/3:2")


@pytest.mark.clause("UR-E13")
def test_the_row_of_a_square_in_a_curve(ring: dict[str, Course]) -> None:
    course = ring["D"]

    def row(name: str) -> list[str]:
        index = course.square_at(name)
        return [course.square_name(int(row_mate(course.road, index, lane))) for lane in (3, 2, 1, 0)]

    assert row("M2/4:3") == ["M2/4:3", "M2/3:3", "M2/2:2", "M2/1:2"]
    behind = int(course.road.squares["behind"][course.square_at("M2/4:3")])
    assert row(course.square_name(behind)) == ["M2/4:2", "M2/3:2", "M2/2:1", "M2/1:1"]
    assert row("F1/2:7") == ["F1/4:7", "F1/3:7", "F1/2:7", "F1/1:7"]
    assert row_mate(course.road, course.square_at("M2/4:3"), 4) == NOWHERE


@pytest.mark.clause("UR-19j")
def test_squares_share_a_side_in_file_or_beside_each_other_but_not_at_a_corner(ring: dict[str, Course]) -> None:
    course = ring["D"]

    def touch(one: str, other: str) -> bool:
        ends = course.square_at(one), course.square_at(other)
        assert bool(share_side(course.road, *ends)) == bool(share_side(course.road, *ends[::-1]))
        return bool(share_side(course.road, *ends))

    assert touch("F1/2:4", "F1/2:5")
    assert touch("F1/1:10", "M1/1:1")
    assert touch("F1/2:4", "F1/3:4")
    assert not touch("F1/2:4", "F1/3:5")
    assert not touch("F1/2:4", "F1/4:4")
    assert not touch("F1/2:4", "F1/2:6")
    assert touch("M2/1:1", "M2/2:2")  # 0 to 60 beside 45 to 90
    assert not touch("M2/1:2", "M2/2:1")  # 60 to 120 beside 0 to 45
    assert not touch("M2/1:1", "M2/4:1")


@pytest.mark.clause("UR-19k")
def test_lanes_are_matched_from_the_right_and_end_or_begin_on_the_left() -> None:
    legs = (Segment("wide", Fraction(2), (2,) * 4), Segment("narrow", Fraction(2), (2,) * 3), Segment("wide again", Fraction(2), (2,) * 4))
    course = Course("lanes", "", "", legs, tuple(leg.id for leg in legs), (RouteLine("", "finish", Fraction(6)),))
    check_road(course, "lanes")
    squares = course.road.squares
    assert straight_on(course, "wide/3:2", 1) == "narrow/3:1"
    assert steps(course, "wide/4:2") == {"narrow/3:1"}
    assert squares["ahead"][course.square_at("wide/4:2"), STRAIGHT] == NOWHERE
    assert steps(course, "narrow/3:2") == {"wide again/2:1", "wide again/3:1", "wide again/4:1"}
    assert squares["behind"][course.square_at("wide again/4:1")] == NOWHERE
    assert squares["behind"][course.square_at("wide again/3:1")] == course.square_at("narrow/3:2")


@pytest.mark.clause("UR-19k")
@pytest.mark.parametrize("lanes", range(1, 9))
def test_a_segment_has_1_to_8_lanes(lanes: int) -> None:
    text = f"""
        format = 1
        game = "um_reifenbreite"
        name = "Lanes"
        segments = [{{id = "a", rows = 2, lanes = {lanes}}}]
        lines = [{{kind = "finish", name = "End", at = 2}}]
    """
    assert len(read_course("lanes.toml", text).road.squares) == 2 * lanes


# --- Leader 1 ---------------------------------------------------------------------------------------------------------

SHAPES = {"S3": (6, 6, 6), "S2": (6, 6), "G3": (5, 6, 7), "G2": (5, 7), "T3": (4, 5, 6), "T2": (4, 6)}
"""Squares a lane, from the inside out."""
HEXES = {
    "1A": "flat S3 3", "1B": "flat G3 4", "2A": "false_flat S3 3", "2B": "flat S3 3", "3A": "flat S3 3", "3B": "flat T3 4",
    "4A": "false_flat S3 3", "4B": "climb G2 4", "5A": "flat S3 3", "5B": "descent S2 1", "6A": "flat S3 3",
    "6B": "descent S2 1", "7A": "flat G3 4", "7B": "descent G2 2", "8A": "flat G3 4", "8B": "descent G2 2",
    "9A": "flat G3 4", "9B": "false_flat G3 3", "10A": "flat T3 3", "10B": "descent T2 2", "11A": "flat T3 3",
    "11B": "false_flat T3 3", "12A": "false_flat S3 3", "12B": "climb S2 3", "13A": "false_flat S3 3", "13B": "climb S2 3",
    "14A": "false_flat G3 3", "14B": "climb G2 4", "15A": "false_flat G3 3", "15B": "flat G3 4", "16A": "climb G2 4",
    "16B": "descent G2 2", "17A": "climb G2 4", "17B": "descent G2 2", "18A": "climb T2 4", "18B": "descent T2 2",
    "19A": "climb T2 4", "19B": "descent T2 2", "20A": "climb S2 3", "20B": "flat S3 3", "21A": "descent S2 1",
    "21B": "flat G3 4",
}  # fmt: skip
DARKS = {"descent G2": {0: (2, 3, 4)}, "descent T2": {0: (2, 3), -1: (3, 4)}, "3B": {0: (2,)}}
"""Dark squares by lane: 0 is the inside one, -1 the outside one."""
STAGES = {
    1: ("1A 2B 12A 16AR 17AL 7BL 21A 9AR 3A", 27, 57),
    2: ("1A 7AL 12A 13A 16AL 20A 17AL 8BR 18BR 21A 5A 9AL 3A", 39, 81),
    3: ("1BL 5A 7AR 12A 6A 8AR 14AL 16BR 20B 9AR 2B 3BL", 40, 72),
    4: ("2A 12A 16AL 20A 7BL 5B 6A 11BL 17AL 18AR 8BL 10BR 9AL 15AR 13B 19AR 4BR", 52, 106),
    5: ("1BL 2B 13A 14BL 21A 10BL 15BL 9BR 18AR 5B 7BL 12A 11BR 4A", 40, 85),
    6: ("1A 2B 7AL 12A 13A 16AL 14BR 17BL 5B 10AL 8AL 9BR 18AR 19AL 21A 6B 11AR 15BR 20B 3A", 60, 121),
}
CATEGORIES = {1: {4: 2, 5: 2}, 2: {5: 2, 6: 2, 7: 1}}


def hex_segment(written: str, category: int = 0) -> Segment:
    """A hex such as 16AL: 6 rows of road, its lanes counted from the inside of its bend."""
    side, bend = written.rstrip("LR"), written.lstrip("0123456789AB")
    terrain, shape, milestone = HEXES[side].split()
    counts = SHAPES[shape]
    marks = [[0] * count for count in counts]
    track = 1 if len(counts) == 3 else -1
    for lane, dark in (DARKS.get(f"{terrain} {shape}", {}) | DARKS.get(side, {})).items():
        for square in dark:
            marks[lane][square - 1] |= DARK
    marks[track] = [mark | TRACK for mark in marks[track]]
    from_right = 1 if bend == "R" else -1  # a bend to the left has its inside on the left; S2's outer lane is lane 2
    return Segment(
        side, Fraction(6), counts[::from_right], terrain,
        marks=tuple(tuple(lane) for lane in marks[::from_right]),
        flags=SPRINT_ZONE if side in ("3A", "3B", "4A") else 0,
        turn={"S": 0, "G": 60, "T": 120}[shape[0]] * (-1 if bend == "R" else 1),
        category=category, milestone=int(milestone),
    )  # fmt: skip


def hex_course(hexes: str, categories: dict[int, int] | None = None, lines: tuple[RouteLine, ...] = ()) -> Course:
    """Hexes in a row, with 3 rows before the start and 12 past the finish."""
    laid = [hex_segment(written, (categories or {}).get(k + 1, 0)) for k, written in enumerate(hexes.split())]
    before, past = laid[0].straight_on("before", 3), laid[-1].straight_on("past", 12, terrain="flat")
    segments = (before, *laid, past)
    finish = RouteLine("Finish", "finish", Fraction(6 * len(laid)))
    return Course(
        "stage", "Stage", "leader_one", segments, tuple(segment.id for segment in segments), (*lines, finish),
        run_in=Fraction(3), diagonal="beyond", join="spread", lanes_from="left", grain=70,
    )  # fmt: skip


def rear_in_units(course: Course, name: str) -> int:
    return int(course.road.squares["rear"][course.square_at(name)])


@pytest.mark.clause("L1-H2")
def test_a_hex_is_420_units_long_whatever_its_squares() -> None:
    for stage, (hexes, _, _) in STAGES.items():
        course = hex_course(hexes)
        check_road(course, f"stage {stage}")
        assert course.unit * 6 == 420
        for k, written in enumerate(hexes.split()):
            side, segment = written.rstrip("LR"), hex_segment(written)
            for lane, count in enumerate(reversed(segment.squares)):
                for i in range(1, count + 1):
                    square = course.road.squares[course.square_at(f"{side}/{lane + 1}:{i}")]
                    assert (square["rear"] * count, square["front"] * count) == (
                        420 * k * count + 420 * (i - 1), 420 * k * count + 420 * i,
                    )  # fmt: skip


@pytest.mark.clause("L1-H4")
def test_a_diagonal_step_takes_the_first_square_beyond_the_riders_front() -> None:
    course = hex_course("1BL 5A 3A")
    lanes = [[rear_in_units(course, f"1B/{lane}:{i}") for i in range(1, n + 1)] for lane, n in ((1, 5), (2, 6), (3, 7))]
    assert lanes[0] == [0, 84, 168, 252, 336]
    assert lanes[2] == [0, 60, 120, 180, 240, 300, 360]
    assert steps(course, "1B/2:3") == {"1B/1:3", "1B/2:4", "1B/3:4"}
    assert [front(course, name) * 70 for name in ("1B/1:3", "1B/2:4", "1B/3:4")] == [252, 280, 240]


def test_every_step_on_hexes_gains_and_each_lane_offers_one_target() -> None:
    for hexes, _, _ in STAGES.values():
        squares = hex_course(hexes).road.squares
        there = squares["ahead"]
        assert ((squares["front"][there] > squares["front"][:, None]) | (there == NOWHERE)).all()
        lanes = np.where(there == NOWHERE, [-1, -2, -3], squares["lane"][there])
        assert all(len(set(row)) == 3 for row in lanes)
        inner = (there == NOWHERE).all(axis=1)
        assert (squares["front"][inner] == squares["front"].max()).all()


@pytest.mark.clause("L1-H5", "L1-3")
def test_where_the_number_of_lanes_changes_they_are_spread_over_the_width() -> None:
    narrower = hex_course("1A 12A 16AR 3A")
    assert steps(narrower, "12A/1:6") == {"16A/1:1"}
    assert steps(narrower, "12A/2:6") == {"16A/1:1", "16A/2:1"}
    assert steps(narrower, "12A/3:6") == {"16A/2:1"}
    assert steps(narrower, "16A/1:7") == {"3A/1:1", "3A/2:1"}
    assert steps(narrower, "16A/2:5") == {"3A/2:1", "3A/3:1"}
    assert steps(narrower, "1A/1:6") == {"12A/1:1", "12A/2:1"}
    assert steps(narrower, "1A/2:6") == {"12A/1:1", "12A/2:1", "12A/3:1"}


@pytest.mark.parametrize("stage", STAGES)
def test_the_stages_have_the_energy_and_the_bunch_squares_of_their_table(stage: int) -> None:
    hexes, energy, bunch = STAGES[stage]
    course = hex_course(hexes, CATEGORIES.get(stage))
    squares, stretches = course.road.squares, course.road.stretches
    on_track = (squares["flags"] & TRACK != 0) & (squares["rear"] >= 0) & (squares["front"] <= course.finish)
    assert stretches["value"].sum() == energy
    assert on_track.sum() == bunch
    fronts = np.sort(squares["front"][on_track])
    assert (np.diff(fronts) > 0).all(), "the bunch rides one square at a time"


def test_hexes_carry_terrain_categories_dark_squares_and_sprint_zones() -> None:
    feed = RouteLine("Feed", "feed", Fraction(6 * 7))
    course = hex_course(STAGES[1][0], CATEGORIES[1], (RouteLine("Bonus", "bonus", Fraction(6 * 5)), feed))
    stretches, squares = course.road.stretches, course.road.squares
    assert [TERRAINS[terrain] for terrain in stretches["terrain"][1:-1]] == [
        "flat", "flat", "false_flat", "climb", "climb", "descent", "descent", "flat", "flat",
    ]  # fmt: skip
    assert list(stretches["category"]) == [0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 0]
    dark = [course.square_name(int(i)) for i in np.flatnonzero(squares["flags"] & DARK)]
    assert dark == ["7B/1:2", "7B/1:3", "7B/1:4"]
    zone = {course.square_name(int(i)).partition("/")[0] for i in np.flatnonzero(squares["flags"] & SPRINT_ZONE)}
    assert zone == {"3A"}
    assert [(LINE_KINDS[line["kind"]], int(line["at"])) for line in course.road.lines] == [
        ("bonus", 2100), ("feed", 2940), ("finish", 3780),
    ]  # fmt: skip


def test_the_road_goes_on_in_rows_before_the_start_and_past_the_finish() -> None:
    course = hex_course(STAGES[1][0])
    assert [front(course, f"before/2:{n}") * 70 for n in (3, 2, 1)] == [0, -70, -140]
    assert [front(course, f"past/1:{n}") * 70 for n in (1, 2)] == [3780 + 70, 3780 + 140]
    assert course.road.squares["flags"][course.square_at("past/3:1")] == RUN_OUT
    assert course.road.squares["flags"][course.square_at("before/3:1")] == START
    assert ride(course, "before/1:3", "1A/2:1")


# --- Rally ------------------------------------------------------------------------------------------------------------

CARDS = {
    1: "1:0 2:0 3:1 4:0 5:0 6:1 7:2 8:1 9:0 10:0",
    2: "11:0 12:1 13:0 14:0 15:2 16:1 17:0 18:0 19:1 20:0",
    4: "31:0 32:1 33:2 34:3 35:4h 36:3 37:2 38:1 39:2 40:1",
    7: "61:0 62:1 63:1 64:2 65:4g 66:2 67:1 68:0 69:1 70:1",
    10: "91:0 92:1 93:2 94:2 95:3 96:1 97:1 98:2 99:1 100:0",
    11: "101:0 102:2 103:1 104:3 105:2 106:0 107:1 108:3 109:2 110:1",
}


def card_segment(card: int) -> Segment:
    squares = [written.partition(":") for written in CARDS[card].split()]
    return Segment(
        str(card), Fraction(len(squares)), (len(squares),),
        values=(tuple(int(level.rstrip("hg")) for _, _, level in squares),),
        labels=(tuple(int(number) for number, _, _ in squares),),
        marks=(tuple({"h": HAIRPIN, "g": FORD}.get(level[-1], 0) for _, _, level in squares),),
    )  # fmt: skip


def test_road_cards_make_a_road_of_levels_numbers_hairpins_and_fords() -> None:
    cards = tuple(card_segment(card) for card in (10, 7, 1, 4, 11, 2))
    finish = RouteLine("End", "finish", Fraction(60))
    road = Course("road X", "Road X", "rally", cards, tuple(card.id for card in cards), (finish,)).road
    assert len(road.squares) == 60

    def place(p: int) -> tuple[int, int, int]:
        square = road.squares[p - 1]
        return int(square["label"]), int(square["value"]), int(square["flags"])

    assert place(1) == (91, 0, 0)
    assert place(15) == (65, 4, FORD)
    assert place(35) == (35, 4, HAIRPIN)
    assert place(52) == (12, 1, 0)
    assert list(road.squares["ahead"][:-1, STRAIGHT]) == list(range(1, 60))
    assert (road.squares["ahead"][:, [RIGHT, LEFT]] == NOWHERE).all()
    assert list(road.squares["ahead"][-1]) == [NOWHERE] * 3
    assert list(road.lines["at"]) == [60]
    assert list(road.stretches["first"]) == [0, 10, 20, 30, 40, 50]


# --- Das Profiradsportspiel -------------------------------------------------------------------------------------------

PROFI = {"G": "flat", "B": "hills", "D": "descent", "R": "climb", "K": "cobbles"}
MOUNTAIN = "B Gs R2 R2^ D Bf R1 R1^ D B G RH RH RH^"
LETTERS = {"s": "sprint", "^": "summit", "f": "feed"}


def profile(written: str) -> Course:
    """Rounds in a row: each is one row of road without squares."""
    rounds, lines = [], []
    for number, told in enumerate(written.split(), 1):
        category = "01234H".index(told[1:].rstrip("s^f") or "0")
        flags = SPRINT_ZONE if "s" in told else 0
        rounds.append(Segment(f"round {number}", Fraction(1), (), PROFI[told[0]], flags=flags, category=category))
        lines += [RouteLine(told, LETTERS[mark], Fraction(number)) for mark in told if mark in LETTERS]
    lines.append(RouteLine("Finish", "finish", Fraction(len(rounds))))
    return Course("profile", "Profile", "profi", tuple(rounds), tuple(r.id for r in rounds), tuple(lines))


def test_a_profile_is_a_route_of_rounds_without_squares() -> None:
    course = profile(MOUNTAIN)
    check_road(course, "profile")
    road = course.road
    assert (len(road.squares), len(road.stretches), course.finish) == (0, 14, 14)
    assert [TERRAINS[terrain] for terrain in road.stretches["terrain"][:6]] == [
        "hills", "flat", "climb", "climb", "descent", "hills",
    ]  # fmt: skip
    assert list(road.stretches["category"]) == [0, 0, 2, 2, 0, 0, 1, 1, 0, 0, 0] + [BEYOND_CATEGORY] * 3
    assert list(np.flatnonzero(road.stretches["flags"] & SPRINT_ZONE) + 1) == [2]
    assert [(LINE_KINDS[line["kind"]], int(line["at"])) for line in road.lines] == [
        ("sprint", 2), ("summit", 4), ("feed", 6), ("summit", 8), ("summit", 14), ("finish", 14),
    ]  # fmt: skip
    assert set(road.stretches["first"]) == {NOWHERE}
    assert course.digest != profile(MOUNTAIN.replace("R1^", "R2^")).digest


TWO_PASSES = """
format = 1
game = "profi"
name = "Two passes"
lanes = 3
run_in = 6
run_out = 12
distance = 80
segments = [
  {id = "behind the line", rows = 6, terrain = "blue"},
  {id = "1-12", rows = 12, terrain = "blue"},
  {id = "13-22", rows = 10, terrain = "green", marks = [["sprint_zone"]]},
  {id = "23-38", rows = 16, terrain = "red", category = 2},
  {id = "39-46", rows = 8, terrain = "descent", inside = "left"},
  {id = "47-52", rows = 6, terrain = "grey", inside = "left", lanes = 2},
  {id = "53-60", rows = 8, terrain = "blue", inside = "left"},
  {id = "61-74", rows = 14, terrain = "red", category = 1},
  {id = "75-79", rows = 5, terrain = "blue", lanes = 4},
  {id = "80", rows = 1, terrain = "blue"},
]
lines = [
  {kind = "sprint", name = "Sprint", at = 21, points = [5, 3, 1]},
  {kind = "summit", name = "First pass", at = 38, points = [10, 5, 3, 2, 1]},
  {kind = "feed", name = "Feed station", at = 53},
  {kind = "summit", name = "Second pass", at = 74, points = [15, 10, 5, 3, 2, 1]},
  {kind = "finish", name = "Finish", at = 79, points = [5, 3, 1]},
]
"""
PROFI_COLOURS = {"green": "flat", "blue": "hills", "red": "climb", "grey": "cobbles"}


def test_a_board_course_has_rows_of_2_to_4_lanes_with_an_inside_and_climbs() -> None:
    course = read_course("two_passes.toml", TWO_PASSES, colours=PROFI_COLOURS)
    squares, stretches = course.road.squares, course.road.stretches
    assert course.unit == 1

    def row(number: int) -> np.ndarray:
        return squares[squares["front"] == number]

    assert [len(row(number)) for number in (-5, 0, 1, 46, 47, 52, 53, 75, 80, 81, 92)] == [3, 3, 3, 3, 2, 2, 3, 4, 3, 3, 3]
    inside = [bool(row(number)["flags"][0] & INSIDE_LEFT) for number in (1, 38, 39, 60, 61, 80)]
    assert inside == [False, False, True, True, False, False]
    climbs = [(int(s["rear"]) + 1, int(s["front"]), int(s["category"])) for s in stretches if s["terrain"] == 1]
    assert climbs == [(23, 38, 2), (61, 74, 1)]
    assert TERRAINS[row(47)["terrain"][0]] == "cobbles"
    assert TERRAINS[row(92)["terrain"][0]] == "hills"
    assert {int(lanes) for lanes in stretches["lanes"]} == {2, 3, 4}


def test_a_step_on_a_board_course_goes_to_the_next_row_at_most_a_lane_aside() -> None:
    course = read_course("two_passes.toml", TWO_PASSES, colours=PROFI_COLOURS)
    squares = course.road.squares
    for square in squares[squares["front"] < squares["front"].max()]:
        onward = {int(other["lane"]) for other in squares if other["rear"] == square["front"]}
        wanted = {lane for lane in range(square["lane"] - 1, square["lane"] + 2) if lane in onward}
        targets = squares[square["ahead"][square["ahead"] != NOWHERE]]
        assert set(targets["lane"].tolist()) == wanted
        assert (targets["rear"] == square["front"]).all()


# --- Breaking Away ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("BA-S2")
def test_the_circuit_closes_on_itself() -> None:
    course = parcours.game("breaking_away").course()
    squares = course.road.squares
    assert len(squares) == 40
    assert list(squares["ahead"][:, STRAIGHT]) == [*range(1, 40), 0]
    assert list(squares["behind"]) == [39, *range(39)]
    assert (squares["ahead"][:, [RIGHT, LEFT]] == NOWHERE).all()
    assert [(LINE_KINDS[line["kind"]], int(line["at"])) for line in course.road.lines] == [
        ("sprint", 33), ("sprint", 73), ("finish", 100),
    ]  # fmt: skip
    assert (course.unit, course.finish) == (1, 100)


def test_lanes_and_solid_lines_of_a_circuit_go_round_too() -> None:
    text = """
        format = 1
        game = "test"
        name = "Velodrome"
        circuit = true
        lanes = 2
        segments = [
          {id = "bend", rows = "9/2", shape = "left", squares = [5, 4]},
          {id = "straight", rows = 3, solid = [["1|2", 2, 4.5]]},
        ]
        lines = [{kind = "finish", name = "Finish", at = 7.5}]
    """
    course = read_course(Path("velodrome.toml"), text)
    assert straight_on(course, "straight/1:3", 1) == "bend/1:1"
    assert steps(course, "straight/1:3") == {"bend/1:1"}
    assert barred(course, "straight/1:3") == {"bend/2:1"}
    assert barred(course, "straight/1:2") == set(), "the line begins there"
    assert barred(course, "bend/2:1") == {"bend/1:2"}, "the line has gone round"
    assert barred(course, "bend/1:2") == set(), "the line has ended"
    assert not course.road.squares["flags"].any()

"""A four-lane road with curves, solid lines and a fork: the board of Um Reifenbreite with its four routes."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.coursefile import check_road, read_course, read_courses
from parcours.engine.road import NOWHERE, RUN_OUT, START, TERRAINS, leads, row_mate, share_side
from tests.engine.roads import LEFT, RIGHT, STRAIGHT, barred, fewest_squares, front, ride, steps, straight_on

COLOURS = {"red": "climb", "ochre": "descent", "green": "cobbles"}
RING = """
format = 1
game = "um_reifenbreite"
name = "The ring"
lanes = 4
segments = [
  {id="S1", rows=4, next=["H2"]},
  {id="S2", rows=4, next=["G5"]},
  {id="F1", rows=10},
  {id="M1", rows=2, terrain="red", numbers=[-1, -2]},
  {id="M2", rows=4.5, shape="right", squares=[3, 4, 5, 6], terrain="red", numbers=-3, solid=[["2|3", 0, 4.5]]},
  {id="M3", rows=3, terrain="red", numbers=[-5, -6, -6]},
  {id="M4", rows=4.5, shape="right", squares=[3, 4, 5, 6], terrain="red", numbers=-4, solid=[["2|3", 0, 4.5]]},
  {id="M5", rows=2, terrain="red", numbers=[-3, -2]},
  {id="N1", rows=14, terrain="ochre", numbers=[2, 3, 3, 4, 4, 4, 5, 5, 4, 4, 3, 3, 2, 2]},
  {id="G1", rows=2},
  {id="G2", rows=4.5, shape="right", squares=[3, 4, 5, 6], solid=[["2|3", 0, 7.5]]},
  {id="G3", rows=5},
  {id="G4", rows=4.5, shape="right", squares=[3, 4, 5, 6], solid=[["2|3", 0, 4.5]]},
  {id="G5", rows=6},
  {id="K1", rows=4},
  {id="K2", rows=5, terrain="green", numbers=[-2, -2, -3, -3, -2]},
  {id="K3", rows=2},
  {id="K4", rows=4.5, shape="left", squares=[6, 5, 4, 3], terrain="green", numbers=-3, solid=[["2|3", 0, 4.5]]},
  {id="K5", rows=2},
  {id="K6", rows=4.5, shape="right", squares=[3, 4, 5, 6], terrain="green", numbers=-3, solid=[["2|3", 0, 4.5]]},
  {id="K7", rows=1, terrain="green", numbers=-4},
  {id="K8", rows=2},
  {id="K9", rows=3, terrain="green", numbers=[-2, -3, -2], next=["D1", "E1"]},
  {id="D1", rows=6},
  {id="D2", rows=4.5, shape="left", squares=[6, 5, 4, 3], solid=[["2|3", 0, "15/2"]]},
  {id="D3", rows=5},
  {id="D4", rows=4.5, shape="right", squares=[3, 4, 5, 6], solid=[["2|3", 0, 4.5]], next=["H1"]},
  {id="E1", rows=12, terrain="red", numbers=[-2, -3, -3, -4, -4, -5, -6, -6, -5, -4, -3, -2]},
  {id="E2", rows=10, terrain="ochre", numbers=[2, 3, 4, 4, 5, 4, 4, 3, 3, 2]},
  {id="H1", rows=2},
  {id="H2", rows=12, next=["F1"]},
]
lines = [
  {id="A", after="H2"}, {id="B", after="M5"}, {id="C", after="G5"},
  {id="D", after="D1"}, {id="E", after="E1"},
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
        ("C", "pass", ()), ("D", "sprint", (11, 8, 5)), ("A", "sprint", (7, 5, 3)),
        ("B", "sprint", (5, 4, 2)), ("C", "finish", ()),
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


def test_squares_know_the_steps_that_they_share(ring: dict[str, Course]) -> None:
    """A search for ways need not try these again. The test looks at every pair of neighbours."""
    for course in ring.values():
        squares = course.road.squares
        possible = np.where(squares["barred"] == 1, NOWHERE, squares["ahead"])
        assert (squares["onward"] == possible).all()
        for number, (right, straight, _) in enumerate(possible.tolist()):
            shared = {right, straight}
            neighbours = [] if NOWHERE in shared else np.flatnonzero((possible[:, 1:] == (right, straight)).all(axis=1))
            assert [int(squares["beside"][number])] == [*neighbours, *[NOWHERE][len(neighbours) :]]
    curve = ring["C"]
    assert squares_beside(curve, "G1/3:2") == "G1/2:2"
    assert squares_beside(curve, "G1/1:2") == "", "there is no lane on the right"
    assert squares_beside(curve, "G2/3:2") == "", "a solid line is between them"


def squares_beside(course: Course, name: str) -> str:
    beside = int(course.road.squares["beside"][course.square_at(name)])
    return "" if beside == NOWHERE else course.square_name(beside)


@pytest.mark.clause("UR-19f")
def test_solid_lines_that_meet_are_one_line(ring: dict[str, Course]) -> None:
    halves = RING.replace('["2|3", 0, 7.5]', '["2|3", 0, 3], ["2|3", 3, 4.5]').replace(
        '{id="G3", rows=5}', '{id="G3", rows=5, solid=[["2|3", 0, 3]]}'
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
    assert ride(
        course, "D1/2:5", "D1/3:6", *(f"D2/3:{n}" for n in range(1, 5)), *(f"D3/3:{n}" for n in range(1, 4)), "D3/2:4"
    )
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
    legs = (
        Segment("wide", Fraction(2), (2,) * 4),
        Segment("narrow", Fraction(2), (2,) * 3),
        Segment("wide again", Fraction(2), (2,) * 4),
    )
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

"""One course model for all games: hexes, road cards, rounds of a profile, rows of a board, a circuit.

(The four-lane road has a file of its own.)
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.coursefile import check_road, read_course
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
)  # fmt: skip
from tests.engine.roads import LEFT, RIGHT, STRAIGHT, barred, front, ride, steps, straight_on

# --- Leader 1 ---------------------------------------------------------------------------------------------------------

SHAPES = {"S3": (6, 6, 6), "S2": (6, 6), "G3": (5, 6, 7), "G2": (5, 7), "T3": (4, 5, 6), "T2": (4, 6)}
"""Squares per lane, from the inside out."""
HEXES = {
    "1A": "flat S3 3", "1B": "flat G3 4", "2A": "false_flat S3 3", "2B": "flat S3 3", "3A": "flat S3 3",
    "3B": "flat T3 4", "4A": "false_flat S3 3", "4B": "climb G2 4", "5A": "flat S3 3", "5B": "descent S2 1",
    "6A": "flat S3 3", "6B": "descent S2 1", "7A": "flat G3 4", "7B": "descent G2 2", "8A": "flat G3 4",
    "8B": "descent G2 2", "9A": "flat G3 4", "9B": "false_flat G3 3", "10A": "flat T3 3", "10B": "descent T2 2",
    "11A": "flat T3 3", "11B": "false_flat T3 3", "12A": "false_flat S3 3", "12B": "climb S2 3",
    "13A": "false_flat S3 3", "13B": "climb S2 3", "14A": "false_flat G3 3", "14B": "climb G2 4",
    "15A": "false_flat G3 3", "15B": "flat G3 4", "16A": "climb G2 4", "16B": "descent G2 2",
    "17A": "climb G2 4", "17B": "descent G2 2", "18A": "climb T2 4", "18B": "descent T2 2", "19A": "climb T2 4",
    "19B": "descent T2 2", "20A": "climb S2 3", "20B": "flat S3 3", "21A": "descent S2 1", "21B": "flat G3 4",
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
    """Hexes laid end to end, with 3 rows before the start and 12 past the finish."""
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
    feed = RouteLine("Feed zone", "feed", Fraction(6 * 7))
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
    """Rounds one after the other: each is one row of road without squares."""
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

    assert [len(row(number)) for number in (-5, 0, 1, 46, 47, 52, 53, 75, 80, 81, 92)] == [
        3,
        3,
        3,
        3,
        2,
        2,
        3,
        4,
        3,
        3,
        3,
    ]
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

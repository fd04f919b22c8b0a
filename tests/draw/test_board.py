"""The drawn board: its squares lie where the course says, its land keeps off the road, and it is always the same."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import pairwise
from xml.etree import ElementTree

import numpy as np
import pytest

from parcours.draw.board import Board, Spot, draw_board
from parcours.draw.geometry import Layout
from parcours.draw.ground import CASING
from parcours.draw.laying import lay
from parcours.draw.night import NIGHT, night_css
from parcours.draw.spurs import joints
from parcours.engine.course import Course, RouteLine, Segment, Solid
from parcours.engine.road import DARK, FORD, HAIRPIN, SPRINT_ZONE, TRACK
from parcours.games import find_game
from parcours.svg import LIGHT, curve, disc, num

Point = tuple[float, float]
ACCENT = "#F2BF1D"
SVG = "{http://www.w3.org/2000/svg}"


def straight(id_: str, rows: int, lanes: int = 1, terrain: str = "flat", **more: object) -> Segment:
    return Segment(id_, Fraction(rows), (rows,) * lanes, terrain, **more)  # type: ignore[arg-type]


def quarter(id_: str, way: int, terrain: str = "flat", **more: object) -> Segment:
    """A quarter curve of four lanes; `way` 1 turns left."""
    squares = (3, 4, 5, 6) if way < 0 else (6, 5, 4, 3)
    solid = (Solid(1, Fraction(0), Fraction(15, 2)),)
    return Segment(id_, Fraction(9, 2), squares, terrain, turn=90.0 * way, solid=solid, **more)  # type: ignore[arg-type]


def open_road(id_: str, *segments: Segment, legs: str = "", **more: object) -> Course:
    ridden = tuple(legs.split()) or tuple(segment.id for segment in segments)
    rows = sum((next(s for s in segments if s.id == leg).rows for leg in ridden), Fraction(0))
    lines = (RouteLine("Summit", "summit", rows / 2), RouteLine("Finish", "finish", rows - Fraction(4)))
    return Course(id_, "A road", "um_reifenbreite", segments, ridden, lines, **more)  # type: ignore[arg-type]


def four_lanes() -> Course:
    """Climb, descent and cobbles on four lanes, round right-hand and left-hand curves; part of it is ridden twice."""
    climb = tuple((-3,) * n for n in (3, 4, 5, 6))
    return open_road(
        "four",
        straight("F", 10, 4),
        quarter("R", -1, "climb", values=climb),
        straight("N", 12, 4, "descent", values=((2,) * 12,) * 4),
        quarter("L", 1, "cobbles"),
        straight("K", 6, 4, "cobbles"),
        legs="F R N R K L F R N L K R N",
        run_in=Fraction(4),
        seed=3,
    )


def spread_lanes() -> Course:
    """Hexes of two and three lanes in a row, with every mark that a square can have."""
    marks = tuple((DARK | TRACK, SPRINT_ZONE, HAIRPIN, FORD, 0, TRACK) for _ in range(3))
    gentle = Segment("B", Fraction(6), (5, 7), "false_flat", turn=-30.0)
    tight = Segment("C", Fraction(6), (6, 5, 4), "hills", turn=60.0)
    hexes = (straight("A", 6, 3, marks=marks), gentle, tight, straight("D", 6, 2, "climb"))
    return open_road("hexes", *hexes, legs="A B C D A B C A", join="spread", diagonal="beyond", seed=4)


def road_cards() -> Course:
    """Sixty squares in a row, far too long for any sheet."""
    numbers = tuple(range(1, 61))
    cards = straight("Card", 60, values=(tuple(n % 5 for n in numbers),), labels=(numbers,))
    return replace(open_road("cards", cards), game="rally")


def rounds() -> Course:
    """A profile of rounds: legs without squares."""
    segments = tuple(Segment(f"Round {n}", Fraction(1), (), t) for n, t in enumerate(("flat", "climb", "descent") * 4))
    return open_road("rounds", *segments)


def narrowing() -> Course:
    """Lanes counted from the right that come and go."""
    return open_road("narrow", straight("A", 5, 4), straight("B", 5, 2), straight("C", 5, 3))


@cache
def course(name: str) -> Course:
    made = {"four": four_lanes, "hexes": spread_lanes, "cards": road_cards, "rounds": rounds, "narrow": narrowing}
    return find_game("breaking_away").course("grand_circuit") if name == "circuit" else made[name]()


@cache
def board(name: str) -> Board:
    return draw_board(course(name), ACCENT)


@cache
def layout(name: str) -> Layout:
    return lay(course(name))


NAMES = ("circuit", "four", "hexes", "cards", "rounds", "narrow")
ROADS = tuple(name for name in NAMES if name != "rounds")


# --- Reading a drawing --------------------------------------------------------------------------------


def outline_of(d: str, fine: int = 8) -> list[list[Point]]:
    """Path data as points, curve by curve: one list for each piece that begins with a move."""
    pieces: list[list[Point]] = []
    for command, rest in re.findall(r"([MLCQZa])([^MLCQZa]*)", d):
        given = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", rest)]
        if command == "M":
            pieces.append([(given[0], given[1])])
            continue
        at = pieces[-1]
        if command == "L":
            at.append((given[0], given[1]))
        elif command in "CQ":
            bow = [at[-1], *zip(given[::2], given[1::2], strict=True)]
            at += [bezier(bow, (i + 1) / fine) for i in range(fine)]
        elif command == "a":
            r, dx = given[0], given[5]
            middle = (at[-1][0] + dx / 2, at[-1][1])
            end = (at[-1][0] + dx, at[-1][1])
            at += [(middle[0] + r * math.cos(k), middle[1] + r * math.sin(k)) for k in (math.pi / 2, -math.pi / 2)]
            at.append(end)
    return pieces


def bezier(points: list[Point], t: float) -> Point:
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def drawn(name: str, cls: str) -> list[ElementTree.Element]:
    root = ElementTree.fromstring(board(name).svg)
    return [element for element in root.iter() if cls in element.get("class", "").split()]


def squares_of(name: str) -> dict[int, list[Point]]:
    """The four corners of each square: rear left, front left, front right, rear right."""
    found = {}
    for element in drawn(name, "square"):
        left, right = element.get("d", "").removesuffix("Z").split("L")
        ahead, back = outline_of(left)[0], outline_of("M" + right)[0]
        found[int(element.get("data-square", "-1"))] = [ahead[0], ahead[-1], back[0], back[-1]]
    return found


def inside(point: Point, polygon: list[Point]) -> bool:
    crossings = 0
    for (ax, ay), (bx, by) in pairwise([*polygon, polygon[0]]):
        if (ay > point[1]) != (by > point[1]) and point[0] < ax + (point[1] - ay) / (by - ay) * (bx - ax):
            crossings += 1
    return crossings % 2 == 1


def from_middle(name: str, points: list[Point]) -> float:
    """The smallest distance of the points from the middle of the road."""
    path = layout(name).path
    return min(float(np.hypot(path.x - x, path.y - y).min()) for x, y in points)


# --- Squares --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_every_square_is_drawn_once(name: str) -> None:
    count = len(course(name).road.squares)
    assert sorted(squares_of(name)) == list(range(count))
    assert len(board(name).squares) == count


@pytest.mark.parametrize("name", ROADS)
def test_spots_lie_inside_their_squares(name: str) -> None:
    for element in drawn(name, "square"):
        spot = board(name).squares[int(element.get("data-square", "-1"))]
        assert inside((spot.x, spot.y), outline_of(element.get("d", ""))[0])


@pytest.mark.parametrize("name", ROADS)
def test_a_square_meets_the_next_one_of_its_lane(name: str) -> None:
    corners, squares = squares_of(name), course(name).road.squares
    lanes = [segment.lanes for segment in course(name).lap]
    for index, square in enumerate(squares):
        ahead = int(square["ahead"][1])
        same_width = ahead >= 0 and lanes[square["leg"]] == lanes[squares[ahead]["leg"]]
        if same_width and squares[ahead]["lane"] == square["lane"]:
            assert math.dist(corners[index][1], corners[ahead][0]) <= 0.15
            assert math.dist(corners[index][2], corners[ahead][3]) <= 0.15


def test_the_circuit_closes() -> None:
    path, corners = layout("circuit").path, squares_of("circuit")
    assert math.dist(path.at(0)[:2], (path.x[-1], path.y[-1])) < 1e-6
    assert math.dist(corners[39][1], corners[0][0]) <= 0.15
    assert abs(path.heading[-1] - path.heading[0]) == pytest.approx(math.tau)


def test_a_circuit_that_is_far_from_closing_closes_smoothly() -> None:
    bends = [Segment(f"Bend {n}", Fraction(3), (3,), turn=80.0 - 5 * n) for n in range(4)]
    straights = [straight(f"Road {n}", 4 + 2 * n) for n in range(4)]
    mixed = tuple(segment for both in zip(straights, bends, strict=True) for segment in both)
    made = Course(
        "gap", "Gap", "x", mixed, tuple(s.id for s in mixed), (RouteLine("F", "finish", Fraction(9)),), circuit=True
    )
    path = lay(made).path
    assert math.dist((path.x[0], path.y[0]), (path.x[-1], path.y[-1])) < 1e-6
    turns = np.abs(np.diff(path.heading))
    assert turns.max() < 0.1
    steps = np.hypot(np.diff(path.x), np.diff(path.y))
    assert steps.max() < 2.5 * steps.min()


def test_the_circuit_has_room_for_riders() -> None:
    for spot in board("circuit").squares:
        assert 70 <= spot.across <= 90
        assert spot.along >= 60
    assert board("circuit").view[2:] == (1600, 1000)


def test_the_race_rides_counter_clockwise_from_the_start_straight() -> None:
    spots = board("circuit").squares
    assert abs(spots[0].angle) < 5
    assert spots[1].x > spots[0].x


def test_spots_point_at_the_next_square() -> None:
    for spot, ahead in pairwise(board("circuit").squares):
        toward = math.degrees(math.atan2(ahead.y - spot.y, ahead.x - spot.x))
        assert abs((toward - spot.angle + 180) % 360 - 180) < 25


def test_inner_lanes_of_a_curve_are_shorter() -> None:
    tiles, spots = layout("four").tiles, board("four").squares
    for leg, segment in enumerate(course("four").lap):
        if segment.turn:
            long = [
                sum(s.along for t, s in zip(tiles, spots, strict=True) if (t.leg, t.lane) == (leg, lane))
                for lane in range(4)
            ]
            inside_first = long if segment.turn < 0 else long[::-1]
            assert inside_first == sorted(inside_first)
            assert inside_first[0] < 0.75 * inside_first[-1]


def test_lane_0_is_the_right_most() -> None:
    spots = board("four").squares
    first = [next(i for i, t in enumerate(layout("four").tiles) if t.leg == 0 and t.lane == lane) for lane in (0, 3)]
    right, left = (spots[i] for i in first)
    heading = math.radians(right.angle)
    across = (right.x - left.x) * -math.sin(heading) + (right.y - left.y) * math.cos(heading)
    assert across == pytest.approx(3 * right.across, abs=0.1)


@pytest.mark.parametrize("name", NAMES)
def test_a_road_keeps_off_itself_and_on_the_sheet(name: str) -> None:
    path, wide = layout(name).path, layout(name).width
    x, y = path.x[::12], path.y[::12]
    rows = np.arange(len(x)) * 12 * path.rows / len(path.x)
    apart = np.abs(rows[:, None] - rows[None])
    apart = np.minimum(apart, path.rows - apart) if path.closed else apart
    near = np.hypot(x[:, None] - x[None], y[:, None] - y[None])[apart > 6]
    assert near.size == 0 or near.min() > wide + 20
    left, top, w, h = board(name).view
    reach = wide / 2 + CASING
    assert left + reach < path.x.min() < path.x.max() < left + w - reach
    assert top + reach < path.y.min() <= path.y.max() < top + h - reach


# --- The land --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_no_land_lies_on_the_road(name: str) -> None:
    (land,) = drawn(name, "landscape")
    points = [p for e in land.iter(f"{SVG}path") for piece in outline_of(e.get("d", "")) for p in piece]
    assert len(points) > 1000
    assert from_middle(name, points) > layout(name).half + CASING - 1


@pytest.mark.parametrize("name", NAMES)
def test_nothing_beside_the_road_stands_on_it(name: str) -> None:
    stones = [p for e in drawn(name, "stone") for piece in outline_of(e.get("d", "")) for p in piece]
    boxes = [e for cls in ("plate", "cartouche") for e in drawn(name, cls) if e.tag == f"{SVG}rect"]
    crowds = [
        p
        for cls in ("crowd-a", "crowd-b", "crowd-c")
        for e in drawn(name, cls)
        for q in outline_of(e.get("d", ""))
        for p in q
    ]
    corners = []
    for e in boxes:
        x, y, w, h = (float(e.get(key, "0")) for key in ("x", "y", "width", "height"))
        corners += [(x + w * i / 6, y + h * j / 6) for i in range(7) for j in range(7)]
    assert from_middle(name, stones + corners + crowds) > layout(name).half + CASING - 1


def test_the_land_has_what_its_stretches_are_named_for() -> None:
    for cls in ("vineyard", "poplar", "roof", "water", "bridge", "wood", "hachure", "contour", "field"):
        assert drawn("circuit", cls), cls


def test_another_seed_grows_other_land_around_the_same_road() -> None:
    other = draw_board(replace(course("circuit"), seed=5), ACCENT)
    assert other.svg != board("circuit").svg
    assert other.squares == board("circuit").squares


# --- What is told --------------------------------------------------------------------------------


def test_lines_stones_and_names_are_told() -> None:
    told = {"".join(e.itertext()) for e in ElementTree.fromstring(board("circuit").svg).iter(f"{SVG}text")}
    assert {"START", "FIRST SPRINT", "SECOND SPRINT", "FINISH", "0", "33", "73", "100"} <= told
    assert {"5", "10", "15", "20", "25", "30", "35", "45 · 85", "75"} <= told
    assert {"GRAND CIRCUIT", "100 squares · a lap of 40 squares", "Poplar avenue", "N"} <= told


def test_labels_come_in_the_language_asked_for() -> None:
    german = {
        "Start": "Anfang",
        "{n} squares": "{n} Felder",
        "First sprint": "Erster Sprint",
        "Poplar avenue": "Pappelallee",
    }
    said = lambda text, **gaps: german.get(text, text).format(**gaps)  # noqa: E731
    drawing = draw_board(course("circuit"), ACCENT, said).svg
    for words in ("ANFANG", "100 Felder", "ERSTER SPRINT", "Pappelallee"):
        assert words in drawing


def test_numbers_on_squares_are_printed() -> None:
    (values,) = drawn("four", "value")
    assert [e.text for e in values].count("−3") == 4 * 18
    assert [e.text for e in drawn("cards", "square-label")[0]] == [str(n) for n in range(1, 61)]


@pytest.mark.parametrize(("terrain", "paint"), [("climb", "red"), ("descent", "ochre"), ("cobbles", "green")])
def test_terrain_has_a_colour_and_a_texture(terrain: str, paint: str) -> None:
    elsewhere = ElementTree.fromstring(draw_board(replace(course("four"), game="profi"), ACCENT).svg)
    for classes, name in (
        ([e.get("class", "") for e in drawn("four", paint)], paint),
        ([e.get("class", "") for e in elsewhere.iter()], terrain),
    ):
        assert f"terrain {name}" in classes
        assert f"texture {name}" in classes


# --- The file --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_strict_policy_can_show_it(name: str) -> None:
    root = ElementTree.fromstring(board(name).svg)
    assert root.tag == f"{SVG}svg"
    assert [float(n) for n in root.get("viewBox", "").split()] == list(board(name).view)
    for element in root.iter():
        assert element.tag not in {SVG + tag for tag in ("style", "script", "image", "foreignObject", "a")}
        for key, value in element.attrib.items():
            assert key != "style"
            assert not key.startswith("on")
            assert "url(" not in value
            assert not key.endswith("href") or value.startswith("#")


def test_words_are_escaped() -> None:
    rude = replace(course("circuit"), name='<script>"&')
    root = ElementTree.fromstring(draw_board(rude, ACCENT).svg)
    assert root.get("aria-label") == '<script>"&'


def test_it_is_the_same_every_time() -> None:
    assert draw_board(course("circuit"), ACCENT) == board("circuit")
    script = (
        "import hashlib; from parcours.draw.board import draw_board; from parcours.games import find_game;"
        f"svg = draw_board(find_game('breaking_away').course('grand_circuit'), '{ACCENT}').svg;"
        "print(hashlib.sha256(svg.encode()).hexdigest())"
    )
    digests = {
        subprocess.run([sys.executable, "-c", script], env={**os.environ, "PYTHONHASHSEED": seed}, check=True,
                       capture_output=True, text=True).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(digests) == 1


def test_every_class_that_has_a_paint_has_one_by_night_or_keeps_it() -> None:
    assert set(NIGHT) <= set(LIGHT)
    css = night_css(".night .board")
    assert ".night .board .paper{fill:" in css
    assert ".night .board .terrain.climb{fill:" in css
    keeps = {"casing", "squares", "accent", "crowd-a", "crowd-b", "distance", "distance-later", "label-water"}
    keeps |= {"token-sign", "token-line sprint", "token-line other", "stone-number"}  # on signs of their own colour
    assert set(LIGHT) - set(NIGHT) <= keeps


def test_numbers_are_written_short() -> None:
    assert [num(v) for v in (3.0, -0.04, 2.25, -7.96)] == ["3", "0", "2.2", "-8"]
    assert disc(1, 2, 3) == "M-2 2a3 3 0 1 0 6 0a3 3 0 1 0 -6 0"
    assert curve([(0, 0), (2, 2), (4, 0)]) == "M0 0Q2 2 4 0"


def test_a_spot_is_a_plain_value() -> None:
    assert Spot(1, 2, 3, 4, 5) == Spot(1, 2, 3, 4, 5)


def test_the_land_stays_where_it_is_in_every_language():
    """Labels have room for all languages, so another language changes nothing but the labels."""
    from parcours.engine.words import LANGUAGES, in_language

    said = {language: in_language(language) for language in LANGUAGES}
    drawn = {
        language: draw_board(course("circuit"), ACCENT, said[language], tuple(said.values())) for language in LANGUAGES
    }

    def land(svg: str) -> str:
        return re.sub(r"<text[^>]*>.*?</text>|aria-label=\"[^\"]*\"", "", svg)

    assert land(drawn["en"].svg) == land(drawn["de"].svg) == land(drawn["it"].svg)
    assert drawn["en"].svg != drawn["de"].svg


# --------------------------------------------------------------------------------------- roads not taken, colours


@pytest.mark.parametrize(
    ("route", "met"),
    [
        ("A", {("G4", False), ("E1", True), ("E2", False), ("S1", False)}),
        ("D", {("H1", False), ("S2", False), ("D1", True), ("D4", False), ("S1", False)}),
    ],
)
def test_a_board_shows_where_other_roads_meet_the_route(route: str, met: set[tuple[str, bool]]) -> None:
    road = find_game("um_reifenbreite").course(route)
    assert {(joint.name, joint.leaves) for joint in joints(lay(road))} == met
    picture = draw_board(road, ACCENT).svg
    named = re.findall(r'class="spur-name"[^>]*>([A-Z0-9]+)<', picture)
    assert len(named) >= len(met) - 1
    assert set(named) <= {name for name, _ in met}


def test_pieces_laid_end_to_end_have_no_other_roads() -> None:
    assert joints(lay(find_game("breaking_away").course())) == []


@pytest.mark.clause("UR-3c")
def test_the_road_is_painted_in_the_colours_that_its_rules_speak_of() -> None:
    picture = draw_board(find_game("um_reifenbreite").course("D"), ACCENT).svg
    for colour in ("red", "ochre", "green"):
        assert f'class="terrain {colour}"' in picture
        assert f'class="texture {colour}"' in picture
    assert 'class="terrain descent"' not in picture

"""Where every square lies on the sheet: the road's middle line, its lanes, and the outline of each square.

A place on the road is given by two numbers: how far along the route (in rows), and how far to the right of the middle
line (in units of the drawing). Angles are as in SVG: degrees clockwise, 0 to the right.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.course import Course, Segment
from parcours.engine.road import TERRAINS
from parcours.games import find_game
from parcours.svg import Point, pair

Floats = NDArray[np.float64]

SINGLE_ROW, SINGLE_WIDTH = 84.0, 90.0
"""A square of a road without lanes: room for six riders, three abreast."""
LANE_ROW = 60.0
LANE_WIDTHS = {2: 50.0, 3: 42.0, 4: 38.0}
NARROW_LANE = 36.0
ROOM_INSIDE = 18.0
"""The smallest radius of a curve's inner edge."""


@dataclass(frozen=True)
class Spot:
    """The centre of a square, the riding direction there, and the square's size."""

    x: float
    y: float
    angle: float
    along: float
    across: float


@dataclass(frozen=True)
class Path:
    """The middle line of a road, sampled evenly along the route."""

    rows: float
    x: Floats
    y: Floats
    heading: Floats
    """In radians, clockwise, without jumps."""
    closed: bool

    @cached_property
    def _samples(self) -> tuple[list[float], list[float], list[float]]:
        """The same as lists, which are read faster one by one."""
        return self.x.tolist(), self.y.tolist(), self.heading.tolist()

    def at(self, s: float) -> tuple[float, float, float]:
        """The point and the heading at a place along the route. On a circuit the route goes round and round."""
        x, y, heading = self._samples
        last = len(x) - 1
        turn = 0.0
        if self.closed and not 0 <= s < self.rows:
            laps = math.floor(s / self.rows)
            s -= laps * self.rows
            turn = (heading[-1] - heading[0]) * laps
        place = min(max(s / self.rows, 0.0), 1.0) * last
        i = min(int(place), last - 1)
        f = place - i
        g = 1 - f
        return x[i] * g + x[i + 1] * f, y[i] * g + y[i + 1] * f, heading[i] * g + heading[i + 1] * f + turn

    def beside(self, s: float, right: float) -> Point:
        """The point at the distance `right` from the middle line."""
        x, y, heading = self.at(s)
        return x - math.sin(heading) * right, y + math.cos(heading) * right

    def angle(self, s: float) -> float:
        """The riding direction in degrees, from -180 to 180."""
        degrees = math.degrees(self.at(s)[2])
        return (degrees + 180) % 360 - 180

    def length(self, start: float, end: float, right: float) -> float:
        """The length of the road between two places, measured at the distance `right` from the middle line."""
        steps = max(2, math.ceil((end - start) * 12))
        points = [self.beside(start + (end - start) * i / steps, right) for i in range(steps + 1)]
        return sum(math.dist(a, b) for a, b in pairwise(points))

    def points(self, start: float, end: float, right: float, a_row: int = 6) -> list[Point]:
        """Points along the road from one place to another, at a constant distance from the middle line."""
        steps = max(1, math.ceil((end - start) * a_row))
        return [self.beside(start + (end - start) * i / steps, right) for i in range(steps + 1)]

    def run(self, start: float, end: float, right: float) -> str:
        """Path data of the road's true curve from one place to another (either way), without the first point."""
        turned = abs(self.at(end)[2] - self.at(start)[2])
        pieces = max(1, math.ceil(abs(end - start) - 0.3), math.ceil(turned / 0.6))
        cuts = [start + (end - start) * i / pieces for i in range(pieces + 1)]
        return "".join(self._bow(a, b, right) for a, b in pairwise(cuts))

    def _bow(self, start: float, end: float, right: float) -> str:
        way = 1.0 if end > start else -1.0
        reach = self.length(min(start, end), max(start, end), right) / 3 * way
        (ax, ay), (bx, by) = self.beside(start, right), self.beside(end, right)
        out, into = self.at(start)[2], self.at(end)[2]
        return (
            f"C{pair((ax + math.cos(out) * reach, ay + math.sin(out) * reach))} "
            f"{pair((bx - math.cos(into) * reach, by - math.sin(into) * reach))} {pair((bx, by))}"
        )

    def stroke(self, start: float, end: float, right: float) -> str:
        """Path data of a line that runs with the road."""
        return f"M{pair(self.beside(start, right))}{self.run(start, end, right)}"

    def strip(self, start: float, end: float, left: float, right: float) -> str:
        """Path data of a piece of road between two places and two distances from the middle."""
        return (
            f"M{pair(self.beside(start, left))}{self.run(start, end, left)}"
            f"L{pair(self.beside(end, right))}{self.run(end, start, right)}Z"
        )


@dataclass(frozen=True)
class Tile:
    """One square on the sheet: where it lies along the road and across it."""

    index: int
    leg: int
    lane: int
    start: float
    end: float
    left: float
    right: float
    terrain: str
    value: int
    label: int
    flags: int

    @property
    def middle(self) -> float:
        return (self.start + self.end) / 2

    @property
    def offset(self) -> float:
        return (self.left + self.right) / 2


@dataclass(frozen=True)
class Layout:
    """A course laid out: the middle line, the width of the road, and the tiles in the order of the course's squares."""

    course: Course
    path: Path
    row: float
    """The drawn length of a row."""
    width: float
    tiles: tuple[Tile, ...]

    @property
    def half(self) -> float:
        return self.width / 2

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        return tuple(self._spot(tile) for tile in self.tiles)

    def _spot(self, tile: Tile) -> Spot:
        x, y = self.path.beside(tile.middle, tile.offset)
        return Spot(
            round(x, 2),
            round(y, 2),
            round(self.path.angle(tile.middle), 2),
            round(self.path.length(tile.start, tile.end, tile.offset), 2),
            round(tile.right - tile.left, 2),
        )

    def outline(self, tile: Tile) -> str:
        return self.path.strip(tile.start, tile.end, tile.left, tile.right)

    def legs(self) -> Iterator[tuple[int, Segment, float, float]]:
        """Each leg with its number, its segment, and where it begins and ends."""
        start = 0.0
        for number, segment in enumerate(self.course.lap):
            end = start + float(segment.rows)
            yield number, segment, start, end
            start = end

    def span(self, s: float) -> tuple[float, float]:
        """The left and the right edge of the road at a place along the route (at a join, of the leg before it)."""
        s = (s - 1e-9) % self.path.rows if self.path.closed else s - 1e-9
        here = next((g for _, g, _, end in self.legs() if s < end), self.course.lap[-1])
        return self.edges(here, max(1, here.lanes) - 1)[0], self.half

    def edges(self, segment: Segment, lane: int) -> tuple[float, float]:
        """The left and the right edge of a lane; lane 0 is the right-most."""
        each = lane_width(self.course, segment.lanes)
        return self.half - (lane + 1) * each, self.half - lane * each


def paint_of(course: Course, terrain: str) -> str:
    """The colour in which a terrain is drawn: its game's, or the map's own."""
    return find_game(course.game).drawing.paints.get(terrain, terrain)


def most_lanes(course: Course) -> int:
    """How many lanes the widest part of the road has; a road without squares counts as one lane."""
    return max(1, *(segment.lanes for segment in course.lap))


def road_width(course: Course) -> float:
    """The width of the road's widest part."""
    lanes = most_lanes(course)
    return SINGLE_WIDTH if lanes == 1 else lanes * LANE_WIDTHS.get(lanes, NARROW_LANE)


def lane_width(course: Course, lanes: int) -> float:
    """The width of a lane: the same everywhere, or an even share of the road if lanes spread over it."""
    return road_width(course) / (max(1, lanes) if course.join == "spread" else most_lanes(course))


def row_length(course: Course) -> float:
    """The drawn length of a row: longer than usual only if a curve is so tight that its inner edge needs the room."""
    usual = SINGLE_ROW if most_lanes(course) == 1 else LANE_ROW
    tightest = max((abs(math.radians(g.turn)) / float(g.rows) for g in course.lap), default=0.0)
    return min(max(usual, (road_width(course) / 2 + ROOM_INSIDE) * tightest), 3 * usual)


def tiles_of(course: Course) -> tuple[Tile, ...]:
    """The tiles, in the order in which the course numbers its squares."""
    half = road_width(course) / 2
    before = float(course.run_in)
    tiles = []
    for index, square in enumerate(course.road.squares):
        leg, lane = int(square["leg"]), int(square["lane"])
        each = lane_width(course, course.lap[leg].lanes)
        tiles.append(
            Tile(
                index=index,
                leg=leg,
                lane=lane,
                start=before + int(square["rear"]) / course.unit,
                end=before + int(square["front"]) / course.unit,
                left=half - (lane + 1) * each,
                right=half - lane * each,
                terrain=TERRAINS[int(square["terrain"])],
                value=int(square["value"]),
                label=int(square["label"]),
                flags=int(square["flags"]),
            )
        )
    return tuple(tiles)


def as_floats(values: Any) -> Floats:
    return np.asarray(values, dtype=np.float64)

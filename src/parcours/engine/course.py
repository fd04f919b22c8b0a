"""A course: segments of road laid end to end, with lanes, squares, terrain, numbers and lines.

Segments are what a file describes: a straight or a curve with some lanes, each cut into its own number of squares.
A route is a list of segments (legs); it is unrolled, so a segment ridden twice counts as two stretches. Hexes and
road cards are segments that their games make from their own tables; a profile of rounds is a route of stretches.

Positions are whole numbers of *units*: each course takes the coarsest unit in which every edge of every square is whole.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Literal

import numpy as np

from parcours.engine.record import read_only
from parcours.engine.road import LINE, LINE_KINDS, NOWHERE, SQUARE, START, STRETCH, TERRAINS, Road

Diagonal = Literal["overlap", "beyond"]
"""Where a diagonal step leads: to the square that holds the point beside the rider's front edge, or to the first
square whose front lies beyond it."""
Join = Literal["right", "spread"]
"""How lanes meet where their number changes: counted from the right, or spread over the width."""


@dataclass(frozen=True)
class Solid:
    """A solid line between lane `lane` and lane `lane + 1` (0 is the right-most), in rows from the segment's beginning."""

    lane: int
    start: Fraction
    end: Fraction


@dataclass(frozen=True)
class Segment:
    """A piece of road. Per-lane data runs from the right-most lane, per-square data along the lane."""

    id: str
    rows: Fraction
    squares: tuple[int, ...]
    terrain: tuple[tuple[str, ...], ...]
    values: tuple[tuple[int, ...], ...]
    flags: tuple[tuple[int, ...], ...]
    turn: float = 0.0
    """Degrees by which the road turns: left is positive."""
    solid: tuple[Solid, ...] = ()
    next: tuple[str, ...] = ()
    """Where it leads; more than one is a fork. Empty: to the segment that follows in the file."""
    category: int = 0
    milestone: int = 0

    @property
    def lanes(self) -> int:
        return len(self.squares)

    @staticmethod
    def plain(
        id_: str, rows: Fraction, squares: tuple[int, ...], terrain: str = "flat", turn: float = 0.0, **more: object
    ) -> Segment:
        """A segment of one terrain, without numbers."""
        return Segment(
            id=id_,
            rows=rows,
            squares=squares,
            terrain=tuple((terrain,) * n for n in squares),
            values=tuple((0,) * n for n in squares),
            flags=tuple((0,) * n for n in squares),
            turn=turn,
            **more,  # type: ignore[arg-type]
        )


@dataclass(frozen=True)
class RouteLine:
    """A line of the route: its kind, its place in rows from the start of the route, and the points it gives."""

    name: str
    kind: str
    at: Fraction
    scores: tuple[int, ...] = ()


@dataclass(frozen=True)
class Course:
    """A course ready to ride: its segments, the route over them, and its lines in the order of riding."""

    id: str
    name: str
    game: str
    segments: tuple[Segment, ...]
    legs: tuple[str, ...]
    """Segment ids in riding order. On a circuit: one lap."""
    lines: tuple[RouteLine, ...]
    circuit: bool = False
    start_rows: int = 1
    diagonal: Diagonal = "overlap"
    join: Join = "right"
    seed: int = 1
    """What the landscape around the road grows from."""
    source: str = ""
    """The text of the file that it was read from."""
    facts: dict[str, object] = field(default_factory=dict)
    """What only this course's game reads: for its loader and its scene."""

    @cached_property
    def by_id(self) -> dict[str, Segment]:
        return {segment.id: segment for segment in self.segments}

    @cached_property
    def lap(self) -> tuple[Segment, ...]:
        """The segments of the legs, in riding order."""
        return tuple(self.by_id[leg] for leg in self.legs)

    @cached_property
    def rows(self) -> Fraction:
        """The length of the route (of one lap, on a circuit)."""
        return sum((segment.rows for segment in self.lap), Fraction(0))

    @cached_property
    def unit(self) -> int:
        """How many units make a row."""
        edges = [segment.rows / n for segment in self.lap for n in segment.squares]
        edges += [line.at for line in self.lines] + [s.start for g in self.lap for s in g.solid]
        return math.lcm(*(edge.denominator for edge in edges))

    def units(self, rows: Fraction) -> int:
        return int(rows * self.unit)

    @cached_property
    def finish(self) -> int:
        """How far the race is, in units."""
        return max((self.units(line.at) for line in self.lines if line.kind == "finish"), default=0)

    @cached_property
    def road(self) -> Road:
        """The flat arrays that the rules read."""
        return _unroll(self)

    @cached_property
    def digest(self) -> str:
        """A digest of everything that can matter to the rules (names and landscape do not)."""
        told = {
            "game": self.game,
            "circuit": self.circuit,
            "diagonal": self.diagonal,
            "join": self.join,
            "start_rows": self.start_rows,
            "legs": [
                [str(g.rows), g.squares, g.terrain, g.values, g.flags, g.category, g.milestone]
                + [[s.lane, str(s.start), str(s.end)] for s in g.solid]
                for g in self.lap
            ],
            "lines": [[line.kind, str(line.at), line.scores] for line in self.lines],
            "facts": self.facts,
        }
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    def square_name(self, index: int) -> str:
        """A square as the specifications write it: `SEGMENT/lane:n`, `#2` behind a segment ridden twice."""
        square = self.road.squares[index]
        leg, lane = int(square["leg"]), int(square["lane"])
        first = next(i for i in range(index + 1) if self._same_lane(i, leg, lane))
        again = self.legs[: leg + 1].count(self.legs[leg])
        return f"{self.legs[leg]}{f'#{again}' if again > 1 else ''}/{lane + 1}:{index - first + 1}"

    def square_at(self, name: str) -> int:
        """The index of a square from its written name."""
        place, _, n = name.partition(":")
        segment, _, lane = place.partition("/")
        segment, _, again = segment.partition("#")
        legs = [i for i, leg in enumerate(self.legs) if leg == segment]
        leg = legs[int(again or 1) - 1]
        first = next(i for i in range(len(self.road.squares)) if self._same_lane(i, leg, int(lane) - 1))
        return first + int(n) - 1

    def _same_lane(self, index: int, leg: int, lane: int) -> bool:
        square = self.road.squares[index]
        return int(square["leg"]) == leg and int(square["lane"]) == lane


def _unroll(course: Course) -> Road:
    """Lay the legs end to end and join their squares (UR-19b to 19f, L1-H2 to H5)."""
    legs = course.lap
    total = sum(sum(segment.squares) for segment in legs)
    squares = np.zeros(total, SQUARE)
    squares["ahead"] = squares["behind"] = NOWHERE
    stretches = np.zeros(len(legs), STRETCH)
    lanes: list[list[range]] = []
    index, rear = 0, Fraction(0)
    for number, segment in enumerate(legs):
        stretches[number] = (
            TERRAINS.index(segment.terrain[0][0]), segment.category, segment.milestone, 0,
            course.units(rear), course.units(rear + segment.rows),
        )  # fmt: skip
        spans = []
        for lane, count in enumerate(segment.squares):
            for n in range(count):
                square = squares[index + n]
                square["leg"], square["lane"] = number, lane
                square["terrain"] = TERRAINS.index(segment.terrain[lane][n])
                square["value"] = segment.values[lane][n]
                square["flags"] = segment.flags[lane][n] | (START if number == 0 else 0)
                square["rear"] = course.units(rear + segment.rows * n / count)
                square["front"] = course.units(rear + segment.rows * (n + 1) / count)
            spans.append(range(index, index + count))
            index += count
        lanes.append(spans)
        rear += segment.rows
    _join(course, squares, lanes)
    _bar(course, squares)
    lines = np.zeros(len(course.lines), LINE)
    for number, line in enumerate(course.lines):
        scores = np.zeros(lines["scores"].shape[1], np.int16)
        scores[: len(line.scores)] = line.scores
        lines[number] = (LINE_KINDS.index(line.kind), course.units(line.at), len(line.scores), scores)
    return Road(read_only(squares), read_only(stretches), read_only(lines))


def _join(course: Course, squares: np.ndarray, lanes: list[list[range]]) -> None:  # type: ignore[type-arg]
    legs = len(lanes)
    for number, spans in enumerate(lanes):
        following = lanes[(number + 1) % legs] if course.circuit or number + 1 < legs else []
        for lane, span in enumerate(spans):
            for index in span:
                if index + 1 < span.stop:
                    squares[index]["ahead"][1] = index + 1
                else:
                    _join_ends(course, squares, index, lane, len(spans), following)
            for side, other in ((0, lane - 1), (2, lane + 1)):
                if 0 <= other < len(spans):
                    _join_diagonals(course, squares, span, side, spans[other], following, other)
    for index in range(len(squares)):
        straight = squares[index]["ahead"][1]
        if straight != NOWHERE:
            squares[straight]["behind"] = index


def _join_ends(
    course: Course, squares: np.ndarray, index: int, lane: int, width: int, following: list[range]  # type: ignore[type-arg]
) -> None:
    """From a lane's last square into the next leg."""
    if not following:
        return
    if course.join == "right" or width == len(following):
        targets = {1: lane}
        if course.join == "spread":
            targets |= {0: lane - 1, 2: lane + 1}
    elif width > len(following):
        targets = {1: min(lane, len(following) - 1), 0: lane - 1}
        if lane == 0 or lane == width - 1:
            targets = {1: min(lane, len(following) - 1)}
    else:
        targets = {1: lane, 2: lane + 1}
    for side, target in targets.items():
        if 0 <= target < len(following):
            squares[index]["ahead"][side] = following[target].start


def _join_diagonals(
    course: Course, squares: np.ndarray, span: range, side: int, beside: range, following: list[range], other: int  # type: ignore[type-arg]
) -> None:
    """Diagonal steps into the lane beside, from each square of a lane."""
    for index in span:
        front, rear = squares[index]["front"], squares[index]["rear"]
        last = index + 1 == span.stop
        if last and course.join == "spread":
            continue
        if course.diagonal == "beyond":
            target = next((i for i in beside if squares[i]["front"] > front), NOWHERE)
        else:
            reach = list(beside) + ([following[other].start] if other < len(following) else [])
            target = next(
                (i for i in reach if _holds(squares, i, front, index) and squares[i]["rear"] > rear), NOWHERE
            )
            if last and target == NOWHERE and other < len(following):
                target = following[other].start
        squares[index]["ahead"][side] = target


def _holds(squares: np.ndarray, index: int, point: int, of: int) -> bool:  # type: ignore[type-arg]
    """Whether a square holds a point of the road (its rear edge included, its front edge not)."""
    return bool(squares[index]["leg"] >= squares[of]["leg"] and squares[index]["rear"] <= point < squares[index]["front"])


def _bar(course: Course, squares: np.ndarray) -> None:  # type: ignore[type-arg]
    """Mark the diagonal steps that a solid line forbids (UR-19f): lines that meet end to end are one line."""
    spans: dict[int, list[tuple[int, int]]] = {}
    rear = Fraction(0)
    for segment in course.lap:
        for solid in segment.solid:
            spans.setdefault(solid.lane, []).append((course.units(rear + solid.start), course.units(rear + solid.end)))
        rear += segment.rows
    for lane, pieces in spans.items():
        for start, end in _merged(pieces):
            for square in squares:
                if start < square["front"] < end:
                    if square["lane"] == lane:
                        square["barred"][2] = 1
                    elif square["lane"] == lane + 1:
                        square["barred"][0] = 1


def _merged(pieces: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(pieces):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged

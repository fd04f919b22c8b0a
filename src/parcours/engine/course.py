"""A course: segments of road laid end to end, with lanes, squares, terrain, numbers and lines.

Segments are what a file describes: a straight or a curve with some lanes, each cut into its own number of squares.
A route is a list of segments (legs); it is unrolled, so a segment ridden twice counts as two stretches. Hexes and
road cards are segments that their games make from their own tables; the rounds of a profile are segments of one row
without squares.

Positions are whole numbers of *units* from the start line: each course takes the coarsest unit in which every edge
of every square is whole.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any, Literal

from numpy.typing import NDArray

from parcours.engine import registry
from parcours.engine.road import DERIVED, INSIDE_LEFT, Road
from parcours.engine.unroll import unroll
from parcours.errors import CourseError

Side = Literal["right", "left"]
Diagonal = Literal["overlap", "beyond"]
"""Which square of the next lane a diagonal step leads to. In both cases it is the one that holds the point beside the
rider's front edge; with "overlap" only if that square also begins ahead of the rider's own (UR-19e, L1-H4)."""
Join = Literal["right", "spread"]
"""How lanes meet where their number changes: counted from the right, or spread over the width (UR-19k, L1-H5)."""
PerSquare = tuple[tuple[int, ...], ...]
"""A number for every square, one tuple per lane. Empty: 0 for all."""


@dataclass(frozen=True)
class Solid:
    """A solid line between lane `lane` and lane `lane + 1`, in rows from the segment's beginning.

    It may run on past the segment's end.
    """

    lane: int
    start: Fraction
    end: Fraction


@dataclass(frozen=True)
class Segment:
    """A piece of road. Per-lane data runs from the right-most lane (lane 0), per-square data along the lane.

    >>> bend = Segment("Bend", Fraction(9, 2), (3, 4, 5, 6), turn=-90)
    >>> bend.lanes
    4
    """

    id: str
    rows: Fraction
    squares: tuple[int, ...]
    """The number of squares in each lane. Empty: a round of a profile."""
    terrain: str = "flat"
    values: PerSquare = ()
    """The numbers that the rules use."""
    labels: PerSquare = ()
    """The numbers that only tell squares apart."""
    marks: PerSquare = ()
    """Bits for `Square.flags`."""
    flags: int = 0
    """Bits for the stretch and all its squares."""
    turn: float = 0.0
    """Degrees by which the road turns: left is positive. For drawing."""
    solid: tuple[Solid, ...] = ()
    next: tuple[str, ...] = ()
    """The segments it leads to; more than one is a fork. Empty: the segment that follows in the file."""
    category: int = 0
    milestone: int = 0

    @property
    def lanes(self) -> int:
        return len(self.squares)

    def straight_on(self, id_: str, rows: int, terrain: str | None = None) -> Segment:
        """The road before the start or past the finish: straight, with the same lanes and one square per row.

        If the terrain stays the same, a climb keeps its category. Numbers and marks end with the segment.
        """
        return Segment(
            id_, Fraction(rows), (rows,) * self.lanes, terrain or self.terrain,
            flags=self.flags & INSIDE_LEFT, category=0 if terrain else self.category,
        )  # fmt: skip


@dataclass(frozen=True)
class RouteLine:
    """A line of the route: its kind, its place in rows from the start line, and the points it gives."""

    name: str
    kind: str
    at: Fraction
    scores: tuple[int, ...] = ()


@dataclass(frozen=True, repr=False)
class Course:
    """A course ready to ride: its segments, the route over them, and its lines in the order of riding."""

    id: str
    name: str
    game: str
    segments: tuple[Segment, ...]
    legs: tuple[str, ...]
    """Segment ids in riding order, with the road before the start and past the finish. On a circuit: one lap."""
    lines: tuple[RouteLine, ...]
    circuit: bool = False
    run_in: Fraction = Fraction(0)
    """How many rows of the first legs lie before the start line; positions there are below 0."""
    diagonal: Diagonal = "overlap"
    join: Join = "right"
    lanes_from: Side = "right"
    """The side from which the names of squares count lanes. (Lane 0 is always the right-most.)"""
    grain: int = 1
    """The number of units in a row is a multiple of this."""
    seed: int = 1
    """The seed of the landscape around the road."""
    source: str = ""
    """The text of the file that it was read from."""
    room: int = 0
    """For a road that is laid during the race: its final number of rows. (0: the road is complete.)"""
    before: Course | None = None
    """For such a road: the course before its last piece was laid. That part is drawn where it was."""
    facts: dict[str, object] = field(default_factory=dict)
    """Plain values that the game's rules need and that only the game understands."""
    table: Callable[[Road], NDArray[Any]] | None = None
    """Computes the table that the game's rules look up (`Road.table`)."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the fields alone: another process computes the cached properties again."""
        return Course, tuple(getattr(self, field.name) for field in fields(self))

    def __deepcopy__(self, memo: dict[int, Any]) -> Course:
        return self

    def __copy__(self) -> Course:
        return self

    def __repr__(self) -> str:
        return f"<course {self.id} of {self.game}, {len(self.lines)} lines>"

    def __str__(self) -> str:
        """The road from start to finish, and its lines."""
        return registry.shown().course_text(self)

    def _repr_svg_(self) -> str:
        """The map, in a notebook."""
        return registry.shown().course_picture(self)

    def picture(self, path: str | PathLike[str]) -> None:
        """Draw the map to an .svg or a .png file."""
        registry.shown().write(self._repr_svg_(), Path(path))

    @cached_property
    def by_id(self) -> dict[str, Segment]:
        return {segment.id: segment for segment in self.segments}

    @cached_property
    def lap(self) -> tuple[Segment, ...]:
        """The segments of the legs, in riding order."""
        return tuple(self.by_id[leg] for leg in self.legs)

    @cached_property
    def rows(self) -> Fraction:
        """The length of the whole road (of one lap, on a circuit)."""
        return sum((segment.rows for segment in self.lap), Fraction(0))

    @cached_property
    def unit(self) -> int:
        """How many units make a row."""
        edges = {self.run_in} | {line.at for line in self.lines}
        for segment in set(self.lap):
            edges |= {segment.rows} | {segment.rows / n for n in segment.squares}
            edges |= {edge for solid in segment.solid for edge in (solid.start, solid.end)}
        return math.lcm(self.grain, *(edge.denominator for edge in edges))

    def units(self, rows: Fraction) -> int:
        return int(rows * self.unit)

    @cached_property
    def finish(self) -> int:
        """The length of the race, in units."""
        return max((self.units(line.at) for line in self.lines if line.kind == "finish"), default=0)

    @cached_property
    def road(self) -> Road:
        """The flat arrays that the rules read."""
        return unroll(self)

    @cached_property
    def digest(self) -> str:
        """A digest of everything the rules can see of the course; names and landscape don't count.

        It leaves out fields that are 0 everywhere, so that a field added for one game does not change the digests of
        the others. It also leaves out fields that only follow from others.
        """
        told: dict[str, object] = {"game": self.game, "circuit": self.circuit, "unit": self.unit, "facts": self.facts}
        for name in ("squares", "stretches", "lines"):
            array = getattr(self.road, name)
            told[name] = {f: array[f].tolist() for f in array.dtype.names if f not in DERIVED and array[f].any()}
        return hashlib.sha256(json.dumps(told, sort_keys=True, default=str).encode()).hexdigest()[:16]

    @cached_property
    def square_names(self) -> tuple[str, ...]:
        """Every square as the specifications write it: `SEGMENT/lane:n`, with `#2` if ridden a second time."""
        names: list[str] = []
        ridden: Counter[str] = Counter()
        for segment in self.lap:
            ridden[segment.id] += 1
            again = f"#{ridden[segment.id]}" if ridden[segment.id] > 1 else ""
            for lane, count in enumerate(segment.squares):
                shown = lane + 1 if self.lanes_from == "right" else segment.lanes - lane
                names += [f"{segment.id}{again}/{shown}:{n + 1}" for n in range(count)]
        return tuple(names)

    @cached_property
    def _squares_by_name(self) -> dict[str, int]:
        return {name: index for index, name in enumerate(self.square_names)}

    def square_name(self, index: int) -> str:
        """A square's written name."""
        return self.square_names[index]

    def square_at(self, name: str) -> int:
        """The index of a square from its written name."""
        if name not in self._squares_by_name:
            raise CourseError(self.id, name, "there is no such square")
        return self._squares_by_name[name]

"""Leader 1: the hexes, both sides, from their file; and a hex as a piece of road (L1-H)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from parcours.engine.course import Segment
from parcours.engine.road import DARK, SPRINT_ZONE, TRACK
from parcours.engine.tablefile import Reader
from parcours.games.leader_one.tables import DATA, TERRAIN_NAMES, read_table

HEX_ROWS = 6
"""A hex is as long as six rows of a straight one (L1-H2)."""
TURNS = {"straight": 0, "gentle": 1, "tight": 2}
"""How many sixths of a full turn the road bends by (L1-H9)."""
FEWEST_SQUARES, MOST_SQUARES = 3, 7
_WRITTEN = re.compile(r"([0-9]{1,3}[AB])(.*)")


@dataclass(frozen=True)
class Shape:
    """How the road runs over a hex: squares per lane from the inside out, and the lane that the bunch rides in."""

    id: str
    turn: str
    squares: tuple[int, ...]
    track: int


@dataclass(frozen=True)
class Side:
    """One side of a hex (L1-A1a, L1-A1b)."""

    id: str
    number: int
    """The physical hex."""
    terrain: str
    """flat, false_flat, mountain or descent."""
    shape: Shape
    bend: str
    """L or R, as in the table of hexes; empty on a straight."""
    milestone: int
    role: str
    """start, finish, or empty."""
    sprint_zone: bool
    fixed_bend: bool
    dark: tuple[tuple[int, ...], ...]

    @property
    def curves(self) -> bool:
        return self.shape.turn != "straight"

    @property
    def bends(self) -> tuple[str, ...]:
        """The bends that the hex can be laid with (L1-H8)."""
        if not self.curves:
            return ("",)
        return (self.bend,) if self.fixed_bend else ("L", "R")


def _shape(table: Reader) -> Shape:
    squares = table.numbers("squares", table.take("squares", list), FEWEST_SQUARES, MOST_SQUARES)
    if len(squares) not in (2, 3):
        raise table.fail("squares", f"must be 2 or 3 numbers, one per lane, not {len(squares)}", "L1-H1")
    shape = Shape(
        table.text("id"), table.one_of("turn", tuple(TURNS)), squares, table.whole("track", 1, len(squares)) - 1
    )
    table.done()
    return shape


def _side(table: Reader, shapes: dict[str, Shape]) -> Side:
    id_ = table.text("id")
    if not _WRITTEN.fullmatch(id_) or id_[-1] not in "AB":
        raise table.fail("id", "must be the hex's number and its side, such as 16A", "L1-A1k")
    shape = shapes[table.one_of("shape", tuple(shapes))]
    dark = table.take("dark", list, [[]] * len(shape.squares))
    if len(dark) != len(shape.squares):
        raise table.fail("dark", f"must be {len(shape.squares)} lists, one per lane, not {len(dark)}", "L1-C2i")
    side = Side(
        id=id_,
        number=int(id_[:-1]),
        terrain=table.one_of("terrain", tuple(TERRAIN_NAMES)),
        shape=shape,
        bend=table.one_of("bend", ("L", "R")) if shape.turn != "straight" else "",
        milestone=table.whole("milestone", 0, 99),
        role=table.one_of("role", ("start", "finish", ""), ""),
        sprint_zone=table.take("sprint_zone", bool, False),
        fixed_bend=table.take("fixed_bend", bool, False),
        dark=tuple(table.numbers("dark", lane, 1, MOST_SQUARES) for lane in dark),
    )
    table.done()
    return side


def _sides() -> dict[str, Side]:
    top = read_table(DATA / "hexes.toml")
    shapes = {shape.id: shape for shape in map(_shape, top.tables("shapes"))}
    sides = {side.id: side for side in (_side(table, shapes) for table in top.tables("hexes"))}
    top.done()
    return sides


SIDES = _sides()


def read_hex(written: str) -> tuple[Side | None, str]:
    """Read a hex as courses write it: `12A`, `16AR`. Gives the side (None: there is none), and the bend asked for.

    >>> side, bend = read_hex("16AR")
    >>> side.terrain, side.shape.squares, bend
    ('mountain', (5, 7), 'R')
    """
    found = _WRITTEN.fullmatch(written)
    if not found or found[1] not in SIDES:
        return None, ""
    return SIDES[found[1]], found[2]


def bend_of(side: Side, asked: str) -> str:
    """The bend of a hex: the one that the course asks for, or else the one in the table (L1-H8)."""
    return asked or side.bend


def road_of(side: Side, bend: str, id_: str, category: int) -> Segment:
    """The hex as a piece of road. A hex lists its lanes from the inside, the course model from the right. A left bend
    has its inside on the left; so does a straight (L1-H1, L1-H7, L1-H8)."""
    from_right = 1 if bend == "R" else -1
    marks = [[0] * count for count in side.shape.squares]
    marks[side.shape.track] = [TRACK] * side.shape.squares[side.shape.track]
    for lane, dark in enumerate(side.dark):
        for square in dark:
            marks[lane][square - 1] |= DARK
    return Segment(
        id_,
        Fraction(HEX_ROWS),
        side.shape.squares[::from_right],
        TERRAIN_NAMES[side.terrain],
        marks=tuple(tuple(lane) for lane in marks[::from_right]),
        flags=SPRINT_ZONE if side.sprint_zone else 0,
        turn=60 * TURNS[side.shape.turn] * (-1 if bend == "R" else 1),
        category=category,
        milestone=side.milestone,
    )


def rows_of(side: Side, id_: str, terrain: str) -> Segment:
    """Six straight rows with the lanes of a hex: the road before the start and past the finish (L1-H6)."""
    lanes = len(side.shape.squares)
    track = len(side.shape.squares) - 1 - side.shape.track if side.bend != "R" else side.shape.track
    return Segment(
        id_, Fraction(HEX_ROWS), (HEX_ROWS,) * lanes, terrain,
        marks=tuple((TRACK if lane == track else 0,) * HEX_ROWS for lane in range(lanes)),
    )  # fmt: skip

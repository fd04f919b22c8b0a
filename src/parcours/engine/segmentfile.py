"""Segments of road from the tables of a course file."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from parcours.engine.course import PerSquare, Segment, Solid
from parcours.engine.road import (
    BEYOND_CATEGORY,
    DARK,
    FORD,
    HAIRPIN,
    INSIDE_LEFT,
    SPRINT_ZONE,
    TERRAINS,
    TRACK,
)  # fmt: skip
from parcours.engine.tablefile import Reader, shown

MAX_LANES = 8
MAX_LANE = 1000
"""The most squares in a lane of a segment, and the most rows."""
MARKS = {"hairpin": HAIRPIN, "ford": FORD, "dark": DARK, "sprint_zone": SPRINT_ZONE, "track": TRACK}
TURNS = {"straight": 0.0, "left": 90.0, "right": -90.0}


def read_segment(table: Reader, lanes: int, colours: Mapping[str, str]) -> Segment:
    """Read one segment. `lanes` is its number of lanes by default; `colours` are a game's own names for terrains."""
    id_ = plain_id(table)
    lanes = table.whole("lanes", 1, MAX_LANES, lanes, "UR-19k")
    rows = table.rows("rows")
    if not 0 < rows <= MAX_LANE:
        raise table.fail("rows", f"must be more than 0 and at most {MAX_LANE}")
    squares = _squares(table, rows, lanes)
    colour = table.text("terrain", "flat")
    terrain = colours.get(colour, colour)
    if terrain not in TERRAINS:
        raise table.fail("terrain", f"{shown(colour)} is unknown: use one of {', '.join((*TERRAINS, *colours))}")
    segment = Segment(
        id=id_,
        rows=rows,
        squares=squares,
        terrain=terrain,
        values=_numbers(table, "numbers", squares),
        labels=_numbers(table, "labels", squares),
        **_marks(table, squares),
        turn=_turn(table),
        solid=_solids(table, lanes),
        next=table.names("next", []),
        category=_category(table),
        milestone=table.whole("milestone", 0, 999, 0),
    )
    table.done()
    return segment


def plain_id(table: Reader) -> str:
    """An id without the characters that separate the parts of the names of squares and courses."""
    id_ = table.text("id")
    if set(id_) & set("/:#\\"):
        raise table.fail("id", f"{shown(id_)} must not contain / : # or \\, which separate the parts of a name")
    return id_


def _squares(table: Reader, rows: Fraction, lanes: int) -> tuple[int, ...]:
    """How many squares each lane has: one per row, unless the table says otherwise."""
    if "squares" not in table.table:
        if rows.denominator != 1:
            raise table.fail("squares", "is missing: add it, since rows is not a whole number")
        return (int(rows),) * lanes
    squares = table.numbers("squares", table.take("squares", list), 1, MAX_LANE)
    if len(squares) != lanes:
        raise table.fail("squares", f"must be {lanes} whole numbers, one for each lane")
    return squares


def _turn(table: Reader) -> float:
    shape = table.one_of("shape", tuple(TURNS), "straight")
    turn = float(table.whole("turn", 0, 360, int(abs(TURNS[shape]))))
    if shape == "straight" and turn:
        raise table.fail("turn", "must be 0 on a straight: for a bend, set shape to left or right")
    return -turn if shape == "right" else turn


def _category(table: Reader) -> int:
    category = table.take("category", (int, str), 0)
    if category == "HC":
        return BEYOND_CATEGORY
    if isinstance(category, str) or not 0 <= category < BEYOND_CATEGORY:
        raise table.fail("category", f'must be 0 to {BEYOND_CATEGORY - 1} or "HC", not {shown(category)}')
    return int(category)


def _numbers(table: Reader, field: str, squares: tuple[int, ...]) -> PerSquare:
    """The printed numbers: one for all squares, one per row, or a list per lane."""
    given = table.take(field, (int, list), None)
    if given is None:
        return ()
    if isinstance(given, int):
        return tuple(table.numbers(field, [given], -999, 999) * count for count in squares)
    if not given or not isinstance(given[0], list):
        given = [given] * len(squares)
    numbers = tuple(table.numbers(field, lane, -999, 999) for lane in given)
    if [len(lane) for lane in numbers] != list(squares):
        raise table.fail(field, f"must have a number for each square: the lanes have {', '.join(map(str, squares))}")
    return numbers


def _marks(table: Reader, squares: tuple[int, ...]) -> dict[str, Any]:
    """Marks on squares (kind, lane, square) or on the whole segment (kind), and its inside."""
    marks = [[0] * n for n in squares]
    flags = INSIDE_LEFT if table.one_of("inside", ("right", "left"), "right") == "left" else 0
    given = table.take("marks", list, [])
    for number, mark in enumerate(given):
        place = f"marks[{number + 1}]"
        if not (
            isinstance(mark, list) and mark and isinstance(mark[0], str) and mark[0] in MARKS and len(mark) in (1, 3)
        ):
            raise table.fail(place, f"must be [kind, lane, square] or [kind], with a kind from {', '.join(MARKS)}")
        if len(mark) == 1:
            flags |= MARKS[mark[0]]
            continue
        lane, square = table.numbers(place, mark[1:], 1, MAX_LANE)
        if lane > len(squares) or square > squares[lane - 1]:
            raise table.fail(place, f"there is no square {square} in lane {lane}")
        marks[lane - 1][square - 1] |= MARKS[mark[0]]
    return {"flags": flags, "marks": tuple(map(tuple, marks)) if given else ()}


def _solids(table: Reader, lanes: int) -> tuple[Solid, ...]:
    """Solid lines: the two lanes that each line separates, and the rows of the segment where it begins and ends. A line
    may run past the segment's end."""
    solids = []
    for number, line in enumerate(table.take("solid", list, [])):
        place = f"solid[{number + 1}]"
        pair = re.fullmatch(r"([1-8])\|([1-8])", line[0]) if _is_solid(line) else None
        if pair is None:
            raise table.fail(place, 'must be [lanes, from row, to row], such as ["2|3", 0, 4.5]', "UR-19l")
        right, left = int(pair[1]), int(pair[2])
        if left != right + 1 or left > lanes:
            raise table.fail(
                place, f"{line[0]} must be two neighbouring lanes of the {lanes}, the lower one first", "UR-19f"
            )
        start, end = table.length(place, line[1]), table.length(place, line[2])
        if not 0 <= start < end:
            raise table.fail(
                place, f"runs from row {start} to row {end}: it must begin at 0 or later and end further on", "UR-19f"
            )
        solids.append(Solid(right - 1, start, end))
    return tuple(solids)


def _is_solid(line: object) -> bool:
    return isinstance(line, list) and len(line) == 3 and isinstance(line[0], str)

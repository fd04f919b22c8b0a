"""Reading courses from TOML: every fault is told with the file, the place in it and the clause that it breaks."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from parcours.engine.course import Course, RouteLine, Segment, Solid
from parcours.engine.road import FORD, HAIRPIN, LINE_KINDS, MAX_SCORES, TERRAINS
from parcours.errors import CourseError

MARKS = {"hairpin": HAIRPIN, "ford": FORD}
SHAPES = {"straight": 0.0, "left": 90.0, "right": -90.0}
COLOURS = {"red": "climb", "ochre": "descent", "green": "cobbles"}
"""Um Reifenbreite's names for terrains: files may use either."""


class Reader:
    """One table of a file, read field by field: wrong types, missing and unknown fields are errors with their place."""

    def __init__(self, file: str, place: str, table: object) -> None:
        self.file, self.place = file, place
        if not isinstance(table, dict):
            raise CourseError(file, place, "must be a table")
        self.table: dict[str, Any] = dict(table)

    def fail(self, field: str, what: str, clause: str = "") -> CourseError:
        return CourseError(self.file, f"{self.place}.{field}" if self.place else field, what, clause)

    def take(self, field: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        if field not in self.table:
            if default is ...:
                raise self.fail(field, "is missing")
            return default
        value = self.table.pop(field)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if not isinstance(value, kind) or (isinstance(value, bool) and bool not in kinds):
            words = " or ".join({"str": "text", "int": "a whole number", "float": "a number", "bool": "true or false",
                                 "list": "a list"}.get(k.__name__, k.__name__) for k in kinds)  # fmt: skip
            raise self.fail(field, f"must be {words}, not {value!r}")
        return value

    def rows(self, field: str, default: Any = ...) -> Fraction:
        """A length in rows: whole numbers, decimals, or fractions written as text ("4 1/2" is not one; "9/2" is)."""
        value = self.take(field, (int, float, str), default)
        try:
            length = Fraction(str(value))
        except (ValueError, ZeroDivisionError):
            raise self.fail(field, f"{value!r} is no length") from None
        return length

    def tables(self, field: str) -> list[Reader]:
        found = self.take(field, list, [])
        return [Reader(self.file, f"{self.place}{field}[{i + 1}]", table) for i, table in enumerate(found)]

    def done(self) -> None:
        for field in self.table:
            raise self.fail(field, "is not a field known here")


def read_toml(path: Path | str, text: str | None = None) -> Reader:
    """The top table of a TOML file (or of the text given)."""
    file = str(path)
    try:
        table = tomllib.loads(Path(path).read_text(encoding="utf-8") if text is None else text)
    except OSError as error:
        raise CourseError(file, "file", f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CourseError(file, "file", "is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise CourseError(file, "file", f"is not TOML: {error}") from None
    return Reader(file, "", table)


def read_course(path: Path | str, text: str | None = None) -> Course:
    """Read a course made of segments. (Games whose courses are hexes, cards or rounds add their own readers.)"""
    top = read_toml(path, text)
    version = top.take("format", int)
    if version != 1:
        raise top.fail("format", f"this Parcours reads course files of format 1, not {version}")
    segments = [_segment(table) for table in top.tables("segments")]
    if not segments:
        raise top.fail("segments", "a course needs at least one")
    ids = [segment.id for segment in segments]
    for number, segment in enumerate(segments):
        place = f"segments[{number + 1}]"
        if segment.id in ids[:number]:
            raise CourseError(top.file, f"{place}.id", f"{segment.id!r} stands twice")
        for following in segment.next:
            if following not in ids:
                raise CourseError(top.file, f"{place}.next", f"there is no segment {following!r}")
    circuit = top.take("circuit", bool, False)
    legs = top.take("legs", list, ids)
    _check_legs(top, legs, segments, circuit)
    length = sum((s.rows for leg in legs for s in segments if s.id == leg), Fraction(0))
    distance = top.rows("distance", str(length))
    if distance <= 0 or (not circuit and distance > length):
        raise top.fail("distance", f"the race is {distance} rows, the road {length}")
    lines = [_line(table, distance) for table in top.tables("lines")]
    course = Course(
        id=Path(path).stem,
        name=top.take("name", str),
        game=top.take("game", str),
        segments=tuple(segments),
        legs=tuple(legs),
        lines=_in_order(top, lines),
        circuit=circuit,
        start_rows=top.take("start_rows", int, 1),
        diagonal=_one_of(top, "diagonal", ("overlap", "beyond"), "overlap"),  # type: ignore[arg-type]
        join=_one_of(top, "join", ("right", "spread"), "right"),  # type: ignore[arg-type]
        seed=top.take("seed", int, 1),
        source=text if text is not None else Path(path).read_text(encoding="utf-8"),
    )
    top.done()
    return course


def _one_of(table: Reader, field: str, allowed: tuple[str, ...], default: Any = ...) -> str:
    value: str = table.take(field, str, default)
    if value not in allowed:
        raise table.fail(field, f"{value!r} is none of {', '.join(allowed)}")
    return value


def _check_legs(top: Reader, legs: list[Any], segments: list[Segment], circuit: bool) -> None:
    """Every leg is a segment, and leads to the one after it."""
    following = {s.id: s.next or ((segments[(i + 1) % len(segments)].id,)) for i, s in enumerate(segments)}
    for number, leg in enumerate(legs):
        if leg not in following:
            raise top.fail(f"legs[{number + 1}]", f"there is no segment {leg!r}")
    pairs = list(zip(legs, legs[1:] + (legs[:1] if circuit else []), strict=False))
    for number, (leg, onward) in enumerate(pairs):
        if onward not in following[leg]:
            raise top.fail(f"legs[{number + 1}]", f"{leg!r} does not lead to {onward!r}")


def _segment(table: Reader) -> Segment:
    id_ = table.take("id", str)
    shape = _one_of(table, "shape", tuple(SHAPES), "straight")
    turn = float(table.take("turn", (int, float), abs(SHAPES[shape])))
    rows = table.rows("rows")
    if rows <= 0:
        raise table.fail("rows", "must be more than 0")
    lanes = table.take("lanes", int, 1)
    if not 1 <= lanes <= 8:
        raise table.fail("lanes", "must be 1 to 8", "UR-19k")
    given = table.take("squares", list, None)
    if given is None:
        if rows.denominator != 1:
            raise table.fail("squares", "must be given for a segment whose rows are not whole")
        given = [int(rows)] * lanes
    if len(given) != lanes or not all(isinstance(n, int) and n > 0 for n in given):
        raise table.fail("squares", f"must be {lanes} whole numbers, one a lane")
    squares = tuple(given)
    terrain_name = table.take("terrain", str, "flat")
    terrain = COLOURS.get(terrain_name, terrain_name)
    if terrain not in TERRAINS:
        raise table.fail("terrain", f"{terrain_name!r} is none of {', '.join((*TERRAINS, *COLOURS))}")
    segment = Segment(
        id=id_,
        rows=rows,
        squares=squares,
        terrain=tuple((terrain,) * n for n in squares),
        values=_numbers(table, squares),
        flags=_marks(table, squares),
        turn=turn if shape == "left" else -turn if shape == "right" else 0.0,
        solid=_solids(table, lanes),
        next=tuple(table.take("next", list, [])),
        category=table.take("category", int, 0),
        milestone=table.take("milestone", int, 0),
    )
    table.done()
    return segment


def _numbers(table: Reader, squares: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The printed numbers: one for all, one a row, or a list a lane."""
    given = table.take("numbers", (int, list), 0)
    if isinstance(given, int):
        return tuple((given,) * n for n in squares)
    if given and all(isinstance(lane, list) for lane in given):
        if [len(lane) for lane in given] != list(squares):
            raise table.fail("numbers", f"needs lists of {', '.join(map(str, squares))} numbers")
        return tuple(tuple(lane) for lane in given)
    if not all(isinstance(n, int) for n in given) or any(len(given) != n for n in squares):
        raise table.fail("numbers", f"needs {max(squares)} whole numbers, one a row")
    return tuple(tuple(given) for _ in squares)


def _marks(table: Reader, squares: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    flags = [[0] * n for n in squares]
    for number, mark in enumerate(table.take("marks", list, [])):
        place = f"marks[{number + 1}]"
        if not (isinstance(mark, list) and len(mark) == 3 and mark[0] in MARKS):
            raise table.fail(place, f"must be [{' or '.join(MARKS)}, lane, square]")
        kind, lane, square = mark
        if not (1 <= lane <= len(squares) and 1 <= square <= squares[lane - 1]):
            raise table.fail(place, f"there is no square {square} in lane {lane}")
        flags[lane - 1][square - 1] |= MARKS[kind]
    return tuple(tuple(lane) for lane in flags)


def _solids(table: Reader, lanes: int) -> tuple[Solid, ...]:
    solids = []
    for number, line in enumerate(table.take("solid", list, [])):
        place = f"solid[{number + 1}]"
        if not (isinstance(line, list) and len(line) == 3 and isinstance(line[0], int) and 1 <= line[0] < lanes):
            raise table.fail(place, "must be [lane, from row, to row], the line lying left of that lane")
        start, end = Fraction(str(line[1])), Fraction(str(line[2]))
        if not 0 <= start < end:
            raise table.fail(place, f"runs from row {start} to row {end}")
        solids.append(Solid(line[0] - 1, start, end))
    return tuple(solids)


def _line(table: Reader, distance: Fraction) -> tuple[Reader, RouteLine]:
    kind = _one_of(table, "kind", LINE_KINDS)
    line = RouteLine(
        name=table.take("name", str),
        kind=kind,
        at=table.rows("at"),
        scores=tuple(table.take("points", list, [])),
    )
    if not 0 < line.at <= distance:
        raise table.fail("at", f"the line lies at {line.at}, the course ends at {distance}")
    if not all(isinstance(p, int) and 0 <= p < 1000 for p in line.scores) or len(line.scores) > MAX_SCORES:
        raise table.fail("points", f"must be up to {MAX_SCORES} whole numbers from 0 to 999")
    table.done()
    return table, line


def _in_order(top: Reader, lines: list[tuple[Reader, RouteLine]]) -> tuple[RouteLine, ...]:
    for (_, before), (table, line) in zip(lines, lines[1:], strict=False):
        if line.at < before.at:
            raise table.fail("at", f"{line.at} comes before the line above it: lines stand in riding order")
    finishes = [line for _, line in lines if line.kind == "finish"]
    if len(finishes) != 1 or lines[-1][1].kind != "finish":
        raise top.fail("lines", "the last line, and only that, must be the finish")
    return tuple(line for _, line in lines)

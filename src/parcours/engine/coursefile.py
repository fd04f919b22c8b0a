"""Courses from TOML files: segments of road, and either one way over them or several routes to choose from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from pathlib import Path
from typing import Any

from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.road import LINE_KINDS, MAX_SCORES
from parcours.engine.segmentfile import MAX_LANES, plain_id, read_segment
from parcours.engine.tablefile import Reader, read_text, read_toml, shown
from parcours.engine.unroll import leads_nowhere, touched_lanes
from parcours.errors import CourseError

FORMAT = 1
RUN_OUT_ID = "X"
"""The id of the straight past the finish, as the specifications write it."""
MAX_SQUARES = 3000
MAX_ROAD = 400
"""The longest road, in rows. The time to draw a road grows with the cube of its length."""
MAX_RACE = 1000
"""The longest race, in rows. (On a circuit the race is longer than the road.)"""
MAX_RUN_OUT = 1000
MAX_ROUTES = 50
FINEST = 2**30
"""Positions along the road, in units, must stay below this."""


def read_course(
    path: Path | str, text: str | None = None, route: str | None = None, colours: Mapping[str, str] | None = None
) -> Course:
    """Read a course made of segments. (Games whose courses are hexes, cards or rounds add their own readers.)

    From a file with several routes this reads the one asked for, or else the first. `colours` are a game's own names
    for terrains. The course's id is the file's name; with routes it is NAME:ROUTE, and text given under such a name is
    read as that route.

    >>> text = '''
    ... format = 1
    ... game = "breaking_away"
    ... name = "Two bends"
    ... segments = [{id = "first", rows = 5, shape = "left"}, {id = "second", rows = 7, shape = "left"}]
    ... lines = [{kind = "finish", name = "Finish", at = 12, points = [3, 2, 1]}]
    ... '''
    >>> course = read_course("two_bends.toml", text)
    >>> course.id, course.finish, course.square_name(5)
    ('two_bends', 12, 'second/1:1')
    """
    name, _, named = Path(path).stem.partition(":")
    courses = read_courses(path, text, colours)
    wanted = route or named
    for course in courses:
        if course.id == (f"{name}:{wanted}" if wanted else courses[0].id):
            return course
    routes = ", ".join(course.id.partition(":")[2] for course in courses)
    known = f"routes: {routes}" if routes else "the file has no routes"
    raise CourseError(str(path), "routes", f"there is no route {shown(wanted)} ({known})")


def read_courses(
    path: Path | str, text: str | None = None, colours: Mapping[str, str] | None = None
) -> tuple[Course, ...]:
    """Every route of a course file, each as its own course; a file without routes is one course."""
    source = read_text(path) if text is None else text
    top = read_toml(path, source)
    version = top.take("format", int)
    if version != FORMAT:
        raise top.fail(
            "format", f"this version of Parcours reads course files of format {FORMAT}, not {shown(version)}"
        )
    board = _board(top, source, colours or {})
    courses = _routes(top, board) if "routes" in top.table else (_only_way(top, board),)
    top.done()
    for course in courses:
        check_road(course, top.file)
    return courses


@dataclass(frozen=True)
class _Board:
    """What all routes of a file share."""

    stem: str
    name: str
    segments: tuple[Segment, ...]
    shared: dict[str, Any]

    @cached_property
    def by_id(self) -> dict[str, Segment]:
        return {segment.id: segment for segment in self.segments}

    @cached_property
    def onward(self) -> dict[str, tuple[str, ...]]:
        """Where each segment leads."""
        following = (*self.segments[1:], self.segments[0])
        return {s.id: s.next or (after.id,) for s, after in zip(self.segments, following, strict=True)}

    def course(self, top: Reader, id_: str, name: str, legs: tuple[str, ...], run_out: int, **more: Any) -> Course:
        """A course over the segments, with its run-out."""
        segments = self.segments
        if run_out:
            if RUN_OUT_ID in self.by_id:
                raise top.fail("run_out", f"the run-out has the id {RUN_OUT_ID!r}: give that segment another id")
            past = self.by_id[legs[-1]].straight_on(RUN_OUT_ID, run_out)
            segments, legs = (*segments, past), (*legs, RUN_OUT_ID)
        return Course(id=id_, name=name, segments=segments, legs=legs, **more, **self.shared)


def _board(top: Reader, source: str, colours: Mapping[str, str]) -> _Board:
    lanes = top.whole("lanes", 1, MAX_LANES, 1, "UR-19k")
    segments: dict[str, Segment] = {}
    tables = top.tables("segments")
    for table in tables:
        segment = read_segment(table, lanes, colours)
        if segment.id in segments:
            raise table.fail("id", f"{shown(segment.id)} is already used: choose another id")
        segments[segment.id] = segment
    if not segments:
        raise top.fail("segments", "a course needs at least one segment")
    for table, segment in zip(tables, segments.values(), strict=True):
        for number, onward in enumerate(segment.next):
            if onward not in segments:
                raise table.fail(f"next[{number + 1}]", f"there is no segment {shown(onward)}", "UR-19m")
    shared = {
        "game": top.text("game"),
        "diagonal": top.one_of("diagonal", ("overlap", "beyond"), "overlap"),
        "join": top.one_of("join", ("right", "spread"), "right"),
        "seed": top.whole("seed", 0, 2**31 - 1, 1),
        "source": source,
    }
    return _Board(Path(top.file).stem.partition(":")[0], top.text("name"), tuple(segments.values()), shared)


# --- One way over the segments ---------------------------------------------------------------------------------------


def _only_way(top: Reader, board: _Board) -> Course:
    """A file without routes: its legs (all segments, unless it names them), and lines by distance from the start."""
    circuit = top.take("circuit", bool, False)
    legs = top.names("legs", [segment.id for segment in board.segments])
    _check_legs(top, legs, board, circuit)
    length = sum((board.by_id[leg].rows for leg in legs), Fraction(0))
    run_in, run_out = top.rows("run_in", Fraction(0)), top.whole("run_out", 0, MAX_RUN_OUT, 0)
    if not 0 <= run_in < length:
        raise top.fail("run_in", f"must be at least 0 and less than the road's {length} rows")
    if circuit and (run_in or run_out):
        raise top.fail("run_in" if run_in else "run_out", "is not possible on a circuit: remove it")
    distance = top.rows("distance", length - run_in)
    if distance <= 0 or (not circuit and distance > length - run_in):
        limit = "" if circuit else f" and at most the {length - run_in} rows of the road"
        raise top.fail("distance", f"must be more than 0{limit}, not {distance}")
    lines = _lines(top, distance)
    return board.course(
        top, Path(top.file).stem, board.name, legs, run_out, circuit=circuit, run_in=run_in, lines=lines
    )


def _check_legs(table: Reader, legs: tuple[str, ...], board: _Board, circuit: bool = False) -> None:
    """Check that every leg is a segment and leads to the next leg."""
    if not legs:
        raise table.fail("legs", "must name at least one segment")
    for number, leg in enumerate(legs):
        if leg not in board.onward:
            raise table.fail(f"legs[{number + 1}]", f"there is no segment {shown(leg)}", "UR-19m")
    for number, (leg, onward) in enumerate(pairwise((*legs, legs[0]) if circuit else legs)):
        if onward not in board.onward[leg]:
            raise table.fail(f"legs[{number + 1}]", f"{shown(leg)} does not lead to {shown(onward)}", "UR-19m")


def _lines(top: Reader, distance: Fraction) -> tuple[RouteLine, ...]:
    lines: list[RouteLine] = []
    for table in top.tables("lines"):
        kind, name, at = table.one_of("kind", LINE_KINDS), table.text("name"), table.rows("at")
        points = _points(table, "points", table.take("points", list, []))
        if not 0 < at <= distance:
            raise table.fail("at", f"must be more than 0 and at most {distance}, the rows of the race, not {at}")
        if lines and at < lines[-1].at:
            raise table.fail("at", f"{at} comes before the line above it: list lines in riding order")
        table.done()
        lines.append(RouteLine(name, kind, at, points))
    if [line.kind for line in lines].count("finish") != 1 or lines[-1].kind != "finish":
        raise top.fail("lines", "must have exactly one finish, as the last line")
    return tuple(lines)


def _points(table: Reader, field: str, given: object) -> tuple[int, ...]:
    points = table.numbers(field, given, 0, 999)
    if len(points) > MAX_SCORES:
        raise table.fail(field, f"at most {MAX_SCORES} riders can score at a line")
    return points


# --- Several routes over one board (UR-19l) ---------------------------------------------------------------------------


def _routes(top: Reader, board: _Board) -> tuple[Course, ...]:
    starts = _by_id(top, "starts", "segment", board)
    lines = _by_id(top, "lines", "after", board)
    courses: list[Course] = []
    for table in top.tables("routes", MAX_ROUTES):
        course = _route(table, board, starts, lines)
        if course.id in [other.id for other in courses]:
            raise table.fail("id", "is already used: choose another id")
        courses.append(course)
    if not courses:
        raise top.fail("routes", "must have at least one route")
    return tuple(courses)


def _by_id(top: Reader, field: str, of: str, board: _Board) -> dict[str, str]:
    """Starts or lines by id, each with the segment it belongs to."""
    found: dict[str, str] = {}
    for table in top.tables(field):
        id_, segment = table.text("id"), table.text(of)
        if id_ in found:
            raise table.fail("id", f"{shown(id_)} is already used: choose another id")
        if segment not in board.onward:
            raise table.fail(of, f"there is no segment {shown(segment)}", "UR-19m")
        table.done()
        found[id_] = segment
    return found


def _route(table: Reader, board: _Board, starts: Mapping[str, str], lines: Mapping[str, str]) -> Course:
    """A route: its legs from a start, its sprints by the ids of their lines, the finish where the last leg ends."""
    id_, name, start = plain_id(table), table.text("name"), table.text("start")
    if start not in starts:
        raise table.fail("start", f"there is no start {shown(start)}", "UR-19m")
    legs = table.names("legs")
    _check_legs(table, legs, board)
    if legs[0] != starts[start]:
        raise table.fail("legs[1]", f"start {shown(start)} is on {shown(starts[start])}: begin there", "UR-19m")
    if len(legs) < 2:
        raise table.fail("legs", "must name at least one segment after the start", "UR-19m")
    passed: list[tuple[str, Fraction]] = []
    at = Fraction(0)
    for leg in legs[1:]:
        at += board.by_id[leg].rows
        passed += [(line, at) for line, after in lines.items() if after == leg]
    sprints = _sprints(table, Counter(line for line, _ in passed), [line for line, where in passed if where == at])
    ridden = [
        RouteLine(line, "sprint" if line in sprints else "pass", where, sprints.get(line, ()))
        for line, where in passed
        if where < at
    ]
    finish = RouteLine(next((line for line, where in passed if where == at), "Finish"), "finish", at)
    run_out, short = table.whole("run_out", 0, MAX_RUN_OUT, 0), table.take("short", bool, False)
    table.done()
    return board.course(
        table, f"{board.stem}:{id_}", name, legs, run_out,
        lines=(*ridden, finish), run_in=board.by_id[legs[0]].rows, facts={"short": short},
    )  # fmt: skip


def _sprints(table: Reader, passed: Mapping[str, int], at_finish: list[str]) -> dict[str, tuple[int, ...]]:
    """The lines that give points: the route must pass each exactly once, and before the finish."""
    sprints: dict[str, tuple[int, ...]] = {}
    for number, entry in enumerate(table.take("sprints", list, [])):
        place = f"sprints[{number + 1}]"
        if not isinstance(entry, list) or len(entry) < 2 or not isinstance(entry[0], str):
            raise table.fail(place, 'must be a line\'s id and the points it gives, such as ["D", 11, 8, 5]')
        line = entry[0]
        if passed.get(line, 0) != 1:
            often = "passed more than once" if line in passed else "not passed"
            raise table.fail(place, f"line {shown(line)} is {often} on this route", "UR-19m")
        if line in at_finish or line in sprints:
            already = "already a sprint" if line in sprints else "the finish"
            raise table.fail(place, f"line {shown(line)} is {already}", "UR-19m")
        sprints[line] = _points(table, place, entry[1:])
    return sprints


# --- The road as a whole ----------------------------------------------------------------------------------------------


def check_road(course: Course, file: str) -> None:
    """Refuse a road that is too long or too finely divided, or on which a rider would get stuck. Every game's reader
    calls this."""
    number = sum(sum(segment.squares) for segment in course.lap)
    if number > MAX_SQUARES:
        raise CourseError(file, "legs", f"the road has {number:,} squares: at most {MAX_SQUARES:,} are allowed")
    furthest = max((line.at for line in course.lines), default=Fraction(0))
    for field, rows, most in (("legs", course.rows, MAX_ROAD), ("lines", furthest, MAX_RACE)):
        if rows > most:
            raise CourseError(file, field, f"reach {float(rows):,g} rows: at most {most:,} are allowed")
    if max([course.rows, *(line.at for line in course.lines)]) * course.unit >= FINEST:
        raise CourseError(file, "segments", "the rows are divided too finely: use simpler fractions")
    if course.join == "spread":
        for segment, onward in pairwise((*course.lap, course.lap[0]) if course.circuit else course.lap):
            if any(len(touched_lanes(lane, segment.lanes, onward.lanes)) > 3 for lane in range(segment.lanes)):
                what = f"one of its lanes would lead to more than 3 lanes of {shown(onward.id)}"
                raise CourseError(file, _place(course, segment), what, "L1-H5")
    for square in leads_nowhere(course):
        segment = course.lap[int(course.road.squares["leg"][square])]
        what = f"no step leads on from {shown(course.square_name(square))}: riders would be stuck"
        raise CourseError(file, _place(course, segment), what, "UR-19m")


def _place(course: Course, segment: Segment) -> str:
    return f"segments[{course.segments.index(segment) + 1}]"

"""Um Reifenbreite: what a course must be like to be ridden (UR-19m)."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.road import NOWHERE, TERRAINS
from parcours.errors import CourseError
from parcours.games.um_reifenbreite.state import LONGEST, MAX_LANES, MAX_SPRINTS, REACH, RIDERS

START_LANES = 4
MOST_POINTS = 12
HARDEST = -11
MOST_SQUARES = 3000
FINEST = 2**31 // MAX_LANES
SCORERS = 3
_OCHRE, _RED, _GREEN = TERRAINS.index("descent"), TERRAINS.index("climb"), TERRAINS.index("cobbles")
Squares = np.ndarray[Any, np.dtype[np.bool_]]
_KNOWN = (TERRAINS.index("flat"), _OCHRE, _RED, _GREEN)


def check_course(course: Course) -> None:
    """Refuse a course that breaks a rule of the game, with the clause."""
    _check_start(course)
    _check_lines(course)
    _check_numbers(course)
    _check_run_out(course)


def check_teams(course: Course, teams: int) -> None:
    """Every team needs a start row (UR-5e)."""
    rows = course.lap[0].squares[0]
    if rows < teams:
        raise CourseError(course.id, course.legs[0], f"the start has {rows} rows for {teams} teams", "UR-19m")


def _check_start(course: Course) -> None:
    start = course.lap[0]
    if course.circuit or len(course.lap) < 2 or course.run_in != start.rows:
        raise CourseError(course.id, "legs", "a route begins on a start of its own, and does not go round", "UR-19a")
    if start.lanes < START_LANES:
        what = f"the start has {start.lanes} lanes; {RIDERS} riders a team need {START_LANES}"
        raise CourseError(course.id, start.id, what, "UR-19m")
    if len(set(start.squares)) != 1:
        raise CourseError(course.id, start.id, "the lanes of a start have equally many squares", "UR-5a")


def _check_lines(course: Course) -> None:
    squares = course.road.squares
    sprints = [line for line in course.lines if line.kind == "sprint"]
    if len(sprints) > MAX_SPRINTS:
        raise CourseError(course.id, "sprints", f"{len(sprints)} sprints; {MAX_SPRINTS} are the most", "UR-19m")
    for line in course.lines:
        if line.kind not in ("sprint", "pass", "finish"):
            raise CourseError(course.id, line.name, f"a line of the kind {line.kind!r} is unknown here", "UR-19l")
        at = course.units(line.at)
        if ((squares["rear"] < at) & (at < squares["front"])).any():
            raise CourseError(course.id, line.name, "a line lies between two rows", "UR-14a")
    for line in sprints:
        if len(line.scores) != SCORERS:
            raise CourseError(course.id, line.name, "the first three riders score at a sprint", "UR-14a")


def _check_numbers(course: Course) -> None:
    """Red and green take away, ochre adds, flat has no number."""
    squares = course.road.squares
    if len(squares) > MOST_SQUARES or int(np.abs(squares["front"]).max()) >= FINEST:
        raise CourseError(course.id, "legs", f"the road is too long or cut too fine ({MOST_SQUARES} squares at most)")
    value, terrain = squares["value"], squares["terrain"]
    hard = (terrain == _RED) | (terrain == _GREEN)
    wrong = ~np.isin(terrain, _KNOWN)
    wrong |= hard & ((value > -1) | (value < HARDEST))
    wrong |= (terrain == _OCHRE) & ((value < 1) | (value > LONGEST - MOST_POINTS))
    wrong |= (terrain == _KNOWN[0]) & (value != 0)
    wrong &= squares["rear"] < course.finish  # no move begins on the run-out
    for index in np.flatnonzero(wrong)[:1]:
        what = f"{value[index]} is no number for {TERRAINS[terrain[index]]}"
        raise CourseError(course.id, course.square_name(int(index)), what, "UR-19m")


def _check_run_out(course: Course) -> None:
    """At least 12 rows and the largest ochre number from which the line can be reached; and from no square more in its
    own reach than a decision can have (UR-19m)."""
    squares = course.road.squares
    rides = squares["rear"] < course.finish  # no move begins on the run-out
    own = MOST_POINTS + np.where(rides, np.maximum(squares["value"], 0), 0)
    beyond = squares["rear"] >= course.finish
    bonus = 0
    within = np.eye(len(squares), dtype=bool)
    for steps in range(1, int(own.max()) + 1):
        within = _one_step_more(squares, within)
        here = rides & (own == steps)
        many = within.sum(axis=1) - 1
        for square in np.flatnonzero(here & (many > REACH))[:1]:
            what = f"{many[square]} squares are in reach of a rider; {REACH} are the most"
            raise CourseError(course.id, course.square_name(int(square)), what, "UR-19m")
        if (within[here] & beyond).any():
            bonus = max(bonus, steps - MOST_POINTS)
    rows = (course.units(course.rows - course.run_in) - course.finish) / course.unit
    if rows < MOST_POINTS + bonus:
        raise CourseError(course.id, "run_out", f"has {rows:g} rows; {MOST_POINTS + bonus} are needed", "UR-19m")


def _one_step_more(squares: Any, within: Squares) -> Squares:
    """Which squares (columns) can be reached from each square (rows), with one step more than `within` tells."""
    onward = within.copy()
    for way in range(3):
        there = squares["ahead"][:, way]
        real = np.flatnonzero((there != NOWHERE) & (squares["barred"][:, way] == 0))
        onward[real] |= within[there[real]]
    return onward

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
Squares = np.ndarray[Any, np.dtype[np.bool_]]
_NUMBERS = {"flat": (0, 0), "climb": (HARDEST, -1), "cobbles": (HARDEST, -1), "descent": (1, LONGEST - MOST_POINTS)}
"""The terrains of the game, and the lowest and highest number that a square of each can have."""


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
        raise CourseError(
            course.id, course.legs[0], f"the start has {rows} rows, but {teams} teams need {teams}", "UR-19m"
        )


def _check_start(course: Course) -> None:
    start = course.lap[0]
    if course.circuit or len(course.lap) < 2 or course.run_in != start.rows:
        raise CourseError(
            course.id, "legs", "a route must begin with a start of its own and must not be a circuit", "UR-19a"
        )
    if start.lanes < START_LANES:
        what = f"the start has {start.lanes} lanes, but teams of {RIDERS} riders need {START_LANES}"
        raise CourseError(course.id, start.id, what, "UR-19m")
    if len(set(start.squares)) != 1:
        raise CourseError(course.id, start.id, "all lanes of the start must have the same number of squares", "UR-5a")


def _check_lines(course: Course) -> None:
    squares = course.road.squares
    sprints = [line for line in course.lines if line.kind == "sprint"]
    if len(sprints) > MAX_SPRINTS:
        raise CourseError(
            course.id, "sprints", f"at most {MAX_SPRINTS} sprints are allowed, not {len(sprints)}", "UR-19m"
        )
    for line in course.lines:
        if line.kind not in ("sprint", "pass", "finish"):
            raise CourseError(
                course.id,
                line.name,
                f"this game has no line of the kind {line.kind!r}: use sprint, pass or finish",
                "UR-19l",
            )
        at = course.units(line.at)
        if ((squares["rear"] < at) & (at < squares["front"])).any():
            raise CourseError(course.id, line.name, "the line cuts through a square: put it between two rows", "UR-14a")
    for line in sprints:
        if len(line.scores) != SCORERS:
            raise CourseError(
                course.id,
                line.name,
                f"a sprint must have points for {SCORERS} riders, not {len(line.scores)}",
                "UR-14a",
            )


def _check_numbers(course: Course) -> None:
    """Red and green have numbers below 0, ochre above; flat has none."""
    squares = course.road.squares
    if len(squares) > MOST_SQUARES or int(np.abs(squares["front"]).max()) >= FINEST:
        what = f"the road is too long, or its squares too short: use at most {MOST_SQUARES} squares"
        raise CourseError(course.id, "legs", what)
    value, terrain = squares["value"], squares["terrain"]
    right = np.zeros(len(squares), np.bool_)
    for name, (low, high) in _NUMBERS.items():
        right |= (terrain == TERRAINS.index(name)) & (low <= value) & (value <= high)
    wrong = ~right & (squares["rear"] < course.finish)  # no move begins on the run-out
    for index in np.flatnonzero(wrong)[:1]:
        what = _why_wrong(TERRAINS[terrain[index]], int(value[index]))
        raise CourseError(course.id, course.square_name(int(index)), what, "UR-19m")


def _why_wrong(terrain: str, value: int) -> str:
    """What a square of this terrain and number must have instead."""
    if terrain not in _NUMBERS:
        return f"this game has no {terrain}: use {', '.join(_NUMBERS)}"
    low, high = _NUMBERS[terrain]
    fitting = f"{low} to {high}" if low < high else "no number"
    return f"{value} is not a number for {terrain}: use {fitting}"


def _check_run_out(course: Course) -> None:
    """The run-out needs at least 12 rows plus the largest ochre number from which the finish can be reached. And no
    square may have more squares within its reach than a decision can offer (UR-19m)."""
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
            what = f"a rider can reach {many[square]} squares from here: at most {REACH} are allowed"
            raise CourseError(course.id, course.square_name(int(square)), what, "UR-19m")
        if (within[here] & beyond).any():
            bonus = max(bonus, steps - MOST_POINTS)
    rows = (course.units(course.rows - course.run_in) - course.finish) / course.unit
    if rows < MOST_POINTS + bonus:
        raise CourseError(
            course.id, "run_out", f"must have at least {MOST_POINTS + bonus} rows, not {rows:g}", "UR-19m"
        )


def _one_step_more(squares: Any, within: Squares) -> Squares:
    """Which squares (columns) can be reached from each square (rows), with one step more than in `within`."""
    onward = within.copy()
    for way in range(3):
        there = squares["ahead"][:, way]
        real = np.flatnonzero((there != NOWHERE) & (squares["barred"][:, way] == 0))
        onward[real] |= within[there[real]]
    return onward

"""Unrolling a course: its legs laid end to end, their squares joined by the steps that a rider can take."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.record import read_only
from parcours.engine.road import LINE, LINE_KINDS, NOWHERE, RUN_OUT, SQUARE, START, STRETCH, TERRAINS, Road

if TYPE_CHECKING:
    from parcours.engine.course import Course

Array = NDArray[Any]
RIGHT, STRAIGHT, LEFT = 0, 1, 2
WAYS = ((), (STRAIGHT,), (RIGHT, LEFT), (RIGHT, STRAIGHT, LEFT))
"""For 0 to 3 lanes ahead, the steps that lead to them, from the right."""


def unroll(course: Course) -> Road:
    """The flat arrays of a course (UR-19a to 19f, L1-H2 to H5)."""
    squares, stretches = _laid(course)
    _join(course, squares)
    if course.join == "spread":
        _spread(course, squares, stretches)
    followed = squares["ahead"][:, STRAIGHT]
    squares["behind"][followed[followed != NOWHERE]] = np.flatnonzero(followed != NOWHERE)
    _bar(course, squares)
    squares["onward"] = np.where(squares["barred"], NOWHERE, squares["ahead"])
    squares["beside"] = _beside(squares)
    road = Road(read_only(squares), read_only(stretches), read_only(_lines(course)), read_only(np.zeros(1, np.int8)))
    return road if course.table is None else road._replace(table=read_only(course.table(road)))


def _laid(course: Course) -> tuple[Array, Array]:
    """The legs, laid one after the other; square n of c in a length L spans (n-1)L/c to nL/c (UR-19b, UR-19c)."""
    squares = np.zeros(sum(sum(segment.squares) for segment in course.lap), SQUARE)
    squares["ahead"] = squares["behind"] = NOWHERE
    stretches = np.zeros(len(course.lap), STRETCH)
    index, rear = 0, -course.units(course.run_in)
    for leg, segment in enumerate(course.lap):
        length, terrain = course.units(segment.rows), TERRAINS.index(segment.terrain)
        stretches[leg] = (
            terrain, segment.category, segment.milestone, segment.flags, rear, rear + length,
            index if segment.squares else NOWHERE, segment.lanes,
        )  # fmt: skip
        for lane, count in enumerate(segment.squares):
            edges = rear + np.arange(count + 1) * length // count
            here = squares[index : index + count]
            here["leg"], here["lane"], here["terrain"], here["flags"] = leg, lane, terrain, segment.flags
            here["rear"], here["front"] = edges[:-1], edges[1:]
            if segment.values:
                here["value"] = segment.values[lane]
            if segment.labels:
                here["label"] = segment.labels[lane]
            if segment.marks:
                here["flags"] |= np.array(segment.marks[lane], np.int16)
            index += count
        rear += length
    if not course.circuit:
        squares["flags"][squares["front"] <= 0] |= START
        if course.finish:
            squares["flags"][squares["rear"] >= course.finish] |= RUN_OUT
    return squares, stretches


def _join(course: Course, squares: Array) -> None:
    """Steps ahead in the same lane and into the lanes beside it; lanes are matched from the right (UR-19d, e, k)."""
    lap = course.units(course.rows) if course.circuit else 0
    lanes = [np.flatnonzero(squares["lane"] == lane) for lane in range(max((s.lanes for s in course.lap), default=0))]
    for lane, here in enumerate(lanes):
        for way, beside in ((RIGHT, lane - 1), (STRAIGHT, lane), (LEFT, lane + 1)):
            if 0 <= beside < len(lanes):
                further_on = way != STRAIGHT and course.diagonal == "overlap"
                squares["ahead"][here, way] = _steps(squares, here, lanes[beside], lap, further_on)


def _steps(squares: Array, here: Array, beside: Array, lap: int, further_on: bool) -> Array:
    """For each square of one lane (`here`), the square of another (`beside`) that holds the point at its front edge (a
    square includes its rear edge, not its front edge). With `further_on`, this counts only if that square begins
    further on than the square in `here`."""
    rears, fronts = squares["rear"][beside], squares["front"][beside]
    if lap:
        rears, fronts = np.append(rears, rears + lap), np.append(fronts, fronts + lap)
        beside = np.append(beside, beside)
    point = squares["front"][here]
    found = np.searchsorted(rears, point, side="right") - 1
    leads_on = (found >= 0) & (point < fronts[found])
    if further_on:
        leads_on &= rears[found] > squares["rear"][here]
    return np.where(leads_on, beside[found], NOWHERE)


def _spread(course: Course, squares: Array, stretches: Array) -> None:
    """Where the number of lanes changes, spread the lanes before and after over the same width: a lane leads to those
    that it touches (L1-H5)."""
    legs = len(course.lap)
    for leg, (segment, following) in enumerate(zip(course.lap, course.lap[1:] + course.lap[:1], strict=True)):
        if segment.lanes == following.lanes or (leg + 1 == legs and not course.circuit):
            continue
        last = int(stretches["first"][leg]) - 1
        for lane, count in enumerate(segment.squares):
            last += count
            squares["ahead"][last] = NOWHERE
            targets = touched_lanes(lane, segment.lanes, following.lanes)
            for way, target in zip(WAYS[min(len(targets), 3)], targets, strict=False):
                first = int(stretches["first"][(leg + 1) % legs])
                squares["ahead"][last, way] = first + sum(following.squares[:target])


def touched_lanes(lane: int, lanes: int, onward: int) -> list[int]:
    """If `lanes` lanes meet `onward` lanes over the same width: those that one lane touches in more than a point."""
    return [
        other for other in range(onward) if lane * onward < (other + 1) * lanes and other * lanes < (lane + 1) * onward
    ]


def _bar(course: Course, squares: Array) -> None:
    """Mark the diagonal steps that a solid line forbids: lines that meet end to end are one line (UR-19f)."""
    pieces: dict[int, list[tuple[int, int]]] = {}
    rear, lap = -course.run_in, course.units(course.rows)
    for segment in course.lap:
        for solid in segment.solid:
            start, end = course.units(rear + solid.start), course.units(rear + solid.end)
            laps = (-1, 0, 1) if course.circuit else (0,)
            pieces.setdefault(solid.lane, []).extend((start + lap * n, end + lap * n) for n in laps)
        rear += segment.rows
    for lane, spans in pieces.items():
        for start, end in _merged(spans):
            along = (start < squares["front"]) & (squares["front"] < end)
            for beside, way in ((lane, LEFT), (lane + 1, RIGHT)):
                crosses = along & (squares["lane"] == beside) & (squares["ahead"][:, way] != NOWHERE)
                squares["barred"][crosses, way] = 1


def _beside(squares: Array) -> Array:
    """For each square, the one on the right that shares two steps with it (`Square.beside`)."""
    right, straight = squares["onward"][:, RIGHT], squares["onward"][:, STRAIGHT]
    found = squares["behind"][right]
    shared = (right != NOWHERE) & (straight != NOWHERE) & (found != NOWHERE)
    return np.where(shared & (squares["onward"][found, LEFT] == straight), found, NOWHERE)


def _merged(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    merged: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if merged and start <= merged[-1][1]:
            merged[-1] = (merged[-1][0], max(merged[-1][1], end))
        else:
            merged.append((start, end))
    return merged


def _lines(course: Course) -> Array:
    lines = np.zeros(len(course.lines), LINE)
    for number, line in enumerate(course.lines):
        lines["kind"][number] = LINE_KINDS.index(line.kind)
        lines["at"][number] = course.units(line.at)
        lines["places"][number] = len(line.scores)
        lines["scores"][number, : len(line.scores)] = line.scores
    return lines


def leads_nowhere(course: Course) -> list[int]:
    """Squares before the finish from which no step leads on, even on an empty road (UR-19m)."""
    squares = course.road.squares
    ways = ((squares["ahead"] != NOWHERE) & (squares["barred"] == 0)).any(axis=1)
    stuck = ~ways
    if not course.circuit:
        end = course.units(course.rows - course.run_in)
        stuck &= (squares["rear"] < course.finish) & (squares["front"] < end)
    return [int(index) for index in np.flatnonzero(stuck)]

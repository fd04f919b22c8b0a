"""Laying a road on the sheet: curves as the course has them, with smooth transitions; circuits closed, long roads
folded.

The curvature of the road comes first; it is summed up into headings, and these into points. A circuit that does not
close is closed by spreading the gap over the whole lap. A road that would cross itself, or run off any sheet, is bent
on its straights, so that it winds up the sheet from side to side; its curves stay as they are.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from parcours.draw.geometry import Floats, Layout, Path, as_floats, most_lanes, road_width, row_length, tiles_of
from parcours.engine.course import Course

SAMPLES = 24
"""Points per row."""
EASE_SINGLE, EASE_LANES = 1.5, 0.5
"""Over how many rows a curve is eased in. Roads whose lanes have squares of their own keep curves where they are."""
BETWEEN = 130.0
"""The land between two stretches of a folded road."""
SHAPE = 1.65
"""Width divided by height of a sheet."""
PIECE = 2.0
"""About how many rows a piece of a bent straight has."""
BEND_SINGLE, BEND_LANES = 27.0, 20.0
"""The most degrees per row by which a straight is bent."""
STRAY = 60.0
"""How far a growing road may go beyond the bounds of its guide."""
TOO_FAR_PRICE = 2.5
"""A growing road has gone too far if its price of straying reaches this."""
BEAM = 120
"""How many ways of folding are followed at the same time (beam search)."""
_NONE = np.zeros(0)


MOST_LAID = 64
_laid: dict[int, Layout] = {}


def lay(course: Course) -> Layout:
    """The course laid out around the origin. A course is laid once, for its board in every language and for every other
    picture of its road."""
    found = _laid.get(id(course))
    if found is None or found.course is not course:
        found = _lay(course)
        if len(_laid) >= MOST_LAID:
            _laid.clear()
        _laid[id(course)] = found
    return found


def _lay(course: Course) -> Layout:
    row, width = row_length(course), road_width(course)
    if course.room:
        return Layout(course, _grown(course, row, width), row, width, tiles_of(course))
    curvature = _curvature(course)
    if course.circuit:
        path = _close(_ease(curvature, course, closed=True), float(course.rows), row)
    else:
        path = _trace(_ease(curvature, course, closed=False), float(course.rows), row)
        if _sprawls(path, width, row) or _nearest(path) < width + 40:
            path = _folded(course, row, width)
    return Layout(course, _level(path), row, width, tiles_of(course))


def _folded(course: Course, row: float, width: float) -> Path:
    """The road bent up or down the sheet, as tightly as possible without touching itself."""
    tightest = row / math.radians(BEND_SINGLE if most_lanes(course) == 1 else BEND_LANES)
    least = max(width + BETWEEN, 2 * tightest)
    laid: list[tuple[bool, float, float, Path]] = []
    for gap, way in itertools.product((least, least * 1.25, least * 1.6), (-1.0, 1.0)):
        if way < 0 and any(free for free, *_ in laid):
            break
        path = _bent(course, row, _fold(course, row, width, gap, way, course.rows))
        room = _nearest(path)
        sheet = float(np.ptp(path.x) + width) * float(np.ptp(path.y) + width)
        laid.append((room > width + 44, -sheet if room > width + 44 else room, gap, path))
    return max(laid, key=lambda found: found[:2])[3]


def plan(layout: Layout) -> Layout:
    """For a road that is still being laid, roughly the way that it will take; for any other, the road itself. The land
    is planned for this way, so that it stays the same while the road grows."""
    course = layout.course
    if not course.room:
        return layout
    guide, _ = _guide(course.room * layout.row, layout.width, _gap(layout.row, layout.width), -1.0)
    x, y = as_floats(guide[:, 0]), as_floats(guide[:, 1])
    heading = as_floats(np.unwrap(np.arctan2(np.gradient(y), np.gradient(x))))
    return replace(layout, path=Path(float(course.room), x, y, heading, closed=False), tiles=())


def _gap(row: float, width: float) -> float:
    """The distance between the bands of a growing road. It leaves some room for bends that later cards will bring."""
    return 1.25 * max(width + BETWEEN, 2 * row / math.radians(BEND_SINGLE))


def _grown(course: Course, row: float, width: float) -> Path:
    """The path of a growing road."""
    return _bent(course, row, _chosen(course, row, width))


def _chosen(course: Course, row: float, width: float) -> Floats:
    """How a growing road is bent, piece by piece: the pieces before its last card keep their bends, and the rest is
    bent now. If there is no good way on, the card before that is bent anew as well, and so on."""
    kept: Floats | None = course.__dict__.get("_chosen")
    if kept is None:
        gap, before = _gap(row, width), course.before
        guide, _ = _guide(course.room * row, width, gap, -1.0)
        while True:
            begun = _chosen(before, row, width) if before else _NONE
            kept = _fold(course, row, width, gap, -1.0, course.room, begun)
            path = _bent(course, row, kept)
            if before is None or (
                _nearest(path) > width + 40 and _straying(_points(path), guide).max() < TOO_FAR_PRICE
            ):
                break
            before = before.before
        course.__dict__["_chosen"] = kept
    return kept


def _bent(course: Course, row: float, chosen: Floats) -> Path:
    """The road with its pieces bent."""
    curvature = _curvature(course) + _bends(course, _pieces(course), chosen)
    return _trace(_ease(curvature, course, closed=False), float(course.rows), row)


def _curvature(course: Course) -> Floats:
    """How much the road turns in each small step, clockwise."""
    rows = float(course.rows)
    steps = max(2, round(rows * SAMPLES))
    ends = np.cumsum([float(segment.rows) for segment in course.lap])
    each = as_floats([-math.radians(segment.turn) / float(segment.rows) for segment in course.lap])
    middles = (np.arange(steps) + 0.5) * rows / steps
    return each[np.minimum(np.searchsorted(ends, middles, side="right"), len(each) - 1)] * rows / steps


def _ease(curvature: Floats, course: Course, closed: bool) -> Floats:
    """The curvature with smooth transitions and the same turns: a rider never meets a kink."""
    window = round(SAMPLES * (EASE_SINGLE if most_lanes(course) == 1 else EASE_LANES)) | 1
    if len(curvature) <= 2 * window:
        return curvature
    kernel = np.ones(window) / window
    eased = curvature
    for _ in range(2):
        side = window // 2
        padded = np.pad(eased, side, mode="wrap") if closed else np.pad(eased, side)
        eased = np.convolve(padded, kernel, mode="valid")
    return as_floats(eased)


def _trace(curvature: Floats, rows: float, row: float) -> Path:
    headings = np.concatenate([[0.0], np.cumsum(curvature)])
    middles = (headings[1:] + headings[:-1]) / 2
    step = row * rows / len(curvature)
    x = np.concatenate([[0.0], np.cumsum(np.cos(middles) * step)])
    y = np.concatenate([[0.0], np.cumsum(np.sin(middles) * step)])
    return Path(rows, as_floats(x), as_floats(y), as_floats(headings), closed=False)


def _close(curvature: Floats, rows: float, row: float) -> Path:
    """Close a lap: it ends where it began, in the direction in which it began."""
    round_turn = math.copysign(2 * math.pi, float(curvature.sum()) or 1.0)
    curvature = curvature + (round_turn - curvature.sum()) / len(curvature)
    path = _trace(curvature, rows, row)
    share = np.linspace(0.0, 1.0, len(path.x))
    x, y = path.x - share * path.x[-1], path.y - share * path.y[-1]
    x[-1], y[-1] = x[0], y[0]
    dx = np.gradient(np.concatenate([[x[-2]], x, [x[1]]]))[1:-1]
    dy = np.gradient(np.concatenate([[y[-2]], y, [y[1]]]))[1:-1]
    headings = np.unwrap(np.arctan2(dy, dx))
    headings[-1] = headings[0] + round_turn
    return Path(rows, x, y, headings, closed=True)


def _level(path: Path) -> Path:
    """The road; if it is taller than it is wide, it is turned to lie along the sheet."""
    if np.ptp(path.x) >= np.ptp(path.y):
        return path
    return Path(path.rows, path.y, -path.x, path.heading - math.pi / 2, path.closed)


def _sprawls(path: Path, width: float, row: float) -> bool:
    """Whether the unfolded road would need a much larger sheet than a folded one."""
    far, near = sorted((float(np.ptp(path.x)), float(np.ptp(path.y))), reverse=True)
    far, near = far + 2 * width, near + 2 * width
    sheet = max(far, near * SHAPE) * max(near, far / SHAPE)
    folded = path.rows * row * (width + BETWEEN) * 1.5
    return far > 1500 and sheet > 1.4 * folded


def _nearest(path: Path) -> float:
    """How close the middle of the road comes to itself."""
    step = 8
    x, y = path.x[::step], path.y[::step]
    apart = np.hypot(x[:, None] - x[None], y[:, None] - y[None])
    order = np.arange(len(x))
    far_along = np.abs(order[:, None] - order[None]) * (path.rows * step / len(path.x)) > 6
    return float(apart[far_along].min()) if far_along.any() else math.inf


def _guide(length: float, width: float, gap: float, way: float) -> tuple[Floats, float]:
    """A guide that winds up (or down) the sheet: its points, a small step apart, and the length of that step."""
    best: tuple[float, int, float] = (math.inf, 1, length)
    for bands in range(1, 60):
        across = (length - (bands - 1) * math.pi * gap / 2) / bands
        if across < gap * 1.2:
            break
        shape = (across + gap) / ((bands - 1) * gap + width)
        best = min(best, (abs(math.log(shape / SHAPE)), bands, across))
    _, bands, across = best
    points: list[tuple[float, float]] = []
    step = 10.0
    for band in range(bands):
        run = [(i * step, -band * gap) for i in range(int(across / step))]
        arc = [
            (across + math.sin(a) * gap / 2, -band * gap - gap / 2 + math.cos(a) * gap / 2)
            for a in np.linspace(0, math.pi, max(2, int(math.pi * gap / 2 / step)), endpoint=False)
        ]
        points += [(x if band % 2 == 0 else across - x, y) for x, y in run + (arc if band + 1 < bands else [])]
    return as_floats(points) * [1.0, -way], step


def _fold(
    course: Course, row: float, width: float, gap: float, way: float, rows: Fraction | int, begun: Floats = _NONE
) -> Floats:
    """How to bend each piece so that the road follows a guide for this many rows and keeps clear of itself: the best of
    many ways. The first pieces may be bent already."""
    pieces = _pieces(course)
    guide, guide_step = _guide(float(rows) * row, width, gap, way)
    most = BEND_SINGLE if most_lanes(course) == 1 else BEND_LANES
    options = np.radians(np.linspace(-most, most, 9))
    place = np.zeros((1, 3))
    trail = np.zeros((1, 1, 2))
    cost, chosen = np.zeros(1), np.zeros((1, 0))
    beam = BEAM if len(pieces) < 120 else BEAM // 4
    done = 0.0
    for number, (long, turn, bendable) in enumerate(pieces):
        bends = options if bendable else np.zeros(1)
        if course.room and turn:
            bends = np.array([0.0, -2 * turn / long])  # the hairpins of a growing road turn to either side
        if number < len(begun):
            bends = begun[number : number + 1]
        steps = max(2, round(long * 2))
        each = (turn + bends * long) / steps
        now = np.repeat(place, len(bends), axis=0)
        turning = np.tile(each, len(place))
        new = np.zeros((len(now), steps, 2))
        for i in range(steps):
            heading = now[:, 2] + turning / 2
            now[:, 0] += np.cos(heading) * row * long / steps
            now[:, 1] += np.sin(heading) * row * long / steps
            now[:, 2] += turning
            new[:, i] = now[:, :2]
        done += long * row
        aim = guide[min(int(done / guide_step), len(guide) - 1)]
        ahead = guide[min(int(done / guide_step) + 6, len(guide) - 1)] - aim
        off = np.hypot(now[:, 0] - aim[0], now[:, 1] - aim[1]) / gap
        wrong = 1 - np.cos(now[:, 2] - math.atan2(ahead[1], ahead[0])) if ahead.any() else 0.0
        bent = np.tile(np.abs(np.degrees(bends)) / most, len(place)) * 0.25
        total = np.repeat(cost, len(bends)) + off**2 + wrong + bent + _crowding(trail, new, len(bends), width)
        if course.room:
            total += _straying(new, guide)
        keep = _distinct(now, np.argsort(total, kind="stable"), width)[:beam]
        place, cost = now[keep], total[keep]
        trail = np.concatenate([trail[keep // len(bends)], new[keep]], axis=1)
        chosen = np.concatenate([chosen[keep // len(bends)], np.tile(bends, len(total))[keep][:, None]], axis=1)
    return as_floats(chosen[0])


def _distinct(places: Floats, order: NDArray[np.int64], width: float) -> NDArray[np.int64]:
    """Of all places that are about the same and face about the same way, only the best, in the given order."""
    about = np.column_stack([np.round(places[order, :2] / (width / 3)), np.round(places[order, 2] / 0.35)])
    _, first = np.unique(about, axis=0, return_index=True)
    return order[np.sort(first)]


def _crowding(trail: Floats, new: Floats, options: int, width: float) -> Floats:
    """A heavy price for coming near what was laid before, except the last few rows."""
    old = trail[:, : max(0, trail.shape[1] - 9)]
    if not old.shape[1]:
        return np.zeros(len(new))
    shaped = new.reshape(len(trail), options, *new.shape[1:])
    away = shaped[:, :, :, None, 0] - old[:, None, None, :, 0]
    away *= away
    aside = shaped[:, :, :, None, 1] - old[:, None, None, :, 1]
    aside *= aside
    away += aside
    apart = np.sqrt(away.min(axis=(2, 3)))
    return as_floats((np.maximum(0.0, width + 75 - apart) / 12).reshape(-1) ** 2)


def _points(path: Path) -> Floats:
    """The points of a road's middle line, as an array with a single way of folding in it."""
    return as_floats(np.column_stack([path.x, path.y])[None])


def _straying(new: Floats, guide: Floats) -> Floats:
    """A heavy price for leaving the sheet, whose size follows from the guide."""
    beyond = np.maximum(guide.min(axis=0) - STRAY - new, new - guide.max(axis=0) - STRAY)
    return as_floats((np.maximum(0.0, beyond.max(axis=(1, 2))) / 12) ** 2)


def _pieces(course: Course) -> list[tuple[float, float, bool]]:
    """The route in pieces: rows, the turn in radians, and whether it may be bent."""
    pieces = []
    for segment in course.lap:
        rows = float(segment.rows)
        count = max(1, round(rows / PIECE)) if segment.turn == 0 else 1
        pieces += [(rows / count, -math.radians(segment.turn) / count, segment.turn == 0)] * count
    return pieces


def _bends(course: Course, pieces: list[tuple[float, float, bool]], bends: Floats) -> Floats:
    rows = float(course.rows)
    steps = max(2, round(rows * SAMPLES))
    ends = np.cumsum([piece[0] for piece in pieces])
    middles = (np.arange(steps) + 0.5) * rows / steps
    which = np.minimum(np.searchsorted(ends, middles, side="right"), len(pieces) - 1)
    return as_floats(bends[which] * rows / steps)

"""A river: it keeps to low ground and off the road; where it must cross the road, it flows squarely under a bridge."""

from __future__ import annotations

import heapq
import itertools
import math
import random
from dataclasses import dataclass

import numpy as np

from parcours.draw.geometry import Floats, Layout
from parcours.draw.ground import Ground
from parcours.draw.relief import CELL, Relief, waves
from parcours.svg import Point, curve, line, path

WIDTH = 19.0
BANK = 30.0
"""How far the river's middle stays away from the road's edge."""
WATERY = ("bridge", "river", "weir", "ford", "mill", "lake")
Cell = tuple[int, int]


@dataclass(frozen=True)
class River:
    """The river's runs between the sheet's edges and the bridges, and the places of the bridges along the road."""

    runs: tuple[tuple[Point, ...], ...]
    bridges: tuple[float, ...]


def find_river(
    ground: Ground, relief: Relief, lines: list[float], stones: list[float], chance: random.Random
) -> River | None:
    """A river for the sheet; None if it finds no way."""
    layout = ground.layout
    cost = _cost(ground, relief, chance)
    kept_free = [(at, 1.6) for at in lines] + [(at, 0.8) for at in stones]
    places = _crossings(layout, ground, kept_free, chance)
    tries = list(itertools.combinations(places, 2)) if layout.course.circuit else [(place,) for place in places]
    for crossing in tries[:24]:
        river = _flow(ground, relief, cost, tuple(crossing))
        if river:
            return river
    return None


def _crossings(
    layout: Layout, ground: Ground, kept_free: list[tuple[float, float]], chance: random.Random
) -> list[float]:
    """Where the road can be bridged, best first: at stretches named for water, otherwise wherever nothing stands."""
    rows = layout.path.rows
    named: list[float] = []
    others: list[float] = []
    for _, segment, start, end in layout.legs():
        inside = [start + (end - start) * f for f in (0.5, 0.65, 0.35, 0.8, 0.2, 0.9, 0.1)]
        good = [s for s in inside if _fit_for_bridge(layout, ground, s, kept_free)]
        if not good:
            continue
        watery = any(word in segment.id.lower() for word in WATERY[:4])
        (named if watery else others).append(good[0])
    chance.shuffle(others)
    if layout.course.circuit:
        others.sort(key=lambda s: min((_apart(s, n, rows) for n in named), default=0) < rows / 6)
    else:
        others.sort(key=lambda s: abs(s - rows / 2) > rows / 4)
    return (named + others)[:8]


def _fit_for_bridge(layout: Layout, ground: Ground, s: float, kept_free: list[tuple[float, float]]) -> bool:
    rows = layout.path.rows
    if any(_apart(s, at, rows) < room for at, room in kept_free) or not 1 < s < rows - 1:
        return False
    for side in (-1, 1):
        for away in (8, 22, 40):
            x, y = layout.path.beside(s, side * (ground.reach + away))
            if not (ground.inside(x, y, 4) and ground.untaken(x, y, WIDTH * 0.8)):
                return False
    return True


def _apart(a: float, b: float, rows: float) -> float:
    return min(abs(a - b), rows - abs(a - b))


def _cost(ground: Ground, relief: Relief, chance: random.Random) -> Floats:
    """What it costs the river to flow through each cell: infinite near the road, high on the hills."""
    x, y = np.meshgrid(relief.xs, relief.ys)
    rough = np.clip(waves(x, y, chance, 6, 110, 230, 1.0), -1.2, 2)
    cost = 1.6 + 7 * relief.height**1.5 + 1.1 * rough + np.clip((80 - relief.clear) / 30, 0, 2)
    cost = np.maximum(cost, 0.35)
    cost[relief.clear < BANK] = np.inf
    for left, top, right, bottom in ground.boxes:
        cost[(x > left - 22) & (x < right + 22) & (y > top - 22) & (y < bottom + 22)] = np.inf
    for dx, dy, r in ground.discs:
        if r > 4:
            cost[np.hypot(x - dx, y - dy) < r + 16] = np.inf
    return cost


def _flow(ground: Ground, relief: Relief, cost: Floats, crossings: tuple[float, ...]) -> River | None:
    """The river through bridges: in from an edge of the sheet, from bridge to bridge, and out again."""
    cost = cost.copy()
    layout = ground.layout
    banks = [[layout.path.beside(s, side * (ground.reach + BANK + 12)) for side in (-1, 1)] for s in crossings]
    runs: list[list[Point]] = []
    if len(crossings) == 1:
        for shore in banks[0]:
            run = _way(relief, ground, cost, shore, None)
            if not run:
                return None
            runs.append(run)
            _block(relief, cost, run)
        return River(tuple(tuple(_join(layout, ground, crossings[0], run)) for run in runs), crossings)
    outer: list[Point] = []
    for pair in banks:
        ways = [(shore, _way(relief, ground, cost, shore, None)) for shore in pair]
        out = [(shore, way) for shore, way in ways if way]
        if len(out) != 1 or not out[0][1]:
            return None
        runs.append(out[0][1])
        outer.append(out[0][0])
        _block(relief, cost, out[0][1])
    inner = [next(shore for shore in pair if shore != taken) for pair, taken in zip(banks, outer, strict=True)]
    between = _way(relief, ground, cost, inner[0], inner[1])
    if not between or len(between) < 8:
        return None
    a, b = crossings
    first, last = _join(layout, ground, a, runs[0]), _join(layout, ground, b, runs[1])
    middle = _join(layout, ground, b, _join(layout, ground, a, between)[::-1])
    return River((tuple(first), tuple(middle), tuple(last)), crossings)


def _join(layout: Layout, ground: Ground, s: float, run: list[Point]) -> list[Point]:
    """A run that begins at a bridge, led to the road's edge at a right angle."""
    x, y = layout.path.beside(s, 0)
    start = run[0]
    away = math.dist((x, y), start)
    ux, uy = (start[0] - x) / away, (start[1] - y) / away
    straight = [(x + ux * (ground.reach + d), y + uy * (ground.reach + d)) for d in (-0.4, 9, 20)]
    return [*straight, *run]


def _block(relief: Relief, cost: Floats, run: list[Point]) -> None:
    """Keep later runs away from this one."""
    x, y = np.meshgrid(relief.xs, relief.ys)
    for a, b in run[2::3]:
        cost[np.hypot(x - a, y - b) < 50] = np.inf


def _way(relief: Relief, ground: Ground, cost: Floats, start: Point, goal: Point | None) -> list[Point] | None:
    """The cheapest way over the grid from one point to another, or to the nearest edge of the sheet (Dijkstra)."""
    first = _cell(relief, start)
    last = _cell(relief, goal) if goal else None
    best: dict[Cell, float] = {first: 0.0}
    before: dict[Cell, Cell] = {}
    queue: list[tuple[float, Cell]] = [(0.0, first)]
    rows, columns = cost.shape
    while queue:
        paid, cell = heapq.heappop(queue)
        if paid > best[cell]:
            continue
        j, i = cell
        edge = i in (0, columns - 1) or j in (0, rows - 1)
        if cell == last or (last is None and edge):
            cells = [cell]
            while cells[-1] != first:
                cells.append(before[cells[-1]])
            way = [(float(relief.xs[i]), float(relief.ys[j])) for j, i in reversed(cells)]
            return _soften([start, *way[1:-1], goal or way[-1]])
        for dj, di in itertools.product((-1, 0, 1), repeat=2):
            near = (j + dj, i + di)
            if (dj or di) and 0 <= near[0] < rows and 0 <= near[1] < columns:
                price = paid + float(cost[near]) * math.hypot(dj, di)
                if price < best.get(near, math.inf):
                    best[near], before[near] = price, cell
                    heapq.heappush(queue, (price, near))
    return None


def _cell(relief: Relief, point: Point) -> Cell:
    return round((point[1] - float(relief.ys[0])) / CELL), round((point[0] - float(relief.xs[0])) / CELL)


def _soften(points: list[Point]) -> list[Point]:
    """A smoother line: every second corner is kept and rounded."""
    kept = [points[0], *points[1:-1][1::2], points[-1]]
    for _ in range(2):
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in itertools.pairwise(kept)]
        kept = [kept[0], *(
            ((a[0] + p[0] * 2 + b[0]) / 4, (a[1] + p[1] * 2 + b[1]) / 4)
            for a, p, b in zip(middles, kept[1:-1], middles[1:], strict=False)
        ), kept[-1]]  # fmt: skip
    return _meander(kept)


def _meander(points: list[Point]) -> list[Point]:
    """A run that swings a little from side to side, less near its ends."""
    swung = [points[0]]
    for i, (a, p, b) in enumerate(zip(points, points[1:], points[2:], strict=False)):
        long = math.dist(a, b) or 1.0
        swing = math.sin(i * 0.95) * min(5.0, i, len(points) - 3 - i)
        swung.append((p[0] - (b[1] - a[1]) / long * swing, p[1] + (b[0] - a[0]) / long * swing))
    return [*swung, points[-1]]


def draw_river(river: River, ground: Ground, chance: random.Random) -> list[str]:
    """The water, its banks, and lines of the current; the ground under it is taken."""
    left, top, right, bottom = ground.sheet
    shown = []
    for run in river.runs:
        inside = [(min(max(x, left - 9), right + 9), min(max(y, top - 9), bottom + 9)) for x, y in run]
        shown.append(inside)
        for (ax, ay), (bx, by) in itertools.pairwise(inside):
            for f in (0.0, 0.5):
                ground.take(ax + (bx - ax) * f, ay + (by - ay) * f, WIDTH * 0.62)
    d = "".join(curve(run) for run in shown)
    current = []
    for water, side in itertools.product(shown, (-0.24, 0.2)):
        moved = _aside(water[1:], WIDTH * side)
        start = chance.randrange(0, 3)
        while start + 3 < len(moved):
            current.append(curve(moved[start : start + 3]))
            start += chance.randrange(3, 6)
    return [
        path("water-edge", d, stroke_width=WIDTH + 2.4),
        path("water", d, stroke_width=WIDTH),
        path("water-line", "".join(current)),
    ]


def _aside(run: list[Point], by: float) -> list[Point]:
    moved = []
    for (ax, ay), (bx, by_) in itertools.pairwise(run):
        long = math.hypot(bx - ax, by_ - ay) or 1.0
        moved.append(((ax + bx) / 2 - (by_ - ay) / long * by, (ay + by_) / 2 + (bx - ax) / long * by))
    return moved


def draw_bridges(river: River, ground: Ground) -> list[str]:
    """Parapets along the road where it crosses the water."""
    layout = ground.layout
    walls = []
    for s in river.bridges:
        half = (WIDTH / 2 + 13) / layout.row
        for side in (-1, 1):
            edge = side * (ground.reach + 3)
            flare = side * (ground.reach + 11)
            for f in (-1.2, -0.5, 0.0, 0.5, 1.2):
                ground.take(*layout.path.beside(s + half * f, side * (ground.reach + 6)), 8)
            walls.append(line([
                layout.path.beside(s - half * 1.35, flare),
                *layout.path.points(s - half, s + half, edge, 12),
                layout.path.beside(s + half * 1.35, flare),
            ]))  # fmt: skip
    return [path("bridge-edge", "".join(walls)), path("bridge", "".join(walls))]

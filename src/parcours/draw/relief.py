"""The relief: hills and valleys grown from a seed, drawn as contour lines with hachures on their shaded side."""

from __future__ import annotations

import math
import random
from itertools import pairwise

import numpy as np

from parcours.draw.geometry import Floats, as_floats
from parcours.draw.ground import Ground
from parcours.svg import Point, curve, line

CELL = 20.0
LEVELS = 14
LIGHT_FROM = math.radians(225)
"""The light comes from the top left."""
Segment = tuple[Point, Point]
Grid = list[list[float]]
"""Numbers over the sheet as lists, which are faster to read one by one."""


class Relief:
    """Heights over the sheet, from 0 to 1: hills where the road leaves room for them, on rolling ground."""

    def __init__(self, ground: Ground, chance: random.Random) -> None:
        left, top, right, bottom = ground.sheet
        self.xs = np.arange(left - CELL, right + 2 * CELL, CELL)
        self.ys = np.arange(top - CELL, bottom + 2 * CELL, CELL)
        self._left, self._top = float(self.xs[0]), float(self.ys[0])
        self.clear = ground.off_road_grid(self.xs, self.ys)
        """How far each point is from the road."""
        self.peaks: list[tuple[float, float, float]] = []
        """Hilltops: the place of each, and its breadth."""
        self.height = self._raise(ground, chance)
        self.heights: Grid = self.height.tolist()
        self.slope_x: Grid = as_floats(np.gradient(self.height, CELL, axis=1)).tolist()
        self.slope_y: Grid = as_floats(np.gradient(self.height, CELL, axis=0)).tolist()

    def _raise(self, ground: Ground, chance: random.Random) -> Floats:
        x, y = np.meshgrid(self.xs, self.ys)
        height = waves(x, y, chance, 7, 260, 620, 0.085)
        left, top, right, bottom = ground.sheet
        wanted = max(4, round((right - left) * (bottom - top) / 230_000))
        for _ in range(900):
            if len(self.peaks) >= wanted:
                break
            px, py = chance.uniform(left, right), chance.uniform(top, bottom)
            room = ground.off_road(px, py)
            roomy = room > 62 and ground.inside(px, py, 45) and ground.untaken(px, py, 30)
            if roomy and all(math.hypot(px - a, py - b) > 1.55 * (r + 60) for a, b, r in self.peaks):
                self.peaks.append((px, py, min(room, 110.0)))
        for px, py, room in self.peaks:
            a, long = chance.uniform(0, math.pi), chance.uniform(1.15, 1.7)
            u = (x - px) * math.cos(a) + (y - py) * math.sin(a)
            v = -(x - px) * math.sin(a) + (y - py) * math.cos(a)
            broad = room * 0.7
            height += (0.6 + room / 180) * np.exp(-((u / (broad * long)) ** 2 + (v / broad) ** 2))
        height -= height.min()
        return as_floats(height / height.max())

    def at(self, x: float, y: float) -> float:
        return self._read(self.heights, x, y)

    def downhill(self, x: float, y: float) -> tuple[float, float, float]:
        """The direction downhill, and how steep it is (height per hundred units)."""
        dx, dy = -self._read(self.slope_x, x, y), -self._read(self.slope_y, x, y)
        steep = math.hypot(dx, dy) or 1e-9
        return dx / steep, dy / steep, steep * 100

    def _read(self, grid: Grid, x: float, y: float) -> float:
        u = min(max((x - self._left) / CELL, 0.0), len(grid[0]) - 1.001)
        v = min(max((y - self._top) / CELL, 0.0), len(grid) - 1.001)
        i, j = int(u), int(v)
        f, g = u - i, v - j
        above, below = grid[j], grid[j + 1]
        top = above[i] * (1 - f) + above[i + 1] * f
        low = below[i] * (1 - f) + below[i + 1] * f
        return top * (1 - g) + low * g

    def contours(self) -> list[tuple[float, list[Point]]]:
        """Lines of equal height, each with its level."""
        return [
            (number / LEVELS, run)
            for number in range(1, LEVELS)
            for run in isolines(self.height, self.xs, self.ys, number / LEVELS + 1e-6)
        ]

    def meadows(self, chance: random.Random) -> list[list[Point]]:
        """Outlines of greener land, in the hollows and off the road."""
        x, y = np.meshgrid(self.xs, self.ys)
        lush = 0.34 - self.height + waves(x, y, chance, 5, 150, 420, 0.2)
        lush = np.minimum(lush, (self.clear - 12) / 60)
        lush[[0, -1], :] = lush[:, [0, -1]] = -0.2
        return [run[::2] for run in isolines(as_floats(lush), self.xs, self.ys, 0.0) if len(run) > 16]


def waves(x: Floats, y: Floats, chance: random.Random, count: int, short: float, long: float, high: float) -> Floats:
    """Rolling ground: waves of several lengths and directions, laid over each other."""
    total = np.zeros_like(x)
    for _ in range(count):
        a, wave, phase = chance.uniform(0, math.tau), chance.uniform(short, long), chance.uniform(0, math.tau)
        total += wave / long * high * np.sin((x * math.cos(a) + y * math.sin(a)) * math.tau / wave + phase)
    return as_floats(total)


def isolines(grid: Floats, xs: Floats, ys: Floats, level: float) -> list[list[Point]]:
    """The lines along which a grid of values meets a level (marching squares), joined into long runs."""
    above = grid > level
    cases = above[:-1, :-1] * 8 + above[:-1, 1:] * 4 + above[1:, 1:] * 2 + above[1:, :-1] * 1

    values, columns, rows = grid.tolist(), xs.tolist(), ys.tolist()

    def edge(i: int, j: int, side: str) -> Point:
        (a, b), (c, d) = {
            "N": ((i, j), (i + 1, j)), "S": ((i, j + 1), (i + 1, j + 1)),
            "W": ((i, j), (i, j + 1)), "E": ((i + 1, j), (i + 1, j + 1)),
        }[side]  # fmt: skip
        low, high = values[b][a], values[d][c]
        f = (level - low) / (high - low)
        return round(columns[a] + (columns[c] - columns[a]) * f, 3), round(rows[b] + (rows[d] - rows[b]) * f, 3)

    return _chain([
        (edge(int(i), int(j), sides[0]), edge(int(i), int(j), sides[1]))
        for j, i in np.argwhere((cases > 0) & (cases < 15))
        for sides in _SIDES[int(cases[j, i])]
    ])  # fmt: skip


_SIDES: dict[int, tuple[str, ...]] = {
    1: ("WS",), 2: ("SE",), 3: ("WE",), 4: ("NE",), 5: ("WN", "SE"), 6: ("NS",), 7: ("WN",),
    8: ("WN",), 9: ("NS",), 10: ("NE", "WS"), 11: ("NE",), 12: ("WE",), 13: ("SE",), 14: ("WS",),
}  # fmt: skip


def _chain(pieces: list[Segment]) -> list[list[Point]]:
    """Small pieces joined end to end into long lines."""
    ends: dict[Point, list[int]] = {}
    for number, (a, b) in enumerate(pieces):
        ends.setdefault(a, []).append(number)
        ends.setdefault(b, []).append(number)
    used = [False] * len(pieces)
    lines: list[list[Point]] = []
    for number, (a, b) in enumerate(pieces):
        if used[number]:
            continue
        used[number] = True
        run = [a, b]
        for _ in range(2):
            while True:
                onward = next((k for k in ends[run[-1]] if not used[k]), None)
                if onward is None:
                    break
                used[onward] = True
                c, d = pieces[onward]
                run.append(d if c == run[-1] else c)
            run.reverse()
        lines.append(run)
    return lines


def draw_relief(relief: Relief, ground: Ground) -> tuple[str, str, str]:
    """Path data of the hilltops, contour lines and hachures, cut off at the road and at the map's furniture."""
    tops, lines, strokes = [], [], []
    for level, run in relief.contours():
        if level > 0.4 and run[0] == run[-1] and all(ground.inside(x, y) and ground.off_road(x, y) > 6 for x, y in run):
            tops.append(curve(run[:-1:2], close=True))
        piece: list[Point] = []
        for x, y in [*run, (math.inf, math.inf)]:
            if math.isfinite(x) and ground.inside(x, y) and ground.off_road(x, y) > 5 and ground.untaken(x, y, 3):
                piece.append((x, y))
                continue
            if len(piece) > 4:
                lines.append(curve([*piece[:-1:2], piece[-1]] if len(piece) > 8 else piece))
                if level > 0.36:
                    strokes += _hachures(relief, ground, piece)
            piece = []
    return "".join(tops), "".join(lines), "".join(strokes)


def _hachures(relief: Relief, ground: Ground, contour: list[Point]) -> list[str]:
    """Strokes downhill from a contour line, where the slope is steep and turned away from the light."""
    strokes = []
    for (ax, ay), (bx, by) in pairwise(contour):
        count = max(1, round(math.hypot(bx - ax, by - ay) / 6))
        for i in range(count):
            x, y = ax + (bx - ax) * i / count, ay + (by - ay) * i / count
            dx, dy, steep = relief.downhill(x, y)
            shade = -(dx * math.cos(LIGHT_FROM) + dy * math.sin(LIGHT_FROM))
            long = min(15.0, steep * 13) * (shade + 0.5)
            tip = (x + dx * (2 + long), y + dy * (2 + long))
            if shade > -0.05 and long > 2.5 and ground.off_road(*tip) > 4 and ground.untaken(*tip, 3):
                strokes.append(line([(x + dx * 2, y + dy * 2), tip]))
    return strokes

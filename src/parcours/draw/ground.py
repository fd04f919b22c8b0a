"""The sheet as ground to build on: how far a place is from the road, and which places are taken."""

from __future__ import annotations

import itertools
import math

import numpy as np

from parcours.draw.geometry import Floats, Layout, as_floats
from parcours.svg import Point

CASING = 10.5
"""How far the drawn edge of the road reaches beyond its squares."""
MARGIN = 34.0
"""The width of the frame, on every side."""
View = tuple[float, float, float, float]
Box = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Disc = tuple[float, float, float]
BUCKET = 48.0


class Ground:
    """A sheet with a road on it. Whatever is built takes its place, so the next thing goes elsewhere."""

    def __init__(self, layout: Layout, view: View) -> None:
        self.layout, self.view = layout, view
        path = layout.path
        step = max(1, round(10 / (layout.row * path.rows / (len(path.x) - 1))))
        self._x = np.append(path.x[::step], path.x[-1])
        self._y = np.append(path.y[::step], path.y[-1])
        self.reach = layout.half + CASING
        self.boxes: list[Box] = []
        self.discs: list[Disc] = []
        self._columns: Floats = np.empty((3, 0))
        self._by_place: dict[tuple[int, int], list[Disc]] = {}
        self._widest = 0.0
        if not path.closed:
            for s, way in ((0.0, -1), (path.rows, 1)):
                x, y, heading = path.at(s)
                for ahead, aside in itertools.product((10, 30, 50), np.linspace(-self.reach, self.reach, 7)):
                    self.take(
                        x + math.cos(heading) * ahead * way - math.sin(heading) * aside,
                        y + math.sin(heading) * ahead * way + math.cos(heading) * aside,
                        20,
                    )

    @property
    def sheet(self) -> Box:
        """What lies inside the frame."""
        x, y, w, h = self.view
        return x + MARGIN, y + MARGIN, x + w - MARGIN, y + h - MARGIN

    def off_road(self, x: float, y: float) -> float:
        """How far a point is from the drawn edge of the road; negative on it."""
        away, aside = self._x - x, self._y - y
        away *= away
        aside *= aside
        away += aside
        return math.sqrt(away.min()) - self.reach

    def off_road_grid(self, xs: Floats, ys: Floats) -> Floats:
        """The same for a grid of points, one row for each y."""
        grid = np.empty((len(ys), len(xs)))
        for i, y in enumerate(ys):
            grid[i] = np.hypot(xs[:, None] - self._x[None], y - self._y[None]).min(axis=1)
        return as_floats(grid - self.reach)

    def inside(self, x: float, y: float, pad: float = 0.0) -> bool:
        left, top, right, bottom = self.sheet
        return left + pad <= x <= right - pad and top + pad <= y <= bottom - pad

    def untaken(self, x: float, y: float, r: float) -> bool:
        """Whether nothing that was built reaches into this disc."""
        for a, b, c, d in self.boxes:
            if a - r < x < c + r and b - r < y < d + r:
                return False
        i, j = int(x // BUCKET), int(y // BUCKET)
        reach = math.ceil((r + self._widest) / BUCKET)
        places = self._by_place
        for k in range(i - reach, i + reach + 1):
            for m in range(j - reach, j + reach + 1):
                if (k, m) in places:
                    for a, b, s in places[k, m]:
                        if math.hypot(x - a, y - b) < r + s:
                            return False
        return True

    def free(self, x: float, y: float, r: float) -> bool:
        """Whether a disc fits on the sheet, off the road and clear of everything built."""
        return self.inside(x, y, r) and self.off_road(x, y) >= r and self.untaken(x, y, r)

    def box_free(self, box: Box, pad: float = 6.0) -> bool:
        left, top, right, bottom = box
        if not (self.inside(left, top, 2) and self.inside(right, bottom, 2)):
            return False
        if any(left - pad < c and a < right + pad and top - pad < d and b < bottom + pad for a, b, c, d in self.boxes):
            return False
        x, y, reach = self._disc_columns()
        if (np.hypot(x - np.clip(x, left, right), y - np.clip(y, top, bottom)) < reach + pad / 2).any():
            return False
        nearest = np.hypot(self._x - np.clip(self._x, left, right), self._y - np.clip(self._y, top, bottom)).min()
        return float(nearest) - self.reach >= pad

    def _disc_columns(self) -> Floats:
        """The discs as columns: x, y and radius."""
        if self._columns.shape[1] != len(self.discs):
            self._columns = np.array(self.discs, dtype=np.float64).reshape(-1, 3).T
        return self._columns

    def take(self, x: float, y: float, r: float) -> None:
        self.discs.append((x, y, r))
        self._by_place.setdefault((int(x // BUCKET), int(y // BUCKET)), []).append((x, y, r))
        self._widest = max(self._widest, r)

    def take_box(self, box: Box) -> None:
        self.boxes.append(box)

    def room_for(self, width: float, height: float, near: Point, pad: float = 14.0) -> Box | None:
        """The free box of this size whose middle is nearest to a point."""
        left, top, right, bottom = self.sheet
        best: tuple[float, Box] | None = None
        for x in np.arange(left + 16, right - width - 15, 20.0):
            for y in np.arange(top + 16, bottom - height - 15, 20.0):
                away = math.hypot(x + width / 2 - near[0], y + height / 2 - near[1])
                if best is None or away < best[0]:
                    box = (float(x), float(y), float(x + width), float(y + height))
                    if self.box_free(box, pad):
                        best = (away, box)
        return best[1] if best else None

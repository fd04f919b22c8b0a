"""The land around the road, grown from the course's seed: the same every time, and never in the way.

A stretch whose name mentions something gets it: a mill at Mill bend, poplars along Poplar avenue, vines at Vineyard
bend. The seed decides everything else.
"""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from parcours.draw.ground import Ground
from parcours.draw.pictures import church, house, parcel, poplars, windmill, wood
from parcours.draw.relief import Relief, draw_relief
from parcours.draw.river import River, draw_bridges, draw_river, find_river
from parcours.svg import Point, curve, group, path

HINTS = {
    "mill": ("mill",),
    "avenue": ("poplar", "avenue", "allee", "allée"),
    "chapel": ("chapel", "abbey", "church"),
    "village": ("town", "village", "market"),
    "vineyard": ("vineyard", "vine", "wine"),
    "wood": ("wood", "forest", "grove"),
    "field": ("field", "farm", "meadow"),
}


@dataclass
class Land:
    """The shape of the land and its river, known before anything is built on it."""

    ground: Ground
    """The ground with the planned road."""
    shown: Ground
    """The ground with the real road. Where that runs through something planned, the planned thing is left out."""
    relief: Relief
    river: River | None
    chance: random.Random


def survey(ground: Ground, shown: Ground, lines: list[float], stones: list[float]) -> Land:
    """Find out how the land lies around the road, and where the river runs: with no bridge at a line or a stone. A road
    that is still growing has no river, because nobody knows yet where it would need a bridge."""
    chance = random.Random(ground.layout.course.seed)
    relief = Relief(ground, chance)
    river = find_river(ground, relief, lines, stones, chance) if shown is ground else None
    return Land(ground, shown, relief, river, chance)


def draw_water(land: Land) -> tuple[str, str]:
    """The river, and its bridges; the ground under it is taken."""
    if not land.river:
        return "", ""
    water = draw_river(land.river, land.ground, land.chance)
    return group("river", water), group("bridges", draw_bridges(land.river, land.ground))


def draw_landscape(land: Land, water: str) -> str:
    """Everything that lies and stands on the land, in the room that is left."""
    left, top, right, bottom = land.ground.sheet
    meadows = "".join(
        curve([(min(max(x, left - 9), right + 9), min(max(y, top - 9), bottom + 9)) for x, y in run], close=True)
        for run in land.relief.meadows(land.chance)
    )
    grower = Grower(land.ground, land.shown, land.relief, land.chance)
    grower.grow()
    tops, contour, hachure = draw_relief(land.relief, land.shown)
    grass = path("grass", meadows, fill_rule="evenodd")
    hills = [path("hill", tops), path("contour", contour), path("hachure", hachure)]
    return group("landscape", [grass, *hills, water, *grower.fields, *grower.standing()])


class Grower:
    """Puts things on the land, one after the other, each if there is room for it."""

    def __init__(self, ground: Ground, shown: Ground, relief: Relief, chance: random.Random) -> None:
        self.ground, self.shown, self.relief, self.chance = ground, shown, relief, chance
        self.fields: list[str] = []
        self._standing: list[tuple[float, list[str]]] = []

    def standing(self) -> Iterator[str]:
        """What stands upright, from the back to the front."""
        for _, parts in sorted(self._standing, key=lambda item: item[0]):
            yield from parts

    def _stand(self, foot: float, parts: Iterable[str], x: float, y: float, r: float) -> None:
        """Put up something that needs a disc of ground, if the disc is still free."""
        if self._still_free(x, y, r):
            self._standing.append((foot, list(parts)))

    def _still_free(self, x: float, y: float, r: float) -> bool:
        """Whether a place that was free on the planned ground is free on the real one."""
        if self.shown is self.ground:
            return True
        clear = not any(a - r < x < c + r and b - r < y < d + r for a, b, c, d in self.shown.boxes)
        return clear and self.shown.off_road(x, y) >= r

    def grow(self) -> None:
        """Put up first what the stretches are named for, then what every map has, then what fills the land."""
        make = {"village": self._village, "chapel": self._chapel, "mill": self._mill, "avenue": self._avenue,
                "vineyard": self._vineyard, "wood": self._wood_at, "field": self._farmland}  # fmt: skip
        done = [word for word, start, end in self._hinted() if make[word](start, end)]
        rows = self.ground.layout.path.rows
        for word in ("village", "chapel", "vineyard", "avenue"):
            for _ in range(0 if word in done else 8):
                start = self.chance.uniform(0, max(0.0, rows - 3))
                if make[word](start, start + 3):
                    break
        area = self.ground.view[2] * self.ground.view[3]
        for _ in range(round(area / 320_000)):
            start = self.chance.uniform(0, max(0.0, rows - 3))
            self._farmland(start, start + 3)
        self._woods(round(area / 150_000))
        self._lone_trees(round(area / 60_000))

    def _hinted(self) -> Iterator[tuple[str, float, float]]:
        order = ("village", "chapel", "mill", "avenue", "vineyard", "wood", "field")
        legs = [(g.id.lower(), a, b) for _, g, a, b in self.ground.layout.legs()]
        seen = set()
        for word, (name, start, end) in itertools.product(order, legs):
            if word not in seen and any(hint in name for hint in HINTS[word]):
                seen.add(word)
                yield word, start, end

    # --- Where things go ---

    def _near(self, start: float, end: float, away: tuple[float, float], r: float, tries: int = 60) -> Point | None:
        """A free place beside a stretch of road."""
        layout = self.ground.layout
        best: tuple[float, Point] | None = None
        for _ in range(tries):
            s = (start + end) / 2 + self.chance.uniform(-0.5, 0.5) * (end - start)
            side = self.chance.choice((-1, 1))
            off = self.chance.uniform(*away)
            x, y = layout.path.beside(s, side * (self.ground.reach + off))
            if self.ground.free(x, y, r) and (best is None or off < best[0]):
                best = (off, (x, y))
        return best[1] if best else None

    def _anywhere(self, r: float) -> Point | None:
        left, top, right, bottom = self.ground.sheet
        for _ in range(40):
            x, y = self.chance.uniform(left, right), self.chance.uniform(top, bottom)
            if self.ground.free(x, y, r):
                return x, y
        return None

    # --- Buildings ---

    def _village(self, start: float, end: float) -> bool:
        place = self._near(start, end, (60, 200), 52, 160)
        if not place:
            return False
        x, y = place
        houses = [(x, y + 6, 0.0)]
        self._stand(y + 6, church(x, y + 6, 11), x + 8, y - 14, 34)
        for _ in range(220):
            if len(houses) > 15:
                break
            a, r = self.chance.uniform(0, math.tau), 18 + 62 * math.sqrt(self.chance.random())
            hx, hy = x + math.cos(a) * r * 1.35, y + math.sin(a) * r * 0.8
            w = self.chance.uniform(19, 27)
            if not self.ground.free(hx, hy - 8, w * 0.75):
                continue
            if any(abs(hx - ox) < (41 if ow == 0 and hx > ox else 27) and abs(hy - oy) < 17 for ox, oy, ow in houses):
                continue
            if -50 < hy - y - 6 < 0 and abs(hx - x) < 16:
                continue  # the tower stands there
            houses.append((hx, hy, w))
            roof = "slate" if self.chance.random() < 0.18 else "roof"
            self._stand(hy, house(hx, hy, w, self.chance.random() < 0.4, roof), hx, hy - 7, w * 0.62)
        self.ground.take(x + 8, y - 14, 34)
        for hx, hy, w in houses[1:]:
            self.ground.take(hx, hy - 7, w * 0.62)
        return True

    def _chapel(self, start: float, end: float) -> bool:
        place = self._near(start, end, (36, 120), 32)
        if not place:
            return False
        x, y = place
        self._stand(y + 14, church(x - 8, y + 14, 8), x, y, 32)
        self._stand(y + 16, poplars([(x - 24, y + 16, 30), (x + 20, y + 18, 26)]), x, y, 32)
        self.ground.take(x, y, 32)
        return True

    def _mill(self, start: float, end: float) -> bool:
        place = self._near(start, end, (44, 120), 42)
        if not place:
            return False
        x, y = place
        self._stand(y + 22, windmill(x, y + 22, 21), x, y, 42)
        self._stand(y + 26, house(x + 27, y + 26, 22, False), x, y, 42)
        self.ground.take(x, y, 42)
        return True

    # --- Trees ---

    def _avenue(self, start: float, end: float) -> bool:
        """Poplars on both sides of a stretch, at even steps, wherever there is room for one."""
        layout = self.ground.layout
        feet: list[tuple[float, float, float]] = []
        for side in (-1, 1):
            s = start + 0.12
            while s < end - 0.1:
                h = self.chance.uniform(34, 41)
                below = side * math.cos(layout.path.at(s)[2]) > 0.25
                x, y = layout.path.beside(s, side * (self.ground.reach + (12 + h if below else 11)))
                roomy = all(self.ground.free(x, y - h * f, 7) for f in (0.0, 0.5, 0.9))
                if roomy and not any(abs(x - u) < 15 and abs(y - v) < 38 for u, v, _ in feet):
                    feet.append((x, y, h))
                s += 18.5 / layout.row
        for x, y, h in feet:
            for f in (0.08, 0.5, 0.85):
                self.ground.take(x, y - h * f, 8)
        self._poplars(feet)
        return len(feet) > 5

    def _wood_at(self, start: float, end: float) -> bool:
        place = self._near(start, end, (40, 150), 40)
        return place is not None and self._wood(*place, self.chance.randrange(14, 24))

    def _wood(self, x: float, y: float, count: int) -> bool:
        trees: list[tuple[float, float, float]] = []
        spread = 6.2 * math.sqrt(count)
        for _ in range(count * 8):
            if len(trees) >= count:
                break
            a, q = self.chance.uniform(0, math.tau), math.sqrt(self.chance.random())
            tx, ty = x + math.cos(a) * q * spread * 1.5, y + math.sin(a) * q * spread
            r = self.chance.uniform(6.5, 10)
            if self.ground.free(tx, ty, r + 5) and all(math.hypot(tx - u, ty - v) > 8 for u, v, _ in trees):
                trees.append((tx, ty, r))
        if len(trees) < 4:
            return False
        for tx, ty, r in trees:
            self.ground.take(tx, ty, r + 2)
        self._trees(trees)
        return True

    def _trees(self, trees: list[tuple[float, float, float]]) -> None:
        """Plant those of these trees that still have room."""
        left = [tree for tree in trees if self._still_free(tree[0], tree[1], tree[2] + 4)]
        if left:
            self._standing.append((max(tree[1] for tree in left), wood(left)))

    def _poplars(self, feet: list[tuple[float, float, float]]) -> None:
        """Plant those of these poplars that still have room."""
        left = [(x, y, h) for x, y, h in feet if self._still_free(x, y - h / 2, h / 2)]
        if left:
            self._standing.append((max(y for _, y, _ in left), poplars(left)))

    def _woods(self, count: int) -> None:
        """Woods on the flanks of the hills first, then wherever there is room."""
        for x, y, room in self.relief.peaks:
            a = self.chance.uniform(0, math.tau)
            self._wood(x + math.cos(a) * room * 0.8, y + math.sin(a) * room * 0.8, self.chance.randrange(18, 42))
        for _ in range(count):
            place = self._anywhere(26)
            if place:
                self._wood(*place, self.chance.randrange(8, 30))

    def _lone_trees(self, count: int) -> None:
        for _ in range(count):
            place = self._anywhere(14)
            if place:
                x, y = place
                if self.chance.random() < 0.3:
                    feet = [(x + i * 11, y + 12 + self.chance.uniform(-2, 2), self.chance.uniform(24, 32))
                            for i in range(self.chance.randrange(1, 3))]  # fmt: skip
                    feet = [f for f in feet if self.ground.free(f[0], f[1] - f[2] / 2, f[2] / 2)]
                    self._poplars(feet)
                else:
                    r = self.chance.uniform(6, 9)
                    self._trees([(x, y, r)])
                self.ground.take(x, y, 13)

    # --- Fields ---

    def _vineyard(self, start: float, end: float) -> bool:
        return sum(self._patchwork(start, end, ("vineyard",), 38, 34) for _ in range(4)) > 3

    def _farmland(self, start: float, end: float) -> bool:
        return self._patchwork(start, end, ("field", "field", "field-fallow", "grass-plot"), 48, 40) > 2

    def _patchwork(self, start: float, end: float, kinds: tuple[str, ...], long: float, wide: float) -> int:
        """Fields that share their hedges, laid along the road. Returns how many found room."""
        place = self._near(start, end, (40, 190), 30, 20)
        if not place:
            return 0
        x, y = place
        along = [self.ground.layout.path.at(start + (end - start) * i / 6) for i in range(7)]
        a = min(along, key=lambda at: math.hypot(at[0] - x, at[1] - y))[2] + self.chance.uniform(-0.2, 0.2)
        columns, rows = self.chance.randrange(3, 6), self.chance.randrange(2, 4)
        u, v = (math.cos(a), math.sin(a)), (-math.sin(a), math.cos(a))
        corner = {}
        for i, j in itertools.product(range(columns + 1), range(rows + 1)):
            p = (i - columns / 2) * long + self.chance.uniform(-5, 5) + (j - rows / 2) * 6
            q = (j - rows / 2) * wide + self.chance.uniform(-4, 4)
            corner[i, j] = (x + u[0] * p + v[0] * q, y + u[1] * p + v[1] * q)
        made = 0
        middles = []
        for i, j in itertools.product(range(columns), range(rows)):
            corners = [corner[i, j], corner[i + 1, j], corner[i + 1, j + 1], corner[i, j + 1]]
            if self.chance.random() < 0.1 or not all(self.ground.free(*p, 3) for p in _along(corners)):
                continue
            if self.chance.random() < 0.45:
                corners = [*corners[1:], corners[0]]
            kind = self.chance.choice(kinds)
            apart = 7.0 if kind == "vineyard" else self.chance.choice((4.5, 6.5))
            outline, strokes = parcel(corners, max(3, round(math.dist(corners[0], corners[3]) / apart)))
            if all(self._still_free(*p, 3) for p in _along(corners)):
                self.fields.append(path(kind, outline))
                if kind != "grass-plot":
                    self.fields.append(path("vine" if kind == "vineyard" else "furrow", "".join(strokes)))
            middles.append((sum(c[0] for c in corners) / 4, sum(c[1] for c in corners) / 4))
            made += 1
        for mx, my in middles:
            self.ground.take(mx, my, wide * 0.62)
        return made


def _along(corners: list[Point]) -> Iterator[Point]:
    """Points along the outline of a shape, and its middle."""
    for a, b in zip(corners, [*corners[1:], corners[0]], strict=True):
        for f in (0.0, 0.34, 0.67):
            yield a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f
    yield sum(p[0] for p in corners) / 4, sum(p[1] for p in corners) / 4

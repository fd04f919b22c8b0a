"""What stands on and beside the road: banners over the lines, kilometre stones, the names of its stretches, crowds."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from parcours.draw.geometry import Layout
from parcours.draw.ground import CASING, Box, Ground
from parcours.draw.lettering import Lettering
from parcours.svg import Point, disc, el, group, line, num, pair, path, text, width_of

BAND = 17.0
"""The depth of a painted line."""
STONE_EVERY = 5
PLATE_SIZE = 17.0
"""The size of the names on banners."""
LINE_CLASS = {"start": "line-start", "sprint": "line-sprint", "finish": "line-finish", "summit": "line-summit",
              "pass": "line-summit"}  # fmt: skip


@dataclass(frozen=True)
class Banner:
    """A line across the road: where it is crossed, and the rows of its plate (each a number and a name)."""

    kind: str
    at: float
    rows: tuple[tuple[str, str], ...]
    wide: float = 0.0
    """The room that its widest name needs."""


def banners(layout: Layout, words: Lettering) -> list[Banner]:
    """The lines of the course as banners. Lines that a circuit passes at the same place share one banner.

    On a circuit, squares are counted as the riders count them: a rider who stops on square 33 is on the line at 33, and
    crosses it by leaving the square. Elsewhere a line is measured in rows from the beginning of the road.
    """
    course, lap = layout.course, layout.path.rows
    before = 1.0 if course.circuit else float(course.run_in)
    laps = _laps(layout) if course.circuit else []
    rows = [(num(at), words("Lap {n}", n=n)) for n, at in enumerate(laps, 2)]
    wide = max(_name_room(words, "Start"), *(_name_room(words, "Lap {n}", n=n) for n, _ in enumerate(laps, 2)), 0.0)
    found = [Banner("start", before, (("0", words("Start")), *rows), wide)]
    for route_line in course.lines:
        at = float(route_line.at)
        shown = num(at)
        at = (at % lap if course.circuit else at) + before
        same = next((b for b in found if b.kind == route_line.kind and math.isclose(b.at, at)), None)
        if same:
            found.remove(same)
        row = (shown, words(route_line.name))
        wide = max(_name_room(words, route_line.name), same.wide if same else 0.0)
        found.append(Banner(route_line.kind, at, (*(same.rows if same else ()), row), wide))
    return found


def _name_room(words: Lettering, label: str, **gaps: object) -> float:
    return words.room(label, PLATE_SIZE, upper=True, spacing=0.6, **gaps)


def draw_bands(layout: Layout, shown: list[Banner]) -> list[str]:
    """The lines as they are painted on the road, under the riders."""
    return [group(f"band {banner.kind}", _band(layout, banner)) for banner in shown]


def _band(layout: Layout, banner: Banner) -> Iterator[str]:
    deep = BAND / layout.row
    start = banner.at - deep if layout.path.closed else max(0.0, banner.at - deep)
    end = start + deep
    left, right = layout.span(end)
    width = right - left
    strip = layout.path.strip
    cls = LINE_CLASS.get(banner.kind, "line-other")
    if banner.kind == "finish":
        yield path("line-paper", strip(start, end, left, right))
        cells = max(8, 2 * round(width / 12))
        wide = width / cells
        yield path(cls, "".join(
            strip(start + deep * row / 3, start + deep * (row + 1) / 3, left + i * wide, left + (i + 1) * wide)
            for row in range(3)
            for i in range(row % 2, cells, 2)
        ))  # fmt: skip
    elif banner.kind in ("summit", "pass"):
        yield path("line-paper", strip(start, end, left, right))
        count = round(width / 10)
        each = width / count
        dots = [
            layout.path.beside(start + deep * (0.3 if i % 2 else 0.7), left + (i + 0.5) * each) for i in range(count)
        ]
        yield path(cls, "".join(disc(x, y, 3.2) for x, y in dots))
        edges = strip(start, start + deep / 9, left, right) + strip(end - deep / 9, end, left, right)
        yield path(cls, edges)
    else:
        yield path("line-paper", strip(start, end, left, right))
        yield path(cls, strip(start + deep * 0.16, end - deep * 0.16, left, right))
        wide = width / 7
        bars = [strip(start + deep * 0.36, end - deep * 0.36, left + wide * (i + 0.12), left + wide * (i + 0.88))
                for i in range(7)]  # fmt: skip
        yield path("line-paper", "".join(bars))


def draw_plates(layout: Layout, ground: Ground, shown: list[Banner], accent: str) -> list[str]:
    """The banners' posts and name plates, beside the road where there is room."""
    parts = []
    for banner in shown:
        s = max(banner.at, 0 if layout.path.closed else BAND / layout.row) - BAND / layout.row / 2
        posts = [layout.path.beside(s, off) for off in _beyond(layout, s, CASING + 15)]
        size = PLATE_SIZE
        number = max(width_of(n, size) for n, _ in banner.rows) + 14
        width = number + banner.wide + 20
        height = 25.0 * len(banner.rows)
        box, post = _room(layout, ground, s, width, height)
        ground.take_box(box)
        for x, y in posts:
            ground.take(x, y, 18)
        parts.append(group(f"banner {banner.kind}", [
            path("post", line([post, _nearest(box, post)])),
            *_flags(layout, s, accent),
            *_plate(box, banner, number, size),
        ]))  # fmt: skip
    return parts


def _room(layout: Layout, ground: Ground, s: float, width: float, height: float) -> tuple[Box, Point]:
    """A free box near the end of a line, and the post that it hangs on."""
    best: tuple[float, Box, Point] | None = None
    for side, away, along in itertools.product((1, -1), range(16, 150, 12), range(-90, 91, 15)):
        post = layout.path.beside(s, side * (layout.half + CASING))
        toward = layout.path.beside(s + along / layout.row, side * (layout.half + CASING + away))
        right = toward[0] - post[0]
        x = toward[0] - (0 if right > 8 else width if right < -8 else width / 2)
        y = toward[1] - height / 2
        box = (x, y, x + width, y + height)
        price = away + abs(along) * 0.8 + (8 if side < 0 else 0)
        if (best is None or price < best[0]) and ground.box_free(box, 7):
            best = (price, box, post)
    if best is None:
        post = layout.path.beside(s, layout.half + CASING)
        beside = (post[0] + 12, post[1] + 12, post[0] + 12 + width, post[1] + 12 + height)
        return ground.room_for(width, height, post, 7) or beside, post
    return best[1], best[2]


def _beyond(layout: Layout, s: float, away: float) -> tuple[float, float]:
    """The places `away` beyond the left and the right edge of the road, measured from its middle line."""
    left, right = layout.span(s)
    return left - away, right + away


def _nearest(box: Box, point: Point) -> Point:
    return min(max(point[0], box[0]), box[2]), min(max(point[1], box[1]), box[3])


def _flags(layout: Layout, s: float, accent: str) -> Iterator[str]:
    """A post and a pennant at either end of the line, pointing away from the road."""
    for near, far in zip(_beyond(layout, s, CASING - 4.5), _beyond(layout, s, CASING + 27), strict=True):
        foot, tip = layout.path.beside(s, near), layout.path.beside(s, far)
        dx, dy = tip[0] - foot[0], tip[1] - foot[1]
        back = math.radians(layout.path.angle(s))
        low = (foot[0] + dx * 0.55, foot[1] + dy * 0.55)
        middle = (foot[0] + dx * 0.78 - math.cos(back) * 18, foot[1] + dy * 0.78 - math.sin(back) * 18)
        yield path("pennant", line([tip, middle, low], close=True), fill=accent)
        yield path("post", line([foot, tip]))
        yield path("pen-fill", disc(*foot, 2.8))


def _plate(box: Box, banner: Banner, number: float, size: float) -> Iterator[str]:
    left, top, right, bottom = box
    each = (bottom - top) / len(banner.rows)
    cls = LINE_CLASS.get(banner.kind, "line-other")
    yield el("rect", "plate", x=left, y=top, width=right - left, height=bottom - top, rx="2")
    yield el("rect", cls, x=left, y=top, width=number, height=bottom - top, rx="2")
    for i, (shown, name) in enumerate(banner.rows):
        base = top + each * (i + 0.5) + size * 0.36
        yield text("plate-number", left + number / 2, base, shown, size)
        yield text("plate-name", (left + number + right) / 2, base, name.upper(), size, letter_spacing="0.6")
        if i:
            yield path("pen-fine", line([(left, top + each * i), (right, top + each * i)]))


def draw_stones(layout: Layout, ground: Ground, accent: str) -> list[str]:
    """Kilometre stones: the distance from the start every few squares, on a circuit for each later lap too."""
    course = layout.course
    parts: list[str] = []
    far = course.finish / course.unit
    for n, s in stone_places(layout):
        later = [num(n + lap) for lap in _laps(layout) if n + lap < far] if course.circuit else []
        for side, shift in itertools.product((1, -1), (0.0, 0.2, -0.2)):
            wide = 19.0 if len(later) > 1 else 13.0
            nx, ny = (b - a for a, b in zip(layout.path.beside(s, 0), layout.path.beside(s, side), strict=True))
            off = CASING + 4 + abs(nx) * (wide + 5) + abs(ny) * 20
            x, y = layout.path.beside(s + shift, side * (layout.half + off))
            box = (x - wide - 5, y - 20, x + wide + 5, y + 20)
            if ground.box_free(box, 1):
                ground.take_box(box)
                parts += _stone(x, y, wide, str(n), later, accent)
                break
    return [group("stones", parts)]


def stone_places(layout: Layout) -> list[tuple[int, float]]:
    """The distances that have a stone, and their places along the road: on a circuit, the middles of squares. A road
    whose squares have printed numbers has no stones."""
    course = layout.course
    if any(tile.label for tile in layout.tiles):
        return []
    far = min(layout.path.rows, course.finish / course.unit)
    before = 0.5 if course.circuit else float(course.run_in)
    return [(n, n + before) for n in range(STONE_EVERY, math.ceil(far), STONE_EVERY)]


def _laps(layout: Layout) -> list[float]:
    """Where the later laps of a circuit begin."""
    lap, far = layout.path.rows, layout.course.finish / layout.course.unit
    return [lap * n for n in range(1, math.ceil(far / lap))]


def _stone(x: float, y: float, w: float, number: str, later: list[str], accent: str) -> Iterator[str]:
    top, foot = y - 20, y + (19 if later else 15)
    cap = f"C{pair((x - w, top - 3))} {pair((x + w, top - 3))} {pair((x + w, top + 11))}"
    shoulder = pair((x - w, top + 11))
    yield path("stone", f"M{pair((x - w, foot))}L{shoulder}{cap}L{pair((x + w, foot))}Z")
    yield path("stone-cap", f"M{shoulder}{cap}Z", fill=accent)
    yield path("pen", line([(x - w - 4, foot), (x + w + 4, foot)]))
    yield text("distance", x, top + 25, number, 16)
    if later:
        yield text("distance-later", x, foot - 3, " · ".join(later), 11)


def draw_names(layout: Layout, ground: Ground, words: Lettering) -> list[str]:
    """The names of the stretches, written along the road."""
    paths, texts = [], []
    size = 17.0
    for number, segment, start, end in layout.legs():
        if len(segment.id) <= 3 or layout.course.legs.index(segment.id) != number:
            continue
        name = words(segment.id)
        room = words.room(segment.id, size) * 1.1 + 24
        place = _name_place(layout, ground, (start + end) / 2, max(end - start, 2.0), room)
        if not place:
            continue
        middle, side, rows = place
        centre = side * (layout.half + CASING + 15)
        id_ = re.sub(r"[^a-z0-9]+", "-", f"name-{layout.course.id}-{number}".lower())
        backwards = abs(layout.path.angle(middle)) > 90
        ends = (middle + rows / 2, middle - rows / 2) if backwards else (middle - rows / 2, middle + rows / 2)
        base = centre + (-5 if backwards else 5)
        d = f"M{pair(layout.path.beside(ends[0], base))}{layout.path.run(*ends, base)}"
        for i in range(9):
            x, y = layout.path.beside(middle + rows * (i / 8 - 0.5), centre)
            ground.take(x, y, 11)
        paths.append(f'<path id="{id_}" d="{d}" fill="none"/>')
        texts.append(
            el("text", "label", f'<textPath href="#{id_}" startOffset="50%">{escape(name)}</textPath>',
               font_size=size, letter_spacing="0.8")
        )  # fmt: skip
    return [f"<defs>{''.join(paths)}</defs>", group("names", texts)] if paths else []


def _name_place(
    layout: Layout, ground: Ground, middle: float, span: float, width: float
) -> tuple[float, int, float] | None:
    """Where a name of this width can be written: its middle, the side of the road, and how many rows it takes there."""
    for shift, side in itertools.product((0.0, 0.12, -0.12, 0.25, -0.25, 0.4, -0.4), (1, -1)):
        at = middle + shift * span
        off = side * (layout.half + CASING + 15)
        rows = width / max(20.0, layout.path.length(at - 0.5, at + 0.5, off))
        if not layout.path.closed and not rows / 2 < at < layout.path.rows - rows / 2:
            continue
        spots = [layout.path.beside(at + rows * (i / 10 - 0.5), off) for i in range(11)]
        if all(ground.free(x, y, 10) for x, y in spots):
            return at, side, rows
    return None


def draw_crowds(layout: Layout, ground: Ground, shown: list[Banner], chance: random.Random) -> list[str]:
    """People at the roadside, thickest at the lines."""
    dots: dict[str, list[str]] = {"crowd-a": [], "crowd-b": [], "crowd-c": []}
    for banner in shown:
        thick = 70 if banner.kind == "finish" else 34
        for _ in range(thick):
            s = banner.at + chance.gauss(0, 0.75 if banner.kind == "finish" else 0.5)
            if not layout.path.closed and not 0.1 < s < layout.path.rows - 0.1:
                continue
            away = CASING + 5 + abs(chance.gauss(0, 4.5))
            x, y = layout.path.beside(s, chance.choice((-1, 1)) * (layout.half + away))
            if ground.untaken(x, y, 3) and ground.off_road(x, y) > 3.4:
                ground.take(x, y, 1.6)
                dots[chance.choice(list(dots))].append(disc(x, y, 2.3))
    return [group("crowd", (path(cls, "".join(parts)) for cls, parts in dots.items()))]

"""The road itself: its ribbon, what it is made of, its lanes and ticks, the numbers printed on it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

from parcours.draw.geometry import Layout, Tile, most_lanes, paint_of
from parcours.draw.ground import CASING
from parcours.engine.road import DARK, FAST_ROAD, FORD, HAIRPIN, SPRINT_ZONE, TRACK
from parcours.games import find_game
from parcours.svg import Point, disc, el, group, line, path, texts

SEAM = 0.02
"""By how many rows neighbouring pieces overlap, so that no gap shows between them."""
TICK_END = 11.0
CHEVRON_EVERY = 5
ROAD_GOES_ON = 46.0
"""How far beyond the ends of an open road its dashes run."""


LEVELS = 4
LABEL_SIZE = 13.0
LEVEL_SIZE = 30.0


def draw_road(layout: Layout, accent: str) -> list[str]:
    """All layers of the road, the squares last."""
    return [
        group(
            "roadway",
            [
                *_ends(layout),
                path("casing-edge", _ribbon(layout, CASING)),
                path("verge", _ribbon(layout, CASING - 0.9)),
                path("casing", _ribbon(layout, CASING - 1.9), fill=accent),
                path("road-edge", _ribbon(layout, 1.8)),
                path("road", _ribbon(layout, 0)),
                *_terrain(layout),
                *_levels(layout),
                *_marks(layout),
                *_chevrons(layout),
                *_lanes(layout),
                *_ticks(layout),
                *_values(layout),
            ],
        ),
        el("g", "squares", "".join(_square(layout, tile) for tile in layout.tiles)),
    ]


def _square(layout: Layout, tile: Tile) -> str:
    return path("square", layout.outline(tile), data_square=str(tile.index))


def _widths(layout: Layout) -> Iterator[tuple[float, float, float, float]]:
    """Stretches of constant width: start, end, left edge, right edge."""
    spans = [(a, b, layout.edges(g, max(1, g.lanes) - 1)[0], layout.half) for _, g, a, b in layout.legs()]
    for (left, right), same in itertools.groupby(spans, key=lambda span: (round(span[2], 3), span[3])):
        run = list(same)
        yield run[0][0], run[-1][1], left, right


def _ribbon(layout: Layout, extra: float) -> str:
    """The road's surface, widened by `extra` on both sides."""
    last = layout.path.rows
    pieces = []
    for start, end, left, right in _widths(layout):
        before = extra / layout.row if start > 0 else 0.0
        after = max(SEAM, extra / layout.row) if end < last else SEAM if layout.path.closed else 0.0
        pieces.append(layout.path.strip(start - before, end + after, left - extra, right + extra))
    return "".join(pieces)


def _runs(tiles: Iterable[Tile]) -> Iterator[list[Tile]]:
    """Runs of tiles that follow each other in one lane with the same terrain."""
    run: list[Tile] = []
    for tile in tiles:
        if run and (tile.leg, tile.lane, tile.terrain) != (run[-1].leg, run[-1].lane, run[-1].terrain):
            yield run
            run = []
        run.append(tile)
    if run:
        yield run


def _terrain(layout: Layout) -> list[str]:
    """What the road is made of: a colour and a texture for each terrain."""
    textures: dict[str, Callable[[Layout, Tile], str]] = {
        "climb": _hatch, "descent": _flow, "cobbles": _setts, "false_flat": _dots, "hills": _rolls,
    }  # fmt: skip
    surface: dict[str, list[str]] = {}
    texture: dict[str, list[str]] = {}
    for run in _runs([*layout.tiles, *_rounds(layout)]):
        terrain, first, last = run[0].terrain, run[0], run[-1]
        if terrain not in textures:
            continue
        surface.setdefault(terrain, []).append(
            layout.path.strip(first.start, last.end + SEAM / 4, first.left, first.right)
        )
        texture.setdefault(terrain, []).extend(textures[terrain](layout, tile) for tile in run)
    return [
        *(path(f"terrain {paint_of(layout.course, name)}", "".join(parts)) for name, parts in surface.items()),
        *(path(f"texture {paint_of(layout.course, name)}", "".join(parts)) for name, parts in texture.items()),
    ]


def _levels(layout: Layout) -> list[str]:
    """How hard each square is, in games whose printed numbers say so: the harder the square, the deeper the red."""
    if not find_game(layout.course.game).drawing.levels:
        return []
    found: dict[int, list[str]] = {}
    for tile in layout.tiles:
        if tile.value:
            found.setdefault(min(tile.value, LEVELS), []).append(layout.outline(tile))
    return [path(f"level l{level}", "".join(parts)) for level, parts in sorted(found.items())]


def _rounds(layout: Layout) -> Iterator[Tile]:
    """Legs without squares (the rounds of a profile), each as one tile."""
    for number, segment, start, end in layout.legs():
        if not segment.squares:
            yield Tile(-1, number, 0, start, end, *layout.edges(segment, 0), segment.terrain, 0, 0, 0)


def _across(layout: Layout, tile: Tile) -> Callable[[float, float], Point]:
    """A function that gives the points of a tile: from 0 to 1 along it, from -1 (left edge) to 1 (right edge) across
    it."""

    def at(along: float, across: float) -> Point:
        s = tile.start + (tile.end - tile.start) * along
        return layout.path.beside(s, tile.offset + (tile.right - tile.left) / 2 * across)

    return at


def _long(layout: Layout, tile: Tile) -> float:
    return layout.path.length(tile.start, tile.end, tile.offset)


def _sides(layout: Layout, tile: Tile) -> list[int]:
    """The sides of a tile that lie on the road's own edges: -1 its left, 1 its right."""
    left = tile.lane == max(1, layout.course.lap[tile.leg].lanes) - 1
    return ([-1] if left else []) + ([1] if tile.lane == 0 else [])


def _hatch(layout: Layout, tile: Tile) -> str:
    """A climb: slanting hatch along the edges of the road, and a chevron that labours up the middle."""
    at, count = _across(layout, tile), max(3, round(_long(layout, tile) / 7))
    deep, lean = min(0.38, 26 / (tile.right - tile.left)), 0.7 / count
    strokes = [
        line([at(min(1, (i + 0.5) / count + lean), side), at((i + 0.5) / count, side * (1 - deep))])
        for i in range(count)
        for side in _sides(layout, tile)
    ]
    return "".join(strokes) + line([at(0.56, -0.36), at(0.74, 0), at(0.56, 0.36)])


def _flow(layout: Layout, tile: Tile) -> str:
    """A descent: lines that stream along the edges, and chevrons that fly down the middle."""
    at = _across(layout, tile)
    flow = [
        line([at(a, b * side), at((a + c) / 2, b * side), at(c, b * side)])
        for a, b, c in ((0.06, 0.82, 0.62), (0.38, 0.64, 0.94))
        for side in _sides(layout, tile)
    ]
    arrows = [line([at(a, -0.3), at(a + 0.16, 0), at(a, 0.3)]) for a in (0.46, 0.61, 0.76)]
    return "".join(flow + arrows)


def _rolls(layout: Layout, tile: Tile) -> str:
    """Hills: the road rolls, wave after wave."""
    at, count = _across(layout, tile), max(2, round(_long(layout, tile) / 20))
    return "".join(
        line([at((i + 0.5 + 0.22 * math.sin(math.pi * (u + 1) / 2)) / count, side * (1 - 0.34 * (u + 1) / 2)) for u in
              (-1, -0.5, 0, 0.5, 1)])
        for i in range(count)
        for side in (-1, 1)
    )  # fmt: skip


def _setts(layout: Layout, tile: Tile) -> str:
    """Cobbles: setts in running bond."""
    at = _across(layout, tile)
    courses = max(3, round(_long(layout, tile) / 14))
    stones = max(2, round((tile.right - tile.left) / 17))
    parts = []
    for i in range(courses):
        low, high = i / courses, (i + 1) / courses
        if i:
            parts.append(line([at(low, -0.98), at(low, 0), at(low, 0.98)]))
        shift = 0.5 if i % 2 else 0.0
        joints = [-1 + 2 * (j + shift) / stones for j in range(stones + 1)]
        parts += [line([at(low, j), at(high, j)]) for j in joints if -0.95 < j < 0.95]
    return "".join(parts)


def _dots(layout: Layout, tile: Tile) -> str:
    """A false flat: dots that are denser towards the edge."""
    at = _across(layout, tile)
    count = max(3, round(_long(layout, tile) / 11))
    return "".join(
        disc(*at((i + (0.5 if row % 2 else 0.2)) / count, side * off), 1.0 + 0.5 * (off > 0.7))
        for i in range(count)
        for row, off in enumerate((0.86, 0.66, 0.46))
        for side in (-1, 1)
    )


def _marks(layout: Layout) -> list[str]:
    """The marks of single squares: hairpins, fords, fast road, dark squares, the bunch's track, sprints."""
    found: dict[str, list[str]] = {}
    for tile in layout.tiles:
        at, outline = _across(layout, tile), layout.outline(tile)
        offsets = {-1: tile.left + 4, 1: tile.right - 4}
        edges = [layout.path.stroke(tile.start, tile.end, offsets[side]) for side in _sides(layout, tile)]
        if tile.flags & DARK:
            found.setdefault("dark", []).append(outline)
        if tile.flags & SPRINT_ZONE:
            found.setdefault("sprint-zone", []).extend(edges)
        if tile.flags & HAIRPIN:
            zig = [at((i + 0.5) / 8, 0.9 if i % 2 else 0.74) for i in range(8)]
            zag = [at((i + 0.5) / 8, -0.9 if i % 2 else -0.74) for i in range(8)]
            found.setdefault("hairpin", []).extend((line(zig), line(zag)))
        if tile.flags & FORD:
            for i in range(5):
                wave = [at(0.14 + 0.18 * i + 0.035 * math.sin(j * 1.6), j / 6 - 1) for j in range(1, 12)]
                found.setdefault("ford", []).append(line(wave))
        if tile.flags & FAST_ROAD:
            found.setdefault("fast", []).extend(edges)
        if tile.flags & TRACK:
            found.setdefault("track", []).append(line([at(0.3, 0), at(0.7, 0)]))
    return [path(f"mark {name}", "".join(parts)) for name, parts in found.items()]


def _chevrons(layout: Layout) -> list[str]:
    """The riding direction: a pair of chevrons every few rows, on plain road."""
    parts = []
    rows = math.floor(layout.path.rows + 1e-9)
    arm = min(15.0, layout.width / 7)
    for row in range(2, rows, CHEVRON_EVERY):
        here = [t for t in layout.tiles if t.start <= row + 0.5 < t.end]
        if any(t.terrain in ("climb", "descent") or (t.value and len(here) > 1) for t in here):
            continue
        lanes = [t.offset for t in here if not t.flags & TRACK] if len(here) > 1 else [0.0]
        size = arm if len(here) <= 1 else 8.0
        for offset, shift in itertools.product(lanes, (-0.1, 0.1)):
            tip = row + 0.5 + shift
            back = size * 0.62 / layout.row
            parts.append(
                line([
                    layout.path.beside(tip - back, offset - size),
                    layout.path.beside(tip + back, offset),
                    layout.path.beside(tip - back, offset + size),
                ])
            )  # fmt: skip
    return [path("chevron", "".join(parts))]


def _lanes(layout: Layout) -> list[str]:
    """The lines between lanes, and the solid ones."""
    fine = [
        layout.path.stroke(start, end, layout.edges(segment, lane)[0])
        for _, segment, start, end in layout.legs()
        for lane in range(segment.lanes - 1)
    ]
    heavy = [
        layout.path.stroke(start + float(solid.start), start + float(solid.end), layout.edges(segment, solid.lane)[0])
        for _, segment, start, _ in layout.legs()
        for solid in segment.solid
    ]
    return [path("lane", "".join(fine)), path("solid", "".join(heavy))]


def _ticks(layout: Layout) -> list[str]:
    """The borders between squares: a quiet line, firmer where it meets the edge of the road."""
    quiet, firm, at = [], [], layout.path.beside
    lanes = {leg: segment.lanes for leg, segment, _, _ in layout.legs()}
    for tile in layout.tiles:
        quiet.append(line([at(tile.start, tile.left), at(tile.start, tile.right)]))
        end = min(TICK_END, (tile.right - tile.left) / 4)
        if tile.lane == 0:
            firm.append(line([at(tile.start, tile.right - end), at(tile.start, tile.right)]))
        if tile.lane == lanes[tile.leg] - 1:
            firm.append(line([at(tile.start, tile.left), at(tile.start, tile.left + end)]))
    return [path("tick", "".join(quiet)), path("tick-end", "".join(firm))]


def _values(layout: Layout) -> list[str]:
    """The numbers printed on squares, at the rear so that they show behind a rider; names of squares at the side."""
    size = 20.0 if layout.width / most_lanes(layout.course) > 60 else 13.0
    drawing = find_game(layout.course.game).drawing
    size = LEVEL_SIZE if drawing.levels else size
    values, labels = [], []
    for tile in layout.tiles:
        at = _across(layout, tile)
        if tile.value or drawing.levels:
            x, y = at(0.16, 0.0)
            values.append((x, y + size * 0.35, str(tile.value).replace("-", "−")))
        if tile.label:
            x, y = at(0.5, 0.66)
            labels.append((x, y + LABEL_SIZE * 0.35, str(tile.label)))
        elif row := _row(layout, tile):
            x, y = layout.path.beside(tile.middle, layout.half + CASING + LABEL_SIZE * 0.75)
            labels.append((x, y + LABEL_SIZE * 0.35, str(row)))
    return [texts("value", size, values), texts("square-label", LABEL_SIZE, labels)]


def _row(layout: Layout, tile: Tile) -> int:
    """The number of a row, shown beside its right-most square, in games that number rows; otherwise 0."""
    if not find_game(layout.course.game).drawing.rows_numbered or tile.lane:
        return 0
    return max(0, round(tile.end - float(layout.course.run_in)))


def _ends(layout: Layout) -> list[str]:
    """Dashes where an open road goes on beyond the race."""
    if layout.path.closed:
        return []
    parts = []
    for s, way, segment in ((0.0, -1, layout.course.lap[0]), (layout.path.rows, 1, layout.course.lap[-1])):
        x, y, heading = layout.path.at(s)
        left = layout.edges(segment, max(1, segment.lanes) - 1)[0]
        for off in (left - CASING / 2, layout.half + CASING / 2):
            ax, ay = x - math.sin(heading) * off, y + math.cos(heading) * off
            parts.append(
                line([(ax + math.cos(heading) * way * d, ay + math.sin(heading) * way * d) for d in (5, ROAD_GOES_ON)])
            )
    return [path("road-on", "".join(parts))]

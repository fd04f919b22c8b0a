"""A small picture beside a text: a stretch of road with a position on it, without the land around it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape

from parcours.draw.geometry import Layout
from parcours.draw.ground import View
from parcours.draw.lettering import Lettering, Words
from parcours.draw.position import draw_pieces
from parcours.draw.road import draw_road
from parcours.draw.roadside import banners, draw_bands
from parcours.engine.scene import Piece
from parcours.svg import Point, el, line, num, path

SHAPE = 1.5
"""Width divided by height."""
AROUND = 48.0
LEAST = 330.0
"""The least width of what a picture shows, in units of the drawing."""
HEAD = 17.0

Ride = tuple[int, int]


def draw_detail(
    layout: Layout, accent: str, words: Words, pieces: Sequence[Piece], rides: Sequence[Ride],
    colours: Mapping[int, str], about: str,
) -> str:  # fmt: skip
    """The road around some pieces and the squares that they ride to, in team colours."""
    shown = [piece.square for piece in pieces if piece.square is not None]
    shown += [square for ride in rides for square in ride]
    view = _around([(layout.spots[square].x, layout.spots[square].y) for square in shown])
    near = replace(layout, tiles=tuple(tile for tile in layout.tiles if _sees(view, layout, tile.index)))
    road = draw_road(near, accent)[0]
    x, y, w, h = view
    parts = [
        el("rect", "paper", x=x, y=y, width=w, height=h),
        el("rect", "grass", x=x, y=y, width=w, height=h),
        road,
        *draw_bands(layout, banners(layout, Lettering(words, ()))),
        *(_arrow(layout, ride) for ride in rides),
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{" ".join(num(v) for v in view)}" role="img" '
        f'aria-label="{escape(about)}"><g class="map" stroke-linecap="round" stroke-linejoin="round" '
        f'text-anchor="middle">{"".join(parts)}</g>{draw_pieces(layout.spots, pieces, colours)}</svg>'
    )


def _around(points: Sequence[Point]) -> View:
    """A view with all points in it and some land around them, always in the same shape."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    wide, high = max(xs) - min(xs) + 2 * AROUND, max(ys) - min(ys) + 2 * AROUND
    w = max(wide, high * SHAPE, LEAST)
    return round((min(xs) + max(xs) - w) / 2, 1), round((min(ys) + max(ys) - w / SHAPE) / 2, 1), w, w / SHAPE


def _sees(view: View, layout: Layout, square: int) -> bool:
    spot, (x, y, w, h) = layout.spots[square], view
    reach = max(spot.along, spot.across)
    return x - reach < spot.x < x + w + reach and y - reach < spot.y < y + h + reach


def _arrow(layout: Layout, ride: Ride) -> str:
    """A ride along the road from one square to another, which may lie in another lane."""
    start, end = (layout.tiles[square] for square in ride)
    rows = (end.middle - start.middle) % layout.path.rows if layout.path.closed else end.middle - start.middle
    steps = max(4, math.ceil(rows * 4))
    points = []
    for step in range(steps + 1):
        done = step / steps
        aside = start.offset + (end.offset - start.offset) * (3 * done**2 - 2 * done**3)
        points.append(layout.path.beside(start.middle + rows * done, aside))
    (ax, ay), (x, y) = points[-2:]
    way = math.atan2(y - ay, x - ax)
    wings = [(x - math.cos(way + turn) * HEAD, y - math.sin(way + turn) * HEAD) for turn in (0.6, -0.6)]
    drawn = line(points) + line([wings[0], (x, y), wings[1]])
    return path("ride-edge", drawn) + path("ride", drawn)

"""The sheet around the map: its frame, the title cartouche with its scale, and the compass rose."""

from __future__ import annotations

import math
from collections.abc import Iterator

from parcours.draw.geometry import Layout, paint_of
from parcours.draw.ground import Box, Ground, View
from parcours.draw.lettering import Lettering
from parcours.draw.pictures import bicycle, car
from parcours.games import find_game
from parcours.svg import disc, el, group, line, path, text, texts

TERRAIN_NAMES = {"climb": "Climb", "descent": "Descent", "cobbles": "Cobbles", "false_flat": "False flat",
                 "hills": "Hills"}  # fmt: skip


def draw_frame(view: View) -> str:
    """A neat line with bars and letters, as on a map sheet."""
    x, y, w, h = view
    a, b = 16.0, 24.0
    parts = [
        el("rect", "frame", x=x + a, y=y + a, width=w - 2 * a, height=h - 2 * a),
        el("rect", "frame", x=x + b, y=y + b, width=w - 2 * b, height=h - 2 * b),
    ]
    across, down = max(2, round((w - 2 * b) / 155)), max(2, round((h - 2 * b) / 155))
    bars: list[str] = []
    wide, tall = (w - 2 * b) / across, (h - 2 * b) / down
    for i in range(across):
        left, right = x + b + i * wide, x + b + (i + 0.5) * wide
        bars += [_rect(left, top, right, top + b - a) for top in (y + a, y + h - b)]
    for i in range(down):
        top, bottom = y + b + i * tall, y + b + (i + 0.5) * tall
        bars += [_rect(left, top, left + b - a, bottom) for left in (x + a, x + w - b)]
    parts.append(path("frame-bar", "".join(bars)))
    names = [(x + b + (i + 0.5) * wide, chr(ord("A") + i % 26)) for i in range(across)]
    letters = [(middle, edge, name) for middle, name in names for edge in (y + 11, y + h - 4)]
    figures = [(edge, y + b + (i + 0.5) * tall + 4, str(i + 1)) for i in range(down) for edge in (x + 8, x + w - 8)]
    parts.append(texts("grid", 11, letters + figures))
    return group("sheet", parts)


def _rect(left: float, top: float, right: float, bottom: float) -> str:
    return line([(left, top), (right, top), (right, bottom), (left, bottom)], close=True)


STAMP = 122.0
"""The width of the field with the bicycle."""


def cartouche_size(layout: Layout, words: Lettering) -> tuple[float, float]:
    terrains = _terrains(layout)
    title = words.room(layout.course.name, 46, upper=True) + 30
    return STAMP + max(250.0, title + 24, 108.0 * len(terrains) - STAMP + 20), 126.0 + (34 if terrains else 0)


def _count(rows: float) -> int | float:
    """A number of rows, rounded for use in a sentence."""
    told = round(rows, 1)
    return int(told) if told.is_integer() else told


def draw_cartouche(layout: Layout, ground: Ground, words: Lettering, accent: str, box: Box) -> str:
    """The course's name, the length of the race, and a scale of squares, beside a bicycle (or a car)."""
    left, top, right, bottom = box
    middle, foot = (left + STAMP + right - 5) / 2, top + 126.0
    ground.take_box((left - 6, top - 6, right + 6, bottom + 6))
    course = layout.course
    emblem = car if find_game(course.game).figure == "car" else bicycle
    told = [words("{n} squares", n=_count(course.finish / course.unit))] if course.finish else []
    if course.circuit:
        told.append(words("a lap of {n} squares", n=_count(float(course.rows))))
    parts = [
        el("rect", "cartouche", x=left, y=top, width=right - left, height=bottom - top),
        el("rect", "accent", x=left + 5, y=top + 5, width=STAMP - 5, height=foot - top - 10, fill=accent),
        el("rect", "pen", x=left + 5, y=top + 5, width=right - left - 10, height=bottom - top - 10),
        path("pen", line([(left + STAMP, top + 5), (left + STAMP, foot - 5)])),
        group("emblem", emblem(left + STAMP / 2 + 2.5, top + 91, 56)),
        text("title", middle, top + 53, words(course.name).upper(), 46, letter_spacing="1.2"),
        text("subtitle", middle, top + 77, " · ".join(told), 17),
        *_scale(middle, top + 90, layout.row),
    ]
    if bottom > foot:
        parts.append(path("pen", line([(left + 5, foot - 5), (right - 5, foot - 5)])))
        parts += _legend(layout, left, right, foot + 3, words)
    return group("title-block", parts)


def _scale(middle: float, y: float, row: float) -> Iterator[str]:
    """A bar of squares, each as long as on the map."""
    count = max(2, min(5, int(190 / row)))
    left = middle - count * row / 2
    yield path("plate", _rect(left, y, left + count * row, y + 6), stroke_width=1.0)
    yield path("pen-fill", "".join(_rect(left + i * row, y, left + (i + 1) * row, y + 6) for i in range(0, count, 2)))
    for i in range(count + 1):
        yield text("legend", left + i * row, y + 20, str(i), 12)


def _terrains(layout: Layout) -> list[str]:
    present = {tile.terrain for tile in layout.tiles}
    return [terrain for terrain in TERRAIN_NAMES if terrain in present]


def _legend(layout: Layout, left: float, right: float, y: float, words: Lettering) -> Iterator[str]:
    terrains = _terrains(layout)
    each = (right - left - 24) / max(1, len(terrains))
    for i, terrain in enumerate(terrains):
        x = left + 14 + i * each
        yield path(f"terrain {paint_of(layout.course, terrain)}", _rect(x, y, x + 22, y + 16))
        yield path("pen", _rect(x, y, x + 22, y + 16))
        yield text("legend", x + 28, y + 13, words(TERRAIN_NAMES[terrain]), 15, text_anchor="start")


def draw_compass(x: float, y: float, r: float, accent: str) -> str:
    """A rose of eight points; the north point has the race's own colour."""
    dark: list[str] = []
    pale: list[str] = []
    for i in (1, 3, 5, 7, 0, 2, 4, 6):
        reach = r if i % 2 == 0 else r * 0.62
        a = math.radians(i * 45 - 90)
        tip = (x + math.cos(a) * reach, y + math.sin(a) * reach)
        waist = r * 0.19
        for side, into in ((-1, dark), (1, pale)):
            b = a + side * math.pi / 4
            into.append(line([(x, y), tip, (x + math.cos(b) * waist, y + math.sin(b) * waist)], close=True))
    ticks = "".join(
        line([(x + math.cos(a) * r * f, y + math.sin(a) * r * f) for f in (0.8, 0.86 if i % 4 else 0.9)])
        for i, a in ((i, math.radians(i * 7.5)) for i in range(48))
    )
    north = [(x, y - r), (x - r * 0.134, y - r * 0.134), (x, y)]
    return group("compass", [
        path("pen-fine", disc(x, y, r * 0.8) + disc(x, y, r * 0.74)),
        path("pen-fine", ticks),
        path("plate", "".join(pale), stroke_width=1.0),
        path("pen-fill", "".join(dark)),
        path("north", line(north, close=True), fill=accent),
        text("title", x, y - r - 7, "N", 22),
    ])  # fmt: skip

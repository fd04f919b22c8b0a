"""Hexes with a piece of road on them, as they lie on the table: the road enters at one side and leaves at another."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from parcours.svg import Point, disc, line, path, text
from parcours.svg import num as short

SIDE = 60.0
"""The length of a side of a hex."""
FLAT = SIDE * math.sqrt(3) / 2
"""The distance from the middle of a hex to a side."""
LANE = 13.0
GRAIN = 9
"""How many straight pieces make up a curve across a hex."""
FRAME = (-FLAT - 3, -SIDE - 3, 2 * FLAT + 6, 2 * SIDE + 6)
"""The box around a hex whose middle is at the origin."""


@dataclass(frozen=True)
class Lying:
    """Where a hex lies, and the heading with which its road enters: 0 is to the right, then anticlockwise by sixths."""

    x: float = 0.0
    y: float = 0.0
    heading: int = 0

    def put(self, point: Point) -> Point:
        """A point of the hex on the table."""
        turned = -math.radians(60 * self.heading)
        x, y = point
        return (
            self.x + x * math.cos(turned) - y * math.sin(turned),
            self.y + x * math.sin(turned) + y * math.cos(turned),
        )


@dataclass(frozen=True)
class HexRoad:
    """The road over a hex. Lanes are counted from the left, squares along them from 1."""

    turn: int
    """By how many sixths the road turns: positive to the left, negative to the right."""
    squares: tuple[int, ...]
    terrain: str
    track: int
    dark: tuple[tuple[int, ...], ...] = ()
    sprint_zone: bool = False

    @property
    def half(self) -> float:
        return len(self.squares) * LANE / 2

    def at(self, along: float, across: float) -> Point:
        """A point of the road: along it from 0 to 1, across it from the middle, positive to the right."""
        if not self.turn:
            return -FLAT + 2 * FLAT * along, across
        side = 1 if self.turn > 0 else -1
        radius = 1.5 * SIDE if abs(self.turn) == 1 else 0.5 * SIDE
        angle, reach = math.radians(60 * abs(self.turn)) * along, radius + side * across
        return -FLAT + reach * math.sin(angle), side * (reach * math.cos(angle) - radius)

    def edges(self, lane: int) -> tuple[float, float]:
        """Where a lane begins and ends across the road."""
        return lane * LANE - self.half, (lane + 1) * LANE - self.half


def spot_of(q: int, r: int) -> Point:
    """The middle of a hex on the table, by its axial coordinates."""
    return 2 * FLAT * (q + r / 2), -1.5 * SIDE * r


def outline(lying: Lying, shrink: float = 0.0) -> str:
    """The border of a hex."""
    reach = SIDE - shrink
    corners = [(reach * math.cos(math.radians(a)), reach * math.sin(math.radians(a))) for a in range(30, 390, 60)]
    return line([lying.put(corner) for corner in corners], close=True)


def draw_hex(lying: Lying, road: HexRoad) -> list[str]:
    """A hex: its ground, its border in the colour of its terrain, its road with lanes and squares."""
    return [
        path("tile", outline(lying, 0.6)),
        path(f"tile-rim {road.terrain}", outline(lying, 4.2)),
        path("road-edge", _band(lying, road, 0, 1, -road.half - 1.8, road.half + 1.8)),
        path("road", _band(lying, road, 0, 1, -road.half, road.half)),
        path(f"terrain {road.terrain}", _band(lying, road, 0, 1, -road.half, road.half))
        if road.terrain != "flat" else "",
        path("mark dark", "".join(_square(lying, road, lane, n) for lane, ns in enumerate(road.dark) for n in ns)),
        path("lane", "".join(_stroke(lying, road, road.edges(lane)[0]) for lane in range(1, len(road.squares))),
             stroke_dasharray="4 3"),
        path("tick", _ticks(lying, road), stroke_opacity="0.45"),
        path("mark track", _track(lying, road), stroke_width=1.8),
        path("mark sprint-zone", _zone(lying, road), stroke_width=2.4, stroke_dasharray="3 3"),
        path(f"texture {road.terrain}", _texture(lying, road)),
    ]  # fmt: skip


def _along(lying: Lying, road: HexRoad, start: float, end: float, across: float) -> list[Point]:
    steps = 1 if not road.turn else max(1, math.ceil(GRAIN * (end - start)))
    return [lying.put(road.at(start + (end - start) * i / steps, across)) for i in range(steps + 1)]


def _band(lying: Lying, road: HexRoad, start: float, end: float, left: float, right: float) -> str:
    there, back = _along(lying, road, start, end, left), _along(lying, road, start, end, right)
    return line([*there, *reversed(back)], close=True)


def _stroke(lying: Lying, road: HexRoad, across: float) -> str:
    return line(_along(lying, road, 0, 1, across))


def _square(lying: Lying, road: HexRoad, lane: int, number: int) -> str:
    count, (left, right) = road.squares[lane], road.edges(lane)
    return _band(lying, road, (number - 1) / count, number / count, left, right)


def _ticks(lying: Lying, road: HexRoad) -> str:
    """The borders between squares, for each lane."""
    return "".join(
        line([lying.put(road.at(n / count, across)) for across in road.edges(lane)])
        for lane, count in enumerate(road.squares)
        for n in range(1, count)
    )


def _track(lying: Lying, road: HexRoad) -> str:
    """A dash on each square that the bunch rides over."""
    count, (left, _) = road.squares[road.track], road.edges(road.track)
    middle = left + LANE / 2
    return "".join(
        line([lying.put(road.at((n + a) / count, middle)) for a in (0.32, 0.68)]) for n in range(count)
    )  # fmt: skip


def _zone(lying: Lying, road: HexRoad) -> str:
    if not road.sprint_zone:
        return ""
    return _stroke(lying, road, 2 - road.half) + _stroke(lying, road, road.half - 2)


def _texture(lying: Lying, road: HexRoad) -> str:
    """What shows the terrain besides its colour, along both edges: hatching uphill, streaks downhill, dots on a false
    flat."""
    inner = max(2.0, road.half - 4.5)
    sides = (-1, 1)
    if road.terrain == "climb":
        places = [(i + 0.5) / 12 for i in range(12)]
        return "".join(
            line([lying.put(road.at(u + 0.03, s * road.half)), lying.put(road.at(u - 0.02, s * inner))])
            for u in places for s in sides
        )  # fmt: skip
    if road.terrain == "descent":
        spans = ((0.04, 0.26), (0.37, 0.59), (0.7, 0.92))
        return "".join(line(_along(lying, road, a, b, s * (road.half - 2.6))) for a, b in spans for s in sides)
    if road.terrain == "false_flat":
        places = [(i + 0.5) / 12 for i in range(12)]
        return "".join(disc(*lying.put(road.at(u, s * (road.half - 2.8))), 1.1) for u in places for s in sides)
    return ""


# ------------------------------------------------------------------------------------------- what lies on a hex


def banner(lying: Lying, road: HexRoad, where: float, kind: str) -> list[str]:
    """A bar across the road: a start or a finish line."""
    ends = [lying.put(road.at(where, across)) for across in (-road.half - 5, road.half + 5)]
    found = [path(f"line-{kind}", line(ends), stroke="currentColor", stroke_width=6.5, stroke_linecap="butt")]
    if kind == "finish":
        found.append(path("line-chequer", line(ends), stroke_width=6.5, stroke_dasharray="5 5", stroke_linecap="butt"))
    return found


def token(lying: Lying, road: HexRoad, where: float, shift: float, sign: str, paint: str) -> list[str]:
    """A round token beside the road, with its sign. At the end of the hex, a line across the road belongs to it."""
    across = road.half + 11
    x, y = lying.put(road.at(where, across))
    found = []
    if where == 1.0:
        ends = [lying.put(road.at(1.0, side)) for side in (-road.half - 4, across)]
        found.append(path(f"token-line {paint}", line(ends)))
    return [
        *found,
        path(f"token {paint}", disc(x + shift, y, 9.5)),
        text("token-sign", x + shift, y + 4.4, sign, 13, text_anchor="middle"),
    ]


def number_on(lying: Lying, road: HexRoad, words: str, size: float = 18.0) -> str:
    """A short text in the free part of the hex beside its road, always upright."""
    x, y = lying.put((0.08 * FLAT, 0.7 * SIDE * _room(road)))
    return text("tile-number", x, y + size * 0.35, words, size, text_anchor="middle")


def milestone(lying: Lying, road: HexRoad, number: int) -> list[str]:
    """A milestone beside the road."""
    at = (0.6 * FLAT, 0.36 * SIDE * _room(road)) if road.turn else (0.0, -0.66 * SIDE * _room(road))
    x, y = lying.put(at)
    stone = f"M{short(x - 6)} {short(y + 8)}v-11a6 6 0 0 1 12 0v11Z"
    return [path("stone", stone), text("stone-number", x, y + 5.6, str(number), 12, text_anchor="middle")]


def _room(road: HexRoad) -> int:
    """The side of the road with more room: the outside of a bend, the left of a straight. 1 is the right, -1 the
    left."""
    return 1 if road.turn > 0 else -1


def view_of(places: Sequence[Lying], margin: float = 24.0) -> tuple[float, float, float, float]:
    """The box around hexes."""
    xs, ys = [p.x for p in places] or [0.0], [p.y for p in places] or [0.0]
    left, top = min(xs) - FLAT - margin, min(ys) - SIDE - margin
    wide, high = max(xs) + FLAT + margin - left, max(ys) + SIDE + margin - top
    return tuple(float(short(v)) for v in (left, top, wide, high))  # type: ignore[return-value]

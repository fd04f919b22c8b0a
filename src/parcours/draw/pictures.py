"""The little drawings on the map: trees, houses, a church, a mill, fields and vines. Flat colours and ink."""

from __future__ import annotations

import math
from collections.abc import Iterator

from parcours.svg import Point, disc, line, pair, path


def wood(trees: list[tuple[float, float, float]]) -> list[str]:
    """Trees that stand together: one outline around them all, a shaded side to each crown."""
    ordered = sorted(trees, key=lambda t: t[1])
    shade = [
        f"M{pair((x + r * 0.05, y + r * 0.62))}C{pair((x + r * 0.5, y + r * 0.6))} "
        f"{pair((x + r * 0.72, y + r * 0.2))} {pair((x + r * 0.6, y - r * 0.25))}"
        for x, y, r in ordered
    ]
    open_below = [t for t in ordered if not any(abs(u - t[0]) < 13 and t[1] < v < t[1] + 40 for u, v, _ in ordered)]
    trunks = [line([(x, y + r * 0.8), (x, y + r + 4.5)]) for x, y, r in open_below]
    return [
        path("ink", "".join(trunks)),
        path("wood", "".join(disc(x, y, r) for x, y, r in ordered)),
        path("wood-shade", "".join(shade)),
    ]


def poplars(feet: list[tuple[float, float, float]]) -> list[str]:
    """Poplars, each given by its foot and its height: a flame on a short trunk."""
    crowns, shades, trunks = [], [], []
    for x, y, h in sorted(feet, key=lambda t: t[1]):
        w, top, low = h * 0.17, y - h, y - h * 0.14
        crowns.append(
            f"M{pair((x, top))}C{pair((x + w * 1.25, top + h * 0.3))} {pair((x + w * 1.3, low))} {pair((x, low))}"
            f"C{pair((x - w * 1.3, low))} {pair((x - w * 1.25, top + h * 0.3))} {pair((x, top))}Z"
        )
        shades.append(
            f"M{pair((x, top + 2))}"
            f"C{pair((x + w * 1.2, top + h * 0.32))} {pair((x + w * 1.2, low - 1))} {pair((x, low - 1))}"
            f"C{pair((x + w * 0.7, low - h * 0.2))} {pair((x + w * 0.5, top + h * 0.3))} {pair((x, top + 2))}Z"
        )
        trunks.append(line([(x, low), (x, y)]))
    return [path("ink", "".join(trunks)), path("poplar", "".join(crowns)), path("poplar-shade", "".join(shades))]


def house(x: float, y: float, w: float, flip: bool, roof: str = "roof") -> Iterator[str]:
    """A house in a slanting bird's-eye view, given by its foot: a gable, a long wall, a roof."""
    k = -1 if flip else 1
    g, d, wall, rise = w * 0.42, w * 0.58, w * 0.4, w * 0.34

    def at(u: float, v: float) -> Point:
        return x + k * (u - w / 2), y - v

    peak = at(g / 2, wall + rise)
    yield path("wall-shade", line([at(g, 0), at(g + d, d * 0.18), at(g + d, wall + d * 0.18), at(g, wall)], close=True))
    yield path("village", line([at(0, 0), at(g, 0), at(g, wall), peak, at(0, wall)], close=True))
    ridge = at(g / 2 + d, wall + rise + d * 0.18)
    eave = at(g + d + w * 0.04, wall + d * 0.18 - w * 0.03)
    yield path(roof, line([peak, ridge, eave, at(g + w * 0.04, wall - w * 0.03)], close=True))
    door, window = [at(g / 2, 0), at(g / 2, wall / 2)], [at(g + d * 0.5, wall * 0.62), at(g + d * 0.62, wall * 0.64)]
    yield path("ink", line(door) + line(window))


def church(x: float, y: float, s: float) -> Iterator[str]:
    """A church: nave, tower, spire and cross. s is the width of the tower."""

    def shape(*points: Point, close: bool = True) -> str:
        return line([(x + u * s, y - v * s) for u, v in points], close)

    yield path("wall-shade", shape((0.5, 0), (2.5, 0.3), (2.5, 1.3), (0.5, 1)))
    yield path("roof", shape((0.5, 1), (0.5, 1.75), (2.2, 2.05), (2.6, 1.28)))
    windows = [shape((u, 0.3), (u, 0.62), close=False) for u in (0.95, 1.45, 1.95)]
    yield path("ink", "".join(windows), stroke_width=2.0)
    yield path("village", shape((-0.5, 0), (0.5, 0), (0.5, 2.2), (-0.5, 2.2)))
    yield path("slate", shape((-0.6, 2.2), (0.6, 2.2), (0, 4)))
    cross = shape((0, 4), (0, 4.7), close=False) + shape((-0.2, 4.45), (0.2, 4.45), close=False)
    yield path("ink", cross + shape((-0.5, 1.5), (0.5, 1.5), close=False))
    door = shape((-0.16, 0), (-0.16, 0.42), (0.16, 0.42), (0.16, 0))
    yield path("ink-fill", door + disc(x, y - s * 1.85, s * 0.17))


def windmill(x: float, y: float, s: float) -> Iterator[str]:
    """A tower mill with four sails."""

    def shape(*points: Point) -> str:
        return line([(x + u * s, y - v * s) for u, v in points], close=True)

    yield path("village", shape((-0.62, 0), (0.62, 0), (0.4, 1.7), (-0.4, 1.7)))
    yield path("wall-shade", shape((0.12, 0), (0.62, 0), (0.4, 1.7), (0.1, 1.7)))
    yield path("roof", shape((-0.5, 1.7), (0.5, 1.7), (0, 2.3)))
    hub = (x, y - s * 1.75)
    spars, cloths = [], []
    for i in range(4):
        a = math.radians(28 + 90 * i)
        tip, root = (_ray(hub, a, s * reach) for reach in (1.55, 0.45))
        spars.append(line([hub, tip]))
        cloths.append(
            line([root, tip, _ray(tip, a + math.pi / 2, s * 0.34), _ray(root, a + math.pi / 2, s * 0.34)], True)
        )
    yield path("village", "".join(cloths))
    yield path("ink", "".join(spars), stroke_width=1.5)
    yield path("ink-fill", disc(*hub, s * 0.13) + shape((-0.14, 0), (-0.14, 0.42), (0.1, 0.42), (0.1, 0)))


def _ray(start: Point, angle: float, far: float) -> Point:
    return start[0] + math.cos(angle) * far, start[1] + math.sin(angle) * far


def bicycle(x: float, y: float, size: float) -> Iterator[str]:
    """A racing bicycle in ink: x, y is the middle of the ground under it, size from hub to hub."""
    k = size / 102

    def at(u: float, v: float) -> Point:
        return x + (u - 51) * k, y - (v + 33) * k

    def along(*points: Point) -> str:
        return line([at(*p) for p in points])

    rear, front, pedals = (0.0, 0.0), (102.0, 0.0), (42.0, -5.0)
    saddle, head, crown = (29.0, 54.0), (83.0, 57.0), (87.0, 43.0)
    frame = along(rear, pedals, saddle, rear) + along(saddle, head) + along(pedals, crown)
    fork = along(head, crown, (93, 22), front)
    bars = f"L{pair(at(81, 66))}L{pair(at(95, 68))}C{pair(at(110, 67))} {pair(at(108, 49))} {pair(at(95, 50))}"
    spokes = "".join(
        along(hub, (hub[0] + math.cos(i * math.pi / 6) * 31, hub[1] + math.sin(i * math.pi / 6) * 31))
        for hub in (rear, front)
        for i in range(12)
    )
    yield path("ink-fine", spokes, stroke_width=0.5)
    yield path("ink", "".join(disc(*at(*hub), 32 * k) for hub in (rear, front)), stroke_width=3.4 * k)
    yield path("ink", frame + fork + f"M{pair(at(*head))}{bars}" + along(saddle, (26, 66)), stroke_width=3.6 * k)
    yield path("ink", along((13, 68), (27, 66.5), (40, 67.5)), stroke_width=5.5 * k)
    cranks = along((30, 5), (54, -15)) + along((49, -15), (59, -15))
    yield path("ink", disc(*at(*pedals), 8.5 * k) + cranks, stroke_width=2.6 * k)


def car(x: float, y: float, size: float) -> Iterator[str]:
    """A small rally car in ink: x, y is the middle of the ground under it, size its wheelbase."""
    k = size / 60

    def at(u: float, v: float) -> Point:
        return x + (u - 50) * k, y - v * k

    body = (
        f"M{pair(at(2, 14))}C{pair(at(2, 24))} {pair(at(6, 27))} {pair(at(16, 29))}"
        f"C{pair(at(24, 45))} {pair(at(30, 48))} {pair(at(44, 48))}"
        f"C{pair(at(58, 48))} {pair(at(62, 42))} {pair(at(69, 31))}"
        f"C{pair(at(86, 29))} {pair(at(96, 26))} {pair(at(98, 14))}Z"
    )
    glass = (
        f"M{pair(at(22, 30))}C{pair(at(28, 42))} {pair(at(32, 44))} {pair(at(41, 44))}L{pair(at(41, 30))}Z"
        f"M{pair(at(45, 30))}L{pair(at(45, 44))}C{pair(at(56, 44))} {pair(at(58, 40))} {pair(at(63, 31))}Z"
    )
    yield path("village", body, stroke_width=3 * k)
    yield path("slate", glass, stroke_width=1.6 * k)
    yield path("ink-fill", "".join(disc(*at(u, 10), 10.5 * k) for u in (20, 80)))
    yield path("village", "".join(disc(*at(u, 10), 4.5 * k) for u in (20, 80)), stroke_width=1.2 * k)
    yield path("stone", disc(*at(43, 21), 7.5 * k), stroke_width=1.6 * k)
    yield path("ink", line([at(66, 22), at(98, 19)]) + line([at(3, 20), at(14, 21)]), stroke_width=2 * k)


def parcel(corners: list[Point], rows: int) -> tuple[str, list[str]]:
    """A field with four corners: its outline, and lines from its first side to the opposite one."""
    a, b, c, d = corners
    strokes = []
    for i in range(1, rows):
        f = i / rows
        p = (a[0] + (d[0] - a[0]) * f, a[1] + (d[1] - a[1]) * f)
        q = (b[0] + (c[0] - b[0]) * f, b[1] + (c[1] - b[1]) * f)
        strokes.append(line([_toward(p, q, 0.04), _toward(q, p, 0.04)]))
    return line(corners, close=True), strokes


def _toward(a: Point, b: Point, f: float) -> Point:
    return a[0] + (b[0] - a[0]) * f, a[1] + (b[1] - a[1]) * f

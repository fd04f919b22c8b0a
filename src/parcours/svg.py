"""Writing SVG: compact numbers, path data, and elements that take their paint from their class.

Every element carries a class and, from the table below, the presentation attributes of the light sheet. A style sheet
that names the classes wins over the attributes, so a page can print the same map by night: `night.py` has that sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from itertools import pairwise

Point = tuple[float, float]

CONDENSED = "Barlow Condensed, Roboto Condensed, Liberation Sans Narrow, Arial Narrow, sans-serif"
READABLE = "Source Serif Pro, Georgia, Liberation Serif, DejaVu Serif, serif"

INK, PAPER, ROAD = "#1D2A3A", "#F6F1E4", "#FDFAF1"
_INK_LINE = {"fill": "none", "stroke": INK}
_CAPS = {"font-family": CONDENSED, "font-weight": "700"}

LIGHT: dict[str, dict[str, str]] = {
    "paper": {"fill": PAPER},
    "frame": {**_INK_LINE, "stroke-width": "1.2"},
    "frame-bar": {"fill": INK},
    "grid": {"font-family": CONDENSED, "fill": INK},
    "ink": {**_INK_LINE, "stroke-width": "1.1"},
    "ink-fine": {**_INK_LINE, "stroke-width": "0.7"},
    "ink-fill": {"fill": INK},
    "pen": {**_INK_LINE, "stroke-width": "1.1"},
    "pen-fine": {**_INK_LINE, "stroke-width": "0.7"},
    "pen-fill": {"fill": INK},
    "pennant": {"stroke": INK, "stroke-width": "1.2"},
    "north": {"stroke": INK, "stroke-width": "1"},
    # the land
    "grass": {"fill": "#E9EACF"},
    "hill": {"fill": "#E4D5AE", "fill-opacity": "0.34"},
    "grass-plot": {"fill": "#CFD8B0", "stroke": "#B79B5C", "stroke-width": "0.8"},
    "contour": {"fill": "none", "stroke": "#D8C9A3", "stroke-width": "0.9"},
    "hachure": {"fill": "none", "stroke": "#9A8458", "stroke-width": "0.9"},
    "water": {"fill": "none", "stroke": "#A9CAD6", "stroke-linecap": "butt"},
    "water-edge": {"fill": "none", "stroke": "#3F6C82", "stroke-linecap": "butt"},
    "water-line": {"fill": "none", "stroke": "#6FA0B4", "stroke-width": "0.9"},
    "bridge": {"fill": "none", "stroke": "#FBF6E8", "stroke-width": "3"},
    "bridge-edge": {"fill": "none", "stroke": INK, "stroke-width": "5.4"},
    "wood": {"fill": "#9DB38A", "stroke": INK, "stroke-width": "2.2", "paint-order": "stroke"},
    "wood-shade": {"fill": "none", "stroke": "#5E7A5B", "stroke-width": "1.1"},
    "poplar": {"fill": "#86A27C", "stroke": INK, "stroke-width": "0.9"},
    "poplar-shade": {"fill": "#5E7A5B"},
    "vineyard": {"fill": "#E3E0B4", "stroke": "#8A8550", "stroke-width": "0.8"},
    "vine": {"fill": "none", "stroke": "#7C8A4A", "stroke-width": "1.5", "stroke-dasharray": "2.2 2",
             "stroke-linecap": "butt"},
    "field": {"fill": "#EEDDAE", "stroke": "#B79B5C", "stroke-width": "0.8"},
    "field-fallow": {"fill": "#E4E6C6", "stroke": "#B79B5C", "stroke-width": "0.8"},
    "furrow": {"fill": "none", "stroke": "#CDB274", "stroke-width": "0.8"},
    "village": {"fill": "#FBF6E8", "stroke": INK, "stroke-width": "1"},
    "wall-shade": {"fill": "#E3D7BD", "stroke": INK, "stroke-width": "1"},
    "roof": {"fill": "#C9674A", "stroke": INK, "stroke-width": "1"},
    "slate": {"fill": "#55687A", "stroke": INK, "stroke-width": "1"},
    # the road
    "verge": {"fill": PAPER},
    "casing": {},
    "road-edge": {"fill": INK},
    "casing-edge": {"fill": INK},
    "road": {"fill": ROAD},
    "terrain climb": {"fill": "#F0C2B0"},
    "terrain descent": {"fill": "#C6DAE2"},
    "terrain cobbles": {"fill": "#DAD3C4"},
    "terrain hills": {"fill": "#DCE4C4"},
    "terrain false_flat": {"fill": "#F5E0B5"},
    "terrain red": {"fill": "#F0B7A2"},
    "terrain ochre": {"fill": "#EBC983"},
    "terrain green": {"fill": "#C3D3AC"},
    "terrain blue": {"fill": "#D6DBE9"},
    "texture climb": {"fill": "none", "stroke": "#A8442E", "stroke-width": "1.1"},
    "texture descent": {"fill": "none", "stroke": "#3F6C82", "stroke-width": "1.1"},
    "texture cobbles": {"fill": "none", "stroke": "#7C7466", "stroke-width": "1"},
    "texture hills": {"fill": "none", "stroke": "#6B7F52", "stroke-width": "1.2"},
    "texture false_flat": {"fill": "#B98A35"},
    "texture red": {"fill": "none", "stroke": "#A8442E", "stroke-width": "1.1"},
    "texture ochre": {"fill": "none", "stroke": "#9A6A1C", "stroke-width": "1.1"},
    "texture green": {"fill": "none", "stroke": "#6F8560", "stroke-width": "1"},
    "texture blue": {"fill": "none", "stroke": "#6C76A8", "stroke-width": "1.2"},
    "level l1": {"fill": "#FBEBD9"},
    "level l2": {"fill": "#F6D3B8"},
    "level l3": {"fill": "#EEB493"},
    "level l4": {"fill": "#E28E6B"},
    "lane": {"fill": "none", "stroke": INK, "stroke-width": "1", "stroke-opacity": "0.45",
             "stroke-dasharray": "9 6"},
    "solid": {"fill": "none", "stroke": INK, "stroke-width": "4.5", "stroke-linecap": "butt"},
    "tick": {"fill": "none", "stroke": INK, "stroke-width": "1", "stroke-opacity": "0.28"},
    "tick-end": {"fill": "none", "stroke": INK, "stroke-width": "1.6", "stroke-linecap": "butt"},
    "chevron": {"fill": "none", "stroke": INK, "stroke-width": "2.2", "stroke-opacity": "0.3"},
    "value": {**_CAPS, "fill": INK, "fill-opacity": "0.72"},
    "square-label": {**_CAPS, "fill": INK, "fill-opacity": "0.55"},
    "spur-name": {**_CAPS, "fill": INK, "fill-opacity": "0.5"},
    "road-on": {"fill": "none", "stroke": INK, "stroke-width": "2", "stroke-dasharray": "7 8"},
    "mark hairpin": {"fill": "none", "stroke": "#B4371F", "stroke-width": "3.5"},
    "mark ford": {"fill": "none", "stroke": "#3F6C82", "stroke-width": "1.8"},
    "mark fast": {"fill": "none", "stroke": "#C58A1B", "stroke-width": "4.5", "stroke-dasharray": "16 7"},
    "mark dark": {"fill": INK, "fill-opacity": "0.16"},
    "mark track": {"fill": "none", "stroke": INK, "stroke-width": "2.4", "stroke-opacity": "0.5"},
    "mark sprint-zone": {"fill": "none", "stroke": "#2F7D4F", "stroke-width": "4", "stroke-dasharray": "5 5"},
    "squares": {"fill": ROAD, "fill-opacity": "0"},
    "ride-edge": {"fill": "none", "stroke": ROAD, "stroke-width": "11"},
    "ride": {"fill": "none", "stroke": "#B4371F", "stroke-width": "5.5"},
    # lines and what stands beside the road
    "line-start": {"fill": INK},
    "line-sprint": {"fill": "#2F7D4F"},
    "line-finish": {"fill": INK},
    "line-summit": {"fill": "#B4371F"},
    "line-other": {"fill": "#3F6C82"},
    "line-paper": {"fill": ROAD},
    "plate": {"fill": ROAD, "stroke": INK, "stroke-width": "1.4"},
    "plate-name": {**_CAPS, "fill": INK},
    "plate-number": {**_CAPS, "fill": ROAD},
    "post": {"fill": "none", "stroke": INK, "stroke-width": "2.2"},
    "stone": {"fill": "#FFFDF6", "stroke": INK, "stroke-width": "1.1"},
    "stone-cap": {"stroke": INK, "stroke-width": "1.1"},
    "distance": {**_CAPS, "fill": INK},
    "distance-later": {**_CAPS, "fill": INK, "fill-opacity": "0.75"},
    "accent": {},
    "crowd-a": {"fill": "#C9674A"},
    "crowd-b": {"fill": "#3F6C82"},
    "crowd-c": {"fill": INK},
    "label": {"font-family": READABLE, "font-style": "italic", "fill": INK, "fill-opacity": "0.78"},
    "label-water": {"font-family": READABLE, "font-style": "italic", "fill": "#3F6C82"},
    "title": {**_CAPS, "fill": INK},
    "subtitle": {"font-family": READABLE, "font-style": "italic", "fill": INK},
    # hexes on the table
    "tile": {"fill": "#EFE8D2", "stroke": INK, "stroke-width": "1.2"},
    "tile-rim flat": {"fill": "none", "stroke": "#5C8A4E", "stroke-width": "4"},
    "tile-rim false_flat": {"fill": "none", "stroke": "#D58A1F", "stroke-width": "4"},
    "tile-rim climb": {"fill": "none", "stroke": "#B4371F", "stroke-width": "4"},
    "tile-rim descent": {"fill": "none", "stroke": INK, "stroke-width": "4"},
    "tile-number": {**_CAPS, "fill": INK},
    "stone-number": {**_CAPS, "fill": INK},
    "line-chequer": {"fill": "none", "stroke": ROAD},
    "token summit": {"fill": "#B4371F", "stroke": ROAD, "stroke-width": "1.5"},
    "token sprint": {"fill": "#2F7D4F", "stroke": ROAD, "stroke-width": "1.5"},
    "token other": {"fill": "#3F6C82", "stroke": ROAD, "stroke-width": "1.5"},
    "token-line sprint": {"fill": "none", "stroke": "#2F7D4F", "stroke-width": "3.5"},
    "token-line other": {"fill": "none", "stroke": "#3F6C82", "stroke-width": "3.5"},
    "token-sign": {**_CAPS, "fill": ROAD},
    "cartouche": {"fill": PAPER, "stroke": INK, "stroke-width": "1.4"},
    "legend": {"font-family": CONDENSED, "fill": INK},
}  # fmt: skip
"""What each class looks like on warm paper; the caller fills in the accent."""


def num(value: float) -> str:
    """A number, written as short as possible, to a tenth of a unit."""
    text = f"{value:.1f}"
    text = text[:-2] if text.endswith(".0") else text
    return "0" if text == "-0" else text


def pair(point: Point) -> str:
    return f"{num(point[0])} {num(point[1])}"


def line(points: Sequence[Point], close: bool = False) -> str:
    """Path data through points, straight from one to the next."""
    return "M" + "L".join(pair(p) for p in points) + ("Z" if close else "")


def curve(points: Sequence[Point], close: bool = False) -> str:
    """Path data for a smooth curve: it begins and ends on the outer points and rounds the others."""
    if len(points) < 3:
        return line(points, close)
    if close:
        ring = [*points, points[0]]
        middles = [_middle(a, b) for a, b in pairwise(ring)]
        onward = zip(ring[1:], [*middles[1:], middles[0]], strict=True)
        steps = [f"Q{pair(p)} {pair(m)}" for p, m in onward]
        return f"M{pair(middles[0])}" + "".join(steps) + "Z"
    steps = [f"Q{pair(p)} {pair(_middle(p, q))}" for p, q in pairwise(points[1:-1])]
    return f"M{pair(points[0])}" + "".join(steps) + f"Q{pair(points[-2])} {pair(points[-1])}"


def _middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def disc(x: float, y: float, r: float) -> str:
    """Path data of a circle."""
    turn = f"a{num(r)} {num(r)} 0 1 0 "
    return f"M{pair((x - r, y))}{turn}{num(2 * r)} 0{turn}{num(-2 * r)} 0"


def el(tag: str, cls: str, inner: str = "", **attributes: str | float) -> str:
    """An element of a class, with the paint of the light sheet; names like `stroke_width` become `stroke-width`."""
    given = {
        name.rstrip("_").replace("_", "-"): num(value) if isinstance(value, float | int) else value
        for name, value in attributes.items()
    }
    painted = {**LIGHT.get(cls, {}), **given}
    written = "".join(f' {name}="{escape(value)}"' for name, value in painted.items())
    return f'<{tag} class="{cls}"{written}>{inner}</{tag}>' if inner else f'<{tag} class="{cls}"{written}/>'


def path(cls: str, d: str, **attributes: str | float) -> str:
    return el("path", cls, "", d=d, **attributes) if d else ""


def text(cls: str, x: float, y: float, words: str, size: float, **attributes: str | float) -> str:
    return el("text", cls, escape(words), x=x, y=y, font_size=size, **attributes)


def texts(cls: str, size: float, written: Iterable[tuple[float, float, str]], **attributes: str | float) -> str:
    """Many short texts of one class and size: their group carries the paint."""
    inner = "".join(f'<text x="{num(x)}" y="{num(y)}">{escape(words)}</text>' for x, y, words in written)
    return el("g", cls, inner, font_size=size, **attributes) if inner else ""


def group(cls: str, parts: Iterable[str]) -> str:
    inner = "".join(parts)
    return f'<g class="{cls}">{inner}</g>' if inner else ""


def width_of(words: str, size: float) -> float:
    """The approximate width of bold condensed text of a size."""
    wide = sum(1.25 if c in "mwMWÄÖÜ" else 0.55 if c in "iljtI.,:' " else 1.0 for c in words)
    return wide * size * 0.54

"""Drawings in pixels: from SVG to PNG, by the typesetter that also makes the race sheets."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from pathlib import Path
from typing import Any

from parcours.errors import BadOptionError
from parcours.svg import CONDENSED, width_of

WIDE = 1600
"""The width of a PNG in pixels, unless another one is given."""
PAGE = (
    "#set page(width: auto, height: auto, margin: 0pt, fill: none)\n#image(bytes(sys.inputs.picture), width: {width}pt)"
)
LETTERED = re.compile(rf'<text([^>]*font-family="{re.escape(CONDENSED)}"[^>]*)>([^<]+)</text>')
SIZE = re.compile(r'font-size="([\d.]+)"')
KINDS = (".svg", ".png")


@lru_cache(1)
def fonts() -> Any:
    """The fonts that come with the typesetter, and the system's fonts for names in other scripts."""
    import typst

    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)


def as_png(svg: str, width: int = WIDE) -> bytes:
    """A drawing as PNG, transparent where nothing is drawn."""
    import typst

    page, given = PAGE.format(width=width).encode(), {"picture": LETTERED.sub(_fitted, svg)}
    made = typst.compile(page, format="png", ppi=72, font_paths=fonts(), sys_inputs=given)
    assert isinstance(made, bytes)
    return made


def _fitted(text: re.Match[str]) -> str:
    """Condensed letters in their planned width, whichever font is installed."""
    size = SIZE.search(text[1])
    if size is None:
        return text[0]
    wide = width_of(unescape(text[2]), float(size[1]))
    return f'<text{text[1]} textLength="{wide:.1f}" lengthAdjust="spacingAndGlyphs">{text[2]}</text>'


def write_picture(svg: str, path: Path) -> None:
    """Write a drawing to a file; the ending of the name decides: .svg or .png."""
    if path.suffix.lower() not in KINDS:
        raise BadOptionError(f"{path}: a picture must be a {' or '.join(KINDS)} file")
    if path.suffix.lower() == ".svg":
        path.write_text(svg, encoding="utf-8")
    else:
        path.write_bytes(as_png(svg))

"""What the code that draws maps has to know about a game: the colours and numbers of its road."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Drawing:
    """How the drawing of a game's road differs from the usual one."""

    paints: Mapping[str, str] = field(default_factory=dict)
    """Terrains that the rules name by a colour, each with its colour."""
    rows_numbered: bool = False
    """Whether the game's texts speak of rows: then each row has its number, at the right edge of the road."""
    levels: bool = False
    """Whether a square's number says how hard it is: then harder squares are a deeper red, with bigger digits."""

"""What the code that draws maps needs to know about a game: the colours and numbers of its road."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Drawing:
    """How the drawing of a game's road differs from the usual one."""

    paints: Mapping[str, str] = field(default_factory=dict)
    """The colour of each terrain that the rules name by a colour."""
    rows_numbered: bool = False
    """Whether the game's texts mention rows: if so, each row is numbered at the right edge of the road."""
    levels: bool = False
    """Whether a square's number says how hard it is: if so, harder squares are a deeper red, with bigger digits."""

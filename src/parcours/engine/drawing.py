"""What the map makers have to know of a game: the colours and numbers of its road."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Drawing:
    """How a game's road is drawn where it is not drawn as usual."""

    paints: Mapping[str, str] = field(default_factory=dict)
    """Terrains that the rules call by a colour, and the colour."""
    rows_numbered: bool = False
    """Whether its words speak of rows: each has its number, at the right edge of the road."""
    levels: bool = False
    """Whether the number of a square says how hard it is: a deeper red for a harder one, and bigger digits."""

"""What the rules see of a course: four flat, read-only arrays. One model for all five games."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Protocol

from numpy.typing import NDArray

from parcours.engine.record import I2, I4, layout

MAX_SCORES = 24
"""The most places that a line can give points to."""
NOWHERE = -1
"""No such square."""

# What a square can be marked with (bits of Square.flags).
DARK = 1
"""A square where going too fast is dangerous (Leader 1's dark squares)."""
SPRINT_ZONE = 2
HAIRPIN = 4
FORD = 8
TRACK = 16
"""The squares that the bunch rides on (Leader 1's dashes)."""
START = 32
RUN_OUT = 64
"""Road beyond the finish."""


class Square(Protocol):
    """One square of the unrolled road."""

    leg: Annotated[int, "i2"]
    """Which stretch of the route it belongs to."""
    lane: Annotated[int, "i1"]
    """0 is the right-most lane in riding direction."""
    terrain: Annotated[int, "i1"]
    value: Annotated[int, "i2"]
    """The number printed on it."""
    flags: Annotated[int, "i2"]
    rear: Annotated[int, "i4"]
    """Where it begins, in the course's units from the start of the route."""
    front: Annotated[int, "i4"]
    ahead: Annotated[I4, "i4", 3]
    """The squares that a step can lead to: in the lane to the right, the same lane, the lane to the left."""
    barred: Annotated[I2, "i2", 3]
    """1 where that step would cross a solid line."""
    behind: Annotated[int, "i4"]
    """The square directly behind, in the same lane."""


class Stretch(Protocol):
    """One leg of the route: a segment, a hex, a road card, or a round of a profile."""

    terrain: Annotated[int, "i1"]
    category: Annotated[int, "i1"]
    value: Annotated[int, "i2"]
    """What the whole stretch is worth (a milestone), or 0."""
    flags: Annotated[int, "i2"]
    rear: Annotated[int, "i4"]
    front: Annotated[int, "i4"]


class Line(Protocol):
    """A line across the road, in the order of the route. The last is the finish."""

    kind: Annotated[int, "i1"]
    at: Annotated[int, "i4"]
    """Where it lies, in the course's units."""
    places: Annotated[int, "i2"]
    """How many riders score here."""
    scores: Annotated[I2, "i2", MAX_SCORES]


SQUARE, STRETCH, LINE = layout(Square), layout(Stretch), layout(Line)

LINE_KINDS = ("sprint", "finish", "pass", "feed", "bonus", "summit")
TERRAINS = ("flat", "climb", "descent", "cobbles", "false_flat")


class Road(NamedTuple):
    """The course as the rules take it."""

    squares: NDArray[Any]
    stretches: NDArray[Any]
    lines: NDArray[Any]

"""What the rules see of a course: flat, read-only arrays. One model for all five games."""

from __future__ import annotations

from typing import Annotated, Any, NamedTuple, Protocol

from numpy.typing import NDArray

from parcours.engine.kernel import rule
from parcours.engine.record import I2, I4, layout

MAX_SCORES = 24
"""The most places that a line can give points to."""
NOWHERE = -1
"""No such square."""

# What a square or a whole stretch can be marked with (bits of Square.flags and Stretch.flags).
DARK = 1
"""A square where going too fast is dangerous (Leader 1's dark squares)."""
SPRINT_ZONE = 2
"""Where sprinters have rules of their own: near a line, or in a round that ends in a sprint."""
HAIRPIN = 4
FORD = 8
TRACK = 16
"""The squares that the bunch rides on (Leader 1's dashes)."""
START = 32
"""Road before the start line."""
RUN_OUT = 64
"""Road beyond the finish."""
INSIDE_LEFT = 128
"""The inside of the road is its left-most lane here; elsewhere it is the right-most."""
FAST_ROAD = 256
"""A road card of fast road (Rally)."""

BEYOND_CATEGORY = 5
"""The category of the hardest climbs (hors catégorie); 0 is none, 1 is hard, 4 is easy."""


class Square(Protocol):
    """One square of the unrolled road."""

    leg: Annotated[int, "i2"]
    """Which stretch of the route it belongs to."""
    lane: Annotated[int, "i1"]
    """0 is the right-most lane in riding direction."""
    terrain: Annotated[int, "i1"]
    value: Annotated[int, "i2"]
    """The number that the rules use: what the square adds or takes away, or how hard it is."""
    flags: Annotated[int, "i2"]
    rear: Annotated[int, "i4"]
    """Where it begins, in the course's units from the start line (below 0 before it)."""
    front: Annotated[int, "i4"]
    ahead: Annotated[I4, "i4", 3]
    """The squares that a step can lead to: in the lane to the right, the same lane, the lane to the left."""
    barred: Annotated[I2, "i2", 3]
    """1 where that step would cross a solid line."""
    onward: Annotated[I4, "i4", 3]
    """As `ahead`, but NOWHERE across a solid line."""
    beside: Annotated[int, "i4"]
    """The square on the right that shares two steps with this one: its steps straight on and left lead to the same
    squares as this one's steps right and straight on. NOWHERE: there is none."""
    label: Annotated[int, "i2"]
    """The number printed on it only to tell it from the others (Rally), or 0."""
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
    first: Annotated[int, "i4"]
    """Its first square; the others follow it, lane by lane from the right. NOWHERE: it has no squares."""
    lanes: Annotated[int, "i2"]


class Line(Protocol):
    """A line across the road, in the order of the route. The last is the finish."""

    kind: Annotated[int, "i1"]
    at: Annotated[int, "i4"]
    """Where it lies, in the course's units from the start line."""
    places: Annotated[int, "i2"]
    """How many riders score here."""
    scores: Annotated[I2, "i2", MAX_SCORES]


DERIVED = ("onward", "beside")
"""Fields of a square that follow from others; they are stored so that rules don't have to work them out."""

SQUARE, STRETCH, LINE = layout(Square), layout(Stretch), layout(Line)

LINE_KINDS = ("sprint", "finish", "pass", "feed", "bonus", "summit")
TERRAINS = ("flat", "climb", "descent", "cobbles", "false_flat", "hills")


class Road(NamedTuple):
    """The course as the rules read it."""

    squares: NDArray[Any]
    stretches: NDArray[Any]
    lines: NDArray[Any]
    table: NDArray[Any]
    """A table about the course that the game's rules look up; its type is the game's own (`Course.table`)."""


def steps_ahead(road: Road) -> list[list[int]]:
    """For each square, the squares that a step can lead to, straight on first; none across a solid line."""
    return [
        [int(square["ahead"][side]) for side in (1, 0, 2) if square["ahead"][side] >= 0 and not square["barred"][side]]
        for square in road.squares
    ]


@rule
def leads(road: Road, a: int, b: int) -> bool:
    """Whether square a is ahead of square b: its front edge is further on, or level and the square further right
    (UR-19h)."""
    one, other = road.squares[a], road.squares[b]
    if one.front != other.front:
        return bool(one.front > other.front)
    return bool(one.lane < other.lane)


@rule
def share_side(road: Road, a: int, b: int) -> bool:
    """Whether two squares follow each other in a lane, or overlap side by side in neighbouring lanes (UR-19j)."""
    one, other = road.squares[a], road.squares[b]
    if one.ahead[1] == b or other.ahead[1] == a:
        return True
    return bool(abs(one.lane - other.lane) == 1 and one.rear < other.front and other.rear < one.front)


@rule
def row_mate(road: Road, index: int, lane: int) -> int:
    """The square of a lane in the same row: the one that holds the middle of this square (UR-19i)."""
    square = road.squares[index]
    twice_middle = square.rear + square.front
    mate = road.stretches[square.leg].first
    while mate < len(road.squares) and road.squares[mate].leg == square.leg:
        other = road.squares[mate]
        if other.lane == lane and 2 * other.rear < twice_middle <= 2 * other.front:
            return int(mate)
        mate += 1
    return NOWHERE

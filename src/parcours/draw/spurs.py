"""Roads that the race does not take: where another road leaves the route or joins it, a short piece of it is drawn.

A board with a fork or with several starts is drawn as its route. The spurs show where its other roads go.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from parcours.draw.geometry import Layout, Path, as_floats
from parcours.draw.ground import CASING, Ground
from parcours.engine.course import Course
from parcours.svg import group, line, path, text

SHAPES = ((2.1, 62.0), (1.7, 66.0), (1.5, 90.0), (1.2, 95.0))
"""How long a spur is, in widths of the road, and by how many degrees it turns away. The first that has room is
taken."""
STEPS = 24


@dataclass(frozen=True)
class Joint:
    """A place where another road meets the route: the place, that road's name, and whether it leaves the route
    there."""

    at: float
    name: str
    leaves: bool


def leads_to(course: Course) -> dict[str, tuple[str, ...]]:
    """Where each segment of a board leads: to the segments that its file names, otherwise to the next one in the file.
    A course that is not a board, but pieces laid end to end, has no such roads."""
    if not any(segment.next for segment in course.segments):
        return {}
    following = (*course.segments[1:], None)
    return {
        one.id: one.next or ((after.id,) if after else ())
        for one, after in zip(course.segments, following, strict=True)
    }


def joints(layout: Layout) -> list[Joint]:
    """Where the board's other roads leave the route, and where they join it."""
    course, leads = layout.course, leads_to(layout.course)
    if not leads:
        return []
    found = []
    at = 0.0
    for number, segment in enumerate(course.lap):
        before = course.lap[number - 1].id if number else None
        if before is not None:
            others = (one for one, ways in leads.items() if segment.id in ways and one != before)
            found += [Joint(at, other, leaves=False) for other in others]
        at += float(segment.rows)
        after = course.lap[number + 1].id if number + 1 < len(course.lap) else None
        if after is not None and after in leads[segment.id]:
            found += [Joint(at, other, leaves=True) for other in leads[segment.id] if other != after]
    return found


def draw_spurs(layout: Layout, ground: Ground, accent: str) -> list[str]:
    """The spurs that have room, with their names on the road. The ground under them is taken."""
    parts = []
    for joint in joints(layout):
        laid = next((p for p in _ways(layout, joint) if _fits(layout, ground, p)), None)
        if laid:
            _take(layout, ground, laid)
            parts.append(group("spur", _spur(layout, ground, laid, joint.name, accent)))
    return parts


def _ways(layout: Layout, joint: Joint) -> Iterator[Path]:
    """Ways in which a spur can turn off, the longest first, to either side."""
    x, y, heading = layout.path.at(joint.at)
    heading += 0.0 if joint.leaves else math.pi
    for widths, degrees in SHAPES:
        for side in (1.0, -1.0):
            length = widths * layout.width
            turns = heading + side * math.radians(degrees) * np.linspace(0, 1, STEPS + 1)
            middles = (turns[1:] + turns[:-1]) / 2
            step = length / STEPS
            xs = x + np.concatenate([[0.0], np.cumsum(np.cos(middles) * step)])
            ys = y + np.concatenate([[0.0], np.cumsum(np.sin(middles) * step)])
            yield Path(length / layout.row, as_floats(xs), as_floats(ys), as_floats(turns), closed=False)


def _edge(layout: Layout, spur: Path) -> list[tuple[float, float]]:
    """Points all over the far end of a spur."""
    half = layout.half + CASING
    return [spur.beside(spur.rows * share, off) for share in (0.92, 1.0) for off in np.linspace(-half, half, 5)]


def _fits(layout: Layout, ground: Ground, spur: Path) -> bool:
    """Whether a spur ends off the road, on the sheet and clear of everything built."""
    end = spur.beside(spur.rows, 0.0)
    clear = ground.inside(*end, 30) and ground.off_road(*end) > 14
    return clear and all(
        ground.inside(x, y, 6) and ground.untaken(x, y, 6) and ground.off_road(x, y) > -layout.half
        for x, y in _edge(layout, spur)
    )


def _take(layout: Layout, ground: Ground, spur: Path) -> None:
    for share in np.linspace(0.2, 1.0, 7):
        for off in np.linspace(-layout.half, layout.half, 5):
            ground.take(*spur.beside(spur.rows * float(share), float(off)), 26)


def _spur(layout: Layout, ground: Ground, spur: Path, name: str, accent: str) -> Iterator[str]:
    half, last = layout.half, spur.rows
    for cls, extra in (("casing-edge", CASING), ("verge", CASING - 0.9), ("casing", CASING - 1.9), ("road-edge", 1.8)):
        fill = {"fill": accent} if cls == "casing" else {}
        yield path(cls, spur.strip(0.0, last, -half - extra, half + extra), **fill)
    yield path("road", spur.strip(0.0, last, -half, half))
    x, y, heading = spur.at(last)
    dashes = []
    for off in (-half - CASING / 2, half + CASING / 2):
        ax, ay = spur.beside(last, off)
        dashes.append(line([(ax + math.cos(heading) * d, ay + math.sin(heading) * d) for d in (5, 32)]))
    yield path("road-on", "".join(dashes))
    x, y = max(
        (spur.beside(last - 26 / layout.row, off) for off in (-half / 2, 0.0, half / 2)),
        key=lambda at: ground.off_road(*at),
    )
    yield text("spur-name", x, y + 12, name, 34)

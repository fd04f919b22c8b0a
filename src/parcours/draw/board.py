"""A course drawn as a route map: one SVG for the page, the terminal's export and print."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from parcours.draw.geometry import Layout, Spot
from parcours.draw.ground import CASING, MARGIN, Box, Ground, View
from parcours.draw.landscape import draw_landscape, draw_water, survey
from parcours.draw.laying import lay, plan
from parcours.draw.lettering import Lettering, Words
from parcours.draw.road import draw_road
from parcours.draw.roadside import banners, draw_bands, draw_crowds, draw_names, draw_plates, draw_stones, stone_places
from parcours.draw.sheet import cartouche_size, draw_cartouche, draw_compass, draw_frame
from parcours.draw.spurs import draw_spurs
from parcours.engine.course import Course
from parcours.engine.words import in_language
from parcours.svg import el, num

AROUND = 64.0
"""How much land a sheet shows beyond the road."""
SLACK = 120.0
"""How much larger the sheet of a growing road is made than its plan needs."""
LEAST = (1600.0, 1000.0)
ROSE = (120.0, 140.0)
SHAPES = (1.4, 1.75)
"""The lowest and the highest ratio of width to height of a sheet."""

__all__ = ["Board", "Spot", "draw_board"]


@dataclass(frozen=True)
class Board:
    """A drawn course: the picture, the part of the plane that it shows (left, top, width, height), and its squares."""

    svg: str
    view: View
    squares: tuple[Spot, ...]


ENGLISH = in_language("en")


def draw_board(course: Course, accent: str, words: Words = ENGLISH, languages: Sequence[Words] = ()) -> Board:
    """Draw a course in its game's accent colour, with labels in one language. The same course always looks the same:
    given all `languages`, a label gets the room that it needs in any of them, and the land stays where it is."""
    layout = lay(course)
    return compose(layout, accent, Lettering(words, tuple(languages)))


def compose(layout: Layout, accent: str, words: Lettering) -> Board:
    """Put the sheet together: first plates, title and compass find their room, then the land grows in what is left."""
    chance = random.Random(layout.course.seed)
    shown = banners(layout, words)
    size = cartouche_size(layout, words)
    way = plan(layout)
    for grown in (0.0, 60.0, 130.0, 210.0, 300.0, 400.0):
        view = sheet_view(way, grown + (SLACK + 2 * beyond(layout, way) if way is not layout else 0.0))
        planned = Ground(way, view)
        ground = planned if way is layout else Ground(layout, view)
        spurs = draw_spurs(layout, ground, accent)
        plates = draw_plates(layout, ground, shown, accent)
        box = planned.room_for(*size, near=(view[0] + view[2], view[1]))
        if box:
            planned.take_box(box)
        rose = planned.room_for(*ROSE, near=(view[0], view[1] + view[3])) if box else None
        if rose:
            break
    title = []
    if box:
        box = kept_or_moved(ground, box)
        title = [draw_cartouche(layout, ground, words, accent, box)]
    compass = []
    if rose:
        planned.take_box(rose)
        rose = kept_or_moved(ground, rose)
        compass = [draw_compass((rose[0] + rose[2]) / 2, (rose[1] + rose[3]) / 2 + 8, 52, accent)]
    land = survey(planned, ground, [banner.at for banner in shown], [at for _, at in stone_places(layout)])
    water, bridges = draw_water(land)
    stones = draw_stones(layout, ground, accent)
    names = draw_names(layout, ground, words)
    crowds = draw_crowds(layout, ground, shown, chance)
    road, squares = draw_road(layout, accent)
    x, y, w, h = view
    parts = [
        el("rect", "paper", x=x, y=y, width=w, height=h),
        draw_landscape(land, water),
        *spurs,
        road,
        bridges,
        *draw_bands(layout, shown),
        squares,
        *crowds, *names, *stones, *plates, *title, *compass,
        draw_frame(view),
    ]  # fmt: skip
    told = escape(words(layout.course.name))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board" viewBox="{" ".join(num(v) for v in view)}" role="img" '
        f'aria-label="{told}"><g class="map" stroke-linecap="round" stroke-linejoin="round" text-anchor="middle">'
        f"{''.join(parts)}</g></svg>"
    )
    return Board(svg, view, layout.spots)


def kept_or_moved(ground: Ground, planned: Box) -> Box:
    """Where a piece of furniture goes: the planned place, or one near it if the road turned out to run over it."""
    left, top, right, bottom = planned
    if ground.box_free(planned):
        return planned
    return ground.room_for(right - left, bottom - top, near=((left + right) / 2, (top + bottom) / 2)) or planned


def beyond(layout: Layout, way: Layout) -> float:
    """How far a road reaches beyond the sheet that was planned for it; hardly ever more than 0."""
    if way is layout:
        return 0.0
    x, y, w, h = sheet_view(way, SLACK)
    reach, path = layout.half + CASING + MARGIN, layout.path
    near = min(float(path.x.min()) - x, float(path.y.min()) - y)
    far = min(x + w - float(path.x.max()), y + h - float(path.y.max()))
    return max(0.0, reach - near, reach - far)


def sheet_view(layout: Layout, grown: float = 0.0) -> View:
    """What the sheet shows: the whole road with land around it (`grown` more of it), in a pleasant shape."""
    path = layout.path
    reach = layout.half + AROUND + grown / 2
    left, right = float(path.x.min()) - reach, float(path.x.max()) + reach
    top, bottom = float(path.y.min()) - reach, float(path.y.max()) + reach
    w, h = max(right - left, LEAST[0] + grown), max(bottom - top, LEAST[1] + grown)
    w, h = max(w, h * SHAPES[0]), max(h, w / SHAPES[1])
    w, h = math.ceil(w / 10) * 10.0, math.ceil(h / 10) * 10.0
    return round((left + right - w) / 2, 1), round((top + bottom - h) / 2, 1), w, h

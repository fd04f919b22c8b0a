"""The courses whose boards viewers are shown. A board's key is a digest of its course, because some games lay a new
road for every race."""

from __future__ import annotations

from collections import OrderedDict

from parcours.engine.course import Course

MOST = 512
"""How many are remembered. A forgotten one is remembered again with the next scene that shows it."""
_courses: OrderedDict[str, tuple[Course, bool]] = OrderedDict()
"""By key: a course, and whether it is foreign (it does not come with the game)."""


def remember(course: Course, foreign: bool) -> str:
    """Remember a course. Returns the key by which clients ask for its board."""
    key = course.digest
    _courses[key] = course, foreign
    _courses.move_to_end(key)
    while len(_courses) > MOST:
        _courses.popitem(last=False)
    return key


def remembered(key: str) -> tuple[Course, bool] | None:
    """The course with this key, and whether it is foreign."""
    return _courses.get(key)

"""The boards that viewers are shown: some games lay a new road, so a board is asked for by what is drawn on it."""

from __future__ import annotations

from collections import OrderedDict

from parcours.engine.course import Course

MOST = 512
"""How many are remembered; one that was forgotten is remembered again with the next scene that shows it."""
_courses: OrderedDict[str, tuple[Course, bool]] = OrderedDict()
"""With each, whether it is of a foreign course."""


def remember(course: Course, foreign: bool) -> str:
    """Keep a course at hand; the key by which its board is asked for."""
    key = course.digest
    _courses[key] = course, foreign
    _courses.move_to_end(key)
    while len(_courses) > MOST:
        _courses.popitem(last=False)
    return key


def remembered(key: str) -> tuple[Course, bool] | None:
    """The course of that key, and whether it is (of) a foreign one."""
    return _courses.get(key)

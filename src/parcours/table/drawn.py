"""The boards that viewers are shown: some games lay a new road, so a board is asked for by what is drawn on it."""

from __future__ import annotations

from collections import OrderedDict

from parcours.engine.course import Course

MOST = 512
"""How many are remembered; one that was forgotten is remembered again with the next scene that shows it."""
_courses: OrderedDict[str, Course] = OrderedDict()


def remember(course: Course) -> str:
    """Keep a course at hand; the key by which its board is asked for."""
    key = course.digest
    _courses[key] = course
    _courses.move_to_end(key)
    while len(_courses) > MOST:
        _courses.popitem(last=False)
    return key


def remembered(key: str) -> Course | None:
    """The course of that key."""
    return _courses.get(key)

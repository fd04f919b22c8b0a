"""Riding over a course by hand: what tests ask of its squares."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from fractions import Fraction

from parcours.engine.course import Course
from parcours.engine.road import steps_ahead

RIGHT, STRAIGHT, LEFT = 0, 1, 2


def steps(course: Course, name: str) -> set[str]:
    """Where a rider can go from a square on an empty road."""
    return {course.square_name(target) for target in steps_ahead(course.road)[course.square_at(name)]}


def barred(course: Course, name: str) -> set[str]:
    """The squares that only a solid line keeps a rider from."""
    square = course.road.squares[course.square_at(name)]
    return {course.square_name(int(target)) for target in square["ahead"][square["barred"] == 1]}


def straight_on(course: Course, name: str, count: int) -> str:
    index = course.square_at(name)
    for _ in range(count):
        index = int(course.road.squares["ahead"][index, STRAIGHT])
    return course.square_name(index)


def ride(course: Course, name: str, *onto: str) -> bool:
    """Whether these squares can be ridden one after the other."""
    for target in onto:
        if target not in steps(course, name):
            return False
        name = target
    return True


def fewest_squares(course: Course, start: str, end: str, taken: Iterable[str] = ()) -> int | None:
    """The length in squares of the shortest way round those that are taken, or None if there is no way."""
    far, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        if here == end:
            return far[here]
        for onward in steps(course, here) - far.keys() - set(taken):
            far[onward] = far[here] + 1
            queue.append(onward)
    return None


def front(course: Course, name: str, begins: str | None = None) -> Fraction:
    """A square's front edge in rows, from the start line or from the beginning of another square."""
    squares = course.road.squares
    zero = int(squares["rear"][course.square_at(begins)]) if begins else 0
    return Fraction(int(squares["front"][course.square_at(name)]) - zero, course.unit)

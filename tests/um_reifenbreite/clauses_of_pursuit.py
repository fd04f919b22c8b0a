"""Pursuit a second time, written from the clauses alone: squares are spans of fractions, steps and lines are worked out
from the course file's segments. Nothing is shared with the engine's road or the rules."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from parcours.engine.course import Course


@dataclass(frozen=True)
class Spot:
    """A square: lane from the right, rear and front edge in rows (UR-19c), colour."""

    lane: int
    rear: Fraction
    front: Fraction
    colour: str


class Board:
    def __init__(self, course: Course) -> None:
        self.spots: list[Spot] = []
        solid: dict[int, list[tuple[Fraction, Fraction]]] = {}
        begin = Fraction(0)
        for segment in course.lap:
            for lane, count in enumerate(segment.squares):
                edges = [begin + segment.rows * n / count for n in range(count + 1)]
                self.spots += [Spot(lane, a, b, segment.terrain) for a, b in itertools.pairwise(edges)]
            for line in segment.solid:
                solid.setdefault(line.lane, []).append((begin + line.start, begin + line.end))
            begin += segment.rows
        self.lines = {lane: self._joined(pieces) for lane, pieces in solid.items()}
        self.by_lane: dict[int, list[int]] = {}
        for index, spot in enumerate(self.spots):
            self.by_lane.setdefault(spot.lane, []).append(index)

    @staticmethod
    def _joined(pieces: list[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
        """Lines that meet end to end are one line (UR-19f)."""
        joined: list[tuple[Fraction, Fraction]] = []
        for u, v in sorted(pieces):
            if joined and joined[-1][1] >= u:
                joined[-1] = (joined[-1][0], max(v, joined[-1][1]))
            else:
                joined.append((u, v))
        return joined

    @cache  # noqa: B019
    def directly_behind(self, index: int) -> int | None:
        """The square directly behind in the same lane (UR-19d)."""
        spot = self.spots[index]
        return next((i for i in self.by_lane[spot.lane] if self.spots[i].front == spot.rear), None)

    @cache  # noqa: B019
    def steps(self, index: int) -> tuple[int, ...]:
        """Directly ahead, and diagonally ahead in the lanes beside (UR-19d, UR-19e), not over a solid line (UR-19f)."""
        spot = self.spots[index]
        found = [i for i in self.by_lane[spot.lane] if self.spots[i].rear == spot.front]
        for lane in (spot.lane - 1, spot.lane + 1):
            border = min(lane, spot.lane)
            if any(u < spot.front < v for u, v in self.lines.get(border, [])):
                continue
            for i in self.by_lane.get(lane, []):
                other = self.spots[i]
                if other.rear <= spot.front < other.front and other.rear > spot.rear:
                    found.append(i)
        return tuple(found)

    def reaches(self, start: int, goal: int, most: int, taken: set[int]) -> bool:
        """Whether some way of 1 to `most` free squares leads there (UR-7l)."""
        layer = {start}
        for _ in range(most):
            layer = {i for square in layer for i in self.steps(square)} - taken
            if goal in layer:
                return True
        return False

    def may_follow(
        self, *, ahead_was: int, ahead_is: int, follower_at: int, used: int, taken: set[int], colours: bool, away: bool,
        can_move: bool,
    ) -> bool:  # fmt: skip
        """The seven prohibitions for one follower and the rider directly ahead of it (UR-7a to UR-7h, UR-7k, UR-7m)."""
        if away or not can_move or used < 1:
            return False
        if self.directly_behind(ahead_was) != follower_at:
            return False
        if colours and self.spots[ahead_was].colour != self.spots[follower_at].colour:
            return False
        goal = self.directly_behind(ahead_is)
        if goal is None or goal in taken:
            return False
        return self.reaches(follower_at, goal, used, taken)


@cache
def board_of(course_id: str, course: Course) -> Board:
    return Board(course)

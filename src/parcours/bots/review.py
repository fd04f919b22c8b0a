"""The review of a finished race: each seat's chance to win along the way, and the choices that gave away the most.

Every choice is judged by what its seat could see at the time, not by how it turned out.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from parcours.bots.search import Budget, Searcher, straying
from parcours.engine.cache import cache_root
from parcours.engine.match import Match

FORMAT = 2
CLOSELY = Budget(iterations=240)
"""The search budget for judging one choice."""
SEED = 0x5EE
NOTABLE = 0.015
"""A choice is reported only if it gave away at least this much worth, as the search measures it."""
LEAST_WINS = 0.01
LEAST_POINTS = 0.5
"""The least that a mistake must have cost, in the chance to win or in points. Players see these two figures."""


@dataclass(frozen=True)
class Judged:
    """One choice: what was done, what was best, and the difference."""

    at: int
    """How many actions came before it."""
    turn: int
    seat: int
    action: int
    best: int
    wins: tuple[float, ...]
    """Each seat's chance to win after the best choice."""
    wins_after: tuple[float, ...]
    """Each seat's chance to win after the choice that was made."""
    points: float
    """The points that the seat could expect after the best choice."""
    lost_points: float
    lost: float
    """The worth that was lost, as the search measures it: chances, places and points together."""
    error: float = 0.0
    """The standard error of `lost`."""

    @property
    def lost_wins(self) -> float:
        """By how much the seat's own chance to win fell."""
        return self.wins[self.seat] - self.wins_after[self.seat]

    @property
    def is_mistake(self) -> bool:
        """Whether it gave away more than luck explains, and the loss shows in the chance to win or in points."""
        shows = self.lost_wins >= LEAST_WINS or (self.lost_wins >= 0 and self.lost_points >= LEAST_POINTS)
        return self.lost >= max(NOTABLE, self.error) and shows


@dataclass(frozen=True)
class CurvePoint:
    """A point of the curve of chances."""

    at: int
    turn: int
    wins: tuple[float, ...]
    mistake: bool
    """Whether the point stands after a choice that gave something away."""


@dataclass(frozen=True)
class Review:
    """What was found, in the order of the race."""

    choices: tuple[Judged, ...]

    def costly(self, seats: Iterable[int], most: int = 6) -> list[Judged]:
        """The choices of these seats that gave away the most, the worst first."""
        wanted = set(seats)
        mistakes = [c for c in self.choices if c.seat in wanted and c.is_mistake]
        return sorted(mistakes, key=lambda c: (-c.lost_wins, -c.lost))[:most]

    def curve(self, told: Iterable[Judged] = ()) -> list[CurvePoint]:
        """Each seat's chance to win along the race. There is a point at the first choice of each turn, and points
        before and after each choice in `told`, so that what the choice gave away shows as a fall of the curve."""
        marked = {choice.at for choice in told}
        points, turn = [], -1
        for choice in self.choices:
            if choice.at in marked:
                points += [
                    CurvePoint(choice.at, choice.turn, choice.wins, False),
                    CurvePoint(choice.at, choice.turn, choice.wins_after, True),
                ]
            elif choice.turn != turn:
                points.append(CurvePoint(choice.at, choice.turn, choice.wins, False))
            turn = choice.turn
        return points


def review(
    race: Match, seats: Iterable[int], told: Callable[[int, int], object] = lambda done, total: None,
    judged: Callable[[Match, int], Judged] | None = None,
) -> Review:  # fmt: skip
    """Judge all choices of these seats, and one choice per turn of the others.

    `told` is called with how many choices are done and how many there are; if it returns False, the review ends there.
    `judged` judges the choice after a number of actions (default: `judge_at`).
    """
    look = judged or judge_at
    moments = list(worth_a_look(race, set(seats)))
    found = []
    for done, at in enumerate(moments):
        if told(done, len(moments)) is False:
            break
        found.append(look(race, at))
    else:
        told(len(moments), len(moments))
    return Review(tuple(found))


def worth_a_look(race: Match, seats: set[int]) -> Iterable[int]:
    """Where one of these seats had a choice, as numbers of actions; and the first choice of each turn."""
    walk, last = race.at(0), -1
    for at, action in enumerate(race.actions):
        if walk.actor >= 0 and len(walk.legal()) > 1 and (walk.actor in seats or walk.turn != last):
            last = walk.turn
            yield at
        walk.replay(action)


def judge_at(race: Match, at: int, budget: Budget = CLOSELY, threads: int | None = None) -> Judged:
    """Judge the choice that was made after that many actions."""
    then = race.at(at)
    return judge(then, at, then.turn, race.actions[at], budget, threads)


def judge(then: Match, at: int, turn: int, action: int, budget: Budget, threads: int | None = None) -> Judged:
    """Judge a choice by what its seat could see at the time."""
    seat = then.actor
    how = straying(then.game.search_parameters)
    searcher = Searcher(then.game, then.setup.course, then.view_races(seat), SEED, how)
    best, done = searcher.judge(action, budget, threads)
    if done.worth >= best.worth:
        best = done
    return Judged(
        at, turn, seat, action, best.action, best.wins, done.wins, best.points[seat],
        best.points[seat] - done.points[seat], best.worth - done.worth, math.hypot(best.error, done.error),
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------- kept reviews


def review_file(race: Match, seats: Iterable[int]) -> Path:
    """The file in which the review of a race is kept. A review can always be made again."""
    setup = race.setup
    told: list[Any] = [
        FORMAT, race.game.id, race.game.rules.VERSION, setup.course.digest, setup.teams, sorted(setup.options.items()),
        sorted(seats), CLOSELY.iterations, race.actions, list(straying(race.game.search_parameters)),
        repr(setup.carried),
    ]  # fmt: skip
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
    return cache_root() / "reviews" / f"{digest}.json"


def kept_review(race: Match, seats: Iterable[int]) -> Review | None:
    """A review that was made before; None: there is none."""
    try:
        told = json.loads(review_file(race, seats).read_text())
        return Review(tuple(_judged_from(choice) for choice in told["choices"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _judged_from(told: dict[str, Any]) -> Judged:
    return Judged(**{**told, "wins": tuple(told["wins"]), "wins_after": tuple(told["wins_after"])})


def keep_review(race: Match, seats: Iterable[int], made: Review) -> None:
    """Keep a review. If the file can't be written, the review is made again next time."""
    file = review_file(race, seats)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps({"choices": [asdict(choice) for choice in made.choices]}))
        os.replace(beside, file)
    except OSError:
        return

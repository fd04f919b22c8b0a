"""A finished race looked at again: each seat's chance to win as it went, and the choices that gave most away.

Every choice is judged from what its seat could see then, not from how it came out.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from parcours.bots.search import Budget, Searcher, straying
from parcours.engine.kernel import cache_root
from parcours.engine.match import Match

FORMAT = 1
CLOSELY = Budget(iterations=240)
"""How closely a choice is looked at."""
SEED = 0x5EE
NOTABLE = 0.015
"""What a choice must have given away, in what the search goes by, to be told at all."""


@dataclass(frozen=True)
class Judged:
    """One choice: what was done, what was best, and what lay between them."""

    at: int
    """How many actions there had been."""
    turn: int
    seat: int
    action: int
    best: int
    wins: tuple[float, ...]
    """Each seat's chance to win, the best being done."""
    points: float
    """The points that the seat could expect then."""
    lost_wins: float
    lost_points: float
    lost: float
    """The same in what the search goes by: chances, places and points together."""


@dataclass(frozen=True)
class Review:
    """What was found, in the order of the race."""

    choices: tuple[Judged, ...]

    def costly(self, seats: Iterable[int], most: int = 6) -> list[Judged]:
        """The choices of these seats that gave most away, the worst first."""
        wanted = set(seats)
        notable = [c for c in self.choices if c.seat in wanted and c.lost >= NOTABLE]
        return sorted(notable, key=lambda c: -c.lost)[:most]


def review(
    race: Match, seats: Iterable[int], told: Callable[[int, int], object] = lambda done, total: None,
    budget: Budget = CLOSELY, threads: int | None = None,
) -> Review:  # fmt: skip
    """Look at all choices of these seats, and at one a turn of the others.

    `told` hears how many are done; if it answers False, that is all.
    """
    moments = list(worth_a_look(race, set(seats)))
    judged = []
    for done, at in enumerate(moments):
        if told(done, len(moments)) is False:
            break
        judged.append(_judge(race, at, budget, threads))
    else:
        told(len(moments), len(moments))
    return Review(tuple(judged))


def worth_a_look(race: Match, seats: set[int]) -> Iterable[int]:
    """Where in a race somebody of these seats had a choice, and the first choice of each turn."""
    walk, last = race.at(0), -1
    for at, action in enumerate(race.actions):
        if walk.actor >= 0 and len(walk.legal()) > 1 and (walk.actor in seats or walk.turn != last):
            last = walk.turn
            yield at
        walk.replay(action)


def _judge(race: Match, at: int, budget: Budget, threads: int | None) -> Judged:
    then, action = race.at(at), race.actions[at]
    seat = then.actor
    how = straying(race.game.search_weights)
    searcher = Searcher(race.game, race.setup.course, then.view_races(seat), SEED, how)
    best, done = searcher.judge(action, budget, threads)
    if done.worth >= best.worth:
        best = done
    return Judged(
        at, then.turn, seat, action, best.action, best.wins, best.points[seat],
        best.wins[seat] - done.wins[seat], best.points[seat] - done.points[seat], best.worth - done.worth,
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------- kept reviews


def review_file(race: Match, seats: Iterable[int]) -> Path:
    """Where the review of a race is kept. It can always be made again."""
    setup = race.setup
    told: list[Any] = [
        FORMAT, race.game.id, race.game.rules.VERSION, setup.course.digest, setup.teams, sorted(setup.options.items()),
        sorted(seats), CLOSELY.iterations, race.actions, list(straying(race.game.search_weights)), repr(setup.carried),
    ]  # fmt: skip
    digest = hashlib.sha256(json.dumps(told).encode()).hexdigest()[:24]
    return cache_root() / "reviews" / f"{digest}.json"


def kept_review(race: Match, seats: Iterable[int]) -> Review | None:
    """A review that was made before."""
    try:
        told = json.loads(review_file(race, seats).read_text())
        return Review(tuple(Judged(**{**choice, "wins": tuple(choice["wins"])}) for choice in told["choices"]))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def keep_review(race: Match, seats: Iterable[int], made: Review) -> None:
    """Keep a review; where that can't be written, it is made again the next time."""
    file = review_file(race, seats)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        beside = file.with_suffix(f".{os.getpid()}")
        beside.write_text(json.dumps({"choices": [asdict(choice) for choice in made.choices]}))
        os.replace(beside, file)
    except OSError:
        return

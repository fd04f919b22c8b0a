"""Reviews of finished races, made in the background, one table after the other, and kept."""

from __future__ import annotations

import time
from typing import Any

from parcours.bots.review import Review, keep_review, kept_review, review
from parcours.engine.match import Match
from parcours.table.refusals import busy
from parcours.table.tables import Table
from parcours.table.thinkers import Thinkers


class Reviewing:
    """One review: its progress, and what was found."""

    def __init__(self, race: Match, seats: tuple[int, ...], client: str, thinkers: Thinkers) -> None:
        self.race, self.seats, self.client, self._thinkers = race, seats, client, thinkers
        self.done, self.total = 0, 0
        self.found: Review | None = None
        self.failed = False
        self.stopped = False

    @property
    def running(self) -> bool:
        """Whether the review is being made or waits its turn."""
        return self.found is None and not self.failed and not self.stopped

    def work(self) -> None:
        """Make the review, or take the stored one. This runs in a thread. The search runs elsewhere, and may not be
        compiled yet."""
        try:
            found = kept_review(self.race, self.seats)
            if found is None:
                while not self.stopped and not self._thinkers.search_ready(self.race.game):
                    time.sleep(0.5)
                found = review(self.race, self.seats, self._told, self._thinkers.judge)
                if not self.stopped:
                    keep_review(self.race, self.seats, found)
            self.found = found
        except BaseException:
            self.failed = True
            raise

    def _told(self, done: int, total: int) -> bool:
        self.done, self.total = done, total
        return not self.stopped


class Reviews:
    """The reviews that this server makes."""

    def __init__(self, thinkers: Thinkers, waiting: int, a_client: int) -> None:
        self._thinkers, self._waiting, self._a_client = thinkers, waiting, a_client
        self._made: dict[str, Reviewing] = {}

    def of(self, table: Table) -> Reviewing | None:
        """The review of a table, if it was asked for."""
        return self._made.get(table.id)

    def begin(self, table: Table, client: str) -> Reviewing:
        """Begin the review of a finished race for a client, unless there is one."""
        made = self._made.get(table.id)
        if made is None or made.failed:
            running = [one.client for one in self._made.values() if one.running]
            if running.count(client) >= self._a_client:
                raise busy(60)
            if len(running) >= self._waiting:
                raise busy(60, 503)
            while len(self._made) >= 200:
                self._made.pop(next(iter(self._made))).stopped = True
            people = tuple(seat.seat for seat in table.people())
            made = Reviewing(table.match.copy(), people or tuple(range(table.match.teams)), client, self._thinkers)
            self._made[table.id] = made
            self._thinkers.begin(made.work)
        return made

    def running(self) -> int:
        """How many reviews are being made or wait."""
        return sum(one.running for one in list(self._made.values()))

    def close(self) -> None:
        """Stop all reviews."""
        for made in self._made.values():
            made.stopped = True


def review_json(table: Table, made: Reviewing | None, viewer: int, language: str) -> dict[str, Any]:
    """A review in a language, as a viewer may see it."""
    if made is None:
        return {"status": "none", "done": 0, "total": 0, "curve": [], "costly": []}
    told: dict[str, Any] = {"status": "running", "done": made.done, "total": made.total, "curve": [], "costly": []}
    if made.failed:
        told["status"] = "failed"
    if made.found is None:
        return told
    steps = _steps(table, viewer)
    told["status"] = "done"
    costly = made.found.costly(made.seats)
    told["curve"] = [
        {"turn": p.turn, "step": steps[p.at], "wins": [round(w, 4) for w in p.wins], "mistake": p.mistake}
        for p in made.found.curve(costly)
    ]
    told["costly"] = [_costly(table, made, choice, steps[choice.at], language) for choice in costly]
    return told


def _costly(table: Table, made: Reviewing, choice: Any, step: int, language: str) -> dict[str, Any]:
    race = made.race.at(choice.at).races[0]
    words = [
        table.game.words(race, action, made.race.setup.course).to(language) for action in (choice.action, choice.best)
    ]
    return {
        "turn": choice.turn, "step": step, "seat": choice.seat, "did": words[0], "better": words[1],
        "points": round(choice.lost_points, 2), "before": round(choice.wins[choice.seat], 4),
        "after": round(choice.wins_after[choice.seat], 4),
    }  # fmt: skip


def _steps(table: Table, viewer: int) -> list[int]:
    """For each action of the race, the step at which a viewer saw the table before it."""
    noticed = table.book(viewer).steps
    found, step = [], 0
    for index in table.path:
        while step < len(noticed) and noticed[step] < index:
            step += 1
        found.append(step)
    return found

"""Reviews of finished races, made in the background, one table after the other, and kept."""

from __future__ import annotations

from typing import Any

from parcours.bots.review import Review, keep_review, kept_review, review
from parcours.engine.match import Match
from parcours.table.tables import Table
from parcours.table.thinkers import Thinkers


class Reviewing:
    """One review: how far it is, and what was found."""

    def __init__(self, race: Match, seats: tuple[int, ...]) -> None:
        self.race, self.seats = race, seats
        self.done, self.total = 0, 0
        self.found: Review | None = None
        self.failed = False
        self.stopped = False

    def work(self) -> None:
        """Make it, or take the one that is kept. In a thread."""
        try:
            found = kept_review(self.race, self.seats)
            if found is None:
                found = review(self.race, self.seats, self._told)
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

    def __init__(self, thinkers: Thinkers) -> None:
        self._thinkers = thinkers
        self._made: dict[str, Reviewing] = {}

    def of(self, table: Table) -> Reviewing | None:
        """The review of a table, if it was asked for."""
        return self._made.get(table.id)

    def begin(self, table: Table) -> Reviewing:
        """Have a finished race looked at; once is enough."""
        made = self._made.get(table.id)
        if made is None or made.failed:
            while len(self._made) >= 200:
                self._made.pop(next(iter(self._made))).stopped = True
            people = tuple(seat.seat for seat in table.people())
            made = Reviewing(table.match.copy(), people or tuple(range(table.match.teams)))
            self._made[table.id] = made
            self._thinkers.begin(made.work)
        return made

    def close(self) -> None:
        """Stop where they are."""
        for made in self._made.values():
            made.stopped = True


def review_json(table: Table, made: Reviewing | None, viewer: int, language: str) -> dict[str, Any]:
    """A review as a viewer is told it, in a language."""
    if made is None:
        return {"status": "none", "done": 0, "total": 0, "curve": [], "costly": []}
    told: dict[str, Any] = {"status": "running", "done": made.done, "total": made.total, "curve": [], "costly": []}
    if made.failed:
        told["status"] = "failed"
    if made.found is None:
        return told
    steps = _steps(table, viewer)
    told["status"] = "done"
    told["curve"] = [
        {"turn": c.turn, "step": steps[c.at], "wins": [round(w, 4) for w in c.wins]} for c in made.found.choices
    ]
    told["costly"] = [
        _costly(table, made, choice, steps[choice.at], language) for choice in made.found.costly(made.seats)
    ]
    return told


def _costly(table: Table, made: Reviewing, choice: Any, step: int, language: str) -> dict[str, Any]:
    race = made.race.at(choice.at).races[0]
    words = [
        table.game.words(race, action, made.race.setup.course).to(language) for action in (choice.action, choice.best)
    ]
    return {
        "turn": choice.turn, "step": step, "seat": choice.seat, "did": words[0], "better": words[1],
        "points": round(choice.lost_points, 2), "wins": round(choice.lost_wins, 4),
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

"""What a search found, for people: one line per choice, the best first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.grid import Grid
from parcours.engine.record import Races, packed, unpacked

if TYPE_CHECKING:
    from parcours.bots.search import Found


class Position(NamedTuple):
    """The position that was searched: the game, the course, and what the seat sees."""

    game: Game
    course: Course
    view: bytes

    @staticmethod
    def of(game: Game, course: Course, view: Races) -> Position:
        return Position(game, course, packed(view))

    def words(self, actions: Sequence[int]) -> list[str]:
        """Choices in English."""
        race = unpacked(self.view, self.game.record)[0]
        return [str(self.game.words(race, action, self.course)) for action in actions]


def grid_of(found: Found) -> Grid:
    """A line for each choice: how often it was tried, what it is worth, and what it leads to for the deciding seat."""
    seat, told = found.seat, found.prospects
    actions = [one.action for one in told]
    named = found.position.words(actions) if found.position else [f"action {action}" for action in actions]
    who = str(found.position.game.teams[seat].name) if found.position else f"seat {seat}"
    points = any(any(one.points) for one in told)
    rows = []
    for name, one in zip(named, told, strict=True):
        figures = [f"{one.visits:,}", f"{one.worth:.3f}", f"±{one.error:.3f}", f"{one.wins[seat]:.0%}"]
        figures += [f"{one.places[seat]:.2f}"] + ([f"{one.points[seat]:.1f}"] if points else [])
        rows.append((name, *(figures if one.visits else ["0", *[""] * (len(figures) - 1)])))
    columns = ("choice", "tried", "worth", "error", "wins", "place", *(("points",) if points else ()))
    return Grid(f"{who} to decide: {found.iterations:,} tries", columns, tuple(rows))

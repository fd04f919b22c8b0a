"""What the layers above hand to the engine: the games, the bots of the levels, and how a race is shown.

The engine imports none of these. The package `parcours` hands them in when it is first imported, so that a race file
finds its game and a game finds the bots that search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from parcours.engine.course import Course
    from parcours.engine.game import Bot, Game
    from parcours.engine.match import Match


@cache
def guest_folders() -> tuple[Path, ...]:
    """The folders on the Python path that hold games from other packages."""
    spec = find_spec("parcours_games")
    return tuple(map(Path, (spec and spec.submodule_search_locations) or ()))


class Levels(NamedTuple):
    """The bots that search, in every game."""

    offered: tuple[Bot, ...]
    """From the weakest to the strongest."""
    every: tuple[Bot, ...]
    """All levels there have ever been, in the order in which they were added."""


class Shown(NamedTuple):
    """Functions that show races (as a spectator sees them) and courses to people."""

    text: Callable[[Match], str]
    """Road, riders, the question: for a terminal."""
    picture: Callable[[Match], str]
    """The board with everybody on it, as SVG."""
    course_text: Callable[[Course], str]
    course_picture: Callable[[Course], str]
    write: Callable[[str, Path], None]
    """Writes an SVG to a file, in the format that the file's name asks for."""
    animate: Callable[[Match, Path, Literal["turn", "move"], float, int], None]
    """Writes a race to an animated GIF. Arguments: the race, the file, what gets a picture (turn or move), the seconds
    per picture, the width in pixels."""


class _HandedIn:
    find_game: Callable[[str], Game]
    levels: Callable[[], Levels]
    shown: Callable[[], Shown]


def hand_in(find_game: Callable[[str], Game], levels: Callable[[], Levels], shown: Callable[[], Shown]) -> None:
    """Tell the engine how to find games and levels and how to show races. The functions are called only when needed."""
    _HandedIn.find_game, _HandedIn.levels = staticmethod(find_game), staticmethod(levels)
    _HandedIn.shown = staticmethod(shown)


def find_game(name: str) -> Game:
    """The game of that name; an unknown one is refused (`BadOptionError`)."""
    return _HandedIn.find_game(name)


def levels() -> Levels:
    """The bots that search."""
    return _HandedIn.levels()


def shown() -> Shown:
    """How a race is shown to people."""
    return _HandedIn.shown()

"""What the engine is handed from the layers above it: the games there are, the bots of the levels, how a race is shown.

The engine knows none of them by import. The package `parcours` hands them in when it is first imported, so that a race
file finds its game and a game finds the bots that search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from parcours.engine.game import Bot, Game
    from parcours.engine.match import Match


@cache
def guest_folders() -> tuple[Path, ...]:
    """The folders on the Python path that hold games which somebody else brought."""
    spec = find_spec("parcours_games")
    return tuple(map(Path, (spec and spec.submodule_search_locations) or ()))


class Levels(NamedTuple):
    """The bots that search, in every game."""

    offered: tuple[Bot, ...]
    """From the weakest to the strongest."""
    every: tuple[Bot, ...]
    """All there have been, in the order in which they came."""


class Shown(NamedTuple):
    """A race for people, as a spectator sees it."""

    text: Callable[[Match], str]
    """Road, riders, the question: for a terminal."""
    picture: Callable[[Match], str]
    """The board with everybody on it, as SVG."""


class _HandedIn:
    find_game: Callable[[str], Game]
    levels: Callable[[], Levels]
    shown: Callable[[], Shown]


def hand_in(find_game: Callable[[str], Game], levels: Callable[[], Levels], shown: Callable[[], Shown]) -> None:
    """Say how games and levels are found and races shown. None is called before somebody asks for one."""
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

"""What the engine is handed from the layers above it: the games there are, and the bots of the levels.

The engine knows neither by import. The package `parcours` hands them in when it is first imported, so that a race file
finds its game and a game finds the bots that search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from parcours.engine.game import Bot, Game


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


class _HandedIn:
    find_game: Callable[[str], Game]
    levels: Callable[[], Levels]


def hand_in(find_game: Callable[[str], Game], levels: Callable[[], Levels]) -> None:
    """Say how games and levels are found. Neither is called before somebody asks for one."""
    _HandedIn.find_game, _HandedIn.levels = staticmethod(find_game), staticmethod(levels)


def find_game(name: str) -> Game:
    """The game of that name; an unknown one is refused (`BadOptionError`)."""
    return _HandedIn.find_game(name)


def levels() -> Levels:
    """The bots that search."""
    return _HandedIn.levels()

"""Parcours: classic racing board games, complete, on one engine.

>>> import parcours
>>> race = parcours.game("breaking_away").start(teams=4, seed=7)
>>> while not race.over:
...     race.play(race.legal()[0])
>>> print(race.standings()[0].place)
1
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from parcours.engine import registry
from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from os import PathLike

    from parcours.engine.game import Game
    from parcours.engine.match import Match

__version__ = "0.1.0"
__all__ = ["ParcoursError", "__version__", "game", "game_names", "load"]


def game(name: str) -> Game:
    """A game by its name, such as "breaking_away"."""
    from parcours.games import find_game

    return find_game(name)


def _levels() -> registry.Levels:
    from parcours.bots.levels import EVERY_LEVEL, LEVELS

    return registry.Levels(LEVELS, EVERY_LEVEL)


def _shown() -> registry.Shown:
    from parcours.draw.film import animate
    from parcours.draw.notebook import course_picture, course_text, picture, text
    from parcours.draw.raster import write_picture

    return registry.Shown(text, picture, course_text, course_picture, write_picture, animate)


registry.hand_in(game, _levels, _shown)


def game_names() -> tuple[str, ...]:
    """The names of all games."""
    from parcours.games import GAMES

    return GAMES


def load(path: str | PathLike[str]) -> Match:
    """Read a race file. It is read whole or refused (`RaceFileError`)."""
    from parcours.engine.racefile import load_race

    return load_race(path)

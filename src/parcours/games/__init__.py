"""All games: one folder each, here or in any folder `parcours_games` on the Python path.

To add a game, add its folder. No list has to be changed: a package that somebody else installs brings
`parcours_games/NAME/`, which is imported as `parcours.games.NAME` like the games that come with Parcours.
"""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from typing import cast

from parcours.engine.documents import clipped
from parcours.engine.game import Game
from parcours.engine.registry import guest_folders
from parcours.errors import BadOptionError

__path__.extend(map(str, guest_folders()))

GAMES = tuple(sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg))
"""The names of all games."""


@cache
def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise BadOptionError(f"there is no game {clipped(str(name))} (games: {', '.join(GAMES)})")
    return cast(Game, import_module(f"parcours.games.{name}").GAME)


def games_in_order() -> list[Game]:
    """All games, in the order in which players see them."""
    return sorted(map(find_game, GAMES), key=lambda game: (game.rank, game.id))

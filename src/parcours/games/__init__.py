"""The games. Whoever adds one adds its folder here, and one line to `GAMES`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from parcours.engine.game import Game
from parcours.errors import BadOptionError

GAMES = ("breaking_away", "um_reifenbreite")


@cache
def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES:
        raise BadOptionError(f"there is no game {name!r} (games: {', '.join(GAMES)})")
    return cast(Game, import_module(f"parcours.games.{name}").GAME)

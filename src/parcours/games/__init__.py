"""The games. Whoever adds one adds its folder here, and its name below: first to `WORKSHOP`, when
every rule works to `GAMES`."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import cast

from parcours.engine.game import Game
from parcours.errors import BadOptionError

GAMES = ("breaking_away", "um_reifenbreite", "leader_one", "rally", "profi")
"""The games that players are offered."""
WORKSHOP: tuple[str, ...] = ()
"""Games that are being built: they can be asked for by name, but are not offered."""


@cache
def find_game(name: str) -> Game:
    """The game of that name."""
    if name not in GAMES + WORKSHOP:
        raise BadOptionError(f"there is no game {name!r} (games: {', '.join(GAMES)})")
    return cast(Game, import_module(f"parcours.games.{name}").GAME)

"""Das Profiradsportspiel: a card-driven road race over rounds, for teams of specialists."""

from parcours.games.profi.game import GAME

__all__ = ["GAME"]

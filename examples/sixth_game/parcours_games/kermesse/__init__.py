"""Kermesse: a village race for one rider each."""

from parcours.games.kermesse.game import GAME

__all__ = ["GAME"]

"""Rally: cars start one turn apart on a road laid from cards. Dice decide risk, damage and weather, never distance."""

from parcours.games.rally.game import GAME

__all__ = ["GAME"]

"""Rally: cars, one turn apart, on a road laid from cards; no die moves them."""

from parcours.games.rally.game import GAME

__all__ = ["GAME"]

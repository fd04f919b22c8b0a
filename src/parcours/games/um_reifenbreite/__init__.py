"""Um Reifenbreite: a dice race on a four-lane road, drafting all the way."""

from parcours.games.um_reifenbreite.game import GAME

__all__ = ["GAME"]

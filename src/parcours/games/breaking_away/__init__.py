"""Breaking Away: a diceless race of teams over 100 squares, two sprints and a finish."""

from parcours.games.breaking_away.game import GAME

__all__ = ["GAME"]

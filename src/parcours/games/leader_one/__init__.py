"""Leader 1: a road race on hexes, ridden with one stock of energy in and out of the bunch."""

from parcours.games.leader_one.game import GAME

__all__ = ["GAME"]

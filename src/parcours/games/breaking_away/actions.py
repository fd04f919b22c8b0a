"""Breaking Away: the action codes. 28 small numbers, relative to the rider or the seat that decides."""

from __future__ import annotations

from parcours.games.breaking_away.state import BOXES, MAX_TEAMS

RIDE_BOX = 0
"""RIDE_BOX + b: spend the factor in box b (0 to 3) of the rider whose move it is."""
RETIRE = BOXES
QUICK = RETIRE + 1
"""Take the quick line-up."""
OWN = QUICK + 1
"""Divide the points yourself."""
FACTOR = OWN
"""FACTOR + v: write the factor v (1 to 15) into the next box."""
MOST_FACTOR = 15
FIRST = FACTOR + MOST_FACTOR + 1
"""FIRST + t: team t is drawn as first player."""
ACTIONS = FIRST + MAX_TEAMS

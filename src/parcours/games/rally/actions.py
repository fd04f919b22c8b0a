"""Rally: the action codes. Where possible, they are relative to the car that moves. Chance has codes of its own."""

from __future__ import annotations

from parcours.games.rally.state import GEARS, LONGEST, MAX_CARS, MAX_PLACES, MAX_SET

GEAR = 0
"""GEAR + g - 1: set gear g."""
GO = GEAR + GEARS
"""GO + d: go d squares (1 to 31)."""
LEAVE = GO + LONGEST + 1
"""Go beyond the last square."""
BRAKE = LEAVE + 1
"""BRAKE + k: a brake on the k-th square of the move."""
NO_STOP = BRAKE + LONGEST + 1
FIT = NO_STOP + 1
"""FIT + t: stop with the mechanics and change to tyres of kind t."""
TYRES = FIT + 3
"""TYRES + t: start on tyres of kind t."""
TRIM = TYRES + 3
CARD = TRIM + 3
"""CARD + c: lay the card with index c in the set next."""
STATION = CARD + MAX_SET
"""STATION + p - 1: put the next mechanic at place p."""
NOBODY_THERE = STATION + MAX_PLACES
"""Leave the next mechanic out."""
DIE = NOBODY_THERE + 1
"""DIE + n - 1: a die shows n."""
LOT = DIE + 6
"""LOT + s: seat s is drawn."""
ACTIONS = LOT + MAX_CARS

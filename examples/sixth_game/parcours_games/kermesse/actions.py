"""Kermesse: the action codes."""

SIT_UP, RIDE, DIG = range(3)
SHOWS = 2
"""SHOWS + n: the die shows n (1 to 6)."""
SIDES = 6
ACTIONS = SHOWS + SIDES + 1

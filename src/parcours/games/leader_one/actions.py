"""Leader 1: the action codes, relative to the rider or the player who decides. Chance has codes of its own."""

from __future__ import annotations

from parcours.games.leader_one.state import JERSEYS, LONGEST, MAX_TEAMS, MOST_EACH, REACH, RISKS, TILES

RIDE = 0
"""RIDE + i: ride to the i-th square from the beginning of the hex where the move starts."""
WAY = RIDE + REACH
"""WAY + 4 (n - 1) + r: ride a way of n squares with risks r (0 none, 1 fatigue, 2 a crash, 3 both)."""
STAY = WAY + LONGEST * RISKS
"""No way is open, or none that the rider can pay for: stay and recover."""
PLAY = STAY + 1
"""PLAY + v: play a kept tile (2, 3, 4, 5)."""
ATTACK = PLAY + TILES
"""ATTACK + j: the player's j-th rider leaves the bunch."""
ASK_ME = ATTACK + MOST_EACH
"""Switch on or off whether the player is asked, after every bunch move, if a rider drops back."""
DONE = ASK_ME + 1
"""No attacks, or no more."""
ANNOUNCE = DONE + 1
SILENT = ANNOUNCE + 1
PAY = SILENT + 1
"""Stay in the bunch, and pay."""
DROP = PAY + 1
USE = DROP + 1
KEEP = USE + 1
CLAIM = KEEP + 1
"""CLAIM + j: ask for the tile of the player's j-th rider."""
WAIVE = CLAIM + MOST_EACH
JERSEY = WAIVE + 1
"""JERSEY + t: pick from team t of the box."""
LINEUP = JERSEY + JERSEYS
"""LINEUP + l: pick the riders of line-up l."""
LINEUPS = ((0,), (1,), (2,), (0, 1), (0, 2), (1, 2))
"""Rouleur 0, leader 1, climber 2."""
DESCENDS = LINEUP + len(LINEUPS)
"""DESCENDS + j: the player's j-th rider is the descender."""
SPRINTS = DESCENDS + MOST_EACH
FIRST = SPRINTS + MOST_EACH
"""FIRST + s: chance lets seat s pick first, or gives it the token."""
FACE = FIRST + MAX_TEAMS
"""FACE + f: the bunch die shows 3, 4, the red 4, 5."""
FACES = 4
EVENT = FACE + FACES
"""EVENT + n - 1: the event die shows n."""
SIDES = 12
TILE = EVENT + SIDES
"""TILE + v: the tile drawn is a 2, 3, 4, 5."""
ACTIONS = TILE + TILES

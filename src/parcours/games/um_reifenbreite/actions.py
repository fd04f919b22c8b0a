"""Um Reifenbreite: the action codes, relative to the rider or the team that decides. Chance has codes of its own."""

from __future__ import annotations

from parcours.games.um_reifenbreite.state import KINDS, LONGEST, MAX_LANES, MAX_TEAMS, PHOTOS, REACH, RIDERS

RIDE = 0
"""RIDE + i: ride to the i-th square in reach, nearest first, from the right."""
WAY = RIDE + REACH
"""WAY + n: ride to the chosen square in n squares (1 to 31)."""
FOLLOW = WAY + LONGEST + 1
DECLINE = FOLLOW + 1
ASK = DECLINE + 1
"""Ask the next rider of the file to take the lead."""
LEAD = ASK + 1
"""Ask nobody, or nobody else."""
AGREE = LEAD + 1
REFUSE = AGREE + 1
MEANS = REFUSE + 1
"""MEANS + m: how the rider gets its points, as listed next."""
DICE, ONE_CARD, TWO_CARDS, ONE_AWAY, TWO_AWAY, SHORT_TOW, LONG_TOW = range(7)
CARD = MEANS + 7
"""CARD + k: the rider's own card of kind k; CARD + 4 + k: a joker of kind k (kinds: 5, 5 with the sign, 6, 6 with the
sign)."""
RETURN = CARD + 2 * KINDS
"""RETURN + l: come back onto the road in lane l, counted from the right."""
RIDER = RETURN + MAX_LANES
"""RIDER + n: place the n-th rider of the team."""
GRID = RIDER + RIDERS
"""GRID + 4 l + r: start in lane l, r rows behind the front row."""
TOTAL = GRID + MAX_LANES * MAX_TEAMS
"""TOTAL + n - 2: two dice total n."""
DIE = TOTAL + 11
"""DIE + n - 1: one die shows n."""
LUCK = DIE + 6
"""LUCK + c: luck card number c + 1 is drawn."""
LUCK_CARDS = 22
PHOTO = LUCK + LUCK_CARDS
"""PHOTO + p: photo card number p + 1 is drawn."""
ACTIONS = PHOTO + PHOTOS

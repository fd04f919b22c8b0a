"""Profi: the action codes. They are relative to the rider or the team that decides; chance has codes of its own."""

from __future__ import annotations

from parcours.games.profi.state import DOPING, EVENTS, FIELD, KINDS, LANES, MAX_STACKS, MAX_TEAMS, MOST_RIDERS

PASS = 0
CAR = 1
"""Call the team car (PR-U3)."""
ATTACK, FOLLOW, SURGE, DAWDLE, CIRCLE = range(2, 7)
"""Moves: two cards, slipstream, attack from the slipstream, soft-pedalling, offering a circle (PR-M1)."""
SWAP = 7
"""SWAP + n: change places with the n-th rider of the team (PR-G2)."""
CHIPS = SWAP + MOST_RIDERS
"""CHIPS + n - 1: n chips instead of a card."""
PLAY = CHIPS + 2
"""PLAY + c: play a card. c = 0 to 4: a card of the rider's own colour worth 2 to 6; 5 to 9: a joker worth 2 to 6; then
exhaustion and doping."""
OWN_CARDS, JOKERS, TIRED_CARD, DOPING_CARD, CARDS = 0, 5, 10, 11, 12
ADJUST = PLAY + CARDS
"""ADJUST + 2 + n: n more chips; for n below 0, that many points saved (PR-M3)."""
USE_BOTTLE = ADJUST + 5
RISK, SAFE = USE_BOTTLE + 1, USE_BOTTLE + 2
BONUS = SAFE + 1
"""BONUS + n: n of the optional squares."""
ON = BONUS + 4
"""ON + 3 x chips + extra squares: riding on from the slipstream (PR-W3, PR-Q7)."""
FEE_CHIPS = ON + 9
FEE = FEE_CHIPS + 1
"""FEE + kind: a card pays for the slipstream on a climb (PR-H1)."""
HOLD_WHEEL, LOSE_SQUARE = FEE + KINDS, FEE + KINDS + 1
PLACE = LOSE_SQUARE + 1
"""PLACE + lane: end the move in this lane. Lane 0 and the one past the last are verges."""
DRAWN = PLACE + LANES
"""DRAWN + lane: ride there and be drawn in, one row further (PR-W4)."""
VERGE = DRAWN + LANES
"""VERGE + lane: ride over the verge and end the move in this lane (PR-V1)."""
HELP = VERGE + LANES
"""HELP + n: change bikes with the fallen n-th rider of the team (PR-G4)."""
TAKE_CHIP, TAKE_SWAP, TAKE_DOPING = range(HELP + MOST_RIDERS, HELP + MOST_RIDERS + 3)
GIVE_UP = TAKE_DOPING + 1
"""GIVE_UP + kind: the hand card that goes under a stack."""
GIVE_UP_TIRED = GIVE_UP + KINDS
KEEP = GIVE_UP_TIRED + 1
"""No (further) swap, chips or exchange."""
UNDER_STACK = KEEP + 1
FROM_STACK = UNDER_STACK + MAX_STACKS
PAY_TWO, PAY_ONE, FALL = range(FROM_STACK + MAX_STACKS, FROM_STACK + MAX_STACKS + 3)
CHALLENGE = FALL + 1
"""CHALLENGE + 0: the rider in the lane below, + 1: in the lane above."""
NO_DUEL = CHALLENGE + 2
ACCEPT, GIVE_WAY, RAISE, NO_RAISE = range(NO_DUEL + 1, NO_DUEL + 5)
HAND = NO_RAISE + 1
"""HAND + 8 x side + what: something changes hands with the team-mate in the lane below (side 0) or above (side 1). The
next line lists what it can be (PR-G6)."""
GIVE_1, GIVE_2, GET_1, GET_2, OWN_DOPING, ITS_DOPING, GIVE_BOTTLE, GET_BOTTLE = range(8)
NO_HAND = HAND + 16
NO_COUNTER = NO_HAND + 1
ASK, SKIP, JOIN, DECLINE = range(NO_COUNTER + 1, NO_COUNTER + 5)
LAY = DECLINE + 1
"""LAY + what: a contribution to the circle, as listed next (PR-L3)."""
(
    CHIP, TWO_CHIPS, OWN_TWO, JOKER_TWO, TIRED_ONE, TIRED_AND_CHIP, BONUS_ALONE, BONUS_AND_CHIP, BONUS_AND_TIRED,
) = range(9)  # fmt: skip
DOPE = LAY + 9
"""DOPE + n: the n-th rider of the team turns a doping card into 3 chips (PR-U2)."""
TYPE = DOPE + MOST_RIDERS
"""TYPE + t: this type rides (PR-S4)."""
RIDER = TYPE + 4
"""RIDER + n: the n-th rider is placed next, or gets a chip of the reserve."""
ROW_ONE = RIDER + MOST_RIDERS
STAY = ROW_ONE + 1
"""Stay out of the breakaway."""
PUT_BACK = STAY + 1
"""PUT_BACK + card: the doping card that goes under its stack."""
SPIRIT = PUT_BACK + DOPING
"""SPIRIT + 2 x rider + chips - 1: which team-mate gives how many chips (event 27)."""
LOT_TEAM = SPIRIT + 2 * MOST_RIDERS
"""From here on the codes belong to chance. LOT_TEAM + t: team t comes next in start order."""
DIE = LOT_TEAM + MAX_TEAMS
"""DIE + n - 1: a die shows n; on the crash die 1 is the skull."""
COIN_FACE = DIE + 6
"""COIN_FACE + 0: a skull on the 50:50 die, + 1: none."""
DESCENT = COIN_FACE + 2
"""DESCENT + 1 + n: the descent die shows n."""
WEATHER = DESCENT + 6
WIND = WEATHER + 5
FORM_DIE = WIND + 5
CARD = FORM_DIE + 4
"""CARD + kind: a card is drawn."""
DOPING_DRAWN = CARD + KINDS
LOT_RIDER = DOPING_DRAWN + DOPING
EVENT = LOT_RIDER + FIELD
DRAWN_VERGE = EVENT + EVENTS
"""From here on the codes belong to players again. (They were added at the end, because codes keep their numbers:
recorded races can then still be opened.)

DRAWN_VERGE + lane: ride over the verge, and be drawn in (PR-W4, PR-V1)."""
USE_DOPING = DRAWN_VERGE + LANES
"""USE_DOPING + card: which doping card is used (PR-U2)."""
ACTIONS = USE_DOPING + DOPING


def is_chance_code(action: int) -> bool:
    """Whether an action belongs to chance."""
    return LOT_TEAM <= action < DRAWN_VERGE


def is_place_code(action: int) -> bool:
    """Whether an action picks the place on the road where a move ends."""
    return PLACE <= action < HELP or DRAWN_VERGE <= action < USE_DOPING

"""Profi: the numbers by which the directeur and the veteran judge, in squares unless stated otherwise. The directeur's
were chosen by hand. The veteran's were found by racing against the directeur: it looks for wheels that it can really
follow, attacks early, tows no rivals, and turns the doping cards of helpers into chips."""

from __future__ import annotations

import numpy as np

(
    WASTE, JOKER_COST, HELPERS_JOKER, CARD_POINT, CARD_TO_WHEEL,
    ATTACK_COST, ATTACK_AT_HOME, ATTACK_LATE, ATTACK_LAST, ATTACK_IN_SPRINT, LEADERS_ATTACK,
    FREE_RIDE, FREE_RIDE_LATE, FREE_RIDE_IN_SPRINT, SURGE_COST, SURGE_LATE, DEAR_CHIPS,
    DAWDLING, HELPERS_DAWDLING, DAWDLING_LATE, EACH_IN_CIRCLE, CIRCLE_COST, ASKED_RIVAL,
    LEAD, GAP, HELPERS_SQUARE, DROPPED_SQUARE, TOWED_RIVAL,
    WHEEL, DRAWN_IN, POOR_WHEEL, OUTSIDE,
    COUNTER_CARD, COUNTER_LATE, HELPERS_COUNTER,
    RESERVE, RESERVE_LATE, RESERVE_LAST, SPENT_CHIP, HELPERS_CHIP, SAVED_CHIP, SHAPED_TO_WHEEL, CHIP_TO_RIDE_ON,
    CHIPS_TO_RISK, PUSHED, NEW_CARD, NEW_DOPING, HELPERS_DOPING, ROULEUR_FIRST, GRIMPEUR_FIRST, SPRINTER_FIRST,
) = range(51)  # fmt: skip
"""What each number judges, in this order. A helper is a rider with a team-mate further ahead. Late means in the last
two rounds, or in the last but one where the last round has its own number.

Cards: each point that a climb cuts off; a joker, and how much more a helper's joker costs; each point of a card in
mid-race; a wheel reached with cards or chips. Attacks, for the second card and the exhaustion: in mid-race, on own
terrain, late, in the last round, in the sprint; how much less for a rider that is not a helper. The card that following
saves: in mid-race, late, in the sprint. An attack from the slipstream: in mid-race, late. A chip move that uses the
reserve. Soft-pedalling: in general, and what is added for a helper, and late. A circle: each other rider, the offer
itself, asking a rival (above -1 it is asked).

The end of a move: ahead of all rivals; each row behind the first of them, up to ten; each square of a helper, of a
rider further behind than that, and of a rider that tows a rival. Places: a wheel; being drawn in; how much less a
wheel is worth if another rider's move comes between; a place with nobody in a higher lane of its row.

The card of a counter: in mid-race, late, and what is added for a helper. Chips kept back: in mid-race, in the last
round but one, in the last. Each chip added to a card, and what is added for a helper; each point saved; a wheel reached
in that way; each chip to ride on from the slipstream. How many chips a rider needs to take full risk. Pushing a rival
back a row. For soft-pedalling: a swapped card, a doping card. A helper's doping card that is not fair (a fair one is
always used). Who starts first: rouleur, grimpeur, sprinter."""
JUDGEMENT = np.array(
    [
        [
            0.4, 0.3, 0, 0, 0,
            2.6, 1.6, 1.6, 1.6, 1.6, 0,
            1.8, 1.8, 1.8, 0.5, 0.5, 2.0,
            1.5, 0, 0, 0.8, 0.5, 0,
            0, 0, 0, 0, 0,
            1.5, 1.0, 0, 0,
            1.5, 1.5, 0,
            2, 0, 0, 0.1, 0, 0.3, 0, -0.5,
            3, 0.4, 0.5, 2.5, -8, 0, 0, 0,
        ],
        [
            0.46, 0.27, -0.22, 0.17, 0.57,
            0.88, -0.08, 1.89, 1.7, 0.03, 0.52,
            1.52, 1.94, 3.07, 0.47, -0.07, 2.23,
            2.56, -0.67, -0.59, 0.76, 1.35, -1.58,
            -0.11, 0.06, -0.12, -0.09, -0.13,
            1.15, 1.46, 0.33, 0.03,
            1.03, 1.98, 0.36,
            1.02, -0.44, 0.69, 0.14, -0.15, 0.39, 1.22, -0.63,
            0.53, 0.17, 1.63, 2.58, 5.43, 0.99, 0.29, 0.28,
        ],
    ]
)  # fmt: skip
"""The directeur's numbers, then the veteran's."""

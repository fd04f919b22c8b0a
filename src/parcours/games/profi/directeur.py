"""Profi: the directeur, a greedy bot that gives its riders roles. It sits on wheels, sends each specialist ahead on its
own terrain, spends in the last rounds, keeps two chips in case of a crash, and feeds its captain. It answers attacks,
and joins circles where that is cheap. The veteran, which guides the search, judges in the same way with other numbers
(`directeur_judgement`). Moves are judged in `directeur_moves`, duels and doping in `directeur_duels`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ACCEPT,
    ADJUST,
    ASK,
    BONUS,
    BONUS_ALONE,
    BONUS_AND_TIRED,
    CHALLENGE,
    CHIPS,
    DECLINE,
    DOPE,
    DRAWN_VERGE,
    FALL,
    FEE,
    FEE_CHIPS,
    GET_1,
    GET_2,
    GIVE_1,
    GIVE_2,
    GIVE_UP,
    GIVE_UP_TIRED,
    HAND,
    HOLD_WHEEL,
    ITS_DOPING,
    JOIN,
    JOKER_TWO,
    LAY,
    LOSE_SQUARE,
    NO_HAND,
    ON,
    OWN_DOPING,
    OWN_TWO,
    PAY_ONE,
    PAY_TWO,
    PLACE,
    PLAY,
    PUT_BACK,
    RAISE,
    RIDER,
    RISK,
    ROW_ONE,
    SAFE,
    SKIP,
    SPIRIT,
    TAKE_CHIP,
    TAKE_DOPING,
    TAKE_SWAP,
    TIRED_CARD,
    TIRED_ONE,
    TYPE,
    USE_BOTTLE,
    USE_DOPING,
)  # fmt: skip
from parcours.games.profi.directeur_duels import (
    is_dirty,
    only_dirty,
    worth_of_accepting,
    worth_of_challenge,
    worth_of_doping,
    worth_of_raise,
)
from parcours.games.profi.directeur_judgement import (
    ASKED_RIVAL,
    CHIP_TO_RIDE_ON,
    CHIPS_TO_RISK,
    JUDGEMENT,
    NEW_CARD,
    NEW_DOPING,
    RESERVE,
    ROULEUR_FIRST,
)
from parcours.games.profi.directeur_moves import (
    spare_chips,
    worth_of_change,
    worth_of_counter,
    worth_of_place,
    worth_of_turn,
)
from parcours.games.profi.directeur_sight import is_ending
from parcours.games.profi.rules.cards import played_value
from parcours.games.profi.rules.chain import may_lay
from parcours.games.profi.rules.circle import takes_cards
from parcours.games.profi.rules.duel import mate_beside
from parcours.games.profi.rules.ground import (
    team_of,
    type_of,
)
from parcours.games.profi.state import (
    CAPTAIN,
    COUNTER,
    EVENT_SWAP,
    KINDS,
    NOBODY,
    ROULEUR,
    START_MEANS,
    START_RIDER,
    TURN,
    VALUES,
    State,
)  # fmt: skip

RIDING_ON = 0.5
"""What a chip brings or costs when it is spent to ride on from the slipstream."""


@rare
def worth_of_hand_over(kind: int, race: State, road: Road, code: int) -> float:
    """Chips go to the captain; a rider without a fair doping card exchanges one."""
    if code == NO_HAND:
        return 0.5
    what = (code - HAND) % 8
    captain = type_of(race, race.rider) == CAPTAIN
    if what in (GET_1, GET_2):
        return 1.0 + what if captain else 0.0
    if what in (GIVE_1, GIVE_2) and not captain:
        return 1.0 + what if race.chips[race.rider] - (what - GIVE_1 + 1) >= JUDGEMENT[kind - 1, RESERVE] else 0.0
    if what in (OWN_DOPING, ITS_DOPING):
        holder = race.rider if what == OWN_DOPING else mate_beside(race, road, (code - HAND) // 8)
        return 0.8 if only_dirty(race, holder) else 0.0
    return 0.0


@rare
def worth_of_circle(kind: int, race: State, road: Road, code: int) -> float:
    """Whom to ask, whether to join, and what to lay: exhaustion, the bonus and twos rather than chips."""
    if code in (ASK, SKIP):
        rival = team_of(race, race.chain[race.index]) != race.decider
        return (1.0 + (JUDGEMENT[kind - 1, ASKED_RIVAL] if rival else 0.0)) if code == ASK else 0.0
    if code in (JOIN, DECLINE):
        return 1.0 if (code == JOIN) == lays_cheaply(kind, race, road, race.who) else 0.0
    what = code - LAY
    if what in (TIRED_ONE, BONUS_AND_TIRED):
        return 3.0
    if what == BONUS_ALONE:
        return 2.0
    if what in (OWN_TWO, JOKER_TWO):
        return 1.5 - 0.1 * what
    return 1.0 - 0.1 * what


@rare
def lays_cheaply(kind: int, race: State, road: Road, rider: int) -> bool:
    """Whether a rider can lay something that it will not miss."""
    if race.chips[rider] > JUDGEMENT[kind - 1, RESERVE]:
        return True
    cards = takes_cards(race)
    cheap = may_lay(race, road, rider, TIRED_ONE, cards) or may_lay(race, road, rider, BONUS_ALONE, cards)
    return cheap or may_lay(race, road, rider, OWN_TWO, cards) or may_lay(race, road, rider, JOKER_TWO, cards)


@rare
def worth_of_answer(kind: int, race: State, road: Road, code: int) -> float:
    """What a choice is worth in any other phase: the code alone tells what is being decided."""
    rider = race.who if race.who != NOBODY else race.rider
    if ADJUST <= code < USE_BOTTLE:
        return worth_of_change(kind, race, road, rider, code - ADJUST - 2)
    if code == USE_BOTTLE:
        return 1.0
    if code in (RISK, SAFE):
        return 1.0 if (code == RISK) == (race.chips[rider] >= JUDGEMENT[kind - 1, CHIPS_TO_RISK]) else 0.0
    if BONUS <= code < ON:
        return float(code - BONUS)
    if ON <= code < FEE_CHIPS:
        chips = (code - ON) // 3
        each = RIDING_ON if is_ending(race) else JUDGEMENT[kind - 1, CHIP_TO_RIDE_ON]
        return (code - ON) % 3 + (each if spare_chips(kind, race, rider) >= chips else -RIDING_ON) * chips
    if code == FEE_CHIPS:
        return 1.0
    if FEE <= code < HOLD_WHEEL:
        return -0.1 * ((code - FEE) % VALUES)
    if code in (HOLD_WHEEL, LOSE_SQUARE):
        return 1.0 if (code == HOLD_WHEEL) == (race.chips[rider] > JUDGEMENT[kind - 1, RESERVE]) else 0.0
    if code in (PAY_TWO, PAY_ONE, FALL):
        return float(FALL - code)
    if CHALLENGE <= code < CHALLENGE + 2:
        return worth_of_challenge(kind, race, road, code - CHALLENGE)
    if code == ACCEPT:
        return worth_of_accepting(race, road)
    if code == RAISE:
        return worth_of_raise(kind, race)
    if ASK <= code < DOPE:
        return worth_of_circle(kind, race, road, code)
    return worth_of_card(kind, race, code)


@rare
def worth_of_card(kind: int, race: State, code: int) -> float:
    """What it is worth to play or give up a card, to pick a type, or to take a reward for soft-pedalling."""
    if PLAY <= code < ADJUST:
        return float(played_value(code - PLAY)) if code - PLAY < TIRED_CARD else 0.5
    if CHIPS <= code < PLAY:
        return 0.3 if race.phase == START_MEANS else 1.0 if is_ending(race) else -0.5
    if code == TAKE_CHIP:
        return 2.0
    if code == TAKE_DOPING:
        return float(JUDGEMENT[kind - 1, NEW_DOPING]) if race.unused[race.who] == 0 else 1.0
    if code == TAKE_SWAP:
        return 3.0 if race.tired[race.who] > 0 else float(JUDGEMENT[kind - 1, NEW_CARD])
    if code == GIVE_UP_TIRED:
        return 9.0
    if GIVE_UP <= code < GIVE_UP + KINDS:
        return (1.5 if race.phase == EVENT_SWAP else 0.0) - float((code - GIVE_UP) % VALUES)
    if TYPE <= code < TYPE + 4:
        return float(code - TYPE)
    if race.phase == START_RIDER and RIDER < code < ROW_ONE:
        role = type_of(race, race.decider * race.squad + code - RIDER)
        return float(JUDGEMENT[kind - 1, ROULEUR_FIRST + role - ROULEUR]) if role >= ROULEUR else 0.0
    if PUT_BACK <= code < SPIRIT:
        return 1.0 if is_dirty(code - PUT_BACK) else 0.0
    if code >= USE_DOPING:
        return 0.4 if is_dirty(code - USE_DOPING) else 0.5
    return 0.0


@rare
def worth(kind: int, race: State, road: Road, code: int) -> float:
    """What a choice is worth to the rider that decides."""
    if DOPE <= code < TYPE:
        return worth_of_doping(kind, race, race.decider * race.squad + code - DOPE)
    if race.phase == TURN:
        return worth_of_turn(kind, race, road, code)
    if race.phase == COUNTER:
        return worth_of_counter(kind, race, road, code)
    if PLACE <= code < TAKE_CHIP or DRAWN_VERGE <= code < USE_DOPING:
        return worth_of_place(kind, race, road, code)
    if HAND <= code <= NO_HAND:
        return worth_of_hand_over(kind, race, road, code)
    return worth_of_answer(kind, race, road, code)


@rare
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The choice that is worth most; the first of several equal ones."""
    best, highest = codes[0], -1e9
    for i in range(number):
        value = worth(kind, race, road, codes[i])
        if value > highest:
            best, highest = codes[i], value
    return best

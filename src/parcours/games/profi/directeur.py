"""Profi: the directeur, a greedy bot with roles. It sits on wheels, sends the specialist on its own terrain, spends in
the last rounds, keeps two chips against a fall, and feeds its captain. Attacks it answers, circles it joins where that
is cheap. (For duels and doping see `directeur_duels`.)"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ACCEPT,
    ADJUST,
    ASK,
    ATTACK,
    BONUS,
    BONUS_ALONE,
    BONUS_AND_TIRED,
    CAR,
    CHALLENGE,
    CHIPS,
    CIRCLE,
    DAWDLE,
    DECLINE,
    DOPE,
    DOPING_CARD,
    DRAWN,
    FALL,
    FEE,
    FEE_CHIPS,
    FOLLOW,
    GET_1,
    GET_2,
    GIVE_1,
    GIVE_2,
    GIVE_UP,
    GIVE_UP_TIRED,
    HAND,
    HELP,
    HOLD_WHEEL,
    ITS_DOPING,
    JOIN,
    JOKER_TWO,
    LAY,
    LOSE_SQUARE,
    NO_COUNTER,
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
    RISK,
    SAFE,
    SKIP,
    SPIRIT,
    SURGE,
    TAKE_CHIP,
    TAKE_DOPING,
    TAKE_SWAP,
    TIRED_CARD,
    TIRED_ONE,
    TYPE,
    USE_BOTTLE,
    VERGE,
)  # fmt: skip
from parcours.games.profi.directeur_duels import (
    RESERVE,
    is_dirty,
    is_ending,
    only_dirty,
    worth_of_accepting,
    worth_of_challenge,
    worth_of_doping,
    worth_of_raise,
)
from parcours.games.profi.rules.cards import capped, has_card, played_value
from parcours.games.profi.rules.chain import may_lay
from parcours.games.profi.rules.circle import takes_cards
from parcours.games.profi.rules.duel import mate_beside
from parcours.games.profi.rules.ground import (
    inner_rank,
    on_own_terrain,
    type_of,
    upright_at,
)
from parcours.games.profi.rules.slipstream import FREE, climb_fee, squares_lost
from parcours.games.profi.state import (
    CAPTAIN,
    COUNTER,
    EVENT_SWAP,
    JOKER,
    KINDS,
    NOBODY,
    START_MEANS,
    TURN,
    VALUES,
    State,
)  # fmt: skip

SECOND_CARD = 2.6
"""What the second card of an attack and the exhaustion after it are worth later."""
SECOND_CARD_AT_HOME = 1.6
WHEEL = 1.5
"""What it is worth to end on somebody's wheel."""
FREE_RIDE = 1.8
"""What a card kept by following is worth."""
FEE_FOR_WHEEL = 1.2
COUNTER_CARD = 1.5
"""What the card of a counter is worth later."""
DAWDLING = 1.5
VERGE_RISK = 1.5


@rare
def best_card(race: State, road: Road, rider: int, but: int) -> float:
    """What the best card that a rider may play counts, another one left aside."""
    best = 0.0
    for card in range(TIRED_CARD):
        if not has_card(race, road, rider, race.row[rider], card):
            continue
        if card == but and count_of(race, rider, card) < 2:
            continue
        best = max(best, float(capped(race, road, rider, race.row[rider], played_value(card))))
    return best


@rule
def count_of(race: State, rider: int, card: int) -> int:
    kind = JOKER * VALUES + card - 5 if card >= 5 else type_of(race, rider) * VALUES + card
    return race.hand[rider // race.squad, kind]


@rare
def two_best(race: State, road: Road, rider: int) -> float:
    """What the two best cards count together."""
    best, first = 0.0, NOBODY
    for card in range(TIRED_CARD):
        if has_card(race, road, rider, race.row[rider], card):
            value = float(capped(race, road, rider, race.row[rider], played_value(card)))
            if value > best:
                best, first = value, card
    return best + best_card(race, road, rider, first)


@rare
def follow_gain(race: State, road: Road, rider: int, surge: bool) -> float:
    """Squares that the slipstream brings, less what it costs on a climb."""
    squares = float(race.row[race.giver] - 1 - race.row[rider] - squares_lost(race, road, rider, surge, 0))
    return squares - (0.0 if climb_fee(race, road, rider, race.giver) == FREE else FEE_FOR_WHEEL)


@rare
def worth_of_turn(race: State, road: Road, code: int) -> float:
    """Squares that a move brings, less what it uses up. The team car is free."""
    rider = race.rider
    own = 1.0 if on_own_terrain(race, road, rider, race.row[rider]) else 0.0
    ending = is_ending(race)
    if PLAY <= code < PLAY + TIRED_CARD:
        card = code - PLAY
        value = float(capped(race, road, rider, race.row[rider], played_value(card)))
        wasted = float(played_value(card)) - value
        return value + own - 0.4 * wasted - (0.3 if card >= 5 else 0.0)
    if code == PLAY + TIRED_CARD:
        return 1.0 + own
    if code == ATTACK:
        penalty = SECOND_CARD_AT_HOME if own > 0.0 or ending else SECOND_CARD
        return two_best(race, road, rider) + own - penalty
    if code == FOLLOW:
        return follow_gain(race, road, rider, False) + FREE_RIDE
    if code == SURGE:
        return follow_gain(race, road, rider, True) + best_card(race, road, rider, NOBODY) + own - 0.5
    if CHIPS <= code < PLAY:
        squares = code - CHIPS + 1
        return squares + own - (0.2 if spare_chips(race, rider) >= squares else 2.0)
    if code == DAWDLE:
        return DAWDLING
    if code == CIRCLE:
        return best_card(race, road, rider, NOBODY) + own + 0.8 * (race.chained - 1) - 0.5
    return 20.0 if code == CAR else -9.0


@rule
def spare_chips(race: State, rider: int) -> int:
    """Chips that may be spent: at the end all of them."""
    return race.chips[rider] - (0 if is_ending(race) else RESERVE)


@rare
def worth_of_place(race: State, road: Road, code: int) -> float:
    """Drawn in, on a wheel, inside; over the verge only if it brings much."""
    rider = race.rider
    if code >= HELP:
        return -5.0
    lane = (code - PLACE) % 6
    if code >= VERGE:
        return race.points - 1.0 - VERGE_RISK - (1.0 if race.chips[rider] < 2 else 0.0)
    row = race.row[rider] + max(race.points, 0)
    worth = 0.1 * (6 - inner_rank(race, road, race.row[rider], lane))
    if code >= DRAWN:
        return worth + 1.0 + WHEEL
    if upright_at(race, row + 1, lane) != NOBODY:
        worth += WHEEL
    return worth


@rare
def worth_of_hand_over(race: State, road: Road, code: int) -> float:
    """Chips go to the captain; a doping card that is not fair is drawn anew."""
    if code == NO_HAND:
        return 0.5
    what = (code - HAND) % 8
    captain = type_of(race, race.rider) == CAPTAIN
    if what in (GET_1, GET_2):
        return 1.0 + what if captain else 0.0
    if what in (GIVE_1, GIVE_2) and not captain:
        return 1.0 + what if race.chips[race.rider] - (what - GIVE_1 + 1) >= RESERVE else 0.0
    if what in (OWN_DOPING, ITS_DOPING):
        holder = race.rider if what == OWN_DOPING else mate_beside(race, road, (code - HAND) // 8)
        return 0.8 if only_dirty(race, holder) else 0.0
    return 0.0


@rare
def worth_of_counter(race: State, road: Road, code: int) -> float:
    """As far as the attacker, with no more than that takes: a counter costs a card, but no move. (A doping card that is
    still in the hand is not fair.)"""
    if code in (NO_COUNTER, PLAY + DOPING_CARD):
        return 0.0 if code == NO_COUNTER else -8.0
    rider = race.rider
    own = 1.0 if on_own_terrain(race, road, rider, race.row[rider]) else 0.0
    gap = float(race.row[race.attacker] - race.row[rider])
    if code < PLAY:
        squares = float(code - CHIPS + 1)
        return min(squares + own, gap) - squares if spare_chips(race, rider) >= squares else -1.0
    value = float(capped(race, road, rider, race.row[rider], played_value(code - PLAY))) + own
    card = 0.0 if code == PLAY + TIRED_CARD else COUNTER_CARD
    return min(value, gap) - card - 0.3 * max(value - gap, 0.0)


@rare
def worth_of_circle(race: State, road: Road, code: int) -> float:
    """Whom to ask, whether to join, and what to lay: exhaustion, the bonus and twos rather than chips."""
    if code in (ASK, SKIP):
        return 1.0 if code == ASK else 0.0
    if code in (JOIN, DECLINE):
        return 1.0 if (code == JOIN) == lays_cheaply(race, road, race.who) else 0.0
    what = code - LAY
    if what in (TIRED_ONE, BONUS_AND_TIRED):
        return 3.0
    if what == BONUS_ALONE:
        return 2.0
    if what in (OWN_TWO, JOKER_TWO):
        return 1.5 - 0.1 * what
    return 1.0 - 0.1 * what


@rare
def lays_cheaply(race: State, road: Road, rider: int) -> bool:
    """Whether a rider has something to lay that it does not miss."""
    if race.chips[rider] > RESERVE:
        return True
    cards = takes_cards(race)
    cheap = may_lay(race, road, rider, TIRED_ONE, cards) or may_lay(race, road, rider, BONUS_ALONE, cards)
    return cheap or may_lay(race, road, rider, OWN_TWO, cards) or may_lay(race, road, rider, JOKER_TWO, cards)


@rare
def worth_of_answer(race: State, road: Road, code: int) -> float:
    """All other decisions: each phase has its own few codes."""
    rider = race.who if race.who != NOBODY else race.rider
    spare = spare_chips(race, rider)
    if ADJUST <= code < USE_BOTTLE:
        change = code - ADJUST - 2
        if change > 0:
            return 0.1 * change if spare >= change else -1.0 * change
        return 0.3 * change
    if code == USE_BOTTLE:
        return 1.0
    if code in (RISK, SAFE):
        return 1.0 if (code == RISK) == (race.chips[rider] >= 3) else 0.0
    if BONUS <= code < ON:
        return float(code - BONUS)
    if ON <= code < FEE_CHIPS:
        chips = (code - ON) // 3
        return (code - ON) % 3 + (0.5 * chips if is_ending(race) and spare >= chips else -0.5 * chips)
    if code == FEE_CHIPS:
        return 1.0
    if FEE <= code < HOLD_WHEEL:
        return -0.1 * ((code - FEE) % VALUES)
    if code in (HOLD_WHEEL, LOSE_SQUARE):
        return 1.0 if (code == HOLD_WHEEL) == (race.chips[rider] > RESERVE) else 0.0
    if code in (PAY_TWO, PAY_ONE, FALL):
        return float(FALL - code)
    if CHALLENGE <= code < CHALLENGE + 2:
        return worth_of_challenge(race, road, code - CHALLENGE)
    if code == ACCEPT:
        return worth_of_accepting(race, road)
    if code == RAISE:
        return worth_of_raise(race)
    if ASK <= code < DOPE:
        return worth_of_circle(race, road, code)
    return worth_of_card(race, code)


@rare
def worth_of_card(race: State, code: int) -> float:
    """Cards to play and to give up; types; the reward for dawdling."""
    if PLAY <= code < ADJUST:
        return float(played_value(code - PLAY)) if code - PLAY < TIRED_CARD else 0.5
    if CHIPS <= code < PLAY:
        return 0.3 if race.phase == START_MEANS else 1.0 if is_ending(race) else -0.5
    if code == TAKE_CHIP:
        return 2.0
    if code == TAKE_DOPING:
        return 2.5 if race.unused[race.who] == 0 else 1.0
    if code == TAKE_SWAP:
        return 3.0 if race.tired[race.who] > 0 else 0.5
    if code == GIVE_UP_TIRED:
        return 9.0
    if GIVE_UP <= code < GIVE_UP + KINDS:
        return (1.5 if race.phase == EVENT_SWAP else 0.0) - float((code - GIVE_UP) % VALUES)
    if TYPE <= code < TYPE + 4:
        return float(code - TYPE)
    if PUT_BACK <= code < SPIRIT:
        return 1.0 if is_dirty(code - PUT_BACK) else 0.0
    return 0.0


@rare
def worth(race: State, road: Road, code: int) -> float:
    """What a choice is worth to the rider that decides."""
    if DOPE <= code < TYPE:
        return worth_of_doping(race, race.decider * race.squad + code - DOPE)
    if race.phase == TURN:
        return worth_of_turn(race, road, code)
    if race.phase == COUNTER:
        return worth_of_counter(race, road, code)
    if PLACE <= code < TAKE_CHIP:
        return worth_of_place(race, road, code)
    if HAND <= code <= NO_HAND:
        return worth_of_hand_over(race, road, code)
    return worth_of_answer(race, road, code)


@rare
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The choice that is worth most; of equals the first."""
    best, highest = codes[0], -1e9
    for i in range(number):
        value = worth(race, road, codes[i])
        if value > highest:
            best, highest = codes[i], value
    return best

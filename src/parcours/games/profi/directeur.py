"""Profi: the directeur, a greedy bot with roles. It sits on wheels, sends the specialist on its own terrain, spends in
the last rounds, keeps two chips against a fall, and protects its captain."""

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
    CHALLENGE,
    CHIPS,
    CIRCLE,
    DAWDLE,
    DOPE,
    DRAWN,
    FALL,
    FEE_CHIPS,
    FOLLOW,
    GET_1,
    GET_2,
    GIVE_1,
    GIVE_2,
    GIVE_UP,
    GIVE_UP_TIRED,
    GIVE_WAY,
    HAND,
    HELP,
    HOLD_WHEEL,
    JOIN,
    LAY,
    LOSE_SQUARE,
    NO_COUNTER,
    NO_HAND,
    ON,
    PAY_ONE,
    PAY_TWO,
    PLACE,
    PLAY,
    RAISE,
    RISK,
    SAFE,
    SURGE,
    TAKE_CHIP,
    TAKE_SWAP,
    TIRED_CARD,
    TYPE,
    USE_BOTTLE,
    VERGE,
)  # fmt: skip
from parcours.games.profi.rules.cards import capped, has_card, played_value
from parcours.games.profi.rules.ground import (
    inner_rank,
    on_own_terrain,
    type_of,
    upright_at,
)
from parcours.games.profi.rules.slipstream import squares_lost
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

RESERVE = 2
"""Chips kept against a fall."""
LAST_ROUNDS = 2
SECOND_CARD = 2.6
"""What the second card of an attack and the exhaustion after it are worth later."""
SECOND_CARD_AT_HOME = 1.6
WHEEL = 1.5
"""What it is worth to end on somebody's wheel."""
FREE_RIDE = 1.8
"""What a card kept by following is worth."""
DAWDLING = 1.5
VERGE_RISK = 1.5


@rule
def is_ending(race: State) -> bool:
    """The time to spend everything."""
    if race.sprint > 0:
        return True
    if race.board:
        return race.late > 0
    return race.round_number > race.rounds - LAST_ROUNDS


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


@rule
def follow_gain(race: State, road: Road, rider: int, surge: bool) -> float:
    """Squares that the slipstream brings."""
    return float(race.row[race.giver] - 1 - race.row[rider] - squares_lost(race, road, rider, surge, 0))


@rare
def worth_of_turn(race: State, road: Road, code: int) -> float:
    """Squares that a move brings, less what it uses up."""
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
        spare = race.chips[rider] - (0 if ending else RESERVE)
        squares = code - CHIPS + 1
        return squares + own - (0.2 if spare >= squares else 2.0)
    if code == DAWDLE:
        return DAWDLING
    if code == CIRCLE:
        return best_card(race, road, rider, NOBODY) + own + 0.8 * (race.chained - 1) - 0.5
    return -9.0


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
def worth_of_hand_over(race: State, code: int) -> float:
    """Chips go to the captain."""
    if code == NO_HAND:
        return 0.5
    what = (code - HAND) % 8
    captain = type_of(race, race.rider) == CAPTAIN
    if what in (GET_1, GET_2):
        return 1.0 + what if captain else 0.0
    if what in (GIVE_1, GIVE_2) and not captain:
        return 1.0 + what if race.chips[race.rider] - (what - GIVE_1 + 1) >= RESERVE else 0.0
    return 0.0


@rare
def worth_of_answer(race: State, road: Road, code: int) -> float:
    """All other decisions: each phase has its own few codes."""
    rider = race.who if race.who != NOBODY else race.rider
    ending = is_ending(race)
    if ADJUST <= code < USE_BOTTLE:
        change = code - ADJUST - 2
        spare = race.chips[rider] - (0 if ending else RESERVE)
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
        spare = race.chips[rider] - (0 if ending else RESERVE)
        return (code - ON) % 3 + (0.5 * chips if ending and spare >= chips else -0.5 * chips)
    if code == FEE_CHIPS:
        return 1.0
    if code in (HOLD_WHEEL, LOSE_SQUARE):
        return 1.0 if (code == HOLD_WHEEL) == (race.chips[rider] > RESERVE) else 0.0
    if code in (PAY_TWO, PAY_ONE, FALL):
        return float(FALL - code)
    if code in (ACCEPT, GIVE_WAY):
        return 1.0 if (code == ACCEPT) == (race.chips[rider] > 1) else 0.0
    if code == RAISE:
        mine, its = race.duel_rolls[race.duellist], race.duel_rolls[1 - race.duellist]
        return 1.0 if (race.duellist == 0 and mine == its) or (race.duellist == 1 and mine + 1 == its) else -1.0
    if code in (JOIN, ASK, TAKE_CHIP):
        return 2.0
    return worth_of_card(race, road, code)


@rare
def worth_of_card(race: State, road: Road, code: int) -> float:
    """Cards to play, to lay, to give up; types."""
    rider = race.who if race.who != NOBODY else race.rider
    if PLAY <= code < ADJUST:
        value = float(played_value(code - PLAY))
        return value if code - PLAY < TIRED_CARD else 0.5
    if CHIPS <= code < PLAY:
        return 0.3 if race.phase == START_MEANS else 1.0 if is_ending(race) else -0.5
    if LAY <= code < DOPE:
        return 2.0 if code == LAY + BONUS_ALONE else 1.0 - 0.1 * (code - LAY)
    if code == TAKE_SWAP:
        return 1.0
    if code == GIVE_UP_TIRED:
        return 9.0
    if GIVE_UP <= code < GIVE_UP + KINDS:
        return -float(code - GIVE_UP) % VALUES + (2.0 if race.phase == EVENT_SWAP else 0.0)
    if CHALLENGE <= code < CHALLENGE + 2:
        return 1.0 if race.chips[rider] > RESERVE + 1 and is_ending(race) else -1.0
    if TYPE <= code < TYPE + 4:
        return float(code - TYPE)
    if code == NO_COUNTER:
        return 0.0
    return -0.2


@rare
def worth(race: State, road: Road, code: int) -> float:
    """What a choice is worth to the rider that decides."""
    if DOPE <= code < TYPE:
        return -8.0
    if race.phase == TURN:
        return worth_of_turn(race, road, code)
    if PLACE <= code < TAKE_CHIP:
        return worth_of_place(race, road, code)
    if HAND <= code <= NO_HAND:
        return worth_of_hand_over(race, code)
    if race.phase == COUNTER and PLAY <= code < ADJUST:
        return float(played_value(code - PLAY)) - 1.5
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

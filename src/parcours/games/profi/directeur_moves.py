"""Profi: how the directeur moves its riders: cards, chips, attacks, the slipstream, places, and counters."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ATTACK,
    CAR,
    CHIPS,
    CIRCLE,
    DAWDLE,
    DOPING_CARD,
    DRAWN,
    DRAWN_VERGE,
    FOLLOW,
    HELP,
    JOKERS,
    NO_COUNTER,
    PLACE,
    PLAY,
    SURGE,
    TIRED_CARD,
    VERGE,
)
from parcours.games.profi.directeur_judgement import (
    ATTACK_AT_HOME,
    ATTACK_COST,
    ATTACK_IN_SPRINT,
    ATTACK_LAST,
    ATTACK_LATE,
    CARD_POINT,
    CARD_TO_WHEEL,
    CIRCLE_COST,
    COUNTER_CARD,
    COUNTER_LATE,
    DAWDLING,
    DAWDLING_LATE,
    DEAR_CHIPS,
    DRAWN_IN,
    DROPPED_SQUARE,
    EACH_IN_CIRCLE,
    FREE_RIDE,
    FREE_RIDE_IN_SPRINT,
    FREE_RIDE_LATE,
    GAP,
    HELPERS_CHIP,
    HELPERS_COUNTER,
    HELPERS_DAWDLING,
    HELPERS_JOKER,
    HELPERS_SQUARE,
    JOKER_COST,
    JUDGEMENT,
    LEAD,
    LEADERS_ATTACK,
    OUTSIDE,
    RESERVE,
    RESERVE_LAST,
    RESERVE_LATE,
    SAVED_CHIP,
    SHAPED_TO_WHEEL,
    SPENT_CHIP,
    SURGE_COST,
    SURGE_LATE,
    TOWED_RIVAL,
    WASTE,
    WHEEL,
)
from parcours.games.profi.directeur_sight import (
    LAST_ROUND,
    LATE,
    MID_RACE,
    SPRINT,
    is_helper,
    lessened,
    rivals_front,
    stage,
    tows_rival,
    wheel_after,
)
from parcours.games.profi.rules.cards import capped, has_card, played_value
from parcours.games.profi.rules.ground import inner_rank, lanes_taken, on_own_terrain, team_of, type_of, upright_at
from parcours.games.profi.rules.slipstream import FREE, climb_fee, squares_lost
from parcours.games.profi.state import JOKER, NOBODY, VALUES, State

FEE_FOR_WHEEL = 1.2
CHEAP_CHIPS = 0.2
"""What a chip move costs if it leaves the reserve alone."""
VERGE_RISK = 1.5
INSIDE = 0.1
IN_SIGHT = 10.0
"""The foremost rival can still be caught from up to this many rows behind."""


@rare
def best_card(race: State, road: Road, rider: int, but: int) -> float:
    """What the best card that a rider may play counts, leaving out one card `but`."""
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
    kind = JOKER * VALUES + card - JOKERS if card >= JOKERS else type_of(race, rider) * VALUES + card
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
def spare_chips(kind: int, race: State, rider: int) -> float:
    """How many chips may be spent: in the sprint, all of them."""
    judged = JUDGEMENT[kind - 1]
    when = stage(race)
    if when == SPRINT:
        return float(race.chips[rider])
    kept = judged[RESERVE_LAST] if when == LAST_ROUND else judged[RESERVE_LATE] if when == LATE else judged[RESERVE]
    return float(race.chips[rider] - kept)


# ------------------------------------------------------------------------------------------------ the kinds of moves


@rare
def worth_of_turn(kind: int, race: State, road: Road, code: int) -> float:
    """The squares that a move brings, less what it uses up, plus what its end is worth. The team car costs nothing and
    is always called."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    own = 1.0 if on_own_terrain(race, road, rider, race.row[rider]) else 0.0
    if PLAY <= code < PLAY + TIRED_CARD:
        return worth_of_playing(kind, race, road, code - PLAY, own)
    if code == PLAY + TIRED_CARD:
        return 1.0 + own + worth_of_end(kind, race, 1.0 + own, True)
    if code == ATTACK:
        squares = two_best(race, road, rider) + own
        return squares - cost_of_attack(kind, race, own) + worth_of_end(kind, race, squares, False)
    if code in (FOLLOW, SURGE):
        return worth_of_following(kind, race, road, code == SURGE, own)
    if CHIPS <= code < PLAY:
        chips = float(code - CHIPS + 1)
        worth = chips + own - (CHEAP_CHIPS if spare_chips(kind, race, rider) >= chips else judged[DEAR_CHIPS])
        worth += wheel_after(kind, race, road, race.row[rider] + int(chips + own), judged[CARD_TO_WHEEL])
        return worth + worth_of_end(kind, race, chips + own, True)
    if code == DAWDLE:
        worth = judged[DAWDLING] + (judged[HELPERS_DAWDLING] if is_helper(race, rider) else 0.0)
        worth += judged[DAWDLING_LATE] if stage(race) != MID_RACE else 0.0
        return worth + worth_of_end(kind, race, 1.0, True)
    if code == CIRCLE:
        squares = best_card(race, road, rider, NOBODY) + own + judged[EACH_IN_CIRCLE] * (race.chained - 1)
        return squares - judged[CIRCLE_COST] + worth_of_end(kind, race, squares, False)
    return 20.0 if code == CAR else -9.0


@rare
def worth_of_playing(kind: int, race: State, road: Road, card: int, own: float) -> float:
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    value = float(capped(race, road, rider, race.row[rider], played_value(card)))
    worth = value + own - judged[WASTE] * (float(played_value(card)) - value)
    if card >= JOKERS:
        worth -= judged[JOKER_COST] + (judged[HELPERS_JOKER] if is_helper(race, rider) else 0.0)
    if stage(race) == MID_RACE:
        worth += judged[CARD_POINT] * played_value(card)
    worth += wheel_after(kind, race, road, race.row[rider] + int(value + own), judged[CARD_TO_WHEEL])
    return worth + worth_of_end(kind, race, value + own, True)


@rare
def cost_of_attack(kind: int, race: State, own: float) -> float:
    """What an attack costs later: its second card, and the exhaustion after it."""
    judged = JUDGEMENT[kind - 1]
    when = stage(race)
    if when == SPRINT:
        return float(judged[ATTACK_IN_SPRINT])
    cost = judged[ATTACK_COST]
    if when != MID_RACE:
        cost = judged[ATTACK_LATE] if when == LATE else judged[ATTACK_LAST]
    elif own > 0.0:
        cost = judged[ATTACK_AT_HOME]
    return float(cost if is_helper(race, race.rider) else cost - judged[LEADERS_ATTACK])


@rare
def worth_of_following(kind: int, race: State, road: Road, surge: bool, own: float) -> float:
    """The squares that the slipstream brings, less the fee on a climb; plus the card kept, or the attack on top."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    when = stage(race)
    squares = float(race.row[race.giver] - 1 - race.row[rider])
    worth = squares - squares_lost(race, road, rider, surge, 0)
    worth -= 0.0 if climb_fee(race, road, rider, race.giver, race.row[rider]) == FREE else FEE_FOR_WHEEL
    if surge:
        card = best_card(race, road, rider, NOBODY)
        worth += card + own - judged[SURGE_COST if when == MID_RACE else SURGE_LATE]
        return float(worth + worth_of_end(kind, race, squares + card + own, False))
    kept = FREE_RIDE if when == MID_RACE else FREE_RIDE_IN_SPRINT if when == SPRINT else FREE_RIDE_LATE
    worth += judged[kept] - lessened(kind, race, road, race.giver, rider)
    return float(worth + worth_of_end(kind, race, squares, True))


@rare
def worth_of_end(kind: int, race: State, squares: float, tows: bool) -> float:
    """What it is worth to end that many squares further on, apart from the squares themselves."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    ahead = float(race.row[rider] - rivals_front(race, team_of(race, rider)))
    worth = 0.0
    if is_helper(race, rider):
        worth += judged[HELPERS_SQUARE] * squares
    elif ahead + squares >= 1.0:
        worth += judged[LEAD]
    if ahead < -IN_SIGHT:
        worth += judged[DROPPED_SQUARE] * squares
    elif ahead + squares < 0.0:
        worth += judged[GAP] * (ahead + squares)
    if tows and tows_rival(race, rider):
        worth += judged[TOWED_RIVAL] * squares
    return worth


# ---------------------------------------------------------------------------------------------- shape and place


@rare
def worth_of_change(kind: int, race: State, road: Road, rider: int, change: int) -> float:
    """Chips added to a card, or points saved (PR-M3): no more chips than can be spared, and preferably to reach a
    wheel."""
    judged = JUDGEMENT[kind - 1]
    worth = 0.0
    if change > 0:
        each = judged[SPENT_CHIP] + (judged[HELPERS_CHIP] if is_helper(race, rider) else 0.0)
        worth = each * change if spare_chips(kind, race, rider) >= change else -1.0 * change
    elif change < 0:
        worth = judged[SAVED_CHIP] * change
    if race.round_number > 0:
        own = 1 if on_own_terrain(race, road, rider, race.from_row) else 0
        row = race.row[rider] + race.card_sum + change + own
        worth += wheel_after(kind, race, road, row, judged[SHAPED_TO_WHEEL])
    return worth


@rare
def worth_of_place(kind: int, race: State, road: Road, code: int) -> float:
    """Being drawn in is best, then a wheel, then the inside. The verge is taken only if it brings much."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    if HELP <= code < DRAWN_VERGE:
        return -5.0
    lane = (code - PLACE) % 6
    if code >= VERGE:
        wheel = 1.0 + judged[DRAWN_IN] + judged[WHEEL] if code >= DRAWN_VERGE else 0.0
        return race.points - 1.0 - VERGE_RISK - (1.0 if race.chips[rider] < 2 else 0.0) + wheel
    row = race.row[rider] + max(race.points, 0) + (1 if code >= DRAWN else 0)
    worth = INSIDE * (6 - inner_rank(race, road, race.row[rider], lane))
    if judged[OUTSIDE] != 0.0 and lanes_taken(race, road, row) >> (lane + 1) == 0:
        worth += judged[OUTSIDE]
    giver = upright_at(race, row + 1, lane)
    if code >= DRAWN:
        worth += judged[DRAWN_IN] + judged[WHEEL]
    elif giver != NOBODY:
        worth += judged[WHEEL]
    if giver != NOBODY and giver != rider:
        worth -= lessened(kind, race, road, giver, rider)
    return worth


@rare
def worth_of_counter(kind: int, race: State, road: Road, code: int) -> float:
    """The squares gained on the attacker, less what is spent: a counter costs a card, but no move. Squares beyond the
    attacker are wasted. (A doping card still in the hand has a doping front: fair ones were used at once.)"""
    judged = JUDGEMENT[kind - 1]
    if code in (NO_COUNTER, PLAY + DOPING_CARD):
        return 0.0 if code == NO_COUNTER else -8.0
    rider = race.rider
    own = 1.0 if on_own_terrain(race, road, rider, race.row[rider]) else 0.0
    gap = float(race.row[race.attacker] - race.row[rider])
    if code < PLAY:
        squares = float(code - CHIPS + 1)
        return min(squares + own, gap) - squares if spare_chips(kind, race, rider) >= squares else -1.0
    value = float(capped(race, road, rider, race.row[rider], played_value(code - PLAY))) + own
    cost = 0.0
    if code != PLAY + TIRED_CARD:
        cost = judged[COUNTER_CARD if stage(race) == MID_RACE else COUNTER_LATE]
        cost += judged[HELPERS_COUNTER] if is_helper(race, rider) else 0.0
    return min(value, gap) - cost - 0.3 * max(value - gap, 0.0)

"""Profi: what a seat may see (PR-I17), and guesses at the rest.

Of a rival's cards, a seat knows only those that were played: in its view, the rival's hand, stacks and swapped cards
are all in the pool. It does not know the fronts of rivals' doping cards: in its view, the fronts for each back come in
a fixed order. What riders lay for a circle stays face down until all have laid.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.chance import draw, mix
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import BONUS_ALONE, DOPING_CARD, FEE_CHIPS, LAY, PLAY
from parcours.games.profi.rules import offer
from parcours.games.profi.rules.cards import first_doping, first_under, legal_cards
from parcours.games.profi.rules.chain import PAID_IN_CHIPS, all_can_lay, legal_chain_fees, legal_lays
from parcours.games.profi.rules.circle import takes_cards
from parcours.games.profi.rules.dispatch import is_chance
from parcours.games.profi.rules.ground import bit, has, team_of, type_of
from parcours.games.profi.state import (
    BONUS_PHASE,
    CIRCLE_FEE,
    CIRCLE_MOVE,
    JOINING,
    KINDS,
    LAYING,
    MENU,
    NOBODY,
    OVER_PHASE,
    PICK_PHASE,
    SHAPE,
    UNDER_PHASE,
    State,
)  # fmt: skip

UNKNOWN = 31
"""A card under a stack that the viewer did not put there."""
HIDDEN = 127
"""Something lies face down."""
DEALS = 40
"""A guessed hand is dealt up to this many times, until its team can keep its promises; the last one stands anyway."""


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """Blank what the seat may not know; seat -1 is a spectator."""
    race.ply = 0
    if is_chance(race.phase) or race.decider != seat:
        for i in range(MENU):
            race.menu[i] = 0
        race.offered = 0
    if decided_in(race) == UNDER_PHASE and race.decider != seat:
        race.pool[race.drawing, race.stack] += 1
        race.stack = UNKNOWN
    for team in range(race.teams):
        if team != seat:
            redact_cards(race, team)
    redact_circle(race, seat)
    if race.doping:
        for colour in range(4):
            sort_doping(race, seat, colour, np.uint64(0), False)


@rare
def redact_cards(race: State, team: int) -> None:
    """Put a rival's hand and swapped cards into the pool with its stacks: nobody else can tell them apart (PR-I17)."""
    for kind in range(KINDS):
        race.pool[team, kind] += race.hand[team, kind]
        race.hand[team, kind] = 0
    first = first_under(race, team)
    for place in range(first, first + race.queued[team]):
        kind = race.under[place] & 31
        if kind != UNKNOWN:
            race.pool[team, kind] += 1
            race.under[place] = race.under[place] | UNKNOWN


@rule
def circle_is_open(race: State) -> bool:
    """Whether cards lie face down now: from the leader's offer until all have laid (PR-L2, PR-L4)."""
    phase = decided_in(race)
    if race.kind == CIRCLE_MOVE and race.train == 0:
        return phase in (SHAPE, BONUS_PHASE, JOINING, CIRCLE_FEE, LAYING)
    return phase in (JOINING, LAYING, CIRCLE_FEE)


@rule
def decided_in(race: State) -> int:
    """The phase of the decision; while a doping card is being picked for it, the phase that this interrupts."""
    return race.pick_then if race.phase == PICK_PHASE else race.phase


@rare
def redact_circle(race: State, seat: int) -> None:
    """Hide what rivals have laid face down for a circle."""
    if not circle_is_open(race):
        return
    leader = race.chain[0]
    if team_of(race, leader) != seat and team_of(race, leader) < race.teams:
        race.start_card = HIDDEN
        race.laid_doping = 0
        race.added = 0
        race.bonus = 0
        race.cards = 0
    for place in range(1, race.chained):
        rider = race.chain[place]
        if team_of(race, rider) == seat:
            continue
        if race.laid[rider] != NOBODY:
            race.laid[rider] = HIDDEN
        if race.fees[rider] != 0:
            race.fees[rider] = HIDDEN


# ------------------------------------------------------------------------------------------------- doping cards


@rare
def sort_doping(race: State, seat: int, colour: int, key: np.uint64, shuffle: bool) -> None:
    """Deal a colour's doping cards again to the places where they lie, as far as the seat can't see their fronts: for
    each back in a fixed order, or shuffled. If all of these cards are in the stack, there is nothing to deal."""
    if race.doping_queued[colour] == 0 and not rivals_hold(race, seat, colour):
        return
    for back in range(6):
        known = np.uint32(0)
        for rider in range(seat * race.squad, (seat + 1) * race.squad):
            if seat >= 0 and type_of(race, rider) == colour:
                known = np.uint32(known) | np.uint32(race.unused[rider]) | np.uint32(race.used[rider])
        free = np.uint32(0)
        for copy in range(4):
            card = back + 6 * copy
            if not has(known, card) and is_in_race(race, colour, card):
                free = np.uint32(free) | bit(card)
        turn = mix(key, colour * 6 + back) if shuffle else np.uint64(0)
        race.doping_pool[colour], free, turn = deal_backs(race.doping_pool[colour], back, free, turn, shuffle)
        for place in range(race.doping_queued[colour]):
            if race.doping_under[colour, place] % 6 == back:
                card, turn = pick(free, back, turn, shuffle)
                free = np.uint32(free) & ~bit(card)
                race.doping_under[colour, place] = card
        for rider in range(race.teams * race.squad):
            if team_of(race, rider) == seat or not holds(race, rider, colour):
                continue
            race.unused[rider], free, turn = deal_backs(race.unused[rider], back, free, turn, shuffle)
            race.used[rider], free, turn = deal_backs(race.used[rider], back, free, turn, shuffle)


@rule
def holds(race: State, rider: int, colour: int) -> bool:
    """Whether a rider of this colour has doping cards, used or not."""
    return race.role[rider] >= 0 and type_of(race, rider) == colour and (race.unused[rider] | race.used[rider]) != 0


@rare
def rivals_hold(race: State, seat: int, colour: int) -> bool:
    found = False
    for rider in range(race.teams * race.squad):
        found = found or (team_of(race, rider) != seat and holds(race, rider, colour))
    return found


@rule
def is_in_race(race: State, colour: int, card: int) -> bool:
    """Whether the race has this card: second copies only with 7 or 8 teams (PR-Z3)."""
    return card < 12 or race.sides >= 7


@rare
def pick(free: Any, back: int, turn: Any, shuffle: bool) -> tuple[int, Any]:
    """One of the free cards of a back: the first, or a random one."""
    number = 0
    for copy in range(4):
        number += has(free, back + 6 * copy)
    skip: Any = 0
    if shuffle and number > 1:
        skip = np.int64(turn % np.uint64(number))
        turn = turn // np.uint64(4)
    for copy in range(4):
        if has(free, back + 6 * copy):
            if skip == 0:
                return back + 6 * copy, turn
            skip -= 1
    return back, turn


@rare
def deal_backs(mask: Any, back: int, free: Any, turn: Any, shuffle: bool) -> tuple[Any, Any, Any]:
    """Deal a holder's cards with this back again, from the free ones."""
    count = 0
    for copy in range(4):
        count += has(mask, back + 6 * copy)
        mask = np.uint32(mask) & ~bit(back + 6 * copy)
    for _ in range(count):
        card, turn = pick(free, back, turn, shuffle)
        free = np.uint32(free) & ~bit(card)
        mask = np.uint32(mask) | bit(card)
    return mask, free, turn


# ------------------------------------------------------------------------------------------------------ guessing


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """Deal rivals hands that fit what is known, shuffle the fronts of doping cards, guess what the circle hides."""
    if race.phase == OVER_PHASE:
        return
    count = 100
    for team in range(race.teams):
        if team != seat:
            count = fill_cards(race, road, team, key, count)
    if race.stack == UNKNOWN:
        race.stack = draw_from_pool(race, race.drawing, key, count)
    if race.doping:
        for colour in range(4):
            sort_doping(race, seat, colour, key, True)
    fill_circle(race, road, seat)
    offer(race, road)


@rare
def draw_from_pool(race: State, team: int, key: np.uint64, count: int) -> int:
    total = 0
    for kind in range(KINDS):
        total += race.pool[team, kind]
    rest = draw(key, count, max(total, 1))
    for kind in range(KINDS):
        rest -= race.pool[team, kind]
        if rest < 0:
            race.pool[team, kind] -= 1
            return kind
    return 0


@rare
def fill_cards(race: State, road: Road, team: int, key: np.uint64, count: int) -> int:
    """Deal a rival's hand and swapped cards. If riders that have joined a circle could not keep their word with that
    hand (PR-L4), it is dealt again."""
    for deal in range(DEALS):
        for number in range(race.held[team]):
            race.menu[number] = draw_from_pool(race, team, key, count)
            race.hand[team, race.menu[number]] += 1
            count += 1
        if deal == DEALS - 1 or race.chained == 0 or all_can_lay(race, road, team, takes_cards(race), False):
            break
        for number in range(race.held[team]):
            race.hand[team, race.menu[number]] -= 1
            race.pool[team, race.menu[number]] += 1
    first = first_under(race, team)
    for place in range(first, first + race.queued[team]):
        if race.under[place] & 31 == UNKNOWN:
            race.under[place] = race.under[place] & 0xE0 | draw_from_pool(race, team, key, count)
            count += 1
    return count


@rare
def fill_circle(race: State, road: Road, seat: int) -> None:
    """Guess what rivals have laid for a circle: the first thing that each of them can lay."""
    if race.start_card == HIDDEN:
        fill_start(race, road)
    for place in range(1, race.chained):
        rider = race.chain[place]
        if race.fees[rider] == HIDDEN:
            race.fees[rider] = 0
            race.fees[rider] = first_fee(race, road, rider)
        if race.laid[rider] == HIDDEN:
            race.laid[rider] = NOBODY
            number = legal_lays(race, road, rider, takes_cards(race), race.menu)
            race.laid[rider] = race.menu[0] - LAY if number > 0 else BONUS_ALONE


@rare
def first_fee(race: State, road: Road, rider: int) -> int:
    number = legal_chain_fees(race, road, rider, takes_cards(race), race.menu)
    if number == 0:
        return 0
    if race.menu[0] == FEE_CHIPS:
        return PAID_IN_CHIPS
    return race.menu[0] - FEE_CHIPS + 1


@rare
def fill_start(race: State, road: Road) -> None:
    """Guess what the leader laid: a card that it may play and that no team-mate behind it needs, or else chips."""
    race.start_card = NOBODY
    leader = race.chain[0]
    rider = race.rider
    race.rider = leader
    number = legal_cards(race, road, leader, race.row[leader], False, race.menu)
    race.rider = rider
    for card in range(number):
        race.start_card = race.menu[card] - PLAY
        race.cards = 1
        if all_can_lay(race, road, team_of(race, leader), takes_cards(race), False):
            break
    if number > 0:
        if race.start_card == DOPING_CARD:
            race.laid_doping = first_doping(race, leader) + 1
    else:
        race.added = min(race.chips[leader], 1)

"""Profi: cards, hands and stacks (PR-K), and the doping cards (PR-U1, PR-U2)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import size
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    DOPE,
    DOPING_CARD,
    FROM_STACK,
    GIVE_UP,
    GIVE_UP_TIRED,
    JOKERS,
    OWN_CARDS,
    PLAY,
    PUT_BACK,
    TIRED_CARD,
    UNDER_STACK,
    USE_DOPING,
)
from parcours.games.profi.rules.ground import (
    RED,
    ask,
    bit,
    category_at,
    is_dummy,
    may_use_jokers,
    riders,
    team_of,
    terrain_at,
    type_of,
)
from parcours.games.profi.state import (
    DOPING,
    DRAW_CARD,
    DRAW_DOPING,
    HAND,
    JOKER,
    KINDS,
    LOWEST,
    LYING,
    NOBODY,
    STACK,
    START_MOVE,
    UNDER_PHASE,
    VALUES,
    State,
)  # fmt: skip
from parcours.games.profi.tables import CAPS

DOPING_VALUE = 3
GEARS = 5
"""The event card that caps cards at 4."""
GEARS_CAP = 4
_ONE = np.uint32(1)


@rule
def kind_of(race: State, rider: int, card: int) -> int:
    """The kind of card that PLAY + card plays, for rider cards and jokers."""
    if card >= JOKERS:
        return JOKER * VALUES + card - JOKERS
    return type_of(race, rider) * VALUES + card


@rule
def played_value(card: int) -> int:
    """What a card is worth, by its number after PLAY."""
    if card < JOKERS:
        return card + LOWEST
    if card < TIRED_CARD:
        return card - JOKERS + LOWEST
    return 1 if card == TIRED_CARD else DOPING_VALUE


@rule
def capped_by_climb(race: State, road: Road, rider: int, row: int, value: int) -> int:
    """What a card counts after the cap of a climb (PR-H4)."""
    if race.kind != START_MOVE and terrain_at(race, road, row) == RED:
        value = min(value, CAPS[type_of(race, rider)][category_at(race, road, row)])
    return value


@rule
def capped(race: State, road: Road, rider: int, row: int, value: int) -> int:
    """What a card counts when it is played for a move: capped by the climb, and at 4 with slipping gears (PR-H4, event
    5)."""
    value = capped_by_climb(race, road, rider, row, value)
    if race.event[rider] == GEARS:
        value = min(value, GEARS_CAP)
    return value


@rule
def has_card(race: State, road: Road, rider: int, row: int, card: int) -> bool:
    """Whether a rider may play a card, by its number after PLAY (PR-K2, PR-K6, PR-U2)."""
    if card == TIRED_CARD:
        return race.tired[rider] > 0
    if card == DOPING_CARD:
        return race.unused[rider] != 0
    if card >= JOKERS and not may_use_jokers(race, road, rider, row):
        return False
    return race.hand[team_of(race, rider), kind_of(race, rider, card)] > 0


@rare
def legal_cards(race: State, road: Road, rider: int, row: int, attack: bool, out: NDArray[np.int16]) -> int:
    """The cards that a rider may play now, as in `has_card`; no exhaustion card in an attack (PR-A3)."""
    count = 0
    team, own = team_of(race, rider), kind_of(race, rider, OWN_CARDS)
    for value in range(VALUES):  # a card that isn't held is overwritten: no processor can predict which cards are held
        out[count] = PLAY + OWN_CARDS + value
        count += race.hand[team, own + value] > 0
    if may_use_jokers(race, road, rider, row):
        for value in range(VALUES):
            out[count] = PLAY + JOKERS + value
            count += race.hand[team, JOKER * VALUES + value] > 0
    if race.tired[rider] > 0 and not attack:
        out[count] = PLAY + TIRED_CARD
        count += 1
    if race.unused[rider] != 0:
        out[count] = PLAY + DOPING_CARD
        count += 1
    return count


@rare
def attack_cards(race: State, road: Road, rider: int, row: int) -> int:
    """How many cards a rider could attack with (PR-A3)."""
    count = doping_cards(race, rider)
    team, own = team_of(race, rider), kind_of(race, rider, OWN_CARDS)
    jokers = 1 if may_use_jokers(race, road, rider, row) else 0
    for value in range(VALUES):
        count += race.hand[team, own + value] + jokers * race.hand[team, JOKER * VALUES + value]
    return count


@rare
def take_card(race: State, rider: int, card: int) -> None:
    """A card leaves the hand: played cards are out of the race, an exhaustion card goes back to the supply, a doping
    card stays with the rider as used (PR-K5, PR-K6, PR-U2)."""
    if card == TIRED_CARD:
        race.tired[rider] -= 1
    elif card == DOPING_CARD:
        use_doping(race, rider)
    else:
        take_kind(race, team_of(race, rider), kind_of(race, rider, card))


@rule
def take_kind(race: State, team: int, kind: int) -> None:
    race.hand[team, kind] -= 1
    race.held[team] -= 1


# ----------------------------------------------------------------------------------------------- the stacks


@rare
def hand_size(race: State, team: int) -> int:
    """How many cards a hand has: exhaustion cards count, doping cards do not (PR-K4, PR-K6)."""
    size = race.held[team]
    for rider in range(team * race.squad, team * race.squad + race.squad):
        size += race.tired[rider]
    return size


@rule
def room(race: State) -> int:
    """How many cards of a team can lie under its stacks."""
    if race.squad >= 4:
        return 58
    return 46 if race.squad == 3 else 34


@rule
def first_under(race: State, team: int) -> int:
    """Where the cards under a team's stacks begin in `under`."""
    return int(team) * room(race)


@rare
def stack_size(race: State, team: int, stack: int) -> int:
    size = race.fresh[team, stack]
    first = first_under(race, team)
    for place in range(first, first + race.queued[team]):
        if race.under[place] >> 5 == stack:
            size += 1
    return size


@rare
def cards_left(race: State, team: int) -> int:
    """Cards in all stacks of a team."""
    left = race.queued[team]
    for stack in range(race.stacks):
        left += race.fresh[team, stack]
    return left


@rare
def legal_stacks(race: State, out: NDArray[np.int16]) -> int:
    """The stacks to draw from: the player names one for every card (PR-K3)."""
    count = 0
    for stack in range(race.stacks):
        if stack_size(race, race.drawing, stack) > 0:
            out[count] = FROM_STACK + stack
            count += 1
    return count


@rare
def draw_from(race: State, stack: int) -> None:
    """Draw the top card of a stack: an unseen card, which chance decides, or, when those are gone, the first card
    that was put under it."""
    team = race.drawing
    race.stack = stack
    if race.fresh[team, stack] > 0:
        race.phase = DRAW_CARD
        return
    first = first_under(race, team)
    last = first + race.queued[team] - 1
    place = first
    while race.under[place] >> 5 != stack:
        place += 1
    kind = race.under[place] & 31
    while place < last:
        race.under[place] = race.under[place + 1]
        place += 1
    race.under[last] = 0
    race.queued[team] -= 1
    race.hand[team, kind] += 1
    race.held[team] += 1
    race.phase = race.resume


@rare
def draw_kind(race: State, kind: int) -> None:
    team = race.drawing
    race.pool[team, kind] -= 1
    race.fresh[team, race.stack] -= 1
    race.hand[team, kind] += 1
    race.held[team] += 1
    race.phase = race.resume


@rare
def refill(race: State) -> None:
    """Every player with fewer than 5 cards refills, the mover first, then in start order (PR-K4)."""
    for turn in range(-1, race.teams):
        team = (team_of(race, race.mover) if race.mover != NOBODY else NOBODY) if turn < 0 else race.order[turn]
        if team == NOBODY or team >= race.teams:
            continue
        if race.held[team] < HAND and hand_size(race, team) < HAND and cards_left(race, team) > 0:
            race.drawing = team
            race.decider = team
            race.who = NOBODY
            race.resume = race.phase
            race.phase = STACK
            return
    race.phase = race.refilled


# ------------------------------------------------------------------------------------- swapping a hand card


@rule
def may_swap_card(race: State, rider: int) -> bool:
    """Whether a rider's player may swap a card: that takes one in the hand and one in a stack (PR-D3)."""
    team = team_of(race, rider)
    return race.held[team] + race.tired[rider] > 0 and cards_left(race, team) > 0


@rare
def legal_swap(race: State, team: int, out: NDArray[np.int16]) -> int:
    """Any rider card in the hand (PR-D3)."""
    count = 0
    for kind in range(KINDS):
        if race.hand[team, kind] > 0:
            out[count] = GIVE_UP + kind
            count += 1
    return count


@rare
def legal_dawdlers_swap(race: State, rider: int, out: NDArray[np.int16]) -> int:
    """Any hand card, and the rider's own exhaustion card, but nobody else's (PR-A6, PR-D3)."""
    count = legal_swap(race, team_of(race, rider), out)
    if race.tired[rider] > 0:
        out[count] = GIVE_UP_TIRED
        count += 1
    return count


@rare
def give_up(race: State, rider: int, kind: int) -> None:
    """A hand card goes under a stack that the player names (PR-D3), an exhaustion card back to the supply (PR-K6)."""
    race.drawing = team_of(race, rider)
    if kind == KINDS:
        race.tired[rider] -= 1
        ask(race, STACK, rider)
        return
    take_kind(race, race.drawing, kind)
    race.stack = kind
    ask(race, UNDER_PHASE, rider)


@rare
def legal_unders(race: State, out: NDArray[np.int16]) -> int:
    for stack in range(race.stacks):
        out[stack] = UNDER_STACK + stack
    return race.stacks


@rare
def put_under(race: State, stack: int) -> None:
    team = race.drawing
    race.under[first_under(race, team) + race.queued[team]] = race.stack | stack << 5
    race.queued[team] += 1
    race.stack = stack
    race.phase = STACK


# ------------------------------------------------------------------------------------------- doping cards


@rule
def doping_cards(race: State, rider: int) -> int:
    """How many unused doping cards a rider has."""
    return size(int(race.unused[rider]))


@rule
def doping_at_hand(race: State, rider: int) -> Any:
    """One bit for each unused doping card of a rider, except one that lies face down as its start card."""
    if race.laid_doping > 0 and race.chain[0] == rider:
        return np.uint32(race.unused[rider]) & ~bit(race.laid_doping - 1)
    return np.uint32(race.unused[rider])


@rare
def legal_picks(race: State, rider: int, count: int, out: NDArray[np.int16]) -> int:
    """The doping cards that a rider may use (PR-U2), added after the `count` choices already there."""
    for card in range(DOPING):
        if doping_at_hand(race, rider) >> np.uint32(card) & _ONE == _ONE:
            out[count] = USE_DOPING + card
            count += 1
    return count


@rule
def picks_doping(race: State, rider: int) -> bool:
    """Whether the player picks which doping card is used: with several unused ones, as their backs and fronts decide
    what the control may find (PR-U2)."""
    mask = doping_at_hand(race, rider)
    return mask != 0 and mask & (mask - _ONE) != 0


@rule
def picker(race: State) -> int:
    """The rider whose doping card is being picked."""
    if race.pending >= DOPE:
        return int(race.decider * race.squad + race.pending - DOPE)
    return race.rider


@rule
def first_doping(race: State, rider: int) -> int:
    """The first doping card at hand."""
    card = 0
    while doping_at_hand(race, rider) >> np.uint32(card) & _ONE != _ONE:
        card += 1
    return card


@rare
def use_doping(race: State, rider: int) -> None:
    """Use the doping card that was laid or picked, or the only one (PR-U2)."""
    card = race.picked - 1 if race.picked > 0 else first_doping(race, rider)
    race.picked = 0
    race.unused[rider] = np.uint32(race.unused[rider]) & ~bit(card)
    race.used[rider] = np.uint32(race.used[rider]) | bit(card)


@rule
def may_dope(race: State, rider: int) -> bool:
    """Whether a rider may use a doping card: at any decision of its player, but not while lying (PR-U2, PR-I14)."""
    return race.unused[rider] != 0 and race.status[rider] != LYING and doping_at_hand(race, rider) != 0


@rule
def may_draw_doping(race: State, rider: int) -> bool:
    """Whether there is a doping card of the rider's colour to draw (PR-U2)."""
    colour = type_of(race, rider)
    return race.doping > 0 and (race.doping_pool[colour] != 0 or race.doping_queued[colour] > 0)


@rare
def draw_doping(race: State, rider: int, then: int) -> None:
    """Draw the top doping card of the rider's colour (PR-U1). `then` is the phase that follows."""
    race.drawing = rider
    race.resume = then
    race.phase = DRAW_DOPING
    colour = type_of(race, rider)
    if race.doping_pool[colour] == 0:
        race.phase = then
        if race.doping_queued[colour] > 0:
            race.unused[rider] = np.uint32(race.unused[rider]) | bit(race.doping_under[colour, 0])
            race.doping_queued[colour] -= 1
            for place in range(race.doping_queued[colour]):
                race.doping_under[colour, place] = race.doping_under[colour, place + 1]
            race.doping_under[colour, race.doping_queued[colour]] = 0


@rare
def take_doping(race: State, card: int) -> None:
    rider = race.drawing
    colour = type_of(race, rider)
    race.doping_pool[colour] = np.uint32(race.doping_pool[colour]) & ~bit(card)
    race.unused[rider] = np.uint32(race.unused[rider]) | bit(card)
    race.phase = race.resume


@rare
def legal_put_back(race: State, rider: int, out: NDArray[np.int16]) -> int:
    count = 0
    for card in range(DOPING):
        if np.uint32(race.unused[rider]) >> np.uint32(card) & _ONE == _ONE:
            out[count] = PUT_BACK + card
            count += 1
    return count


@rare
def put_doping_back(race: State, rider: int, card: int) -> None:
    """An unused doping card goes under its stack (PR-G6, event 25)."""
    colour = type_of(race, rider)
    race.unused[rider] = np.uint32(race.unused[rider]) & ~bit(card)
    race.doping_under[colour, race.doping_queued[colour]] = card
    race.doping_queued[colour] += 1


@rare
def anybody_used_doping(race: State) -> bool:
    found = False
    for rider in range(riders(race)):
        found = found or (race.used[rider] != 0 and not is_dummy(race, rider))
    return found

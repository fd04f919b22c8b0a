"""Profi: who can ride in a Belgian circle, and what each rider may lay (PR-L1 to PR-L4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    BONUS_ALONE,
    BONUS_AND_CHIP,
    CARDS,
    CHIP,
    CHIPS,
    DECLINE,
    FEE,
    FEE_CHIPS,
    JOIN,
    JOKER_TWO,
    LAY,
    OWN_TWO,
    TIRED_AND_CHIP,
    TIRED_CARD,
    TIRED_ONE,
    TWO_CHIPS,
)
from parcours.games.profi.rules.cards import has_card, legal_cards, legal_picks, picks_doping
from parcours.games.profi.rules.ground import (
    bit,
    furthest_row,
    has,
    is_dummy,
    is_on_verge,
    is_own,
    may_use_jokers,
    on_road,
    riders,
    team_of,
    terrain_at,
    type_of,
)
from parcours.games.profi.rules.slipstream import (
    CHIPS_ONLY,
    CHIPS_OR_CARD,
    CLIMB_FEE,
    DEAD_RADIO,
    FREE,
    SOFT_TYRE,
    can_pay_fee,
    chips_at_hand,
    climb_fee,
    may_move,
)
from parcours.games.profi.state import JOKER, KINDS, LYING, NOBODY, ROULEUR, VALUES, State

PAID_IN_CHIPS, PAID_BY_CARD = 1, 2
"""How a fee is recorded: 1 for chips, or 2 + the kind of the card."""


@rare
def form_chain(race: State, road: Road, leader: int) -> None:
    """Form the chain: the leader and, row by row, each rider directly behind that has not moved and may follow the one
    ahead. It ends at a row with another rider still to move, or at a rider with a soft tyre (PR-L1, event 6)."""
    race.chain[0] = leader
    race.chained = 1
    ahead = leader
    while race.event[ahead] != SOFT_TYRE and not is_on_verge(race, road, ahead) and not is_row_shared(race, ahead):
        behind = NOBODY
        for rider in range(riders(race)):
            place = (race.row[rider] == race.row[ahead] - 1) & (race.lane[rider] == race.lane[ahead])
            behind = max(behind, rider if place & on_road(race, rider) else NOBODY)
        if behind == NOBODY or not may_ride_behind(race, road, leader, ahead, behind):
            return
        race.chain[race.chained] = behind
        race.chained += 1
        ahead = behind


@rare
def is_row_shared(race: State, rider: int) -> bool:
    """Whether another rider on the same row is still to move."""
    others = 0
    for other in range(riders(race)):
        others += (other != rider) & (race.row[other] == race.row[rider]) & may_move(race, other)
    return others > 0


@rule
def may_ride_behind(race: State, road: Road, leader: int, ahead: int, rider: int) -> bool:
    """Whether a rider may ride in the chain: not lying or on the verge, not moving last (unless the leader does), able
    to pay for following on a climb, and allowed on the leader's row (PR-L1, PR-O3, PR-C8)."""
    if not may_move(race, rider) or race.status[rider] == LYING or race.event[rider] == DEAD_RADIO:
        return False
    if race.last[rider] > race.last[leader] or is_on_verge(race, road, rider):
        return False
    fee = fee_behind(race, road, rider, ahead)
    if fee != FREE and not can_pay_fee(race, rider, fee, chips_at_hand(race, rider)):
        return False
    return furthest_row(race, road, rider) >= race.row[leader]


@rare
def may_offer_circle(race: State, road: Road, leader: int) -> bool:
    """Whether there is a chain, and the leader has something to lay (PR-L1, PR-L2)."""
    if race.circle == 0 or race.event[leader] == DEAD_RADIO or is_dummy(race, leader):
        return False
    form_chain(race, road, leader)
    if race.chained < 2:
        return False
    if race.chips[leader] > 0:
        return True
    found = False
    for card in range(CARDS):
        found = found or has_card(race, road, leader, race.row[leader], card)
    return found


@rare
def legal_offer(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Any one card that the leader may play, or 1 or 2 chips (PR-L2). The card lies face down, so a doping card is
    picked at this point (PR-U2)."""
    rider = race.rider
    count = legal_cards(race, road, rider, race.row[rider], False, out)
    if picks_doping(race, rider):
        count = legal_picks(race, rider, count - 1, out)
    for chips in range(min(race.chips[rider], 2)):
        out[count] = CHIPS + chips
        count += 1
    return count


# --------------------------------------------------------------------------------------- what each may lay


@rare
def place_in_chain(race: State, rider: int) -> int:
    for place in range(race.chained):
        if race.chain[place] == rider:
            return place
    return 0


@rule
def fee_behind(race: State, road: Road, rider: int, ahead: int) -> int:
    """What it costs to ride behind another rider in a circle: the leader's row decides (PR-C6); behind a dummy, only
    chips pay the fee (PR-N5)."""
    leader = race.chain[0]
    fee = climb_fee(race, road, rider, ahead, race.row[leader])
    return CHIPS_ONLY if fee == CHIPS_OR_CARD and is_dummy(race, leader) else fee


@rule
def fee_in_chain(race: State, road: Road, rider: int) -> int:
    """What the rider pays to follow the one ahead of it in the chain (PR-L8)."""
    return fee_behind(race, road, rider, race.chain[place_in_chain(race, rider) - 1])


@rare
def reserved(race: State, team: int, kind: int) -> int:
    """How many cards of this kind the team has laid face down for the circle, fees included."""
    count = 0
    for place in range(race.chained):
        rider = race.chain[place]
        if team_of(race, rider) != team or not has(race.joined, rider):
            continue
        if race.fees[rider] == PAID_BY_CARD + kind:
            count += 1
        if race.laid[rider] == OWN_TWO and kind == type_of(race, rider) * VALUES:
            count += 1
        if race.laid[rider] == JOKER_TWO and kind == JOKER * VALUES:
            count += 1
    leader = race.chain[0]
    if team_of(race, leader) == team and 0 <= race.start_card < TIRED_CARD:
        card = race.start_card
        mine = JOKER * VALUES + card - 5 if card >= 5 else type_of(race, leader) * VALUES + card
        if mine == kind:
            count += 1
    return count


@rule
def can_spare(race: State, team: int, kind: int) -> bool:
    return race.hand[team, kind] > reserved(race, team, kind)


@rare
def may_lay(race: State, road: Road, rider: int, what: int, cards: bool) -> bool:
    """Whether a rider can give `what` to the circle: at most 2 points, made up of chips, a card worth 2, an exhaustion
    card and the terrain bonus. Only rouleurs on blue may give the bonus alone (PR-L3, PR-C3). Behind a dummy no cards
    are laid (PR-N5)."""
    chips = race.chips[rider] - (CLIMB_FEE if race.fees[rider] == PAID_IN_CHIPS else 0)
    own = is_own(race, terrain_at(race, road, race.row[rider]), rider)
    tired = race.tired[rider] > 0 and cards
    team = team_of(race, rider)
    if what == CHIP:
        return chips >= 1
    if what == TWO_CHIPS:
        return chips >= 2
    if what == OWN_TWO:
        return cards and can_spare(race, team, type_of(race, rider) * VALUES)
    if what == JOKER_TWO:
        return cards and may_use_jokers(race, road, rider, race.row[rider]) and can_spare(race, team, JOKER * VALUES)
    if what == TIRED_ONE:
        return tired
    if what == TIRED_AND_CHIP:
        return tired and chips >= 1
    if what == BONUS_ALONE:
        return own and type_of(race, rider) == ROULEUR
    if what == BONUS_AND_CHIP:
        return own and chips >= 1
    return own and tired


@rule
def points_laid(what: int) -> int:
    if what in (CHIP, TIRED_ONE, BONUS_ALONE):
        return 1
    return 2


@rare
def legal_lays(race: State, road: Road, rider: int, cards: bool, out: NDArray[np.int16]) -> int:
    """What a rider may lay so that its team-mates have something left to lay (PR-L3, PR-L4)."""
    count = 0
    for what in range(9):
        if may_lay(race, road, rider, what, cards):
            race.laid[rider] = what
            if all_can_lay(race, road, team_of(race, rider), cards, False):
                out[count] = LAY + what
                count += 1
            race.laid[rider] = NOBODY
    return count


@rare
def legal_chain_fees(race: State, road: Road, rider: int, cards: bool, out: NDArray[np.int16]) -> int:
    """How a rider may pay to follow on a climb (PR-L8), so that all of its team can still lay."""
    count = 0
    for fee in range(PAID_IN_CHIPS, PAID_BY_CARD + KINDS):
        if fee == PAID_IN_CHIPS:
            possible = race.chips[rider] >= CLIMB_FEE
        else:
            possible = fee_in_chain(race, road, rider) == CHIPS_OR_CARD
            possible = possible and can_spare(race, team_of(race, rider), fee - PAID_BY_CARD)
        if possible:
            race.fees[rider] = fee
            if all_can_lay(race, road, team_of(race, rider), cards, False):
                out[count] = FEE_CHIPS if fee == PAID_IN_CHIPS else FEE + fee - PAID_BY_CARD
                count += 1
            race.fees[rider] = 0
    return count


@rare
def can_join(race: State, road: Road, rider: int, cards: bool, doping: bool) -> bool:
    """Whether a rider could pay its fee and lay a point, while its team can still do so for all its riders that have
    said yes (PR-L4, PR-L8). With `doping`, unused doping cards count as chips: a rider is asked even if it must turn
    one into chips first (PR-I14, PR-I16)."""
    race.joined = np.uint32(race.joined) | bit(rider)
    possible = all_can_lay(race, road, team_of(race, rider), cards, doping)
    race.joined = np.uint32(race.joined) & ~bit(rider)
    return possible


@rare
def legal_joining(race: State, road: Road, cards: bool, out: NDArray[np.int16]) -> int:
    """Yes, if the team can pay and lay for all its riders as things are; or no (PR-L4, PR-I13)."""
    count = 0
    if can_join(race, road, race.who, cards, False):
        out[0] = JOIN
        count = 1
    out[count] = DECLINE
    return count + 1


@rare
def cards_in_circle(race: State, team: int) -> int:
    """How many hand cards the team has laid face down for the circle, fees included."""
    count = 0
    for place in range(1, race.chained):
        rider = race.chain[place]
        if team_of(race, rider) == team and has(race.joined, rider):
            count += race.fees[rider] >= PAID_BY_CARD
            count += race.laid[rider] == OWN_TWO or race.laid[rider] == JOKER_TWO
    if team_of(race, race.chain[0]) == team and 0 <= race.start_card < TIRED_CARD:
        count += 1
    return count


@rare
def all_can_lay(race: State, road: Road, team: int, cards: bool, doping: bool) -> bool:
    """Whether every rider of a team that has joined but not laid yet can still pay and lay: with own twos first, then
    jokers; fees come from whatever is left. With `doping`, an unused doping card is worth 3 chips."""
    needed = cards_in_circle(race, team)
    jokers = race.hand[team, JOKER * VALUES] - reserved(race, team, JOKER * VALUES)
    blue = 0
    for place in range(1, race.chained):
        rider = race.chain[place]
        if team_of(race, rider) != team or not has(race.joined, rider) or race.laid[rider] != NOBODY:
            continue
        chips = chips_at_hand(race, rider) if doping else race.chips[rider]
        own = is_own(race, terrain_at(race, road, race.row[rider]), rider)
        free = (cards and race.tired[rider] > 0) or (own and type_of(race, rider) == ROULEUR)
        fee = fee_in_chain(race, road, rider)
        if race.fees[rider] == PAID_IN_CHIPS:
            chips -= CLIMB_FEE
        elif race.fees[rider] == 0 and fee != FREE:
            by_card = fee == CHIPS_OR_CARD
            if chips > CLIMB_FEE or (chips == CLIMB_FEE and (free or not by_card)):
                chips -= CLIMB_FEE
            elif by_card:
                needed += 1
            else:
                return False
        if chips > 0 or free:
            continue
        if not cards:
            return False
        kind = type_of(race, rider) * VALUES
        taken = blue if type_of(race, rider) == ROULEUR else 0
        if race.hand[team, kind] - reserved(race, team, kind) > taken:
            blue += type_of(race, rider) == ROULEUR
        elif jokers > 0 and may_use_jokers(race, road, rider, race.row[rider]):
            jokers -= 1
        else:
            return False
        needed += 1
    return needed <= race.held[team]

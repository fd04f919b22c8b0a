"""Profi: the slipstream and its price on climbs (PR-W, PR-H1), and whose turn it is (PR-O)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import BEYOND_CATEGORY, Road
from parcours.games.profi.actions import FEE, FEE_CHIPS, HOLD_WHEEL, LOSE_SQUARE, ON, SWAP
from parcours.games.profi.rules.cards import attack_cards, doping_cards, take_kind
from parcours.games.profi.rules.ground import (
    GREEN,
    RED,
    ask,
    category_at,
    furthest_row,
    has,
    in_contact,
    is_dummy,
    is_on_verge,
    is_own,
    is_sprint_stretch,
    on_road,
    order_key,
    riders,
    row_key,
    team_of,
    terrain_at,
    type_of,
)
from parcours.games.profi.rules.steps import ends_after, inmost_of, nearest_of
from parcours.games.profi.state import (
    CAPTAIN,
    CARD_PHASE,
    FEE_PHASE,
    FOLLOW_MOVE,
    GRIMPEUR,
    KINDS,
    LYING,
    NEXT_RIDER,
    NOBODY,
    ON_PHASE,
    RODE,
    SIDE_PHASE,
    SIDE_WIND,
    SPRINTER,
    SURGE_MOVE,
    SWAPPED,
    UP,
    VERY_COLD,
    State,
)  # fmt: skip

FAR = 6
"""Cold and wet weather matter from this many squares on (PR-Y1)."""
SURGE_LIMIT = 4
CLIMB_FEE = 2
CRAMP, SOFT_TYRE, DEAD_RADIO, AT_EASE = 4, 6, 14, 15
FREE, CHIPS_ONLY, CHIPS_OR_CARD, NEVER = range(4)
"""What following costs on a climb."""


@rare
def follower(race: State) -> int:
    """The rider directly behind the place where the last mover started, if it has not moved (PR-W1, PR-W2); or
    NOBODY."""
    if race.giver == NOBODY or race.status[race.giver] != UP:
        return NOBODY
    for rider in range(riders(race)):
        if is_behind_giver(race, rider) and may_move(race, rider):
            return rider
    return NOBODY


@rule
def is_behind_giver(race: State, rider: int) -> bool:
    """Whether a rider is directly behind the place where the last mover started (PR-W1)."""
    return race.row[rider] == race.giver_row - 1 and race.lane[rider] == race.giver_lane


@rare
def climb_fee(race: State, road: Road, rider: int, ahead: int, row: int) -> int:
    """What following somebody on a climb costs, as one of the constants above (PR-H1, PR-H2, PR-N6). The row is the
    rider's own; in a circle, the leader's (PR-C6)."""
    if terrain_at(race, road, row) != RED or type_of(race, rider) == GRIMPEUR or race.event[rider] == AT_EASE:
        return FREE
    category = category_at(race, road, row)
    if category == BEYOND_CATEGORY or is_dummy(race, rider):
        return NEVER
    if team_of(race, rider) == team_of(race, ahead):
        return CHIPS_OR_CARD
    return CHIPS_ONLY if category >= 3 else NEVER


@rule
def can_pay_fee(race: State, rider: int, fee: int, chips: int) -> bool:
    """Whether a rider can pay a fee, in chips or with any rider card (PR-H1, PR-H2)."""
    if fee == FREE:
        return True
    if fee == NEVER:
        return False
    return chips >= CLIMB_FEE or (fee == CHIPS_OR_CARD and race.held[team_of(race, rider)] > 0)


@rule
def chips_at_hand(race: State, rider: int) -> int:
    """A rider's chips; each unused doping card counts as 3 (PR-O3)."""
    return race.chips[rider] + 3 * doping_cards(race, rider)


@rare
def squares_lost(race: State, road: Road, rider: int, surge: bool, side: int) -> int:
    """Squares that a follower loses: to the crosswind, behind a sprinter in a sprint (PR-Q7), and to the cold if it
    still rides 6 or more (PR-Y2), except in the first half of an attack (PR-M5). They add up (PR-W5)."""
    loss = side
    behind_sprinter = type_of(race, rider) != SPRINTER and type_of(race, race.giver) == SPRINTER
    if behind_sprinter and is_sprint_stretch(race, road, race.row[rider]):
        loss += 1
    if not surge and is_cold_enough(race, race.row[race.giver] - 1 - race.row[rider] - loss):
        loss += 1
    return loss


@rule
def is_cold_enough(race: State, squares: int) -> bool:
    """Whether the cold takes a square: in very cold weather, from 6 squares on (PR-Y1)."""
    return race.weather == VERY_COLD and squares >= FAR


@rare
def wheel_lane(race: State, road: Road, rider: int, loss: int) -> int:
    """The lane in which a follower ends if it loses `loss` squares; or NOBODY (PR-W1, PR-W5). A dummy that loses any
    takes the innermost place (PR-N4)."""
    steps = race.row[race.giver] - 1 - race.row[rider] - loss
    if steps < 1 or race.row[rider] + steps > furthest_row(race, road, rider):
        return NOBODY
    ends = ends_after(race, road, rider, steps)
    lane = race.lane[race.giver]
    if loss > 0 and is_dummy(race, rider):
        return inmost_of(race, road, race.row[rider] + steps, ends)
    if ends >> lane & 1:
        return lane
    if loss == 0:
        return NOBODY
    return nearest_of(race, road, race.row[rider] + steps, ends, lane)


@rule
def in_side_wind(race: State, rider: int) -> bool:
    """Whether the rider's group has a crosswind: followers then lose a square, or pay a chip (PR-Y3)."""
    return race.wind_rule > 0 and race.group[rider] >= 0 and race.wind[race.group[rider]] == SIDE_WIND


@rare
def has_wheel(race: State, road: Road, rider: int, chips: int, surge: bool) -> bool:
    """Whether a rider with that many chips left finds a place behind the giver. In a crosswind it pays one of them to
    hold the wheel, or loses a square (PR-W1, PR-W5, PR-Y3)."""
    if in_side_wind(race, rider):
        if wheel_lane(race, road, rider, squares_lost(race, road, rider, surge, 1)) != NOBODY:
            return True
        if chips < 1:
            return False
    return wheel_lane(race, road, rider, squares_lost(race, road, rider, surge, 0)) != NOBODY


@rare
def can_follow_with(race: State, road: Road, rider: int, chips: int, surge: bool) -> bool:
    """Whether a rider can use the slipstream with that many chips. If it pays the fee in chips, enough must be left for
    the crosswind, unless it can lose the square (PR-W1, PR-W2, PR-H1, PR-Y3). An attack needs a card besides the fee
    (PR-A3)."""
    if rider == NOBODY or rider != follower(race) or is_on_verge(race, road, rider):
        return False
    fee = climb_fee(race, road, rider, race.giver, race.row[rider])
    if fee == NEVER:
        return False
    if fee == FREE:
        return has_wheel(race, road, rider, chips, surge)
    if chips >= CLIMB_FEE and has_wheel(race, road, rider, chips - CLIMB_FEE, surge):
        return True
    held = race.held[team_of(race, rider)]
    spare = held > 0 and (not surge or held + doping_cards(race, rider) > 1)
    return fee == CHIPS_OR_CARD and spare and has_wheel(race, road, rider, chips, surge)


@rare
def can_follow(race: State, road: Road, rider: int) -> bool:
    return can_follow_with(race, road, rider, race.chips[rider], False)


@rare
def could_follow(race: State, road: Road, rider: int) -> bool:
    """Whether a rider could follow, for the order of moving: an unused doping card counts as 3 chips (PR-O3)."""
    if rider == NOBODY:
        return False
    return can_follow_with(race, road, rider, chips_at_hand(race, rider), False)


@rare
def can_surge(race: State, road: Road, rider: int) -> bool:
    """Whether a rider can attack from the slipstream: on own terrain, the captain anywhere; behind a giver that rode at
    most 4, except for a sprinter on green (PR-A2, PR-A3, PR-C2, PR-C3)."""
    if race.event[rider] == CRAMP:
        return False
    terrain = terrain_at(race, road, race.row[rider])
    if type_of(race, rider) != CAPTAIN and not is_own(race, terrain, rider):
        return False
    if race.giver_own > SURGE_LIMIT and not (type_of(race, rider) == SPRINTER and terrain == GREEN):
        return False
    if not can_follow_with(race, road, rider, race.chips[rider], True):
        return False
    return attack_cards(race, road, rider, race.row[rider]) > 0


# -------------------------------------------------------------------------------------------------- following


@rare
def begin_following(race: State, road: Road, kind: int) -> None:
    """Ask first for the fee on a climb (PR-H1, PR-H3), then for the chip in a crosswind (PR-Y3)."""
    race.kind = kind
    fee = climb_fee(race, road, race.rider, race.giver, race.from_row)
    if fee == FREE:
        choose_wheel(race, road)
    else:
        ask(race, FEE_PHASE, race.rider)


@rare
def legal_fees(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """2 chips, if that leaves enough for the crosswind (PR-Y3), or any rider card (PR-H1, PR-H2). A rider that attacks
    may not pay with its only attack card (PR-A3)."""
    count = 0
    rider = race.rider
    surge = race.kind == SURGE_MOVE
    if race.chips[rider] >= CLIMB_FEE and has_wheel(race, road, rider, race.chips[rider] - CLIMB_FEE, surge):
        out[0] = FEE_CHIPS
        count = 1
    fee = climb_fee(race, road, rider, race.giver, race.from_row)
    if fee == CHIPS_OR_CARD and has_wheel(race, road, rider, race.chips[rider], surge):
        team = team_of(race, rider)
        cards = attack_cards(race, road, rider, race.row[rider])
        for kind in range(KINDS):
            if race.hand[team, kind] == 0:
                continue
            if surge and cards == 1 and serves_attack(race, road, rider, kind):
                continue
            out[count] = FEE + kind
            count += 1
    return count


@rule
def serves_attack(race: State, road: Road, rider: int, kind: int) -> bool:
    colour = kind // 5
    return colour == type_of(race, rider) or (colour == 4 and attack_with_jokers(race, road, rider))


@rule
def attack_with_jokers(race: State, road: Road, rider: int) -> bool:
    terrain = terrain_at(race, road, race.row[rider])
    return type_of(race, rider) == CAPTAIN or is_own(race, terrain, rider)


@rare
def pay_fee(race: State, rider: int, kind: int) -> None:
    """Pay 2 chips (kind below 0), or a card, which adds no squares (PR-H2)."""
    if kind < 0:
        race.chips[rider] -= CLIMB_FEE
    else:
        take_kind(race, team_of(race, rider), kind)


@rare
def choose_wheel(race: State, road: Road) -> None:
    if in_side_wind(race, race.rider):
        ask(race, SIDE_PHASE, race.rider)
    else:
        ride_in_slipstream(race, road, 0)


@rare
def legal_side(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Pay a chip and hold the wheel, or lose a square (PR-Y3, PR-E2)."""
    count = 0
    rider = race.rider
    surge = race.kind == SURGE_MOVE
    lane = wheel_lane(race, road, rider, squares_lost(race, road, rider, surge, 0))
    if race.chips[rider] >= 1 and lane != NOBODY:
        out[0] = HOLD_WHEEL
        count = 1
    if count == 0 or wheel_lane(race, road, rider, squares_lost(race, road, rider, surge, 1)) != NOBODY:
        out[count] = LOSE_SQUARE
        count += 1
    return count


@rare
def ride_in_slipstream(race: State, road: Road, side: int) -> None:
    """Ride to the giver's wheel, or a row or two short of it (PR-W1, PR-W5). The rider may then ride on, or stay there
    (PR-W3)."""
    rider = race.rider
    loss = squares_lost(race, road, rider, race.kind == SURGE_MOVE, side)
    cold = loss - squares_lost(race, road, rider, True, side)
    lane = wheel_lane(race, road, rider, loss)
    race.followed = 0
    race.lost = 0
    if lane != NOBODY:
        race.followed = race.row[race.giver] - 1 - race.row[rider] - loss
        race.row[rider] += race.followed
        race.lane[rider] = lane
        if race.kind == FOLLOW_MOVE:
            race.lost = cold
    race.steps = race.followed
    if race.kind == SURGE_MOVE:
        race.attack_row = race.row[rider]
        race.steps = 0
        race.to_play = 1
        race.first_card = NOBODY
        ask(race, CARD_PHASE, rider)
    elif is_dummy(race, rider):
        race.phase = RODE
    else:
        ask(race, ON_PHASE, rider)


@rare
def lose_to_the_cold(race: State, road: Road) -> None:
    """The squares ridden in the slipstream and on from the wheel come to 6 or more together. The cold takes its square
    off the slipstream part, and the rest is ridden from there (PR-W5, PR-M5). If the slipstream part can't be a square
    shorter, the square comes off the rest."""
    rider = race.rider
    row, lane = race.row[rider], race.lane[rider]
    race.row[rider], race.lane[rider] = race.from_row, race.from_lane
    shorter = wheel_lane(race, road, rider, race.row[race.giver] - race.from_row - race.followed)
    if shorter == NOBODY:
        race.row[rider], race.lane[rider] = row, lane
        return
    race.followed -= 1
    race.steps = race.followed
    race.row[rider], race.lane[rider] = row - 1, shorter
    race.lost = 1


@rule
def extra_squares(race: State, road: Road, rider: int) -> int:
    """In a sprint a sprinter may ride 2 more behind a non-sprinter, 1 more behind a sprinter (PR-Q7)."""
    if type_of(race, rider) != SPRINTER or not is_sprint_stretch(race, road, race.from_row):
        return 0
    return 1 if type_of(race, race.giver) == SPRINTER else 2


@rare
def legal_on(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Up to 2 more chips, and a sprinter's extra squares (PR-W3, PR-Q7)."""
    count = 0
    for chips in range(min(race.chips[race.rider], 2) + 1):
        for extra in range(extra_squares(race, road, race.rider) + 1):
            out[count] = ON + 3 * chips + extra
            count += 1
    return count


# ------------------------------------------------------------------------------------------------ whose turn it is


@rule
def may_move(race: State, rider: int) -> bool:
    """Whether a rider is still to move; one that fell in this round does not move again (PR-F2)."""
    return on_road(race, rider) & (race.moved[rider] == 0)


@rare
def next_rider(race: State, road: Road) -> int:
    """The rider whose turn it is, found afresh after every move among those that have neither moved nor passed (PR-O1
    to PR-O5)."""
    furthest = -1
    for rider in range(riders(race)):
        furthest = max(furthest, due_key(race, rider))
    if furthest < 0:
        return NOBODY
    level = 0
    for rider in range(riders(race)):
        level |= (1 if due_key(race, rider) == furthest else 0) << rider
    return lowest(level) if level & (level - 1) == 0 else first_of_level(race, road, level)


@rule
def due_key(race: State, rider: int) -> int:
    """The greater the key, the sooner it is the rider's turn, level riders aside; -1 if it has moved or passed."""
    due = may_move(race, rider) & (not has(race.passed, rider))
    return row_key(race, rider) if due else -1


@rare
def first_of_level(race: State, road: Road, level: int) -> int:
    """Which of several level riders, given as bits, moves first (PR-O2, PR-O3)."""
    wheel = follower(race)
    if wheel != NOBODY and not (has(level, wheel) and could_follow(race, road, wheel)):
        wheel = NOBODY
    first, highest = NOBODY, -1
    while level != 0:
        rider = lowest(level)
        level &= level - 1
        key = order_key(race, road, rider, rider == wheel)
        if key > highest:
            first, highest = rider, key
    return first


@rare
def may_pass(race: State, rider: int) -> bool:
    """Whether a rider may pass: only if another on its row is still to move (PR-O4), and not after the team car or a
    swap (PR-O7)."""
    if race.changed > 0:
        return False
    key, level = row_key(race, rider), 0
    for other in range(riders(race)):
        level += (due_key(race, other) == key) & (other != rider)
    return level > 0


@rare
def may_change_places(race: State, road: Road, rider: int, mate: int) -> bool:
    """Whether two team-mates may swap places: in contact, with nobody between them in the order of moving (PR-G2)."""
    if not in_contact(race, road, rider, mate) or not may_move(race, mate) or race.status[mate] == LYING:
        return False
    if race.event[rider] == DEAD_RADIO or race.event[mate] == DEAD_RADIO:
        return False
    wheel = follower(race)
    if wheel != NOBODY and not could_follow(race, road, wheel):
        wheel = NOBODY
    one = order_key(race, road, rider, rider == wheel)
    two = order_key(race, road, mate, mate == wheel)
    for other in range(riders(race)):
        if other != rider and other != mate and may_move(race, other):
            key = order_key(race, road, other, other == wheel)
            if min(one, two) < key < max(one, two):
                return False
    return True


@rare
def legal_changes(race: State, road: Road, rider: int, count: int, out: NDArray[np.int16]) -> int:
    if race.changed & SWAPPED:
        return count
    team = team_of(race, rider)
    for number in range(race.squad):
        if may_change_places(race, road, rider, team * race.squad + number):
            out[count] = SWAP + number
            count += 1
    return count


@rare
def change_places(race: State, number: int) -> None:
    """Two team-mates swap places; then it is the turn of the first in order (PR-G2)."""
    rider = race.rider
    mate = team_of(race, rider) * race.squad + number
    race.row[rider], race.row[mate] = race.row[mate], race.row[rider]
    race.lane[rider], race.lane[mate] = race.lane[mate], race.lane[rider]
    race.changed |= SWAPPED
    race.phase = NEXT_RIDER

"""Profi: a rider's move, what it is worth (PR-M), and where it leads (PR-O7, PR-V, PR-D)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ADJUST,
    ATTACK,
    BONUS,
    CAR,
    CHIPS,
    CIRCLE,
    DAWDLE,
    FOLLOW,
    NO_COUNTER,
    PASS,
    RISK,
    SAFE,
    SURGE,
    USE_BOTTLE,
)
from parcours.games.profi.rules.cards import (
    attack_cards,
    capped,
    legal_cards,
    may_dope,
    may_draw_doping,
    played_value,
    take_card,
)
from parcours.games.profi.rules.chain import may_offer_circle
from parcours.games.profi.rules.ground import (
    DESCENT,
    ask,
    has,
    is_own,
    on_road,
    riders,
    row_is_free,
    terrain_at,
)
from parcours.games.profi.rules.slipstream import (
    CRAMP,
    SOFT_TYRE,
    can_follow,
    can_surge,
    is_behind_giver,
    is_cold_enough,
    legal_changes,
    lose_to_the_cold,
    may_pass,
)
from parcours.games.profi.state import (
    ATTACK_MOVE,
    BONUS_PHASE,
    CARD_MOVE,
    CARD_PHASE,
    CIRCLE_MOVE,
    COUNTER_MOVE,
    DESCENT_DIE,
    FOLLOW_MOVE,
    HEAD_WIND,
    NOBODY,
    PLACE_PHASE,
    RECKON,
    RISK_PHASE,
    SHAPE,
    START_MOVE,
    STRONG_HEAD_WIND,
    SURGE_MOVE,
    TAIL_WIND,
    VERY_FINE,
    VERY_HOT,
    State,
)  # fmt: skip

STRONG_LEGS, GREAT_DAY, HEAVY_LEGS, MOTORBIKE, CAR_CLOSE_BY = 1, 2, 3, 19, 23
LEAD = 2
"""Free rows that the team car needs behind its rider (PR-U3)."""


@rare
def clear_move(race: State, rider: int, kind: int) -> None:
    """Start a new move where the rider stands."""
    race.rider = rider
    race.kind = kind
    race.from_row = race.row[rider]
    race.from_lane = race.lane[rider]
    race.attack_row = race.row[rider]
    race.cards = 0
    race.to_play = 0
    race.first_card = NOBODY
    race.card_sum = 0
    race.added = 0
    race.saved = 0
    race.bottle = 0
    race.bonus = 0
    race.extra = 0
    race.risk = 0
    race.die = 0
    race.points = 0
    race.steps = 0
    race.followed = 0
    race.lost = 0
    race.verge_lane = NOBODY
    race.helped = NOBODY
    race.failed = 0
    race.train = 0


# ---------------------------------------------------------------------------------------- what can be done


@rare
def legal_turn(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Pass, team car, swap of places, or one of the moves of PR-M1 (PR-I4, PR-I5, PR-I6, PR-I12)."""
    rider = race.rider
    row = race.row[rider]
    count = legal_cards(race, road, rider, row, False, out)
    for chips in range(min(race.chips[rider], 2)):
        out[count] = CHIPS + chips
        count += 1
    if race.event[rider] != CRAMP and attack_cards(race, road, rider, row) >= 2:
        out[count] = ATTACK
        count += 1
    if is_behind_giver(race, rider):
        if can_follow(race, road, rider):
            out[count] = FOLLOW
            count += 1
        if can_surge(race, road, rider):
            out[count] = SURGE
            count += 1
    out[count] = DAWDLE
    count += 1
    if may_offer_circle(race, road, rider):
        out[count] = CIRCLE
        count += 1
    if may_pass(race, rider):
        out[count] = PASS
        count += 1
    if may_call_car(race, road, rider):
        out[count] = CAR
        count += 1
    return legal_changes(race, road, rider, count, out)


@rare
def may_call_car(race: State, road: Road, rider: int) -> bool:
    """Whether a rider may call the team car: once a race, with two free rows behind it and somebody further back; not
    in the first or last round, nor in the sprint (PR-U3). With event 23 it needs no such lead."""
    if not may_draw_doping(race, rider) or race.car_used[rider] or race.round_number < 2 or race.sprint > 0:
        return False
    if is_last_round(race, road) and race.event[rider] != CAR_CLOSE_BY:
        return False
    if race.event[rider] == CAR_CLOSE_BY:
        return True
    near, behind = 0, 0
    row = race.row[rider]
    for other in range(riders(race)):
        rides = on_road(race, other) & (other != rider)
        near += rides & (race.row[other] >= row - LEAD) & (race.row[other] <= row)
        behind += rides & (race.row[other] < row - LEAD)
    return near == 0 and behind > 0


@rule
def is_last_round(race: State, road: Road) -> bool:
    """Whether this is the last round. On a board, every round that begins with a rider 8 rows or fewer from the finish
    counts as one (PR-X2)."""
    if race.board == 0:
        return race.round_number >= race.rounds
    return race.late > 0


@rare
def legal_counter(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """No counter, one card, or 1 or 2 chips (PR-A7, PR-I11)."""
    rider = race.rider
    count = legal_cards(race, road, rider, race.row[rider], False, out)
    for chips in range(min(race.chips[rider], 2)):
        out[count] = CHIPS + chips
        count += 1
    out[count] = NO_COUNTER
    return count + 1


@rare
def play_card(race: State, road: Road, card: int) -> None:
    """Play one card, or one of the two cards of an attack (PR-M2, PR-A1)."""
    rider = race.rider
    take_card(race, rider, card)
    race.card_sum += capped(race, road, rider, race.from_row, played_value(card))
    race.cards += 1
    if race.to_play > 0:
        race.to_play -= 1
        if race.to_play > 0:
            race.first_card = card
            ask(race, CARD_PHASE, rider)
            return
    ask(race, SHAPE, rider)


@rare
def legal_shape(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Up to 2 squares more or less (PR-M3), and a bottle (PR-B2). Chips laid for a circle that nobody joined stay in
    the move (PR-L4)."""
    rider = race.rider
    count = 0
    for change in range(-2, 3):
        if change < 0 and (-change > race.card_sum or race.kind == CIRCLE_MOVE or race.added > 0):
            continue
        if change > race.chips[rider] or (change > 0 and race.failed > 0):
            continue
        out[count] = ADJUST + 2 + change
        count += 1
    own = race.kind in (CARD_MOVE, ATTACK_MOVE, SURGE_MOVE)
    if own and race.bottle == 0 and race.bottles[rider] > 0:
        out[count] = USE_BOTTLE
        count += 1
    return count


@rare
def adjust(race: State, road: Road, change: int) -> None:
    if change > 0:
        race.added = change
        if race.kind != CIRCLE_MOVE:
            race.chips[race.rider] -= change
    else:
        race.saved = -change
    consider_risk(race, road)


@rare
def consider_risk(race: State, road: Road) -> None:
    """Full risk: on a descent an active move may add the descent die for a chip (PR-H5); an unused doping card counts
    as a chip (PR-I14, PR-I16)."""
    able = race.chips[race.rider] > 0 or may_dope(race, race.rider)
    possible = race.full_risk > 0 and able and is_active(race)
    possible = possible and race.kind not in (CIRCLE_MOVE, COUNTER_MOVE) and race.kind < START_MOVE
    if possible and terrain_at(race, road, race.from_row) == DESCENT:
        ask(race, RISK_PHASE, race.rider)
    else:
        consider_bonus(race, road)


@rule
def legal_risk(race: State, out: NDArray[np.int16]) -> int:
    """The die, if the rider has a chip for it; or none (PR-H5, PR-I5)."""
    count = 0
    if race.chips[race.rider] > 0:
        out[0] = RISK
        count = 1
    out[count] = SAFE
    return count + 1


@rule
def is_active(race: State) -> bool:
    """Whether a card was played or a chip spent for squares."""
    return race.cards > 0 or race.added > 0


@rare
def consider_bonus(race: State, road: Road) -> None:
    if optional_squares(race, road) > 0:
        ask(race, BONUS_PHASE, race.rider)
    else:
        race.phase = RECKON


@rare
def optional_squares(race: State, road: Road) -> int:
    """One each for own terrain (PR-C2), a tailwind (PR-Y3), and the last rider in very fine weather (PR-Y1)."""
    if not is_active(race) or race.kind >= START_MOVE:
        return 0
    rider = race.rider
    count = 1 if is_own(race, terrain_at(race, road, race.from_row), rider) else 0
    if race.kind == CIRCLE_MOVE:
        return count
    if race.kind != COUNTER_MOVE and wind_of(race, rider) == TAIL_WIND and row_is_free(race, race.from_row - 1):
        count += 1
    if race.weather == VERY_FINE and race.rearmost == rider:
        count += 1
    return count


@rule
def wind_of(race: State, rider: int) -> int:
    if race.wind_rule == 0 or race.group[rider] < 0:
        return 0
    return race.wind[race.group[rider]]


@rare
def legal_bonus(race: State, road: Road, out: NDArray[np.int16]) -> int:
    most = optional_squares(race, road)
    for squares in range(most + 1):
        out[squares] = BONUS + squares
    return most + 1


# ----------------------------------------------------------------------------------------- what it is worth


@rule
def head_wind(race: State, rider: int, plays_card: bool) -> int:
    """Squares that an exposed rider loses to the headwind (PR-Y3); none if it plays a card behind a motorbike (event
    19, PR-X3)."""
    if not has(race.exposed, rider) or (plays_card and race.event[rider] == MOTORBIKE):
        return 0
    wind = wind_of(race, rider)
    return 1 if wind == HEAD_WIND else 2 if wind == STRONG_HEAD_WIND else 0


@rule
def event_squares(race: State, rider: int) -> int:
    """Squares that events about the length of a move bring or cost, if a card was played (PR-X3, PR-Z4)."""
    event = race.event[rider]
    squares = 1 if event in (STRONG_LEGS, MOTORBIKE) else 2 if event == GREAT_DAY else 0
    if event in (HEAVY_LEGS, SOFT_TYRE):
        squares -= 1
    if event == CRAMP:
        squares -= 2
    return squares - (1 if has(race.crossing, rider) else 0)


@rule
def value_of(race: State) -> int:
    """What the move is worth, in the order of PR-M4, before the verge and the cold."""
    rider = race.rider
    value = race.card_sum + race.added - race.saved + 2 * race.bottle + race.bonus + race.extra
    if race.cards > 0 and race.kind < START_MOVE:
        value += event_squares(race, rider)
    if is_active(race) and race.kind != COUNTER_MOVE and race.kind < START_MOVE:
        value -= head_wind(race, rider, race.cards > 0)
    if race.weather == VERY_HOT and race.kind in (ATTACK_MOVE, SURGE_MOVE, COUNTER_MOVE):
        value -= 1
    return value + race.die


@rule
def squares_of(race: State, points: int) -> int:
    """How many squares these points bring: never below 0, and one less in very cold weather from 6 on (PR-M4). A
    slipstream move counts as a whole (PR-M5)."""
    squares = max(points, 0)
    if squares > 0 and race.lost == 0 and is_cold_enough(race, squares + race.followed * (race.kind == FOLLOW_MOVE)):
        squares -= 1
    return squares


@rare
def reckon(race: State, road: Road) -> None:
    """Everything is announced: pay and roll for the descent, then ask where to ride."""
    if race.risk == 1:
        race.risk = 2
        race.chips[race.rider] -= 1
        race.phase = DESCENT_DIE
        return
    race.points = value_of(race)
    rides_on = race.kind == FOLLOW_MOVE and race.points > 0 and race.lost == 0
    if rides_on and is_cold_enough(race, race.points + race.followed):
        lose_to_the_cold(race, road)
    ask(race, PLACE_PHASE, race.rider)

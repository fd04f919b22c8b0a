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
    DRAWN,
    FOLLOW,
    HELP,
    NO_COUNTER,
    PASS,
    PLACE,
    SURGE,
    USE_BOTTLE,
    VERGE,
)
from parcours.games.profi.rules.cards import (
    attack_cards,
    capped,
    legal_cards,
    may_draw_doping,
    played_value,
    take_card,
)
from parcours.games.profi.rules.chain import may_offer_circle
from parcours.games.profi.rules.ground import (
    DESCENT,
    RED,
    ask,
    bit,
    drop_back,
    furthest_row,
    has,
    is_lying,
    is_on_verge,
    is_own,
    most_steps,
    most_verge_steps,
    note_verge_square,
    on_road,
    reach,
    rider_at,
    riders,
    row_is_free,
    team_of,
    terrain_at,
    touches,
    upright_at,
    verge_ends,
)
from parcours.games.profi.rules.slipstream import (
    CRAMP,
    can_follow,
    can_surge,
    is_cold_enough,
    legal_changes,
    may_pass,
)
from parcours.games.profi.state import (
    ATTACK_MOVE,
    BONUS_PHASE,
    CARD_MOVE,
    CARD_PHASE,
    CHIP_MOVE,
    CIRCLE_MOVE,
    COUNTER_MOVE,
    DAWDLE_MOVE,
    DESCENT_DIE,
    FOLLOW_MOVE,
    HEAD_WIND,
    LANES,
    LYING,
    NOBODY,
    PLACE_PHASE,
    RECKON,
    RISK_PHASE,
    RODE,
    SHAPE,
    START_MOVE,
    STRONG_HEAD_WIND,
    SURGE_MOVE,
    TAIL_WIND,
    UP,
    VERY_FINE,
    VERY_HOT,
    State,
)  # fmt: skip

STRONG_LEGS, GREAT_DAY, HEAVY_LEGS, SOFT_TYRE, MOTORBIKE, CAR_CLOSE_BY = 1, 2, 3, 6, 19, 23
MOST_SAVED = 2
LEAD = 2
"""Free rows that the team car needs behind its rider (PR-U3)."""


@rare
def clear_move(race: State, rider: int, kind: int) -> None:
    """A new move begins where the rider stands."""
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
    """Once a race, with two free rows behind and somebody further back; not in the first or last round, nor in the
    sprint (PR-U3); with event 23 without that lead."""
    if not may_draw_doping(race, rider) or race.car_used[rider] or race.round_number < 2 or race.sprint > 0:
        return False
    if is_last_round(race, road) and race.event[rider] != CAR_CLOSE_BY:
        return False
    if race.event[rider] == CAR_CLOSE_BY:
        return True
    behind = False
    row = race.row[rider]
    for other in range(riders(race)):
        if other == rider or not on_road(race, other):
            continue
        if row - LEAD <= race.row[other] <= row:
            return False
        behind = behind or race.row[other] < row - LEAD
    return behind


@rule
def is_last_round(race: State, road: Road) -> bool:
    """The last round; on a board every round that begins with a rider 8 rows or fewer from the finish (PR-X2)."""
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
    """One card, or one of the two of an attack (PR-M2, PR-A1)."""
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
    """Plus-minus-2 (PR-M3), and a bottle (PR-B2)."""
    rider = race.rider
    count = 0
    for change in range(-2, 3):
        if change < 0 and (-change > race.card_sum or race.kind == CIRCLE_MOVE):
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
    """Full risk: in a descent an active move may add the descent die for a chip (PR-H5)."""
    possible = race.full_risk > 0 and race.chips[race.rider] > 0 and is_active(race)
    possible = possible and race.kind not in (CIRCLE_MOVE, COUNTER_MOVE) and race.kind < START_MOVE
    if possible and terrain_at(race, road, race.from_row) == DESCENT:
        ask(race, RISK_PHASE, race.rider)
    else:
        consider_bonus(race, road)


@rule
def is_active(race: State) -> bool:
    """A card was played or a chip spent for squares."""
    return race.cards > 0 or race.added > 0


@rare
def consider_bonus(race: State, road: Road) -> None:
    if optional_squares(race, road) > 0:
        ask(race, BONUS_PHASE, race.rider)
    else:
        race.phase = RECKON


@rare
def optional_squares(race: State, road: Road) -> int:
    """One each for own terrain (PR-C2), tailwind (PR-Y3), and for the last rider in very fine weather (PR-Y1)."""
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
def head_wind(race: State, rider: int) -> int:
    """What an exposed rider loses (PR-Y3); with a motorbike ahead nothing (event 19)."""
    if not has(race.exposed, rider) or race.event[rider] == MOTORBIKE:
        return 0
    wind = wind_of(race, rider)
    return 1 if wind == HEAD_WIND else 2 if wind == STRONG_HEAD_WIND else 0


@rule
def event_squares(race: State, rider: int) -> int:
    """Events about the length of a move, with a card played (PR-X3, PR-Z4)."""
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
        value -= head_wind(race, rider)
    if race.weather == VERY_HOT and race.kind in (ATTACK_MOVE, SURGE_MOVE, COUNTER_MOVE):
        value -= 1
    return value + race.die


@rule
def squares_of(race: State, points: int) -> int:
    """Never below 0; very cold: 6 or more becomes one less (PR-M4); of a slipstream move the whole counts (PR-M5)."""
    squares = max(points, 0)
    if squares > 0 and race.lost == 0 and is_cold_enough(race, squares + race.followed * (race.kind == FOLLOW_MOVE)):
        squares -= 1
    return squares


@rare
def reckon(race: State, road: Road) -> None:
    """All is announced: pay and roll for the descent, then where to?"""
    if race.risk == 1:
        race.risk = 2
        race.chips[race.rider] -= 1
        race.phase = DESCENT_DIE
        return
    race.points = value_of(race)
    ask(race, PLACE_PHASE, race.rider)


# ------------------------------------------------------------------------------------------------ where to


@rule
def limit_of(race: State, road: Road) -> int:
    """How many rows ahead the rider may go: climbs (PR-C8), and level with the attacker (PR-A9)."""
    rider = race.rider
    limit = furthest_row(race, road, rider) - race.row[rider]
    if race.kind == COUNTER_MOVE:
        limit = min(limit, race.row[race.attacker] - race.row[rider])
    return max(limit, 0)


@rule
def wanted_squares(race: State) -> int:
    if race.kind == DAWDLE_MOVE:
        return race.points
    return squares_of(race, race.points)


@rare
def legal_places(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The end places of the move, with a draw-in or without; over the verge; and fallen team-mates (PR-I5)."""
    rider = race.rider
    limit = limit_of(race, road)
    wanted = wanted_squares(race)
    steps, ends = reach(race, road, rider, min(wanted, limit), False)
    count = 0
    for lane in range(LANES):
        if ends >> lane & 1:
            out[count] = PLACE + lane
            count += 1
            if steps < limit and can_be_drawn(race, road, race.row[rider] + steps, lane, steps):
                out[count] = DRAWN + lane
                count += 1
    if steps < wanted and may_use_verge(race):
        over = most_verge_steps(race, road, rider, min(squares_of(race, race.points - 1), limit))
        ends = verge_ends(race, road, rider, over) if over > 0 else 0
        for lane in range(LANES):
            if ends >> lane & 1:
                out[count] = VERGE + lane
                count += 1
    if race.kind in (CARD_MOVE, CHIP_MOVE) and race.helped == NOBODY:
        count = legal_help(race, road, min(wanted, limit), count, out)
    return count


@rule
def may_use_verge(race: State) -> bool:
    """Card moves, chip moves and two-card attacks of one who is blocked (PR-V2)."""
    return race.verge > 0 and race.kind in (CARD_MOVE, CHIP_MOVE, ATTACK_MOVE) and race.helped == NOBODY


@rule
def can_be_drawn(race: State, road: Road, row: int, lane: int, steps: int) -> bool:
    """With a card played, exactly two rows behind an upright rider in its lane, the place between free (PR-W4)."""
    if race.cards == 0 or steps == 0 or race.kind >= START_MOVE or race.helped != NOBODY:
        return False
    wheel = upright_at(race, row + 2, lane)
    return wheel != NOBODY and wheel != race.rider and rider_at(race, row + 1, lane) == NOBODY


@rare
def legal_help(race: State, road: Road, most: int, count: int, out: NDArray[np.int16]) -> int:
    """A fallen team-mate on the way, with a point left for the change (PR-G4); not one on the verge (PR-V2)."""
    rider = race.rider
    team = team_of(race, rider)
    for number in range(race.squad):
        mate = team * race.squad + number
        if not is_lying(race, mate) or is_on_verge(race, road, mate):
            continue
        steps = race.row[mate] - race.row[rider]
        if 1 <= steps < most and touches(race, road, rider, steps, race.lane[mate]):
            out[count] = HELP + number
            count += 1
    return count


@rare
def ride(race: State, road: Road, lane: int, drawn: bool) -> None:
    """Ride to the end place in a lane; points that can't be ridden are saved as far as that goes (PR-R5, PR-M3)."""
    rider = race.rider
    wanted = wanted_squares(race)
    steps = most_steps(race, road, rider, min(wanted, limit_of(race, road)))
    arrive(race, rider, steps, lane, drawn)
    if race.cards > 0 and race.added == 0:
        race.saved += min(MOST_SAVED - race.saved, wanted - steps)
    end_ride(race)


@rare
def ride_over_verge(race: State, road: Road, lane: int) -> None:
    """It costs 1 square (PR-V1)."""
    rider = race.rider
    wanted = squares_of(race, race.points - 1)
    steps = most_verge_steps(race, road, rider, min(wanted, limit_of(race, road)))
    note_verge_square(race, road, rider, steps, lane)
    arrive(race, rider, steps, lane, False)
    if race.cards > 0 and race.added == 0:
        race.saved += min(MOST_SAVED - race.saved, wanted - steps)
    race.combative[rider] += 1
    end_ride(race)


@rule
def arrive(race: State, rider: int, steps: int, lane: int, drawn: bool) -> None:
    race.row[rider] += steps + (1 if drawn else 0)
    race.lane[rider] = lane
    race.steps += steps


@rule
def end_ride(race: State) -> None:
    race.chips[race.rider] += race.saved
    race.phase = RODE


@rare
def dawdle_squares(race: State, road: Road, rider: int) -> int:
    """Rainbow jersey 2; 0 on a climb or in head wind; 2 in very fine weather; else 1 (PR-D1, PR-D2)."""
    if race.rainbow == rider:
        return 2
    wind = wind_of(race, rider)
    if terrain_at(race, road, race.row[rider]) == RED or wind in (HEAD_WIND, STRONG_HEAD_WIND):
        return 0
    return 2 if race.weather == VERY_FINE else 1


@rare
def dawdle(race: State, road: Road) -> None:
    race.kind = DAWDLE_MOVE
    race.points = dawdle_squares(race, road, race.rider)
    race.dawdled = np.uint32(race.dawdled) | bit(race.rider)
    ask(race, PLACE_PHASE, race.rider)


# ---------------------------------------------------------------------------------------------------- helping


@rare
def change_bikes(race: State, road: Road, number: int) -> None:
    """The helper lies where the other lay; the other rides on with the points left (PR-G4)."""
    helper = race.rider
    mate = team_of(race, helper) * race.squad + number
    steps = race.row[mate] - race.row[helper]
    left = wanted_squares(race) - steps - 1
    race.chips[helper] += race.saved
    race.saved = 0
    race.added = max(race.added, 1)
    race.row[helper] = race.row[mate]
    race.lane[helper] = race.lane[mate]
    race.status[helper] = LYING
    race.fell[helper] = race.round_number
    race.moved[helper] = 1
    race.last[helper] = 0
    race.status[mate] = UP
    race.moved[mate] = 1 if race.fell[mate] == race.round_number else race.moved[mate]
    race.last[mate] = 0
    race.fell[mate] = 0
    race.helped = helper
    race.rider = mate
    race.points = left
    race.lost = 1
    race.steps = 0
    if most_steps(race, road, mate, min(left, limit_of(race, road))) == 0:
        race.row[mate], race.lane[mate] = race.row[helper], race.lane[helper]
        drop_back(race, road, mate)
        race.phase = RODE
    else:
        ask(race, PLACE_PHASE, mate)

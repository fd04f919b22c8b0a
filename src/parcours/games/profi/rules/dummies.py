"""Profi: how dummy teams ride, by rolling a die (PR-N)."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.rules.cards import capped
from parcours.games.profi.rules.chain import can_join, form_chain
from parcours.games.profi.rules.circle import clear_circle
from parcours.games.profi.rules.crash import fall, is_protected
from parcours.games.profi.rules.ground import (
    COBBLES,
    bit,
    furthest_row,
    inner_rank,
    is_dummy,
    is_on_verge,
    is_own,
    lanes_mask,
    lanes_taken,
    terrain_at,
    type_of,
    upright_at,
)
from parcours.games.profi.rules.move import optional_squares, squares_of, value_of
from parcours.games.profi.rules.riding import arrive, can_be_drawn
from parcours.games.profi.rules.slipstream import (
    begin_following,
    can_follow,
    in_side_wind,
    squares_lost,
)
from parcours.games.profi.rules.steps import ends_after, most_steps
from parcours.games.profi.state import (
    ATTACK_MOVE,
    CAPTAIN,
    CARD_MOVE,
    DUMMY_DIE,
    DUMMY_ROLLED,
    FOLLOW_MOVE,
    JOIN_NEXT,
    LANES,
    NOBODY,
    RODE,
    State,
)  # fmt: skip

WORTH_FOLLOWING = 4
ONE, ATTACKS = 1, 3


@rare
def move_dummy(race: State, road: Road) -> None:
    """A dummy follows in the slipstream if that brings 4 squares or more; otherwise it rolls (PR-N1)."""
    rider = race.rider
    if can_follow(race, road, rider):
        side = 1 if in_side_wind(race, rider) else 0
        squares = race.row[race.giver] - 1 - race.row[rider] - squares_lost(race, road, rider, False, side)
        if squares >= WORTH_FOLLOWING:
            begin_following(race, road, FOLLOW_MOVE)
            return
    race.kind = CARD_MOVE
    race.who = rider
    race.phase = DUMMY_DIE


@rule
def attacks_with_three(race: State, road: Road) -> bool:
    """Whether a roll of 3 is an attack: on own terrain, and always for the captain (PR-N2)."""
    rider = race.rider
    return type_of(race, rider) == CAPTAIN or is_own(race, terrain_at(race, road, race.from_row), rider)


@rare
def dummy_rolls(race: State, road: Road, face: int) -> None:
    """A 1: roll again and ride the sum, but a second 1 is a fall. A 3 on own terrain, or of a captain: roll again and
    attack with the sum. Any other number: ride that far (PR-N2, PR-N3). Each die is capped like a card."""
    rider = race.rider
    race.card_sum += capped(race, road, rider, race.from_row, face)
    race.cards += 1
    race.phase = DUMMY_ROLLED
    if race.cards == 1:
        race.first_card = face
        if face == ONE:
            race.phase = DUMMY_DIE
        elif face == ATTACKS and attacks_with_three(race, road):
            race.kind = ATTACK_MOVE
            race.phase = DUMMY_DIE
    elif race.first_card == ONE and face == ONE and not is_protected(race, road, rider):
        race.moved[rider] = 1
        race.giver = NOBODY
        fall(race, road, rider)
        race.phase = RODE
    if race.phase == DUMMY_ROLLED:
        race.bonus = optional_squares(race, road)
        if race.kind == CARD_MOVE:
            offer_to_those_behind(race, road)


@rare
def offer_to_those_behind(race: State, road: Road) -> None:
    """If the dummy heads a chain, the riders behind it may form a circle with it (PR-N5)."""
    if race.circle == 0:
        return
    form_chain(race, road, race.rider)
    clear_circle(race)
    race.train = 0
    for place in range(1, race.chained):
        rider = race.chain[place]
        race.asked = np.uint32(race.asked) | bit(rider)
        if not is_dummy(race, rider) and can_join(race, road, rider, False, True):
            race.index = 0
            race.phase = JOIN_NEXT
    if race.phase != JOIN_NEXT:
        race.asked = np.uint32(0)


@rare
def ride_dummy(race: State, road: Road) -> None:
    """The dummy rides as far as its move is worth, to the place that PR-N4 gives it."""
    rider = race.rider
    race.points = value_of(race)
    wanted = min(squares_of(race, race.points), furthest_row(race, road, rider) - race.row[rider])
    steps = most_steps(race, road, rider, wanted)
    lane, drawn = dummy_place(race, road, steps)
    arrive(race, rider, steps, lane, drawn)
    race.phase = RODE


@rare
def dummy_place(race: State, road: Road, steps: int) -> tuple[int, bool]:
    """Where a dummy ends, and whether it is drawn in. It goes directly behind an upright rider, draw-in included, or
    else to the innermost place; it never fills a cobbled row if another place is free. The inside is that of the row
    where it ends (PR-N4)."""
    rider = race.rider
    row = race.row[rider] + steps
    ends = ends_after(race, road, rider, steps)
    if steps == 0:
        return race.lane[rider], False
    free_to_go = row < furthest_row(race, road, rider)
    wheels, pulls, safe = 0, 0, 0
    for lane in range(1, LANES):
        if not ends >> lane & 1:
            continue
        pulled = free_to_go and can_be_drawn(race, road, row, lane, steps)
        if pulled:
            pulls |= 1 << lane
        wheel = upright_at(race, row + 1, lane)
        if pulled or (wheel != NOBODY and wheel != rider and not is_on_verge(race, road, wheel)):
            wheels |= 1 << lane
        if not fills_cobbles(race, road, row + pulled, lane):
            safe |= 1 << lane
    if safe:
        ends &= safe
        wheels &= safe
    if wheels:
        ends = wheels
    best, nearest = NOBODY, 0
    for lane in range(1, LANES):
        if ends >> lane & 1:
            rank = inner_rank(race, road, row + (pulls >> lane & 1), lane)
            if best == NOBODY or rank < nearest:
                best, nearest = lane, rank
    return best, pulls >> best & 1 == 1


@rule
def fills_cobbles(race: State, road: Road, row: int, lane: int) -> bool:
    if terrain_at(race, road, row) != COBBLES:
        return False
    return lanes_taken(race, road, row) | 1 << lane == lanes_mask(race, road, row)

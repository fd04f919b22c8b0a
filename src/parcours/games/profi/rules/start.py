"""Profi: setting up (PR-S), the start phase and the breakaway (PR-T)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import CHIPS, LOT_RIDER, LOT_TEAM, OWN_CARDS, PLACE, PLAY, RIDER, ROW_ONE, STAY, TYPE
from parcours.games.profi.rules.cards import legal_cards, take_card
from parcours.games.profi.rules.events import lay_board_bottles, take_bottle
from parcours.games.profi.rules.ground import (
    ask,
    bit,
    furthest_row,
    has,
    is_dummy,
    is_waiting,
    lanes_mask,
    lanes_taken,
    note_combative,
    order_key,
    riders,
    team_of,
    type_of,
)
from parcours.games.profi.rules.move import clear_move
from parcours.games.profi.rules.steps import inmost_of, row_with_room
from parcours.games.profi.state import (
    ABSENT,
    BREAK_CARD,
    BREAK_DIE,
    BREAK_MOVE,
    BREAK_NEXT,
    BREAK_PLACE,
    CAPTAIN,
    FIELD,
    FORM,
    JOKER,
    KINDS,
    LANES,
    LOT,
    LOWEST,
    MAX_TEAMS,
    NEXT_FORM,
    NEXT_RESERVE,
    NEXT_TYPES,
    NOBODY,
    RAINBOW,
    REFILL,
    RESERVE_PHASE,
    ROUND_BEGIN,
    SPRINTER,
    START_DIE,
    START_DUMMY,
    START_MEANS,
    START_MOVE,
    START_NEXT,
    START_PLACE,
    START_RIDER,
    TYPES,
    UP,
    VALUES,
    WAITING,
    State,
)  # fmt: skip
from parcours.games.profi.tables import DECK

THROWS = 3
DECKS_DOUBLED = 7
"""With this many teams or more, there are twice as many doping cards (PR-Z3)."""
SINGLE, DOUBLE = (1 << 12) - 1, (1 << 24) - 1
FULL_TEAM = 4
BREAKAWAY_POINTS = 3


@rare
def set_up(race: State, road: Road) -> None:
    """Set up a race: no rider is on the road, the decks are complete, and lots are about to be drawn (PR-S7)."""
    race.rider = race.giver = race.attacker = race.rival = race.helped = race.mover = race.who = NOBODY
    race.rainbow = race.rearmost = race.verge_lane = race.first_card = race.start_card = NOBODY
    for rider in range(FIELD):
        race.role[rider] = NOBODY
        race.status[rider] = ABSENT
        race.lane[rider] = NOBODY
        race.climb[rider] = NOBODY
        race.group[rider] = NOBODY
        race.laid[rider] = NOBODY
        race.chain[rider] = NOBODY
    for team in range(MAX_TEAMS):
        race.order[team] = NOBODY
        race.away[team] = NOBODY
    for colour in range(4):
        if race.doping:
            race.doping_pool[colour] = DOUBLE if race.sides >= DECKS_DOUBLED else SINGLE
    lay_board_bottles(race, road)
    race.turn_of = 0
    race.phase = LOT
    race.offered = legal_lot(race, race.menu)


@rare
def next_lot(race: State) -> None:
    """Draw the start order by lot (PR-S7)."""
    race.phase = LOT if race.turn_of < race.teams else NEXT_TYPES
    if race.phase == NEXT_TYPES:
        race.turn_of = 0


@rare
def legal_lot(race: State, out: NDArray[np.int16]) -> int:
    count = 0
    for team in range(race.teams):
        drawn = False
        for turn in range(race.turn_of):
            drawn = drawn or race.order[turn] == team
        if not drawn:
            out[count] = LOT_TEAM + team
            count += 1
    return count


# ------------------------------------------------------------------------------------------------- the teams


@rare
def next_types(race: State) -> None:
    """Make up the teams in start order: full teams have every type, smaller ones choose (PR-S4)."""
    while race.turn_of < race.teams:
        team = race.order[race.turn_of]
        if race.squad >= FULL_TEAM:
            for number in range(race.squad):
                enlist(race, team, number, number)
        elif choose_types(race, team):
            return
        race.turn_of += 1
    for team in range(race.teams, race.sides):
        for number in range(FULL_TEAM):
            enlist(race, team, number, number)
    race.turn_of = 0
    deal(race)


@rule
def enlist(race: State, team: int, number: int, role: int) -> None:
    """A rider joins its team, with its jersey (PR-P5), unless a stage race bars its role (PR-U4, PR-Q6)."""
    rider = team * race.squad + number
    race.role[rider] = role
    if race.banned[team] >> role & 1:
        return
    race.status[rider] = WAITING
    race.jersey[rider] = race.worn[team, role]


@rare
def choose_types(race: State, team: int) -> bool:
    """Whether the player still has a type to choose: the captain always rides (PR-S4)."""
    first = team * race.squad
    if race.role[first] == NOBODY:
        enlist(race, team, 0, CAPTAIN)
    for number in range(1, places_of(race, team)):
        if race.role[first + number] == NOBODY:
            if legal_types(race, team, race.menu) == 0:
                return False
            race.decider = team
            race.who = first + number
            race.phase = TYPES
            return True
    return False


@rule
def places_of(race: State, team: int) -> int:
    """How many riders a team of 3 or 2 has: one fewer for each that was outside the time limit (PR-S2, PR-Q6)."""
    return int(race.squad) - int(race.fewer[team])


@rare
def legal_types(race: State, team: int, out: NDArray[np.int16]) -> int:
    """The types that may be chosen next, in a fixed order: each at most once, none that a stage race bars, and none
    that would leave too few types for the other places."""
    count = 0
    highest = CAPTAIN
    for number in range(race.squad):
        highest = max(highest, race.role[team * race.squad + number])
    left = 0
    for number in range(places_of(race, team)):
        left += race.role[team * race.squad + number] == NOBODY
    for role in range(highest + 1, SPRINTER + 1):
        if race.banned[team] >> role & 1:
            continue
        further = 0
        for other in range(role + 1, SPRINTER + 1):
            further += race.banned[team] >> other & 1 == 0
        if further >= left - 1 or further == most_types(race, team) - 1:
            out[count] = TYPE + role
            count += 1
    return count


@rare
def most_types(race: State, team: int) -> int:
    """How many types besides the captain can still be chosen."""
    highest = CAPTAIN
    for number in range(race.squad):
        highest = max(highest, race.role[team * race.squad + number])
    count = 0
    for role in range(highest + 1, SPRINTER + 1):
        count += race.banned[team] >> role & 1 == 0
    return count


@rare
def take_type(race: State, role: int) -> None:
    enlist(race, race.decider, race.who % race.squad, role)
    race.phase = NEXT_TYPES


@rare
def deal(race: State) -> None:
    """Deal the cards of the types that ride, and all jokers, into stacks as even as possible (PR-K1, PR-K3, PR-S4)."""
    for team in range(race.teams):
        total = 0
        for kind in range(KINDS):
            colour = kind // VALUES
            rides = colour == JOKER
            for number in range(race.squad):
                rider = team * race.squad + number
                if race.role[rider] != NOBODY and race.status[rider] != ABSENT and type_of(race, rider) == colour:
                    rides = True
            race.pool[team, kind] = DECK[colour][kind % VALUES] if rides else 0
            total += race.pool[team, kind]
        for stack in range(race.stacks):
            race.fresh[team, stack] = (total + race.stacks - 1 - stack) // race.stacks
    race.mover = NOBODY
    race.refilled = NEXT_FORM
    race.phase = REFILL
    race.turn_of = 0


@rare
def next_form(race: State) -> None:
    """Form of the day: one roll for each rider, in start order (PR-S6)."""
    while race.turn_of < race.teams * race.squad:
        rider = race.order[race.turn_of // race.squad] * race.squad + race.turn_of % race.squad
        race.turn_of += 1
        if is_waiting(race, rider):
            race.who = rider
            race.phase = FORM
            return
    race.turn_of = 0
    give_prizes(race)
    race.phase = RAINBOW if race.rainbow_rule else NEXT_RESERVE


@rare
def give_prizes(race: State) -> None:
    """Chips for jerseys and for the combativity prize come after the form of the day (PR-S7, PR-P5, PR-P6)."""
    for rider in range(race.teams * race.squad):
        if is_waiting(race, rider):
            race.chips[rider] += race.gift[rider // race.squad, race.role[rider]]


@rare
def legal_rainbow(race: State, out: NDArray[np.int16]) -> int:
    """The world champion is drawn by lot (PR-P5)."""
    count = 0
    for rider in range(race.teams * race.squad):
        if is_waiting(race, rider):
            out[count] = LOT_RIDER + rider
            count += 1
    return count


@rare
def next_reserve(race: State) -> None:
    """Share out the chips of the season reserve one by one (PR-E5)."""
    for turn in range(race.teams):
        team = race.order[turn]
        if race.reserve[team] > 0 and has_waiting(race, team):
            race.decider = team
            race.who = NOBODY
            race.phase = RESERVE_PHASE
            return
    race.turn_of = 0
    race.phase = START_NEXT


@rare
def has_waiting(race: State, team: int) -> bool:
    found = False
    for rider in range(team * race.squad, team * race.squad + race.squad):
        found = found or is_waiting(race, rider)
    return found


@rare
def legal_riders(race: State, team: int, out: NDArray[np.int16]) -> int:
    """The riders of a team that are still to be placed."""
    count = 0
    for number in range(race.squad):
        if is_waiting(race, team * race.squad + number):
            out[count] = RIDER + number
            count += 1
    return count


# -------------------------------------------------------------------------------------------- the start phase


@rare
def next_start(race: State) -> None:
    """In start order, each player places one rider, until all are on the road (PR-T1)."""
    for _ in range(race.teams):
        team = race.order[race.turn_of % race.teams]
        race.turn_of += 1
        if has_waiting(race, team):
            race.decider = team
            race.who = NOBODY
            race.phase = START_RIDER
            return
    race.turn_of = race.teams * race.squad
    race.phase = START_DUMMY


@rare
def pick_starter(race: State, number: int) -> None:
    rider = race.decider * race.squad + number
    clear_move(race, rider, START_MOVE)
    race.mover = rider
    ask(race, START_MEANS, rider)


@rare
def legal_start_means(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """A card, 1 or 2 chips, or row 1 (PR-T1, PR-T3)."""
    count = legal_cards(race, road, race.rider, 1, False, out)
    for chips in range(min(race.chips[race.rider], 2)):
        out[count] = CHIPS + chips
        count += 1
    out[count] = ROW_ONE
    return count + 1


@rare
def set_on_row(race: State, road: Road, row: int) -> None:
    """Put the rider on this row, or the next one back if it is full, and ask for the lane (PR-T1, PR-T3)."""
    race.row[race.rider] = row_with_room(race, road, row)
    ask(race, START_PLACE if race.kind == START_MOVE else BREAK_PLACE, race.rider)


@rare
def legal_start_places(race: State, road: Road, out: NDArray[np.int16]) -> int:
    row = race.row[race.rider]
    free = lanes_mask(race, road, row) & ~lanes_taken(race, road, row)
    count = 0
    for lane in range(1, LANES):
        if free >> lane & 1:
            out[count] = PLACE + lane
            count += 1
    return count


@rare
def start_in_lane(race: State, lane: int) -> None:
    rider = race.rider
    race.lane[rider] = lane
    race.status[rider] = UP
    race.chips[rider] += race.saved
    race.kind = 0
    race.refilled = START_NEXT
    race.phase = REFILL


@rare
def next_dummy_start(race: State) -> None:
    """Dummies roll for their row, after all players (PR-T3); then the breakaway."""
    while race.turn_of < riders(race):
        rider = race.turn_of
        race.turn_of += 1
        if is_waiting(race, rider):
            race.who = rider
            race.phase = START_DIE
            return
    race.throw = 0
    race.turn_of = 0
    race.phase = ROUND_BEGIN
    if race.breakaway:
        race.throw = 1
        race.who = NOBODY
        race.phase = BREAK_DIE


@rare
def start_dummy(race: State, road: Road, face: int) -> None:
    rider = race.who
    row = row_with_room(race, road, face)
    race.lane[rider] = inmost_of(race, road, row, lanes_mask(race, road, row) & ~lanes_taken(race, road, row))
    race.row[rider] = row
    race.status[rider] = UP
    race.phase = START_DUMMY


# ----------------------------------------------------------------------------------------------- the breakaway


@rare
def throw_die(race: State, face: int) -> None:
    """One of the four coloured dice is rolled. All four are rolled three times (PR-T4)."""
    race.dice[race.turn_of] = face
    race.turn_of += 1
    if race.turn_of == 4:
        race.passed = np.uint32(0)
        race.phase = BREAK_NEXT


@rare
def next_breakaway(race: State, road: Road) -> None:
    """The riders decide one by one, in order of moving (PR-T4, PR-T6). Once a rider of a team has gone, only that rider
    may go again (PR-T5)."""
    first, highest = NOBODY, -1
    for rider in range(race.teams * race.squad):
        if race.status[rider] == UP and not has(race.passed, rider) and may_go(race, rider):
            key = order_key(race, road, rider, False)
            if key > highest:
                first, highest = rider, key
    if first != NOBODY:
        clear_move(race, first, BREAK_MOVE)
        race.passed = np.uint32(race.passed) | bit(first)
        ask(race, BREAK_CARD, first)
        return
    race.turn_of = 0
    race.throw += 1
    race.kind = 0
    race.who = NOBODY
    if race.throw > THROWS:
        race.passed = np.uint32(0)
        race.throw = 0
        race.mover = NOBODY
        race.refilled = ROUND_BEGIN
        race.phase = REFILL
    else:
        race.phase = BREAK_DIE


@rare
def may_go(race: State, rider: int) -> bool:
    """Whether a rider has a card of its own whose value matches the die of its colour; jokers do not count (PR-T4,
    PR-T6)."""
    team = team_of(race, rider)
    if is_dummy(race, rider) or (race.away[team] != NOBODY and race.away[team] != rider):
        return False
    face = race.dice[type_of(race, rider)]
    return face >= LOWEST and race.hand[team, type_of(race, rider) * VALUES + face - LOWEST] > 0


@rare
def legal_breakaway(race: State, out: NDArray[np.int16]) -> int:
    out[0] = PLAY + OWN_CARDS + race.dice[type_of(race, race.rider)] - LOWEST
    out[1] = STAY
    return 2


@rare
def go_away(race: State, road: Road, card: int) -> None:
    """The rider rides the card's value plus 1, 2 or 3 squares (PR-T4), but no further than a climb allows (PR-T6,
    PR-C8). It gets 3 combativity points, once (PR-P6)."""
    rider = race.rider
    team = team_of(race, rider)
    take_card(race, rider, card)
    if race.away[team] == NOBODY:
        note_combative(race, rider, BREAKAWAY_POINTS)
    race.away[team] = rider
    row = min(race.row[rider] + card + LOWEST + race.throw, furthest_row(race, road, rider))
    race.status[rider] = WAITING
    set_on_row(race, road, row)


@rare
def break_in_lane(race: State, lane: int) -> None:
    """The rider ends in this lane and takes a bottle of its colour there, as in any move (PR-T6, PR-B1)."""
    race.lane[race.rider] = lane
    race.status[race.rider] = UP
    take_bottle(race, race.rider)
    race.kind = BREAK_MOVE
    race.phase = BREAK_NEXT

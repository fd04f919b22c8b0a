"""Profi: the steps of a move, in order (PR-O7)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import TAKE_CHIP, TAKE_DOPING, TAKE_SWAP
from parcours.games.profi.rules.cards import draw_doping, may_draw_doping, may_swap_card
from parcours.games.profi.rules.circle import (
    dummy_train_lane,
    form_train,
    ride_train,
)
from parcours.games.profi.rules.crash import (
    go_on_crashing,
    queue_for_full_row,
    queue_for_ride,
    queue_for_squares,
)
from parcours.games.profi.rules.duel import legal_hand, may_challenge
from parcours.games.profi.rules.events import take_bottle
from parcours.games.profi.rules.ground import (
    ask,
    bit,
    counter_key,
    has,
    is_dummy,
    is_on_verge,
    lanes_at,
    note_combative,
    riders,
)
from parcours.games.profi.rules.move import clear_move, is_active, reckon
from parcours.games.profi.rules.slipstream import SOFT_TYRE, next_rider
from parcours.games.profi.state import (
    ATTACK_MOVE,
    BESIDE,
    CIRCLE_MOVE,
    COUNTER,
    COUNTER_MOVE,
    COUNTERS,
    CRASHING,
    DAWDLE_MOVE,
    DUEL,
    DUEL_ROLLED,
    DUELLED,
    DUMMY,
    HAND_OVER,
    JOIN_NEXT,
    LYING,
    NEXT_RIDER,
    NOBODY,
    NOT_ROLLED,
    REFILL,
    REWARD,
    REWARDED,
    ROUND_END,
    SURGE_MOVE,
    TIRED,
    TURN,
    UP,
    WIND_PHASE,
    State,
)  # fmt: skip

FRESH_HEAD = 26


# ------------------------------------------------------------------------------------------------ a rider's turn


@rare
def begin_turn(race: State, road: Road) -> None:
    """It is the next rider's turn (PR-O1). A group's wind is rolled when its first rider has its turn (PR-O6, PR-Y3). A
    rider that fell in the round before gets up (PR-F2)."""
    rider = next_rider(race, road)
    if rider == NOBODY:
        race.rider = NOBODY
        race.phase = ROUND_END
        return
    if race.wind_rule and race.wind[race.group[rider]] == NOT_ROLLED:
        race.who = rider
        race.phase = WIND_PHASE
        return
    if race.status[rider] == LYING:
        race.status[rider] = UP
    clear_move(race, rider, 0)
    race.mover = rider
    race.attacker = NOBODY
    race.two_cards = 0
    if is_dummy(race, rider):
        race.phase = DUMMY
    else:
        ask(race, TURN, rider)


@rare
def reckon_or_join(race: State, road: Road) -> None:
    """Everything is announced. In a circle riders are now asked to join (PR-L4); any other move is worked out
    (PR-M4)."""
    if race.kind == CIRCLE_MOVE:
        race.index = 0
        race.phase = JOIN_NEXT
    else:
        reckon(race, road)


@rare
def end_of_ride(race: State, road: Road) -> None:
    """The rider has moved; the one behind it may follow next (PR-W2). A counter does not use up the rider's own move
    (PR-A8). A counter is an active move, a circle is not (PR-Q3)."""
    race.phase = REWARDED
    if race.kind != COUNTER_MOVE:
        race.passed = np.uint32(0)
        race.changed = 0
    if race.kind == COUNTER_MOVE:
        race.spurred = 1
    elif race.kind == CIRCLE_MOVE:
        note_giver(race, road, race.chain[race.train - 1], True)
    else:
        end_own_move(race, road)


@rare
def end_own_move(race: State, road: Road) -> None:
    """Nobody may follow an attacker (PR-A1, PR-A2), a rider that has just got a bike (PR-G4), or one with a soft tyre
    (event 6). A rider that soft-pedalled gets its reward (PR-D1)."""
    rider = race.rider
    race.moved[race.mover] = 1
    attack = race.kind in (ATTACK_MOVE, SURGE_MOVE)
    note_giver(race, road, rider, not attack and race.helped == NOBODY and race.event[rider] != SOFT_TYRE)
    if race.kind == DAWDLE_MOVE:
        ask(race, REWARD, rider)
        return
    if attack:
        race.attacker = rider
        race.two_cards = race.kind == ATTACK_MOVE
        note_combative(race, rider, 1)
    if is_active(race):
        race.spurred = 1


@rule
def note_giver(race: State, road: Road, rider: int, open_: bool) -> None:
    """Note whom the rider directly behind may follow: a rider that has moved at least a square and has neither attacked
    nor fallen (PR-W2)."""
    race.giver = NOBODY
    on_the_road = 0 < race.from_lane <= lanes_at(race, road, race.from_row)
    if open_ and race.row[rider] > race.from_row and on_the_road and race.status[rider] == UP:
        race.giver = rider
        race.giver_row = race.from_row
        race.giver_lane = race.from_lane
        race.giver_own = race.steps


@rare
def legal_reward(race: State, out: NDArray[np.int16]) -> int:
    """A chip, a swap, or a doping card (PR-D1, PR-I7)."""
    out[0] = TAKE_CHIP
    count = 1
    if may_swap_card(race, race.who):
        out[count] = TAKE_SWAP
        count += 1
    if may_draw_doping(race, race.who):
        out[count] = TAKE_DOPING
        count += 1
    return count


@rare
def take_doping_reward(race: State) -> None:
    draw_doping(race, race.who, REWARDED)


@rare
def queue_rolls(race: State, road: Road) -> None:
    """Queue the crash rolls: the mover's, then those of a row that the ride has filled (PR-O7, PR-H7); for a train,
    from its head (PR-L8). If a dummy fell on its dice, the rider behind it is in the queue already (PR-N2, PR-F3)."""
    race.after_crash = DUELLED
    race.phase = CRASHING
    if race.kind == CIRCLE_MOVE:
        race.index = 0
        for place in range(race.train):
            start = race.from_row if place == 0 else race.from_row + race.train - place
            queue_for_squares(race, road, race.chain[place], start)
        if race.steps > 0:
            for place in range(race.train):
                queue_for_full_row(race, road, race.row[race.chain[place]])
        return
    if race.status[race.rider] == UP:
        queue_for_ride(race, road, race.rider)
        if race.row[race.rider] > race.from_row and not is_on_verge(race, road, race.rider):
            queue_for_full_row(race, road, race.row[race.rider])


@rare
def after_crash_roll(race: State) -> None:
    """In a duel the other rider rolls next (PR-J5), otherwise the next one in the queue (PR-F1)."""
    if race.rival != NOBODY:
        race.phase = DUEL_ROLLED
    else:
        go_on_crashing(race)


@rare
def set_train_off(race: State, road: Road) -> None:
    """Everything laid is turned up (PR-L4). With a dummy at the head, the train rides without asking for a lane
    (PR-N5)."""
    form_train(race, road)
    if is_dummy(race, race.chain[0]):
        ride_train(race, road, dummy_train_lane(race, road))


@rare
def consider_duel(race: State, road: Road) -> None:
    """Take bottles (PR-B1), then offer an elbow duel after an active move (PR-J1), counters included (PR-A9)."""
    race.phase = BESIDE
    if race.kind == CIRCLE_MOVE:
        for place in range(race.train):
            take_bottle(race, race.chain[place])
        return
    rider = race.rider
    if race.status[rider] != UP:
        return
    if race.bottles_rule:
        take_bottle(race, rider)
    fights = race.elbow > 0 and is_active(race) and race.helped == NOBODY and not is_dummy(race, rider)
    if fights and race.kind != DAWDLE_MOVE and may_challenge(race, road):
        ask(race, DUEL, rider)


@rare
def consider_hand_over(race: State, road: Road) -> None:
    """Something may change hands with a team-mate beside the rider (PR-G6); in a train each rider is asked, from head
    to tail (PR-L8)."""
    race.phase = COUNTERS
    if race.kind == CIRCLE_MOVE:
        while race.index < race.train:
            race.rider = race.chain[race.index]
            race.index += 1
            if asks_hand_over(race, road):
                return
        race.phase = TIRED
        return
    if race.helped == NOBODY:
        asks_hand_over(race, road)


@rare
def asks_hand_over(race: State, road: Road) -> bool:
    rider = race.rider
    if race.status[rider] != UP or is_dummy(race, rider) or legal_hand(race, road, race.menu) < 2:
        return False
    ask(race, HAND_OVER, rider)
    return True


@rule
def after_hand_over(race: State) -> int:
    return BESIDE if race.kind == CIRCLE_MOVE else COUNTERS


# -------------------------------------------------------------------------------------------------- counters


@rare
def next_counter(race: State, road: Road) -> None:
    """After an attack, the riders on the rows that it overtook may counter, from back to front (PR-A7, PR-A8)."""
    if race.attacker == NOBODY:
        race.phase = TIRED
        return
    if race.kind != COUNTER_MOVE:
        find_overtaken(race, road)
    first, lowest = NOBODY, 0
    for rider in range(riders(race)):
        if has(race.to_counter, rider) and race.status[rider] == UP:
            key = counter_key(race, road, rider)
            if first == NOBODY or key < lowest:
                first, lowest = rider, key
    if first == NOBODY:
        race.phase = TIRED
        return
    race.to_counter = np.uint32(race.to_counter) & ~bit(first)
    clear_move(race, first, COUNTER_MOVE)
    ask(race, COUNTER, first)


@rare
def find_overtaken(race: State, road: Road) -> None:
    """Find the riders on the rows between the start and the end of the attack, except fallen riders and dummies (PR-A7,
    PR-A8)."""
    race.to_counter = np.uint32(0)
    for rider in range(riders(race)):
        between = race.attack_row < race.row[rider] < race.row[race.attacker]
        if between and race.status[rider] == UP and not is_dummy(race, rider):
            race.to_counter = np.uint32(race.to_counter) | bit(rider)


@rare
def tire(race: State) -> None:
    """An attack with two cards brings an exhaustion card (PR-A5), unless the rider has a fresh head (event 26)."""
    attacker = race.attacker
    tires = attacker != NOBODY and race.two_cards > 0 and race.exhaustion > 0
    if tires and not is_dummy(race, attacker) and race.event[attacker] != FRESH_HEAD:
        race.tired[attacker] += 1
    race.attacker = NOBODY
    race.two_cards = 0
    race.kind = 0
    race.train = 0
    race.refilled = NEXT_RIDER
    race.phase = REFILL

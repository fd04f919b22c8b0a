"""Profi: the order of things in a move (PR-O7), and whatever follows by itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import TAKE_CHIP, TAKE_DOPING, TAKE_SWAP
from parcours.games.profi.rules.cards import draw_doping, may_draw_doping, may_swap_card, refill
from parcours.games.profi.rules.circle import (
    ask_next,
    dummy_train_lane,
    form_train,
    join_next,
    lay_next,
    ride_train,
)
from parcours.games.profi.rules.crash import (
    go_on_crashing,
    queue_for_full_row,
    queue_for_ride,
    queue_for_squares,
    roll_next,
)
from parcours.games.profi.rules.duel import after_duel_roll, legal_hand, may_challenge, raise_next
from parcours.games.profi.rules.dummies import move_dummy, ride_dummy
from parcours.games.profi.rules.events import next_event, take_bottle
from parcours.games.profi.rules.finish import control, end, finish
from parcours.games.profi.rules.ground import (
    ask,
    bit,
    counter_key,
    has,
    is_dummy,
    is_on_verge,
    lanes_at,
    riders,
)
from parcours.games.profi.rules.move import clear_move, is_active, reckon
from parcours.games.profi.rules.rounds import begin_moves, begin_round, end_round
from parcours.games.profi.rules.slipstream import SOFT_TYRE, next_rider
from parcours.games.profi.rules.start import (
    next_breakaway,
    next_dummy_start,
    next_form,
    next_lot,
    next_reserve,
    next_start,
    next_types,
)
from parcours.games.profi.state import (
    ASK_NEXT,
    ATTACK_MOVE,
    BESIDE,
    BREAK_NEXT,
    CIRCLE_MOVE,
    CONTROL,
    COUNTER,
    COUNTER_MOVE,
    COUNTERS,
    CRASHED,
    CRASHING,
    DAWDLE_MOVE,
    DEAL,
    DUEL,
    DUEL_RAISED,
    DUEL_ROLLED,
    DUELLED,
    DUMMY,
    DUMMY_ROLLED,
    ENDED,
    EVENT_NEXT,
    FINISHED,
    HAND_OVER,
    JOIN_NEXT,
    LAY_NEXT,
    LYING,
    MOVES,
    NEXT_FORM,
    NEXT_LOT,
    NEXT_RESERVE,
    NEXT_RIDER,
    NEXT_TYPES,
    NOBODY,
    NOT_ROLLED,
    RECKON,
    REFILL,
    REWARD,
    REWARDED,
    RODE,
    ROUND_BEGIN,
    ROUND_END,
    START_DUMMY,
    START_NEXT,
    SURGE_MOVE,
    TIRED,
    TRAIN,
    TURN,
    UP,
    WIND_PHASE,
    State,
)  # fmt: skip

FRESH_HEAD = 26


@rare
def pass_by(race: State, road: Road) -> None:
    """One of the phases that pass by themselves."""
    phase = race.phase
    if phase == REFILL:
        refill(race)
    elif phase == NEXT_RIDER:
        begin_turn(race, road)
    elif phase == RECKON:
        if race.kind == CIRCLE_MOVE:
            race.index = 0
            race.phase = JOIN_NEXT
        else:
            reckon(race, road)
    elif phase == RODE:
        end_of_ride(race, road)
    elif phase == REWARDED:
        queue_rolls(race, road)
    elif phase == CRASHING:
        roll_next(race, road)
    elif phase == CRASHED:
        if race.rival != NOBODY:
            race.phase = DUEL_ROLLED
        else:
            go_on_crashing(race)
    elif phase == DUELLED:
        consider_duel(race, road)
    elif phase == BESIDE:
        consider_hand_over(race, road)
    elif phase == COUNTERS:
        next_counter(race, road)
    elif phase == TIRED:
        tire(race)
    else:
        pass_by_seldom(race, road)


@rare
def pass_by_seldom(race: State, road: Road) -> None:
    phase = race.phase
    if phase == DUEL_ROLLED:
        after_duel_roll(race)
    elif phase == DUEL_RAISED:
        raise_next(race, road)
    elif phase == EVENT_NEXT:
        next_event(race, road)
    elif phase == MOVES:
        begin_moves(race, road)
    elif phase == DUMMY:
        move_dummy(race, road)
    elif phase == DUMMY_ROLLED:
        ride_dummy(race, road)
    elif phase == ASK_NEXT:
        ask_next(race)
    elif phase == JOIN_NEXT:
        join_next(race, road)
    elif phase == LAY_NEXT:
        lay_next(race, road)
    elif phase == TRAIN:
        form_train(race, road)
        if is_dummy(race, race.chain[0]):
            ride_train(race, road, dummy_train_lane(race, road))
    elif phase == ROUND_BEGIN:
        begin_round(race, road)
    elif phase == ROUND_END:
        end_round(race, road)
    elif phase == FINISHED:
        finish(race, road)
    elif phase == ENDED:
        end(race, road)
    elif phase == CONTROL:
        control(race)
    else:
        set_up_further(race, road)


@rare
def set_up_further(race: State, road: Road) -> None:
    """The steps before the first round (PR-S7, PR-T)."""
    phase = race.phase
    if phase == NEXT_LOT:
        next_lot(race)
    elif phase in (NEXT_TYPES, DEAL):
        next_types(race)
    elif phase == NEXT_FORM:
        next_form(race)
    elif phase == NEXT_RESERVE:
        next_reserve(race)
    elif phase == START_NEXT:
        next_start(race)
    elif phase == START_DUMMY:
        next_dummy_start(race)
    elif phase == BREAK_NEXT:
        next_breakaway(race, road)


# ------------------------------------------------------------------------------------------------ a rider's turn


@rare
def begin_turn(race: State, road: Road) -> None:
    """The next rider is due (PR-O1); the wind of its group is rolled when its first rider is (PR-O6, PR-Y3). Who fell
    in the round before is up again (PR-F2)."""
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
def end_of_ride(race: State, road: Road) -> None:
    """The rider has moved; who sits behind it may be next (PR-W2). A counter uses up no move (PR-A8), and is an active
    move, a circle is none (PR-Q3)."""
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
    """An attacker cannot be followed (PR-A1, PR-A2), one that has just got a bike neither (PR-G4), nor one with a soft
    tyre (event 6). A dawdler gets its reward (PR-D1)."""
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
        race.combative[rider] += 1
    if is_active(race):
        race.spurred = 1


@rule
def note_giver(race: State, road: Road, rider: int, open_: bool) -> None:
    """Whom the rider directly behind may follow: one that has moved, not attacked, and not fallen (PR-W2)."""
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
    """Crash rolls: the mover's, then those of a row that the ride has filled (PR-O7, PR-H7); of a train from its head
    (PR-L8). Whoever is behind a dummy that fell on its dice is in the queue already (PR-N2, PR-F3)."""
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
def consider_duel(race: State, road: Road) -> None:
    """Bottles (PR-B1), then the elbow duel after an active move (PR-J1), in a counter too (PR-A9)."""
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
    """A team-mate beside may be given something (PR-G6); in a train each from its head to its end (PR-L8)."""
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
    """After an attack the riders on the rows overtaken may counter, from the back to the front (PR-A7, PR-A8)."""
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
    """Rows ahead of where the attack began and behind its end; not the fallen, no dummies (PR-A7, PR-A8)."""
    race.to_counter = np.uint32(0)
    for rider in range(riders(race)):
        if (
            race.status[rider] == UP
            and not is_dummy(race, rider)
            and race.attack_row < race.row[rider] < race.row[race.attacker]
        ):
            race.to_counter = np.uint32(race.to_counter) | bit(rider)


@rare
def tire(race: State) -> None:
    """After an attack with two cards an exhaustion card (PR-A5), but not with a fresh head (event 26)."""
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

"""Profi: carrying out an action, by its code."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ACCEPT,
    ADJUST,
    ASK,
    ATTACK,
    BONUS,
    CAR,
    CHALLENGE,
    CHIPS,
    CIRCLE,
    DAWDLE,
    DECLINE,
    DIE,
    DOPE,
    DOPING_CARD,
    DRAWN,
    DRAWN_VERGE,
    FALL,
    FEE,
    FEE_CHIPS,
    FOLLOW,
    FROM_STACK,
    GIVE_UP,
    GIVE_WAY,
    HAND,
    HELP,
    HOLD_WHEEL,
    JOIN,
    KEEP,
    LAY,
    LOSE_SQUARE,
    LOT_TEAM,
    NO_COUNTER,
    NO_DUEL,
    NO_HAND,
    NO_RAISE,
    ON,
    PASS,
    PAY_ONE,
    PAY_TWO,
    PLACE,
    PLAY,
    PUT_BACK,
    RAISE,
    RIDER,
    RISK,
    ROW_ONE,
    SAFE,
    SKIP,
    SPIRIT,
    STAY,
    SURGE,
    SWAP,
    TAKE_CHIP,
    TAKE_DOPING,
    TAKE_SWAP,
    TYPE,
    UNDER_STACK,
    USE_BOTTLE,
    USE_DOPING,
    VERGE,
)  # fmt: skip
from parcours.games.profi.rules.cards import (
    draw_doping,
    draw_from,
    give_up,
    picks_doping,
    put_doping_back,
    put_under,
    use_doping,
)
from parcours.games.profi.rules.circle import (
    begin_circle,
    lay,
    lay_start_card,
    note_asked,
    note_fee,
    note_joined,
    ride_train,
)
from parcours.games.profi.rules.crash import fall
from parcours.games.profi.rules.duel import (
    accept,
    challenge,
    give_way,
    hand_over,
    put_back_and_draw,
    raise_roll,
)
from parcours.games.profi.rules.events import count_swap, give_spirit
from parcours.games.profi.rules.flow import after_hand_over, take_doping_reward
from parcours.games.profi.rules.ground import ask, bit
from parcours.games.profi.rules.luck import roll_or_draw
from parcours.games.profi.rules.move import adjust, consider_bonus, consider_risk, play_card
from parcours.games.profi.rules.riding import change_bikes, dawdle, ride, ride_over_verge
from parcours.games.profi.rules.slipstream import (
    begin_following,
    change_places,
    choose_wheel,
    pay_fee,
    ride_in_slipstream,
)
from parcours.games.profi.rules.start import (
    break_in_lane,
    go_away,
    pick_starter,
    set_on_row,
    start_in_lane,
    take_type,
)
from parcours.games.profi.state import (
    ASK_NEXT,
    ATTACK_MOVE,
    BESIDE,
    BREAK_CARD,
    BREAK_NEXT,
    BREAK_PLACE,
    CAR_CALLED,
    CARD_MOVE,
    CARD_PHASE,
    CHIP_MOVE,
    CIRCLE_FEE,
    CIRCLE_MOVE,
    CIRCLE_PLACE,
    COUNTERS,
    CRASHED,
    DUEL_RAISED,
    EVENT_NEXT,
    EVENT_SWAP,
    FOLLOW_MOVE,
    JOIN_NEXT,
    NEXT_LOT,
    NEXT_RESERVE,
    NEXT_RIDER,
    NOBODY,
    OFFER,
    PICK_PHASE,
    RECKON,
    RESERVE_PHASE,
    REWARDED,
    RODE,
    SECOND_COIN,
    START_MEANS,
    START_MOVE,
    START_PLACE,
    SURGE_MOVE,
    SWAP_PHASE,
    TURN,
    State,
)  # fmt: skip

DOPING_CHIPS = 3


@rare
def carry_out(race: State, road: Road, action: int) -> None:
    """One action, of a seat or of chance."""
    if action >= DRAWN_VERGE:
        later_choice(race, road, action)
    elif action >= DIE:
        roll_or_draw(race, road, action)
    elif FROM_STACK <= action < PAY_TWO:
        draw_from(race, action - FROM_STACK)
    elif action < PLAY:
        take_turn(race, road, action)
    elif action < ADJUST:
        if action == PLAY + DOPING_CARD and picks_doping(race, race.rider):
            begin_pick(race, action)
        else:
            choose_card(race, road, action - PLAY)
    elif action < PLACE:
        shape(race, road, action)
    elif action < TAKE_CHIP:
        place(race, road, action)
    elif DOPE <= action < TYPE:
        if picks_doping(race, race.decider * race.squad + action - DOPE):
            begin_pick(race, action)
        else:
            dope(race, action - DOPE)
    else:
        answer(race, road, action)


@rule
def begin_pick(race: State, action: int) -> None:
    """Its player picks which of several doping cards is used (PR-U2)."""
    race.pending = action
    race.pick_then = race.phase
    race.phase = PICK_PHASE


@rare
def later_choice(race: State, road: Road, action: int) -> None:
    """Choices whose codes came later: over the verge to a wheel, and the doping card that is used."""
    if action < USE_DOPING:
        ride_over_verge(race, road, action - DRAWN_VERGE, True)
        return
    card = action - USE_DOPING + 1
    if race.phase == OFFER:
        race.laid_doping = card
        lay_start_card(race, DOPING_CARD)
        return
    pending = race.pending
    race.pending = 0
    race.phase = race.pick_then
    race.pick_then = 0
    race.picked = card
    if pending >= DOPE:
        dope(race, pending - DOPE)
    else:
        choose_card(race, road, DOPING_CARD)


@rare
def dope(race: State, number: int) -> None:
    """A doping card becomes 3 chips (PR-U2)."""
    rider = race.decider * race.squad + number
    use_doping(race, rider)
    race.chips[rider] += DOPING_CHIPS


@rare
def take_turn(race: State, road: Road, action: int) -> None:
    """Passing, the team car, swaps of places, and the moves of PR-M1."""
    rider = race.rider
    if action == PASS:
        race.passed = np.uint32(race.passed) | bit(rider)
        race.phase = NEXT_RIDER
    elif action == CAR:
        race.car_used[rider] = 1
        race.changed |= CAR_CALLED
        draw_doping(race, rider, NEXT_RIDER)
    elif action == ATTACK:
        race.kind = ATTACK_MOVE
        race.to_play = 2
        ask(race, CARD_PHASE, rider)
    elif action == FOLLOW:
        begin_following(race, road, FOLLOW_MOVE)
    elif action == SURGE:
        begin_following(race, road, SURGE_MOVE)
    elif action == DAWDLE:
        dawdle(race, road)
    elif action == CIRCLE:
        begin_circle(race, road)
    elif action < CHIPS:
        change_places(race, action - SWAP)
    else:
        spend_chips(race, road, action - CHIPS + 1)


@rare
def spend_chips(race: State, road: Road, chips: int) -> None:
    """Chips instead of a card (PR-M2): in a move, a counter, the start phase, or laid for a circle."""
    if race.phase == OFFER:
        race.added = chips
        consider_bonus(race, road)
        return
    race.added = chips
    race.chips[race.rider] -= chips
    if race.phase == START_MEANS:
        set_on_row(race, road, chips)
        return
    if race.phase == TURN:
        race.kind = CHIP_MOVE
    consider_risk(race, road)


@rare
def choose_card(race: State, road: Road, card: int) -> None:
    if race.phase == OFFER:
        lay_start_card(race, card)
    elif race.phase == BREAK_CARD:
        go_away(race, road, card)
    else:
        if race.phase == TURN:
            race.kind = CARD_MOVE
        play_card(race, road, card)


@rare
def shape(race: State, road: Road, action: int) -> None:
    """Chips more or less, bottle, risk, optional squares, fees (PR-M3, PR-I5, PR-I6)."""
    if action < USE_BOTTLE:
        if race.kind == START_MOVE:
            start_with_card(race, road, action - ADJUST - 2)
        elif race.kind == CIRCLE_MOVE:
            race.added = action - ADJUST - 2
            consider_bonus(race, road)
        else:
            adjust(race, road, action - ADJUST - 2)
    elif action == USE_BOTTLE:
        race.bottles[race.rider] -= 1
        race.bottle = 1
    elif action <= SAFE:
        race.risk = action == RISK
        consider_bonus(race, road)
    elif action < ON:
        race.bonus = action - BONUS
        race.phase = RECKON
    elif action < FEE_CHIPS:
        ride_on(race, road, (action - ON) // 3, (action - ON) % 3)
    elif action < HOLD_WHEEL:
        if race.phase == CIRCLE_FEE:
            note_fee(race, action - FEE if action >= FEE else NOBODY)
        else:
            pay_fee(race, race.rider, action - FEE if action >= FEE else NOBODY)
            choose_wheel(race, road)
    else:
        if action == HOLD_WHEEL:
            race.chips[race.rider] -= 1
        ride_in_slipstream(race, road, 1 if action == LOSE_SQUARE else 0)


@rare
def start_with_card(race: State, road: Road, change: int) -> None:
    """In the start phase chips are added or points saved too (PR-T2, PR-T3)."""
    if change > 0:
        race.added = change
        race.chips[race.rider] -= change
    else:
        race.saved = -change
    set_on_row(race, road, race.card_sum + change)


@rare
def ride_on(race: State, road: Road, chips: int, extra: int) -> None:
    """From the slipstream with chips, or a sprinter's extra squares (PR-W3, PR-Q7); or not."""
    race.added = chips
    race.extra = extra
    race.chips[race.rider] -= chips
    if chips + extra == 0:
        race.phase = RODE
    else:
        consider_risk(race, road)


@rare
def place(race: State, road: Road, action: int) -> None:
    """Where to (PR-R3)."""
    if action >= HELP:
        change_bikes(race, road, action - HELP)
    elif action >= VERGE:
        ride_over_verge(race, road, action - VERGE, False)
    elif action >= DRAWN:
        ride(race, road, action - DRAWN, True)
    elif race.phase == START_PLACE:
        start_in_lane(race, action - PLACE)
    elif race.phase == BREAK_PLACE:
        break_in_lane(race, action - PLACE)
    elif race.phase == CIRCLE_PLACE:
        ride_train(race, road, action - PLACE)
    else:
        ride(race, road, action - PLACE, False)


@rare
def answer(race: State, road: Road, action: int) -> None:
    """The other decisions, in the order of their codes."""
    if action == TAKE_CHIP:
        race.chips[race.who] += 1
        race.phase = REWARDED
    elif action == TAKE_SWAP:
        race.resume = REWARDED
        ask(race, SWAP_PHASE, race.who)
    elif action == TAKE_DOPING:
        take_doping_reward(race)
    elif action < KEEP:
        if race.phase == EVENT_SWAP:
            count_swap(race)
        give_up(race, race.who, action - GIVE_UP)
    elif action == KEEP:
        race.phase = EVENT_NEXT
    elif action < FROM_STACK:
        put_under(race, action - UNDER_STACK)
    elif action == PAY_TWO:
        race.chips[race.who] -= 2
        race.phase = CRASHED
    elif action == PAY_ONE:
        race.chips[race.who] -= 1
        race.phase = SECOND_COIN
    elif action == FALL:
        fall(race, road, race.who)
        race.phase = CRASHED
    elif action < NO_DUEL:
        challenge(race, road, action - CHALLENGE)
    elif action == NO_DUEL:
        race.phase = BESIDE
    elif action == ACCEPT:
        accept(race, road)
    elif action == GIVE_WAY:
        give_way(race, road)
    elif action == RAISE:
        raise_roll(race)
    elif action == NO_RAISE:
        race.phase = DUEL_RAISED
    elif action < NO_HAND:
        hand_over(race, road, action - HAND, after_hand_over(race))
    elif action == NO_HAND:
        race.phase = after_hand_over(race)
    else:
        answer_seldom(race, road, action)


@rare
def answer_seldom(race: State, road: Road, action: int) -> None:
    if action == NO_COUNTER:
        race.phase = COUNTERS
    elif action == ASK:
        note_asked(race)
    elif action == SKIP:
        race.phase = ASK_NEXT
    elif action == JOIN:
        note_joined(race)
    elif action == DECLINE:
        race.phase = JOIN_NEXT
    elif action < DOPE:
        lay(race, action - LAY)
    elif action < RIDER:
        take_type(race, action - TYPE)
    elif action < ROW_ONE:
        if race.phase == RESERVE_PHASE:
            race.chips[race.decider * race.squad + action - RIDER] += 1
            race.reserve[race.decider] -= 1
            race.phase = NEXT_RESERVE
        else:
            pick_starter(race, action - RIDER)
    elif action == ROW_ONE:
        set_on_row(race, road, 1)
    elif action == STAY:
        race.phase = BREAK_NEXT
    elif action < SPIRIT:
        put_back(race, action - PUT_BACK)
    elif action < LOT_TEAM:
        give_spirit(race, action - SPIRIT)
    else:
        race.order[race.turn_of] = action - LOT_TEAM
        race.turn_of += 1
        race.phase = NEXT_LOT


@rare
def put_back(race: State, card: int) -> None:
    """Under its stack: drawn anew in an exchange (PR-G6), not when the bag is cleared out (event 25)."""
    if race.resume == EVENT_NEXT:
        put_doping_back(race, race.who, card)
        race.phase = EVENT_NEXT
    else:
        put_back_and_draw(race, card)

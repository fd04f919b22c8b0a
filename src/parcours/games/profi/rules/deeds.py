"""Profi: what each decision of a player does. The table `phases` says which phase calls which function."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ACCEPT,
    ADJUST,
    ASK,
    ATTACK,
    CAR,
    CHALLENGE,
    CHIPS,
    CIRCLE,
    DAWDLE,
    DOPE,
    DOPING_CARD,
    DRAWN,
    DRAWN_VERGE,
    FOLLOW,
    GIVE_UP,
    HAND,
    HELP,
    HOLD_WHEEL,
    JOIN,
    KEEP,
    LOSE_SQUARE,
    NO_COUNTER,
    NO_DUEL,
    NO_HAND,
    PASS,
    PAY_ONE,
    PAY_TWO,
    PLACE,
    PLAY,
    RAISE,
    ROW_ONE,
    SPIRIT,
    STAY,
    SURGE,
    SWAP,
    TAKE_CHIP,
    TAKE_SWAP,
    USE_BOTTLE,
    USE_DOPING,
    VERGE,
)  # fmt: skip
from parcours.games.profi.rules.cards import draw_doping, give_up, picks_doping, put_doping_back, use_doping
from parcours.games.profi.rules.circle import begin_circle, lay_start_card, note_asked, note_joined
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
from parcours.games.profi.rules.move import adjust, consider_bonus, consider_risk, play_card
from parcours.games.profi.rules.riding import change_bikes, dawdle, ride, ride_over_verge
from parcours.games.profi.rules.slipstream import (
    begin_following,
    change_places,
    choose_wheel,
    pay_fee,
    ride_in_slipstream,
)
from parcours.games.profi.rules.start import go_away, set_on_row
from parcours.games.profi.state import (
    ASK_NEXT,
    ATTACK_MOVE,
    BESIDE,
    BREAK_NEXT,
    CAR_CALLED,
    CARD_MOVE,
    CARD_PHASE,
    CHIP_MOVE,
    CIRCLE_MOVE,
    COUNTERS,
    CRASHED,
    DUEL_RAISED,
    EVENT_NEXT,
    FOLLOW_MOVE,
    JOIN_NEXT,
    NEXT_LOT,
    NEXT_RESERVE,
    NEXT_RIDER,
    PICK_PHASE,
    RECKON,
    REWARDED,
    RODE,
    SECOND_COIN,
    START_MOVE,
    SURGE_MOVE,
    SWAP_PHASE,
    TURN,
    State,
)  # fmt: skip

DOPING_CHIPS = 3


# ------------------------------------------------------------------------------------------- doping cards (PR-U2)


@rare
def cash_doping(race: State, number: int) -> None:
    """A doping card becomes 3 chips (PR-U2); if the rider has several, its player picks one."""
    if picks_doping(race, race.decider * race.squad + number):
        begin_pick(race, DOPE + number)
    else:
        dope(race, number)


@rule
def begin_pick(race: State, action: int) -> None:
    """The player now picks which of several doping cards is used (PR-U2)."""
    race.pending = action
    race.pick_then = race.phase
    race.phase = PICK_PHASE


@rare
def use_picked(race: State, road: Road, card: int) -> None:
    """Use the picked doping card for the action that asked for it (PR-U2)."""
    pending = race.pending
    race.pending = 0
    race.phase = race.pick_then
    race.pick_then = 0
    race.picked = card + 1
    if pending >= DOPE:
        dope(race, pending - DOPE)
    else:
        lay_down(race, road, DOPING_CARD)


@rare
def dope(race: State, number: int) -> None:
    """A doping card becomes 3 chips (PR-U2)."""
    rider = race.decider * race.squad + number
    use_doping(race, rider)
    race.chips[rider] += DOPING_CHIPS


# --------------------------------------------------------------------------------------------------- a rider's move


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
        play_card_or_chips(race, road, action)


@rare
def counter(race: State, road: Road, action: int) -> None:
    """Counter with a card or chips, or not at all (PR-A7)."""
    if action == NO_COUNTER:
        race.phase = COUNTERS
    else:
        play_card_or_chips(race, road, action)


@rare
def play_card_or_chips(race: State, road: Road, action: int) -> None:
    if action >= PLAY:
        choose_card(race, road, action - PLAY)
    else:
        spend_chips(race, road, action - CHIPS + 1)


@rare
def spend_chips(race: State, road: Road, chips: int) -> None:
    """Chips instead of a card (PR-M2): in a move or a counter."""
    race.added = chips
    race.chips[race.rider] -= chips
    if race.phase == TURN:
        race.kind = CHIP_MOVE
    consider_risk(race, road)


@rare
def choose_card(race: State, road: Road, card: int) -> None:
    """Play a card (PR-M2); if the rider has several doping cards, its player picks one (PR-U2)."""
    if card == DOPING_CARD and picks_doping(race, race.rider):
        begin_pick(race, PLAY + card)
    else:
        lay_down(race, road, card)


@rare
def lay_down(race: State, road: Road, card: int) -> None:
    if race.phase == TURN:
        race.kind = CARD_MOVE
    play_card(race, road, card)


@rare
def shape(race: State, road: Road, action: int) -> None:
    """Chips added, points saved, or a bottle (PR-M3, PR-B2, PR-I5)."""
    if action == USE_BOTTLE:
        race.bottles[race.rider] -= 1
        race.bottle = 1
    elif race.kind == START_MOVE:
        start_with_card(race, road, action - ADJUST - 2)
    elif race.kind == CIRCLE_MOVE:
        race.added = action - ADJUST - 2
        consider_bonus(race, road)
    else:
        adjust(race, road, action - ADJUST - 2)


@rare
def take_risk(race: State, road: Road, risk: bool) -> None:
    """The rider buys the descent die, or not (PR-H5)."""
    race.risk = risk
    consider_bonus(race, road)


@rule
def take_bonus(race: State, squares: int) -> None:
    """The rider takes this many of the optional squares (PR-I6)."""
    race.bonus = squares
    race.phase = RECKON


@rare
def pay_for_wheel(race: State, road: Road, kind: int) -> None:
    """Pay the fee for the slipstream on a climb, with a card or chips (PR-H1)."""
    pay_fee(race, race.rider, kind)
    choose_wheel(race, road)


@rare
def hold_wheel(race: State, road: Road, action: int) -> None:
    """In a crosswind, a chip holds the wheel; otherwise a square is lost (PR-Y3)."""
    if action == HOLD_WHEEL:
        race.chips[race.rider] -= 1
    ride_in_slipstream(race, road, 1 if action == LOSE_SQUARE else 0)


@rare
def ride_on(race: State, road: Road, choice: int) -> None:
    """Ride on from the slipstream, with chips or a sprinter's extra squares (PR-W3, PR-Q7); or stay on the wheel."""
    chips, extra = choice // 3, choice % 3
    race.added = chips
    race.extra = extra
    race.chips[race.rider] -= chips
    if chips + extra == 0:
        race.phase = RODE
    else:
        consider_risk(race, road)


@rare
def place(race: State, road: Road, action: int) -> None:
    """Ride to the chosen end place (PR-R3)."""
    if action >= DRAWN_VERGE:
        ride_over_verge(race, road, action - DRAWN_VERGE, True)
    elif action >= HELP:
        change_bikes(race, road, action - HELP)
    elif action >= VERGE:
        ride_over_verge(race, road, action - VERGE, False)
    elif action >= DRAWN:
        ride(race, road, action - DRAWN, True)
    else:
        ride(race, road, action - PLACE, False)


# ------------------------------------------------------------------------------------------------- around the move


@rare
def take_reward(race: State, action: int) -> None:
    """The reward for soft-pedalling: a chip, a swapped card, or a doping card (PR-D1)."""
    if action == TAKE_CHIP:
        race.chips[race.who] += 1
        race.phase = REWARDED
    elif action == TAKE_SWAP:
        race.resume = REWARDED
        ask(race, SWAP_PHASE, race.who)
    else:
        take_doping_reward(race)


@rule
def swap_card(race: State, kind: int) -> None:
    """A rider that soft-pedalled gives up the card that it swaps (PR-D3)."""
    give_up(race, race.who, kind)


@rare
def swap_for_event(race: State, action: int) -> None:
    """Give up a hand card to swap it, or go on with the round (PR-Z4, event 13)."""
    if action == KEEP:
        race.phase = EVENT_NEXT
    else:
        count_swap(race)
        give_up(race, race.who, action - GIVE_UP)


@rare
def ward_off(race: State, road: Road, action: int) -> None:
    """In acute danger: pay two chips, or pay one and roll, or fall (PR-F1)."""
    if action == PAY_TWO:
        race.chips[race.who] -= 2
        race.phase = CRASHED
    elif action == PAY_ONE:
        race.chips[race.who] -= 1
        race.phase = SECOND_COIN
    else:
        fall(race, road, race.who)
        race.phase = CRASHED


@rare
def fight(race: State, road: Road, action: int) -> None:
    """Challenge a rival beside the rider, or nobody (PR-J1)."""
    if action == NO_DUEL:
        race.phase = BESIDE
    else:
        challenge(race, road, action - CHALLENGE)


@rare
def answer_challenge(race: State, road: Road, action: int) -> None:
    """The challenged rider accepts or gives way (PR-J2)."""
    if action == ACCEPT:
        accept(race, road)
    else:
        give_way(race, road)


@rare
def raise_or_not(race: State, action: int) -> None:
    """Raise the roll for a chip, or not (PR-J3)."""
    if action == RAISE:
        raise_roll(race)
    else:
        race.phase = DUEL_RAISED


@rare
def hand_something(race: State, road: Road, action: int) -> None:
    """Something changes hands with a team-mate beside the rider, or nothing does (PR-G6)."""
    if action == NO_HAND:
        race.phase = after_hand_over(race)
    else:
        hand_over(race, road, action - HAND, after_hand_over(race))


@rare
def put_back(race: State, card: int) -> None:
    """A doping card goes under its stack. In an exchange a new one is drawn (PR-G6), but not when the bag is cleared
    out (event 25)."""
    if race.resume == EVENT_NEXT:
        put_doping_back(race, race.who, card)
        race.phase = EVENT_NEXT
    else:
        put_back_and_draw(race, card)


@rare
def help_out(race: State, action: int) -> None:
    """A team-mate gives chips, or nobody does (PR-Z4, event 27)."""
    if action == KEEP:
        race.phase = EVENT_NEXT
    else:
        give_spirit(race, action - SPIRIT)


# ------------------------------------------------------------------------------------------------------ the circle


@rare
def ask_or_skip(race: State, action: int) -> None:
    """Ask the next rider of the chain, or leave it out (PR-L1)."""
    if action == ASK:
        note_asked(race)
    else:
        race.phase = ASK_NEXT


@rare
def lay_start(race: State, road: Road, action: int) -> None:
    """The leader lays a card, a picked doping card, or chips (PR-L2, PR-U2)."""
    if action >= USE_DOPING:
        race.laid_doping = action - USE_DOPING + 1
        lay_start_card(race, DOPING_CARD)
    elif action >= PLAY:
        lay_start_card(race, action - PLAY)
    else:
        race.added = action - CHIPS + 1
        consider_bonus(race, road)


@rare
def join(race: State, action: int) -> None:
    """The rider asked joins the circle, or declines (PR-L4)."""
    if action == JOIN:
        note_joined(race)
    else:
        race.phase = JOIN_NEXT


# ------------------------------------------------------------------------------------------- before the first round


@rule
def draw_lot(race: State, team: int) -> None:
    """The next team in start order (PR-S7)."""
    race.order[race.turn_of] = team
    race.turn_of += 1
    race.phase = NEXT_LOT


@rule
def deal_reserve(race: State, number: int) -> None:
    """A chip of the season reserve goes to a rider (PR-E5)."""
    race.chips[race.decider * race.squad + number] += 1
    race.reserve[race.decider] -= 1
    race.phase = NEXT_RESERVE


@rare
def start_with(race: State, road: Road, action: int) -> None:
    """A rider starts with a card, with chips, or on row 1 (PR-T1, PR-T3)."""
    if action == ROW_ONE:
        set_on_row(race, road, 1)
    elif action >= PLAY:
        choose_card(race, road, action - PLAY)
    else:
        race.added = action - CHIPS + 1
        race.chips[race.rider] -= race.added
        set_on_row(race, road, race.added)


@rare
def start_with_card(race: State, road: Road, change: int) -> None:
    """Start with a card: here, too, chips may be added or points saved (PR-T2, PR-T3)."""
    if change > 0:
        race.added = change
        race.chips[race.rider] -= change
    else:
        race.saved = -change
    set_on_row(race, road, race.card_sum + change)


@rare
def go_away_or_stay(race: State, road: Road, action: int) -> None:
    """A rider joins the breakaway, or stays in the bunch (PR-T4)."""
    if action == STAY:
        race.phase = BREAK_NEXT
    else:
        go_away(race, road, action - PLAY)

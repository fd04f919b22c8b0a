"""Profi: which rule function each phase calls. Made from the table in `phases` by `tools/write_phases.py`."""
# ruff: noqa: I001

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    BONUS, CARD, COIN_FACE, DESCENT, DIE, DOPING_DRAWN, EVENT, FEE, FORM_DIE, FROM_STACK, GIVE_UP, LAY, LOT_RIDER,
    LOT_TEAM, ON, PLACE, PLAY, PUT_BACK, RIDER, RISK, TYPE, UNDER_STACK, USE_DOPING, WEATHER, WIND,
)  # fmt: skip
from parcours.games.profi.rules.cards import (
    draw_from, draw_kind, legal_stacks, legal_unders, put_under, refill, take_doping,
)  # fmt: skip
from parcours.games.profi.rules.chain import legal_offer
from parcours.games.profi.rules.circle import (
    ask_next, join_next, lay, lay_next, legal_asking, legal_train, note_fee, ride_train,
)  # fmt: skip
from parcours.games.profi.rules.crash import legal_danger, roll_next
from parcours.games.profi.rules.deeds import (
    answer_challenge, ask_or_skip, choose_card, counter, deal_reserve, draw_lot, fight, go_away_or_stay,
    hand_something, help_out, hold_wheel, join, lay_start, pay_for_wheel, place, put_back, raise_or_not, ride_on,
    shape, start_with, swap_card, swap_for_event, take_bonus, take_reward, take_risk, take_turn, use_picked,
    ward_off,
)  # fmt: skip
from parcours.games.profi.rules.duel import after_duel_roll, duel_roll, legal_duel, legal_hand, raise_next
from parcours.games.profi.rules.dummies import dummy_rolls, move_dummy, ride_dummy
from parcours.games.profi.rules.events import (
    apply_event, draw_rider, legal_event_lot, legal_event_swap, legal_events, legal_spirit, next_event,
)  # fmt: skip
from parcours.games.profi.rules.finish import control, end, finish, turn_cards
from parcours.games.profi.rules.flow import (
    after_crash_roll, begin_turn, consider_duel, consider_hand_over, end_of_ride, legal_reward, next_counter,
    queue_rolls, reckon_or_join, set_train_off, tire,
)  # fmt: skip
from parcours.games.profi.rules.luck import (
    cards_to_draw, coin_faces, descent_faces, die_faces, doping_to_draw, draw_champion, flip_again, flip_crash,
    form_faces, roll_crash, roll_descent, roll_form, roll_weather, roll_wind, weathers, winds,
)  # fmt: skip
from parcours.games.profi.rules.move import legal_bonus, legal_counter, legal_risk, legal_shape, legal_turn
from parcours.games.profi.rules.offers import (
    legal_answer, legal_attack_card, legal_bag, legal_circle_fee, legal_contribution, legal_join, legal_pick,
    legal_raise, legal_swap_card, legal_team_rider, legal_team_type,
)  # fmt: skip
from parcours.games.profi.rules.riding import legal_places
from parcours.games.profi.rules.rounds import begin_moves, begin_round, end_round
from parcours.games.profi.rules.slipstream import legal_fees, legal_on, legal_side
from parcours.games.profi.rules.start import (
    break_in_lane, legal_breakaway, legal_lot, legal_rainbow, legal_start_means, legal_start_places,
    next_breakaway, next_dummy_start, next_form, next_lot, next_reserve, next_start, next_types, pick_starter,
    start_dummy, start_in_lane, take_type, throw_die,
)  # fmt: skip
from parcours.games.profi.state import (
    ANSWER, ASK_NEXT, ASKING, BAG_PHASE, BESIDE, BONUS_PHASE, BREAK_CARD, BREAK_DIE, BREAK_NEXT, BREAK_PLACE,
    CARD_PHASE, CIRCLE_FEE, CIRCLE_PLACE, CONTROL, CONTROL_DIE, COUNTER, COUNTERS, CRASH_COIN, CRASH_DIE, CRASHED,
    CRASHING, DANGER, DESCENT_DIE, DRAW_CARD, DRAW_DOPING, DUEL, DUEL_DIE, DUEL_RAISED, DUEL_ROLLED, DUELLED,
    DUMMY, DUMMY_DIE, DUMMY_ROLLED, ENDED, EVENT_CARD, EVENT_LOT, EVENT_NEXT, EVENT_SWAP, FEE_PHASE, FINISHED,
    FORM, HAND_OVER, JOIN_NEXT, JOINING, LAY_NEXT, LAYING, LOT, MOVES, NEXT_FORM, NEXT_LOT, NEXT_RESERVE,
    NEXT_RIDER, NEXT_TYPES, OFFER, ON_PHASE, PICK_PHASE, PLACE_PHASE, RAINBOW, RAISE_PHASE, RECKON, REFILL,
    RESERVE_PHASE, REWARD, REWARDED, RISK_PHASE, RODE, ROUND_BEGIN, ROUND_END, SECOND_COIN, SHAPE, SIDE_PHASE,
    SPIRIT_PHASE, STACK, START_DIE, START_DUMMY, START_MEANS, START_NEXT, START_PLACE, START_RIDER, SWAP_PHASE,
    TIRED, TRAIN, TURN, TYPES, UNDER_PHASE, WEATHER_PHASE, WIND_PHASE, State,
)  # fmt: skip


@rule
def is_chance(phase: int) -> bool:
    """Whether dice, lots or cards decide."""
    if phase in (LOT, FORM, RAINBOW, START_DIE, BREAK_DIE, WEATHER_PHASE, EVENT_LOT, EVENT_CARD):
        return True
    if phase in (WIND_PHASE, DESCENT_DIE, CRASH_DIE, CRASH_COIN, SECOND_COIN, DUEL_DIE, DUMMY_DIE, DRAW_CARD):
        return True
    return phase in (DRAW_DOPING, CONTROL_DIE)


@rare
def answers(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """What can be decided in this phase, by a seat or by chance: how many answers there are."""
    phase = race.phase
    if phase == STACK:
        return legal_stacks(race, out)
    if phase == DRAW_CARD:
        return cards_to_draw(race, out)
    if phase == TURN:
        return legal_turn(race, road, out)
    if phase == PLACE_PHASE:
        return legal_places(race, road, out)
    if phase == WIND_PHASE:
        return winds(out)
    if phase == SHAPE:
        return legal_shape(race, road, out)
    if phase == BONUS_PHASE:
        return legal_bonus(race, road, out)
    if phase == CARD_PHASE:
        return legal_attack_card(race, road, out)
    if phase == REWARD:
        return legal_reward(race, out)
    if phase == SWAP_PHASE:
        return legal_swap_card(race, out)
    if phase == UNDER_PHASE:
        return legal_unders(race, out)
    if phase == COUNTER:
        return legal_counter(race, road, out)
    if phase == HAND_OVER:
        return legal_hand(race, road, out)
    if phase == DUEL:
        return legal_duel(race, road, out)
    if phase == DANGER:
        return legal_danger(race, out)
    if phase == ON_PHASE:
        return legal_on(race, road, out)
    if phase == CRASH_COIN:
        return coin_faces(out)
    return seldom_answers(race, road, out)


@rare
def seldom_answers(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """`answers` in phases that are rare."""
    phase = race.phase
    if phase == LOT:
        return legal_lot(race, out)
    if phase == TYPES:
        return legal_team_type(race, out)
    if phase == FORM:
        return form_faces(out)
    if phase == RAINBOW:
        return legal_rainbow(race, out)
    if phase == RESERVE_PHASE:
        return legal_team_rider(race, out)
    if phase == START_RIDER:
        return legal_team_rider(race, out)
    if phase == START_MEANS:
        return legal_start_means(race, road, out)
    if phase == START_PLACE:
        return legal_start_places(race, road, out)
    if phase == START_DIE:
        return die_faces(out)
    if phase == BREAK_DIE:
        return die_faces(out)
    if phase == BREAK_CARD:
        return legal_breakaway(race, out)
    if phase == BREAK_PLACE:
        return legal_start_places(race, road, out)
    if phase == WEATHER_PHASE:
        return weathers(out)
    if phase == EVENT_LOT:
        return legal_event_lot(race, out)
    if phase == EVENT_CARD:
        return legal_events(race, out)
    if phase == EVENT_SWAP:
        return legal_event_swap(race, out)
    if phase == SPIRIT_PHASE:
        return legal_spirit(race, out)
    if phase == RISK_PHASE:
        return legal_risk(race, out)
    if phase == DESCENT_DIE:
        return descent_faces(out)
    if phase == FEE_PHASE:
        return legal_fees(race, road, out)
    if phase == SIDE_PHASE:
        return legal_side(race, road, out)
    if phase == CRASH_DIE:
        return die_faces(out)
    if phase == SECOND_COIN:
        return coin_faces(out)
    if phase == ANSWER:
        return legal_answer(race, road, out)
    if phase == DUEL_DIE:
        return die_faces(out)
    if phase == RAISE_PHASE:
        return legal_raise(race, out)
    if phase == ASKING:
        return legal_asking(race, out)
    if phase == OFFER:
        return legal_offer(race, road, out)
    if phase == JOINING:
        return legal_join(race, road, out)
    if phase == CIRCLE_FEE:
        return legal_circle_fee(race, road, out)
    if phase == LAYING:
        return legal_contribution(race, road, out)
    if phase == CIRCLE_PLACE:
        return legal_train(race, road, out)
    if phase == DUMMY_DIE:
        return die_faces(out)
    if phase == BAG_PHASE:
        return legal_bag(race, out)
    if phase == DRAW_DOPING:
        return doping_to_draw(race, out)
    if phase == PICK_PHASE:
        return legal_pick(race, out)
    if phase == CONTROL_DIE:
        return die_faces(out)
    return 0


@rare
def play(race: State, road: Road, action: int) -> None:
    """What a decision does in this phase."""
    phase = race.phase
    if phase == STACK:
        draw_from(race, action - FROM_STACK)
    elif phase == DRAW_CARD:
        draw_kind(race, action - CARD)
    elif phase == TURN:
        take_turn(race, road, action)
    elif phase == PLACE_PHASE:
        place(race, road, action)
    elif phase == WIND_PHASE:
        roll_wind(race, action - WIND + 1)
    elif phase == SHAPE:
        shape(race, road, action)
    elif phase == BONUS_PHASE:
        take_bonus(race, action - BONUS)
    elif phase == CARD_PHASE:
        choose_card(race, road, action - PLAY)
    elif phase == REWARD:
        take_reward(race, action)
    elif phase == SWAP_PHASE:
        swap_card(race, action - GIVE_UP)
    elif phase == UNDER_PHASE:
        put_under(race, action - UNDER_STACK)
    elif phase == COUNTER:
        counter(race, road, action)
    elif phase == HAND_OVER:
        hand_something(race, road, action)
    elif phase == DUEL:
        fight(race, road, action)
    elif phase == DANGER:
        ward_off(race, road, action)
    elif phase == ON_PHASE:
        ride_on(race, road, action - ON)
    elif phase == CRASH_COIN:
        flip_crash(race, action == COIN_FACE)
    else:
        seldom_play(race, road, action)


@rare
def seldom_play(race: State, road: Road, action: int) -> None:
    """`play` in phases that are rare."""
    phase = race.phase
    if phase == LOT:
        draw_lot(race, action - LOT_TEAM)
    elif phase == TYPES:
        take_type(race, action - TYPE)
    elif phase == FORM:
        roll_form(race, action - FORM_DIE + 1)
    elif phase == RAINBOW:
        draw_champion(race, action - LOT_RIDER)
    elif phase == RESERVE_PHASE:
        deal_reserve(race, action - RIDER)
    elif phase == START_RIDER:
        pick_starter(race, action - RIDER)
    elif phase == START_MEANS:
        start_with(race, road, action)
    elif phase == START_PLACE:
        start_in_lane(race, action - PLACE)
    elif phase == START_DIE:
        start_dummy(race, road, action - DIE + 1)
    elif phase == BREAK_DIE:
        throw_die(race, action - DIE + 1)
    elif phase == BREAK_CARD:
        go_away_or_stay(race, road, action)
    elif phase == BREAK_PLACE:
        break_in_lane(race, action - PLACE)
    elif phase == WEATHER_PHASE:
        roll_weather(race, action - WEATHER)
    elif phase == EVENT_LOT:
        draw_rider(race, action - LOT_RIDER)
    elif phase == EVENT_CARD:
        apply_event(race, road, action - EVENT + 1)
    elif phase == EVENT_SWAP:
        swap_for_event(race, action)
    elif phase == SPIRIT_PHASE:
        help_out(race, action)
    elif phase == RISK_PHASE:
        take_risk(race, road, action == RISK)
    elif phase == DESCENT_DIE:
        roll_descent(race, action - DESCENT - 1)
    elif phase == FEE_PHASE:
        pay_for_wheel(race, road, action - FEE)
    elif phase == SIDE_PHASE:
        hold_wheel(race, road, action)
    elif phase == CRASH_DIE:
        roll_crash(race, action - DIE + 1)
    elif phase == SECOND_COIN:
        flip_again(race, road, action == COIN_FACE)
    elif phase == ANSWER:
        answer_challenge(race, road, action)
    elif phase == DUEL_DIE:
        duel_roll(race, road, action - DIE + 1)
    elif phase == RAISE_PHASE:
        raise_or_not(race, action)
    elif phase == ASKING:
        ask_or_skip(race, action)
    elif phase == OFFER:
        lay_start(race, road, action)
    elif phase == JOINING:
        join(race, action)
    elif phase == CIRCLE_FEE:
        note_fee(race, action - FEE)
    elif phase == LAYING:
        lay(race, action - LAY)
    elif phase == CIRCLE_PLACE:
        ride_train(race, road, action - PLACE)
    elif phase == DUMMY_DIE:
        dummy_rolls(race, road, action - DIE + 1)
    elif phase == BAG_PHASE:
        put_back(race, action - PUT_BACK)
    elif phase == DRAW_DOPING:
        take_doping(race, action - DOPING_DRAWN)
    elif phase == PICK_PHASE:
        use_picked(race, road, action - USE_DOPING)
    elif phase == CONTROL_DIE:
        turn_cards(race, action - DIE + 1)


@rare
def pass_by(race: State, road: Road) -> None:
    """One of the phases that pass by themselves."""
    phase = race.phase
    if phase == REFILL:
        refill(race)
    elif phase == NEXT_RIDER:
        begin_turn(race, road)
    elif phase == RECKON:
        reckon_or_join(race, road)
    elif phase == RODE:
        end_of_ride(race, road)
    elif phase == REWARDED:
        queue_rolls(race, road)
    elif phase == CRASHING:
        roll_next(race, road)
    elif phase == CRASHED:
        after_crash_roll(race)
    elif phase == DUELLED:
        consider_duel(race, road)
    elif phase == BESIDE:
        consider_hand_over(race, road)
    elif phase == COUNTERS:
        next_counter(race, road)
    elif phase == TIRED:
        tire(race)
    else:
        seldom_pass_by(race, road)


@rare
def seldom_pass_by(race: State, road: Road) -> None:
    """`pass_by` in phases that are rare."""
    phase = race.phase
    if phase == NEXT_LOT:
        next_lot(race)
    elif phase == NEXT_TYPES:
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
    elif phase == ROUND_BEGIN:
        begin_round(race, road)
    elif phase == EVENT_NEXT:
        next_event(race, road)
    elif phase == MOVES:
        begin_moves(race, road)
    elif phase == ROUND_END:
        end_round(race, road)
    elif phase == DUEL_ROLLED:
        after_duel_roll(race)
    elif phase == DUEL_RAISED:
        raise_next(race, road)
    elif phase == ASK_NEXT:
        ask_next(race)
    elif phase == JOIN_NEXT:
        join_next(race, road)
    elif phase == LAY_NEXT:
        lay_next(race, road)
    elif phase == TRAIN:
        set_train_off(race, road)
    elif phase == DUMMY:
        move_dummy(race, road)
    elif phase == DUMMY_ROLLED:
        ride_dummy(race, road)
    elif phase == FINISHED:
        finish(race, road)
    elif phase == ENDED:
        end(race, road)
    elif phase == CONTROL:
        control(race)

"""Profi: the table of phases. Who decides in each, what is legal, what a decision does, and what can come next.

`python tools/write_phases.py` writes `rules/dispatch.py` from it; the documentation draws its pictures from it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from parcours.games.profi import state
from parcours.games.profi.rules import (
    cards,
    chain,
    circle,
    crash,
    deeds,
    duel,
    dummies,
    events,
    finish,
    flow,
    luck,
    move,
    offers,
    riding,
    rounds,
    slipstream,
    start,
)

Rule = Callable[..., Any]

SEAT, LUCK, NOBODY = "a player", "chance", "nobody"


@dataclass(frozen=True)
class Phase:
    """A row of the table."""

    name: str
    """Its name in `state`."""
    part: str
    who: str
    """Who decides: a player, chance, or nobody if the phase passes by itself."""
    about: str
    then: tuple[str, ...]
    """The phases that can come next. Not listed: at any decision a player may use a doping card, and picking one
    (`PICK_PHASE`) leads back to that decision."""
    play: Rule | None
    """What a decision does; in a phase without one, what happens by itself."""
    legal: Rule | None = None
    """What can be decided."""
    given: str = "action"
    """What `play` is given, besides the race and the road."""
    seldom: bool = False
    """Whether a dozen races may pass without it."""

    @property
    def number(self) -> int:
        return int(getattr(state, self.name))


def _seat(
    name: str, part: str, about: str, then: str, legal: Rule, play: Rule, given: str = "action", seldom: bool = False
) -> Phase:
    return Phase(name, part, SEAT, about, tuple(then.split()), play, legal, given, seldom)


def _luck(name: str, part: str, about: str, then: str, legal: Rule, play: Rule, given: str) -> Phase:
    return Phase(name, part, LUCK, about, tuple(then.split()), play, legal, given)


def _passing(name: str, part: str, about: str, then: str, play: Rule) -> Phase:
    return Phase(name, part, NOBODY, about, tuple(then.split()), play)


TEAMS, START, AWAY, ROUND, MOVE, WHEEL = "Teams", "Start", "Breakaway", "Round", "Turn and move", "Slipstream"
RIDDEN, CRASH, DUEL, CIRCLE, DUMMY = "After the ride", "Crashes", "Elbow duel", "Belgian circle", "Dummies"
CARDS, DOPING, END = "Cards", "Doping cards", "Finish"
PARTS = (TEAMS, START, AWAY, ROUND, MOVE, WHEEL, RIDDEN, CRASH, DUEL, CIRCLE, DUMMY, CARDS, DOPING, END)
"""The parts of a race, roughly in order: each has its own picture."""

FACE = "action - DIE + 1"

PHASES: tuple[Phase, ...] = (
    _passing("NEXT_LOT", TEAMS, "the start order (PR-S7)", "LOT NEXT_TYPES", start.next_lot),
    _luck("LOT", TEAMS, "which team is next (PR-S7)", "NEXT_LOT", start.legal_lot, deeds.draw_lot, "action - LOT_TEAM"),
    _passing("NEXT_TYPES", TEAMS, "who makes its team up (PR-S4)", "TYPES REFILL", start.next_types),
    _seat("TYPES", TEAMS, "which type rides (PR-I1)", "NEXT_TYPES",
          offers.legal_team_type, start.take_type, "action - TYPE"),
    _passing("NEXT_FORM", TEAMS, "whose form is rolled (PR-S6)", "FORM RAINBOW NEXT_RESERVE", start.next_form),
    _luck("FORM", TEAMS, "the day's form (PR-S6)", "NEXT_FORM",
          luck.form_faces, luck.roll_form, "action - FORM_DIE + 1"),
    _luck("RAINBOW", TEAMS, "the world champion (PR-P5)", "NEXT_RESERVE",
          start.legal_rainbow, luck.draw_champion, "action - LOT_RIDER"),
    _passing("NEXT_RESERVE", TEAMS, "who has season chips (PR-E5)", "RESERVE_PHASE START_NEXT", start.next_reserve),
    _seat("RESERVE_PHASE", TEAMS, "who gets a season chip (PR-E5)", "NEXT_RESERVE",
          offers.legal_team_rider, deeds.deal_reserve, "action - RIDER", seldom=True),

    _passing("START_NEXT", START, "who places a rider (PR-T1)", "START_RIDER START_DUMMY", start.next_start),
    _seat("START_RIDER", START, "which rider (PR-I2)", "START_MEANS",
          offers.legal_team_rider, start.pick_starter, "action - RIDER"),
    _seat("START_MEANS", START, "card, chips or row 1 (PR-T1)", "SHAPE START_PLACE",
          start.legal_start_means, deeds.start_with),
    _seat("START_PLACE", START, "in which lane (PR-T1)", "REFILL",
          start.legal_start_places, start.start_in_lane, "action - PLACE"),
    _passing("START_DUMMY", START, "which dummy rolls (PR-T3)", "START_DIE BREAK_DIE ROUND_BEGIN",
             start.next_dummy_start),
    _luck("START_DIE", START, "a dummy's row (PR-T3)", "START_DUMMY", luck.die_faces, start.start_dummy, FACE),

    _luck("BREAK_DIE", AWAY, "four coloured dice (PR-T4)", "BREAK_DIE BREAK_NEXT",
          luck.die_faces, start.throw_die, FACE),
    _passing("BREAK_NEXT", AWAY, "who may go (PR-T5)", "BREAK_CARD BREAK_DIE REFILL", start.next_breakaway),
    _seat("BREAK_CARD", AWAY, "go or stay (PR-T4)", "BREAK_PLACE BREAK_NEXT",
          start.legal_breakaway, deeds.go_away_or_stay),
    _seat("BREAK_PLACE", AWAY, "in which lane (PR-T6)", "BREAK_NEXT",
          start.legal_start_places, start.break_in_lane, "action - PLACE"),

    _passing("ROUND_BEGIN", ROUND, "groups, wind and weather (PR-O6)", "WEATHER_PHASE EVENT_NEXT", rounds.begin_round),
    _luck("WEATHER_PHASE", ROUND, "the weather (PR-Y1)", "EVENT_NEXT",
          luck.weathers, luck.roll_weather, "action - WEATHER"),
    _passing("EVENT_NEXT", ROUND, "is an event drawn? (PR-X1)", "EVENT_LOT MOVES", events.next_event),
    _luck("EVENT_LOT", ROUND, "for which rider (PR-X1)", "EVENT_CARD",
          events.legal_event_lot, events.draw_rider, "action - LOT_RIDER"),
    _luck("EVENT_CARD", ROUND, "the event card (PR-Z4)",
          "EVENT_NEXT EVENT_SWAP SPIRIT_PHASE BAG_PHASE DRAW_DOPING CRASHING",
          events.legal_events, events.apply_event, "action - EVENT + 1"),
    _seat("EVENT_SWAP", ROUND, "good radio: a card swapped (event 13)", "UNDER_PHASE EVENT_NEXT",
          events.legal_event_swap, deeds.swap_for_event),
    _seat("SPIRIT_PHASE", ROUND, "team spirit: chips given (event 27)", "EVENT_NEXT",
          events.legal_spirit, deeds.help_out),
    _passing("MOVES", ROUND, "bottles are laid (PR-B3)", "NEXT_RIDER", rounds.begin_moves),
    _passing("ROUND_END", ROUND, "points on the way (PR-O6)", "ROUND_BEGIN FINISHED", rounds.end_round),

    _passing("NEXT_RIDER", MOVE, "who is due (PR-O1)", "WIND_PHASE TURN DUMMY ROUND_END", flow.begin_turn),
    _luck("WIND_PHASE", MOVE, "the group's wind (PR-Y3)", "NEXT_RIDER",
          luck.winds, luck.roll_wind, "action - WIND + 1"),
    _seat("TURN", MOVE, "what the rider does (PR-M1)",
          "NEXT_RIDER DRAW_DOPING CARD_PHASE FEE_PHASE SIDE_PHASE ON_PHASE ASK_NEXT PLACE_PHASE SHAPE RISK_PHASE "
          "BONUS_PHASE RECKON",
          move.legal_turn, deeds.take_turn),
    _seat("CARD_PHASE", MOVE, "a card of an attack (PR-A1)", "CARD_PHASE SHAPE",
          offers.legal_attack_card, deeds.choose_card, "action - PLAY"),
    _seat("SHAPE", MOVE, "plus-minus-2, a bottle (PR-M3)", "SHAPE RISK_PHASE BONUS_PHASE RECKON START_PLACE",
          move.legal_shape, deeds.shape),
    _seat("RISK_PHASE", MOVE, "the descent die? (PR-H5)", "BONUS_PHASE RECKON",
          move.legal_risk, deeds.take_risk, "action == RISK"),
    _seat("BONUS_PHASE", MOVE, "optional squares (PR-I6)", "RECKON",
          move.legal_bonus, deeds.take_bonus, "action - BONUS"),
    _passing("RECKON", MOVE, "paid, and counted (PR-M4)", "DESCENT_DIE PLACE_PHASE JOIN_NEXT", flow.reckon_or_join),
    _luck("DESCENT_DIE", MOVE, "the descent die (PR-H5)", "RECKON",
          luck.descent_faces, luck.roll_descent, "action - DESCENT - 1"),
    _seat("PLACE_PHASE", MOVE, "where to (PR-R3)", "PLACE_PHASE RODE", riding.legal_places, deeds.place),

    _seat("FEE_PHASE", WHEEL, "how the wheel is paid for (PR-H1)", "SIDE_PHASE ON_PHASE CARD_PHASE",
          slipstream.legal_fees, deeds.pay_for_wheel, "action - FEE", seldom=True),
    _seat("SIDE_PHASE", WHEEL, "pay in a crosswind? (PR-Y3)", "ON_PHASE CARD_PHASE RODE",
          slipstream.legal_side, deeds.hold_wheel),
    _seat("ON_PHASE", WHEEL, "further on? (PR-W3)", "RISK_PHASE BONUS_PHASE RECKON RODE",
          slipstream.legal_on, deeds.ride_on, "action - ON"),

    _passing("RODE", RIDDEN, "the ride is over (PR-O7)", "REWARD REWARDED", flow.end_of_ride),
    _seat("REWARD", RIDDEN, "the reward for soft-pedalling (PR-D1)", "SWAP_PHASE DRAW_DOPING REWARDED",
          flow.legal_reward, deeds.take_reward),
    _passing("REWARDED", RIDDEN, "who must roll (PR-O7)", "CRASHING", flow.queue_rolls),
    _passing("DUELLED", RIDDEN, "a duel? (PR-J1)", "DUEL BESIDE", flow.consider_duel),
    _passing("BESIDE", RIDDEN, "a team-mate beside? (PR-G6)", "HAND_OVER COUNTERS TIRED", flow.consider_hand_over),
    _seat("HAND_OVER", RIDDEN, "what changes hands (PR-G6)", "BAG_PHASE BESIDE COUNTERS",
          duel.legal_hand, deeds.hand_something),
    _passing("COUNTERS", RIDDEN, "who may counter (PR-A7)", "COUNTER TIRED", flow.next_counter),
    _seat("COUNTER", RIDDEN, "counter with what (PR-A7)", "SHAPE BONUS_PHASE RECKON COUNTERS",
          move.legal_counter, deeds.counter),
    _passing("TIRED", RIDDEN, "exhaustion (PR-A5)", "REFILL", flow.tire),

    _passing("CRASHING", CRASH, "who rolls next (PR-F1)",
             "CRASH_DIE CRASH_COIN DANGER SECOND_COIN DUELLED BESIDE EVENT_NEXT", crash.roll_next),
    _luck("CRASH_DIE", CRASH, "1:6 (PR-F1)", "CRASHED DANGER SECOND_COIN", luck.die_faces, luck.roll_crash, FACE),
    _luck("CRASH_COIN", CRASH, "50:50 (PR-F1)", "CRASHED DANGER SECOND_COIN",
          luck.coin_faces, luck.flip_crash, "action == COIN_FACE"),
    _seat("DANGER", CRASH, "pay, roll or fall (PR-F1)", "CRASHED SECOND_COIN", crash.legal_danger, deeds.ward_off),
    _luck("SECOND_COIN", CRASH, "the second roll (PR-F1)", "CRASHED",
          luck.coin_faces, luck.flip_again, "action == COIN_FACE"),
    _passing("CRASHED", CRASH, "rolled (PR-F1)", "CRASHING DUEL_ROLLED", flow.after_crash_roll),

    _seat("DUEL", DUEL, "challenge whom (PR-J1)", "ANSWER DUEL_DIE CRASHING BESIDE", duel.legal_duel, deeds.fight),
    _seat("ANSWER", DUEL, "accept or give way (PR-J2)", "DUEL_DIE CRASHING",
          offers.legal_answer, deeds.answer_challenge),
    _luck("DUEL_DIE", DUEL, "both roll (PR-J3)", "DUEL_ROLLED DANGER SECOND_COIN",
          luck.die_faces, duel.duel_roll, FACE),
    _passing("DUEL_ROLLED", DUEL, "has the other rolled? (PR-J5)", "DUEL_DIE DUEL_RAISED", duel.after_duel_roll),
    _passing("DUEL_RAISED", DUEL, "who may raise; who wins (PR-J3, PR-J4)", "RAISE_PHASE DUEL_RAISED CRASHING",
             duel.raise_next),
    _seat("RAISE_PHASE", DUEL, "raise the roll? (PR-J3)", "DUEL_RAISED", offers.legal_raise, deeds.raise_or_not),

    _passing("ASK_NEXT", CIRCLE, "the next of the chain (PR-L1)", "ASKING OFFER", circle.ask_next),
    _seat("ASKING", CIRCLE, "is it asked? (PR-L1)", "ASK_NEXT", circle.legal_asking, deeds.ask_or_skip),
    _seat("OFFER", CIRCLE, "the start card (PR-L2)", "SHAPE BONUS_PHASE RECKON", chain.legal_offer, deeds.lay_start),
    _passing("JOIN_NEXT", CIRCLE, "who answers (PR-L4)",
             "JOINING LAY_NEXT DUMMY_ROLLED SHAPE RISK_PHASE BONUS_PHASE RECKON", circle.join_next),
    _seat("JOINING", CIRCLE, "join? (PR-L4)", "JOIN_NEXT", offers.legal_join, deeds.join),
    _passing("LAY_NEXT", CIRCLE, "who lays (PR-L4)", "CIRCLE_FEE LAYING TRAIN", circle.lay_next),
    _seat("CIRCLE_FEE", CIRCLE, "the fee on a climb (PR-L8)", "LAYING",
          offers.legal_circle_fee, circle.note_fee, "action - FEE", seldom=True),
    _seat("LAYING", CIRCLE, "its contribution (PR-L3)", "LAY_NEXT",
          offers.legal_contribution, circle.lay, "action - LAY"),
    _passing("TRAIN", CIRCLE, "all is turned up (PR-L4)", "CIRCLE_PLACE RODE", flow.set_train_off),
    _seat("CIRCLE_PLACE", CIRCLE, "in which lane (PR-L7)", "RODE",
          circle.legal_train, circle.ride_train, "action - PLACE"),

    _passing("DUMMY", DUMMY, "follow or roll (PR-N2)", "DUMMY_DIE SIDE_PHASE RODE", dummies.move_dummy),
    _luck("DUMMY_DIE", DUMMY, "its die (PR-N2)", "DUMMY_DIE DUMMY_ROLLED JOIN_NEXT RODE",
          luck.die_faces, dummies.dummy_rolls, FACE),
    _passing("DUMMY_ROLLED", DUMMY, "it rides (PR-N4)", "RODE", dummies.ride_dummy),

    _passing("REFILL", CARDS, "whose hand is short (PR-K4)",
             "STACK NEXT_FORM START_NEXT ROUND_BEGIN NEXT_RIDER", cards.refill),
    _seat("SWAP_PHASE", CARDS, "which card is swapped (PR-D3)", "UNDER_PHASE STACK",
          offers.legal_swap_card, deeds.swap_card, "action - GIVE_UP"),
    _seat("UNDER_PHASE", CARDS, "under which stack (PR-D3)", "STACK",
          cards.legal_unders, cards.put_under, "action - UNDER_STACK"),
    _seat("STACK", CARDS, "from which stack (PR-K3)", "DRAW_CARD REFILL REWARDED EVENT_SWAP EVENT_NEXT",
          cards.legal_stacks, cards.draw_from, "action - FROM_STACK"),
    _luck("DRAW_CARD", CARDS, "the card drawn (PR-K1)", "REFILL REWARDED EVENT_SWAP EVENT_NEXT",
          luck.cards_to_draw, cards.draw_kind, "action - CARD"),

    _seat("BAG_PHASE", DOPING, "which goes back (PR-G6, event 25)", "DRAW_DOPING EVENT_NEXT BESIDE COUNTERS",
          offers.legal_bag, deeds.put_back, "action - PUT_BACK", seldom=True),
    _luck("DRAW_DOPING", DOPING, "the doping card drawn (PR-U1)", "NEXT_RIDER REWARDED EVENT_NEXT BESIDE COUNTERS",
          luck.doping_to_draw, cards.take_doping, "action - DOPING_DRAWN"),
    _seat("PICK_PHASE", DOPING, "which of several is used (PR-U2)", "CARD_PHASE SHAPE",
          offers.legal_pick, deeds.use_picked, "action - USE_DOPING", seldom=True),

    _passing("FINISHED", END, "the last round, a sprint? (PR-Q2)", "ROUND_BEGIN ENDED", finish.finish),
    _passing("ENDED", END, "places (PR-Q4)", "CONTROL", finish.end),
    _passing("CONTROL", END, "the doping control (PR-U4)", "CONTROL_DIE OVER_PHASE", finish.control),
    _luck("CONTROL_DIE", END, "whose cards are turned (PR-U4)", "CONTROL", luck.die_faces, finish.turn_cards, FACE),
    Phase("OVER_PHASE", END, NOBODY, "the race is over", (), None),
)  # fmt: skip
"""Roughly in the order of a race."""

OFTEN = (
    "REFILL", "NEXT_RIDER", "RECKON", "RODE", "REWARDED", "CRASHING", "CRASHED", "DUELLED", "BESIDE", "COUNTERS",
    "TIRED", "STACK", "DRAW_CARD", "TURN", "PLACE_PHASE", "WIND_PHASE", "SHAPE", "BONUS_PHASE", "CARD_PHASE", "REWARD",
    "SWAP_PHASE", "UNDER_PHASE", "COUNTER", "HAND_OVER", "DUEL", "DANGER", "ON_PHASE", "CRASH_COIN",
)  # fmt: skip
"""The most frequent phases: the dispatch tries them first."""

"""Profi: the rules, a module a chapter or two. Here: who decides, and among what (PR-I)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    ACCEPT,
    CARD,
    COIN_FACE,
    DESCENT,
    DIE,
    DOPE,
    DOPING_DRAWN,
    FORM_DIE,
    GIVE_WAY,
    NO_RAISE,
    RAISE,
    RISK,
    SAFE,
    WEATHER,
    WIND,
)
from parcours.games.profi.rules.cards import (
    attack_cards,
    legal_cards,
    legal_dawdlers_swap,
    legal_picks,
    legal_put_back,
    legal_stacks,
    legal_unders,
    may_dope,
    picker,
)
from parcours.games.profi.rules.chain import legal_chain_fees, legal_joining, legal_lays, legal_offer
from parcours.games.profi.rules.circle import legal_asking, legal_train, takes_cards
from parcours.games.profi.rules.crash import legal_danger
from parcours.games.profi.rules.deeds import carry_out
from parcours.games.profi.rules.duel import accepts_free, legal_duel, legal_hand
from parcours.games.profi.rules.events import legal_event_lot, legal_event_swap, legal_events, legal_spirit
from parcours.games.profi.rules.finish import result
from parcours.games.profi.rules.flow import legal_reward, pass_by
from parcours.games.profi.rules.ground import has, type_of
from parcours.games.profi.rules.move import legal_bonus, legal_counter, legal_shape, legal_turn
from parcours.games.profi.rules.riding import legal_places
from parcours.games.profi.rules.slipstream import legal_fees, legal_on, legal_side
from parcours.games.profi.rules.start import (
    legal_breakaway,
    legal_lot,
    legal_rainbow,
    legal_riders,
    legal_start_means,
    legal_start_places,
    legal_types,
    set_up,
)
from parcours.games.profi.state import (
    ANSWER,
    ASKING,
    ATTACK_MOVE,
    BAG_PHASE,
    BONUS_PHASE,
    BREAK_CARD,
    BREAK_DIE,
    BREAK_PLACE,
    CARD_PHASE,
    CIRCLE_FEE,
    CIRCLE_PLACE,
    CONTROL_DIE,
    COUNTER,
    CRASH_COIN,
    CRASH_DIE,
    DANGER,
    DESCENT_DIE,
    DOPING,
    DRAW_CARD,
    DRAW_DOPING,
    DUEL,
    DUEL_DIE,
    DUMMY_DIE,
    EVENT_CARD,
    EVENT_LOT,
    EVENT_SWAP,
    FEE_PHASE,
    FORM,
    HAND_OVER,
    JOINING,
    KINDS,
    LAYING,
    LOT,
    MENU,
    NEXT_LOT,
    OFFER,
    ON_PHASE,
    OVER_PHASE,
    PICK_PHASE,
    PLACE_PHASE,
    RAINBOW,
    RAISE_PHASE,
    RESERVE_PHASE,
    REWARD,
    RISK_PHASE,
    SECOND_COIN,
    SHAPE,
    SIDE_PHASE,
    SPIRIT_PHASE,
    STACK,
    START_DIE,
    START_MEANS,
    START_PLACE,
    START_RIDER,
    SURGE_MOVE,
    SWAP_PHASE,
    TURN,
    TYPES,
    UNDER_PHASE,
    WEATHER_PHASE,
    WIND_PHASE,
    State,
)  # fmt: skip
from parcours.games.profi.tables import WEATHER_WEIGHTS, WIND_WEIGHTS

__all__ = ["VERSION", "actor", "apply", "legal", "offer", "result", "set_up", "weights"]

VERSION = 3
"""Raised whenever a rule changes; a refactoring leaves it."""


@rule
def actor(race: State) -> int:
    """Whose decision is next: chance's where dice are rolled, lots or cards drawn."""
    phase = race.phase
    if phase == OVER_PHASE:
        return OVER
    if is_chance(phase):
        return CHANCE
    return race.decider


@rule
def is_chance(phase: int) -> bool:
    if phase in (DRAW_CARD, CRASH_DIE, CRASH_COIN, SECOND_COIN, WIND_PHASE, WEATHER_PHASE, DUMMY_DIE, DUEL_DIE):
        return True
    if phase in (LOT, RAINBOW, FORM, START_DIE, BREAK_DIE, EVENT_LOT, EVENT_CARD, DESCENT_DIE):
        return True
    return phase in (DRAW_DOPING, CONTROL_DIE)


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The legal actions, worked out when the decision came up (`offer`)."""
    for i in range(race.offered):
        out[i] = race.menu[i]
    return race.offered


@rare
def offer(race: State, road: Road) -> None:
    """Work out the legal actions. At any decision of its player a rider may turn a doping card into chips (PR-U2,
    PR-I14), but not before its bag is cleared out (PR-I19)."""
    phase = race.phase
    count = 0
    if is_chance(phase):
        count = outcomes(race, race.menu)
    elif phase != OVER_PHASE:
        count = answers(race, road, race.menu)
        if race.doping and phase != BAG_PHASE and phase != PICK_PHASE:
            for number in range(race.squad):
                rider = race.decider * race.squad + number
                if may_dope(race, rider) and not is_spoken_for(race, road, rider):
                    race.menu[count] = DOPE + number
                    count += 1
    race.offered = count
    for rest in range(count, MENU):
        race.menu[rest] = 0


@rare
def is_spoken_for(race: State, road: Road, rider: int) -> bool:
    """A doping card without which an announced attack could not be played."""
    if rider == race.rider and race.kind in (ATTACK_MOVE, SURGE_MOVE):
        needed = race.to_play
        if race.kind == SURGE_MOVE and race.phase in (FEE_PHASE, SIDE_PHASE):
            needed = 1
        return needed > 0 and attack_cards(race, road, rider, race.from_row) <= needed
    return False


@rare
def answers(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """What can be chosen in the phases of PR-I1 to PR-I15, the common ones first."""
    phase = race.phase
    if phase == STACK:
        return legal_stacks(race, out)
    if phase == TURN:
        return legal_turn(race, road, out)
    if phase == PLACE_PHASE:
        return legal_places(race, road, out)
    if phase == SHAPE:
        return legal_shape(race, road, out)
    if phase == BONUS_PHASE:
        return legal_bonus(race, road, out)
    if phase == CARD_PHASE:
        return legal_cards(race, road, race.rider, race.from_row, True, out)
    if phase == REWARD:
        return legal_reward(race, out)
    if phase == SWAP_PHASE:
        return legal_dawdlers_swap(race, race.who, out)
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
    return seldom_answers(race, road, out)


@rare
def seldom_answers(race: State, road: Road, out: NDArray[np.int16]) -> int:
    phase = race.phase
    if phase == FEE_PHASE:
        return legal_fees(race, road, out)
    if phase == SIDE_PHASE:
        return legal_side(race, road, out)
    if phase == RISK_PHASE:
        return two(out, RISK, SAFE)
    if phase == ANSWER:
        if accepts_free(race, road) or race.chips[race.rival] > 0:
            return two(out, ACCEPT, GIVE_WAY)
        out[0] = GIVE_WAY
        return 1
    if phase == RAISE_PHASE:
        if race.chips[race.who] > 0:
            return two(out, RAISE, NO_RAISE)
        out[0] = NO_RAISE
        return 1
    if phase == ASKING:
        return legal_asking(race, out)
    if phase == OFFER:
        return legal_offer(race, road, out)
    if phase == JOINING:
        return legal_joining(race, road, takes_cards(race), out)
    if phase == CIRCLE_FEE:
        return legal_chain_fees(race, road, race.who, takes_cards(race), out)
    if phase == LAYING:
        return legal_lays(race, road, race.who, takes_cards(race), out)
    if phase == CIRCLE_PLACE:
        return legal_train(race, road, out)
    if phase == EVENT_SWAP:
        return legal_event_swap(race, out)
    if phase == BAG_PHASE:
        return legal_put_back(race, race.who, out)
    if phase == PICK_PHASE:
        return legal_picks(race, picker(race), 0, out)
    if phase == SPIRIT_PHASE:
        return legal_spirit(race, out)
    return early_answers(race, road, out)


@rare
def early_answers(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Before the first round (PR-I1 to PR-I3)."""
    phase = race.phase
    if phase == TYPES:
        return legal_types(race, race.decider, out)
    if phase in (START_RIDER, RESERVE_PHASE):
        return legal_riders(race, race.decider, out)
    if phase == START_MEANS:
        return legal_start_means(race, road, out)
    if phase in (START_PLACE, BREAK_PLACE):
        return legal_start_places(race, road, out)
    if phase == BREAK_CARD:
        return legal_breakaway(race, out)
    return 0


@rule
def two(out: NDArray[np.int16], one: int, other: int) -> int:
    out[0] = one
    out[1] = other
    return 2


@rare
def run(out: NDArray[np.int16], first: int, count: int) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rare
def outcomes(race: State, out: NDArray[np.int16]) -> int:
    """What chance can bring: faces of the dice (PR-Z1, PR-Z2), cards, lots."""
    phase = race.phase
    if phase == DRAW_CARD:
        count = 0
        for kind in range(KINDS):
            if race.pool[race.drawing, kind] > 0:
                out[count] = CARD + kind
                count += 1
        return count
    if phase in (CRASH_DIE, DUEL_DIE, DUMMY_DIE, START_DIE, BREAK_DIE, CONTROL_DIE):
        return run(out, DIE, 6)
    if phase in (CRASH_COIN, SECOND_COIN):
        return run(out, COIN_FACE, 2)
    if phase == WIND_PHASE:
        return run(out, WIND, 5)
    if phase == WEATHER_PHASE:
        return run(out, WEATHER, 5)
    if phase == FORM:
        return run(out, FORM_DIE, 4)
    if phase == DESCENT_DIE:
        return run(out, DESCENT, 6)
    if phase == EVENT_LOT:
        return legal_event_lot(race, out)
    if phase == EVENT_CARD:
        return legal_events(race, out)
    if phase == LOT:
        return legal_lot(race, out)
    if phase == RAINBOW:
        return legal_rainbow(race, out)
    count = 0
    colour = type_of(race, race.drawing)
    for card in range(DOPING):
        if has(race.doping_pool[colour], card):
            out[count] = DOPING_DRAWN + card
            count += 1
    return count


@rare
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """Faces and lots are equally likely, but for the blank faces of weather and wind (PR-Z1, PR-Z2); cards are as
    likely as there are many of them in the stacks."""
    for i in range(race.offered):
        out[i] = 1
    if race.phase == DRAW_CARD:
        for i in range(race.offered):
            out[i] = race.pool[race.drawing, race.menu[i] - CARD]
    elif race.phase == WEATHER_PHASE:
        for i in range(5):
            out[i] = WEATHER_WEIGHTS[i]
    elif race.phase == WIND_PHASE:
        for i in range(5):
            out[i] = WIND_WEIGHTS[i]


@rare
def go_on(race: State, road: Road) -> None:
    """Whatever follows by itself, until chance or somebody with more than one answer decides (PR-I16)."""
    while True:
        while race.phase >= NEXT_LOT:
            pass_by(race, road)
        offer(race, road)
        if race.phase == OVER_PHASE or is_chance(race.phase) or race.offered != 1:
            return
        carry_out(race, road, race.menu[0])


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action, and all that follows from it without a decision."""
    carry_out(race, road, action)
    go_on(race, road)

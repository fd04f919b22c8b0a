"""Profi: the rules, with a module for each chapter or two. This one says who decides, and between what (PR-I). The
table `phases` lists what each phase asks and does, and what comes next."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import DOPE, TYPE
from parcours.games.profi.rules.cards import attack_cards, may_dope, picks_doping
from parcours.games.profi.rules.deeds import cash_doping
from parcours.games.profi.rules.dispatch import answers, is_chance, pass_by, play
from parcours.games.profi.rules.finish import result
from parcours.games.profi.rules.luck import weights
from parcours.games.profi.rules.start import set_up
from parcours.games.profi.state import (
    ATTACK_MOVE,
    BAG_PHASE,
    EVENT_NEXT,
    FEE_PHASE,
    MENU,
    NEXT_LOT,
    OVER_PHASE,
    PICK_PHASE,
    SIDE_PHASE,
    SURGE_MOVE,
    State,
)

__all__ = ["VERSION", "actor", "apply", "legal", "offer", "result", "set_up", "weights"]

VERSION = 3
"""Raised whenever a rule changes, but not for a refactoring."""


@rule
def actor(race: State) -> int:
    """Who decides next: chance where dice are rolled, or lots or cards drawn."""
    phase = race.phase
    if phase == OVER_PHASE:
        return OVER
    if is_chance(phase):
        return CHANCE
    return race.decider


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The legal actions, worked out when the decision came up (`offer`)."""
    for i in range(race.offered):
        out[i] = race.menu[i]
    return race.offered


@rare
def offer(race: State, road: Road) -> None:
    """Work out the legal actions. At any decision of its player, a rider may also turn a doping card into chips (PR-U2,
    PR-I14), except while a rider has to give one up for event 25 (PR-I19)."""
    phase = race.phase
    for place in range(MENU):
        race.menu[place] = 0
    count = answers(race, road, race.menu)
    clears = phase == BAG_PHASE and race.resume == EVENT_NEXT
    if race.doping and phase != OVER_PHASE and phase != PICK_PHASE and not is_chance(phase) and not clears:
        for number in range(race.squad):
            rider = race.decider * race.squad + number
            if may_dope(race, rider) and not is_spoken_for(race, road, rider):
                race.menu[count] = DOPE + number
                count += 1
    race.offered = count
    if count < MENU:
        race.menu[count] = 0


@rare
def is_spoken_for(race: State, road: Road, rider: int) -> bool:
    """Whether a rider needs its doping card for an attack that it has already announced, or for an exchange (PR-G6)."""
    if race.phase == BAG_PHASE:
        return rider == race.who and not picks_doping(race, rider)
    if rider == race.rider and race.kind in (ATTACK_MOVE, SURGE_MOVE):
        needed = race.to_play
        if race.kind == SURGE_MOVE and race.phase in (FEE_PHASE, SIDE_PHASE):
            needed = 1
        return needed > 0 and attack_cards(race, road, rider, race.from_row) <= needed
    return False


@rare
def carry_out(race: State, road: Road, action: int) -> None:
    """Carry out one action of a player or of chance. A doping card may become chips at any decision (PR-U2); what any
    other action does depends on the phase."""
    if DOPE <= action < TYPE:
        cash_doping(race, action - DOPE)
    else:
        play(race, road, action)


@rare
def follow_on(race: State, road: Road) -> bool:
    """Take the next step that needs no decision. Returns whether there was one: if not, chance decides, or a player
    with more than one answer (PR-I16)."""
    if race.phase >= NEXT_LOT:
        pass_by(race, road)
        return True
    offer(race, road)
    if race.phase == OVER_PHASE or is_chance(race.phase) or race.offered != 1:
        return False
    carry_out(race, road, race.menu[0])
    return True


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action, and everything that follows from it without a decision."""
    carry_out(race, road, action)
    while follow_on(race, road):
        pass

"""Profi: what is legal in the phases whose rule function needs more than the race and the road."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import ACCEPT, GIVE_WAY, NO_RAISE, RAISE
from parcours.games.profi.rules.cards import legal_cards, legal_dawdlers_swap, legal_picks, legal_put_back, picker
from parcours.games.profi.rules.chain import legal_chain_fees, legal_joining, legal_lays
from parcours.games.profi.rules.circle import takes_cards
from parcours.games.profi.rules.duel import accepts_free
from parcours.games.profi.rules.start import legal_riders, legal_types
from parcours.games.profi.state import State


@rule
def two(out: NDArray[np.int16], one: int, other: int) -> int:
    out[0] = one
    out[1] = other
    return 2


@rare
def legal_attack_card(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The cards that can be played in an attack (PR-A3)."""
    return legal_cards(race, road, race.rider, race.from_row, True, out)


@rare
def legal_swap_card(race: State, out: NDArray[np.int16]) -> int:
    """The cards that a rider may swap after soft-pedalling (PR-D3)."""
    return legal_dawdlers_swap(race, race.who, out)


@rare
def legal_answer(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """A rider that pays nothing, or can pay, may accept a duel (PR-J2)."""
    if accepts_free(race, road) or race.chips[race.rival] > 0:
        return two(out, ACCEPT, GIVE_WAY)
    out[0] = GIVE_WAY
    return 1


@rare
def legal_raise(race: State, out: NDArray[np.int16]) -> int:
    """A roll may be raised for a chip (PR-J3)."""
    if race.chips[race.who] > 0:
        return two(out, RAISE, NO_RAISE)
    out[0] = NO_RAISE
    return 1


@rare
def legal_join(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Whether the rider asked joins the circle (PR-L4)."""
    return legal_joining(race, road, takes_cards(race), out)


@rare
def legal_circle_fee(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """How a rider of the circle pays for the wheel on a climb (PR-L8)."""
    return legal_chain_fees(race, road, race.who, takes_cards(race), out)


@rare
def legal_contribution(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """What a rider lays for the circle (PR-L3)."""
    return legal_lays(race, road, race.who, takes_cards(race), out)


@rare
def legal_bag(race: State, out: NDArray[np.int16]) -> int:
    """Which doping card goes back (PR-G6)."""
    return legal_put_back(race, race.who, out)


@rare
def legal_pick(race: State, out: NDArray[np.int16]) -> int:
    """Which doping card is used (PR-U2)."""
    return legal_picks(race, picker(race), 0, out)


@rare
def legal_team_type(race: State, out: NDArray[np.int16]) -> int:
    """Which type rides next (PR-S4)."""
    return legal_types(race, race.decider, out)


@rare
def legal_team_rider(race: State, out: NDArray[np.int16]) -> int:
    """Which rider is placed next (PR-T1), or gets a chip of the season reserve (PR-E5)."""
    return legal_riders(race, race.decider, out)

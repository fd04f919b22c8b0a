"""Um Reifenbreite, chapter 11: energy cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.um_reifenbreite.actions import CARD, TWO_AWAY, TWO_CARDS
from parcours.games.um_reifenbreite.rules.colours import GREEN, RED, stands_on
from parcours.games.um_reifenbreite.state import (
    JOKER,
    KINDS,
    LAYING,
    POINTS_KNOWN,
    RIDERS,
    ROLL_ONE,
    State,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import SIGNS, VALUES


@rule
def holder_of(race: State, choice: int) -> int:
    """Whose cards a choice is from: the rider's own, or the jokers (UR-11a)."""
    return race.rider % RIDERS if choice < KINDS else JOKER


@rule
def in_hand(race: State, choice: int) -> int:
    return race.hand[race.rider // RIDERS, holder_of(race, choice), choice % KINDS]


@rule
def may_lay(race: State, road: Road, choice: int) -> int:
    """How many cards of this kind the rider could play: none in the first round (UR-11f), none with the no-mountain
    sign on red (UR-11g); only cards with its own number, or jokers (UR-11a)."""
    if not race.cards or race.round_number == 1 or (SIGNS[choice % KINDS] and stands_on(race, road, RED)):
        return 0
    return in_hand(race, choice)


@rule
def cards_allowed(race: State, road: Road) -> int:
    """How many cards the rider could play in this move: 2 at most, 1 on green (UR-11c, UR-11h)."""
    usable = 0
    for choice in range(2 * KINDS):
        usable += may_lay(race, road, choice)
    return min(usable, 1 if stands_on(race, road, GREEN) else 2)


@rule
def may_lay_now(race: State, road: Road, choice: int) -> bool:
    """Whether a card can be played next. The order of two cards makes no difference, so the second never comes before
    the first among the choices, and the first must leave a second one to play."""
    number = may_lay(race, road, choice)
    if choice < race.least or number == 0:
        return False
    if race.to_lay < 2 or number > 1:
        return True
    for second in range(choice + 1, 2 * KINDS):  # noqa: SIM110 (compiled code has no generators)
        if may_lay(race, road, second) > 0:
            return True
    return False


@rare
def legal_cards(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Which cards can be played next (UR-20e)."""
    count = 0
    for choice in range(2 * KINDS):
        if may_lay_now(race, road, choice):
            out[count] = CARD + choice
            count += 1
    return count


@rare
def begin_laying(race: State, road: Road, number: int) -> None:
    race.to_lay = number
    race.least = 0
    race.phase = LAYING
    lay_what_is_sure(race, road)


@rare
def lay(race: State, road: Road, choice: int) -> None:
    """Play a card before the roll. It leaves the game (UR-11c)."""
    race.hand[race.rider // RIDERS, holder_of(race, choice), choice % KINDS] -= 1
    race.spent[race.rider // RIDERS, holder_of(race, choice), choice % KINDS] += 1
    race.points += VALUES[choice % KINDS]
    race.to_lay -= 1
    race.least = choice


@rare
def lay_what_is_sure(race: State, road: Road) -> None:
    """If there is only one card to choose, play it without asking. Once all are played, one die is rolled, or none with
    two cards (UR-11c)."""
    while race.to_lay > 0:
        only = -1
        count = 0
        for choice in range(2 * KINDS):
            if may_lay_now(race, road, choice):
                only = choice
                count += 1
        if count != 1:
            return
        lay(race, road, only)
    two = race.means == TWO_CARDS or race.means == TWO_AWAY
    race.phase = POINTS_KNOWN if two else ROLL_ONE

"""Um Reifenbreite, chapter 12: luck cards, and the mass crash."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import START, Road, share_side
from parcours.games.um_reifenbreite.actions import CARD, LUCK, LUCK_CARDS
from parcours.games.um_reifenbreite.state import (
    CARD_PHASE,
    DOWN,
    JOKER,
    KINDS,
    NEXT_TURN,
    POINTS_KNOWN,
    RIDERS,
    RIDING,
    TURN_LUCK,
    State,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import CARD_EFFECT, FALL, LUCK_AMOUNTS, LUCK_EFFECTS, MOVE

SEVEN = 7
_EFFECTS, _AMOUNTS = np.array(LUCK_EFFECTS, np.int8), np.array(LUCK_AMOUNTS, np.int8)
_WHOLE_DECK = (1 << LUCK_CARDS) - 1


@rule
def see_whether_it_is_a_seven(race: State, road: Road) -> None:
    """A total of 7 with at least one die means a luck card (UR-12a, UR-12g), whatever the square's number (UR-12b), but
    not on a start square (UR-12h), and only at level D (UR-2d)."""
    started = not road.squares[race.at[race.rider]]["flags"] & START
    race.phase = TURN_LUCK if race.luck and race.points == SEVEN and started else POINTS_KNOWN


@rare
def legal_luck(race: State, out: NDArray[np.int16]) -> int:
    """Any card that is not among the discards (UR-12d)."""
    count = 0
    for card in range(LUCK_CARDS):
        if not race.deck >> card & 1:
            out[count] = LUCK + card
            count += 1
    return count


@rare
def turn_card(race: State, road: Road, card: int) -> None:
    """Do what the card says (UR-12c), before riding (UR-12i). Once all cards are used, they are shuffled again."""
    race.card = card
    race.deck |= 1 << card
    if race.deck == _WHOLE_DECK:
        race.deck = 0
    effect = _EFFECTS[card]
    race.phase = NEXT_TURN
    if effect == FALL:
        fall(race, road)
    elif effect == MOVE:
        race.points += _AMOUNTS[card]
        race.phase = POINTS_KNOWN
    elif effect == CARD_EFFECT:
        race.phase = CARD_PHASE
        exchange_what_is_sure(race)
    else:
        race.moved[race.rider] = 1


# ------------------------------------------------------------------------------------------- energy cards


@rule
def exchangeable(race: State, choice: int) -> int:
    """How many cards of a kind can be taken back or lost: the rider's own first; jokers if it has none (UR-12e)."""
    team, number = race.rider // RIDERS, race.rider % RIDERS
    receives = _AMOUNTS[race.card] > 0
    if choice >= KINDS:
        for kind in range(KINDS):
            if (race.spent[team, number, kind] if receives else race.hand[team, number, kind]) > 0:
                return 0
        number = JOKER
    return race.spent[team, number, choice % KINDS] if receives else race.hand[team, number, choice % KINDS]


@rare
def legal_exchange(race: State, out: NDArray[np.int16]) -> int:
    """Which cards the manager may choose from (UR-20f)."""
    count = 0
    for choice in range(2 * KINDS):
        if exchangeable(race, choice) > 0:
            out[count] = CARD + choice
            count += 1
    return count


@rare
def exchange_what_is_sure(race: State) -> None:
    """With no such card, nothing happens; with only one kind, take it back or lose it without asking (UR-12e)."""
    only = -1
    count = 0
    for choice in range(2 * KINDS):
        if exchangeable(race, choice) > 0:
            only = choice
            count += 1
    if count == 1:
        exchange(race, only)
    elif count == 0:
        race.phase = POINTS_KNOWN


@rare
def exchange(race: State, choice: int) -> None:
    """Take a used card back, or lose an unused one for good (UR-12e); then the rider rides with 7."""
    team = race.rider // RIDERS
    holder = race.rider % RIDERS if choice < KINDS else JOKER
    if _AMOUNTS[race.card] > 0:
        race.spent[team, holder, choice % KINDS] -= 1
        race.hand[team, holder, choice % KINDS] += 1
    else:
        race.hand[team, holder, choice % KINDS] -= 1
    race.phase = POINTS_KNOWN


# ---------------------------------------------------------------------------------------------- mass crash


@rare
def fall(race: State, road: Road) -> None:
    """A mass crash. The rider who causes it goes down. So does every rider who comes after it in race order and whose
    square shares a side with that of a crashed rider, and so on (UR-12f, UR-12k). Solid lines do not stop the crash;
    riders already down do not pass it on."""
    upright = behind_and_upright(race, race.rider)
    spreading = 1 << int(race.rider)
    while spreading:
        fallen = lowest(spreading)
        go_down(race, fallen)
        touched = touching(race, road, fallen, upright)
        upright &= ~touched
        spreading = spreading & spreading - 1 | touched


@rule
def behind_and_upright(race: State, causer: int) -> int:
    """The riders that a crash can reach, one bit for each: those after its causer in race order who are not down."""
    found = 0
    for rider in range(race.teams * RIDERS):
        if race.status[rider] == RIDING and race.rank[rider] < race.rank[causer]:
            found |= 1 << rider
    return found


@rule
def touching(race: State, road: Road, fallen: int, upright: int) -> int:
    """Which of the upright riders stand on a square that shares a side with that of a crashed rider (UR-19j)."""
    touched = 0
    while upright:
        rider = lowest(upright)
        upright &= upright - 1
        if share_side(road, race.at[rider], race.at[fallen]):
            touched |= 1 << rider
    return touched


@rule
def go_down(race: State, rider: int) -> None:
    """The rider lies on its square and blocks it until the end of this round, or of the next one if it has already
    moved (UR-12j)."""
    race.status[rider] = DOWN
    race.up_after[rider] = race.round_number + race.moved[rider]
    race.moved[rider] = 1


@rare
def get_up(race: State) -> None:
    """Riders who have sat out their crash get up (UR-12j)."""
    for rider in range(race.teams * RIDERS):
        if race.status[rider] == DOWN and race.up_after[rider] <= race.round_number:
            race.status[rider] = RIDING

"""Um Reifenbreite: the rules, one module for every chapter or two of the rulebook. This one says who decides, and what
they can choose from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.um_reifenbreite.actions import (
    AGREE,
    ASK,
    CARD,
    DECLINE,
    DIE,
    FOLLOW,
    GRID,
    LEAD,
    LUCK,
    LUCK_CARDS,
    MEANS,
    PHOTO,
    REFUSE,
    RETURN,
    RIDE,
    RIDER,
    TOTAL,
    WAY,
)  # fmt: skip
from parcours.games.um_reifenbreite.rules.cheating import draw_photo, legal_photos
from parcours.games.um_reifenbreite.rules.colours import legal_returns, return_in_lane
from parcours.games.um_reifenbreite.rules.energy import lay, lay_what_is_sure, legal_cards
from parcours.games.um_reifenbreite.rules.finish import result, score
from parcours.games.um_reifenbreite.rules.luck import exchange, legal_exchange, legal_luck, turn_card
from parcours.games.um_reifenbreite.rules.pursuit import decline, follow, ride, ride_to
from parcours.games.um_reifenbreite.rules.relays import ask, ask_further, change_squares
from parcours.games.um_reifenbreite.rules.start import legal_placing, pick, place, set_up, throw_to_place
from parcours.games.um_reifenbreite.rules.turn import follow_on, legal_means, take_means
from parcours.games.um_reifenbreite.state import (
    ANSWERING,
    ASKING,
    CARD_PHASE,
    FOLLOW_PHASE,
    GRID_PHASE,
    LAYING,
    LONGEST,
    MEANS_PHASE,
    OVER_PHASE,
    PICK,
    READY,
    RETURN_PHASE,
    RIDE_PHASE,
    RIDERS,
    ROLL_ONE,
    ROLL_TWO,
    ROLLED,
    SNAP,
    THROW,
    TURN_LUCK,
    VERDICT,
    WAY_PHASE,
    State,
)  # fmt: skip

__all__ = ["VERSION", "actor", "apply", "legal", "result", "score", "set_up", "weights"]

VERSION = 1
"""Raised whenever a rule changes; a refactoring leaves it alone."""

_ONE = np.uint32(1)
_PAIRS = np.array([1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1], np.int32)
"""Of the 36 pairs of two dice, how many total 2 to 12."""


@rule
def actor(race: State) -> int:
    """Who decides next (UR-20). It is chance where dice are rolled or cards drawn (UR-21)."""
    phase = race.phase
    if phase == OVER_PHASE:
        return OVER
    if phase in (ROLL_TWO, ROLL_ONE, TURN_LUCK, SNAP, THROW, VERDICT):
        return CHANCE
    if phase in (PICK, GRID_PHASE):
        return race.placer
    if phase == ANSWERING:
        return race.file[race.asked] // RIDERS
    return race.rider // RIDERS


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The legal actions: the squares where a ride may end (UR-20g), two dice, following, and all else."""
    count = 0
    if race.phase == RIDE_PHASE:
        for i in range(race.reached):
            out[count] = RIDE + i  # (without a branch: the next square overwrites one where no ride may end)
            count += race.lengths[i] != 0
    elif race.phase == ROLL_TWO:
        for total in range(11):
            out[total] = TOTAL + total
        count = 11
    elif race.phase == FOLLOW_PHASE:
        out[0] = FOLLOW
        out[1] = DECLINE
        count = 2
    else:
        count = legal_else(race, road, out)
    return count


@rare
def legal_else(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The rarer decisions: UR-20b to f and i."""
    phase = race.phase
    if phase == MEANS_PHASE:
        return legal_means(race, road, out)
    if phase == LAYING:
        return legal_cards(race, road, out)
    if phase in (ROLL_ONE, THROW):
        for face in range(6):
            out[face] = DIE + face
        return 6
    if phase == TURN_LUCK:
        return legal_luck(race, out)
    if phase == CARD_PHASE:
        return legal_exchange(race, out)
    if phase in (SNAP, VERDICT):
        return legal_photos(race, out)
    if phase == RETURN_PHASE:
        return legal_returns(race, road, out)
    if phase in (PICK, GRID_PHASE):
        return legal_placing(race, road, out)
    count = 0
    if phase == WAY_PHASE:
        for length in range(1, LONGEST + 1):
            if np.uint32(race.ways) >> np.uint32(length) & _ONE:
                out[count] = WAY + length
                count += 1
    elif phase in (ASKING, ANSWERING):
        out[0] = ASK if phase == ASKING else AGREE
        out[1] = LEAD if phase == ASKING else REFUSE
        count = 2
    return count


@rare
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """The 36 pairs of two dice are equally likely (UR-21b); so are the faces of one (UR-21a, UR-21c), the luck cards
    left (UR-21d) and the photos (UR-21e, UR-21f)."""
    if race.phase == ROLL_TWO:
        for total in range(11):
            out[total] = _PAIRS[total]
    else:
        for outcome in range(LUCK_CARDS):
            out[outcome] = 1


@rule
def carry_out(race: State, road: Road, action: int) -> None:
    """Carry out a legal action. What follows from it without a decision is left to `follow_on`."""
    if action < WAY:
        ride_to(race, road, action - RIDE)
    elif action < FOLLOW:
        ride(race, road, action - WAY)
    elif action == FOLLOW:
        follow(race, road)
    elif action == DECLINE:
        decline(race)
    elif TOTAL <= action < DIE:
        race.points = action - TOTAL + 2
        race.phase = ROLLED
    else:
        apply_else(race, road, action)


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action, and all that follows from it without a decision."""
    carry_out(race, road, action)
    while follow_on(race, road):
        pass


@rare
def apply_else(race: State, road: Road, action: int) -> None:
    """The rarer actions, in the order of their codes."""
    if action == ASK:
        ask(race)
    elif action == LEAD:
        race.phase = READY
    elif action == AGREE:
        change_squares(race, road)
    elif action == REFUSE:
        ask_further(race, race.asked)
    elif action < CARD:
        take_means(race, road, action - MEANS)
    elif action < RETURN:
        if race.phase == LAYING:
            lay(race, road, action - CARD)
            lay_what_is_sure(race, road)
        else:
            exchange(race, action - CARD)
    elif action < RIDER:
        return_in_lane(race, road, action - RETURN)
    elif action < GRID:
        pick(race, action - RIDER)
    elif action < TOTAL:
        place(race, road, action - GRID)
    elif action < LUCK:
        apply_die(race, action - DIE + 1)
    elif action < PHOTO:
        turn_card(race, road, action - LUCK)
    else:
        draw_photo(race, action - PHOTO)


@rare
def apply_die(race: State, die: int) -> None:
    """The die rolled to place first (UR-5b), or the one rolled with a card or a tow (UR-11c, UR-13a)."""
    if race.phase == THROW:
        throw_to_place(race, die)
    else:
        race.points += die
        race.phase = SNAP if race.snaps > 0 else ROLLED

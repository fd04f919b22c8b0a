"""Um Reifenbreite, chapter 6: rounds and turns, and the order of what happens in them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.um_reifenbreite.actions import (
    DICE,
    LONG_TOW,
    MEANS,
    ONE_AWAY,
    ONE_CARD,
    SHORT_TOW,
    TWO_AWAY,
    TWO_CARDS,
)
from parcours.games.um_reifenbreite.rules.cheating import be_towed, may_be_towed
from parcours.games.um_reifenbreite.rules.colours import allowance_of, come_back, next_to_come_back, put_foot_down
from parcours.games.um_reifenbreite.rules.energy import begin_laying, cards_allowed
from parcours.games.um_reifenbreite.rules.finish import end_race, lift_off_finished, mark_jersey
from parcours.games.um_reifenbreite.rules.luck import get_up, see_whether_it_is_a_seven
from parcours.games.um_reifenbreite.rules.pursuit import form_file, offer_pursuit
from parcours.games.um_reifenbreite.rules.relays import ask_further
from parcours.games.um_reifenbreite.rules.ways import end_beyond_the_line, find_ways
from parcours.games.um_reifenbreite.state import (
    DOWN,
    FIELD,
    MEANS_PHASE,
    MOVED,
    NEXT_TURN,
    NOBODY,
    POINTS_KNOWN,
    READY,
    RIDE_PHASE,
    RIDERS,
    RIDING,
    ROLL_TWO,
    ROLLED,
    ROUND_END,
    State,
)  # fmt: skip

_LAST = -(1 << 60)
"""Behind everybody in race order."""


@rule
def follow_on(race: State, road: Road) -> bool:
    """Take the next step that needs no decision. Returns whether there was one. UR-6k gives the order inside a turn."""
    if race.phase < NEXT_TURN:
        return False
    if race.phase == NEXT_TURN:
        begin_turn(race, road)
    elif race.phase == READY:
        choose_means(race, road)
    elif race.phase == ROLLED:
        see_whether_it_is_a_seven(race, road)
    elif race.phase == POINTS_KNOWN:
        reckon(race, road)
    elif race.phase == MOVED:
        offer_pursuit(race, road)
    elif race.phase == ROUND_END:
        end_round(race, road)
    else:
        end_race(race)
    return True


@rule
def next_rider(race: State) -> int:
    """The rider furthest ahead that has had no move this round; of level riders the right-most (UR-6a, UR-6b)."""
    first = _LAST
    for rider in range(FIELD):  # (without a branch: no processor can predict who has moved)
        place = int(race.rank[rider]) << 8 | rider
        to_move = (race.status[rider] == RIDING) & (race.moved[rider] == 0)
        first = max(first, place if to_move else _LAST)
    return first & 255 if first > _LAST else NOBODY


@rule
def begin_turn(race: State, road: Road) -> None:
    """Give the turn to the next rider. Its file is the one behind it now (UR-7k). Relays come first (UR-15a)."""
    race.rider = next_rider(race)
    if race.rider == NOBODY:
        race.phase = ROUND_END
        return
    form_file(race, road)
    race.asked = 0
    race.means = DICE
    race.points = 0
    race.used = 0
    race.phase = READY
    if race.relays and race.filed > 1:
        ask_further(race, 0)


@rule
def choose_means(race: State, road: Road) -> None:
    """Offer the choice of dice, cards or a tow. If there are only dice, they are rolled at once (UR-6c)."""
    race.phase = ROLL_TWO
    if (race.cards and cards_allowed(race, road) > 0) or may_be_towed(race):
        race.phase = MEANS_PHASE


@rare
def legal_means(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """2 dice; a card and a die, or 2 cards, each also as a breakaway (UR-11c, UR-11d, UR-11e); tows (UR-13a). Nobody
    has to play a card."""
    out[0] = MEANS + DICE
    count = 1
    cards = cards_allowed(race, road)
    for number in range(1, cards + 1):
        out[count] = MEANS + (ONE_CARD if number == 1 else TWO_CARDS)
        out[count + 1] = MEANS + (ONE_AWAY if number == 1 else TWO_AWAY)
        count += 2
    if may_be_towed(race):
        out[count] = MEANS + SHORT_TOW
        out[count + 1] = MEANS + LONG_TOW
        count += 2
    return count


@rare
def take_means(race: State, road: Road, means: int) -> None:
    """The choice of dice, cards or a tow is announced before any card is played or die rolled (UR-6k, UR-11e)."""
    race.means = means
    if means == DICE:
        race.phase = ROLL_TWO
    elif means in (SHORT_TOW, LONG_TOW):
        be_towed(race)
    else:
        begin_laying(race, road, 1 if means in (ONE_CARD, ONE_AWAY) else 2)


@rule
def reckon(race: State, road: Road) -> None:
    """Work out the allowance, after luck and the square's number (UR-6c); at 0 or less the rider puts a foot on the
    ground (UR-8b, UR-10a). A rider that is blocked at once has had its move (UR-6f)."""
    race.allowance = allowance_of(race, road, race.rider, race.points)
    if race.allowance <= 0:
        put_foot_down(race)
        return
    find_ways(race, road, race.at[race.rider], race.allowance, NOWHERE)
    end_beyond_the_line(race, road)
    race.phase = RIDE_PHASE
    if race.reached == 0:
        race.moved[race.rider] = 1
        race.phase = NEXT_TURN


@rare
def end_round(race: State, road: Road) -> None:
    """Riders beside the road come back, those who have sat out their crash get up, finished riders leave the road,
    jersey points are scored (UR-6l). (The jersey is marked before finished riders leave: a wearer who finished in this
    round still gets its mark.)"""
    back = next_to_come_back(race)
    if back != NOBODY:
        come_back(race, road, back)
        return
    get_up(race)
    mark_jersey(race)
    lift_off_finished(race)
    race.jersey_before = race.jersey
    race.leavers = 0
    race.round_number += 1
    for rider in range(race.teams * RIDERS):
        race.moved[rider] = race.status[rider] == DOWN
    race.phase = NEXT_TURN

"""Profi: the elbow duel (PR-J), and what team-mates beside each other hand over (PR-G6)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    CHALLENGE,
    GET_1,
    GET_2,
    GET_BOTTLE,
    GIVE_1,
    GIVE_2,
    GIVE_BOTTLE,
    HAND,
    ITS_DOPING,
    NO_DUEL,
    NO_HAND,
    OWN_DOPING,
)
from parcours.games.profi.rules.cards import draw_doping, put_doping_back
from parcours.games.profi.rules.crash import face_danger, is_protected
from parcours.games.profi.rules.ground import (
    ask,
    is_dummy,
    is_on_verge,
    is_own,
    lanes_at,
    note_combative,
    on_own_terrain,
    team_of,
    terrain_at,
    upright_at,
)
from parcours.games.profi.rules.steps import drop_back
from parcours.games.profi.state import (
    ANSWER,
    BAG_PHASE,
    BESIDE,
    CRASHING,
    DUEL_DIE,
    DUEL_RAISED,
    DUEL_ROLLED,
    LYING,
    NO_JERSEY,
    NOBODY,
    RAISE_PHASE,
    State,
)  # fmt: skip

SKULL = 1
NOTHING_TO_LOSE = 22


@rule
def beside(race: State, road: Road, rider: int, side: int) -> int:
    """The rider in the lane below (side 0) or above (side 1); or NOBODY."""
    lane = race.lane[rider] + (1 if side else -1)
    if lane < 1 or lane > lanes_at(race, road, race.row[rider]) or is_on_verge(race, road, rider):
        return NOBODY
    return upright_at(race, race.row[rider], lane)


@rule
def challenges_free(race: State, road: Road) -> bool:
    """Whether a challenge costs no chip: on the rider's own terrain, judged by the row where its move began (PR-J2,
    PR-C2), or with nothing to lose (event 22)."""
    rider = race.rider
    return race.event[rider] == NOTHING_TO_LOSE or is_own(race, terrain_at(race, road, race.from_row), rider)


@rare
def legal_duel(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """A rival beside the rider may be challenged, once a move, for a chip (PR-J1, PR-J6, PR-J7)."""
    count = 0
    if race.chips[race.rider] > 0 or challenges_free(race, road):
        for side in range(2):
            if is_rival_beside(race, road, side):
                out[count] = CHALLENGE + side
                count += 1
    out[count] = NO_DUEL
    return count + 1


@rule
def is_rival_beside(race: State, road: Road, side: int) -> bool:
    rival = beside(race, road, race.rider, side)
    return rival != NOBODY and team_of(race, rival) != team_of(race, race.rider)


@rare
def may_challenge(race: State, road: Road) -> bool:
    """Whether there is somebody to challenge, and a chip to pay for it; an unused doping card counts as a chip (PR-J1,
    PR-I14, PR-I16). Event 21 bars a team from challenging."""
    rider = race.rider
    if race.barred >> team_of(race, rider) & 1:
        return False
    if race.chips[rider] == 0 and race.unused[rider] == 0 and not challenges_free(race, road):
        return False
    return is_rival_beside(race, road, 0) or is_rival_beside(race, road, 1)


@rare
def challenge(race: State, road: Road, side: int) -> None:
    """The rider pays 1 chip (PR-J1); its rival gives way or accepts (PR-J2). Dummies accept on own terrain only
    (PR-J6)."""
    rider = race.rider
    rival = beside(race, road, rider, side)
    race.rival = rival
    note_combative(race, rider, 1)
    if not is_own(race, terrain_at(race, road, race.from_row), rider):
        if race.event[rider] == NOTHING_TO_LOSE:
            race.event[rider] = 0
        else:
            race.chips[rider] -= 1
    free = on_own_terrain(race, road, rival, race.row[rival])
    if is_dummy(race, rival):
        if free:
            begin_rolling(race)
        else:
            give_way(race, road)
        return
    ask(race, ANSWER, rival)


@rule
def accepts_free(race: State, road: Road) -> bool:
    """Whether accepting costs the rival no chip: on its own terrain, or in a jersey (PR-J2, PR-P5)."""
    rival = race.rival
    return race.jersey[rival] != NO_JERSEY or on_own_terrain(race, road, rival, race.row[rival])


@rare
def accept(race: State, road: Road) -> None:
    if not accepts_free(race, road):
        race.chips[race.rival] -= 1
    begin_rolling(race)


@rule
def begin_rolling(race: State) -> None:
    """Both roll the 1:6 die, the challenger first (PR-J3)."""
    race.duellist = 0
    race.duel_rolls[0] = 0
    race.duel_rolls[1] = 0
    race.who = race.rider
    race.phase = DUEL_DIE


@rare
def duel_roll(race: State, road: Road, face: int) -> None:
    """A skull is a 1 and crash danger (PR-J3); for a protected rider it is only a 1 (PR-G1)."""
    roller = race.rider if race.duellist == 0 else race.rival
    race.duel_rolls[race.duellist] = face
    race.phase = DUEL_ROLLED
    if face == SKULL and not is_protected(race, road, roller):
        face_danger(race, roller)


@rare
def after_duel_roll(race: State) -> None:
    """If one falls, the other must still roll (PR-J5). Then come the raises, the challenger's first (PR-J3)."""
    if race.duellist == 0:
        race.duellist = 1
        race.who = race.rival
        race.phase = DUEL_DIE
        return
    race.duellist = NOBODY
    race.phase = DUEL_RAISED


@rare
def raise_next(race: State, road: Road) -> None:
    """Each may raise its roll by 1 for 1 chip; then the higher wins (PR-J3, PR-J4, PR-J5)."""
    race.duellist += 1
    if race.status[race.rider] == LYING or race.status[race.rival] == LYING:
        end_duel(race)
    elif race.duellist < 2:
        raiser = race.rider if race.duellist == 0 else race.rival
        if not is_dummy(race, raiser):
            ask(race, RAISE_PHASE, raiser)
    elif race.duel_rolls[0] > race.duel_rolls[1]:
        give_way(race, road)
    else:
        end_duel(race)


@rare
def raise_roll(race: State) -> None:
    race.chips[race.who] -= 1
    race.duel_rolls[race.duellist] += 1
    race.phase = DUEL_RAISED


@rare
def give_way(race: State, road: Road) -> None:
    """The rival drops back to the next free place; the challenger takes the place it left (PR-J2, PR-J4)."""
    row, lane = race.row[race.rival], race.lane[race.rival]
    drop_back(race, road, race.rival)
    race.row[race.rider], race.lane[race.rider] = row, lane
    end_duel(race)


@rule
def end_duel(race: State) -> None:
    """End the duel. If a rider fell in it, those behind roll now (PR-F3)."""
    race.rival = NOBODY
    race.after_crash = BESIDE
    race.phase = CRASHING


# ---------------------------------------------------------------------------------------------- handing over


@rule
def mate_beside(race: State, road: Road, side: int) -> int:
    mate = beside(race, road, race.rider, side)
    return mate if mate != NOBODY and team_of(race, mate) == team_of(race, race.rider) else NOBODY


@rare
def legal_hand(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Up to 2 chips one way, a swapped doping card, or a bottle, with one team-mate beside it (PR-G6, PR-I10)."""
    count = 0
    rider = race.rider
    for side in range(2):
        mate = mate_beside(race, road, side)
        if mate == NOBODY:
            continue
        for what in range(8):
            possible = False
            if what in (GIVE_1, GIVE_2):
                possible = race.chips[rider] >= what - GIVE_1 + 1
            elif what in (GET_1, GET_2):
                possible = race.chips[mate] >= what - GET_1 + 1
            elif what == OWN_DOPING:
                possible = race.unused[rider] != 0
            elif what == ITS_DOPING:
                possible = race.unused[mate] != 0
            elif what == GIVE_BOTTLE:
                possible = race.bottles[rider] > 0
            else:
                possible = race.bottles[mate] > 0
            if possible:
                out[count] = HAND + 8 * side + what
                count += 1
    out[count] = NO_HAND
    return count + 1


@rare
def hand_over(race: State, road: Road, choice: int, then: int) -> None:
    rider = race.rider
    mate = mate_beside(race, road, choice // 8)
    what = choice % 8
    race.phase = then
    if what in (GIVE_1, GIVE_2):
        race.chips[rider] -= what - GIVE_1 + 1
        race.chips[mate] += what - GIVE_1 + 1
    elif what in (GET_1, GET_2):
        race.chips[mate] -= what - GET_1 + 1
        race.chips[rider] += what - GET_1 + 1
    elif what == GIVE_BOTTLE:
        race.bottles[rider] -= 1
        race.bottles[mate] += 1
    elif what == GET_BOTTLE:
        race.bottles[mate] -= 1
        race.bottles[rider] += 1
    else:
        race.resume = then
        ask(race, BAG_PHASE, rider if what == OWN_DOPING else mate)


@rare
def put_back_and_draw(race: State, card: int) -> None:
    """An unused doping card goes under its stack, and the top one is drawn (PR-G6)."""
    rider = race.who
    then = race.resume
    put_doping_back(race, rider, card)
    draw_doping(race, rider, then)

"""Leader 1, A.2 and A.3: riders picked in turn, qualities, energy, the token, and the start."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import LINE_KINDS, NOWHERE, TRACK, Road
from parcours.games.leader_one.actions import DESCENDS, FIRST, JERSEY, LINEUP, LINEUPS, SPRINTS
from parcours.games.leader_one.rules.order import riders
from parcours.games.leader_one.state import (
    DESCENDER,
    FIELD,
    FIRST_PICK,
    FIRST_TOKEN,
    IN_BUNCH,
    JERSEYS,
    MAX_BONUSES,
    MOST_EACH,
    NEXT_TURN,
    NOBODY,
    NOTHING,
    OUT,
    PICK_JERSEY,
    PICK_LINEUP,
    PLAIN,
    QUALITIES,
    SPRINTER,
    TILES,
    TYPES,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import TILES_EACH

OWN_TEAMS = 4
"""Up to this many players, each has a team of their own (L1-A2c)."""
ONE_TEAM_EACH = 5
"""Up to this many players, no two share a team (L1-A2d)."""
ALL_TYPES = (1 << TYPES) - 1
_FINISH = LINE_KINDS.index("finish")
_PAIRS = np.array([(*lineup, NOTHING)[:2] for lineup in LINEUPS], np.int8)


@rare
def set_up(race: State, road: Road) -> None:
    """All riders are in the bunch on the start line, with the energy of the milestones (L1-A3a, L1-A3d), and the tiles
    in their piles (L1-A1h). Players pick their riders next, unless it is already clear who has which."""
    race.rider = NOBODY
    race.mover = NOBODY
    race.drawn = NOTHING
    for kind in range(TYPES):
        for tile in range(TILES):
            race.pile[kind, tile] = TILES_EACH
    for line in range(MAX_BONUSES):
        race.bonus[line] = NOBODY
    put_bunch_on_line(race, road)
    energy = 0
    for leg in range(len(road.stretches)):
        energy += road.stretches[leg].value
    for rider in range(FIELD):
        race.at[rider] = NOWHERE
        race.began[rider] = NOWHERE
        if rider >= riders(race):
            race.status[rider] = OUT
        elif race.status[rider] != OUT:
            race.status[rider] = IN_BUNCH
            race.energy[rider] = energy + race.extra[rider]
    if race.chosen:
        begin_qualities(race)
        return
    race.holder = NOBODY
    if race.teams <= OWN_TEAMS:
        for seat in range(race.teams):
            take_team(race, seat, seat)
    if race.teams <= OWN_TEAMS and race.each == MOST_EACH:
        begin_qualities(race)
    else:
        race.phase = FIRST_PICK


@rare
def put_bunch_on_line(race: State, road: Road) -> None:
    """Put the bunch on the start line: its front square has front 0 (L1-A3d)."""
    for square in range(road.stretches[1].first):
        if road.squares[square]["flags"] & TRACK and road.squares[square].front == 0:
            race.bunch = square
            race.bunch_rear = square - 1


# --- A.2 --------------------------------------------------------------------------------------------------------------


@rare
def take_team(race: State, seat: int, jersey: int) -> None:
    """Give a player a team's first riders, as many as each player has."""
    for slot in range(race.each):
        race.jersey[seat * race.each + slot] = jersey
        race.kind[seat * race.each + slot] = slot
    race.taken[jersey] = ALL_TYPES


@rare
def first_picker(race: State, seat: int) -> None:
    """The first to pick is drawn at random; then picking goes clockwise (L1-A2d)."""
    race.chooser = seat
    ask_for_riders(race)


@rare
def ask_for_riders(race: State) -> None:
    """Players with a team of their own pick from it; the others pick a team first (L1-A2c)."""
    race.phase = PICK_LINEUP if race.teams <= OWN_TEAMS else PICK_JERSEY


@rule
def may_pick_from(race: State, jersey: int) -> bool:
    """Whether a team may be picked from: with 5 players, if nobody has a rider of it; with more, if it has a rider left
    (L1-A2c, L1-A2d)."""
    if race.teams <= ONE_TEAM_EACH:
        return race.taken[jersey] == 0
    return race.taken[jersey] != ALL_TYPES


@rare
def legal_jerseys(race: State, out: NDArray[np.int16]) -> int:
    count = 0
    for jersey in range(JERSEYS):
        if may_pick_from(race, jersey):
            out[count] = JERSEY + jersey
            count += 1
    return count


@rare
def pick_jersey(race: State, jersey: int) -> None:
    race.jersey_picked = jersey
    race.phase = PICK_LINEUP


@rule
def types_of(lineup: int) -> int:
    """The riders of a line-up, one bit per type."""
    types = 1 << _PAIRS[lineup, 0]
    if _PAIRS[lineup, 1] != NOTHING:
        types |= 1 << _PAIRS[lineup, 1]
    return types


@rare
def legal_lineups(race: State, out: NDArray[np.int16]) -> int:
    """The line-ups with as many riders as each player has, all of them still free (L1-A2b, L1-A2c)."""
    first, last = (0, TYPES) if race.each == 1 else (TYPES, len(LINEUPS))
    gone = 0 if race.teams <= OWN_TEAMS else race.taken[race.jersey_picked]
    count = 0
    for lineup in range(first, last):
        if not types_of(lineup) & gone:
            out[count] = LINEUP + lineup
            count += 1
    return count


@rare
def pick_lineup(race: State, lineup: int) -> None:
    """A rider that is taken is gone (L1-A2d). When all have picked, the qualities follow."""
    seat = race.chooser
    jersey = seat if race.teams <= OWN_TEAMS else race.jersey_picked
    for slot in range(race.each):
        race.jersey[seat * race.each + slot] = jersey
        race.kind[seat * race.each + slot] = _PAIRS[lineup, slot]
    race.taken[jersey] |= types_of(lineup)
    race.picked += 1
    race.chooser = (seat + 1) % race.teams
    if race.picked < race.teams:
        ask_for_riders(race)
    else:
        begin_qualities(race)


# --- A.3 --------------------------------------------------------------------------------------------------------------


@rule
def riders_of(race: State, seat: int) -> int:
    """How many riders a player has in this race."""
    number = 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        number += race.status[rider] != OUT
    return number


@rule
def holds_quality(race: State, seat: int, quality: int) -> bool:
    number = 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        number += race.quality[rider] == quality
    return number > 0


@rare
def begin_qualities(race: State) -> None:
    """The seats choose one after the other; the choices are shown together when all have chosen (L1-A3b)."""
    race.chooser = 0
    race.phase = QUALITIES
    skip_empty_seats(race)


@rare
def skip_empty_seats(race: State) -> None:
    while race.chooser < race.teams and riders_of(race, race.chooser) == 0:
        race.chooser += 1
    if race.chooser == race.teams:
        race.chooser = NOBODY
        take_token(race)


@rare
def legal_qualities(race: State, out: NDArray[np.int16]) -> int:
    """One rider is the descender, another the sprinter; a single rider is one of the two (L1-A3b)."""
    seat = race.chooser
    alone = riders_of(race, seat) == 1
    count = 0
    for slot in range(race.each):
        rider = seat * race.each + slot
        if race.status[rider] == OUT or race.quality[rider] != PLAIN:
            continue
        if alone or not holds_quality(race, seat, DESCENDER):
            out[count] = DESCENDS + slot
            count += 1
        if alone or holds_quality(race, seat, DESCENDER):
            out[count] = SPRINTS + slot
            count += 1
    return count


@rare
def give_quality(race: State, slot: int, quality: int) -> None:
    seat = race.chooser
    race.quality[seat * race.each + slot] = quality
    if quality == SPRINTER or riders_of(race, seat) == 1:
        race.chooser += 1
        skip_empty_seats(race)


@rule
def take_token(race: State) -> None:
    """The token is drawn at random, unless the player whose rider leads the general classification takes it
    (L1-A3e)."""
    race.phase = FIRST_TOKEN if race.holder == NOBODY else NEXT_TURN


@rare
def legal_first(race: State, out: NDArray[np.int16]) -> int:
    """Any player with a rider in the race."""
    count = 0
    for seat in range(race.teams):
        if riders_of(race, seat) > 0:
            out[count] = FIRST + seat
            count += 1
    return count


@rare
def first_token(race: State, seat: int) -> None:
    race.holder = seat
    race.phase = NEXT_TURN

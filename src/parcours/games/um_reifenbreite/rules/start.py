"""Um Reifenbreite, chapters 1 to 5: what is dealt, who places first, and the start grid."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.um_reifenbreite.actions import GRID, RIDER
from parcours.games.um_reifenbreite.rules.ways import rider_on, stand
from parcours.games.um_reifenbreite.state import (
    FIELD,
    GRID_PHASE,
    HOLDERS,
    KINDS,
    MAX_TEAMS,
    NEXT_TURN,
    NOBODY,
    PICK,
    RIDERS,
    RIDING,
    THROW,
    WAITING,
    State,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import LONG_DEAL, SHORT_DEAL


@rare
def set_up(race: State, road: Road) -> None:
    """Nobody is on the road, all energy cards lie open on the table (UR-1a, UR-4a, UR-11a), and the managers are about
    to roll for who places first."""
    race.phase = THROW
    race.throwing = (1 << race.teams) - 1
    race.rider = NOBODY
    race.card = NOBODY
    race.jersey = NOBODY
    race.jersey_before = NOBODY
    for rider in range(FIELD):
        race.at[rider] = NOWHERE
        race.left_at[rider] = NOWHERE
    for team in range(race.teams):
        for holder in range(HOLDERS):
            for kind in range(KINDS):
                if race.cards:
                    deal = SHORT_DEAL[holder][kind] if race.short else LONG_DEAL[holder][kind]
                    race.hand[team, holder, kind] = deal


@rare
def throw_to_place(race: State, die: int) -> None:
    """Each manager rolls a die, and the highest places first; those tied for the highest roll again (UR-5b)."""
    race.thrown[race.placer] = die
    for team in range(race.placer + 1, race.teams):
        if race.throwing >> team & 1:
            race.placer = team
            return
    highest = 0
    for team in range(race.teams):
        if race.throwing >> team & 1:
            highest = max(highest, race.thrown[team])
    tied = 0
    for team in range(race.teams - 1, -1, -1):
        if race.throwing >> team & 1 and race.thrown[team] == highest:
            tied |= 1 << team
            race.placer = team
    race.throwing = tied
    if tied == 1 << race.placer:
        race.throwing = 0
        race.phase = PICK


@rule
def rows_at_start(road: Road) -> int:
    return road.stretches[1].first // road.stretches[0].lanes


@rule
def grid_square(road: Road, lane: int, row: int) -> int:
    """The start square in this lane, `row` rows behind the front row (UR-5a)."""
    rows = rows_at_start(road)
    return lane * rows + rows - 1 - row


@rule
def has_rider_in(race: State, road: Road, lane: int) -> bool:
    """Whether a rider of the team that places now stands in this lane (UR-5d)."""
    found = False
    for rider in range(race.placer * RIDERS, race.placer * RIDERS + RIDERS):
        if race.at[rider] != NOWHERE and road.squares[race.at[rider]].lane == lane:
            found = True
    return found


@rare
def legal_placing(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """First any of the team's riders still to be placed (UR-5c), then any free square in the front rows (UR-5e), in a
    lane without a rider of the same team (UR-5d)."""
    count = 0
    if race.phase == PICK:
        for number in range(RIDERS):
            if race.status[race.placer * RIDERS + number] == WAITING:
                out[count] = RIDER + number
                count += 1
    else:
        for lane in range(road.stretches[0].lanes):
            if has_rider_in(race, road, lane):
                continue
            for row in range(race.teams):
                if rider_on(race, grid_square(road, lane, row)) == NOBODY:
                    out[count] = GRID + lane * MAX_TEAMS + row
                    count += 1
    return count


@rare
def pick(race: State, number: int) -> None:
    race.rider = race.placer * RIDERS + number
    race.phase = GRID_PHASE


@rare
def place(race: State, road: Road, where: int) -> None:
    """Place a rider. The teams take turns to the left, one rider at a time, until all are placed (UR-5c); then the
    first round begins."""
    stand(race, road, race.rider, grid_square(road, where // MAX_TEAMS, where % MAX_TEAMS))
    race.status[race.rider] = RIDING
    race.placer = (race.placer + 1) % race.teams
    race.rider = NOBODY
    race.phase = PICK
    waiting = 0
    for rider in range(race.teams * RIDERS):
        waiting += race.status[rider] == WAITING
    if waiting == 0:
        race.round_number = 1
        race.phase = NEXT_TURN

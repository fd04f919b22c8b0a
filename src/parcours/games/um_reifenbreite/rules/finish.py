"""Um Reifenbreite, chapters 14, 17 and 18: lines, the yellow jersey, places and points."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import LINE_KINDS, NOWHERE, Road
from parcours.games.um_reifenbreite.state import (
    BESIDE,
    FINISHED,
    HOME,
    MAX_SPRINTS,
    NOBODY,
    OVER_PHASE,
    RIDERS,
    VERDICT,
    State,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS, JERSEY_POINTS

_SPRINT, _FINISH = LINE_KINDS.index("sprint"), LINE_KINDS.index("finish")
SCORERS = 3
"""How many riders score at a sprint (UR-14a)."""
UNPLACED = 99


@rule
def cross_lines(race: State, road: Road, rider: int) -> bool:
    """A rider crosses a line by leaving the last row before it, and only once a race (UR-14a, UR-8e). Returns whether
    that ended the race."""
    here = road.squares[race.at[rider]].rear
    sprint = 0
    for line in range(len(road.lines)):
        if here < road.lines[line].at:
            break
        kind = road.lines[line].kind
        if kind == _SPRINT:
            if race.sprints and not race.crossed[rider] >> sprint & 1:
                cross_sprint(race, road, rider, sprint)
            sprint += 1
        elif kind == _FINISH:
            return arrive(race, rider)
    return False


# ------------------------------------------------------------------------------- sprints and the yellow jersey


@rare
def cross_sprint(race: State, road: Road, rider: int, sprint: int) -> None:
    """The first three riders score (UR-14a); the winner may get the yellow jersey."""
    race.crossed[rider] |= 1 << sprint
    race.crossings[sprint] += 1
    place = race.crossings[sprint]
    if place <= SCORERS:
        race.sprint_place[rider, sprint] = place
    if place == 1:
        change_jersey(race, road, rider)


@rare
def change_jersey(race: State, road: Road, winner: int) -> None:
    """The winner of the first sprint puts the jersey on (UR-14b). After that, nothing changes if the wearer wins
    (UR-14c). Otherwise the rider with the most sprint points gets it, jersey points not counted; in a tie the wearer
    keeps it, else the winner of this sprint gets it, else the tied rider who is ahead (UR-14d)."""
    if race.jersey == NOBODY or race.jersey == winner:
        race.jersey = winner
        return
    most = 0
    for rider in range(race.teams * RIDERS):
        most = max(most, sprint_points(race, road, rider))
    if sprint_points(race, road, race.jersey) == most:
        return
    best = winner
    if sprint_points(race, road, winner) < most:
        best = NOBODY
        for rider in range(race.teams * RIDERS):
            if sprint_points(race, road, rider) == most and (best == NOBODY or is_ahead(race, rider, best)):
                best = rider
    race.jersey = best


@rule
def is_ahead(race: State, one: int, other: int) -> bool:
    """Whether one rider is ahead of another in race order. A rider beside the road counts as on the square that it
    left, behind whoever stands there (UR-14d)."""
    if race.rank[one] != race.rank[other]:
        return race.rank[one] > race.rank[other]
    if race.status[one] == BESIDE and race.status[other] == BESIDE:
        return race.left[one] < race.left[other]
    return race.status[other] == BESIDE


@rare
def sprint_points(race: State, road: Road, rider: int) -> int:
    """What a rider has won at the sprint lines (UR-18a to UR-18c)."""
    points = 0
    sprint = 0
    for line in range(len(road.lines)):
        if road.lines[line].kind == _SPRINT:
            place = race.sprint_place[rider, sprint]
            if place > 0:
                points += road.lines[line].scores[place - 1]
            sprint += 1
    return points


@rare
def mark_jersey(race: State) -> None:
    """A rider who wore the jersey for the whole round, and had not finished before it, gets a mark (UR-14e), in the
    latest sprint box that it is listed in (UR-14f)."""
    wearer = race.jersey
    if wearer != NOBODY and wearer == race.jersey_before and race.status[wearer] != HOME:
        box = 0
        for sprint in range(MAX_SPRINTS):
            if race.sprint_place[wearer, sprint] > 0:
                box = sprint
        race.marks[wearer, box] += 1


# -------------------------------------------------------------------------------------------------- the finish


@rule
def arrive(race: State, rider: int) -> bool:
    """Places follow the order of crossing (UR-17b); once one rider is left, it takes the last place (UR-17d). Returns
    whether the race is over."""
    race.home += 1
    race.place[rider] = race.home
    race.status[rider] = FINISHED
    riders = race.teams * RIDERS
    if race.home < riders - 1:
        return False
    for last in range(riders):
        if race.place[last] == 0:
            race.home += 1
            race.place[last] = race.home
            race.status[last] = FINISHED
    return True


@rare
def lift_off_finished(race: State) -> None:
    """Finished riders, who stayed on the run-out until the round ended, leave the road (UR-17c)."""
    for rider in range(race.teams * RIDERS):
        if race.status[rider] == FINISHED:
            race.status[rider] = HOME
            race.at[rider] = NOWHERE


@rare
def end_race(race: State) -> None:
    """At the end of the last round only the jersey points are scored (UR-17d); then the commissaire draws photos
    (UR-13d)."""
    mark_jersey(race)
    lift_off_finished(race)
    race.rider = NOBODY
    race.phase = OVER_PHASE
    if race.cheating:
        race.snaps = 2
        race.snapped = 0
        race.phase = VERDICT


@rule
def is_disqualified(race: State, rider: int) -> bool:
    """Whether one of the rider's photo numbers is in the final draw (UR-13d, UR-18h)."""
    return race.photos[rider] & race.verdict != 0


@rare
def rider_points(race: State, road: Road, rider: int) -> int:
    """A rider's total: arrival, sprints and jersey (UR-18d to UR-18f); a disqualified rider's are struck out."""
    if is_disqualified(race, rider):
        return 0
    points = sprint_points(race, road, rider)
    for sprint in range(MAX_SPRINTS):
        points += JERSEY_POINTS * int(race.marks[rider, sprint])
    if race.place[rider] > 0:
        points += ARRIVAL_POINTS[race.place[rider] - 1]
    return points


@rare
def team_points(race: State, road: Road, team: int) -> int:
    """The total of a team's riders (UR-18g)."""
    points = 0
    for rider in range(team * RIDERS, team * RIDERS + RIDERS):
        points += rider_points(race, road, rider)
    return points


@rare
def best_place(race: State, team: int) -> int:
    """The place of a team's best rider that is not disqualified (UR-17e)."""
    best = UNPLACED
    for rider in range(team * RIDERS, team * RIDERS + RIDERS):
        if race.place[rider] > 0 and not is_disqualified(race, rider):
            best = min(best, race.place[rider])
    return best


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """The team with the most points wins, whoever was first over the line (UR-18g); UR-17e breaks ties."""
    for team in range(race.teams):
        points, best = team_points(race, road, team), best_place(race, team)
        ahead = 0
        for other in range(race.teams):
            theirs = team_points(race, road, other)
            if theirs > points or (theirs == points and best_place(race, other) < best):
                ahead += 1
        places[team] = ahead + 1


@rare
def score(race: State, road: Road, points: NDArray[np.float64]) -> None:
    """What each team's riders have won (UR-18g)."""
    for team in range(race.teams):
        points[team] = team_points(race, road, team)

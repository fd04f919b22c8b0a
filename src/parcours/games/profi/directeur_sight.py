"""Profi: what the directeur sees of the race: how late it is, who is ahead, which wheels there are, and who would be
towed."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.directeur_judgement import JUDGEMENT, POOR_WHEEL
from parcours.games.profi.rules.ground import NO_LIMIT, inner_rank, lanes_taken, on_road, riders, team_of
from parcours.games.profi.state import UP, State

LAST_ROUNDS = 2
MID_RACE, LATE, LAST_ROUND, SPRINT = range(4)


@rule
def stage(race: State) -> int:
    """How late in the race it is. On a board nobody knows which round will be the last."""
    if race.sprint > 0:
        return SPRINT
    if race.board:
        return LATE if race.late > 0 else MID_RACE
    left = race.rounds - race.round_number
    return MID_RACE if left >= LAST_ROUNDS else LATE if left > 0 else LAST_ROUND


@rule
def is_ending(race: State) -> bool:
    """Whether it is time to spend everything."""
    return stage(race) != MID_RACE


@rare
def rivals_front(race: State, team: int) -> int:
    """The row of the foremost rider of another team."""
    front = -NO_LIMIT
    for rider in range(riders(race)):
        if on_road(race, rider) and team_of(race, rider) != team:
            front = max(front, race.row[rider])
    return front


@rare
def is_helper(race: State, rider: int) -> bool:
    """Whether a team-mate is further ahead: only a team's first rider wins (PR-Q6)."""
    first = team_of(race, rider) * race.squad
    ahead = False
    for mate in range(first, first + race.squad):
        ahead = ahead or (on_road(race, mate) and race.row[mate] > race.row[rider])
    return ahead


@rare
def comes_between(race: State, road: Road, giver: int, rider: int) -> bool:
    """Whether a rider level with the giver moves after it, so that a rider on its wheel can't follow (PR-O2, PR-W2)."""
    rank = inner_rank(race, road, race.row[giver], race.lane[giver])
    for other in range(riders(race)):
        if other in (giver, rider) or race.status[other] != UP or race.row[other] != race.row[giver]:
            continue
        if inner_rank(race, road, race.row[other], race.lane[other]) > rank:
            return True
    return False


@rule
def lessened(kind: int, race: State, road: Road, giver: int, rider: int) -> float:
    """How much less a wheel is worth if another rider's move comes between."""
    poor = JUDGEMENT[kind - 1, POOR_WHEEL]
    return poor if poor > 0.0 and comes_between(race, road, giver, rider) else 0.0


@rare
def wheel_after(kind: int, race: State, road: Road, row: int, worth: float) -> float:
    """The worth of the best wheel that the rider could take on this row or, drawn in, on the next."""
    rider = race.rider
    if worth <= 0.0:
        return 0.0
    here = lanes_taken(race, road, row)
    either = here | lanes_taken(race, road, row + 1)
    best = 0.0
    for other in range(riders(race)):
        if other == rider or race.status[other] != UP:
            continue
        lane = 1 << int(race.lane[other])
        behind = race.row[other] == row + 1 and here & lane == 0
        if behind or (race.row[other] == row + 2 and either & lane == 0):
            best = max(best, worth - lessened(kind, race, road, other, rider))
    return best


@rare
def tows_rival(race: State, rider: int) -> bool:
    """Whether a rival that has not moved yet stands directly behind."""
    for other in range(riders(race)):
        if (
            race.status[other] == UP
            and race.moved[other] == 0
            and race.row[other] == race.row[rider] - 1
            and race.lane[other] == race.lane[rider]
        ):
            return team_of(race, other) != team_of(race, rider)
    return False

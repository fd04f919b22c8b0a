"""Um Reifenbreite, chapter 16: several races added up. Each stage starts afresh (UR-16c)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from parcours.games.um_reifenbreite.sheet import UNPLACED, Sheet
from parcours.games.um_reifenbreite.state import RIDERS


@dataclass(frozen=True)
class StageResult:
    """The result of one stage: every rider's points as scored (a disqualified rider's are struck out in that stage
    only), and the place of each team's best rider that is not disqualified."""

    riders: tuple[int, ...]
    best_places: tuple[int, ...]


@dataclass(frozen=True)
class TourStanding:
    """A team after some stages: its best rider and that rider's points, the team's points, and the total they make."""

    seat: int
    place: int
    best_rider: int
    best_points: int
    team_points: int
    total: int


def stage_result(sheet: Sheet, teams: int) -> StageResult:
    """A finished race as a stage (UR-16a)."""
    riders = [0] * (teams * RIDERS)
    best = [UNPLACED] * teams
    for line in sheet.riders:
        riders[line.rider] = line.total
        if line.place and not line.disqualified:
            best[line.rider // RIDERS] = min(best[line.rider // RIDERS], line.place)
    return StageResult(tuple(riders), tuple(best))


def final_points(stages: int, best_rider: int, team: int) -> int:
    """Number of stages x total of the best rider + total of the team (UR-16b).

    >>> final_points(5, 18 + 55 + 40 + 22 + 26, 46 + 68 + 92 + 66 + 47)
    1124
    """
    return stages * best_rider + team


def tour_standings(stages: Sequence[StageResult]) -> list[TourStanding]:
    """All teams, best first. Ties: the higher best rider, then the better place on the last stage (UR-16c)."""
    teams = len(stages[-1].best_places)
    sums = [sum(stage.riders[rider] for stage in stages) for rider in range(teams * RIDERS)]
    ranked = []
    for seat in range(teams):
        own = range(seat * RIDERS, seat * RIDERS + RIDERS)
        best = max(own, key=lambda rider: (sums[rider], -rider))
        team = sum(sums[rider] for rider in own)
        total = final_points(len(stages), sums[best], team)
        ranked.append(((-total, -sums[best], stages[-1].best_places[seat]), seat, best, team, total))
    ranked.sort()
    return [
        TourStanding(seat, 1 + sum(other[0] < key for other in ranked), best, sums[best], team, total)
        for key, seat, best, team, total in ranked
    ]

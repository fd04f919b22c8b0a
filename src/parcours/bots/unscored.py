"""Stand-ins that the search uses in games without a `score`, `foreseen` or `clock` of their own."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road


@rare
def no_score(race: Any, road: Road, points: NDArray[Any]) -> None:
    """For games without points."""
    for team in range(race.teams):
        points[team] = 0.0


@rare
def no_foresight(race: Any, road: Road, points: NDArray[Any]) -> float:
    """For games whose play-outs are never cut short."""
    no_score(race, road, points)
    return 1.0


@rule
def no_clock(race: Any) -> int:
    """For games whose play-outs are never cut short."""
    return 0

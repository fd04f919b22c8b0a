"""Breaking Away as a stage race: the teams' points of all races are added up. (The rulebook has no stage races.)"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from parcours.engine.course import Course
from parcours.engine.tour import Classification, Preset, Stage, StageResult, TableLine, TourRules, ranked
from parcours.engine.words import Say
from parcours.games.breaking_away.texts import team_name

GRAND_CIRCUIT = "grand_circuit"


class AddedPoints(TourRules):
    """Every race counts as it is scored; teams with the same total share a place."""

    presets = (
        Preset(
            "three_days",
            Say("Three days on the Grand Circuit"),
            Say("A road race, a staggered start, and a day for breakaways."),
            (
                Stage(GRAND_CIRCUIT, name=Say("Opening day")),
                Stage(GRAND_CIRCUIT, {"staggered_start": True}, Say("The staggered start")),
                Stage(GRAND_CIRCUIT, {"breakaway_from_group": True}, Say("Breakaway day")),
            ),
        ),
    )

    def result(self, race: Any, course: Course) -> StageResult:
        return {"points": [int(points) for points in race["points"][: int(race["teams"])]]}

    def winners(self, result: StageResult) -> tuple[int, ...]:
        points = result["points"]
        return tuple(seat for seat, won in enumerate(points) if won == max(points))

    def classifications(self, teams: int, results: Sequence[StageResult]) -> tuple[Classification, ...]:
        lines = [_line(seat, [result["points"][seat] for result in results]) for seat in range(teams)]
        general = Classification(
            "general", Say("General classification"), Say("points"), "most", ranked("most", lines), jersey="#E8B71A"
        )
        return (general,)


def _line(seat: int, points: Sequence[int]) -> tuple[TableLine, tuple[int, ...]]:
    """A team with its points of each race."""
    after = tuple(accumulate(points))
    return TableLine(seat, team_name(seat), 0, after[-1], 0, after, tuple(points)), ()

"""Um Reifenbreite's stage races for the table: chapter 16's final result, and the riders' points behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from parcours.engine.course import Course
from parcours.engine.tour import Classification, Preset, Stage, TableLine, TourRules, ranked
from parcours.engine.tour import StageResult as Kept
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.sheet import UNPLACED, score_sheet
from parcours.games.um_reifenbreite.stages import StageResult, TourStanding, stage_result, tour_standings
from parcours.games.um_reifenbreite.state import RIDERS
from parcours.games.um_reifenbreite.texts import rider_name, team_name

YELLOW, GREEN = "#E8B71A", "#3F8452"
POINTS = Say("points")


def _great(route: str) -> Stage:
    return Stage(f"ring:{route}", {"sprints": True})


class BestRiderCounts(TourRules):
    """Teams are ranked by stages x best rider + team (UR-16b); riders, and points on the way, have their own tables."""

    presets = (
        Preset(
            "classics",
            Say("The classics"),
            Say("Two one-day races: first the cobbles, then the hills."),
            (Stage("ring:A"), Stage("ring:B")),
        ),
        Preset(
            "grand_tours",
            Say("The grand tours"),
            Say("The two long roads, with three sprints each and the yellow jersey."),
            (_great("C"), _great("D")),
        ),
        Preset(
            "four_great_races",
            Say("The four great races"),
            Say("All four roads, from the cobbles to the long loop, with sprints and the yellow jersey."),
            (_great("A"), _great("B"), _great("C"), _great("D")),
        ),
    )
    options: Mapping[str, bool | str] = {"stages": True}

    def result(self, race: Any, course: Course) -> Kept:
        """A finished race as a stage (UR-16a)."""
        sheet, teams = score_sheet(race, course), int(race["teams"])
        counted = stage_result(sheet, teams)
        places, on_the_way = [UNPLACED] * (teams * RIDERS), [0] * (teams * RIDERS)
        for line in sheet.riders:
            places[line.rider] = line.place if line.place and not line.disqualified else UNPLACED
            on_the_way[line.rider] = 0 if line.disqualified else line.on_the_way
        return {
            "riders": list(counted.riders), "best_places": list(counted.best_places), "places": places,
            "on_the_way": on_the_way,
        }  # fmt: skip

    def classifications(self, teams: int, results: Sequence[Kept]) -> tuple[Classification, ...]:
        tables = [_teams(teams, results), _riders(teams, results, "riders", Say("Riders"), YELLOW)]
        if any(any(result["on_the_way"]) for result in results):
            tables.append(_riders(teams, results, "on_the_way", Say("Sprints and jersey"), GREEN))
        return tuple(tables)


def _teams(teams: int, results: Sequence[Kept]) -> Classification:
    """The final result after the stages ridden so far (UR-16b, UR-16c)."""
    stages = [StageResult(tuple(result["riders"]), tuple(result["best_places"])) for result in results]
    after: list[Mapping[int, TourStanding]] = [
        {row.seat: row for row in tour_standings(stages[: n + 1])} for n in range(len(stages))
    ]
    standings = tour_standings(stages)
    lines = []
    for row in standings:
        own = range(row.seat * RIDERS, row.seat * RIDERS + RIDERS)
        note = Say(
            "{stages} × {best} ({rider}) + {team} (team)",
            stages=len(stages), best=row.best_points, rider=rider_name(row.best_rider), team=row.team_points,
        )  # fmt: skip
        lines.append(
            TableLine(
                row.seat,
                team_name(row.seat),
                row.place,
                row.total,
                standings[0].total - row.total,
                tuple(rows[row.seat].total for rows in after),
                tuple(sum(stage.riders[rider] for rider in own) for stage in stages),
                notes=(note,),
            )
        )
    return Classification("teams", Say("Teams"), POINTS, "most", tuple(lines))


def _riders(teams: int, results: Sequence[Kept], what: str, title: Say, jersey: str) -> Classification:
    """Riders by the sum of some points; ties go to the better place on the last stage."""
    lines = []
    for rider in range(teams * RIDERS):
        points = tuple(result[what][rider] for result in results)
        after = tuple(accumulate(points))
        line = TableLine(rider // RIDERS, rider_name(rider), 0, after[-1], 0, after, points, rider=rider)
        lines.append((line, (results[-1]["places"][rider],)))
    return Classification(what, title, POINTS, "most", ranked("most", lines), jersey)

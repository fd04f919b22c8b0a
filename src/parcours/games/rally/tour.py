"""Rally: stages add up to a rally, rallies to the championship (RA-S2, RA-P5 to RA-P9, RA-L1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from parcours.engine.course import Course
from parcours.engine.tour import (
    CHAMPIONSHIP,
    Carried,
    Classification,
    Preset,
    Stage,
    StageResult,
    TableLine,
    TourRules,
)
from parcours.engine.words import Say
from parcours.games.rally.calendar import Rally, own_data
from parcours.games.rally.sheet import score_sheet
from parcours.games.rally.texts import car_name, rally_name, trim_name

POINTS_B = (9, 6, 4, 3, 2, 1)
"""Score B for the places of a rally (RA-P6)."""


def shared_places(scores: Sequence[int]) -> list[int]:
    """Places by the lowest score; ties share the better place, and the places they take up are skipped (RA-P3, RA-P7).

    >>> shared_places([-6, -4, -4, -1])
    [1, 2, 2, 4]
    """
    return [1 + sum(other < score for other in scores) for score in scores]


def points_for(place: int) -> int:
    """Score B (RA-P6).

    >>> points_for(1), points_for(4)
    (9, 3)
    """
    return POINTS_B[place - 1]


def rally_stages(rally: Rally, special: bool) -> tuple[Stage, ...]:
    """The stages of one rally; its special stage, if it is driven, comes last (RA-O1)."""
    stages = [Stage(rally.id)] * rally.stages
    if special and rally.special:
        stages.append(Stage(rally.id, {"special": True}))
    return tuple(stages)


def presets() -> tuple[Preset, ...]:
    """Each rally by itself, and the championship with and without special stages (RA-S2, RA-S3)."""
    rallies = own_data().rallies
    one = tuple(
        Preset(
            rally.id,
            Say("Rally {rally}", rally=rally_name(rally.id)),
            Say.number("{n} stage, the lowest total wins", "{n} stages, the lowest total wins",
                       len(rally_stages(rally, special=True))),
            rally_stages(rally, special=True),
        )
        for rally in rallies
    )  # fmt: skip
    whole = tuple(stage for rally in rallies for stage in rally_stages(rally, special=True))
    plain = tuple(stage for rally in rallies for stage in rally_stages(rally, special=False))
    return (
        *one,
        Preset("championship", Say("Championship"), Say("The whole Calendar, with its special stages"), whole),
        Preset("championship_plain", Say("Championship without special stages"), Say("The whole Calendar"), plain),
    )


class RallyTour(TourRules):
    """One rally, or the 8 of the Calendar. Stages of the same rally follow each other."""

    most_stages = 40
    named = frozenset({"special"})

    def __init__(self) -> None:
        self.presets = presets()

    def result(self, race: Any, course: Course) -> StageResult:
        """Score A of each car, and what the next stage takes over."""
        teams = int(race["teams"])
        return {
            "rally": course.id,
            "name": course.name,
            "scores": [line.score for line in score_sheet(race)],
            "trims": [int(trim) for trim in race["trim"][:teams]],
            "arrow": int(race["arrow"]),
            "destroyed": [line.destroyed for line in score_sheet(race)],
            "special": bool(race["special"]),
        }

    def winners(self, result: StageResult) -> tuple[int, ...]:
        """The cars with the lowest score A; equal scores share the win (RA-P3)."""
        scores = result["scores"]
        return tuple(seat for seat, score in enumerate(scores) if score == min(scores))

    def carried(self, teams: int, stages: Sequence[Stage], results: Sequence[StageResult]) -> Carried:
        """Within a rally, the next stage takes over trims, scores and the weather arrow (RA-A1, RA-P9, RA-W2). The next
        rally takes over only the trims (RA-A2)."""
        if not results:
            return {}
        last = results[-1]
        if _same_rally(stages, len(results)):
            return {"trims": last["trims"], "scores": last["scores"], "arrow": last["arrow"]}
        return {"last_trims": last["trims"]}

    def stage_name(self, stages: Sequence[Stage], number: int, course: Course) -> Say:
        """The rally, and which of its stages."""
        name = Say(str(course.name))
        if stages[number].options.get("special", False):
            return Say("{rally}, special stage", rally=name)
        first = number
        while first and _same_rally(stages, first):
            first -= 1
        return Say("{rally}, stage {number}", rally=name, number=number - first + 1)

    def classifications(self, teams: int, results: Sequence[StageResult]) -> tuple[Classification, ...]:
        """A table for each rally, the latest first. The first table decides: with several rallies it is the
        championship (RA-P8), with one rally its totals (RA-P6)."""
        rallies = rallies_of(results)
        tables = [_totals(teams, results, rally) for rally in rallies]
        return (_championship(teams, results, rallies), *reversed(tables)) if len(rallies) > 1 else tuple(tables)


def _same_rally(stages: Sequence[Stage], number: int) -> bool:
    """Whether a stage belongs to the same rally as the stage before: both have the same course, and the stage before
    was not the special one, which ends a rally (RA-O1)."""
    before, now = stages[number - 1], stages[number]
    return before.course == now.course and not before.options.get("special", False)


def rallies_of(results: Sequence[StageResult]) -> list[list[int]]:
    """The stages driven so far, by number (from 0), grouped by rally."""
    rallies: list[list[int]] = []
    for number, result in enumerate(results):
        before = results[number - 1] if number else None
        if before and before["rally"] == result["rally"] and not before["special"]:
            rallies[-1].append(number)
        else:
            rallies.append([number])
    return rallies


def totals(teams: int, results: Sequence[StageResult], rally: Sequence[int]) -> list[int]:
    """Score A summed over the stages of a rally, the special one included (RA-P5)."""
    return [sum(int(results[number]["scores"][car]) for number in rally) for car in range(teams)]


def _totals(teams: int, results: Sequence[StageResult], rally: Sequence[int]) -> Classification:
    sums = totals(teams, results, rally)
    places = shared_places(sums)
    lines = []
    for car in sorted(range(teams), key=lambda c: (places[c], c)):
        given = tuple(int(results[n]["scores"][car]) if n in rally else None for n in range(len(results)))
        after, run = [], 0
        for score in given:
            run += score or 0
            after.append(run)
        notes = [trim_name(int(results[rally[-1]]["trims"][car]))]
        out = [n for n in rally if results[n]["destroyed"][car]]
        if out:
            notes.append(Say.number("wrecked in {n} stage", "wrecked in {n} stages", len(out)))
        notes.append(Say.number("{n} championship point", "{n} championship points", points_for(places[car])))
        lines.append(
            TableLine(car, car_name(car), places[car], sums[car], sums[car] - min(sums), tuple(after), given,
                 notes=tuple(notes))
        )  # fmt: skip
    id_, name = results[rally[0]]["rally"], results[rally[0]]["name"]
    title = Say("Rally {rally}", rally=Say(str(name)))
    return Classification(f"rally:{rally[0]}:{id_}", title, Say("score A"), "least", tuple(lines), "#DE7A27")


def _championship(teams: int, results: Sequence[StageResult], rallies: Sequence[Sequence[int]]) -> Classification:
    """The championship by B points; ties go to more rally wins, then more second places and so on (RA-P8)."""
    places = [shared_places(totals(teams, results, rally)) for rally in rallies]
    given: list[list[int | None]] = [[None] * len(results) for _ in range(teams)]
    for rally, where in zip(rallies, places, strict=True):
        for car in range(teams):
            given[car][rally[-1]] = points_for(where[car])
    points = [sum(score or 0 for score in row) for row in given]
    ranks = [
        (-points[car], *(-sum(where[car] == place for where in places) for place in range(1, teams + 1)))
        for car in range(teams)
    ]
    lines = []
    for car in sorted(range(teams), key=lambda c: (ranks[c], c)):
        after, run = [], 0
        for score in given[car]:
            run += score or 0
            after.append(run)
        wins = sum(where[car] == 1 for where in places)
        lines.append(
            TableLine(car, car_name(car), 1 + sum(rank < ranks[car] for rank in ranks), points[car],
                 max(points) - points[car], tuple(after), tuple(given[car]),
                 notes=(Say.number("{n} rally won", "{n} rallies won", wins),))
        )  # fmt: skip
    return Classification(CHAMPIONSHIP, Say("Championship"), Say("points"), "most", tuple(lines), "#E5B321")

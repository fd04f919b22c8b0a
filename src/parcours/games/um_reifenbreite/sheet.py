"""Um Reifenbreite: the score sheet, column by column (UR-18), from the record alone; and people with two teams
(UR-4c)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parcours.engine.course import Course, RouteLine
from parcours.games.um_reifenbreite.state import PHOTOS, RIDERS
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS, JERSEY_POINTS

UNPLACED = 99


@dataclass(frozen=True)
class BoxLine:
    """A rider in a sprint box: its place, what it won there, its marks in yellow, and the total (UR-18a to UR-18c)."""

    rider: int
    place: int
    won: int
    marks: int

    @property
    def jersey(self) -> int:
        return JERSEY_POINTS * self.marks

    @property
    def total(self) -> int:
        return self.won + self.jersey


@dataclass(frozen=True)
class SprintBox:
    line: str
    riders: tuple[BoxLine, ...]


@dataclass(frozen=True)
class RiderLine:
    """A rider's line: place and points of arrival (4), sprints and jersey (5), total (6), photo numbers (8)."""

    rider: int
    place: int
    arrival: int
    sprints: int
    jersey: int
    photos: tuple[int, ...]
    disqualified: bool

    @property
    def on_the_way(self) -> int:
        """Column 5 (UR-18e)."""
        return self.sprints + self.jersey

    @property
    def total(self) -> int:
        """Column 6 (UR-18f): struck out where the rider is disqualified (UR-18h)."""
        return 0 if self.disqualified else self.arrival + self.on_the_way


@dataclass(frozen=True)
class Sheet:
    """The whole sheet: boxes 1 to 3, riders by order of arrival, teams (7)."""

    boxes: tuple[SprintBox, ...]
    riders: tuple[RiderLine, ...]
    verdict: tuple[int, ...]

    def team(self, seat: int) -> tuple[RiderLine, ...]:
        """A team's riders by their numbers (UR-18g)."""
        return tuple(sorted((line for line in self.riders if line.rider // RIDERS == seat), key=lambda x: x.rider))

    def team_total(self, seat: int) -> int:
        return sum(line.total for line in self.team(seat))


def sprint_lines(course: Course) -> list[RouteLine]:
    return [line for line in course.lines if line.kind == "sprint"]


def numbers_of(bits: int) -> tuple[int, ...]:
    """Photo numbers noted as bits."""
    return tuple(photo + 1 for photo in range(PHOTOS) if int(bits) >> photo & 1)


def rider_line(race: Any, course: Course, rider: int) -> RiderLine:
    place = int(race["place"][rider])
    won = 0
    for sprint, line in enumerate(sprint_lines(course)):
        at = int(race["sprint_place"][rider][sprint])
        won += line.scores[at - 1] if at else 0
    return RiderLine(
        rider,
        place,
        ARRIVAL_POINTS[place - 1] if place else 0,
        won,
        JERSEY_POINTS * int(race["marks"][rider].sum()),
        numbers_of(race["photos"][rider]),
        bool(int(race["photos"][rider]) & int(race["verdict"])),
    )


def score_sheet(race: Any, course: Course) -> Sheet:
    """The sheet as it stands now. Riders still on the road follow those who have arrived, by race order."""
    riders = range(int(race["teams"]) * RIDERS)
    boxes = []
    for sprint, line in enumerate(sprint_lines(course) if race["sprints"] else []):
        placed = sorted((int(race["sprint_place"][r][sprint]), r) for r in riders if race["sprint_place"][r][sprint])
        boxes.append(
            SprintBox(
                line.name,
                tuple(BoxLine(r, at, line.scores[at - 1], int(race["marks"][r][sprint])) for at, r in placed),
            )
        )
    order = sorted(riders, key=lambda r: (int(race["place"][r]) or UNPLACED, -int(race["rank"][r])))
    lines = tuple(rider_line(race, course, rider) for rider in order)
    return Sheet(tuple(boxes), lines, numbers_of(race["verdict"]))


def team_scores(race: Any, course: Course, seat: int) -> dict[str, int]:
    """What a team's points were won for: arrival, sprints, jersey; the disqualified count for nothing (UR-13d)."""
    lines = [rider_line(race, course, rider) for rider in range(seat * RIDERS, seat * RIDERS + RIDERS)]
    counted = [line for line in lines if not line.disqualified]
    return {
        "arrival": sum(line.arrival for line in counted),
        "sprints": sum(line.sprints for line in counted),
        "jersey": sum(line.jersey for line in counted),
    }


def people_standings(race: Any, course: Course, teams_of: Mapping[str, Sequence[int]]) -> list[tuple[str, int, int]]:
    """Name, place and points of people who run one team or two: the larger sum wins (UR-4c), ties by UR-17e."""
    sheet = score_sheet(race, course)
    ranked = []
    for name, seats in teams_of.items():
        points = sum(sheet.team_total(seat) for seat in seats)
        places = [x.place for seat in seats for x in sheet.team(seat) if x.place and not x.disqualified]
        ranked.append((-points, min(places, default=UNPLACED), name))
    ranked.sort()
    return [(name, 1 + sum(other[:2] < (minus, best) for other in ranked), -minus) for minus, best, name in ranked]

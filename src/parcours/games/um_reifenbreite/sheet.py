"""Um Reifenbreite: the score sheet, column by column (UR-18), worked out from the record alone; and standings of people
who run two teams (UR-4c)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from parcours.engine.course import Course, RouteLine
from parcours.engine.scene import Cell, CellStyle, Panel, Row
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.state import PHOTOS, RIDERS
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS, JERSEY_POINTS
from parcours.games.um_reifenbreite.texts import rider_name, team_name

UNPLACED = 99
SPRINT_TITLES = ("(1) First sprint, line {line}", "(2) Second sprint, line {line}", "(3) Third sprint, line {line}")


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
    """The photo numbers whose bits are set."""
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
    """What a team won its points for: arrival, sprints, jersey. Disqualified riders count for nothing (UR-13d)."""
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


# --------------------------------------------------------------------------------------- as panels of the table


def sheet_panels(race: Any, course: Course, ranking: Sequence[int]) -> tuple[Panel, ...]:
    """The sheet as it is filled in, box by box (UR-18a to UR-18h); the teams as they are ranked now."""
    sheet = score_sheet(race, course)
    boxes = tuple(_sprint_panel(number, box, sprint_lines(course)) for number, box in enumerate(sheet.boxes))
    photos = (_photo_panel(sheet),) if race["cheating"] else ()
    return (*boxes, _arrival_panel(sheet), _team_panel(race, sheet, ranking), *photos)


def _filled(points: int) -> str:
    return str(points) if points else ""


def _sprint_panel(number: int, box: SprintBox, lines: Sequence[RouteLine]) -> Panel:
    """The first three over a sprint line: points, a stroke for each round in yellow, what the strokes are worth, total
    (UR-18a to UR-18c)."""
    rows = [
        Row(rider_name(x.rider),
            (Cell(str(x.won)), Cell("|" * x.marks), Cell(_filled(x.jersey)), Cell(str(x.total), "strong")),
            x.rider // RIDERS, f"r{x.rider}")
        for x in box.riders
    ]  # fmt: skip
    printed = lines[number].scores[len(rows) :]
    rows += [Row("", (Cell(str(points), "faint"), Cell(), Cell(), Cell())) for points in printed]
    columns = (Say("points"), Say("in yellow"), Say("× {n}", n=JERSEY_POINTS), Say("total"))
    return Panel(f"sheet:{number + 1}", "table", Say(SPRINT_TITLES[number], line=box.line), columns, tuple(rows))


def _arrival_panel(sheet: Sheet) -> Panel:
    """Riders in order of arrival: place and points (4), sprints and jersey (5), total (6) (UR-18d to UR-18f)."""
    rows = []
    for number, (line, points) in enumerate(zip(sheet.riders, ARRIVAL_POINTS, strict=False), 1):
        if not line.place:
            rows.append(Row("", (Cell(str(number), "faint"), Cell(str(points), "faint"), Cell(), Cell())))
            continue
        struck: CellStyle = "crossed" if line.disqualified else ""
        cells = (
            Cell(str(line.place)),
            Cell(str(line.arrival), struck),
            Cell(_filled(line.on_the_way), struck),
            Cell(str(line.arrival + line.on_the_way), struck or "strong"),
        )
        rows.append(Row(rider_name(line.rider), cells, line.rider // RIDERS, f"r{line.rider}"))
    columns = (Say("place"), Say("(4) finish"), Say("(5) sprints and jersey"), Say("(6) total"))
    return Panel("sheet:4", "table", Say("(4) to (6) Finishing order"), columns, tuple(rows))


def _team_panel(race: Any, sheet: Sheet, ranking: Sequence[int]) -> Panel:
    """For each team, its four riders' totals and its own (UR-18g)."""
    rows = []
    for seat in ranking:
        lines = sheet.team(seat)
        cells = [Cell(_filled(x.arrival + x.on_the_way), "crossed" if x.disqualified else "") for x in lines]
        rows.append(Row(team_name(seat), (*cells, Cell(str(sheet.team_total(seat)), "strong")), seat))
    columns = (*(Say("rider {n}", n=n + 1) for n in range(RIDERS)), Say("total"))
    note = Say("Stage race: number of stages × best rider's total + team's total") if race["stages"] else ""
    return Panel("sheet:7", "table", Say("(7) Teams"), columns, tuple(rows), note)


def _photo_panel(sheet: Sheet) -> Panel:
    """Riders and their photo numbers, and which of them were drawn at the end (UR-18h)."""
    rows = []
    for x in sorted((line for line in sheet.riders if line.photos), key=lambda line: line.rider):
        verdict = Cell(Say("disqualified"), "strong") if x.disqualified else Cell()
        cells = (Cell(" ".join(map(str, x.photos)), "crossed" if x.disqualified else ""), verdict)
        rows.append(Row(rider_name(x.rider), cells, x.rider // RIDERS, f"r{x.rider}"))
    rows = rows or [Row("", (Cell(), Cell()))]
    note: Say | str = ""
    if sheet.verdict:
        note = Say("Photos drawn at the end: {numbers}", numbers=", ".join(map(str, sheet.verdict)))
    return Panel("sheet:8", "table", Say("(8) Photos"), (Say("photos"), ""), tuple(rows), note)

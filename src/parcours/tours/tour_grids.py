"""A tour in words: its stages and its classifications."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from parcours.engine.grid import Grid
from parcours.engine.tour import Classification

if TYPE_CHECKING:
    from parcours.tours.tour import Tour


def grids_of(tour: Tour) -> Iterator[Grid]:
    """The stages with their winners, then a table for each classification."""
    ridden = len(tour.results)
    stages = tuple((f"{n + 1}. {tour.stage_name(n)}", _won(tour, n)) for n in range(len(tour.stages)))
    game = "" if str(tour.game.name) in str(tour.title) else f" ({tour.game.name})"
    teams = f"{tour.teams} teams, {ridden} of {len(stages)} stages ridden"
    yield Grid(f"{tour.title}{game}: {teams}", ("stage", "won by"), stages)
    for table in tour.classifications():
        yield _grid(tour, table, ridden)


def _won(tour: Tour, number: int) -> str:
    race = tour.races[number] if number < len(tour.races) else None
    return " and ".join(str(row.name) for row in race.standings() if row.place == 1) if race else ""


def _grid(tour: Tour, table: Classification, ridden: int) -> Grid:
    rows = []
    for line in table.lines:
        gave = ("" if points is None else str(points) for points in line.stages)
        name = f"{line.place}. {line.name}{' (out)' if line.out else ''}"
        rows.append((name, *gave, str(line.total), f"+{line.gap}" if line.gap else ""))
    columns = (str(table.unit), *(str(stage + 1) for stage in range(ridden)), "total", "gap")
    colours = tuple(tour.game.teams[line.seat].colour for line in table.lines)
    return Grid(str(table.title), columns, tuple(rows), colours)

"""A tour in the terminal: its stages, its tables, and who stood where after each stage."""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parcours.draw.palette import OCHRE
from parcours.engine.scene import plain
from parcours.engine.tour import Classification, TableLine
from parcours.tours import Tour

SHOWN = 10
"""How many lines a table of riders has, unless all are asked for."""


def tour_report(tour: Tour, everybody: bool = False) -> RenderableType:
    """The stages and all tables, each with its chart."""
    parts: list[RenderableType] = [
        Text(f"{tour.title}: {tour.game.name}, {tour.teams} teams, {_ridden(tour)}", "bold"), Text(),
        _stages(tour),
    ]  # fmt: skip
    for number, table in enumerate(tour.classifications()):
        parts += [Text(), _classification(tour, number, table, None if everybody else SHOWN)]
    return Group(*parts)


def _ridden(tour: Tour) -> str:
    ridden, all_ = len(tour.results), len(tour.stages)
    if tour.over:
        return f"over after {ridden} of {all_} stages" if ridden < all_ else f"{all_} stages"
    return f"{ridden} of {all_} stages ridden"


def _stages(tour: Tour) -> Table:
    table = _table("Stage", "", "Won by")
    for number in range(len(tour.stages)):
        race = tour.races[number] if number < len(tour.races) else None
        won = " and ".join(str(row.name) for row in race.standings() if row.place == 1) if race else ""
        table.add_row(str(number + 1), str(tour.stage_name(number)), won)
    return table


def _classification(tour: Tour, number: int, found: Classification, most: int | None) -> RenderableType:
    """A table with one column per stage, and each line's place after every stage."""
    ridden = len(tour.results)
    table = _table("", str(found.title), *(str(n + 1) for n in range(ridden)), str(found.unit), "Gap", "Places")
    places = [_places(tour.classifications(after + 1), number) for after in range(ridden)]
    notes = []
    for line in found.lines[:most]:
        colour = Style(color=tour.game.teams[line.seat].colour, bold=True)
        name = Text.assemble(("● ", colour), (str(line.name), "strike" if line.out else ""))
        way = "".join(f"{at.get((line.seat, line.rider), '·'):>3}" for at in places)
        gave = ["" if points is None else str(points) for points in line.stages]
        table.add_row(str(line.place), name, *gave, str(line.total), f"+{line.gap}" if line.gap else "", way)
        notes += [Text(f"{line.name}: {note}", "dim") for note in line.notes]
    return Group(table, *notes)


def _places(tables: tuple[Classification, ...], number: int) -> dict[tuple[int, int | None], int]:
    if number >= len(tables):
        return {}
    return {(line.seat, line.rider): line.place for line in tables[number].lines}


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, header_style=Style(color=OCHRE))
    for n, column in enumerate(columns):
        table.add_column(column, justify="left" if n == 1 or column in ("Won by", "Places") else "right", no_wrap=True)
    return table


def plain_tour(tour: Tour) -> dict[str, Any]:
    """A tour's stages and tables as dictionaries, ready for JSON."""
    return {
        "game": tour.game.id,
        "name": str(tour.title),
        "teams": tour.teams,
        "seats": list(tour.seats),
        "over": tour.over,
        "stages": [
            {"course": stage.course, "name": str(tour.stage_name(n)), "options": dict(stage.options)}
            for n, stage in enumerate(tour.stages)
        ],
        "results": [dict(result) for result in tour.results],
        "classifications": plain(tour.classifications(), "en"),
    }


def first_of(tour: Tour) -> list[TableLine]:
    """The leaders in the table that decides the tour."""
    tables = tour.classifications()
    return [line for line in tables[0].lines if line.place == 1] if tables else []

"""What many races tell about a game: tables that each game works out for itself, printed or written to a file.

A game with figures has a module `figures` beside its rules, with one function `figures(races, seed) -> list[Table]`.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from parcours.errors import BadOptionError
from parcours.games import GAMES, WORKSHOP, find_game
from parcours.lab.stats import Interval

FORMATS = (".json", ".csv")


@dataclass(frozen=True)
class Table:
    """One table: what it is about, its columns, and a row for each line. Numbers stay numbers."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]


def figures_of(game: str, races: int, seed: int = 0) -> list[Table]:
    """The tables of a game, out of so many races. The same seed gives the same tables."""
    found = find_game(game).id
    if races < 1:
        raise BadOptionError(f"figures need at least one race, not {races}")
    if not _has_figures(found):
        known = ", ".join(filter(_has_figures, GAMES + WORKSHOP)) or "none"
        raise BadOptionError(f"{found}: there are no figures for this game (games with figures: {known})")
    work_out = import_module(f"parcours.games.{found}.figures").figures
    return cast(Callable[[int, int], list[Table]], work_out)(races, seed)


def _has_figures(game: str) -> bool:
    return find_spec(f"parcours.games.{game}.figures") is not None


def cell(value: object) -> str:
    """A value as a table shows it.

    >>> cell(0.12345), cell(7.1), cell(1234.5), cell(12345), cell(None), cell("Tour")
    ('0.123', '7.10', '1,234.5', '12,345', '', 'Tour')
    """
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        digits = 3 if abs(value) <= 1 else 2 if abs(value) < 100 else 1
        return f"{value:,.{digits}f}"
    return str(value)


def with_bounds(interval: Interval, digits: int = 3) -> tuple[float | None, float | None, float | None]:
    """An estimate and its 95% bounds, as three columns of a table.

    >>> with_bounds(Interval(0.25, 0.2, 0.31))
    (0.25, 0.2, 0.31)
    """
    low, high = (None if bound is None else round(bound, digits) for bound in (interval.low, interval.high))
    return round(interval.value, digits), low, high


def check_name(path: Path) -> None:
    """Refuse a file that figures can't be written to, before any race is ridden."""
    if path.suffix not in FORMATS:
        raise BadOptionError(f"{path}: figures are written as {' or '.join(FORMATS)}, by the file's ending")
    if not path.absolute().parent.is_dir():
        raise BadOptionError(f"{path}: there is no folder {path.absolute().parent}")


def write(tables: Sequence[Table], path: Path) -> None:
    """Write tables to a file: JSON, or CSV with the title over each table and an empty line below it."""
    check_name(path)
    if path.suffix == ".json":
        text = json.dumps([asdict(table) for table in tables], indent=2, ensure_ascii=False)
        path.write_text(text + "\n", encoding="utf-8")
        return
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file)
        for table in tables:
            lines.writerows([(table.title,), table.columns, *table.rows, ()])

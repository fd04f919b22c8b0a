"""What many races tell about a game: tables that each game computes, printed or written to a file."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import cast

from parcours.engine.figures import Table
from parcours.errors import BadOptionError
from parcours.games import GAMES, find_game

FORMATS = (".json", ".csv")


def figures_of(game: str, races: int, seed: int = 0) -> list[Table]:
    """The tables of a game, computed from `races` races. The same seed gives the same tables."""
    found = find_game(game).id
    if races < 1:
        raise BadOptionError(f"figures need at least one race, not {races}")
    if not _has_figures(found):
        known = ", ".join(filter(_has_figures, GAMES)) or "none"
        raise BadOptionError(f"{found}: there are no figures for this game (games with figures: {known})")
    work_out = import_module(f"parcours.games.{found}.figures").figures
    return cast(Callable[[int, int], list[Table]], work_out)(races, seed)


def _has_figures(game: str) -> bool:
    return find_spec(f"parcours.games.{game}.figures") is not None


def check_name(path: Path) -> None:
    """Refuse a file that figures can't be written to, before any race is ridden."""
    if path.suffix not in FORMATS:
        raise BadOptionError(f"{path}: figures must be written to a {' or '.join(FORMATS)} file")
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

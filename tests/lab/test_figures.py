"""Figures: every game that has them keeps to one contract; also files and bad input."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from parcours.cli import app
from parcours.errors import BadOptionError
from parcours.games import GAMES
from parcours.lab import figures
from parcours.lab.figures import Table, figures_of, write
from parcours.reports.tables import figure

WITH_FIGURES = [name for name in GAMES if figures._has_figures(name)]
TABLES = [
    Table("Lengths", ("Route", "Rounds"), [("A", 10.5), ("B", None)]),
    Table("Wins", ("Seat", "Share", "Races"), [(1, 0.25, 400)]),
]


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, int]]:
    """Gives two small tables instead of riding races, and lists the calls."""
    asked: list[tuple[str, int, int]] = []

    def figures_of(game: str, races: int, seed: int) -> list[Table]:
        asked.append((game, races, seed))
        return TABLES

    monkeypatch.setattr(figures, "figures_of", figures_of)
    return asked


@pytest.mark.parametrize("game", WITH_FIGURES)
def test_the_tables_of_a_game_are_full_and_repeat(game: str) -> None:
    tables = figures_of(game, 3, seed=5)
    assert tables
    for table in tables:
        assert table.title
        assert table.rows
        assert {len(row) for row in table.rows} == {len(table.columns)}
        assert all(isinstance(value, str | int | float | None) for row in table.rows for value in row)
    assert figures_of(game, 3, seed=5) == tables
    assert figures_of(game, 3, seed=6) != tables


def test_a_game_without_figures_is_refused_with_those_that_have_some(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(figures, "_has_figures", lambda game: game == "um_reifenbreite")
    with pytest.raises(
        BadOptionError,
        match=r"^breaking_away: there are no figures for this game \(games with figures: um_reifenbreite\)$",
    ):
        figures_of("breaking_away", 1)


@pytest.mark.parametrize(
    ("game", "races", "told"), [("chess", 1, "there is no game 'chess'"), ("um_reifenbreite", 0, "at least one race")]
)
def test_bad_input_is_refused(game: str, races: int, told: str) -> None:
    with pytest.raises(BadOptionError, match=told):
        figures_of(game, races)


def test_json_keeps_the_tables_as_they_are(tmp_path: Path) -> None:
    write(TABLES, tmp_path / "out.json")
    read = json.loads((tmp_path / "out.json").read_text())
    assert [Table(t["title"], tuple(t["columns"]), [tuple(row) for row in t["rows"]]) for t in read] == TABLES


def test_csv_has_one_table_below_the_other(tmp_path: Path) -> None:
    write(TABLES, tmp_path / "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        assert list(csv.reader(file)) == [
            ["Lengths"], ["Route", "Rounds"], ["A", "10.5"], ["B", ""], [],
            ["Wins"], ["Seat", "Share", "Races"], ["1", "0.25", "400"], [],
        ]  # fmt: skip


def test_the_command_prints_and_writes(tmp_path: Path, counted: list[tuple[str, int, int]]) -> None:
    out = tmp_path / "out.csv"
    result = CliRunner().invoke(app, ["figures", "um_reifenbreite", "--races", "7", "--seed", "3", "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert counted == [("um_reifenbreite", 7, 3)]
    for word in ("Lengths", "Rounds", "10.5", "Wins", "0.250", "400"):
        assert word in result.stdout
    assert out.read_text().startswith("Lengths")


def test_in_a_narrow_terminal_no_number_is_cut() -> None:
    long = Table("T", ("A route of many words", *"bcdefg"), [("Liège Bastogne Liège and back again",) + (1234.5,) * 6])
    told = io.StringIO()
    console = Console(width=80, file=told)
    console.print(figure(long))
    printed = told.getvalue()
    assert printed.count("1,234.5") == 6
    assert "…" not in printed


@pytest.mark.parametrize("name", ["figures.txt", "nowhere/figures.csv"])
def test_a_file_that_cannot_be_written_is_refused_before_any_race(
    tmp_path: Path, counted: list[tuple[str, int, int]], name: str
) -> None:
    result = CliRunner().invoke(app, ["figures", "um_reifenbreite", "--out", str(tmp_path / name)])
    assert result.exit_code == 2
    assert result.stderr.startswith(f"parcours: {tmp_path / name}: ")
    assert counted == []

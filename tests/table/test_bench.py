"""The table's benchmark runs, and tells each figure as soon as it is measured."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import parcours
from parcours.table import bench
from parcours.table.bench_page import browser
from parcours.table.bench_server import Figure


def by_name(figures: list[Figure]) -> dict[str, float]:
    return {figure.name: figure.value for figure in figures}


def test_each_figure_is_printed_before_the_next_is_measured() -> None:
    command = [sys.executable, "-c", "from parcours.cli import main; main()", "bench", "table", "--part", "python"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=os.environ | {"COLUMNS": "200"}) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        assert process.poll() is None, "all figures came at once, at the end"
        lines = [first, *process.stdout]
    assert process.returncode == 0
    assert len(lines) == len(parcours.game_names())
    for line, name in zip(lines, parcours.game_names(), strict=True):
        assert line.startswith(f"nothing compiled, import to first move: {parcours.game(name).name} ")
        assert "(at most 5)" in line


def test_a_server_under_load_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TABLES", 3)
    found = by_name(list(bench.under_load(seconds=2)))
    assert len(found) == 6
    assert found["3 tables, 6 watchers: actions"] > 0
    assert found["3 tables, 6 watchers: messages pushed"] > 0


def test_memory_and_opening_are_measured() -> None:
    found = by_name(list(bench.memory_and_opening(tables=3)))
    assert len(found) == 3
    assert all(value > 0 for name, value in found.items() if "opened" in name)


def test_starting_is_measured() -> None:
    assert all(figure.value > 0 for figure in bench.starting())


@pytest.mark.skipif(not browser(), reason="there is no browser")
def test_the_page_is_measured() -> None:
    found = by_name(list(bench.measure(["page"])))
    assert found["the page, from asking for it to a button"] > 0
    assert found["a click to its drawn answer, worst"] >= found["a click to its drawn answer, median"] > 0

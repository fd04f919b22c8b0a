"""The table's benchmark runs, and prints each figure as soon as it is measured."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

import parcours
from parcours.table.bench_page import browser

ONE = "from parcours.table import bench; bench.TABLES = 3; [print(figure, flush=True) for figure in bench.{part}]"


def measured(part: str) -> dict[str, float]:
    """The figures of a small part, measured in a process of its own."""
    done = subprocess.run([sys.executable, "-c", ONE.format(part=part)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return {line[:58].strip(): float(line[58:].split()[0]) for line in done.stdout.splitlines()}


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


def test_a_server_under_load_is_measured() -> None:
    found = measured("under_load(4)")
    assert len(found) == 6
    assert found["3 tables, 6 watchers: actions"] > 0


def test_memory_and_opening_are_measured() -> None:
    found = measured("memory_and_opening(3)")
    assert len(found) == 3
    assert all(value > 0 for name, value in found.items() if "opened" in name)


def test_starting_is_measured() -> None:
    assert all(value > 0 for value in measured("starting()").values())


@pytest.mark.skipif(not browser(), reason="there is no browser")
def test_the_page_is_measured() -> None:
    found = measured("page_figures()")
    assert found["the page, from asking for it to a button"] > 0
    assert found["a click to its drawn answer, worst"] >= found["a click to its drawn answer, median"] > 0

"""The lab's benchmark: each figure comes from several runs, or a line says why there is none."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import parcours
from parcours.engine.statistics import Spread
from parcours.lab import bench_lab, cluster
from tests.test_cli import run

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parcours[lab]'")


def without_pgx(*given: object) -> list[float]:
    raise ModuleNotFoundError("No module named 'pgx'", name="pgx")


@pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not() or "Ray is here")
@pytest.mark.xdist_group("ray")
def test_the_lab_is_measured_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GAMES": ("breaking_away",), "CLASSIC": ("tictactoe_v3",), "SECONDS": 0.01, "PARTS": 2, "PART_RACES": 4,
    }.items():  # fmt: skip
        monkeypatch.setattr(bench_lab, name, value)
    monkeypatch.setattr(bench_lab, "elsewhere", without_pgx)
    result = run("bench", "lab", "--runs", "2", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["lab"]
    for name in (
        "vector form, breaking_away, one core, steps a second",
        "vector form, breaking_away, two cores, steps a second",
        "PettingZoo, breaking_away, steps a second",
        "8 races, processes of this machine, seconds",
        "8 races, Ray on this machine, seconds",
    ):
        assert found[name]["low"] > 0, found[name]
    assert found["pgx backgammon, one core, 1,024 at once, steps a second"] == {"missing": "pgx is not installed"}


def test_what_can_not_be_measured_says_why() -> None:
    def broken() -> list[float]:
        raise RuntimeError("no GPU\nthat can be used")

    assert bench_lab._try(lambda: without_pgx(1)) == "pgx is not installed"
    assert bench_lab._try(broken) == "RuntimeError: no GPU that can be used"
    assert bench_lab._try(lambda: [3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0)


def cores_here() -> list[float]:
    return [float(len(os.sched_getaffinity(0)))]


def needs_pgx() -> list[float]:
    raise ModuleNotFoundError("No module named 'pgx'", name="pgx")


def test_others_are_measured_in_a_process_that_keeps_to_its_cores() -> None:
    assert bench_lab.elsewhere(cores_here, 1) == [1.0]
    assert bench_lab._try(lambda: bench_lab.elsewhere(needs_pgx, 1)) == "pgx is not installed"
    assert len(os.sched_getaffinity(0)) == bench_lab.cores()


BARE = "import sys; raise ModuleNotFoundError(f'No module named {__name__!r}', name=__name__)"


def test_a_machine_with_little_more_than_the_rules_can_measure_and_check(tmp_path: Path) -> None:
    for name in (
        "typer",
        "rich",
        "pydantic",
        "fastapi",
        "babel",
        "hypothesis",
        "pettingzoo",
        "gymnasium",
        "ray",
        "jax",
    ):
        (tmp_path / f"{name}.py").write_text(BARE)
    path = os.pathsep.join([str(tmp_path), str(Path(parcours.__file__).parents[1])])

    def started(module: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", f"parcours.lab.{module}", *arguments]
        return subprocess.run(command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True)

    measured = started("bench_lab", "--runs", "1", "--only", "away,Ray,pgx")
    assert measured.returncode == 0, measured.stderr
    found = json.loads(measured.stdout)["lab"]
    assert found["vector form, breaking_away, one core, steps a second"]["median"] > 0
    assert "processes of this machine" not in measured.stdout
    assert found["PettingZoo, breaking_away, steps a second"]["missing"].endswith("is not installed")
    assert found["65,536 races, Ray on this machine, seconds"] == {"missing": "ray is not installed"}
    assert found["pgx backgammon, one core, 1,024 at once, steps a second"] == {"missing": "jax is not installed"}
    assert started("gpu_check", "--help").returncode == 0

"""The lab's benchmark: each figure from several runs, and a line where there can be none."""

from __future__ import annotations

import json

import pytest

from parcours.lab import bench_lab, cluster
from parcours.lab.stats import Spread
from tests.test_cli import run

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install 'parcours[lab]'")


def without_pgx(runs: int) -> list[float]:
    raise ModuleNotFoundError("No module named 'pgx'", name="pgx")


@pytest.mark.skipif(bool(cluster.why_not()), reason=cluster.why_not() or "Ray is here")
@pytest.mark.xdist_group("ray")
def test_the_lab_is_measured_beside_others(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GAMES": ("breaking_away",), "CLASSIC": ("tictactoe_v3",), "SECONDS": 0.01, "PARTS": 2, "PART_RACES": 4,
    }.items():  # fmt: skip
        monkeypatch.setattr(bench_lab, name, value)
    monkeypatch.setattr(bench_lab, "pgx_rates", without_pgx)  # JAX would not leave this process alone afterwards
    result = run("bench", "lab", "--runs", "2", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)["lab"]
    for name in (
        "vector form, breaking_away, one core, steps a second",
        "PettingZoo, breaking_away, steps a second",
        "8 races, processes of this machine, seconds",
        "8 races, Ray on this machine, seconds",
    ):
        assert found[name]["low"] > 0, found[name]
    assert found["pgx backgammon, 1024 at once, steps a second"] == {"missing": "pgx is not installed"}


def test_what_can_not_be_measured_says_why() -> None:
    def broken() -> list[float]:
        raise RuntimeError("no GPU\nthat can be used")

    assert bench_lab._try(lambda: without_pgx(1)) == "pgx is not installed"
    assert bench_lab._try(broken) == "RuntimeError: no GPU that can be used"
    assert bench_lab._try(lambda: [3.0, 1.0, 2.0]) == Spread(2.0, 1.0, 3.0)

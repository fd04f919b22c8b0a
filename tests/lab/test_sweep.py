"""Sweeps: paired races, honest intervals, and a file from which the sweep can be ridden again."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.engine.kernel import COMPILED
from parcours.engine.statistics import mean_of, share_of, wilson
from parcours.errors import BadOptionError, ParcoursError
from parcours.lab import simulate, sweep
from tests.test_cli import refused, run

arrow = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'parcours[lab]'")

GAME = parcours.game("breaking_away")


def small(**how: object) -> sweep.Sweep:
    given: dict[str, object] = {"races": 12, "teams": [3], "bots": ["sprinter", "random"], "seed": 3}
    return sweep.make_sweep(GAME, **(given | how))  # type: ignore[arg-type]


def test_every_combination_is_a_set_up() -> None:
    planned = small(teams=[3, 5], vary=["staggered_start", "open_sheets"], fixed={"crowded_first_turn": True})
    assert len(planned.setups) == 8
    assert planned.setups[-1].words() == "5 teams, grand_circuit, crowded_first_turn, staggered_start, open_sheets"
    assert planned.setups[-1].bots == ("sprinter", "random", "random", "random", "random")
    assert planned.total == 12 * (4 * 3 + 4 * 5)


def test_rows_are_those_of_the_races() -> None:
    planned = small()
    table = sweep.ride(planned)
    assert table.num_rows == 12 * 3 * 3
    rows = table.to_pylist()
    for rotation in range(3):
        bots = [("sprinter", "random", "random")[(seat - rotation) % 3] for seat in range(3)]
        batch = simulate.make_plan(GAME, bots, seed=3).batch(12, 0)
        places = batch.play_out(bots)
        own = [row for row in rows if row["rotation"] == rotation]
        assert [row["bot"] for row in own] == bots * 12
        assert [row["place"] for row in own] == places.ravel().tolist()
        assert [row["points"] for row in own] == batch.races["points"][:, :3].ravel().tolist()
        assert [row["race"] for row in own][::3] == list(range(12))
    won = np.array([row["won"] for row in rows]).reshape(-1, 3)
    assert won.sum(axis=1) == pytest.approx(1)


def test_figures_count_races_with_the_same_luck_once() -> None:
    planned = small(vary=["staggered_start"], races=30)
    table = sweep.ride(planned)
    found = sweep.figures(planned, table)
    assert [(one.setup, one.bot) for one in found] == [(0, "sprinter"), (0, "random"), (1, "sprinter"), (1, "random")]
    rows = [row for row in table.to_pylist() if row["setup"] == 0 and row["bot"] == "sprinter"]
    by_race = [np.mean([row["won"] for row in rows if row["race"] == race]) for race in range(30)]
    assert found[0].wins == share_of(by_race)
    assert found[0].wins_more is None
    assert found[2].wins_more is not None
    other = [row for row in table.to_pylist() if row["setup"] == 1 and row["bot"] == "sprinter"]
    by_other = [np.mean([row["won"] for row in other if row["race"] == race]) for race in range(30)]
    assert found[2].wins_more.value == pytest.approx(mean_of(np.array(by_other) - np.array(by_race)).value)
    assert found[2].wins_more.low < found[2].wins_more.value < found[2].wins_more.high  # type: ignore[operator]


def test_intervals_hold_as_often_as_they_say() -> None:
    rng = np.random.default_rng(1)
    held = 0
    for _ in range(400):
        found = share_of(rng.beta(2, 6, 60))
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0.25 <= found.high
    assert 0.92 <= held / 400 <= 0.99
    assert share_of([0.0, 1.0, 1.0]) == wilson(2, 3)


def test_bots_that_ride_the_same_race_again_and_again_are_told_of() -> None:
    planned = small(bots=["sprinter"], races=24)
    found = sweep.figures(planned, sweep.ride(planned))
    assert found[0].different <= 3  # the only luck is the draw of the first player
    result = run("sweep", "breaking_away", "--races", "24", "--teams", "3", "--bots", "sprinter")
    assert "different races came up" in result.stdout
    assert "different races came up" not in run("sweep", "breaking_away", "--races", "24", "--teams", "3").stdout


def test_bots_that_think_ride_in_sweeps_and_again(tmp_path: Path) -> None:
    mine, file = tmp_path / "mine.py", tmp_path / "own.parquet"
    mine.write_text("class Thinker:\n    def choose(self, race):\n        return race.legal()[0]\n")
    command = ["sweep", "breaking_away", "--teams", "3", "--races", "2", "--out", str(file)]
    told = run(*command, "--bots", f"{mine}:Thinker,novice@2,random" if COMPILED else f"{mine}:Thinker,random")
    assert told.exit_code == 0, told.output
    assert sweep.load(file)[1].num_rows == 2 * 3 * 3
    told = run("sweep", "--again", str(file))
    assert f"{file}: identical in every row" in told.stdout
    mine.write_text("class Thinker:\n    def choose(self, race):\n        return race.legal()[-1]\n")
    assert "the bot Thinker has changed" in refused("sweep", "--again", str(file))


def test_a_chart_that_can_not_be_drawn_is_refused_before_the_races(monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("sweep", "breaking_away", "--races", "1000000000", "--plot")
    assert "chart.pdf: a chart must be a .svg or .png file" in refused(*command, "chart.pdf")
    monkeypatch.setattr("parcours.reports.charts.find_spec", lambda name: None)
    assert "charts need matplotlib: pip install 'parcours[lab]'" in refused(*command, "chart.svg")


def test_who_thinks_for_a_time_can_not_ride_again() -> None:
    assert "give it a number of iterations, such as champion@2000" in refused(
        "sweep", "breaking_away", "--bots", "champion"
    )


def test_a_sweep_rides_itself_again(tmp_path: Path) -> None:
    file = tmp_path / "s.parquet"
    planned = small(vary=["staggered_start"])
    table = sweep.ride(planned)
    sweep.save(table, file)
    read, kept = sweep.load(file)
    assert read.plain() == planned.plain()
    assert kept.equals(table)
    assert sweep.again(file).differs == ""
    changed = table.set_column(table.column_names.index("turns"), "turns", arrow.array([7] * table.num_rows, "int32"))
    sweep.save(changed.replace_schema_metadata(table.schema.metadata), file)
    assert sweep.again(file).differs.startswith("row 0: turns was 7, is ")


def test_a_course_that_is_gone_is_read_from_the_file(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(GAME.course().source)
    planned = small(courses=[str(own)])
    file = tmp_path / "s.parquet"
    sweep.save(sweep.ride(planned), file)
    own.unlink()
    assert sweep.again(file).differs == ""


def test_other_files_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParcoursError, match="there is no such file"):
        sweep.load(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("hello")
    with pytest.raises(ParcoursError, match="is not a file of a sweep"):
        sweep.load(tmp_path / "text.parquet")
    table = sweep.ride(small(races=1))
    told = json.loads(table.schema.metadata[sweep.KEY]) | {"format": 99}
    sweep.save(table.replace_schema_metadata({sweep.KEY: json.dumps(told)}), tmp_path / "later.parquet")
    with pytest.raises(ParcoursError, match="is in format 99; this version of Parcours reads format 1"):
        sweep.load(tmp_path / "later.parquet")


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ({"races": 0}, "at least one race"),
        ({"vary": ["tailwind"]}, "no option 'tailwind'"),
        ({"vary": ["open_sheets=on|off"]}, "write it without values"),
        ({"vary": ["open_sheets", "open_sheets"]}, "given twice"),
        ({"vary": ["open_sheets"], "fixed": {"open_sheets": True}}, "given twice"),
        ({"teams": [9]}, "teams must be 3 to 6, not 9"),
        ({"bots": ["random"] * 4}, "4 bots for 3 teams"),
        ({"bots": ["nobody"]}, "no bot 'nobody'"),
        ({"courses": ["moon"]}, "no course 'moon'"),
    ],
)
def test_a_wrong_sweep_is_refused(how: dict[str, object], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        small(**how)


def test_on_the_command_line(tmp_path: Path) -> None:
    file, again, chart = tmp_path / "s.parquet", tmp_path / "t.parquet", tmp_path / "s.svg"
    arguments = ("--races", "10", "--teams", "3,4", "--vary", "staggered_start", "--bots", "sprinter,random")
    result = run("sweep", "breaking_away", *arguments, "--out", str(file), "--plot", str(chart))
    assert result.exit_code == 0, result.output
    assert "4 teams, staggered_start" in " ".join(result.stdout.split())
    assert "grand_circuit" in result.stdout
    assert "…" not in result.stdout
    assert "share of wins per team" in chart.read_text()
    result = run("sweep", "--again", str(file), "--out", str(again))
    assert result.exit_code == 0, result.output
    assert "identical in every row" in result.stdout
    assert sweep.load(again)[1].equals(sweep.load(file)[1])
    assert "sweep: name a game" in refused("sweep")
    assert "--again: the file has its own game" in refused("sweep", "breaking_away", "--again", str(file))
    assert "'three' is not a whole number" in refused("sweep", "breaking_away", "--teams", "three")
    assert "a chart must be a .svg or .png file" in refused(
        "sweep", "breaking_away", "--races", "2", "--plot", str(tmp_path / "s.doc")
    )

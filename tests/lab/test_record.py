"""Data sets: whole races in a file that can be read without Parcours, and from which every race can be ridden again."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import parcours
from parcours.errors import ParcoursError
from parcours.games import games_in_order
from parcours.lab import record
from parcours.lab.record import COLUMNS, replay, replays
from parcours.lab.simulate import Plan, make_plan
from tests.test_cli import refused, run

pa = pytest.importorskip("pyarrow", reason="pyarrow is not installed: pip install 'parcours[lab]'")
parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed: pip install 'parcours[lab]'")

RALLY = ["codriver", "random", "codriver"]


def plan_of(game: str, bots: list[str], **how: object) -> Plan:
    return make_plan(parcours.game(game), bots, **({"seed": 5} | how))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def rally(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("set") / "rally.parquet"
    record.record(plan_of("rally", RALLY), 12, file, command="parcours record rally")
    return file


def test_rows_are_the_races_of_the_simulation(rally: Path) -> None:
    table = parquet.read_table(rally)
    batch = plan_of("rally", RALLY).batch(12, 0)
    places = batch.play_out(RALLY)
    assert table["race"].to_pylist() == list(range(12))
    assert table["places"].to_pylist() == places.tolist()
    assert [len(actions) for actions in table["actions"].to_pylist()] == batch.races["ply"].tolist()
    assert [len(actors) for actors in table["actors"].to_pylist()] == batch.races["ply"].tolist()
    assert table["turns"].to_pylist() == batch.races["turn"].tolist()
    assert table["bots"][3].as_py() == RALLY
    assert table["seed"].unique().to_pylist() == [5]
    assert parquet.ParquetFile(rally).metadata.row_group(0).column(0).compression == "ZSTD"


def test_every_race_comes_out_again_as_it_was(rally: Path) -> None:
    rows, batch = parquet.read_table(rally).to_pylist(), plan_of("rally", RALLY).batch(12, 0)
    batch.play_out(RALLY)
    races = list(replays(rally))
    assert len(races) == 12
    for row, race, ridden in zip(rows, races, batch.races, strict=True):
        assert race.over
        assert race.actions == row["actions"]
        assert race.races[0].tobytes() == ridden.tobytes()
        rows_by_seat = sorted(race.standings(), key=lambda standing: standing.seat)
        assert [standing.points for standing in rows_by_seat] == row["points"]
    last = replay(rally, 11)
    assert last.digest() == races[11].digest()
    last.undo()
    assert not last.over
    assert last.setup.seats == tuple(RALLY)


def test_who_acts_is_told_and_luck_is_among_the_actions(rally: Path) -> None:
    row = parquet.read_table(rally).to_pylist()[4]
    race = replay(rally, 4).at(0)
    for actor, action in zip(row["actors"], row["actions"], strict=True):
        assert race.actor == actor
        race.play(action)
    assert -1 in row["actors"]
    assert set(row["actors"]) == {-1, 0, 1, 2}


def test_a_file_is_read_without_parcours(rally: Path) -> None:
    told = f"""
import json, sys
import pyarrow.parquet as parquet
table = parquet.read_table({str(rally)!r})
words = json.loads(table.schema.metadata[b"parcours.record"])["words"]
first = table.slice(0, 1).to_pylist()[0]
assert len(first["actors"]) == len(first["actions"]) > 100
assert all(words[action] for action in first["actions"])
assert "parcours" not in sys.modules
print(sorted(first["places"]))
"""
    alone = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=False, env=alone)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("[1")


def test_row_groups_change_nothing(rally: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "GROUP", 5)
    heard: list[int] = []
    file = tmp_path / "small.parquet"
    actions = record.record(plan_of("rally", RALLY), 12, file, heard.append, "parcours record rally")
    assert parquet.ParquetFile(file).num_row_groups == 3
    assert parquet.read_table(file).equals(parquet.read_table(rally))
    assert actions == sum(map(len, parquet.read_table(rally)["actions"].to_pylist()))
    assert heard == [5, 10, 12]
    assert [race.digest() for race in replays(file, 10)] == [race.digest() for race in replays(rally, 10)]
    monkeypatch.undo()
    again = tmp_path / "again.parquet"
    record.record(plan_of("rally", RALLY), 12, again, command="parcours record rally")
    assert again.read_bytes() == rally.read_bytes()


def test_races_of_bots_that_think_come_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "SMALL_GROUP", 2)
    mine, file = tmp_path / "mine.py", tmp_path / "own.parquet"
    mine.write_text("class Dawdler:\n    def choose(self, race):\n        return race.legal()[0]\n")
    asked = ("--bots", f"{mine}:Dawdler,sprinter,random", "--races", "3", "--out", str(file), "--json")
    told = run("record", "breaking_away", *asked)
    assert told.exit_code == 0, told.output
    table = parquet.read_table(file)
    assert json.loads(told.stdout)["actions"] == sum(map(len, table["actions"].to_pylist()))
    assert table["race"].to_pylist() == [0, 1, 2]
    assert [race.actions for race in replays(file)] == table["actions"].to_pylist()
    assert {0, 1, 2} <= set(table["actors"][2].as_py())
    assert record.KEY in table.schema.metadata
    assert "Dawdler" in json.loads(table.schema.metadata[record.KEY])["thinkers"]


def test_options_and_courses_are_told_and_come_back(tmp_path: Path) -> None:
    own, file = tmp_path / "mine.toml", tmp_path / "own.parquet"
    own.write_text(parcours.game("breaking_away").course().source)
    asked = ("--course", str(own), "--option", "staggered_start", "--teams", "3", "--races", "2", "--out", str(file))
    told = run("record", "breaking_away", *asked)
    assert told.stdout.startswith(f"{file}: 2 races, ")
    own.unlink()
    row = parquet.read_table(file).to_pylist()[0]
    assert (row["course"], row["staggered_start"], row["open_sheets"]) == ("mine", True, False)
    race = replay(file, 1)
    assert race.over
    assert race.setup.options["staggered_start"] is True
    assert race.setup.course.id == "mine"


@pytest.mark.parametrize("game", games_in_order(), ids=lambda game: game.id)
def test_no_option_goes_by_the_name_of_a_column(game: parcours.engine.game.Game) -> None:
    assert not {option.name for option in game.options} & set(COLUMNS)
    words = record.set_up(make_plan(game, ["random"]), 1)["words"]
    assert len(words) == game.actions
    assert game.actions <= np.iinfo(np.int16).max


def test_what_can_not_be_recorded_is_refused_before_the_races(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    command = ("record", "breaking_away", "--races", "1000000000", "--out")
    kept = tmp_path / "kept.parquet"
    kept.write_text("mine")
    assert "kept.parquet: already exists" in refused(*command, str(kept))
    assert kept.read_text() == "mine"
    assert "a data set must be a .parquet file" in refused(*command, "races.csv")
    assert "there is no folder" in refused(*command, str(tmp_path / "nowhere" / "races.parquet"))
    assert "there is no bot 'nobody'" in refused(*command, "races.parquet", "--bots", "nobody")
    assert "--out" in refused("record", "breaking_away")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "data sets need pyarrow: pip install 'parcours[lab]'" in refused(*command, "races.parquet")


def test_a_record_that_is_broken_off_leaves_no_file(tmp_path: Path) -> None:
    def stop(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        record.record(plan_of("rally", RALLY), 2, tmp_path / "races.parquet", stop)
    assert list(tmp_path.iterdir()) == []


def test_other_files_and_rows_are_refused(rally: Path, tmp_path: Path) -> None:
    with pytest.raises(ParcoursError, match="there is no such file"):
        replay(tmp_path / "none.parquet")
    for row in (12, -1):
        with pytest.raises(ParcoursError, match=f"there is no row {row}"):
            replay(rally, row)
    table, odd = parquet.read_table(rally), tmp_path / "odd.parquet"
    parquet.write_table(table.replace_schema_metadata({}), odd)
    with pytest.raises(ParcoursError, match="is not a file of a data set"):
        replay(odd)
    told = json.loads(table.schema.metadata[record.KEY])
    for changed, said in (({"format": 9}, "is in format 9"), ({"rules": 0}, "under version 0 of the rules")):
        parquet.write_table(table.replace_schema_metadata({record.KEY: json.dumps(told | changed)}), odd)
        with pytest.raises(ParcoursError, match=said):
            replay(odd)
    wrong = [places[::-1] for places in table["places"].to_pylist()]
    at = table.column_names.index("places")
    parquet.write_table(table.set_column(at, table.schema.field(at), pa.array(wrong, pa.list_(pa.int8()))), odd)
    with pytest.raises(ParcoursError, match="row 0: its places do not match"):
        list(replays(odd))

"""The command line, as a new user types it: what it prints, and how it answers bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import types
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import parcours
from parcours import warming
from parcours.cli import app
from parcours.engine.kernel import COMPILED
from parcours.lab.peers import Peer, Rate
from parcours.lab.simulate import make_plan, ride

COURSE = Path(parcours.__file__).parent / "games/breaking_away/data/courses/grand_circuit.toml"


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def refused(*arguments: str) -> str:
    """Run a command that must be refused: one line on stderr, exit code 2, nothing else."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("parcours: ")
    assert result.stderr.count("\n") == 1
    return result.stderr


@pytest.fixture
def race_file(tmp_path: Path) -> Path:
    path = tmp_path / "my.race"
    ride(make_plan(parcours.game("breaking_away"), ["random"], seed=4)).save(path)
    return path


def test_help_is_quick_because_nothing_heavy_is_imported() -> None:
    code = "import sys, parcours.cli; sys.exit(any(name in sys.modules for name in ('numba', 'numpy')))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_a_command_it_says_what_there_is() -> None:
    result = run()
    assert result.exit_code == 0
    for command in ("games", "simulate", "watch", "replay", "check", "bench"):
        assert command in result.stdout


def test_version() -> None:
    assert run("--version").stdout == f"parcours {parcours.__version__}\n"


def test_games_are_listed_with_their_bots_options_and_courses() -> None:
    result = run("games")
    assert result.exit_code == 0
    for word in ("Breaking Away", "breaking_away", "3 to 6", "sprinter", "staggered_start", "grand_circuit"):
        assert word in result.stdout


def test_every_option_is_told_with_all_that_it_may_be_set_to() -> None:
    told = json.loads(run("games", "--json").stdout)
    assert set(told) == set(parcours.game_names())
    listed = " ".join(run("games").stdout.split())
    for name, one in told.items():
        game = parcours.game(name)
        assert one["teams"] == [game.min_teams, game.max_teams]
        assert list(one["options"]) == [option.name for option in game.options]
        for option in game.options:
            choices = one["options"][option.name]["choices"]
            assert list(choices) == ([value for value, _ in option.choices] or ["on", "off"])
            for value in choices:
                assert game.options_from([f"{option.name}={value}"])
            for value, _ in option.choices:
                assert value in listed
    assert "[on, off (default)]" in listed
    assert set(told["profi"]["presets"]) == {preset.id for preset in parcours.game("profi").option_presets}


def test_one_game_is_listed_alone() -> None:
    assert list(json.loads(run("games", "rally", "--json").stdout)) == ["rally"]
    assert "Breaking Away" not in run("games", "rally").stdout
    assert "no game 'ralley'" in refused("games", "ralley")


def test_games_are_listed_with_their_presets() -> None:
    listed = " ".join(run("games").stdout.split())
    assert "presets first Cards, chips, slipstream and attacks on a short course." in listed
    assert "professional Every rule in the rulebook." in listed


@pytest.mark.parametrize("game", parcours.game_names())
def test_a_preset_is_whole_and_has_a_name_of_its_own(game: str) -> None:
    found = parcours.game(game)
    for preset in found.option_presets:
        assert preset.id not in {option.name for option in found.options}
        assert set(preset.options) <= set(found.checked_options(found.default_teams, preset.options))
        assert preset.course in ("", *found.course_names)


def test_a_preset_sets_its_options_and_what_is_said_later_holds() -> None:
    profi = parcours.game("profi")
    first = profi.options_from(["wind", "first", "weather", "road_width=4"])
    assert (first["wind"], first["weather"], first["doping"], first["road_width"]) == (False, True, False, "4")
    plan = make_plan(profi, ["random"], options=["first", "elbow"])
    assert [name for name, value in plan.options.items() if value is True] == ["elbow"]
    assert make_plan(profi, ["random"], options=["professional"]).options == make_plan(profi, ["random"]).options


# ------------------------------------------------------------------------------------------------------ warm


def warm(cache: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from parcours.cli import main; main()", "warm", "breaking_away"],
        env={**os.environ, "PARCOURS_CACHE": str(cache)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.skipif(not COMPILED, reason="compiles the rules")
def test_warm_compiles_a_game_ahead_and_then_has_nothing_left_to_do(tmp_path: Path) -> None:
    done = warm(tmp_path)
    assert done.returncode == 0, done.stderr
    assert [line.partition(",")[0] for line in done.stdout.splitlines()] == ["Breaking Away: compiled"]
    made = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")}
    assert {path.name for path in tmp_path.rglob("*.made")} >= {f"{kind}.made" for kind in warming.KINDS}
    again = warm(tmp_path)
    assert (again.returncode, again.stdout.count("\n")) == (0, 1)
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.nbc")} == made


@pytest.mark.skipif(not COMPILED, reason="compiles the rules")
def test_warm_says_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    done = warm(tmp_path / "file")
    assert done.returncode == 1
    assert "can't save compiled rules in" in done.stderr


# -------------------------------------------------------------------------------------------------- simulate


def test_simulate_prints_a_table() -> None:
    result = run("simulate", "breaking_away", "--races", "50", "--bots", "sprinter,random,random", "--teams", "3")
    assert result.exit_code == 0
    for word in (
        "50 races",
        "3 teams",
        "Wins",
        "Points",
        "turns per race",
        "actions per race",
        "sprinter",
        "Yellow",
        "95%",
    ):
        assert word in result.stdout
    assert "Green" not in result.stdout


def test_simulate_as_json_repeats_itself() -> None:
    arguments = ("simulate", "breaking_away", "--races", "40", "--seed", "8", "--option", "staggered_start", "--json")
    first = run(*arguments)
    told = json.loads(first.stdout)
    assert told["races"] == 40
    assert told["options"] == ["staggered_start"]
    assert [seat["bot"] for seat in told["seats"]] == ["random"] * 4
    assert told["seats"][0]["wins"].keys() == {"value", "low", "high"}
    assert told["turns"]["low"] < told["turns"]["value"] < told["turns"]["high"]
    assert run(*arguments).stdout == first.stdout


def test_simulate_takes_a_course_from_a_file() -> None:
    result = run("simulate", "breaking_away", "--races", "5", "--course", str(COURSE), "--json")
    assert json.loads(result.stdout)["course"] == "grand_circuit"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("simulate", "GAME"),
        ("simulate nothing", "there is no game 'nothing'"),
        ("simulate breaking_away --races 0", "--races"),
        ("simulate breaking_away --races many", "--races"),
        ("simulate breaking_away --teams 2", "teams must be 3 to 6, not 2"),
        ("simulate breaking_away --teams 7 --bots random", "not 7"),
        ("simulate breaking_away --bots nobody", "there is no bot 'nobody'"),
        ("simulate breaking_away --teams 4 --bots random,sprinter", "2 bots for 4 teams"),
        ("simulate breaking_away --teams 3 --bots random,random,random,random", "4 bots for 3 teams"),
        ("simulate breaking_away --option tailwind", "there is no option 'tailwind'"),
        ("simulate profi --option second", "there is no option 'second' (options: first, professional, breakaway"),
        ("simulate breaking_away --course moon", "there is no course 'moon'"),
        ("simulate breaking_away --course moon.toml", "moon.toml"),
        ("watch nothing", "is neither a game nor a file"),
        ("watch breaking_away --speed 0", "--speed"),
        ("watch breaking_away --speed nan", "--speed"),
        ("watch breaking_away --teams 9", "not 9"),
        ("watch breaking_away --seed 1 --save nowhere/my.race", "nowhere/my.race"),
        ("replay nothing.race", "nothing.race"),
        ("check", "FILE"),
        ("bench nothing", "there is no game 'nothing'"),
        ("bench --runs 0", "--runs"),
        ("bench table --part tyres", "the table has no part 'tyres' to measure (parts: start, python, first"),
        ("frobnicate", "frobnicate"),
        ("simulate breaking_away --frobnicate", "--frobnicate"),
    ],
)
def test_bad_input_gets_one_line_and_exit_code_2(arguments: str, said: str) -> None:
    assert said in refused(*arguments.split())


def test_ctrl_c_ends_quietly(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("parcours.lab.simulate.simulate", interrupt)
    result = run("simulate", "breaking_away", "--races", "5")
    assert result.exit_code == 130
    assert result.output.strip() == ""


# ------------------------------------------------------------------------------------------ watch and replay


def test_watch_a_game_keep_it_and_watch_the_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.race"
    new = run("watch", "breaking_away", "--seed", "2", "--teams", "3", "--save", str(kept))
    assert new.exit_code == 0
    assert "--seed 2" in new.stdout
    assert "Turn 1" in new.stdout
    again = run("watch", str(kept))
    assert again.exit_code == 0
    assert new.stdout.startswith(again.stdout)


def test_watch_rides_the_first_race_of_the_simulation() -> None:
    bots = ("--bots", "sprinter,random,random,random", "--seed", "12")
    told = json.loads(run("simulate", "breaking_away", "--races", "1", "--json", *bots).stdout)
    watched = run("watch", "breaking_away", *bots).stdout
    assert f"Turn {told['turns']['value']:.0f}  ·" in watched
    assert f"{max(seat['points']['value'] for seat in told['seats']):.0f} points" in watched


def test_a_race_from_a_file_has_its_own_seed(race_file: Path) -> None:
    assert "its own seed" in refused("watch", str(race_file), "--seed", "3")


def test_replay_to_a_point_and_to_the_end(race_file: Path) -> None:
    match = parcours.load(race_file)
    part = run("replay", str(race_file), "--to", "70")
    assert part.exit_code == 0
    assert f"after 70 of {len(match.actions)} actions" in part.stdout
    assert "Notation" in part.stdout
    whole = run("replay", str(race_file))
    assert f"{match.standings()[0].name} wins" in whole.stdout
    assert run("replay", str(race_file), "--to", "0").exit_code == 0


@pytest.mark.parametrize("point", ["100000", "-1"])
def test_replay_to_a_point_that_is_not_there(race_file: Path, point: str) -> None:
    assert f"no point {point}" in refused("replay", str(race_file), "--to", point)


def test_a_file_that_was_cut_short_is_refused_everywhere(race_file: Path) -> None:
    lines = race_file.read_text().splitlines()
    race_file.write_text("\n".join(lines[: len(lines) // 2]))
    for command in ("watch", "replay", "check"):
        assert f"{race_file}, line " in refused(command, str(race_file))


def test_what_a_reader_should_know_of_a_file_is_told(race_file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = parcours.load(race_file)
    match.note = "ridden under older rules"
    monkeypatch.setattr("parcours.load", lambda path: match)
    assert run("replay", str(race_file)).stderr == f"parcours: {race_file}: ridden under older rules\n"
    assert "ridden under older rules" in run("check", str(race_file)).stdout


# ----------------------------------------------------------------------------------------------------- check


def test_check_says_a_line_for_each_file(race_file: Path) -> None:
    result = run("check", str(race_file), str(COURSE))
    assert result.exit_code == 0
    assert [line.split()[0] for line in result.stdout.splitlines()] == ["ok", "ok"]
    assert "Breaking Away, 4 teams" in result.stdout
    assert "Grand Circuit" in result.stdout


def test_check_goes_on_after_a_bad_file(race_file: Path, tmp_path: Path) -> None:
    folder, other = tmp_path / "folder.race", tmp_path / "notes.txt"
    folder.mkdir()
    other.write_text("hello")
    result = run("check", str(folder), str(other), str(tmp_path / "none.toml"), str(race_file))
    assert result.exit_code == 2
    assert result.stdout.startswith("ok  ")
    reasons = result.stderr.splitlines()
    assert len(reasons) == 3
    for reason, said in zip(reasons, ("is a folder", "neither a race file", "no such file"), strict=True):
        assert reason.startswith("parcours: ")
        assert said in reason


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = 3", "game"),
        ('game = "chess"', "there is no game 'chess'"),
        ("not toml", "is not TOML"),
        ("", "game"),
    ],
)
def test_check_refuses_a_bad_course(tmp_path: Path, text: str, said: str) -> None:
    course = tmp_path / "bad.toml"
    course.write_text(text)
    reason = refused("check", str(course))
    assert str(course) in reason
    assert said in reason


def test_check_refuses_a_line_beyond_the_end(tmp_path: Path) -> None:
    course = tmp_path / "long.toml"
    course.write_text(COURSE.read_text().replace("at = 73", "at = 173"))
    assert "173" in refused("check", str(course))


# ----------------------------------------------------------------------------------------------------- bench


@pytest.fixture
def quick_bench(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every measurement immediately gives made-up figures."""
    for name in ("play_out_rates", "python_rates"):
        monkeypatch.setattr(f"parcours.lab.bench.{name}", lambda *_, **__: [Rate(n, n) for n in (3.0, 1.0, 2.0)])
    for name in ("warm_starts", "cold_starts"):
        monkeypatch.setattr(f"parcours.lab.bench.{name}", lambda *_, **__: [3.0, 1.0, 2.0])
    peers = {"hare": Peer(True, [Rate(4.0, 1.0)]), "tortoise": Peer(False, [Rate(0.5, 0.1)]), "ghost": "not installed"}
    monkeypatch.setattr("parcours.lab.peers.measure", lambda **_: iter(peers.items()))


def no_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    gpu = types.ModuleType("parcours.lab.gpu")
    gpu.available = lambda: False  # type: ignore[attr-defined]
    gpu.why_not = lambda: "there is none"  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "parcours.lab.gpu", gpu)
    monkeypatch.setattr("parcours.lab.gpu", gpu, raising=False)


@pytest.mark.usefixtures("quick_bench")
def test_bench_as_json_has_one_object_for_each_game() -> None:
    result = run("bench", "--json")
    told = json.loads(result.stdout)
    figure = {"median": 2.0, "low": 1.0, "high": 3.0}
    names = ("one_core", "one_core_races", "all_cores", "python_races", "warm_start_s", "cold_compile_s")
    steps = {"python_step_us": {"median": 5e5, "low": pytest.approx(1e6 / 3), "high": 1e6}}
    assert told == {game: dict.fromkeys(names, figure) | steps for game in parcours.game_names()}


@pytest.mark.usefixtures("quick_bench")
def test_bench_leaves_compiling_out_if_it_is_told_to() -> None:
    told = json.loads(run("bench", "breaking_away", "--no-cold", "--json").stdout)["breaking_away"]
    assert set(told) == {"one_core", "one_core_races", "all_cores", "python_step_us", "python_races", "warm_start_s"}
    assert "not compiled" not in run("bench", "breaking_away", "--no-cold").stdout


@pytest.mark.usefixtures("quick_bench")
def test_bench_prints_a_game_before_it_measures_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop_at_the_second(game: str, runs: int) -> list[float]:
        if game != parcours.game_names()[0]:
            raise KeyboardInterrupt
        return [1.0]

    monkeypatch.setattr("parcours.lab.bench.warm_starts", stop_at_the_second)
    assert "one core" in run("bench").stdout


@pytest.mark.usefixtures("quick_bench")
def test_bench_with_peers_and_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    no_gpu(monkeypatch)
    told = json.loads(run("bench", "breaking_away", "--peers", "--gpu", "--json").stdout)["breaking_away"]
    assert told["gpu"] == {"missing": "there is none"}
    assert told["peers"]["hare"]["ratio"] == {"moves": 0.5, "games": 2.0}
    assert told["peers"]["tortoise"]["ratio"] == {"moves": 4.0, "games": 20.0}
    assert told["peers"]["ghost"] == {"missing": "not installed"}
    table = run("bench", "breaking_away", "--peers", "--gpu").stdout
    for word in (
        "one core",
        "Median",
        "hare",
        "tortoise",
        "20.0",
        "ghost: not installed",
        "GPU, moves a second: there is none",
    ):
        assert word in table


def test_a_ladder_is_kept_drawn_and_gone_on_with(tmp_path: Path) -> None:
    file, picture = tmp_path / "my.ladder", tmp_path / "ladder.svg"
    bots = ("ladder", "breaking_away", "--bots", "sprinter,random,random", "--file", str(file))
    told = run(*bots, "--races", "3", "--picture", str(picture), "--json")
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["races"] == 3
    assert picture.read_text().startswith("<svg")
    told = run(*bots, "--races", "12", "--challenge")
    assert told.exit_code == 0, told.output
    assert "sprinter has won the match" in told.stderr
    assert "equal bots would win 33.3% each" in " ".join(told.stdout.split())
    assert run("ladder", "breaking_away", "--bots", "random,sprinter", "--races", "4", "--challenge").exit_code == 1


def test_what_a_ladder_refuses(tmp_path: Path) -> None:
    assert "two different bots" in refused("ladder", "breaking_away", "--bots", "random")
    assert ".svg" in refused("ladder", "breaking_away", "--bots", "random,sprinter", "--picture", "x.png")
    assert "no such file" in refused("ladder", "breaking_away", "--bots", "nowhere.py:Bot,random")
    assert "no bot 'hal'" in refused("ladder", "breaking_away", "--bots", "hal,random")


def test_a_bot_of_ones_own_rides_in_any_command(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("class Plain:\n    def choose(self, race):\n        return race.legal()[0]\n")
    told = run("simulate", "breaking_away", "--races", "2", "--bots", f"{path}:Plain,random,random", "--json")
    assert told.exit_code == 0, told.output
    assert [seat["bot"] for seat in json.loads(told.stdout)["seats"]] == ["Plain", "random", "random"]
    race = tmp_path / "own.race"
    told = run(
        "watch", "breaking_away", "--bots", f"{path}:Plain,random,random", "--speed", "1000", "--save", str(race)
    )
    assert told.exit_code == 0, told.output
    assert parcours.load(race).over
    told = run("tour", "breaking_away", "--races", "2", "--bots", f"{path}:Plain,random,random")
    assert told.exit_code == 0, told.output


# ----------------------------------------------------------------------------------------------------- tours


def test_a_tour_is_ridden_printed_kept_and_checked(tmp_path: Path) -> None:
    file = tmp_path / "my.tour"
    how = ("--races", "2", "--bots", "sprinter,random,random", "--save", str(file))
    result = run("tour", "breaking_away", *how)
    assert result.exit_code == 0, result.output
    for word in ("2 stages", "Won by", "Grand Circuit", "General classification", "Red", "points", "Places"):
        assert word in result.stdout
    assert run("standings", str(file)).stdout == result.stdout
    told = json.loads(run("standings", str(file), "--json").stdout)
    assert [line["place"] for line in told["classifications"][0]["lines"]] == [1, 2, 3]
    assert "2 of 2 stages ridden, won by Red" in run("check", str(file)).stdout


def test_a_preset_and_a_list_of_stages() -> None:
    told = json.loads(run("tour", "breaking_away", "--preset", "three_days", "--bots", "random", "--json").stdout)
    assert [stage["name"] for stage in told["stages"]][1] == "The staggered start"
    told = json.loads(
        run("tour", "um_reifenbreite", "--stages", "A,B", "--teams", "2", "--option", "level=A", "--json").stdout
    )
    assert [stage["course"] for stage in told["stages"]] == ["ring:A", "ring:B"]


def test_bad_tours_get_one_line(tmp_path: Path) -> None:
    assert "no tour 'x'" in refused("tour", "breaking_away", "--preset", "x")
    assert "--preset and --stages" in refused("tour", "breaking_away", "--preset", "three_days", "--stages", "a")
    assert "no course 'nowhere'" in refused("tour", "breaking_away", "--stages", "nowhere")
    (tmp_path / "bad.tour").write_text("hello\n")
    assert "line 1: is not a tour file" in refused("standings", str(tmp_path / "bad.tour"))
    assert "line 1: is not a tour file" in refused("check", str(tmp_path / "bad.tour"))


FIRST = {"profi": "first", "leader_one": "riders=2", "um_reifenbreite": "level=A"}
"""An option to add to a quick start."""


@pytest.mark.parametrize("name", ["breaking_away", "leader_one", "profi", "rally", "um_reifenbreite"])
def test_a_quick_start_is_ridden_from_its_first_move_to_its_end(name: str, tmp_path: Path) -> None:
    """`parcours watch profi --option first --quick`: the game answers what is asked before the first turn."""
    game, kept = parcours.game(name), tmp_path / "quick.race"
    chosen = ["--option", FIRST[name]] if name in FIRST else []
    watched = run("watch", name, *chosen, "--quick", "--seed", "4", "--speed", "100000", "--save", str(kept))
    assert watched.exit_code == 0, watched.output
    again = " ".join(["parcours", "watch", name, "--seed", "4", *chosen, "--quick"])
    assert f"to watch it again: {again}" in " ".join(watched.output.split())
    race = parcours.load(str(kept))
    assert race.over
    wanted = game.options_from(chosen[1:])
    assert {option: race.setup.options[option] for option in wanted} == wanted
    begun = game.start(
        seed=4, teams=race.setup.teams, quick=True, course=race.setup.course, **(wanted or race.setup.options)
    )
    assert begun.turn >= 1
    assert not begun.over

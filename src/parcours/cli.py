"""The command line: `parcours play`, `games`, `simulate`, `ladder`, `sweep`, `tour`, `standings`, `watch`, `replay`,
`check`, `figures` and `bench`.

Everything heavy is imported by the command that needs it, so that `parcours --help` is quick.
"""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from rich.console import Console

    from parcours.engine.game import Game
    from parcours.engine.match import Match
    from parcours.engine.tour import Stage
    from parcours.tours import Tour

BAD_INPUT = 2
INTERRUPTED = 130
UsageError: type[Exception] = typer.BadParameter.mro()[2]
"""What Typer raises for a command line that it can't read, whichever Click it brings along."""


class OneLineErrors(TyperGroup):
    """The commands, whose errors are one line on stderr and exit code 2."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave the program with its exit code."""
        try:
            code = super().main(*args, **(kwargs | {"standalone_mode": False}))
        except UsageError as error:
            code = _refuse(error.format_message())  # type: ignore[attr-defined]
        except ParcoursError as error:
            code = _refuse(str(error))
        except OSError as error:
            code = _refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def _refuse(what: str) -> int:
    print(f"parcours: {' '.join(what.split())}", file=sys.stderr)
    return BAD_INPUT


app = typer.Typer(
    name="parcours",
    cls=OneLineErrors,
    help="Classic racing board games on one fast engine: play them, watch them, simulate them.",
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    add_completion=False,
)


def main() -> None:
    """Run the command line."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    app()


def _print_version(wanted: bool) -> None:
    if wanted:
        from parcours import __version__

        print(f"parcours {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def parcours(
    context: typer.Context,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Say the version and leave."),
    ] = False,
) -> None:
    """Run without a command, it says what there is."""
    if context.invoked_subcommand is None:
        print(context.get_help())


# ----------------------------------------------------------------------------------- what the commands share

Bots = Annotated[
    str | None,
    typer.Option(
        "--bots", metavar="A,B,...", help="A bot for each team, or one for all; FILE.py:CLASS is one of your own."
    ),
]
Teams = Annotated[int | None, typer.Option("--teams", help="How many teams ride.")]
Course = Annotated[str | None, typer.Option("--course", help="A course of the game, or a .toml file.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME", help="Switch an option on, or NAME=CHOICE, NAME=off, or a preset; repeatable."
    ),
]
Ray = Annotated[
    str | None,
    typer.Option("--ray", metavar="ADDRESS", help="Ride on the Ray cluster there: auto, HOST:PORT; local starts one."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def _console(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def _print_json(value: object) -> None:
    print(jsonlib.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def _working(what: str) -> Iterator[Callable[[str], object]]:
    """A line on stderr that says what is being done, where that is a terminal."""
    from parcours.engine.kernel import progress_to

    console = _console(stderr=True)
    if not console.is_terminal:
        yield lambda what: None
        return
    with (
        console.status(what) as status,
        progress_to(lambda name, done, total: status.update(f"{what}: {name}" if name else what)),
    ):
        yield status.update


def _names(given: str | None) -> list[str]:
    return [name.strip() for name in given.split(",")] if given is not None else []


def _bots(game: Game, given: str | None) -> list[str]:
    """The bots that a command names; those from files are let in."""
    from parcours.bots.own import seated

    return [seated(game, name).name for name in _names(given)]


# ----------------------------------------------------------------------------------------------------- games


@app.command()
def games() -> None:
    """List the games, with their bots, courses and options."""
    import parcours
    from parcours.draw.report import game_card

    console = _console()
    for name in parcours.game_names():
        console.print(game_card(parcours.game(name)))


# -------------------------------------------------------------------------------------------------- simulate


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    races: Annotated[int, typer.Option(min=1, help="How many races.")] = 10_000,
    teams: Teams = None,
    bots: Bots = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same races.")] = 0,
    course: Course = None,
    option: Options = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Ride many races with bots on all cores, and count who wins."""
    import time

    import parcours
    from parcours.draw.report import result_table
    from parcours.lab.simulate import make_plan, make_ready
    from parcours.lab.simulate import simulate as run

    found = parcours.game(game)
    plan = make_plan(
        found, _bots(found, bots) or ["random"], teams=teams, seed=seed, course=course, options=option or ()
    )
    with _working("making the rules ready"):
        make_ready(plan)
    began = time.perf_counter()
    with _progress(races) as told:
        result = run(plan, races, told, ray)
    if json:
        _print_json(result.plain())
    else:
        _console().print(result_table(result, time.perf_counter() - began))


@contextmanager
def _progress(races: int) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, where that is a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = _console(stderr=True)
    columns = (
        TextColumn("riding"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("races"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=races)
        yield lambda done: bar.update(task, completed=done)


# --------------------------------------------------------------------------------------------------- the ladder


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Bots = None,
    races: Annotated[int, typer.Option(min=1, help="How many races there are to be in the end.")] = 120,
    teams: Teams = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same luck.")] = 0,
    course: Course = None,
    option: Options = None,
    file: Annotated[Path | None, typer.Option(help="Keep the races here, and go on with those in it.")] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ladder into this .svg file.")] = None,
    challenge: Annotated[
        bool, typer.Option("--challenge", help="A match: exit code 1 unless the first bot surely wins it.")
    ] = False,
    json: Json = False,
) -> None:
    """Race bots against each other on all cores, seats rotated under the same luck, and rate them."""
    from dataclasses import asdict

    import parcours
    from parcours.bots.ladder import Ladder
    from parcours.draw.ladder import ladder_svg, ladder_table

    found = parcours.game(game)
    names = _bots(found, bots) or [bot.name for bot in found.all_bots if bot.name != "random"]
    if picture is not None and picture.suffix != ".svg":
        raise ParcoursError(f"{picture}: a ladder is drawn into a .svg file")
    made = Ladder(
        found, [found.bot(name) for name in names], found.course(course), teams=teams, seed=seed,
        options=found.options_from(option or ()), file=file,
    )  # fmt: skip
    with _working("making the rules ready"):
        found.start()
    with _progress(races) as told:
        told(len(made.entries))
        made.run(races, told)
    if picture is not None:
        picture.write_text(ladder_svg(made))
    won = made.verdict()
    if json:
        _print_json({"races": len(made.entries), "rungs": [asdict(rung) for rung in made.rungs()], "won": won})
    else:
        _console().print(ladder_table(made))
    if challenge:
        says = f"{names[0]} has won the match" if won else f"{names[0]} has not won the match, not surely"
        print(f"parcours: {says}", file=sys.stderr)
        raise typer.Exit(0 if won else 1)


# ------------------------------------------------------------------------------------------------------- tours


@app.command()
def tour(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A tour that comes with the game.")] = None,
    stages: Annotated[str | None, typer.Option(metavar="A,B,...", help="Courses, a stage each.")] = None,
    races: Annotated[int | None, typer.Option(min=1, help="So many stages: the list again and again.")] = None,
    teams: Teams = None,
    bots: Bots = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same tour.")] = 0,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Keep the tour in this file.")] = None,
    json: Json = False,
) -> None:
    """Ride a whole stage race with bots, and print its tables."""
    import parcours
    from parcours.tours import new_tour, preset_of
    from parcours.tours import ride as ride_on

    found = parcours.game(game)
    if preset and stages:
        raise ParcoursError("--preset and --stages: a tour is one that comes with the game, or a list of courses")
    listed: list[str | Stage] = (
        list(preset_of(found, preset).stages) if preset else list(_names(stages) or [found.default_course])
    )
    if races:
        listed = [listed[number % len(listed)] for number in range(races)]
    named = _names(bots) or _one_of_each(found, teams)
    count = teams if teams is not None else len(named) if len(named) > 1 else None
    name = str(preset_of(found, preset).name) if preset else ""
    with _working("riding") as told:
        made = new_tour(found, listed, teams=count, seed=seed, name=name, options=found.options_from(option or ()))
        told(f"riding {len(listed)} stages")
        ride_on(made, named)
    if save:
        made.save(save)
    _print_tour(made, json)


@app.command()
def standings(
    file: Annotated[Path, typer.Argument(metavar="FILE.tour")],
    everybody: Annotated[bool, typer.Option("--all", help="Every line of every table.")] = False,
    json: Json = False,
) -> None:
    """Print the tables of a tour from its file. All its races are ridden again to check it."""
    from parcours.tours import load_tour

    _print_tour(load_tour(file), json, everybody)


def _print_tour(tour: Tour, json: bool, everybody: bool = False) -> None:
    from parcours.draw.standings import plain_tour, tour_report

    if json:
        _print_json(plain_tour(tour))
    else:
        _console().print(tour_report(tour, everybody))


# --------------------------------------------------------------------------------------------------- the table


@app.command()
def play(
    host: Annotated[
        str, typer.Option(help="Where to listen: this machine alone, unless told otherwise.")
    ] = "127.0.0.1",
    port: Annotated[int | None, typer.Option(min=1, max=65535, help="Default: 8421, or any free one.")] = None,
    database: Annotated[str | None, typer.Option(help="Where tables are kept; default: a file of yours.")] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="FILE.py:CLASS,...", help="Bots of your own that may take seats.")
    ] = None,
) -> None:
    """Open the table in a browser: ride against bots, around one screen, or with friends by link."""
    from parcours.table.serve import serve

    serve(host, port, database, open_browser=browser, bots=_names(bots))


# ------------------------------------------------------------------------------------------ watch and replay


@app.command()
def watch(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME")],
    speed: Annotated[float, typer.Option(help="Turns a second.")] = 1.0,
    seed: Annotated[int | None, typer.Option(help="Which race of the game; any, if not given.")] = None,
    bots: Bots = None,
    teams: Teams = None,
    course: Course = None,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Keep the race in this file.")] = None,
) -> None:
    """Watch a race in the terminal, turn by turn: one from a file, or a new one ridden by bots."""
    import parcours
    from parcours.draw.playback import watch as show

    if not 0 < speed < 1e6:
        raise ParcoursError(f"--speed: {speed:g} turns a second; it must be more than 0")
    new = what in parcours.game_names()
    if not new and not Path(what).exists():
        games = ", ".join(parcours.game_names())
        raise ParcoursError(f"{what}: there is no such game and no such file (games: {games})")
    if not new and (seed, bots, teams, course, option) != (None,) * 5:
        raise ParcoursError(f"{what}: a race from a file has its own seed, bots, teams, course and options")
    match = _ride(what, seed, bots, teams, course, option) if new else _load(what)
    if save:
        match.save(save)
    console = _console()
    show(match, console, speed)
    if new:
        again = f"parcours watch {what} --seed {match.setup.seed}"
        console.print(f"[dim]seed {match.setup.seed}; with the same bots, {again} shows it again[/dim]")


def _ride(
    name: str,
    seed: int | None,
    bots: str | None,
    teams: int | None,
    course: str | None,
    options: list[str] | None,
) -> Match:
    """A new race of bots, whole."""
    import random

    import parcours
    from parcours.lab.simulate import make_plan, ride

    game = parcours.game(name)
    plan = make_plan(
        game,
        _bots(game, bots) or _one_of_each(game, teams),
        teams=teams,
        seed=random.randrange(10_000) if seed is None else seed,
        course=course,
        options=options or (),
    )
    return ride(plan)


def _one_of_each(game: Game, teams: int | None) -> list[str]:
    """The bots of a game in turn, the strongest first: a race with favourites."""
    names = [bot.name for bot in reversed(game.bots)]
    return [names[seat % len(names)] for seat in range(game.default_teams if teams is None else teams)]


def _load(file: str) -> Match:
    """A race from a file; what its reader should know goes to stderr."""
    import parcours

    match = parcours.load(file)
    if match.note:
        print(f"parcours: {file}: {match.note}", file=sys.stderr)
    return match


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    to: Annotated[int | None, typer.Option(metavar="N", help="After so many actions; the end, if not given.")] = None,
) -> None:
    """Show a race from a file as it stood after N actions."""
    from parcours.draw.playback import show_position

    match = _load(file)
    show_position(match, len(match.actions) if to is None else to, _console())


# ----------------------------------------------------------------------------------------------------- check


@app.command()
def check(files: Annotated[list[Path], typer.Argument(metavar="FILE...")]) -> None:
    """Check race files (.race), tours (.tour) and courses (.toml): a line each, exit code 2 if one is bad."""
    bad = 0
    for file in files:
        try:
            print(f"ok  {file}: {_checked(file)}", flush=True)
        except ParcoursError as error:
            told = str(error)
            bad = _refuse(told if told.startswith(str(file)) else f"{file}: {told}")
    raise typer.Exit(bad)


def _checked(file: Path) -> str:
    """What a good file holds, in a few words."""
    if file.is_dir():
        raise ParcoursError(f"{file}: is a folder, not a race or course file")
    if not file.exists():
        raise ParcoursError(f"{file}: there is no such file")
    if file.suffix == ".race":
        return _checked_race(file)
    if file.suffix == ".tour":
        return _checked_tour(file)
    if file.suffix in (".toml", ".json"):
        return _checked_course(file)
    raise ParcoursError(f"{file}: is neither a race file (.race), a tour file (.tour) nor a course file (.toml, .json)")


def _checked_race(file: Path) -> str:
    import parcours

    match = parcours.load(file)
    end = f"won by {match.standings()[0].name}" if match.over else f"not over, turn {match.turn}"
    note = f"; {match.note}" if match.note else ""
    return f"{match.game.name}, {match.teams} teams, {len(match.actions)} actions, {end}{note}"


def _checked_tour(file: Path) -> str:
    from parcours.draw.standings import first_of
    from parcours.tours import load_tour

    tour = load_tour(file)
    led = " and ".join(str(line.name) for line in first_of(tour)) or "nobody"
    end = f"won by {led}" if tour.over else f"led by {led}"
    return f"{tour.title}, {tour.game.name}, {len(tour.results)} of {len(tour.stages)} stages ridden, {end}"


def _checked_course(file: Path) -> str:
    import parcours
    from parcours.engine.tablefile import read_text, read_toml_or_json

    return parcours.game(read_toml_or_json(file, read_text(file)).text("game")).check_file(file)


# --------------------------------------------------------------------------------------------------- figures


@app.command()
def figures(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    races: Annotated[int, typer.Option(min=1, help="How many races each table is made from.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write them to this file too, .json or .csv.")] = None,
) -> None:
    """What many races tell about a game: how long they are, what its bots do, which seat wins."""
    from parcours.draw.report import figure
    from parcours.lab.figures import check_name, figures_of, write

    if out:
        check_name(out)
    with _working(f"riding {races:,} races"):
        tables = figures_of(game, races, seed)
    if out:
        write(tables, out)
    console = _console()
    for table in tables:
        console.print(figure(table))


# ----------------------------------------------------------------------------------------------------- bench


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|table|lab]", show_default=False)] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Measure other libraries in the same run.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU too.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the bots' search instead.")] = False,
    runs: Annotated[int, typer.Option(min=1, help="Runs for each figure.")] = 5,
    json: Json = False,
) -> None:
    """Measure how fast the games run on this machine. Each figure is the median of several runs."""
    import parcours
    from parcours.draw.report import figures_table
    from parcours.lab.bench import bench as measure

    if game == "table":
        _bench_table(json)
        return
    if game == "lab":
        cli_lab.bench_lab(runs, json)
        return
    names = (parcours.game(game).id,) if game else parcours.game_names()
    if search:
        _bench_search(names, runs, peers, json)
        return
    with _working("measuring") as told:
        measured = measure(names, runs=runs, peers=peers, gpu=gpu, told=lambda what: told(f"measuring {what}"))
    if json:
        _print_json({figures.game: figures.plain() for figures in measured})
        return
    console = _console()
    for figures in measured:
        console.print(figures_table(figures))


def _bench_search(names: tuple[str, ...], runs: int, peers: bool, json: bool) -> None:
    """The figures of the bots' search."""
    from parcours.draw.report import search_table
    from parcours.lab.bench_search import bench_search

    with _working("measuring") as told:
        measured = bench_search(names, runs=runs, peers=peers, told=lambda what: told(f"measuring {what}"))
    if json:
        _print_json({figures.game: figures.plain() for figures in measured})
        return
    for figures in measured:
        _console().print(search_table(figures))


def _bench_table(json: bool) -> None:
    """The figures of the table's server."""
    from parcours.table.bench import measure

    with _working("measuring the table"):
        figures = measure()
    if json:
        _print_json({"table": figures})
        return
    console = _console()
    for name, value in figures.items():
        console.print(f"{name.replace('_', ' '):<40} {value}")


from parcours import cli_lab  # noqa: E402 (it adds its commands to those above)

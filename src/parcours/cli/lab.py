"""Many races: `parcours simulate`, `ladder`, `baselines`, `sweep`, `record` and `figures`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parcours.cli.frame import (
    Bots,
    Course,
    Json,
    Options,
    Ray,
    Teams,
    app,
    bots_of,
    print_json,
    progress,
    terminal,
    words_of,
    working,
)
from parcours.engine.documents import clipped, whole_number
from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from parcours.engine.game import Game


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
    from parcours.lab.simulate import make_plan, make_ready
    from parcours.lab.simulate import simulate as run
    from parcours.reports.tables import result_table

    found = parcours.game(game)
    plan = make_plan(
        found, bots_of(found, bots) or ["random"], teams=teams, seed=seed, course=course, options=option or ()
    )
    with working("preparing the rules"):
        make_ready(plan)
    began = time.perf_counter()
    with progress(races) as told:
        result = run(plan, races, told, ray)
    if json:
        print_json(result.plain())
    else:
        terminal().print(result_table(result, time.perf_counter() - began))


@app.command()
def ladder(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    bots: Bots = None,
    races: Annotated[int, typer.Option(min=1, help="How many races the ladder has in total.")] = 120,
    teams: Teams = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same luck.")] = 0,
    course: Course = None,
    option: Options = None,
    file: Annotated[
        Path | None, typer.Option(help="Save the races in this file, and continue with those already in it.")
    ] = None,
    picture: Annotated[Path | None, typer.Option(help="Draw the ladder to this .svg file.")] = None,
    challenge: Annotated[
        bool, typer.Option("--challenge", help="A match: exit code 1 unless the first bot clearly wins.")
    ] = False,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Race bots against each other on all cores, seats rotated under the same luck, and rate them."""
    from dataclasses import asdict

    import parcours
    from parcours.lab.ladder import Ladder
    from parcours.reports.ladder import ladder_svg, ladder_table

    found = parcours.game(game)
    names = bots_of(found, bots) or [bot.name for bot in found.bots_to_choose if bot.name != "random"]
    if picture is not None and picture.suffix != ".svg":
        raise ParcoursError(f"{picture}: the picture of a ladder must be a .svg file")
    made = Ladder(
        found, [found.bot(name) for name in names], found.course(course), teams=teams, seed=seed,
        options=found.options_from(option or ()), file=file,
    )  # fmt: skip
    with working("preparing the rules"):
        made.schedule.make_ready()
    with progress(races) as told:
        told(len(made.entries))
        made.run(races, told, ray=ray)
    if picture is not None:
        picture.write_text(ladder_svg(made))
    won = made.verdict()
    if json:
        told_of = {"rungs": [asdict(rung) for rung in made.rungs()], "pairs": [asdict(pair) for pair in made.pairs()]}
        print_json({"races": len(made.entries), **told_of, "won": won})
    else:
        terminal().print(ladder_table(made))
    if challenge:
        says = f"{names[0]} has won the match" if won else f"{names[0]} has not clearly won the match"
        print(f"parcours: {says}", file=sys.stderr)
        raise typer.Exit(0 if won else 1)


@app.command()
def baselines(
    games: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", show_default=False)] = None,
    bots: Bots = None,
    races: Annotated[int, typer.Option(min=1, help="Races in each seat, for bots that do not search.")] = 2000,
    searched: Annotated[int, typer.Option(min=1, help="Races in each seat, for bots that search.")] = 20,
    teams: Teams = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same races.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Write the tables to this .md file, one for each game.")] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Race every bot against the same opponents: the bot in each seat in turn, the game's own bot in the others."""
    from dataclasses import asdict

    import parcours
    from parcours.lab.baselines import Baseline, measure
    from parcours.reports.baselines import baselines_page, baselines_table

    if out is not None and out.suffix != ".md":
        raise ParcoursError(f"{out}: baselines must be written to a .md file")
    told: list[tuple[Game, int, list[Baseline]]] = []
    with working("measuring") as tell:
        for game in [parcours.game(name) for name in games or parcours.game_names()]:
            size = game.default_teams if teams is None else teams
            found = list(
                measure(
                    game,
                    words_of(bots),
                    teams=size,
                    sets=races,
                    searched=searched,
                    seed=seed,
                    on_measuring=tell,
                    ray=ray,
                )
            )
            told.append((game, size, found))
            if out is not None:
                out.write_text(baselines_page(_command_line(), told))
            if not json:
                terminal().print(baselines_table(game, size, found))
    if json:
        print_json({game.id: [asdict(one) for one in found] for game, _, found in told})


@app.command()
def sweep(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", show_default=False)] = None,
    races: Annotated[int, typer.Option(min=1, help="How many races for each set-up.")] = 1000,
    teams: Annotated[str | None, typer.Option(metavar="N,M,...", help="Numbers of teams.")] = None,
    course: Annotated[str | None, typer.Option(metavar="A,B,...", help="Courses of the game, or .toml files.")] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Try each value of this option, or only NAME=A|B; repeatable."),
    ] = None,
    option: Options = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="The bots; the last one takes the remaining seats.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same races.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Save every race in this Parquet file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures to this .svg or .png file.")] = None,
    again: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ride the sweep in this file again, and compare.")
    ] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Ride the same races with many set-ups: numbers of teams, courses, options. Every figure has an interval."""
    from dataclasses import asdict

    import parcours
    from parcours.lab import sweep as lab
    from parcours.reports import charts
    from parcours.reports.tables import sweep_table

    if plot is not None:
        charts.check(plot)
    differs: str | None = None
    if again is not None:
        if (game, teams, course, vary, option, bots) != (None,) * 6:
            raise ParcoursError("--again: the file has its own game, teams, courses, options and bots: leave these out")
        planned = lab.load(again)[0]
        with progress(planned.total) as told:
            ridden = lab.again(again, told, ray)
        planned, table, differs = ridden.sweep, ridden.table, ridden.differs
    else:
        if game is None:
            raise ParcoursError(f"sweep: name a game (games: {', '.join(parcours.game_names())})")
        found = parcours.game(game)
        planned = lab.make_sweep(
            found, races=races, teams=[_whole("--teams", word) for word in words_of(teams)],
            courses=words_of(course), bots=bots_of(found, bots) or ["random"], fixed=found.options_from(option or ()),
            vary=vary or (), seed=seed, command=_command_line(),
        )  # fmt: skip
        with progress(planned.total) as told:
            table = lab.ride(planned, told, ray)
    if out is not None:
        lab.save(table, out)
    figures = lab.figures(planned, table)
    if plot is not None:
        charts.sweep_chart(f"{planned.game.name}, {planned.races} races per set-up, seed {planned.seed}", figures, plot)
    if json:
        print_json({"sweep": planned.plain(), "figures": [asdict(figure) for figure in figures], "differs": differs})
    else:
        terminal().print(sweep_table(planned, figures))
    if differs is not None and not json:
        print(f"{again}: different: {differs}" if differs else f"{again}: identical in every row")
    raise typer.Exit(1 if differs else 0)


@app.command()
def record(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    out: Annotated[Path, typer.Option(help="Write the races to this new Parquet file.")],
    races: Annotated[int, typer.Option(min=1, help="How many races.")] = 1000,
    teams: Teams = None,
    bots: Bots = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same races.")] = 0,
    course: Course = None,
    option: Options = None,
    json: Json = False,
) -> None:
    """Write whole races between bots to a Parquet file, one row per race: seats, set-up, results and every action."""
    import parcours
    from parcours.lab.record import check
    from parcours.lab.record import record as run
    from parcours.lab.simulate import make_plan, make_ready

    found = parcours.game(game)
    plan = make_plan(
        found, bots_of(found, bots) or ["random"], teams=teams, seed=seed, course=course, options=option or ()
    )
    check(out)
    with working("preparing the rules"):
        make_ready(plan)
    with progress(races) as told:
        actions = run(plan, races, out, told, _command_line())
    size = out.stat().st_size
    if json:
        print_json({"file": str(out), "races": races, "actions": actions, "bytes": size})
    else:
        print(f"{out}: {races:,} races, {actions:,} actions, {_size(size)}")


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count >= 1e5 else f"{count / 1e3:,.0f} kB"


def _whole(option: str, word: str) -> int:
    number = whole_number(word, 0)
    if number is None:
        raise ParcoursError(f"{option}: {clipped(word)} is not a whole number")
    return number


def _command_line() -> str:
    import shlex

    return shlex.join(["parcours", *sys.argv[1:]])


@app.command()
def figures(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    races: Annotated[int, typer.Option(min=1, help="How many races each table is based on.")] = 200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same figures.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Also write the tables to this .json or .csv file.")] = None,
) -> None:
    """Show what many races say about a game: how long they are, what its bots do, which seat wins."""
    from parcours.lab.figures import check_name, figures_of, write
    from parcours.reports.tables import figure

    if out:
        check_name(out)
    with working(f"riding {races:,} races"):
        tables = figures_of(game, races, seed)
    if out:
        write(tables, out)
    console = terminal()
    for table in tables:
        console.print(figure(table))

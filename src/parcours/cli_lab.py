"""The command line's part for the lab: `parcours sweep`, and the lab's benchmark."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from parcours.cli import Json, Options, Ray, _console, _names, _print_json, _progress, _working, app
from parcours.errors import ParcoursError


@app.command()
def sweep(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", show_default=False)] = None,
    races: Annotated[int, typer.Option(min=1, help="How many races for each set-up.")] = 1000,
    teams: Annotated[str | None, typer.Option(metavar="N,M,...", help="Team counts.")] = None,
    course: Annotated[str | None, typer.Option(metavar="A,B,...", help="Courses of the game, or .toml files.")] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Ride with each value of this option, or NAME=A|B; repeatable."),
    ] = None,
    option: Options = None,
    bots: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="The bots; the last one takes the seats that are left.")
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same races.")] = 0,
    out: Annotated[Path | None, typer.Option(help="Keep every race in this Parquet file.")] = None,
    plot: Annotated[Path | None, typer.Option(help="Draw the figures into this .svg or .png file.")] = None,
    again: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Ride the sweep of a file once more, and compare.")
    ] = None,
    ray: Ray = None,
    json: Json = False,
) -> None:
    """Ride the same races under many set-ups: team counts, courses, options. Every figure has its interval."""
    from dataclasses import asdict

    import parcours
    from parcours.draw.report import sweep_table
    from parcours.lab import sweep as lab

    differs: str | None = None
    if again is not None:
        if (game, teams, course, vary, option, bots) != (None,) * 6:
            raise ParcoursError("--again: the file has its own game, teams, courses, options and bots")
        planned = lab.load(again)[0]
        with _progress(planned.total) as told:
            ridden = lab.again(again, told, ray)
        planned, table, differs = ridden.sweep, ridden.table, ridden.differs
    else:
        if game is None:
            raise ParcoursError(f"sweep: which game? (games: {', '.join(parcours.game_names())})")
        found = parcours.game(game)
        planned = lab.make_sweep(
            found, races=races, teams=[_whole("--teams", word) for word in _names(teams)],
            courses=_names(course), bots=_names(bots) or ["random"], fixed=found.options_from(option or ()),
            vary=vary or (), seed=seed, command=_command_line(),
        )  # fmt: skip
        with _progress(planned.total) as told:
            table = lab.ride(planned, told, ray)
    if out is not None:
        lab.save(table, out)
    figures = lab.figures(planned, table)
    if plot is not None:
        from parcours.draw.charts import sweep_chart

        sweep_chart(f"{planned.game.name}, {planned.races} races a set-up, seed {planned.seed}", figures, plot)
    if json:
        _print_json({"sweep": planned.plain(), "figures": [asdict(figure) for figure in figures], "differs": differs})
    else:
        _console().print(sweep_table(planned, figures))
    if differs is not None and not json:
        print(f"{again}: not the same: {differs}" if differs else f"{again}: the same, row for row")
    raise typer.Exit(1 if differs else 0)


def _whole(option: str, word: str) -> int:
    if not word.isdecimal():
        raise ParcoursError(f"{option}: {word!r} is not a whole number")
    return int(word)


def _command_line() -> str:
    import shlex

    return shlex.join(["parcours", *sys.argv[1:]])


def bench_lab(runs: int, json: bool) -> None:
    """The figures of what learners and experiments use."""
    from dataclasses import asdict

    from parcours.draw.report import measured_table
    from parcours.lab.bench_lab import measure

    with _working("measuring") as told:
        found = measure(runs, lambda what: told(f"measuring {what}"))
    if json:
        plain = {name: {"missing": one} if isinstance(one, str) else asdict(one) for name, one in found.items()}
        _print_json({"lab": plain})
    else:
        _console().print(measured_table("the lab", found))

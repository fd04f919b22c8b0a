"""Measuring how fast Parcours is: `parcours bench`."""

from __future__ import annotations

import sys
from typing import Annotated, Any

import typer

from parcours.cli.frame import (
    Json,
    app,
    print_json,
    terminal,
    working,
)


@app.command()
def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME|table|lab]", show_default=False)] = None,
    peers: Annotated[bool, typer.Option("--peers", help="Also measure other libraries, in the same run.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Also measure the GPU.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the bots' search instead.")] = False,
    runs: Annotated[int, typer.Option(min=1, help="The number of runs for each figure.")] = 5,
    cold: Annotated[bool, typer.Option(help="Also measure a start with nothing compiled.")] = True,
    part: Annotated[
        list[str] | None, typer.Option("--part", metavar="NAME", help="With table: measure only this part; repeatable.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure how fast the games run on this machine. Each figure is the median of several runs. Work on one core is
    measured by the processor time that it takes."""
    import parcours
    from parcours.lab.bench import bench as measure
    from parcours.reports.tables import figure_heading, figure_line, peers_table

    if game == "table":
        _bench_table(part or [], json)
        return
    if game == "lab":
        _bench_lab(runs, json)
        return
    names = (parcours.game(game).id,) if game else parcours.game_names()
    if search:
        _bench_search(names, runs, peers, json)
        return
    console, found, last = terminal(), [], ""

    def show(of: str, name: str, figure: Any) -> None:
        nonlocal last
        if not json:
            if of != last:
                console.print(figure_heading(of), soft_wrap=True)
            last = of
            console.print(figure_line(name, figure), soft_wrap=True)
            sys.stdout.flush()

    with working("measuring") as told:
        for figures in measure(
            names,
            runs=runs,
            peers=peers,
            gpu=gpu,
            cold=cold,
            on_measuring=lambda what: told(f"measuring {what}"),
            on_figure=show,
        ):
            found.append(figures)
            if peers and not json:
                console.print(peers_table(figures))
    if json:
        print_json({figures.game: figures.plain() for figures in found})


def _bench_search(names: tuple[str, ...], runs: int, peers: bool, json: bool) -> None:
    """The figures of the bots' search."""
    from parcours.lab.bench_search import bench_search
    from parcours.reports.tables import search_table

    with working("measuring") as told:
        found = []
        for figures in bench_search(names, runs=runs, peers=peers, on_measuring=lambda what: told(f"measuring {what}")):
            found.append(figures)
            if not json:
                terminal().print(search_table(figures))
    if json:
        print_json({figures.game: figures.plain() for figures in found})


def _bench_table(parts: list[str], json: bool) -> None:
    """The figures of the table's server, each as soon as it is known."""
    from dataclasses import asdict

    from parcours.errors import BadOptionError
    from parcours.table.bench import PARTS, measure

    for name in parts:
        if name not in PARTS:
            raise BadOptionError(f"the table has no part {name!r} to measure (parts: {', '.join(PARTS)})")
    console, found = terminal(), []
    with working("measuring the table"):
        for figure in measure(parts):
            found.append(figure)
            if not json:
                console.print(str(figure), soft_wrap=True)
                sys.stdout.flush()
    if json:
        print_json({"table": [asdict(figure) for figure in found]})


def _bench_lab(runs: int, json: bool) -> None:
    """The figures of the lab: what learners and experiments use."""
    from parcours.lab.bench_lab import measure, plain
    from parcours.reports.tables import measured_table

    with working("measuring") as told:
        found = measure(runs, lambda what: told(f"measuring {what}"))
    if json:
        print_json({"lab": plain(found)})
    else:
        terminal().print(measured_table("the lab", found))

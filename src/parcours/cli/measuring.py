"""How fast it all is: `parcours bench`."""

from __future__ import annotations

import sys
from typing import Annotated

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
    peers: Annotated[bool, typer.Option("--peers", help="Measure other libraries in the same run.")] = False,
    gpu: Annotated[bool, typer.Option("--gpu", help="Measure the GPU too.")] = False,
    search: Annotated[bool, typer.Option("--search", help="Measure the bots' search instead.")] = False,
    runs: Annotated[int, typer.Option(min=1, help="Runs for each figure.")] = 5,
    cold: Annotated[bool, typer.Option(help="Measure compiling too: it takes minutes.")] = True,
    part: Annotated[
        list[str] | None, typer.Option("--part", metavar="NAME", help="Of the table: this part alone; repeatable.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure how fast the games run on this machine. Each figure is the median of several runs."""
    import parcours
    from parcours.lab.bench import bench as measure
    from parcours.reports.tables import figures_table

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
    with working("measuring") as told:
        found = []
        for figures in measure(
            names, runs=runs, peers=peers, gpu=gpu, cold=cold, told=lambda what: told(f"measuring {what}")
        ):
            found.append(figures)
            if not json:
                terminal().print(figures_table(figures))
    if json:
        print_json({figures.game: figures.plain() for figures in found})


def _bench_search(names: tuple[str, ...], runs: int, peers: bool, json: bool) -> None:
    """The figures of the bots' search."""
    from parcours.lab.bench_search import bench_search
    from parcours.reports.tables import search_table

    with working("measuring") as told:
        found = []
        for figures in bench_search(names, runs=runs, peers=peers, told=lambda what: told(f"measuring {what}")):
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
    """The figures of what learners and experiments use."""
    from parcours.lab.bench_lab import measure, plain
    from parcours.reports.tables import measured_table

    with working("measuring") as told:
        found = measure(runs, lambda what: told(f"measuring {what}"))
    if json:
        print_json({"lab": plain(found)})
    else:
        terminal().print(measured_table("the lab", found))

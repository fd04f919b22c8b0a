"""Stage races: `parcours tour` and `standings`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parcours.cli.frame import (
    Bots,
    Json,
    Options,
    Teams,
    app,
    bots_of,
    one_of_each,
    print_json,
    terminal,
    words_of,
    working,
)
from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from parcours.engine.tour import Stage
    from parcours.tours import Tour


@app.command()
def tour(
    game: Annotated[str, typer.Argument(metavar="GAME")],
    preset: Annotated[str | None, typer.Option(metavar="NAME", help="A tour that comes with the game.")] = None,
    stages: Annotated[str | None, typer.Option(metavar="A,B,...", help="Courses, one for each stage.")] = None,
    races: Annotated[int | None, typer.Option(min=1, help="How many stages; the list is repeated as needed.")] = None,
    teams: Teams = None,
    bots: Bots = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same tour.")] = 0,
    option: Options = None,
    save: Annotated[Path | None, typer.Option(help="Save the tour to this file.")] = None,
    json: Json = False,
) -> None:
    """Ride a whole stage race with bots, and print its tables."""
    import parcours
    from parcours.tours import new_tour, preset_of
    from parcours.tours import ride as ride_on

    found = parcours.game(game)
    if preset and stages:
        raise ParcoursError("--preset and --stages can't be combined: use one of them")
    listed: list[str | Stage] = (
        list(preset_of(found, preset).stages) if preset else list(words_of(stages) or [found.default_course])
    )
    if races:
        listed = [listed[number % len(listed)] for number in range(races)]
    named = bots_of(found, bots) or one_of_each(found, teams)
    count = teams if teams is not None else len(named) if len(named) > 1 else None
    name = str(preset_of(found, preset).name) if preset else ""
    with working("riding") as told:
        made = new_tour(found, listed, teams=count, seed=seed, name=name, options=found.options_from(option or ()))
        told(f"riding {len(listed)} stages")
        ride_on(made, named)
    if save:
        made.save(save)
    _print_tour(made, json)


@app.command()
def standings(
    file: Annotated[Path, typer.Argument(metavar="FILE.tour")],
    everybody: Annotated[bool, typer.Option("--all", help="Print every line of every table.")] = False,
    json: Json = False,
) -> None:
    """Print the tables of a tour from its file. All its races are ridden again to check it."""
    from parcours.tours import load_tour

    _print_tour(load_tour(file), json, everybody)


def _print_tour(tour: Tour, json: bool, everybody: bool = False) -> None:
    from parcours.reports.standings import plain_tour, tour_report

    if json:
        print_json(plain_tour(tour))
    else:
        terminal().print(tour_report(tour, everybody))

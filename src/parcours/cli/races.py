"""Races one by one: `parcours games`, `play`, `watch`, `replay` and `check`."""

from __future__ import annotations

import shlex
import sys
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from parcours.cli.frame import (
    Bots,
    Course,
    Json,
    Options,
    Teams,
    app,
    bots_of,
    one_of_each,
    print_json,
    refuse,
    terminal,
    words_of,
)
from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from parcours.engine.match import Match


@app.command()
def games(
    names: Annotated[list[str] | None, typer.Argument(metavar="[GAME]...", show_default=False)] = None,
    json: Json = False,
) -> None:
    """List the games, with their bots, courses and options, and the values of each option."""
    from parcours.games import find_game, games_in_order
    from parcours.reports.tables import game_card, plain_game

    found = [find_game(name) for name in names] if names else games_in_order()
    if json:
        print_json({game.id: plain_game(game) for game in found})
        return
    console = terminal()
    for game in found:
        console.print(game_card(game))


class LogForm(Enum):
    """How the server logs."""

    text = "text"
    json = "json"


@app.command()
def play(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 127.0.0.1 is for this machine only.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=1, max=65535, help="The port; default: 8421, or any free one.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(help="Where to store tables; default: tables.db in your data folder.")
    ] = None,
    browser: Annotated[bool, typer.Option(help="Open the page in a browser.")] = True,
    bots: Annotated[
        str | None, typer.Option("--bots", metavar="FILE.py:CLASS,...", help="Your own bots that may take seats.")
    ] = None,
    public: Annotated[
        str | None,
        typer.Option(metavar="NAME,...", help="Host names under which this server is reached, such as your site's."),
    ] = None,
    proxy: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS,...", help="Proxies trusted to report the client's address."),
    ] = None,
    log: Annotated[LogForm, typer.Option(help="Warnings as text, or every event as a line of JSON.")] = LogForm.text,
    metrics: Annotated[
        str | None,
        typer.Option(metavar="HOST:PORT", help="Serve metrics for Prometheus at this address; default: off."),
    ] = None,
) -> None:
    """Play in a browser: against bots, around one screen, or with friends by link."""
    from parcours.table.serve import serve

    serve(
        host, port, database, open_browser=browser, bots=words_of(bots), names=words_of(public),
        proxies=words_of(proxy), log=log.value, metrics=metrics,
    )  # fmt: skip


@app.command()
def watch(
    what: Annotated[str, typer.Argument(metavar="FILE|GAME")],
    speed: Annotated[float, typer.Option(help="Turns per second.")] = 1.0,
    seed: Annotated[int | None, typer.Option(help="The seed of the race; default: random.")] = None,
    bots: Bots = None,
    teams: Teams = None,
    course: Course = None,
    option: Options = None,
    quick: Annotated[bool, typer.Option("--quick", help="Begin with the first move: the game sets itself up.")] = False,
    save: Annotated[Path | None, typer.Option(help="Save the race to this file.")] = None,
) -> None:
    """Watch a race in the terminal, turn by turn: one from a file, or a new one ridden by bots."""
    import parcours
    from parcours.draw.playback import watch as show

    if not 0 < speed < 1e6:
        raise ParcoursError(f"--speed: must be more than 0 and less than 1,000,000 turns per second, not {speed:g}")
    new = what in parcours.game_names()
    if not new and not Path(what).exists():
        games = ", ".join(parcours.game_names())
        raise ParcoursError(f"{what}: is neither a game nor a file (games: {games})")
    if not new and (seed, bots, teams, course, option, quick) != (None,) * 5 + (False,):
        raise ParcoursError(
            f"{what}: a race from a file has its own seed, bots, teams, course and options: leave these out"
        )
    match = _ride(what, seed, bots, teams, course, option, quick) if new else _load(what)
    if save:
        match.save(save)
    console = terminal()
    show(match, console, speed)
    if new:
        asked = [("--bots", bots), ("--teams", teams), ("--course", course)]
        asked += [("--option", one) for one in option or ()]
        told = [word for name, value in asked if value is not None for word in (name, str(value))]
        again = ["parcours", "watch", what, "--seed", str(match.setup.seed), *told, *(["--quick"] if quick else [])]
        console.print(f"[dim]seed {match.setup.seed}; to watch it again: {shlex.join(again)}[/dim]")


def _ride(
    name: str,
    seed: int | None,
    bots: str | None,
    teams: int | None,
    course: str | None,
    options: list[str] | None,
    quick: bool,
) -> Match:
    """A new race, ridden by bots to its end."""
    import random

    import parcours
    from parcours.engine.options import option_words
    from parcours.lab.simulate import make_plan, ride

    game = parcours.game(name)
    if quick and course is None and options is None:
        course, options = game.quick.course or None, option_words(game.quick.options, game.options)
    plan = make_plan(
        game,
        bots_of(game, bots) or one_of_each(game, teams),
        teams=teams,
        seed=random.randrange(10_000) if seed is None else seed,
        course=course,
        options=options or (),
    )
    return ride(plan, quick=quick)


def _load(file: str) -> Match:
    """A race from a file; its note, if it has one, goes to stderr."""
    import parcours

    match = parcours.load(file)
    if match.note:
        print(f"parcours: {file}: {match.note}", file=sys.stderr)
    return match


@app.command()
def replay(
    file: Annotated[str, typer.Argument(metavar="FILE")],
    to: Annotated[int | None, typer.Option(metavar="N", help="The number of actions; default: all.")] = None,
) -> None:
    """Show a race from a file as it stood after N actions."""
    from parcours.draw.playback import show_as_written, show_position

    match = _load(file)
    show_position(match, len(match.actions) if to is None else to, terminal())
    if match.written is not None and to is None:
        show_as_written(match, match.written, terminal())


@app.command()
def check(files: Annotated[list[Path], typer.Argument(metavar="FILE...")]) -> None:
    """Check race files (.race), tours (.tour) and courses (.toml): one line each, exit code 2 if one is bad."""
    bad = 0
    for file in files:
        try:
            print(f"ok  {file}: {_checked(file)}", flush=True)
        except ParcoursError as error:
            told = str(error)
            bad = refuse(told if told.startswith(str(file)) else f"{file}: {told}")
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
    from parcours.engine.seal import seal_of

    match = parcours.load(file)
    end = f"won by {match.standings()[0].name}" if match.over else f"not over, turn {match.turn}"
    note = f"; {match.note}" if match.note else ""
    if match.setup.secret:
        note += f"; every roll follows from its secret, whose seal is {seal_of(match.setup.secret)}"
    return f"{match.game.name}, {match.teams} teams, {len(match.actions)} actions, {end}{note}"


def _checked_tour(file: Path) -> str:
    from parcours.reports.standings import first_of
    from parcours.tours import load_tour

    tour = load_tour(file)
    led = " and ".join(str(line.name) for line in first_of(tour)) or "nobody"
    end = f"won by {led}" if tour.over else f"led by {led}"
    return f"{tour.title}, {tour.game.name}, {len(tour.results)} of {len(tour.stages)} stages ridden, {end}"


def _checked_course(file: Path) -> str:
    import parcours
    from parcours.engine.tablefile import read_text, read_toml_or_json

    return parcours.game(read_toml_or_json(file, read_text(file)).text("game")).check_file(file)

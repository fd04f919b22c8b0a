"""What all commands share: the program itself, errors in one line, options, progress, tables and JSON."""

from __future__ import annotations

import json as jsonlib
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from parcours.errors import ParcoursError

if TYPE_CHECKING:
    from rich.console import Console

    from parcours.engine.game import Game

BAD_INPUT = 2
INTERRUPTED = 130
UsageError: type[Exception] = typer.BadParameter.mro()[2]
"""What Typer raises for a command line that it can't read, whichever version of Click it uses."""


class OneLineErrors(TyperGroup):
    """The group of all commands: an error becomes one line on stderr and exit code 2."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run a command and leave the program with its exit code."""
        try:
            code = super().main(*args, **(kwargs | {"standalone_mode": False}))
        except UsageError as error:
            code = refuse(error.format_message())  # type: ignore[attr-defined]
        except ParcoursError as error:
            code = refuse(str(error))
        except OSError as error:
            code = refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except (KeyboardInterrupt, typer.Abort):
            code = INTERRUPTED
        sys.exit(code if isinstance(code, int) else 0)


def refuse(what: str) -> int:
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
        typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit."),
    ] = False,
) -> None:
    """Without a command, print the help."""
    if context.invoked_subcommand is None:
        print(context.get_help())


# ----------------------------------------------------------------------------------- what the commands share

Bots = Annotated[
    str | None,
    typer.Option(
        "--bots",
        metavar="A,B,...",
        help="A bot for each team, or one for all. FILE.py:CLASS is a bot of your own; elite@200 or champion@0.5s "
        "is a level with a different budget.",
    ),
]
Teams = Annotated[int | None, typer.Option("--teams", help="The number of teams.")]
Course = Annotated[str | None, typer.Option("--course", help="A course of the game, or a .toml file.")]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME", help="An option to switch on, or NAME=CHOICE, NAME=off, or a preset; repeatable."
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray", metavar="ADDRESS", help="Use the Ray cluster at this address: auto or HOST:PORT; local starts one."
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]


def terminal(stderr: bool = False) -> Console:
    from rich.console import Console

    return Console(stderr=stderr, highlight=False)


def print_json(value: object) -> None:
    print(jsonlib.dumps(value, indent=2, ensure_ascii=False))


@contextmanager
def working(what: str) -> Iterator[Callable[[str], object]]:
    """If stderr is a terminal, show a line that says what is being done."""
    from parcours.engine.kernel import progress_to

    console = terminal(stderr=True)
    if not console.is_terminal:
        yield lambda what: None
        return
    with (
        console.status(what) as status,
        progress_to(lambda name, done, total: status.update(f"{what}: {name}" if name else what)),
    ):
        yield status.update


def words_of(given: str | None) -> list[str]:
    return [name.strip() for name in given.split(",")] if given is not None else []


def bots_of(game: Game, given: str | None) -> list[str]:
    """The bots that a command names; those that do not come with the game are admitted."""
    from parcours.bots.named import seated

    return [seated(game, name).name for name in words_of(given)]


def one_of_each(game: Game, teams: int | None) -> list[str]:
    """A bot for each team: the game's bots in turn, the strongest first. That makes a race with favourites."""
    names = [bot.name for bot in reversed(game.bots)]
    return [names[seat % len(names)] for seat in range(game.default_teams if teams is None else teams)]


@contextmanager
def progress(races: int) -> Iterator[Callable[[int], None]]:
    """If stderr is a terminal, show a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    console = terminal(stderr=True)
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

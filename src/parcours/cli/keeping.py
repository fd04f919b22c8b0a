"""The house's races, kept safe: `parcours backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parcours.cli.frame import app

Database = Annotated[str | None, typer.Option(help="A file, or postgresql://...; default: the file of yours.")]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Written anew; one of that name is replaced.")],
    database: Database = None,
) -> None:
    """Write all races, seats and courses to a file, while people ride on."""
    from parcours.table.backup import backup as make

    print(f"{file}: {make(database, file)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `parcours backup` wrote.")],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Lose what the database holds.")] = False,
) -> None:
    """Put a backup into an empty database, while no server uses it."""
    from parcours.table.backup import restore as put_back

    print(f"{put_back(database, file, replace)} put back from {file}")

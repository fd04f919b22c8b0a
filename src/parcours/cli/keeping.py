"""Backups of the server's races: `parcours backup` and `restore`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parcours.cli.frame import app

Database = Annotated[
    str | None, typer.Option(help="A file, or postgresql://...; default: tables.db in your data folder.")
]


@app.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The backup file; an existing one is replaced.")],
    database: Database = None,
) -> None:
    """Write all races, seats and courses to a file, while people keep playing."""
    from parcours.table.backup import backup as make

    print(f"{file}: {make(database, file)}")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that `parcours backup` wrote.")],
    database: Database = None,
    replace: Annotated[bool, typer.Option("--replace", help="Discard what the database holds.")] = False,
) -> None:
    """Restore a backup into an empty database while no server uses it."""
    from parcours.table.backup import restore as put_back

    print(f"{put_back(database, file, replace)} restored from {file}")

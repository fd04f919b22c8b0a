"""Backups of a server: a snapshot of all tables, seats, logs and courses in one SQLite file, from SQLite or PostgreSQL
alike. Taking a backup disturbs nobody; restoring one needs the database for itself."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from parcours.table.schema import Base, LeaseRow, LogRow, TableRow
from parcours.table.storage import Storage, StorageError, database_url, default_database, engine_of

MAGIC = b"SQLite format 3\0"
AT_ONCE = 500
"""How many rows are copied at a time."""
COPIED = [table for table in Base.metadata.sorted_tables if table is not LeaseRow.__table__]
"""Everything but the lease, which says which server holds the database."""


def backup(database: str | None, file: Path, tell: Callable[[str], object] = lambda _: None) -> str:
    """Write a backup of a database that may be in use, and say in a few words what is in it. An older file of that
    name is replaced only when the new one is complete."""
    url = database_url(database or default_database())
    if url.get_backend_name() == "sqlite" and not Path(url.database or "").expanduser().is_file():
        raise StorageError(f"there is no database {url.database}: choose another with --database")
    source = engine_of(url)  # not migrated: a backup changes nothing
    part = file.with_name(f".{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # private: it holds the secrets of luck
        if url.get_backend_name() == "sqlite":
            _copy_file(source, part)
        else:
            _copy_rows(source, part)
        told = _checked(part, file)
        with part.open("rb+") as written:
            os.fsync(written.fileno())
        part.replace(file)
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StorageError(f"the backup {file} can't be written: {str(error).splitlines()[0]}") from None
    finally:
        part.unlink(missing_ok=True)
        source.dispose()
    return told


def restore(database: str | None, file: Path, replace: bool = False) -> str:
    """Restore a backup into a database that nobody is using, and say in a few words what was in it. A database that is
    not empty is left alone unless `replace` is set; then either the whole backup replaces its content, or nothing
    changes."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        try:
            with file.open("rb") as given:
                if given.read(len(MAGIC)) != MAGIC:
                    raise StorageError(f"{file} is not a Parcours backup")
            shutil.copyfile(file, copy)
            told = _checked(copy, file)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageError(f"{file} is not a Parcours backup: {str(error).splitlines()[0]}") from None
        source = Storage(str(copy))  # an older backup is migrated, in the copy
        target = Storage(database, alone=True)
        try:
            with source.engine.connect() as reading, target.engine.begin() as writing:
                _make_room(writing, target, replace)
                _pour(reading, writing)
        except SQLAlchemyError as error:
            raise StorageError(f"the backup can't be restored: {str(error).splitlines()[0]}") from None
        finally:
            source.close()
            target.close()
    return told


def _copy_file(source: Engine, part: Path) -> None:
    """Let SQLite copy a snapshot of itself, while others write."""
    connection = source.raw_connection()
    try:
        copy = sqlite3.connect(part)
        try:
            connection.driver_connection.backup(copy)  # type: ignore[union-attr]
            copy.execute("PRAGMA journal_mode=DELETE")
            copy.execute(f"DELETE FROM {LeaseRow.__tablename__}")
            copy.commit()
        finally:
            copy.close()
    finally:
        connection.close()


def _copy_rows(source: Engine, part: Path) -> None:
    """Copy a snapshot of all rows."""
    target = Storage(str(part))
    try:
        snapshot = source.execution_options(isolation_level="REPEATABLE READ")
        with snapshot.connect() as reading, target.engine.begin() as writing:
            _pour(reading, writing)
        with target.engine.connect() as connection:
            connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.exec_driver_sql("PRAGMA journal_mode=DELETE")
    finally:
        target.close()


def _pour(reading: Connection, writing: Connection) -> None:
    for table in COPIED:
        rows = reading.execution_options(stream_results=True).execute(sa.select(table)).mappings()
        for some in rows.partitions(AT_ONCE):
            writing.execute(sa.insert(table), [dict(row) for row in some])


def _make_room(writing: Connection, target: Storage, replace: bool) -> None:
    """Empty the database, if that is allowed."""
    full = any(writing.execute(sa.select(sa.literal(1)).select_from(table).limit(1)).first() for table in COPIED)
    if full and not replace:
        raise StorageError(
            f"the database {target.shown} is not empty: choose another with --database, or overwrite it with --replace"
        )
    for table in reversed(COPIED):
        writing.execute(sa.delete(table))


def _checked(copy: Path, file: Path) -> str:
    """What a copy of a backup file holds, in a few words; an error that names the file if it is damaged."""
    connection = sqlite3.connect(copy)
    try:
        if connection.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise StorageError(f"{file} is damaged: use another backup")
        tables, entries = (
            connection.execute(f"SELECT count(*) FROM {row.__tablename__}").fetchone()[0] for row in (TableRow, LogRow)
        )
    finally:
        connection.close()
    return f"{tables:,} tables with {entries:,} entries in their logs"

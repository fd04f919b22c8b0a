"""The database: SQLite in the user's data folder, or PostgreSQL by a URL.

Reading goes through a pool. Writing goes through one thread: it commits all changes that have gathered since its last
commit in one transaction, so that many tables share one wait for the disk. Nobody is told of a change before it is
committed.
"""

from __future__ import annotations

import contextlib
import logging
import os
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs
import sqlalchemy as sa
from sqlalchemy.engine import Connection, Engine
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from parcours.errors import ParcoursError
from parcours.table.events import note
from parcours.table.health import Health
from parcours.table.lease import BEAT, Lease, LostError
from parcours.table.schema import ChatRow, CourseRow, LogRow, SeatRow, SnapshotRow, TableRow, TourResultRow, TourRow

logger = logging.getLogger("parcours.table")
HEAD = "0006"
"""The newest step of the migrations."""
MOST_AT_ONCE = 256
"""The most changes that share one commit."""

GONE = (OperationalError, InterfaceError, sa.exc.TimeoutError)
"""Errors of a database that is out of reach."""

Job = Callable[[Connection], None]


class StorageError(ParcoursError):
    """A database that can't be used: which one, and why."""


class ConflictError(ParcoursError):
    """Somebody else has written this entry of the log first; nothing was changed."""


def default_database() -> str:
    """`PARCOURS_DATABASE`, or a file in the user's data folder."""
    given = os.environ.get("PARCOURS_DATABASE")
    if given:
        return given
    folder = Path(platformdirs.user_data_dir("parcours", appauthor=False))
    return f"sqlite:///{folder / 'tables.db'}"


def database_url(given: str) -> sa.URL:
    """A database URL; a plain path is a SQLite file."""
    if "://" not in given:
        given = f"sqlite:///{given}"
    try:
        url = sa.make_url(given)
    except sa.exc.ArgumentError:
        raise StorageError(f"{given!r} is not a database: use a file, sqlite:///FILE or postgresql://...") from None
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise StorageError(f"races can be saved in SQLite or PostgreSQL, not in {url.get_backend_name()!r}")
    return url


@dataclass(frozen=True)
class Stored:
    """All rows of one table."""

    table: Any
    seats: Sequence[Any]
    log: Sequence[Any]
    snapshots: Sequence[Any]
    chat: Sequence[Any]


@dataclass(frozen=True)
class StoredTour:
    """A tour's row, its results and tables by stage, and the seats of the newest table."""

    tour: Any
    results: Sequence[Any]
    tables: Sequence[Any]
    seats: Sequence[Any]


class Storage:
    """An open database, migrated to the newest step."""

    def __init__(self, given: str | None = None, *, alone: bool = False) -> None:
        """Open a database. With `alone`, as for a server, no other server may have it open."""
        self.url = database_url(given or default_database())
        self.engine = engine_of(self.url)
        self._lease: Lease | None = None
        self._lost = ""
        self.health = Health()
        self.writes = 0
        """Commits so far."""
        self._jobs: queue.SimpleQueue[tuple[Job, Future[None]] | None] = queue.SimpleQueue()
        try:
            migrate(self.engine)
            self._lease = Lease(self.engine, self.shown) if alone else None
        except (SQLAlchemyError, OSError, ParcoursError) as error:
            self.engine.dispose()
            if isinstance(error, ParcoursError):
                raise
            raise StorageError(f"the database {self.shown} can't be used: {_first_line(error)}") from None
        if alone:
            note("lease taken")
        self._place = _place(self.url)
        self._writer = threading.Thread(target=self._write, name="parcours-writer", daemon=True)
        self._writer.start()

    @property
    def shown(self) -> str:
        """The database's address without its password."""
        return self.url.render_as_string(hide_password=True)

    def close(self) -> None:
        """Write what is left, and close."""
        self._jobs.put(None)
        self._writer.join()
        if self._lease is not None:
            with contextlib.suppress(SQLAlchemyError):
                self._lease.release()
        self.engine.dispose()

    def check(self) -> None:
        """Refuse if the database file is not the one that was opened, or if another server holds the database."""
        if self._lost:
            raise StorageError(self._lost)
        if self._place is not None and self._place != _place(self.url):
            self.health.failed()
            raise StorageError(f"the file of the database {self.shown} was deleted or replaced: restart the server")

    @contextlib.contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection to read from; `StorageError` if the database is out of reach."""
        self.check()
        try:
            with self.engine.connect() as connection:
                yield connection
            self.health.worked()
        except GONE as error:
            self.health.failed()
            raise StorageError(f"the database {self.shown} can't be read: {_first_line(error)}") from None

    def answers(self) -> bool:
        """Whether the database can be read now."""
        try:
            with self.reading() as connection:
                return connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar() == HEAD
        except (StorageError, SQLAlchemyError):
            return False

    # ------------------------------------------------------------------------------------------------- writing

    def write(self, job: Job) -> Future[None]:
        """Queue a job that writes something. Its future is done when that is committed, and fails with `ConflictError`
        if somebody else was faster."""
        future: Future[None] = Future()
        self._jobs.put((job, future))
        return future

    def _write(self) -> None:
        while True:
            try:
                first = self._jobs.get(timeout=BEAT if self._lease is not None else None)
            except queue.Empty:
                self._beat()
                continue
            if first is None:
                return
            jobs = [first]
            stop = False
            with contextlib.suppress(queue.Empty):
                while len(jobs) < MOST_AT_ONCE:
                    following = self._jobs.get_nowait()
                    if following is None:
                        stop = True
                        break
                    jobs.append(following)
            wanted = [job for job in jobs if job[1].set_running_or_notify_cancel()]
            if wanted:
                self._commit(wanted)
            if stop:
                return

    def _commit(self, jobs: list[tuple[Job, Future[None]]]) -> None:
        """Commit all jobs in one transaction; if one of them fails, each in its own."""
        try:
            self.check()
            with self.engine.begin() as connection:
                if self._lease is not None:
                    self._lease.beat(connection)
                for job, _ in jobs:
                    job(connection)
        except Exception as error:
            self._note_loss(error)
            if len(jobs) == 1:
                if isinstance(error, SQLAlchemyError) and not isinstance(error, IntegrityError):
                    self.health.failed(isinstance(error, GONE))
                jobs[0][1].set_exception(_told(error))
                return
            for each in jobs:
                self._commit([each])
            return
        self.writes += 1
        self.health.worked()
        for _, future in jobs:
            future.set_result(None)

    def _beat(self) -> None:
        """Show that this server is alive while there is nothing to write."""
        assert self._lease is not None
        try:
            with self.engine.begin() as connection:
                self._lease.beat(connection)
            self.health.worked()
        except (SQLAlchemyError, LostError) as error:
            self._note_loss(error)
            if isinstance(error, GONE):
                self.health.failed()

    def _note_loss(self, error: Exception) -> None:
        if isinstance(error, LostError) and not self._lost:
            self._lost = str(error)
            note("lease lost", logging.ERROR, f"{error}: this server refuses all requests from now on")

    # ------------------------------------------------------------------------------------------------- reading

    def load(self, table_id: str) -> Stored | None:
        """Everything about one table."""
        with self.reading() as connection:
            table = connection.execute(sa.select(TableRow.__table__).where(TableRow.id == table_id)).one_or_none()
            if table is None:
                return None

            def rows(model: Any, order: Any) -> Sequence[Any]:
                wanted = sa.select(model.__table__).where(model.table_id == table_id).order_by(order)
                return connection.execute(wanted).all()

            return Stored(
                table,
                rows(SeatRow, SeatRow.seat),
                rows(LogRow, LogRow.index),
                rows(SnapshotRow, SnapshotRow.count),
                rows(ChatRow, ChatRow.id),
            )

    def listed(self, named: Sequence[str], most: int) -> list[tuple[Any, list[Any]]]:
        """The newest public tables and those named, each with its seats."""
        table = TableRow.__table__
        with self.reading() as connection:
            public = sa.select(table).where(TableRow.private.is_(False)).order_by(TableRow.updated.desc()).limit(most)
            found = {row.id: row for row in connection.execute(public)}
            missing = [id_ for id_ in named if id_ not in found]
            if missing:
                found |= {row.id: row for row in connection.execute(sa.select(table).where(TableRow.id.in_(missing)))}
            seats: dict[str, list[Any]] = {id_: [] for id_ in found}
            wanted = sa.select(SeatRow.__table__).where(SeatRow.table_id.in_(list(found))).order_by(SeatRow.seat)
            for row in connection.execute(wanted):
                seats[row.table_id].append(row)
        ordered = sorted(found.values(), key=lambda row: row.updated, reverse=True)
        return [(row, seats[row.id]) for row in ordered]

    def load_tour(self, tour_id: str) -> StoredTour | None:
        """A tour, as it stands."""
        found = self._tours(sa.select(TourRow.__table__).where(TourRow.id == tour_id))
        return found[0] if found else None

    def listed_tours(self, named: Sequence[str], most: int) -> list[StoredTour]:
        """The newest public tours and those named, newest first."""
        newest = sa.select(TourRow.id).where(TourRow.private.is_(False)).order_by(TourRow.updated.desc()).limit(most)
        wanted = sa.or_(TourRow.id.in_(newest), TourRow.id.in_(list(named)))
        return self._tours(sa.select(TourRow.__table__).where(wanted).order_by(TourRow.updated.desc()))

    def _tours(self, wanted: sa.Select[Any]) -> list[StoredTour]:
        with self.reading() as connection:
            tours = connection.execute(wanted).all()
            ids = [tour.id for tour in tours]

            def rows(model: Any) -> Sequence[Any]:
                query = sa.select(model.__table__).where(model.tour_id.in_(ids))
                return connection.execute(query.order_by(model.tour_id, model.stage)).all()

            results, tables = rows(TourResultRow), rows(TableRow)
            newest = {row.tour_id: row.id for row in tables}
            seats = connection.execute(
                sa.select(SeatRow.__table__).where(SeatRow.table_id.in_(newest.values())).order_by(SeatRow.seat)
            ).all()
        return [
            StoredTour(
                tour,
                [row for row in results if row.tour_id == tour.id],
                [row for row in tables if row.tour_id == tour.id],
                [row for row in seats if row.table_id == newest.get(tour.id)],
            )
            for tour in tours
        ]

    def load_course(self, game: str, course_id: str) -> Any | None:
        """A course of this server."""
        wanted = sa.select(CourseRow.__table__).where(CourseRow.game == game, CourseRow.id == course_id)
        with self.reading() as connection:
            return connection.execute(wanted).one_or_none()

    def listed_courses(self, game: str, most: int) -> Sequence[Any]:
        """The newest courses of this server for a game, without their files."""
        wanted = sa.select(CourseRow.id, CourseRow.name).where(CourseRow.game == game)
        with self.reading() as connection:
            return connection.execute(wanted.order_by(CourseRow.created.desc(), CourseRow.id).limit(most)).all()

    def unfinished(self) -> list[str]:
        """Tables whose race is on and whose next decision is a bot's, newest first."""
        at_turn = sa.and_(SeatRow.table_id == TableRow.id, SeatRow.seat == TableRow.actor, SeatRow.bot.is_not(None))
        with self.reading() as connection:
            wanted = sa.select(TableRow.id).join(SeatRow, at_turn).order_by(TableRow.updated.desc())
            return list(connection.execute(wanted).scalars())


def _first_line(error: Exception) -> str:
    return str(getattr(error, "orig", None) or error).splitlines()[0]


def _place(url: sa.URL) -> tuple[int, int] | None:
    """Which file a SQLite database is: device and inode; (0, 0): there is none; None: the database is not a file."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return None
    try:
        found = os.stat(Path(url.database).expanduser())
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def _told(error: Exception) -> Exception:
    if isinstance(error, IntegrityError):
        return ConflictError("somebody else was faster")
    if isinstance(error, LostError):
        return StorageError(str(error))
    if isinstance(error, SQLAlchemyError):
        return StorageError(f"the database refused a change: {_first_line(error)}")
    return error


def engine_of(url: sa.URL) -> Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 5})
    if url.database:
        try:
            Path(url.database).expanduser().resolve().parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StorageError(f"the folder of {url.database} can't be created: {error.strerror}") from None
    engine = sa.create_engine(url, connect_args={"timeout": 30})

    @sa.event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
            connection.execute(f"PRAGMA {pragma}")

    return engine


def migrate(engine: Engine) -> None:
    """Migrate the database to the newest step. (Alembic is imported only when there is something to do.)"""
    with engine.connect() as connection:
        if sa.inspect(connection).has_table("alembic_version"):
            at = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
            if at == HEAD:
                return
            if at is not None and str(at) > HEAD:
                raise StorageError(
                    f"the database belongs to a newer Parcours (step {at}, this one knows {HEAD}): update Parcours"
                )
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")

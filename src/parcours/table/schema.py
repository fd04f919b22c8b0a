"""What the database holds: tables, their seats, their logs, snapshots beside the logs, the chat; tours; courses."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, Float, ForeignKey, Index, Integer, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

NAME = 40
"""The longest name of a person."""


class Base(DeclarativeBase):
    """The root of the table models."""


class TableRow(Base):
    """A table: the set-up of its race, and where it stands, for the list of tables."""

    __tablename__ = "tables"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    course: Mapped[str] = mapped_column(String(200))
    course_text: Mapped[str | None] = mapped_column(Text)
    """The course's file, if the course does not come with the game."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    teams: Mapped[int] = mapped_column(Integer)
    commissioner: Mapped[bool] = mapped_column(Boolean)
    private: Mapped[bool] = mapped_column(Boolean)
    luck: Mapped[int] = mapped_column(BigInteger)
    """The seed that the race was given; without one, a random seed for usual answers."""
    luck_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """If no seed was given: the secret that luck follows from, sealed until the race is over."""
    bot_luck: Mapped[int] = mapped_column(BigInteger)
    key: Mapped[bytes] = mapped_column(LargeBinary)
    branch_of: Mapped[str | None] = mapped_column(String(24))
    created: Mapped[float] = mapped_column(Float)
    updated: Mapped[float] = mapped_column(Float)
    """When something last happened that everybody may notice."""
    status: Mapped[str] = mapped_column(String(10))
    actor: Mapped[int] = mapped_column(Integer)
    winner: Mapped[int] = mapped_column(Integer)
    """The seat that has won; -1: none yet; -2: several share the first place."""
    carried: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """What the race carries over from earlier stages."""
    tour_id: Mapped[str | None] = mapped_column(String(24))
    stage: Mapped[int | None] = mapped_column(Integer)
    """The number of the stage in its tour, from 1."""

    __table_args__ = (
        Index("ix_tables_listed", "private", "updated"),
        Index("ix_tables_tour", "tour_id", "stage", unique=True),
    )


class SeatRow(Base):
    """A seat: who holds it, by which secret, and the bot that rides for it."""

    __tablename__ = "seats"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    seat: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    """"person", "bot" or "open"."""
    name: Mapped[str] = mapped_column(String(NAME))
    bot: Mapped[str | None] = mapped_column(String(40))
    """The bot of a bot's seat, or the one that stands in for a person."""
    secret: Mapped[str | None] = mapped_column(String(64))
    invite: Mapped[str | None] = mapped_column(String(64))
    screen: Mapped[int] = mapped_column(Integer)
    """Seats with the same number were given to one screen."""


class LogRow(Base):
    """One entry of a table's log, for example an action or an undo (see `log`). The indexes have no gaps."""

    __tablename__ = "log"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    index: Mapped[int] = mapped_column(Integer, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    code: Mapped[int] = mapped_column(Integer)
    actor: Mapped[int] = mapped_column(Integer)
    """Whose decision it was: a seat, or -1 for chance."""
    seat: Mapped[int] = mapped_column(Integer)
    """The seat of the person who made the choice or typed in a roll; -1: a bot, chance or a file."""
    by: Mapped[str] = mapped_column(String(10))
    state_id: Mapped[str | None] = mapped_column(String(32))
    """The state in which the person acted. It shows whether the same action is sent again."""
    rules: Mapped[int] = mapped_column(Integer)
    digest: Mapped[str | None] = mapped_column(String(16))
    at: Mapped[float] = mapped_column(Float)


class SnapshotRow(Base):
    """The record of a race after `count` actions. It can always be rebuilt from the log."""

    __tablename__ = "snapshots"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    count: Mapped[int] = mapped_column(Integer, primary_key=True)
    layout: Mapped[str] = mapped_column(String(32))
    digest: Mapped[str] = mapped_column(String(16))
    record: Mapped[bytes] = mapped_column(LargeBinary)


class ChatRow(Base):
    """A line of the chat; `id` counts from 1 at each table."""

    __tablename__ = "chat"

    table_id: Mapped[str] = mapped_column(ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    seat: Mapped[int] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(NAME))
    text: Mapped[str] = mapped_column(String(500))
    at: Mapped[float] = mapped_column(Float)


class TourRow(Base):
    """A tour: its stages. Its newest table says who sits in it; its standings follow from its results."""

    __tablename__ = "tours"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    stages: Mapped[list[dict[str, Any]]] = mapped_column(JSON)
    """For each stage its course, its own options, and its name if it has one."""
    options: Mapped[dict[str, Any]] = mapped_column(JSON)
    teams: Mapped[int] = mapped_column(Integer)
    commissioner: Mapped[bool] = mapped_column(Boolean)
    private: Mapped[bool] = mapped_column(Boolean)
    luck: Mapped[int] = mapped_column(BigInteger)
    """The seed that each stage's luck follows from; never revealed before the tour is over."""
    luck_secret: Mapped[bytes | None] = mapped_column(LargeBinary)
    """If no seed was given: the secret that each stage's luck follows from."""
    created: Mapped[float] = mapped_column(Float)
    updated: Mapped[float] = mapped_column(Float)

    __table_args__ = (Index("ix_tours_listed", "private", "updated"),)


class LeaseRow(Base):
    """Which server holds the database: see `lease`."""

    __tablename__ = "lease"

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    holder: Mapped[str] = mapped_column(String(40))
    machine: Mapped[str] = mapped_column(String(200))
    process: Mapped[str] = mapped_column(String(60))
    told: Mapped[str] = mapped_column(String(200))
    """Which server holds the lease, in words for people."""
    beat: Mapped[int] = mapped_column(BigInteger)
    """Grows with every sign of life."""


class TourResultRow(Base):
    """What a finished stage counts for. It is written together with the last action of its race, once."""

    __tablename__ = "tour_results"

    tour_id: Mapped[str] = mapped_column(ForeignKey("tours.id", ondelete="CASCADE"), primary_key=True)
    stage: Mapped[int] = mapped_column(Integer, primary_key=True)
    table_id: Mapped[str] = mapped_column(String(24))
    result: Mapped[dict[str, Any]] = mapped_column(JSON)
    at: Mapped[float] = mapped_column(Float)


class CourseRow(Base):
    """A course of this server: its file. Its id is a digest of the file, so a course never changes."""

    __tablename__ = "courses"

    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    game: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    text: Mapped[str] = mapped_column(Text)
    created: Mapped[float] = mapped_column(Float)

    __table_args__ = (Index("ix_courses_listed", "game", "created"),)

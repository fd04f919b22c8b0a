"""Courses of this server: built on the page or uploaded as files, kept in the database, ridden like the game's own."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from parcours.engine.builder import Builder, Draft, Piece
from parcours.engine.course import Course
from parcours.engine.documents import read_toml
from parcours.engine.game import Game
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.table import refusals
from parcours.table.models_in import DraftIn
from parcours.table.refusals import Refused
from parcours.table.schema import CourseRow
from parcours.table.storage import ConflictError, Storage, StorageError

logger = logging.getLogger("parcours.table")
LONGEST_NAME = 80


def builder_of(game: Game) -> Builder:
    """The builder for courses of a game; otherwise a refusal."""
    if game.builder is None:
        raise Refused(404, "no_builder", Say("Courses of this game come from files: you can't build them from pieces."))
    return game.builder


def draft_of(game: Game, given: DraftIn) -> Draft:
    """The draft that a client sent, if the builder could have made it; otherwise a refusal."""
    pieces = tuple(Piece(piece.part, piece.turn, tuple(piece.marks)) for piece in given.pieces)
    draft = Draft(given.name, pieces, dict(given.switches))
    try:
        builder_of(game).check_words(draft)
    except BadOptionError as error:
        raise refusals.invalid(str(error)) from None
    return draft


def built_text(game: Game, draft: Draft, language: str) -> str:
    """The course file of a draft that can be ridden; otherwise a refusal that names all faults."""
    builder = builder_of(game)
    if not draft.name:
        raise refusals.invalid(Say("Name the course first."))
    if broken := builder.survey(draft).broken:
        told = " ".join(f"{fault.words.to(language)} ({fault.code or fault.clause})" for fault in broken)
        raise refusals.invalid(told, broken[0].clause)
    return builder.course_text(draft)


def course_id(text: str) -> str:
    """The id of a course of this server: the same file is the same course."""
    return "own-" + hashlib.sha256(text.encode()).hexdigest()[:16]


async def keep_course(storage: Storage, game: Game, text: str, name: str) -> dict[str, Any]:
    """Save a course, unless it is saved already."""
    row = {
        "id": course_id(text), "game": game.id, "name": name[:LONGEST_NAME], "text": text,
        "created": time.time(),
    }  # fmt: skip

    def insert(connection: sa.Connection) -> None:
        connection.execute(sa.insert(CourseRow.__table__), row)  # type: ignore[arg-type]

    try:
        await asyncio.wrap_future(storage.write(insert))
    except ConflictError:
        pass
    except StorageError as error:
        logger.error("course %s could not be saved: %s", row["id"], error)
        raise Refused(503, "storage", Say("The course could not be saved. Nothing was changed: try again.")) from None
    return {"id": row["id"], "game": game.id, "name": row["name"], "own": True}


async def course_named(storage: Storage, game: Game, name: str) -> Course:
    """A course of a game, either its own or one of this server; otherwise a refusal."""
    return await asyncio.to_thread(_course, game, name, await stored_text(storage, game, name))


def _course(game: Game, name: str, text: str | None) -> Course:
    return game.course(name) if text is None else game.read_course(f"{name}.toml", text)


async def stored_text(storage: Storage, game: Game, name: str) -> str | None:
    """The file of a course of this server; None if the course comes with the game; otherwise a refusal."""
    if name in game.course_names:
        return None
    row = await asyncio.to_thread(storage.load_course, game.id, name)
    if row is None:
        raise Refused(404, "no_course", Say("That course does not exist: choose another."))
    return str(row.text)


@lru_cache(maxsize=256)
def course_name(text: str) -> str:
    """The name that a course file gives itself."""
    return str(read_toml(text).get("name", ""))

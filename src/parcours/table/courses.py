"""Courses of the house: built at the table or brought as files, kept in the database, ridden like the game's own."""

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
    """How courses of a game are built, or a refusal."""
    if game.builder is None:
        raise Refused(404, "no_builder", Say("Courses of this game are not built from parts: they come from files."))
    return game.builder


def draft_of(game: Game, given: DraftIn) -> Draft:
    """A draft as it was sent, if somebody can have built it."""
    pieces = tuple(Piece(piece.part, piece.turn, tuple(piece.marks)) for piece in given.pieces)
    draft = Draft(given.name, pieces, dict(given.switches))
    try:
        builder_of(game).check_words(draft)
    except BadOptionError as error:
        raise refusals.invalid(str(error)) from None
    return draft


def built_text(game: Game, draft: Draft, language: str) -> str:
    """The file of a draft that can be ridden, or a refusal that tells all its faults."""
    builder = builder_of(game)
    if not draft.name:
        raise refusals.invalid(Say("Give the course a name first."))
    if broken := builder.survey(draft).broken:
        told = " ".join(f"{fault.words.to(language)} ({fault.code or fault.clause})" for fault in broken)
        raise refusals.invalid(told, broken[0].clause)
    return builder.course_text(draft)


def course_id(text: str) -> str:
    """The name of a course of the house: the same file is the same course."""
    return "own-" + hashlib.sha256(text.encode()).hexdigest()[:16]


async def keep_course(storage: Storage, game: Game, text: str, name: str) -> dict[str, Any]:
    """Have a course kept; one that is there already is found."""
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
        logger.error("course %s: %s", row["id"], error)
        raise Refused(503, "storage", Say("The course could not be kept, so nothing was changed.")) from None
    return {"id": row["id"], "game": game.id, "name": row["name"], "own": True}


async def course_named(storage: Storage, game: Game, name: str) -> Course:
    """A course of a game: its own, or one of the house; or a refusal."""
    return await asyncio.to_thread(_course, game, name, await stored_text(storage, game, name))


def _course(game: Game, name: str, text: str | None) -> Course:
    return game.course(name) if text is None else game.read_course(f"{name}.toml", text)


async def stored_text(storage: Storage, game: Game, name: str) -> str | None:
    """The file of a course of the house; None where the course comes with the game; or a refusal."""
    if name in game.course_names:
        return None
    row = await asyncio.to_thread(storage.load_course, game.id, name)
    if row is None:
        raise Refused(404, "no_course", Say("There is no such course."))
    return str(row.text)


@lru_cache(maxsize=256)
def course_name(text: str) -> str:
    """The name that a course file gives itself."""
    return str(read_toml(text).get("name", ""))

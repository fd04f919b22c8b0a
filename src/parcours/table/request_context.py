"""Who is asking, in which language, and with which secret: shared by all routes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Path, Query, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from starlette.responses import Response

from parcours.engine.documents import DocumentError, text_of_bytes
from parcours.engine.game import Game
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.games import find_game
from parcours.table import refusals
from parcours.table.guard import Guard, client_of
from parcours.table.language import Language, language_of
from parcours.table.models import ErrorOut
from parcours.table.models_in import ROUTE, WORD
from parcours.table.refusals import Refused
from parcours.table.request_bodies import Whole
from parcours.table.request_queues import RequestQueue
from parcours.table.settings import Settings
from parcours.table.table_registry import TableRegistry
from parcours.table.tables import Table

T = TypeVar("T")
TableId = Annotated[str, Path(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]
CourseId = Annotated[str, Path(min_length=1, max_length=60, pattern=ROUTE)]
GameId = Annotated[str, Path(min_length=1, max_length=60, pattern=WORD)]
SeatNumber = Annotated[int, Whole, Path(ge=0, le=15)]
bearer = HTTPBearer(auto_error=False, description="The secret of a seat, or an invitation. Without it: a spectator.")
MOST_SECRETS = 100


@dataclass
class RequestContext:
    """Who sent a request, and the parts of the server that answer it."""

    registry: TableRegistry
    guard: Guard
    settings: Settings
    client: str
    language: str
    secrets: list[str]

    async def at(self, table_id: str) -> tuple[Table, int]:
        """The table, and the caller's seat there, or -1."""
        if not self.secrets:
            return await self.registry.enter(table_id, None)
        self.guard.before_secret(self.client)
        try:
            return await self.registry.enter(table_id, self.secrets[0])
        except Refused as refused:
            self.guard.count_wrong(self.client, refused)
            raise

    async def seated_at(self, table_id: str) -> tuple[Table, int]:
        """As `at`, but a refusal if the caller holds no seat."""
        table, viewer = await self.at(table_id)
        if viewer < 0:
            raise refusals.no_seat()
        return table, viewer


async def _context_of(
    request: Request,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)],
    lang: Annotated[Language | None, Query(description="The language of all texts.")] = None,
) -> RequestContext:
    app = request.app.state
    given = credentials.credentials if credentials else ""
    secrets = [part for part in given.split(",") if part][:MOST_SECRETS]
    language = language_of(lang, request.headers.get("accept-language", ""))
    request.state.language = language
    return RequestContext(app.registry, app.guard, app.settings, client_of(request), language, secrets)


Context = Annotated[RequestContext, Depends(_context_of)]


async def body_text(request: Request) -> str:
    """The body of a request as text."""
    try:
        return text_of_bytes(await request.body())
    except DocumentError as error:
        raise refusals.invalid(Say("This file can't be read as text."), detail=error.what) from None


async def while_there(request: Request, work: Coroutine[Any, Any, T]) -> T:
    """Do something that takes a while, and stop if the client leaves."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_left(request))
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if not working.done():
            working.cancel()
            raise Refused(499, "left", Say("Too late: nobody is waiting for this answer."))
        return working.result()
    finally:
        for task in (working, leaving):
            task.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def exported(context: RequestContext, request: Request, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Make a download (a sheet, a picture, a file) when it is the caller's turn, for as long as the caller waits: one
    at a time per client."""
    return await while_there(request, context.registry.exports.served(context.client, context.client, work))


async def drawn_in_turn(
    queue: RequestQueue, context: RequestContext, request: Request, make: Callable[..., T], *given: Any
) -> T:
    """Draw a course that does not come with its game, when it is the caller's turn in this queue and only for as long
    as the caller waits: its maker decides how long drawing takes."""
    work = partial(asyncio.to_thread, make, *given)
    return await while_there(request, queue.served(object(), context.client, work))


async def _left(request: Request) -> None:
    """Wait until the caller has left. (What the caller still sends is read and ignored.)"""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def json_text(text: str, status: int = 200) -> Response:
    """An answer whose JSON text is ready."""
    return Response(text, status, media_type="application/json")


def game_named(name: str) -> Game:
    try:
        return find_game(name)
    except BadOptionError as error:
        raise Refused(404, "no_game", str(error)) from None


def answers(*statuses: int, **more: Any) -> dict[int | str, dict[str, Any]]:
    """The refusals that a route may give, for the documentation."""
    words = {
        400: "can't be read", 401: "wrong secret", 403: "not allowed", 404: "not found", 409: "not possible now",
        413: "too large", 422: "invalid fields", 429: "too many requests",
        503: "not ready, or the change could not be saved",
    }  # fmt: skip
    always = (400, 413, 422, 429, 503)
    return {s: {"model": ErrorOut, "description": words[s]} for s in sorted({*statuses, *always})}

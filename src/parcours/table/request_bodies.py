"""How requests are read: bodies, addresses and numbers all go through the same reader of untrusted documents."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any
from urllib.parse import unquote_plus

from fastapi import APIRouter, Request
from fastapi.routing import APIRoute
from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError
from starlette.responses import Response
from starlette.types import Scope

from parcours.engine.documents import (
    DocumentError,
    NotWellFormedError,
    one_line,
    read_json,
    text_of_bytes,
    whole_number,
)
from parcours.engine.words import Say
from parcours.table.refusals import Refused

QUICKLY_READ = 20_000
"""Bytes; a longer body is read in a thread."""


class _ParsedRequest(Request):
    """A request whose body is read already."""

    document: Any = None

    async def json(self) -> Any:
        return self.document


class DocumentRoute(APIRoute):
    """A route that reads a JSON body with our own reader."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def taken(request: Request) -> Response:
            if self.body_field is None:
                return await handle(request)
            known = _ParsedRequest(request.scope, request.receive)
            if body := await known.body():
                aside = len(body) > QUICKLY_READ
                known.document = await asyncio.to_thread(_document, body) if aside else _document(body)
            return await handle(known)

        return taken


def new_router() -> APIRouter:
    """A router whose routes all read bodies in this way."""
    return APIRouter(route_class=DocumentRoute)


def _document(body: bytes) -> Any:
    """What a body holds; otherwise a refusal."""
    try:
        return read_json(text_of_bytes(body))
    except NotWellFormedError:
        raise Refused(400, "malformed", Say("This is not JSON.")) from None
    except DocumentError as error:
        raise _refused("body", error.what) from None


def refused_address(scope: Scope) -> Refused | None:
    """A refusal if an address contains an unsupported character; otherwise None."""
    query = unquote_plus(scope.get("query_string", b"").decode("latin-1"))
    if one_line(scope["path"] + query):
        return None
    return _refused("address", "contains an unsupported character: remove it")


def _refused(field: str, what: str) -> Refused:
    return Refused(422, "invalid", Say("{field}: {what}", field=field, what=what))


def _whole(given: object) -> object:
    if isinstance(given, str) and whole_number(given) is None:
        raise PydanticCustomError("whole_number", "Input should be a whole number")
    return given


Whole = BeforeValidator(_whole)
"""For the numbers in paths and queries: they must be written as this program writes them."""

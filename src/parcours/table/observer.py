"""Logs every request: its route (not its path, which names a table), its answer, and how long that took."""

from __future__ import annotations

import time
from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from parcours.table.events import note

API = "/api/v1"
METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
NO_ROUTE = "none"
"""For a request that was refused before its route was looked up, or that has none."""
REFUSED = "parcours.refused"
LEFT = 499
"""The client left before it was answered."""

Count = Callable[[str, str, int, float, str | None], None]
"""Takes method, route, status, seconds and the code of a refusal."""


def route_of(scope: Scope) -> str:
    """The template of a request's path, such as /api/v1/tables/{table_id}."""
    route = scope.get("route")
    if route is None:
        return NO_ROUTE
    own = str(route.path)  # some versions of FastAPI leave out the router's prefix
    return API + own if scope["path"].startswith(f"{API}/") and not own.startswith(API) else own


def note_refusal(scope: Scope, code: str) -> None:
    """Note the code with which a request is refused."""
    scope[REFUSED] = code


class Observer:
    """The outermost layer: it sees every request and its answer."""

    def __init__(self, app: ASGIApp, count: Count | None = None) -> None:
        self.app, self.count = app, count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), LEFT

        async def noticed(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, noticed)
        except Exception:
            status = 500
            raise
        finally:
            seconds = time.perf_counter() - began
            method = scope["method"] if scope["method"] in METHODS else "other"
            route, refused = route_of(scope), scope.get(REFUSED)
            note("request", method=method, route=route, status=status, ms=round(seconds * 1000, 1), refused=refused)
            if self.count is not None:
                self.count(method, route, status, seconds, refused)

"""The web application: the API, the live connections, the page."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import APIRouter, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, HTMLResponse, JSONResponse, Response

import parcours
from parcours.bots.own import own_bot
from parcours.engine import linking
from parcours.engine.words import Say
from parcours.games import GAMES, find_game
from parcours.table import api_courses, api_files, api_lessons, api_play, api_tables, api_tours, live
from parcours.table.gate import Gate
from parcours.table.guard import Guard, GuardMiddleware
from parcours.table.language import language_of
from parcours.table.live import Pacer
from parcours.table.models import StatusOut
from parcours.table.observer import API, Observer, note_refusal, route_of
from parcours.table.refusals import Refused, storage_gone
from parcours.table.request_context import answers
from parcours.table.settings import Settings
from parcours.table.storage import Storage, StorageError
from parcours.table.table_registry import TableRegistry

logger = logging.getLogger("parcours.table")
ABOUT = """
Any client can do everything that the page can do. Whoever holds a seat has a secret, and sends it as
`Authorization: Bearer`.

Live updates come over a WebSocket at `/api/v1/tables/{id}/live`. Send
`{"kind": "hello", "secret": "...", "lang": "en"}`, then read: first comes the whole state, then everything new.
"""


def create_app(settings: Settings | None = None, storage: Storage | None = None) -> FastAPI:
    """The web application. It opens its own database when it starts, unless it is given an open one."""
    chosen = settings or Settings()
    guard = Guard(chosen)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        admit_bots(chosen)
        opened = (
            storage if storage is not None else await asyncio.to_thread(partial(Storage, chosen.database, alone=True))
        )
        app.state.registry = TableRegistry(opened, chosen)
        app.state.pacer = Pacer(chosen.push_share)
        app.state.registry.start(_begin(app))
        yield
        await app.state.registry.close()

    app = FastAPI(
        title="Parcours", version=parcours.__version__, description=ABOUT, lifespan=lifespan,
        docs_url=None, redoc_url=None, openapi_url="/api/v1/openapi.json",
    )  # fmt: skip
    app.state.settings, app.state.guard, app.state.gate = chosen, guard, Gate(chosen)
    api = APIRouter(prefix=API)
    for part in (api_tables, api_courses, api_play, api_lessons, api_files, api_tours, live):
        api.include_router(part.router)
    api.add_api_route("/status", _status, response_model=StatusOut, responses=answers(), methods=["GET"])
    app.include_router(api)
    app.add_api_route("/live", _live, methods=["GET", "HEAD"], include_in_schema=False)
    _add_page(app, chosen.page)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(StorageError, _storage_gone)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(GuardMiddleware, guard=guard)
    if chosen.log == "json" or chosen.metrics is not None:
        _observe(app, chosen)
    _document(app)
    return app


def _observe(app: FastAPI, settings: Settings) -> None:
    """Log every request, and count requests if metrics are served."""
    app.state.metrics = None
    if settings.metrics is not None:
        from parcours.table.metrics import Metrics

        app.state.metrics = Metrics(app)
    app.add_middleware(Observer, count=app.state.metrics and app.state.metrics.count)


def _document(app: FastAPI) -> None:
    """Tell the API's documentation what FastAPI can't know: secrets are optional, and some answers are not JSON."""
    made = app.openapi

    def told() -> dict[str, Any]:
        if app.openapi_schema is None:
            schema = made()
            routes = [route for methods in schema["paths"].values() for route in methods.values()]
            for route in routes:
                if "security" in route:
                    route["security"] = [*route["security"], {}]
                content = route["responses"].get("200", {}).get("content", {})
                if len(content) > 1:
                    content.pop("application/json", None)
        return app.openapi_schema or made()

    app.openapi = told  # type: ignore[method-assign]


async def _begin(app: FastAPI) -> None:
    """Start the background work: compiling, and the bots whose turn it was when the server stopped. (A game's kernels
    are loaded in the background when the game is first ridden: all five games' kernels would take as much memory as
    everything else together.)"""
    registry: TableRegistry = app.state.registry
    linking.load_aside()
    registry.start(registry.compiler.run())
    registry.start(registry.thinkers.keep_up())
    await registry.wake_bots()


def admit_bots(settings: Settings) -> None:
    """Let the host's own bots take seats, in all games."""
    for name in settings.bots:
        bot = own_bot(name)
        for game in GAMES:
            find_game(game).admit(bot)


async def _status(request: Request, response: Response) -> Any:
    """Whether races can be ridden and saved (otherwise 503), and what is being compiled meanwhile."""
    registry: TableRegistry = request.app.state.registry
    ready = await asyncio.to_thread(registry.storage.answers)
    response.status_code = 200 if ready else 503
    return {
        "ready": ready, "compiling": registry.compiler.progress, "version": parcours.__version__,
        "reached_at": request.app.state.settings.reached_at,
        "searching": [name for name in GAMES if registry.thinkers.search_ready(find_game(name))],
    }  # fmt: skip


async def _live() -> Response:
    """Say that the server is running, even if its database does not answer."""
    return JSONResponse({"live": True})


# ---------------------------------------------------------------------------------------------------------- the page


class _PageFile(Convertor[str]):
    """Matches any path outside the API."""

    regex = "(?!api/).+"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("page_file", _PageFile())


def _add_page(app: FastAPI, folder: Path) -> None:
    @app.get("/", include_in_schema=False)
    async def index() -> Response:
        if not (folder / "index.html").exists():
            return HTMLResponse(
                "<!doctype html><title>Parcours</title><p>The page is not built: run <code>make page</code>."
            )
        return FileResponse(folder / "index.html", headers={"cache-control": "no-cache"})

    @app.get("/{path:page_file}", include_in_schema=False)
    async def asset(path: str) -> Response:
        wanted = _inside(folder, path)
        if wanted is None:
            raise HTTPException(404)
        lasting = path.startswith("assets/")
        return FileResponse(
            wanted, headers={"cache-control": "public, max-age=31536000, immutable" if lasting else "no-cache"}
        )


def _inside(folder: Path, path: str) -> Path | None:
    """A file of the page; None for anything outside its folder."""
    if "\0" in path:
        return None
    try:
        wanted = (folder / path).resolve()
        found = wanted.is_relative_to(folder.resolve()) and wanted.is_file()
    except (OSError, ValueError):
        return None
    return wanted if found else None


# ------------------------------------------------------------------------------------------------------------ errors


def _language(request: Request) -> str:
    return language_of(request.query_params.get("lang"), request.headers.get("accept-language", ""))


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    note_refusal(request.scope, error.code)
    headers = {"retry-after": str(error.retry)} if error.status in (429, 503) else {}
    if error.status == 401:
        headers["www-authenticate"] = "Bearer"
    return JSONResponse(error.plain(_language(request)), error.status, headers)


async def _invalid(request: Request, error: Exception) -> Response:
    """Answer with the name of the first invalid field, and what is wrong with it."""
    assert isinstance(error, RequestValidationError)
    first = error.errors()[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("body", "query", "path"))
    where = " ".join(where.split())
    return await _refused(
        request, Refused(422, "invalid", Say("{field}: {what}", field=where[:80] or "body", what=first["msg"][:200]))
    )


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    words = {404: Say("Nothing here: go back to the front page."), 405: Say("You can't do that here.")}
    code = {404: "not_found", 405: "method", 400: "malformed"}.get(error.status_code, "error")
    note_refusal(request.scope, code)
    message = words.get(error.status_code, Say("The server could not read this request."))
    answer = JSONResponse(Refused(error.status_code, code, message).plain(_language(request)), error.status_code)
    for name, value in (error.headers or {}).items():
        answer.headers[name] = value
    if error.status_code == 405:
        answer.headers["allow"] = ", ".join(_methods(request))
    return answer


def _methods(request: Request) -> list[str]:
    """All HTTP methods that a path allows, over all its routes."""
    found: set[str] = set()
    for path, methods in request.app.openapi()["paths"].items():
        pattern = re.sub(r"\\{[a-z_]+\\}", "[^/]+", re.escape(path))
        if re.fullmatch(pattern, request.url.path):
            found |= {method.upper() for method in methods}
    return sorted(found)


async def _storage_gone(request: Request, error: Exception) -> Response:
    logger.error("%s %s: %s", request.method, route_of(request.scope), error)
    return await _refused(request, storage_gone())


async def _failed(request: Request, error: Exception) -> Response:
    logger.error("%s %s: %s: %s", request.method, route_of(request.scope), type(error).__name__, error)
    message = Say("Something failed on the server. Nothing was changed: try again.")
    return JSONResponse(Refused(500, "server", message).plain(_language(request)), 500)

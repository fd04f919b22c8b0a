"""Live connections: each watcher is sent every change to what it may see, as fast as it can take them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time

from fastapi import APIRouter, WebSocket
from pydantic import TypeAdapter, ValidationError
from starlette.websockets import WebSocketDisconnect, WebSocketState

from parcours.engine.documents import DocumentError, read_json
from parcours.engine.words import Say
from parcours.table.events import note
from parcours.table.guard import Bucket, client_of
from parcours.table.language import language_of
from parcours.table.messages import ErrorMessage, Hello, LookMessage, PingMessage, PongMessage, ToServer, told
from parcours.table.refusals import Refused, storage_gone
from parcours.table.show import to_json
from parcours.table.storage import StorageError
from parcours.table.table_registry import TableRegistry
from parcours.table.tables import Table
from parcours.table.views import View, news_json, view_of

logger = logging.getLogger("parcours.table")
router = APIRouter()
TOO_BIG, POLICY, RESTART, NOT_TEXT = 1009, 1008, 1012, 1003
WRONG_SECRET, NO_TABLE = 4401, 4404
SAID: TypeAdapter[Hello | LookMessage | PingMessage] = TypeAdapter(ToServer)
SHORTEST_PAUSE = 0.04
"""The least seconds between two pushes to one watcher. What happens in between is sent together."""


class Pacer:
    """Makes states for watchers wait their turn: one is made at a time, using no more than a share of one core."""

    def __init__(self, share: float) -> None:
        self._rest = 1.0 / share - 1.0
        self._lock = asyncio.Lock()
        self._began = 0.0

    async def __aenter__(self) -> None:
        await self._lock.acquire()
        self._began = time.perf_counter()

    async def __aexit__(self, *_: object) -> None:
        rest = (time.perf_counter() - self._began) * self._rest
        asyncio.get_running_loop().call_later(min(rest, 0.05), self._lock.release)


async def shown_to(registry: TableRegistry, table: Table, viewer: int, language: str) -> View:
    """What a viewer is shown now."""
    async with registry.looking(table):
        if not table.has_book(viewer):
            await asyncio.to_thread(table.book, viewer)
        return view_of(table, viewer, language)


class Watcher:
    """One live connection: its viewer, and the version of the view that it was shown last."""

    def __init__(
        self, registry: TableRegistry, pacer: Pacer, socket: WebSocket, table: Table, viewer: int, language: str
    ) -> None:
        self.registry, self.pacer, self.socket, self.table = registry, pacer, socket, table
        self.viewer, self.language = viewer, language
        self._told = ""
        self._news = asyncio.Event()
        self._dropped = False

    def wake(self) -> None:
        """Note that there may be something to tell."""
        self._news.set()

    def drop(self) -> None:
        """Close the connection: the table is opened again, so the client must connect again."""
        self._dropped = True
        self._news.set()

    async def greet(self, have: str | None) -> None:
        """Send the first answer: what has changed since the view that the client has."""
        await self._tell(await shown_to(self.registry, self.table, self.viewer, self.language), have)

    async def show_all(self, language: str) -> None:
        """Send everything again, and go on in this language."""
        self.language = language
        await self._tell(await shown_to(self.registry, self.table, self.viewer, language), None)

    async def tell(self) -> None:
        """Send what has changed, whenever something has, until the connection ends."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._dropped:
                await self.socket.close(RESTART, "look again")
                return
            view = await self._look()
            if view.version != self._told:
                await self._tell(view, self._told)
            await asyncio.sleep(SHORTEST_PAUSE)

    async def _look(self) -> View:
        made = self.table.cache.get(("view", self.viewer, self.language))
        if made is not None and made[0] == self.table.version and not self.table.lock.locked():
            return made[1]  # type: ignore[no-any-return]
        async with self.pacer:
            return await shown_to(self.registry, self.table, self.viewer, self.language)

    async def _tell(self, view: View, have: str | None) -> None:
        self._told = view.version
        await self.socket.send_text(news_json(self.table, self.viewer, self.language, view, have))


@router.websocket("/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """A live connection to a table."""
    app = socket.app.state
    if not app.guard.admit_socket(socket):
        note("live refused")
        await socket.close(POLICY)
        return
    note("live opened")
    began, refused = time.monotonic(), None
    try:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError, asyncio.TimeoutError):
            await socket.accept()
            await _serve(socket, table_id)
    except StorageError as error:
        refused = "storage"
        logger.error("live connection failed: %s", error)
        await _refuse(socket, storage_gone(), RESTART)
    except Refused as refusal:
        refused = refusal.code
        await _refuse(socket, refusal, {401: WRONG_SECRET, 404: NO_TABLE, 409: RESTART}.get(refusal.status, POLICY))
    finally:
        app.guard.release_socket(socket)
        note("live closed", seconds=round(time.monotonic() - began, 1), refused=refused)


async def _serve(socket: WebSocket, table_id: str) -> None:
    app = socket.app.state
    registry: TableRegistry = app.registry
    inbox = Inbox(socket, Bucket(app.settings.messages), app.settings.most_message)
    hello = await asyncio.wait_for(inbox.next(), app.settings.hello_seconds)
    if not isinstance(hello, Hello):
        raise Refused(400, "malformed", Say("Begin a live connection with hello."))
    table, viewer = await _entered(socket, table_id, hello.secret)
    watcher = Watcher(registry, app.pacer, socket, table, viewer, language_of(hello.lang, ""))
    await watcher.greet(hello.have)
    table.watchers.add(watcher)
    registry.wake_watchers(table)
    teller = asyncio.create_task(watcher.tell())
    listener = asyncio.create_task(_listen(inbox, watcher))
    try:
        await asyncio.wait({teller, listener}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (teller, listener):
            task.cancel()
        ended = await asyncio.gather(teller, listener, return_exceptions=True)
        table.watchers.discard(watcher)
        registry.wake_watchers(table)
    for error in ended:
        if isinstance(error, Refused):
            raise error


async def _entered(socket: WebSocket, table_id: str, secret: str | None) -> tuple[Table, int]:
    """The table, and the caller's seat there, or -1. Wrong secrets count, as they do everywhere."""
    app, client = socket.app.state, client_of(socket)
    if secret is None:
        return await app.registry.enter(table_id, None)  # type: ignore[no-any-return]
    app.guard.before_secret(client)
    try:
        return await app.registry.enter(table_id, secret)  # type: ignore[no-any-return]
    except Refused as refused:
        app.guard.count_wrong(client, refused)
        raise


class Inbox:
    """What a client sends: messages of the contract, limited in size and rate."""

    def __init__(self, socket: WebSocket, bucket: Bucket, most: int) -> None:
        self.socket, self.bucket, self.most = socket, bucket, most

    async def next(self) -> Hello | LookMessage | PingMessage:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        size = len(text.encode()) if text is not None else len(message.get("bytes") or b"")
        if size > self.most:
            await _refuse(self.socket, Refused(413, "too_large", Say("Your message is too long: shorten it.")), TOO_BIG)
            raise WebSocketDisconnect(TOO_BIG)
        if not self.bucket.take():
            raise Refused(429, "too_many", Say("Too many messages: slow down."))
        if text is None:
            raise Refused(400, "malformed", Say("Send JSON as text on a live connection."))
        try:
            value = read_json(text)
        except DocumentError:
            raise Refused(400, "malformed", Say("This is not JSON.")) from None
        if not isinstance(value, dict):
            raise Refused(400, "malformed", Say("A message must be a JSON object."))
        try:
            return SAID.validate_python(value)
        except ValidationError:
            raise Refused(400, "malformed", Say("A live connection accepts hello, look and ping.")) from None


async def _listen(inbox: Inbox, watcher: Watcher) -> None:
    """Answer what the client sends, until it leaves."""
    while True:
        message = await inbox.next()
        if isinstance(message, PingMessage):
            await inbox.socket.send_text(told(PongMessage, pong=to_json(message.ping)))
        elif isinstance(message, LookMessage):
            await watcher.show_all(message.lang)
        else:
            raise Refused(400, "malformed", Say("Begin a live connection with hello."))


async def _refuse(socket: WebSocket, refusal: Refused, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        if socket.client_state == WebSocketState.CONNECTED:
            await socket.send_text(told(ErrorMessage, error=to_json(refusal.plain("en")["error"])))
            await socket.close(code, refusal.code)

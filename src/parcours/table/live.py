"""Live connections: each watcher is told whenever what it may see has changed, as fast as it can take it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from parcours.engine.documents import DocumentError, read_json
from parcours.engine.words import LANGUAGES, Say
from parcours.table.events import note
from parcours.table.guard import Bucket, client_of
from parcours.table.house import House
from parcours.table.language import language_of
from parcours.table.messages import ChatMessage, PongMessage, SameMessage, StateMessage, TableMessage, listed, told
from parcours.table.refusals import Refused, storage_gone
from parcours.table.show import Shown, chat_line, state_of, to_json
from parcours.table.storage import StorageError
from parcours.table.tables import Table

logger = logging.getLogger("parcours.table")
router = APIRouter()
TOO_BIG, POLICY, RESTART, NOT_TEXT = 1009, 1008, 1012, 1003
WRONG_SECRET, NO_TABLE = 4401, 4404
SHORTEST_PAUSE = 0.04
"""Seconds between two pushes to one watcher: what happens in between is told together."""


class Pacer:
    """Lets one state be made at a time for watchers, and no more than a share of one core go into that."""

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


async def shown_to(house: House, table: Table, viewer: int, language: str) -> Shown:
    """What a viewer is shown now."""
    async with house.looking(table):
        if not table.has_book(viewer):
            await asyncio.to_thread(table.book, viewer)
        return state_of(table, viewer, language)


class Watcher:
    """One live connection: who it is, and what it has been told."""

    def __init__(self, house: House, pacer: Pacer, socket: WebSocket, table: Table, viewer: int, language: str) -> None:
        self.house, self.pacer, self.socket, self.table = house, pacer, socket, table
        self.viewer, self.language = viewer, language
        self._told: Shown | None = None
        self._chat = 0
        self._news = asyncio.Event()
        self._dropped = False

    def wake(self) -> None:
        """There may be something to tell."""
        self._news.set()

    def drop(self) -> None:
        """The table is opened anew: the client is to come again."""
        self._dropped = True
        self._news.set()

    async def greet(self, moment: str | None) -> None:
        """The first answer: the whole state, or that nothing has changed since the moment the client knows."""
        shown = await shown_to(self.house, self.table, self.viewer, self.language)
        self._note(shown)
        if shown.moment == moment:
            chat = to_json([chat_line(line) for line in self.table.chat])
            same = to_json(moment)
            await self._send(told(SameMessage, same=same, table=shown.info, undo=shown.undo, chat=chat))
        else:
            await self._send(told(StateMessage, state=shown.body, played="[]"))

    async def speak(self, language: str) -> None:
        """Go on in another language."""
        self.language = language
        shown = await shown_to(self.house, self.table, self.viewer, language)
        self._note(shown)
        await self._send(told(StateMessage, state=shown.body, played="[]"))

    async def tell(self) -> None:
        """Tell what has changed, whenever something has, until the connection ends."""
        while True:
            await self._news.wait()
            self._news.clear()
            if self._dropped:
                await self.socket.close(RESTART, "look again")
                return
            await self._tell_news(await self._look())
            await asyncio.sleep(SHORTEST_PAUSE)

    async def _look(self) -> Shown:
        made = self.table.cache.get(("state", self.viewer, self.language))
        if made is not None and made[0] == self.table.version and not self.table.lock.locked():
            return made[1]  # type: ignore[no-any-return]
        async with self.pacer:
            return await shown_to(self.house, self.table, self.viewer, self.language)

    async def _tell_news(self, shown: Shown) -> None:
        before = self._told
        assert before is not None
        chat = [line for line in self.table.chat if line.id > self._chat]
        self._note(shown)
        if shown.moment != before.moment or shown.undo != before.undo or shown.rematch != before.rematch:
            played = self.table.book(self.viewer).said(self.language)[before.lines : shown.lines]
            await self._send(told(StateMessage, state=shown.body, played=listed(played)))
        elif shown.info != before.info:
            await self._send(told(TableMessage, table=shown.info))
        for line in chat:
            await self._send(told(ChatMessage, chat=to_json(chat_line(line))))

    def _note(self, shown: Shown) -> None:
        self._told = shown
        self._chat = self.table.chat[-1].id if self.table.chat else 0

    async def _send(self, text: str) -> None:
        await self.socket.send_text(text)


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
        logger.error("live connection: %s", error)
        await _refuse(socket, storage_gone(), RESTART)
    except Refused as refusal:
        refused = refusal.code
        await _refuse(socket, refusal, {401: WRONG_SECRET, 404: NO_TABLE, 409: RESTART}.get(refusal.status, POLICY))
    finally:
        app.guard.release_socket(socket)
        note("live closed", seconds=round(time.monotonic() - began, 1), refused=refused)


async def _serve(socket: WebSocket, table_id: str) -> None:
    app = socket.app.state
    house: House = app.house
    inbox = Inbox(socket, Bucket(app.settings.messages), app.settings.most_message)
    hello = await asyncio.wait_for(inbox.next(), app.settings.hello_seconds)
    secret, language, moment = _hello(hello)
    table, viewer = await _entered(socket, table_id, secret)
    watcher = Watcher(house, app.pacer, socket, table, viewer, language)
    await watcher.greet(moment)
    table.watchers.add(watcher)
    house.tell(table)
    teller = asyncio.create_task(watcher.tell())
    listener = asyncio.create_task(_listen(inbox, watcher))
    try:
        await asyncio.wait({teller, listener}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (teller, listener):
            task.cancel()
        ended = await asyncio.gather(teller, listener, return_exceptions=True)
        table.watchers.discard(watcher)
        house.tell(table)
    for error in ended:
        if isinstance(error, Refused):
            raise error


async def _entered(socket: WebSocket, table_id: str, secret: str | None) -> tuple[Table, int]:
    """The table, and who is asking there. Wrong secrets count, as they do everywhere."""
    app, client = socket.app.state, client_of(socket)
    if secret is None:
        return await app.house.enter(table_id, None)  # type: ignore[no-any-return]
    app.guard.before_secret(client)
    try:
        return await app.house.enter(table_id, secret)  # type: ignore[no-any-return]
    except Refused as refused:
        app.guard.count_wrong(client, refused)
        raise


class Inbox:
    """What a client sends: JSON objects, not too large and not too many."""

    def __init__(self, socket: WebSocket, bucket: Bucket, most: int) -> None:
        self.socket, self.bucket, self.most = socket, bucket, most

    async def next(self) -> dict[str, Any]:
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        text = message.get("text")
        size = len(text.encode()) if text is not None else len(message.get("bytes") or b"")
        if size > self.most:
            await _refuse(self.socket, Refused(413, "too_large", Say("That message is too large.")), TOO_BIG)
            raise WebSocketDisconnect(TOO_BIG)
        if not self.bucket.take():
            raise Refused(429, "too_many", Say("Too many messages: slow down."))
        if text is None:
            raise Refused(400, "malformed", Say("A live connection takes JSON as text."))
        try:
            value = read_json(text)
        except DocumentError:
            raise Refused(400, "malformed", Say("That is not JSON.")) from None
        if not isinstance(value, dict):
            raise Refused(400, "malformed", Say("A message is a JSON object."))
        return value


def _hello(message: dict[str, Any]) -> tuple[str | None, str, str | None]:
    hello = message.get("hello")
    if not isinstance(hello, dict):
        raise Refused(400, "malformed", Say("A live connection begins with a hello."))
    found = []
    for name in ("secret", "lang", "moment"):
        value = hello.get(name)
        if value is not None and not isinstance(value, str):
            raise Refused(400, "malformed", Say("{name} must be a text.", name=name))
        found.append(value)
    secret, lang, moment = found
    return secret, language_of(lang, ""), moment


async def _listen(inbox: Inbox, watcher: Watcher) -> None:
    """Answer what the client sends, until it leaves."""
    while True:
        message = await inbox.next()
        if message.keys() == {"ping"} and isinstance(message["ping"], int | float):
            await inbox.socket.send_text(told(PongMessage, pong=to_json(message["ping"])))
        elif message.keys() == {"lang"} and message["lang"] in LANGUAGES:
            await watcher.speak(message["lang"])
        else:
            raise Refused(400, "malformed", Say("A live connection takes hello, lang and ping."))


async def _refuse(socket: WebSocket, refusal: Refused, code: int) -> None:
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        if socket.client_state == WebSocketState.CONNECTED:
            await socket.send_text(to_json(refusal.plain("en")))
            await socket.close(code, refusal.code)

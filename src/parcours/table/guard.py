"""Protects the table from abuse over the network: limits sizes and rates, checks origins, and sets the headers of every
answer."""

from __future__ import annotations

import json
import math
import time
from collections import Counter, OrderedDict
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from parcours.engine.documents import clipped
from parcours.engine.words import Say
from parcours.table.gate import Hosts, client_named
from parcours.table.language import language_of
from parcours.table.observer import note_refusal
from parcours.table.refusals import Refused, busy
from parcours.table.request_bodies import refused_address
from parcours.table.settings import Rate, Settings

CSP = (
    "default-src 'self'; img-src 'self' data:; style-src 'self'; script-src 'self'; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CSP,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
REMEMBERED_CLIENTS = 10_000
SAFE = {"GET", "HEAD", "OPTIONS"}


class Bucket:
    """Tokens that come back at a steady rate; a client that finds none has to wait."""

    __slots__ = ("_at", "_full", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate, self._full, self._left, self._at = rate.per_second, rate.burst, float(rate.burst), time.monotonic()

    def take(self) -> bool:
        """Take a token, if there is one."""
        now = time.monotonic()
        self._left = min(self._full, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def empty(self) -> bool:
        """Whether there is no token. This takes none."""
        return self._now() < 1

    def wait(self) -> int:
        """Seconds until there is a token."""
        return min(3600, max(1, math.ceil((1 - self._now()) / self._rate)))

    def _now(self) -> float:
        return self._left + (time.monotonic() - self._at) * self._rate


class Buckets:
    """A bucket for each client. The clients that were not seen for longest are forgotten."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = self._buckets[client] = Bucket(self._rate)
            if len(self._buckets) > REMEMBERED_CLIENTS:
                self._buckets.popitem(last=False)
        self._buckets.move_to_end(client)
        return bucket


class Guard:
    """Limits what each client does, and counts live connections."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._requests = Buckets(settings.requests)
        self._tables = Buckets(settings.new_tables)
        self._wrong = Buckets(settings.wrong_secrets)
        self._chat = Buckets(settings.chat)
        self._sockets: Counter[str] = Counter()
        self.hosts = Hosts(settings.hosts)

    @property
    def live(self) -> int:
        """How many live connections are open."""
        return self._sockets.total()

    def request(self, client: str) -> bool:
        return self._requests.of(client).take()

    def new_table(self, client: str) -> None:
        self._need(self._tables, client)

    def chat(self, client: str) -> None:
        self._need(self._chat, client)

    def before_secret(self, client: str) -> None:
        """Refuse a client that has tried too many wrong secrets, even if this one is right: it has to wait."""
        if (bucket := self._wrong.of(client)).empty():
            raise busy(bucket.wait())

    def wrong_secret(self, client: str) -> None:
        self._wrong.of(client).take()

    def count_wrong(self, client: str, refused: Refused) -> None:
        """Count a secret that opened nothing."""
        if refused.status in (401, 404):
            self.wrong_secret(client)

    def _need(self, buckets: Buckets, client: str) -> None:
        if not (bucket := buckets.of(client)).take():
            raise busy(bucket.wait())

    def admit_socket(self, socket: WebSocket) -> bool:
        """Let a live connection be opened if it comes from our own page or from no page at all, and if there are not
        too many."""
        client = client_of(socket)
        full = self._sockets.total() >= self.settings.sockets
        full = full or self._sockets[client] >= self.settings.sockets_a_client
        if full or not same_origin(socket.headers) or not self.request(client):
            return False
        self._sockets[client] += 1
        return True

    def release_socket(self, socket: WebSocket) -> None:
        """Note that an admitted connection has ended."""
        client = client_of(socket)
        self._sockets[client] -= 1
        if not self._sockets[client]:
            del self._sockets[client]


def client_of(connection: HTTPConnection) -> str:
    """The client of a connection, by its address."""
    return client_named(connection.client.host) if connection.client else "local"


def same_origin(headers: Headers) -> bool:
    """Whether a browser's request comes from our own page. (Other clients send no origin.)"""
    origin = headers.get("origin")
    if origin is None:
        return True
    return urlsplit(origin).netloc.lower() == headers.get("host", "").lower()


class GuardMiddleware:
    """Adds headers to every answer, and refuses requests that are too large, too frequent or from another site's
    page."""

    def __init__(self, app: ASGIApp, guard: Guard) -> None:
        self.app, self.guard = app, guard

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        known_host = self.guard.hosts.allows(headers.get("host", "localhost"))
        if scope["type"] == "websocket":
            known = known_host and refused_address(scope) is None
            await (self.app(scope, receive, send) if known else send({"type": "websocket.close", "code": 1008}))
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own.setdefault(name, value)
                if scope["path"].startswith("/api/"):
                    own.setdefault("cache-control", "no-store")
            await send(message)

        refusal = self._turned_away(scope, headers) if known_host else _elsewhere(headers)
        if refusal is None:
            receive, refusal = await self._read(scope, headers, receive)
        if refusal is not None:
            await _answer(refusal, headers, scope, send_guarded)
        else:
            await self.app(scope, receive, send_guarded)

    def _turned_away(self, scope: Scope, headers: Headers) -> Refused | None:
        if scope["path"].startswith("/api/") and not self.guard.request(client_of(HTTPConnection(scope))):
            return busy(1)
        if scope["method"] not in SAFE and not same_origin(headers):
            return Refused(403, "foreign", Say("This request came from another site. Open the game from its own page."))
        return refused_address(scope)

    async def _read(self, scope: Scope, headers: Headers, receive: Receive) -> tuple[Receive, Refused | None]:
        """Read the whole body, unless it is too large."""
        most = self.guard.settings.most_body
        too_large = Refused(413, "too_large", Say("Too large: {n} bytes at most.", n=most))
        told = headers.get("content-length", "0")
        if told.isdecimal() and int(told[:18]) > most:
            return receive, too_large
        if scope["method"] in SAFE:
            return receive, None
        body = bytearray()
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return receive, Refused(499, "left", Say("Too late: nobody is waiting for this answer."))
            body += message.get("body", b"")
            if len(body) > most:
                return receive, too_large
            more = message.get("more_body", False)
        sent = False

        async def replay() -> Message:
            nonlocal sent
            if sent:
                return await receive()
            sent = True
            return {"type": "http.request", "body": bytes(body), "more_body": False}

        return replay, None


def _elsewhere(headers: Headers) -> Refused:
    host = clipped(headers.get("host", "").partition(":")[0], 80)
    message = Say("This table does not answer to the name {host}. Its host can allow that name.", host=host)
    return Refused(421, "other_host", message)


async def _answer(refusal: Refused, headers: Headers, scope: Scope, send: Send) -> None:
    note_refusal(scope, refusal.code)
    language = language_of(None, headers.get("accept-language", ""))
    body = json.dumps(refusal.plain(language), ensure_ascii=False).encode()
    head = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refusal.status in (429, 503):
        head.append((b"retry-after", str(refusal.retry).encode()))
    if refusal.status == 413:
        head.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": refusal.status, "headers": head})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

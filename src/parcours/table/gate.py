"""Limits on incoming connections: how many, how many from one client, and how long a client may take for a request."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import resource
import socket
from collections import Counter
from collections.abc import Sequence
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from parcours.table.settings import Settings

SPARED_FILES = 128
"""How many open files are left for everything but connections."""
HOME_NETWORK_SUFFIXES = ("local", "lan", "home", "home.arpa", "internal", "fritz.box")
"""Endings of the names that machines have in a home network. (No site on the internet can have such a name.)"""
LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LONG = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def client_named(host: str) -> str:
    """The name of a client, whichever of its addresses it uses: one home has 2**64 IPv6 addresses."""
    with contextlib.suppress(ValueError):
        address = ipaddress.ip_address(host.partition("%")[0])
        if isinstance(address, ipaddress.IPv6Address):
            mapped = address.ipv4_mapped
            return str(mapped) if mapped else str(ipaddress.IPv6Network((address, 64), strict=False))
    return host


class Hosts:
    """The names of this server. A request under any other name is refused, so that no other site can point its name
    here and have its pages talk to this server (DNS rebinding)."""

    def __init__(self, names: Sequence[str]) -> None:
        own = socket.gethostname().lower().partition(".")[0]
        self._names = {name.lower().rstrip(".") for name in names} | {"localhost", own}
        self._names |= {f"{own}.{place}" for place in HOME_NETWORK_SUFFIXES} | {socket.gethostname().lower()}

    def allows(self, host: str) -> bool:
        """Whether a request to this host (and port) is for this server. A plain IP address always is: no other site can
        point one here."""
        name = host.strip().lower()
        if name.startswith("["):
            return _is_address(name[1:].partition("]")[0])
        name = name.partition(":")[0].rstrip(".")
        return name in self._names or name.endswith(".localhost") or _is_address(name) or "*" in self._names


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def have_files(settings: Settings) -> None:
    """Ask the system to allow as many open files as all connections need, or at least as many as it will."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.connections + settings.sockets + SPARED_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


class Gate:
    """Counts connections, and separately those that have become live connections. Together they stay below the number
    of files that may be open, and neither kind can take the files of the other."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._open: Counter[str] = Counter()
        self.live = 0
        """How many live connections there are."""
        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = settings.connections + settings.sockets
        files = wanted if soft == resource.RLIM_INFINITY else min(wanted, max(16, soft - SPARED_FILES))
        self._most = min(settings.connections, max(8, files * settings.connections // wanted))
        self._most_live = min(settings.sockets, files - self._most)

    @property
    def connections(self) -> int:
        """How many open connections are not live."""
        return self._open.total()

    def admit(self, client: str) -> bool:
        """Let one more connection in, if there is room. (Behind a proxy all of them come from one address.) Returns
        whether it was admitted."""
        most = self._most if self._is_proxy(client) else self.settings.connections_a_client
        if self._open.total() >= self._most or self._open[client] >= most:
            return False
        self._open[client] += 1
        return True

    def admit_live(self) -> bool:
        """Let a connection become a live one, if there is room. Returns whether it was admitted."""
        admitted = self.live < self._most_live
        self.live += admitted
        return admitted

    def _is_proxy(self, client: str) -> bool:
        with contextlib.suppress(ValueError):
            address = ipaddress.ip_address(client)
            return any(address in ipaddress.ip_network(one, strict=False) for one in self.settings.trusted_proxies)
        return False

    def release(self, client: str) -> None:
        """Note that an admitted connection has ended."""
        self._open[client] -= 1
        if not self._open[client]:
            del self._open[client]


def protocol_of(gate: Gate) -> type[HttpToolsProtocol]:
    """The protocol of connections that this gate counts."""
    return type("GatedProtocol", (_Gated,), {"gate": gate})


def live_protocol_of(gate: Gate) -> type[WebSocketsSansIOProtocol]:
    """The protocol of live connections that this gate counts."""
    return type("GatedLiveProtocol", (_GatedLive,), {"gate": gate})


class _HangsUp:
    """Ends a connection whose client does not accept what is written to it, whether or not the connection is closing:
    nothing else would end it."""

    gate: Gate
    transport: Any
    loop: asyncio.AbstractEventLoop
    _untaken: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)  # type: ignore[misc]
        transport.set_write_buffer_limits(high=0)  # so that pause_writing is called as soon as one byte waits

    def pause_writing(self) -> None:
        super().pause_writing()  # type: ignore[misc]
        if self._untaken is None:
            self._untaken = self.loop.call_later(self.gate.settings.write_seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()  # type: ignore[misc]
        self._is_taken()

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_taken()
        super().connection_lost(exc)  # type: ignore[misc]

    def _is_taken(self) -> None:
        if self._untaken is not None:
            self._untaken.cancel()
            self._untaken = None


class _GatedLive(_HangsUp, WebSocketsSansIOProtocol):
    """A live connection of uvicorn that tells the gate when it ends."""

    def connection_lost(self, exc: Exception | None) -> None:
        self.gate.live -= 1
        super().connection_lost(exc)


class _Gated(_HangsUp, HttpToolsProtocol):
    """A uvicorn connection with a time limit: a client that does not send its request in time is cut off."""

    _client = ""
    _timer: asyncio.TimerHandle | None = None
    _before_body = 0
    """Bytes received of a request whose headers are not complete."""

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        client = client_named(self.client[0]) if self.client else "local"
        if not self.gate.admit(client):
            transport.abort()
            return
        self._client = client
        self._wait(self.gate.settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._timer is None and (self.cycle is None or self.cycle.response_complete):
            self._wait(self.gate.settings.header_seconds)
        self._before_body += len(data)
        super().data_received(data)
        if self._before_body > self.gate.settings.most_head and not self.transport.is_closing():
            self.transport.write(TOO_LONG)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._wait(self.gate.settings.header_seconds)

    def on_headers_complete(self) -> None:
        self._before_body = 0
        self._wait(self.gate.settings.body_seconds)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._before_body = 0
        super().on_body(body)

    def on_message_complete(self) -> None:
        self._before_body = 0
        self._stop()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        if self._untaken is not None or not self.gate.admit_live():
            self.transport.abort()
            return
        self._leave()
        super().handle_websocket_upgrade()

    def _wait(self, seconds: float) -> None:
        self._stop()
        self._timer = self.loop.call_later(seconds, self._late)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _late(self) -> None:
        self._timer = None
        if not self.transport.is_closing():
            if self.cycle is None or self.cycle.response_complete:
                self.transport.write(LATE)
            self.transport.close()

    def _leave(self) -> None:
        self._stop()
        if self._client:
            self.gate.release(self._client)
            self._client = ""

"""Connections that break off, or that nobody reads from: their places become free again, and nothing is left over."""

from __future__ import annotations

import contextlib
import gc
import os
import resource
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from parcours.table.gate import SPARED_FILES, Gate, _HangsUp
from parcours.table.settings import Settings
from tests.table import conftest
from tests.table.conftest import Server
from tests.table.helpers import Rider
from tests.table.test_gate import HALVES, HEAD, dialled, served

LONG_ANSWER = b"GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
SHORT_ANSWER = b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"


def until(true: Callable[[], bool]) -> None:
    for _ in range(1500):
        if true():
            return
        threading.Event().wait(0.01)
    raise AssertionError("it never came to pass")


def break_off(line: socket.socket) -> None:
    """Hang up without a word, as when a line is cut."""
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def handshake(table_id: str) -> bytes:
    """The first bytes of a live connection."""
    return (
        f"GET /api/v1/tables/{table_id}/live HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
    ).encode()


def open_sockets() -> int:
    """How many sockets this process has open."""
    count = 0
    for number in os.listdir("/proc/self/fd"):
        with contextlib.suppress(OSError):
            count += os.readlink(f"/proc/self/fd/{number}").startswith("socket:")
    return count


def timers() -> int:
    """How many connections still have a timer."""
    lines = [one for one in gc.get_objects() if issubclass(type(one), _HangsUp)]
    return sum(one._untaken is not None or getattr(one, "_timer", None) is not None for one in lines)


@pytest.fixture
def small_buffers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the system hold only little data for the server's clients."""
    listen = conftest.listen

    def small(host: str, port: int) -> socket.socket:
        made = listen(host, port)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        return made

    monkeypatch.setattr(conftest, "listen", small)


def unread(server: Server) -> socket.socket:
    """A connection from which nobody will read."""
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    made = socket.socket()
    made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    made.connect((host, int(port)))
    return made


@pytest.fixture
def no_trouble(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert not [record for record in caplog.records if record.exc_info or record.levelname == "ERROR"]


@pytest.mark.usefixtures("no_trouble")
def test_whoever_breaks_off_frees_its_place(tmp_path: Path) -> None:
    with served(tmp_path) as (server, client):
        table = Rider(client).open("me", "here", "here")
        gate = server.app.state.gate
        client.close()
        until(lambda: gate.connections == 0)
        before = open_sockets()
        hint = f"POST /api/v1/tables/{table.id}/hint HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
        whole = f"{hint}{table.secrets[0]}\r\nContent-Length: 2\r\n\r\n".encode()
        sent = [*HALVES.values(), whole + b"{}", whole + b"{}" + SHORT_ANSWER, SHORT_ANSWER + HEAD, LONG_ANSWER * 50]
        for _ in range(3):
            lines = [dialled(server, first) for first in sent]
            until(lambda: gate.connections == len(sent))
            for line in lines:
                break_off(line)
            until(lambda: gate.connections == 0)
        until(lambda: open_sockets() <= before)
        until(lambda: not timers())
        until(lambda: not server.app.state.registry.hints.asking)
        assert httpx.get(f"{server.address}live").status_code == 200


@pytest.mark.usefixtures("no_trouble")
def test_whoever_breaks_off_a_live_connection_frees_its_place(tmp_path: Path) -> None:
    with served(tmp_path) as (server, client):
        table = Rider(client).open("me", "here", "here")
        state = server.app.state
        hand = handshake(table.id)
        for sent in (hand, hand[:-2], hand.replace(b"13", b"12"), hand + b"\x81", hand + b"\x88\x80\x00\x00\x00\x00"):
            for _ in range(10):
                line = dialled(server, sent)
                if sent == hand:
                    assert line.recv(12) == b"HTTP/1.1 101"
                break_off(line)
        client.close()
        until(lambda: state.guard.live == state.gate.live == state.gate.connections == 0)
        until(lambda: not timers())


@pytest.mark.usefixtures("small_buffers", "no_trouble")
def test_whoever_takes_no_answer_is_hung_up_on_whatever_else_it_sends(tmp_path: Path) -> None:
    with served(tmp_path, write_seconds=0.5) as (server, client), ExitStack() as stack:
        gate = server.app.state.gate
        client.close()
        for more in (b"", SHORT_ANSWER, b"GET /li", HEAD + b"Content-Length: 5\r\n\r\n12345"):
            line = stack.enter_context(unread(server))
            line.sendall(LONG_ANSWER)
            until(lambda: _writing(server) == 1)
            line.sendall(more)
            until(lambda: gate.connections == 0)
        until(lambda: not timers())


def _writing(server: Server) -> int:
    """How many connections wait for their answer to be read. (The server is asked for this: searching all objects of a
    process that has run many tests takes longer than such a connection lasts.)"""
    connections: list[Any] = list(server.server_state.connections)
    return sum(one.flow.write_paused for one in connections)


@pytest.mark.usefixtures("small_buffers", "no_trouble")
def test_a_watcher_who_does_not_read_is_hung_up_on(tmp_path: Path) -> None:
    with served(tmp_path, write_seconds=1.0) as (server, client), unread(server) as line:
        table = Rider(client).open("me", "here", "here")
        state = server.app.state
        line.sendall(handshake(table.id))
        line.sendall(b"\x81\x91\x00\x00\x00\x00" + b'{"kind": "hello"}')
        until(lambda: state.guard.live == state.gate.live == 1)
        until(lambda: state.guard.live == state.gate.live == 0)


def test_all_kinds_of_connections_fit_into_the_files_that_may_be_open(monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings(connections_a_client=10_000)
    for files in (40, 256, 1024, 4096, resource.RLIM_INFINITY):
        monkeypatch.setattr(resource, "getrlimit", lambda _, files=files: (files, files))
        gate = Gate(settings)
        live = sum(gate.admit_live() for _ in range(5000))
        others = sum(gate.admit("192.0.2.1") for _ in range(5000))
        assert min(live, others) >= 4
        assert others <= settings.connections
        assert live <= settings.sockets
        if files in (256, 1024):
            assert live + others <= files - SPARED_FILES


def test_a_server_asks_for_the_files_that_it_needs() -> None:
    code = (
        "import resource; from parcours.table import gate; from parcours.table.settings import Settings\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (256, 2000)); gate.have_files(Settings())\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE)); gate.have_files(Settings(connections=10, sockets=10))\n"
        "print(resource.getrlimit(resource.RLIMIT_NOFILE))"
    )
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=120)
    assert told.stdout.splitlines() == ["(2000, 2000)"] * 2

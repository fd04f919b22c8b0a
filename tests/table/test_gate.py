"""Connections: how many, how long, under which name, and which proxy is believed about who asks."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parcours.table.gate import Hosts, client_named
from parcours.table.settings import Rate
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import watching

HEAD = b"POST /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n"


@contextmanager
def served(folder: Path, **settings: Any) -> Iterator[tuple[Server, httpx.Client]]:
    with (
        running(relaxed(str(folder / "tables.db"), **settings)) as server,
        httpx.Client(base_url=server.address, timeout=30) as client,
    ):
        yield server, client


def dialled(server: Server, first: bytes = b"") -> socket.socket:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    made = socket.create_connection((host, int(port)), timeout=60)
    if first:
        made.sendall(first)
    return made


def heard(line: socket.socket) -> bytes:
    """Everything that comes until the server hangs up."""
    told = b""
    try:
        while piece := line.recv(65_536):
            told += piece
    except ConnectionResetError:
        pass
    return told


HALVES = {
    "nothing": b"",
    "a method": b"GET /api",
    "half the headers": HEAD + b"Accept: x",
    "an empty line": b"\r\n",
    "no body": HEAD + b"Content-Length: 100\r\n\r\n",
    "half a body": HEAD + b"Content-Length: 100\r\n\r\n{",
    "half a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n10\r\nabc",
    "a second request that never ends": b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\nGET /li",
}


def test_whoever_never_says_what_it_wants_is_hung_up_on(tmp_path: Path) -> None:
    with (
        served(tmp_path, header_seconds=0.5, body_seconds=0.5) as (server, client),
        ExitStack() as stack,
    ):
        lines = {name: stack.enter_context(dialled(server, sent)) for name, sent in HALVES.items()}
        more = [stack.enter_context(dialled(server, b"GET / HT")) for _ in range(40)]
        for line in [*lines.values(), *more]:
            heard(line)  # it ends: earlier versions never hung up
        assert client.get("live").status_code == 200
        assert server.app.state.gate.connections <= 1


def test_headers_without_end_are_not_kept(tmp_path: Path) -> None:
    with served(tmp_path, most_head=20_000) as (server, _), dialled(server, HEAD) as line:
        try:
            for n in range(100):
                line.sendall(b"X-%d: %s\r\n" % (n, b"y" * 1000))
        except (ConnectionResetError, BrokenPipeError):
            pass
        assert heard(line)[:12] in (b"HTTP/1.1 431", b"")


def test_so_many_connections_and_no_more(tmp_path: Path) -> None:
    with served(tmp_path, connections_a_client=4) as (server, client):
        client.close()
        with ExitStack() as stack:
            for _ in range(4):
                line = stack.enter_context(dialled(server, b"GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                assert line.recv(100).startswith(b"HTTP/1.1 200")
                line.sendall(b"GET")
            assert heard(stack.enter_context(dialled(server))) == b""
        for _ in range(100):
            with dialled(server, b"GET /live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n") as line:
                if heard(line).startswith(b"HTTP/1.1 200"):
                    return
        raise AssertionError("nobody is let in any more")


def test_only_by_its_own_names(tmp_path: Path) -> None:
    with served(tmp_path, hosts=("races.example",)) as (server, client):
        table = Rider(client).open("me", "here", "here")
        port = server.address.rsplit(":", 1)[1].rstrip("/")
        for host, status in (
            ("evil.example", 421), (f"evil.example:{port}", 421), ("localhost.evil.example", 421), ("", 421),
            ("races.example", 200), (f"RACES.example:{port}", 200), (f"localhost:{port}", 200), ("127.0.0.1", 200),
            (f"[::1]:{port}", 200), (socket.gethostname(), 200), (f"{socket.gethostname()}.local", 200),
        ):  # fmt: skip
            for path in ("live", "api/v1/status", ""):
                answer = client.get(path, headers={"host": host})
                assert answer.status_code == status, (host, path, answer.text)
        refused = client.get("api/v1/status", headers={"host": "evil.example"}).json()["error"]
        assert (refused["code"], "evil.example" in refused["message"]) == ("other_host", True)
        address = f"ws://127.0.0.1:{port}/api/v1/tables/{table.id}/live"
        with (
            pytest.raises(InvalidStatus),
            socket.create_connection(("127.0.0.1", int(port))) as line,
            connect(address.replace("127.0.0.1", "evil.example"), sock=line),
        ):
            pass


def test_names_of_hosts() -> None:
    hosts = Hosts(["Races.Example."])
    assert all(map(hosts.allows, ("races.example", "192.168.1.7:8421", "[fe80::1]:80", "a.localhost")))
    assert not any(
        map(hosts.allows, ("", "evil", "xraces.example", "1.2.3.4.evil.example", "[evil]", "127.0.0.1.nip.io"))
    )
    assert Hosts(["*"]).allows("anything.example")


def test_one_client_has_many_addresses() -> None:
    assert client_named("2001:db8:1:2:3::4") == client_named("2001:db8:1:2:ffff::")
    assert client_named("2001:db8:1:2::") != client_named("2001:db8:1:3::")
    assert client_named("::ffff:192.0.2.7") == "192.0.2.7"


def tries(client: httpx.Client, table: Seated, said: int) -> list[int]:
    """Send wrong secrets, each as if for another client."""
    path = f"api/v1/tables/{table.id}"
    return [
        client.get(path, headers={"authorization": "Bearer wrong", "x-forwarded-for": f"192.0.2.{n}"}).status_code
        for n in range(said)
    ]


def test_nobody_is_believed_about_who_asks(tmp_path: Path) -> None:
    with served(tmp_path, wrong_secrets=Rate(0.001, 3)) as (_, client):
        assert tries(client, Rider(client).open("me", "here", "here"), 6) == [401] * 3 + [429] * 3


def test_but_a_proxy_that_is_trusted(tmp_path: Path) -> None:
    with served(tmp_path, wrong_secrets=Rate(0.001, 3), trusted_proxies=("127.0.0.1",)) as (_, client):
        assert tries(client, Rider(client).open("me", "here", "here"), 6) == [401] * 6


def test_wrong_secrets_over_the_live_connection_count(tmp_path: Path) -> None:
    with served(tmp_path, wrong_secrets=Rate(0.001, 3)) as (_, client):
        table = Rider(client).open("me", "here", "here")
        right = table.secrets[0]
        table.secrets[0] = "wrong"
        for code in ("wrong_secret", "wrong_secret", "wrong_secret", "too_many"):
            with watching(table, 0) as live:
                assert live.next()["error"]["code"] == code
                with pytest.raises(ConnectionClosed):
                    live.next()
        table.secrets[0] = right
        with watching(table, 0) as live:
            assert live.next()["error"]["code"] == "too_many", "even with a right one"
        refused = table.get("/state", 0)
        assert refused.status_code == 429
        assert "Try again in" in refused.json()["error"]["message"]

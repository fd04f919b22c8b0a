"""Bad input: a clear message for the person, a proper status for the client, no change, no traceback in the log."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parcours.table.settings import Rate
from tests.table.conftest import Server, relaxed, running
from tests.table.helpers import Rider, Seated
from tests.table.sockets import watching


class Kept(logging.Handler):
    def __init__(self) -> None:
        super().__init__()
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(record.getMessage())


@pytest.fixture(autouse=True)
def quiet_log(server: Server) -> Iterator[None]:
    """Nothing in these tests is worth a line in the log."""
    kept = Kept()
    loggers = [logging.getLogger(name) for name in ("uvicorn.error", "uvicorn", "parcours.table", "asyncio")]
    for logger in loggers:
        logger.addHandler(kept)
    yield
    for logger in loggers:
        logger.removeHandler(kept)
    assert kept.records == []


def refused(answer: httpx.Response, status: int, code: str) -> dict[str, str]:
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["code"] == code
    assert error["message"]
    assert "Traceback" not in answer.text
    return error  # type: ignore[no-any-return]


@pytest.fixture
def table(rider: Rider) -> Seated:
    return rider.open("me", "here", "sprinter")


def test_actions_that_do_not_count(table: Seated) -> None:
    state = table.state(0)
    moment = state["moment"]
    refused(table.post("/actions", {"action": 5, "moment": "0" * 24}), 409, "stale")
    refused(table.post("/actions", {"action": 1, "moment": moment}), 409, "illegal")
    refused(table.post("/actions", {"action": 2**31 - 1, "moment": moment}), 409, "illegal")
    refused(table.post("/actions", {"action": 5, "moment": table.state(1)["moment"]}, seat=1), 409, "not_your_turn")
    refused(table.post("/actions", {"action": 5, "moment": moment}, seat=None), 403, "no_seat")
    for body in ({"action": "5", "moment": moment}, {"action": 5}, {"action": -1, "moment": moment}, [], None,
                 {"action": True, "moment": moment}, {"action": 5.0, "moment": moment},
                 {"action": 5, "moment": moment, "more": 1}, {"action": 5, "moment": ["x"]}):  # fmt: skip
        refused(table.post("/actions", body), 422, "invalid")
    assert table.state(0) == state
    assert table.post("/actions", {"action": 5, "moment": moment}).status_code == 200
    refused(table.post("/actions", {"action": 5, "moment": moment}), 409, "already_done")
    refused(table.post("/actions", {"action": 6, "moment": moment}), 409, "stale")


def test_no_json(table: Seated, client: httpx.Client) -> None:
    headers = {"authorization": f"Bearer {table.secrets[0]}", "content-type": "application/json"}
    path = f"api/v1/tables/{table.id}/actions"
    for body in (b"{", b"\xff\xfe", b"", b"[" * 50_000):
        answer = client.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 422), answer.text
        assert answer.json()["error"]["message"]


def test_wrong_secrets_and_tables(rider: Rider, table: Seated) -> None:
    refused(rider.get(f"/tables/{table.id}", "wrong"), 401, "wrong_secret")
    refused(rider.get(f"/tables/{table.id}", "x" * 5000), 401, "wrong_secret")
    refused(rider.get(f"/tables/{table.id}/state", "wrong"), 401, "wrong_secret")
    refused(rider.get("/tables/nowhere"), 404, "no_table")
    refused(rider.get("/tables/" + "x" * 300), 422, "invalid")
    refused(rider.get("/games/chess/rules"), 404, "no_game")
    refused(rider.get("/games/breaking_away/courses/..%2f..%2fsecret/board"), 404, "not_found")
    refused(rider.get("/games/breaking_away/courses/nowhere.toml/board"), 404, "no_course")
    refused(rider.get("/nothing"), 404, "not_found")
    refused(rider.delete("/games"), 405, "method")


def test_tables_that_can_not_be(rider: Rider) -> None:
    bot = {"kind": "bot"}
    before = rider.get("/tables").json()
    for body in (
        {"game": "breaking_away", "teams": 2, "seats": [bot, bot]},
        {"game": "breaking_away", "teams": 3, "seats": [bot, bot]},
        {"game": "breaking_away", "course": "/etc/passwd"},
        {"game": "breaking_away", "course": "nowhere"},
        {"game": "breaking_away", "options": {"wings": True}},
        {"game": "breaking_away", "options": {"open_sheets": 1}},
        {"game": "breaking_away", "seats": [{"kind": "bot", "bot": "pirate"}] * 3},
        {"game": "breaking_away", "seats": [{"kind": "me", "name": "x" * 41}, bot, bot]},
        {"game": "breaking_away", "seats": [{"kind": "me", "name": "a\x00b"}, bot, bot]},
        {"game": "breaking_away", "seats": [{"kind": "friend"}, bot, bot], "seed": 1},
        {"game": "breaking_away", "teams": 10**30},
    ):
        refused(rider.post("/tables", body), 422, "invalid")
    refused(rider.post("/tables", {"game": "chess"}), 404, "no_game")
    assert len(rider.get("/tables").json()["tables"]) == len(before["tables"])


def test_too_large(table: Seated, client: httpx.Client, server: Server) -> None:
    big = "x" * 10_000_000
    refused(client.post("api/v1/races", content=big), 413, "too_large")
    refused(table.post("/chat", {"text": big}), 413, "too_large")
    assert client.get("api/v1/status").status_code == 200


def test_too_large_without_saying_so(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(40):
            yield b"x" * 50_000

    with contextlib.suppress(httpx.TransportError):  # the answer came before all was sent
        refused(client.post("api/v1/races", content=pieces()), 413, "too_large")
    assert client.get("api/v1/status").status_code == 200


def test_race_files_that_are_none(rider: Rider, client: httpx.Client) -> None:
    race = rider.open("random", "random", "random")
    race.finished()
    good = race.get("/race").text
    before = len(rider.get("/tables").json()["tables"])
    lines = good.splitlines()
    for content in (b"", b"\xff\xfe\x00", b"hello", "\n".join(lines[:20]).encode(), good.replace("+", "-", 1).encode(),
                    good.encode() + b"more", good.replace("game: breaking_away", "game: ../x").encode()):  # fmt: skip
        error = refused(client.post("api/v1/races", content=content), 422, "invalid")
        assert len(error["message"]) < 700
    assert "ine " in refused(client.post("api/v1/races", content=b"hello"), 422, "invalid")["message"]
    assert len(rider.get("/tables").json()["tables"]) == before


def test_unfinished_races_keep_their_secrets(table: Seated) -> None:
    refused(table.get("/race", 0), 403, "not_finished")
    refused(table.get("/report", 0), 403, "not_finished")


def test_bad_live_connections(table: Seated) -> None:
    for first in ("{", "[]", '{"hello": 7}', '{"hello": {"secret": 7}}', "1" * 1000):
        with watching(table, hello=False) as live:
            live.socket.send(first)
            assert live.next()["error"]["code"] == "malformed"
            with pytest.raises(ConnectionClosed):
                live.next()
    with watching(table, hello=False) as live:
        live.send({"hello": {"secret": "wrong"}})
        assert live.next()["error"]["code"] == "wrong_secret"
        with pytest.raises(ConnectionClosed) as closed:
            live.next()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401


def test_a_message_that_is_too_large(table: Seated, client: httpx.Client) -> None:
    with watching(table, 0) as live:
        live.next()
        live.send({"lang": "x" * 70_000})
        with pytest.raises(ConnectionClosed) as closed:
            live.until(lambda _: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
    with watching(table, 0) as live:
        live.next()
        with contextlib.suppress(ConnectionClosed):
            live.send({"lang": "x" * 10_000_000})
        with pytest.raises(ConnectionClosed):
            live.until(lambda _: False)
    assert client.get("api/v1/status").status_code == 200


def test_a_client_that_just_leaves(table: Seated, server: Server, client: httpx.Client) -> None:
    host, port = server.address.removeprefix("http://").rstrip("/").split(":")
    for start in (b"POST /api/v1/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{", b"GET /api", b""):
        with socket.create_connection((host, int(port))) as half:
            half.sendall(start)
    assert client.get("api/v1/status").status_code == 200


def test_other_sites_are_turned_away(client: httpx.Client) -> None:
    refused(
        client.post("api/v1/tables", json={"game": "breaking_away"}, headers={"origin": "https://evil.example"}),
        403,
        "foreign",
    )


def test_headers(client: httpx.Client) -> None:
    for path in ("", "api/v1/games", "api/v1/nothing"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert client.get("..%2f..%2fpyproject.toml").status_code == 404
    assert client.get("api/v1/games").headers["cache-control"] == "no-store"


def test_too_many_requests(tmp_path: Path) -> None:
    with (
        running(relaxed(str(tmp_path / "tables.db"), requests=Rate(1, 30), wrong_secrets=Rate(0.01, 3))) as server,
        httpx.Client(base_url=server.address) as client,
    ):
        rider = Rider(client)
        table = rider.open("me", "sprinter", "sprinter")
        for _ in range(3):
            assert rider.get(f"/tables/{table.id}", "wrong").status_code == 401
        assert rider.get(f"/tables/{table.id}", table.secrets[0]).status_code == 429
        statuses = [rider.get("/status").status_code for _ in range(60)]
        assert statuses[-1] == 429


def test_too_many_live_connections(tmp_path: Path) -> None:
    with (
        running(relaxed(str(tmp_path / "tables.db"), sockets_a_client=2)) as server,
        httpx.Client(base_url=server.address) as client,
    ):
        table = Rider(client).open("me", "sprinter", "sprinter")
        with watching(table) as first, watching(table) as second:
            assert "state" in first.next()
            assert "state" in second.next()
            for _ in range(5):
                with pytest.raises(InvalidStatus), watching(table):
                    pass
        for _ in range(100):  # Those who were turned away take nobody's place.
            with contextlib.suppress(InvalidStatus), watching(table) as live:
                assert "state" in live.next()
                return
            time.sleep(0.1)
        raise AssertionError("nobody is let in any more")

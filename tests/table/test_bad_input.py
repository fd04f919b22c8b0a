"""Bad input: a clear message for the person, a proper status for the client, no change, no traceback in the log."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

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
    """Nothing in these tests may write a line to the log."""
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
    other = table.state(1)["state_id"]  # from now on both seats count as present
    state = table.state(0)
    state_id = state["state_id"]
    refused(table.post("/actions", {"action": 5, "state_id": "0" * 24}), 409, "stale")
    refused(table.post("/actions", {"action": 1, "state_id": state_id}), 409, "illegal")
    refused(table.post("/actions", {"action": 2**31 - 1, "state_id": state_id}), 409, "illegal")
    refused(table.post("/actions", {"action": 5, "state_id": other}, seat=1), 409, "not_your_turn")
    refused(table.post("/actions", {"action": 5, "state_id": state_id}, seat=None), 403, "no_seat")
    for body in ({"action": "5", "state_id": state_id}, {"action": 5}, {"action": -1, "state_id": state_id}, [], None,
                 {"action": True, "state_id": state_id}, {"action": 5.0, "state_id": state_id},
                 {"action": 5, "state_id": state_id, "more": 1}, {"action": 5, "state_id": ["x"]}):  # fmt: skip
        refused(table.post("/actions", body), 422, "invalid")
    assert table.state(0) == state
    assert table.post("/actions", {"action": 5, "state_id": state_id}).status_code == 200
    refused(table.post("/actions", {"action": 5, "state_id": state_id}), 409, "already_done")
    refused(table.post("/actions", {"action": 6, "state_id": state_id}), 409, "stale")


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
        assert len(error["message"]) + len(error["detail"]) < 700
    assert "ine " in refused(client.post("api/v1/races", content=b"hello"), 422, "invalid")["message"]
    assert len(rider.get("/tables").json()["tables"]) == before


def test_unfinished_races_keep_their_secrets(table: Seated) -> None:
    refused(table.get("/race", 0), 403, "not_finished")
    refused(table.get("/report", 0), 403, "not_finished")


def test_bad_live_connections(table: Seated) -> None:
    no_hello = '{"kind": "hello", "secret": 7}', '{"kind": "ping", "ping": 1}', '{"hello": {}}'
    for first in ("{", "[]", *no_hello, "1" * 1000):
        with watching(table, hello=False) as live:
            live.socket.send(first)
            assert live.next()["error"]["code"] == "malformed"
            with pytest.raises(ConnectionClosed):
                live.next()
    with watching(table, hello=False) as live:
        live.send({"kind": "hello", "secret": "wrong"})
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
        for _ in range(100):  # Connections that were refused take nobody's place.
            with contextlib.suppress(InvalidStatus), watching(table) as live:
                assert "state" in live.next()
                return
            time.sleep(0.1)
        raise AssertionError("nobody is let in any more")


# ------------------------------------------------------------------------------------------- one reader for all of it

NASTY_BODIES = {
    "a number of 5,000 digits": '{"action": ' + "9" * 5000 + ', "state_id": "x"}',
    "a negative one": '{"seed": -' + "9" * 5000 + "}",
    "lists in lists": "[" * 50_000,
    "lists in lists that end": '{"a": ' + "[" * 40 + "]" * 40 + "}",
    "objects in objects": '{"a":' * 300 + "1" + "}" * 300,
    "NUL": '{"text": "a\\u0000b"}',
    "NUL in a name": '{"a\\u0000b": 1}',
    "half a character": '{"text": "\\ud800"}',
    "a float beyond all": '{"action": 1e999}',
    "one name twice": '{"text": "a", "text": "b"}',
}


def takers(table: Seated) -> list[tuple[str, str]]:
    """Every route that takes JSON, as the API documents it."""
    paths = table.rider.get("/openapi.json").json()["paths"]
    found = []
    for path, methods in paths.items():
        for method, told in methods.items():
            if "application/json" in told.get("requestBody", {}).get("content", {}):
                for name, value in (("{table_id}", table.id), ("{game}", "profi"), ("{seat}", "1")):
                    path = path.replace(name, value)
                found.append((method, path.lstrip("/")))
    assert len(found) > 12
    return found


@pytest.mark.parametrize("body", NASTY_BODIES.values(), ids=NASTY_BODIES)
def test_every_body_is_read_by_one_reader(table: Seated, client: httpx.Client, body: str) -> None:
    headers = {"authorization": f"Bearer {table.secrets[0]}", "content-type": "application/json"}
    for method, path in takers(table):
        error = refused(client.request(method, path, content=body, headers=headers), 422, "invalid")
        assert error["message"].startswith("body: "), (path, error)
        assert len(error["message"]) < 300
    assert table.state(0)


def test_bodies_that_are_no_json_at_all(table: Seated, client: httpx.Client) -> None:
    headers = {"authorization": f"Bearer {table.secrets[0]}", "content-type": "application/json"}
    for body in (b"{", b"\xff\xfe", b'{"a": 1} {"b": 2}', b"x" * 100_000):
        for method, path in takers(table):
            refused(client.request(method, path, content=body, headers=headers), 400, "malformed")


@pytest.mark.parametrize("nasty", ["%00", "a%00b", "%0a", "%0b", "%7f", "%c2%85", "%e2%80%a8", "a%0d%0ab"])
def test_addresses_hold_text(table: Seated, client: httpx.Client, nasty: str) -> None:
    for path in (
        f"games/{nasty}/rules", f"games/profi/courses/{nasty}/board", f"tables/{nasty}", f"tables/{nasty}/state",
        f"tables/{table.id}/steps/{nasty}", f"tables/{table.id}/story?from={nasty}", f"tables?mine={nasty}",
        f"tables?lang={nasty}", f"tables/{table.id}?unknown={nasty}", f"tours/{nasty}", f"tables/{table.id}/{nasty}",
    ):  # fmt: skip
        refused(client.get(f"api/v1/{path}"), 422, "invalid")


@pytest.mark.parametrize(
    "number", ["9" * 5000, "-1", "--5", "+5", "05", "5.0", "1_0", "0x5", "1e1", " 5", "٣", "5 ", "²", ""]
)  # fmt: skip
def test_numbers_in_addresses_are_written_as_we_write_them(table: Seated, client: httpx.Client, number: str) -> None:
    doors = [f"tables/{table.id}/story?from={quote(number)}"]
    if number:
        doors += [f"tables/{table.id}/steps/{quote(number)}", f"tables/{table.id}/steps/{quote(number)}/picture.svg"]
        refused(client.delete(f"api/v1/tables/{table.id}/seats/{quote(number)}/bot"), 422, "invalid")
    for door in doors:
        error = refused(client.get(f"api/v1/{door}"), 422, "invalid")
        assert len(error["message"]) < 300
    assert client.get(f"api/v1/tables/{table.id}/story?from=0").status_code == 200


def test_no_name_comes_back_at_length(table: Seated, client: httpx.Client) -> None:
    long = "x" * 20_000
    for method, path, body in (
        ("GET", f"games/{long}/rules", None), ("GET", f"games/profi/courses/{long}/board", None),
        ("GET", f"tables/{long}", None), ("GET", f"tables?lang={long}", None), ("GET", f"tables?mine={long}", None),
        ("POST", "tables", {"game": long}), ("POST", "tables", {"game": "profi", "options": {long: True}}),
        ("POST", "tables", {"game": "profi", "options": {"a\nb": True}}),
        ("POST", "tables", {"game": "profi", long: 1}),
        ("POST", "tables", {"game": "profi", "course": long}), ("POST", "tables", {"game": "profi", "a\n\x85b": 1}),
        ("POST", f"tables/{table.id}/why", {"target": long}),
    ):  # fmt: skip
        error = refused(client.request(method, f"api/v1/{path}", json=body), 422, "invalid")
        assert len(error["message"]) < 300
        assert error["message"].isprintable()


def test_a_live_connection_takes_no_other_numbers_either(table: Seated) -> None:
    for first in ('{"hello": ' + "9" * 5000 + "}", "[" * 20_000, '{"hello": {"secret": "a\\u0000b"}}'):
        with watching(table, hello=False) as live:
            live.socket.send(first)
            assert live.next()["error"]["code"] == "malformed"

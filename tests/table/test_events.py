"""What a server tells its host: events as lines of JSON, figures for Prometheus, and nothing that people wrote."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families

from parcours.table.events import Lines, note
from parcours.table.metrics import MetricsError, address_of
from parcours.table.storage import Storage, StorageError
from tests.table.helpers import Rider
from tests.table.sockets import watching

COMMAND = [sys.executable, "-m", "parcours.table.serve", "--port", "0"]
ENV = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
NAME, CHAT, WRONG, QUERY = "Quintilian", "meet me at Zwieselstein", "wr0ngs3cret", "hushhush"


class Told:
    """A server in a process of its own: its address, the address of its figures, and, once it has stopped, its log."""

    def __init__(self, child: subprocess.Popen[str], address: str, figures: str) -> None:
        self.child, self.address, self.figures, self.log = child, address, figures, ""

    def events(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.splitlines()]

    def measured(self) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
        """Figures by name and labels."""
        answer = httpx.get(self.figures, timeout=60)
        assert answer.headers["content-type"].startswith("text/plain")
        found = text_string_to_metric_families(answer.text)
        return {(one.name, frozenset(one.labels.items())): one.value for family in found for one in family.samples}


@contextlib.contextmanager
def server(folder: Path, *more: str) -> Iterator[Told]:
    errors = folder / "errors"
    with errors.open("w") as kept:
        command = [*COMMAND, "--database", str(folder / "tables.db"), *more]
        child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=kept, text=True, env=ENV)
    with child:
        assert child.stdout is not None
        first = child.stdout.readline()
        second = child.stdout.readline() if "Prometheus" in first else first
        told = Told(child, second.split()[3], first.split()[-1])
        try:
            yield told
        finally:
            child.send_signal(signal.SIGINT)
            child.wait()
            told.log = errors.read_text()


@pytest.fixture(scope="module")
def ridden(tmp_path_factory: pytest.TempPathFactory) -> tuple[Told, set[str], dict[Any, float]]:
    """A server at which a race was ridden, with chat and mistakes; the words that its log must not hold; its
    figures."""
    folder = tmp_path_factory.mktemp("told")
    with (
        server(folder, "--log", "json", "--metrics", "127.0.0.1:0") as told,
        httpx.Client(base_url=told.address, timeout=60) as client,
    ):
        rider = Rider(client)
        table = rider.open("me", "friend", "random", private=True)
        claimed = rider.post(f"/tables/{table.id}/seats/1/claim", {"invite": table.invites[1], "name": NAME})
        assert claimed.status_code == 200, claimed.text
        table.secrets[1] = claimed.json()["secret"]
        with watching(table, 0) as live:
            live.next()
            assert table.post("/chat", {"text": CHAT}).status_code == 201
            assert live.until(lambda message: bool(message.get("chat")))
        with watching(table, hello=False) as live:
            live.send({"kind": "hello", "secret": WRONG})
            live.next()
        assert table.get("/state", 0, lang=QUERY).status_code in (200, 422)
        assert rider.get(f"/tables/{table.id}", WRONG).status_code in (401, 404)
        assert client.get(f"/api/v1/{QUERY}?secret={WRONG}").status_code == 404
        json_type = {"content-type": "application/json"}
        assert client.post("/api/v1/tables", content=f'{{"{QUERY}"', headers=json_type).status_code == 400
        assert client.post("/api/v1/courses", content=f'name = "{NAME}').status_code == 422
        assert table.post("/actions", {"action": 10**6, "state_id": QUERY}).status_code >= 400
        for seat in (0, 1):
            table.stand_in(seat)
        table.finished()
        figures = told.measured()
    hidden = {NAME, CHAT, WRONG, QUERY, table.id, "127.0.0.1", *table.secrets.values(), *table.invites.values()}
    return told, hidden, figures


def test_every_line_is_an_event_and_no_word_of_anybody(ridden: tuple[Told, set[str], Any]) -> None:
    told, hidden, _ = ridden
    events = told.events()
    assert all(re.match(r"\d{4}-\d\d-\d\dT", event["at"]) and event["level"] and event["event"] for event in events)
    assert [word for word in hidden if word in told.log] == []
    by_name = {event["event"]: event for event in events}
    assert {
        "lease taken", "request", "table opened", "race over", "live opened", "live closed", "file refused",
        "process started", "process ended",
    } <= by_name.keys()  # fmt: skip
    assert [event["event"] for event in events].count("race over") == 1
    assert by_name["table opened"]["game"] == "breaking_away"
    assert not [event for event in events if event["level"] == "error"]


def test_a_request_is_told_by_its_route(ridden: tuple[Told, set[str], Any]) -> None:
    requests = [event for event in ridden[0].events() if event["event"] == "request"]
    told = {(event["method"], event["route"], event["status"], event.get("refused")) for event in requests}
    assert ("POST", "/api/v1/tables", 201, None) in told
    assert ("POST", "/api/v1/tables", 400, "malformed") in told
    assert ("POST", "/api/v1/tables/{table_id}/chat", 201, None) in told
    assert ("GET", "none", 404, "not_found") in told
    assert all(event["ms"] >= 0 for event in requests)
    closed = [event.get("refused") for event in ridden[0].events() if event["event"] == "live closed"]
    assert closed.count(None) == 1
    assert len(closed) == 2


def test_figures_for_prometheus(ridden: tuple[Told, set[str], dict[Any, float]]) -> None:
    _, hidden, figures = ridden

    def of(name: str, **labels: str) -> float:
        return figures[(name, frozenset(labels.items()))]

    assert of("parcours_requests_total", method="POST", route="/api/v1/tables", status="201") == 1
    assert of("parcours_request_seconds_count", route="/api/v1/tables/{table_id}/chat") == 1
    assert of("parcours_refusals_total", code="malformed") == 1
    assert of("parcours_tables") == 1
    assert of("parcours_actions_total") > 20
    assert of("parcours_file_readers") == 1
    assert of("parcours_database_up") == 1
    assert of("parcours_database_errors_total") == 0
    assert of("parcours_compile_jobs") >= of("parcours_compile_jobs_left") >= 0
    for name in ("connections", "live_connections", "bots_thinking", "bots_waiting"):
        assert of(f"parcours_{name}") >= 0
    for name in ("hints_waiting", "exports_waiting", "reviews_waiting"):
        assert of(f"parcours_{name}") == 0
    if sys.platform == "linux":
        assert of("process_resident_memory_bytes") > 10_000_000
    assert [word for word in hidden - {"127.0.0.1"} if word in str(figures)] == []


def test_both_are_off_unless_asked_for(tmp_path: Path) -> None:
    with server(tmp_path) as told:
        assert told.figures == "Ctrl-C)"
        assert httpx.get(f"{told.address}api/v1/status", timeout=60).status_code in (200, 503)
        assert httpx.get(f"{told.address}metrics", timeout=60).status_code == 404
    assert told.log == ""


def lines_of(caplog: pytest.LogCaptureFixture) -> list[dict[str, Any]]:
    return [json.loads(Lines().format(record)) for record in caplog.records]


def test_messages_of_others_lose_what_was_put_into_them(caplog: pytest.LogCaptureFixture) -> None:
    try:
        raise ValueError(f"{CHAT} is no number")
    except ValueError as error:
        logging.getLogger("uvicorn.error").error("Exception in ASGI application\n", exc_info=error)
        logging.getLogger("parcours.table").error("%s %d: %s", NAME, 7, error)
    logging.getLogger("asyncio").error(f"Exception in callback f({NAME!r})\nhandle: {CHAT}")
    first, second, third = lines_of(caplog)
    assert (first["message"], first["error"]) == ("Exception in ASGI application", "ValueError")
    assert first["where"][-1].startswith("test_events.py:")
    assert second["message"] == "… 7: ValueError"
    assert third["message"] == "Exception in callback f"
    assert not [word for word in (NAME, CHAT) if word in json.dumps([first, second, third])]


def test_a_line_stays_one_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "parcours.events")
    note("table opened", game="a\nb\u2028c")
    (line,) = [Lines().format(record) for record in caplog.records]
    assert len(line.splitlines()) == 1


def test_a_database_that_goes_and_comes_back_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    storage = Storage(str(tmp_path / "tables.db"))
    (tmp_path / "tables.db").rename(tmp_path / "away.db")
    for _ in range(3):
        with pytest.raises(StorageError):
            storage.load("x")
    assert (storage.health.out, storage.health.errors) == (True, 3)
    (tmp_path / "away.db").rename(tmp_path / "tables.db")
    storage.load("x")
    storage.load("x")
    storage.close()
    assert [line["event"] for line in lines_of(caplog)] == ["database lost", "database back"]


def test_where_figures_may_be_told() -> None:
    assert address_of("9100") == ("127.0.0.1", 9100)
    assert address_of("[::1]:9100") == ("::1", 9100)
    for wrong in ("", "somewhere", "host:port", "host:70000", "host:1/metrics"):
        with pytest.raises(MetricsError, match="HOST:PORT"):
            address_of(wrong)

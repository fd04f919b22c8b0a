"""A server as a process of its own, to which anything may happen; and people who ride on through all of it.

A person who gets no answer, or one that tells of trouble, sends the same choice again until it is acknowledged. In the
end the log in the database must hold what was acknowledged: all of it, once, in order, and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from parcours.games import GAMES, find_game
from parcours.table.schema import LogRow
from parcours.table.storage import database_url
from tests.table.helpers import API, Rider, Seated

ROOT = Path(__file__).parents[2]
TROUBLE = ("too_many", "busy", "storage", "stale")
"""Answers after which the same is sent again. (Nobody else acts for this person: "stale" is a table that was opened
anew because something could not be written.)"""


class Process:
    """A server as a process of its own, on one port and one database, life after life."""

    def __init__(self, folder: Path, database: str | None = None) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / "log.txt"
        self.database = database or str(folder / "tables.db")
        command = [sys.executable, "-m", "tests.table.nursery", str(self.port), self.database]
        with self.log.open("wb") as log:
            self.nursery = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
            )
        assert self._line() == "loaded", self.log.read_text()
        self.pid = 0

    def _line(self) -> str:
        assert self.nursery.stdout is not None
        return self.nursery.stdout.readline().strip()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """A new life; it answers."""
        assert self.nursery.stdin is not None
        self.nursery.stdin.write("\n")
        self.nursery.stdin.flush()
        self.pid = int(self._line())
        self.until_ready()

    def until_ready(self) -> None:
        with httpx.Client(base_url=self.address) as client:
            for _ in range(3000):
                with contextlib.suppress(httpx.TransportError):
                    if client.get(f"{API}/status", timeout=30).json()["ready"]:
                        return
                time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        """kill -9, and wait until it is gone."""
        os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.002)

    def end(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.kill()
        self.nursery.terminate()
        self.nursery.communicate()


@contextmanager
def process(folder: Path, database: str | None = None) -> Iterator[Process]:
    """A server that runs; it must not have lost its countenance in the end."""
    made = Process(folder, database)
    try:
        made.start()
        yield made
        assert "Traceback" not in made.log.read_text()
    finally:
        made.end()


class Person(threading.Thread):
    """Rides in the seats of a table, now and then against a bot, until told to stop, whatever happens to the server."""

    def __init__(self, address: str, game: str, luck: random.Random) -> None:
        super().__init__(name=f"{game} person")
        self.game, self.luck, self.address = find_game(game), luck, address
        self.stop = threading.Event()
        self.acknowledged: dict[str, list[tuple[str, int, int]]] = {}
        """By table: kind, action and seat, in order."""
        self.again = 0
        """So often the same was sent again."""
        self.fault: BaseException | None = None
        self._table: Seated | None = None

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.address, timeout=60) as client:
                while not self.stop.is_set():
                    self._act(Rider(client))
        except BaseException as error:
            self.fault = error

    def _patiently(self, send: Any) -> httpx.Response:
        """An answer that is one; what goes wrong on the way is tried again."""
        for _ in range(15_000):
            try:
                answer: httpx.Response = send()
                if answer.status_code < 400 or answer.json()["error"]["code"] not in TROUBLE:
                    return answer
            except httpx.TransportError:
                pass
            self.again += 1
            time.sleep(0.02)
        raise AssertionError("no answer for five minutes")

    def _act(self, rider: Rider) -> None:
        if self._table is None:
            teams = self.game.min_teams
            last = self.luck.choice(({"kind": "here"}, {"kind": "bot", "bot": "random"}))
            seats = [{"kind": "me"}, *[{"kind": "here"}] * (teams - 2), last]
            wanted = {"game": self.game.id, "teams": teams, "seats": seats}
            self._table = rider.seated(self._patiently(lambda: rider.post("/tables", wanted)))
            self.acknowledged[self._table.id] = []
        table = self._table
        info = self._patiently(lambda: table.get(seat=0)).json()
        if info["status"] == "finished":
            self._table = None
            return
        seat = info["actor"]
        if seat not in table.secrets:
            time.sleep(0.01)
            return
        state = self._patiently(lambda: table.get("/state", seat)).json()
        choices = state["scene"]["choices"]
        if not choices:
            return
        action = self.luck.choice(choices)["action"]
        body = {"action": action, "moment": state["moment"]}
        answer = self._patiently(lambda: self.send(table, seat, body))
        code = "ok" if answer.status_code == 200 else answer.json()["error"]["code"]
        assert code in ("ok", "already_done"), answer.text
        self.acknowledged[table.id].append(("action", action, seat))

    def send(self, table: Seated, seat: int, body: dict[str, Any]) -> httpx.Response:
        """Send a choice; of a person with a bad line another way."""
        return table.post("/actions", body, seat)


class BadLine(Person):
    """A person whose messages come twice, or whose answers get lost."""

    def send(self, table: Seated, seat: int, body: dict[str, Any]) -> httpx.Response:
        fate = self.luck.random()
        if fate < 0.3:
            table.post("/actions", body, seat)
        elif fate < 0.6:
            self._send_and_leave(table, seat, body)
        return table.post("/actions", body, seat)

    def _send_and_leave(self, table: Seated, seat: int, body: dict[str, Any]) -> None:
        """All of a message, or some of it; nobody waits for the answer."""
        request = table.rider.client.build_request(
            "POST", f"{API}/tables/{table.id}/actions", json=body,
            headers={"authorization": f"Bearer {table.secrets[seat]}", "connection": "close"},
        )  # fmt: skip
        head = f"POST {request.url.path} HTTP/1.1\r\n" + "".join(f"{k}: {v}\r\n" for k, v in request.headers.items())
        sent = head.encode() + b"\r\n" + request.content
        whole = self.luck.random() < 0.7
        with (
            contextlib.suppress(OSError),
            socket.create_connection((request.url.host, request.url.port or 80), timeout=10) as line,
        ):
            line.sendall(sent if whole else sent[: self.luck.randrange(len(sent))])


@contextmanager
def people(address: str, luck: random.Random, kind: type[Person] = Person) -> Iterator[list[Person]]:
    """One at a table of each game, for as long as the block lasts; then each ends what it has begun."""
    made = [kind(address, game, random.Random(luck.random())) for game in GAMES]
    for person in made:
        person.start()
    try:
        yield made
    finally:
        for person in made:
            person.stop.set()
        for person in made:
            person.join(600)
            assert not person.is_alive()
    for person in made:
        if person.fault is not None:
            raise person.fault


def until_all_ride(riding: Sequence[Person], more: int = 1) -> None:
    """Wait until each has that many more choices acknowledged."""
    before = [done(person) for person in riding]
    for _ in range(30_000):
        if all(done(p) >= n + more or p.fault for p, n in zip(riding, before, strict=True)):
            return
        time.sleep(0.02)
    raise AssertionError("somebody does not get on")


def done(person: Person) -> int:
    return sum(len(actions) for actions in list(person.acknowledged.values()))


def check_log(database: str, riding: Sequence[Person]) -> int:
    """The log holds what was acknowledged, and nothing else that people did. How much that was."""
    engine = sa.create_engine(database_url(database))
    total = 0
    try:
        with engine.connect() as connection:
            for person in riding:
                for table, acknowledged in person.acknowledged.items():
                    wanted = sa.select(LogRow.kind, LogRow.code, LogRow.seat).where(LogRow.table_id == table)
                    rows = connection.execute(wanted.where(LogRow.by == "person").order_by(LogRow.index)).all()
                    assert [tuple(row) for row in rows] == acknowledged, (person.game.id, table)
                    total += len(acknowledged)
            indices = connection.execute(
                sa.select(LogRow.table_id, LogRow.index).order_by(LogRow.table_id, LogRow.index)
            )
            count: dict[str, int] = {}
            for table, index in indices:
                assert index == count.get(table, 0), f"a hole in the log of {table}"
                count[table] = index + 1
    finally:
        engine.dispose()
    return total

"""A server as a process of its own, to which anything may happen, and people who ride on through all of it.

A person who gets no answer, or an answer that tells of trouble, sends the same request again until it is acknowledged:
a choice, taking one back (and agreeing to that), handing a seat to a bot and taking it back, claiming a seat. In the
end the log in the database must hold what was acknowledged, all of it, once, in order, and nothing else; and each seat
must have its holder.
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
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import sqlalchemy as sa

from parcours.games import GAMES, find_game
from parcours.table import keys
from parcours.table.schema import LogRow, SeatRow
from parcours.table.storage import database_url
from tests.table.helpers import API, Rider, Seated

ROOT = Path(__file__).parents[2]
TROUBLE = ("too_many", "busy", "storage")
"""Codes of refusals after which the same request is sent again."""
STALE = (*TROUBLE, "stale")
"""The same if nobody else acts: then "stale" means that the table was opened again, because something could not be
written."""
TAKES_BACK, CHANGES_HANDS, CLAIMS = 0.1, 0.06, 0.2
"""How often a person does this instead of choosing."""
BOT = "random"


class Process:
    """A server as a process of its own. It can be killed and started again on the same port and database."""

    def __init__(
        self, folder: Path, database: str | None = None, environment: Mapping[str, str] | None = None
    ) -> None:  # fmt: skip
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / "log.txt"
        self.database = database or str(folder / "tables.db")
        command = [sys.executable, "-m", "tests.table.nursery", str(self.port), self.database]
        with self.log.open("wb") as log:
            self.nursery = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT, env=environment
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
        """Start the server, and wait until it answers."""
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
        """kill -9, and wait until the process is gone."""
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
def process(
    folder: Path, database: str | None = None, environment: Mapping[str, str] | None = None
) -> Iterator[Process]:
    """A running server. At the end its log must not hold a traceback."""
    made = Process(folder, database, environment)
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
        """By table: kind, code and seat, in order. (The log tells what an undo took back.)"""
        self.claimed: dict[tuple[str, int], str | None] = {}
        """By table and seat: the secret that was given for it; None: the answer was lost."""
        self.again = 0
        """How often the same request was sent again."""
        self.fault: BaseException | None = None
        self._table: Seated | None = None

    def run(self) -> None:
        try:
            with httpx.Client(base_url=self.address, timeout=60) as client:
                while not self.stop.is_set():
                    self._act(Rider(client))
        except BaseException as error:
            self.fault = error

    def _patiently(self, send: Any, trouble: Sequence[str] = STALE) -> httpx.Response:
        """Send until a proper answer comes; after an error on the way, try again."""
        for _ in range(15_000):
            try:
                answer: httpx.Response = send()
                if answer.status_code < 400 or answer.json()["error"]["code"] not in trouble:
                    return answer
            except httpx.TransportError:
                pass
            self.again += 1
            time.sleep(0.02)
        raise AssertionError("no answer for five minutes")

    def _done(self, table: Seated, kind: str, code: int, seat: int) -> None:
        self.acknowledged[table.id].append((kind, code, seat))

    def _act(self, rider: Rider) -> None:
        if self._table is None:
            teams = self.game.min_teams
            last = self.luck.choice(({"kind": "here"}, {"kind": "bot", "bot": BOT}, {"kind": "friend"}))
            seats = [{"kind": "me"}, *[{"kind": "here"}] * (teams - 2), last]
            wanted = {"game": self.game.id, "teams": teams, "seats": seats}
            self._table = rider.seated(self._patiently(lambda: rider.post("/tables", wanted)))
            self.acknowledged[self._table.id] = []
        table = self._table
        info = self._patiently(lambda: table.get(seat=0)).json()
        if info["status"] == "finished":
            self._table = None
            return
        bots = {seat for seat, held in enumerate(info["seats"]) if held["bot"]}
        fate, seat = self.luck.random(), self.luck.choice(sorted(table.secrets))
        if table.invites and (info["actor"] in table.invites or fate < CLAIMS):
            self._claim(table)
        elif fate < TAKES_BACK:
            self._take_back(table, seat)
        elif fate < TAKES_BACK + CHANGES_HANDS:
            self._change_hands(table, seat, seat in bots)
        elif info["actor"] in table.secrets and info["actor"] not in bots:
            self._choose(table, info["actor"])
        else:
            time.sleep(0.01)

    def _choose(self, table: Seated, seat: int) -> None:
        state = self._patiently(lambda: table.get("/state", seat)).json()
        choices = state["scene"]["choices"]
        if not choices:
            return
        action = self.luck.choice(choices)["action"]
        body = {"action": action, "state_id": state["state_id"]}
        answer = self._patiently(lambda: self.send(table, seat, body))
        assert _code(answer) in ("ok", "already_done"), answer.text
        self._done(table, "action", action, seat)

    def _claim(self, table: Seated) -> None:
        """Take the friend's seat. If the answer is lost, nobody has the seat's secret: then a bot rides there."""
        seat, invite = table.invites.popitem()
        body = {"invite": invite, "name": "Friend"}
        answer = self._patiently(lambda: table.rider.post(f"/tables/{table.id}/seats/{seat}/claim", body))
        assert _code(answer) in ("ok", "already_done"), answer.text
        self.claimed[table.id, seat] = answer.json().get("secret")
        if _code(answer) == "ok":
            table.secrets[seat] = answer.json()["secret"]
        else:
            self._change_hands(table, seat, False, by=0)

    def _change_hands(self, table: Seated, seat: int, back: bool, by: int | None = None) -> None:
        by = seat if by is None else by
        path, secret = f"/tables/{table.id}/seats/{seat}/bot", table.secrets[by]
        answer = self._patiently(
            lambda: table.rider.delete(path, secret) if back else table.rider.post(path, {"bot": BOT}, secret)
        )
        if _code(answer) == "over":
            return
        assert _code(answer) in ("ok", "already_done"), answer.text
        number = [bot.name for bot in self.game.all_bots].index(BOT)
        self._done(table, *(("back", -1) if back else ("handed", number)), by)

    def _take_back(self, table: Seated, seat: int) -> None:
        """Ask to take a choice back; the others agree. Once the state has changed, the answer to the same request tells
        whether it was carried out."""
        state = self._patiently(lambda: table.get("/state", seat)).json()
        body = {"state_id": state["state_id"]}
        while state["undo"]["possible"]:
            answer = self._patiently(lambda: table.post("/undo", body, seat), TROUBLE)
            if state["state_id"] != body["state_id"]:
                assert _code(answer) in ("already_done", "stale", "unsealed"), answer.text
                if _code(answer) == "already_done":
                    self._done(table, "undo", 0, seat)
                return
            assert _code(answer) in ("ok", "already_done", "stale", "nothing", "unsealed"), answer.text
            state = self._patiently(lambda: table.get("/state", seat)).json()
            asked = state["undo"]["asked"]
            for other in map(int, asked["answers"] if asked else ()):
                if other not in table.secrets:
                    return  # nobody can agree for an open seat, or one whose secret is lost
                agreed = self._patiently(lambda other=other: table.post("/undo/answer", {"agree": True}, other))
                assert _code(agreed) in ("ok", "nothing_asked"), agreed.text
            if asked:
                state = self._patiently(lambda: table.get("/state", seat)).json()
            state["undo"]["possible"] |= state["state_id"] != body["state_id"]

    def send(self, table: Seated, seat: int, body: dict[str, Any]) -> httpx.Response:
        """Send a choice. A person with a bad line sends it in another way."""
        return table.post("/actions", body, seat)


def _code(answer: httpx.Response) -> str:
    return "ok" if answer.status_code < 400 else str(answer.json()["error"]["code"])


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
        """Send all of a message, or part of it, without waiting for the answer."""
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
    """One person at a table of each game, for as long as the block lasts; then each finishes what it has begun."""
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
    """Wait until each person has `more` choices acknowledged."""
    before = [done(person) for person in riding]
    for _ in range(30_000):
        if all(done(p) >= n + more or p.fault for p, n in zip(riding, before, strict=True)):
            return
        time.sleep(0.02)
    raise AssertionError("somebody does not get on")


def done(person: Person) -> int:
    return sum(len(actions) for actions in list(person.acknowledged.values()))


def counted(riding: Sequence[Person]) -> dict[str, int]:
    """How much of each kind was acknowledged, and how much was sent again."""
    kinds = Counter(kind for person in riding for told in person.acknowledged.values() for kind, _, _ in told)
    claims = [secret is not None for person in riding for secret in person.claimed.values()]
    return {
        "choices": kinds["action"], "taken_back": kinds["undo"], "handed_to_a_bot": kinds["handed"],
        "back_from_a_bot": kinds["back"], "claimed": sum(claims), "claims_whose_answer_was_lost": claims.count(False),
        "sent_again": sum(person.again for person in riding),
    }  # fmt: skip


def check_log(database: str, riding: Sequence[Person]) -> int:
    """The log holds what was acknowledged, and nothing else that people did. Returns how much that was."""
    engine = sa.create_engine(database_url(database))
    total = 0
    try:
        with engine.connect() as connection:
            for person in riding:
                for table, acknowledged in person.acknowledged.items():
                    wanted = sa.select(LogRow.kind, LogRow.code, LogRow.seat, LogRow.by)
                    rows = connection.execute(wanted.where(LogRow.table_id == table).order_by(LogRow.index)).all()
                    assert _by_people(rows) == acknowledged, (person.game.id, table)
                    total += len(acknowledged)
                for (table, seat), secret in person.claimed.items():
                    held = sa.select(SeatRow.kind, SeatRow.secret)
                    row = connection.execute(held.where(SeatRow.table_id == table, SeatRow.seat == seat)).one()
                    assert row.kind == "person", (person.game.id, table, seat)
                    assert secret is None or row.secret == keys.hashed(secret), (person.game.id, table, seat)
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


def _by_people(rows: Sequence[Any]) -> list[tuple[str, int, int]]:
    """What people did, according to a log. Every undo must have taken back everything from that person's last
    choice."""
    done: list[tuple[str, int, int]] = []
    path: list[tuple[str, int]] = []
    for kind, code, seat, by in rows:
        if by == "person":
            done.append((kind, 0 if kind == "undo" else code, seat))
        if kind == "undo":
            assert path[-code] == ("person", seat)
            assert ("person", seat) not in path[len(path) - code + 1 :]
            del path[len(path) - code :]
        elif kind == "action":
            path.append((by, seat))
    return done

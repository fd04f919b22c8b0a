"""How fast the table is: what `parcours bench table` measures. Everything runs on this machine, in temporary folders.

Bots ride at a hundred tables, two hundred sockets watch them; meanwhile a few people ride at tables of their own, and
the time from sending an action to its acknowledgement is theirs.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parcours.errors import ParcoursError

TABLES, WATCHERS_A_TABLE, PEOPLE = 100, 2, 4
PAUSE = 0.05
"""Seconds that a person in the benchmark thinks."""
Told = Callable[[str], object]


@dataclass
class Child:
    """A server as a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    answered: float = 0.0
    """Seconds from its start to its first answer."""
    ready: float = 0.0

    def call(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        """One request, over a connection of its own."""
        return Caller(self.port).call(method, path, body, secret)

    def memory(self) -> float:
        """Resident memory in MB; 0 where the system does not tell."""
        try:
            lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        except OSError:
            return 0.0
        return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS:"))


class Caller:
    """A client with one connection that it keeps."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)

    def call(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        headers = {"authorization": f"Bearer {secret}"} if secret else {}
        sent = None
        if body is not None:
            sent, headers["content-type"] = json.dumps(body), "application/json"
        self._connection.request(method, f"/api/v1{path}", sent, headers)
        answer = self._connection.getresponse()
        told = json.loads(answer.read())
        if answer.status >= 400:
            raise ParcoursError(f"{method} {path}: {told['error']['message']}")
        return told


@contextmanager
def server(database: Path, **environment: str) -> Iterator[Child]:
    """A server for as long as the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "parcours.table.bench", "--serve", str(port), "--database", str(database)]
    began = time.perf_counter()
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    child = Child(port, process)
    try:
        while not child.ready:
            if process.poll() is not None or time.perf_counter() - began > 180:
                raise ParcoursError("the table's server did not start")
            try:
                told = child.call("GET", "/status")
            except OSError:
                time.sleep(0.005)
                continue
            child.answered = child.answered or time.perf_counter() - began
            if told["ready"]:
                child.ready = time.perf_counter() - began
            else:
                time.sleep(0.02)
        yield child
    finally:
        process.terminate()
        process.wait()


# ------------------------------------------------------------------------------------------------------------- load


@dataclass
class Load:
    """What the clients of the benchmark see."""

    port: int
    until: float
    acknowledged: list[float] = field(default_factory=list)
    races: int = 0
    pushes: int = 0
    pushed_bytes: int = 0

    async def keep_a_table(self) -> None:
        """Bots ride race after race, and each race is watched."""
        caller = Caller(self.port)
        seats = [{"kind": "bot", "bot": name} for name in ("sprinter", "random", "sprinter", "random")]
        while time.perf_counter() < self.until:
            made = await asyncio.to_thread(caller.call, "POST", "/tables", {"game": "breaking_away", "seats": seats})
            await asyncio.gather(*(self.watch(made["table"]["id"]) for _ in range(WATCHERS_A_TABLE)))
            self.races += 1

    async def watch(self, table: str) -> None:
        """Watch a race to its end."""
        from websockets.asyncio.client import connect

        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{table}/live"
        async with connect(address, max_size=None, compression=None) as live:
            await live.send('{"hello": {"secret": null, "lang": "en", "moment": null}}')
            while time.perf_counter() < self.until:
                try:
                    text = await asyncio.wait_for(live.recv(decode=False), max(0.01, self.until - time.perf_counter()))
                except TimeoutError:
                    return
                self.pushes += 1
                self.pushed_bytes += len(text)
                if b'"over":true' in text[:300]:
                    return

    def ride(self) -> None:
        """A person (in all seats of a table) acts again and again."""
        caller = Caller(self.port)
        seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        while time.perf_counter() < self.until:
            made = caller.call("POST", "/tables", {"game": "breaking_away", "seats": seats})
            self._ride_one(caller, f"/tables/{made['table']['id']}", made["secrets"])

    def _ride_one(self, caller: Caller, path: str, secrets: dict[str, str]) -> None:
        actor = 0
        while actor >= 0 and time.perf_counter() < self.until:
            secret = secrets[str(actor)]
            state = caller.call("GET", f"{path}/state", None, secret)
            body = {"action": state["scene"]["choices"][0]["action"], "moment": state["moment"]}
            began = time.perf_counter()
            told = caller.call("POST", f"{path}/actions", body, secret)
            self.acknowledged.append(time.perf_counter() - began)
            actor = told["scene"]["actor"]
            time.sleep(PAUSE)


async def _keep_all(load: Load) -> None:
    asyncio.get_running_loop().set_default_executor(_pool())
    await asyncio.gather(*(load.keep_a_table() for _ in range(TABLES)), return_exceptions=True)


def _pool() -> Any:
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(8)


def _people(port: int, seconds: float) -> subprocess.Popen[bytes]:
    """People who ride at tables of their own, in their own process; it prints how long each acknowledgement took."""
    command = [sys.executable, "-m", "parcours.table.bench", "--ride", str(port), "--seconds", str(seconds)]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


def _ride_all(port: int, seconds: float) -> list[float]:
    load = Load(port, time.perf_counter() + seconds)
    people = [threading.Thread(target=load.ride) for _ in range(PEOPLE)]
    for person in people:
        person.start()
    for person in people:
        person.join()
    return load.acknowledged


def under_load(seconds: float) -> dict[str, float]:
    """A hundred tables of bots, two hundred sockets, a few people."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        with server(database) as child:
            before = _entries(database)
            began = time.perf_counter()
            load = Load(child.port, began + seconds)
            people = _people(child.port, seconds)
            asyncio.run(_keep_all(load))
            took = time.perf_counter() - began
            entries = _entries(database) - before
            waits = sorted(json.loads(people.communicate()[0]))
    return {
        "actions_a_second": entries / took,
        "acknowledged_p50_ms": 1000 * statistics.median(waits),
        "acknowledged_p99_ms": 1000 * waits[min(len(waits) - 1, int(0.99 * len(waits)))],
        "acknowledged": len(waits),
        "races": load.races,
        "pushes_a_second": load.pushes / took,
        "pushed_mb_a_second": load.pushed_bytes / took / 1e6,
    }


def _entries(database: Path) -> int:
    with sqlite3.connect(database, timeout=30) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


# ------------------------------------------------------------------------------------------- memory, opening, starting


def memory_and_opening(tables: int = TABLES) -> dict[str, float]:
    """Memory of a live table that somebody looks at; time to open a finished race that is not in memory."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "tables.db"
        with server(database) as child:
            caller = Caller(child.port)
            ids = [_finished(caller) for _ in range(5)]
            before = child.memory()
            for _ in range(tables):
                made = caller.call("POST", "/tables", {"game": "breaking_away", "teams": 4})
                secret = made["secrets"]["0"]
                state = caller.call("GET", f"/tables/{made['table']['id']}/state", None, secret)
                body = {"action": state["scene"]["choices"][0]["action"], "moment": state["moment"]}
                caller.call("POST", f"/tables/{made['table']['id']}/actions", body, secret)
            used = (child.memory() - before) / tables
        opened = []
        with server(database) as child:
            caller = Caller(child.port)
            for id_ in ids:
                began = time.perf_counter()
                state = caller.call("GET", f"/tables/{id_}/state")
                opened.append(time.perf_counter() - began)
        with sqlite3.connect(database) as connection:
            entries = connection.execute("SELECT count(*) FROM log WHERE table_id = ?", (ids[-1],)).fetchone()[0]
    return {
        "memory_a_table_mb": used, "open_finished_ms": 1000 * statistics.median(opened),
        "open_finished_worst_ms": 1000 * max(opened), "open_finished_actions": entries,
    }  # fmt: skip


def _finished(caller: Caller) -> str:
    seats = [{"kind": "bot", "bot": "sprinter"} for _ in range(4)]
    id_ = str(caller.call("POST", "/tables", {"game": "breaking_away", "seats": seats})["table"]["id"])
    while caller.call("GET", f"/tables/{id_}")["status"] != "finished":
        time.sleep(0.02)
    return id_


def starting(cold: bool) -> dict[str, float]:
    """Seconds from the start of the program to its first answer, and until races can be ridden."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {"PARCOURS_CACHE": str(Path(folder) / "cache")} if cold else {}
        with server(Path(folder) / "tables.db", **environment) as child:
            name = "cold" if cold else "warm"
            return {f"{name}_answer_s": child.answered, f"{name}_ready_s": child.ready}


def measure(seconds: float = 10.0, cold: bool = True, tell: Told = lambda _: None) -> dict[str, float]:
    """All figures of the table."""
    figures: dict[str, float] = {}
    tell("the start of the server")
    figures |= starting(cold=False)
    tell(f"{TABLES} tables of bots, {TABLES * WATCHERS_A_TABLE} watchers")
    figures |= under_load(seconds)
    tell("memory, and opening finished races")
    figures |= memory_and_opening()
    tell("the page in a browser")
    from parcours.table.bench_page import page_figures

    figures |= page_figures()
    if cold:
        tell("the start with nothing compiled")
        figures |= starting(cold=True)
    return figures


def _serve(port: int, database: str) -> None:
    """The server that is measured: as usual, but without limits on what one client may do."""
    from parcours.table.app import create_app
    from parcours.table.serve import listen, server_config
    from parcours.table.settings import Rate, Settings

    often = Rate(1e6, 1_000_000)
    limits = Settings(database=database, requests=often, new_tables=often, sockets_a_client=10_000)
    import uvicorn

    uvicorn.Server(server_config(create_app(limits))).run(sockets=[listen("127.0.0.1", port)])


def main() -> None:
    """`python -m parcours.table.bench`: print all figures."""
    parser = argparse.ArgumentParser(prog="parcours.table.bench")
    parser.add_argument("--serve", type=int, metavar="PORT")
    parser.add_argument("--database", default="")
    parser.add_argument("--ride", type=int, metavar="PORT")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--warm", action="store_true", help="leave out the start with nothing compiled")
    given = parser.parse_args()
    if given.serve:
        _serve(given.serve, given.database)
    elif given.ride:
        print(json.dumps(_ride_all(given.ride, given.seconds)))
    else:
        for name, figure in measure(cold=not given.warm, tell=lambda text: print("...", text)).items():
            print(f"{name:28} {figure:12.2f}")


if __name__ == "__main__":
    main()

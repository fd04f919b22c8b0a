"""How fast the table is: what `parcours bench table` measures. Everything runs on this machine, in temporary folders.

Bots ride at a hundred tables, and two hundred sockets watch them. Meanwhile a few people ride at tables of their own:
the benchmark measures how long each of their actions waits to be acknowledged.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parcours.table import bench_first
from parcours.table.bench_page import browser, page_figures
from parcours.table.bench_server import Caller, Figure, server

TABLES, WATCHERS_A_TABLE, PEOPLE = 100, 2, 4
PAUSE = 0.05
"""Seconds that a person in the benchmark thinks after each action."""
SECONDS = 10.0
"""How long the load lasts."""


# ------------------------------------------------------------------------------------------------------------- load


@dataclass
class Load:
    """The clients of the benchmark, and what they have measured."""

    port: int
    until: float
    acknowledged: list[float] = field(default_factory=list)
    races: int = 0
    pushes: int = 0
    pushed_bytes: int = 0

    async def keep_a_table(self) -> None:
        """Let bots ride race after race, each of them watched."""
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
            await live.send('{"kind": "hello", "lang": "en"}')
            while time.perf_counter() < self.until:
                try:
                    text = await asyncio.wait_for(live.recv(decode=False), max(0.01, self.until - time.perf_counter()))
                except TimeoutError:
                    return
                self.pushes += 1
                self.pushed_bytes += len(text)
                if b'"over":true' in text:
                    return

    def ride(self) -> None:
        """Act again and again, as a person who holds all seats of a table."""
        caller = Caller(self.port)
        seats = [{"kind": "me"}, {"kind": "here"}, {"kind": "here"}]
        while self._goes_on():
            made = caller.call("POST", "/tables", {"game": "breaking_away", "seats": seats})
            self._ride_one(caller, f"/tables/{made['table']['id']}", made["secrets"])

    def _goes_on(self) -> bool:
        """Whether to go on: until the time is up, but for at least one action, however slow the machine is."""
        return time.perf_counter() < self.until or not self.acknowledged

    def _ride_one(self, caller: Caller, path: str, secrets: dict[str, str]) -> None:
        actor = 0
        while actor >= 0 and self._goes_on():
            secret = secrets[str(actor)]
            state = caller.call("GET", f"{path}/state", None, secret)
            body = {"action": state["scene"]["choices"][0]["action"], "state_id": state["state_id"]}
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
    """Start a process in which people ride at tables of their own. It prints how long each of their actions waited."""
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


def under_load(seconds: float = SECONDS) -> Iterator[Figure]:
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
    about = f"{TABLES} tables, {TABLES * WATCHERS_A_TABLE} watchers"
    yield Figure(f"{about}: actions", entries / took, "a second")
    yield Figure(f"{about}: acknowledged, median of {len(waits)}", 1000 * statistics.median(waits), "ms")
    yield Figure(f"{about}: acknowledged, 99%", 1000 * waits[min(len(waits) - 1, int(0.99 * len(waits)))], "ms")
    yield Figure(f"{about}: races", load.races, "")
    yield Figure(f"{about}: messages pushed", load.pushes / took, "a second")
    yield Figure(f"{about}: pushed", load.pushed_bytes / took / 1e6, "MB a second")


def _entries(database: Path) -> int:
    with sqlite3.connect(database, timeout=30) as connection:
        return int(connection.execute("SELECT count(*) FROM log").fetchone()[0])


# ------------------------------------------------------------------------------------------- memory, opening, starting


def memory_and_opening(tables: int = TABLES) -> Iterator[Figure]:
    """Memory per live table that somebody looks at; time to open a finished race that is not in memory."""
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
                body = {"action": state["scene"]["choices"][0]["action"], "state_id": state["state_id"]}
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
    yield Figure("memory of a live table", used, "MB")
    about = f"a finished race of {entries} actions opened"
    yield Figure(f"{about}, median", 1000 * statistics.median(opened), "ms")
    yield Figure(f"{about}, worst", 1000 * max(opened), "ms")


def _finished(caller: Caller) -> str:
    seats = [{"kind": "bot", "bot": "sprinter"} for _ in range(4)]
    id_ = str(caller.call("POST", "/tables", {"game": "breaking_away", "seats": seats})["table"]["id"])
    while caller.call("GET", f"/tables/{id_}")["status"] != "finished":
        time.sleep(0.02)
    return id_


def starting() -> Iterator[Figure]:
    """Time from the start of the program to its first answer. From then on races can be ridden."""
    for about, environment in (("", {}), (", nothing compiled", {"PARCOURS_CACHE": "cache"})):
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            kept = {name: str(Path(folder) / value) for name, value in environment.items()}
            with server(Path(folder) / "tables.db", **kept) as child:
                yield Figure(f"the server's start to its first answer{about}", child.answered, "s")


Part = Callable[[], Iterator[Figure]]
PARTS: dict[str, Part] = {
    "start": starting, "python": bench_first.from_python, "first": bench_first.in_a_browser, "page": page_figures,
    "load": under_load, "memory": memory_and_opening,
}  # fmt: skip
"""What is measured, in this order."""
IN_A_BROWSER = ("first", "page")


def measure(parts: Sequence[str] = ()) -> Iterator[Figure]:
    """The figures of these parts (default: all), each as soon as it is measured."""
    for name in parts or PARTS:
        if name in PARTS and (name not in IN_A_BROWSER or browser()):
            yield from PARTS[name]()


def main() -> None:
    """`python -m parcours.table.bench`: print all figures, or those of the parts that are named."""
    parser = argparse.ArgumentParser(prog="parcours.table.bench")
    parser.add_argument("parts", nargs="*", choices=[*PARTS, []], help="what to measure (default: everything)")
    parser.add_argument("--ride", type=int, metavar="PORT")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    given = parser.parse_args()
    if given.ride:
        print(json.dumps(_ride_all(given.ride, given.seconds)))
    else:
        for figure in measure(given.parts):
            print(figure, flush=True)


if __name__ == "__main__":
    main()

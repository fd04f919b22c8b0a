"""The server that `parcours bench table` measures: a process of its own, its clients, and how much memory it takes."""

from __future__ import annotations

import argparse
import http.client
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from parcours.errors import ParcoursError

SLOWEST_START = 600.0
"""Seconds after which a server that has not answered counts as failed."""


@dataclass(frozen=True)
class Figure:
    """One thing that was measured."""

    name: str
    value: float
    unit: str
    most: float | None = None
    """The most it may be."""

    def __str__(self) -> str:
        goal = "" if self.most is None else f"  (at most {self.most:g})"
        return f"{self.name:<58} {self.value:>10.2f} {self.unit}{goal}"


class Caller:
    """A client that keeps one connection open."""

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


@dataclass
class Child:
    """A server as a process of its own."""

    port: int
    process: subprocess.Popen[bytes]
    began: float
    """When it was started, by `time.perf_counter`."""
    answered: float = 0.0
    """Seconds from its start to its first answer."""

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def call(self, method: str, path: str, body: Any = None, secret: str | None = None) -> Any:
        """One request, over a connection of its own."""
        return Caller(self.port).call(method, path, body, secret)

    def memory(self) -> float:
        """Resident memory in MB; 0 if the system does not say."""
        return memory_of(self.process.pid)

    def peak_memory(self) -> float:
        """The most resident memory it ever had, in MB; 0 if the system does not say."""
        return memory_of(self.process.pid, "VmHWM")


def memory_of(process: int, which: str = "VmRSS") -> float:
    """Resident memory of a process in MB; 0 if the process is gone or the system does not say."""
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith(f"{which}:")), 0.0)


@dataclass
class Helpers:
    """Watches the processes that a server starts and their memory in MB: those that compile and those that think."""

    server: int
    compiling: float = 0.0
    """The most memory that all compiling processes used at one time."""
    thinking: float = 0.0
    """The most memory that all thinking processes used at one time."""
    thinkers: int = 0
    """The most processes that were thinking at one time."""
    _over: threading.Event = field(default_factory=threading.Event)

    def look(self) -> None:
        """Add up the memory of the processes that run now, and keep the highest sums."""
        compiling: list[float] = []
        thinking: list[float] = []
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                words = (folder / "cmdline").read_bytes()
                parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
            except (OSError, IndexError):
                continue
            if parent == self.server and b"resource_tracker" not in words:
                (compiling if b"parcours.warming" in words else thinking).append(memory_of(int(folder.name)))
        self.compiling, self.thinking = max(self.compiling, sum(compiling)), max(self.thinking, sum(thinking))
        self.thinkers = max(self.thinkers, len(thinking))

    def watch(self) -> None:
        """Look twice a second until `watching` ends."""
        while not self._over.wait(0.5):
            self.look()

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Watch for as long as the block lasts."""
        watcher = threading.Thread(target=self.watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            self._over.set()
            watcher.join()


@contextmanager
def server(database: Path, **environment: str) -> Iterator[Child]:
    """A server for as long as the block lasts."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "parcours.table.bench_server", str(port), str(database)]
    began = time.perf_counter()
    process = subprocess.Popen(command, env={**os.environ, **environment}, stderr=subprocess.DEVNULL)
    child = Child(port, process, began)
    try:
        while not child.answered:
            if process.poll() is not None or time.perf_counter() - began > SLOWEST_START:
                raise ParcoursError("the table's server did not start")
            try:
                child.call("GET", "/status")
            except OSError:
                time.sleep(0.005)
                continue
            child.answered = time.perf_counter() - began
        yield child
    finally:
        process.terminate()
        process.wait()


def main() -> None:
    """Run the server that is measured: the usual one, but without limits on what one client may do."""
    import uvicorn

    from parcours.table.app import create_app
    from parcours.table.serve import listen, server_config
    from parcours.table.settings import Rate, Settings

    parser = argparse.ArgumentParser(prog="parcours.table.bench_server")
    parser.add_argument("port", type=int)
    parser.add_argument("database")
    given = parser.parse_args()
    often = Rate(1e6, 1_000_000)
    limits = Settings(database=given.database, requests=often, new_tables=often, sockets_a_client=10_000)
    uvicorn.Server(server_config(create_app(limits))).run(sockets=[listen("127.0.0.1", given.port)])


if __name__ == "__main__":
    main()

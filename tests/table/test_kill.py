"""Killed at any instant and started again, every table is exactly where its last acknowledged action left it."""

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
from pathlib import Path
from typing import Any

import httpx

from tests.table.helpers import API, Rider, Seated

KILLS = 15
ROOT = Path(__file__).parents[2]


class Process:
    """A server as a process of its own, on one port and one database, life after life."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.log = folder / "log.txt"
        command = [sys.executable, "-m", "tests.table.nursery", str(self.port), str(folder / "tables.db")]
        with self.log.open("wb") as log:
            self.nursery = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, cwd=ROOT
            )
        assert self._line() == "loaded", self.log.read_text()
        self.pid = 0

    def _line(self) -> str:
        assert self.nursery.stdout is not None
        return self.nursery.stdout.readline().strip()

    def start(self) -> None:
        assert self.nursery.stdin is not None
        self.nursery.stdin.write("\n")
        self.nursery.stdin.flush()
        self.pid = int(self._line())
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}") as client:
            for _ in range(1500):
                try:
                    if client.get(f"{API}/status", timeout=10).json()["ready"]:
                        return
                except httpx.TransportError:
                    time.sleep(0.02)
        raise AssertionError(self.log.read_text())

    def kill(self) -> None:
        os.kill(self.pid, signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError):
            while True:
                os.kill(self.pid, 0)
                time.sleep(0.002)

    def end(self) -> None:
        self.kill()
        self.nursery.terminate()
        self.nursery.communicate()


class Player(threading.Thread):
    """Rides at a table until the server dies; remembers what was acknowledged and what was under way."""

    def __init__(self, table: Seated, luck: random.Random) -> None:
        super().__init__()
        self.table, self.luck = table, luck
        self.known = {seat: table.state(seat) for seat in table.secrets}
        self.sent: tuple[int, dict[str, Any]] | None = None
        self.acknowledged = 0

    def run(self) -> None:
        try:
            while not self.known[0]["scene"]["over"]:
                for seat in self.table.secrets:
                    self._act(seat)
        except httpx.TransportError:
            pass

    def _act(self, seat: int) -> None:
        state = self.table.state(seat)
        self.known[seat] = state
        if not state["scene"]["choices"]:
            return
        action = self.luck.choice(state["scene"]["choices"])["action"]
        self.sent = (seat, {"action": action, "moment": state["moment"]})
        answer = self.table.post("/actions", self.sent[1], seat)
        assert answer.status_code == 200, answer.text
        self.sent = None
        self.acknowledged += 1
        self.known[seat] = answer.json()

    def check_and_resend(self) -> None:
        """All that was known is still so; what was under way counts once, whether it had arrived or not."""
        for seat, known in self.known.items():
            story = self.table.state(seat)["story"]
            assert story[: len(known["story"])] == known["story"]
        if self.sent is not None:
            seat, body = self.sent
            answer = self.table.post("/actions", body, seat)
            code = "ok" if answer.status_code == 200 else answer.json()["error"]["code"]
            assert code in ("ok", "already_done"), answer.text
            self.acknowledged += 1
        own = sum(1 for entry in self._own_choices())
        assert own == self.acknowledged, (own, self.acknowledged)

    def _own_choices(self) -> set[tuple[int, int]]:
        """Each choice made in one of the seats held is one step of that seat's own story."""
        found = set()
        for seat in self.table.secrets:
            for entry in self.table.state(seat)["story"]:
                told = entry["words"]
                if entry["seat"] == seat and ("rides" in told or "retires" in told or "gets" in told
                                              or "divides" in told or "takes the" in told):  # fmt: skip
                    found.add((seat, entry["step"]))
        return found


def test_killed_at_any_instant(tmp_path: Path) -> None:
    luck = random.Random(1908)
    process = Process(tmp_path)
    process.start()
    with httpx.Client(base_url=f"http://127.0.0.1:{process.port}", timeout=30) as client:
        rider = Rider(client)
        tables = [rider.open("me", "here", "here"), rider.open("me", "sprinter", "random")]
        done = [0] * len(tables)
        for life in range(KILLS):
            players = [Player(table, random.Random(life)) for table in tables]
            for player, before in zip(players, done, strict=True):
                player.acknowledged = before
                player.start()
            time.sleep(luck.uniform(0.02, 0.4))
            process.kill()
            for player in players:
                player.join()
            process.start()
            for number, player in enumerate(players):
                player.check_and_resend()
                done[number] = player.acknowledged
            if any(p.known[0]["scene"]["over"] for p in players):
                tables = [rider.open("me", "here", "here"), rider.open("me", "sprinter", "random")]
                done = [0] * len(tables)
        assert "Traceback" not in process.log.read_text()
    process.end()

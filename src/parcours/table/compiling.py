"""Compiles kernels in low-priority processes beside the server: first those of the game that somebody rides, then those
of the other games, then the searches. Nobody waits for this: what is not compiled yet runs as plain Python."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
from asyncio.subprocess import DEVNULL, PIPE, Process
from typing import Any

from parcours import warming
from parcours.engine.kernel import COMPILED, cores
from parcours.games import find_game
from parcours.table.events import note

KINDS = ("ride", "search")
MOST_TRIES = 4
"""How often a job is tried before it is given up."""
MOST_AT_A_TIME = 4

Job = tuple[str, str]
"""A game, and which of its kernels: "ride" or "search"."""


class Compiler:
    """Compiles everything that is not in the cache."""

    def __init__(self, games: tuple[str, ...]) -> None:
        self.games = games
        self.given_up: set[Job] = set()
        """Kernels that could not be compiled, or not kept in the cache: they stay plain Python."""
        self._wanted: list[str] = []
        self._tries: dict[Job, int] = {}
        self._running: dict[Job, Process] = {}
        self._put_off: set[Job] = set()
        self._steps: dict[Job, tuple[str, int, int]] = {}

    def want(self, game: str) -> None:
        """Somebody wants to ride this game: it comes first, before games that were asked for earlier."""
        new = game not in self._wanted
        self._wanted = [game, *(other for other in self._wanted if other != game)]
        if new and self._is_left((game, "ride")):
            self._make_room()

    def is_ready(self, game: str, kind: str) -> bool:
        """Whether these kernels are compiled."""
        return warming.is_made(game, kind)

    @property
    def progress(self) -> dict[str, Any] | None:
        """What is being compiled; None when nothing is."""
        every = [(game, kind) for kind in KINDS for game in self.games]
        left = [job for job in every if self._is_left(job)]
        if not left:
            return None
        job = next(iter(self._running), left[0])
        return {
            "game": str(find_game(job[0]).name), "name": self._steps.get(job, ("", 0, 0))[0],
            "done": len(every) - len(left), "total": len(every),
        }  # fmt: skip

    def left(self) -> tuple[int, int]:
        """How many parts are still to be compiled, and how many parts there are."""
        every = [(game, kind) for kind in KINDS for game in self.games]
        return sum(self._is_left(job) for job in every), len(every)

    def processes(self) -> list[int]:
        """The ids of the processes that compile now."""
        return [process.pid for process in self._running.values()]

    async def run(self) -> None:
        """Compile until nothing is left."""
        if not COMPILED:
            return
        for game in self.games:
            if not await asyncio.to_thread(warming.can_be_kept, game):
                self.given_up |= {(game, kind) for kind in KINDS}
        try:
            await asyncio.gather(*(self._work() for _ in range(max(1, min(MOST_AT_A_TIME, cores(None) - 1)))))
        finally:
            for process in self._running.values():
                with contextlib.suppress(ProcessLookupError):
                    process.kill()

    async def _work(self) -> None:
        while (job := self._next()) is not None:
            await self._compile(job)

    def _is_left(self, job: Job) -> bool:
        return job not in self.given_up and not warming.is_made(*job)

    def _next(self) -> Job | None:
        """The next job. What races need comes before the searches, and the games asked for most recently come first."""
        order = self._wanted + [game for game in self.games if game not in self._wanted]
        jobs = [(game, kind) for kind in KINDS for game in order]
        return next((job for job in jobs if job not in self._running and self._is_left(job)), None)

    def _make_room(self) -> None:
        """Put off one job that nobody waits for. The kernels that it has finished are kept."""
        for job, process in self._running.items():
            if job[0] not in self._wanted or job[1] == "search":
                self._put_off.add(job)
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
                return

    async def _compile(self, job: Job) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *warming.command(job[0], [job[1]]), stdin=DEVNULL, stdout=PIPE, stderr=DEVNULL
            )
        except OSError as error:
            self._failed(job, str(error))
            await asyncio.sleep(1)
            return
        self._running[job] = process
        note("process started", kind="compiler", game=job[0], part=job[1], pid=process.pid)
        try:
            assert process.stdout is not None
            async for line in process.stdout:
                with contextlib.suppress(ValueError, KeyError):
                    told = json.loads(line)
                    self._steps[job] = told["step"], told["done"], told["total"]
            code = await process.wait()
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.communicate()
            del self._running[job]
            note("process ended", kind="compiler", game=job[0], part=job[1], pid=process.pid, code=process.returncode)
        if job in self._put_off:
            self._put_off.discard(job)
        elif not warming.is_made(*job):
            self._failed(job, f"the process ended with code {code}")
            await asyncio.sleep(0.2)

    def _failed(self, job: Job, why: str) -> None:
        """Count a failed try; after `MOST_TRIES` of them the job is given up."""
        tries = self._tries[job] = self._tries.get(job, 0) + 1
        told = f"compiling {job[0]} ({job[1]}) failed: {why}"
        note("compiling failed", logging.WARNING, told, game=job[0], part=job[1], tries=tries)
        if tries >= MOST_TRIES:
            self.given_up.add(job)
            told = f"{job[0]} ({job[1]}) could not be compiled: it goes on uncompiled"
            note("compiling given up", logging.ERROR, told, game=job[0], part=job[1])

"""Kernels are compiled beside the server, by processes of low priority: the game somebody rides first, then the others,
then the searches. Nobody waits for them: what is not compiled rides in plain Python."""

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
"""So often a process that ended without its kernels is started again."""
MOST_AT_A_TIME = 4

Job = tuple[str, str]
"""A game, and what is compiled of it."""


class Compiler:
    """Has everything compiled that is not in the cache."""

    def __init__(self, games: tuple[str, ...]) -> None:
        self.games = games
        self.given_up: set[Job] = set()
        """What could not be compiled, or not be kept: it goes without."""
        self._wanted: list[str] = []
        self._tries: dict[Job, int] = {}
        self._running: dict[Job, Process] = {}
        self._put_off: set[Job] = set()
        self._steps: dict[Job, tuple[str, int, int]] = {}

    def want(self, game: str) -> None:
        """Somebody sits down to ride this game: it comes first, before those that were asked for earlier."""
        new = game not in self._wanted
        self._wanted = [game, *(other for other in self._wanted if other != game)]
        if new and self._is_left((game, "ride")):
            self._make_room()

    def is_ready(self, game: str, kind: str) -> bool:
        """Whether these kernels are there."""
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
        """How many of how many parts are still to be compiled."""
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
        """What to compile now: first all that races need, of the games asked for last before the others."""
        order = self._wanted + [game for game in self.games if game not in self._wanted]
        jobs = [(game, kind) for kind in KINDS for game in order]
        return next((job for job in jobs if job not in self._running and self._is_left(job)), None)

    def _make_room(self) -> None:
        """What nobody waits for is put off; the kernels that it has made are kept."""
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
            self._failed(job, f"the process ended with {code}")
            await asyncio.sleep(0.2)

    def _failed(self, job: Job, why: str) -> None:
        """It is tried again, and then goes without."""
        tries = self._tries[job] = self._tries.get(job, 0) + 1
        told = f"compiling {job[1]} of {job[0]}: {why}"
        note("compiling failed", logging.WARNING, told, game=job[0], part=job[1], tries=tries)
        if tries >= MOST_TRIES:
            self.given_up.add(job)
            told = f"{job[1]} of {job[0]} is not compiled: it goes on uncompiled"
            note("compiling given up", logging.ERROR, told, game=job[0], part=job[1])

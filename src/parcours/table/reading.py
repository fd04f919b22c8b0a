"""Uploaded files (courses, races, tours) are read in processes of their own, with limits on time and memory.

Whatever a file does to its reader, the table goes on: the reader is ended, and the next file gets a new one. A few
files are read at a time and a few wait, fewer still from one client. Everybody else is told when to try again.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from parcours.engine.words import Say
from parcours.table.events import note
from parcours.table.frames import MOST_MESSAGE, READY, SIZE, packed, unpacked
from parcours.table.refusals import Refused, busy, invalid
from parcours.table.settings import FileBounds

logger = logging.getLogger("parcours.table")
PATIENCE = 10
"""How many times longer a file may take by the clock than in processor time."""


class Readers:
    """The processes that read files."""

    def __init__(self, bounds: FileBounds) -> None:
        self.bounds = bounds
        self._free: list[Process] = []
        self._all: set[Process] = set()
        self._turn = asyncio.Semaphore(bounds.at_once)
        self._asked: Counter[str] = Counter()
        self._resting: dict[Process, asyncio.TimerHandle] = {}

    def processes(self) -> list[int]:
        """The ids of the running readers."""
        return [process.pid for process in self._all if process.returncode is None]

    async def read(self, client: str, kind: str, title: Callable[[int, str], Say], **given: Any) -> Any:
        """What a file holds, as `reader` gives it; otherwise a refusal, whose sentence `title` makes from line and
        place."""
        with self._counted(client):
            async with self._turn:
                told = await self._answer(kind, given) or await self._answer(kind, given) or {"costs": "memory"}
        if "told" in told:
            return told["told"]
        note("file refused", kind=kind, why=told.get("costs", "fault"))
        if "costs" in told:
            what = {"time": Say("it takes longer than {n} seconds to read", n=round(self.bounds.seconds)),
                    "memory": Say("it needs more memory than a file may use")}[told["costs"]]  # fmt: skip
            raise Refused(422, "too_costly", Say("Can't open this file: {what}.", what=what))
        fault = told["fault"]
        raise invalid(title(fault["line"], fault["place"]), fault["clause"], detail=fault["what"])

    @contextlib.contextmanager
    def _counted(self, client: str) -> Any:
        """Hold a place among the files that are read or wait, for as long as the block lasts; a refusal if none is
        free."""
        bounds = self.bounds
        full = self._asked.total() >= bounds.at_once + bounds.waiting
        if full or self._asked[client] >= bounds.a_client:
            raise busy(5, 503 if full else 429)
        self._asked[client] += 1
        try:
            yield
        finally:
            self._asked[client] -= 1
            self._asked += Counter()

    # ------------------------------------------------------------------------------------------------ processes

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[Process]:
        """A reader that nobody else uses. If the caller is interrupted, the reader is ended."""
        for dead in [process for process in self._free if process.returncode is not None]:
            self._end(dead)
        process = self._free.pop() if self._free else await self._start()
        if process in self._resting:
            self._resting.pop(process).cancel()
        answered = False
        try:
            yield process
            answered = process in self._all
        finally:
            if answered:
                self._free.append(process)
                loop = asyncio.get_running_loop()
                self._resting[process] = loop.call_later(self.bounds.rest, self._end, process)
            else:
                self._end(process)

    async def _start(self) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "parcours.table.reader", str(self.bounds.memory),
            str(self.bounds.seconds), stdin=PIPE, stdout=PIPE, stderr=DEVNULL,
        )  # fmt: skip
        self._all.add(process)
        note("process started", kind="reader", pid=process.pid)
        try:
            await asyncio.wait_for(_exchange(process, READY, {}), self.bounds.start_seconds)
        except BaseException as error:
            self._end(process)
            if isinstance(error, Exception):
                logger.error("a process for reading files could not be started: %s", type(error).__name__)
                raise busy(10, 503) from None
            raise
        return process

    async def _answer(self, kind: str, given: dict[str, Any]) -> dict[str, Any] | None:
        """What a reader answers; None: it died."""
        async with self._reader() as process:
            try:
                longest = PATIENCE * self.bounds.seconds
                found: dict[str, Any] = await asyncio.wait_for(_exchange(process, kind, given), longest)
                return found
            except TimeoutError:
                self._end(process)
                return {"costs": "time"}
            except (EOFError, OSError):
                self._end(process)
                return {"costs": "time"} if await process.wait() == -signal.SIGPROF else None

    def _end(self, process: Process) -> None:
        if process in self._resting:
            self._resting.pop(process).cancel()
        if process in self._free:
            self._free.remove(process)
        if process in self._all:
            note("process ended", kind="reader", pid=process.pid)
        self._all.discard(process)
        with contextlib.suppress(ProcessLookupError):
            process.kill()

    async def close(self) -> None:
        """End all readers."""
        ending = list(self._all)
        for process in ending:
            self._end(process)
        for process in ending:
            await process.wait()


async def _exchange(process: Process, kind: str, given: dict[str, Any]) -> Any:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(packed((kind, given)))
    await process.stdin.drain()
    (size,) = SIZE.unpack(await process.stdout.readexactly(SIZE.size))
    if size > MOST_MESSAGE:
        raise EOFError
    return unpacked(await process.stdout.readexactly(size))

"""Queues for what takes a while to make: hints, sheets, pictures, files. A queue serves one request at a time and lets
a few wait: one for each thing asked for, and only a few from one client. Everybody else is told when to try again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

from parcours.table.refusals import busy

T = TypeVar("T")


class RequestQueue:
    """A queue served one request at a time. It knows how many requests may wait, how many one client may have there,
    and how many seconds a request usually takes."""

    def __init__(self, waiting: int, a_client: int, seconds: float) -> None:
        self.most, self.a_client, self.seconds = 1 + waiting, a_client, seconds
        self.asking: dict[Hashable, str] = {}
        """Everyone being served or waiting, with the client each belongs to."""
        self._turn = asyncio.Semaphore(1)

    async def served(self, who: Hashable, client: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Do the work when it is this client's turn. Leaving the queue frees a place at once. Leaving while the work is
        under way frees it only when the work is done: until then nobody else can be served anyway."""
        clients = list(self.asking.values())
        if who in self.asking or clients.count(client) >= self.a_client:
            raise busy(math.ceil(self.seconds))
        if len(self.asking) >= self.most:
            raise busy(math.ceil(self.seconds * self.most), 503)
        self.asking[who] = client
        try:
            await self._turn.acquire()
        except BaseException:
            del self.asking[who]
            raise

        def done(task: asyncio.Task[T]) -> None:
            del self.asking[who]
            self._turn.release()
            if not task.cancelled():
                task.exception()  # mark its error as seen: nobody may be waiting for it

        working = asyncio.ensure_future(work())
        working.add_done_callback(done)
        return await asyncio.shield(working)

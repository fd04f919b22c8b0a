"""Windows where people ask for what takes a while: hints, sheets set in type. One is served at a time, few wait, each
for one thing; everybody else is told when to come again."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Coroutine, Hashable
from typing import Any, TypeVar

from parcours.table.refusals import busy

T = TypeVar("T")


class Window:
    """A window: how many wait at it, and how many seconds one usually takes."""

    def __init__(self, waiting: int, seconds: float) -> None:
        self.most, self.seconds = 1 + waiting, seconds
        self.asking: set[Hashable] = set()
        self._turn = asyncio.Semaphore(1)

    async def served(self, who: Hashable, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Have something done when it is one's turn. Whoever leaves the queue leaves a place; whoever leaves while it
        is done leaves none before it is done, for nobody else could have it done sooner."""
        if who in self.asking:
            raise busy(math.ceil(self.seconds))
        if len(self.asking) >= self.most:
            raise busy(math.ceil(self.seconds * self.most), 503)
        self.asking.add(who)
        try:
            await self._turn.acquire()
        except BaseException:
            self.asking.discard(who)
            raise

        def done(task: asyncio.Task[T]) -> None:
            self.asking.discard(who)
            self._turn.release()
            if not task.cancelled():
                task.exception()  # nobody may be left to hear of it

        working = asyncio.ensure_future(work())
        working.add_done_callback(done)
        return await asyncio.shield(working)

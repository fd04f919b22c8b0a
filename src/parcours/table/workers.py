"""Processes that think for the table: levels, hints and reviews are searched for there, compiled, at low priority.

The server hands over a race as one seat sees it; it never searches and never compiles itself.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import pickle
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, TypeVar

import numpy as np

from parcours.bots.own import name_of, setup_of
from parcours.bots.review import CLOSELY, Judged, judge
from parcours.bots.search import Budget, Found, evenly, search
from parcours.engine.game import Bot
from parcours.engine.match import Match
from parcours.table.events import form_here, log_as, note

T = TypeVar("T")
GIVE_WAY = 10
"""The niceness of thinking: how far it gives way to serving."""


@dataclass(frozen=True)
class SeatView:
    """A race as the acting seat sees it, packed for another process."""

    setup: bytes
    view: bytes
    seat: int

    @staticmethod
    def of(race: Match) -> SeatView:
        """The acting seat's view of a race."""
        return SeatView(_packed(name_of(race), race), race.view_races(race.actor).tobytes(), race.actor)

    def race(self) -> Match:
        """The race in this process."""
        race = _unpacked(self.setup).copy()
        race.races.view(np.uint8)[:] = np.frombuffer(self.view, np.uint8)
        race.look_again()
        return race.seen_by(self.seat)


_sent: dict[str, bytes] = {}


def _packed(name: str, race: Match) -> bytes:
    """A set-up, packed once."""
    if name not in _sent:
        while len(_sent) >= 64:
            _sent.pop(next(iter(_sent)))
        _sent[name] = pickle.dumps(setup_of(race))
    return _sent[name]


@lru_cache(64)
def _unpacked(setup: bytes) -> Match:
    import parcours

    told = pickle.loads(setup)
    return parcours.game(told.pop("game")).start(manual_chance=True, **told)


class Workers:
    """Processes, started when they are needed. If one dies, its task is tried once more; nothing else is lost."""

    def __init__(self, most: int) -> None:
        self._most, self._pool = most, self._new(most)

    @staticmethod
    def _new(most: int) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(most, multiprocessing.get_context("spawn"), _begin, (form_here(),))

    async def run(self, work: Callable[..., T], *given: Any) -> T:
        """Let one of the processes do this work."""
        for last in (False, True):
            pool = self._pool
            try:
                return await asyncio.wrap_future(pool.submit(work, *given))
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = self._new(self._most)
                    pool.shutdown(wait=False, cancel_futures=True)
                    note(
                        "process died",
                        logging.WARNING,
                        "a thinking process died; a new one takes its place",
                        kind="worker",
                    )
                if last:
                    raise
        raise AssertionError

    def run_here(self, work: Callable[..., T], *given: Any) -> T:
        """The same for a thread: this blocks until the work is done."""
        return asyncio.run(self.run(work, *given))

    def processes(self) -> list[int]:
        """The ids of the processes."""
        return list(self._pool._processes or ())

    def close(self) -> None:
        """End them, even in the middle of a thought."""
        running = list((self._pool._processes or {}).values())
        self._pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            process.terminate()


def _begin(form: str) -> None:
    """In the new process: give way to the server, and end with it."""
    log_as(form)
    note("process started", kind="worker", pid=os.getpid())
    with contextlib.suppress(OSError):
        os.nice(GIVE_WAY)
    server = multiprocessing.parent_process()
    if server is not None:
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()


def _end_with(server: Any) -> None:
    server.join()
    os._exit(0)


# ------------------------------------------------------------------------------------------- what they are asked


def choice_of(bot: Bot, seen: SeatView, luck: int) -> int:
    """The choice of a bot that thinks."""
    return bot.choice(seen.race(), luck)


def searched(seen: SeatView, budget: Budget, seed: int) -> Found:
    """What the search finds, and what each choice leads to. Only the figures are sent back."""
    race = seen.race()
    found = search(race, budget, seed=seed, how=evenly(race.game.search_parameters))
    return replace(found, position=None)


def judged(seen: SeatView, at: int, turn: int, action: int) -> Judged:
    """How good a choice of a finished race was."""
    return judge(seen.race(), at, turn, action, CLOSELY)


def made_ready(game: str) -> None:
    """Compile the search in this process, because it can't be kept on disk."""
    import parcours

    search(parcours.game(game).start(), Budget(iterations=1))

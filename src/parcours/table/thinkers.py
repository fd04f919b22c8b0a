"""Bots that take their time, at the table: they think in threads that give way to everything else the server does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache

from parcours.bots.own import OwnBot
from parcours.bots.search import Budget, Found, evenly, search
from parcours.engine.game import Bot, Game
from parcours.engine.match import Match
from parcours.errors import BadOptionError

logger = logging.getLogger("parcours.table")
GIVE_WAY = 10
"""How much less urgent thinking is than serving, as the system counts niceness."""


class Thinkers:
    """So many bots think at a time; the others wait their turn."""

    def __init__(self, most: int) -> None:
        self._pool = ThreadPoolExecutor(most, "parcours-thinker", give_way)
        self._reviewer = ThreadPoolExecutor(1, "parcours-reviewer", give_way)

    def bot(self, game: Game, name: str) -> Bot:
        """The bot of a seat. One that this server does not know any more is replaced by the game's own."""
        try:
            return game.bot(name)
        except BadOptionError:
            _say_once(f"{game.id}: there is no bot {name!r} here any more: {game.bots[-1].name} rides for it")
            return game.bots[-1]

    async def choice(self, bot: Bot, seen: Match, luck: int) -> tuple[int, str]:
        """What a bot does in a race as its seat sees it; and, where another had to choose for it, why."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, _choice, bot, seen, luck)

    def begin(self, work: Callable[[], object]) -> None:
        """Something long that nobody waits for; what goes wrong in it is logged."""
        self._reviewer.submit(_logged, work)

    async def search(self, seen: Match, budget: Budget, seed: int) -> Found:
        """What the search finds in a race as the acting seat sees it."""
        return await asyncio.get_running_loop().run_in_executor(
            self._pool, lambda: search(seen, budget, seed=seed, how=evenly(seen.game.search_weights))
        )

    def close(self) -> None:
        """Begin no thought any more."""
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._reviewer.shutdown(wait=False, cancel_futures=True)


def _logged(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:
        logger.error("in the background: %s: %s", type(error).__name__, error)


def _choice(bot: Bot, seen: Match, luck: int) -> tuple[int, str]:
    if isinstance(bot, OwnBot):
        action, why = bot.answer(seen, luck)
        if why:
            logger.warning("%s", why)
        return action, why
    return bot.choice(seen, luck), ""


def give_way() -> None:
    """Make this thread, and those that it starts, less urgent than the rest (where the system can)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVE_WAY)


@cache
def _say_once(text: str) -> None:
    logger.warning("%s", text)

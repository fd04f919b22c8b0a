"""Bots that take their time: they think in processes of lower priority than everything else the server does."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache

from parcours.bots.own import OwnBot
from parcours.bots.review import Judged
from parcours.bots.search import Budget, Found
from parcours.engine.game import Bot, Game
from parcours.engine.kernel import cores
from parcours.engine.match import Match
from parcours.errors import BadOptionError
from parcours.table.compiling import Compiler
from parcours.table.workers import GIVE_WAY, SeatView, Workers, choice_of, judged, made_ready, searched

logger = logging.getLogger("parcours.table")


class Thinkers:
    """Lets a few bots think at a time; the others wait. Hints have a process of their own, and reviews another."""

    def __init__(self, most: int, compiler: Compiler) -> None:
        self._compiler = compiler
        self._guests = ThreadPoolExecutor(most, "parcours-guest", give_way)
        self._reviewer = ThreadPoolExecutor(1, "parcours-reviewer", give_way)
        self._bots, self._hints, self._reviews = Workers(min(most, cores(None))), Workers(1), Workers(1)
        self._last_resort = Workers(1)
        """For games whose compiled search can't be kept on disk: this process compiles it for itself."""
        self._ready_there: dict[str, bool] = {}
        self._choosing, self._at_once = 0, most

    def bot(self, game: Game, name: str) -> Bot:
        """The bot of a seat. If this server no longer knows it, the game's own bot plays instead."""
        try:
            return game.bot(name)
        except BadOptionError:
            _say_once(f"{game.id}: this server no longer has the bot {name!r}: {game.bots[-1].name} plays for it")
            return game.bots[-1]

    def search_ready(self, game: Game) -> bool:
        """Whether the search of a game is compiled; until then the game's own bot stands in."""
        return self._compiler.is_ready(game.id, "search") or self._ready_there.get(game.id, False)

    async def keep_up(self) -> None:
        """If a compiled search can't be kept on disk, let the process that will use it compile it."""
        while True:
            for game, kind in list(self._compiler.given_up):
                if kind == "search" and game not in self._ready_there:
                    self._ready_there[game] = False
                    with contextlib.suppress(BrokenProcessPool):
                        await self._last_resort.run(made_ready, game)
                        self._ready_there[game] = True
            await asyncio.sleep(1)

    def _of(self, workers: Workers, game: Game) -> Workers:
        return self._last_resort if self._ready_there.get(game.id) else workers

    async def choice(self, bot: Bot, seen: Match, luck: int) -> tuple[int, str]:
        """What a bot does in a race as its seat sees it; and, if another bot had to choose for it, why."""
        self._choosing += 1
        try:
            return await self._chosen(bot, seen, luck)
        finally:
            self._choosing -= 1

    def at_work(self) -> tuple[int, int]:
        """How many bots think, and how many wait for their turn."""
        thinking = min(self._choosing, self._at_once)
        return thinking, self._choosing - thinking

    async def _chosen(self, bot: Bot, seen: Match, luck: int) -> tuple[int, str]:
        if isinstance(bot, OwnBot):
            return await asyncio.get_running_loop().run_in_executor(self._guests, _own_choice, bot, seen, luck)
        if not self.search_ready(seen.game):
            return await self.stand_in(seen, luck), ""
        return await self._of(self._bots, seen.game).run(choice_of, bot, SeatView.of(seen), luck), ""

    async def stand_in(self, seen: Match, luck: int) -> int:
        """What the game's own bot does: quick, compiled or not."""
        return await asyncio.get_running_loop().run_in_executor(self._guests, seen.choice_of, seen.game.bots[-1], luck)

    def begin(self, work: Callable[[], object]) -> None:
        """Start something long that nobody waits for. Errors in it are logged."""
        self._reviewer.submit(_logged, work)

    def judge(self, race: Match, at: int) -> Judged:
        """How good a choice of a finished race was. This blocks, so call it in a thread."""
        then = race.at(at)
        return self._of(self._reviews, race.game).run_here(judged, SeatView.of(then), at, then.turn, race.actions[at])

    async def search(self, seen: Match, budget: Budget, seed: int) -> Found:
        """What the search finds in a race as the acting seat sees it."""
        return await self._of(self._hints, seen.game).run(searched, SeatView.of(seen), budget, seed)

    def close(self) -> None:
        """Start no more searches, and end those under way."""
        self._guests.shutdown(wait=False, cancel_futures=True)
        self._reviewer.shutdown(wait=False, cancel_futures=True)
        for workers in (self._bots, self._hints, self._reviews, self._last_resort):
            workers.close()


def _logged(work: Callable[[], object]) -> None:
    try:
        work()
    except Exception as error:
        logger.error("background task failed: %s: %s", type(error).__name__, error)


def _own_choice(bot: OwnBot, seen: Match, luck: int) -> tuple[int, str]:
    action, why = bot.answer(seen, luck)
    if why:
        logger.warning("%s", why)
    return action, why


def give_way() -> None:
    """Give this thread, and those that it starts, a lower priority than the rest (if the system can)."""
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), GIVE_WAY)


@cache
def _say_once(text: str) -> None:
    logger.warning("%s", text)

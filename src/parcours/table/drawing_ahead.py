"""The boards of quick starts, which most people see first, are drawn before anybody asks, in a process of their own.

Some games lay a new road for every race. For these games a few roads are laid and drawn ahead. Only the luck of each
road is kept: it is made like any other luck, told to nobody, and given to one race. Whoever opens a table gets one of
these roads. Nothing depends on this: a board that is missing is drawn when somebody asks for it.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import sys
from asyncio.subprocess import DEVNULL, PIPE
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from parcours.games import games_in_order
from parcours.table import board_cache, keys
from parcours.table.drawer import Job, lays_its_own, quick_course, shown_course
from parcours.table.events import note
from parcours.table.frames import SIZE, packed, unpacked

if TYPE_CHECKING:
    from parcours.table.opening import Wish

ROADS = 2
"""How many roads of a game are kept ready."""
PAUSE = 3.0
"""Seconds until a road that was given away is replaced: its race has begun by then."""


@dataclass
class Road:
    """The luck of a race that nobody has opened yet, and so its road."""

    secret: bytes = field(repr=False)
    seed: int = field(repr=False)
    languages: set[str] = field(default_factory=set)
    """The languages in which its board is drawn."""


class DrawingAhead:
    """Draws boards ahead, in the languages in which people have looked at the front page."""

    def __init__(self) -> None:
        self._languages: list[str] = []
        self._roads: dict[str, list[Road]] = {}
        """The roads that are ready, of games that lay one for every race."""
        self._wanted = False
        """Whether a board may be missing."""
        self._drawing: asyncio.Task[None] | None = None

    def look(self, language: str) -> None:
        """Somebody looks at the front page in this language."""
        if language not in self._languages:
            self._languages.append(language)
            self._begin(0.0)

    def deal(self, wish: Wish, language: str) -> Wish:
        """The same wish. If it asks for the usual quick start, it gets the luck of a road that is drawn already."""
        roads = self._roads.get(wish.game.id, []) if _is_usual(wish) else []
        road = next((road for road in roads if language in road.languages), None)
        if road is None:
            return wish
        roads.remove(road)
        self._begin(PAUSE)
        return replace(wish, secret=road.secret, answers=road.seed)

    def _begin(self, pause: float) -> None:
        """Draw what is missing, unless that is under way already."""
        self._wanted = True
        if self._drawing is None or self._drawing.done():
            self._drawing = asyncio.get_running_loop().create_task(self._draw(pause))

    async def _draw(self, pause: float) -> None:
        """Draw until nothing is missing. A board that fails here is drawn when somebody asks for it."""
        await asyncio.sleep(pause)
        try:
            while self._wanted:
                self._wanted = False
                jobs = await asyncio.to_thread(self._missing)
                if jobs and await self._drawn(jobs):
                    self._wanted = True
        except Exception as error:
            note("drawing failed", logging.WARNING, f"drawing boards ahead failed: {type(error).__name__}: {error}")

    def _missing(self) -> list[Job]:
        """The boards that are not drawn yet, in the languages of those who look at the front page."""
        found: list[Job] = []
        for language in list(self._languages):
            for game in games_in_order():
                if not lays_its_own(game):
                    if not board_cache.is_drawn(board_cache.key_of(shown_course(game), language)):
                        found.append((game.id, b"", 0, language))
                    continue
                roads = self._roads.setdefault(game.id, [])
                while len(roads) < ROADS and (secret := keys.new_luck()):
                    roads.append(Road(secret, keys.new_seed()))
                found += [(game.id, r.secret, r.seed, language) for r in roads if language not in r.languages]
        return found

    async def _drawn(self, jobs: list[Job]) -> bool:
        """Draw the boards of these jobs. Returns whether all were drawn."""
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "parcours.table.drawer", stdin=PIPE, stdout=PIPE, stderr=DEVNULL
        )
        note("process started", kind="drawer", pid=process.pid)
        assert process.stdin is not None
        assert process.stdout is not None
        done = 0
        try:
            process.stdin.write(packed(jobs)[SIZE.size :])
            process.stdin.close()
            with contextlib.suppress(asyncio.IncompleteReadError):
                while True:
                    (size,) = SIZE.unpack(await process.stdout.readexactly(SIZE.size))
                    self._take(jobs, unpacked(await process.stdout.readexactly(size)))
                    done += 1
        finally:
            if process.returncode is None:
                with contextlib.suppress(ProcessLookupError):
                    process.kill()
            await process.wait()
            note("process ended", kind="drawer", pid=process.pid)
        return done == len(jobs)

    def _take(self, jobs: list[Job], answer: Any) -> None:
        number, key, board = answer
        board_cache.keep(key, board)
        name, secret, _, language = jobs[number]
        for road in self._roads.get(name, []):
            if road.secret == secret:
                road.languages.add(language)

    async def close(self) -> None:
        """Stop drawing."""
        if self._drawing is not None:
            self._drawing.cancel()
            await asyncio.gather(self._drawing, return_exceptions=True)


def _is_usual(wish: Wish) -> bool:
    """Whether a wish is for a game's quick start exactly as offered, and brings no luck of its own."""
    game = wish.game
    usual = wish.course is quick_course(game) and wish.teams == game.default_teams
    own = wish.luck is None and not (wish.secret or wish.commissioner or wish.carried or wish.actions)
    return wish.quick and own and usual and wish.options == game.checked_options(wish.teams, dict(game.quick.options))

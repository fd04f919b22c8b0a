"""All tables of a server: open them, change them, let their bots ride. Changes are committed first, then told."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import sqlalchemy as sa

from parcours.engine.game import Bot
from parcours.engine.lesson import read_lesson
from parcours.engine.words import Say, said
from parcours.games import GAMES
from parcours.table import refusals
from parcours.table.compiling import Compiler
from parcours.table.drawing_ahead import DrawingAhead
from parcours.table.events import note
from parcours.table.log import BOT
from parcours.table.reading import Readers
from parcours.table.refusals import Refused
from parcours.table.request_queues import RequestQueue
from parcours.table.reviews import Reviews
from parcours.table.schema import ChatRow
from parcours.table.settings import Settings
from parcours.table.storage import ConflictError, Storage, StorageError
from parcours.table.tables import KEPT_CHAT, ChatLine, Table
from parcours.table.thinkers import Thinkers

logger = logging.getLogger("parcours.table")
SLOW_BOT = 0.004
"""A bot that once took more seconds than this for a choice thinks in a thread from then on."""

LONGEST_ASIDE = 0.05
"""The most seconds that bots step aside for people who act."""


class TableRegistry:
    """The tables of one server, and the bots that ride at them."""

    def __init__(self, storage: Storage, settings: Settings) -> None:
        self.storage, self.settings = storage, settings
        self.tables: dict[str, Table] = {}
        self.played = 0
        """Actions committed since the server started."""
        self._opening: dict[str, asyncio.Task[Table | None]] = {}
        self.hints = RequestQueue(settings.hints_waiting, settings.hints_a_client, settings.hint_seconds)
        self.exports = RequestQueue(settings.exports_waiting, 1, 1.0)
        self.boards = RequestQueue(settings.boards_waiting, settings.boards_a_client, 2.0)
        self.sketches = RequestQueue(settings.sketches_waiting, settings.sketches_a_client, 1.0)
        self.typesetter = ThreadPoolExecutor(1, "parcours-typesetter")
        """Sets sheets one after the other: a sheet takes a good part of a second of a core."""
        self.readers = Readers(settings.files)
        self.compiler = Compiler(GAMES)
        self.drawing_ahead = DrawingAhead()
        self.thinkers = Thinkers(settings.thinkers, self.compiler)
        self.reviews = Reviews(self.thinkers, settings.reviews_waiting, settings.reviews_a_client)
        self._slots = asyncio.Semaphore(settings.bot_slots)
        self._people = 0
        self._no_people = asyncio.Event()
        self._no_people.set()
        self._slow: set[tuple[str, str]] = set()
        self._tasks: set[asyncio.Task[Any]] = set()

    # ------------------------------------------------------------------------------------------------- opening

    async def open(self, table_id: str) -> Table:
        """A table by its id, from memory or from the database."""
        self.storage.check()
        table = self.tables.get(table_id)
        if table is None:
            task = self._opening.get(table_id)
            if task is None:
                task = self._opening[table_id] = self.start(self._load(table_id))
                task.add_done_callback(lambda _: self._opening.pop(table_id, None))
            table = await asyncio.shield(task)
        if table is None:
            raise refusals.no_such_table()
        table.used = time.monotonic()
        return table

    async def _load(self, table_id: str) -> Table | None:
        stored = await asyncio.to_thread(self.storage.load, table_id)
        if stored is None:
            return None
        table = await asyncio.to_thread(Table, stored)
        return self.admit(table)

    def admit(self, table: Table) -> Table:
        """Take a table into memory. Tables that nobody has used for long make room."""
        self._make_room()
        if table.status != "finished":
            self.compiler.want(table.game.id)
        self.tables[table.id] = table
        self.start_bots(table)
        return table

    def _make_room(self) -> None:
        if len(self.tables) < self.settings.most_tables:
            return
        idle = [t for t in self.tables.values() if not t.watchers and not t.bots_at_work and not t.lock.locked()]
        idle = [t for t in idle if not t.rematch and t.asked is None]
        for table in sorted(idle, key=lambda t: t.used)[: max(1, self.settings.most_tables // 10)]:
            del self.tables[table.id]

    async def enter(self, table_id: str, secret: str | None) -> tuple[Table, int]:
        """A table, and the caller's seat there, or -1 for a spectator. Strangers are told that a private table does not
        exist."""
        table = await self.open(table_id)
        if secret is None:
            if table.private:
                raise refusals.no_such_table()
            return table, -1
        viewer = table.holder(secret)
        if viewer is None:
            raise refusals.no_such_table() if table.private else refusals.wrong_secret()
        if viewer >= 0:
            self._seen(table, viewer)
        return table, viewer

    def _seen(self, table: Table, seat: int) -> None:
        """Note that the holder of this seat is present. Watchers are told, and told again when that ends."""
        was_there = table.connected(seat)
        table.seats[seat].seen = time.monotonic()
        if not was_there:
            self.wake_watchers(table)
        if seat not in table.staying:
            table.staying.add(seat)
            self._look_after(table, seat)

    def _look_after(self, table: Table, seat: int) -> None:
        """Check whether a seat's holder is still there, as soon as the presence may have ended."""
        if (left := table.stays(seat)) > 0:
            asyncio.get_running_loop().call_later(left, self._look_after, table, seat)
            return
        table.staying.discard(seat)
        if not table.connected(seat):
            self.wake_watchers(table)

    # ------------------------------------------------------------------------------------------------- changing

    @asynccontextmanager
    async def changing(self, table: Table) -> AsyncIterator[None]:
        """Change a table within this block. At its end the change is committed, then watchers are told.

        A refusal leaves everything as it was. If anything else goes wrong, the table is opened again from the database.
        """
        async with self.looking(table):
            try:
                yield
                await self.commit(table)
            except Refused:
                raise
            except BaseException:
                self.forget(table)
                raise
            self.wake_watchers(table)
        self.start_bots(table)

    @asynccontextmanager
    async def looking(self, table: Table) -> AsyncIterator[None]:
        """Within this block a table does not change."""
        async with table.lock:
            if table.gone:
                raise refusals.stale()
            yield

    async def commit(self, table: Table, first: Any = None) -> None:
        """Write what has happened at a table. `first` is written before it, in the same transaction."""
        await self.commit_all([(table, first)])

    async def commit_all(self, changes: Sequence[tuple[Table, Any]]) -> None:
        """Write what has happened at several tables, each after a first job of its own: all of it, or nothing."""
        before = {table.id: len(table.log) for table, _ in changes}
        jobs = [job for table, first in changes for job in (first, table.take_change()) if job is not None]
        if not jobs:
            return

        def together(connection: sa.Connection) -> None:
            for job in jobs:
                job(connection)

        await self.write(changes[-1][0], together)
        for table, _ in changes:
            self.played += before[table.id] - table.committed
            table.committed = before[table.id]
            if table.match.over and not table.was_over:
                note("race over", game=table.game.id, actions=len(table.path), people=len(table.people()))
            table.was_over = table.match.over

    async def write(self, table: Table, job: Any) -> None:
        """Write something about a table, and wait until it is committed."""
        try:
            await asyncio.wrap_future(self.storage.write(job))
        except ConflictError:
            self.forget(table)
            raise refusals.stale() from None
        except StorageError as error:
            self.forget(table)
            logger.error("table %s could not be saved: %s", table.id, error)
            raise Refused(503, "storage", Say("The race could not be saved. Nothing was changed: try again.")) from None

    def forget(self, table: Table) -> None:
        """Drop a table from memory; it is opened again from what is committed."""
        table.gone = True
        if self.tables.get(table.id) is table:
            del self.tables[table.id]
        for watcher in list(table.watchers):
            watcher.drop()

    def wake_watchers(self, table: Table) -> None:
        """Wake the watchers: something that may be seen has changed."""
        table.version += 1
        table.used = time.monotonic()
        for watcher in table.watchers:
            watcher.wake()

    # ----------------------------------------------------------------------------------------------------- bots

    def start_bots(self, table: Table) -> None:
        """Let the bots of a table ride, if it is their turn."""
        if not table.bots_at_work and not table.gone and table.bot_to_act():
            table.bots_at_work = True
            self.start(self._ride(table))

    async def _ride(self, table: Table) -> None:
        try:
            while (name := table.bot_to_act()) and not table.gone:
                bot = self.thinkers.bot(table.game, name)
                if bot.thinks:
                    await self._think(table, name, bot)
                    continue
                async with self._slots:
                    await self._let_people_through()
                    await self._ride_a_while(table)
                await asyncio.sleep(0)
        except Refused:
            pass
        finally:
            table.bots_at_work = False
        self.start_bots(table)

    async def _think(self, table: Table, name: str, bot: Bot) -> None:
        """Make one choice of a bot that takes its time. Meanwhile the table is free. If something changes there (a
        choice is taken back, a seat handed over), the bot's choice is dropped."""
        async with self.looking(table):
            if table.bot_to_act() != name:
                return
            entries, seen = len(table.log), table.match.seen_by(table.match.actor)
        choice, failure = await self.thinkers.choice(bot, seen, table.bot_luck)
        async with self.looking(table):
            if len(table.log) != entries or table.bot_to_act() != name:
                return
            seat = table.match.actor
            with self._all_or_nothing(table):
                table.play(choice, BOT)
                await self.commit(table)
                if failure and failure not in table.failures:
                    table.failures.add(failure)
                    await self.say(table, seat, failure)
            self.wake_watchers(table)

    @contextmanager
    def person_acting(self) -> Iterator[None]:
        """Within this block bots step aside: people wait for answers, bots don't."""
        self._people += 1
        self._no_people.clear()
        try:
            yield
        finally:
            self._people -= 1
            if not self._people:
                self._no_people.set()

    async def _let_people_through(self) -> None:
        """Wait while people act, but not for ever."""
        if self._people:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._no_people.wait(), LONGEST_ASIDE)

    async def _ride_a_while(self, table: Table) -> None:
        """Make some moves of quick bots, in one commit."""
        async with self.looking(table):
            with self._all_or_nothing(table):
                for _ in range(self.settings.bot_moves_alone if table.bots_only else self.settings.bot_moves):
                    name = table.bot_to_act()
                    bot = self.thinkers.bot(table.game, name) if name else None
                    if bot is None or bot.thinks:
                        break
                    table.play(await self._choice(table, bot), BOT)
                await self.commit(table)
            self.wake_watchers(table)

    @contextmanager
    def _all_or_nothing(self, table: Table) -> Iterator[None]:
        """If anything goes wrong within this block, the table is opened again from the database."""
        try:
            yield
        except Refused:
            raise
        except BaseException:
            self.forget(table)
            raise

    async def _choice(self, table: Table, bot: Bot) -> int:
        """What a quick bot does now. It sees its seat's view and nothing else."""
        match = table.match
        if table.teaches and (scripted := read_lesson(table.game).scripted(match)) is not None:
            return scripted
        if (table.game.id, bot.name) in self._slow:
            return await asyncio.to_thread(match.choice_of, bot, table.bot_luck)
        began = time.thread_time()
        choice = match.choice_of(bot, table.bot_luck)
        if time.thread_time() - began > SLOW_BOT:
            self._slow.add((table.game.id, bot.name))
        return choice

    async def say(self, table: Table, seat: int, text: str) -> ChatLine:
        """Save a line of chat. The caller holds the table's lock."""
        number = table.chat[-1].id + 1 if table.chat else 1
        line = ChatLine(number, seat, said(table.who(seat), "en")[:40], text, time.time())

        def job(connection: sa.Connection) -> None:
            values = {"table_id": table.id, "id": line.id, "seat": seat, "name": line.name, "text": text, "at": line.at}
            connection.execute(sa.insert(ChatRow.__table__), values)  # type: ignore[arg-type]

        await self.write(table, job)
        table.chat = [*table.chat, line][-KEPT_CHAT:]
        return line

    async def wake_bots(self) -> None:
        """After a start, let bots go on where the server was stopped."""
        for table_id in await asyncio.to_thread(self.storage.unfinished):
            try:
                await self.open(table_id)
            except Exception as error:
                logger.error("table %s could not be opened: %s", table_id, error)

    # ---------------------------------------------------------------------------------------------------- tasks

    def start(self, work: Any) -> asyncio.Task[Any]:
        """Run something in the background, and log it if it fails."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None and not isinstance(error, Refused):
            logger.error("background task failed: %s: %s", type(error).__name__, error)

    async def close(self) -> None:
        """Stop the bots, and wait for what is being written."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.drawing_ahead.close()
        await self.readers.close()
        self.typesetter.shutdown(wait=False, cancel_futures=True)
        self.reviews.close()
        self.thinkers.close()
        await asyncio.to_thread(self.storage.close)

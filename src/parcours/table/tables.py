"""A live table: its race, its log, its seats, and who is there. All of it follows from the database."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from parcours.engine.chance import CHANCE
from parcours.engine.game import Game
from parcours.engine.match import digest_of
from parcours.engine.words import Say
from parcours.table import keys
from parcours.table.log import (
    ACTION,
    BACK,
    CHECK_EVERY,
    HANDED,
    LUCK,
    PERSON,
    UNDO,
    LogEntry,
    layout_of,
    open_race,
)
from parcours.table.schema import LogRow, SnapshotRow, TableRow, TourResultRow, TourRow
from parcours.table.storage import Stored
from parcours.table.story import Book, changed_hands, told, write_book

if TYPE_CHECKING:
    from parcours.table.live import Watcher

SEEN = 20.0
"""Who has asked something within so many seconds is there, even without a live connection."""
KEPT_CHAT = 200


@dataclass
class Seat:
    """A seat of a live table."""

    seat: int
    kind: str
    name: str
    bot: str | None
    secret: str | None
    invite: str | None
    screen: int
    seen: float = 0.0

    @property
    def ridden_by_bot(self) -> bool:
        return self.bot is not None


@dataclass(frozen=True)
class ChatLine:
    """A line of the chat."""

    id: int
    seat: int
    name: str
    text: str
    at: float


@dataclass
class UndoAsked:
    """A question to all other people at the table: may this be taken back?"""

    by: int
    kept: int
    """How many actions would stay."""
    answers: dict[int, bool | None] = field(default_factory=dict)


@dataclass
class Change:
    """What has happened in memory and must be committed before anybody is told."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    forget_beyond: int | None = None
    """Snapshots of more actions than this are of a race that was taken back."""


@dataclass(frozen=True)
class TourLink:
    """The tour that a race belongs to, and which stage it is, from 1."""

    id: str
    stage: int


class Table:
    """One table. Whoever touches it holds its lock; whoever changes it commits before letting go."""

    def __init__(self, stored: Stored) -> None:
        row = stored.table
        opened = open_race(stored)
        self.id: str = row.id
        self.private: bool = row.private
        self.branch_of: str | None = row.branch_of
        self.tour = TourLink(row.tour_id, row.stage) if row.tour_id else None
        self.created: float = row.created
        self.updated: float = row.updated
        self.bot_luck: int = row.bot_luck
        self.key: bytes = row.key
        self.course_text: str | None = row.course_text
        self.match, self.log, self.path, self.note = opened.match, opened.log, opened.path, opened.note
        self.game = self.match.game
        self.seats = [Seat(s.seat, s.kind, s.name, s.bot, s.secret, s.invite, s.screen) for s in stored.seats]
        self.chat = [ChatLine(c.id, c.seat, c.name, c.text, c.at) for c in stored.chat][-KEPT_CHAT:]
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.asked: UndoAsked | None = None
        self.rematch: dict[int, dict[str, Any]] = {}
        """For each seat, where the return race is ridden and the invitation to it."""
        self.used = time.monotonic()
        self.gone = False
        """Dropped from memory: whoever still holds it must look again."""
        self.committed = len(self.log)
        self.bots_at_work = False
        self.failures: set[str] = set()
        """What was said about bots that could not choose."""
        self.version = 0
        """Counts everything that a viewer could be shown."""
        self.cache: dict[Any, Any] = {}
        """What was shown last, by viewer and language."""
        self._books: dict[int, Book] = {}
        self._change = Change()
        self._layout = layout_of(self.game)
        self._public_change = False
        self._unnoticed = row.status == "waiting"
        """Nothing has happened yet that everybody may notice."""

    # -------------------------------------------------------------------------------------------- who is there

    def holder(self, secret: str) -> int | None:
        """The seat that a secret holds; -1 for an invitation that still stands; None: neither."""
        found: int | None = None
        for seat in self.seats:
            if keys.fits(secret, seat.secret):
                found = seat.seat
            elif found is None and seat.kind == "open" and keys.fits(secret, seat.invite):
                found = -1
        return found

    def connected(self, seat: int) -> bool:
        """Whether somebody (or a bot) is there."""
        held = self.seats[seat]
        if held.kind != "person":
            return held.kind == "bot"
        return time.monotonic() - held.seen < SEEN or any(w.viewer == seat for w in self.watchers)

    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "person"]

    # -------------------------------------------------------------------------------------------------- playing

    @property
    def status(self) -> str:
        if self.match.over:
            return "finished"
        waiting = any(seat.kind == "open" and not seat.bot for seat in self.seats)
        return "waiting" if waiting and self._unnoticed and not self._public_change else "live"

    def bot_to_act(self) -> str | None:
        """The bot whose decision it is, if it is one's."""
        if self.note is not None or self.match.actor < 0:
            return None
        return self.seats[self.match.actor].bot

    @property
    def thinking(self) -> int:
        """The seat whose bot is thinking about its choice; -1: none."""
        name = self.bot_to_act()
        return self.match.actor if any(bot.name == name and bot.thinks for bot in self.game.all_bots) else -1

    def settle(self) -> None:
        """Let chance act, unless people roll for themselves."""
        while self.match.actor == CHANCE and not self.match.setup.manual_chance and self.note is None:
            self.record_action(self.match.roll(), LUCK)

    def play(self, action: int, by: str, seat: int = -1, moment: str | None = None) -> None:
        """Carry out a legal action, and what chance makes of it."""
        self.record_action(action, by, seat, moment)
        self.settle()
        self.asked = None

    def record_action(self, action: int, by: str, seat: int = -1, moment: str | None = None) -> None:
        match, index = self.match, len(self.log)
        actor, before, turn = match.actor, match.state, match.turn
        match.replay(action)
        self.log.append(LogEntry(ACTION, action, actor, seat, by, moment))
        self.path.append(index)
        if -1 not in self._books:
            self._public_change |= bool(told(match, before, action, -1))
        for book in self._books.values():
            entries = told(match, before, action, book.viewer)
            book.add(index, turn, entries, match.turn)
            self._public_change |= bool(entries) and book.viewer == -1
        digest = self._check_point() if len(match.actions) % CHECK_EVERY == 0 else None
        self._record(index, digest)

    def _check_point(self) -> str:
        record = self.match.races
        digest = digest_of(record[0])
        self._change.snapshots.append(
            {"count": len(self.match.actions), "layout": self._layout, "digest": digest, "record": record.tobytes()}
        )
        return digest

    def _record(self, index: int, digest: str | None) -> None:
        entry = self.log[index]
        self._change.rows.append(
            {"table_id": self.id, "index": index, "kind": entry.kind, "code": entry.code, "actor": entry.actor,
             "seat": entry.seat, "by": entry.by, "moment": entry.moment, "rules": self.game.rules.VERSION,
             "digest": digest, "at": time.time()}
        )  # fmt: skip

    def hand_over(self, seat: int, bot: str | None, by: int) -> None:
        """A bot rides for a seat from now on; without one, whoever holds the seat rides again. All are told."""
        kind, index = HANDED if bot else BACK, len(self.log)
        number = next((n for n, one in enumerate(self.game.all_bots) if one.name == bot), -1)
        self.seats[seat].bot = bot
        self.log.append(LogEntry(kind, number, seat, by, PERSON))
        for book in self._books.values():
            book.add(index, self.match.turn, changed_hands(self.game, self.log[index]))
        self._public_change = True
        self._record(index, None)

    @property
    def bots_only(self) -> bool:
        """Whether nobody is left who decides anything: the bots may ride to the end as fast as they can."""
        return all(seat.bot for seat in self.seats) and not self.match.setup.manual_chance

    # ----------------------------------------------------------------------------------------------------- undo

    def last_choice(self, seat: int) -> int | None:
        """Which action of the race was the last that the person in this seat chose."""
        for number in range(len(self.path) - 1, -1, -1):
            entry = self.log[self.path[number]]
            if entry.by == PERSON and entry.seat == seat:
                return number
        return None

    def undo_is_free(self, seat: int) -> bool:
        """Whether a person may take back the last choice without asking: nobody acted on it and nothing was
        revealed, or there is nobody else to ask. It goes by what the person could notice: if it went by what others
        do in secret, it would tell that they do something."""
        if self.note is not None or seat < 0:
            return False
        last = self.last_choice(seat)
        if last is None:
            return False
        if not self.others_of(seat):
            return True
        noticed = [index for index in self.book(seat).steps if self.log[index].kind not in (HANDED, BACK)]
        return (not noticed or noticed[-1] <= self.path[last]) and not self._revealed(seat, last)

    def others_of(self, seat: int) -> list[int]:
        """The people who would be asked: those at other screens, who ride for themselves."""
        screen = self.seats[seat].screen
        return [s.seat for s in self.people() if s.seat != seat and s.screen != screen and not s.ridden_by_bot]

    def _revealed(self, seat: int, number: int) -> bool:
        """Whether the choice showed its maker something: from what the seat knew, could it have come out otherwise?"""
        action = self.match.actions[number]
        before = self.match.at(number)
        if before.actor == CHANCE:
            return False
        after = digest_of(self.match.at(number + 1).view(seat))
        for guess in (before.guess(seat, key) for key in (11, 23, 42)):
            if action not in guess.legal():
                return True
            guess.replay(action)
            if digest_of(guess.view(seat)) != after:
                return True
        return False

    def undo(self, seat: int, kept: int) -> None:
        """Take back all but the first `kept` actions. It is an entry of the log."""
        public = self.book(-1)
        index, turn, undone = len(self.log), self.match.turn, self.path[kept:]
        for book in self._books.values():
            book.add_undo(index, turn, seat, undone, self.game.teams[seat].name)
        self._public_change |= public.steps[-1:] == [index]
        self.log.append(LogEntry(UNDO, len(undone), seat, seat, PERSON))
        self.match = self.match.at(kept)
        del self.path[kept:]
        self._change.forget_beyond = kept
        self._change.snapshots = [s for s in self._change.snapshots if s["count"] <= kept]
        self._record(index, None)
        self.asked = None

    # ----------------------------------------------------------------------------------------- what viewers know

    def book(self, viewer: int) -> Book:
        """The story as a viewer may know it."""
        if viewer not in self._books:
            self._books[viewer] = write_book(self.match, self.log, viewer)
        return self._books[viewer]

    def has_book(self, viewer: int) -> bool:
        return viewer in self._books

    def moment(self, viewer: int) -> str:
        """A digest of what a viewer sees: it changes when, and only when, that does."""
        seen = digest_of(self.match.view(viewer))
        steps = len(self.book(viewer).steps)
        return keys.sealed(self.key, str(viewer), str(steps), str(self.match.actor), seen, str(self.note or ""))

    def done_before(self, seat: int, action: int, moment: str) -> bool:
        """Whether this person has made this choice at this moment already."""
        return any(e.moment == moment and e.seat == seat and e.code == action for e in reversed(self.log))

    def at_log(self, index: int) -> list[int]:
        """The actions of the race as it stood after the first `index` entries of the log."""
        path: list[int] = []
        for number, entry in enumerate(self.log[:index]):
            if entry.kind == UNDO:
                del path[len(path) - entry.code :]
            elif entry.kind == ACTION:
                path.append(number)
        return [self.log[number].code for number in path]

    # ------------------------------------------------------------------------------------------------ committing

    def take_change(self) -> Any:
        """What has happened since the last time, as a job for the writer."""
        change, self._change = self._change, Change()
        if self._public_change:
            self.updated, self._public_change, self._unnoticed = time.time(), False, False
        for snapshot in change.snapshots:
            snapshot["table_id"] = self.id
        stands = {"updated": self.updated, "status": self.status, "actor": self.match.actor, "winner": self.winner}
        table_id = self.id
        ended = self.match.over and any(row["kind"] == ACTION for row in change.rows)
        booking = self._booking() if ended else None

        def job(connection: Connection) -> None:
            connection.execute(sa.insert(LogRow.__table__), change.rows)  # type: ignore[arg-type]
            if change.forget_beyond is not None:
                beyond = SnapshotRow.count > change.forget_beyond
                connection.execute(sa.delete(SnapshotRow).where(SnapshotRow.table_id == table_id, beyond))
            if change.snapshots:
                connection.execute(sa.insert(SnapshotRow.__table__), change.snapshots)  # type: ignore[arg-type]
            connection.execute(sa.update(TableRow).where(TableRow.id == table_id).values(**stands))
            if booking is not None:
                connection.execute(sa.insert(TourResultRow.__table__), booking)  # type: ignore[arg-type]
                tour = sa.update(TourRow).where(TourRow.id == booking["tour_id"])
                connection.execute(tour.values(updated=booking["at"]))

        return job if change.rows else None

    @property
    def booked(self) -> bool:
        """Whether the race is a stage whose result counts: nothing of it can be taken back any more."""
        return self.tour is not None and self.match.over

    def _booking(self) -> dict[str, Any] | None:
        """The result of a stage, to be written together with the last action of its race."""
        if self.tour is None or self.game.tour is None:
            return None
        result = dict(self.game.tour.result(self.match.races[0], self.match.setup.course))
        return {
            "tour_id": self.tour.id, "stage": self.tour.stage, "table_id": self.id, "result": result,
            "at": time.time(),
        }  # fmt: skip

    @property
    def winner(self) -> int:
        return self.match.standings()[0].seat if self.match.over else -1

    def who(self, seat: int) -> Say | str:
        """The name of whoever holds a seat."""
        held = self.seats[seat]
        if held.kind == "bot" and held.bot and not held.name:
            return bot_label(self.game, held.bot)
        return held.name or self.game.teams[seat].name


def bot_label(game: Game, name: str) -> Say | str:
    """What a bot is called; one that is not here any more keeps its name."""
    return next((bot.label for bot in game.all_bots if bot.name == name), name)

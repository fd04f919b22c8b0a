"""A live table: its race, its log, its seats, and who is there. All of it follows from the database."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from parcours.engine.chance import CHANCE
from parcours.engine.game import Game
from parcours.engine.match import Match, digest_of
from parcours.engine.words import Say
from parcours.table import ease, keys, taking_back, together
from parcours.table.log import (
    ACTION,
    BACK,
    CHECK_EVERY,
    CLICK,
    FILE,
    HANDED,
    LEFT,
    LESSON,
    LUCK,
    PERSON,
    QUICK,
    SEALED,
    UNDO,
    UNRIDEABLE,
    USUAL,
    WITHDRAWN,
    LogEntry,
    layout_of,
    open_race,
    other_rules,
    path_of,
    undos_of,
    whose_undo,
)
from parcours.table.schema import LogRow, SnapshotRow, TableRow, TourResultRow, TourRow
from parcours.table.storage import Stored
from parcours.table.story import Book, changed_hands, told, write_book

if TYPE_CHECKING:
    from parcours.table.live import Watcher

SEEN = 20.0
"""For how many seconds after a request somebody counts as present, even without a live connection."""
KEPT_CHAT = 200
SHARED = -2
"""Stands for the winner where several share the first place."""


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
    seen: float = -SEEN

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
    moment: str | None
    """When it was asked."""
    answers: dict[int, bool | None] = field(default_factory=dict)


@dataclass
class Change:
    """What has happened in memory and must be committed before anybody is told."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    forget_beyond: int | None = None
    """Snapshots of more actions than this are of a race that was taken back."""
    noticed: bool = False
    """Whether everybody may notice it."""


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
        self.left = ease.left_by(self.game, self.log, len(self.seats))
        """For each seat, the routines that its person leaves to the table."""
        self.sealed = together.sealed_by(self.log, len(self.seats))
        """For each seat, what it has chosen before its turn, where all decide at once."""
        self._moments: dict[int, tuple[str, set[str]]] = {}
        """For each seat, at which moments the question it has now was shown, where others decide at the same time."""
        self.chat = [ChatLine(c.id, c.seat, c.name, c.text, c.at) for c in stored.chat][-KEPT_CHAT:]
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.staying: set[int] = set()
        """The seats of which somebody looks when they do not stay any longer."""
        self.asked: UndoAsked | None = None
        self.rematch: dict[int, dict[str, Any]] = {}
        """For each seat, where the return race is ridden and the invitation to it."""
        self.used = time.monotonic()
        self.gone = False
        """Dropped from memory: whoever still holds it must look again."""
        self.committed = len(self.log)
        self.was_over = self.match.over
        """Whether the race was over as it was last written down."""
        self._undos = undos_of(self.log, len(self.seats))
        """For each seat, how often a choice of its person was taken back, or taken back by that person."""
        self.silent_turns: dict[tuple[int, int, int], bool] = {}
        """What is known about turns: whether something may be chosen there that a seat does not notice."""
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
        return self.stays(seat) > 0 or any(w.viewer == seat for w in self.watchers)

    def stays(self, seat: int) -> float:
        """For how many seconds more whoever has asked something in this seat counts as being there."""
        return SEEN - (time.monotonic() - self.seats[seat].seen)

    def people(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.kind == "person"]

    # -------------------------------------------------------------------------------------------------- playing

    @property
    def status(self) -> str:
        if self.match.over:
            return "finished"
        waiting = any(seat.kind == "open" and not seat.bot for seat in self.seats)
        return "waiting" if waiting and self._unnoticed and not self._change.noticed else "live"

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

    @property
    def quick(self) -> bool:
        """Whether the game answered the opening questions."""
        return any(entry.kind == QUICK for entry in self.log[:2])

    @property
    def teaches(self) -> bool:
        """Whether the race is a lesson."""
        return any(entry.kind == LESSON for entry in self.log[:2])

    def begin_lesson(self) -> None:
        """From here on a coach speaks to the first seat."""
        self._note(LESSON, 0, -1)

    def begin_quickly(self) -> None:
        """Answer the opening questions, everybody's, as the game usually does."""
        self._note(QUICK, 0, -1)
        self.roll()
        while (usual := ease.opening_answer(self.match)) is not None:
            self.record_action(usual, USUAL, self.match.actor)
            self.roll()

    def leave(self, seat: int, routines: Sequence[str]) -> None:
        """A person leaves these routines to the table, and no others."""
        self._note(LEFT, ease.as_bits(self.game, routines), seat)
        self.left[seat] = frozenset(routines)

    def _note(self, kind: str, code: int, seat: int, moment: str | None = None) -> None:
        """An entry of the log that changes nothing of the race."""
        self.log.append(LogEntry(kind, code, seat, seat, PERSON, moment))
        self._record(len(self.log) - 1, None)

    def roll(self) -> None:
        """Let chance act, unless people roll for themselves."""
        while self.match.actor == CHANCE and not self.match.setup.manual_chance and self.note is None:
            self.record_action(self.match.roll(), LUCK)

    def settle(self) -> None:
        """Let chance act, answer for people what is forced or left to the table, carry out what they chose early."""
        self.roll()
        while True:
            if (answer := ease.answer(self)) is not None:
                self.record_action(answer, USUAL, self.match.actor)
            elif (sealed := together.next_sealed(self)) is None:
                break
            elif sealed.code in self.match.legal():
                del self.sealed[sealed.seat][0]
                self.record_action(sealed.code, sealed.by, sealed.seat)
            else:
                self.withdraw(sealed.seat)
            self.roll()

    def question(self, seat: int) -> Match:
        """The race as it asks this seat: where all decide at once, also before its turn."""
        return together.early_question(self, seat) or self.match

    def seal(self, seat: int, chosen: Sequence[int], moment: str | None) -> None:
        """A person chooses before the own turn; nobody else notices."""
        for number, action in enumerate(chosen):
            entry = LogEntry(SEALED, action, seat, seat, CLICK if number else PERSON, None if number else moment)
            self.log.append(entry)
            self._record(len(self.log) - 1, None)
            self.sealed[seat].append(entry)

    def withdraw(self, seat: int, moment: str | None = None) -> None:
        """What a seat has chosen before its turn counts no longer."""
        self._note(WITHDRAWN, len(self.sealed[seat]), seat, moment)
        self.sealed[seat].clear()

    def play(
        self, action: int, by: str, seat: int = -1, moment: str | None = None, then: Sequence[int] = ()
    ) -> None:  # fmt: skip
        """Carry out a legal action, those that the same press has chosen after it, and what chance makes of them."""
        if by == PERSON and self.match.actor not in (seat, CHANCE):
            self.seal(seat, (action, *then), moment)
            return
        self.record_action(action, by, seat, moment)
        for one in then:
            if self.match.actor != seat or one not in self.match.legal():
                break
            self.record_action(one, CLICK, seat)
        self.settle()

    def record_action(self, action: int, by: str, seat: int = -1, moment: str | None = None) -> None:
        match, index = self.match, len(self.log)
        actor, before, turn = match.actor, match.state, match.turn
        match.replay(action)
        self.asked = None
        self.log.append(LogEntry(ACTION, action, actor, seat, by, moment))
        self.path.follow(index, self.log[index])
        if -1 not in self._books:
            self._change.noticed |= bool(told(match, before, action, -1))
        for book in self._books.values():
            entries = book.tell(match, before, action, index, turn)
            self._change.noticed |= bool(entries) and book.viewer == -1
        digest = self._check_point() if len(match.actions) % CHECK_EVERY == 0 else None
        self._record(index, digest)

    def _check_point(self) -> str:
        record = self.match.races
        digest = digest_of(record[0])
        self._change.snapshots.append(
            {"count": len(self.match.actions), "layout": self._layout, "digest": digest, "record": record.tobytes()}
        )
        return digest

    def end_of_older_rules(self, rules: int) -> None:
        """What its file tells further was ridden under older rules, which today's do not allow. The log says so with an
        action that nobody can ride."""
        index = len(self.log)
        self.log.append(LogEntry(ACTION, UNRIDEABLE, self.match.actor, -1, FILE))
        self._record(index, None)
        self._change.rows[-1]["rules"] = rules
        self.note = other_rules(rules, self.game)

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
        self._change.noticed = True
        self._record(index, None)
        self.settle()

    @property
    def bots_only(self) -> bool:
        """Whether nobody is left who decides anything: the bots may ride to the end as fast as they can."""
        return all(seat.bot for seat in self.seats) and not self.match.setup.manual_chance

    @property
    def taken_over(self) -> int:
        """How many actions of the race are of another one, ridden with another luck: a branch, or a race from a file.
        (The stages of a tour from a file have the luck of the file.)"""
        return 0 if self.tour else sum(self.log[index].by == FILE for index in self.path)

    # ----------------------------------------------------------------------------------------------------- undo

    def last_choice(self, seat: int) -> int | None:
        """Which action of the race was the last that the person in this seat chose."""
        for number in range(len(self.path) - 1, -1, -1):
            entry = self.log[self.path[number]]
            if entry.by == PERSON and entry.seat == seat:
                return number
        return None

    def undo(self, seat: int, kept: int, moment: str | None = None) -> None:
        """Take back all but the first `kept` actions. It is an entry of the log."""
        public, begun = self.book(-1), taking_back.begun_together(self, kept)
        index, turn = len(self.log), self.match.turn
        self.log.append(LogEntry(UNDO, len(self.path) - kept, seat, seat, PERSON, moment))
        undone = self.path.follow(index, self.log[index])
        for book in self._books.values():
            book.add_undo(index, turn, seat, undone, self.game.teams[seat].name)
        self._change.noticed |= public.steps[-1:] == [index]
        for concerned in whose_undo(self.log, index, undone):
            self._undos[concerned] += 1
        self.match = self.match.at(kept)
        self._change.forget_beyond = kept
        self._change.snapshots = [s for s in self._change.snapshots if s["count"] <= kept]
        self._record(index, None)
        for early in range(len(self.seats)):
            if self.sealed[early] and (begun or not together.is_together(self.game, self.match)):
                self.withdraw(early)
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
        """A digest of what a viewer sees, which never comes again: a choice sent twice counts once, even where it was
        taken back in between. It changes only with what the viewer can notice."""
        seen = digest_of(self.match.view(viewer))
        own = f"{self._undos[viewer]} {self._sealings(viewer)}" if viewer >= 0 else "0 0"
        counts = f"{len(self.book(viewer).steps)} {own}"
        moment = keys.sealed(self.key, str(viewer), counts, str(self.match.actor), seen, str(self.note or ""))
        if viewer >= 0:
            self._remember(viewer, moment, own)
        return moment

    def _sealings(self, seat: int) -> int:
        return sum(entry.kind in (SEALED, WITHDRAWN) and entry.actor == seat for entry in self.log)

    def _remember(self, seat: int, moment: str, own: str) -> None:
        """Where all decide at once, a question stays the same while others answer theirs."""
        asked = f"{own} {self.last_choice(seat)}" if together.is_together(self.game, self.match) else moment
        kept, moments = self._moments.get(seat, ("", set()))
        self._moments[seat] = (asked, moments | {moment} if asked == kept else {moment})

    def fits_moment(self, seat: int, moment: str | None) -> bool:
        """Whether a choice made at this moment answers the question that the seat has now."""
        return self.moment(seat) == moment or moment in self._moments[seat][1]

    def done_before(self, seat: int, action: int, moment: str) -> bool:
        """Whether this person has made this choice at this moment already."""
        mine = (e for e in reversed(self.log) if e.moment == moment and e.seat == seat)
        return any(e.kind in (ACTION, SEALED) and e.code == action for e in mine)

    def undone_before(self, seat: int, moment: str) -> bool:
        """Whether this person has taken back a choice at this moment already."""
        mine = (e for e in reversed(self.log) if e.moment == moment and e.seat == seat)
        return any(e.kind in (UNDO, WITHDRAWN) for e in mine)

    def at_log(self, index: int) -> list[int]:
        """The actions of the race as it stood after the first `index` entries of the log."""
        return [self.log[number].code for number in path_of(self.log[:index])]

    # ------------------------------------------------------------------------------------------------ committing

    def give_change(self) -> Change:
        """What has happened since the last time."""
        change, self._change = self._change, Change()
        return change

    def owe(self, change: Change) -> None:
        """The log that this table was opened from is not written yet."""
        self._change, self.committed = change, 0

    def take_change(self) -> Any:
        """What has happened since the last time, as a job for the writer."""
        change = self.give_change()
        if change.noticed:
            self.updated, self._unnoticed = time.time(), False
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

    @property
    def unsealed(self) -> bool:
        """Whether a race for several people is over, whose luck was under seal: now anybody may know what would have
        come, so nothing of it can be taken back any more."""
        screens = {s.screen for s in self.seats if s.kind != "bot"}
        return self.match.over and bool(self.match.setup.secret) and len(screens) > 1

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
        """The seat that has won; -1: the race goes on; `SHARED`: several have."""
        first = [standing.seat for standing in self.match.standings() if standing.place == 1] if self.match.over else []
        return first[0] if len(first) == 1 else SHARED if first else -1

    def who(self, seat: int) -> Say | str:
        """The name of whoever holds a seat."""
        held = self.seats[seat]
        if held.kind == "bot" and held.bot and not held.name:
            return bot_label(self.game, held.bot)
        return held.name or self.game.teams[seat].name


def bot_label(game: Game, name: str) -> Say | str:
    """What a bot is called; one that is not here any more keeps its name."""
    return next((bot.label for bot in game.all_bots if bot.name == name), name)

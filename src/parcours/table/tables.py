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
"""Seconds after a request during which its sender counts as present, even without a live connection."""
KEPT_CHAT = 200
SHARED = -2
"""Stands for the winner if several seats share the first place."""


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
    state_id: str | None
    """The state in which it was asked."""
    answers: dict[int, bool | None] = field(default_factory=dict)


@dataclass
class Change:
    """What has happened in memory and must be committed before anybody is told."""

    rows: list[dict[str, Any]] = field(default_factory=list)
    snapshots: list[dict[str, Any]] = field(default_factory=list)
    forget_beyond: int | None = None
    """If something was taken back: snapshots of more actions than this must be deleted."""
    noticed: bool = False
    """Whether everybody may notice the change."""


@dataclass(frozen=True)
class TourLink:
    """The tour that a race belongs to, and which stage it is, from 1."""

    id: str
    stage: int


class Table:
    """One table. Hold its lock while you use it; commit a change before you release it."""

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
        """For each seat, what it has chosen before its turn, if all decide at once."""
        self._state_ids: dict[int, tuple[str, set[str]]] = {}
        """For each seat, the states in which its present question was shown, if others decide at the same time."""
        self.chat = [ChatLine(c.id, c.seat, c.name, c.text, c.at) for c in stored.chat][-KEPT_CHAT:]
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.staying: set[int] = set()
        """The seats for which a timer checks when their holder's presence ends."""
        self.asked: UndoAsked | None = None
        self.rematch: dict[int, dict[str, Any]] = {}
        """For each seat, where the return race is ridden and the invitation to it."""
        self.used = time.monotonic()
        self.gone = False
        """Dropped from memory: code that still holds it must look the table up again."""
        self.committed = len(self.log)
        self.was_over = self.match.over
        """Whether the race was over when it was last written."""
        self._undos = undos_of(self.log, len(self.seats))
        """For each seat, how many undos concern its person: those it made, and those of its choices."""
        self.silent_turns: dict[tuple[int, int, int], bool] = {}
        """For turns already checked: whether something may be chosen there that a seat does not notice."""
        self.bots_at_work = False
        self.failures: set[str] = set()
        """Messages about bots that could not choose; each is said once."""
        self.version = 0
        """Counts every change that a viewer could be shown."""
        self.cache: dict[Any, Any] = {}
        """What was shown last, by viewer and language."""
        self._books: dict[int, Book] = {}
        self._change = Change()
        self._layout = layout_of(self.game)
        self._unnoticed = row.status == "waiting"
        """Whether nothing has happened yet that everybody may notice."""

    # -------------------------------------------------------------------------------------------- who is there

    def holder(self, secret: str) -> int | None:
        """The seat that a secret holds; -1 for an invitation that is still open; None: neither."""
        found: int | None = None
        for seat in self.seats:
            if keys.fits(secret, seat.secret):
                found = seat.seat
            elif found is None and seat.kind == "open" and keys.fits(secret, seat.invite):
                found = -1
        return found

    def connected(self, seat: int) -> bool:
        """Whether the seat's person (or bot) is there."""
        held = self.seats[seat]
        if held.kind != "person":
            return held.kind == "bot"
        return self.stays(seat) > 0 or any(w.viewer == seat for w in self.watchers)

    def stays(self, seat: int) -> float:
        """For how many more seconds a seat counts as present after its last request."""
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
        """The bot that has to decide now, if it is a bot's turn."""
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
        """Make this race a lesson: from here on a coach speaks to the first seat."""
        self._note(LESSON, 0, -1)

    def begin_quickly(self) -> None:
        """Answer the opening questions of all seats as the game usually does."""
        self._note(QUICK, 0, -1)
        self.roll()
        while (usual := ease.opening_answer(self.match)) is not None:
            self.record_action(usual, USUAL, self.match.actor)
            self.roll()

    def leave(self, seat: int, routines: Sequence[str]) -> None:
        """Note that a person leaves these routines to the table, and no others."""
        self._note(LEFT, ease.as_bits(self.game, routines), seat)
        self.left[seat] = frozenset(routines)

    def _note(self, kind: str, code: int, seat: int, state_id: str | None = None) -> None:
        """Add an entry to the log that changes nothing in the race."""
        self.log.append(LogEntry(kind, code, seat, seat, PERSON, state_id))
        self._record(len(self.log) - 1, None)

    def roll(self) -> None:
        """Let chance act, unless people roll for themselves."""
        while self.match.actor == CHANCE and not self.match.setup.manual_chance and self.note is None:
            self.record_action(self.match.roll(), LUCK)

    def settle(self) -> None:
        """Let chance act, answer what is forced or left to the table, and carry out what people chose early."""
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
        """The race with the question that this seat has now. If all decide at once, that can be before its turn."""
        return together.early_question(self, seat) or self.match

    def seal(self, seat: int, chosen: Sequence[int], state_id: str | None) -> None:
        """Note what a person chooses before the seat's turn. Nobody else notices."""
        for number, action in enumerate(chosen):
            entry = LogEntry(SEALED, action, seat, seat, CLICK if number else PERSON, None if number else state_id)
            self.log.append(entry)
            self._record(len(self.log) - 1, None)
            self.sealed[seat].append(entry)

    def withdraw(self, seat: int, state_id: str | None = None) -> None:
        """Cancel what a seat has chosen before its turn."""
        self._note(WITHDRAWN, len(self.sealed[seat]), seat, state_id)
        self.sealed[seat].clear()

    def play(
        self, action: int, by: str, seat: int = -1, state_id: str | None = None, then: Sequence[int] = ()
    ) -> None:  # fmt: skip
        """Carry out a legal action and the further answers of the same press, then settle what follows. Before the
        seat's turn, they are sealed instead."""
        if by == PERSON and self.match.actor not in (seat, CHANCE):
            self.seal(seat, (action, *then), state_id)
            return
        self.record_action(action, by, seat, state_id)
        for one in then:
            if self.match.actor != seat or one not in self.match.legal():
                break
            self.record_action(one, CLICK, seat)
        self.settle()

    def record_action(self, action: int, by: str, seat: int = -1, state_id: str | None = None) -> None:
        match, index = self.match, len(self.log)
        actor, before, turn = match.actor, match.state, match.turn
        match.replay(action)
        self.asked = None
        self.log.append(LogEntry(ACTION, action, actor, seat, by, state_id))
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
        digest = self.match.digest()
        self._change.snapshots.append(
            {"count": len(self.match.actions), "layout": self._layout, "digest": digest, "record": record.tobytes()}
        )
        return digest

    def end_of_older_rules(self, rules: int) -> None:
        """Note that the rest of a file was ridden under older rules, and that today's rules do not allow it. The log
        marks this with an action that can't be carried out."""
        index = len(self.log)
        self.log.append(LogEntry(ACTION, UNRIDEABLE, self.match.actor, -1, FILE))
        self._record(index, None)
        self._change.rows[-1]["rules"] = rules
        self.note = other_rules(rules, self.game)

    def _record(self, index: int, digest: str | None) -> None:
        entry = self.log[index]
        self._change.rows.append(
            {"table_id": self.id, "index": index, "kind": entry.kind, "code": entry.code, "actor": entry.actor,
             "seat": entry.seat, "by": entry.by, "state_id": entry.state_id, "rules": self.game.rules.VERSION,
             "digest": digest, "at": time.time()}
        )  # fmt: skip

    def hand_over(self, seat: int, bot: str | None, by: int) -> None:
        """Let a bot play a seat from now on; without one, its holder plays again. Everybody is told."""
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
        """Whether no person has anything left to decide: then the bots may ride to the end as fast as they can."""
        return all(seat.bot for seat in self.seats) and not self.match.setup.manual_chance

    @property
    def taken_over(self) -> int:
        """How many actions were taken over from another race (for a branch, or from a file) and ridden with other luck.
        (The stages of a tour from a file have the luck of the file.)"""
        return 0 if self.tour else sum(self.log[index].by == FILE for index in self.path)

    # ----------------------------------------------------------------------------------------------------- undo

    def last_choice(self, seat: int) -> int | None:
        """The number of the last action that the person in this seat chose."""
        for number in range(len(self.path) - 1, -1, -1):
            entry = self.log[self.path[number]]
            if entry.by == PERSON and entry.seat == seat:
                return number
        return None

    def undo(self, seat: int, kept: int, state_id: str | None = None) -> None:
        """Take back all but the first `kept` actions. The undo is an entry of the log."""
        public, begun = self.book(-1), taking_back.begun_together(self, kept)
        index, turn = len(self.log), self.match.turn
        self.log.append(LogEntry(UNDO, len(self.path) - kept, seat, seat, PERSON, state_id))
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

    def state_id(self, viewer: int) -> str:
        """A digest of what a viewer sees. It never repeats, so a choice sent twice counts once, even if it was taken
        back in between. It changes only with what the viewer can notice."""
        seen = digest_of(self.match.view(viewer))
        own = f"{self._undos[viewer]} {self._sealings(viewer)}" if viewer >= 0 else "0 0"
        counts = f"{len(self.book(viewer).steps)} {own}"
        state_id = keys.sealed(self.key, str(viewer), counts, str(self.match.actor), seen, str(self.note or ""))
        if viewer >= 0:
            self._remember(viewer, state_id, own)
        return state_id

    def _sealings(self, seat: int) -> int:
        return sum(entry.kind in (SEALED, WITHDRAWN) and entry.actor == seat for entry in self.log)

    def _remember(self, seat: int, state_id: str, own: str) -> None:
        """Remember the states in which a question was shown: if all decide at once, a question stays the same while
        others answer theirs."""
        asked = f"{own} {self.last_choice(seat)}" if together.is_together(self.game, self.match) else state_id
        kept, states = self._state_ids.get(seat, ("", set()))
        self._state_ids[seat] = (asked, states | {state_id} if asked == kept else {state_id})

    def fits(self, seat: int, state_id: str | None) -> bool:
        """Whether a choice made in this state answers the question that the seat has now."""
        return self.state_id(seat) == state_id or state_id in self._state_ids[seat][1]

    def done_before(self, seat: int, action: int, state_id: str) -> bool:
        """Whether this person has made this choice in this state already."""
        mine = (e for e in reversed(self.log) if e.state_id == state_id and e.seat == seat)
        return any(e.kind in (ACTION, SEALED) and e.code == action for e in mine)

    def undone_before(self, seat: int, state_id: str) -> bool:
        """Whether this person has taken back a choice in this state already."""
        mine = (e for e in reversed(self.log) if e.state_id == state_id and e.seat == seat)
        return any(e.kind in (UNDO, WITHDRAWN) for e in mine)

    def at_log(self, index: int) -> list[int]:
        """The actions of the race as it stood after the first `index` entries of the log."""
        return [self.log[number].code for number in path_of(self.log[:index])]

    # ------------------------------------------------------------------------------------------------ committing

    def give_change(self) -> Change:
        """What has happened since the last call."""
        change, self._change = self._change, Change()
        return change

    def owe(self, change: Change) -> None:
        """Note that the log from which this table was opened is not written yet."""
        self._change, self.committed = change, 0

    def take_change(self) -> Any:
        """What has happened since the last call, as a job for the writer."""
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
        """Whether the race is a finished stage: its result counts, so its moves stand."""
        return self.tour is not None and self.match.over

    @property
    def unsealed(self) -> bool:
        """Whether a race with sealed luck for several people is over. Anybody may know by now what luck would have
        come, so its moves stand."""
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
        """The name of a seat's holder."""
        held = self.seats[seat]
        if held.kind == "bot" and held.bot and not held.name:
            return bot_label(self.game, held.bot)
        return held.name or self.game.teams[seat].name


def bot_label(game: Game, name: str) -> Say | str:
    """What a bot is called; one that no longer exists keeps its name."""
    return next((bot.label for bot in game.all_bots if bot.name == name), name)

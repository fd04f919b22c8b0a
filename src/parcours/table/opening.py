"""Opening tables: for a new race, a branch of an old one, a return race, or a race from a file."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.tour import Carried
from parcours.engine.words import Say
from parcours.errors import BadOptionError, CourseError
from parcours.table import keys, refusals
from parcours.table.events import note
from parcours.table.log import FILE, TOLD
from parcours.table.schema import SeatRow, TableRow
from parcours.table.storage import Job, Stored
from parcours.table.table_registry import TableRegistry
from parcours.table.tables import Change, Table, TourLink


@dataclass(frozen=True)
class SeatWish:
    """Who is to hold a seat: "me", "here" (at this screen), "friend" (by invitation) or "bot"."""

    kind: str
    name: str = ""
    bot: str | None = None


@dataclass(frozen=True)
class Wish:
    """The table that somebody wants."""

    game: Game
    course: Course
    options: dict[str, bool | str]
    teams: int
    seats: Sequence[SeatWish]
    private: bool = False
    commissioner: bool = False
    luck: int | None = None
    """The seed that somebody gave."""
    secret: bytes = b""
    """If no seed was given: the secret that luck follows from, if it is known already."""
    answers: int | None = None
    """If no seed was given: the seed that usual answers to the opening questions follow from, if it is known
    already."""
    branch_of: str | None = None
    actions: Sequence[int] = ()
    luck_from: int | None = None
    """How many of these actions were ridden with other luck than this table's; None: all of them."""
    carried: Carried = field(default_factory=dict)
    tour: TourLink | None = None
    taken: Sequence[Any] = ()
    """The seats of another table, taken over with their holders, secrets and invitations."""
    quick: bool = False
    """Whether the game answers the opening questions of all seats."""
    routines: Sequence[str] = ()
    """What the caller's seats leave to the table."""
    lesson: bool = False
    """Whether this is a first race with a coach: then it and its bots have the lesson's luck."""
    older_rules: int = 0
    """If a file holds more than today's rules allow: the version of the rules it was ridden under; otherwise 0."""


@dataclass(frozen=True)
class NewTable:
    """A table that was opened, and what the person who opened it gets: secrets of seats, and invitations to hand on."""

    table: Table
    secrets: dict[int, str]
    invites: dict[int, str]


def checked_wish(
    game: Game, course: Course | None, options: dict[str, bool | str], teams: int | None, seats: Sequence[SeatWish],
    private: bool, commissioner: bool, seed: int | None,
) -> Wish:  # fmt: skip
    """A wish that can be granted; otherwise a refusal that says why not."""
    count = teams if teams is not None else len(seats) or game.default_teams
    try:
        chosen = game.checked_options(count, options)
        for seat in seats:
            if seat.bot is not None:
                game.bot(seat.bot)
    except BadOptionError as error:
        raise refusals.invalid(str(error)) from None
    wanted = list(seats) or [SeatWish("me"), *(SeatWish("bot") for _ in range(count - 1))]
    if len(wanted) != count:
        raise refusals.invalid(
            Say("{teams} teams need {teams} seats, not {seats}: assign every seat.", teams=count, seats=len(wanted))
        )
    if private and all(seat.kind == "bot" for seat in wanted):
        raise refusals.invalid(Say("At a private table, give at least one seat to a person."))
    if seed is not None and any(seat.kind == "friend" for seat in wanted):
        raise refusals.invalid(
            Say("You can’t choose the seed when racing with friends: it would reveal what is coming.")
        )
    return Wish(game, course or game.course(), chosen, count, wanted, private, commissioner, seed)


@dataclass(frozen=True)
class Prepared:
    """A table whose race is ridden as far as its wish says, but which is not yet saved. It consists of plain values,
    which may come from another process."""

    table: dict[str, Any]
    seats: list[dict[str, Any]]
    rows: list[dict[str, Any]]
    snapshots: list[dict[str, Any]]
    noticed: bool
    secrets: dict[int, str]
    invites: dict[int, str]

    def opened(self) -> NewTable:
        """The table in memory. It continues from its last snapshot: nothing is ridden twice."""
        rows = [SimpleNamespace(**row) for row in self.rows]
        snapshots = [SimpleNamespace(**snapshot) for snapshot in self.snapshots]
        seats = [SimpleNamespace(**seat) for seat in self.seats]
        made = Table(Stored(SimpleNamespace(**self.table), seats, rows, snapshots, []))
        made.owe(Change(self.rows, self.snapshots, noticed=self.noticed))
        return NewTable(made, self.secrets, self.invites)

    def create(self, connection: sa.Connection) -> None:
        """Write the table and its seats. (Its log is written like that of any table.)"""
        connection.execute(sa.insert(TableRow.__table__), self.table)  # type: ignore[arg-type]
        connection.execute(sa.insert(SeatRow.__table__), self.seats)  # type: ignore[arg-type]


async def open_table(registry: TableRegistry, wish: Wish, before: Job | None = None) -> NewTable:
    """Open a table as wished for. When this returns, the table is committed, together with what `before` writes."""
    return await open_prepared(registry, await asyncio.to_thread(prepare_table, wish), before)


async def open_prepared(registry: TableRegistry, made: Prepared, before: Job | None = None) -> NewTable:
    """The same for a table that is prepared already."""
    new = await asyncio.to_thread(made.opened)

    def create(connection: sa.Connection) -> None:
        if before is not None:
            before(connection)
        made.create(connection)

    await registry.commit(new.table, create)
    registry.admit(new.table)
    note("table opened", game=new.table.game.id, seats=len(new.table.seats), people=len(new.table.people()))
    return new


def prepare_table(wish: Wish) -> Prepared:
    """Prepare a table: ride its race as far as its wish says."""
    secrets: dict[int, str] = {}
    invites: dict[int, str] = {}
    table = _table_values(wish)
    seats = _seat_values(wish, table["id"], secrets, invites)
    try:
        stored = Stored(SimpleNamespace(**table), [SimpleNamespace(**seat) for seat in seats], [], [], [])
        made = Table(stored)
        other = len(wish.actions) if wish.luck_from is None else wish.luck_from
        for count, action in enumerate(wish.actions):
            made.record_action(action, FILE if count < other else TOLD)
        if wish.older_rules:
            made.end_of_older_rules(wish.older_rules)
        if wish.lesson:
            made.begin_lesson()
        if wish.quick:
            made.begin_quickly()
        for seat in made.people() if wish.routines else ():
            made.leave(seat.seat, wish.routines)
        made.settle()
    except CourseError as error:
        raise refusals.invalid(error.what, error.clause or None) from None
    table.update(status=made.status, actor=made.match.actor, winner=made.winner)
    change = made.give_change()
    return Prepared(table, seats, change.rows, change.snapshots, change.noticed, secrets, invites)


def _table_values(wish: Wish) -> dict[str, Any]:
    now = time.time()
    own = wish.game.brings(wish.course)
    return {
        "id": keys.new_table_id(), "game": wish.game.id, "course": wish.course.id,
        "course_text": None if own else wish.course.source, "options": dict(wish.options), "teams": wish.teams,
        "commissioner": wish.commissioner, "private": wish.private,
        "luck": _seed(wish),
        "luck_secret": wish.secret or (keys.new_luck() if wish.luck is None and not wish.commissioner else None),
        "bot_luck": _bot_luck(wish),
        "key": keys.new_key(), "branch_of": wish.branch_of, "created": now, "updated": now,
        "status": "waiting", "actor": 0, "winner": -1, "carried": dict(wish.carried) or None,
        "tour_id": wish.tour.id if wish.tour else None, "stage": wish.tour.stage if wish.tour else None,
    }  # fmt: skip


def _seed(wish: Wish) -> int:
    if wish.luck is not None:
        return wish.luck
    return keys.new_seed() if wish.answers is None else wish.answers


def _bot_luck(wish: Wish) -> int:
    if wish.luck is None:
        return keys.new_seed()
    return wish.luck if wish.lesson else keys.bots_seed(wish.luck)


def _seat_values(wish: Wish, table_id: str, secrets: dict[int, str], invites: dict[int, str]) -> list[dict[str, Any]]:
    if wish.taken:
        return [_taken_over(table_id, seat) for seat in wish.taken]
    values: list[dict[str, Any]] = []
    strongest = wish.game.bots[-1].name
    for seat, who in enumerate(wish.seats):
        kind = {"me": "person", "here": "person", "friend": "open", "bot": "bot"}[who.kind]
        if kind == "person":
            secrets[seat] = keys.new_secret()
        elif kind == "open":
            invites[seat] = keys.new_secret()
        values.append(
            {
                "table_id": table_id, "seat": seat, "kind": kind, "name": who.name,
                "bot": (who.bot or strongest) if kind == "bot" else None,
                "secret": keys.hashed(secrets[seat]) if seat in secrets else None,
                "invite": keys.hashed(invites[seat]) if seat in invites else None,
                "screen": 0 if kind == "person" else seat + 1,
            }
        )  # fmt: skip
    return values


def _taken_over(table_id: str, seat: Any) -> dict[str, Any]:
    """A seat of another table. A bot that stood in for a person did so for that race only."""
    return {
        "table_id": table_id, "seat": seat.seat, "kind": seat.kind, "name": seat.name,
        "bot": None if seat.kind == "person" else seat.bot, "secret": seat.secret, "invite": seat.invite,
        "screen": seat.screen,
    }  # fmt: skip


# --------------------------------------------------------------------------------- branch, return race, file


def wish_again(table: Table, **changed: Any) -> Wish:
    """The same set-up once more, with new luck."""
    setup = table.match.setup
    wish = Wish(
        setup.game, setup.course, dict(setup.options), setup.teams, (), table.private, setup.manual_chance,
        carried=setup.carried,
    )  # fmt: skip
    return replace(wish, **changed)


def branch_wish(table: Table, viewer: int, step: int) -> Wish:
    """A race that continues from a step of another one; the caller holds the seats of all people."""
    if not table.match.over:
        mine = {s.seat for s in table.seats if viewer >= 0 and s.screen == table.seats[viewer].screen}
        if not mine or any(s.kind != "bot" and s.seat not in mine for s in table.seats):
            raise refusals.Refused(
                403, "not_alone", Say("During the race, only a solo player can branch off: finish the race first.")
            )
    book = table.book(viewer)
    if step > len(book.steps):
        raise refusals.invalid(Say("The race has only {n} moves: choose an earlier one.", n=len(book.steps)))
    actions = table.at_log(book.steps[step - 1] + 1 if step else 0)
    luck = _luck_of(table.match, table.taken_over) if list(actions) == table.match.actions else {}
    seats = [SeatWish("bot", s.name, s.bot) if s.kind == "bot" else SeatWish("here", s.name) for s in table.seats]
    return wish_again(table, seats=seats, branch_of=table.id, actions=actions, private=table.private,
                      **luck)  # fmt: skip


def rematch_wish(table: Table, viewer: int) -> Wish:
    """The same people and bots, each moved on by one seat; people at other screens are invited."""
    screen = table.seats[viewer].screen if viewer >= 0 else 0
    seats = []
    for seat in [table.seats[-1], *table.seats[:-1]]:
        if seat.kind == "bot":
            seats.append(SeatWish("bot", seat.name, seat.bot))
        elif seat.kind == "person" and seat.screen == screen:
            seats.append(SeatWish("here", seat.name))
        else:
            seats.append(SeatWish("friend", seat.name))
    return wish_again(table, seats=seats)


def file_wish(match: Match, luck: int, secret: bytes) -> Wish:
    """A race from a file; the caller holds all its seats. From now on, rolls follow this table's own luck. A race that
    is over keeps the luck of its file, so that it can be checked."""
    setup = match.setup
    seats = seats_from_file(setup.seats, setup.teams)
    wish = Wish(
        setup.game, setup.course, dict(setup.options), setup.teams, seats, False, setup.manual_chance, luck,
        secret=b"" if setup.manual_chance else secret,
        actions=tuple(match.actions), carried=setup.carried,
        older_rules=match.ridden_under if match.written is not None else 0,
    )  # fmt: skip
    return wish if match.written is not None else replace(wish, **_luck_of(match, setup.luck_from))


def _luck_of(match: Match, luck_from: int) -> dict[str, Any]:
    """The luck of a race, for a table that takes all of it over; nothing if the race is not over."""
    if not match.over:
        return {}
    return {"luck": match.setup.seed, "secret": match.setup.secret, "luck_from": luck_from}


def seats_from_file(named: Sequence[str], teams: int) -> list[SeatWish]:
    """The caller's seats, named as in a file."""
    return [SeatWish("here", named[n][:40] if n < len(named) else "") for n in range(teams)]

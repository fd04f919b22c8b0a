"""Tours at the table: set up, ridden stage by stage at tables with the same seats, and their standings.

Each stage is a table of its own. The table writes the result of the stage together with the last action of the race
(`Table.take_change`), so the result counts exactly once, whatever happens to the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import sqlalchemy as sa

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.options import OptionValue
from parcours.engine.tour import Stage
from parcours.engine.words import Say, said
from parcours.errors import ParcoursError
from parcours.games import find_game
from parcours.table import keys, refusals
from parcours.table.courses import LONGEST_NAME, course_named
from parcours.table.log import open_race
from parcours.table.opening import (
    NewTable,
    Prepared,
    SeatWish,
    Wish,
    checked_wish,
    open_table,
    prepare_table,
    seats_from_file,
)
from parcours.table.refusals import Refused
from parcours.table.schema import TourRow
from parcours.table.show import who_of
from parcours.table.storage import Storage, StoredTour
from parcours.table.table_registry import TableRegistry
from parcours.table.tables import Table, TourLink
from parcours.tours.tour import Tour, new_tour, preset_of
from parcours.tours.tourfile import write_tour

MOST_SEED = 2**63
"""Seeds are below this: the API takes no larger ones, and the database can't hold them."""


@dataclass(frozen=True)
class TourWish:
    """The tour that somebody wants: a preset, or a list of stages."""

    game: Game
    preset: str | None
    stages: Sequence[Stage]
    name: str
    options: Mapping[str, OptionValue]
    teams: int | None
    seats: Sequence[SeatWish]
    private: bool
    commissioner: bool
    seed: int | None


def tour_of(stored: StoredTour) -> Tour:
    """A stored tour, without its races."""
    row = stored.tour
    game = find_game(row.game)
    stages = tuple(_stage_of(stage) for stage in row.stages)
    results = [result.result for result in stored.results]
    return Tour(
        game, row.teams, stages, tuple(_course_of(game, stage) for stage in row.stages), row.options,
        tuple(said(who_of(game, seat), "en") for seat in stored.seats), row.luck, row.name, row.commissioner,
        results, [None] * len(results), row.luck_secret or b"",
    )  # fmt: skip


def _stage_of(kept: Mapping[str, Any]) -> Stage:
    name = kept["name"]
    return Stage(kept["course"], kept["options"], Say(name) if name else None)


def _course_of(game: Game, kept: Mapping[str, Any]) -> Course:
    """The course of a stage: one that comes with the game, or one from the text that was stored with the stage."""
    text = kept.get("text")
    return game.course(kept["course"]) if text is None else _kept_course(game, kept["course"], text)


@lru_cache(maxsize=256)
def _kept_course(game: Game, id_: str, text: str) -> Course:
    return game.read_course(f"{id_}.toml", text)


def _plain_stage(game: Game, stage: Stage, course: Course) -> dict[str, Any]:
    plain = {"course": stage.course, "options": dict(stage.options), "name": str(stage.name) if stage.name else None}
    return plain if game.brings(course) else {**plain, "text": course.source}


# ------------------------------------------------------------------------------------------------------- opening


async def open_tour(registry: TableRegistry, wish: TourWish) -> tuple[StoredTour, NewTable]:
    """Set up a tour as wished for, with the table of its first stage."""
    courses = await _courses_of(registry.storage, wish)
    tour, first = await asyncio.to_thread(_checked, wish, courses)
    values = _tour_values(tour, wish.private)

    def create(connection: sa.Connection) -> None:
        connection.execute(sa.insert(TourRow.__table__), values)  # type: ignore[arg-type]

    new = await open_table(registry, replace(first, tour=TourLink(values["id"], 1)), create)
    return await load_tour(registry.storage, values["id"]), new


def _tour_values(tour: Tour, private: bool) -> dict[str, Any]:
    now = time.time()
    stages = zip(tour.stages, tour.courses, strict=True)
    return {
        "id": keys.new_table_id(), "game": tour.game.id, "name": tour.name[:LONGEST_NAME],
        "stages": [_plain_stage(tour.game, stage, course) for stage, course in stages], "options": dict(tour.options),
        "teams": tour.teams, "commissioner": tour.manual_chance, "private": private, "luck": tour.seed,
        "luck_secret": tour.secret or None,
        "created": now, "updated": now,
    }  # fmt: skip


async def _courses_of(storage: Storage, wish: TourWish) -> dict[str, Course]:
    """The courses of the stages by name: the game's own, and those of this server."""
    found: dict[str, Course] = {}
    for name in dict.fromkeys(stage.course for stage in wish.stages):
        try:
            found[name] = await course_named(storage, wish.game, name)
        except Refused:
            raise refusals.invalid(Say("This game has no course {course}: choose another.", course=name[:60])) from None
    return found


def _checked(wish: TourWish, courses: Mapping[str, Course]) -> tuple[Tour, Wish]:
    """The tour at its start and the wish for its first table; otherwise a refusal that says why not."""
    game = wish.game
    if wish.preset is not None and wish.stages:
        raise refusals.invalid(Say("Choose one of the game's tours or a list of stages, not both.").of(game.id))
    try:
        preset = preset_of(game, wish.preset) if wish.preset is not None else None
        tour = new_tour(
            game, preset.stages if preset else wish.stages, teams=wish.teams or len(wish.seats) or None,
            seed=keys.new_seed() if wish.seed is None else wish.seed, manual_chance=wish.commissioner,
            secret=keys.new_luck() if wish.seed is None and not wish.commissioner else b"",
            courses=None if preset else [courses[stage.course] for stage in wish.stages],
            name=wish.name, options=wish.options,
        )  # fmt: skip
    except ParcoursError as error:
        raise error if isinstance(error, Refused) else refusals.invalid(str(error)) from None
    first = checked_wish(
        game, tour.courses[0], tour.options_of(0), tour.teams, wish.seats, wish.private, wish.commissioner, wish.seed,
    )  # fmt: skip
    return tour, replace(first, luck=tour.next_setup().seed, secret=tour.next_setup().secret, carried=tour.carried)


@dataclass(frozen=True)
class PreparedTour:
    """A tour from a file, ridden as far as the file goes, and not yet written."""

    values: dict[str, Any]
    tables: list[Prepared]


async def open_prepared_tour(registry: TableRegistry, made: PreparedTour) -> tuple[StoredTour, NewTable]:
    """Save a tour that was read from a file: a table for each stage that was ridden, or else for the first stage. The
    caller holds all seats. All of it is written, or nothing."""
    opened = await asyncio.to_thread(lambda: [table.opened().table for table in made.tables])
    first = made.tables[0]

    def create(connection: sa.Connection) -> None:
        connection.execute(sa.insert(TourRow.__table__), made.values)  # type: ignore[arg-type]
        first.create(connection)

    creating = [create, *(table.create for table in made.tables[1:])]
    await registry.commit_all(list(zip(opened, creating, strict=True)))
    registry.admit(opened[-1])
    return await load_tour(registry.storage, made.values["id"]), NewTable(opened[-1], first.secrets, {})


def prepare_tour(tour: Tour) -> PreparedTour:
    """A tour from a file as it is stored: a table for each race, ridden to its end; for a tour that has not begun, a
    table for the first stage."""
    if not 0 <= tour.seed < MOST_SEED:
        raise refusals.invalid(Say("This tour's seed can't be used at a table: choose another.").of(tour.game.id))
    values = _tour_values(tour, False)
    races = [race for race in tour.races if race is not None]
    made: list[Prepared] = []
    for number, setup in enumerate([race.setup for race in races] or [tour.next_setup()]):
        wish = Wish(
            setup.game, setup.course, dict(setup.options), setup.teams, seats_from_file(tour.seats, tour.teams), False,
            setup.manual_chance, setup.seed, actions=tuple(races[number].actions) if races else (),
            secret=setup.secret, carried=setup.carried, tour=TourLink(values["id"], number + 1),
            taken=[SimpleNamespace(**seat) for seat in made[0].seats] if made else (),
        )  # fmt: skip
        made.append(prepare_table(wish))
    return PreparedTour(values, made)


async def open_next_stage(registry: TableRegistry, stored: StoredTour) -> Table:
    """The table of the next stage. It is opened now with the seats of the stage before, unless it is open already."""
    if len(stored.tables) > len(stored.results):
        return await registry.open(stored.tables[-1].id)
    tour = await asyncio.to_thread(tour_of, stored)
    if tour.over:
        raise Refused(409, "tour_over", Say("The tour is over.").of(tour.game.id))
    setup = tour.next_setup()
    wish = Wish(
        setup.game, setup.course, dict(setup.options), setup.teams, (), stored.tour.private, setup.manual_chance,
        luck=setup.seed, secret=setup.secret, carried=setup.carried,
        tour=TourLink(stored.tour.id, len(stored.results) + 1), taken=stored.seats,
    )  # fmt: skip
    now = time.time()

    def touch(connection: sa.Connection) -> None:
        connection.execute(sa.update(TourRow).where(TourRow.id == stored.tour.id).values(updated=now))

    try:
        return (await open_table(registry, wish, touch)).table
    except Refused as refused:
        if refused.code != "stale":
            raise
    # Somebody else was faster: their table is the stage's table.
    again = await load_tour(registry.storage, stored.tour.id)
    return await registry.open(again.tables[-1].id)


# ------------------------------------------------------------------------------------------------------- reading


async def load_tour(storage: Storage, tour_id: str) -> StoredTour:
    """A tour by its id."""
    found = await asyncio.to_thread(storage.load_tour, tour_id)
    if found is None or not found.tables:
        raise no_such_tour()
    return found


def no_such_tour() -> Refused:
    return Refused(404, "no_tour", Say("This tour does not exist or is private."))


def holder(stored: StoredTour, secret: str) -> int | None:
    """The seat of a tour that a secret holds; -1 for an invitation that is still open; None: neither."""
    found: int | None = None
    for seat in stored.seats:
        if keys.fits(secret, seat.secret):
            found = int(seat.seat)
        elif found is None and seat.kind == "open" and keys.fits(secret, seat.invite):
            found = -1
    return found


def may_ride_on(stored: StoredTour, viewer: int) -> bool:
    """Whether the caller may open the next stage: with a seat, or if only bots ride."""
    return viewer >= 0 or all(seat.kind == "bot" for seat in stored.seats)


def tour_text(storage: Storage, stored: StoredTour) -> str:
    """The tour as a file, with its races."""
    tour = tour_of(stored)
    races = []
    for table in stored.tables[: len(stored.results)]:
        rows = storage.load(table.id)
        assert rows is not None
        opened = open_race(rows)
        if opened.note is not None:
            raise Refused(409, "read_only", opened.note)
        races.append(opened.match.with_seats([said(who_of(tour.game, seat), "en") for seat in rows.seats]))
    tour.races = list(races)
    return write_tour(tour)

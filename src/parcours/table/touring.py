"""Tours at the table: set up, ridden stage by stage at tables with the same seats, and how they stand.

Each stage is a table of its own. Its result is written by the table, together with the last action of its race
(`Table.take_change`), so it counts exactly once, whatever happens to the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sqlalchemy as sa

from parcours.engine.game import Game, OptionValue
from parcours.engine.tour import Stage
from parcours.engine.words import Say, said
from parcours.errors import ParcoursError
from parcours.games import find_game
from parcours.table import keys, refusals
from parcours.table.house import House
from parcours.table.log import open_race
from parcours.table.opening import NewTable, SeatWish, Wish, checked_wish, open_table
from parcours.table.refusals import Refused
from parcours.table.schema import TourRow
from parcours.table.show import who_of
from parcours.table.storage import Storage, StoredTour
from parcours.table.tables import Table, TourLink
from parcours.tours.tour import Tour, new_tour, preset_of, stage_seed
from parcours.tours.tourfile import write_tour


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
    stages = tuple(_stage_of(**stage) for stage in row.stages)
    results = [result.result for result in stored.results]
    return Tour(
        game, row.teams, stages, tuple(game.course(stage.course) for stage in stages), row.options,
        tuple(said(who_of(game, seat), "en") for seat in stored.seats), row.luck, row.name, row.commissioner,
        results, [None] * len(results),
    )  # fmt: skip


def _stage_of(course: str, options: dict[str, OptionValue], name: str | None) -> Stage:
    return Stage(course, options, Say(name) if name else None)


def _plain_stage(stage: Stage) -> dict[str, Any]:
    return {"course": stage.course, "options": dict(stage.options), "name": str(stage.name) if stage.name else None}


# ------------------------------------------------------------------------------------------------------- opening


async def open_tour(house: House, wish: TourWish) -> tuple[StoredTour, NewTable]:
    """Set up a tour as wished for, with the table of its first stage."""
    tour, first = await asyncio.to_thread(_checked, wish)
    now = time.time()
    values = {
        "id": keys.new_table_id(), "game": tour.game.id, "name": tour.name,
        "stages": [_plain_stage(stage) for stage in tour.stages], "options": dict(tour.options),
        "teams": tour.teams, "commissioner": tour.manual_chance, "private": wish.private, "luck": tour.seed,
        "created": now, "updated": now,
    }  # fmt: skip

    def create(connection: sa.Connection) -> None:
        connection.execute(sa.insert(TourRow.__table__), values)  # type: ignore[arg-type]

    new = await open_table(house, replace(first, tour=TourLink(str(values["id"]), 1)), create)
    return await load_tour(house.storage, str(values["id"])), new


def _checked(wish: TourWish) -> tuple[Tour, Wish]:
    """The tour at its start and the wish for its first table, or a refusal that says why not."""
    game = wish.game
    if wish.preset is not None and wish.stages:
        raise refusals.invalid(Say("A tour is one that comes with the game, or a list of stages, not both."))
    for stage in wish.stages:
        if stage.course not in game.course_names:
            raise refusals.invalid(Say("There is no course {course} for this game.", course=stage.course[:60]))
    try:
        preset = preset_of(game, wish.preset) if wish.preset is not None else None
        tour = new_tour(
            game, preset.stages if preset else wish.stages, teams=wish.teams or len(wish.seats) or None,
            seed=keys.new_seed() if wish.seed is None else wish.seed, manual_chance=wish.commissioner,
            name=wish.name, options=wish.options,
        )  # fmt: skip
    except ParcoursError as error:
        raise error if isinstance(error, Refused) else refusals.invalid(str(error)) from None
    first = checked_wish(
        game, game.course(tour.stages[0].course), tour.options_of(0), tour.teams, wish.seats, wish.private,
        wish.commissioner, wish.seed,
    )  # fmt: skip
    return tour, replace(first, luck=stage_seed(tour.seed, 0), carried=tour.carried)


async def open_next_stage(house: House, stored: StoredTour) -> Table:
    """The table of the next stage: opened now with the seats of the one before, or found open."""
    if len(stored.tables) > len(stored.results):
        return await house.open(stored.tables[-1].id)
    tour = await asyncio.to_thread(tour_of, stored)
    if tour.over:
        raise Refused(409, "tour_over", Say("The tour is over."))
    setup = tour.next_setup()
    wish = Wish(
        setup.game, setup.course, dict(setup.options), setup.teams, (), stored.tour.private, setup.manual_chance,
        luck=setup.seed, carried=setup.carried, tour=TourLink(stored.tour.id, len(stored.results) + 1),
        taken=stored.seats,
    )  # fmt: skip
    now = time.time()

    def touch(connection: sa.Connection) -> None:
        connection.execute(sa.update(TourRow).where(TourRow.id == stored.tour.id).values(updated=now))

    try:
        return (await open_table(house, wish, touch)).table
    except Refused as refused:
        if refused.code != "stale":
            raise
    # Somebody else was faster: theirs is the stage's table.
    again = await load_tour(house.storage, stored.tour.id)
    return await house.open(again.tables[-1].id)


# ------------------------------------------------------------------------------------------------------- reading


async def load_tour(storage: Storage, tour_id: str) -> StoredTour:
    """A tour by its id."""
    found = await asyncio.to_thread(storage.load_tour, tour_id)
    if found is None or not found.tables:
        raise no_such_tour()
    return found


def no_such_tour() -> Refused:
    return Refused(404, "no_tour", Say("There is no such tour, or it is private."))


def holder(stored: StoredTour, secret: str) -> int | None:
    """The seat of a tour that a secret holds; -1 for an invitation that still stands; None: neither."""
    found: int | None = None
    for seat in stored.seats:
        if keys.fits(secret, seat.secret):
            found = int(seat.seat)
        elif found is None and seat.kind == "open" and keys.fits(secret, seat.invite):
            found = -1
    return found


def may_ride_on(stored: StoredTour, viewer: int) -> bool:
    """Whether the asker may open the next stage: who holds a seat; anybody, where only bots ride."""
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

"""The API's games, courses and tables: choosing, opening, taking seats."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Annotated, Any

import sqlalchemy as sa
from fastapi import Query, Request
from starlette.responses import Response

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.words import Say
from parcours.errors import BadOptionError
from parcours.games import games_in_order
from parcours.table import keys, refusals
from parcours.table.asking import (
    Asker,
    Asking,
    CourseId,
    GameId,
    SeatNumber,
    TableId,
    answers,
    drawn,
    game_named,
    json_text,
)
from parcours.table.boards import board_json, game_json, rules_json, sketch_json
from parcours.table.courses import course_named, stored_text
from parcours.table.drawn import remembered
from parcours.table.ease import checked_routines
from parcours.table.models import BoardOut, GameOut, NewTableOut, RulesOut, SecretOut, SketchOut, TableInfo, TablesOut
from parcours.table.models_in import BotIn, ClaimIn, TableIn
from parcours.table.opening import NewTable, SeatWish, checked_wish, open_table
from parcours.table.schema import SeatRow, TableRow
from parcours.table.show import listed_info, scene_of, table_info, to_json
from parcours.table.storage import ConflictError
from parcours.table.tables import Seat, Table
from parcours.table.taking import new_router

router = new_router()


@router.get("/games", responses=answers(), response_model=list[GameOut])
async def games(asker: Asking) -> Response:
    """All games: their options, teams, bots and courses, those of the house last."""
    storage, most = asker.house.storage, asker.settings.listed
    told = []
    for game in games_in_order():
        kept = await asyncio.to_thread(storage.listed_courses, game.id, most)
        one = game_json(game, asker.language)
        own = [{"id": row.id, "name": row.name, "own": True} for row in kept]
        told.append({**one, "courses": [*one["courses"], *own]})
    asker.house.start(asker.house.draw_ahead(asker.language))
    return json_text(to_json(told))


@router.get("/games/{game}/rules", responses=answers(404), response_model=RulesOut)
async def rules(asker: Asking, game: GameId) -> Response:
    """The rules of a game, clause by clause, in our own words."""
    return json_text(await asyncio.to_thread(rules_json, game_named(game), asker.language))


@router.get("/games/{game}/courses/{course}/board", responses=answers(404), response_model=BoardOut)
async def course_board(asker: Asking, game: GameId, course: CourseId) -> Response:
    """The board of a course that comes with a game."""
    found = game_named(game)
    if course not in found.course_names:
        raise refusals.Refused(404, "no_course", Say("There is no such course."))
    pictured = found.pictured(found.course(course))
    return json_text(await asyncio.to_thread(board_json, pictured, found.accent, asker.language))


@router.get("/games/{game}/courses/{course}/sketch", responses=answers(404), response_model=SketchOut)
async def course_sketch(asker: Asking, request: Request, game: GameId, course: CourseId) -> Response:
    """The shape of a course, of the game or of the house, as a sign."""
    found = game_named(game)
    text = await stored_text(asker.house.storage, found, course)
    if text is None:
        return json_text(await asyncio.to_thread(sketch_json, found, course, None))
    return json_text(await drawn(asker.house.sketches, asker, request, sketch_json, found, course, text))


@router.get("/tables", responses=answers(), response_model=TablesOut)
async def tables(
    asker: Asking,
    mine: Annotated[str, Query(max_length=2500, pattern=r"^[A-Za-z0-9_,-]*$")] = "",
) -> Response:
    """Public tables, newest first, and those named in `mine` whose secrets are sent along (several: with commas)."""
    named = [id_ for id_ in mine.split(",") if 0 < len(id_) <= 24][:100]
    house = asker.house
    rows = await asyncio.to_thread(house.storage.listed, named, asker.settings.listed)
    told = []
    for row, seats in rows:
        viewer = _listed_viewer(asker, seats)
        if not row.private or viewer is not None:
            told.append(listed_info(row, seats, house.tables.get(row.id), asker.language, viewer))
    return json_text(to_json({"tables": told}))


def _listed_viewer(asker: Asker, seats: list[Any]) -> int | None:
    """The seat at a listed table that one of the asker's secrets holds; the one at turn is told first."""
    hashes = {keys.hashed(secret) for secret in asker.secrets}
    held = [s.seat for s in seats if s.secret in hashes]
    if not held and any(s.invite in hashes and s.kind == "open" for s in seats):
        return -1
    return held[0] if held else None


@router.post("/tables", status_code=201, responses=answers(404), response_model=NewTableOut)
async def new_table(asker: Asking, wanted: TableIn) -> Response:
    """Open a table. Secrets of one's own seats and invitations for friends are told this once."""
    asker.guard.new_table(asker.client)
    seats = [SeatWish(s.kind, s.name or "", s.bot) for s in wanted.seats]
    game = game_named(wanted.game)
    wish = checked_wish(
        game, await _course(asker, game, wanted.course), wanted.options, wanted.teams, seats, wanted.private,
        wanted.commissioner, wanted.seed,
    )  # fmt: skip
    routines = checked_routines(game, wanted.routines)
    wish = replace(wish, quick=wanted.quick, routines=routines)
    return new_table_answer(await open_table(asker.house, wish), asker)


async def _course(asker: Asker, game: Game, wanted: str | None) -> Course | None:
    """The course that a table is to be opened on; None: the game's first."""
    if wanted is None:
        return None
    try:
        return await course_named(asker.house.storage, game, wanted)
    except refusals.Refused:
        raise refusals.invalid(Say("There is no course {course} for this game.", course=wanted[:60])) from None


def new_table_answer(new: NewTable, asker: Asker) -> Response:
    """What the maker of a table is given."""
    first = min(new.secrets, default=-1)
    return json_text(
        to_json({
            "table": table_info(new.table, asker.language, first, known=first >= 0),
            "secrets": {str(seat): secret for seat, secret in new.secrets.items()},
            "invites": {str(seat): invite for seat, invite in new.invites.items()},
        }),
        201,
    )  # fmt: skip


@router.get("/tables/{table_id}", responses=answers(401, 404), response_model=TableInfo)
async def one_table(asker: Asking, table_id: TableId) -> Response:
    """A table, without its race."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        return _info(table, viewer, asker)


@router.get("/tables/{table_id}/board", responses=answers(401, 404), response_model=BoardOut)
async def table_board(
    asker: Asking,
    request: Request,
    table_id: TableId,
    key: Annotated[str, Query(max_length=64, pattern=r"^[0-9a-f]*$")] = "",
) -> Response:
    """The board of a table: the one of a scene by its `board` key, or the one that is shown now."""
    table, _ = await asker.at(table_id)
    match, (shown, foreign) = table.match, remembered(key) or (None, False)
    if shown is None or shown.game != table.game.id:
        shown, foreign = table.game.drawn(match.races[0], match.setup.course), table.course_text is not None
    given = shown, table.game.accent, asker.language
    if foreign:
        return json_text(await drawn(asker.house.boards, asker, request, board_json, *given))
    return json_text(await asyncio.to_thread(board_json, *given))


def _info(table: Table, viewer: int, asker: Asker) -> Response:
    prompt = scene_of(table, viewer, asker.language)["prompt"]
    return json_text(to_json(table_info(table, asker.language, viewer, known=viewer >= 0, prompt=prompt)))


# ------------------------------------------------------------------------------------------------------------ seats


@router.post(
    "/tables/{table_id}/seats/{seat}/claim",
    responses=answers(401, 404, 409),
    response_model=SecretOut,
)
async def claim(asker: Asking, table_id: TableId, seat: SeatNumber, given: ClaimIn) -> Response:
    """Take the seat that one was invited to. An invitation is good once."""
    asker.guard.before_secret(asker.client)
    house = asker.house
    table = await house.open(table_id)
    async with house.changing(table):
        held = table.seats[seat] if seat < len(table.seats) else None
        if held is None or not keys.fits(given.invite, held.invite):
            asker.guard.wrong_secret(asker.client)
            raise refusals.no_such_table() if table.private else _bad_invite()
        if held.kind != "open":
            raise refusals.already_done()
        secret = keys.new_secret()
        name = given.name or held.name
        taken = {"kind": "person", "name": name, "bot": None, "secret": keys.hashed(secret)}
        await _write_seat(asker, table, held, taken, kind="open", invite=keys.hashed(given.invite))
    return json_text(to_json({"secret": secret}))


def _bad_invite() -> refusals.Refused:
    return refusals.Refused(401, "wrong_invite", Say("That invitation is not for this seat."))


@router.post(
    "/tables/{table_id}/seats/{seat}/bot",
    responses=answers(401, 403, 404, 409),
    response_model=TableInfo,
)
async def seat_bot(asker: Asking, table_id: TableId, seat: SeatNumber, wanted: BotIn) -> Response:
    """Hand a seat to a bot for the rest of the race: one's own, or one whose holder is not there. All are told."""
    table, viewer = await asker.seated_at(table_id)
    try:
        table.game.bot(wanted.bot)
    except BadOptionError as error:
        raise refusals.invalid(str(error)) from None
    async with asker.house.changing(table):
        held = _seat(table, seat)
        if held.kind == "bot" or (seat != viewer and table.connected(seat)):
            raise refusals.not_your_seat()
        if held.bot == wanted.bot:
            raise refusals.already_done()
        _check_riding(table)
        table.hand_over(seat, wanted.bot, viewer)
        await _write_seat(asker, table, held, {"bot": wanted.bot})
    return _info(table, viewer, asker)


@router.delete(
    "/tables/{table_id}/seats/{seat}/bot",
    responses=answers(401, 403, 404, 409),
    response_model=TableInfo,
)
async def unseat_bot(asker: Asking, table_id: TableId, seat: SeatNumber) -> Response:
    """Take one's seat back from the bot that rides for it, while the race is on."""
    table, viewer = await asker.seated_at(table_id)
    async with asker.house.changing(table):
        held = _seat(table, seat)
        if seat != viewer:
            raise refusals.not_your_seat()
        if held.bot is None:
            raise refusals.already_done()
        _check_riding(table)
        table.hand_over(seat, None, viewer)
        await _write_seat(asker, table, held, {"bot": None})
    return _info(table, viewer, asker)


def _check_riding(table: Table) -> None:
    if table.note is not None:
        raise refusals.Refused(409, "read_only", table.note)
    if table.match.over:
        raise refusals.race_over()


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise refusals.no_such_seat()
    return table.seats[seat]


async def _write_seat(asker: Asker, table: Table, seat: Seat, values: dict[str, Any], **only_if: Any) -> None:
    """Change a seat, and commit that, if in the database it still is what it must be: whoever is faster has it. (If it
    can't be committed, the table is opened anew, as it is there.)"""
    for name, value in values.items():
        setattr(seat, name, value)
    status = table.status

    def job(connection: sa.Connection) -> None:
        row = sa.update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.seat == seat.seat)
        if connection.execute(row.filter_by(**only_if).values(**values)).rowcount != 1:
            raise ConflictError("somebody else was faster")
        connection.execute(sa.update(TableRow).where(TableRow.id == table.id).values(status=status))

    await asker.house.commit(table, job)

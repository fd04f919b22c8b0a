"""API routes for games, courses and tables: list them, open tables, take seats."""

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
from parcours.table.board_cache import board_json
from parcours.table.courses import course_named, stored_text
from parcours.table.ease import checked_routines
from parcours.table.game_catalogue import game_json, rules_json, sketch_json
from parcours.table.models import BoardOut, GameOut, NewTableOut, RulesOut, SecretOut, SketchOut, TableInfo, TablesOut
from parcours.table.models_in import BotIn, ClaimIn, TableIn
from parcours.table.opening import NewTable, SeatWish, checked_wish, open_table
from parcours.table.request_bodies import new_router
from parcours.table.request_context import (
    Context,
    CourseId,
    GameId,
    RequestContext,
    SeatNumber,
    TableId,
    answers,
    drawn_in_turn,
    game_named,
    json_text,
)
from parcours.table.schema import SeatRow, TableRow
from parcours.table.show import listed_info, scene_of, table_info, to_json
from parcours.table.shown_courses import remembered
from parcours.table.storage import ConflictError
from parcours.table.tables import Seat, Table

router = new_router()


@router.get("/games", responses=answers(), response_model=list[GameOut])
async def games(context: Context) -> Response:
    """All games with their options, teams, bots and courses. Courses of this server come last."""
    storage, most = context.registry.storage, context.settings.listed
    told = []
    for game in games_in_order():
        kept = await asyncio.to_thread(storage.listed_courses, game.id, most)
        one = game_json(game, context.language)
        own = [{"id": row.id, "name": row.name, "own": True} for row in kept]
        told.append({**one, "courses": [*one["courses"], *own]})
    context.registry.drawing_ahead.look(context.language)
    return json_text(to_json(told))


@router.get("/games/{game}/rules", responses=answers(404), response_model=RulesOut)
async def rules(context: Context, game: GameId) -> Response:
    """The rules of a game, clause by clause, in our own words."""
    return json_text(await asyncio.to_thread(rules_json, game_named(game), context.language))


@router.get("/games/{game}/courses/{course}/board", responses=answers(404), response_model=BoardOut)
async def course_board(context: Context, game: GameId, course: CourseId) -> Response:
    """The board of a course that comes with a game."""
    found = game_named(game)
    if course not in found.course_names:
        raise refusals.Refused(404, "no_course", Say("That course does not exist: choose another."))
    pictured = found.pictured(found.course(course))
    return json_text(await asyncio.to_thread(board_json, pictured, found.accent, context.language))


@router.get("/games/{game}/courses/{course}/sketch", responses=answers(404), response_model=SketchOut)
async def course_sketch(context: Context, request: Request, game: GameId, course: CourseId) -> Response:
    """The shape of a course for a small sketch. The course comes with the game or was added to this server."""
    found = game_named(game)
    text = await stored_text(context.registry.storage, found, course)
    if text is None:
        return json_text(await asyncio.to_thread(sketch_json, found, course, None))
    return json_text(await drawn_in_turn(context.registry.sketches, context, request, sketch_json, found, course, text))


@router.get("/tables", responses=answers(), response_model=TablesOut)
async def tables(
    context: Context,
    mine: Annotated[str, Query(max_length=2500, pattern=r"^[A-Za-z0-9_,-]*$")] = "",
) -> Response:
    """Public tables, newest first, and the tables whose ids are in `mine`: private ones only if their secrets are sent
    too. Commas separate ids and secrets."""
    named = [id_ for id_ in mine.split(",") if 0 < len(id_) <= 24][:100]
    registry = context.registry
    rows = await asyncio.to_thread(registry.storage.listed, named, context.settings.listed)
    told = []
    for row, seats in rows:
        viewer = _listed_viewer(context, row, seats)
        if not row.private or viewer is not None:
            told.append(listed_info(row, seats, registry.tables.get(row.id), context.language, viewer))
    return json_text(to_json({"tables": told}))


def _listed_viewer(context: RequestContext, row: Any, seats: list[Any]) -> int | None:
    """The seat at a listed table that one of the caller's secrets holds. If they hold several: the seat whose turn it
    is, otherwise the lowest. -1: they hold only an invitation; None: neither."""
    hashes = {keys.hashed(secret) for secret in context.secrets}
    held = [s.seat for s in seats if s.secret in hashes]
    if not held and any(s.invite in hashes and s.kind == "open" for s in seats):
        return -1
    return row.actor if row.actor in held else held[0] if held else None


@router.post("/tables", status_code=201, responses=answers(404), response_model=NewTableOut)
async def new_table(context: Context, wanted: TableIn) -> Response:
    """Open a table. Only this answer gives the secrets of the caller's own seats and the invitations for friends."""
    context.guard.new_table(context.client)
    seats = [SeatWish(s.kind, s.name or "", s.bot) for s in wanted.seats]
    game = game_named(wanted.game)
    wish = checked_wish(
        game, await _course(context, game, wanted.course), wanted.options, wanted.teams, seats, wanted.private,
        wanted.commissioner, wanted.seed,
    )  # fmt: skip
    routines = checked_routines(game, wanted.routines)
    wish = replace(wish, quick=wanted.quick, routines=routines)
    wish = context.registry.drawing_ahead.deal(wish, context.language)
    return new_table_answer(await open_table(context.registry, wish), context)


async def _course(context: RequestContext, game: Game, wanted: str | None) -> Course | None:
    """The course of a new table; None: the game's first."""
    if wanted is None:
        return None
    try:
        return await course_named(context.registry.storage, game, wanted)
    except refusals.Refused:
        raise refusals.invalid(Say("This game has no course {course}: choose another.", course=wanted[:60])) from None


def new_table_answer(new: NewTable, context: RequestContext) -> Response:
    """The answer to whoever opened a table."""
    first = min(new.secrets, default=-1)
    return json_text(
        to_json({
            "table": table_info(new.table, context.language, first, known=first >= 0),
            "secrets": {str(seat): secret for seat, secret in new.secrets.items()},
            "invites": {str(seat): invite for seat, invite in new.invites.items()},
        }),
        201,
    )  # fmt: skip


@router.get("/tables/{table_id}", responses=answers(401, 404), response_model=TableInfo)
async def one_table(context: Context, table_id: TableId) -> Response:
    """A table without its race."""
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        return _info(table, viewer, context)


@router.get("/tables/{table_id}/board", responses=answers(401, 404), response_model=BoardOut)
async def table_board(
    context: Context,
    request: Request,
    table_id: TableId,
    key: Annotated[str, Query(max_length=64, pattern=r"^[0-9a-f]*$")] = "",
) -> Response:
    """The board of a table: with `key` the one that a scene names in `board`, otherwise the one that is shown now."""
    table, _ = await context.at(table_id)
    match, (shown, foreign) = table.match, remembered(key) or (None, False)
    if shown is None or shown.game != table.game.id:
        shown, foreign = table.game.course_shown(match.races[0], match.setup.course), table.course_text is not None
    given = shown, table.game.accent, context.language
    if foreign:
        return json_text(await drawn_in_turn(context.registry.boards, context, request, board_json, *given))
    return json_text(await asyncio.to_thread(board_json, *given))


def _info(table: Table, viewer: int, context: RequestContext) -> Response:
    prompt = scene_of(table, viewer, context.language)["prompt"]
    return json_text(to_json(table_info(table, context.language, viewer, known=viewer >= 0, prompt=prompt)))


# ------------------------------------------------------------------------------------------------------------ seats


@router.post(
    "/tables/{table_id}/seats/{seat}/claim",
    responses=answers(401, 404, 409),
    response_model=SecretOut,
)
async def claim(context: Context, table_id: TableId, seat: SeatNumber, given: ClaimIn) -> Response:
    """Take the seat of an invitation. An invitation works once."""
    context.guard.before_secret(context.client)
    registry = context.registry
    table = await registry.open(table_id)
    async with registry.changing(table):
        held = table.seats[seat] if seat < len(table.seats) else None
        if held is None or not keys.fits(given.invite, held.invite):
            context.guard.wrong_secret(context.client)
            raise refusals.no_such_table() if table.private else _bad_invite()
        if held.kind != "open":
            raise refusals.already_done()
        secret = keys.new_secret()
        name = given.name or held.name
        taken = {"kind": "person", "name": name, "bot": None, "secret": keys.hashed(secret)}
        await _write_seat(context, table, held, taken, kind="open", invite=keys.hashed(given.invite))
    return json_text(to_json({"secret": secret}))


def _bad_invite() -> refusals.Refused:
    return refusals.Refused(401, "wrong_invite", Say("This link is for another seat: ask for a new one."))


@router.post(
    "/tables/{table_id}/seats/{seat}/bot",
    responses=answers(401, 403, 404, 409),
    response_model=TableInfo,
)
async def seat_bot(context: Context, table_id: TableId, seat: SeatNumber, wanted: BotIn) -> Response:
    """Hand a seat to a bot for the rest of the race: the caller's own, or one whose holder is away. Everybody is
    told."""
    table, viewer = await context.seated_at(table_id)
    try:
        table.game.bot(wanted.bot)
    except BadOptionError as error:
        raise refusals.invalid(str(error)) from None
    async with context.registry.changing(table):
        held = _seat(table, seat)
        if held.kind == "bot" or (seat != viewer and table.connected(seat)):
            raise refusals.not_your_seat()
        if held.bot == wanted.bot:
            raise refusals.already_done()
        _check_riding(table)
        table.hand_over(seat, wanted.bot, viewer)
        await _write_seat(context, table, held, {"bot": wanted.bot})
    return _info(table, viewer, context)


@router.delete(
    "/tables/{table_id}/seats/{seat}/bot",
    responses=answers(401, 403, 404, 409),
    response_model=TableInfo,
)
async def unseat_bot(context: Context, table_id: TableId, seat: SeatNumber) -> Response:
    """Take the caller's seat back from the bot that plays it, while the race is on."""
    table, viewer = await context.seated_at(table_id)
    async with context.registry.changing(table):
        held = _seat(table, seat)
        if seat != viewer:
            raise refusals.not_your_seat()
        if held.bot is None:
            raise refusals.already_done()
        _check_riding(table)
        table.hand_over(seat, None, viewer)
        await _write_seat(context, table, held, {"bot": None})
    return _info(table, viewer, context)


def _check_riding(table: Table) -> None:
    if table.note is not None:
        raise refusals.Refused(409, "read_only", table.note)
    if table.match.over:
        raise refusals.race_over()


def _seat(table: Table, seat: int) -> Seat:
    if seat >= len(table.seats):
        raise refusals.no_such_seat()
    return table.seats[seat]


async def _write_seat(
    context: RequestContext, table: Table, seat: Seat, values: dict[str, Any], **only_if: Any
) -> None:
    """Change a seat and save the change, if its row in the database still matches `only_if`: of two clients, the faster
    one wins. (If the change can't be saved, the table is opened again as the database has it.)"""
    for name, value in values.items():
        setattr(seat, name, value)
    status = table.status

    def job(connection: sa.Connection) -> None:
        row = sa.update(SeatRow).where(SeatRow.table_id == table.id, SeatRow.seat == seat.seat)
        if connection.execute(row.filter_by(**only_if).values(**values)).rowcount != 1:
            raise ConflictError("somebody else was faster")
        connection.execute(sa.update(TableRow).where(TableRow.id == table.id).values(status=status))

    await context.registry.commit(table, job)

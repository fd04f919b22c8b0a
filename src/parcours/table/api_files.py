"""API routes for branches, return races, files, reports and printed sheets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import Any

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from parcours.engine.words import Say, said
from parcours.table import keys, refusals
from parcours.table.api_tables import new_table_answer
from parcours.table.filenames import attachment, race_name
from parcours.table.models import NewTableOut, ReportOut
from parcours.table.models_in import BranchIn
from parcours.table.opening import NewTable, Prepared, branch_wish, open_prepared, open_table, rematch_wish
from parcours.table.refusals import Refused
from parcours.table.report import report_of
from parcours.table.request_bodies import new_router
from parcours.table.request_context import (
    Context,
    RequestContext,
    TableId,
    answers,
    body_text,
    exported,
    json_text,
    while_there,
)
from parcours.table.sheet import sheet_css, sheet_html, sheet_of, sheet_pdf
from parcours.table.show import to_json
from parcours.table.tables import Table

router = new_router()
RACE_TEXT: dict[str, Any] = {"content": {"text/plain": {"schema": {"type": "string"}}}}
PDF: dict[str, Any] = {"content": {"application/pdf": {"schema": {"type": "string"}}}}


@router.post(
    "/tables/{table_id}/branch", status_code=201, responses=answers(401, 403, 404, 409), response_model=NewTableOut,
)  # fmt: skip
async def branch(context: Context, table_id: TableId, given: BranchIn) -> Response:
    """Open a table that continues from a step of a finished race, or of a race that the caller rides alone."""
    context.guard.new_table(context.client)
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        wish = await asyncio.to_thread(branch_wish, table, viewer, given.step)
    return new_table_answer(await open_table(context.registry, wish), context)


@router.post(
    "/tables/{table_id}/rematch", status_code=201, responses=answers(401, 403, 404, 409), response_model=NewTableOut,
)  # fmt: skip
async def rematch(context: Context, table_id: TableId) -> Response:
    """Open a return race: the same set-up, new luck, everybody one seat further on. The others find their
    invitations in their states."""
    context.guard.new_table(context.client)
    table, viewer = await context.at(table_id)
    if viewer < 0 and table.people():
        raise refusals.no_seat()
    async with context.registry.changing(table):
        if not table.match.over:
            raise Refused(409, "not_finished", Say("The race is still running."))
        if table.rematch:
            raise refusals.already_done()
        new = await open_table(context.registry, rematch_wish(table, viewer))
        table.rematch = _invitations(table, new)
    return new_table_answer(new, context)


def _invitations(table: Table, new: NewTable) -> dict[int, dict[str, Any]]:
    """For each seat of the old table: its table and seat now, and its invitation, unless its secret was given."""
    count = len(table.seats)
    told: dict[int, dict[str, Any]] = {-1: {"table": new.table.id, "seat": -1, "invite": None}}
    for seat in range(count):
        moved = (seat + 1) % count
        told[seat] = {"table": new.table.id, "seat": moved, "invite": new.invites.get(moved)}
    if new.table.private:
        del told[-1]
    return told


@router.get("/tables/{table_id}/race", responses=answers(401, 403, 404) | {200: RACE_TEXT})
async def race_file(context: Context, request: Request, table_id: TableId) -> Response:
    """The `.race` file of a finished race. (It reveals all sheets, so it is refused before the end.) One at a time
    per client."""
    from parcours.engine.racefile import write_race

    table, _ = await context.at(table_id)

    async def work() -> str:
        async with context.registry.looking(table):
            if not table.match.over:
                raise refusals.not_finished()
            named = table.match.with_seats([said(table.who(seat.seat), "en") for seat in table.seats])
            named.setup = replace(named.setup, luck_from=table.taken_over)
        return await asyncio.to_thread(write_race, named)

    text = await exported(context, request, work)
    return PlainTextResponse(text, headers=attachment(race_name(table, context.language), "race"))


@router.post(
    "/races", status_code=201, responses=answers(), response_model=NewTableOut,
    openapi_extra={"requestBody": {"required": True, **RACE_TEXT}},
)  # fmt: skip
async def open_race_file(context: Context, request: Request) -> Response:
    """Open a table from the text of a `.race` file of at most 1 MB. The caller holds all its seats."""
    context.guard.new_table(context.client)
    reading = context.registry.readers.read(
        context.client,
        "race",
        _race_refused,
        text=await body_text(request),
        luck=keys.new_seed(),
        secret=keys.new_luck(),
    )
    made = Prepared(**await while_there(request, reading))
    return new_table_answer(await open_prepared(context.registry, made), context)


def _race_refused(line: int, _: str) -> Say:
    return (
        Say("This race file can't be read: line {line}.", line=line) if line else Say("This race file can't be read.")
    )


@router.get("/tables/{table_id}/report", responses=answers(401, 403, 404), response_model=ReportOut)
async def report(context: Context, table_id: TableId) -> Response:
    """The report of a finished race: standings, positions over the turns, decisive moments."""
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        if not table.match.over:
            raise refusals.not_finished()
        made = context.registry.reviews.of(table)
        found = await asyncio.to_thread(report_of, table, viewer, context.language, made.found if made else None)
    return json_text(to_json(found))


@router.get(
    "/tables/{table_id}/sheet",
    responses=answers(401, 404) | {200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
async def sheet(context: Context, request: Request, table_id: TableId) -> Response:
    """Score sheet and story on paper: the whole of a finished race, otherwise only what the caller may see. One at a
    time per client."""
    told = await exported(context, request, partial(_sheet, context, table_id))
    return Response(sheet_html(told), media_type="text/html")


@router.get(
    "/tables/{table_id}/sheet.pdf",
    responses=answers(401, 404) | {200: PDF},
)
async def sheet_as_pdf(context: Context, request: Request, table_id: TableId) -> Response:
    """The same as a PDF. One at a time per client."""
    return await pdf_of(context, request, partial(_sheet, context, table_id))


async def pdf_of(
    context: RequestContext, request: Request, told_by: Callable[[], Coroutine[Any, Any, dict[str, Any]]]
) -> Response:
    """Answer with a sheet as a PDF."""

    async def work() -> tuple[dict[str, Any], bytes]:
        told = await told_by()
        return told, await asyncio.get_running_loop().run_in_executor(context.registry.typesetter, sheet_pdf, told)

    told, made = await exported(context, request, work)
    return Response(made, media_type="application/pdf", headers=attachment(told["file"], "pdf"))


async def _sheet(context: RequestContext, table_id: str) -> dict[str, Any]:
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        return await asyncio.to_thread(sheet_of, table, viewer, context.language)


@router.get("/sheet.css", include_in_schema=False)
async def css_of_sheets() -> Response:
    """The style sheet of printed sheets."""
    return Response(sheet_css(), media_type="text/css")

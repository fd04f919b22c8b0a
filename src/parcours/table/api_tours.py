"""API routes for tours: set them up, ride their next stage, read their standings."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

from fastapi import Path, Query, Request
from starlette.responses import PlainTextResponse, Response

from parcours.engine.tour import Stage
from parcours.engine.words import Say
from parcours.table import refusals
from parcours.table.api_files import PDF, RACE_TEXT, pdf_of
from parcours.table.filenames import attachment
from parcours.table.models import TableInfo
from parcours.table.models_in import TourIn
from parcours.table.models_tours import NewTourOut, TourOut, ToursOut
from parcours.table.opening import NewTable, Prepared, SeatWish
from parcours.table.request_bodies import new_router
from parcours.table.request_context import (
    Context,
    RequestContext,
    answers,
    body_text,
    exported,
    game_named,
    json_text,
    while_there,
)
from parcours.table.sheet import sheet_html
from parcours.table.show import table_info, to_json
from parcours.table.storage import StoredTour
from parcours.table.tour_show import tour_info, tour_name, tour_sheet, tour_whole
from parcours.table.touring import (
    PreparedTour,
    TourWish,
    holder,
    load_tour,
    may_ride_on,
    no_such_tour,
    open_next_stage,
    open_prepared_tour,
    open_tour,
    tour_of,
    tour_text,
)

router = new_router()
TourId = Annotated[str, Path(min_length=1, max_length=24, pattern=r"^[A-Za-z0-9_-]+$")]


async def _at(context: RequestContext, tour_id: str) -> tuple[StoredTour, int]:
    """The tour, and the caller's seat there, or -1. Strangers are told that a private tour does not exist."""
    secret = context.secrets[0] if context.secrets else None
    if secret is not None:
        context.guard.before_secret(context.client)
    stored = await load_tour(context.registry.storage, tour_id)
    viewer = holder(stored, secret) if secret is not None else None
    if secret is not None and viewer is None:
        context.guard.wrong_secret(context.client)
        raise no_such_tour() if stored.tour.private else refusals.wrong_secret()
    if viewer is None and stored.tour.private:
        raise no_such_tour()
    return stored, -1 if viewer is None else viewer


@router.get("/tours", responses=answers(), response_model=ToursOut)
async def tours(
    context: Context, mine: Annotated[str, Query(max_length=2500, pattern=r"^[A-Za-z0-9_,-]*$")] = ""
) -> Response:
    """Public tours, newest first, and the tours whose ids are in `mine`: private ones only if their secrets are sent
    too. Commas separate ids and secrets."""
    named = [id_ for id_ in mine.split(",") if 0 < len(id_) <= 24][:100]
    found = await asyncio.to_thread(context.registry.storage.listed_tours, named, context.settings.listed)
    told = []
    for stored in found:
        held = [seat for seat in (holder(stored, secret) for secret in context.secrets) if seat is not None]
        if stored.tables and (held or not stored.tour.private):
            told.append(await asyncio.to_thread(tour_info, stored, context.language, max(held, default=-1)))
    return json_text(to_json({"tours": told}))


@router.post("/tours", status_code=201, responses=answers(404), response_model=NewTourOut)
async def new_tour(context: Context, wanted: TourIn) -> Response:
    """Set up a tour: one that comes with the game (`preset`), or any list of `stages`. Its first stage is opened as a
    table. Only this answer gives the secrets and invitations; they hold for all stages."""
    context.guard.new_table(context.client)
    wish = TourWish(
        game_named(wanted.game), wanted.preset, [Stage(stage.course, stage.options) for stage in wanted.stages],
        wanted.name, wanted.options, wanted.teams, [SeatWish(s.kind, s.name or "", s.bot) for s in wanted.seats],
        wanted.private, wanted.commissioner, wanted.seed,
    )  # fmt: skip
    return await _opened(context, *await open_tour(context.registry, wish))


async def _opened(context: RequestContext, stored: StoredTour, new: NewTable) -> Response:
    first = min(new.secrets, default=-1)
    told = {
        "tour": await asyncio.to_thread(tour_whole, stored, context.language, first),
        "table": table_info(new.table, context.language, first, known=first >= 0),
        "secrets": {str(seat): secret for seat, secret in new.secrets.items()},
        "invites": {str(seat): invite for seat, invite in new.invites.items()},
    }
    return json_text(to_json(told), 201)


@router.post(
    "/tour-files", status_code=201, responses=answers(), response_model=NewTourOut,
    openapi_extra={"requestBody": {"required": True, **RACE_TEXT}},
)  # fmt: skip
async def open_file(context: Context, request: Request) -> Response:
    """Open a tour from the text of a `.tour` file of at most 1 MB, finished or not. The caller holds all its seats.
    A file that is broken, cut short or edited is refused, and the refusal names the line."""
    context.guard.new_table(context.client)
    reading = context.registry.readers.read(context.client, "tour", _tour_refused, text=await body_text(request))
    made = await while_there(request, reading)
    tour = PreparedTour(made["values"], [Prepared(**table) for table in made["tables"]])
    return await _opened(context, *await open_prepared_tour(context.registry, tour))


def _tour_refused(line: int, _: str) -> Say:
    return (
        Say("This .tour file can't be read: line {line}.", line=line) if line else Say("This .tour file can't be read.")
    )


@router.get("/tours/{tour_id}", responses=answers(401, 404), response_model=TourOut)
async def one_tour(context: Context, tour_id: TourId) -> Response:
    """A tour: its stages, its seats and all its classifications."""
    stored, viewer = await _at(context, tour_id)
    return json_text(to_json(await asyncio.to_thread(tour_whole, stored, context.language, viewer)))


@router.post("/tours/{tour_id}/next", responses=answers(401, 403, 404, 409), response_model=TableInfo)
async def next_stage(context: Context, tour_id: TourId) -> Response:
    """The table of the next stage. It is opened now, with the same seats and secrets, unless it is open already."""
    context.guard.new_table(context.client)
    stored, viewer = await _at(context, tour_id)
    if not may_ride_on(stored, viewer):
        raise refusals.no_seat()
    table = await open_next_stage(context.registry, stored)
    return json_text(to_json(table_info(table, context.language, viewer, known=viewer >= 0)))


@router.get("/tours/{tour_id}/file", responses=answers(401, 403, 404, 409) | {200: RACE_TEXT})
async def tour_file(context: Context, request: Request, tour_id: TourId) -> Response:
    """The `.tour` file of a finished tour, with all its races. (It reveals the luck of every stage, so it is refused
    before the end.) One at a time per client."""
    stored, _ = await _at(context, tour_id)

    async def work() -> str:
        if not (await asyncio.to_thread(tour_of, stored)).over:
            raise refusals.not_finished()
        return await asyncio.to_thread(tour_text, context.registry.storage, stored)

    text = await exported(context, request, work)
    return PlainTextResponse(text, headers=attachment(tour_name(stored, context.language), "tour"))


@router.get(
    "/tours/{tour_id}/sheet",
    responses=answers(401, 404) | {200: {"content": {"text/html": {"schema": {"type": "string"}}}}},
)
async def sheet(context: Context, request: Request, tour_id: TourId) -> Response:
    """All classifications and the stages on paper. One at a time per client."""
    told = await exported(context, request, partial(_sheet, context, tour_id))
    return Response(sheet_html(told), media_type="text/html")


@router.get(
    "/tours/{tour_id}/sheet.pdf",
    responses=answers(401, 404) | {200: PDF},
)
async def sheet_as_pdf(context: Context, request: Request, tour_id: TourId) -> Response:
    """The same as a PDF. One at a time per client."""
    return await pdf_of(context, request, partial(_sheet, context, tour_id))


async def _sheet(context: RequestContext, tour_id: str) -> dict[str, Any]:
    stored, _ = await _at(context, tour_id)
    return await asyncio.to_thread(tour_sheet, stored, context.language)

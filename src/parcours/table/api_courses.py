"""API routes for courses: build them, save them, download them as files."""

from __future__ import annotations

import asyncio
from functools import lru_cache

from fastapi import Request
from starlette.responses import PlainTextResponse, Response

from parcours.engine.game import Game
from parcours.engine.scene import plain
from parcours.engine.words import Say
from parcours.games import find_game
from parcours.table.api_files import RACE_TEXT
from parcours.table.courses import (
    builder_of,
    built_text,
    course_name,
    course_named,
    draft_of,
    keep_course,
    stored_text,
)
from parcours.table.filenames import attachment
from parcours.table.models_courses import BuilderOut, DraftOut, KeptCourseOut, SurveyOut
from parcours.table.models_in import DraftIn
from parcours.table.refusals import Refused
from parcours.table.request_bodies import new_router
from parcours.table.request_context import (
    Context,
    CourseId,
    GameId,
    answers,
    body_text,
    game_named,
    json_text,
    while_there,
)
from parcours.table.show import to_json

router = new_router()


@lru_cache(maxsize=16)
def _builder_json(game: Game, language: str) -> str:
    builder = builder_of(game)
    told = {
        "about": builder.about, "piece": builder.piece, "most": builder.most, "frame": list(builder.frame),
        "parts": builder.parts, "marks": builder.marks, "switches": builder.switches,
    }  # fmt: skip
    return to_json(plain(told, language))


@router.get("/games/{game}/builder", responses=answers(404), response_model=BuilderOut)
async def builder(context: Context, game: GameId) -> Response:
    """The parts that courses of a game are built from."""
    return json_text(await asyncio.to_thread(_builder_json, game_named(game), context.language))


@router.post("/games/{game}/builder/survey", responses=answers(404), response_model=SurveyOut)
async def survey(context: Context, game: GameId, given: DraftIn) -> Response:
    """Check a draft: all its faults, its figures, its profile and its picture. Nothing is saved."""
    found = game_named(game)
    made = builder_of(found)
    seen = await asyncio.to_thread(made.survey, draft_of(found, given))
    return json_text(to_json(plain(seen, context.language)))


@router.get("/games/{game}/courses/{course}/draft", responses=answers(404), response_model=DraftOut)
async def draft(context: Context, game: GameId, course: CourseId) -> Response:
    """A saved course as a draft that can be edited further."""
    found = game_named(game)
    made = builder_of(found)
    laid = made.draft_of(await course_named(context.registry.storage, found, course))
    if laid is None:
        raise Refused(404, "no_draft", Say("Choose a course built from pieces: only those can be edited."))
    pieces = [{"part": p.part, "turn": p.turn, "marks": list(p.marks)} for p in laid.pieces]
    return json_text(to_json({"name": laid.name, "pieces": pieces, "switches": dict(laid.switches)}))


@router.post("/games/{game}/courses", status_code=201, responses=answers(404), response_model=KeptCourseOut)
async def keep(context: Context, game: GameId, given: DraftIn) -> Response:
    """Save a draft without faults as a course of this server. Saving the same draft twice gives one course."""
    found = game_named(game)
    context.guard.new_table(context.client)
    text = await asyncio.to_thread(built_text, found, draft_of(found, given), context.language)
    return json_text(to_json(await keep_course(context.registry.storage, found, text, course_name(text))), 201)


@router.post(
    "/courses", status_code=201, responses=answers(), response_model=KeptCourseOut,
    openapi_extra={"requestBody": {"required": True, **RACE_TEXT}},
)  # fmt: skip
async def bring(context: Context, request: Request) -> Response:
    """Save the text of a course file, of any game, as a course of this server."""
    context.guard.new_table(context.client)
    text = await body_text(request)
    told = await while_there(
        request, context.registry.readers.read(context.client, "course", _course_refused, text=text)
    )
    kept = await keep_course(context.registry.storage, find_game(told["game"]), text, told["name"])
    return json_text(to_json(kept), 201)


def _course_refused(line: int, place: str) -> Say:
    if line:
        return Say("This course file can't be used: line {line}.", line=line)
    return (
        Say("This course file can't be used: see {place}.", place=place)
        if place
        else Say("This course file can't be used.")
    )


@router.get("/games/{game}/courses/{course}/file", responses=answers(404) | {200: RACE_TEXT})
async def course_file(context: Context, game: GameId, course: CourseId) -> Response:
    """The `.toml` file of a course. The course comes with the game or was added to this server."""
    found = game_named(game)
    text = await stored_text(context.registry.storage, found, course)
    if text is None:
        text = found.course(course).source
    return PlainTextResponse(text, headers=attachment(Say(course_name(text)).to(context.language), "toml"))

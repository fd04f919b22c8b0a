"""The API's courses: building them, keeping them, taking them home as files."""

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
from parcours.table.asking import Asking, CourseId, GameId, answers, body_text, game_named, json_text, while_there
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
from parcours.table.show import to_json
from parcours.table.taking import new_router

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
async def builder(asker: Asking, game: GameId) -> Response:
    """What courses of a game are built from."""
    return json_text(await asyncio.to_thread(_builder_json, game_named(game), asker.language))


@router.post("/games/{game}/builder/survey", responses=answers(404), response_model=SurveyOut)
async def survey(asker: Asking, game: GameId, given: DraftIn) -> Response:
    """What a draft is worth: every fault at once, its figures, its profile, its picture. Nothing is kept."""
    found = game_named(game)
    made = builder_of(found)
    seen = await asyncio.to_thread(made.survey, draft_of(found, given))
    return json_text(to_json(plain(seen, asker.language)))


@router.get("/games/{game}/courses/{course}/draft", responses=answers(404), response_model=DraftOut)
async def draft(asker: Asking, game: GameId, course: CourseId) -> Response:
    """A course as a draft to go on from."""
    found = game_named(game)
    made = builder_of(found)
    laid = made.draft_of(await course_named(asker.house.storage, found, course))
    if laid is None:
        raise Refused(404, "no_draft", Say("That course was not built from parts."))
    pieces = [{"part": p.part, "turn": p.turn, "marks": list(p.marks)} for p in laid.pieces]
    return json_text(to_json({"name": laid.name, "pieces": pieces, "switches": dict(laid.switches)}))


@router.post("/games/{game}/courses", status_code=201, responses=answers(404), response_model=KeptCourseOut)
async def keep(asker: Asking, game: GameId, given: DraftIn) -> Response:
    """Keep a draft without faults as a course of the house. The same one twice is one course."""
    found = game_named(game)
    asker.guard.new_table(asker.client)
    text = await asyncio.to_thread(built_text, found, draft_of(found, given), asker.language)
    return json_text(to_json(await keep_course(asker.house.storage, found, text, course_name(text))), 201)


@router.post(
    "/courses", status_code=201, responses=answers(), response_model=KeptCourseOut,
    openapi_extra={"requestBody": {"required": True, **RACE_TEXT}},
)  # fmt: skip
async def bring(asker: Asking, request: Request) -> Response:
    """Keep the text of a course file, of any game, as a course of the house."""
    asker.guard.new_table(asker.client)
    text = await body_text(request)
    told = await while_there(request, asker.house.readers.read(asker.client, "course", _course_refused, text=text))
    kept = await keep_course(asker.house.storage, find_game(told["game"]), text, told["name"])
    return json_text(to_json(kept), 201)


def _course_refused(line: int, what: str) -> Say:
    return Say("That course file can't be opened: {what}", what=what)


@router.get("/games/{game}/courses/{course}/file", responses=answers(404) | {200: RACE_TEXT})
async def course_file(asker: Asking, game: GameId, course: CourseId) -> Response:
    """The `.toml` file of a course: the game's own, or one of the house."""
    found = game_named(game)
    text = await stored_text(asker.house.storage, found, course)
    if text is None:
        text = found.course(course).source
    return PlainTextResponse(text, headers=attachment(Say(course_name(text)).to(asker.language), "toml"))

"""API routes for lessons: open a first race with a coach, and ask what the coach says."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from parcours.engine.lesson import has_lesson, read_lesson
from parcours.engine.words import Say
from parcours.table import refusals
from parcours.table.api_tables import new_table_answer
from parcours.table.coaching import coach_json
from parcours.table.models import CoachOut, NewTableOut
from parcours.table.models_in import LessonIn
from parcours.table.opening import SeatWish, Wish, open_table
from parcours.table.request_bodies import new_router
from parcours.table.request_context import Context, GameId, TableId, answers, game_named, json_text
from parcours.table.show import to_json

router = new_router()


@router.post("/games/{game}/lesson", status_code=201, responses=answers(404), response_model=NewTableOut)
async def open_lesson(context: Context, game: GameId, given: LessonIn) -> Response:
    """Open a first race with a coach: a short course, fixed luck, bots that do what the lesson needs."""
    context.guard.new_table(context.client)
    found = game_named(game)
    if not has_lesson(found):
        raise refusals.Refused(404, "no_lesson", Say("This game has no lesson."))
    lesson = read_lesson(found)
    bots = [SeatWish("bot", "", found.bots[-1].name) for _ in range(lesson.teams - 1)]
    wish = Wish(
        found, found.course(lesson.course), dict(lesson.options), lesson.teams, [SeatWish("me", given.name), *bots],
        private=True, luck=lesson.seed, quick=True, routines=lesson.routines, lesson=True,
    )  # fmt: skip
    return new_table_answer(await open_table(context.registry, wish), context)


@router.get("/tables/{table_id}/coach", responses=answers(401, 404, 409), response_model=CoachOut)
async def coach(context: Context, table_id: TableId) -> Response:
    """What the coach says now: the advised choice with its reason, and in a lesson the next idea."""
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        told = await asyncio.to_thread(coach_json, table, viewer, context.language)
    return json_text(to_json(told))

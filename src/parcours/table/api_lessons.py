"""The API's lessons: opening a first race with a coach, and hearing what he says."""

from __future__ import annotations

import asyncio

from starlette.responses import Response

from parcours.engine.lesson import has_lesson, read_lesson
from parcours.engine.words import Say
from parcours.table import refusals
from parcours.table.api_tables import new_table_answer
from parcours.table.asking import Asking, GameId, TableId, answers, game_named, json_text
from parcours.table.coaching import coach_json
from parcours.table.models import CoachOut, NewTableOut
from parcours.table.models_in import LessonIn
from parcours.table.opening import SeatWish, Wish, open_table
from parcours.table.show import to_json
from parcours.table.taking import new_router

router = new_router()


@router.post("/games/{game}/lesson", status_code=201, responses=answers(404), response_model=NewTableOut)
async def open_lesson(asker: Asking, game: GameId, given: LessonIn) -> Response:
    """Open a first race with a coach: a short course, fixed luck, bots that do what the lesson needs."""
    asker.guard.new_table(asker.client)
    found = game_named(game)
    if not has_lesson(found):
        raise refusals.Refused(404, "no_lesson", Say("This game has no lesson."))
    lesson = read_lesson(found)
    bots = [SeatWish("bot", "", found.bots[-1].name) for _ in range(lesson.teams - 1)]
    wish = Wish(
        found, found.course(lesson.course), dict(lesson.options), lesson.teams, [SeatWish("me", given.name), *bots],
        private=True, luck=lesson.seed, quick=True, routines=lesson.routines, lesson=True,
    )  # fmt: skip
    return new_table_answer(await open_table(asker.house, wish), asker)


@router.get("/tables/{table_id}/coach", responses=answers(401, 404, 409), response_model=CoachOut)
async def coach(asker: Asking, table_id: TableId) -> Response:
    """What the coach says now: in a lesson the next idea, in any race what he would do and why."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        told = await asyncio.to_thread(coach_json, table, viewer, asker.language)
    return json_text(to_json(told))

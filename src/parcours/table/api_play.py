"""The API's race: looking at it, acting in it, taking back, asking why, talking."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.responses import Response

from parcours.bots.levels import LEVELS
from parcours.bots.search import Budget
from parcours.engine.chance import CHANCE
from parcours.engine.match import Match
from parcours.engine.scene import plain
from parcours.engine.words import Say, said
from parcours.table import refusals
from parcours.table.asking import READY, Asker, Asking, TableId, answers, json_text
from parcours.table.live import shown_to
from parcours.table.log import PERSON
from parcours.table.models import ChatOut, HintOut, ReviewOut, State, StepOut, StoryOut, WhyOut
from parcours.table.models_in import ActionIn, AnswerIn, ChatIn, WhyIn
from parcours.table.refusals import Refused
from parcours.table.reviews import review_json
from parcours.table.show import chat_line, scene_of, to_json
from parcours.table.tables import Table, UndoAsked

router = APIRouter(dependencies=READY)
Step = Annotated[int, Path(ge=0, lt=2**31)]
HINT = 0x48494E54
"""Hints are not drawn as the bots' own choices are, and not from a number that anybody knows."""


async def _state(asker: Asker, table: Table, viewer: int) -> Response:
    return json_text((await shown_to(asker.house, table, viewer, asker.language)).body)


@router.get("/tables/{table_id}/state", responses=answers(401, 404, 409), response_model=State)
async def state(asker: Asking, table_id: TableId) -> Response:
    """All that the asker may see now."""
    table, viewer = await asker.at(table_id)
    return await _state(asker, table, viewer)


@router.get("/tables/{table_id}/story", responses=answers(401, 404, 409), response_model=StoryOut)
async def story(
    asker: Asking, table_id: TableId, first: Annotated[int, Query(alias="from", ge=0, lt=2**31)] = 0
) -> Response:
    """The story from a step on."""
    table, viewer = await asker.at(table_id)
    await shown_to(asker.house, table, viewer, asker.language)
    book = table.book(viewer)
    told = book.said(asker.language, book.line_of_step(first - 1))
    return json_text(f'{{"story":[{",".join(told)}]}}')


@router.get("/tables/{table_id}/steps/{step}", responses=answers(401, 404, 409), response_model=StepOut)
async def one_step(asker: Asking, table_id: TableId, step: Step) -> Response:
    """The table as it looked to the asker after a step; 0 is the start."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        scene = await asyncio.to_thread(_scene_at, table, viewer, step, asker.language)
    return json_text(to_json({"scene": scene, "story_until": step}))


def _scene_at(table: Table, viewer: int, step: int, language: str) -> dict[str, Any]:
    book = table.book(viewer)
    if step > len(book.steps):
        raise Refused(404, "no_step", Say("The race has only {n} steps.", n=len(book.steps)))
    return scene_of(table, viewer, language, _match_at(table, book.steps[step - 1] + 1 if step else 0))


def _match_at(table: Table, index: int) -> Match:
    """The race as it stood after so many entries of the log."""
    actions = table.at_log(index)
    if table.match.actions[: len(actions)] == actions:
        return table.match.at(len(actions))
    return Match.replayed(table.match.setup, actions)


# ----------------------------------------------------------------------------------------------------------- acting


@router.post("/tables/{table_id}/actions", responses=answers(401, 403, 404, 409), response_model=State)
async def act(asker: Asking, table_id: TableId, given: ActionIn) -> Response:
    """Make a choice. It counts once, and only at the moment at which it was made; then it is committed."""
    with asker.house.person_acting():
        table, seat = await asker.seated_at(table_id)
        async with asker.house.changing(table):
            if not table.has_book(seat):
                await asyncio.to_thread(table.book, seat)
            _check_action(table, seat, given)
            table.play(given.action, PERSON, seat, given.moment)
        return await _state(asker, table, seat)


def _check_action(table: Table, seat: int, given: ActionIn) -> None:
    match = table.match
    if table.moment(seat) != given.moment:
        raise refusals.already_done() if table.done_before(seat, given.action, given.moment) else refusals.stale()
    _check_open(table)
    if match.over:
        raise refusals.race_over()
    typed = match.actor == CHANCE and match.setup.manual_chance
    if match.actor != seat and not typed:
        raise refusals.not_your_turn()
    if table.seats[seat].ridden_by_bot and not typed:
        raise Refused(409, "bot_rides", Say("A bot rides for this seat: take it back first."))
    if given.action not in match.legal():
        meaning: Say | str = table.game.code_words(given.action) if given.action < table.game.actions else "?"
        raise Refused(409, "illegal", Say("That is not possible now: {action}.", action=meaning))


def _check_open(table: Table) -> None:
    if table.note is not None:
        raise Refused(409, "read_only", table.note)


# ------------------------------------------------------------------------------------------------------------- undo


@router.post("/tables/{table_id}/undo", responses=answers(401, 403, 404, 409), response_model=State)
async def undo(asker: Asking, table_id: TableId) -> Response:
    """Take one's last choice back: at once where that is free, else the other people are asked."""
    table, seat = await asker.seated_at(table_id)
    async with asker.house.changing(table):
        _check_open(table)
        if table.booked:
            raise Refused(409, "booked", Say("The stage is over and counts: nothing of it can be taken back."))
        last = table.last_choice(seat)
        if last is None:
            raise Refused(409, "nothing", Say("There is nothing of yours to take back."))
        if table.undo_is_free(seat):
            table.undo(seat, last)
        elif table.asked is not None:
            raise refusals.already_done()
        else:
            table.asked = UndoAsked(seat, last, dict.fromkeys(table.others_of(seat)))
    return await _state(asker, table, seat)


@router.post("/tables/{table_id}/undo/answer", responses=answers(401, 403, 404, 409), response_model=State)
async def undo_answer(asker: Asking, table_id: TableId, given: AnswerIn) -> Response:
    """Agree that somebody takes a choice back, or don't."""
    table, seat = await asker.seated_at(table_id)
    async with asker.house.changing(table):
        asked = table.asked
        if asked is None or seat not in asked.answers:
            raise Refused(409, "nothing_asked", Say("Nobody has asked you to take something back."))
        asked.answers[seat] = given.agree
        if not given.agree:
            table.asked = None
        elif all(asked.answers.values()):
            table.undo(asked.by, asked.kept)
    return await _state(asker, table, seat)


# ----------------------------------------------------------------------------------------------------------- asking


@router.post("/tables/{table_id}/why", responses=answers(401, 404, 409), response_model=WhyOut)
async def why(asker: Asking, table_id: TableId, given: WhyIn) -> Response:
    """Why something can't be chosen now."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        try:
            refusal = table.game.why_not(table.match, viewer, given.target)
        except (ValueError, LookupError):
            raise refusals.invalid(Say("There is nothing of that name on this table.")) from None
    return json_text(to_json({"words": said(refusal.words, asker.language), "clause": refusal.clause}))


@router.post("/tables/{table_id}/hint", responses=answers(401, 403, 404, 409), response_model=HintOut)
async def hint(asker: Asking, table_id: TableId) -> Response:
    """What a search from the asker's seat finds best, and what each choice leads to."""
    table, seat = await asker.seated_at(table_id)
    async with asker.house.looking(table):
        if table.match.actor != seat or table.note is not None:
            raise refusals.not_your_turn()
        seen = table.match.seen_by(seat)
        choices = {choice.action: choice for choice in table.game.scene(table.match, seat).choices}
    found = await asker.house.thinkers.search(seen, Budget(seconds=asker.settings.hint_seconds), table.bot_luck ^ HINT)
    prospects = [p for p in found.told() if p.action in choices]
    words = plain(choices[prospects[0].action], asker.language)
    reasons = [part for part in (words["gain"], *words["details"], words["cost"]) if part]
    told = {
        "action": prospects[0].action, "label": words["label"], "reason": "; ".join(reasons[:2]),
        "bot": LEVELS[-1].label.to(asker.language),
        "choices": [
            {
                "action": p.action, "label": plain(choices[p.action], asker.language)["label"],
                "wins": round(p.wins[seat], 4), "points": round(p.points[seat], 2), "place": round(p.places[seat], 2),
            }
            for p in prospects
        ],
    }  # fmt: skip
    return json_text(to_json(told))


# --------------------------------------------------------------------------------------------------------- reviewing


@router.post("/tables/{table_id}/review", responses=answers(401, 403, 404), response_model=ReviewOut)
async def begin_review(asker: Asking, table_id: TableId) -> Response:
    """Have a finished race looked at again, in the background; ask for it until it is done."""
    return await _review(asker, table_id, begin=True)


@router.get("/tables/{table_id}/review", responses=answers(401, 403, 404), response_model=ReviewOut)
async def read_review(asker: Asking, table_id: TableId) -> Response:
    """How far the review of a finished race is, and what was found."""
    return await _review(asker, table_id, begin=False)


async def _review(asker: Asker, table_id: str, begin: bool) -> Response:
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        if not table.match.over:
            raise refusals.not_finished()
        reviews = asker.house.reviews
        made = reviews.begin(table) if begin else reviews.of(table)
        told = await asyncio.to_thread(review_json, table, made, viewer, asker.language)
    return json_text(to_json(told))


# ------------------------------------------------------------------------------------------------------------- chat


@router.post("/tables/{table_id}/chat", status_code=201, responses=answers(401, 403, 404, 409), response_model=ChatOut)
async def chat(asker: Asking, table_id: TableId, given: ChatIn) -> Response:
    """Say something to all at the table. Spectators listen."""
    table, seat = await asker.seated_at(table_id)
    asker.guard.chat(asker.client)
    text = "".join(c if c.isprintable() else " " for c in given.text).strip()
    if not text:
        raise refusals.invalid(Say("There is nothing to say in that."))
    async with asker.house.changing(table):
        line = await asker.house.say(table, seat, text)
    return json_text(to_json(chat_line(line)), 201)

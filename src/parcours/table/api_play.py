"""The API's race: looking at it, acting in it, taking back, asking why, talking."""

from __future__ import annotations

import asyncio
from bisect import bisect_right
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Path, Query, Request
from starlette.responses import Response

from parcours.bots.advice import Advice, advise
from parcours.bots.levels import LEVELS
from parcours.bots.search import Budget
from parcours.engine.chance import CHANCE
from parcours.engine.match import Match
from parcours.engine.scene import Choice
from parcours.engine.words import Say, said
from parcours.table import refusals, taking_back
from parcours.table.asking import Asker, Asking, TableId, answers, exported, json_text, while_there
from parcours.table.ease import checked_routines
from parcours.table.filenames import attachment, race_name
from parcours.table.live import shown_to
from parcours.table.log import PERSON
from parcours.table.messages import NewsMessage, StateMessage, listed, told
from parcours.table.models import ChatOut, HintOut, ReviewOut, State, StepOut, StoryOut, WhyOut
from parcours.table.models_in import ActionIn, AnswerIn, ChatIn, RoutinesIn, UndoIn, WhyIn
from parcours.table.picture import as_png, picture_svg
from parcours.table.refusals import Refused
from parcours.table.reviews import review_json
from parcours.table.show import chat_line, scene_of, to_json
from parcours.table.tables import Table, UndoAsked
from parcours.table.taking import Whole, new_router
from parcours.table.views import news_json, state_json

router = new_router()
Step = Annotated[int, Whole, Path(ge=0, lt=2**31)]
HINT = 0x48494E54
"""Hints are not drawn as the bots' own choices are, and not from a number that anybody knows."""


Have = Annotated[
    str | None,
    Query(
        max_length=40,
        description="The version of the view that the asker has: the answer is a message as live connections have it, "
        "with what has changed since. Without it the answer is the whole state.",
    ),
]
StateOrNews = State | NewsMessage | StateMessage


async def _state(asker: Asker, table: Table, viewer: int, have: str | None) -> Response:
    view = await shown_to(asker.house, table, viewer, asker.language)
    tell = state_json if have is None else partial(news_json, have=have)
    return json_text(tell(table, viewer, asker.language, view))


@router.get("/tables/{table_id}/state", responses=answers(401, 404, 409), response_model=StateOrNews)
async def state(asker: Asking, table_id: TableId, have: Have = None) -> Response:
    """All that the asker may see now."""
    table, viewer = await asker.at(table_id)
    return await _state(asker, table, viewer, have)


@router.get("/tables/{table_id}/story", responses=answers(401, 404, 409), response_model=StoryOut)
async def story(
    asker: Asking, table_id: TableId, first: Annotated[int, Whole, Query(alias="from", ge=0, lt=2**31)] = 0
) -> Response:
    """The story from a step on."""
    table, viewer = await asker.at(table_id)
    await shown_to(asker.house, table, viewer, asker.language)
    book = table.book(viewer)
    lines = book.said(asker.language, book.line_of_step(first - 1))
    return json_text(told(StoryOut, story=listed(lines)))


@router.get("/tables/{table_id}/steps/{step}", responses=answers(401, 404, 409), response_model=StepOut)
async def one_step(asker: Asking, table_id: TableId, step: Step, public: bool = False) -> Response:
    """The table as it looked to the asker after a step; 0 is the start. Each seat counts the steps that it can notice:
    `public` steps are those that everybody notices, so a link can name one."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        told = await asyncio.to_thread(_step_shown, table, viewer, step, public, asker.language)
    return json_text(to_json(told))


def _step_shown(table: Table, viewer: int, step: int, public: bool, language: str) -> dict[str, Any]:
    own, everybodys = table.book(viewer).steps, table.book(-1).steps
    if public:
        step = bisect_right(own, everybodys[min(step, len(everybodys)) - 1]) if step and everybodys else 0
    scene = _scene_at(table, viewer, step, language)
    named = bisect_right(everybodys, own[step - 1]) if step else 0
    return {"scene": scene, "story_until": step, "public": named}


@router.get(
    "/tables/{table_id}/steps/{step}/picture.{kind}",
    responses=answers(401, 404, 409) | {200: {"content": {"image/svg+xml": {}, "image/png": {}}}},
)
async def picture(
    asker: Asking, request: Request, table_id: TableId, step: Step, kind: Literal["svg", "png"]
) -> Response:
    """The board as the asker saw it after a step, as a picture to keep. One at a time for each client."""
    table, viewer = await asker.at(table_id)

    async def work() -> bytes:
        async with asker.house.looking(table):
            svg = await asyncio.to_thread(_picture_at, table, viewer, step, asker.language)
        if kind == "svg":
            return svg.encode()
        return await asyncio.get_running_loop().run_in_executor(asker.house.typesetter, as_png, svg)

    made = await exported(asker, request, work)
    named = attachment(f"{race_name(table, asker.language)} {step}", kind)
    return Response(made, media_type="image/svg+xml" if kind == "svg" else "image/png", headers=named)


def _picture_at(table: Table, viewer: int, step: int, language: str) -> str:
    return picture_svg(table, _match_after(table, viewer, step), viewer, language)


def _scene_at(table: Table, viewer: int, step: int, language: str) -> dict[str, Any]:
    return scene_of(table, viewer, language, _match_after(table, viewer, step))


def _match_after(table: Table, viewer: int, step: int) -> Match:
    """The race after a step that a viewer noticed."""
    book = table.book(viewer)
    if step > len(book.steps):
        raise Refused(404, "no_step", Say("The race has only {n} steps.", n=len(book.steps)))
    return _match_at(table, book.steps[step - 1] + 1 if step else 0)


def _match_at(table: Table, index: int) -> Match:
    """The race as it stood after that many entries of the log."""
    actions = table.at_log(index)
    if table.match.actions[: len(actions)] == actions:
        return table.match.at(len(actions))
    return Match.replayed(table.match.setup, actions)


# ----------------------------------------------------------------------------------------------------------- acting


@router.post("/tables/{table_id}/actions", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def act(asker: Asking, table_id: TableId, given: ActionIn, have: Have = None) -> Response:
    """Make a choice. It counts once, and only at the moment at which it was made; then it is committed."""
    with asker.house.person_acting():
        table, seat = await asker.seated_at(table_id)
        async with asker.house.changing(table):
            if not table.has_book(seat):
                await asyncio.to_thread(table.book, seat)
            _check_action(table, seat, given)
            table.play(given.action, PERSON, seat, given.moment, given.then)
        return await _state(asker, table, seat, have)


@router.post("/tables/{table_id}/routines", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def leave_routines(asker: Asking, table_id: TableId, given: RoutinesIn, have: Have = None) -> Response:
    """Leave routines to the game for this race; those not named one answers oneself."""
    table, seat = await asker.seated_at(table_id)
    async with asker.house.changing(table):
        _check_open(table)
        table.leave(seat, checked_routines(table.game, given.routines))
        table.settle()
    return await _state(asker, table, seat, have)


def _check_action(table: Table, seat: int, given: ActionIn) -> None:
    match = table.question(seat)
    if not table.fits_moment(seat, given.moment):
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


@router.post("/tables/{table_id}/undo", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def undo(
    asker: Asking, table_id: TableId, given: UndoIn | None = None, have: Have = None
) -> Response:  # fmt: skip
    """Take one's last choice back: at once where that is free, else the other people are asked. With a moment it counts
    once, however often it is sent."""
    table, seat = await asker.seated_at(table_id)
    moment = given.moment if given else None
    async with asker.house.changing(table):
        if moment is not None and not table.fits_moment(seat, moment):
            raise refusals.already_done() if table.undone_before(seat, moment) else refusals.stale()
        _check_open(table)
        if table.booked:
            raise Refused(409, "booked", Say("The stage is over and counts: nothing of it can be taken back."))
        if table.unsealed:
            raise Refused(409, "unsealed", Say("The race is over and its luck revealed: its moves stand."))
        last = table.last_choice(seat)
        if table.sealed[seat]:
            table.withdraw(seat, moment)
        elif last is None:
            raise Refused(409, "nothing", Say("There is nothing of yours to take back."))
        elif taking_back.is_free(table, seat):
            table.undo(seat, last, moment)
        elif table.asked is not None:
            raise refusals.already_done()
        else:
            table.asked = UndoAsked(seat, last, moment, dict.fromkeys(taking_back.asked_for(table, seat, last)))
    return await _state(asker, table, seat, have)


@router.post("/tables/{table_id}/undo/answer", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def undo_answer(asker: Asking, table_id: TableId, given: AnswerIn, have: Have = None) -> Response:
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
            table.undo(asked.by, asked.kept, asked.moment)
    return await _state(asker, table, seat, have)


# ----------------------------------------------------------------------------------------------------------- asking


@router.post("/tables/{table_id}/why", responses=answers(401, 404, 409), response_model=WhyOut)
async def why(asker: Asking, table_id: TableId, given: WhyIn) -> Response:
    """Why something can't be chosen now."""
    table, viewer = await asker.at(table_id)
    async with asker.house.looking(table):
        try:
            refusal = table.game.why_not(table.question(viewer), viewer, given.target)
        except (ValueError, LookupError):
            raise refusals.invalid(Say("There is nothing of that name on this table.")) from None
    return json_text(to_json({"words": said(refusal.words, asker.language), "clause": refusal.clause}))


@router.post("/tables/{table_id}/hint", responses=answers(401, 403, 404, 409), response_model=HintOut)
async def hint(asker: Asking, request: Request, table_id: TableId) -> Response:
    """What a search from the asker's seat finds best, and what each choice leads to. One at a time for each seat."""
    table, seat = await asker.seated_at(table_id)
    found = asker.house.hints.served((table.id, seat), asker.client, partial(_hint, asker, table, seat))
    return json_text(to_json(await while_there(request, found)))


async def _hint(asker: Asker, table: Table, seat: int) -> dict[str, Any]:
    async with asker.house.looking(table):
        question = table.question(seat)
        if question.actor != seat or table.note is not None:
            raise refusals.not_your_turn()
        seen = question.seen_by(seat)
        choices = {choice.action: choice for choice in table.game.scene(question, seat).choices}
    if not asker.house.thinkers.search_ready(table.game):
        return await _quick_hint(asker, seen, choices)
    advice = await _advice(asker, table, seat, seen, choices)
    sign = -1 if table.game.fewer_is_better else 1
    return {
        **_suggested(choices[advice.best.action], LEVELS[-1].label, asker.language),
        "searched": True, "measure": advice.measure, "close": list(advice.close),
        "points_title": table.game.points_title.to(asker.language),
        "choices": [
            {
                "action": p.action, "label": said(choices[p.action].label, asker.language),
                "wins": round(p.wins[seat], 4), "points": round(sign * p.points[seat], 2),
                "place": round(p.places[seat], 2),
            }
            for p in advice.choices
        ],
    }  # fmt: skip


async def _advice(asker: Asker, table: Table, seat: int, seen: Match, choices: dict[int, Choice]) -> Advice:
    """What a search finds; asked again at the same moment, in whatever language, it is the same."""
    moment = table.moment(seat)
    kept: tuple[str, Advice] | None = table.cache.get(("hint", seat))
    if kept is None or kept[0] != moment:
        budget = Budget(seconds=asker.settings.hint_seconds)
        found = await asker.house.thinkers.search(seen, budget, table.bot_luck ^ HINT)
        kept = table.cache["hint", seat] = (moment, advise(found, choices))
    return kept[1]


def _suggested(choice: Choice, by: Say, language: str) -> dict[str, Any]:
    """A choice as it is recommended: why in the words of the game, else what it brings."""
    facts = [part for part in (choice.gain, *choice.details, choice.cost) if part]
    why = [choice.why] if choice.why else facts[:2]
    return {
        "action": choice.action, "label": said(choice.label, language), "bot": by.to(language),
        "reason": "; ".join(said(part, language) for part in why),
    }  # fmt: skip


async def _quick_hint(asker: Asker, seen: Match, choices: dict[int, Choice]) -> dict[str, Any]:
    """What the game's own bot would do, while the search is being compiled."""
    action = await asker.house.thinkers.stand_in(seen, HINT)
    return {
        **_suggested(choices[action], seen.game.bots[-1].label, asker.language),
        "searched": False, "measure": "wins", "close": [],
        "points_title": seen.game.points_title.to(asker.language), "choices": [],
    }  # fmt: skip


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
        made = reviews.begin(table, asker.client) if begin else reviews.of(table)
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
        raise refusals.invalid(Say("Your message is empty: write something first."))
    async with asker.house.changing(table):
        line = await asker.house.say(table, seat, text)
    return json_text(to_json(chat_line(line)), 201)

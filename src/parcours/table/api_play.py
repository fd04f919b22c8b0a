"""API routes for a race: look at it, act in it, take back, ask why, chat."""

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
from parcours.draw.raster import as_png
from parcours.engine.chance import CHANCE
from parcours.engine.match import Match
from parcours.engine.scene import Choice
from parcours.engine.words import Say, said
from parcours.table import refusals, taking_back
from parcours.table.ease import checked_routines
from parcours.table.filenames import attachment, race_name
from parcours.table.live import shown_to
from parcours.table.log import PERSON
from parcours.table.messages import NewsMessage, StateMessage, listed, told
from parcours.table.models import ChatOut, HintOut, ReviewOut, State, StepOut, StoryOut, WhyOut
from parcours.table.models_in import ActionIn, AnswerIn, ChatIn, RoutinesIn, UndoIn, WhyIn
from parcours.table.picture import picture_svg
from parcours.table.refusals import Refused
from parcours.table.request_bodies import Whole, new_router
from parcours.table.request_context import Context, RequestContext, TableId, answers, exported, json_text, while_there
from parcours.table.reviews import review_json
from parcours.table.show import chat_line, scene_of, to_json
from parcours.table.tables import Table, UndoAsked
from parcours.table.views import news_json, state_json

router = new_router()
Step = Annotated[int, Whole, Path(ge=0, lt=2**31)]
HINT = 0x48494E54
"""The seed of hints: it is mixed with the table's secret luck, so that nobody can foresee the numbers."""


Have = Annotated[
    str | None,
    Query(
        max_length=40,
        description="The version of the view that the client has. The answer is then a message as on a live "
        "connection, with what has changed since. Without a version, the answer is the whole state.",
    ),
]
StateOrNews = State | NewsMessage | StateMessage


async def _state(context: RequestContext, table: Table, viewer: int, have: str | None) -> Response:
    view = await shown_to(context.registry, table, viewer, context.language)
    tell = state_json if have is None else partial(news_json, have=have)
    return json_text(tell(table, viewer, context.language, view))


@router.get("/tables/{table_id}/state", responses=answers(401, 404, 409), response_model=StateOrNews)
async def state(context: Context, table_id: TableId, have: Have = None) -> Response:
    """All that the caller may see now."""
    table, viewer = await context.at(table_id)
    return await _state(context, table, viewer, have)


@router.get("/tables/{table_id}/story", responses=answers(401, 404, 409), response_model=StoryOut)
async def story(
    context: Context, table_id: TableId, first: Annotated[int, Whole, Query(alias="from", ge=0, lt=2**31)] = 0
) -> Response:
    """The story, from a step onwards."""
    table, viewer = await context.at(table_id)
    await shown_to(context.registry, table, viewer, context.language)
    book = table.book(viewer)
    lines = book.said(context.language, book.line_of_step(first - 1))
    return json_text(told(StoryOut, story=listed(lines)))


@router.get("/tables/{table_id}/steps/{step}", responses=answers(401, 404, 409), response_model=StepOut)
async def one_step(context: Context, table_id: TableId, step: Step, public: bool = False) -> Response:
    """The table as the caller saw it after a step; 0 is the start. Each seat counts only the steps that it can notice.
    With `public`, only the steps that everybody notices count, so that a number in a link means the same step to
    everybody."""
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        told = await asyncio.to_thread(_step_shown, table, viewer, step, public, context.language)
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
    context: Context, request: Request, table_id: TableId, step: Step, kind: Literal["svg", "png"]
) -> Response:
    """The board as the caller saw it after a step, as a picture file. One at a time per client."""
    table, viewer = await context.at(table_id)

    async def work() -> bytes:
        async with context.registry.looking(table):
            svg = await asyncio.to_thread(_picture_at, table, viewer, step, context.language)
        if kind == "svg":
            return svg.encode()
        return await asyncio.get_running_loop().run_in_executor(context.registry.typesetter, as_png, svg)

    made = await exported(context, request, work)
    named = attachment(f"{race_name(table, context.language)} {step}", kind)
    return Response(made, media_type="image/svg+xml" if kind == "svg" else "image/png", headers=named)


def _picture_at(table: Table, viewer: int, step: int, language: str) -> str:
    return picture_svg(table, _match_after(table, viewer, step), viewer, language)


def _scene_at(table: Table, viewer: int, step: int, language: str) -> dict[str, Any]:
    return scene_of(table, viewer, language, _match_after(table, viewer, step))


def _match_after(table: Table, viewer: int, step: int) -> Match:
    """The race after a step that a viewer noticed."""
    book = table.book(viewer)
    if step > len(book.steps):
        raise Refused(404, "no_step", Say("The race has only {n} moves: choose an earlier one.", n=len(book.steps)))
    return _match_at(table, book.steps[step - 1] + 1 if step else 0)


def _match_at(table: Table, index: int) -> Match:
    """The race as it stood after the first `index` entries of the log."""
    actions = table.at_log(index)
    if table.match.actions[: len(actions)] == actions:
        return table.match.at(len(actions))
    return Match.replayed(table.match.setup, actions)


# ----------------------------------------------------------------------------------------------------------- acting


@router.post("/tables/{table_id}/actions", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def act(context: Context, table_id: TableId, given: ActionIn, have: Have = None) -> Response:
    """Make a choice. It counts once, and only if the race is still in the state in which it was made. By the time the
    answer arrives, the choice is saved."""
    with context.registry.person_acting():
        table, seat = await context.seated_at(table_id)
        async with context.registry.changing(table):
            if not table.has_book(seat):
                await asyncio.to_thread(table.book, seat)
            _check_action(table, seat, given)
            table.play(given.action, PERSON, seat, given.state_id, given.then)
        return await _state(context, table, seat, have)


@router.post("/tables/{table_id}/routines", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def leave_routines(context: Context, table_id: TableId, given: RoutinesIn, have: Have = None) -> Response:
    """Choose the routines that the game answers for the caller in this race. The caller answers everything else."""
    table, seat = await context.seated_at(table_id)
    async with context.registry.changing(table):
        _check_open(table)
        table.leave(seat, checked_routines(table.game, given.routines))
        table.settle()
    return await _state(context, table, seat, have)


def _check_action(table: Table, seat: int, given: ActionIn) -> None:
    match = table.question(seat)
    if not table.fits(seat, given.state_id):
        raise refusals.already_done() if table.done_before(seat, given.action, given.state_id) else refusals.stale()
    _check_open(table)
    if match.over:
        raise refusals.race_over()
    typed = match.actor == CHANCE and match.setup.manual_chance
    if match.actor != seat and not typed:
        raise refusals.not_your_turn()
    if table.seats[seat].ridden_by_bot and not typed:
        raise Refused(409, "bot_rides", Say("A bot is playing this seat: take the seat back first."))
    if given.action not in match.legal():
        meaning: Say | str = table.game.code_words(given.action) if given.action < table.game.actions else "?"
        raise Refused(409, "illegal", Say("Not possible now: {action}.", action=meaning))


def _check_open(table: Table) -> None:
    if table.note is not None:
        raise Refused(409, "read_only", table.note)


# ------------------------------------------------------------------------------------------------------------- undo


@router.post("/tables/{table_id}/undo", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def undo(
    context: Context, table_id: TableId, given: UndoIn | None = None, have: Have = None
) -> Response:  # fmt: skip
    """Take back the caller's last choice: at once if that is free, otherwise the other people are asked. With a state
    id, the request counts only once, however often it is sent."""
    table, seat = await context.seated_at(table_id)
    state_id = given.state_id if given else None
    async with context.registry.changing(table):
        if state_id is not None and not table.fits(seat, state_id):
            raise refusals.already_done() if table.undone_before(seat, state_id) else refusals.stale()
        _check_open(table)
        if table.booked:
            raise Refused(
                409,
                "booked",
                Say("The stage is over and its result counts: you can't take back a move now.").of(table.game.id),
            )
        if table.unsealed:
            raise Refused(
                409, "unsealed", Say("The race is over and its luck revealed: you can't take back a move now.")
            )
        last = table.last_choice(seat)
        if table.sealed[seat]:
            table.withdraw(seat, state_id)
        elif last is None:
            raise Refused(409, "nothing", Say("You have no move to take back."))
        elif taking_back.is_free(table, seat):
            table.undo(seat, last, state_id)
        elif table.asked is not None:
            raise refusals.already_done()
        else:
            table.asked = UndoAsked(seat, last, state_id, dict.fromkeys(taking_back.asked_for(table, seat, last)))
    return await _state(context, table, seat, have)


@router.post("/tables/{table_id}/undo/answer", responses=answers(401, 403, 404, 409), response_model=StateOrNews)
async def undo_answer(context: Context, table_id: TableId, given: AnswerIn, have: Have = None) -> Response:
    """Answer somebody's request to take a choice back."""
    table, seat = await context.seated_at(table_id)
    async with context.registry.changing(table):
        asked = table.asked
        if asked is None or seat not in asked.answers:
            raise Refused(409, "nothing_asked", Say("Nobody is asking you to take a move back."))
        asked.answers[seat] = given.agree
        if not given.agree:
            table.asked = None
        elif all(asked.answers.values()):
            table.undo(asked.by, asked.kept, asked.state_id)
    return await _state(context, table, seat, have)


# ----------------------------------------------------------------------------------------------------------- asking


@router.post("/tables/{table_id}/why", responses=answers(401, 404, 409), response_model=WhyOut)
async def why(context: Context, table_id: TableId, given: WhyIn) -> Response:
    """Why something can't be chosen now."""
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        try:
            refusal = table.game.why_not(table.question(viewer), viewer, given.target)
        except (ValueError, LookupError):
            raise refusals.invalid(Say("Nothing at this table has that name.")) from None
    return json_text(to_json({"words": said(refusal.words, context.language), "clause": refusal.clause}))


@router.post("/tables/{table_id}/hint", responses=answers(401, 403, 404, 409), response_model=HintOut)
async def hint(context: Context, request: Request, table_id: TableId) -> Response:
    """The best choice that a search finds for the caller's seat, and what each choice leads to. One at a time per
    seat."""
    table, seat = await context.seated_at(table_id)
    found = context.registry.hints.served((table.id, seat), context.client, partial(_hint, context, table, seat))
    return json_text(to_json(await while_there(request, found)))


async def _hint(context: RequestContext, table: Table, seat: int) -> dict[str, Any]:
    async with context.registry.looking(table):
        question = table.question(seat)
        if question.actor != seat or table.note is not None:
            raise refusals.not_your_turn()
        seen = question.seen_by(seat)
        choices = {choice.action: choice for choice in table.game.scene(question, seat).choices}
    if not context.registry.thinkers.search_ready(table.game):
        return await _quick_hint(context, table, seen, choices)
    advice = await _advice(context, table, seat, seen, choices)
    sign = -1 if table.game.fewer_is_better else 1
    return {
        **_suggested(choices[advice.best.action], LEVELS[-1].label, context.language),
        "searched": True, "measure": advice.measure, "close": list(advice.close),
        "points_title": table.game.points_title.to(context.language),
        "choices": [
            {
                "action": p.action, "label": said(choices[p.action].label, context.language),
                "wins": round(p.wins[seat], 4), "points": round(sign * p.points[seat], 2),
                "place": round(p.places[seat], 2),
            }
            for p in advice.choices
        ],
    }  # fmt: skip


async def _advice(context: RequestContext, table: Table, seat: int, seen: Match, choices: dict[int, Choice]) -> Advice:
    """What a search finds. Asking again in the same state gives the same result, in any language."""
    state_id = table.state_id(seat)
    kept: tuple[str, Advice] | None = table.cache.get(("hint", seat))
    if kept is None or kept[0] != state_id:
        budget = Budget(seconds=context.settings.hint_seconds)
        found = await context.registry.thinkers.search(seen, budget, table.bot_luck ^ HINT)
        kept = table.cache["hint", seat] = (state_id, advise(found, choices))
    return kept[1]


def _suggested(choice: Choice, by: Say, language: str) -> dict[str, Any]:
    """A recommended choice with its reason: the one that the game gives, otherwise what the choice gains and costs."""
    facts = [part for part in (choice.gain, *choice.details, choice.cost) if part]
    why = [choice.why] if choice.why else facts[:2]
    return {
        "action": choice.action, "label": said(choice.label, language), "bot": by.to(language),
        "reason": "; ".join(said(part, language) for part in why),
    }  # fmt: skip


async def _quick_hint(context: RequestContext, table: Table, seen: Match, choices: dict[int, Choice]) -> dict[str, Any]:
    """What the game's own bot would do, while the search is being compiled."""
    action = await context.registry.thinkers.stand_in(seen, table.bot_luck ^ HINT)
    return {
        **_suggested(choices[action], seen.game.bots[-1].label, context.language),
        "searched": False, "measure": "wins", "close": [],
        "points_title": seen.game.points_title.to(context.language), "choices": [],
    }  # fmt: skip


# --------------------------------------------------------------------------------------------------------- reviewing


@router.post("/tables/{table_id}/review", responses=answers(401, 403, 404), response_model=ReviewOut)
async def begin_review(context: Context, table_id: TableId) -> Response:
    """Start the review of a finished race, in the background. Then read the review again until it is done."""
    return await _review(context, table_id, begin=True)


@router.get("/tables/{table_id}/review", responses=answers(401, 403, 404), response_model=ReviewOut)
async def read_review(context: Context, table_id: TableId) -> Response:
    """How far the review of a finished race is, and what it has found."""
    return await _review(context, table_id, begin=False)


async def _review(context: RequestContext, table_id: str, begin: bool) -> Response:
    table, viewer = await context.at(table_id)
    async with context.registry.looking(table):
        if not table.match.over:
            raise refusals.not_finished()
        reviews = context.registry.reviews
        made = reviews.begin(table, context.client) if begin else reviews.of(table)
        told = await asyncio.to_thread(review_json, table, made, viewer, context.language)
    return json_text(to_json(told))


# ------------------------------------------------------------------------------------------------------------- chat


@router.post("/tables/{table_id}/chat", status_code=201, responses=answers(401, 403, 404, 409), response_model=ChatOut)
async def chat(context: Context, table_id: TableId, given: ChatIn) -> Response:
    """Say something to everybody at the table. Spectators can only read."""
    table, seat = await context.seated_at(table_id)
    context.guard.chat(context.client)
    text = "".join(c if c.isprintable() else " " for c in given.text).strip()
    if not text:
        raise refusals.invalid(Say("Your message is empty: write something first."))
    async with context.registry.changing(table):
        line = await context.registry.say(table, seat, text)
    return json_text(to_json(chat_line(line)), 201)

"""What viewers are shown, as JSON: the table, the scene, the story. It holds nothing that the viewer may not know."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.game import Game
from parcours.engine.scene import plain
from parcours.engine.seal import seal_of
from parcours.engine.words import Say, said
from parcours.games import find_game
from parcours.table import together
from parcours.table.courses import course_name
from parcours.table.shown_courses import remember
from parcours.table.tables import SHARED, ChatLine, Table, bot_label


def to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def time_words(seconds: float) -> str:
    """A point in time, to the second, in UTC."""
    return datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


# ----------------------------------------------------------------------------------------------- the table itself


def table_info(
    table: Table, language: str, viewer: int = -1, *, known: bool = False, prompt: str | None = None
) -> dict[str, Any]:
    """A live table, for the list of tables and for its own page."""
    match = table.match
    info = _info(
        table.game, table.id, table.match.setup.course.id, str(table.match.setup.course.name), language,
        options=dict(match.setup.options), teams=match.teams, status=table.status, created=table.created,
        updated=table.updated, actor=match.actor, commissioner=match.setup.manual_chance, private=table.private,
        winner=said(table.who(table.winner), language) if table.winner >= 0 else None, branch_of=table.branch_of,
        prompt=prompt if prompt is not None else _prompt(table.game, match.actor, table.winner, language),
        note=table.note.to(language) if table.note else None,
        tour={"id": table.tour.id, "stage": table.tour.stage} if table.tour else None,
        seal=seal_of(match.setup.secret) if match.setup.secret else None,
    )  # fmt: skip
    info["seats"] = [
        _seat(table.game, s.seat, s.kind, said(table.who(s.seat), language), s.bot, table.connected(s.seat), language)
        for s in table.seats
    ]
    info["thinking"] = table.thinking
    asked = table.question(viewer).actor if known else match.actor
    info["your_turn"] = _your_turn(asked, viewer, match.setup.manual_chance, table.note is None) if known else None
    return info


def listed_info(row: Any, seats: list[Any], table: Table | None, language: str, viewer: int | None) -> dict[str, Any]:
    """A stored table for the list of tables, without opening its race."""
    game = find_game(row.game)
    info = _info(
        game, row.id, row.course, _course_name(game, row), language, options=row.options, teams=row.teams,
        status=row.status, created=row.created, updated=row.updated, actor=row.actor, commissioner=row.commissioner,
        private=row.private, winner=said(who_of(game, seats[row.winner]), language) if row.winner >= 0 else None,
        branch_of=row.branch_of, prompt=_prompt(game, row.actor, row.winner, language), note=None,
        tour={"id": row.tour_id, "stage": row.stage} if row.tour_id else None,
        seal=seal_of(row.luck_secret) if row.luck_secret else None,
    )  # fmt: skip
    info["seats"] = [
        _seat(game, s.seat, s.kind, said(who_of(game, s), language), s.bot,
              table.connected(s.seat) if table else s.kind == "bot", language)
        for s in seats
    ]  # fmt: skip
    info["thinking"] = table.thinking if table else -1
    info["your_turn"] = None if viewer is None else _your_turn(row.actor, viewer, row.commissioner, True)
    return info


def _info(game: Game, id_: str, course: str, course_name: str, language: str, **facts: Any) -> dict[str, Any]:
    created, updated = facts.pop("created"), facts.pop("updated")
    return {
        "id": id_, "game": game.id, "game_name": game.name.to(language), "course": course,
        "course_name": Say(course_name).to(language), "created": time_words(created), "updated": time_words(updated),
        **facts,
    }  # fmt: skip


def _course_name(game: Game, row: Any) -> str:
    return course_name(row.course_text) if row.course_text else str(game.course(row.course).name)


def _seat(
    game: Game, seat: int, kind: str, name: str, bot: str | None, connected: bool, language: str
) -> dict[str, Any]:
    team = game.teams[seat]
    return {
        "seat": seat, "name": name, "team": team.name.to(language), "colour": team.colour, "kind": kind, "bot": bot,
        "connected": connected,
    }  # fmt: skip


def seat_info(game: Game, row: Any, language: str) -> dict[str, Any]:
    """A stored seat. Whether its holder is present is not checked."""
    who = said(who_of(game, row), language)
    return _seat(game, row.seat, row.kind, who, row.bot, row.kind == "bot", language)


def who_of(game: Game, row: Any) -> Say | str:
    """The name of a stored seat's holder."""
    if row.kind == "bot" and row.bot and not row.name:
        return bot_label(game, row.bot)
    return str(row.name) if row.name else game.teams[row.seat].name


def _your_turn(actor: int, viewer: int, commissioner: bool, open_: bool) -> bool:
    return open_ and viewer >= 0 and (actor == viewer or (actor == CHANCE and commissioner))


def _prompt(game: Game, actor: int, winner: int, language: str) -> str:
    if winner >= 0:
        return Say("{team} wins", team=game.teams[winner].name).to(language)
    if winner == SHARED:
        return Say("The win is shared").to(language)
    if actor >= 0:
        return Say("{team} to choose", team=game.teams[actor].name).to(language)
    return Say("Waiting for a roll or a draw").to(language)


def chat_line(line: ChatLine) -> dict[str, Any]:
    return {"id": line.id, "seat": line.seat, "name": line.name, "text": line.text, "at": time_words(line.at)}


def scene_of(table: Table, viewer: int, language: str, match: Any = None) -> dict[str, Any]:
    """The scene for a viewer. It offers no choice that the viewer can't make."""
    shown = match or table.question(viewer)
    scene: dict[str, Any] = plain(table.game.scene(shown, viewer), language)
    scene["board"] = remember(
        table.game.course_shown(shown.races[0], shown.setup.course), table.course_text is not None
    )
    if viewer < 0 or table.note is not None or match is not None:
        scene["choices"] = []
    elif table.sealed[viewer] and shown is table.match:
        scene["prompt"] = together.DECIDED.to(language)
    return scene

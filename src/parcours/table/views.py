"""All that a viewer is shown, and how it is sent: whole, or as news to a viewer who has an earlier view.

A view is all of the state except the story and the chat, to which lines are only added. Its version is a digest of its
content, so the version reveals nothing more, and a view that comes again after a restart has the same version.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

from parcours.table import taking_back
from parcours.table.ease import clicks_json, ease_json
from parcours.table.messages import NewsMessage, StateMessage, listed, told
from parcours.table.models import State
from parcours.table.patches import UnlikeError, patch
from parcours.table.show import chat_line, scene_of, table_info, to_json
from parcours.table.tables import Table

KEPT = 8
"""How many views are kept for each viewer and language. A viewer who has one of them is sent only what has changed."""


@dataclass(frozen=True)
class View:
    """What a viewer is shown now."""

    version: str
    lines: int
    """How many lines the story has."""
    chat: int
    """The number of the last line of the chat; 0: none."""
    parts: dict[str, str]
    """Everything else, field by field, as JSON."""


@dataclass(frozen=True)
class _SceneShown:
    state_id: str
    text: str
    clicks: str
    prompt: str


def view_of(table: Table, viewer: int, language: str) -> View:
    """All that a viewer is shown, made at most once per change."""
    found = table.cache.get(("view", viewer, language))
    if found is not None and found[0] == table.version:
        return found[1]  # type: ignore[no-any-return]
    state_id = table.state_id(viewer)
    scene = _scene_shown(table, viewer, language, state_id)
    book = table.book(viewer)
    parts = {
        "state_id": to_json(state_id), "scene": scene.text, "clicks": scene.clicks,
        "since": to_json(_since(table, viewer)),
        "table": to_json(table_info(table, language, viewer, known=viewer >= 0, prompt=scene.prompt)),
        "undo": to_json(_undo(table, viewer)), "steps": to_json(len(book.steps)),
        "rematch": to_json(table.rematch.get(viewer)), "ease": to_json(ease_json(table, viewer, language)),
    }  # fmt: skip
    lines, chat = len(book.lines), table.chat[-1].id if table.chat else 0
    digest = blake2b(repr((viewer, language, chat, parts)).encode(), digest_size=9).hexdigest()
    view = View(f"{lines}-{digest}", lines, chat, parts)
    table.cache["view", viewer, language] = (table.version, view)
    kept: dict[str, View] = table.cache.setdefault(("views", viewer, language), {})
    kept.pop(view.version, None)
    kept[view.version] = view
    if len(kept) > KEPT:
        del kept[next(iter(kept))]
    return view


def state_json(table: Table, viewer: int, language: str, view: View, first: int = 0) -> str:
    """The whole state, with its story from line `first` on."""
    story = listed(table.book(viewer).said(language, first))
    return told(State, version=to_json(view.version), story=story, chat=_chat_after(table, 0), **view.parts)


def news_json(table: Table, viewer: int, language: str, view: View, have: str | None) -> str:
    """A view as a message to a client that has another view: what has changed since, if that other view is still kept;
    otherwise everything, but of the story only the lines that the client lacks."""
    made = _made(table, viewer, language, view)
    base = table.cache.get(("views", viewer, language), {}).get(have)
    text = made.get(have) or (_news(table, viewer, language, view, base) if base is not None else None)
    if text is None:
        first = _lines_of(have) if _lines_of(have) <= view.lines else 0
        state = state_json(table, viewer, language, view, first)
        return told(StateMessage, story_from=to_json(first), state=state)
    made[have] = text
    return text


def _made(table: Table, viewer: int, language: str, view: View) -> dict[str | None, str]:
    """The messages already made for a view, by the version that the client has."""
    kept: tuple[View, dict[str | None, str]] | None = table.cache.get(("news", viewer, language))
    if kept is None or kept[0] is not view:
        kept = table.cache["news", viewer, language] = (view, {})
    return kept[1]


def _news(table: Table, viewer: int, language: str, view: View, base: View) -> str | None:
    try:
        changes = {
            name: patch(json.loads(base.parts[name]), json.loads(part))
            for name, part in view.parts.items()
            if base.parts[name] != part
        }
    except UnlikeError:
        return None
    return told(
        NewsMessage, have=to_json(base.version), version=to_json(view.version),
        story=listed(table.book(viewer).said(language)[base.lines : view.lines]),
        chat=_chat_after(table, base.chat), changes=to_json(changes),
    )  # fmt: skip


def _chat_after(table: Table, last: int) -> str:
    return to_json([chat_line(line) for line in table.chat if line.id > last])


def _lines_of(version: str | None) -> int:
    """How many lines of the story a viewer with this version has."""
    lines = version.partition("-")[0] if version else ""
    return int(lines) if lines.isascii() and lines.isdigit() else 0


def _scene_shown(table: Table, viewer: int, language: str, state_id: str) -> _SceneShown:
    key = ("scene", viewer, language)
    kept: _SceneShown | None = table.cache.get(key)
    if kept is None or kept.state_id != state_id:
        scene = scene_of(table, viewer, language)
        kept = _SceneShown(state_id, to_json(scene), to_json(clicks_json(table, viewer, language)), scene["prompt"])
        table.cache[key] = kept
    return kept


def _since(table: Table, viewer: int) -> int:
    """How many lines of the story a seat had seen when it last chose something itself."""
    book = table.book(viewer)
    last = table.last_choice(viewer) if viewer >= 0 else None
    if last is None:
        return 0 if viewer >= 0 else len(book.lines)
    index = table.path[last]
    return next((n for n, line in enumerate(book.lines) if line.index > index), len(book.lines))


def _undo(table: Table, viewer: int) -> dict[str, Any]:
    asked = table.asked
    closed = table.note is not None or table.booked or table.unsealed
    early = viewer >= 0 and bool(table.sealed[viewer])
    possible = viewer >= 0 and not closed and (early or table.last_choice(viewer) is not None)
    return {
        "possible": possible,
        "free": early or taking_back.is_free(table, viewer),
        "asked": None if asked is None else {"by": asked.by, "answers": {str(s): a for s, a in asked.answers.items()}},
    }

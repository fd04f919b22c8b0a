"""The catalogue: every text that players read, in every language, for Python and the page.

It is in `locale/*.json`: one file per game, one for the page, one for the rest. A game from elsewhere brings its own
`words.json`. The keys are the texts in the sources. Each language has an ICU message
(`{n, plural, one {# square} other {# squares}}`); English has one only where it differs from the key. A name may have
further forms in a language, which other messages use. For example, `{"text": "Bulli", "the": "i Bulli", "is": "many"}`
allows `{team_the}`, `{team_The}` at the beginning of a sentence, and `{team_is, select, many {hanno} other {ha}}`. The
form `do` of a move is what its button says: "Ride 6". A form named after a game's id is used in that game instead:
`{"text": "Etappe {n}", "rally": "Prüfung {n}"}`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from parcours.engine.registry import guest_folders

LANGUAGES = ("en", "it", "de", "fr")
LOCALE = Path(__file__).parent.parent / "locale"
TEXT = "text"
"""The form that is the text itself."""

COMMAND = "do"
"""The form of a move as a button says it."""

Told = str | Mapping[str, str]
"""A wording in the catalogue: a message, or several forms of a name."""
Lookup = Callable[[str], Any]
"""Takes the name of a gap and returns what fills it; None if nothing has that name."""
Part = str | Callable[[Lookup], str]


@dataclass(frozen=True, slots=True)
class Message:
    """An ICU message, parsed once and used often."""

    parts: tuple[Part, ...]

    def say(self, lookup: Lookup) -> str:
        return "".join([part if isinstance(part, str) else part(lookup) for part in self.parts])


def _files() -> list[Path]:
    """The files of the catalogue, guest games first: if a guest and Parcours have the same key, Parcours wins."""
    guests = [file for folder in guest_folders() for file in sorted(folder.glob("*/words.json"))]
    return [*guests, *sorted(LOCALE.glob("*.json"))]


@cache
def entries() -> dict[str, dict[str, Told]]:
    """All files of the catalogue together: each key with its languages."""
    return {key: told for path in _files() for key, told in json.loads(path.read_text(encoding="utf-8")).items()}


def wording(key: str, language: str) -> Told | None:
    """The wording of a text in a language, or else in English; None if the catalogue has neither."""
    told = entries().get(key, {})
    return told.get(language) or told.get("en")


@cache
def message(key: str, language: str, form: str = TEXT) -> Message | None:
    """The message for a text in a language, or for one of its forms; None where the catalogue has none."""
    told = wording(key, language)
    pattern = told.get(form) if isinstance(told, Mapping) else told if form == TEXT else None
    return None if pattern is None else read(pattern, language)


@cache
def read(pattern: str, language: str) -> Message:
    """Parse an ICU message."""
    from pyicumessageformat import Parser

    return _message(Parser().parse(pattern), language)


def _message(parts: list[Any], language: str) -> Message:
    return Message(tuple(part if isinstance(part, str) else _part(part, language) for part in parts))


def _part(part: dict[str, Any], language: str) -> Part:
    name, kind = part["name"], part.get("type")
    if kind is None:
        return lambda lookup: str(_found(lookup, name))
    if kind == "number":
        return lambda lookup: _number(_found(lookup, name), language)
    options = {choice: _message(inner, language) for choice, inner in part["options"].items()}
    if kind == "select":
        return lambda lookup: options.get(str(lookup(name)), options["other"]).say(lookup)
    if kind in ("plural", "selectordinal"):
        category = _categories(language)[kind]
        return lambda lookup: _counted(options, _found(lookup, name), category).say(lookup)
    raise ValueError(f"{kind} is unknown: messages can use plural, selectordinal, select and number")


def _counted(options: dict[str, Message], n: Any, category: Callable[[Any], str]) -> Message:
    return options.get(f"={n}") or options.get(category(n)) or options["other"]


def _found(lookup: Lookup, name: str) -> Any:
    value = lookup(name)
    if value is None:
        raise KeyError(name)
    return value


@cache
def _categories(language: str) -> dict[str, Callable[[Any], str]]:
    from babel import Locale

    locale = Locale(language)
    return {"plural": locale.plural_form, "selectordinal": locale.ordinal_form}


def _number(value: Any, language: str) -> str:
    from babel.numbers import format_decimal

    return str(format_decimal(value, locale=language))

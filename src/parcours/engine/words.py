"""Words for people: texts that know how to say themselves in English, Italian and German.

A `Say` is an English sentence with gaps and what goes into them; it is put into a language only when it is shown.
The catalogues are ordinary gettext files (`locale/*.po`), read by Babel.

>>> Say("{rider} rides {n}", rider="Red 2", n=7).to("en")
'Red 2 rides 7'
>>> Say.number("{n} square", "{n} squares", 1).to("en")
'1 square'
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

LANGUAGES = ("en", "it", "de")
LOCALE = Path(__file__).parent.parent / "locale"


@dataclass(frozen=True)
class Say:
    """A text to be said: an English sentence, and what fills its gaps (numbers, names, or further texts)."""

    text: str
    plural: str
    gaps: dict[str, Any] = field(default_factory=dict)

    def __init__(self, text: str, /, **gaps: Any) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "plural", "")
        object.__setattr__(self, "gaps", gaps)

    @staticmethod
    def number(one: str, many: str, n: int, /, **gaps: Any) -> Say:
        """A text that depends on a number, `{n}`."""
        said = Say(one, n=n, **gaps)
        object.__setattr__(said, "plural", many)
        return said

    def to(self, language: str) -> str:
        """The text in a language."""
        pattern = _translate(self.text, self.plural, self.gaps.get("n", 1) if self.plural else 1, language)
        if not self.gaps:
            return pattern
        return pattern.format_map({name: said(value, language) for name, value in self.gaps.items()})

    def __str__(self) -> str:
        return self.to("en")


def said(value: Any, language: str) -> str:
    """Anything as text: a `Say` in the language, lists joined by commas, all else as it is."""
    if isinstance(value, Say):
        return value.to(language)
    if isinstance(value, list | tuple):
        return ", ".join(said(item, language) for item in value)
    return str(value)


def _translate(text: str, plural: str, n: int, language: str) -> str:
    if language in LANGUAGES and language != "en":
        catalogue = _catalogue(language)
        found = catalogue.get(text)
        if found:
            return found[0] if n == 1 or len(found) == 1 else found[1]
    return text if n == 1 or not plural else plural


@cache
def _catalogue(language: str) -> dict[str, tuple[str, ...]]:
    from babel.messages.pofile import read_po

    with open(LOCALE / f"{language}.po", "rb") as file:
        messages = read_po(file)
    found = {}
    for message in messages:
        id_ = message.id if isinstance(message.id, str) else message.id[0]
        texts = (message.string,) if isinstance(message.string, str) else tuple(message.string or ())
        if id_ and all(texts):
            found[id_] = texts
    return found


def known_texts(language: str) -> dict[str, tuple[str, ...]]:
    """All texts of a catalogue: what is translated, for tests and tools."""
    return dict(_catalogue(language))


def best_language(wanted: str) -> str:
    """The language that fits best what a browser or a system asks for (`de-AT`, `it_IT.UTF-8`, ...).

    >>> best_language("de-CH,de;q=0.9,en;q=0.5"), best_language("pt")
    ('de', 'en')
    """
    for part in wanted.split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"

"""Words for people: texts that can be put into every language of the catalogue.

A `Say` is a text with gaps and what goes into them; it is put into a language only when it is shown. The catalogue
(`engine/catalogue.py`) has the wording in each language, with plurals and genders.

>>> Say("{rider} rides {n}", rider="Red 2", n=7).to("en")
'Red 2 rides 7'
>>> Say.number("{n} square", "{n} squares", 1).to("en")
'1 square'
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from parcours.engine import catalogue
from parcours.engine.catalogue import COMMAND
from parcours.engine.catalogue import LANGUAGES as LANGUAGES


@dataclass(frozen=True)
class Say:
    """A text to be said: its key in the catalogue, and what fills its gaps (numbers, names, or further texts)."""

    text: str
    plural: str
    gaps: dict[str, Any] = field(default_factory=dict)
    command: bool = False
    """Whether to say it as a button does ("Ride 6"), if the catalogue has that form, and not as the story does ("Red 2
    rides 6")."""

    game: str = ""
    """The game that the text is about: its own words replace the usual ones, if the catalogue has them."""

    def __init__(self, text: str, /, **gaps: Any) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "game", "")
        object.__setattr__(self, "command", False)
        object.__setattr__(self, "plural", "")
        object.__setattr__(self, "gaps", gaps)

    @staticmethod
    def number(one: str, many: str, n: int, /, **gaps: Any) -> Say:
        """A text that depends on a number, `{n}`."""
        said = Say(one, n=n, **gaps)
        object.__setattr__(said, "plural", many)
        return said

    def as_command(self) -> Say:
        """The same text as a button says it: "Ride 6" instead of "Red 2 rides 6", where the catalogue has that form."""
        said = Say(self.text, **self.gaps)
        object.__setattr__(said, "command", True)
        object.__setattr__(said, "plural", self.plural)
        object.__setattr__(said, "game", self.game)
        return said

    def of(self, game: str) -> Say:
        """The same text in the words of a game's sport: a tour of Rally is a rally, its stages are special stages."""
        said = Say(self.text, **self.gaps)
        object.__setattr__(said, "command", self.command)
        object.__setattr__(said, "plural", self.plural)
        object.__setattr__(said, "game", game)
        return said

    def to(self, language: str) -> str:
        """The text in a language."""
        message = self.command and catalogue.message(self.text, language, COMMAND)
        message = message or (self.game and catalogue.message(self.text, language, self.game)) or None
        message = message or catalogue.message(self.text, language)
        if message is None:
            if not self.gaps:
                return self.text
            message = catalogue.read(self.plural if self.plural and self.gaps["n"] != 1 else self.text, "en")
        return message.say(lambda name: self._filled(name, language))

    def form(self, form: str, language: str) -> str | None:
        """A further form of a name in a language, such as `the`, with its article; None where it has no such form."""
        message = catalogue.message(self.text, language, form)
        return None if message is None else message.say(lambda name: self._filled(name, language))

    def _filled(self, name: str, language: str) -> Any:
        """What goes into a gap; `{team_the}` asks for a form of `{team}`, `{team_The}` with a capital."""
        if name in self.gaps:
            value = self.gaps[name]
            return said(value, language) if isinstance(value, Say | list | tuple) else value
        of, _, form = name.rpartition("_")
        value = self.gaps.get(of)
        if form == "is":
            return _number_of(value, language)
        if value is None:
            return None
        found = ", ".join(_in_form(one, form.lower(), language) for one in _each(value))
        return found if form.islower() else found[:1].upper() + found[1:]

    def __str__(self) -> str:
        return self.to("en")


def _each(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else [value]


def _in_form(name: Any, form: str, language: str) -> str:
    """A name in a form, or as it is if it has no such form."""
    found = name.form(form, language) if isinstance(name, Say) else None
    return said(name, language) if found is None else found


def _number_of(value: Any, language: str) -> str | None:
    """`many` if a sentence about this name needs the plural, as it does for several names."""
    names = _each(value)
    if len(names) != 1:
        return "many"
    return names[0].form("is", language) if isinstance(names[0], Say) else None


def said(value: Any, language: str) -> str:
    """Anything as text: a `Say` in the language, lists joined by commas, anything else as it is."""
    if isinstance(value, Say):
        return value.to(language)
    if isinstance(value, list | tuple):
        return ", ".join(said(item, language) for item in value)
    return str(value)


def written(value: Any) -> str:
    """A text as the sources write it, whatever the catalogue says: for code that recognises texts, as lessons do."""
    if isinstance(value, list | tuple):
        return ", ".join(written(item) for item in value)
    if not isinstance(value, Say) or not value.gaps:
        return value.text if isinstance(value, Say) else str(value)
    text = value.plural if value.plural and value.gaps["n"] != 1 else value.text
    return catalogue.read(text, "en").say(lambda name: written(value.gaps[name]) if name in value.gaps else None)


def in_language(language: str) -> Callable[..., str]:
    """A function that says texts in a language, such as the labels of a board."""
    return lambda text, **gaps: Say(text, **gaps).to(language)


def best_language(wanted: str) -> str:
    """The available language that best fits what a browser or a system asks for (`de-AT`, `it_IT.UTF-8`, ...).

    >>> best_language("de-CH,de;q=0.9,en;q=0.5"), best_language("pt")
    ('de', 'en')
    """
    for part in wanted.split(","):
        code = part.split(";")[0].strip()[:2].lower()
        if code in LANGUAGES:
            return code
    return "en"

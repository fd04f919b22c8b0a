"""A made-up language: English with every letter accented, and a third longer.

`python -m tests.browser.pseudo` serves tables that speak it in place of French; `PAGE` makes the page speak it. Text on
a screen that is still plain English did not come from the catalogue.
"""

from __future__ import annotations

import json
import sys

from parcours.engine import catalogue
from parcours.engine.catalogue import LOCALE, Told, entries
from parcours.table.drawing_ahead import DrawingAhead
from parcours.table.serve import main

PLAIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
ACCENTED = "áƀćđéƒğĥíĵķĺḿńóṕɋŕśťúṽŵẋýžÁɃĆĐÉƑĞĤÍĴĶĹḾŃÓṔɊŔŚŤÚṼŴẊÝŽ"
LETTERS = str.maketrans(PLAIN, ACCENTED)
STANDS_FOR = "fr"


def pseudo(pattern: str) -> str:
    """An ICU message with its words accented and its end drawn out; gaps, plurals and choices stay as they are."""
    told, at = _message(pattern, 0)
    assert at == len(pattern), pattern
    return told + "~" * (sum(letter in PLAIN for letter in pattern) // 3)


def _message(pattern: str, at: int) -> tuple[str, int]:
    """The words up to the end, or up to the brace that closes the branch."""
    told = ""
    while at < len(pattern) and pattern[at] != "}":
        if pattern[at] == "{":
            gap, at = _gap(pattern, at)
            told += gap
        else:
            told += pattern[at].translate(LETTERS)
            at += 1
    return told, at


def _gap(pattern: str, at: int) -> tuple[str, int]:
    told = ""
    while pattern[at] != "}":
        told += pattern[at]
        at += 1
        if pattern[at] == "{":  # a branch of a plural
            words, at = _message(pattern, at + 1)
            told += "{" + words
            assert pattern[at] == "}"
            told += "}"
            at += 1
    return told + "}", at + 1


def spoken(key: str, told: dict[str, Told]) -> Told:
    """What takes the place of an entry's French."""
    english = told.get("en", key)
    return pseudo(english) if isinstance(english, str) else {
        form: words if form == "is" else pseudo(words) for form, words in english.items()
    }  # fmt: skip


def speak() -> None:
    """Make this process speak it in place of French, and draw all boards itself: other processes don't speak it."""
    changed = {key: {**told, STANDS_FOR: spoken(key, told)} for key, told in entries().items()}
    catalogue.entries = lambda: changed  # type: ignore[assignment]
    DrawingAhead.look = lambda *_: None  # type: ignore[method-assign]


def page_words() -> dict[str, Told]:
    """The page's own part of the catalogue, in this language."""
    files = [json.loads((LOCALE / f"{name}.json").read_text(encoding="utf-8")) for name in ("page", "shared")]
    return {key: spoken(key, told) for file in files for key, told in file.items()}


PAGE = """(words => {
    const { parse } = JSON;
    JSON.parse = (text, ...more) => {
        const read = parse(text, ...more);
        if (read?.[Object.keys(words)[0]]?.fr) for (const key of Object.keys(words)) read[key].fr = words[key];
        return read;
    };
    localStorage['parcours.language'] = 'fr';
})"""
"""Makes the page say these words where it says French. The page reads its catalogue once, when it starts."""

if __name__ == "__main__":
    speak()
    sys.exit(main())

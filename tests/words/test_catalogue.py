"""The one catalogue: it says what the sources say, in every language, and nothing else."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from pyicumessageformat import Parser

from parcours.engine.catalogue import LANGUAGES, LOCALE, TEXT, Told, entries
from parcours.engine.words import Say
from parcours.games import GAMES, find_game
from parcours.tours.tour import rules_of
from tests.words.sources import UnreadableError, belongs, on_page, page_sources, said_by_python, says_of

FORM = "_(text|the|of|to|acc|dat|cap|adj|weak|oblique|is)$"
"""The forms that names have besides their text (docs/glossary.md)."""
FILES = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in LOCALE.glob("*.json")}


def forms(told: Told) -> list[str]:
    return [told] if isinstance(told, str) else [form for name, form in told.items() if name != "is"]


def messages(language: str) -> list[tuple[str, str]]:
    """Every message of a language, with its key."""
    return [(key, form) for key, told in entries().items() for form in forms(told.get(language, key))]


def gaps(pattern: str) -> set[str]:
    """The gaps that a message shows in any of its branches; a gap that only picks a branch does not count."""
    found: set[str] = set()

    def walk(parts: list[Any]) -> None:
        for part in parts:
            if isinstance(part, dict):
                if "options" not in part:
                    found.add(part["name"])
                for inner in part.get("options", {}).values():
                    walk(inner)

    walk(Parser().parse(pattern))
    return found


def wording_of(key: str, language: str) -> str:
    told = entries()[key].get(language, key)
    return told if isinstance(told, str) else told[TEXT]


def english(key: str) -> str:
    return wording_of(key, "en")


def test_the_extraction_sees_every_way_of_saying() -> None:
    source = """
NAMES = ("Red", "Blue")
WORDS: dict[str, str] = {"a": "Climb", "b": "Descent"}
a = Say("one")
b = Say("two" if a else "three", gap=Say("four"))
c = Say.number("{n} five", "{n} fives", 5)
d = Say(NAMES[0]), Say(WORDS["a"]), Say(line.name), Say(str(course_name))

def draw(words):
    return words("six"), words(segment.id)

def board(language):
    def words(value):
        return Say(str(value)).to(language)
    return draw(words)
"""
    assert set(says_of(source)) == {
        ("one", ""), ("two", ""), ("three", ""), ("four", ""), ("six", ""), ("{n} five", "{n} fives"),
        ("Red", ""), ("Blue", ""), ("Climb", ""), ("Descent", ""),
    }  # fmt: skip


@pytest.mark.parametrize(
    "source", ["Say(f'{n} riders')", "Say('a' + b)", "Say(x)", "Say(UNKNOWN[0])", "def f(x): Say(x)", "words(x)"]
)
def test_a_text_that_no_translator_would_find_is_refused(source: str) -> None:
    with pytest.raises(UnreadableError):
        list(says_of(source))


# ------------------------------------------------------------------------------------- the catalogue and the sources


@pytest.mark.parametrize("path", sorted(LOCALE.glob("*.json")), ids=lambda path: path.stem)
def test_no_file_has_a_text_twice(path: Path) -> None:
    """JSON silently keeps the last of two entries."""

    def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = Counter(key for key, _ in pairs)
        assert not [key for key, times in keys.items() if times > 1]
        return dict(pairs)

    json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=each_once)


def test_no_text_has_two_entries() -> None:
    count = Counter(key for texts in FILES.values() for key in texts)
    assert not [key for key, times in count.items() if times > 1]


def test_every_text_is_in_the_file_it_belongs_to() -> None:
    """`python -m tests.words` puts it there."""
    astray = {key: file for key, file in belongs().items() if key not in FILES.get(file, {})}
    assert not astray, "run: python -m tests.words"


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_every_text_is_said_in_every_language(language: str) -> None:
    missing = [key for key, told in entries().items() if not all(forms(told.get(language, "")))]
    assert not missing, f"{language} lacks {len(missing)} texts"


def test_no_text_is_left_over() -> None:
    """`python -m tests.words --prune` drops it."""
    page = "\n".join(page_sources().values())
    said = belongs()
    assert not [key for key in entries() if key not in said and not on_page(key, page)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_fills_the_same_gaps(language: str) -> None:
    """A form of a name counts as the name: `{team_the}` fills `{team}`."""
    for key, pattern in messages(language):
        assert names(pattern) <= names(english(key)), f"{language}: {key!r} -> {pattern!r}"
    for key in entries():
        assert names(wording_of(key, language)) == names(english(key)), f"{language}: {key!r}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_fills_its_gaps_with_plain_names(language: str) -> None:
    """The page knows no forms of names: a gap `{team_the}` would be an error there."""
    for name in ("page", "shared"):
        for key, told in FILES[name].items():
            for pattern in forms(told.get(language, key)):
                assert not [gap for gap in gaps(pattern) if re.search(FORM, gap)], f"{language}: {key!r}"


def names(pattern: str) -> set[str]:
    """The gaps of a message; `{team_the}` and `{team_is, select, ...}` fill the gap `team`."""
    return {re.sub(FORM, "", name, flags=re.IGNORECASE) for name in gaps(pattern)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_are_typographic(language: str) -> None:
    """A straight apostrophe before a brace would also begin a quotation in a message."""
    assert not [pattern for key, pattern in messages(language) if "'" in pattern and pattern != key]
    assert not [key for key in entries() if "'{" in key or "'}" in key]


def test_french_keeps_its_signs_on_the_line() -> None:
    """A non-breaking space stands before : ; ? ! and %, and inside quotation marks: in messages, rules and lessons."""
    texts = [pattern for _, pattern in messages("fr")]
    for path in sorted(LOCALE.parent.glob("games/*/data/*.fr.toml")):
        texts += re.findall(r'"((?:[^"\\]|\\.)*)"', path.read_text(encoding="utf-8"))
    assert len(texts) > 1500
    loose = re.compile(r"[^\s\u00a0] [:;?!%»]|« |[^\W\d_)][:;?!%](?=\s|$)")
    assert not [text for text in texts if loose.search(text)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_wordings_keep_the_shape_of_the_text(language: str) -> None:
    """No stray blanks; sentences stay sentences; capitals as in the English text."""
    for key in entries():
        pattern, of = wording_of(key, language), english(key)
        assert pattern == pattern.strip()
        assert "  " not in pattern
        if len(of) > 8:
            assert pattern.endswith(".") == of.endswith(".") or pattern.endswith("}."), f"{language}: {pattern}"
        if of[0].isupper():
            assert not pattern[0].islower(), f"{language}: {key!r} -> {pattern!r}"


def test_a_plural_of_the_sources_is_a_plural_in_every_language() -> None:
    for text, many in said_by_python():
        if many not in ("", text):
            assert entries()[text].get("en"), f"{text}: English needs its plural in the catalogue"


@pytest.mark.parametrize("name", GAMES)
def test_the_names_of_stages_keep_their_languages_in_a_file(name: str) -> None:
    """A tour file and a stored tour have them in English. Read back, they can be said in any language."""
    for preset in rules_of(find_game(name)).presets:
        for stage in preset.stages:
            for language in LANGUAGES if stage.name else ():
                assert Say(str(stage.name)).to(language) == stage.name.to(language)

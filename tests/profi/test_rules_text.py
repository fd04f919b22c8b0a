"""The rules that players read: complete, the same in every language, and in our own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcours.engine.ruletext import RuleText, read_rules
from parcours.engine.words import LANGUAGES, known_texts
from parcours.games.profi import tables
from tests.profi.riding import GAME

SHARED = Path(__file__).parents[3] / "shared"
RULEBOOK = SHARED / "rulebooks" / "profi.de.txt"
SPECIFICATION = SHARED / "specs" / "profi.md"
RULING = {"en": "Ruling: ", "it": "Precisazione: ", "de": "Klarstellung: "}
SHORTEST_COPY = 8
"""So many words in a row that the rulebook has too are a copy."""


@pytest.fixture(params=LANGUAGES)
def text(request: pytest.FixtureRequest) -> RuleText:
    return read_rules(GAME, request.param)


def runs(text: str) -> set[tuple[str, ...]]:
    found = re.findall(r"\w+", text.lower())
    return {tuple(found[i : i + SHORTEST_COPY]) for i in range(len(found) - SHORTEST_COPY + 1)}


def test_every_clause_that_the_sources_cite_can_be_read(text: RuleText) -> None:
    cited = {
        id_
        for path in sorted(GAME.folder.rglob("*.py"))
        for id_ in re.findall(r"PR-[A-Z]\d+|PR-\d+", path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 80
    assert not cited - set(text.clauses)


def test_no_clause_stands_twice_and_texts_are_clean(text: RuleText) -> None:
    ids = [clause.id for chapter in text.chapters for clause in chapter.clauses]
    assert len(ids) == len(set(ids))
    for clause in text.clauses.values():
        assert clause.text == clause.text.strip()
        assert "  " not in clause.text
        assert "[" not in clause.text
        assert clause.text[-1] in ".)", clause.id


def test_every_language_has_the_same_clauses_with_the_same_numbers(text: RuleText) -> None:
    english = read_rules(GAME, "en")
    assert [[(c.id, c.kind) for c in chapter.clauses] for chapter in text.chapters] == [
        [(c.id, c.kind) for c in chapter.clauses] for chapter in english.chapters
    ]
    for id_, clause in text.clauses.items():
        figures = sorted(re.findall(r"\d+", clause.text))
        assert figures == sorted(re.findall(r"\d+", english.clause(id_).text)), f"{text.language}: {id_}"


def test_rulings_are_told_apart(text: RuleText) -> None:
    mixed = {id_ for id_, clause in text.clauses.items() if RULING[text.language] in clause.text}
    english = {id_ for id_, clause in read_rules(GAME, "en").clauses.items() if RULING["en"] in clause.text}
    assert mixed == english
    assert all(text.clause(id_).kind in ("rulebook", "rebuilt") for id_ in mixed)


def test_the_texts_tell_the_titles_of_the_event_cards(text: RuleText) -> None:
    titles = [
        (known_texts(text.language) if text.language != "en" else {}).get(t, (t,))[0] for t in tables.EVENT_TITLES
    ]
    for number, title in enumerate(titles, 1):
        assert f"{number} {title}: " in text.clause("PR-Z4").text


@pytest.mark.skipif(not SPECIFICATION.exists(), reason="the specification is not at hand")
def test_clauses_and_their_order_are_those_of_the_specification() -> None:
    found = re.findall(r"^(?:\| (PR-\w+) \||\*\*Example (PR-\w+))", SPECIFICATION.read_text(encoding="utf-8"), re.M)
    assert list(read_rules(GAME, "en").clauses) == [clause or example for clause, example in found]


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the rulebook is not at hand")
def test_no_sentence_is_copied_from_the_rulebook() -> None:
    rulebook = runs(RULEBOOK.read_text(encoding="utf-8"))
    ours = [clause.text for clause in read_rules(GAME, "de").clauses.values()]
    ours += [form for forms in known_texts("de").values() for form in forms]
    copied = {" ".join(run) for text in ours for run in runs(text) & rulebook}
    assert not copied

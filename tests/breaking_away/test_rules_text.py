"""The rules that players read: complete, the same in every language, and in our own words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from parcours.engine.ruletext import RuleText, read_rules
from parcours.engine.words import LANGUAGES, known_texts
from parcours.errors import BadOptionError
from parcours.games import find_game
from parcours.games.breaking_away import rules

GAME = find_game("breaking_away")
SHARED = Path(__file__).parents[3] / "shared"
RULEBOOK = SHARED / "rulebooks" / "breaking_away.it.txt"
SPECIFICATION = SHARED / "specs" / "breaking_away.md"
RULING = {"en": "Ruling: ", "it": "Precisazione: ", "de": "Klarstellung: "}
SHORTEST_COPY = 8
"""So many words in a row that the rulebook has too are a copy."""


@pytest.fixture(params=LANGUAGES)
def text(request: pytest.FixtureRequest) -> RuleText:
    return read_rules(GAME, request.param)


def ids(text: RuleText) -> list[str]:
    return [clause.id for chapter in text.chapters for clause in chapter.clauses]


def words_of(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())


def runs(text: str) -> set[tuple[str, ...]]:
    found = words_of(text)
    return {tuple(found[i : i + SHORTEST_COPY]) for i in range(len(found) - SHORTEST_COPY + 1)}


def test_every_clause_that_the_sources_cite_can_be_read(text: RuleText) -> None:
    cited = {
        id_
        for path in sorted(GAME.folder.glob("*.py"))
        for id_ in re.findall(r"BA-[A-Z0-9]+[a-z0-9]*", path.read_text(encoding="utf-8"))
    }
    assert len(cited) > 20
    assert not cited - set(ids(text))


def test_no_clause_stands_twice(text: RuleText) -> None:
    assert len(ids(text)) == len(set(ids(text)))
    assert list(text.clauses) == ids(text)


def test_every_language_has_the_same_clauses_in_the_same_chapters(text: RuleText) -> None:
    english = read_rules(GAME, "en")
    assert [[(c.id, c.kind) for c in chapter.clauses] for chapter in text.chapters] == [
        [(c.id, c.kind) for c in chapter.clauses] for chapter in english.chapters
    ]


def test_every_language_says_the_same_numbers(text: RuleText) -> None:
    """All figures of a clause are the same; only their order follows the grammar."""
    for id_, clause in text.clauses.items():
        english = read_rules(GAME, "en").clause(id_).text
        assert sorted(re.findall(r"\d+", clause.text)) == sorted(re.findall(r"\d+", english)), f"{text.language}: {id_}"


def test_rulings_are_told_apart(text: RuleText) -> None:
    """Where a clause of the rulebook is settled by a ruling, a sentence says so."""
    mixed = {id_ for id_, clause in text.clauses.items() if RULING[text.language] in clause.text}
    assert mixed == {"BA-M6", "BA-R2", "BA-E2", "BA-O1"}
    assert all(text.clause(id_).kind == "rulebook" for id_ in mixed)


def test_the_texts_tell_the_values_of_the_rules(text: RuleText) -> None:
    for points in rules.POINTS:
        assert str(points) in text.clause("BA-S3").text
    for row in rules.QUICK_LINE_UP:
        assert "-".join(str(factor) for factor in row if factor) in text.clause("BA-S8").text
    for line in GAME.course().lines:
        assert str(line.at) in text.clause("BA-S2").text
        assert ", ".join(map(str, line.scores)) in text.clause("BA-P2").text


def test_options_are_called_in_the_text_as_on_the_table(text: RuleText) -> None:
    for option in GAME.options:
        assert option.label.to(text.language) in text.clause(option.clause).text


def test_texts_are_clean(text: RuleText) -> None:
    assert text.title
    for chapter in text.chapters:
        assert chapter.title
        for clause in chapter.clauses:
            assert clause.text == clause.text.strip()
            assert "  " not in clause.text
            assert clause.text[-1] in ".)"


def test_a_clause_or_a_language_that_is_not_there_is_told() -> None:
    unknown = "-".join(("BA", "Z9"))
    with pytest.raises(BadOptionError, match=unknown):
        read_rules(GAME, "en").clause(unknown)
    with pytest.raises(BadOptionError, match="languages: en, it, de"):
        read_rules(GAME, "fr")


@pytest.mark.skipif(not SPECIFICATION.exists(), reason="the specification is not at hand")
def test_clauses_and_their_order_are_those_of_the_specification() -> None:
    text = read_rules(GAME, "en")
    found = re.findall(r"^(?:\| (BA-\w+) \||\*\*Example (BA-\w+)\.)", SPECIFICATION.read_text(encoding="utf-8"), re.M)
    assert ids(text) == [clause or example for clause, example in found]


@pytest.mark.skipif(not RULEBOOK.exists(), reason="the rulebook is not at hand")
def test_no_sentence_is_copied_from_the_rulebook() -> None:
    rulebook = runs(RULEBOOK.read_text(encoding="utf-8"))
    ours = [clause.text for clause in read_rules(GAME, "it").clauses.values()]
    ours += [form for forms in known_texts("it").values() for form in forms]
    copied = {" ".join(run) for text in ours for run in runs(text) & rulebook}
    assert not copied

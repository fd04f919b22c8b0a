"""The rules that players read, of every game: complete, the same in every language, and in our own words."""

from __future__ import annotations

import re

import pytest

from parcours.engine import catalogue
from parcours.engine.game import Game
from parcours.engine.road import TERRAINS
from parcours.engine.ruletext import RuleText, read_rules
from parcours.engine.words import LANGUAGES, Say
from parcours.errors import BadOptionError
from parcours.games import GAMES, find_game
from parcours.games.breaking_away import rules as breaking_away
from parcours.games.leader_one import tables as leader_one
from parcours.games.profi import tables as profi
from parcours.games.rally.tour import POINTS_B
from parcours.games.um_reifenbreite import tables as um_reifenbreite
from tests.clauses import known_runs, runs_in

RULEBOOKS = {name: "de" if name == "profi" else "it" for name in GAMES}
"""The language of each game's rulebook."""
RULING = {"en": "Ruling: ", "it": "Precisazione: ", "de": "Klarstellung: ", "fr": "Précision\u00a0: "}
OPTIONS_IN_TEXT = {"breaking_away": 0, "leader_one": 1, "rally": 0, "um_reifenbreite": 1}
"""The index from which on a game's options have the same names in its rules as on the table."""
LIKE_THE_SPECIFICATION = 1 / 3
"""The largest part of a text that may agree with the specification: its figures and terms."""


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


@pytest.fixture(params=LANGUAGES)
def text(game: Game, request: pytest.FixtureRequest) -> RuleText:
    return read_rules(game, request.param)


def ids(text: RuleText) -> list[str]:
    return [clause.id for chapter in text.chapters for clause in chapter.clauses]


# -------------------------------------------------------------------------------------------- what all texts are


def test_every_clause_that_the_sources_cite_can_be_read(game: Game, text: RuleText) -> None:
    cited = {
        id_
        for path in sorted(game.folder.rglob("*.py"))
        for id_ in re.findall(rf"{game.clause_prefix}-[A-Z]?\d+[a-z]?", path.read_text("utf-8"))
    }
    whole = {id_.rstrip("abcdefghijklmnopqrstuvwxyz") for id_ in text.clauses}
    assert len(cited) > 20
    assert not cited - set(text.clauses) - whole


def test_no_clause_stands_twice_and_texts_are_clean(text: RuleText) -> None:
    assert text.title
    assert all(chapter.title for chapter in text.chapters)
    assert len(ids(text)) == len(set(ids(text)))
    assert list(text.clauses) == ids(text)
    for clause in text.clauses.values():
        assert clause.text == clause.text.strip()
        assert "  " not in clause.text
        assert "[" not in clause.text
        assert clause.text[-1] in ".)", clause.id


def test_every_language_has_the_same_clauses_with_the_same_numbers(game: Game, text: RuleText) -> None:
    """All figures of a clause are the same; only their order may follow the grammar."""
    english = read_rules(game, "en")
    assert [[(c.id, c.kind) for c in chapter.clauses] for chapter in text.chapters] == [
        [(c.id, c.kind) for c in chapter.clauses] for chapter in english.chapters
    ]
    for id_, clause in text.clauses.items():
        figures = sorted(re.findall(r"\d+", clause.text))
        assert figures == sorted(re.findall(r"\d+", english.clause(id_).text)), f"{text.language}: {id_}"


def test_rulings_are_told_apart(game: Game, text: RuleText) -> None:
    """Where a clause of the rulebook is settled by a ruling, a sentence says so."""
    mixed = {id_ for id_, clause in text.clauses.items() if RULING[text.language] in clause.text}
    english = {id_ for id_, clause in read_rules(game, "en").clauses.items() if RULING["en"] in clause.text}
    assert mixed == english
    assert all(text.clause(id_).kind in ("rulebook", "rebuilt") for id_ in mixed)


def test_options_are_called_in_the_text_as_on_the_table(game: Game, text: RuleText) -> None:
    for option in game.options[OPTIONS_IN_TEXT.get(game.id, len(game.options)) :]:
        assert option.label.to(text.language) in text.clause(option.clause).text


def test_a_clause_or_a_language_that_is_not_there_is_told(game: Game) -> None:
    unknown = f"{game.clause_prefix}-{'Y' * 3}"
    with pytest.raises(BadOptionError, match=unknown):
        read_rules(game, "en").clause(unknown)
    with pytest.raises(BadOptionError, match="languages: en, it, de"):
        read_rules(game, "pt")


# --------------------------------------------------------------------------------- beside the texts they come from


def test_the_english_text_is_no_copy_of_the_specification(game: Game) -> None:
    specification = known_runs(f"specs.{game.id}")
    ours = [runs_in(clause.text) for clause in read_rules(game, "en").clauses.values()]
    copied = sum(len(clause.keys() & specification) for clause in ours)
    assert copied < LIKE_THE_SPECIFICATION * sum(map(len, ours))


def test_no_sentence_is_copied_from_the_rulebook(game: Game) -> None:
    language = RULEBOOKS[game.id]
    rulebook = known_runs(f"rulebooks.{game.id}")
    ours = [clause.text for clause in read_rules(game, language).clauses.values()]
    ours += [str(told.get(language, "")) for told in catalogue.entries().values()]
    found = [runs_in(text) for text in ours]
    assert not [text[run] for text in found for run in text.keys() & rulebook]


# ------------------------------------------------------------------------------- the values of each game's tables


def told(text: RuleText, clause: str, value: str) -> bool:
    return value in text.clause(clause).text


@pytest.mark.parametrize("game", ["breaking_away"], indirect=True)
def test_breaking_away_tells_its_points_line_ups_and_lines(game: Game, text: RuleText) -> None:
    assert all(told(text, "BA-S3", str(points)) for points in breaking_away.POINTS)
    for row in breaking_away.QUICK_LINE_UP:
        assert told(text, "BA-S8", "-".join(str(factor) for factor in row if factor))
    for line in game.course().lines:
        assert told(text, "BA-S2", str(line.at))
        assert told(text, "BA-P2", ", ".join(map(str, line.scores)))


@pytest.mark.parametrize("game", ["leader_one"], indirect=True)
def test_leader_one_tells_its_prices_and_teams(game: Game, text: RuleText) -> None:
    for number, price in enumerate(leader_one.PRICES[1:], 1):
        assert re.search(rf"\b{number} \w+ (\w+ )?{price}\b", text.clause("L1-B1e").text), number
    found = re.findall(r"\d+", text.clause("L1-B1d").text)
    for terrain in ("flat", "false_flat", "climb", "descent"):
        free = [str(n) for n in leader_one.FREE[TERRAINS.index(terrain)]]
        assert any(found[i : i + 3] == free for i in range(len(found)))
    assert all(team.name.to(text.language).lower() in text.clause("L1-A2a").text for team in game.teams[:5])


@pytest.mark.parametrize("game", ["profi"], indirect=True)
def test_profi_tells_the_titles_of_its_event_cards(text: RuleText) -> None:
    for number, title in enumerate(profi.EVENT_TITLES, 1):
        space = "\u00a0" if text.language == "fr" else ""
        assert told(text, "PR-Z4", f"{number} {Say(title).to(text.language)}{space}: ")


@pytest.mark.parametrize("game", ["rally"], indirect=True)
def test_rally_tells_its_points(text: RuleText) -> None:
    assert told(text, "RA-P6", ", ".join(map(str, POINTS_B)))


@pytest.mark.parametrize("game", ["um_reifenbreite"], indirect=True)
def test_um_reifenbreite_tells_its_points_and_teams(game: Game, text: RuleText) -> None:
    assert told(text, "UR-18d", ", ".join(map(str, um_reifenbreite.ARRIVAL_POINTS)))
    assert all(told(text, "UR-4a", team.name.to(text.language)) for team in game.teams)

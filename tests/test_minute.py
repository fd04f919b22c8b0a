"""The game in a minute: in every game and every language, with pictures of possible positions."""

from __future__ import annotations

import json
from collections import Counter
from xml.etree import ElementTree

import pytest

from parcours.engine.game import Game
from parcours.engine.minute import PARTS, read_minute, read_positions
from parcours.engine.ruletext import read_rules
from parcours.engine.words import LANGUAGES
from parcours.games import GAMES, find_game
from parcours.table.game_catalogue import rules_json
from tests.clauses import known_runs, runs_in

LONGEST = 170
"""The most characters of a text: nobody reads more beside a picture."""
AREA = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return find_game(request.param)


@pytest.mark.parametrize("language", LANGUAGES)
def test_goal_turn_and_what_wins_are_told_in_every_language(game: Game, language: str) -> None:
    assert (game.folder / "data" / f"minute.{language}.toml").exists()
    told = read_minute(game, language)
    assert tuple(told) == PARTS
    for text in told.values():
        assert 40 < len(text) <= LONGEST
        assert text == text.strip()
        assert text.endswith(".")
        assert "'" not in text
    if language != "en":
        assert not set(told.values()) & set(read_minute(game, "en").values())


def test_no_sentence_is_copied_from_the_rulebook(game: Game) -> None:
    rulebook = known_runs(f"rulebooks.{game.id}")
    found = [runs_in(text) for language in LANGUAGES for text in read_minute(game, language).values()]
    assert not [text[run] for text in found for run in text.keys() & rulebook]


def test_the_pictures_show_whom_the_position_names(game: Game) -> None:
    positions = read_positions(game)[1]
    for part in json.loads(rules_json(game, "en"))["minute"]:
        position = positions[part["part"]]
        svg = ElementTree.fromstring(part["svg"])
        drawn = [text.text for group in svg.iter(f"{AREA}g") if group.get("class") == f"piece {game.figure}"
                 for text in group.iter(f"{AREA}text")]  # fmt: skip
        assert sorted(map(str, drawn)) == sorted(piece.label for piece in position.pieces)
        assert sum(path.get("class") == "ride" for path in svg.iter(f"{AREA}path")) == len(position.rides) > 0
        x, y, wide, high = map(float, str(svg.get("viewBox")).split())
        for piece in svg.iter(f"{AREA}g"):
            if str(piece.get("class")).startswith("piece "):
                at = str(piece.get("transform")).split("(")[1].split(")")[0].split()
                assert x < float(at[0]) < x + wide
                assert y < float(at[1]) < y + high


def test_everybody_rides_on_from_where_somebody_stands_to_a_free_square(game: Game) -> None:
    """On roads with lanes a square holds one rider."""
    course, positions = read_positions(game)
    several = max(segment.lanes for segment in course.lap) == 1
    for position in positions.values():
        stand = Counter(piece.square for piece in position.pieces)
        assert len({(piece.seat, piece.label) for piece in position.pieces}) == len(position.pieces)
        assert several or max(stand.values()) == 1
        for start, end in position.rides:
            assert stand[start]
            assert not stand[end]
            squares = course.road.squares
            assert int(squares[end]["rear"]) > int(squares[start]["rear"])


def test_parts_lists_are_told_apart_the_same_in_every_language(game: Game) -> None:
    english = [chapter.last for chapter in read_rules(game, "en").chapters]
    for language in LANGUAGES:
        assert [chapter.last for chapter in read_rules(game, language).chapters] == english
    told = [chapter["last"] for chapter in json.loads(rules_json(game, "en"))["chapters"]]
    assert told == english


def test_what_is_in_the_box_is_a_parts_list_and_the_levels_are_not() -> None:
    chapters = read_rules(find_game("um_reifenbreite"), "en").chapters
    assert [(chapter.clauses[0].id, chapter.last) for chapter in chapters[:2]] == [("UR-1a", True), ("UR-2a", False)]

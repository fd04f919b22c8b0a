"""The headlines of each turn, in every game: a sentence or two, the same for everybody, in every language."""

from __future__ import annotations

from functools import cache

import pytest

import parcours
from parcours.engine import catalogue
from parcours.engine.headlines import MOST
from parcours.engine.words import LANGUAGES, Say
from parcours.games import GAMES
from parcours.table.story import Book, NumberedEntry

ACTIONS = 260


@cache
def books(game: str) -> dict[int, Book]:
    """The story of a race of bots, as a spectator and the first two seats are told it."""
    race = parcours.game(game).start(seed=4, quick=True)
    found = {viewer: Book(viewer) for viewer in (-1, 0, 1)}
    for index in range(ACTIONS):
        if race.over:
            break
        before, turn = race.state, race.turn
        action = race.choice_of(race.game.bots[-1]) if race.actor >= 0 else race.legal()[0]
        race.replay(action)
        for book in found.values():
            book.tell(race, before, action, index, turn)
    return found


def headlines(book: Book) -> list[NumberedEntry]:
    return [line for line in book.lines if line.entry.weight == "headline"]


@pytest.mark.parametrize("game", GAMES)
def test_a_turn_comes_down_to_a_sentence_or_two(game: str) -> None:
    told = headlines(books(game)[-1])
    turns = [line.turn for line in told]
    assert turns == sorted(turns)
    assert 0 not in turns
    assert len(set(turns)) >= 2
    assert all(turns.count(turn) <= MOST for turn in turns)


@pytest.mark.parametrize("game", [name for name in GAMES if name != "rally"])
def test_the_line_that_opens_a_turn_stands_at_its_head(game: str) -> None:
    lines = books(game)[-1].lines
    opening = [at for at, line in enumerate(lines) if line.entry.opens]
    assert len(opening) >= 2
    for at in opening:
        assert lines[at].turn == lines[at - 1].turn + 1, lines[at].entry.words
        named = [gap for gap in getattr(lines[at].entry.words, "gaps", {}).values() if isinstance(gap, int)]
        assert not named or named[0] == lines[at].turn


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_told_the_same(game: str) -> None:
    first, *others = ([(line.turn, str(line.entry.words)) for line in headlines(b)] for b in books(game).values())
    assert all(told == first for told in others)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_told_in_every_language(game: str) -> None:
    for line in headlines(books(game)[-1]):
        assert isinstance(line.entry.words, Say)
        for language in LANGUAGES:
            assert catalogue.message(line.entry.words.text, language) is not None or language == "en"
            assert "{" not in line.entry.words.to(language)

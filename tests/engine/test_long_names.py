"""Names from outside files are quoted in errors, but never at length."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer

from parcours.cli.races import check
from parcours.errors import ParcoursError
from parcours.games import GAMES, find_game
from parcours.table import reader
from tests.faults.fuzz import real

LONG = "x" * 6000
LONGEST = 700
"""The most characters of an error, including the list of the known names."""


def with_long_names(text: str) -> Iterator[str]:
    """The text again and again, each time with a different name, key or value made very long."""
    known = set()
    for found in re.finditer(r'"[^"\n]*"|[A-Za-z_][A-Za-z0-9_]*|-?[0-9]+', text):
        before = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        kind = (re.sub("[0-9]+", "0", before), found[0][:1] == '"')
        if kind not in known and len(known) < 150:
            known.add(kind)
            quoted = f'"{LONG}"' if found[0].startswith('"') else LONG
            yield text[: found.start()] + quoted + text[found.end() :]


def check_all(text: str, read: Callable[[str], object]) -> int:
    """The number of these texts that are refused, each in one readable line."""
    told = []
    for changed in with_long_names(text):
        try:
            read(changed)
        except ParcoursError as error:
            told.append(str(error))
    assert [words for words in told if len(words) >= LONGEST or "\n" in words] == []
    return len(told)


@pytest.mark.parametrize("game", GAMES)
def test_of_a_course(game: str) -> None:
    found = find_game(game)
    sources = sorted(filter(None, (found.course(name).source for name in found.course_names)), key=len)
    for source in {sources[0], sources[-1]} if sources else ():
        assert check_all(source, reader.course) > 3


@pytest.mark.parametrize("kind", ["race", "tour"])
def test_of_a_race_and_a_tour(kind: str) -> None:
    """Each of them brings a course along."""
    read = {"race": lambda text: reader.read_race(text), "tour": lambda text: reader.read_tour(text)}[kind]
    for text in real(kind)[:4]:
        assert check_all(text, read) > 5
    game = find_game("breaking_away")
    course = "\n".join(f"| {line}".rstrip() for line in game.course().source.splitlines())
    head, actions = real(kind)[0].split("\n\n", 1)
    assert check_all(f"{head}\n{course}\n\n{actions}", read) > 5


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = []
    for kind, suffix in (("race", "race"), ("course", "toml"), ("tour", "tour")):
        for number, text in enumerate(with_long_names(real(kind)[0])):
            files.append(tmp_path / f"{number}.{suffix}")
            files[-1].write_text(text, encoding="utf-8")
    with pytest.raises(typer.Exit) as ended:
        check(files)
    assert ended.value.exit_code == 2
    told = capsys.readouterr()
    for line in (told.out + told.err).splitlines():
        assert len(line) < LONGEST + len(str(tmp_path)) * 2

"""A game in a minute: its goal, a turn and what wins, each in a sentence or two with a small picture.

A game may have `minute.toml`, the three positions to draw, together with `minute.LANGUAGE.toml`, the words.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.scene import Piece, Pose
from parcours.engine.words import LANGUAGES
from parcours.errors import BadOptionError

Part = Literal["goal", "turn", "wins"]
"""What the game is about; what a player does in a turn; the one idea that wins."""
PARTS: tuple[Part, ...] = get_args(Part)


@dataclass(frozen=True)
class Position:
    """An example position: who is where, and who rides where."""

    pieces: tuple[Piece, ...]
    rides: tuple[tuple[int, int], ...]
    """Pairs of squares: from, to."""


def has_minute(game: Game) -> bool:
    """Whether a game has these words and pictures."""
    return (game.folder / "data" / "minute.toml").exists()


@cache
def read_positions(game: Game) -> tuple[Course, dict[Part, Position]]:
    """The road of the example positions, and the position to draw for each part."""
    top = _read(game, "minute.toml")
    course = game.stretch(game.course(top["course"]))
    return course, {part: _position(game, course, top[part]) for part in PARTS}


@cache
def read_minute(game: Game, language: str) -> dict[Part, str]:
    """The words of each part, in English if the language has none."""
    known = language in LANGUAGES and (game.folder / "data" / f"minute.{language}.toml").exists()
    top = _read(game, f"minute.{language if known else 'en'}.toml")
    return {part: str(top[part]) for part in PARTS}


def _position(game: Game, course: Course, table: dict[str, Any]) -> Position:
    """Pieces are written `TEAM LABEL SQUARE`, plus a pose if the piece is not riding; rides `FROM TO`."""
    pieces = []
    for written in table["pieces"]:
        team, label, square, *pose = str(written).split()
        letters = [one.letter for one in game.teams]
        if team not in letters:
            raise BadOptionError(f"{game.id}: minute.toml: {written!r}: no team has the letter {team!r}")
        posed: Pose = "down" if pose == ["down"] else "riding"
        pieces.append(
            Piece(written, letters.index(team), game.figure, label, label, _square(course, square), pose=posed)
        )
    rides = tuple(tuple(_square(course, square) for square in str(ride).split()) for ride in table.get("rides", ()))
    return Position(tuple(pieces), tuple((start, end) for start, end in rides))


def _square(course: Course, written: str) -> int:
    """The index of a square, which is written as a number, or as its name if the road has lanes."""
    return int(written) if written.isdigit() else course.square_at(written)


def _read(game: Game, name: str) -> dict[str, Any]:
    with (game.folder / "data" / name).open("rb") as file:
        return tomllib.load(file)

"""Boards as JSON in one language, each drawn once. The cache keeps the boards asked for most recently and those drawn
ahead."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from parcours.engine.course import Course
from parcours.engine.road import steps_ahead
from parcours.engine.scene import plain
from parcours.engine.words import LANGUAGES, in_language
from parcours.table.show import to_json

MOST = 128
"""How many boards are kept."""
Key = tuple[str, str, str, str, str]
"""A course: its game, its name, its digest and the text of its file; and a language."""
_kept: OrderedDict[Key, str] = OrderedDict()
_turn = Lock()


def board_json(course: Course, accent: str, language: str) -> str:
    """The board of a course."""
    key = key_of(course, language)
    with _turn:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    board = draw(course, accent, language)
    keep(key, board)
    return board


def key_of(course: Course, language: str) -> Key:
    """The key under which a board is kept."""
    return course.game, course.id, course.digest, course.source, language


def is_drawn(key: Key) -> bool:
    """Whether a board is kept."""
    return key in _kept


def keep(key: Key, board: str) -> None:
    """Keep a board; the one asked for least recently makes room."""
    with _turn:
        _kept[key] = board
        _kept.move_to_end(key)
        while len(_kept) > MOST:
            _kept.popitem(last=False)


def draw(course: Course, accent: str, language: str) -> str:
    """Draw a board."""
    from parcours.draw.board import draw_board

    said = {code: in_language(code) for code in LANGUAGES}
    board = draw_board(course, accent, said[language], tuple(said.values()))
    ahead = steps_ahead(course.road)
    squares = [plain(spot, language) | {"ahead": ahead[number]} for number, spot in enumerate(board.squares)]
    return to_json({
        "key": course.digest, "svg": board.svg, "view": list(board.view), "squares": squares, "accent": accent,
    })  # fmt: skip

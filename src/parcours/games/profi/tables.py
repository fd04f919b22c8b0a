"""Profi: the decks, dice and tables that the rulebook's lost pictures showed, read from files beside the courses."""

from __future__ import annotations

from pathlib import Path

from parcours.engine.tablefile import Reader, read_text, read_toml
from parcours.games.profi.state import EVENTS, VALUES

_DATA = Path(__file__).parent / "data"
_FORMAT = 1
_COLOURS = ("captain", "rouleur", "grimpeur", "sprinter", "joker")
_WEATHER = ("none", "very_fine", "very_cold", "very_wet", "very_hot")
_WIND = ("head", "strong_head", "side", "none", "tail")
_CLIMBS = ("category_1", "category_2", "category_3", "category_4", "hc")
_MOST_SCORES = 7
NO_CAP = 9


def _read(name: str) -> Reader:
    path = _DATA / name
    top = read_toml(path, read_text(path))
    top.whole("format", _FORMAT, _FORMAT)
    return top


def _rows(top: Reader, name: str, fields: tuple[str, ...], length: int) -> tuple[tuple[int, ...], ...]:
    """A table with a list of whole numbers for each field, cut or padded with 0 to this length."""
    table = Reader(top.file, name, top.take(name, dict))
    rows = [table.numbers(field, table.take(field, list), 0, 99) for field in fields]
    table.done()
    return tuple((row + (0,) * length)[:length] for row in rows)


def _weights(top: Reader, name: str, fields: tuple[str, ...]) -> tuple[int, ...]:
    table = Reader(top.file, name, top.take(name, dict))
    found = tuple(table.whole(field, 0, 99) for field in fields)
    table.done()
    return found


def _titles() -> tuple[str, ...]:
    top = _read("events.toml")
    titles = tuple(table.text("title") for table in top.tables("cards"))
    if len(titles) != EVENTS:
        raise top.fail("cards", f"the deck must have {EVENTS} cards, not {len(titles)}", "PR-Z4")
    return titles


_top = _read("decks.toml")
DECK = _rows(_top, "colours", _COLOURS, VALUES)
"""Cards of each colour, by value from 2."""
WEATHER_WEIGHTS = _weights(_top, "weather", _WEATHER)
WIND_WEIGHTS = _weights(_top, "wind", _WIND)
_points = _rows(_top, "points", ("sprint", *_CLIMBS), _MOST_SCORES)
SPRINT_POINTS = _points[0]
CLIMB_POINTS = ((0,) * _MOST_SCORES, *_points[1:])
"""Points at a summit, by category; 5 is HC (PR-P3)."""
_caps = _rows(_top, "caps", ("captain", "rouleur", "sprinter"), 5)
CAPS = tuple(
    tuple((NO_CAP,) * 6 if caps is None else (NO_CAP, caps[1], caps[2], caps[3], caps[4], caps[0]))
    for caps in (_caps[0], _caps[1], None, _caps[2])
)
"""The most that a card counts, by type and category; grimpeurs have no cap (PR-H4)."""
_top.done()
EVENT_TITLES = _titles()

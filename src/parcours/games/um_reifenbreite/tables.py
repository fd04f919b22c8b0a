"""Um Reifenbreite: the decks and tables, read from files beside the courses. (The rulebook's pictures of them are
lost.)"""

from __future__ import annotations

from pathlib import Path

from parcours.engine.tablefile import Reader, read_text, read_toml, shown
from parcours.games.um_reifenbreite.actions import LUCK_CARDS
from parcours.games.um_reifenbreite.state import FIELD, KINDS

_DATA = Path(__file__).parent / "data"
FALL, STOP, MOVE, CARD_EFFECT = range(4)
_EFFECTS = ("fall", "stop", "move", "card")
_HOLDERS = ("leader", "climber", "sprinter", "helper", "joker")
_FACES = ("5", "5m", "6", "6m")
_FORMAT = 1

Deal = tuple[tuple[int, ...], ...]


def _read(name: str) -> Reader:
    path = _DATA / name
    top = read_toml(path, read_text(path))
    top.whole("format", _FORMAT, _FORMAT)
    return top


def _luck() -> tuple[tuple[str, ...], tuple[int, ...], tuple[int, ...]]:
    """Titles, effects and amounts of the luck cards (UR-12)."""
    top = _read("luck.toml")
    tables = top.tables("cards")
    if len(tables) != LUCK_CARDS:
        raise top.fail("cards", f"the deck must have {LUCK_CARDS} cards, not {len(tables)}", "UR-1a")
    titles, effects, amounts = [], [], []
    for table in tables:
        titles.append(table.text("title"))
        effects.append(_EFFECTS.index(table.one_of("effect", _EFFECTS)))
        amounts.append(table.whole("by", -6, 5, 0))
        table.done()
    top.done()
    return tuple(titles), tuple(effects), tuple(amounts)


def _energy(which: str) -> Deal:
    """How many cards of each kind a team is dealt, for each rider and for the jokers (UR-11)."""
    table = Reader("energy.toml", which, _read("energy.toml").take(which, dict))
    deal = []
    for holder in _HOLDERS:
        faces = table.names(holder)
        for face in faces:
            if face not in _FACES:
                raise table.fail(holder, f"there is no card {shown(face)} (cards: {', '.join(_FACES)})", "UR-11b")
        deal.append(tuple(faces.count(face) for face in _FACES))
    table.done()
    return tuple(deal)


def _arrival() -> tuple[tuple[int, ...], int]:
    top = _read("points.toml")
    arrival = top.numbers("arrival", top.take("arrival", list), 0, 999)
    if len(arrival) != FIELD:
        raise top.fail("arrival", f"must have {FIELD} numbers, not {len(arrival)}", "UR-18d")
    jersey = top.whole("jersey", 0, 99)
    top.done()
    return arrival, jersey


LUCK_TITLES, LUCK_EFFECTS, LUCK_AMOUNTS = _luck()
LONG_DEAL, SHORT_DEAL = _energy("long"), _energy("short")
ARRIVAL_POINTS, JERSEY_POINTS = _arrival()
VALUES = (5, 5, 6, 6)
"""What a card of each kind is worth."""
SIGNS = (0, 1, 0, 1)
"""Whether a card of each kind carries the sign "forbidden in the mountains"."""
assert len(VALUES) == len(SIGNS) == KINDS

"""Rally: a rally of the Calendar as a course (its cards are the segments), and the road laid for a stage."""

from __future__ import annotations

import itertools
import zlib
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.road import FAST_ROAD, FORD, HAIRPIN
from parcours.engine.tablefile import read_text, shown
from parcours.errors import BadOptionError, CourseError
from parcours.games.rally.calendar import Rally, RallyData, own_data, read_data
from parcours.games.rally.cards import FEATURES, Card, Limits, Square, road_faults
from parcours.games.rally.state import FEATURES as FEATURE_COUNT
from parcours.games.rally.state import MAX_SECTORS

FREE = 127
"""No limit."""
_MARKS = {"": 0, "hairpin": HAIRPIN, "ford": FORD}
_GAME = "rally"


def own_course(id_: str) -> Course:
    """A rally of the Calendar that comes with the game."""
    data = own_data()
    rally = data.rally(id_)
    assert rally is not None
    return rally_course(data, rally, id_)


def read_course(path: Path | str, text: str | None = None, route: str | None = None) -> Course:
    """A rally from a data file: the one asked for (by `route`, or after the colon in the name), or else the first."""
    name, _, named = Path(path).stem.partition(":")
    source = read_text(path) if text is None else text
    data = read_data(path, source)
    wanted = route or named or data.rallies[0].id
    rally = data.rally(wanted)
    if rally is None:
        known = ", ".join(other.id for other in data.rallies)
        raise CourseError(str(path), "rallies", f"there is no rally {shown(wanted)} (rallies: {known})")
    return rally_course(data, rally, f"{name}:{rally.id}", source)


def rally_course(data: RallyData, rally: Rally, id_: str, source: str = "") -> Course:
    """A rally as a course: all cards of the set, one after the other, and the other facts that the rules need."""
    wheel = data.wheels[rally.wheel]
    facts = {
        "stages": rally.stages,
        "wheel": rally.wheel,
        "sectors": [list(sector) for sector in wheel.sectors],
        "limits": _facts_of(rally.limits),
        "special": _facts_of(rally.special) if rally.special else None,
        "extension": [card.id for card in data.cards if card.id in data.extension],
        "features": [card.bits for card in data.cards],
        "gears": [list(row) for row in data.gears],
        "risk": [list(row) for row in data.risk],
        "damage": [list(row) for row in data.damage],
    }
    return _road_course(id_, rally.name, data.cards, facts, source)


def _facts_of(limits: Limits) -> dict[str, Any]:
    return {"cards": limits.cards, "bounds": [list(bound) for bound in limits.bounds]}


def _segment(card: Card) -> Segment:
    """A card as a piece of road: one lane of squares with levels, numbers and marks."""
    squares = card.squares
    return Segment(
        str(card.id), Fraction(len(squares)), (len(squares),),
        values=(tuple(square.level for square in squares),),
        labels=(tuple(square.number for square in squares),),
        marks=(tuple(_MARKS[square.mark] for square in squares),),
        flags=FAST_ROAD if "fast" in card.features else 0,
    )  # fmt: skip


def _road_course(id_: str, name: str, cards: Sequence[Card], facts: dict[str, Any], source: str) -> Course:
    return _course_of(id_, name, [_segment(card) for card in cards], facts, source)


def _course_of(id_: str, name: str, segments: Sequence[Segment], facts: dict[str, Any], source: str) -> Course:
    length = sum((segment.rows for segment in segments), Fraction(0))
    finish = RouteLine("Finish", "finish", length)
    legs = tuple(segment.id for segment in segments)
    return Course(id_, name, _GAME, tuple(segments), legs, (finish,), source=source, facts=facts)


def cards_of(course: Course) -> tuple[Card, ...]:
    """The cards of a course, in the order of its set."""
    marks = {HAIRPIN: "hairpin", FORD: "ford"}
    cards = []
    for segment, bits in zip(course.segments, course.facts["features"], strict=True):  # type: ignore[call-overload]
        squares = zip(segment.labels[0], segment.values[0], segment.marks[0], strict=True)
        features = tuple(name for place, name in enumerate(FEATURES) if bits >> place & 1)
        cards.append(
            Card(
                int(segment.id),
                features,
                tuple(Square(number, level, marks.get(m, "")) for number, level, m in squares),
            )
        )
    return tuple(cards)


def limits_of(course: Course, special: bool) -> Limits:
    """How many cards a stage of this rally has, and their limits (RA-R3)."""
    facts: Any = course.facts["special" if special else "limits"]
    return Limits(facts["cards"], tuple((least, most) for least, most in facts["bounds"]))


# ------------------------------------------------------------------------------------------------- into the record


def put_course(race: np.void, course: Course) -> None:
    """Write what the rules need to know about the rally into the record: limits, tables and wheel."""
    facts: Any = course.facts
    if race["special"] and facts["special"] is None:
        raise BadOptionError(f"{course.name} has no special stage (RA-O1)")
    limits = limits_of(course, bool(race["special"]))
    race["card_count"] = limits.cards
    race["set_size"] = len(course.segments)
    race["features"][: len(course.segments)] = facts["features"]
    for place in range(FEATURE_COUNT):
        least, most = limits.bounds[place]
        race["least"][place], race["most"][place] = least, FREE if most is None else most
    if not race["extension"]:
        ids = [segment.id for segment in course.segments]
        race["barred"] = sum(1 << ids.index(str(card)) for card in facts["extension"])
    gears = np.array(facts["gears"])
    race["low"], race["high"], race["extra"] = gears[:, 0], gears[:, 1], gears[:, 2]
    race["risk_table"], race["damage_table"] = facts["risk"], facts["damage"]
    sectors = facts["sectors"]
    assert len(sectors) <= MAX_SECTORS
    race["sectors"] = len(sectors)
    for place, (weather, bonus) in enumerate(sectors):
        race["weather"][place], race["bonus"][place] = weather, bonus


# --------------------------------------------------------------------------------------------------- the road laid


def course_shown(race: Any, course: Course) -> Course:
    """The road laid so far; before the first card, open land around a starting place."""
    laid = tuple(int(card) for card in race["laid"][: int(race["cards_laid"])])
    return _laid_course(course.digest, course.id, laid, int(race["card_count"]), _Holder(course))


def pictured(course: Course) -> Course:
    """An example of a road: the first one that the limits allow."""
    cards = cards_of(course)
    limits, barred = limits_of(course, special=False), set(map(int, course.facts["extension"]))  # type: ignore[call-overload]
    free = [card for card in cards if card.id not in barred]
    for some in itertools.combinations(free, limits.cards):
        road = sorted(some, key=lambda card: not card.begins_easily)
        if not road_faults(free, limits, [card.id for card in road]):
            return _laid_course(course.digest, course.id, tuple(map(cards.index, road)), len(road), _Holder(course))
    return course


class _Holder:
    """Passes a course to a cached function without making it part of the key, which already has the course's digest."""

    def __init__(self, course: Course) -> None:
        self.course = course

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder)


@lru_cache(maxsize=256)
def _laid_course(digest: str, id_: str, laid: tuple[int, ...], count: int, holder: _Holder) -> Course:
    """A road of these cards as a course of its own: its square n is place n + 1 of the stage. It is drawn on the
    landscape of its rally, which has room for `count` cards. Only the last card is drawn anew: the road before it stays
    where it was."""
    cards = cards_of(holder.course)
    room, seed = count * max(len(card.squares) for card in cards), zlib.crc32(id_.encode())
    if not laid:
        place = Segment("start", START_ROWS, ())
        return Course(
            f"{id_}.start", holder.course.name, _GAME, (place,), (place.id,), (), seed=seed, facts={"rally": id_},
            room=room,
        )  # fmt: skip
    before = _laid_course(digest, id_, laid[:-1], count, holder) if laid[1:] else None
    road = [cards[card] for card in laid]
    pieces = _with_bends(_counted([_segment(card) for card in road]))
    name = f"{id_}.{'-'.join(str(card.id) for card in road)}"
    made = _course_of(name, holder.course.name, pieces, {}, "")
    return replace(made, seed=seed, room=room, before=before)


def _counted(cards: Sequence[Segment]) -> list[Segment]:
    """The cards with their squares numbered along the road, from 1, as the table and the texts name them."""
    count = itertools.count(1)
    return [replace(card, labels=(tuple(next(count) for _ in card.labels[0]),)) for card in cards]


START_ROWS = Fraction(1)
"""How long the starting place is."""
BENDS = 3
"""How many squares a hairpin takes, the marked one in the middle."""
HAIRPIN_TURN = 150.0


def _with_bends(cards: Sequence[Segment]) -> list[Segment]:
    """The road as it is drawn: cut at each hairpin and bent there, to the left and to the right in turn."""
    pieces: list[Segment] = []
    side = 1.0
    for card in cards:
        last = 0
        for square, mark in enumerate(card.marks[0]):
            if mark & HAIRPIN and square > 0:
                begin, end = max(last, square - BENDS // 2), min(len(card.marks[0]), square + BENDS // 2 + 1)
                pieces += [_part(card, last, begin, 0.0), _part(card, begin, end, side * HAIRPIN_TURN)]
                side, last = -side, end
        pieces.append(_part(card, last, len(card.marks[0]), 0.0))
    return [piece for piece in pieces if piece.rows]


def _part(card: Segment, begin: int, end: int, turn: float) -> Segment:
    """Some squares of a card."""
    return Segment(
        f"{card.id}.{begin}" if begin else card.id, Fraction(end - begin), (end - begin,),
        values=(card.values[0][begin:end],), labels=(card.labels[0][begin:end],), marks=(card.marks[0][begin:end],),
        flags=card.flags, turn=turn,
    )  # fmt: skip


def number_at(race: Any, course: Course, place: int) -> int:
    """The number printed on the square at a place of the road (RA-R2)."""
    for card in race["laid"][: int(race["cards_laid"])]:
        labels = course.segments[int(card)].labels[0]
        if place <= len(labels):
            return labels[place - 1]
        place -= len(labels)
    return 0

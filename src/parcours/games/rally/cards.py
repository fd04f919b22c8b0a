"""Rally: road cards from their file (RA-F1, RA-F2), and the roads that may be laid from them (RA-R7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from parcours.engine.tablefile import shown
from parcours.engine.words import Say
from parcours.games.rally.faults import Faults
from parcours.games.rally.state import FAST_CARD, FORD_CARD, HAIRPIN_CARD, MAX_SET

FEATURES = ("fast", "hairpin", "ford")
FEATURE_BITS = {"fast": FAST_CARD, "hairpin": HAIRPIN_CARD, "ford": FORD_CARD}
MARKS = ("hairpin", "ford")
HARDEST = 4
HIGHEST = 9999
"""The highest number of a card or a square."""
_CLAUSE = "RA-F2"


@dataclass(frozen=True)
class Square:
    """A square of a card: the number printed on it, its level (players read "difficulty"), and its mark ("": none)."""

    number: int
    level: int
    mark: str = ""


@dataclass(frozen=True)
class Card:
    """A road card, from entry to exit (RA-R1, RA-R2)."""

    id: int
    features: tuple[str, ...]
    squares: tuple[Square, ...]

    @property
    def bits(self) -> int:
        return sum(FEATURE_BITS[feature] for feature in self.features)

    @property
    def begins_easily(self) -> bool:
        """Whether the first square has level 0 (RA-R5)."""
        return self.squares[0].level == 0


def read_cards(given: object, faults: Faults) -> tuple[Card, ...]:
    """Read cards from their tables; whatever is wrong with them is added to `faults`."""
    before = len(faults.found)
    cards: list[Card] = []
    ids: dict[int, str] = {}
    numbers: dict[int, str] = {}
    tables = faults.is_list("cards", given, _CLAUSE)
    if len(tables) > MAX_SET:
        faults.add("cards", f"a set has at most {MAX_SET} cards, not {len(tables)}", _CLAUSE)
    for at, table in enumerate(tables, 1):
        card = _card(at, table, faults, ids, numbers)
        if card:
            cards.append(card)
    if len(faults.found) == before and not any(card.begins_easily for card in cards):
        faults.add("cards", "at least one card must begin with level 0", _CLAUSE)
    return tuple(cards)


def _card(at: int, given: object, faults: Faults, ids: dict[int, str], numbers: dict[int, str]) -> Card | None:
    table = faults.is_table(f"cards[{at}]", given, ("id", "features", "squares"), _CLAUSE)
    if not table:
        return None
    id_: Any = table.get("id")
    place = f"card {id_}" if _is_number(id_) else f"cards[{at}]"
    if not _is_number(id_):
        faults.add(place, f"the id {shown(id_)} is not a positive whole number", _CLAUSE)
    elif id_ in ids:
        faults.add(place, f"the id {id_} is used twice, in {ids[id_]} and cards[{at}]", _CLAUSE)
    else:
        ids[id_] = f"cards[{at}]"
    features = []
    for feature in faults.is_list(f"{place}, features", table.get("features", []), _CLAUSE):
        if feature in FEATURES:
            features.append(feature)
        else:
            faults.add(place, f"there is no feature {shown(feature)} (features: {', '.join(FEATURES)})", _CLAUSE)
    given_squares = faults.is_list(f"{place}, squares", table.get("squares", []), _CLAUSE)
    if not given_squares:
        faults.add(place, "needs at least one square", _CLAUSE)
    squares = [_square(f"{place}, square {n}", square, faults, numbers) for n, square in enumerate(given_squares, 1)]
    for n, square in enumerate(squares, 1):
        if square and square.mark and square.mark not in features:
            faults.add(
                f"{place}, square {n}", f"has the mark {square.mark}, but the card does not have that feature", _CLAUSE
            )
    for mark in MARKS:
        if mark in features and not any(square and square.mark == mark for square in squares):
            faults.add(place, f"has the feature {mark}, but no square with that mark", _CLAUSE)
    if not _is_number(id_) or not squares:
        return None
    return Card(id_, tuple(features), tuple(square or Square(0, 0) for square in squares))


def _square(place: str, given: object, faults: Faults, numbers: dict[int, str]) -> Square | None:
    table = faults.is_table(place, given, ("number", "level", "mark"), _CLAUSE)
    if not table:
        return None
    number: Any = table.get("number")
    mark = table.get("mark") or ""
    if not _is_number(number):
        faults.add(place, f"the number {shown(number)} is not a positive whole number", _CLAUSE)
    elif number in numbers:
        faults.add(place, f"the number {number} is used twice, also in {numbers[number]}", _CLAUSE)
    else:
        numbers[number] = place
    level: Any = table.get("level")
    if type(level) is not int or not 0 <= level <= HARDEST:
        faults.add(place, f"the level {shown(level)} is not a whole number from 0 to {HARDEST}", _CLAUSE)
        level = 0
    if mark and mark not in MARKS:
        faults.add(place, f"there is no mark {shown(mark)} (marks: {', '.join(MARKS)})", _CLAUSE)
        mark = ""
    return Square(number if _is_number(number) else 0, level, mark)


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 < value <= HIGHEST


# ----------------------------------------------------------------------------------------------- limits and roads


@dataclass(frozen=True)
class Limits:
    """How many cards a road has, and for each feature how many of them may have it: (least, most); most is None if
    there is no upper limit (RA-R3)."""

    cards: int
    bounds: tuple[tuple[int, int | None], ...] = ((0, None),) * 3

    def told(self) -> list[tuple[str, str, int]]:
        """Each limit as (feature, "at least" or "at most", how many)."""
        found = []
        for feature, (least, most) in zip(FEATURES, self.bounds, strict=True):
            if least:
                found.append((feature, "at least", least))
            if most is not None:
                found.append((feature, "at most", most))
        return found


def road_faults(cards: Sequence[Card], limits: Limits, laid: Sequence[int]) -> list[Say]:
    """Every reason why a road of these cards may not be laid (RA-R7); empty if it may."""
    known = {card.id: card for card in cards}
    faults = []
    if len(laid) != limits.cards:
        needed = Say.number("{n} card needed", "{n} cards needed", limits.cards)
        faults.append(Say("{needed}, {laid} laid", needed=needed, laid=len(laid)))
    for id_ in dict.fromkeys(laid):
        if id_ not in known:
            faults.append(Say("there is no card {card}", card=id_))
        elif list(laid).count(id_) > 1:
            faults.append(Say("card {card} is laid {times} times", card=id_, times=list(laid).count(id_)))
    road = [known[id_] for id_ in laid if id_ in known]
    for feature, (least, most) in zip(FEATURES, limits.bounds, strict=True):
        with_it = [card.id for card in road if feature in card.features]
        if most is not None and len(with_it) > most:
            faults.append(Say("at most {limit}: {laid}", limit=feature_count(feature, most), laid=_laid(with_it)))
        if len(with_it) < least:
            faults.append(Say("at least {limit}: {laid}", limit=feature_count(feature, least), laid=_laid(with_it)))
    if road and not road[0].begins_easily:
        level = road[0].squares[0].level
        faults.append(Say("card {card} starts at difficulty {level}", card=road[0].id, level=level))
    return faults


def over_limits(limits: Limits, road: Sequence[Card]) -> list[Say]:
    """The limits that these cards already break, whatever is laid after them (RA-R3, RA-R6)."""
    ids = [card.id for card in road]
    return road_faults(road, Limits(len(ids), tuple((0, most) for _, most in limits.bounds)), ids)


def feature_count(feature: str, number: int) -> Say:
    """A number of cards with a feature."""
    if feature == "fast":
        return Say.number("{n} fast road", "{n} fast roads", number)
    if feature == "hairpin":
        return Say.number("{n} hairpin", "{n} hairpins", number)
    return Say.number("{n} ford", "{n} fords", number)


def _laid(ids: list[int]) -> Say:
    """How many cards were laid, and which."""
    if not ids:
        return Say("none laid")
    if len(ids) == 1:
        return Say("1 laid, card {card}", card=ids[0])
    return Say("{n} laid, cards {some} and {last}", n=len(ids), some=ids[:-1], last=ids[-1])


def why_no_road(cards: Sequence[Card], limits: Limits) -> str:
    """Why no legal road can be made of these cards at all (RA-F4); "" if one can."""
    if len(cards) < limits.cards:
        return f"needs {limits.cards} cards, but the set has {len(cards)}"
    for feature, (least, most) in zip(FEATURES, limits.bounds, strict=True):
        have = sum(feature in card.features for card in cards)
        if have < least:
            return f"needs at least {feature_count(feature, least)}, but the set has {have}"
        others = len(cards) - have
        if most is not None and others + most < limits.cards:
            return f"allows at most {feature_count(feature, most)}, but the set has only {others} cards without one"
    if not any(_completes(cards, limits, first) for first in cards if first.begins_easily):
        return "no road can meet all these limits"
    return ""


def _completes(cards: Sequence[Card], limits: Limits, first: Card) -> bool:
    """Whether a road that begins with this card can be completed. Goes through the cards and collects every count of
    features that a road made from them can have."""
    counts = {(1, *(int(feature in first.features) for feature in FEATURES))}
    for card in cards:
        if card is not first:
            bears = [int(feature in card.features) for feature in FEATURES]
            more = {(n + 1, *(c + b for c, b in zip(rest, bears, strict=True))) for n, *rest in counts}
            counts |= {count for count in more if count[0] <= limits.cards}
    return any(
        count[0] == limits.cards
        and all(
            least <= have and (most is None or have <= most)
            for have, (least, most) in zip(count[1:], limits.bounds, strict=True)
        )
        for count in counts
    )

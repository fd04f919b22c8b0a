"""Leader 1: laying a course. The hexes that can be laid, all faults of a course at once (L1-A1k), and the file."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from parcours.engine.words import Say
from parcours.games.leader_one.hexes import SIDES, TURNS, Side, bend_of, read_hex

MOST_FEEDS, MOST_BONUSES, EACH_CATEGORY = 3, 2, 2
"""Tokens in the box (L1-A1i)."""
CATEGORIES = (1, 2, 3)
STEEP = {"mountain": 0.12, "false_flat": 0.03, "descent": -0.12}
"""How much a hex of a terrain lifts or lowers the profile."""
_AHEAD = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of a hex, anticlockwise."""


FAULTS = {
    "E-START": "Begin the course with a start: hex {hex} is not one.",
    "E-FINISH": "End the course with a finish: hex {hex} is not one.",
    "E-MIDDLE": "Hex {hex} is a start or a finish: put those at the ends only.",
    "E-UNKNOWN": "Hex {hex}: side {what} does not exist: choose another.",
    "E-TWICE": "Hex {hex}: number {what} is already on the table: choose another.",
    "E-RISE": "Hex {hex} starts a mountain: put false flat before it.",
    "E-CAT": "Hex {hex} starts a mountain: add a category token.",
    "E-FEED": "Add at least one feed zone.",
    "E-OVERLAP": "Hex {hex} would cover another: bend the road.",
    "W-FEEDS": "A course this long usually has {what} feed zones.",
}
CLAUSES = {
    "E-START": "L1-A1b", "E-FINISH": "L1-A1b", "E-MIDDLE": "L1-A1b", "E-UNKNOWN": "L1-A1b", "E-TWICE": "L1-A1b",
    "E-RISE": "L1-A1c", "E-CAT": "L1-A1d", "E-CATPLACE": "L1-A1d", "E-CATVALUE": "L1-A1e", "E-FEED": "L1-A1f",
    "E-BONUS": "L1-A1i", "E-BEND": "L1-H8", "E-OVERLAP": "L1-H9", "W-FEEDS": "L1-A1f",
}  # fmt: skip
PLACE_FAULTS = {
    "no mountain": "Hex {hex} is not a mountain: remove its category token.",
    "two": "Hex {hex} has two category tokens: remove one.",
}
VALUE_FAULTS = {
    "range": "Hex {hex}: a category is 1, 2 or 3, not {what}.",
    "equal": "Hex {hex}: this mountain already has that value: choose another.",
    "third": "Hex {hex} puts a third category on one mountain: keep two at most.",
    "box": "Hex {hex}: the box holds only two tokens of value {what}.",
}
LINE_FAULTS = {
    "outside": "No line can go after hex {hex}: choose a hex from 1 to {what}.",
    "two feeds": "Hex {hex} has two feed zones: remove one.",
    "two bonuses": "Hex {hex} has two bonus lines: remove one.",
    "feeds": "The box holds only {what} feed tokens: remove some.",
    "bonuses": "The box holds only {what} bonus tokens: remove some.",
}
BEND_FAULTS = {
    "straight": "Hex {hex} is straight: it can't bend.",
    "letter": "Hex {hex}: a bend is L or R, not {what}.",
    "fixed": "Hex {hex} bends only to {what}.",
}


@dataclass(frozen=True)
class Tokens:
    """What lies beside the hexes: categories as (hex, value), feed and bonus lines as the hex that they follow."""

    categories: Sequence[tuple[int, int]] = ()
    feeds: Sequence[int] = ()
    bonuses: Sequence[int] = ()


@dataclass(frozen=True)
class Fault:
    """Something wrong with a course: its code, the hex (0: the whole course), the clause, and words."""

    code: str
    hex: int
    clause: str
    words: Say
    lifted: bool = field(default=False)
    """With several sets this is not a fault (L1-O3)."""

    @property
    def warning(self) -> bool:
        return self.code.startswith("W-")


@dataclass(frozen=True)
class Available:
    """A hex side, how it can be laid, and whether it still can be."""

    id: str
    number: int
    terrain: str
    shape: str
    squares: tuple[int, ...]
    bends: tuple[str, ...]
    milestone: int
    role: str
    free: bool
    """The physical hex is not on the table yet, or there are several sets."""


def check(hexes: Sequence[str], tokens: Tokens, switches: Mapping[str, bool] | None = None) -> list[Fault]:
    """Every fault of a course, in the order of the table of faults (L1-A1k).

    >>> [(f.code, f.hex) for f in check(["1A", "2B", "16A", "3A"], Tokens())]
    [('E-RISE', 3), ('E-CAT', 3), ('E-FEED', 0)]
    """
    sides = [read_hex(written) for written in hexes]
    found = [*_ends(sides), *_known(hexes, sides), *_rises(sides)]
    found += [*_categories(sides, tokens), *_lines(len(hexes), tokens), *_bends(sides), *_overlaps(sides)]
    if (switches or {}).get("several_sets"):
        found = [fault for fault in found if not fault.lifted]
    return found


def _fault(code: str, hex_: int, what: object = "") -> Fault:
    return Fault(code, hex_, CLAUSES[code], Say(FAULTS[code], hex=hex_, what=what), code == "E-TWICE")


Laid = Sequence[tuple[Side | None, str]]


def _ends(sides: Laid) -> Iterator[Fault]:
    """Wrong sides at the ends, and start or finish sides in between; no side is reported twice (L1-A1b, L1-A1k)."""
    last = len(sides)
    if not sides or (sides[0][0] and sides[0][0].role != "start"):
        yield _fault("E-START", 1)
    if not sides or (sides[-1][0] and sides[-1][0].role != "finish"):
        yield _fault("E-FINISH", max(last, 1))
    for number, (side, _) in enumerate(sides[1:-1], 2):
        if side and side.role in ("start", "finish"):
            yield _fault("E-MIDDLE", number)


def _known(hexes: Sequence[str], sides: Laid) -> Iterator[Fault]:
    lying: set[int] = set()
    for number, (side, _) in enumerate(sides, 1):
        if side is None:
            yield _fault("E-UNKNOWN", number, hexes[number - 1])
        elif side.number in lying:
            yield _fault("E-TWICE", number, side.number)
        else:
            lying.add(side.number)


def mountains(sides: Laid) -> list[range]:
    """The unbroken runs of mountain hexes, by hex number (L1-A1c)."""
    runs: list[range] = []
    for number, (side, _) in enumerate(sides, 1):
        if side and side.terrain == "mountain":
            if runs and runs[-1].stop == number:
                runs[-1] = range(runs[-1].start, number + 1)
            else:
                runs.append(range(number, number + 1))
    return runs


def _rises(sides: Laid) -> Iterator[Fault]:
    for run in mountains(sides):
        before = sides[run.start - 2][0] if run.start > 1 else None
        if run.start == 1 or (before and before.terrain != "false_flat"):
            yield _fault("E-RISE", run.start)


def _categories(sides: Laid, tokens: Tokens) -> Iterator[Fault]:
    runs = mountains(sides)
    on = Counter(hex_ for hex_, _ in tokens.categories)
    for run in runs:
        if run.start not in on:
            yield _fault("E-CAT", run.start)
    seen: Counter[int] = Counter()
    for hex_, _ in tokens.categories:
        if not any(hex_ in run for run in runs):
            yield _place_fault(hex_, "no mountain")
        elif seen[hex_]:
            yield _place_fault(hex_, "two")
        seen[hex_] += 1
    yield from _values(runs, sorted(tokens.categories))


def _place_fault(hex_: int, which: str) -> Fault:
    return Fault("E-CATPLACE", hex_, CLAUSES["E-CATPLACE"], Say(PLACE_FAULTS[which], hex=hex_))


def _values(runs: list[range], categories: list[tuple[int, int]]) -> Iterator[Fault]:
    spent: Counter[int] = Counter()
    for hex_, value in categories:
        if value not in CATEGORIES:
            yield _value_fault(hex_, "range", value)
        spent[value] += 1
        if value in CATEGORIES and spent[value] == EACH_CATEGORY + 1:
            yield _value_fault(hex_, "box", value)
    for run in runs:
        here = [(hex_, value) for hex_, value in categories if hex_ in run]
        for number, (hex_, value) in enumerate(here):
            if number == 2:
                yield _value_fault(hex_, "third", value)
            elif value in [other for _, other in here[:number]]:
                yield _value_fault(hex_, "equal", value)


def _value_fault(hex_: int, which: str, value: int) -> Fault:
    clause = "L1-A1i" if which == "box" else "L1-A1d" if which == "range" else "L1-A1e"
    return Fault("E-CATVALUE", hex_, clause, Say(VALUE_FAULTS[which], hex=hex_, what=value), which == "box")


def usual_feeds(hexes: int) -> int:
    """The usual number of feed zones: 1 for up to 12 hexes, 2 for 13 to 17, 3 for 18 or more (L1-A1f)."""
    return 1 if hexes <= 12 else 2 if hexes <= 17 else 3


def _lines(hexes: int, tokens: Tokens) -> Iterator[Fault]:
    feeds, bonuses = list(tokens.feeds), list(tokens.bonuses)
    if not feeds:
        yield _fault("E-FEED", 0)
    if len(feeds) > MOST_FEEDS:
        yield _line_fault("E-FEED", 0, "feeds", MOST_FEEDS, "L1-A1i")
    yield from _line_places("E-FEED", feeds, hexes, "two feeds")
    if len(bonuses) > MOST_BONUSES:
        yield _line_fault("E-BONUS", 0, "bonuses", MOST_BONUSES, "L1-A1i")
    yield from _line_places("E-BONUS", bonuses, hexes, "two bonuses")
    if 1 <= len(feeds) <= MOST_FEEDS and len(feeds) != usual_feeds(hexes):
        yield _fault("W-FEEDS", 0, usual_feeds(hexes))


def _line_places(code: str, lines: list[int], hexes: int, two: str) -> Iterator[Fault]:
    for line in sorted(set(lines)):
        if not 1 <= line <= hexes - 1:
            yield _line_fault(code, line, "outside", hexes - 1, "L1-A1g")
        if lines.count(line) > 1:
            yield _line_fault(code, line, two, 0, "L1-A1g")


def _line_fault(code: str, hex_: int, which: str, what: int, clause: str) -> Fault:
    return Fault(code, hex_, clause, Say(LINE_FAULTS[which], hex=hex_, what=what), which in ("feeds", "bonuses"))


def _bends(sides: Laid) -> Iterator[Fault]:
    for number, (side, bend) in enumerate(sides, 1):
        if side is None or not bend:
            continue
        if not side.curves:
            yield _bend_fault(number, "straight", "")
        elif bend not in ("L", "R"):
            yield _bend_fault(number, "letter", bend)
        elif side.fixed_bend and bend != side.bend:
            yield _bend_fault(number, "fixed", side.bend)


def _bend_fault(hex_: int, which: str, what: str) -> Fault:
    return Fault("E-BEND", hex_, CLAUSES["E-BEND"], Say(BEND_FAULTS[which], hex=hex_, what=what))


def spots(hexes: Sequence[str]) -> list[tuple[int, int]]:
    """Where on the table each hex lies, in axial coordinates: each joined to the one before it (L1-H9)."""
    spot, heading, found = (0, 0), 0, []
    for written in hexes:
        found.append(spot)
        side, asked = read_hex(written)
        if side:
            sixths = TURNS[side.shape.turn]
            heading = (heading + (sixths if bend_of(side, asked) == "L" else -sixths)) % 6
        spot = (spot[0] + _AHEAD[heading][0], spot[1] + _AHEAD[heading][1])
    return found


def _overlaps(sides: Laid) -> Iterator[Fault]:
    lying: set[tuple[int, int]] = set()
    written = [f"{side.id}{bend}" if side else "" for side, bend in sides]
    for number, spot in enumerate(spots(written), 1):
        if spot in lying:
            yield _fault("E-OVERLAP", number)
        lying.add(spot)


# ------------------------------------------------------------------------------------ what the builder shows


def available(hexes: Sequence[str] = (), switches: Mapping[str, bool] | None = None) -> list[Available]:
    """Every hex side with its bends, and whether it can still be laid when these hexes are on the table."""
    lying = {side.number for side, _ in map(read_hex, hexes) if side}
    several = bool((switches or {}).get("several_sets"))
    return [
        Available(
            side.id, side.number, side.terrain, side.shape.id, side.shape.squares, side.bends, side.milestone,
            side.role, several or side.number not in lying,
        )
        for side in SIDES.values()
    ]  # fmt: skip


def energy(hexes: Sequence[str]) -> int:
    """What every rider starts with: the sum of the milestones (L1-A3a).

    >>> energy(["1A", "2B", "12A", "16AR", "17AL", "7BL", "21A", "9AR", "3A"])
    27
    """
    return sum(side.milestone for side, _ in map(read_hex, hexes) if side)


def profile(hexes: Sequence[str]) -> list[tuple[float, float]]:
    """The elevation profile: along the course and height, both from 0 to 1."""
    heights = [0.0]
    for side, _ in map(read_hex, hexes):
        heights.append(heights[-1] + STEEP.get(side.terrain if side else "", 0.0))
    low, span = min(heights), max(0.5, max(heights) - min(heights))
    return [(number / max(1, len(hexes)), 0.1 + 0.8 * (height - low) / span) for number, height in enumerate(heights)]


def category_on(hexes: Sequence[str], tokens: Tokens) -> dict[int, int]:
    """The category of every mountain hex: that of its token, or else that of the hex before (L1-A1d, L1-A1e)."""
    given, found = dict(tokens.categories), {}
    for run in mountains([read_hex(written) for written in hexes]):
        value = 0
        for number in run:
            value = given.get(number, value)
            found[number] = value
    return found


def course_text(name: str, hexes: Sequence[str], tokens: Tokens, seed: int = 1) -> str:
    """The course file (L1-A1k)."""
    lines = [
        "format = 1",
        'game = "leader_one"',
        f"name = {json.dumps(name, ensure_ascii=False)}",
        f"seed = {seed}",
        f"hexes = {json.dumps(list(hexes))}",
        f"categories = {json.dumps([list(pair) for pair in tokens.categories])}",
        f"feeds = {json.dumps(list(tokens.feeds))}",
        f"bonuses = {json.dumps(list(tokens.bonuses))}",
    ]
    return "\n".join(lines) + "\n"

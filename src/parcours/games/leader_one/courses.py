"""Leader 1: reads courses from their files: hexes in a row, with category, feed and bonus tokens (L1-A1k)."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

from parcours.engine.course import Course, RouteLine
from parcours.engine.coursefile import check_road
from parcours.engine.tablefile import Reader, read_text, read_toml
from parcours.errors import CourseError
from parcours.games.leader_one import builder
from parcours.games.leader_one.builder import Fault, Tokens
from parcours.games.leader_one.hexes import HEX_ROWS, bend_of, read_hex, road_of, rows_of
from parcours.games.leader_one.ranks import is_too_dense, ranks
from parcours.games.leader_one.state import MAX_BONUSES
from parcours.games.leader_one.tables import TERRAIN_NAMES

FORMAT = 1
MOST_HEXES = 200
RUN_IN, RUN_OUT = "S", "X"
"""The rows before the start and past the finish: six rows, and twice six (L1-H6)."""


def read_course(path: Path | str, text: str | None = None) -> Course:
    """Read a course of hexes. All faults are reported at once (L1-A1k)."""
    source = read_text(path) if text is None else text
    top = read_toml(path, source)
    top.whole("format", FORMAT, FORMAT)
    game, name, seed = top.text("game"), top.text("name"), top.whole("seed", 0, 2**31 - 1, 1)
    hexes, tokens = list(top.names("hexes")), _tokens(top)
    top.done()
    if len(hexes) > MOST_HEXES or len(tokens.bonuses) > MAX_BONUSES:
        raise top.fail("hexes", f"a course has at most {MOST_HEXES} hexes and {MAX_BONUSES} bonuses")
    refuse(str(path), faults(hexes, tokens, several_sets=True), faults(hexes, tokens))
    course = _laid(Path(path).stem, name, game, seed, source, hexes, tokens)
    check_road(course, str(path))
    if is_too_dense(course.road):
        raise top.fail("hexes", "the longest move covers too many squares: use hexes with fewer squares")
    return course


def _tokens(top: Reader) -> Tokens:
    categories = []
    for number, pair in enumerate(top.take("categories", list, [])):
        found = top.numbers(f"categories[{number + 1}]", pair, -999, 999)
        if len(found) != 2:
            raise top.fail(f"categories[{number + 1}]", "must be a hex number and a value, such as [4, 2]", "L1-A1k")
        categories.append((found[0], found[1]))
    feeds = top.numbers("feeds", top.take("feeds", list, []), -999, 999)
    return Tokens(tuple(categories), feeds, top.numbers("bonuses", top.take("bonuses", list, []), -999, 999))


MOST_TOLD = 12
"""The most faults in one message, so that somebody still reads it."""


def faults(hexes: list[str], tokens: Tokens, several_sets: bool = False) -> list[Fault]:
    """The faults that stop a course from being ridden; warnings do not count."""
    found = builder.check(hexes, tokens, {"several_sets": several_sets})
    return [fault for fault in found if not fault.warning]


def refuse(file: str, broken: list[Fault], told: list[Fault] | None = None) -> None:
    """If anything is broken, raise one error that names every fault, or the first ones of very many."""
    if broken:
        shown = told if told is not None else broken
        what = " ".join(f"{fault.code}: {fault.words} ({fault.clause})" for fault in shown[:MOST_TOLD])
        what += f" And {len(shown) - MOST_TOLD} more." if len(shown) > MOST_TOLD else ""
        raise CourseError(file, "hexes", what, broken[0].clause if len(shown) == 1 else "")


def tokens_of(course: Course) -> Tokens:
    facts: dict[str, Any] = course.facts
    return Tokens(tuple((a, b) for a, b in facts["categories"]), tuple(facts["feeds"]), tuple(facts["bonuses"]))


def hexes_of(course: Course) -> list[str]:
    """The hexes of a course as its file writes them."""
    facts: dict[str, Any] = course.facts
    return list(facts["hexes"])


def check_course(course: Course) -> None:
    """Refuse a course that is not made of hexes, or that has faults even with several sets."""
    if not course.facts.get("hexes"):
        raise CourseError(course.id, "hexes", "a course of this game must list its hexes", "L1-A1a")
    hexes, tokens = hexes_of(course), tokens_of(course)
    refuse(course.id, faults(hexes, tokens, several_sets=True), faults(hexes, tokens))


def check_sets(course: Course, several_sets: bool) -> None:
    """Refuse a course that needs more than one set, unless there are several (L1-O3)."""
    refuse(course.id, faults(hexes_of(course), tokens_of(course), several_sets))


def warnings(course: Course) -> list[Fault]:
    """What is unusual about a course, but not a fault (W-FEEDS)."""
    return [fault for fault in builder.check(hexes_of(course), tokens_of(course)) if fault.warning]


def _laid(id_: str, name: str, game: str, seed: int, source: str, hexes: list[str], tokens: Tokens) -> Course:
    values = builder.category_on(hexes, tokens)
    sides = [read_hex(written) for written in hexes]
    road = []
    for number, (side, asked) in enumerate(sides, 1):
        assert side is not None
        road.append(road_of(side, bend_of(side, asked), str(number), values.get(number, 0)))
    first, last = sides[0][0], sides[-1][0]
    assert first is not None
    assert last is not None
    before, past = rows_of(first, RUN_IN, TERRAIN_NAMES[first.terrain]), rows_of(last, RUN_OUT, "flat")
    lines = [RouteLine("Feed zone", "feed", Fraction(HEX_ROWS * line)) for line in tokens.feeds]
    lines += [RouteLine("Bonus", "bonus", Fraction(HEX_ROWS * line)) for line in tokens.bonuses]
    lines.sort(key=lambda line: line.at)
    return Course(
        id=id_,
        name=name,
        game=game,
        segments=(before, *road, past),
        legs=(RUN_IN, *(segment.id for segment in road), RUN_OUT, RUN_OUT),
        lines=(*lines, RouteLine("Finish", "finish", Fraction(HEX_ROWS * len(hexes)))),
        run_in=Fraction(HEX_ROWS),
        diagonal="beyond",
        join="spread",
        lanes_from="left",
        grain=70,
        seed=seed,
        source=source,
        facts={
            "hexes": list(hexes),
            "categories": [list(pair) for pair in tokens.categories],
            "feeds": list(tokens.feeds),
            "bonuses": list(tokens.bonuses),
        },
        table=ranks,
    )

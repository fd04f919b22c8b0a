"""Profi: the two kinds of courses, a profile of rounds (PR-C1) or a board from start to finish (PR-C6)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from pathlib import Path

from parcours.engine.course import Course, RouteLine, Segment
from parcours.engine.coursefile import FORMAT, check_road, read_course
from parcours.engine.documents import COURSE
from parcours.engine.road import BEYOND_CATEGORY, SPRINT_ZONE
from parcours.engine.tablefile import Reader, read_text, read_toml, shown
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.profi.state import LINES, STATIONS
from parcours.games.profi.tables import CLIMB_POINTS, SPRINT_POINTS

GAME_ID = "profi"
TERRAINS = {"G": "flat", "B": "hills", "D": "descent", "R": "climb", "K": "cobbles"}
"""The letters of a profile, and what they mean on the road."""
COLOURS = {"green": "flat", "blue": "hills", "red": "climb", "grey": "cobbles"}
CATEGORIES = {"H": BEYOND_CATEGORY, "1": 1, "2": 2, "3": 3, "4": 4}
MARKS = {"s": "sprint", "^": "summit", "f": "feed"}
LINE_NAMES = {"sprint": "Sprint", "summit": "Summit", "feed": "Feed station", "finish": "Finish"}
FEWEST_ROUNDS, MOST_ROUNDS = 4, 30
NARROWEST, WIDEST = 2, 4
MIN_CLIMB = {BEYOND_CATEGORY: 3, 1: 2, 2: 2, 3: 1, 4: 1}
"""The fewest rounds of a climb of each category on a profile (PR-P3)."""
RISE = {"flat": 0.0, "hills": 0.25, "cobbles": 0.05, "descent": -1.6, "climb": 1.0}
HIGH = 2.5
"""A lower profile than this does not fill the height of its picture, so that a flat race looks flat."""
_ROUND = re.compile(r"(?P<terrain>[GBDRK])(?P<category>[H1-4]?)(?P<marks>[s^f]*)")


@dataclass(frozen=True)
class Round:
    """A round of a profile: its terrain, the category of a climb, and its marks."""

    terrain: str
    category: int = 0
    sprint: bool = False
    summit: bool = False
    feed: bool = False

    @property
    def letters(self) -> str:
        """The round as a profile writes it: `Gs`, `R2^`, `RH`."""
        category = next((letter for letter, number in CATEGORIES.items() if number == self.category), "")
        marks = ("s" if self.sprint else "") + ("^" if self.summit else "") + ("f" if self.feed else "")
        return self.terrain + category + marks


@dataclass(frozen=True)
class Fault:
    """What is wrong with a profile: the round, from 1 (0: the whole profile), the words, and the clause."""

    round: int
    words: Say
    clause: str


def allowed_terrains() -> tuple[tuple[str, Say], ...]:
    """The terrains that a round can have, by their letters."""
    return (
        ("G", Say("Green: flat, sprint")),
        ("B", Say("Blue: hills")),
        ("D", Say("Blue: descent after a summit")),
        ("R", Say("Red: climb")),
        ("K", Say("Grey: cobbles")),
    )


def allowed_categories() -> tuple[tuple[int, Say], ...]:
    """The categories of climbs, with the rounds that each needs."""
    told = [(BEYOND_CATEGORY, Say("HC"))] + [(n, Say("Category {n}", n=n)) for n in (1, 2, 3, 4)]
    return tuple(
        (number, Say.number("{name}: at least {n} round", "{name}: at least {n} rounds", MIN_CLIMB[number], name=name))
        for number, name in told
    )


def read_rounds(written: str) -> list[Round]:
    """Read a profile as the specification writes it: `B Gs R2 R2^ D Bf`."""
    rounds = []
    for number, word in enumerate(written.split(), 1):
        found = _ROUND.fullmatch(word)
        if found is None:
            raise CourseError(
                "profile", f"round {number}", f"{shown(word)} is not a round: use words like B, Gs, R2^, RH, Kf"
            )
        marks = found["marks"]
        category = CATEGORIES.get(found["category"], 0)
        rounds.append(Round(found["terrain"], category, "s" in marks, "^" in marks, "f" in marks))
    return rounds


def check(rounds: Sequence[Round]) -> list[Fault]:
    """Everything that is wrong with a profile; empty if it can be ridden."""
    faults: list[Fault] = []
    if not FEWEST_ROUNDS <= len(rounds) <= MOST_ROUNDS:
        words = Say("Give the profile {low} to {high} rounds.", low=FEWEST_ROUNDS, high=MOST_ROUNDS)
        faults.append(Fault(0, words, "PR-C1"))
    for number, here in enumerate(rounds, 1):
        before = rounds[number - 2] if number > 1 else None
        faults += _round_faults(number, here, before, number == len(rounds))
    faults += _climb_faults(rounds)
    lines = sum(here.sprint + here.summit + here.feed for here in rounds)
    if lines >= LINES:
        faults.append(Fault(0, Say("{n} sprints, summits and feed zones at most.", n=LINES - 1), "PR-C1"))
    if sum(here.feed for here in rounds) > STATIONS:
        faults.append(Fault(0, Say("{n} feed zones at most.", n=STATIONS), "PR-B1"))
    return faults


def _round_faults(number: int, here: Round, before: Round | None, last: bool) -> list[Fault]:
    faults = []
    if here.terrain not in TERRAINS:
        faults.append(Fault(number, Say("That terrain does not exist: choose another."), "PR-C1"))
    if (here.terrain == "R") != (here.category in CATEGORIES.values()):
        faults.append(Fault(number, Say("Only climbs have a category, and every climb has one."), "PR-C1"))
    if here.sprint and here.terrain != "G":
        faults.append(Fault(number, Say("Put the sprint on green."), "PR-Q7"))
    if here.sprint and last:
        faults.append(Fault(number, Say("The last round is already a sprint."), "PR-Q2"))
    if here.summit and here.terrain != "R":
        faults.append(Fault(number, Say("End every climb with a summit."), "PR-P3"))
    if here.terrain == "D" and not (before is not None and (before.summit or before.terrain == "D")):
        faults.append(Fault(number, Say("A descent must follow a summit."), "PR-H5"))
    return faults


def _climb_faults(rounds: Sequence[Round]) -> list[Fault]:
    faults = []
    length = 0
    for number, here in enumerate(rounds, 1):
        following = rounds[number] if number < len(rounds) else None
        if here.terrain != "R":
            continue
        length += 1
        goes_on = following is not None and following.terrain == "R" and following.category == here.category
        if goes_on and not here.summit:
            continue
        if not here.summit:
            faults.append(Fault(number, Say("The last round of a climb must be its summit."), "PR-P3"))
        needed = MIN_CLIMB.get(here.category, 1)
        if length < needed:
            words = Say.number(
                "A climb of this category needs at least {n} round.",
                "A climb of this category needs at least {n} rounds.",
                needed,
            )
            faults.append(Fault(number, words, "PR-P3"))
        length = 0
    return faults


def elevation(rounds: Sequence[Round]) -> tuple[tuple[float, float], ...]:
    """The points of the elevation profile: distance and height, both from 0 to 1."""
    height, heights = 0.0, [0.0]
    steeper = {BEYOND_CATEGORY: 1.6, 1: 1.4, 2: 1.1, 3: 0.9, 4: 0.7}
    for here in rounds:
        height += RISE[TERRAINS[here.terrain]] * steeper.get(here.category, 1.0)
        heights.append(max(height, 0.0))
        height = heights[-1]
    top = max(*heights, HIGH)
    return tuple((i / max(len(rounds), 1), 0.1 + 0.85 * h / top) for i, h in enumerate(heights))


def course_text(name: str, rounds: Sequence[Round], width: int = 3, seed: int = 1) -> str:
    """The course file of a profile; it must have no faults.

    >>> print(course_text("Short", read_rounds("B Gs B G")))
    format = 1
    game = "profi"
    name = "Short"
    profile = "B Gs B G"
    <BLANKLINE>
    """
    faults = check(rounds)
    if faults:
        raise CourseError(name, f"round {faults[0].round}", str(faults[0].words), faults[0].clause)
    quoted = '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'
    lines = [f"format = {FORMAT}", f'game = "{GAME_ID}"', f"name = {quoted}"]
    lines += [f"width = {width}"] if width != 3 else []
    lines += [f"seed = {seed}"] if seed != 1 else []
    return "\n".join([*lines, f'profile = "{" ".join(here.letters for here in rounds)}"']) + "\n"


def read_profi_course(path: Path | str, text: str | None = None) -> Course:
    """Read a course file: a profile of rounds if it has `profile`, else a board of segments."""
    source = read_text(path) if text is None else text
    top = read_toml(path, source)
    if "profile" not in top.table:
        course = read_course(path, source, colours=COLOURS)
        if course.game != GAME_ID:
            raise CourseError(str(path), "game", f"is a course for {shown(course.game)}, not for {GAME_ID!r}")
        return _with_sprint_zones(course)
    version = top.take("format", int)
    if version != FORMAT:
        raise top.fail(
            "format", f"this version of Parcours reads course files of format {FORMAT}, not {shown(version)}"
        )
    course = _profile(top, source)
    check_road(course, top.file)
    return course


def _profile(top: Reader, source: str) -> Course:
    """A profile as a course: each round is one row of road without squares."""
    game, name, seed = top.text("game"), top.text("name"), top.whole("seed", 0, 2**31 - 1, 1)
    width = top.whole("width", NARROWEST, WIDEST, 0, "PR-R1") if "width" in top.table else 0
    try:
        rounds = read_rounds(top.text("profile", most=COURSE.line))
    except CourseError as error:
        raise top.fail("profile", f"{error.place}: {error.what}", "PR-C1") from None
    top.done()
    faults = check(rounds)
    if faults:
        where = f"round {faults[0].round}: " if faults[0].round else ""
        raise top.fail("profile", where + str(faults[0].words), faults[0].clause)
    segments, lines = [], []
    for number, here in enumerate(rounds, 1):
        zone = here.terrain == "G" and (here.sprint or number == len(rounds))
        segments.append(
            Segment(f"Round {number}", Fraction(1), (), TERRAINS[here.terrain], flags=SPRINT_ZONE if zone else 0,
                    category=here.category)
        )  # fmt: skip
        kinds = [kind for mark, kind in MARKS.items() if mark in here.letters]
        lines += [RouteLine(LINE_NAMES[kind], kind, Fraction(number), _scores(kind, here.category)) for kind in kinds]
    lines.append(RouteLine("Finish", "finish", Fraction(len(rounds)), _scores("sprint", 0)))
    return Course(
        Path(top.file).stem, name, game, tuple(segments), tuple(segment.id for segment in segments), tuple(lines),
        seed=seed, source=source, facts={"profile": " ".join(here.letters for here in rounds), "width": width},
    )  # fmt: skip


def _scores(kind: str, category: int) -> tuple[int, ...]:
    points = CLIMB_POINTS[category] if kind == "summit" else SPRINT_POINTS if kind == "sprint" else ()
    return tuple(n for n in points if n)


def _with_sprint_zones(course: Course) -> Course:
    """Mark green sections with a sprint or finish line: sprinters ride by their own rules there (PR-Q7)."""
    rear = -course.run_in
    zones: set[str] = set()
    for segment in course.lap:
        front = rear + segment.rows
        for line in course.lines:
            if line.kind in ("sprint", "finish") and segment.terrain == "flat" and rear <= line.at < front:
                zones.add(segment.id)
        rear = front
    marked = tuple(
        replace(segment, flags=segment.flags | SPRINT_ZONE) if segment.id in zones else segment
        for segment in course.segments
    )
    return replace(course, segments=marked)


def is_profile(course: Course) -> bool:
    return "profile" in course.facts


def rounds_of(course: Course) -> list[Round]:
    return read_rounds(str(course.facts["profile"]))


def check_course(course: Course) -> None:
    """Refuse a course that breaks a rule of the game, with the clause."""
    if is_profile(course):
        for fault in check(rounds_of(course)):
            raise CourseError(course.id, f"round {fault.round}", str(fault.words), fault.clause)
        return
    if course.circuit:
        raise CourseError(
            course.id, "circuit", "this game has no circuits: the road must lead from a start to a finish", "PR-C6"
        )
    if course.unit != 1:
        raise CourseError(course.id, "segments", "every row must have one square in each lane", "PR-R1")
    if len(course.lines) > LINES:
        raise CourseError(course.id, "lines", f"at most {LINES} lines are allowed, not {len(course.lines)}", "PR-C9")
    if sum(line.kind == "feed" for line in course.lines) > STATIONS:
        raise CourseError(course.id, "lines", f"at most {STATIONS} feed zones are allowed", "PR-B1")
    for segment in course.lap:
        _check_segment(course, segment)


def _check_segment(course: Course, segment: Segment) -> None:
    if segment.terrain not in TERRAINS.values():
        raise CourseError(
            course.id, segment.id, f"this game has no {segment.terrain}: use {', '.join(TERRAINS.values())}", "PR-C1"
        )
    if not NARROWEST <= segment.lanes <= WIDEST:
        raise CourseError(
            course.id, segment.id, f"must have {NARROWEST} to {WIDEST} lanes, not {segment.lanes}", "PR-R1"
        )
    if segment.rows.denominator != 1 or len(set(segment.squares)) != 1:
        raise CourseError(course.id, segment.id, "every row must have one square in each lane", "PR-R1")
    if (segment.terrain == "climb") != (segment.category > 0):
        raise CourseError(course.id, segment.id, "every climb needs a category, and only climbs have one", "PR-C1")


# ---------------------------------------------------------------------------------------- the road as it is drawn

BEND_ROWS, BEND = 12, 24.0
BEHIND = 8
STRETCH = 40
"""The drawn road grows by this many rows at a time."""


def ribbon(course: Course, terrain: str, category: int, width: int, far: int) -> Course:
    """A gently bending road in the terrain of a round, long enough to reach row `far` (PR-R2)."""
    rows = -(-(far + STRETCH // 2) // STRETCH) * STRETCH + BEHIND
    return _ribbon(course.id, course.name, course.seed, terrain, category, width, rows)


def first_round(course: Course) -> Course:
    """The road of a profile's first round, on three lanes (PR-R1)."""
    first = course.lap[0]
    return ribbon(course, first.terrain, first.category, 3, STRETCH)


@lru_cache(maxsize=256)
def _ribbon(id_: str, name: str, seed: int, terrain: str, category: int, width: int, rows: int) -> Course:
    segments: list[Segment] = []
    done = 0
    while done < rows:
        length = min(BEND_ROWS, rows - done)
        turn = (BEND, 0.0, -BEND, 0.0)[len(segments) % 4] if length == BEND_ROWS else 0.0
        segments.append(
            Segment(f"R{len(segments) + 1}", Fraction(length), (length,) * width, terrain, turn=turn, category=category)
        )
        done += length
    return Course(
        f"{id_}-road", name, GAME_ID, tuple(segments), tuple(s.id for s in segments), (),
        run_in=Fraction(BEHIND), seed=seed,
    )  # fmt: skip


def lengthened(course: Course, far: int) -> Course:
    """A board with more road past its finish, for riders beyond its end (PR-C9)."""
    rows = -(-far // STRETCH) * STRETCH
    kept: dict[int, Course] = course.__dict__.setdefault("_lengthened", {})
    if rows not in kept:
        past = course.lap[-1].straight_on("Past the finish", rows)
        kept[rows] = replace(course, segments=(*course.segments, past), legs=(*course.legs, past.id))
    return kept[rows]


def places(course: Course) -> dict[tuple[int, int], int]:
    """The squares of a drawn road, by row and lane."""
    kept: dict[tuple[int, int], int] = course.__dict__.setdefault("_places", {})
    if not kept:
        squares = course.road.squares
        for index, (front, lane) in enumerate(zip(squares["front"], squares["lane"], strict=True)):
            kept[int(front) // course.unit, int(lane) + 1] = index
    return kept

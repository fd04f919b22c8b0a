"""Profi: the profile editor, which puts rounds in a row, with sprints, summits and feed zones (PR-C1)."""

from __future__ import annotations

from functools import cached_property

from parcours.engine.builder import Builder, Draft, DraftFault, Figure, Mark, Part, Piece, Survey, Turn, seed_of
from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.games.profi import courses
from parcours.games.profi.courses import CATEGORIES, MOST_ROUNDS, TERRAINS, Round, read_rounds
from parcours.svg import line, path, text

CHAPTERS = {"G": Say("Green"), "B": Say("Blue"), "D": Say("Blue"), "K": Say("Grey"), "R": Say("Red")}
"""The colours of the terrains, as headings, in the order in which rounds are offered."""
CLIMBS = {number: letter for letter, number in CATEGORIES.items()}
LETTERS = {"sprint": "s", "summit": "^", "feed": "f"}
WIDE, HIGH, GROUND = 90.0, 62.0, 54.0
LINES = {"flat": (20, 20), "hills": (18, 18), "descent": (10, 40), "cobbles": (22, 22), "climb": (40, 10)}
"""How high the road is at the left and right edges of a round's picture, measured from the top."""

PAINTS = {"flat": "grass-plot", "hills": "terrain descent"}
"""Flat rounds are green and hilly ones blue, as the rules call them (PR-C1)."""


class ProfiBuilder(Builder):
    """Rounds in a row: one terrain each, climbs with their category (PR-C1, PR-P3)."""

    about = Say("Put rounds in a row to build the profile. Broken rules show in the margin.")
    piece = Say("Round")
    most = MOST_ROUNDS
    marks = (
        Mark("sprint", Say("Sprint"), "S", "sprint", "sprint"),
        Mark("summit", Say("Summit"), "▲", "summit", "summit"),
        Mark("feed", Say("Feed station"), "F", "feed", "other"),
    )
    frame = (0.0, 0.0, WIDE, HIGH)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        names = dict(courses.allowed_terrains())
        plain = [_part(letter, 0, names[letter]) for letter in CHAPTERS if letter != "R"]
        return (*plain, *(_part("R", number, words) for number, words in reversed(courses.allowed_categories())))

    def survey(self, draft: Draft) -> Survey:
        rounds = rounds_of(draft)
        return Survey(
            tuple(DraftFault("", fault.round, fault.clause, fault.words) for fault in courses.check(rounds)),
            (
                Figure(Say("Rounds"), len(rounds)),
                Figure(Say("Sprints"), sum(here.sprint for here in rounds)),
                Figure(Say("Summits"), sum(here.summit for here in rounds)),
                Figure(Say("Feed zones"), sum(here.feed for here in rounds)),
            ),
            courses.elevation(rounds),
        )

    def course_text(self, draft: Draft) -> str:
        return courses.course_text(draft.name, rounds_of(draft), seed=seed_of(draft.pieces))

    def draft_of(self, course: Course) -> Draft | None:
        """A profile as a draft; None for a board or a road with its own width, which were not built here."""
        if not courses.is_profile(course) or course.facts["width"]:
            return None
        pieces = []
        for here in courses.rounds_of(course):
            marks = tuple(mark for mark in LETTERS if getattr(here, mark))
            pieces.append(Piece(here.terrain + CLIMBS.get(here.category, ""), "", marks))
        return Draft(course.name, tuple(pieces))


def rounds_of(draft: Draft) -> list[Round]:
    """A draft as the rounds of a profile."""
    written = [piece.part + "".join(LETTERS[mark] for mark in piece.marks) for piece in draft.pieces]
    return read_rounds(" ".join(written))


def _part(letter: str, category: int, words: Say) -> Part:
    terrain = TERRAINS[letter]
    sign = CLIMBS.get(category, "").replace("H", "HC")
    picture = Turn("", words, _picture(terrain, sign))
    return Part(letter + CLIMBS.get(category, ""), words, CHAPTERS[letter], terrain, (picture,), sign=sign)


def _picture(terrain: str, sign: str) -> str:
    """A piece of the profile: how the road rises or falls in a round."""
    rear, front = LINES[terrain]
    road = [(0.0, float(rear)), (WIDE, float(front))]
    if terrain == "hills":
        road = [(WIDE * i / 16, rear + 7 * (1 if i % 8 == 4 else 0.6 if i % 8 in (3, 5) else 0)) for i in range(17)]
    area = line([(0, GROUND), *road, (WIDE, GROUND)], close=True)
    ground = path(PAINTS.get(terrain, f"terrain {terrain}"), area)
    told = text("tile-number", WIDE / 2, GROUND - 8, sign, 20, text_anchor="middle") if sign else ""
    return ground + _texture(terrain) + path("pen", line(road), stroke_width=4) + told


def _texture(terrain: str) -> str:
    if terrain == "cobbles":
        setts = [line([(0, y), (WIDE, y)]) for y in (30, 38, 46)]
        setts += [
            line([(x + 5 * (y == 38), y), (x + 5 * (y == 38), y + 8)]) for y in (30, 38, 46) for x in range(8, 88, 12)
        ]
        return path("texture cobbles", "".join(setts))
    if terrain == "descent":
        return path("texture descent", "".join(line([(x, 44), (x + 14, 49)]) for x in range(8, 60, 18)))
    return ""

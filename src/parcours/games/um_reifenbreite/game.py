"""Um Reifenbreite as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.coursefile import read_course, read_courses
from parcours.engine.drawing import Drawing
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.options import Option
from parcours.engine.routine import OPENING, QuickStart, Routine
from parcours.engine.scene import Refusal, Scene, StoryEntry
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.tablefile import shown
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.um_reifenbreite import (
    courses,
    foresight,
    headlines,
    roadman,
    rules,
    scene,
    secrets,
    sheet,
    story,
    texts,
    why,
)
from parcours.games.um_reifenbreite.actions import ACTIONS, FOLLOW, WAY
from parcours.games.um_reifenbreite.rules.colours import COLOURS
from parcours.games.um_reifenbreite.state import FOLLOW_PHASE, MAX_TEAMS, REACH, STATE, WAY_PHASE
from parcours.games.um_reifenbreite.steps import steps
from parcours.games.um_reifenbreite.tour import BestRiderCounts


class UmReifenbreite(Game):
    """2 to 4 teams of 4 riders on a four-lane road: dice, drafting, a few energy cards, mass crashes, the yellow
    jersey."""

    id = "um_reifenbreite"
    name = Say("Um Reifenbreite")
    about = Say("Dice, four lanes and a wheel to hold: won by a tyre's width, or lost in a mass crash.")
    rank = 2
    clause_prefix = "UR"
    accent = "#C9472F"
    min_teams, max_teams, default_teams = 2, MAX_TEAMS, 4
    options = (
        Option(
            "level",
            Say("Level"),
            Say("Rules level"),
            "UR-2d",
            "D",
            (
                ("A", Say("A: moving and chasing")),
                ("B", Say("B: plus climbs, descents, cobbles")),
                ("C", Say("C: plus energy cards")),
                ("D", Say("D: plus luck cards")),
            ),
        ),
        Option(
            "cheating",
            Say("Cheating"),
            Say("Riders may take a tow from a car. Anyone in the photos drawn at the end is disqualified."),
            "UR-13a",
        ),
        Option(
            "sprints",
            Say("Sprints and the yellow jersey"),
            Say("Points for the first three at each sprint line, and for each turn in yellow."),
            "UR-14a",
        ),
        Option(
            "relays",
            Say("Relays"),
            Say("The head of a line may ask the riders behind to take the lead."),
            "UR-15a",
        ),
        Option(
            "stages",
            Say("Stage of a longer race"),
            Say("The result counts towards a stage race, with a bonus for the best rider."),
            "UR-16a",
        ),
    )
    teams = (
        Team(Say("Toughs"), "#C8382E", "plain", "T"),
        Team(Say("Men of Steel"), "#2B62A8", "hoop", "M"),
        Team(Say("Big Calves"), "#33312E", "sash", "B"),
        Team(Say("Blackmailers"), "#3F8452", "halves", "K"),
    )
    bots = (
        RANDOM_BOT,
        Bot(
            "roadman",
            1,
            Say("Rouleur"),
            Say("Sits on wheels, saves cards for the lines, breaks away when it pays."),
        ),
    )
    drawing = Drawing(paints={"climb": "red", "descent": "ochre", "cobbles": "green"})  # UR-3c
    record = STATE
    actions = ACTIONS
    most_legal = REACH
    pooled = 64
    default_course = "ring:A"
    folder = Path(__file__).parent
    routines = (OPENING, Routine("wheels", Say("Follow every wheel for me")))
    quick = QuickStart(Say("Basic rules on the short loop, riders lined up"), options={"level": "A"})
    rules = rules
    kernel_modules = (rules, secrets, roadman, foresight)
    search_parameters = SearchParameters(
        guide=2, horizon=2, explore=1.2, liking=0.3, trust=10.0, lean=0.0, sure=1.0, scale=30.0
    )  # fmt: skip
    tour = BestRiderCounts()
    scratch = ("reach", "lengths", "slots")

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        level = str(options["level"])
        race["teams"] = teams
        race["colours"], race["cards"], race["luck"] = level >= "B", level >= "C", level >= "D"
        for name in ("cheating", "sprints", "relays", "stages"):
            race[name] = options[name]

    def put_course(self, race: np.void, course: Course) -> None:
        courses.check_teams(course, int(race["teams"]))
        race["short"] = bool(course.facts.get("short", False))

    def check_course(self, course: Course) -> None:
        courses.check_course(course)

    @cached_property
    def course_names(self) -> tuple[str, ...]:
        """The routes of the boards that come with the game, as BOARD:ROUTE."""
        boards = sorted((self.folder / "data" / "courses").glob("*.toml"))
        return tuple(course.id for board in boards for course in read_courses(board, colours=COLOURS))

    def course(self, wanted: str | PathLike[str] | Course | None = None) -> Course:
        """A route of the ring by its letter ("C") or its name ("ring:C"), or any file, with or without :ROUTE after
        it."""
        if isinstance(wanted, Course) and wanted.table is None:
            wanted = replace(wanted, table=steps)
        if isinstance(wanted, str) and f"ring:{wanted}" in self.course_names:
            wanted = f"ring:{wanted}"
        if isinstance(wanted, str) and ".toml:" in wanted:
            path, _, route = wanted.rpartition(":")
            return self.read_course(path, route=route)
        return super().course(wanted)

    def _own_course(self, name: str) -> Course:
        cache: dict[str, Course] = self.__dict__.setdefault("_courses", {})
        if name not in cache:
            board, _, route = name.partition(":")
            cache[name] = self.read_course(self.folder / "data" / "courses" / f"{board}.toml", route=route)
        return cache[name]

    def read_course(self, path: Path | str, text: str | None = None, route: str | None = None) -> Course:
        course = replace(read_course(path, text, route, COLOURS), table=steps)
        if course.game != self.id:
            raise CourseError(str(path), "game", f"is a course for {shown(course.game)}, not for {self.id!r}")
        self.check_course(course)
        return course

    def turn(self, race: Any) -> int:
        return int(race["round_number"])

    def covering(self, match: Match) -> tuple[str, ...]:
        return ("wheels",) if int(match.races[0]["phase"]) == FOLLOW_PHASE else super().covering(match)

    def usual(self, match: Match, routine: str) -> int:
        return FOLLOW if routine == "wheels" else super().usual(match, routine)

    def goes_on(self, match: Match) -> bool:
        return int(match.races[0]["phase"]) == WAY_PHASE

    def price(self, match: Match, action: int) -> float:
        """The shorter way comes first: squares left over are lost anyway."""
        return float(action - WAY) if WAY <= action < FOLLOW else 0.0

    def rider_name(self, rider: int) -> Say:
        return texts.rider_name(rider)

    def notation(self, race: Any, action: int, course: Course) -> str:
        return texts.notation(race, action, course)

    def words(self, race: Any, action: int, course: Course) -> Say:
        return texts.action_words(race, action, course)

    def code_words(self, action: int) -> Say:
        return texts.code_words(action)

    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
        return story.story(before, action, after, course)

    def headlines(self, then: Any, now: Any, course: Course) -> list[Say]:
        return headlines.headlines(then, now, course)

    def scene(self, match: Match, seat: int) -> Scene:
        return scene.scene(match, seat)

    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        return why.why_not(match, seat, target)

    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        return sheet.team_scores(race, course, seat)


GAME = UmReifenbreite()

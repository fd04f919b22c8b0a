"""Profi as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.game import RANDOM_BOT, Game, Option, Team
from parcours.engine.match import Match
from parcours.engine.scene import Entry, Refusal, Scene
from parcours.engine.tour import Carried
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.profi import courses, directeur, rules, secrets, stages, texts
from parcours.games.profi.actions import ACTIONS
from parcours.games.profi.state import MAX_TEAMS, MENU, STATE

SWITCHES = (
    "breakaway", "exhaustion", "verge", "full_risk", "circle", "elbow", "weather", "wind", "combative", "doping",
    "events", "bottles",
)  # fmt: skip


class Profi(Game):
    id = "profi"
    name = Say("Profi")
    about = Say("x")
    maturity = "workshop"
    clause_prefix = "PR"
    accent = "#2F7E4F"
    min_teams, max_teams, default_teams = 2, MAX_TEAMS, 4
    options = tuple(Option(n, Say("x"), Say("x"), "PR-A1", True) for n in SWITCHES) + (
        Option("five_riders", Say("x"), Say("x"), "PR-S3"), Option("three_stacks", Say("x"), Say("x"), "PR-K3"),
        Option("rainbow", Say("x"), Say("x"), "PR-P5"),
        Option("road_width", Say("x"), Say("x"), "PR-R1", "3", (("2", Say("2")), ("3", Say("3")), ("4", Say("4")))),
        Option("events_per_round", Say("x"), Say("x"), "PR-X1", "1", (("1", Say("1")), ("2", Say("2")), ("3", Say("3")))),
        Option("dummies", Say("x"), Say("x"), "PR-S5", "fill", (("fill", Say("x")), ("0", Say("0")), ("1", Say("1")))),
    )
    teams = tuple(Team(Say(n), "#000000", "plain", n) for n in "ABCDEFGH")
    bots = (RANDOM_BOT,)
    record = STATE
    actions = ACTIONS
    most_legal = MENU
    default_course = "short"
    folder = Path(__file__).parent
    rules = rules
    kernel_modules = (rules, secrets, directeur)
    scratch = ("menu", "offered")

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        race["teams"] = teams
        wanted = 4 - teams if options["dummies"] == "fill" else int(options["dummies"])
        race["sides"] = teams + max(0, min(wanted, 4 - teams))
        race["squad"] = 4 if teams <= 4 else 3 if teams <= 6 else 2
        if options["five_riders"] and teams <= 4:
            race["squad"] = 5
        race["stacks"] = 3 if options["three_stacks"] else 2
        race["width"] = int(options["road_width"])
        race["per_round"] = int(options["events_per_round"])
        fields = {"weather": "weather_rule", "wind": "wind_rule", "combative": "combative_rule", "bottles": "bottles_rule"}
        for name in SWITCHES:
            race[fields.get(name, name)] = options[name]
        race["rainbow_rule"] = options["rainbow"]

    def put_course(self, race: np.void, course: Course) -> None:
        if courses.is_profile(course):
            race["rounds"] = len(course.lap)
            race["width"] = int(str(course.facts["width"])) or int(race["width"])
        else:
            race["board"] = 1

    def check_course(self, course: Course) -> None:
        courses.check_course(course)

    def read_course(self, path: Path | str, text: str | None = None) -> Course:
        course = courses.read_profi_course(path, text)
        if course.game != self.id:
            raise CourseError(str(path), "game", f"is a course for {course.game!r}, not for {self.id!r}")
        self.check_course(course)
        return course

    def turn(self, race: Any) -> int:
        return int(race["round_number"])

    def rider_name(self, rider: int) -> Say:
        return texts.role_rider_name(rider // 4, rider % 4)

    def put_carried(self, race: np.void, teams: int, carried: Carried) -> None:
        stages.put_carried(race, teams, carried)

    def notation(self, race: Any, action: int) -> str:
        return texts.notation(race, action)

    def words(self, race: Any, action: int) -> Say:
        return texts.action_words(race, action)

    def code_words(self, action: int) -> Say:
        return texts.code_words(action)

    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[Entry, ...]:
        return ()

    def scene(self, match: Match, seat: int) -> Scene:
        raise NotImplementedError

    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        raise NotImplementedError

    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        return {"x": 0}


GAME = Profi()

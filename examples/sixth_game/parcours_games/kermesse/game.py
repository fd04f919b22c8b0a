"""Kermesse as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from parcours.games.kermesse import domestique, rules, scene, texts
from parcours.games.kermesse.actions import ACTIONS, DIG, RIDE, SHOWS, SIDES, SIT_UP
from parcours.games.kermesse.state import MAX_RIDERS, STATE

from parcours.engine.course import Course
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.routine import QuickStart
from parcours.engine.scene import Refusal, Scene, StoryEntry
from parcours.engine.words import Say
from parcours.errors import CourseError

COLOURS = ("#C8382E", "#2B62A8", "#E5B321", "#3F8452", "#7C519F", "#DE7A27")
PATTERNS = ("plain", "hoop", "sash", "halves", "dots", "stripes")


class Kermesse(Game):
    """2 to 6 riders, two laps of a village; breath is all they have to spend."""

    id = "kermesse"
    name = Say("Kermesse")
    about = Say("Two laps of a village, one rider each: sit up, ride or dig, and be first to the sausages.")
    rank = 100
    clause_prefix = "KM"
    accent = "#7C519F"
    min_teams, max_teams, default_teams = 2, MAX_RIDERS, 4
    options = ()
    teams = tuple(
        Team(Say(name), colour, pattern, name[0])
        for name, colour, pattern in zip(texts.RIDERS, COLOURS, PATTERNS, strict=True)
    )
    bots = (
        RANDOM_BOT,
        Bot("domestique", 1, Say("Domestique"), Say("Digs while there is breath, and looks for wheels.")),
    )
    record = STATE
    actions = ACTIONS
    most_legal = SIDES
    default_course = "village"
    folder = Path(__file__).parent
    rules = rules
    kernel_modules = (rules, domestique)
    quick = QuickStart(Say("Two laps of the village"))

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        race["teams"] = teams

    def check_course(self, course: Course) -> None:
        """A circuit without lanes, with a church and a finish (KM-2)."""
        if not course.circuit or any(segment.lanes != 1 for segment in course.segments):
            raise CourseError(course.id, "circuit", "the course must be a circuit without lanes", "KM-2")
        if [line.kind for line in course.lines] != ["sprint", "finish"]:
            raise CourseError(course.id, "lines", "the course has one sprint (the church) and a finish", "KM-2")

    def turn(self, race: Any) -> int:
        return int(race["turn"])

    def rider_name(self, rider: int) -> Say:
        return texts.rider_name(rider)

    def notation(self, race: Any, action: int, course: Course) -> str:
        """`Anna sits up`, `Anna rides`, `Anna digs`, `rolls 5`."""
        if action > SHOWS:
            return f"rolls {action - SHOWS}"
        did = {SIT_UP: "sits up", RIDE: "rides", DIG: "digs"}[action]
        return f"{texts.RIDERS[texts.due_rider(race)]} {did}"

    def words(self, race: Any, action: int, course: Course) -> Say:
        return texts.action_words(race, action)

    def code_words(self, action: int) -> Say:
        return texts.code_words(action)

    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
        return texts.story(before, action, after, course)

    def scene(self, match: Match, seat: int) -> Scene:
        return scene.scene(match, seat)

    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        return scene.why_not(match, seat)

    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        return {"squares": int(race["distance"][seat])}

    def score_in_words(self, race: Any, seat: int, points: int) -> Say:
        return Say.number("{n} square", "{n} squares", points)


GAME = Kermesse()

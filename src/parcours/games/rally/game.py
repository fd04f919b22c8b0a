"""Rally as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.drawing import Drawing
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.options import Option
from parcours.engine.routine import OPENING, QuickStart
from parcours.engine.scene import Refusal, Scene, StoryEntry
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.tour import Carried
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.rally import carried as carrying
from parcours.games.rally import courses, driver, headlines, rules, scene, secrets, sheet, story, texts, tour, why
from parcours.games.rally.actions import ACTIONS, NO_STOP
from parcours.games.rally.calendar import own_data, read_data
from parcours.games.rally.routines import PAST, STOPS, covering_now
from parcours.games.rally.state import (
    MAX_CARS,
    MAX_PLACES,
    STATE,
    STATION_PHASE,
    TRIM_PHASE,
    UNKNOWN,
)


class RallyGame(Game):
    """2 to 6 cars start one turn apart on a road of cards. Choose the gear before the die, the distance after it."""

    id = "rally"
    name = Say("Rally")
    about = Say(
        "Pick a gear, roll, and see how brave you were: hairpins, fords, weather, and mechanics by the roadside."
    )
    rank = 4
    points_title = Say("Score A: lower is better")
    fewer_is_better = True
    clause_prefix = "RA"
    accent = "#DE7A27"
    figure = "car"
    drawing = Drawing(levels=True)
    at_once = frozenset({TRIM_PHASE, STATION_PHASE})
    min_teams, max_teams, default_teams = 2, MAX_CARS, 4
    options = (
        Option(
            "road",
            Say("The road"),
            Say("Who lays the road cards, within the Calendar's limits."),
            "RA-R4",
            "laid",
            (("laid", Say("laid by a player")), ("random", Say("drawn at random"))),
        ),
        Option(
            "special",
            Say("Special stage"),
            Say("No speed limits: the maximum is higher in 3rd, 4th and 5th. Only in rallies with a special stage."),
            "RA-O1",
        ),
        Option(
            "tyre_cost_by_kind",
            Say("Tyre cost by kind"),
            Say("On a dry road, rain tyres always cost 1 square and snow tyres 2."),
            "RA-O2",
        ),
        Option(
            "open_mechanics",
            Say("Open mechanics"),
            Say("Everybody sees where the mechanics are."),
            "RA-O3",
        ),
        Option(
            "extension",
            Say("Extension"),
            Say("Adds five more road cards."),
            "RA-O4",
        ),
    )
    teams = (
        Team(Say("Red"), "#C8382E", "plain", "R"),
        Team(Say("Blue"), "#2B62A8", "hoop", "B"),
        Team(Say("Yellow"), "#E5B321", "sash", "Y"),
        Team(Say("Green"), "#3F8452", "halves", "G"),
        Team(Say("Violet"), "#7C519F", "dots", "V"),
        Team(Say("Orange"), "#DE7A27", "stripes", "O"),
    )
    bots = (
        RANDOM_BOT,
        Bot(
            "codriver",
            1,
            Say("Co-driver"),
            Say("Reads the road ahead and picks gear, distance and brakes by the turns they save."),
        ),
    )
    record = STATE
    actions = ACTIONS
    most_legal = MAX_PLACES + 1
    default_course = "montecarlo"
    folder = Path(__file__).parent
    quick = QuickStart(Say("Road laid; trim, tyres and mechanics as usual"), routines=(OPENING.id, PAST.id))
    routines = (OPENING, STOPS, PAST)
    rules = rules
    kernel_modules = (rules, secrets, driver)
    search_parameters = SearchParameters(explore=1.2, liking=0.3, trust=30.0, lean=0.0, sure=2.0, scale=2.0)
    tour = tour.RallyTour()
    scratch = ("hopes", "brake_costs")

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        race["teams"] = teams
        race["random_road"] = options["road"] == "random"
        race["special"] = options["special"]
        race["cost_by_kind"] = options["tyre_cost_by_kind"]
        race["open_mechanics"] = options["open_mechanics"]
        race["extension"] = options["extension"]
        race["trim"] = race["last_trim"] = UNKNOWN

    def put_course(self, race: np.void, course: Course) -> None:
        courses.put_course(race, course)

    def put_carried(self, race: np.void, teams: int, carried: Carried) -> None:
        carrying.put_carried(race, teams, carried)

    def course_shown(self, race: Any, course: Course) -> Course:
        return courses.course_shown(race, course)

    def pictured(self, course: Course) -> Course:
        return courses.pictured(course)

    def check_course(self, course: Course) -> None:
        if "sectors" not in course.facts:
            raise CourseError(course.id, "rallies", "must be a rally of a Calendar", "RA-F4")

    @cached_property
    def course_names(self) -> tuple[str, ...]:
        """The rallies of the Calendar, in its order (RA-L1)."""
        return tuple(rally.id for rally in own_data().rallies)

    def course(self, wanted: str | PathLike[str] | Course | None = None) -> Course:
        """A rally of the Calendar by its name, or one from any data file, with or without :RALLY after the file."""
        if isinstance(wanted, str) and (".toml:" in wanted or ".json:" in wanted):
            path, _, route = wanted.rpartition(":")
            return self.read_course(path, route=route)
        if isinstance(wanted, str) and wanted.endswith(".json"):
            return self.read_course(wanted)
        return super().course(wanted)

    def _own_course(self, name: str) -> Course:
        cache: dict[str, Course] = self.__dict__.setdefault("_courses", {})
        if name not in cache:
            cache[name] = courses.own_course(name)
        return cache[name]

    def read_course(self, path: Path | str, text: str | None = None, route: str | None = None) -> Course:
        return courses.read_course(path, text, route)

    def check_file(self, path: Path | str) -> str:
        """Check a file of cards, tables, wheels or rallies, alone or together (RA-F1)."""
        data = read_data(path)
        told = {
            "cards": f"{len(data.cards)} road cards",
            "rallies": f"{len(data.rallies)} rallies",
            "wheels": f"{len(data.wheels)} weather wheels",
        }
        held = ", ".join(told.get(name, name) for name in data.held) or "nothing of its own"
        warnings = "".join(f"; warning: {warning}" for warning in data.warnings)
        return f"data for {self.id}: {held}{warnings}"

    def covering(self, match: Match) -> tuple[str, ...]:
        return covering_now(match.races[0])

    def usual(self, match: Match, routine: str) -> int:
        return NO_STOP if routine == PAST.id else super().usual(match, routine)

    def turn(self, race: Any) -> int:
        return int(race["turn"])

    def rider_name(self, rider: int) -> Say:
        return texts.car_name(rider)

    def notation(self, race: Any, action: int, course: Course) -> str:
        return texts.notation(race, action, course)

    def words(self, race: Any, action: int, course: Course) -> Say:
        return texts.action_words(race, action, course)

    def code_words(self, action: int) -> Say:
        return texts.code_words(action)

    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
        return story.story(before, action, after, course, viewer)

    def headlines(self, then: Any, now: Any, course: Course) -> list[Say]:
        return headlines.headlines(then, now, course)

    def scene(self, match: Match, seat: int) -> Scene:
        return scene.scene(match, seat)

    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        return why.why_not(match, seat, target)

    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        return sheet.score_parts(race, seat)

    def score_in_words(self, race: Any, seat: int, points: int) -> Say:
        """Score A; lower is better (RA-P2)."""
        return Say("score A: {score}", score=str(points).replace("-", "−"))


GAME = RallyGame()

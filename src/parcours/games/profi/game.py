"""Profi as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.drawing import Drawing
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.options import Option, OptionPreset
from parcours.engine.routine import OPENING, QuickStart, Routine
from parcours.engine.scene import Choice, Refusal, Scene, StoryEntry, Text
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.profi import (
    choices,
    courses,
    directeur,
    drafting,
    foresight,
    headlines,
    notation,
    rules,
    scene,
    secrets,
    sheet,
    stages,
    story,
    texts,
    why,
)
from parcours.games.profi.actions import ACTIONS
from parcours.games.profi.state import LAYING, MAX_TEAMS, MENU, OVER_PHASE, PLACE_PHASE, STACK, STATE

FULL_FIELD = 4
"""Dummy teams may fill the field up to this many teams (PR-S5)."""
FIELDS = {"weather": "weather_rule", "wind": "wind_rule", "combative": "combative_rule", "bottles": "bottles_rule",
          "rainbow": "rainbow_rule"}  # fmt: skip
"""Options whose field in the record has a different name."""
PROFESSIONAL = (
    "breakaway", "exhaustion", "verge", "full_risk", "circle", "elbow", "weather", "wind", "combative", "doping",
    "events", "bottles",
)  # fmt: skip


class Profi(Game):
    """2 to 8 teams of specialists over rounds of a profile or a board: cards, energy chips, slipstream, attacks."""

    id = "profi"
    name = Say("Profi")
    about = Say("Cards, chips and specialists: whose wheel to take, when to spend, when to attack.")
    rank = 5
    clause_prefix = "PR"
    accent = "#3F8452"
    drawing = Drawing(paints={"hills": "blue"}, rows_numbered=True)
    at_once = frozenset({LAYING})
    min_teams, max_teams, default_teams = 2, MAX_TEAMS, 4
    options = (
        Option("breakaway", Say("Breakaway"), Say("After the start, riders with a matching card may break away."),
               "PR-T4", True),
        Option("exhaustion", Say("Exhaustion"), Say("An attack with two cards costs an exhaustion card."), "PR-A5",
               True),
        Option("verge", Say("Verge"), Say("Blocked riders may take the verge, at a risk."), "PR-V1", True),
        Option("full_risk", Say("Full risk"), Say("On descents, a chip buys the descent die."), "PR-H5", True),
        Option("circle", Say("Belgian circle"), Say("Riders in a line share the work, whatever their team."), "PR-L1",
               True),
        Option("elbow", Say("Elbow duel"), Say("Riders side by side may fight for the place."), "PR-J1", True),
        Option("weather", Say("Weather"), Say("Very fine, cold, wet or hot: rolled before each round."), "PR-Y1", True),
        Option("wind", Say("Wind"), Say("Headwind, crosswind and tailwind, rolled for each group."), "PR-Y3", True),
        Option("combative", Say("Most combative rider"), Say("In stage races, attacks and duels earn a prize."),
               "PR-P6", True),
        Option("doping", Say("Doping and team car"),
               Say("Doping cards bring chips, and a doping control after the race."), "PR-U1", True),
        Option("events", Say("Events"), Say("Before each round a rider draws an event card."), "PR-X1", True),
        Option("bottles", Say("Feed zones"), Say("Bottles lie on the road, in the riders' colours."), "PR-B1",
               True),
        Option("five_riders", Say("Five riders"), Say("With 2 to 4 teams, a second rouleur races."), "PR-S3"),
        Option("three_stacks", Say("Three stacks"), Say("Three stacks of cards instead of two."), "PR-K3"),
        Option("rainbow", Say("Rainbow jersey"), Say("One rider, drawn at random, wears the world champion's jersey."),
               "PR-P5"),
        Option("road_width", Say("Road width"), Say("Lanes of a profile course."), "PR-R1", "3",
               (("2", Say("2 lanes")), ("3", Say("3 lanes")), ("4", Say("4 lanes")))),
        Option("events_per_round", Say("Events per round"), Say("How many riders draw an event card."), "PR-X1", "1",
               (("1", Say("one")), ("2", Say("two")), ("3", Say("three")))),
        Option("dummies", Say("Dummy teams"), Say("With fewer than four players, dummy teams join in."), "PR-S5",
               "fill", (("fill", Say("up to four teams")), ("0", Say("none")), ("1", Say("one team")))),
    )  # fmt: skip
    option_presets = (
        OptionPreset("first", Say("First race"), Say("Cards, chips, slipstream and attacks on a short course."),
                     dict.fromkeys(PROFESSIONAL, False), "short"),
        OptionPreset("professional", Say("The full professional race"), Say("Every rule in the rulebook."),
                     dict.fromkeys(PROFESSIONAL, True)),
    )  # fmt: skip
    teams = (
        Team(Say("Amber"), "#D9A21B", "plain", "A"),
        Team(Say("Brick"), "#B5402C", "hoop", "B"),
        Team(Say("Cobalt"), "#2B62A8", "sash", "C"),
        Team(Say("Dune"), "#8C6D3F", "halves", "D"),
        Team(Say("Emerald"), "#2F7E4F", "dots", "E"),
        Team(Say("Fuchsia"), "#B03A7B", "stripes", "F"),
        Team(Say("Graphite"), "#33363B", "hoop", "G"),
        Team(Say("Harbour"), "#1F8A94", "sash", "H"),
    )
    bots = (
        RANDOM_BOT,
        Bot("directeur", 1, Say("Directeur sportif"),
            Say("Spares the captain, brings the sprinter to the line and sends the climber uphill.")),
    )  # fmt: skip
    record = STATE
    actions = ACTIONS
    most_legal = MENU
    pooled = 128
    default_course = "short"
    folder = Path(__file__).parent
    quick = QuickStart(
        Say("First-race rules on the short course, cards drawn, riders lined up"),
        "short",
        dict.fromkeys(PROFESSIONAL, False),
        (OPENING.id, "cards"),
    )
    routines = (
        OPENING,
        Routine("cards", Say("Draw my cards for me")),
        Routine("first_stack", Say("Always draw from my first stack")),
        Routine("lanes", Say("Pick my lanes for me")),
    )
    rules = rules
    fields_since = dict.fromkeys(("pending", "pick_then", "picked", "laid_doping", "run_off"), 2) | {"fewer": 3}
    kernel_modules = (rules, secrets, directeur, foresight)
    search_parameters = SearchParameters(
        guide=2, horizon=1.0, explore=1.2, liking=0.3, trust=20.0, sure=1.0, win=0.6, place=0.4, margin=0.0
    )
    tour = stages.ProfiTour()
    builder = drafting.ProfiBuilder()
    scratch = ("menu", "offered")

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        race["teams"] = teams
        wanted = FULL_FIELD if options["dummies"] == "fill" else int(options["dummies"])
        race["sides"] = teams + max(0, min(wanted, FULL_FIELD - teams))
        race["squad"] = 4 if teams <= 4 else 3 if teams <= 6 else 2
        if options["five_riders"] and teams <= 4:
            race["squad"] = 5
        race["stacks"] = 3 if options["three_stacks"] else 2
        race["width"] = int(options["road_width"])
        race["per_round"] = int(options["events_per_round"])
        for name in (*PROFESSIONAL, "rainbow"):
            race[FIELDS.get(name, name)] = options[name]

    def put_course(self, race: np.void, course: Course) -> None:
        if courses.is_profile(course):
            race["rounds"] = len(course.lap)
            race["width"] = int(str(course.facts["width"])) or int(race["width"])
        else:
            race["board"] = 1

    def put_carried(self, race: np.void, teams: int, carried: Carried) -> None:
        stages.put_carried(race, teams, carried)

    def course_shown(self, race: Any, course: Course) -> Course:
        return scene.drawn_course(race, course)

    def stretch(self, course: Course) -> Course:
        return courses.first_round(course) if courses.is_profile(course) else course

    def elevation(self, course: Course) -> tuple[tuple[float, float], ...]:
        return courses.elevation(courses.rounds_of(course)) if courses.is_profile(course) else ()

    def check_course(self, course: Course) -> None:
        courses.check_course(course)

    def read_course(self, path: Path | str, text: str | None = None) -> Course:
        course = courses.read_profi_course(path, text)
        if course.game != self.id:
            raise CourseError(str(path), "game", f"is a course for {shown(course.game)}, not for {self.id!r}")
        self.check_course(course)
        return course

    def turn(self, race: Any) -> int:
        return int(race["round_number"])

    def covering(self, match: Match) -> tuple[str, ...]:
        phase = int(match.races[0]["phase"]) if match.turn else -1
        if phase == STACK:
            return ("first_stack", "cards")
        return ("lanes",) if phase == PLACE_PHASE else super().covering(match)

    def usual(self, match: Match, routine: str) -> int:
        return match.legal()[0] if routine == "first_stack" else super().usual(match, routine)

    def goes_on(self, match: Match) -> bool:
        return int(match.races[0]["phase"]) in choices.SMALL_QUESTIONS

    def choices_of(self, match: Match, seat: int) -> tuple[Choice, ...]:
        race = match.races[0]
        return choices.choices(match, race, scene.drawn_course(race, match.setup.course))

    def lands(self, before: Match, after: Match, choice: Choice) -> Choice:
        return choices.landed(before, after, choice, scene.drawn_course(before.races[0], before.setup.course))

    def answer_words(self, choice: Choice) -> Text:
        return choices.answer_words(choice)

    def price(self, match: Match, action: int) -> float:
        return choices.price(action)

    def risks(self, match: Match, action: int) -> frozenset[str]:
        return choices.risks(match.races[0], action)

    def rider_name(self, rider: int) -> Say:
        """A rider's name, by its number among full teams of four."""
        return texts.role_rider_name(rider // 4, rider % 4)

    def notation(self, race: Any, action: int, course: Course) -> str:
        return notation.notation(race, action)

    def words(self, race: Any, action: int, course: Course) -> Say:
        return texts.action_words(race, action)

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
        return sheet.team_scores(race, seat)

    def score_in_words(self, race: Any, seat: int, points: int) -> Say:
        """Once the race is over, the place of the team's best rider (PR-Q6): a team with more points may be placed
        behind it."""
        place = sheet.best_place(race, seat) if int(race["phase"]) == OVER_PHASE else 0
        return Say("best rider: {place}", place=place) if place else super().score_in_words(race, seat, points)


GAME = Profi()

"""Breaking Away as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.options import Option
from parcours.engine.routine import QuickStart
from parcours.engine.scene import Refusal, Scene, StoryEntry
from parcours.engine.words import Say
from parcours.errors import CourseError
from parcours.games.breaking_away import headlines, rules, scene, secrets, sprinter, texts, why
from parcours.games.breaking_away.actions import ACTIONS, FACTOR, FIRST, OWN, QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.state import DIVIDE, MAX_LINES, MAX_TEAMS, RIDERS, STATE
from parcours.games.breaking_away.tour import AddedPoints


class BreakingAway(Game):
    """3 to 6 teams of 4 riders, and no dice: the skill is which factor to spend, and whose wheel to sit on."""

    id = "breaking_away"
    name = Say("Breaking Away")
    about = Say("No dice. Four riders a team: spend the right number, take the right wheel, sprint at the right time.")
    rank = 1
    clause_prefix = "BA"
    accent = "#E8B71A"
    at_once = frozenset({DIVIDE})
    min_teams, max_teams, default_teams = 3, MAX_TEAMS, 4
    options = (
        Option(
            "breakaway_from_group",
            Say("Breakaway from the group"),
            Say("The breakaway bonus is the lead over the best rival; team-mates may ride in between."),
            "BA-O1",
        ),
        Option(
            "crowded_first_turn",
            Say("Crowded first turn"),
            Say(
                "In the first turn, a square with five or more riders gives no slipstream, and its riders get a "
                "factor of 3."
            ),
            "BA-O2",
        ),
        Option(
            "staggered_start",
            Say("Staggered start"),
            Say("Riders 2, 3 and 4 start one, two and three squares behind the line."),
            "BA-O3",
        ),
        Option(
            "open_sheets",
            Say("Open sheets"),
            Say("Everybody sees all movement factors once all sheets are handed in."),
            "BA-S7",
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
            "sprinter",
            1,
            Say("Sprinter"),
            Say("Knows slipstream, sprints and the breakaway bonus, and takes what pays now."),
        ),
    )
    record = STATE
    actions = ACTIONS
    most_legal = 16
    default_course = "grand_circuit"
    folder = Path(__file__).parent
    rules = rules
    kernel_modules = (rules, secrets, sprinter)
    tour = AddedPoints()
    quick = QuickStart(Say("Quick line-up on the Grand Circuit"))

    def put_options(self, race: np.void, teams: int, options: Mapping[str, bool]) -> None:
        race["teams"] = teams
        race["from_group"] = options["breakaway_from_group"]
        race["crowded"] = options["crowded_first_turn"]
        race["staggered"] = options["staggered_start"]
        race["open_sheets"] = options["open_sheets"]

    def check_course(self, course: Course) -> None:
        """Refuse any course but a circuit with a single lane whose lines are sprints and a finish (BA-S2, BA-P2)."""
        if not course.circuit:
            raise CourseError(course.id, "circuit", "the course must be a circuit", "BA-S2")
        for number, segment in enumerate(course.segments):
            if segment.lanes != 1 or segment.rows != segment.squares[0]:
                raise CourseError(
                    course.id, f"segments[{number + 1}]", "must have one lane, and one square per row", "BA-S2"
                )
        if len(course.lines) > MAX_LINES:
            raise CourseError(
                course.id, "lines", f"the score sheet has room for {MAX_LINES} lines, not {len(course.lines)}", "BA-S2"
            )
        for number, line in enumerate(course.lines):
            if line.kind not in ("sprint", "finish"):
                raise CourseError(
                    course.id, f"lines[{number + 1}].kind", f"must be sprint or finish, not {line.kind}", "BA-S2"
                )
            if line.at.denominator != 1:
                raise CourseError(
                    course.id, f"lines[{number + 1}].at", f"must be a whole number, not {line.at}", "BA-S2"
                )
            if len(line.scores) != rules.FINISHERS:
                raise CourseError(
                    course.id,
                    f"lines[{number + 1}].points",
                    f"must have points for {rules.FINISHERS} riders, not {len(line.scores)}",
                    "BA-P2",
                )

    def turn(self, race: Any) -> int:
        return int(race["turn"])

    def rider_name(self, rider: int) -> Say:
        return texts.rider_name(rider)

    def notation(self, race: Any, action: int, course: Course) -> str:
        """`Red 2 +7` rides, `Red 2 retires`, `Red quick`, `Red divides`, `Red 2 gets 9`, `draw Blue`."""
        if action >= FIRST:
            return f"draw {self.teams[action - FIRST].name}"
        if action in (QUICK, OWN):
            return f"{self.teams[int(race['dividing'])].name} {'quick' if action == QUICK else 'divides'}"
        if action > OWN:
            rider = int(race["dividing"]) * RIDERS + int(race["pencil"])
            return f"{self.rider_name(rider)} gets {action - FACTOR}"
        rider = int(race["queue"][race["due"]])
        if action == RETIRE:
            return f"{self.rider_name(rider)} retires"
        return f"{self.rider_name(rider)} +{race['factor'][rider][action - RIDE_BOX]}"

    def words(self, race: Any, action: int, course: Course) -> Say:
        return texts.action_words(race, action)

    def code_words(self, action: int) -> Say:
        return texts.code_words(action)

    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
        return texts.story(before, action, after, course, viewer)

    def headlines(self, then: Any, now: Any, course: Course) -> list[Say]:
        return headlines.headlines(then, now, course)

    def scene(self, match: Match, seat: int) -> Scene:
        return scene.scene(match, seat)

    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        return why.why_not(match, seat, target)

    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        return texts.points_by_line(race, course, seat)


GAME = BreakingAway()

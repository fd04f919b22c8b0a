"""Leader 1 as the engine and the table see it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.game import RANDOM_BOT, Bot, Game, Team
from parcours.engine.match import Match
from parcours.engine.options import Option, OptionValue
from parcours.engine.routine import OPENING, QuickStart, Routine
from parcours.engine.scene import Choice, Refusal, Scene, StoryEntry, Text
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried
from parcours.engine.words import Say
from parcours.errors import BadOptionError, CourseError
from parcours.games.leader_one import (
    captain,
    choices,
    courses,
    drafting,
    headlines,
    rules,
    scene,
    secrets,
    story,
    texts,
    tour,
    why,
)
from parcours.games.leader_one.actions import ACTIONS, ASK_ME, ATTACK, PAY, STAY, WAY
from parcours.games.leader_one.rules.start import ONE_TEAM_EACH, OWN_TEAMS
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    MAX_TEAMS,
    MOST_EACH,
    MOVE_PHASE,
    QUALITIES,
    REACH,
    SETTLE,
    STATE,
    TILE_PHASE,
    WAY_PHASE,
)  # fmt: skip

ROUTINES = {SETTLE: "bunch", ANNOUNCE_PHASE: "announce", TILE_PHASE: "tiles"}
"""The routines that cover whole phases."""


def most_each(teams: int) -> int:
    """The most riders per player: 3 with 2 to 4 players, 2 with 5 players, 1 with 6 to 10 players (L1-A2b)."""
    return MOST_EACH if teams <= OWN_TEAMS else 2 if teams <= ONE_TEAM_EACH else 1


def riders_each(teams: int, wanted: str) -> int:
    """How many riders each player has: as many as wanted, or as many as are allowed."""
    return most_each(teams) if wanted == "most" else int(wanted)


class LeaderOne(Game):
    """2 to 10 players with 1 to 3 riders on hexes laid end to end: one stock of energy, the bunch, and when to leave
    it."""

    id = "leader_one"
    name = Say("Leader 1")
    about = Say("One stock of energy and a bunch that rides for free: when do you attack, and on whose wheel?")
    rank = 3
    clause_prefix = "L1"
    accent = "#D9A400"
    at_once = frozenset({QUALITIES})
    min_teams, max_teams, default_teams = 2, MAX_TEAMS, 4
    options = (
        Option(
            "riders",
            Say("Riders per player"),
            Say("All players have the same number of riders, twelve in all at most."),
            "L1-A2b",
            "most",
            (
                ("most", Say("as many as fit")),
                ("1", Say("one rider")),
                ("2", Say("two riders")),
                ("3", Say("three riders")),
            ),
        ),
        Option(
            "photo_finish",
            Say("Photo finish"),
            Say("If riders cross in the same turn, the one who ends furthest beyond the line is ahead."),
            "L1-O1",
        ),
        Option(
            "bunch_by_energy",
            Say("Bunch sprint by energy"),
            Say("At the finish, riders in the bunch rank by the energy they have left."),
            "L1-O2",
        ),
        Option(
            "claim_feed",
            Say("Feed on request"),
            Say("A rider who crosses a feed zone gets a tile only if you ask in time."),
            "L1-O3",
        ),
        Option(
            "several_sets",
            Say("Several sets"),
            Say("A course may use a hex several times, and any number of tokens."),
            "L1-O3",
        ),
    )
    teams = (
        Team(Say("Yellow"), "#E5B321", "plain", "Y"),
        Team(Say("White"), "#F2EFE6", "hoop", "W"),
        Team(Say("Pink"), "#E389A4", "sash", "P"),
        Team(Say("Blue"), "#2B62A8", "halves", "B"),
        Team(Say("Green"), "#3F8452", "dots", "G"),
        Team(Say("Red"), "#C8382E", "stripes", "R"),
        Team(Say("Orange"), "#DE7A27", "plain", "O"),
        Team(Say("Violet"), "#7C519F", "hoop", "V"),
        Team(Say("Black"), "#33312E", "sash", "K"),
        Team(Say("Brown"), "#8A5A3B", "halves", "N"),
    )
    bots = (
        RANDOM_BOT,
        Bot(
            "captain",
            1,
            Say("Road captain"),
            Say("Waits in the bunch, counts the turns its energy buys, and goes when it can win from there."),
        ),
    )
    record = STATE
    actions = ACTIONS
    most_legal = REACH + 8
    pooled = 128
    default_course = "first_race"
    folder = Path(__file__).parent
    quick = QuickStart(Say("First race, qualities assigned"), "first_race")
    routines = (
        OPENING,
        Routine("bunch", Say("All stay in the bunch and pay")),
        Routine("announce", Say("Call for the bunch as usual")),
        Routine("tiles", Say("Use feed tiles as usual")),
    )
    rules = rules
    kernel_modules = (rules, secrets, captain)
    search_parameters = SearchParameters(explore=1.2, liking=0.3, trust=200.0, win=0.6, place=0.4, margin=0.0)
    tour = tour.LeaderOneTour()
    builder = drafting.LeaderOneBuilder()
    digests_without_scratch = 4
    scratch = (
        "origin", "rank", "occupied", "passable", "level", "met", "blocked", "longest", "reach", "ends", "several",
        "paths", "label", "free", "behind", "attackers",
    )  # fmt: skip

    def checked_options(self, teams: int, given: Mapping[str, object]) -> dict[str, OptionValue]:
        chosen = super().checked_options(teams, given)
        most = most_each(teams)
        if riders_each(teams, str(chosen["riders"])) > most:
            raise BadOptionError(f"{self.id}: with {teams} players, each has at most {most} riders (L1-A2b)")
        return chosen

    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        race["teams"] = teams
        race["each"] = riders_each(teams, str(options["riders"]))
        race["holder"] = -1
        for name in ("photo_finish", "bunch_by_energy", "claim_feed", "several_sets"):
            race[name] = options[name]

    def put_course(self, race: np.void, course: Course) -> None:
        courses.check_sets(course, bool(race["several_sets"]))

    def put_carried(self, race: np.void, teams: int, carried: Carried) -> None:
        tour.put_carried(race, teams, carried)

    def check_course(self, course: Course) -> None:
        courses.check_course(course)

    def read_course(self, path: Path | str, text: str | None = None) -> Course:
        course = courses.read_course(path, text)
        if course.game != self.id:
            raise CourseError(str(path), "game", f"is a course for {shown(course.game)}, not for {self.id!r}")
        return course

    def turn(self, race: Any) -> int:
        return int(race["turn"])

    def covering(self, match: Match) -> tuple[str, ...]:
        routine = ROUTINES.get(int(match.races[0]["phase"]), "")
        return (routine,) if routine else super().covering(match)

    def usual(self, match: Match, routine: str) -> int:
        return PAY if routine == "bunch" and PAY in match.legal() else super().usual(match, routine)

    def goes_on(self, match: Match) -> bool:
        race = match.races[0]
        phase = int(race["phase"])
        return phase == WAY_PHASE or (phase == MOVE_PHASE and bool(race["attacking"]))

    def choices_of(self, match: Match, seat: int) -> tuple[Choice, ...]:
        return choices.choices(match, match.races[0])

    def answer_words(self, choice: Choice) -> Text:
        if ATTACK <= choice.action < ASK_ME:
            return ""
        return texts.way_words(choice.action) if WAY <= choice.action < STAY else choice.label

    def together(self, match: Match) -> Choice | None:
        return choices.all_stay(match)

    def price(self, match: Match, action: int) -> float:
        return choices.price(match.races[0], match.setup.course, action)

    def risks(self, match: Match, action: int) -> frozenset[str]:
        return choices.risks(match.races[0], match.setup.course, action)

    def rider_name(self, rider: int) -> Say:
        return Say("Rider {number}", number=rider + 1)

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
        return texts.scoring(race, course, seat)


GAME = LeaderOne()

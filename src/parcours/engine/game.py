"""What the engine knows about a game: its record, its rules, its words, its courses, its bots."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from parcours.engine import kernel, registry
from parcours.engine.chance import LUCK, key_of
from parcours.engine.course import Course
from parcours.engine.coursefile import read_course
from parcours.engine.documents import LEAST_SEED, MOST_SEED
from parcours.engine.drawing import Drawing
from parcours.engine.options import Option, OptionPreset, OptionValue, read_options
from parcours.engine.record import Races, new_races
from parcours.engine.routine import OPENING, QuickStart, Routine, answer_opening
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.standings import Standing, Standings
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried, TourRules
from parcours.engine.words import Say
from parcours.errors import BadOptionError, CourseError

if TYPE_CHECKING:
    from parcours.engine.batch import Batch
    from parcours.engine.builder import Builder
    from parcours.engine.match import Match
    from parcours.engine.scene import Choice, Refusal, Scene, StoryEntry, Text

RULES_INTERFACE = ("set_up", "actor", "legal", "apply", "weights", "redact", "determinize", "result", "choose")
"""The rule functions that the engine's loops call, as `rules_interface` describes them."""
ENGINE_LOOPS = ("act", "apply_chance", "roll", "bot_choice")
"""The functions of the engine's loops that other loops over races use."""


@dataclass(frozen=True)
class Team:
    """Who sits in a seat: a name, a colour, and a pattern, so that teams can be told apart in grey."""

    name: Say
    colour: str
    pattern: str
    letter: str


@dataclass(frozen=True)
class Bot:
    """A compiled bot of a game: `kind` is the number by which the game's `choose` knows it."""

    name: str
    kind: int
    label: Say
    about: Say

    @property
    def thinks(self) -> bool:
        """Whether a choice takes so long that a separate thread makes it."""
        return False

    def choice(self, race: Match, seed: int) -> int:
        """The bot's action in the acting seat of a race. It is given the seat's view and nothing else."""
        return race.quick_choice(self.kind, seed)


def checked_seed(where: str, seed: object) -> int:
    """Check and return a seed: any whole number of at most 64 bits, Python's or NumPy's."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not LEAST_SEED <= seed <= MOST_SEED:
        raise BadOptionError(f"{where}: the seed must be a whole number of at most 64 bits, not {shown(seed)}")
    return int(seed)


RANDOM_BOT = Bot("random", 0, Say("Random"), Say("Plays any legal move, at random."))


class Game(ABC):
    """A game. Rules live in compiled functions (`rules`); this class names them and gives them words."""

    id: str
    name: Say
    about: Say
    points_title: Say = Say("Points")
    """What the game's points are called next to a number."""
    fewer_is_better: bool = False
    """Whether the fewest points win."""
    clause_prefix: str
    accent: str
    """The game's colour on the table."""
    min_teams: int
    max_teams: int
    default_teams: int
    options: tuple[Option, ...]
    teams: tuple[Team, ...]
    bots: tuple[Bot, ...]
    record: np.dtype[np.void]
    actions: int
    """How many action codes there are."""
    most_legal: int
    """The most legal actions at any one decision."""
    default_course: str
    folder: Path
    rules: ModuleType
    """The module with the rules, and their `VERSION`."""
    fields_since: Mapping[str, int] = {}
    """Fields that a later version of the rules added to the record: digests of older races leave them out."""
    kernel_modules: tuple[ModuleType, ...]
    """The modules that define the functions listed in `rules_interface`."""
    tour: TourRules | None = None
    """How the game's races add up to a stage race; None: the game has no stage races."""
    search_parameters: SearchParameters = SearchParameters()
    """The parameters of a search in this game."""
    builder: Builder | None = None
    """How people build courses for the game; None: they write course files."""
    option_presets: tuple[OptionPreset, ...] = ()
    """Sets of options that players can start from."""
    figure: Literal["rider", "car"] = "rider"
    """What its teams drive or ride, for posters."""
    drawing: Drawing = Drawing()
    """How the drawing of the game's road differs from the usual one."""
    quick: QuickStart
    """The race that "Ride now" opens."""
    routines: tuple[Routine, ...] = (OPENING,)
    """The kinds of questions that a player may leave to the game."""
    at_once: frozenset[int] = frozenset()
    """The phases in which all seats decide at once and in secret: a table asks everybody at the same time."""
    pooled: int = 0
    """How many races a GPU warp keeps, so that it can step those in the same phase together (`lab/gpu.py`). 0: a thread
    rides one race from start to end, which is faster for a game with few, similar phases."""
    rank: int = 100
    """The game's place in the list of games: the lowest comes first."""
    scratch: tuple[str, ...] = ()
    """Fields of the record that only pass values from one rule to the next; they don't describe the race."""
    digests_without_scratch: int | None = None
    """From this version of the rules on, digests leave out the scratch fields. Older digests include scratch fields
    that no longer exist, so they can't be compared. None: digests include the scratch fields."""

    def __reduce__(self) -> str:
        """There is one object per game: copies are the same object, and another process finds its own by this name."""
        return "GAME"

    # ------------------------------------------------------------------------------------ what a game writes

    @abstractmethod
    def put_options(self, race: np.void, teams: int, options: Mapping[str, Any]) -> None:
        """Write the options into a blank record."""

    def put_course(self, race: np.void, course: Course) -> None:  # noqa: B027 (most games need none)
        """Write what the rules need from the course's `facts` into a blank record."""

    def put_carried(self, race: np.void, teams: int, carried: Carried) -> None:
        """Write what a race brings along from earlier stages into a blank record, after options and course.

        Values that don't fit are refused (`BadOptionError`), since they may come from a file.
        """
        if carried:
            raise BadOptionError(f"{self.id}: races carry nothing over from earlier ones: remove {sorted(carried)}")

    def course_shown(self, race: Any, course: Course) -> Course:
        """The course as the board shows it now. It differs from `course` if the race lays its own road."""
        return course

    def pictured(self, course: Course) -> Course:
        """The course as posters and road books show it before any race: an example if the race lays its own."""
        return course

    def stretch(self, course: Course) -> Course:
        """A road with squares, on which an example of a position can be drawn before any race."""
        return self.pictured(course)

    def elevation(self, course: Course) -> tuple[tuple[float, float], ...]:
        """The profile of a course whose road has no shape: points (distance, height), both from 0 to 1."""
        return ()

    @abstractmethod
    def check_course(self, course: Course) -> None:
        """Refuse a course that breaks a rule of the game (`CourseError` with the clause)."""

    @abstractmethod
    def turn(self, race: Any) -> int:
        """The number of the turn; 0 before the first."""

    def covering(self, match: Match) -> tuple[str, ...]:
        """The routines that could answer the current question: the first one left to the game answers it."""
        return (OPENING.id,) if self.turn(match.races[0]) == 0 else ()

    def usual(self, match: Match, routine: str) -> int:
        """The game's answer to a question of a routine: what its last bot would do."""
        return match.choice_of(self.bots[-1])

    def goes_on(self, match: Match) -> bool:
        """Whether the current question only completes the choice before it, so that one press can answer both."""
        return False

    def choices_of(self, match: Match, seat: int) -> tuple[Choice, ...]:
        """What the scene offers to a seat, without the rest of the scene."""
        return self.scene(match, seat).choices

    def lands(self, before: Match, after: Match, choice: Choice) -> Choice:
        """A choice, with the square where its piece ends filled in if the choice itself does not say."""
        return choice

    def answer_words(self, choice: Choice) -> Text:
        """The words for a choice that is one of several answers given with one press; empty: it needs no words."""
        return choice.label

    def together(self, match: Match) -> Choice | None:
        """One choice that gives several questions in a row the same answer ("all stay in the bunch"), or None."""
        return None

    def price(self, match: Match, action: int) -> float:
        """What an action costs, compared with others that lead to the same square."""
        return 0.0

    def risks(self, match: Match, action: int) -> frozenset[str]:
        """The risks of an action, by the game's own names. The risks of a safer action are a subset of them."""
        return frozenset()

    @abstractmethod
    def notation(self, race: Any, action: int, course: Course) -> str:
        """An action in the race file's notation: unique among the legal ones, the same in every language."""

    @abstractmethod
    def words(self, race: Any, action: int, course: Course) -> Say:
        """An action in words, for viewers who may know it (`race` is the state before the action)."""

    @abstractmethod
    def code_words(self, action: int) -> Say:
        """What an action code means, for any seat."""

    @abstractmethod
    def story(self, before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
        """What an action brought about, as a commentator tells a viewer (-1: everybody).

        The story holds nothing that the viewer may not know. An action that the viewer may not notice gives no entry.
        """

    def headlines(self, then: Any, now: Any, course: Course) -> list[Say]:
        """The main events of a turn, the most important first, from the records at its beginning and at its end. They
        tell only what everybody can see."""
        return []

    @abstractmethod
    def scene(self, match: Match, seat: int) -> Scene:
        """What the table shows to a seat (-1: a spectator)."""

    @abstractmethod
    def why_not(self, match: Match, seat: int, target: str) -> Refusal:
        """Why something on the table (a box, a square, a card) can't be chosen now by this seat."""

    @abstractmethod
    def scoring(self, race: Any, course: Course, seat: int) -> Mapping[str, int]:
        """A team's points, broken down by what they were won for."""

    def score_in_words(self, race: Any, seat: int, points: int) -> Say:
        """What decides a team's place, in words: its points, unless the game overrides this."""
        return Say.number("{n} point", "{n} points", points)

    @abstractmethod
    def rider_name(self, rider: int) -> Say:
        """The name of a rider or a car, by its number in the record."""

    # ------------------------------------------------------------------------------------------- for everybody

    def start(
        self,
        *,
        teams: int | None = None,
        seed: int = 0,
        course: str | PathLike[str] | Course | None = None,
        manual_chance: bool = False,
        seats: Sequence[str] = (),
        carried: Carried | None = None,
        quick: bool = False,
        **options: OptionValue,
    ) -> Match:
        """Start a race. Chance is rolled from the seed, unless `manual_chance` leaves it to the caller.

        `carried` is what the race brings along from earlier stages of a tour. `quick` answers the opening questions, so
        that the first choice is made on the road; without course and options, those of `Game.quick` are used.
        """
        from parcours.engine.match import Match, Setup

        if quick and course is None and not options:
            course, options = self.quick.course or None, dict(self.quick.options)
        count = self.default_teams if teams is None else teams
        chosen = self.checked_options(count, options)
        self._check_seats(count, seats)
        setup = Setup(
            game=self,
            teams=count,
            course=self.course(course),
            options=chosen,
            seats=tuple(seats),
            seed=checked_seed(self.id, seed),
            manual_chance=manual_chance,
            carried=dict(carried or {}),
        )
        match = Match(setup)
        if quick:
            answer_opening(match)
        return match

    def batch(
        self,
        count: int,
        *,
        teams: int | None = None,
        seed: int = 0,
        first: int = 0,
        course: str | PathLike[str] | Course | None = None,
        threads: int | None = None,
        carried: Carried | None = None,
        **options: OptionValue,
    ) -> Batch:
        """Many races at once, as arrays. Race i has the luck of `start(...)`'s i-th race under the same seed."""
        from parcours.engine.batch import Batch

        if isinstance(count, bool) or not isinstance(count, int | np.integer):
            raise BadOptionError(f"{self.id}: the number of races must be a whole number, not {shown(count)}")
        size = self.default_teams if teams is None else teams
        chosen = self.checked_options(size, options)
        luck = checked_seed(self.id, seed)
        return Batch(self, count, size, self.course(course), chosen, luck, first, threads, carried or {})

    def _check_seats(self, teams: int, seats: object) -> None:
        """Check that seats are names, at most one per team. (A common mistake is to give the number of teams.)"""
        if isinstance(seats, str) or not isinstance(seats, Sequence):
            what = f"seats must be a list of names, such as ['Ada', 'random'], not {seats!r}"
            raise BadOptionError(f"{self.id}: {what} (for the number of teams, use teams={seats!r})")
        if len(seats) > teams or not all(isinstance(seat, str) for seat in seats):
            raise BadOptionError(
                f"{self.id}: seats must be at most {teams} names, one for each team, not {list(seats)!r}"
            )

    def checked_options(self, teams: int, given: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options of the game with their values; an unknown option is an error."""
        if isinstance(teams, bool) or not isinstance(teams, int):
            raise BadOptionError(f"{self.id}: teams must be a whole number, not {shown(teams)}")
        if not self.min_teams <= teams <= self.max_teams:
            raise BadOptionError(f"{self.id}: teams must be {self.min_teams} to {self.max_teams}, not {teams}")
        known = {option.name: option for option in self.options}
        for name, value in given.items():
            if name not in known:
                names = ", ".join((*(preset.id for preset in self.option_presets), *known)) or "none"
                raise BadOptionError(f"{self.id}: there is no option {shown(name)} (options: {names})")
            option = known[name]
            if not option.takes(value):
                among = " or ".join(choice for choice, _ in option.choices) or "on or off (True or False)"
                raise BadOptionError(f"{self.id}: option {name} must be {among}, not {shown(value)}")
        return {name: given.get(name, option.default) for name, option in known.items()}  # type: ignore[misc]

    def options_from(self, words: Sequence[str]) -> dict[str, OptionValue]:
        """The options that the words of a command line stand for. A word is one that `read_options` understands, or the
        name of one of the game's presets, which sets all its options. A later word overrides an earlier one."""
        presets = {preset.id: preset.options for preset in self.option_presets}
        chosen: dict[str, OptionValue] = {}
        for word in words:
            chosen.update(presets[word] if word in presets else read_options([word]))
        return chosen

    @property
    def all_bots(self) -> tuple[Bot, ...]:
        """All bots that can have a seat: the game's own bots, those that search, and those that the host of this
        program has admitted. A table's log stores a bot as its index here."""
        return (*self.bots, *registry.levels().every, *self._guests)

    @property
    def bots_to_choose(self) -> tuple[Bot, ...]:
        """The bots that players can choose. Those that search are the levels, from the weakest to the strongest."""
        return (*self.bots, *registry.levels().offered, *self._guests)

    @property
    def _guests(self) -> tuple[Bot, ...]:
        return tuple(self.__dict__.get("_let_in", {}).values())

    def admit(self, bot: Bot) -> None:
        """Admit a bot that does not come with the game, for as long as this program runs."""
        known = next((known for known in self.all_bots if known.name == bot.name), None)
        if known is None:
            self.__dict__.setdefault("_let_in", {})[bot.name] = bot
        elif known != bot:
            raise BadOptionError(f"{self.id}: there is already a bot {bot.name!r}: give yours another name")

    def bot(self, name: str) -> Bot:
        """The bot of that name."""
        for bot in self.all_bots:
            if bot.name == name:
                return bot
        names = ", ".join(bot.name for bot in self.bots_to_choose)
        raise BadOptionError(f"{self.id}: there is no bot {shown(name)} (bots: {names})")

    @cached_property
    def course_names(self) -> tuple[str, ...]:
        """The courses that come with the game."""
        return tuple(sorted(p.stem for p in (self.folder / "data" / "courses").glob("*.toml")))

    def course(self, wanted: str | PathLike[str] | Course | None = None) -> Course:
        """A course: one that comes with the game, by its name, or one from any file."""
        if isinstance(wanted, Course):
            self.check_course(wanted)
            return wanted
        if isinstance(wanted, PathLike):
            return self.read_course(Path(wanted))
        name = wanted or self.default_course
        if name in self.course_names:
            return self._own_course(name)
        if isinstance(name, str) and (name.endswith(".toml") or "/" in name):
            return self.read_course(Path(name))
        raise BadOptionError(
            f"{self.id}: there is no course {shown(name)} (courses: {', '.join(self.course_names)}; or a .toml file)"
        )

    def brings(self, course: Course) -> bool:
        """Whether a course comes with the game, judged by its name and its content. (A file may have a different course
        under the same name.)"""
        return course.id in self.course_names and self.course(course.id).digest == course.digest

    def _own_course(self, name: str) -> Course:
        cache: dict[str, Course] = self.__dict__.setdefault("_courses", {})
        if name not in cache:
            cache[name] = self.read_course(self.folder / "data" / "courses" / f"{name}.toml")
        return cache[name]

    def read_course(self, path: Path | str, text: str | None = None) -> Course:
        """Read and check a course file."""
        course = read_course(path, text)
        if course.game != self.id:
            raise CourseError(str(path), "game", f"is a course for {shown(course.game)}, not for {self.id!r}")
        self.check_course(course)
        return course

    def check_file(self, path: Path | str) -> str:
        """Read and check a course file or another data file of the game; returns what it holds, in a few words."""
        course = self.read_course(path)
        finish = course.lines[-1].at
        return f"{course.name}, a course for {course.game}, {finish} rows to the finish, {len(course.lines)} lines"

    @cached_property
    def loops(self) -> ModuleType:
        """The loops over races, with this game's rules. Entries for one race run uncompiled until their kernels are
        ready."""
        given = {name: next(vars(m)[name] for m in self.kernel_modules if name in vars(m)) for name in RULES_INTERFACE}
        return kernel.load_per_game(f"parcours.games.{self.id}.loops", "loops.py", **given)

    def make_ready(self, name: str, call: Callable[[], object]) -> None:
        """Call a kernel once before its first use, with visible progress if it has to be compiled."""
        ready: set[str] = self.__dict__.setdefault("_ready", set())
        if name not in ready:
            kernel.warm(f"parcours.games.{self.id}.loops", [(name, call)])
            ready.add(name)

    def codes_buffer(self) -> np.ndarray[Any, np.dtype[np.int16]]:
        return np.zeros(self.most_legal, np.int16)

    def chances_buffer(self) -> np.ndarray[Any, np.dtype[np.int32]]:
        return np.ones(self.most_legal, np.int32)

    def blank(self, teams: int, options: Mapping[str, OptionValue], course: Course, carried: Carried) -> Races:
        """An array of one race at its start."""
        races = new_races(1, self.record)
        self.put_options(races[0], teams, options)
        self.put_course(races[0], course)
        self.put_carried(races[0], teams, carried)
        self.loops.set_up_one(races, course.road)
        return races

    def luck_key(self, seed: int, race: int = 0) -> np.uint64:
        return key_of(seed, race, LUCK)

    def bot_key(self, seed: int, seat: int, race: int = 0) -> np.uint64:
        return key_of(seed, race, 1 + seat)

    def standings_of(self, race: Any, course: Course) -> Standings:
        """The standings as they are now, best first."""
        places = np.zeros(self.max_teams, np.int8)
        holder = new_races(1, self.record)
        holder[0] = race
        self.loops.read_result(holder, course.road, places)
        rows = []
        for seat in range(int(race["teams"])):
            details = self.scoring(race, course, seat)
            points = sum(details.values())
            name, place = self.teams[seat].name, int(places[seat])
            rows.append(Standing(seat, name, place, points, details, self.score_in_words(race, seat, points)))
        return Standings(sorted(rows, key=lambda row: (row.place, row.seat)))

    def __repr__(self) -> str:
        return f"<game {self.id}>"

"""A tour: its stages, what has been ridden of them, and its classifications. The game's `TourRules` decide."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from os import PathLike

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.match import Match, Setup
from parcours.engine.options import OptionValue
from parcours.engine.seal import stage_secret
from parcours.engine.tablefile import shown
from parcours.engine.tour import Carried, Classification, Preset, Stage, StageResult, TourRules
from parcours.engine.words import Say
from parcours.errors import BadOptionError, TourError
from parcours.games import find_game
from parcours.tours.tour_grids import grids_of


@dataclass(repr=False)
class Tour:
    """A stage race. `next_race` gives the next race; `book` counts it when it is over.

    Everything derived (classifications, what is carried over) follows from the results. `races` holds the races behind
    the results, or None where only the result is known.
    """

    game: Game
    teams: int
    stages: tuple[Stage, ...]
    courses: tuple[Course, ...]
    options: Mapping[str, OptionValue]
    """Options for all stages; a stage's own options override them."""
    seats: tuple[str, ...] = ()
    seed: int = 0
    name: str = ""
    manual_chance: bool = False
    results: list[StageResult] = field(default_factory=list)
    races: list[Match | None] = field(default_factory=list)
    secret: bytes = field(default=b"", repr=False)
    """If the luck is sealed: the secret from which the secret of every stage follows."""

    @property
    def rules(self) -> TourRules:
        return rules_of(self.game)

    @property
    def title(self) -> Say:
        """The tour's name; without one, the name of the game's preset with these stages, or the number of stages."""
        if self.name:
            return Say(self.name)
        ridden = [(stage.course, dict(stage.options)) for stage in self.stages]
        for preset in self.rules.presets:
            if [(stage.course, dict(stage.options)) for stage in preset.stages] == ridden:
                return preset.name
        said = Say.number("{game}, {n} stage", "{game}, {n} stages", len(self.stages), game=self.game.name)
        return said.of(self.game.id)

    def stage_name(self, number: int) -> Say:
        """The name of the stage with this number (from 0): its own, or what the game calls it."""
        return self.stages[number].name or self.rules.stage_name(self.stages, number, self.courses[number])

    # ------------------------------------------------------------------------------------------------ riding

    @property
    def over(self) -> bool:
        """Whether nothing is left to ride."""
        return self.rules.over(self.teams, self.stages, self.results)

    @property
    def carried(self) -> Carried:
        """What the next race starts with."""
        return self.rules.carried(self.teams, self.stages, self.results)

    def next_setup(self) -> Setup:
        """The set-up of the next race. It has luck of its own, which an earlier stage's luck does not give away."""
        if self.over:
            raise TourError(f"{self.title}: the tour is over after {len(self.results)} stages")
        number = len(self.results)
        chosen = self.game.checked_options(self.teams, self.options_of(number))
        return Setup(
            self.game, self.teams, self.courses[number], chosen, self.seats, stage_seed(self.seed, number),
            self.manual_chance, dict(self.carried), stage_secret(self.secret, number) if self.secret else b"",
        )  # fmt: skip

    def options_of(self, number: int) -> dict[str, OptionValue]:
        """The options of a stage (from 0): the tour's, overridden by its own, then by those of every tour of the
        game."""
        return {**self.options, **self.stages[number].options, **self.rules.options}

    def next_race(self) -> Match:
        """The race of the next stage, at its start."""
        return Match(self.next_setup())

    def book(self, race: Match) -> StageResult:
        """Count a finished race as the next stage. A race that is not over, or is not that stage, is refused."""
        number = len(self.results)
        if not race.over:
            raise TourError(f"stage {number + 1} is not over: finish it before booking it")
        differs = _difference(race.setup, self.next_setup())
        if differs:
            raise TourError(f"the race is not stage {number + 1} of this tour: it has a different {differs}")
        result = self.rules.result(race.races[0], race.setup.course)
        self.results.append(result)
        self.races.append(race)
        return result

    # ----------------------------------------------------------------------------------------------- looking

    def classifications(self, after: int | None = None) -> tuple[Classification, ...]:
        """All classifications, now or after the first `after` stages; none before the first stage is booked."""
        results = self.results[:after]
        return self.rules.classifications(self.teams, results) if results else ()

    def save(self, path: str | PathLike[str]) -> None:
        """Write the tour, with its races, to a file that `load_tour` reads."""
        from parcours.tours.tourfile import save_tour

        save_tour(self, path)

    def __copy__(self) -> Tour:
        """An independent copy: what is booked in one tour is not booked in the other."""
        return replace(self, results=list(self.results), races=list(self.races))

    def __str__(self) -> str:
        """The stages and all classifications."""
        return "\n\n".join(map(str, grids_of(self)))

    def _repr_html_(self) -> str:
        """The same for a notebook."""
        return "".join(grid.html() for grid in grids_of(self))

    def __repr__(self) -> str:
        return f"<tour of {self.game.id}, {self.teams} teams, {len(self.results)} of {len(self.stages)} stages>"


def rules_of(game: Game) -> TourRules:
    """How a game's races add up to a tour; an error if they do not."""
    if game.tour is None:
        raise BadOptionError(f"{game.id}: this game has no tours")
    return game.tour


def stage_seed(seed: int, number: int) -> int:
    """The seed of a stage's luck. It reveals neither the tour's seed nor another stage's luck.

    >>> stage_seed(7, 0) != stage_seed(7, 1)
    True
    """
    digest = hashlib.sha256(f"parcours tour {seed} stage {number}".encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 1


def _difference(race: Setup, wanted: Setup) -> str:
    """The first difference between a race and the wanted one, in a few words. (Names of seats may differ.)"""
    luck, wanted_luck = (
        (one.manual_chance, one.luck_from, one.secret, 0 if one.manual_chance or one.secret else one.seed)
        for one in (race, wanted)
    )
    pairs = {
        "game": (race.game.id, wanted.game.id),
        "number of teams": (race.teams, wanted.teams),
        "course": ((race.course.id, race.course.digest), (wanted.course.id, wanted.course.digest)),
        "set of options": (race.options, wanted.options),
        "luck": (luck, wanted_luck),
        "state carried over from earlier stages": (dict(race.carried), dict(wanted.carried)),
    }
    return next((name for name, (one, other) in pairs.items() if one != other), "")


# ---------------------------------------------------------------------------------------------------- making one


def preset_of(game: Game, name: str) -> Preset:
    """A tour that comes with a game, by its id."""
    presets = rules_of(game).presets
    for preset in presets:
        if preset.id == name:
            return preset
    known = ", ".join(preset.id for preset in presets) or "none"
    raise BadOptionError(f"{game.id}: there is no tour {shown(name)} (tours: {known})")


def new_tour(
    game: Game | str,
    stages: str | Sequence[str | Stage],
    *,
    teams: int | None = None,
    seats: Sequence[str] = (),
    seed: int = 0,
    name: str = "",
    manual_chance: bool = False,
    courses: Sequence[Course] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    secret: bytes = b"",
) -> Tour:
    """A tour at its start: a preset by its id, or a list of stages, each a course or a `Stage`.

    `courses` are the courses of the stages, if they are known already. Everything is checked now, not when a stage
    begins.
    """
    found = find_game(game) if isinstance(game, str) else game
    rules = rules_of(found)
    if isinstance(stages, str):
        stages = preset_of(found, stages).stages
    listed = [Stage(stage) if isinstance(stage, str) else stage for stage in stages]
    if not 1 <= len(listed) <= rules.most_stages:
        raise BadOptionError(f"{found.id}: a tour must have 1 to {rules.most_stages} stages, not {len(listed)}")
    roads = tuple(courses) if courses is not None else tuple(found.course(stage.course) for stage in listed)
    named = tuple(replace(stage, course=road.id) for stage, road in zip(listed, roads, strict=True))
    count = found.default_teams if teams is None else teams
    tour = Tour(found, count, named, roads, dict(options or {}), tuple(seats), seed, name, manual_chance, secret=secret)
    found.checked_options(count, tour.options)
    for number in range(len(named)):
        try:
            chosen = found.checked_options(count, tour.options_of(number))
            Match(Setup(found, count, roads[number], chosen), settle=False)
        except BadOptionError as error:
            raise BadOptionError(f"stage {number + 1}: {error}") from None
    return tour


def ride(tour: Tour, bots: Sequence[str]) -> None:
    """Let bots ride the rest of a tour: one bot for each seat, or one for all."""
    game = tour.game
    named = list(bots) * tour.teams if len(bots) == 1 else list(bots)
    if len(named) != tour.teams:
        raise BadOptionError(f"{game.id}: {len(named)} bots for {tour.teams} teams (name one for each, or one for all)")
    riders = [game.bot(name) for name in named]
    if not tour.seats:
        tour.seats = tuple(named)
    while not tour.over:
        race = tour.next_race()
        while not race.over:
            race.play(race.choice_of(riders[race.actor]))
        tour.book(race)

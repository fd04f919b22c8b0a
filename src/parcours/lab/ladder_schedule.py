"""The races of a ladder: who sits where, with which luck; and how one of them is ridden.

A set is one line-up ridden from every seat: as many races as there are teams, all with the same luck, each bot moving
by one seat from race to race. A schedule can be pickled: every process rides its races in the same way.
"""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from parcours.bots.levels import Level, on_one_core
from parcours.bots.own import OwnBot
from parcours.engine.chance import key_of
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.errors import BadOptionError
from parcours.games import find_game


@dataclass(frozen=True)
class LadderRace:
    """One race of a ladder: which bot sat where, places, points, and how often each bot needed another one to choose
    for it."""

    seats: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    failed: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Ridden:
    """A finished race: its result, and how long each bot took for its decisions, in seconds."""

    entry: LadderRace
    times: dict[str, list[float]]


@dataclass(frozen=True)
class Schedule:
    """The races of a ladder, by their numbers."""

    game: Game
    line_up: tuple[Bot, ...]
    course: Course
    teams: int
    seed: int
    options: dict[str, Any]

    @property
    def bots(self) -> dict[str, Bot]:
        """The bots by their names."""
        return {bot.name: bot for bot in self.line_up}

    def seats_of(self, number: int) -> tuple[str, ...]:
        """Who sits where in race `number`: the line-up of its set, turned by one seat from race to race."""
        set_, turned = divmod(number, self.teams)
        names = [bot.name for bot in self.line_up]
        if len(names) != self.teams:
            draw = random.Random(f"{self.seed} {set_}")
            while len(names) < self.teams:
                names += draw.sample(names, len(names))
            names = draw.sample(names, self.teams) if len(self.line_up) > self.teams else names[: self.teams]
        return tuple(names[-turned:] + names[:-turned]) if turned else tuple(names)

    def make_ready(self) -> None:
        """Compile what a race needs, if that has not been done before: otherwise every thread would do it."""
        from parcours.bots.search import Budget, search

        race = self.game.start(teams=self.teams, course=self.course, **self.options)
        if any(isinstance(bot, Level) for bot in self.line_up):
            search(race, Budget(iterations=1))
        race.standings()

    def ride(self, number: int) -> Ridden:
        """Ride one race, each bot on one core."""
        seats, known = self.seats_of(number), self.bots
        bots = [on_one_core(known[name]) for name in seats]
        luck = int(key_of(self.seed, number // self.teams)) >> 1
        race = self.game.start(teams=self.teams, course=self.course, seed=luck, **self.options)
        times: dict[str, list[float]] = {name: [] for name in known}
        failed: dict[str, int] = {}
        while not race.over:
            bot, forced = bots[race.actor], len(race.legal()) == 1
            began = time.perf_counter()
            if isinstance(bot, OwnBot):
                action, why = bot.answer(race, luck)
                if why:
                    failed[bot.name] = failed.get(bot.name, 0) + 1
            else:
                action = race.choice_of(bot, luck)
            if not forced:
                times[bot.name].append(time.perf_counter() - began)
            race.play(action)
        rows = sorted(race.standings(), key=lambda row: row.seat)
        return Ridden(LadderRace(seats, tuple(r.place for r in rows), tuple(r.points for r in rows), failed), times)

    def __reduce__(self) -> tuple[Any, ...]:
        return _schedule, (
            self.game.id, self.line_up, replace(self.course), self.teams, self.seed, self.options
        )  # fmt: skip


def _schedule(game: str, *rest: Any) -> Schedule:
    """Rebuild a schedule in another process. Its course unrolls its road there again."""
    return Schedule(find_game(game), *rest)


def make_schedule(
    game: Game, line_up: tuple[Bot, ...], course: Course, teams: int | None, seed: int, options: Mapping[str, Any]
) -> Schedule:
    """A checked schedule. By default there are as many teams as bots, if the game takes that many."""
    if len({bot.name for bot in line_up}) < 2:
        raise BadOptionError("a ladder needs at least two different bots")
    fits = game.min_teams <= len(line_up) <= game.max_teams
    count = teams or (len(line_up) if fits else game.default_teams)
    return Schedule(game, line_up, course, count, seed, dict(game.checked_options(count, options)))


@dataclass(frozen=True)
class RaceOf:
    """One race of a schedule."""

    schedule: Schedule
    number: int


def ride_race(part: RaceOf) -> Ridden:
    """Ride one race of a schedule, here or on a cluster's worker."""
    return part.schedule.ride(part.number)

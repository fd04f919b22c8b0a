"""The ladder: bots race against each other, seats rotated under the same luck, and are rated with how sure that is.

A set is one line-up ridden from every seat: as many races as there are teams, all with the same luck, each bot one seat
on. What was ridden is kept in a file, so that a ladder can be stopped and gone on with.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from openskill.models import PlackettLuce

from parcours.bots.levels import Level, on_one_core
from parcours.bots.own import OwnBot
from parcours.engine.chance import key_of
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game, option_words
from parcours.engine.kernel import cores
from parcours.errors import BadOptionError, ParcoursError
from parcours.lab.stats import Z95, Interval, wilson

FORMAT = 1
KEPT_TIMES = 20_000
"""So many times of decisions are kept of a bot."""


@dataclass(frozen=True)
class Entry:
    """One race of a ladder: which bot sat where, the places, the points, and who was helped out how often."""

    seats: tuple[str, ...]
    places: tuple[int, ...]
    points: tuple[int, ...]
    failed: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Rung:
    """Where a bot stands."""

    bot: str
    rating: Interval
    wins: Interval
    """Of the seats that it sat in."""
    place: float
    races: int
    quick: float | None
    """The median of its times for a decision, in seconds; None where it was not measured."""
    slow: float | None
    """99 of 100 decisions were quicker."""
    failed: int
    """Choices that another bot had to make for it."""


class Ladder:
    """Which races are to be ridden, those that were, and what follows from them."""

    def __init__(
        self, game: Game, bots: Sequence[Bot], course: Course, *, teams: int | None = None, seed: int = 0,
        options: dict[str, Any] | None = None, file: Path | None = None,
    ) -> None:  # fmt: skip
        self.game, self.course, self.seed, self.file = game, course, seed, file
        self.teams = teams or (len(bots) if game.min_teams <= len(bots) <= game.max_teams else game.default_teams)
        self.options: dict[str, Any] = dict(game.checked_options(self.teams, options or {}))
        self.line_up = tuple(bots)
        self.bots = {bot.name: bot for bot in bots}
        if len(self.bots) < 2:
            raise BadOptionError("a ladder needs at least two different bots")
        self.entries: dict[int, Entry] = {}
        self.times: dict[str, list[float]] = {name: [] for name in self.bots}
        self._lock = threading.Lock()
        if file is not None and file.exists():
            self._read(file)

    # ----------------------------------------------------------------------------------------------- riding

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

    def run(self, races: int, told: Callable[[int], object] = lambda done: None, threads: int | None = None) -> None:
        """Ride races until there are so many, on all cores. They come out the same in any order."""
        if races < 1:
            raise BadOptionError(f"a ladder needs at least one race, not {races}")
        todo = [number for number in range(races) if number not in self.entries]
        workers = cores(threads)
        self._make_ready()
        with ThreadPoolExecutor(workers) as pool:
            jobs = [pool.submit(self._ride_and_keep, number, told) for number in todo]
            try:
                for job in jobs:
                    job.result()
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                raise

    def _make_ready(self) -> None:
        """Compile before threads would all do it."""
        from parcours.bots.search import Budget, search

        race = self.game.start(teams=self.teams, course=self.course, **self.options)
        if any(isinstance(bot, Level) for bot in self.line_up):
            search(race, Budget(iterations=1))
        race.standings()

    def _ride_and_keep(self, number: int, told: Callable[[int], object]) -> None:
        entry, times = self.ride(number)
        with self._lock:
            self.entries[number] = entry
            for name, taken in times.items():
                self.times[name] = (self.times[name] + taken)[-KEPT_TIMES:]
            self._write()
            told(len(self.entries))

    def ride(self, number: int) -> tuple[Entry, dict[str, list[float]]]:
        """Ride one race: what came out, and how long each bot took for its decisions."""
        seats = self.seats_of(number)
        bots = [on_one_core(self.bots[name]) for name in seats]
        luck = int(key_of(self.seed, number // self.teams)) >> 1
        race = self.game.start(teams=self.teams, course=self.course, seed=luck, **self.options)
        times: dict[str, list[float]] = {name: [] for name in self.bots}
        failed: dict[str, int] = {}
        while not race.over:
            seat = race.actor
            bot, forced = bots[seat], len(race.legal()) == 1
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
        return Entry(seats, tuple(r.place for r in rows), tuple(r.points for r in rows), failed), times

    # -------------------------------------------------------------------------------------------- reckoning

    def rungs(self) -> list[Rung]:
        """The bots, best first. Ratings are those of a Plackett-Luce model, in the order of the races."""
        model = PlackettLuce()
        ratings = {name: model.rating(name=name) for name in self.bots}
        entries = [self.entries[number] for number in sorted(self.entries)]
        for entry in entries:
            self._rate(model, ratings, entry)
        rungs = [self._rung(name, ratings[name], entries) for name in self.bots]
        return sorted(rungs, key=lambda rung: -rung.rating.value)

    @staticmethod
    def _rate(model: PlackettLuce, ratings: dict[str, Any], entry: Entry) -> None:
        """One race. A bot in several seats gets the mean of what they bring."""
        teams = [[ratings[name]] for name in entry.seats]
        rated = model.rate(teams, ranks=[float(place) for place in entry.places])
        for name in set(entry.seats):
            mine = [team[0] for team, other in zip(rated, entry.seats, strict=True) if other == name]
            mu = sum(r.mu for r in mine) / len(mine)
            sigma = sum(r.sigma for r in mine) / len(mine)
            ratings[name] = model.rating(mu=mu, sigma=sigma, name=name)

    def _rung(self, name: str, rating: Any, entries: Sequence[Entry]) -> Rung:
        won, places = 0.0, []
        for entry in entries:
            sharing = entry.places.count(1)
            for seat, place in zip(entry.seats, entry.places, strict=True):
                if seat == name:
                    places.append(place)
                    won += (place == 1) / sharing
        half = Z95 * rating.sigma
        times = sorted(self.times[name])
        return Rung(
            name,
            Interval(rating.mu, rating.mu - half, rating.mu + half),
            wilson(won, len(places)) if places else Interval(0.0, None, None),
            sum(places) / max(len(places), 1),
            len(places),
            times[len(times) // 2] if times else None,
            times[min(len(times) - 1, int(0.99 * len(times)))] if times else None,
            sum(entry.failed.get(name, 0) for entry in entries),
        )

    def verdict(self) -> bool:
        """Whether the first bot has won its match: its share of wins is surely above that of equals."""
        first = self.line_up[0].name
        rung = next(rung for rung in self.rungs() if rung.bot == first)
        return rung.wins.low is not None and rung.wins.low > 1 / self.teams

    # ---------------------------------------------------------------------------------------------- the file

    def _head(self) -> dict[str, Any]:
        return {
            "format": FORMAT, "game": self.game.id, "rules": self.game.rules.VERSION, "course": self.course.id,
            "teams": self.teams, "options": option_words(self.options, self.game.options), "seed": self.seed,
            "line_up": [bot.name for bot in self.line_up],
            "bots": {name: fingerprint(bot) for name, bot in self.bots.items()},
        }  # fmt: skip

    def _write(self) -> None:
        if self.file is None:
            return
        told = {
            **self._head(),
            "races": [
                [number, list(e.seats), list(e.places), list(e.points), e.failed]
                for number, e in sorted(self.entries.items())
            ],
            "times": {name: [round(t, 6) for t in times] for name, times in self.times.items()},
        }
        beside = self.file.with_name(self.file.name + ".new")
        beside.write_text(json.dumps(told))
        os.replace(beside, self.file)

    def _read(self, file: Path) -> None:
        try:
            told = json.loads(file.read_text())
            head = {name: told[name] for name in self._head()}
            races = {int(n): Entry(tuple(s), tuple(p), tuple(q), dict(f)) for n, s, p, q, f in told["races"]}
            times = (
                {name: [float(t) for t in told["times"][name]] for name in self.bots} if head == self._head() else {}
            )
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ParcoursError(f"{file}: is no ladder ({type(error).__name__}: {error})") from None
        for name, value in self._head().items():
            if head[name] != value:
                raise ParcoursError(
                    f"{file}: was ridden with another {name.replace('_', '-')} ({head[name]}, not {value}): "
                    "give the same again, or another file"
                )
        if any(entry.seats != self.seats_of(number) for number, entry in races.items()):
            raise ParcoursError(f"{file}: its races have other line-ups than this ladder")
        self.entries, self.times = races, times


def fingerprint(bot: Bot) -> str:
    """What a bot is, so that results of another one under the same name are not mixed in."""
    if isinstance(bot, OwnBot):
        told = bot.file.read_text(errors="replace")
    elif isinstance(bot, Level):
        told = f"{bot.iterations} {bot.seconds} {bot.overlooks} {bot.wavers}"
    else:
        told = f"{bot.kind}"
    return hashlib.sha256(told.encode()).hexdigest()[:12]

"""The ladder: bots race against each other, seats rotated under the same luck, and get ratings with 95% intervals.

The races are kept in a file, so that a ladder can be stopped and continued.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from parcours.bots.named import fingerprint
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.kernel import cores
from parcours.engine.options import option_words
from parcours.engine.statistics import Interval, share_of, waits
from parcours.errors import BadOptionError, ParcoursError
from parcours.lab.cluster import do_parts
from parcours.lab.ladder_schedule import LadderRace, RaceOf, Ridden, make_schedule, ride_race
from parcours.lab.ratings import Matrix, ahead_in, ratings_of, share_ahead, stacked

FORMAT = 1
KEPT_TIMES = 20_000
"""How many decision times are kept for each bot."""


@dataclass(frozen=True)
class Rung:
    """Where a bot stands."""

    bot: str
    rating: Interval
    wins: Interval
    """Its share of wins in all the seats that it sat in."""
    place: float
    races: int
    quick: float | None
    """The median of its times for a decision, in seconds; None where it was not measured."""
    slow: float | None
    """The time that 99 of 100 decisions did not exceed."""
    failed: int
    """Choices that another bot had to make for it."""


@dataclass(frozen=True)
class Pair:
    """Two bots, the better one first, and the share of their meetings in which it arrived ahead."""

    bot: str
    other: str
    ahead: Interval


class Ladder:
    """The races to ride, those that were ridden, and what follows from them."""

    def __init__(
        self, game: Game, bots: Sequence[Bot], course: Course, *, teams: int | None = None, seed: int = 0,
        options: dict[str, Any] | None = None, file: Path | None = None,
    ) -> None:  # fmt: skip
        self.schedule = make_schedule(game, tuple(bots), course, teams, seed, options or {})
        self.file = file
        self.entries: dict[int, LadderRace] = {}
        self.times: dict[str, list[float]] = {name: [] for name in self.schedule.bots}
        if file is not None and file.exists():
            self._read(file)

    # ----------------------------------------------------------------------------------------------- riding

    def run(
        self, races: int, told: Callable[[int], object] = lambda done: None, threads: int | None = None,
        ray: str | None = None,
    ) -> None:  # fmt: skip
        """Ride races until the ladder has `races` of them, on all cores or on the Ray cluster at the address `ray`. The
        results are the same in any order. `told` is called after each race with how many there are."""
        if races < 1:
            raise BadOptionError(f"a ladder needs at least one race, not {races}")
        todo = [RaceOf(self.schedule, number) for number in range(races) if number not in self.entries]
        self.schedule.make_ready()
        for which, ridden in do_parts(ride_race, todo, ray, cores(threads)):
            self._keep(todo[which].number, ridden)
            told(len(self.entries))

    def _keep(self, number: int, ridden: Ridden) -> None:
        self.entries[number] = ridden.entry
        for name, taken in ridden.times.items():
            self.times[name] = (self.times[name] + taken)[-KEPT_TIMES:]
        self._write()

    # -------------------------------------------------------------------------------------------- reckoning

    def rungs(self) -> list[Rung]:
        """The bots, best first."""
        ratings = dict(zip(self.schedule.bots, ratings_of(self._sets()), strict=True))
        rungs = [self._rung(name, rating) for name, rating in ratings.items()]
        return sorted(rungs, key=lambda rung: -rung.rating.value)

    def pairs(self) -> list[Pair]:
        """Every two bots that met, in the order of the ladder."""
        order, sets = [rung.bot for rung in self.rungs()], self._sets()
        names = list(self.schedule.bots)
        found = []
        for place, bot in enumerate(order):
            for other in order[place + 1 :]:
                ahead = share_ahead(sets, names.index(bot), names.index(other))
                if ahead is not None:
                    found.append(Pair(bot, other, ahead))
        return found

    def _by_set(self) -> list[list[LadderRace]]:
        """The races, grouped by their luck: those with the same luck are one observation."""
        sets: dict[int, list[LadderRace]] = {}
        for number in sorted(self.entries):
            sets.setdefault(number // self.schedule.teams, []).append(self.entries[number])
        return list(sets.values())

    def _sets(self) -> Matrix:
        """For each set of races, how often each bot arrived ahead of each other bot."""
        number = {name: place for place, name in enumerate(self.schedule.bots)}
        return stacked(
            [
                sum(ahead_in([number[name] for name in e.seats], e.places, len(number)) for e in entries)
                for entries in self._by_set()
            ],
            len(number),
        )

    def _rung(self, name: str, rating: Interval) -> Rung:
        shares, places = [], []
        for entries in self._by_set():
            won = []
            for entry in entries:
                sharing = entry.places.count(1)
                for seat, place in zip(entry.seats, entry.places, strict=True):
                    if seat == name:
                        places.append(place)
                        won.append((place == 1) / sharing)
            if won:
                shares.append(won)
        took = waits(self.times[name]) if self.times[name] else None
        return Rung(
            name,
            rating,
            _share(shares) if shares else Interval(0.0, None, None),
            sum(places) / max(len(places), 1),
            len(places),
            took.half if took else None,
            took.slow if took else None,
            sum(entry.failed.get(name, 0) for entry in self.entries.values()),
        )

    def verdict(self) -> bool:
        """Whether the first bot has won its match: the 95% interval of its wins lies above an equal share."""
        first = self.schedule.line_up[0].name
        rung = next(rung for rung in self.rungs() if rung.bot == first)
        return rung.wins.low is not None and rung.wins.low > 1 / self.schedule.teams

    # ---------------------------------------------------------------------------------------------- the file

    def _head(self) -> dict[str, Any]:
        of = self.schedule
        return {
            "format": FORMAT, "game": of.game.id, "rules": of.game.rules.VERSION, "course": of.course.id,
            "teams": of.teams, "options": option_words(of.options, of.game.options), "seed": of.seed,
            "line_up": [bot.name for bot in of.line_up],
            "bots": {name: fingerprint(of.game, bot) for name, bot in of.bots.items()},
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
            races = {int(n): LadderRace(tuple(s), tuple(p), tuple(q), dict(f)) for n, s, p, q, f in told["races"]}
            same = head == self._head()
            times = {name: [float(t) for t in told["times"][name]] for name in self.schedule.bots} if same else {}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise ParcoursError(f"{file}: is not a ladder file ({type(error).__name__}: {error})") from None
        for name, value in self._head().items():
            if head[name] != value:
                raise ParcoursError(
                    f"{file}: was ridden with {name.replace('_', '-')} {head[name]}, not {value}: "
                    "use the same value, or another file"
                )
        if any(entry.seats != self.schedule.seats_of(number) for number, entry in races.items()):
            raise ParcoursError(f"{file}: its races do not have this ladder's line-ups: use another file")
        self.entries, self.times = races, times


def _share(sets: Sequence[Sequence[float]]) -> Interval:
    """The share of wins in all the seats that a bot sat in. The interval comes from its sets of races with the same
    luck."""
    found = share_of([float(np.mean(won)) for won in sets])
    value = float(np.mean([part for won in sets for part in won]))
    low, high = found.low if found.low is not None else 0.0, found.high if found.high is not None else 1.0
    return Interval(value, min(low, value), max(high, value))

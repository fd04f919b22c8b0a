"""Many races with bots, counted: who wins, with how many points, and how long it takes, with 95% intervals."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.levels import on_one_core
from parcours.engine.batch import Batch
from parcours.engine.chance import key_of
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.kernel import cores
from parcours.engine.match import Match
from parcours.engine.options import option_words
from parcours.engine.statistics import Interval, mean, wilson
from parcours.errors import BadOptionError
from parcours.games import find_game
from parcours.lab.cluster import do_parts

CHUNK = 8192
"""Races held in memory at once. The results do not depend on it."""
CLUSTER_CHUNK = 2048
"""Races that a cluster's worker rides at a time."""
MANY = 1000
"""Different races are counted up to this number: that is plenty."""
HARDLY = 5
"""A line-up hardly varies if the same race comes up this often on average."""


def too_alike(races: int, different: int) -> bool:
    """Whether hardly any of these races differ from each other."""
    return races >= 2 * HARDLY and different < MANY and different * HARDLY < races


@dataclass(frozen=True)
class Plan:
    """The races to ride: the game, a bot for each seat, and everything that fixes their luck."""

    game: Game
    bots: tuple[str, ...]
    course: Course
    seed: int = 0
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def teams(self) -> int:
        return len(self.bots)

    @property
    def thinks(self) -> bool:
        """Whether one of the bots thinks, so that races can't be ridden by the thousand."""
        return any(self.game.bot(name).thinks for name in self.bots)

    def batch(self, count: int, first: int, threads: int | None = None) -> Batch:
        """Races `first` to `first + count - 1` of this plan, on all cores unless told otherwise."""
        how: dict[str, Any] = {"teams": self.teams, "seed": self.seed, "course": self.course, "threads": threads}
        return self.game.batch(count, first=first, **how, **self.options)

    def __reduce__(self) -> tuple[Any, ...]:
        guests = [bot for bot in map(self.game.bot, dict.fromkeys(self.bots)) if bot.thinks]
        return _plan, (self.game.id, guests, self.bots, replace(self.course), self.seed, self.options)


def _plan(game: str, guests: Sequence[Bot], *rest: Any) -> Plan:
    """Rebuild a plan in another process. Bots that think are admitted there, and its course unrolls its road again."""
    for bot in guests:
        find_game(game).admit(bot)
    return Plan(find_game(game), *rest)


def make_plan(
    game: Game,
    bots: Sequence[str],
    *,
    teams: int | None = None,
    seed: int = 0,
    course: str | None = None,
    options: Sequence[str] = (),
) -> Plan:
    """A checked plan. A single bot takes all seats; several take one seat each.

    >>> import parcours
    >>> make_plan(parcours.game("breaking_away"), ["random"], teams=3).bots
    ('random', 'random', 'random')
    """
    count = teams if teams is not None else len(bots) if len(bots) > 1 else game.default_teams
    chosen = game.checked_options(count, game.options_from(options))
    for name in bots:
        game.bot(name)
    seats = tuple(bots) * count if len(bots) == 1 else tuple(bots)
    if len(seats) != count:
        raise BadOptionError(
            f"{game.id}: {len(seats)} bots for {count} teams (name one bot for each team, or one for all)"
        )
    return Plan(game, seats, game.course(course), seed, chosen)


@dataclass(frozen=True)
class SeatResult:
    """What one seat got: its share of wins (a shared first place is split) and its points."""

    seat: int
    team: str
    bot: str
    wins: Interval
    points: Interval


@dataclass(frozen=True)
class Result:
    """The result of a simulation. The same plan and number of races give the same result, to the last digit."""

    plan: Plan
    races: int
    seats: tuple[SeatResult, ...]
    turns: Interval
    actions: Interval
    different: int
    """How many different races came up, by points, places and length; `MANY` means that many or more."""

    @property
    def hardly_varies(self) -> bool:
        """Whether nearly all races were the same. Such bots leave little to chance. The intervals are then too narrow,
        since they treat races with different luck as different observations."""
        return too_alike(self.races, self.different)

    def plain(self) -> dict[str, Any]:
        """As dictionaries, ready for JSON."""
        plan = self.plan
        return {
            "game": plan.game.id,
            "races": self.races,
            "teams": plan.teams,
            "seed": plan.seed,
            "course": plan.course.id,
            "options": option_words(plan.options, plan.game.options),
            "seats": [asdict(seat) for seat in self.seats],
            "turns": asdict(self.turns),
            "actions": asdict(self.actions),
            "different": self.different,
            "hardly_varies": self.hardly_varies,
        }


def simulate(
    plan: Plan, races: int, told: Callable[[int], object] = lambda done: None, ray: str | None = None
) -> Result:
    """Ride the first `races` races of a plan, here or on the Ray cluster at the address `ray`. `told` is called now and
    then with the number of races that are over."""
    if races < 1:
        raise BadOptionError(f"a simulation needs at least one race, not {races}")
    tally = _Tally(plan)
    for _, counted in do_parts(count_part, parts_of(plan, races, ray), ray, at_once(plan)):
        tally.merge(counted)
        told(tally.races)
    return tally.result()


@dataclass(frozen=True)
class Part:
    """Some races of a plan, ridden together."""

    plan: Plan
    first: int
    count: int
    threads: int | None = None

    def ride(self) -> tuple[Batch, NDArray[np.int8]]:
        """Ride the races. Returns them and the places of their teams."""
        batch = self.plan.batch(self.count, self.first, self.threads)
        return batch, self._think(batch) if self.plan.thinks else batch.play_out(self.plan.bots)

    def _think(self, batch: Batch) -> NDArray[np.int8]:
        """Ride the races one by one, with bots that think. Each race has its own luck, from the seed."""
        places = np.zeros((self.count, self.plan.teams), np.int8)
        for row in range(self.count):
            match = ride(self.plan, self.first + row)
            batch.races[row] = match.races[0]
            for standing in match.standings():
                places[row, standing.seat] = standing.place
        return places


def parts_of(plan: Plan, races: int, ray: str | None = None) -> list[Part]:
    """The first `races` races of a plan in parts: few big ones for one machine with all its cores, many smaller ones
    for a cluster, single races if bots think."""
    size, threads = (CHUNK, None) if ray is None else (CLUSTER_CHUNK, 1)
    if plan.thinks:
        size, threads = 1, 1
    return [Part(plan, first, min(size, races - first), threads) for first in range(0, races, size)]


def at_once(plan: Plan) -> int:
    """How many parts this machine rides at a time: one per core if bots think; else one, which uses all cores."""
    return cores() if plan.thinks else 1


def count_part(part: Part) -> _Tally:
    """Ride a part, and count its results."""
    tally = _Tally(part.plan)
    tally.add(*part.ride())
    return tally


def make_ready(plan: Plan) -> None:
    """Compile what many races need, if that has not been done before."""
    if plan.thinks:
        match = plan.game.start(teams=plan.teams, seed=plan.seed, course=plan.course, **plan.options)
        for name in set(plan.bots):
            match.choice_of(plan.game.bot(name))
    else:
        plan.batch(1, 0).play_out(plan.bots)


def ride(plan: Plan, number: int = 0, quick: bool = False) -> Match:
    """A race of a plan (by default the first): whole, with all its actions."""
    bots = [on_one_core(plan.game.bot(name)) if number else plan.game.bot(name) for name in plan.bots]
    seed = int(key_of(plan.seed, number)) >> 1 if number else plan.seed
    match = plan.game.start(
        teams=plan.teams, seed=seed, course=plan.course, seats=plan.bots, quick=quick, **plan.options
    )
    while not match.over:
        match.play(match.choice_of(bots[match.actor]))
    return match


class _Sums:
    """Exact sums of whole numbers, so that the order in which the numbers come does not matter."""

    def __init__(self) -> None:
        self.count = self.total = self.squares = 0

    def add(self, values: NDArray[Any]) -> None:
        whole = values.astype(np.int64)
        self.count += len(whole)
        self.total += int(whole.sum())
        self.squares += int((whole * whole).sum())

    def merge(self, other: _Sums) -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self) -> Interval:
        return mean(self.count, self.total, self.squares)


class _Tally:
    """The counts over all races so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.races = 0
        self.firsts = np.zeros((plan.teams, plan.teams), np.int64)
        """How often each seat (row) came first together with how many others (column)."""
        self.points = [_Sums() for _ in range(plan.teams)]
        self.turns, self.actions = _Sums(), _Sums()
        self.seen: set[bytes] = set()
        """The different races, `MANY` at most."""

    def add(self, batch: Batch, places: NDArray[np.int8]) -> None:
        """Count a batch of races that are over."""
        self.races += batch.count
        first = places == 1
        sharing = first.sum(axis=1)
        points = points_of(batch)
        for seat in range(self.plan.teams):
            self.firsts[seat] += np.bincount(sharing[first[:, seat]] - 1, minlength=self.plan.teams)
            self.points[seat].add(points[:, seat])
        turns = np.asarray(turns_of(batch))
        self.turns.add(turns)
        self.actions.add(batch.races["ply"])
        if len(self.seen) < MANY:
            columns = [places, points[:, : self.plan.teams], turns[:, None], batch.races["ply"][:, None]]
            told = np.concatenate([np.asarray(column, np.int64) for column in columns], axis=1)
            self._see({row.tobytes() for row in np.unique(told, axis=0)})

    def _see(self, races: set[bytes]) -> None:
        """Remember different races, up to `MANY`."""
        if len(self.seen) < MANY:
            self.seen = set(sorted(self.seen | races)[:MANY])

    def merge(self, other: _Tally) -> None:
        """Add what another tally has counted."""
        self.races += other.races
        self.firsts += other.firsts
        for mine, theirs in zip(self.points, other.points, strict=True):
            mine.merge(theirs)
        self.turns.merge(other.turns)
        self.actions.merge(other.actions)
        self._see(other.seen)

    def result(self) -> Result:
        plan, parts = self.plan, 1 / np.arange(1, self.plan.teams + 1)
        seats = tuple(
            SeatResult(
                seat=seat + 1,
                team=str(plan.game.teams[seat].name),
                bot=bot,
                wins=wilson(float(self.firsts[seat] @ parts), self.races),
                points=self.points[seat].mean(),
            )
            for seat, bot in enumerate(plan.bots)
        )
        return Result(plan, self.races, seats, self.turns.mean(), self.actions.mean(), len(self.seen))


def turns_of(batch: Batch) -> NDArray[Any]:
    """How many turns each race took."""
    if "turn" in (batch.races.dtype.names or ()):
        return batch.races["turn"]
    return np.array([batch.game.turn(race) for race in batch.races])


def points_of(batch: Batch) -> NDArray[Any]:
    """The points of each seat (column) in each race (row)."""
    if "points" in (batch.races.dtype.names or ()) and batch.races["points"].ndim == 2:
        return batch.races["points"]
    rows = np.zeros((batch.count, batch.teams), np.int64)
    for number, race in enumerate(batch.races):
        for standing in batch.game.standings_of(race, batch.course):
            rows[number, standing.seat] = standing.points
    return rows

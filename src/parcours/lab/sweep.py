"""Sweeps: the same races under many set-ups, every race kept, every figure with its interval (`parcours[lab]`).

All set-ups of a sweep are ridden with the same luck, race by race, so that differences between them are paired. If the
bots differ, they change seats: each race is ridden once for every rotation of the bots. Everything goes into one
Parquet file, with a row per team and race. The file also holds the whole set-up: `again` rides the sweep once more.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.levels import Level
from parcours.bots.named import fingerprint, full_name, seated
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.options import OptionValue, option_words
from parcours.engine.statistics import Interval, difference_of, mean_of, share_of
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import find_game
from parcours.lab.cluster import do_parts
from parcours.lab.parquet import arrow, course_of, plain_course, reading, set_up_in, versions, writing
from parcours.lab.simulate import Part, Plan, at_once, parts_of, points_of, turns_of

FORMAT = 1
"""The format of the files' set-up."""
KEY = b"parcours.sweep"
"""The key of the set-up in a Parquet file's metadata."""

OnProgress = Callable[[int], object]


@dataclass(frozen=True)
class SetUp:
    """One point of a sweep: how many teams, with which bots, on which course, under which options."""

    teams: int
    bots: tuple[str, ...]
    course: Course
    options: dict[str, OptionValue]

    def words(self) -> str:
        """The set-up in a few words."""
        return ", ".join(
            [f"{self.teams} teams", self.course.id, *option_words(self.options, find_game(self.course.game).options)]
        )

    @property
    def rotations(self) -> int:
        """In how many ways the bots sit: all rotations, or one if all bots are the same."""
        return self.teams if len(set(self.bots)) > 1 else 1


@dataclass(frozen=True)
class Sweep:
    """All set-ups, and the races that are ridden under each of them: numbers 0 to `races - 1` of the seed."""

    game: Game
    setups: tuple[SetUp, ...]
    races: int
    seed: int = 0
    command: str = ""
    made_by: dict[str, str] = field(default_factory=lambda: dict(versions()))

    @property
    def total(self) -> int:
        """How many races are ridden in all."""
        return sum(self.races * setup.rotations for setup in self.setups)

    def plain(self) -> dict[str, Any]:
        """As dictionaries: everything needed to ride it again."""
        courses = {setup.course.id: setup.course for setup in self.setups}
        return {
            "format": FORMAT,
            "game": self.game.id,
            "rules": self.game.rules.VERSION,
            "races": self.races,
            "seed": self.seed,
            "command": self.command,
            "made_by": self.made_by,
            "setups": [
                {"teams": s.teams, "bots": list(s.bots), "course": s.course.id, "options": s.options}
                for s in self.setups
            ],
            "courses": {name: plain_course(c) for name, c in courses.items()},
            "thinkers": {
                bot.name: {"named": full_name(bot), "fingerprint": fingerprint(self.game, bot)}
                for bot in self._bots()
                if bot.thinks
            },
        }

    def _bots(self) -> list[Bot]:
        return [self.game.bot(name) for name in dict.fromkeys(name for setup in self.setups for name in setup.bots)]


def make_sweep(
    game: Game,
    *,
    races: int,
    teams: Sequence[int] = (),
    courses: Sequence[str] = (),
    bots: Sequence[str] = ("random",),
    fixed: dict[str, OptionValue] | None = None,
    vary: Sequence[str] = (),
    seed: int = 0,
    command: str = "",
) -> Sweep:
    """Every combination of team counts, courses and values of the options that vary. If there are too few bots, the
    last one takes the remaining seats.

    >>> import parcours
    >>> sweep = make_sweep(parcours.game("breaking_away"), races=10, teams=[3, 4], vary=["staggered_start"])
    >>> [setup.words() for setup in sweep.setups]  # doctest: +NORMALIZE_WHITESPACE
    ['3 teams, grand_circuit', '3 teams, grand_circuit, staggered_start',
     '4 teams, grand_circuit', '4 teams, grand_circuit, staggered_start']
    """
    if races < 1:
        raise BadOptionError(f"a sweep needs at least one race, not {races}")
    axes = [_values(game, word) for word in vary]
    names = [name for name, _ in axes]
    for name in names:
        if names.count(name) > 1 or name in (fixed or {}):
            raise BadOptionError(f"{game.id}: option {name} is given twice")
    for bot in map(game.bot, bots):
        if isinstance(bot, Level) and bot.seconds:
            raise BadOptionError(
                f"{bot.name} thinks by the clock, so its races can't be repeated: give it a number of "
                f"iterations, such as {bot.name.partition('@')[0]}@2000"
            )
    roads = [game.course(name) for name in courses or (game.default_course,)]
    setups = []
    for count, course, values in product(teams or (game.default_teams,), roads, product(*(a for _, a in axes))):
        options = game.checked_options(count, (fixed or {}) | dict(zip(names, values, strict=True)))
        if len(bots) > count:
            raise BadOptionError(f"{game.id}: {len(bots)} bots for {count} teams: name at most {count}")
        seats = (*bots, *[bots[-1]] * (count - len(bots)))
        setups.append(SetUp(count, seats, course, options))
    return Sweep(game, tuple(setups), races, seed, command)


def _values(game: Game, word: str) -> tuple[str, list[OptionValue]]:
    """An option that varies, and its values: NAME for all of them, NAME=A|B for some."""
    name, some, listed = word.partition("=")
    option = next((option for option in game.options if option.name == name), None)
    if option is None:
        names = ", ".join(option.name for option in game.options) or "none"
        raise BadOptionError(f"{game.id}: there is no option {name!r} (options: {names})")
    if not some:
        return name, [value for value, _ in option.choices] if option.choices else [False, True]
    chosen: list[OptionValue] = [part.strip() for part in listed.split("|")]
    for value in chosen:
        if not option.choices or not option.takes(value):
            among = " or ".join(value for value, _ in option.choices)
            wanted = f"must be {among}, not {value!r}" if among else "is on or off: write it without values"
            raise BadOptionError(f"{game.id}: option {name} {wanted}")
    return name, chosen


# ------------------------------------------------------------------------------------------------- riding


@dataclass(frozen=True)
class SweepPart:
    """Some races of one set-up, with one rotation of the bots."""

    setup: int
    rotation: int
    part: Part


def rows_of(given: SweepPart) -> dict[str, NDArray[Any]]:
    """Ride a part. Returns its results, with a row per race (and a column per seat)."""
    batch, places = given.part.ride()
    return {
        "place": places.copy(),
        "points": np.asarray(points_of(batch))[:, : batch.teams].astype(np.int32),
        "turns": np.asarray(turns_of(batch)).astype(np.int32),
        "actions": batch.races["ply"].astype(np.int32),
    }


def ride(sweep: Sweep, on_progress: OnProgress = lambda done: None, ray: str | None = None) -> Any:
    """Ride all races of a sweep, here or on a Ray cluster. Returns an Arrow table that also holds the set-up."""
    pa = arrow("sweeps")
    parts = [
        SweepPart(number, rotation, part)
        for number, setup in enumerate(sweep.setups)
        for rotation in range(setup.rotations)
        for part in parts_of(_plan(sweep, setup, rotation), sweep.races, ray)
    ]
    found: dict[int, dict[str, NDArray[Any]]] = {}
    done = 0
    for number, rows in do_parts(rows_of, parts, ray, at_once(parts[0].part.plan)):
        found[number] = rows
        done += parts[number].part.count
        on_progress(done)
    tables = [_table(pa, sweep, part, found[number]) for number, part in enumerate(parts)]
    table = pa.concat_tables(tables)
    return table.replace_schema_metadata({KEY: json.dumps(sweep.plain(), ensure_ascii=False)})


def _plan(sweep: Sweep, setup: SetUp, rotation: int) -> Plan:
    seats = tuple(setup.bots[(seat - rotation) % setup.teams] for seat in range(setup.teams))
    return Plan(sweep.game, seats, setup.course, sweep.seed, dict(setup.options))


def _table(pa: Any, sweep: Sweep, given: SweepPart, rows: dict[str, NDArray[Any]]) -> Any:
    """The results of a part as a table, with a row per team and race."""
    setup, part = sweep.setups[given.setup], given.part
    count, teams = rows["place"].shape
    first = rows["place"] == 1
    races = np.arange(part.first, part.first + count, dtype=np.int64)
    columns: dict[str, Any] = {
        "setup": pa.array(np.full(count * teams, given.setup, np.int16)),
        "teams": pa.array(np.full(count * teams, teams, np.int8)),
        "course": pa.repeat(setup.course.id, count * teams),
    }
    for name, value in setup.options.items():
        columns[name] = pa.repeat(value, count * teams)
    columns |= {
        "race": pa.array(np.repeat(races, teams)),
        "rotation": pa.array(np.full(count * teams, given.rotation, np.int8)),
        "seat": pa.array(np.tile(np.arange(1, teams + 1, dtype=np.int8), count)),
        "bot": pa.array(list(part.plan.bots) * count),
        "place": pa.array(rows["place"].ravel()),
        "won": pa.array((first / first.sum(axis=1, keepdims=True)).astype(np.float32).ravel()),
        "points": pa.array(rows["points"].ravel()),
        "turns": pa.array(np.repeat(rows["turns"], teams)),
        "actions": pa.array(np.repeat(rows["actions"], teams)),
    }
    return pa.table(columns)


# -------------------------------------------------------------------------------------------------- files


def save(table: Any, path: Path) -> None:
    """Write a table to a Parquet file, whole or not at all."""
    with writing(path, table.schema) as write:
        write(table)


def load(path: Path) -> tuple[Sweep, Any]:
    """A sweep and its table from a file."""
    with reading(path, "a sweep") as file:
        told = set_up_in(path, file.schema_arrow, KEY, "a sweep", FORMAT)
        return _sweep_of(path, told), file.read()


def _sweep_of(path: Path, told: dict[str, Any]) -> Sweep:
    game = find_game(told["game"])
    for name, kept in told.get("thinkers", {}).items():
        if fingerprint(game, seated(game, kept["named"])) != kept["fingerprint"]:
            raise ParcoursError(f"{path}: the bot {name} has changed since this sweep was ridden")
    courses = {name: course_of(game, name, kept) for name, kept in told["courses"].items()}
    setups = tuple(
        SetUp(s["teams"], tuple(s["bots"]), courses[s["course"]], game.checked_options(s["teams"], s["options"]))
        for s in told["setups"]
    )
    return Sweep(game, setups, told["races"], told["seed"], told["command"], told["made_by"])


@dataclass(frozen=True)
class Again:
    """A sweep ridden once more: its table, and how the old one differs (empty: not at all)."""

    sweep: Sweep
    table: Any
    differs: str


def again(path: Path, on_progress: OnProgress = lambda done: None, ray: str | None = None) -> Again:
    """Ride the sweep of a file once more, and compare row by row."""
    sweep, old = load(path)
    ridden = replace(sweep, made_by=dict(versions()))
    new = ride(ridden, on_progress, ray)
    return Again(ridden, new, _difference(old, new, json.loads(old.schema.metadata[KEY])["rules"]))


def _difference(old: Any, new: Any, rules: int) -> str:
    if old.num_rows != new.num_rows or old.column_names != new.column_names:
        return f"{old.num_rows} rows of {old.num_columns} columns before, now {new.num_rows} of {new.num_columns}"
    for name in old.column_names:
        before, now = old[name].to_pylist(), new[name].to_pylist()
        if before != now:
            row = next(i for i, (a, b) in enumerate(zip(before, now, strict=True)) if a != b)
            return f"row {row}: {name} was {before[row]}, is {now[row]} (its rules had version {rules})"
    return ""


# ------------------------------------------------------------------------------------------------ figures


@dataclass(frozen=True)
class Figure:
    """A bot's results under a set-up: its share of wins per team, its points and the length of the race; and how these
    differ from the first set-up, race by race."""

    setup: int
    words: str
    bot: str
    wins: Interval
    points: Interval
    turns: Interval
    wins_more: Interval | None
    turns_more: Interval | None
    different: int
    """How many different races came up. Bots that leave nothing to chance ride the same race again and again. The
    intervals are then too narrow, since they treat races with different luck as different observations."""


def figures(sweep: Sweep, table: Any) -> list[Figure]:
    """The figures of every set-up and bot. All races with the same luck count as one observation, the race number, so
    that intervals are honest."""
    columns = {name: np.asarray(table[name]) for name in ("setup", "race", "won", "points", "turns")}
    bots = np.array(table["bot"].to_pylist())
    first: dict[str, dict[str, NDArray[Any]]] = {}
    found = []
    for number, setup in enumerate(sweep.setups):
        for bot in dict.fromkeys(setup.bots):
            here = (columns["setup"] == number) & (bots == bot)
            means = {n: _by_race(columns["race"][here], columns[n][here]) for n in ("won", "points", "turns")}
            base = first.setdefault(bot, means)
            paired = base is not means
            found.append(
                Figure(
                    number,
                    setup.words(),
                    bot,
                    share_of(means["won"]),
                    mean_of(means["points"]),
                    mean_of(means["turns"]),
                    difference_of(means["won"] - base["won"]) if paired else None,
                    mean_of(means["turns"] - base["turns"]) if paired else None,
                    len(np.unique(np.stack(list(means.values())), axis=1).T),
                )
            )
    return found


def _by_race(races: NDArray[Any], values: NDArray[Any]) -> NDArray[Any]:
    """The mean of the values for each race number, in order."""
    return np.bincount(races, values) / np.bincount(races)

"""Sweeps: the same races under many set-ups, every race kept, every figure with its interval (`parcours[lab]`).

All set-ups of a sweep are ridden with the same luck, race by race: so differences between them are paired. Bots that
differ change seats: each race is ridden once for each place in the round that they can sit in. All goes into one
Parquet file, a row a team and race, which also holds the whole set-up: `again` rides it once more.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours import __version__
from parcours.bots.levels import Level
from parcours.bots.named import fingerprint, full_name, seated
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.options import OptionValue, option_words
from parcours.engine.statistics import Interval, difference_of, mean_of, share_of
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import find_game
from parcours.lab.cluster import do_parts
from parcours.lab.simulate import Part, Plan, at_once, parts_of, points_of, turns_of

FORMAT = 1
"""The format of the files' set-up."""
KEY = b"parcours.sweep"
"""Where in a Parquet file the set-up stands."""

Told = Callable[[int], object]


@dataclass(frozen=True)
class SetUp:
    """One point of a sweep: how many teams, with which bots, on which course, under which options."""

    teams: int
    bots: tuple[str, ...]
    course: Course
    options: dict[str, OptionValue]

    def words(self) -> str:
        """In a few words: what tells it from others."""
        return ", ".join(
            [f"{self.teams} teams", self.course.id, *option_words(self.options, find_game(self.course.game).options)]
        )

    @property
    def turns_round(self) -> int:
        """In how many ways the bots sit: all rotations, unless they are all the same."""
        return self.teams if len(set(self.bots)) > 1 else 1


@dataclass(frozen=True)
class Sweep:
    """All set-ups, and the races that each of them is ridden on: numbers 0 to `races - 1` of the seed."""

    game: Game
    setups: tuple[SetUp, ...]
    races: int
    seed: int = 0
    command: str = ""
    made_by: dict[str, str] = field(default_factory=lambda: dict(versions()))

    @property
    def total(self) -> int:
        """How many races are ridden in all."""
        return sum(self.races * setup.turns_round for setup in self.setups)

    def plain(self) -> dict[str, Any]:
        """As dictionaries: all that is needed to ride it again."""
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
            "courses": {name: {"digest": c.digest, "source": c.source} for name, c in courses.items()},
            "thinkers": {
                bot.name: {"named": full_name(bot), "fingerprint": fingerprint(self.game, bot)}
                for bot in self._bots()
                if bot.thinks
            },
        }

    def _bots(self) -> list[Bot]:
        return [self.game.bot(name) for name in dict.fromkeys(name for setup in self.setups for name in setup.bots)]


def versions() -> Iterator[tuple[str, str]]:
    """What the figures were made with."""
    import numba

    yield "parcours", __version__
    yield "python", sys.version.split()[0]
    yield "numpy", np.__version__
    yield "numba", numba.__version__


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
    """Every combination of team counts, courses and values of the options that vary. Of too few bots the last one takes
    the seats that are left.

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
            raise BadOptionError(f"{game.id}: option {name} is named twice")
    for bot in map(game.bot, bots):
        if isinstance(bot, Level) and bot.seconds:
            raise BadOptionError(
                f"{bot.name} thinks for a time, so its races could not be ridden again: give it a number of "
                f"iterations, like {bot.name.partition('@')[0]}@2000"
            )
    roads = [game.course(name) for name in courses or (game.default_course,)]
    setups = []
    for count, course, values in product(teams or (game.default_teams,), roads, product(*(a for _, a in axes))):
        options = game.checked_options(count, (fixed or {}) | dict(zip(names, values, strict=True)))
        if len(bots) > count:
            raise BadOptionError(f"{game.id}: {len(bots)} bots for {count} teams")
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
            among = ", ".join(value for value, _ in option.choices) or "on and off: write it without values"
            raise BadOptionError(f"{game.id}: option {name} is {among}, not {value!r}")
    return name, chosen


# ------------------------------------------------------------------------------------------------- riding


@dataclass(frozen=True)
class SweepPart:
    """Some races of one set-up, the bots sitting in one way."""

    setup: int
    rotation: int
    part: Part


def rows_of(given: SweepPart) -> dict[str, NDArray[Any]]:
    """Ride a part: what came of it, a row a race (and a column a seat)."""
    batch, places = given.part.ride()
    return {
        "place": places.copy(),
        "points": np.asarray(points_of(batch))[:, : batch.teams].astype(np.int32),
        "turns": np.asarray(turns_of(batch)).astype(np.int32),
        "actions": batch.races["ply"].astype(np.int32),
    }


def ride(sweep: Sweep, told: Told = lambda done: None, ray: str | None = None) -> Any:
    """Ride all races of a sweep, here or on a Ray cluster: a table of Arrow, its set-up inside."""
    arrow = _arrow()
    parts = [
        SweepPart(number, rotation, part)
        for number, setup in enumerate(sweep.setups)
        for rotation in range(setup.turns_round)
        for part in parts_of(_plan(sweep, setup, rotation), sweep.races, ray)
    ]
    found: dict[int, dict[str, NDArray[Any]]] = {}
    done = 0
    for number, rows in do_parts(rows_of, parts, ray, at_once(parts[0].part.plan)):
        found[number] = rows
        done += parts[number].part.count
        told(done)
    tables = [_table(arrow, sweep, part, found[number]) for number, part in enumerate(parts)]
    table = arrow.concat_tables(tables)
    return table.replace_schema_metadata({KEY: json.dumps(sweep.plain(), ensure_ascii=False)})


def _plan(sweep: Sweep, setup: SetUp, rotation: int) -> Plan:
    seats = tuple(setup.bots[(seat - rotation) % setup.teams] for seat in range(setup.teams))
    return Plan(sweep.game, seats, setup.course, sweep.seed, dict(setup.options))


def _table(arrow: Any, sweep: Sweep, given: SweepPart, rows: dict[str, NDArray[Any]]) -> Any:
    """A row a team and race."""
    setup, part = sweep.setups[given.setup], given.part
    count, teams = rows["place"].shape
    first = rows["place"] == 1
    races = np.arange(part.first, part.first + count, dtype=np.int64)
    columns: dict[str, Any] = {
        "setup": arrow.array(np.full(count * teams, given.setup, np.int16)),
        "teams": arrow.array(np.full(count * teams, teams, np.int8)),
        "course": arrow.repeat(setup.course.id, count * teams),
    }
    for name, value in setup.options.items():
        columns[name] = arrow.repeat(value, count * teams)
    columns |= {
        "race": arrow.array(np.repeat(races, teams)),
        "rotation": arrow.array(np.full(count * teams, given.rotation, np.int8)),
        "seat": arrow.array(np.tile(np.arange(1, teams + 1, dtype=np.int8), count)),
        "bot": arrow.array(list(part.plan.bots) * count),
        "place": arrow.array(rows["place"].ravel()),
        "won": arrow.array((first / first.sum(axis=1, keepdims=True)).astype(np.float32).ravel()),
        "points": arrow.array(rows["points"].ravel()),
        "turns": arrow.array(np.repeat(rows["turns"], teams)),
        "actions": arrow.array(np.repeat(rows["actions"], teams)),
    }
    return arrow.table(columns)


# -------------------------------------------------------------------------------------------------- files


def _arrow() -> Any:
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise ParcoursError("sweeps need pyarrow: pip install 'parcours[lab]'") from None
    return pyarrow


def save(table: Any, path: Path) -> None:
    """Write a table to a Parquet file, whole or not at all."""
    _arrow()
    import pyarrow.parquet as parquet

    unfinished = path.with_name(path.name + ".unfinished")
    try:
        parquet.write_table(table, unfinished, compression="zstd")
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def load(path: Path) -> tuple[Sweep, Any]:
    """A sweep and its table from a file."""
    _arrow()
    import pyarrow.parquet as parquet

    if not path.exists():
        raise ParcoursError(f"{path}: there is no such file")
    try:
        table = parquet.read_table(path)
        told = json.loads(table.schema.metadata[KEY])
    except Exception as error:
        raise ParcoursError(f"{path}: is not the file of a sweep ({type(error).__name__})") from None
    return _sweep_of(path, told), table


def _sweep_of(path: Path, told: dict[str, Any]) -> Sweep:
    if told.get("format") != FORMAT:
        raise ParcoursError(f"{path}: has the format {told.get('format')}, this Parcours reads {FORMAT}")
    game = find_game(told["game"])
    for name, kept in told.get("thinkers", {}).items():
        if fingerprint(game, seated(game, kept["named"])) != kept["fingerprint"]:
            raise ParcoursError(f"{path}: the bot {name} is not what it was when this sweep was ridden")
    courses = {name: _course_of(game, name, kept) for name, kept in told["courses"].items()}
    setups = tuple(
        SetUp(s["teams"], tuple(s["bots"]), courses[s["course"]], game.checked_options(s["teams"], s["options"]))
        for s in told["setups"]
    )
    return Sweep(game, setups, told["races"], told["seed"], told["command"], told["made_by"])


def _course_of(game: Game, name: str, kept: dict[str, str]) -> Course:
    """The course that a sweep was ridden on: the game's own if it is still the same, else from the text kept."""
    if name in game.course_names and game.course(name).digest == kept["digest"]:
        return game.course(name)
    return game.read_course(f"{name}.toml", kept["source"])


@dataclass(frozen=True)
class Again:
    """A sweep ridden once more: its table, and how the old one differs (nothing: not at all)."""

    sweep: Sweep
    table: Any
    differs: str


def again(path: Path, told: Told = lambda done: None, ray: str | None = None) -> Again:
    """Ride the sweep of a file once more, and compare row by row."""
    sweep, old = load(path)
    ridden = replace(sweep, made_by=dict(versions()))
    new = ride(ridden, told, ray)
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
    """What a set-up gave to a bot: its share of wins for each of its teams, points and the length of the race; and how
    that differs from the first set-up, race by race."""

    setup: int
    words: str
    bot: str
    wins: Interval
    points: Interval
    turns: Interval
    wins_more: Interval | None
    turns_more: Interval | None
    different: int
    """How many different races came up. Bots that leave nothing to chance ride the same race again and again: then an
    interval, which takes races with other luck for others, is narrower than it should be."""


def figures(sweep: Sweep, table: Any) -> list[Figure]:
    """The figures of every set-up and bot. What is counted is the race number: all that was ridden with the same luck
    is one observation, so that intervals are honest."""
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
    """The mean of each race number, in their order."""
    return np.bincount(races, values) / np.bincount(races)

"""Data sets: whole races of bots in one Parquet file that can be read without Parcours (`parcours[lab]`).

    record(make_plan(game, ["sprinter", "random"], teams=4), 1000, Path("races.parquet"))
    race = replay(Path("races.parquet"), 17)

A row is a race, and its actions are a list in the row. So the values of a row hold for the whole race, a race is never
split, and the flattened lists are a table of actions. Every outcome of chance is among the actions, so a race can be
ridden again without its luck. Race i is race i of `parcours simulate` with the same seed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.named import fingerprint, full_name
from parcours.engine import kernel
from parcours.engine.game import ENGINE_LOOPS, RULES_INTERFACE, Game
from parcours.engine.match import Match, Setup
from parcours.engine.record import new_races
from parcours.errors import BadOptionError, IllegalActionError, ParcoursError
from parcours.games import find_game
from parcours.lab.cluster import do_parts
from parcours.lab.parquet import arrow, course_of, plain_course, reading, set_up_in, versions, writing
from parcours.lab.simulate import Part, Plan, at_once, points_of, turns_of
from parcours.lab.simulate import ride as ride_race

FORMAT = 1
"""The format of the files' set-up."""
KEY = b"parcours.record"
"""The key of the set-up in a Parquet file's metadata."""
GROUP, SMALL_GROUP = 4096, 64
"""Races in a row group, which is held in memory as a whole: with compiled bots, and with bots that think."""
COLUMNS = (
    "race", "seed", "game", "rules", "teams", "course", "bots", "places", "points", "turns", "actors", "actions"
)  # fmt: skip
"""The columns of every file. The game's options come after the course, one column each."""

OnProgress = Callable[[int], object]


@cache
def record_loops(game: Game) -> ModuleType:
    """The loop that records races, compiled with this game's rules."""
    rules = {name: next(vars(m)[name] for m in game.kernel_modules if name in vars(m)) for name in RULES_INTERFACE}
    engine = {name: vars(game.loops)[name] for name in ENGINE_LOOPS}
    return kernel.load_per_game(f"parcours.games.{game.id}.record_loops", "../lab/record_loops.py", **rules, **engine)


@dataclass(frozen=True)
class Written:
    """Some recorded races: the results, with a row per race (and a column per seat); the actions of all races, one race
    after the other; and how many each race has."""

    places: NDArray[Any]
    points: NDArray[Any]
    turns: NDArray[Any]
    lengths: NDArray[np.int64]
    actors: NDArray[np.int8]
    actions: NDArray[np.int16]


def write_down(part: Part) -> Written:
    """Ride some races, and record every action."""
    return _thought(part) if part.plan.thinks else _compiled(part)


def _compiled(part: Part) -> Written:
    """Ride the races twice: for their results and lengths; then, with enough room, for their actions."""
    plan, batch = part.plan, part.plan.batch(part.count, part.first, part.threads)
    places = batch.play_out(plan.bots).copy()
    points, turns = np.array(points_of(batch)[:, : plan.teams]), np.array(turns_of(batch))
    lengths = batch.races["ply"].astype(np.int64)
    begins = np.cumsum(lengths) - lengths
    actors, actions = np.zeros(lengths.sum(), np.int8), np.zeros(lengths.sum(), np.int16)
    kinds, keys, loops = batch.kinds_of(plan.bots), batch.bot_keys(), record_loops(plan.game)
    batch.races[:] = plan.game.blank(plan.teams, plan.options, plan.course, {})

    def ride(first: int, last: int) -> None:
        buffers = (plan.game.codes_buffer(), plan.game.chances_buffer(), new_races(1, plan.game.record))
        loops.write_down(
            batch.races, first, last, plan.course.road, kinds, batch.luck, keys, *buffers, begins, actors, actions
        )

    batch.split("write_down", ride)
    return Written(places, points, turns, lengths, actors, actions)


def _thought(part: Part) -> Written:
    """Ride the races one by one, with bots that think."""
    matches = [ride_race(part.plan, part.first + row) for row in range(part.count)]
    rows = [sorted(match.standings(), key=lambda standing: standing.seat) for match in matches]
    return Written(
        np.array([[standing.place for standing in row] for row in rows], np.int8),
        np.array([[standing.points for standing in row] for row in rows], np.int32),
        np.array([match.turn for match in matches], np.int32),
        np.array([len(match.actions) for match in matches], np.int64),
        np.array([actor for match in matches for actor in _actors(match)], np.int8),
        np.array([action for match in matches for action in match.actions], np.int16),
    )


def _actors(match: Match) -> Iterator[int]:
    """The seat behind each action of a race."""
    again = Match(match.setup, settle=False)
    for action in match.actions:
        yield again.actor
        again.replay(action)


# --------------------------------------------------------------------------------------------- writing


def record(plan: Plan, races: int, out: Path, on_progress: OnProgress = lambda done: None, command: str = "") -> int:
    """Ride the first `races` races of a plan and write them to a new file. Returns the number of actions in it."""
    if races < 1:
        raise BadOptionError(f"a data set needs at least one race, not {races}")
    check(out)
    total, group = 0, SMALL_GROUP if plan.thinks else GROUP
    schema = _schema(plan, races, command)
    with writing(out, schema) as write:
        for first in range(0, races, group):
            written = _group(plan, first, min(group, races - first), on_progress)
            write(_table(plan, first, written, schema))
            total += sum(len(one.actions) for one in written)
    return total


def check(out: Path) -> None:
    """Refuse a file that can't be written, before anything is ridden."""
    arrow("data sets")
    if out.suffix != ".parquet":
        raise ParcoursError(f"{out}: a data set must be a .parquet file")
    if out.exists():
        raise ParcoursError(f"{out}: already exists: delete it, or choose another name")
    if not out.parent.is_dir():
        raise ParcoursError(f"{out}: there is no folder {out.parent}")


def _group(plan: Plan, first: int, count: int, on_progress: OnProgress) -> list[Written]:
    """Ride the races of a row group, in order: all at once or, if a bot thinks, one by one on all cores."""
    size = 1 if plan.thinks else count
    parts = [Part(plan, number, min(size, first + count - number)) for number in range(first, first + count, size)]
    found: dict[int, Written] = {}
    for number, written in do_parts(write_down, parts, threads=at_once(plan)):
        found[number] = written
        on_progress(first + sum(len(one.lengths) for one in found.values()))
    return [found[number] for number in range(len(parts))]


def _schema(plan: Plan, races: int, command: str) -> Any:
    pa = arrow("data sets")
    word = pa.dictionary(pa.int8(), pa.string())
    kinds = {
        "race": pa.int64(), "seed": pa.int64(), "game": word, "rules": pa.int16(), "teams": pa.int8(), "course": word,
        **{option.name: word if option.choices else pa.bool_() for option in plan.game.options},
        "bots": pa.list_(pa.string()), "places": pa.list_(pa.int8()), "points": pa.list_(pa.int32()),
        "turns": pa.int32(), "actors": pa.list_(pa.int8()), "actions": pa.list_(pa.int16()),
    }  # fmt: skip
    return pa.schema(kinds, {KEY: json.dumps(set_up(plan, races, command), ensure_ascii=False)})


def set_up(plan: Plan, races: int, command: str = "") -> dict[str, Any]:
    """Everything needed to ride the races again, and what each action means."""
    game = plan.game
    bots = [bot for bot in map(game.bot, dict.fromkeys(plan.bots)) if bot.thinks]
    return {
        "format": FORMAT,
        "game": game.id,
        "rules": game.rules.VERSION,
        "races": races,
        "seed": plan.seed,
        "teams": plan.teams,
        "bots": list(plan.bots),
        "course": {"id": plan.course.id, **plain_course(plan.course)},
        "options": plan.options,
        "thinkers": {bot.name: {"named": full_name(bot), "fingerprint": fingerprint(game, bot)} for bot in bots},
        "words": [str(game.code_words(code)) for code in range(game.actions)],
        "command": command,
        "made_by": dict(versions()),
    }


def _table(plan: Plan, first: int, written: Sequence[Written], schema: Any) -> Any:
    """The races as a table, one row each."""
    pa = arrow("data sets")
    lengths = np.concatenate([one.lengths for one in written])
    count, teams = len(lengths), plan.teams

    def lists(values: Sequence[NDArray[Any]], lengths: NDArray[Any], kind: Any) -> Any:
        ends = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32)
        return pa.ListArray.from_arrays(pa.array(ends), pa.array(np.concatenate(values).ravel(), kind))

    seats = np.full(count, teams)
    columns = {
        "race": np.arange(first, first + count),
        "seed": np.full(count, plan.seed),
        "game": pa.repeat(plan.game.id, count),
        "rules": np.full(count, plan.game.rules.VERSION),
        "teams": seats,
        "course": pa.repeat(plan.course.id, count),
        **{name: pa.repeat(value, count) for name, value in plan.options.items()},
        "bots": pa.ListArray.from_arrays(
            pa.array(np.arange(count + 1, dtype=np.int32) * teams), pa.array(list(plan.bots) * count)
        ),
        "places": lists([one.places for one in written], seats, pa.int8()),
        "points": lists([one.points for one in written], seats, pa.int32()),
        "turns": np.concatenate([one.turns for one in written]),
        "actors": lists([one.actors for one in written], lengths, pa.int8()),
        "actions": lists([one.actions for one in written], lengths, pa.int16()),
    }
    return pa.table([pa.array(columns[field.name]).cast(field.type) for field in schema], schema=schema)


# --------------------------------------------------------------------------------------------- reading


def replay(path: Path | str, row: int = 0) -> Match:
    """The race in one row of a file, ridden again: it can be looked at, taken back and branched like any other."""
    if row >= 0:
        for match in replays(path, row):
            return match
    raise ParcoursError(f"{path}: there is no row {row}")


def replays(path: Path | str, first: int = 0) -> Iterator[Match]:
    """The races of a file, one after the other, from the row `first` on. Each must end with the places that the file
    holds."""
    file = Path(path)
    with reading(file, "a data set") as opened:
        setup = _setup_of(file, set_up_in(file, opened.schema_arrow, KEY, "a data set", FORMAT))
        row = 0
        for group in range(opened.num_row_groups):
            rows = opened.metadata.row_group(group).num_rows
            if row + rows > first:
                table = opened.read_row_group(group, columns=["places", "actions"])
                for number in range(max(0, first - row), rows):
                    yield _ridden(
                        file, row + number, setup, {name: table[name][number].as_py() for name in ("places", "actions")}
                    )
            row += rows


def _ridden(file: Path, row: int, setup: Setup, told: dict[str, list[int]]) -> Match:
    try:
        match = Match.replayed(setup, told["actions"])
    except IllegalActionError as error:
        raise ParcoursError(f"{file}, row {row}: {error}") from None
    places = {standing.seat: standing.place for standing in match.standings()}
    if [places[seat] for seat in range(setup.teams)] != told["places"]:
        raise ParcoursError(f"{file}, row {row}: its places do not match its actions")
    return match


def _setup_of(file: Path, told: dict[str, Any]) -> Setup:
    game = find_game(told["game"])
    if told["rules"] != game.rules.VERSION:
        raise ParcoursError(
            f"{file}: was ridden under version {told['rules']} of the rules; "
            f"this version of Parcours has version {game.rules.VERSION}"
        )
    course = course_of(game, told["course"]["id"], told["course"])
    options = game.checked_options(told["teams"], told["options"])
    return Setup(game, told["teams"], course, options, tuple(told["bots"]), told["seed"], manual_chance=True)

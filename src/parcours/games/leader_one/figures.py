"""Leader 1 in figures: how its stages are won, in many races between its own bots."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine import kernel
from parcours.engine.batch import Batch
from parcours.engine.chance import LUCK, keys_of
from parcours.engine.figures import Table, with_bounds
from parcours.engine.record import new_races
from parcours.engine.statistics import wilson
from parcours.games.leader_one import courses
from parcours.games.leader_one.game import GAME
from parcours.games.leader_one.hexes import read_hex
from parcours.games.leader_one.state import CLIMBER, FIELD, FROM_ATTACK, FROM_BUNCH, FROM_ROAD, HOME, LEADER, ROULEUR

Array = NDArray[Any]

TEAMS = 4
LONG_AWAY = 4
"""A winner who was away for this many turns or more won by a breakaway; one with fewer turns, by a late attack."""
WON_COLUMNS = (
    "stage", "races", "breakaway", "95% from", "to", "late attack", "attack in the last turn", "with the bunch",
    "winner away, turns", "turns", "winner's energy left", "energy left",
)  # fmt: skip
TYPE_COLUMNS = ("stage", "flat", "false flat", "mountain", "descent", "rouleur", "leader", "climber")


@dataclass(frozen=True)
class Ridden:
    """Races that were watched: how they ended, how many turns each rider was away at the end, and all attacks, caught
    and not caught, by the rows still to go."""

    races: Any
    turns_away: Array
    attacks: Array


def figures(races: int, seed: int) -> list[Table]:
    """For every stage, this many races of four road captains: breakaways, energy left, and which type wins."""
    won: list[tuple[object, ...]] = []
    attacks: list[tuple[object, ...]] = []
    types: list[tuple[object, ...]] = []
    for course in GAME.course_names:
        ridden = _ride(course, races, seed)
        name = GAME.course(course).name
        won.append((name, races, *_how_won(ridden)))
        attacks.append((name, *_survival(ridden)))
        types.append((name, *_terrains(course), *_wins_by_type(ridden.races)))
    return [
        Table("How stages are won (shares of the races)", WON_COLUMNS, won),
        Table("Attacks a race and the share that is not caught, by rows to go", _attack_columns(), attacks),
        Table("Wins by type of rider (hexes of each terrain, shares of the races)", TYPE_COLUMNS, types),
    ]


@cache
def _watch() -> ModuleType:
    """The loop that watches races, compiled with the game's own loops."""
    names = ("act", "apply_chance", "bot_choice", "roll")
    given = {name: getattr(GAME.loops, name) for name in names}
    return kernel.load_per_game("parcours.games.leader_one.watched", "../games/leader_one/watch.py", **given)


def _ride(course: str, count: int, seed: int) -> Ridden:
    """Ride races on a stage with four road captains, on all cores."""
    watch, batch = _watch(), GAME.batch(count, teams=TEAMS, seed=seed, course=course)
    edges = np.linspace(0, count, batch.threads + 1).astype(int).tolist()
    gone = np.full((count, FIELD), watch.NOT_AWAY, np.int16)
    turns = np.zeros((count, FIELD), np.int16)
    tries = np.zeros((batch.threads, watch.BANDS, 2), np.int64)
    ride = _riding(watch, batch, gone, turns)
    GAME.make_ready("ride_and_watch", lambda: ride(0, 0, tries[0]))
    with ThreadPoolExecutor(batch.threads) as pool:
        list(pool.map(ride, edges[:-1], edges[1:], tries))
    return Ridden(batch.races, turns, tries.sum(axis=0))


def _riding(watch: ModuleType, batch: Batch, gone: Array, turns: Array) -> Callable[[int, int, Array], None]:
    luck = keys_of(batch.seed, batch.first, batch.count, LUCK)
    keys = np.stack([keys_of(batch.seed, batch.first, batch.count, 1 + seat) for seat in range(TEAMS)], axis=1)
    kinds = np.full(TEAMS, GAME.bots[-1].kind, np.int64)

    def ride(first: int, last: int, tries: Array) -> None:
        buffers = (GAME.codes_buffer(), GAME.chances_buffer(), new_races(1, GAME.record))
        watch.ride_and_watch(
            batch.races, first, last, batch.course.road, kinds, luck, keys, *buffers, gone, turns, tries
        )

    return ride


def _how_won(ridden: Ridden) -> tuple[object, ...]:
    """How the winners finished, how long it took, and what energy was left."""
    races = ridden.races
    first, home = races["place"] == 1, races["status"] == HOME
    won = first & home
    how = Counter(races["home_as"][won].tolist())
    away = ridden.turns_away[won & (races["home_as"] == FROM_ROAD)]
    winners, everybody = races["energy"][won], races["energy"][home]
    long_away = int((away >= LONG_AWAY).sum())
    return (
        *with_bounds(wilson(long_away, len(races))),
        round((how[FROM_ROAD] - long_away) / len(races), 3),
        round(how[FROM_ATTACK] / len(races), 3),
        round(how[FROM_BUNCH] / len(races), 3),
        round(float(away.mean()), 1) if len(away) else None,
        round(float(races["turn"].mean()), 1),
        round(float(winners.mean()), 1) if len(winners) else None,
        round(float(everybody.mean()), 1) if len(everybody) else None,
    )


def _attack_columns() -> tuple[str, ...]:
    watch = _watch()
    bands = [f"{band * watch.BAND} to {band * watch.BAND + watch.BAND - 1}" for band in range(watch.BANDS - 1)]
    bands.append(f"{(watch.BANDS - 1) * watch.BAND} or more")
    return ("stage", *(column for band in bands for column in (band, "not caught")))


def _survival(ridden: Ridden) -> tuple[object, ...]:
    """For each band of rows to go: attacks per race, and the share of them that was not caught."""
    told: list[object] = []
    for caught, survived in ridden.attacks.tolist():
        number = caught + survived
        told += [round(number / len(ridden.races), 2), round(survived / number, 3) if number else None]
    return tuple(told)


def _terrains(course: str) -> tuple[int, ...]:
    """How many hexes of each terrain a stage has."""
    sides = [read_hex(written)[0] for written in courses.hexes_of(GAME.course(course))]
    found = Counter(side.terrain for side in sides if side)
    return tuple(found[terrain] for terrain in ("flat", "false_flat", "mountain", "descent"))


def _wins_by_type(races: Any) -> tuple[float, ...]:
    kinds = Counter(races["kind"][races["place"] == 1].tolist())
    return tuple(round(kinds[kind] / len(races), 3) for kind in (ROULEUR, LEADER, CLIMBER))

"""Baselines: every bot of a game against the same opponents, with 95% intervals.

The bot has one seat, and the game's own strongest bot has all others. A set is a race ridden several times under the
same luck, with the bot in each seat in turn; it counts as one observation. All bots ride the same sets, and bots that
search get a number of iterations, not a time, so the same command gives the same figures everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.bots.levels import AMATEUR, ELITE, NOVICE, Level
from parcours.bots.named import seated
from parcours.engine.game import RANDOM_BOT, Bot, Game
from parcours.engine.statistics import Interval, mean_of, share_of
from parcours.errors import BadOptionError
from parcours.lab.cluster import do_parts
from parcours.lab.simulate import Part, at_once, make_plan, make_ready, parts_of, points_of

CHAMPION = "champion@400"
"""The strongest bot. At the table it thinks for a time, here for a number of iterations."""


@dataclass(frozen=True)
class Baseline:
    """How a bot does against the game's own bot: a shared win counts as a part of one."""

    bot: str
    iterations: int
    """The iterations for each decision; 0 if the bot does not search."""
    sets: int
    wins: Interval
    place: Interval
    points: Interval


@dataclass(frozen=True)
class SeatResults:
    """The results of a bot in one seat in some races."""

    won: NDArray[np.float64]
    places: NDArray[np.float64]
    points: NDArray[np.float64]


def opponent(game: Game) -> Bot:
    """The bot that every measured bot rides against."""
    return game.bots[-1]


def usual_bots(game: Game) -> tuple[str, ...]:
    """The bots that come with a game, from the random one to the strongest."""
    own = [bot.name for bot in game.bots if bot.name != RANDOM_BOT.name]
    return (RANDOM_BOT.name, *own, NOVICE.name, AMATEUR.name, ELITE.name, CHAMPION)


def measure(
    game: Game,
    bots: Sequence[str] = (),
    *,
    teams: int | None = None,
    sets: int = 2000,
    searched: int = 20,
    seed: int = 0,
    on_measuring: Callable[[str], object] = lambda what: None,
    ray: str | None = None,
) -> Iterator[Baseline]:
    """The baselines of a game, each as soon as it is ridden. Bots that search ride `searched` sets, all others
    `sets`."""
    if min(sets, searched) < 1:
        raise BadOptionError(f"a baseline needs at least one set of races, not {min(sets, searched)}")
    riders = [_checked(game, name) for name in bots or usual_bots(game)]
    size = game.default_teams if teams is None else teams
    for bot in riders:
        number = searched if bot.thinks else sets
        on_measuring(f"{game.name}: {bot.name}, {number * size:,} races")
        yield _baseline(game, bot, size, number, seed, ray)


def _checked(game: Game, name: str) -> Bot:
    bot = seated(game, name)
    if isinstance(bot, Level) and not bot.iterations:
        raise BadOptionError(f"{name} thinks by the clock, so its races can't be repeated: use {name}@400")
    return bot


def _baseline(game: Game, bot: Bot, teams: int, sets: int, seed: int, ray: str | None) -> Baseline:
    found = [_in_seat(game, bot, seat, teams, sets, seed, ray) for seat in range(teams)]
    won, places, points = (np.mean([getattr(one, of) for one in found], axis=0) for of in ("won", "places", "points"))
    iterations = bot.iterations if isinstance(bot, Level) else 0
    wins = share_of(won) if bot != opponent(game) else Interval(1 / teams, None, None)  # one race, seen from each seat
    return Baseline(bot.name, iterations, sets, wins, mean_of(places), mean_of(points))


def _in_seat(game: Game, bot: Bot, seat: int, teams: int, sets: int, seed: int, ray: str | None) -> SeatResults:
    """Ride all sets with the bot in this seat."""
    names = [opponent(game).name] * teams
    names[seat] = bot.name
    plan = make_plan(game, names, teams=teams, seed=seed)
    make_ready(plan)
    parts = parts_of(plan, sets, ray)
    ridden = dict(do_parts(partial(_ride, seat=seat), parts, ray, at_once(plan)))
    columns: list[Any] = [np.concatenate([ridden[n][i] for n in range(len(parts))]) for i in range(3)]
    return SeatResults(*columns)


def _ride(part: Part, seat: int) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """For each race of a part: the bot's share of the win, its place, its points."""
    batch, places = part.ride()
    first = places == 1
    won = first[:, seat] / first.sum(axis=1)
    return won, places[:, seat].astype(np.float64), np.asarray(points_of(batch)[:, seat], np.float64)

"""How fast the search is: play-outs per second on one core, and how long each level takes for a decision."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from parcours.bots.levels import LEVELS, Level
from parcours.bots.search import Budget, Searcher
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.statistics import Spread, Waits, spread, waits
from parcours.games import find_game

SEED = 1
POSITIONS = 8
"""How many positions of one race, from its start to near its end, are searched."""
ITERATIONS = 200
DECISIONS = 48
"""How many decisions are timed for a level that thinks for a time. For other levels, all decisions of a race are
timed."""


@dataclass
class SearchFigures:
    """What was measured for the search in one game."""

    game: str
    guided: Spread
    """Play-outs per second, ridden by the game's own bot."""
    free: Spread
    """Play-outs per second with random actions, as in other libraries."""
    levels: dict[str, Waits]
    """How long each level takes for a decision, on all cores."""
    peers: dict[str, Spread | str] = field(default_factory=dict)

    def plain(self) -> dict[str, Any]:
        """As dictionaries, ready for JSON."""
        told = asdict(self)
        told["peers"] = {
            name: {"missing": found} if isinstance(found, str) else asdict(found) | {"ratio": self.ratio(found)}
            for name, found in self.peers.items()
        }
        return told

    def ratio(self, peer: Spread) -> float:
        """How many times a peer's play-outs per second we reach on one core, both with random actions."""
        return self.free.median / peer.median


def bench_search(
    games: Sequence[str],
    *,
    runs: int = 5,
    peers: bool = False,
    on_measuring: Callable[[str], object] = lambda what: None,
) -> Iterator[SearchFigures]:
    """Measure the search in games, one after the other; each rate is the median of several runs."""
    theirs: dict[str, Spread | str] = {}
    if peers:
        from parcours.lab.peers import measure_search

        on_measuring("other libraries")
        theirs = {n: found if isinstance(found, str) else spread(found) for n, found in measure_search(runs).items()}
    for name in games:
        yield _bench_game(find_game(name), runs, theirs, on_measuring)


def _bench_game(
    game: Game, runs: int, peers: dict[str, Spread | str], on_measuring: Callable[[str], object]
) -> SearchFigures:
    on_measuring(f"{game.name}: play-outs")
    races, own = positions(game, POSITIONS), game.search_parameters
    _rate(races, own)
    guided = spread([_rate(races, own) for _ in range(runs)])
    free = spread([_rate(races, own._replace(guide=0.0)) for _ in range(runs)])
    levels = {}
    for level in LEVELS:
        on_measuring(f"{game.name}: decisions of {level.name}")
        levels[level.name] = waits(times_of_a_sample(game, level) if level.seconds else times_of_a_race(game, level))
    return SearchFigures(game.id, guided, free, levels, peers)


def positions(game: Game, count: int) -> list[Match]:
    """Positions of one race ridden by the game's own bot, evenly spread, in which a seat has a choice."""
    race, usual = game.start(seed=SEED), game.bots[-1]
    chosen_at = []
    while not race.over:
        if len(race.legal()) > 1:
            chosen_at.append(len(race.actions))
        race.play(race.choice_of(usual))
    return [race.at(chosen_at[number * len(chosen_at) // count]) for number in range(count)]


def _rate(races: Sequence[Match], how: SearchParameters) -> float:
    """Play-outs per second over these positions, on one core."""
    iterations, seconds = 0, 0.0
    for race in races:
        searcher = Searcher(race.game, race.setup.course, race.view_races(race.actor), SEED, how)
        found = searcher.run(Budget(iterations=ITERATIONS), threads=1)
        iterations, seconds = iterations + found.iterations, seconds + found.seconds
    return iterations / seconds


def times_of_a_race(game: Game, level: Level) -> list[float]:
    """Seconds that a level takes for each of its choices in a race with itself in all seats."""
    race, times = game.start(seed=SEED), []
    while not race.over:
        forced = len(race.legal()) == 1
        began = time.perf_counter()
        action = race.choice_of(level)
        if not forced:
            times.append(time.perf_counter() - began)
        race.play(action)
    return times


def times_of_a_sample(game: Game, level: Level) -> list[float]:
    """Seconds that a level takes for each choice in a sample of positions, from the start of a race to near its end."""
    times = []
    for race in positions(game, DECISIONS):
        began = time.perf_counter()
        race.choice_of(level)
        times.append(time.perf_counter() - began)
    return times

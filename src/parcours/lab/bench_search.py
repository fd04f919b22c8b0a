"""How fast the search is: play-outs a second on one core, and how long the strongest level takes for a decision."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from parcours.bots.levels import LEVELS
from parcours.bots.search import Budget, Searcher
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.games import find_game
from parcours.lab.stats import Spread, spread

SEED = 1
POSITIONS = 8
"""So many positions of one race, from its start to near its end, are searched from."""
ITERATIONS = 200
DECISIONS = 24
"""So many decisions of the strongest level are timed."""


@dataclass
class SearchFigures:
    """What was measured of the search in one game."""

    game: str
    guided: Spread
    """Play-outs a second, ridden by the game's own bot."""
    free: Spread
    """Play-outs a second, anything being done: what other libraries do."""
    median_s: float
    slow_s: float
    """Half, and 99 of 100, decisions of the strongest level took no longer, on all cores."""
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
        """How many times as many play-outs a second one core makes as a peer does, anything being done in both."""
        return self.free.median / peer.median


def bench_search(
    games: Sequence[str], *, runs: int = 5, peers: bool = False, told: Callable[[str], object] = lambda what: None
) -> list[SearchFigures]:
    """Measure the search in games; each rate is the median of several runs."""
    measured = []
    for name in games:
        game = find_game(name)
        told(f"{game.name}: play-outs")
        races = positions(game)
        _rate(races, 1.0)
        guided = spread([_rate(races, 1.0) for _ in range(runs)])
        free = spread([_rate(races, 0.0) for _ in range(runs)])
        told(f"{game.name}: decisions")
        times = sorted(decision_times(races))
        measured.append(
            SearchFigures(
                name, guided, free, times[len(times) // 2], times[min(len(times) - 1, int(0.99 * len(times)))]
            )
        )
    if peers:
        from parcours.lab.peers import measure_search

        told("other libraries")
        rates = measure_search(runs=runs)
        for figures in measured:
            figures.peers = {n: found if isinstance(found, str) else spread(found) for n, found in rates.items()}
    return measured


def positions(game: Game) -> list[Match]:
    """Positions of one race ridden by the game's own bot, evenly spread, in which a seat has a choice."""
    race = game.start(seed=SEED)
    while not race.over:
        race.play(race.choice_of(game.bots[-1]))
    found = []
    for number in range(POSITIONS):
        at = number * len(race.actions) // POSITIONS
        while race.at(at).actor < 0 or len(race.at(at).legal()) < 2:
            at += 1
        found.append(race.at(at))
    return found


def _rate(races: Sequence[Match], kind: float) -> float:
    """Play-outs a second over these positions, on one core."""
    iterations, seconds = 0, 0.0
    for race in races:
        how = race.game.search_weights._replace(kind=kind)
        searcher = Searcher(race.game, race.setup.course, race.view_races(race.actor), SEED, how)
        found = searcher.run(Budget(iterations=ITERATIONS), threads=1)
        iterations, seconds = iterations + found.iterations, seconds + found.seconds
    return iterations / seconds


def decision_times(races: Sequence[Match]) -> list[float]:
    """Seconds that the strongest level takes, on all cores."""
    times = []
    for number in range(DECISIONS):
        race = races[number % len(races)]
        began = time.perf_counter()
        race.choice_of(LEVELS[-1], number)
        times.append(time.perf_counter() - began)
    return times

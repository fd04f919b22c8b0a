"""How fast it is: moves a second on one core and on all, a move from Python, and the start of a program."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from parcours.engine.batch import Batch
from parcours.engine.game import Game
from parcours.engine.statistics import Spread, spread
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import find_game

SEED = 1
RUN_SECONDS = 0.5
"""About how long one timed run lasts."""
TRIAL, MOST_RACES = 256, 200_000
"""Races that find out how many make a run, and the most that are ridden at once."""
COLD_RUNS = 3
"""Compiling takes long: it is never measured more often than this."""
LABELS = {
    "one_core": "one core, moves a second",
    "all_cores": "all cores, moves a second",
    "python_step_us": "a move from Python, microseconds",
    "warm_start_s": "import to first move, seconds",
    "cold_compile_s": "the same, rules not compiled",
    "gpu": "GPU, moves a second",
}

Told = Callable[[str], object]
"""Hears what is being measured."""

_FIRST_MOVE = """
import sys, time
began = time.perf_counter()
import parcours
race = parcours.game(sys.argv[1]).start()
race.play(race.legal()[0])
print(time.perf_counter() - began)
"""


@dataclass
class Figures:
    """What was measured of one game. A missing peer or GPU is told in a line instead of its figure."""

    game: str
    own: dict[str, Spread] = field(default_factory=dict)
    gpu_missing: str = ""
    peers: dict[str, Spread | str] | None = None

    def ratio(self, peer: str) -> float | None:
        """How many times as many moves a second one core makes as a peer does."""
        theirs = (self.peers or {}).get(peer)
        return self.own["one_core"].median / theirs.median if isinstance(theirs, Spread) else None

    def plain(self) -> dict[str, Any]:
        """As dictionaries, ready for JSON."""
        told: dict[str, Any] = {name: asdict(figure) for name, figure in self.own.items()}
        if self.gpu_missing:
            told["gpu"] = {"missing": self.gpu_missing}
        if self.peers is not None:
            told["peers"] = {name: self._peer(name, found) for name, found in self.peers.items()}
        return told

    def _peer(self, name: str, found: Spread | str) -> dict[str, Any]:
        if isinstance(found, str):
            return {"missing": found}
        return asdict(found) | {"ratio": self.ratio(name)}


def bench(
    games: Sequence[str],
    *,
    runs: int = 5,
    peers: bool = False,
    gpu: bool = False,
    cold: bool = True,
    told: Told = lambda what: None,
) -> Iterator[Figures]:
    """Measure games, each told as soon as it is done: each figure the median of several runs, with the lowest and the
    highest. `cold`: how long it takes with nothing compiled, too."""
    if runs < 1:
        raise BadOptionError(f"a benchmark needs at least one run, not {runs}")
    rates = None
    if peers:
        told("other libraries")
        rates = peer_rates(runs)
    for name in games:
        figures = _bench_game(find_game(name), runs, gpu, cold, told)
        figures.peers = rates
        yield figures


def _bench_game(game: Game, runs: int, gpu: bool, cold: bool, told: Told) -> Figures:
    measures: dict[str, Callable[[], list[float]]] = {
        "one_core": lambda: play_out_rates(game, runs, threads=1),
        "all_cores": lambda: play_out_rates(game, runs, threads=None),
        "python_step_us": lambda: python_steps(game, runs),
        "warm_start_s": lambda: warm_starts(game.id, runs),
        "cold_compile_s": lambda: cold_starts(game.id, min(runs, COLD_RUNS)),
    }
    if not cold:
        del measures["cold_compile_s"]
    figures = Figures(game.id)
    for name, measure in measures.items():
        told(f"{game.name}: {LABELS[name]}")
        figures.own[name] = spread(measure())
    if gpu:
        told(f"{game.name}: {LABELS['gpu']}")
        _add_gpu(figures, runs)
    return figures


def play_out_rates(game: Game, runs: int, threads: int | None) -> list[float]:
    """Moves a second of whole races of random legal play; setting them up is included."""
    trial = game.batch(TRIAL, seed=SEED, threads=threads)
    _ride_again(trial)
    races = int(TRIAL * RUN_SECONDS / max(_ride_again(trial), 1e-6))
    batch = game.batch(max(1, min(races, MOST_RACES)), seed=SEED, threads=threads)
    return [batch.last_actions / seconds for seconds in (_ride_again(batch) for _ in range(runs))]


def _ride_again(batch: Batch) -> float:
    """Ride all races of a batch from their start. Seconds taken."""
    began = time.perf_counter()
    batch.restart()
    batch.play_out()
    return time.perf_counter() - began


def python_steps(game: Game, runs: int) -> list[float]:
    """Microseconds a move of one race stepped from Python: `legal()`, any of them, `play()`."""
    pick = random.Random(SEED).random
    _step_race(game, 0, pick)
    figures = []
    for _ in range(runs):
        moves, seconds, race = 0, 0.0, 0
        while seconds < RUN_SECONDS:
            made, taken = _step_race(game, race, pick)
            moves, seconds, race = moves + made, seconds + taken, race + 1
        figures.append(1e6 * seconds / moves)
    return figures


def _step_race(game: Game, seed: int, pick: Callable[[], float]) -> tuple[int, float]:
    """Ride one race from Python: moves made, seconds taken."""
    race, moves = game.start(seed=seed), 0
    began = time.perf_counter()
    while not race.over:
        actions = race.legal()
        race.play(actions[int(pick() * len(actions))])
        moves += 1
    return moves, time.perf_counter() - began


def warm_starts(game_id: str, runs: int) -> list[float]:
    """Seconds from `import parcours` to the first move in a new process, the compiled rules being on disk."""
    _first_move(game_id)
    return [_first_move(game_id) for _ in range(runs)]


def cold_starts(game_id: str, runs: int) -> list[float]:
    """The same with nothing on disk: the rules that one race needs are compiled."""
    figures = []
    for _ in range(runs):
        with tempfile.TemporaryDirectory(prefix="parcours-") as folder:
            figures.append(_first_move(game_id, PARCOURS_CACHE=folder))
    return figures


def _first_move(game_id: str, **environment: str) -> float:
    command = [sys.executable, "-c", _FIRST_MOVE, game_id]
    done = subprocess.run(command, env=os.environ | environment, capture_output=True, text=True, check=False)
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["it said nothing"])[-1]
        raise ParcoursError(f"{game_id}: a new process could not ride its first move: {last}")
    return float(done.stdout.split()[-1])


def peer_rates(runs: int) -> dict[str, Spread | str]:
    """Moves a second of other libraries, or why there are none."""
    from parcours.lab import peers

    measured = peers.measure(runs=runs)
    return {name: found if isinstance(found, str) else spread(found) for name, found in measured.items()}


def _add_gpu(figures: Figures, runs: int) -> None:
    from parcours.lab import gpu

    if gpu.available():
        figures.own["gpu"] = spread(gpu.measure(figures.game, runs=runs))
    else:
        figures.gpu_missing = gpu.why_not()

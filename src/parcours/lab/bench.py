"""How fast Parcours is: moves per second on one core and on all, a move from Python, and the start of a program."""

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
from parcours.lab import peers as others
from parcours.lab.peers import Peer, Rate

SEED = 1
RUN_SECONDS = 0.5
"""About how long one timed run lasts."""
TRIAL, MOST_RACES = 256, 200_000
"""How many races the trial rides (its speed decides how many make a timed run), and the most that make one."""
COLD_RUNS = 3
"""Compiling takes long, so it is measured at most this many times."""
LABELS = {
    "one_core": "one core, moves a second",
    "one_core_races": "one core, whole races a second",
    "all_cores": "all cores, moves a second",
    "python_step_us": "a move from Python, microseconds",
    "python_races": "from Python, whole races a second",
    "warm_start_s": "import to first move, seconds",
    "cold_compile_s": "the same, rules not compiled",
    "gpu": "GPU, moves a second",
}

OnMeasuring = Callable[[str], object]
"""Called with what is being measured."""
OnFigure = Callable[[str, str, Any], object]
"""Called with each figure as soon as it is known: its game (or "other libraries"), its name, and the figure."""
OTHERS = "other libraries"

_FIRST_MOVE = """
import sys, time
began = time.perf_counter()
import parcours
race = parcours.game(sys.argv[1]).start()
race.play(race.legal()[0])
print(time.perf_counter() - began)
"""


@dataclass(frozen=True)
class PeerFigures:
    """What was measured for another library."""

    compiled: bool
    """Whether the library's own compiled loop played the games, rather than Python."""
    moves: Spread
    games: Spread


@dataclass
class Figures:
    """What was measured for one game. If a peer or the GPU is missing, a line of text takes the place of its figure."""

    game: str
    own: dict[str, Spread] = field(default_factory=dict)
    gpu_missing: str = ""
    peers: dict[str, PeerFigures | str] | None = None

    def rate(self, compiled: bool) -> Rate:
        """The median rate of one core, by the compiled loop or from Python."""
        if compiled:
            return Rate(self.own["one_core"].median, self.own["one_core_races"].median)
        return Rate(1e6 / self.own["python_step_us"].median, self.own["python_races"].median)

    def ratio(self, peer: PeerFigures) -> Rate:
        """How many times the peer's moves and whole games per second we reach, measured in the same way."""
        ours = self.rate(peer.compiled)
        return Rate(ours.moves / peer.moves.median, ours.games / peer.games.median)

    def plain(self) -> dict[str, Any]:
        """As dictionaries, ready for JSON."""
        on_measuring: dict[str, Any] = {name: asdict(figure) for name, figure in self.own.items()}
        if self.gpu_missing:
            on_measuring["gpu"] = {"missing": self.gpu_missing}
        if self.peers is not None:
            on_measuring["peers"] = {name: self._peer(found) for name, found in self.peers.items()}
        return on_measuring

    def _peer(self, found: PeerFigures | str) -> dict[str, Any]:
        if isinstance(found, str):
            return {"missing": found}
        return asdict(found) | {"ratio": asdict(self.ratio(found))}


def bench(
    games: Sequence[str],
    *,
    runs: int = 5,
    peers: bool = False,
    gpu: bool = False,
    cold: bool = True,
    on_measuring: OnMeasuring = lambda what: None,
    on_figure: OnFigure = lambda of, name, figure: None,
) -> Iterator[Figures]:
    """Measure games, and yield each as soon as it is done. Each figure is the median of several runs, with the lowest
    and the highest. With `cold`, a start with nothing compiled is measured, too.

    What runs on one core is timed by the processor time it takes, so that other work on the machine hardly counts."""
    if runs < 1:
        raise BadOptionError(f"a benchmark needs at least one run, not {runs}")
    rates = None
    if peers:
        on_measuring(OTHERS)
        rates = peer_figures(runs, on_figure)
    for name in games:
        figures = _bench_game(find_game(name), runs, gpu, cold, on_measuring, on_figure)
        figures.peers = rates
        yield figures


def _bench_game(
    game: Game, runs: int, gpu: bool, cold: bool, on_measuring: OnMeasuring, on_figure: OnFigure
) -> Figures:
    figures = Figures(game.id)

    def about(name: str) -> None:
        on_measuring(f"{game.name}: {LABELS[name]}")

    def keep(name: str, found: list[float]) -> None:
        figures.own[name] = spread(found)
        on_figure(game.id, LABELS[name], figures.own[name])

    about("one_core")
    rates = play_out_rates(game, runs, threads=1)
    keep("one_core", [rate.moves for rate in rates])
    keep("one_core_races", [rate.games for rate in rates])
    about("all_cores")
    keep("all_cores", [rate.moves for rate in play_out_rates(game, runs, threads=None)])
    about("python_step_us")
    rates = python_rates(game, runs)
    keep("python_step_us", [1e6 / rate.moves for rate in rates])
    keep("python_races", [rate.games for rate in rates])
    about("warm_start_s")
    keep("warm_start_s", warm_starts(game.id, runs))
    if cold:
        about("cold_compile_s")
        keep("cold_compile_s", cold_starts(game.id, min(runs, COLD_RUNS)))
    if gpu:
        from parcours.lab import gpu as on_gpu

        about("gpu")
        if on_gpu.available():
            keep("gpu", on_gpu.measure(game.id, runs=runs))
        else:
            figures.gpu_missing = on_gpu.why_not()
            on_figure(game.id, LABELS["gpu"], figures.gpu_missing)
    return figures


def play_out_rates(game: Game, runs: int, threads: int | None) -> list[Rate]:
    """The rates of whole races of random legal play, including their set-up. One thread is timed by processor time,
    several by the clock on the wall."""
    trial = game.batch(TRIAL, seed=SEED, threads=threads)
    _ride_again(trial)
    races = int(TRIAL * RUN_SECONDS / max(_ride_again(trial), 1e-6))
    batch = game.batch(max(1, min(races, MOST_RACES)), seed=SEED, threads=threads)
    taken = [_ride_again(batch) for _ in range(runs)]
    return [Rate(batch.last_actions / seconds, batch.count / seconds) for seconds in taken]


def _ride_again(batch: Batch) -> float:
    """Ride all races of a batch from their start. Returns the seconds taken."""
    clock = time.thread_time if batch.threads == 1 else time.perf_counter
    began = clock()
    batch.restart()
    batch.play_out()
    return clock() - began


def python_rates(game: Game, runs: int) -> list[Rate]:
    """The rates of races that are stepped from Python: `legal()`, pick one, `play()`. Outcomes of chance don't count as
    moves. The time to start a race counts only in the rate of races. Everything that a race needs is compiled
    beforehand."""
    pick = random.Random(SEED).random
    subprocess.run(
        [sys.executable, "-m", "parcours.warming", "0", game.id, "ride"], stdout=subprocess.DEVNULL, check=False
    )
    _step_race(game, 0, pick)
    figures = []
    for _ in range(runs):
        moves, seconds, race, began = 0, 0.0, 0, time.thread_time()
        while seconds < RUN_SECONDS:
            made, taken = _step_race(game, race, pick)
            moves, seconds, race = moves + made, seconds + taken, race + 1
        figures.append(Rate(moves / seconds, race / (time.thread_time() - began)))
    return figures


def _step_race(game: Game, seed: int, pick: Callable[[], float]) -> tuple[int, float]:
    """Ride one race from Python. Returns the moves made and the seconds taken."""
    race, moves = game.start(seed=seed), 0
    began = time.thread_time()
    while not race.over:
        actions = race.legal()
        race.play(actions[int(pick() * len(actions))])
        moves += 1
    return moves, time.thread_time() - began


def warm_starts(game_id: str, runs: int) -> list[float]:
    """Seconds from `import parcours` to the first move in a new process, with the compiled rules on disk."""
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
        last = (done.stderr.strip().splitlines() or ["no error message"])[-1]
        raise ParcoursError(f"{game_id}: a new process could not make its first move: {last}")
    return float(done.stdout.split()[-1])


def peer_figures(runs: int, on_figure: OnFigure = lambda of, name, figure: None) -> dict[str, PeerFigures | str]:
    """The rates of other libraries, or why there are none."""
    figures: dict[str, PeerFigures | str] = {}
    for name, found in others.measure(runs=runs):
        figures[name] = found if isinstance(found, str) else _spread(found)
        on_figure(OTHERS, name, figures[name])
    return figures


def _spread(peer: Peer) -> PeerFigures:
    return PeerFigures(peer.compiled, spread([r.moves for r in peer.rates]), spread([r.games for r in peer.rates]))

"""The same rules on a GPU: one thread rides one race, and the races are those of the CPU, bit for bit.

It needs an NVIDIA GPU and the optional extra `gpu`:

    from parcours.lab import gpu
    if gpu.available():
        batch = parcours.game("breaking_away").batch(65536, seed=7)
        actions = gpu.play_out(batch)
"""

from __future__ import annotations

import warnings
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np
from numba import config
from numpy.typing import NDArray

from parcours.engine.batch import Batch
from parcours.engine.chance import CHANCE, LUCK, OVER, draw, keys_of
from parcours.engine.game import Game
from parcours.engine.kernel import COMPILED, rule
from parcours.engine.road import Road
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import find_game
from parcours.lab import gpu_linking

BLOCK = 32
"""Threads per block: one warp. Larger blocks crowd the cache and are slower."""
MOST_POOLED = 128
"""The most races that a warp keeps (`Game.pooled`)."""
PHASES = 128
"""Races are grouped by the low 7 bits of their phase, so that every phase in a byte has a group, negative ones too."""
ENDED = -1
AT_ONCE = 1 << 18
"""The most races that are on the GPU at a time: more of them make it no faster."""

Array = NDArray[Any]

cuda: Any = None
"""Numba's CUDA part, once `_load_cuda` has loaded it. (The simulator wants it to be a global.)"""


def available() -> bool:
    """Whether races can be ridden on a GPU here."""
    return not why_not()


@cache
def why_not() -> str:
    """Why no races can be ridden on a GPU here, in one line; empty if they can."""
    if find_spec("numba_cuda") is None:
        return "numba-cuda is not installed: pip install 'parcours[gpu]'"
    try:
        _load_cuda()
    except Exception as error:
        return f"numba-cuda can't be loaded: {_gist(error)}"
    if simulated():
        return "CUDA's simulator runs only uncompiled rules: also set NUMBA_DISABLE_JIT=1" if COMPILED else ""
    if not COMPILED:
        return "the rules are not compiled: unset NUMBA_DISABLE_JIT"
    try:
        gpus = len(cuda.gpus)
    except Exception as error:
        return f"no usable NVIDIA GPU: {_gist(error)}"
    if gpus == 0:
        return "no usable NVIDIA GPU"
    if not cuda.is_available():
        return "CUDA's compiler (NVVM) was not found: pip install 'numba-cuda[cu13]', or [cu12] for an older driver"
    return ""


def name() -> str:
    """The GPU's name; empty if there is none."""
    if why_not() or simulated():
        return ""
    told = cuda.get_current_device().name
    return told.decode() if isinstance(told, bytes) else str(told)


def simulated() -> bool:
    """Whether Numba simulates a GPU: for debugging, and for tests on machines without a GPU."""
    return bool(getattr(config, "ENABLE_CUDASIM", 0))


def play_out(batch: Batch, places: NDArray[np.int8] | None = None) -> int:
    """Ride all races of a batch to their end with random bots, as `batch.play_out()` does. Returns the number of
    actions.

    The final states are in `batch.races`. If `places` is given, it gets the teams' final places, one row per race.
    """
    game, width = batch.game, batch.teams
    if places is not None and places.shape != (batch.count, width):
        raise BadOptionError(f"places must be an array of {batch.count} by {width}, not {places.shape}")
    kernel = _kernel(game)
    words = _words(batch.races, game)
    actions = 0
    for first in range(0, batch.count, AT_ONCE):
        part = slice(first, min(first + AT_ONCE, batch.count))
        sent = _send(batch, words[part], first)
        _launch(kernel, game, sent)
        sent[0].copy_to_host(words[part])
        if places is not None:
            places[part] = sent[-2].copy_to_host()[:, :width]
        actions += int(sent[-1].copy_to_host().sum(dtype=np.int64))
    batch.last_actions = actions
    batch._actor[:] = OVER
    return actions


def measure(game_id: str, races: int = 65536, runs: int = 5) -> list[float]:
    """Moves per second of random legal play, a figure per run. Each run has new races, sent to the GPU beforehand."""
    game = find_game(game_id)
    kernel = _kernel(game)
    batches = [game.batch(races, seed=run) for run in range(1 + runs)]
    sent = [_send(batch, _words(batch.races, game), 0) for batch in batches]
    marks = [cuda.event() for _ in range(2 + runs)]
    for mark, what in zip(marks, sent, strict=False):  # they are queued, so that the GPU never waits for Python
        mark.record()
        _launch(kernel, game, what)
    marks[-1].record()
    marks[-1].synchronize()
    seconds = [a.elapsed_time(b) / 1000 for a, b in pairwise(marks)]
    moves = [int(what[-1].copy_to_host().sum(dtype=np.int64)) for what in sent]
    return [count / time for count, time in zip(moves, seconds, strict=True)][1:]  # the first run was to warm up


# ------------------------------------------------------------------------------------------------- the kernel


def _load_cuda() -> None:
    global cuda
    if not hasattr(np, "row_stack"):
        # numba-cuda (seen up to 0.30) asks for this old name of vstack, which NumPy 2.5 has dropped.
        np.row_stack = np.vstack
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cuda = import_module("numba.cuda")


@cache
def _kernel(game: Game) -> Any:
    """The kernel that rides a game's races: the same as `loops.play_out` on the CPU, from the same functions."""
    if why_not():
        raise ParcoursError(f"can't race on a GPU here: {why_not()}")
    return compiled(_pooled(game) if game.pooled else _one_by_one(game))


def compiled(function: Any) -> Any:
    """A kernel made from a Python function."""
    return cuda.jit(function) if simulated() else gpu_linking.kernel(function)


def _one_by_one(game: Game) -> Any:
    """A kernel in which each thread rides one race to its end.

    The threads of a warp are fast while they all do the same. So the races of a warp wait for each other wherever a
    loop below ends: at a roll, and at the end of a turn. This does not change what happens in any race.
    """
    loops, most_legal = game.loops, game.most_legal
    actor, legal, act, roll, apply_chance, result = (
        loops.actor, loops.legal, loops.act, loops.roll, loops.apply_chance, loops.result
    )  # fmt: skip
    record, word = np.dtype((np.record, game.record)), _word(game)
    length = game.record.itemsize // word.itemsize
    turn_of = _turn_of if "turn" in (game.record.names or ()) else _no_turn

    def ride_all(
        words: Array, squares: Array, stretches: Array, lines: Array, table: Array, luck: Array, keys: Array,
        places: Array, actions: Array,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= len(words):
            return
        codes = cuda.local.array(most_legal, np.int16)
        chances = cuda.local.array(most_legal, np.int32)
        own = cuda.local.array(length, word)
        # A thread's own memory is quicker than the array of records. (Copied as a record, it would go byte by byte.)
        for w in range(words.shape[1]):
            own[w] = words[i, w]
        race = own.view(record)[0]
        road = Road(squares, stretches, lines, table)
        count = 0
        who = actor(race)
        while who != OVER:
            turn = turn_of(race)
            while who >= 0 and turn_of(race) == turn:
                act(race, road, int(codes[draw(keys[i, who], race.ply, legal(race, road, codes))]))
                count += 1
                who = actor(race)
            while who == CHANCE:
                apply_chance(race, road, roll(race, road, luck[i], codes, chances))
                count += 1
                who = actor(race)
        actions[i] = count
        for w in range(words.shape[1]):
            words[i, w] = own[w]
        # On the thread's own copy, this would take so many registers that fewer races could be on the GPU at once.
        result(words[i].view(record)[0], road, places[i])

    return ride_all


def _pooled(game: Game) -> Any:
    """A kernel in which each warp rides many races, and always steps those in the phase that most of them are in.

    For games in which every phase has rules of its own: there the threads of a warp would otherwise wait for each other
    all the time.
    """
    loops, most_legal, pooled = game.loops, game.most_legal, game.pooled
    actor, legal, act, roll, apply_chance, result = (
        loops.actor, loops.legal, loops.act, loops.roll, loops.apply_chance, loops.result
    )  # fmt: skip
    record, most, counters = np.dtype((np.record, game.record)), MOST_POOLED, PHASES + 2
    listed_at, best_at = PHASES, PHASES + 1

    def ride_pooled(
        words: Array, squares: Array, stretches: Array, lines: Array, table: Array, luck: Array, keys: Array,
        places: Array, actions: Array,
    ) -> None:  # fmt: skip
        thread, threads = cuda.threadIdx.x, cuda.blockDim.x
        first = cuda.blockIdx.x * pooled
        here = min(pooled, len(words) - first)
        phases = cuda.shared.array(most, np.int16)
        listed = cuda.shared.array(most, np.int16)
        counts = cuda.shared.array(counters, np.int32)
        codes = cuda.local.array(most_legal, np.int16)
        chances = cuda.local.array(most_legal, np.int32)
        road = Road(squares, stretches, lines, table)
        for r in range(thread, here, threads):
            fresh = words[first + r].view(record)[0]
            phases[r] = phase_of(fresh, actor(fresh))
            actions[first + r] = 0
        while True:
            for p in range(thread, counters, threads):
                counts[p] = 0
            cuda.syncthreads()
            for r in range(thread, here, threads):
                if phases[r] != ENDED:
                    count = cuda.atomic.add(counts, phases[r], 1) + 1
                    cuda.atomic.max(counts, best_at, count * PHASES + phases[r])
            cuda.syncthreads()
            if counts[best_at] == 0:
                break
            best = counts[best_at] % PHASES
            for r in range(thread, here, threads):
                if phases[r] == best:
                    listed[cuda.atomic.add(counts, listed_at, 1)] = r
            cuda.syncthreads()
            for k in range(thread, counts[listed_at], threads):
                r = listed[k]
                i = first + r
                race = words[i].view(record)[0]
                who = actor(race)
                if who == CHANCE:
                    apply_chance(race, road, roll(race, road, luck[i], codes, chances))
                else:
                    act(race, road, int(codes[draw(keys[i, who], race.ply, legal(race, road, codes))]))
                actions[i] += 1
                phases[r] = phase_of(race, actor(race))
            cuda.syncthreads()
        for r in range(thread, here, threads):
            result(words[first + r].view(record)[0], road, places[first + r])

    return ride_pooled


@rule
def phase_of(race: Any, who: int) -> int:
    """The phase of a race in which `who` acts, to group races that do the same; ENDED if the race is over."""
    return ENDED if who == OVER else race.phase & (PHASES - 1)


@rule
def _turn_of(race: Any) -> int:
    return race.turn  # type: ignore[no-any-return]


@rule
def _no_turn(race: Any) -> int:
    """For a game whose record counts no turns."""
    return 0


def _word(game: Game) -> np.dtype[Any]:
    """The type in which a record is copied: words as wide as its widest field."""
    return np.dtype(np.uint64 if game.record.alignment > 4 else np.uint32)


def _words(races: Array, game: Game) -> Array:
    """The races as words, one row per race."""
    return races.view(np.ndarray).view(_word(game)).reshape(len(races), -1)


def _send(batch: Batch, words: Array, first: int) -> list[Any]:
    """All arguments of the kernel, on the GPU, for the races of a batch from `first` on."""
    count = len(words)
    keys = [keys_of(batch.seed, batch.first + first, count, 1 + seat) for seat in range(batch.teams)]
    given = [
        words,
        *(np.array(part) for part in batch.course.road),
        keys_of(batch.seed, batch.first + first, count, LUCK),
        np.stack(keys, axis=1),
        np.zeros((count, batch.game.max_teams), np.int8),
        np.zeros(count, np.int32),
    ]
    return [cuda.to_device(part) for part in given]


def _launch(kernel: Any, game: Game, sent: list[Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the warning that few races leave the GPU half idle
        kernel[-(-len(sent[0]) // (game.pooled or BLOCK)), BLOCK](*sent)


def _gist(error: Exception) -> str:
    """The first line of an error's text that is not empty."""
    lines = (line.strip(" .:") for line in str(error).removeprefix("Error at driver init:").splitlines())
    return next(filter(None, lines), type(error).__name__)

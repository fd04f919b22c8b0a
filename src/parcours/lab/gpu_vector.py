"""The vector form on a GPU: each thread steps one race, and observations stay on the GPU, for PyTorch and JAX.

    from parcours.lab import gpu_vector
    races = gpu_vector.GpuVector(parcours.game("breaking_away"), 65536, seed=7)
    races.reset()
    observation, mask = (torch.from_dlpack(array) for array in (races.lent.observation, races.lent.mask))
    races.step(actions)            # a tensor on the GPU; `observation` and `mask` now show the next decisions

Nothing is copied: the tensors are the arrays that the kernel writes. You can also give `step` your own arrays (`out=`),
of any kind with CUDA's array interface. JAX assumes that arrays never change: finish with them (`block_until_ready`)
before the next step.
"""

from __future__ import annotations

import time
from functools import cache, cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import LUCK, OVER
from parcours.engine.game import Game
from parcours.engine.road import Road
from parcours.errors import BadOptionError, IllegalActionError, ParcoursError
from parcours.lab import gpu
from parcours.lab.dlpack import Lent
from parcours.lab.observation import vector_loops
from parcours.lab.vector import Seen, Vector
from parcours.lab.vector_loops import BEGIN

Array = NDArray[Any]

cuda: Any = None
"""Numba's CUDA part, once it is loaded. (The simulator wants it to be a global.)"""


class GpuVector:
    """Many races, stepped together on the GPU: the same races as `Vector` rides, bit for bit.

    To refuse an illegal action at once, it would have to wait for the GPU. Instead, the race stays as it is, and
    `refused` counts the action.
    """

    def __init__(self, game: Game, count: int, **how: Any) -> None:
        if gpu.why_not():
            raise ParcoursError(f"can't race on a GPU here: {gpu.why_not()}")
        if how.get("bots"):
            raise BadOptionError("bots can't ride on the GPU: leave all seats to learners")
        self._kernel = _kernel(game)
        if count < 1:
            raise BadOptionError(f"the vector form needs at least one race, not {count}")
        one = Vector(game, 1, threads=1, **how)
        self.game, self.count, self.teams, self.course, self.first = game, count, one.teams, one.course, one.first
        self.observation = one.observation
        self.shapes = Seen.shapes(count, one.observation.width, game.actions, one.teams)
        start = gpu._words(one.start, game)[0]
        self._start, self._races = cuda.to_device(start), cuda.to_device(np.zeros((count, len(start)), start.dtype))
        self._road = [cuda.to_device(np.array(part)) for part in one.course.road]
        self._base = one.base
        self._numbers, self._luck = (cuda.to_device(np.zeros(count, kind)) for kind in (np.int64, np.uint64))
        self._legal = cuda.to_device(np.zeros((count, game.actions), np.bool_))
        self._runs = cuda.to_device(one.observation.runs)
        self._places = cuda.to_device(np.zeros((count, game.max_teams), np.int8))
        self._refused = cuda.to_device(np.zeros(1, np.int64))
        self.seen = self.arrays()
        """The arrays that `reset` and `step` write to when none are given."""
        self._begun = False

    def arrays(self) -> Seen:
        """New arrays of the right shapes on the GPU, to give to `step`."""
        return Seen(**{name: cuda.to_device(np.zeros(shape, kind)) for name, (shape, kind) in self.shapes.items()})

    @cached_property
    def lent(self) -> Seen:
        """`seen`, in the form that `torch.from_dlpack` and `jax.dlpack.from_dlpack` take."""
        return lend(self.seen)

    @property
    def refused(self) -> int:
        """How many illegal actions there have been so far."""
        return int(self._refused.copy_to_host()[0])

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of the race that each row rides."""
        return np.array(self._numbers.copy_to_host())

    def reset(self, out: Seen | None = None) -> Seen:
        """Start the first race of every row."""
        self._numbers.copy_to_device(np.arange(self.first, self.first + self.count))
        self._go(cuda.to_device(np.full(self.count, BEGIN)), out)
        self._begun = True
        return out or self.seen

    def step(self, actions: Any, out: Seen | None = None) -> Seen:
        """Take one action in each race, then let chance act. The actions may be on the GPU or not."""
        if not self._begun:
            raise IllegalActionError("the races have not begun: call reset() first")
        given = actions if hasattr(actions, "__cuda_array_interface__") else cuda.to_device(np.asarray(actions))
        if tuple(given.shape) != (self.count,):
            raise IllegalActionError(
                f"step takes {self.count} whole numbers, one for each race, not {tuple(given.shape)}"
            )
        self._go(given, out)
        return out or self.seen

    def _go(self, actions: Any, out: Seen | None) -> None:
        into = vars(out or self.seen)
        for name, (shape, _) in self.shapes.items():
            if tuple(into[name].shape) != shape:
                raise BadOptionError(f"{name}: needs an array of {shape}, not {tuple(into[name].shape)}")
        blocks = -(-self.count // gpu.BLOCK)
        self._kernel[blocks, gpu.BLOCK](
            self._races, self._start, *self._road, actions, self._base, self._numbers, self._luck, self._legal,
            self._runs, self._places, *(into[name] for name in self.shapes), self._refused,
        )  # fmt: skip


def lend(seen: Seen) -> Seen:
    """Arrays on the GPU, in the form that other libraries take without a copy."""
    return Seen(**{name: Lent(array) for name, array in vars(seen).items()})  # type: ignore[arg-type]


@cache
def _kernel(game: Game) -> Any:
    """The kernel that steps a game's races: the same as `step_vector` on the CPU, from the same functions."""
    global cuda
    cuda = gpu.cuda
    loops, most_legal = vector_loops(game), game.most_legal
    act, result, redact = loops.act, loops.result, loops.redact
    settle, share_out, write_mask, write_numbers = (
        loops.settle, loops.share_out, loops.write_mask, loops.write_numbers
    )  # fmt: skip
    key_of_race = loops.key_of_race
    record, word = np.dtype((np.record, game.record)), gpu._word(game)
    length = game.record.itemsize // word.itemsize
    i1, u1, i2, u2, i4 = (np.dtype(kind) for kind in ("i1", "u1", "i2", "u2", "i4"))

    def step_all(
        words: Array, start: Array, squares: Array, stretches: Array, lines: Array, table: Array, actions: Array,
        base: np.uint64, numbers: Array, luck: Array, allowed: Array, runs: Array, places: Array, observations: Array,
        masks: Array, actors: Array, rewards: Array, ended: Array, refused: Array,
    ) -> None:  # fmt: skip
        i = cuda.grid(1)
        if i >= len(words):
            return
        codes = cuda.local.array(most_legal, np.int16)
        chances = cuda.local.array(most_legal, np.int32)
        own = cuda.local.array(length, word)
        teams = rewards.shape[1]
        road = Road(squares, stretches, lines, table)
        race = words[i].view(record)[0]
        action = actions[i]
        for team in range(teams):
            rewards[i, team] = 0.0
        if action == BEGIN:
            for w in range(length):
                words[i, w] = start[w]
            luck[i] = key_of_race(base, numbers[i], LUCK)
        elif action >= 0 and action < allowed.shape[1] and allowed[i, action]:
            act(race, road, action)
        else:
            cuda.atomic.add(refused, 0, 1)
        who = settle(race, road, luck[i], codes, chances)
        ended[i] = who == OVER
        if who == OVER:
            result(race, road, places[i])
            share_out(places[i], teams, rewards[i])
            numbers[i] += len(words)
            luck[i] = key_of_race(base, numbers[i], LUCK)
            for w in range(length):
                words[i, w] = start[w]
            who = settle(race, road, luck[i], codes, chances)
        actors[i] = who
        write_mask(race, road, codes, masks[i])
        for code in range(allowed.shape[1]):
            allowed[i, code] = masks[i, code]
        for w in range(length):
            own[w] = words[i, w]
        redact(own.view(record)[0], road, who)
        write_numbers(own.view(i1), own.view(u1), own.view(i2), own.view(u2), own.view(i4), runs, observations[i])

    return gpu.compiled(step_all)


def measure(game_id: str, races: int = 65536, steps: int = 200, runs: int = 5) -> list[float]:
    """Steps per second with observation and mask, everything on the GPU: one figure per run. A separate kernel picks
    random legal actions."""
    from parcours.games import find_game

    vector = GpuVector(find_game(game_id), races, seed=1)
    pick = _picker()
    chosen = cuda.to_device(np.zeros(races, np.int64))
    blocks = -(-races // gpu.BLOCK)
    figures = []
    vector.reset()
    for run in range(1 + runs):
        cuda.synchronize()
        began = time.perf_counter()
        for step in range(steps):
            pick[blocks, gpu.BLOCK](vector.seen.mask, np.uint64(run * steps + step), chosen)
            vector.step(chosen)
        cuda.synchronize()
        figures.append(races * steps / (time.perf_counter() - began))
    if vector.refused:
        raise ParcoursError(f"{vector.refused} actions that the mask allowed were refused")
    return figures[1:]


@cache
def _picker() -> Any:
    """A kernel that picks a random legal action for each race."""
    from parcours.engine.chance import draw

    def pick(mask: Array, key: np.uint64, chosen: Array) -> None:
        i = cuda.grid(1)
        if i >= len(mask):
            return
        number = 0
        for action in range(mask.shape[1]):
            number += mask[i, action]
        left = draw(key, i, number)
        for action in range(mask.shape[1]):
            if mask[i, action]:
                if left == 0:
                    chosen[i] = action
                left -= 1

    return gpu.compiled(pick)

"""The vector form, for learners: thousands of races per call. What the acting seats may see and do is written into
arrays.

>>> import numpy as np, parcours
>>> races = Vector(parcours.game("breaking_away"), 1000, teams=4, seed=7)
>>> seen = races.reset()
>>> seen.mask.shape, seen.actor[:3].tolist()
((1000, 28), [0, 0, 0])
>>> seen = races.step(seen.mask.argmax(axis=1))
>>> seen.actor[:3].tolist(), seen.rewards.shape
([1, 1, 1], (1000, 4))

A race that ends is reported (`ended`, `rewards`), and the next one begins in its row at once. Row i of `count` races
rides the races number first + i, first + i + count, first + i + 2 count and so on of the seed. They are the races that
`game.batch` gives for these numbers, with any number of threads, on the CPU and on the GPU (`lab.gpu_vector`).
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import mix
from parcours.engine.course import Course
from parcours.engine.game import Game, checked_seed
from parcours.engine.kernel import COMPILED, cores
from parcours.engine.options import OptionValue
from parcours.engine.record import new_races, packed, unpacked
from parcours.errors import BadOptionError, IllegalActionError
from parcours.lab.observation import Observation, vector_loops
from parcours.lab.vector_loops import BEGIN, LEARNER


@dataclass(frozen=True)
class Seen:
    """The arrays that a step writes, with one row per race."""

    observation: NDArray[np.int32]
    """What the acting seat may see (`Vector.observation` says where each field stands)."""
    mask: NDArray[np.bool_]
    """Which actions are legal."""
    actor: NDArray[np.int32]
    """The seat that acts."""
    rewards: NDArray[np.float32]
    """One number per team: 0, unless the race has just ended. Then 1 for a sole winner, down to -1 / (teams - 1)."""
    ended: NDArray[np.bool_]
    """Where a race has just ended (and another one has begun)."""

    @staticmethod
    def shapes(count: int, width: int, actions: int, teams: int) -> dict[str, tuple[tuple[int, ...], type[Any]]]:
        """The shape and the type that each array must have."""
        return {
            "observation": ((count, width), np.int32),
            "mask": ((count, actions), np.bool_),
            "actor": ((count,), np.int32),
            "rewards": ((count, teams), np.float32),
            "ended": ((count,), np.bool_),
        }


class Vector:
    """Many races, stepped together on all cores. `bots` names a compiled bot for some seats; None is a learner's."""

    def __init__(
        self,
        game: Game,
        count: int,
        *,
        teams: int | None = None,
        seed: int = 0,
        first: int = 0,
        course: str | Course | None = None,
        bots: Sequence[str | None] | None = None,
        threads: int | None = None,
        **options: OptionValue,
    ) -> None:
        if not isinstance(game, Game):
            raise BadOptionError(f"the vector form takes a game, not {game!r}: use parcours.game({str(game)!r})")
        if isinstance(count, bool) or not isinstance(count, int | np.integer) or count < 1:
            raise BadOptionError(f"the vector form needs at least one race, not {count}")
        self.game, self.count = game, count
        self.teams = game.default_teams if teams is None else teams
        self.options = game.checked_options(self.teams, options)
        self.course = game.course(course)
        self.kinds = seat_kinds(game, self.teams, bots)
        self.observation = Observation(game)
        self.shapes = Seen.shapes(count, self.observation.width, game.actions, self.teams)
        self.start = game.blank(self.teams, self.options, self.course, {})
        self.base = np.uint64(mix(np.uint64(checked_seed(game.id, seed) & (1 << 64) - 1), 0))
        self.first = first
        self.numbers = np.arange(first, first + count, dtype=np.int64)
        """The number of the race that each row rides."""
        self._races = new_races(count, game.record)
        self._luck = np.zeros(count, np.uint64)
        self._places = np.zeros((count, game.max_teams), np.int8)
        self._legal = np.zeros((count, game.actions), np.bool_)
        self._rows = np.arange(count)
        self._own = Seen(**{name: np.zeros(shape, kind) for name, (shape, kind) in self.shapes.items()})
        self._begun = False
        self.threads = min(cores(threads), count) if COMPILED else 1
        self._make_room()

    def __getstate__(self) -> dict[str, Any]:
        """For pickling: everything but the threads and their buffers, which every process makes for itself."""
        left = {name: value for name, value in self.__dict__.items() if name not in ("_pool", "_rooms", "observation")}
        return left | {"_races": packed(self._races), "start": packed(self.start)}

    def __setstate__(self, told: dict[str, Any]) -> None:
        self.__dict__.update(told)
        kind = self.game.record
        self._races, self.start = unpacked(told["_races"], kind), unpacked(told["start"], kind)
        for name in ("numbers", "_luck", "_places", "_legal"):
            self.__dict__[name] = told[name].copy()
        self._own = Seen(**{name: getattr(told["_own"], name).copy() for name in self.shapes})
        self.observation = Observation(self.game)
        self._make_room()

    def _make_room(self) -> None:
        self._rooms = [self._room() for _ in range(self.threads)]
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None

    def _room(self) -> tuple[NDArray[Any], ...]:
        """The buffers in which one thread works."""
        return (self.game.codes_buffer(), self.game.chances_buffer(), *self.observation.scratch())

    def arrays(self) -> Seen:
        """New arrays of the right shapes, to give to `step`."""
        return Seen(**{name: np.zeros(shape, kind) for name, (shape, kind) in self.shapes.items()})

    def reset(self, out: Seen | None = None) -> Seen:
        """Start the first race of every row. The results go to `out`, or to arrays that the next call rewrites."""
        into = self._checked(out)
        self.numbers[:] = np.arange(self.first, self.first + self.count)
        self._go(np.full(self.count, BEGIN), into)
        self._begun = True
        return out or into

    def step(self, actions: Any, out: Seen | None = None) -> Seen:
        """Take one action in each race, then let chance act. If one action is illegal, no race changes."""
        if not self._begun:
            raise IllegalActionError("the races have not begun: call reset() first")
        into, given = self._checked(out), np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalActionError(
                f"step takes {self.count} whole numbers, one for each race, not {given.dtype} {given.shape}"
            )
        legal = (given >= 0) & (given < self.game.actions)
        legal[legal] = self._legal[self._rows[legal], given[legal]]
        if not legal.all():
            race = int((~legal).argmax())
            raise IllegalActionError(f"race {race}: action {given[race]} is not legal now; no race was changed")
        self._go(given.astype(np.int64, copy=False), into)
        return out or into

    def _checked(self, out: Seen | None) -> Seen:
        """The arrays to write to, as NumPy arrays."""
        if out is None:
            return self._own
        return Seen(**{name: as_host(name, vars(out)[name], *self.shapes[name]) for name in self.shapes})

    def _go(self, actions: NDArray[np.int64], out: Seen) -> None:
        loops = vector_loops(self.game)
        bots = bool((self.kinds != LEARNER).any())
        kernel = loops.step_vector_bots if bots else loops.step_vector
        more = (self.kinds,) if bots else ()

        def work(first: int, last: int, room: tuple[NDArray[Any], ...]) -> None:
            kernel(
                self._races, first, last, self.course.road, self.start, actions, self.base, self.numbers, self.count,
                self._luck, *room, self.observation.runs, self._places, out.observation, out.mask, out.actor,
                out.rewards, out.ended, *more,
            )  # fmt: skip

        self.game.make_ready("vector_bots" if bots else "vector", lambda: work(0, 0, self._rooms[0]))
        if self._pool is None:
            work(0, self.count, self._rooms[0])
        else:
            edges = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
            list(self._pool.map(work, edges[:-1], edges[1:], self._rooms))
        np.copyto(self._legal, out.mask)

    def __repr__(self) -> str:
        return f"<{self.count} races of {self.game.id} at once, {self.teams} teams>"


def seat_kinds(game: Game, teams: int, bots: Sequence[str | None] | None) -> NDArray[np.int64]:
    """For each seat the kind of its bot, or LEARNER."""
    names = list(bots) if bots is not None else [None] * teams
    if len(names) != teams:
        raise BadOptionError(f"{game.id}: {len(names)} bots for {teams} teams (give a bot or None for each)")
    if all(names):
        raise BadOptionError(f"{game.id}: all seats have bots: give a learner None, or use `batch`")
    chosen = [None if name is None else game.bot(name) for name in names]
    for bot in chosen:
        if getattr(bot, "thinks", False):
            raise BadOptionError(
                f"{game.id}: {names[chosen.index(bot)]} is not compiled: only compiled bots can ride with learners"
            )
    return np.array([LEARNER if bot is None else bot.kind for bot in chosen], np.int64)


def as_host(name: str, array: Any, shape: tuple[int, ...], kind: type[Any]) -> NDArray[Any]:
    """The caller's array as a NumPy array, without a copy. Any array that speaks DLPack will do."""
    found = array if isinstance(array, np.ndarray) else np.from_dlpack(array)
    if found.shape != shape or found.dtype != kind or not found.flags.c_contiguous or not found.flags.writeable:
        raise BadOptionError(
            f"{name}: needs a writeable array of {np.dtype(kind)} {shape} in C order, not {found.dtype} {found.shape}"
        )
    return found

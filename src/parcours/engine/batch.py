"""Many races at once: arrays in, arrays out, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import LUCK, keys_of
from parcours.engine.course import Course
from parcours.engine.game import Bot, Game
from parcours.engine.kernel import COMPILED, cores
from parcours.engine.options import OptionValue
from parcours.engine.record import new_races, packed, unpacked
from parcours.engine.tour import Carried
from parcours.errors import BadOptionError, IllegalActionError


class Batch:
    """Races in one array, ridden together. Race i has the luck of race number `first + i` of the seed.

    >>> import parcours
    >>> batch = parcours.game("breaking_away").batch(3, teams=4, seed=7)
    >>> batch.legal_mask().shape, batch.actor.tolist()
    ((3, 28), [0, 0, 0])
    >>> _ = batch.play_out()
    >>> bool(batch.over.all())
    True
    """

    def __init__(
        self, game: Game, count: int, teams: int, course: Course, options: Mapping[str, OptionValue], seed: int,
        first: int = 0, threads: int | None = None, carried: Carried | None = None,
    ) -> None:  # fmt: skip
        if count < 1:
            raise BadOptionError(f"a batch needs at least one race, not {count}")
        self.game, self.teams, self.course, self.count = game, teams, course, count
        self.threads = min(cores(threads), count) if COMPILED else 1
        self._loops, self._road = game.loops, course.road
        self.races = new_races(count, game.record)
        self.seed, self.first = seed, first
        self.luck = keys_of(seed, first, count, LUCK)
        self.last_actions = 0
        """How many actions the last `play_out` took, over all races; 0 before the first."""
        self._actor = np.zeros(count, np.int64)
        self._template = game.blank(teams, options, course, carried or {})
        self.restart()

    def __getstate__(self) -> dict[str, Any]:
        """For pickling: the races as bytes, without the compiled rules and the road."""
        left = {name: value for name, value in self.__dict__.items() if name not in ("_loops", "_road")}
        return left | {"races": packed(self.races), "_template": packed(self._template)}

    def __setstate__(self, told: dict[str, Any]) -> None:
        self.__dict__.update(told)
        kind = self.game.record
        self.races, self._template = unpacked(told["races"], kind), unpacked(told["_template"], kind)
        self.luck, self._actor = self.luck.copy(), self._actor.copy()
        self._loops, self._road = self.game.loops, self.course.road

    def restart(self) -> None:
        """Put all races back to their start, with the same luck."""
        self.races[:] = self._template
        self._advance(np.full(self.count, -1), only_chance=True)

    @property
    def actor(self) -> NDArray[np.int64]:
        """Who acts next in each race: a seat, or OVER (-2)."""
        return self._actor.copy()

    @property
    def over(self) -> NDArray[np.bool_]:
        return self._actor < 0

    def legal_mask(self, out: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Which actions (columns) are legal in each race (row); all False where a race is over."""
        mask = np.zeros((self.count, self.game.actions), np.bool_) if out is None else out
        self.split(
            "mask_all", lambda a, b: self._loops.mask_all(self.races, a, b, self._road, self.game.codes_buffer(), mask)
        )
        return mask

    def step(self, actions: NDArray[Any] | Sequence[int]) -> NDArray[np.bool_]:
        """Take one action in each race, then let chance act; returns which races are over. If one action is illegal, no
        race changes."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or not np.issubdtype(given.dtype, np.integer):
            raise IllegalActionError(
                f"step takes {self.count} whole numbers, one for each race, not {given.dtype} {given.shape}"
            )
        given = given.astype(np.int64)
        wrong = self.split(
            "first_illegal",
            lambda a, b: self._loops.first_illegal(self.races, a, b, self._road, given, self.game.codes_buffer()),
        )
        for race in wrong:
            if race >= 0:
                raise IllegalActionError(f"race {race}: action {given[race]} is not legal now; no race was changed")
        self._advance(given)
        return self.over

    def _advance(self, actions: NDArray[np.int64], only_chance: bool = False) -> None:
        loops = self._loops
        if only_chance:
            self._actor[:] = int(loops.look(self._template, self._road, self.game.codes_buffer())[0])
            if not (self._actor == -1).any():
                return
        self.split(
            "step_all",
            lambda a, b: loops.step_all(
                self.races, a, b, self._road, actions, self.luck, self.game.codes_buffer(),
                self.game.chances_buffer(), self._actor,
            )
        )  # fmt: skip

    def play_out(self, bots: Sequence[str | Bot] | None = None) -> NDArray[np.int8]:
        """Ride all races to their end with compiled bots, one per seat (default: random). Returns the final places."""
        kinds = self.kinds_of(bots if bots is not None else ["random"] * self.teams)
        keys = self.bot_keys()
        places = np.zeros((self.count, self.game.max_teams), np.int8)

        def ride(a: int, b: int) -> int:
            buffers = (self.luck, keys, self.game.codes_buffer(), self.game.chances_buffer())
            if not kinds.any():
                return int(self._loops.play_out(self.races, a, b, self._road, *buffers, places))
            scratch = new_races(1, self.game.record)
            return int(self._loops.play_out_bots(self.races, a, b, self._road, kinds, *buffers, scratch, places))

        self.last_actions = sum(self.split("play_out_bots" if kinds.any() else "play_out", ride))
        self._actor[:] = -2
        return places[:, : self.teams]

    def kinds_of(self, bots: Sequence[str | Bot]) -> NDArray[np.int64]:
        """The kind numbers of the compiled bots, one per seat."""
        if isinstance(bots, str | Bot):
            name = bots if isinstance(bots, str) else bots.name
            raise BadOptionError(
                f"{self.game.id}: {self.teams} teams need {self.teams} bots, one for each seat, not {name!r}: "
                f"use [{name!r}] * {self.teams}"
            )
        if len(bots) != self.teams:
            raise BadOptionError(f"{self.teams} teams need {self.teams} bots, not {len(bots)}")
        chosen = [b if isinstance(b, Bot) else self.game.bot(b) for b in bots]
        for bot in chosen:
            if bot.thinks:
                raise BadOptionError(f"{bot.name} is not compiled: only compiled bots can ride in batches")
        return np.array([bot.kind for bot in chosen], np.int64)

    def bot_keys(self) -> NDArray[np.uint64]:
        """The keys for the bots' own random numbers, by race and seat."""
        return np.stack([keys_of(self.seed, self.first, self.count, 1 + seat) for seat in range(self.teams)], axis=1)

    def split(self, kernel: str, work: Callable[[int, int], Any]) -> list[Any]:
        """Split the races into one range per thread and call `work` on each. Returns the results in order."""
        self.game.make_ready(kernel, lambda: work(0, 0))
        if self.threads == 1:
            return [work(0, self.count)]
        edges = np.linspace(0, self.count, self.threads + 1).astype(int).tolist()
        with ThreadPoolExecutor(self.threads) as pool:
            return list(pool.map(work, edges[:-1], edges[1:]))

    def __repr__(self) -> str:
        return f"<batch of {self.count} races of {self.game.id}, {self.teams} teams, {int(self.over.sum())} over>"

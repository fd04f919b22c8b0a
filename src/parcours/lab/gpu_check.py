"""Checks that the GPU rides the same races as the CPU: `python -m parcours.lab.gpu_check`.

The vector forms of GPU and CPU are stepped side by side with the same actions, and every number that they write is
compared: observations, masks, actors, rewards, ends, and the races that begin when others end. Whole races are ridden
on both and compared byte by byte. Arrays are lent to other libraries, which must see the very same memory. The check
needs only Parcours' rules, a GPU and numba-cuda, and ends with exit code 1 if anything differs.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any

import numpy as np

from parcours.engine.game import Game
from parcours.engine.options import option_words
from parcours.errors import ParcoursError
from parcours.games import GAMES, find_game
from parcours.lab import gpu
from parcours.lab.gpu_vector import GpuVector
from parcours.lab.vector import Seen, Vector

How = dict[str, Any]
"""A set-up: what `Vector` and `batch` take besides the number of races."""


@dataclass
class Compared:
    """What was compared, and which arrays differ."""

    numbers: int = 0
    """How many numbers were compared."""
    races: int = 0
    """How many races were ridden to their end."""
    differences: dict[str, int] = field(default_factory=dict)
    """How many numbers of each array differ; arrays without a difference are left out."""

    def compare(self, name: str, here: Any, there: Any) -> None:
        """Compare two arrays that should be the same."""
        ours, theirs = np.asarray(here), np.asarray(there)
        self.numbers += ours.size
        count = int((ours != theirs).sum()) if ours.shape == theirs.shape else ours.size
        if count:
            self.differences[name] = self.differences.get(name, 0) + count

    def add(self, other: Compared) -> None:
        self.numbers += other.numbers
        self.races += other.races
        for name, count in other.differences.items():
            self.differences[name] = self.differences.get(name, 0) + count


def set_ups(game: Game) -> Iterator[How]:
    """The usual set-up, the fewest and the most teams, the presets, and each option by itself. (`can_be` sorts out
    those that don't work.)"""
    yield {}
    yield from ({"teams": count} for count in (game.min_teams, game.max_teams) if count != game.default_teams)
    yield from ({"course": preset.course or None, **preset.options} for preset in game.option_presets)
    for option in game.options:
        values = [value for value, _ in option.choices] if option.choices else [not option.default]
        yield from ({option.name: value} for value in values if value != option.default)


def can_be(game: Game, how: How) -> bool:
    """Whether the game accepts a set-up: some options need other courses or team counts than the usual ones."""
    try:
        game.batch(1, **how)
    except ParcoursError:
        return False
    return True


def stepped(game: Game, count: int, steps: int, seed: int, **how: Any) -> Compared:
    """Step both vector forms side by side with random legal actions. In the middle, the GPU also gets illegal ones,
    which it must refuse without a change."""
    found, rng = Compared(), np.random.default_rng(seed)
    cpu = Vector(game, count, seed=seed, first=2, **how)
    there = GpuVector(game, count, seed=seed, first=2, **how)
    here, away = cpu.reset(), there.reset()
    for step in range(steps):
        _compare_seen(found, here, away)
        if step == steps // 2:
            there.step(np.resize([-7, game.actions, 30_000], count))
            found.compare("refused actions", count, there.refused)
            for name in ("observation", "mask", "actor"):
                found.compare(f"{name} after a refusal", vars(here)[name], vars(away)[name].copy_to_host())
        actions = (here.mask * (1 + rng.random(here.mask.shape, np.float32))).argmax(axis=1)
        here, away = cpu.step(actions), there.step(actions)
        found.races += int(here.ended.sum())
    _compare_seen(found, here, away)
    found.compare("numbers of the races", cpu.numbers, there.numbers)
    found.compare("refused actions", count, there.refused)
    return found


def _compare_seen(found: Compared, here: Seen, away: Seen) -> None:
    for name, array in vars(here).items():
        found.compare(name, array, vars(away)[name].copy_to_host())


def ridden(game: Game, count: int, seed: int, **how: Any) -> Compared:
    """Ride whole races with random bots on both, and compare how they end, byte by byte."""
    found = Compared(races=count)
    here, there = (game.batch(count, seed=seed, **how) for _ in range(2))
    places = np.zeros((count, there.teams), np.int8)
    gpu.play_out(there, places)
    found.compare("places", here.play_out(), places)
    for name in game.record.names or ():
        found.compare(f"{name} at the end", here.races[name], there.races[name])
    return found


def checked(game: Game, count: int, steps: int, seeds: Sequence[int], most: int | None = None) -> Compared:
    """Check a game under its set-ups (at most `most`), each with every seed."""
    found = Compared()
    for how in [how for how in set_ups(game) if can_be(game, how)][:most]:
        for seed in seeds:
            for one in (stepped(game, count, steps, seed, **how), ridden(game, count, seed, **how)):
                found.add(one)
                if one.differences:
                    print(f"  {_words(game, how)}, seed {seed}: {one.differences}")
    return found


def _words(game: Game, how: How) -> str:
    options = {name: value for name, value in how.items() if name not in ("teams", "course")}
    told = [f"{how['teams']} teams"] if "teams" in how else []
    return ", ".join([*told, *filter(None, [how.get("course")]), *option_words(options, game.options)]) or "as usual"


# ------------------------------------------------------------------------------------------ other libraries


Reader = Callable[[], Any]
"""Returns what a library sees in an array, as a NumPy array."""


def _torch_takes(torch: Any, lent: Any) -> tuple[Reader, int]:
    tensor = torch.from_dlpack(lent)
    return (lambda: tensor.cpu().numpy()), tensor.data_ptr()


def _cupy_takes(cupy: Any, lent: Any) -> tuple[Reader, int]:
    array = cupy.from_dlpack(lent)
    return array.get, array.data.ptr


def _jax_takes(jax: Any, lent: Any) -> tuple[Reader, int]:
    array = jax.dlpack.from_dlpack(lent)
    return (lambda: np.asarray(array)), array.unsafe_buffer_pointer()


LIBRARIES: dict[str, Callable[[Any, Any], tuple[Reader, int]]] = {
    "torch": _torch_takes,
    "cupy": _cupy_takes,
    "jax": _jax_takes,
}
"""How each library takes an array: returns a reader of it, and its address."""
SHARED, MISSING, SIMULATED = "shared", "not installed", "simulated: nothing to lend"


def lent_to(library: str, game: Game) -> str:
    """Whether a library reads the GPU's arrays in place and sees later steps in them; if not, what is wrong."""
    if gpu.simulated():
        return SIMULATED
    try:
        module = import_module(library)
    except ModuleNotFoundError:
        return MISSING
    there = GpuVector(game, 64, seed=1)
    there.reset()
    try:
        taken = {name: LIBRARIES[library](module, lent) for name, lent in vars(there.lent).items()}
        there.step(vars(there.seen)["mask"].copy_to_host().argmax(axis=1))
        gpu.cuda.synchronize()
        seen = {name: read() for name, (read, _) in taken.items()}
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())
    for name, (_, address) in taken.items():
        if address != vars(there.lent)[name].address:
            return f"copied: {name}"
        if not np.array_equal(seen[name], vars(there.seen)[name].copy_to_host()):
            return f"different numbers: {name}"
    return SHARED


# -------------------------------------------------------------------------------------------------- the command


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Step the same races on the GPU and on the CPU, and count the differences."
    )
    parser.add_argument("--games", default=",".join(GAMES), help="a comma-separated list; default: all")
    parser.add_argument("--races", type=int, default=512, help="how many races to step at once")
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--set-ups", type=int, help="at most this many set-ups for each game")
    given = parser.parse_args()
    if gpu.why_not():
        print(f"nothing to check: {gpu.why_not()}")
        return 2
    games = [find_game(name) for name in given.games.split(",")]
    seeds = [int(seed) for seed in given.seeds.split(",")]
    wrong = 0
    for game in games:
        began = time.perf_counter()
        found = checked(game, given.races, given.steps, seeds, given.set_ups)
        count, spent = sum(found.differences.values()), time.perf_counter() - began
        told = f"{count:,} of {found.numbers:,} numbers differ, {found.races:,} races ridden to the end"
        print(f"{game.id}: {told}, {spent:.0f} s", flush=True)
        wrong += count
    for library in LIBRARIES:
        said = lent_to(library, games[0])
        print(f"arrays lent to {library}: {said}", flush=True)
        wrong += said not in (SHARED, MISSING, SIMULATED)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())

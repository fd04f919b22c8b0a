"""How fast the lab is: steps per second with observation and mask, compared with other libraries in the same run; and
what a Ray cluster costs. Run `parcours bench lab`; or, on a machine that has little more than the rules, a GPU and
numba-cuda, `python -m parcours.lab.bench_lab`."""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import numpy as np

from parcours.engine.game import Game
from parcours.engine.kernel import cores
from parcours.engine.statistics import Spread, spread
from parcours.games import GAMES, find_game
from parcours.lab import cluster, gpu
from parcours.lab.simulate import Part, _Tally, count_part, make_plan, make_ready
from parcours.lab.vector import Vector

SECONDS = 0.5
"""About how long one timed run lasts."""
ROWS = 1024
CLASSIC = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")
"""PettingZoo's own games that are measured for comparison: the quickest, one with a board, one with cards."""
PARTS, PART_RACES = 16, 4096

GPU_ROWS = 65536

OnMeasuring = Callable[[str], object]
Figure = Callable[[], list[float]]
"""Measures one figure, several times."""
Measured = dict[str, Spread | str]
"""Figures by their names; if one is missing, a line saying why."""


def measure(runs: int = 5, on_measuring: OnMeasuring = lambda what: None, only: Sequence[str] = ("",)) -> Measured:
    """All figures of the lab, or those whose names contain one of the words in `only`. `on_measuring` is called with
    each name."""
    figures = {**_vector_figures(GAMES, runs), **_zoo_figures(GAMES, runs), **_ray_figures(runs)}
    found: Measured = {}
    for name, figure in figures.items():
        if any(word in name for word in only):
            on_measuring(name)
            found[name] = _try(figure)
    return found


def _vector_figures(games: Sequence[str], runs: int) -> dict[str, Figure]:
    """The figures of the vector form, and of Pgx on the same machine."""
    figures: dict[str, Figure] = {}
    used = {"one core": 1, "two cores": 2} | ({f"all {cores()} cores": cores()} if cores() > 2 else {})
    for name in games:
        for words, number in used.items():
            figures[f"vector form, {name}, {words}, steps a second"] = partial(
                vector_rates, find_game(name), runs, number
            )
        figures[f"vector form, {name}, GPU, steps a second"] = partial(gpu_rates, find_game(name), runs)
    for words, number in used.items():
        figures[f"pgx backgammon, {words}, {ROWS:,} at once, steps a second"] = partial(
            elsewhere, pgx_rates, number, runs, ROWS, "cpu"
        )
    figures[f"pgx backgammon, GPU, {GPU_ROWS:,} at once, steps a second"] = partial(
        elsewhere, pgx_rates, cores(), runs, GPU_ROWS, "gpu"
    )
    return figures


def _zoo_figures(games: Sequence[str], runs: int) -> dict[str, Figure]:
    """The figures of PettingZoo with our games and with its own."""
    own = {f"PettingZoo, {name}, steps a second": partial(_own_env, name) for name in games}
    theirs = {f"PettingZoo's own {name}, steps a second": partial(_classic_env, name) for name in CLASSIC}
    return {name: partial(zoo_rates, make, runs) for name, make in {**own, **theirs}.items()}


def _ray_figures(runs: int) -> dict[str, Figure]:
    races = f"{PARTS * PART_RACES:,} races"
    return {
        f"{races}, processes of this machine, seconds": partial(process_times, runs),
        f"{races}, Ray on this machine, seconds": partial(ray_times, runs),
    }


def _try(figure: Figure) -> Spread | str:
    try:
        return spread(figure())
    except ModuleNotFoundError as error:
        return f"{error.name} is not installed"
    except Exception as error:
        return " ".join(f"{type(error).__name__}: {error}".split())


# -------------------------------------------------------------------------------------- the vector form


def vector_rates(game: Game, runs: int, threads: int | None) -> list[float]:
    """Steps per second of `Vector.step`: it checks legality, rolls chance, writes observation and mask, and restarts
    races. Actions, any legal ones, are picked outside the timed part."""
    vector, rng = Vector(game, ROWS, seed=1, threads=threads), np.random.default_rng(1)
    seen = vector.reset()
    figures = []
    for _ in range(1 + runs):
        steps, spent = 0, 0.0
        while spent < SECONDS:
            actions = (seen.mask * (1 + rng.random(seen.mask.shape, np.float32))).argmax(axis=1)
            began = time.perf_counter()
            seen = vector.step(actions)
            spent += time.perf_counter() - began
            steps += ROWS
        figures.append(steps / spent)
    return figures[1:]


def gpu_rates(game: Game, runs: int) -> list[float]:
    """The same on the GPU, with the choice of actions inside the timed part."""
    if gpu.why_not():
        raise RuntimeError(gpu.why_not())
    from parcours.lab.gpu_vector import measure as on_gpu

    return on_gpu(game.id, runs=runs)


def pgx_rates(runs: int, count: int, device: str) -> list[float]:
    """Steps per second of Pgx's backgammon, `count` games at once with automatic restart. Actions, any legal ones, are
    picked outside the timed part."""
    import jax
    import pgx
    from pgx.experimental import auto_reset

    with jax.default_device(jax.devices(device)[0]):
        env = pgx.make("backgammon")
        step = jax.jit(jax.vmap(auto_reset(env.step, env.init)))
        key = jax.random.PRNGKey(1)

        @jax.jit  # type: ignore[untyped-decorator]
        def pick(key: Any, mask: Any) -> Any:
            return jax.random.categorical(key, jax.numpy.log(mask.astype(jax.numpy.float32)), axis=1)

        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, count))
        figures = []
        for _ in range(1 + runs):
            steps, spent = 0, 0.0
            while spent < SECONDS:
                key, one, two = jax.random.split(key, 3)
                actions, keys = pick(one, state.legal_action_mask), jax.random.split(two, count)
                jax.block_until_ready((actions, keys))
                began = time.perf_counter()
                state = jax.block_until_ready(step(state, actions, keys))
                spent += time.perf_counter() - began
                steps += count
            figures.append(steps / spent)
    return figures[1:]


def elsewhere(work: Callable[..., list[float]], number: int, *given: Any) -> list[float]:
    """Measure in a separate process that may use `number` cores: JAX would take all cores, and hold on to the GPU."""
    with multiprocessing.get_context("spawn").Pool(1, _keep_to, (number,)) as pool:
        return pool.apply(work, given)


def _keep_to(number: int) -> None:
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:number])


# ------------------------------------------------------------------------------------------- PettingZoo


def _own_env(name: str) -> Any:
    from parcours.lab.pettingzoo import env_module

    return env_module(name).env()


def _classic_env(name: str) -> Any:
    import pettingzoo

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return pettingzoo.make("aec", f"classic/{name}")


def zoo_rates(make: Callable[[], Any], runs: int) -> list[float]:
    """Steps per second through PettingZoo, as a learner steps: `last`, any legal action, `step`; new games included."""
    env, rng = make(), np.random.default_rng(1)
    figures = []
    for run in range(1 + runs):
        steps, began = 0, time.perf_counter()
        while time.perf_counter() - began < SECONDS:
            env.reset(seed=run * 1000 + steps)
            for _ in env.agent_iter():
                observation, _, termination, truncation, info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
                legal = np.flatnonzero(mask)
                env.step(int(legal[int(rng.random() * len(legal))]))
                steps += 1
        figures.append(steps / (time.perf_counter() - began))
    return figures[1:]


# -------------------------------------------------------------------------------------------------- Ray


def _parts() -> list[Part]:
    plan = make_plan(find_game("breaking_away"), ["sprinter", "random", "random", "random"], seed=1)
    make_ready(plan)
    return [Part(plan, number * PART_RACES, PART_RACES, 1) for number in range(PARTS)]


def process_times(runs: int) -> list[float]:
    """Seconds for the parts of a simulation with a pool of processes that have already started."""
    parts, workers = _parts(), cores()
    with multiprocessing.get_context("spawn").Pool(workers) as pool:
        pool.map(count_part, parts[:workers], chunksize=1)
        return [_seconds(lambda: pool.map(count_part, parts, chunksize=1), parts) for _ in range(runs)]


def ray_times(runs: int) -> list[float]:
    """Seconds for the same parts on a Ray cluster of this machine, whose workers have already started."""
    parts, workers = _parts(), cores()
    with cluster.connected(cluster.HERE):
        list(cluster.do_parts(count_part, parts[:workers], cluster.HERE))
        work = partial(cluster.do_parts, count_part, parts, cluster.HERE)
        return [_seconds(lambda: [found for _, found in work()], parts) for _ in range(runs)]


def _seconds(work: Callable[[], list[_Tally]], parts: list[Part]) -> float:
    began = time.perf_counter()
    found = work()
    spent = time.perf_counter() - began
    assert sum(tally.races for tally in found) == sum(part.count for part in parts)
    return spent


# ------------------------------------------------------------------------------------------ without the command line


def plain(found: Measured) -> dict[str, Any]:
    """As dictionaries, ready for JSON."""
    return {name: {"missing": one} if isinstance(one, str) else asdict(one) for name, one in found.items()}


def main() -> None:
    """`python -m parcours.lab.bench_lab`: prints the figures as JSON, and what is being measured to stderr."""
    parser = argparse.ArgumentParser(
        description="Measure the vector form, PettingZoo and Ray, and other libraries for comparison."
    )
    parser.add_argument("--runs", type=int, default=5, help="number of runs for each figure")
    parser.add_argument(
        "--only", default="", help="only figures with one of these words in their names, such as GPU,pgx"
    )
    given = parser.parse_args()
    found = measure(given.runs, lambda what: print(what, file=sys.stderr, flush=True), given.only.split(","))
    machine = {"cores": cores(), "processor": platform.processor() or platform.machine(), "gpu": gpu.name()}
    print(json.dumps({"machine": machine, "lab": plain(found)}, indent=2))


if __name__ == "__main__":
    main()

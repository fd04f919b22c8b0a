"""Work in parts, done here or on a Ray cluster (`pip install 'parcours[cluster]'`): the same results either way.

    for number, result in do_parts(work, parts, ray="auto"):
        ...

`work` is a function of a module (no closure), a part is anything that can be pickled. Results come as they are ready,
with the number of their part. If a worker dies, only its current part is lost, and another worker does it again.
Everything that decides the result must be in the part: then it does not matter who does it, or how often.
"""

from __future__ import annotations

import logging
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from contextvars import copy_context
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from parcours.errors import ParcoursError

HERE = "local"
"""In place of a cluster's address: start a Ray cluster of our own on this machine."""
RETRIES = 8
"""How often a part is done again if its worker dies."""

Part = TypeVar("Part")
Outcome = TypeVar("Outcome")


def why_not() -> str:
    """Why no cluster can be used here, in one line; empty if one can."""
    return "" if find_spec("ray") else "Ray is not installed: pip install 'parcours[cluster]'"


def do_parts(
    work: Callable[[Part], Outcome], parts: Sequence[Part], ray: str | None = None, threads: int = 1
) -> Iterator[tuple[int, Outcome]]:
    """Do all parts: here, `threads` at a time, or on all workers of the cluster at the address `ray`.

    >>> list(do_parts(abs, [-3, 4]))
    [(0, 3), (1, 4)]
    """
    if ray is not None:
        yield from _on_cluster(work, parts, ray)
    elif threads > 1:
        yield from _in_threads(work, parts, threads)
    else:
        for number, part in enumerate(parts):
            yield number, work(part)


def _in_threads(work: Callable[[Part], Outcome], parts: Sequence[Part], threads: int) -> Iterator[tuple[int, Outcome]]:
    with ThreadPoolExecutor(threads) as pool:
        running = {pool.submit(copy_context().run, work, part): number for number, part in enumerate(parts)}
        try:
            for done in as_completed(running):
                yield running[done], done.result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _on_cluster(work: Callable[[Part], Outcome], parts: Sequence[Part], ray: str) -> Iterator[tuple[int, Outcome]]:
    with connected(ray) as cluster:
        task = cluster.remote(num_cpus=1, max_retries=RETRIES)(_unpack_and_do)
        running = {task.remote(work, pickle.dumps(part)): number for number, part in enumerate(parts)}
        while running:
            ready, _ = cluster.wait(list(running), num_returns=1)
            for found in ready:
                yield running.pop(found), _outcome(cluster, found)


def _unpack_and_do(work: Callable[[Part], Outcome], packed: bytes) -> Outcome:
    """Do a part on a worker. A part that can't be unpacked (a bot whose file is missing) fails like any bad part."""
    return work(pickle.loads(packed))


def _outcome(cluster: Any, found: Any) -> Any:
    """The result of a part on the cluster; if it failed, its error is raised as it would be here."""
    try:
        return cluster.get(found)
    except cluster.exceptions.RayTaskError as error:
        if isinstance(error.cause, ParcoursError):
            raise error.cause from None
        raise


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Ray, connected to the cluster at this address. A connection that exists already is used and stays open."""
    if why_not():
        raise ParcoursError(why_not())
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    cluster = import_module("ray")
    if cluster.is_initialized():
        yield cluster
        return
    _connect(cluster, address)
    try:
        yield cluster
    finally:
        cluster.shutdown()


def _connect(cluster: Any, address: str) -> None:
    how: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == HERE:
        how |= {"include_dashboard": False}
    else:
        how |= {"address": address}
    try:
        cluster.init(**how)
    except (ConnectionError, ValueError, RuntimeError) as error:
        gist = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise ParcoursError(f"--ray {address}: can't reach a Ray cluster at this address ({gist})") from None

"""Compiling the rules: `@rule` and `@rare` for rule functions, `@entry` for what Python calls (kept in the `cache`)."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np

from parcours.engine.cache import UNCOMPILED_FILES, KernelCache, cache_folder, game_as_imported, game_of
from parcours.engine.linking import Entry, LinkedRule
from parcours.engine.plain import opened

_numba: Any = numba  # Numba's own types lack the options that are set at run time
COMPILED = not _numba.config.DISABLE_JIT
if not COMPILED:
    np.seterr(over="ignore")  # 64-bit mixing wraps around, as it does in compiled code

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent


def rule(function: F) -> F:
    """Compile a rule function. It allocates nothing, raises nothing, counts indexes from the front (no `row[-1]`), and
    calls only other rule functions."""
    return _linked(function, forceinline=True)


def rare(function: F) -> F:
    """A rule that is big or seldom called: kept out of line, so that the hot path stays short.

    (`forceinline` must be given: without it, Numba uses the setting of the first caller that it compiles.)
    """
    return _linked(function, forceinline=False)


def wrapping(function: F) -> F:
    """A rule whose 64-bit numbers overflow on purpose."""
    linked: Any = _linked(function, forceinline=True)
    if COMPILED:
        linked.wraps = True
    return linked  # type: ignore[no-any-return]


def _made(function: F, **how: bool) -> Any:
    _refuse_uncompiled(function)
    if COMPILED:
        game_as_imported(game_of(function.__module__))
    return _numba.njit(nogil=True, error_model="numpy", **how)(function)


def _linked(function: F, forceinline: bool) -> F:
    """Compile a rule without Numba's reference counts (`_nrt`). It allocates nothing, and so passing the road on to it
    costs nothing."""
    made = _made(function, forceinline=forceinline, _nrt=False)
    linked: Any = LinkedRule(made) if COMPILED else made
    return linked  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """A function that Python calls for one race: it runs uncompiled until its kernel is on disk."""
    return _entry(function, at_once=False)


def bulk(function: F) -> F:
    """A function that Python calls for many races or for a search: compiled at its first call, and kept on disk."""
    return _entry(function, at_once=True)


def _entry(function: F, at_once: bool) -> F:
    made = _made(function)
    if not COMPILED:
        return _opening(made)  # type: ignore[no-any-return]
    folder = cache_folder(function.__module__)
    called: Any = Entry(made, KernelCache(function, folder) if folder else None, at_once)
    return called  # type: ignore[no-any-return]


def _opening(function: Callable[..., Any]) -> Any:
    """An entry for running without compilation: it opens its arguments for the rules in plain Python."""

    @wraps(function)
    def opening(*args: Any) -> Any:
        return function(*map(opened, args))

    ridden: Any = opening
    ridden.unchecked = opening
    return ridden


def _refuse_uncompiled(function: Callable[..., Any]) -> None:
    if Path(function.__code__.co_filename).name in UNCOMPILED_FILES:
        raise TypeError(f"{function.__qualname__}: rules can't be in {function.__code__.co_filename}: move this one")


def load_per_game(name: str, source: str, **given: Any) -> ModuleType:
    """Load the engine's file `source` as the module `name`, with `given` among its globals.

    The loops over races are written once and compiled together with each game's rules. Numba can't cache a function
    that closes over another compiled one, but it can cache one that names it as a global. So the same source becomes
    one module per game.
    """
    spec = importlib.util.spec_from_file_location(name, _HERE / source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(given)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


Progress = Callable[[str, int, int], None]
"""Called before each kernel with its name, how many kernels are ready, and how many there are."""

_listener: list[Progress | None] = []


@contextmanager
def progress_to(listener: Progress | None) -> Iterator[None]:
    """Within this block, compilation progress goes to `listener` (None: nowhere) instead of a line on stderr."""
    _listener.append(listener)
    try:
        yield
    finally:
        _listener.pop()


def warm(module: str, steps: list[tuple[str, Callable[[], object]]]) -> None:
    """Make each kernel ready by calling it once, with visible progress when one has to be compiled."""
    folder = cache_folder(module) if COMPILED else None
    cold = COMPILED and any(folder is None or not (folder / f"{name}.ready").exists() for name, _ in steps)
    tell = _listener[-1] if _listener else _stderr_line if cold else None
    tell = tell or _silent
    for done, (name, call) in enumerate(steps):
        tell(name, done, len(steps))
        call()
        if cold and folder:
            with suppress(OSError):
                (folder / f"{name}.ready").touch()
    tell("", len(steps), len(steps))


def _silent(name: str, done: int, total: int) -> None: ...


def _stderr_line(name: str, done: int, total: int) -> None:
    live = sys.stderr.isatty()
    if done == total:
        print("\r\x1b[K" if live else "parcours: rules compiled", end="" if live else "\n", file=sys.stderr, flush=True)
    elif live:
        bar = "━" * (20 * done // total) + "─" * (20 - 20 * done // total)
        print(f"\r\x1b[Kcompiling the rules, first time only  {bar}  {name}", end="", file=sys.stderr, flush=True)
    elif done == 0:
        print("parcours: compiling the rules, first time only ...", file=sys.stderr, flush=True)


def cores(wanted: int | None = None) -> int:
    """How many cores to use: all that this process may use, or `wanted` if that is less."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return allowed if wanted is None else max(1, min(wanted, allowed))

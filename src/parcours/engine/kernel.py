"""Compiling the rules: `@rule` and `@rare` for rule functions, `@entry` for what Python calls, and their cache.

Numba's cache on disk does not notice a changed callee in another file. So the cache folder carries a digest of
everything that can be compiled into a kernel (the engine's kernel sources, the game's own folder, the versions of
Python, NumPy and Numba): a kernel made from other sources is never found.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import numba
import numpy as np
import platformdirs

from parcours.engine.linking import LinkedRule

_numba: Any = numba  # its own types do not know the options that are set at run time
COMPILED = not _numba.config.DISABLE_JIT
if not COMPILED:
    np.seterr(over="ignore")  # 64-bit mixing wraps around, as it does in compiled code

F = TypeVar("F", bound=Callable[..., Any])

_HERE = Path(__file__).parent
_GAMES = _HERE.parent / "games"
_ENGINE_SOURCES = (
    "kernel.py", "linking.py", "record.py", "chance.py", "road.py", "loops.py", "../bots/shape.py", "../bots/tree.py",
)  # fmt: skip
UNCOMPILED_FILES = frozenset(
    {"builder.py", "choices.py", "courses.py", "drafting.py", "figures.py", "game.py", "hexes.py", "instruments.py"}
    | {"panels.py", "paths.py", "readings.py", "scene.py", "sheet.py", "story.py", "texts.py", "tour.py", "why.py"}
)
"""Files of a game's folder that hold no rules: they can change without a new compilation."""
_KEPT_CACHES = 6


def rule(function: F) -> F:
    """Compile a rule function. It allocates nothing, raises nothing and calls only its like."""
    return _linked(function, forceinline=True)


def rare(function: F) -> F:
    """A rule that is big or seldom called: kept out of line, so that the hot path stays short.

    (The option has to be said: where it is not, Numba takes over that of the first caller that it compiles.)
    """
    return _linked(function, forceinline=False)


def _compile(function: F, **how: bool) -> F:
    _refuse_uncompiled(function)
    if not COMPILED:
        return function
    compiled: F = _numba.njit(nogil=True, error_model="numpy", **how)(function)
    return compiled


def _linked(function: F, forceinline: bool) -> F:
    """A rule allocates nothing: without Numba's reference counts (`_nrt`) handing the road on costs nothing."""
    plain: Any = _compile(function, forceinline=forceinline, _nrt=False)
    linked: Any = LinkedRule(plain) if COMPILED else plain
    return linked  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """Compile a function that Python calls, and keep its kernel on disk."""
    folder = cache_folder(function.__module__) if COMPILED else None
    if folder is None:
        return _compile(function)
    before, _numba.config.CACHE_DIR = _numba.config.CACHE_DIR, str(folder)
    try:
        return _compile(function, cache=True)
    finally:
        _numba.config.CACHE_DIR = before


def _refuse_uncompiled(function: Callable[..., Any]) -> None:
    if Path(function.__code__.co_filename).name in UNCOMPILED_FILES:
        raise TypeError(f"{function.__qualname__}: a rule can't live in {function.__code__.co_filename}")


def load_beside(name: str, source: str, **given: Any) -> ModuleType:
    """Load the engine's file `source` as the module `name`, with `given` among its globals.

    The loops over races are written once and compiled together with each game's rules. Numba can't cache a
    function that closes over another compiled one, but it can cache one that names it as a global: so the same
    source becomes one module a game.
    """
    spec = importlib.util.spec_from_file_location(name, _HERE / source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    vars(module).update(given)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def sources_digest(game: str) -> str:
    """A digest of all that can end up in a kernel of this game."""
    digest = hashlib.sha256()
    digest.update(f"python {sys.version} numba {numba.__version__} numpy {np.__version__}".encode())
    for path in [_HERE / name for name in _ENGINE_SOURCES] + _game_sources(game):
        digest.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def _game_sources(game: str) -> list[Path]:
    """The rules, and the tables and decks beside them, whose values are compiled in."""
    rules = (p for p in (_GAMES / game).rglob("*.py") if p.name not in UNCOMPILED_FILES)
    tables = (p for p in (_GAMES / game / "data").glob("*.toml") if not p.name.startswith("rules."))
    return [*sorted(rules), *sorted(tables)]


def cache_root() -> Path:
    """Where kernels are kept: `PARCOURS_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("PARCOURS_CACHE") or platformdirs.user_cache_dir("parcours", appauthor=False))


def cache_folder(module: str) -> Path | None:
    """The folder for kernels of the game that this module belongs to; None where none can be written."""
    parts = module.split(".")
    return _game_cache(parts[2] if parts[:2] == ["parcours", "games"] else "")


@cache
def _game_cache(game: str) -> Path | None:
    root = cache_root()
    folder = root / f"{game or 'engine'}-{sources_digest(game)}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
    except OSError as error:
        _say_once(
            f"parcours: compiled rules can't be kept in {root} ({error.strerror}): they are compiled anew each time"
        )
        return None
    _forget_old(root, game or "engine")
    return folder


def _forget_old(root: Path, stem: str) -> None:
    """Remove all but the newest few folders of a game: those of sources long changed."""
    folders = sorted(root.glob(f"{stem}-*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for old in folders[_KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def _say_once(text: str) -> None:
    print(text, file=sys.stderr)


Progress = Callable[[str, int, int], None]
"""Told before each kernel: its name, how many are ready, how many there are."""

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
    """How many cores to use: all that this process may, or fewer."""
    allowed = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return allowed if wanted is None else max(1, min(wanted, allowed))

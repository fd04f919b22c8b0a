"""Where compiled kernels are kept on disk, and how they are found again.

Numba's own cache does not notice a changed callee in another file, and it stores kernels under the path of the checkout
that made them. Here the name of a folder contains a digest of everything that can be compiled into a kernel (the
engine's kernel sources, the game's own folder, the versions of Python, NumPy and Numba, the processor). So a kernel
made from other sources is never found, and every checkout of the same sources finds the same kernels. A process reads
these files once, when it imports the rules. If a file has changed since, kernels that the process compiles are not
kept.
"""
# mypy: allow-untyped-calls, disable-error-code="misc"

from __future__ import annotations

import contextlib
import hashlib
import inspect
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numba
import numpy as np
import platformdirs
from llvmlite import binding
from numba.core import caching

_HERE = Path(__file__).parent
ENGINE_SOURCES = (
    "kernel.py", "linking.py", "shortcuts.py", "record.py", "chance.py", "bits.py", "road.py", "loops.py",
    "tablefile.py", "search_parameters.py", "../bots/tree_layout.py", "../bots/unscored.py", "../bots/tree.py",
)  # fmt: skip
"""Files that can be compiled into a kernel of any game. (A file with entries of its own, such as `lab/vector_loops.py`,
matters only for those entries.)"""
UNCOMPILED_FILES = frozenset(
    {
        "builder.py",
        "choices.py",
        "courses.py",
        "drafting.py",
        "figures.py",
        "game.py",
        "hex_pictures.py",
        "hexes.py",
        "instruments.py",
    }
    | {"panels.py", "paths.py", "phases.py", "readings.py", "scene.py", "sheet.py", "story.py", "texts.py", "tour.py"}
    | {"why.py"}
)
"""Files of a game's folder that hold no rules: they can change without a new compilation."""
WORDS = ("lesson", "minute", "rules")
"""Data files with words for people: no rule reads them."""
_KEPT_CACHES = 12


def _digest_of(paths: list[Path]) -> bytes:
    digest = hashlib.sha256()
    for path in paths:
        digest.update(f"\n{path.name}\n".encode() + path.read_bytes())
    return digest.digest()


def sources_digest(game: str) -> str:
    """A digest of everything that can end up in a kernel of this game."""
    machine = f"{binding.get_host_cpu_name()} {binding.get_host_cpu_features().flatten()}"
    digest = hashlib.sha256()
    digest.update(f"python {sys.version} numba {numba.__version__} numpy {np.__version__} on {machine}".encode())
    digest.update(engine_as_imported())
    digest.update(game_as_imported(game))
    return digest.hexdigest()[:16]


def sources_changed(game: str) -> bool:
    """Whether source files have changed since this process imported them."""
    try:
        return (engine_as_imported(), game_as_imported(game)) != (_engine_now(), _game_now(game))
    except OSError:
        return True


def _engine_now() -> bytes:
    return _digest_of([_HERE / name for name in ENGINE_SOURCES])


def _game_now(game: str) -> bytes:
    return _digest_of(_game_sources(game))


engine_as_imported = cache(_engine_now)
game_as_imported = cache(_game_now)
engine_as_imported()  # before any of these files can change


def _game_sources(game: str) -> list[Path]:
    """The rules, and the tables and decks beside them, whose values are compiled in."""
    if not game:
        return []
    folder = folder_of(game)
    rules = (p for p in folder.rglob("*.py") if p.name not in UNCOMPILED_FILES)
    tables = (p for p in (folder / "data").glob("*.*") if p.is_file() and p.name.partition(".")[0] not in WORDS)
    return [*sorted(rules), *sorted(tables)]


def game_of(module: str) -> str:
    """The game that a module belongs to; "" for the engine."""
    parts = module.split(".")
    return parts[2] if parts[:2] == ["parcours", "games"] else ""


def folder_of(game: str) -> Path:
    """The folder of a game: in Parcours itself, or where a guest game was installed."""
    spec = find_spec(f"parcours.games.{game}")
    assert spec is not None
    assert spec.submodule_search_locations is not None
    return Path(spec.submodule_search_locations[0])


def cache_root() -> Path:
    """Where kernels are kept: `PARCOURS_CACHE`, or the user's cache folder."""
    return Path(os.environ.get("PARCOURS_CACHE") or platformdirs.user_cache_dir("parcours", appauthor=False))


def cache_folder(module: str) -> Path | None:
    """The folder for kernels of the game that this module belongs to; None where the disk can't be written to."""
    return _game_cache(game_of(module))


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
        _say_once(f"parcours: can't save compiled rules in {root} ({error.strerror}): they are compiled every time")
        return None
    _forget_old(root, game or "engine")
    return folder


def _forget_old(root: Path, stem: str) -> None:
    """Remove the old cache folders of a game; the newest `_KEPT_CACHES` stay."""
    folders = sorted(root.glob(f"{stem}-*"), key=lambda p: p.stat().st_mtime, reverse=True)
    for old in folders[_KEPT_CACHES:]:
        shutil.rmtree(old, ignore_errors=True)


@cache
def _say_once(text: str) -> None:
    print(text, file=sys.stderr)


class _InFolder(caching._CacheLocator):
    """Puts the kernels of a function into the folder of its game, wherever the source file is."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._py_file = inspect.getfile(function)
        self._line = function.__code__.co_firstlineno
        self._folder = folder

    def get_cache_path(self) -> str:
        return str(self._folder)

    def get_source_stamp(self) -> str:
        return hashlib.sha256(Path(self._py_file).read_bytes()).hexdigest()

    def get_disambiguator(self) -> str:
        return str(self._line)


class _KernelFiles(caching.CompileResultCacheImpl):
    """Reads and writes kernels as Numba does, but in a given folder."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _InFolder(function, folder)
        self._filename_base = self.get_filename_base(
            f"{Path(inspect.getfile(function)).stem}.{function.__qualname__}", getattr(sys, "abiflags", "")
        )


class KernelCache(caching.FunctionCache):
    """The kernels of one entry, in the folder of its game. If they can't be read or written, only speed is lost."""

    def __init__(self, function: Callable[..., Any], folder: Path) -> None:
        self._impl_class: Any = lambda given: _KernelFiles(given, folder)
        super().__init__(function)
        self._game = game_of(function.__module__)

    def _index(self) -> dict[Any, str]:
        """The kernel files on disk, by Numba's index key (signature, processor, code)."""
        try:
            return dict(self._cache_file._load_index())
        except Exception:
            return {}

    @property
    def files(self) -> list[str]:
        """The names of the files that hold the entry's kernels; empty if one of them is missing."""
        found = list(self._index().values()) if os.path.exists(self._cache_file._index_path) else []
        return found if all(os.path.exists(self._cache_file._data_path(name)) for name in found) else []

    def signatures(self, codegen: Any) -> list[Any]:
        """The signatures that have a kernel on disk for this machine."""
        return [key[0] for key in self._index() if key == self._index_key(key[0], codegen)]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Load a kernel from disk. If it can't be read, delete the entry's kernels, so that they are compiled again."""
        try:
            return super().load_overload(sig, target_context)
        except Exception:
            with contextlib.suppress(Exception):
                for name in self._index().values():
                    os.unlink(self._cache_file._data_path(name))
            return None

    def save_overload(self, sig: Any, data: Any) -> None:
        if sources_changed(self._game):
            _say_once("parcours: source files have changed since they were imported: compiled rules are not saved")
            return
        try:
            super().save_overload(sig, data)
        except OSError as error:
            _say_once(f"parcours: can't save compiled rules in {self.cache_path} ({error.strerror})")

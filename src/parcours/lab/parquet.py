"""Parquet files that also hold the set-up of their data (`parcours[lab]`)."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np

from parcours import __version__
from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.errors import ParcoursError


def arrow(what: str) -> Any:
    """PyArrow; if it is not installed, an error says what needs it."""
    try:
        import pyarrow
    except ModuleNotFoundError:
        raise ParcoursError(f"{what} need pyarrow: pip install 'parcours[lab]'") from None
    return pyarrow


@contextmanager
def writing(path: Path, schema: Any) -> Iterator[Callable[[Any], None]]:
    """Write tables to a file one after the other, each as a row group. The file appears whole or not at all."""
    import pyarrow.parquet as parquet

    unfinished = path.with_name(path.name + ".unfinished")
    try:
        with parquet.ParquetWriter(unfinished, schema, compression="zstd") as writer:
            yield lambda table: writer.write_table(table, row_group_size=max(1, table.num_rows))
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


@contextmanager
def reading(path: Path, what: str) -> Iterator[Any]:
    """Open a Parquet file; anything else is refused."""
    arrow(f"files of {what}")
    import pyarrow.parquet as parquet

    if not path.exists():
        raise ParcoursError(f"{path}: there is no such file")
    try:
        opened = parquet.ParquetFile(path)
    except Exception as error:
        raise ParcoursError(f"{path}: is not a file of {what} ({type(error).__name__})") from None
    with opened:
        yield opened


def set_up_in(path: Path, schema: Any, key: bytes, what: str, version: int) -> dict[str, Any]:
    """The set-up that a file holds under this key."""
    try:
        told: dict[str, Any] = json.loads(schema.metadata[key])
    except (TypeError, KeyError, ValueError):
        raise ParcoursError(f"{path}: is not a file of {what}") from None
    if told.get("format") != version:
        raise ParcoursError(
            f"{path}: is in format {told.get('format')}; this version of Parcours reads format {version}"
        )
    return told


def versions() -> Iterator[tuple[str, str]]:
    """The versions of the software that a file is made with."""
    import numba

    yield "parcours", __version__
    yield "python", sys.version.split()[0]
    yield "numpy", np.__version__
    yield "numba", numba.__version__


def plain_course(course: Course) -> dict[str, str]:
    """A course as a set-up stores it."""
    return {"digest": course.digest, "source": course.source}


def course_of(game: Game, name: str, kept: dict[str, str]) -> Course:
    """The course that a set-up stores: the game's own if it is still the same, else read from the stored text."""
    if name in game.course_names and game.course(name).digest == kept["digest"]:
        return game.course(name)
    return game.read_course(f"{name}.toml", kept["source"])

"""Figures about a game: tables that its own `figures` module makes from many races."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table of figures: a title, its columns, a row each."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]

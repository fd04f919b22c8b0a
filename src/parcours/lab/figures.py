"""Figures of a game: tables of what many races come to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """A table: its title, its columns, and its rows."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]

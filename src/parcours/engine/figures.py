"""Tables of figures about a game, which the game's `figures` module makes from many races."""

from __future__ import annotations

from dataclasses import dataclass

from parcours.engine.statistics import Interval


@dataclass(frozen=True)
class Table:
    """One table: its title, its columns and its rows. Numbers stay numbers."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[object, ...]]


def cell(value: object) -> str:
    """A value as a table shows it.

    >>> cell(0.12345), cell(7.1), cell(1234.5), cell(12345), cell(None), cell("Tour")
    ('0.123', '7.10', '1,234.5', '12,345', '', 'Tour')
    """
    if value is None:
        return ""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{value:,}"
    if isinstance(value, float):
        digits = 3 if abs(value) <= 1 else 2 if abs(value) < 100 else 1
        return f"{value:,.{digits}f}"
    return str(value)


def with_bounds(interval: Interval, digits: int = 3) -> tuple[float | None, float | None, float | None]:
    """An estimate and its 95% bounds, as three columns of a table.

    >>> with_bounds(Interval(0.25, 0.2, 0.31))
    (0.25, 0.2, 0.31)
    """
    low, high = (None if bound is None else round(bound, digits) for bound in (interval.low, interval.high))
    return round(interval.value, digits), low, high

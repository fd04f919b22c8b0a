"""Rally: collect the faults of a data file. A bad file is refused whole, with all its faults (RA-F2 to RA-F4)."""

from __future__ import annotations

from typing import Any

from parcours.engine.tablefile import shown
from parcours.errors import CourseError

MOST_TOLD = 40
"""The most faults that an error lists; it only counts the others."""


class DataError(CourseError):
    """A data file that breaks rules: every fault with its place and clause."""

    def __init__(self, file: str, faults: tuple[str, ...]) -> None:
        self.faults = faults
        told = "; ".join(faults[:MOST_TOLD])
        if len(faults) > MOST_TOLD:
            told += f"; and {len(faults) - MOST_TOLD} more"
        first, _, rest = told.partition(": ")
        super().__init__(file, first, rest)


class Faults:
    """The faults found in a file so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[str] = []

    def add(self, place: str, what: str, clause: str) -> None:
        self.found.append(f"{place}: {what} ({clause})")

    def refuse(self) -> None:
        """Raise an error with all faults, if there are any."""
        if self.found:
            raise DataError(self.file, tuple(self.found))

    # ------------------------------------------------------------------------------------------ plain checks

    def is_list(self, place: str, value: object, clause: str) -> list[Any]:
        """The value, if it is a list; anything else is a fault and gives an empty list."""
        if isinstance(value, list):
            return value
        self.add(place, f"must be a list, not {shown(value)}", clause)
        return []

    def is_table(self, place: str, value: object, known: tuple[str, ...], clause: str) -> dict[str, Any]:
        """The value, if it is a table; anything else is a fault and gives an empty table. Unknown fields are faults
        too."""
        if not isinstance(value, dict):
            self.add(place, f"must be a table, not {shown(value)}", clause)
            return {}
        for field in value:
            if field not in known:
                self.add(place, f"there is no field {shown(field)} (fields: {', '.join(known)})", clause)
        return value

    def is_whole(self, place: str, value: object, low: int, high: int, clause: str) -> int | None:
        """The value, if it is a whole number within bounds; anything else is a fault and gives None."""
        if type(value) is int and low <= value <= high:
            return value
        self.add(place, f"{shown(value)} is not a whole number from {low} to {high}", clause)
        return None

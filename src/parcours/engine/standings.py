"""Standings: where the teams of a race stand, and whose it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parcours.engine.words import Say


@dataclass(frozen=True)
class Standing:
    """Where a team stands: its seat, its place from 1, its points, and what they were won for."""

    seat: int
    name: Say
    place: int
    points: int
    details: Mapping[str, int]
    score: Say
    """What it is placed by, in words."""

    def __str__(self) -> str:
        return f"{self.place}. {self.name}: {self.points}"


class Standings(tuple[Standing, ...]):
    """The standings, best first. Printed, one line a team."""

    __slots__ = ()

    @property
    def victory(self) -> Say:
        """Whose the race is, once it is over; some may share it."""
        return Say("Victory for {teams}", teams=[team.name for team in self if team.place == 1])

    def __str__(self) -> str:
        return "\n".join(map(str, self))

"""Standings: where the teams of a race stand, and who has won."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parcours.engine.headlines import listed
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
    """What decides the team's place, in words."""

    def __str__(self) -> str:
        return f"{self.place}. {self.name}: {self.points}"


class Standings(tuple[Standing, ...]):
    """The standings, best first; printed, they are one line per team."""

    __slots__ = ()

    @property
    def victory(self) -> Say:
        """Who has won, once the race is over; several teams may share the win."""
        return Say("{teams} wins", teams=listed([team.name for team in self if team.place == 1]))

    def __str__(self) -> str:
        return "\n".join(map(str, self))

"""Profi: points of a race, rider by rider (PR-P), from the record alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from parcours.games.profi.state import UP


@dataclass(frozen=True)
class RiderPoints:
    """A rider's place, its world cup points (PR-P1), jersey and combative points, and its gap in seconds (PR-Q1)."""

    rider: int
    team: int
    place: int
    world_cup: int
    green: int
    mountain: int
    combative: int
    gap: int
    struck: bool


def rider_points(race: Any) -> tuple[RiderPoints, ...]:
    """All riders of the race."""
    squad = int(race["squad"])
    riders = [r for r in range(int(race["sides"]) * squad) if int(race["status"][r]) >= UP]
    return tuple(
        RiderPoints(
            rider=rider,
            team=rider // squad,
            place=int(race["place"][rider]),
            world_cup=len(riders) + 1 - int(race["place"][rider]) if int(race["place"][rider]) else 0,
            green=int(race["green"][rider]),
            mountain=int(race["mountain"][rider]),
            combative=int(race["combative"][rider]) if race["combative_rule"] else 0,
            gap=int(race["gap"][rider]),
            struck=bool(int(race["struck"]) >> rider & 1),
        )
        for rider in riders
    )


def best_place(race: Any, seat: int) -> int:
    """The place of a team's best rider, which is the one that counts for the team (PR-Q6); 0 if none has finished."""
    return min((x.place for x in rider_points(race) if x.team == seat and x.place and not x.struck), default=0)


def team_scores(race: Any, seat: int) -> Mapping[str, int]:
    """A team's world cup points, by the types of its riders."""
    names = ("captain", "rouleur", "grimpeur", "sprinter", "second rouleur")
    return {names[int(race["role"][x.rider])]: x.world_cup for x in rider_points(race) if x.team == seat}

"""Rally: the headlines of a turn."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.headlines import front, new_in, together
from parcours.engine.words import Say
from parcours.games.rally.state import DRIVING, LEFT, OFF, OUT
from parcours.games.rally.texts import car_name


def headlines(then: Any, now: Any, course: Course) -> list[Say]:
    """Which cars are out, have gone off the road or have finished; then who leads."""
    was, is_ = then["status"], now["status"]
    told = together("{riders} is out of the rally", "{riders} are out of the rally", new_in(OUT, was, is_), car_name)
    told += together("{riders} comes off the road", "{riders} come off the road", new_in(OFF, was, is_), car_name)
    told += together("{riders} finishes", "{riders} finish", new_in(LEFT, was, is_), car_name)
    return told + front(_places(then), _places(now), car_name)


def _places(race: Any) -> dict[int, int]:
    cars = [car for car in range(int(race["teams"])) if int(race["status"][car]) in (DRIVING, OFF)]
    return {car: int(race["place"][car]) for car in cars}

"""Leader 1: the headlines of a turn."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.headlines import front, new_in, together
from parcours.engine.words import Say
from parcours.games.leader_one.state import BESIDE, HOME, IN_BUNCH, ON_ROAD
from parcours.games.leader_one.texts import front_of, rider_name, riders_in_race


def headlines(then: Any, now: Any, course: Course) -> list[Say]:
    """Who won, fell, got away, was caught or dropped; then the breakaway and the bunch."""

    def name(rider: int) -> Say:
        return rider_name(now, rider)

    def bunch(race: Any) -> int:
        return int(course.road.squares["front"][int(race["bunch"])]) if int(race["bunch"]) >= 0 else course.finish

    told = [
        Say("{rider} crosses the line first", rider=name(rider)) for rider in new_in(1, then["place"], now["place"])
    ]
    told += together("{riders} crashes", "{riders} crash", new_in(BESIDE, then["status"], now["status"]), name)
    riders = list(riders_in_race(now))
    was, is_ = then["status"], now["status"]
    caught = [r for r in riders if int(was[r]) == ON_ROAD and int(is_[r]) in (IN_BUNCH, HOME) and not now["place"][r]]
    told += together("The bunch swallows {riders}", "The bunch swallows {riders}", caught, name)
    out = [rider for rider in riders if int(was[rider]) == IN_BUNCH and int(is_[rider]) == ON_ROAD]
    ahead = [rider for rider in out if front_of(now, course, rider) > bunch(now)]
    behind = [rider for rider in out if rider not in ahead]
    told += together("{riders} breaks clear of the bunch", "{riders} break clear of the bunch", ahead, name)
    told += together("{riders} is dropped by the bunch", "{riders} are dropped by the bunch", behind, name)
    return told + _breakaway(then, now, course, bunch(then), bunch(now), name)


def _breakaway(then: Any, now: Any, course: Course, was: int, is_: int, name: Any) -> list[Say]:
    """Who rides ahead of the bunch."""

    def ahead(race: Any, bunch: int) -> dict[int, int]:
        away = [rider for rider in riders_in_race(race) if int(race["status"][rider]) == ON_ROAD]
        places = {rider: front_of(race, course, rider) // course.unit for rider in away}
        return {rider: place for rider, place in places.items() if place > bunch // course.unit}

    away = ahead(now, is_)
    if not away:
        return [] if int(now["bunch"]) < 0 else [Say("The bunch leads the race")]
    leader = max(away, key=lambda rider: away[rider])
    if len(away) > 1 or int(now["bunch"]) < 0:
        return front(ahead(then, was), away, name)
    gap = away[leader] - is_ // course.unit
    return [
        Say.number(
            "{rider} is alone in front, {n} row ahead of the bunch",
            "{rider} is alone in front, {n} rows ahead of the bunch",
            gap, rider=name(leader),
        )
    ]  # fmt: skip

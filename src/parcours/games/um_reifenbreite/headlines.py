"""Um Reifenbreite: the headlines of a round."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.headlines import front, new_in, together
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.sheet import sprint_lines
from parcours.games.um_reifenbreite.state import DOWN, NOBODY, RIDERS, RIDING
from parcours.games.um_reifenbreite.texts import rider_name


def headlines(then: Any, now: Any, course: Course) -> list[Say]:
    """The winner, crashes, sprints, the jersey; then the front."""
    told = [Say("{rider} crosses the line first", rider=rider_name(r)) for r in new_in(1, then["place"], now["place"])]
    crashed = new_in(DOWN, then["status"], now["status"])
    told += together("Crash! {riders} is down", "Crash! {riders} are down", crashed, rider_name)
    for number, line in enumerate(sprint_lines(course)):
        won = new_in(1, (row[number] for row in then["sprint_place"]), (row[number] for row in now["sprint_place"]))
        told += [Say("{rider} wins sprint {line}", rider=rider_name(rider), line=line.name) for rider in won]
    jersey = int(now["jersey"])
    if jersey not in (NOBODY, int(then["jersey"])):
        told.append(Say("{rider} takes over the yellow jersey", rider=rider_name(jersey)))
    return told + front(_places(then, course), _places(now, course), rider_name)


def _places(race: Any, course: Course) -> dict[int, int]:
    squares = course.road.squares["front"]
    riders = [rider for rider in range(int(race["teams"]) * RIDERS) if int(race["status"][rider]) == RIDING]
    return {rider: int(squares[int(race["at"][rider])]) // course.unit for rider in riders}

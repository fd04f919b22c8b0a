"""Breaking Away: the headlines of a turn."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.headlines import front, new_in, together
from parcours.engine.words import Say
from parcours.games.breaking_away.state import NOBODY, RIDERS
from parcours.games.breaking_away.texts import rider_name


def headlines(then: Any, now: Any, course: Course) -> list[Say]:
    """Lines won, attacks, catches and retirements; then the front."""
    told = []
    for number, line in enumerate(course.lines):
        won = new_in(1, (row[number] for row in then["place"]), (row[number] for row in now["place"]))
        told += [Say("{rider} wins {line}", rider=rider_name(rider), line=Say(line.name)) for rider in won]
    was, alone = int(then["alone"]), int(now["alone"])
    if int(now["distance"].max()) > course.finish:
        pass  # after the finish nobody gets away from anybody
    elif alone not in (NOBODY, was):
        told.append(Say("{rider} attacks and goes clear", rider=rider_name(alone)))
    elif alone == NOBODY != was:
        told.append(Say("The bunch reels {rider} in", rider=rider_name(was)))
    told += together("{riders} retires", "{riders} retire", new_in(1, then["retired"], now["retired"]), rider_name)
    return told + front(_places(then, course), _places(now, course), rider_name)


def _places(race: Any, course: Course) -> dict[int, int]:
    riders = range(int(race["teams"]) * RIDERS)
    finish = len(course.lines) - 1
    on = [rider for rider in riders if not race["retired"][rider] and not race["place"][rider][finish]]
    return {rider: int(race["distance"][rider]) for rider in on}

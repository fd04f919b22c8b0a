"""Profi: the headlines of a round."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.headlines import front, new_in, together
from parcours.engine.words import Say
from parcours.games.profi import state as st
from parcours.games.profi.texts import rider_name


def headlines(then: Any, now: Any, course: Course) -> list[Say]:
    """Crashes, sprints and summits, the final sprint; then the front."""

    def name(rider: int) -> Say:
        return rider_name(now, rider)

    told = []
    if int(now["sprint"]) == 1 != int(then["sprint"]):
        told.append(Say("The leading group goes for the final sprint"))
    told += together("Crash! {riders} is down", "Crash! {riders} are down",
                     new_in(st.LYING, then["status"], now["status"]), name)  # fmt: skip
    told += [Say("{rider} wins the sprint", rider=name(rider)) for rider in _best(then["green"], now["green"])]
    told += [Say("{rider} is first over the summit", rider=name(r)) for r in _best(then["mountain"], now["mountain"])]
    return told + front(_places(then), _places(now), name)


def _best(then: Any, now: Any) -> list[int]:
    """The rider that won the most points, if anybody won any."""
    won = np.asarray(now, np.int64) - np.asarray(then, np.int64)
    return [int(won.argmax())] if won.max() > 0 else []


def _places(race: Any) -> dict[int, int]:
    riders = range(int(race["sides"]) * int(race["squad"]))
    return {rider: int(race["row"][rider]) for rider in riders if int(race["status"][rider]) >= st.UP}

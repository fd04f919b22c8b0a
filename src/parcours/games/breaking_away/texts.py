"""Breaking Away in words: the actions and the story."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.scene import Event, Importance, StoryEntry
from parcours.engine.words import Say
from parcours.games.breaking_away import rules
from parcours.games.breaking_away.actions import FACTOR, FIRST, OWN, QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.state import NOBODY, OVER_PHASE, RIDERS

TEAM_NAMES = ("Red", "Blue", "Yellow", "Green", "Violet", "Orange")


def team_name(team: int) -> Say:
    return Say(TEAM_NAMES[team])


def rider_name(rider: int) -> Say:
    return Say("{team} {number}", team=team_name(rider // RIDERS), number=rider % RIDERS + 1)


def due_rider(race: Any) -> int:
    return int(race["queue"][race["due"]])


def action_words(race: Any, action: int) -> Say:
    """A legal action in words, before it is carried out."""
    if action >= FIRST:
        return Say("The draw: {team} starts", team=team_name(action - FIRST))
    if action == QUICK:
        return Say("{team} takes the quick line-up", team=team_name(int(race["dividing"])))
    if action == OWN:
        return Say("{team} divides the points", team=team_name(int(race["dividing"])))
    if action > OWN:
        rider = int(race["dividing"]) * RIDERS + int(race["pencil"])
        return Say("{rider} gets a factor of {value}", rider=rider_name(rider), value=action - FACTOR)
    rider = due_rider(race)
    if action == RETIRE:
        return Say("{rider} retires", rider=rider_name(rider))
    n = int(race["factor"][rider][action - RIDE_BOX])
    return Say.number("{rider} rides {n} square", "{rider} rides {n} squares", n, rider=rider_name(rider))


def code_words(action: int) -> Say:
    """What an action code means, whichever seat plays it."""
    if action < RETIRE:
        return Say("ride the factor in box {box}", box=action - RIDE_BOX + 1)
    if action == RETIRE:
        return Say("retire the rider")
    if action == QUICK:
        return Say("take the quick line-up")
    if action == OWN:
        return Say("divide the points")
    if action < FIRST:
        return Say("write factor {value}", value=action - FACTOR)
    return Say("The draw: {team} starts", team=team_name(action - FIRST))


def points_by_line(race: Any, course: Course, team: int) -> dict[str, int]:
    """What a team has won at each line (BA-P2)."""
    won = {line.name: 0 for line in course.lines}
    for rider in range(team * RIDERS, team * RIDERS + RIDERS):
        for number, line in enumerate(course.lines):
            place = int(race["place"][rider][number])
            if 0 < place <= len(line.scores):
                won[line.name] += line.scores[place - 1]
    return won


def story(before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
    """What an action brought about, for a viewer. While a team divides its points, rivals hear only that a sheet was
    handed in (BA-S7)."""
    if action in (QUICK, OWN) or FACTOR < action < FIRST:
        return _dividing(before, action, after, viewer)
    if action >= FIRST:
        return (StoryEntry(action_words(before, action), ("BA-M5",), action - FIRST, "minor"),)
    rider = due_rider(before)
    seat = rider // RIDERS
    if action == RETIRE:
        told = [StoryEntry(action_words(before, action), ("BA-M6",), seat)]
    else:
        told = [StoryEntry(action_words(before, action), ("BA-M2", "BA-M3"), seat)]
        told += _lines(before, after, course, rider)
    if int(after["turn"]) > int(before["turn"]):
        told += _replenishments(before, after)
    if int(after["phase"]) == OVER_PHASE:
        told.append(_end(after, course))
    return tuple(told)


def _dividing(before: Any, action: int, after: Any, viewer: int) -> tuple[StoryEntry, ...]:
    team = int(before["dividing"])
    handed_in = int(after["dividing"]) > team or int(after["phase"]) != int(before["phase"])
    done = StoryEntry(Say("{team} hands in the movement sheet", team=team_name(team)), ("BA-S7",), team, "minor")
    if viewer != team:
        return (done,) if handed_in else ()
    clauses = ("BA-S8",) if action == QUICK else ("BA-S3", "BA-S4", "BA-S5")
    own = StoryEntry(action_words(before, action), clauses, team, "minor")
    return (own, done) if handed_in else (own,)


def _lines(before: Any, after: Any, course: Course, rider: int) -> list[StoryEntry]:
    told = []
    for number, line in enumerate(course.lines):
        place = int(after["place"][rider][number])
        if place and not before["place"][rider][number]:
            scored = line.scores[place - 1] if place <= len(line.scores) else 0
            if scored:
                words = Say.number(
                    "{line}: {rider} {place}, {n} point",
                    "{line}: {rider} {place}, {n} points",
                    scored, rider=rider_name(rider), place=place, line=Say(line.name),
                )  # fmt: skip
            else:
                words = Say(
                    "{line}: {rider} crosses, but no points are left", rider=rider_name(rider), line=Say(line.name)
                )
            weight: Importance = "major" if place <= 3 else "move"
            event: Event = "sprint" if place == 1 and line.kind == "sprint" else ""
            told.append(
                StoryEntry(words, ("BA-P1", "BA-P2", "BA-P3"), rider // RIDERS, weight, event=event, piece=f"r{rider}")
            )
    return told


def _replenishments(before: Any, after: Any) -> list[StoryEntry]:
    """What the race director reads out at the end of a turn (BA-S7)."""
    told = []
    alone = int(after["alone"])
    if alone != NOBODY and alone != int(before["alone"]):
        bonus = _filled(after, alone)
        told.append(
            StoryEntry(
                Say(
                    "{rider} breaks away, {bonus} squares clear: breakaway bonus {bonus}",
                    rider=rider_name(alone),
                    bonus=bonus,
                ),
                ("BA-R2", "BA-R3", "BA-R4"),
                alone // RIDERS,
                "major",
                event="attack",
                piece=f"r{alone}",
            )
        )
    begins = Say("Turn {turn} begins", turn=int(after["turn"]))
    told.append(StoryEntry(begins, ("BA-T1", "BA-M1", "BA-R1"), -1, "minor", opens=True))
    return told


def _filled(after: Any, rider: int) -> int:
    """What is now in the box that the rider emptied this turn."""
    return int(after["factor"][rider][after["blank"][rider]])


def _end(after: Any, course: Course) -> StoryEntry:
    if int(after["crossed"][len(course.lines) - 1]) >= rules.FINISHERS:
        return StoryEntry(Say("The eighth rider crosses the finish: the race is over"), ("BA-E1",), -1, "major")
    return StoryEntry(Say("The last rider crosses the finish: the race is over"), ("BA-E3",), -1, "major")

"""Um Reifenbreite as a commentator tells it: what an action brought about."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.road import TERRAINS
from parcours.engine.scene import Chance, Event, StoryEntry, two_dice
from parcours.engine.words import Say
from parcours.games.um_reifenbreite.actions import (
    AGREE,
    ASK,
    CARD,
    DECLINE,
    DIE,
    FOLLOW,
    GRID,
    LEAD,
    LUCK,
    MEANS,
    ONE_AWAY,
    PHOTO,
    RETURN,
    RIDER,
    SHORT_TOW,
    TOTAL,
    TWO_AWAY,
    WAY,
)  # fmt: skip
from parcours.games.um_reifenbreite.sheet import sprint_lines
from parcours.games.um_reifenbreite.state import BESIDE, DOWN, NOBODY, OVER_PHASE, RIDERS, THROW, VERDICT
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS
from parcours.games.um_reifenbreite.texts import action_words, luck_effect, luck_title, rider_name
from parcours.games.um_reifenbreite.why import chain, no_pursuit

ALLOWANCES = {
    "climb": "{rider} rolls {n}, minus {by} for the climb: {sum}",
    "descent": "{rider} rolls {n}, plus {by} for the descent: {sum}",
    "cobbles": "{rider} rolls {n}, minus {by} for the cobbles: {sum}",
}
"""How the story tells the sum of a roll, by the terrain that changes it."""


def story(before: Any, action: int, after: Any, course: Course) -> tuple[StoryEntry, ...]:
    """The action itself, then what followed from it: crashes, lines, places, who may not follow, the end of a round."""
    told = [*_deed(before, action, course)]
    told += _misfortunes(before, after)
    told += _lines(before, after, course)
    if action < WAY:
        told += _left_behind(before, action, course)
    if int(after["round_number"]) > int(before["round_number"]):
        told += _new_round(before, after)
    if int(after["phase"]) == OVER_PHASE:
        told += _end(after)
    return tuple(told)


def _deed(before: Any, action: int, course: Course) -> list[StoryEntry]:
    seat = int(before["rider"]) // RIDERS if int(before["rider"]) >= 0 else -1
    words = action_words(before, action, course)
    if action < FOLLOW:
        return [StoryEntry(words, ("UR-6c", "UR-6d"), seat)]
    if action == FOLLOW:
        return [StoryEntry(words, ("UR-7h",), seat)]
    if action == DECLINE:
        return [StoryEntry(words, ("UR-7j",), seat, "minor")]
    if action < MEANS:
        if action in (ASK, LEAD):
            return [StoryEntry(words, ("UR-15a",), seat, "minor")] if action == ASK else []
        asked = int(before["file"][before["asked"]]) // RIDERS
        return [StoryEntry(words, ("UR-15b", "UR-15c"), asked, "move" if action == AGREE else "minor")]
    if action < CARD:
        means = action - MEANS
        if means >= SHORT_TOW:
            return [StoryEntry(words, ("UR-13a",), seat, "major")]
        away = means in (ONE_AWAY, TWO_AWAY)
        if away:
            return [StoryEntry(words, ("UR-11e",), seat, "major", event="attack", piece=f"r{int(before['rider'])}")]
        return [StoryEntry(words, ("UR-11c",), seat, "minor")]
    if action < RETURN:
        return [StoryEntry(words, ("UR-11a",), seat, "minor")]
    if action < RIDER:
        return [StoryEntry(words, ("UR-8c", "UR-8d"), seat, "minor")]
    if action < GRID:
        return []
    if action < TOTAL:
        return [StoryEntry(words, ("UR-5c", "UR-5d"), seat, "minor")]
    if action < LUCK:
        return [_throw(before, action, course, seat, words)]
    if action < PHOTO:
        card = action - LUCK
        said = Say("Luck card for {rider}: {title}, {effect}", rider=rider_name(int(before["rider"])),
                   title=luck_title(card), effect=luck_effect(card))  # fmt: skip
        return [StoryEntry(said, ("UR-12g", "UR-12c"), seat, "major", chance=Chance("card", (luck_title(card),)))]
    final = int(before["phase"]) == VERDICT
    return [
        StoryEntry(words, ("UR-13d",) if final else ("UR-13b",), -1 if final else seat, "major" if final else "minor")
    ]


def _throw(before: Any, action: int, course: Course, seat: int, words: Say) -> StoryEntry:
    """A roll, with the sum written out: what the square takes away or adds (UR-8a, UR-9a, UR-10a)."""
    thrown = action - TOTAL + 2 if action < DIE else action - DIE + 1
    chance = two_dice(thrown) if action < DIE else Chance("dice", (str(thrown),))
    rider = int(before["rider"])
    if int(before["round_number"]) == 0 or int(before["phase"]) == THROW:
        return StoryEntry(words, ("UR-5b",), seat, "minor", chance=chance)
    square = course.road.squares[int(before["at"][rider])]
    value = int(square["value"]) if before["colours"] else 0
    if action < DIE and value:
        gaps = {"rider": rider_name(rider), "n": thrown, "by": abs(value), "sum": max(0, thrown + value)}
        words = Say(ALLOWANCES[TERRAINS[square["terrain"]]], **gaps)
    return StoryEntry(words, ("UR-21b" if action < DIE else "UR-21c",), seat, "minor", chance=chance)


def _misfortunes(before: Any, after: Any) -> list[StoryEntry]:
    riders = range(int(after["teams"]) * RIDERS)
    down = [r for r in riders if after["status"][r] == DOWN and before["status"][r] != DOWN]
    told = []
    if down:
        names = [rider_name(rider) for rider in down]
        told.append(StoryEntry(Say("Crash! Down: {riders}", riders=names), ("UR-12f", "UR-12j"), -1, "major"))
    for rider in riders:
        if after["status"][rider] == BESIDE and before["status"][rider] != BESIDE:
            words = Say("{rider} puts a foot down", rider=rider_name(rider))
            told.append(StoryEntry(words, ("UR-8b",), rider // RIDERS))
    return told


def _lines(before: Any, after: Any, course: Course) -> list[StoryEntry]:
    told = []
    riders = range(int(after["teams"]) * RIDERS)
    for sprint, line in enumerate(sprint_lines(course)):
        for rider in riders:
            place = int(after["sprint_place"][rider][sprint])
            if place and not before["sprint_place"][rider][sprint]:
                words = Say.number(
                    "Sprint {line}: {rider} {place}, {n} point",
                    "Sprint {line}: {rider} {place}, {n} points",
                    line.scores[place - 1], line=line.name, rider=rider_name(rider), place=place,
                )  # fmt: skip
                event: Event = "sprint" if place == 1 else ""
                told.append(StoryEntry(words, ("UR-14a",), rider // RIDERS, "major", event=event, piece=f"r{rider}"))
    jersey = int(after["jersey"])
    if jersey != NOBODY and jersey != int(before["jersey"]):
        words = Say("{rider} takes the yellow jersey", rider=rider_name(jersey))
        told.append(StoryEntry(words, ("UR-14b", "UR-14d"), jersey // RIDERS, "major"))
    for rider in sorted(riders, key=lambda r: int(after["place"][r])):
        place = int(after["place"][rider])
        if place and not before["place"][rider]:
            words = Say.number(
                "{rider} finishes {place}: {n} point", "{rider} finishes {place}: {n} points",
                ARRIVAL_POINTS[place - 1], rider=rider_name(rider), place=place,
            )  # fmt: skip
            told.append(StoryEntry(words, ("UR-17b", "UR-18d"), rider // RIDERS, "major" if place <= 3 else "move"))
    return told


def _left_behind(before: Any, action: int, course: Course) -> list[StoryEntry]:
    """The first of the file that may not follow, and why (UR-7)."""
    lengths = int(before["lengths"][action])
    if lengths & (lengths - 1):
        return []
    for rider, letters in chain(before, course, int(before["reach"][action]), lengths.bit_length() - 1):
        if letters:
            refusal = no_pursuit(rider, letters)
            return [StoryEntry(refusal.words, tuple(f"UR-7{letter}" for letter in letters), rider // RIDERS, "minor")]
    return []


def _new_round(before: Any, after: Any) -> list[StoryEntry]:
    told = []
    wearer = int(after["jersey"])
    if wearer != NOBODY and int(after["marks"].sum()) > int(before["marks"].sum()):
        words = Say("{rider} keeps the yellow jersey", rider=rider_name(wearer))
        told.append(StoryEntry(words, ("UR-14e",), wearer // RIDERS, "minor"))
    begins = Say("Turn {round} begins", round=int(after["round_number"]))
    return [*told, StoryEntry(begins, ("UR-6l",), -1, "minor", opens=True)]


def _end(after: Any) -> list[StoryEntry]:
    told = []
    for rider in range(int(after["teams"]) * RIDERS):
        if int(after["photos"][rider]) & int(after["verdict"]):
            words = Say("{rider} is disqualified and loses all points", rider=rider_name(rider))
            told.append(
                StoryEntry(words, ("UR-13d", "UR-18h"), rider // RIDERS, "major", event="out", piece=f"r{rider}")
            )
    return [*told, StoryEntry(Say("All riders have finished: the race is over"), ("UR-17d",), -1, "major")]

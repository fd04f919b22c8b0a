"""Kermesse in words: the actions and the story."""

from __future__ import annotations

from typing import Any

from parcours.games.kermesse.actions import DIG, RIDE, SHOWS, SIT_UP

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.scene import StoryEntry
from parcours.engine.words import Say

RIDERS = ("Anna", "Bruno", "Clara", "Dario", "Emma", "Fabio")


def rider_name(rider: int) -> Say:
    return Say(RIDERS[rider])


def due_rider(race: Any) -> int:
    return int(race["queue"][race["due"]])


def action_words(race: Any, action: int) -> Say:
    """A legal action in words, before it is carried out."""
    if action > SHOWS:
        return Say("The die shows {n}", n=action - SHOWS)
    said = {SIT_UP: "{rider} sits up", RIDE: "{rider} rides", DIG: "{rider} digs"}
    return Say(said[action], rider=rider_name(due_rider(race)))


def code_words(action: int) -> Say:
    """What a code means, for any seat."""
    if action > SHOWS:
        return Say("The die shows {n}", n=action - SHOWS)
    return Say({SIT_UP: "Sit up", RIDE: "Ride", DIG: "Dig"}[action])


def story(before: Any, action: int, after: Any, course: Course) -> tuple[StoryEntry, ...]:
    """What an action brought about (KM-4 to KM-7)."""
    rider = due_rider(before)
    name = rider_name(rider)
    if action in (RIDE, DIG):
        return (StoryEntry(action_words(before, action), ("KM-4",), rider, "minor"),)
    far = int(after["distance"][rider]) - int(before["distance"][rider])
    said = "{rider} sits up and rolls on {n} squares" if action == SIT_UP else "{rider} rides {n} squares"
    entries = [StoryEntry(Say(said, rider=name, n=far), ("KM-4",), rider)]
    if after["drunk"] and not before["drunk"]:
        drink = Say("{rider} is first past the church and takes a drink", rider=name)
        entries.append(StoryEntry(drink, ("KM-6",), rider, "major"))
    if after["over"]:
        entries.append(StoryEntry(Say("The race is over"), ("KM-7",), CHANCE, "major"))
    return tuple(entries)

"""Leader 1 as a commentator tells it: what an action brought about, for a viewer that may not know everything."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.scene import Chance, StoryEntry
from parcours.engine.words import Say
from parcours.games.leader_one.actions import (
    ANNOUNCE,
    ASK_ME,
    ATTACK,
    DESCENDS,
    DONE,
    DROP,
    EVENT,
    FACE,
    FIRST,
    JERSEY,
    KEEP,
    PAY,
    RIDE,
    SILENT,
    STAY,
    TILE,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.state import (
    BESIDE,
    FALL_ROLL,
    FATIGUE_ROLL,
    HOME,
    IN_BUNCH,
    NOBODY,
    ON_ROAD,
    OVER_PHASE,
    PUNCTURE_ROLL,
    QUALITIES,
    WAY_PHASE,
)
from parcours.games.leader_one.tables import TILE_VALUES
from parcours.games.leader_one.texts import (
    FACE_WORDS,
    action_words,
    rider_name,
    riders_in_race,
    seat_name,
    speaker_seat,
)

FEW = 3
"""The first this many places are major news."""


def story(before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
    """The action, then what followed from it: crashes, riders caught or dropped, lines, places, a new turn."""
    told = _deed(before, action, after, course, viewer)
    told += _misfortunes(before, action, after)
    if FACE <= action < EVENT:
        told += _caught(before, after)
    told += _left_bunch(before, action, after)
    told += _lines(before, after)
    if int(after["turn"]) > int(before["turn"]):
        told.append(_new_turn(after))
    if int(after["phase"]) == OVER_PHASE:
        told.append(_end(after))
    return tuple(told)


# ---------------------------------------------------------------------------------------------------- the deed


def _deed(before: Any, action: int, after: Any, course: Course, viewer: int) -> list[StoryEntry]:
    each = int(before["each"])
    mover, rider = int(before["mover"]) // each, int(before["rider"]) // each
    words = action_words(before, action, course)
    if action < STAY:
        return _ride(before, action, after, course, words, mover)
    if action == STAY:
        return [StoryEntry(words, ("L1-B1i",), mover)]
    if action < ATTACK:
        return [StoryEntry(words, ("L1-C4b",), rider if int(before["rider"]) >= 0 else mover)]
    if action <= DONE:
        return _speech(before, action, words)
    if action in (ANNOUNCE, SILENT):
        return [StoryEntry(words, ("L1-B3a",), int(before["holder"]))] if action == ANNOUNCE else []
    if action == PAY:
        return [StoryEntry(words, ("L1-B4b",), rider, "minor")] if int(before["price"]) else []
    if action == DROP:
        return [StoryEntry(words, ("L1-B5b",), rider)]
    if action in (USE, KEEP):
        return [StoryEntry(words, ("L1-C4b",), rider, "minor")]
    if action < WAIVE:
        return [StoryEntry(words, ("L1-C4d",), rider if int(before["rider"]) >= 0 else mover, "minor")]
    if action == WAIVE:
        return []
    return _before_start_or_chance(before, action, after, words, viewer)


def _speech(before: Any, action: int, words: Say) -> list[StoryEntry]:
    if action < ASK_ME:
        return [StoryEntry(words, ("L1-B2a",), speaker_seat(before), "minor")]
    return []


def _ride(before: Any, action: int, after: Any, course: Course, words: Say, seat: int) -> list[StoryEntry]:
    """A ride is told once its way is known, with its cost."""
    if action < WAY and int(after["phase"]) == WAY_PHASE:
        return []
    square = int(before["origin"]) + action - RIDE if action < WAY else int(before["target"])
    mover = int(before["mover"])
    gaps = {"rider": rider_name(before, mover), "square": course.square_name(square), "cost": int(after["cost"])}
    length = int(after["length"])
    if before["attacking"]:
        said = Say.number(
            "{rider} attacks: {n} square to {square}, {cost} energy",
            "{rider} attacks: {n} squares to {square}, {cost} energy",
            length, **gaps,
        )  # fmt: skip
        return [StoryEntry(said, ("L1-B2b", "L1-B1e"), seat, "major", event="attack", piece=f"r{mover}")]
    said = Say.number(
        "{rider} rides {n} square to {square}, {cost} energy", "{rider} rides {n} squares to {square}, {cost} energy",
        length, **gaps,
    )  # fmt: skip
    return [StoryEntry(said, ("L1-B1d", "L1-B1e"), seat)]


def _before_start_or_chance(before: Any, action: int, after: Any, words: Say, viewer: int) -> list[StoryEntry]:
    chooser = int(before["chooser"])
    if action < DESCENDS:
        return [StoryEntry(words, ("L1-A2c",), chooser, "minor")] if action >= JERSEY else []
    if action < FIRST:
        return _qualities(before, after, words, chooser, viewer)
    if action < FACE:
        return [StoryEntry(words, ("L1-A2d", "L1-A3e"), action - FIRST, "minor")]
    if action < EVENT:
        said = Say("{face}: the bunch moves {n} squares", face=words, n=int(after["squares"]))
        return [StoryEntry(said, ("L1-B4a",), -1, chance=Chance("dice", (FACE_WORDS[action - FACE].split()[-1],)))]
    if action >= TILE:
        return _draw(before, action, words, viewer)
    return _roll(before, action, words)


def _qualities(before: Any, after: Any, words: Say, chooser: int, viewer: int) -> list[StoryEntry]:
    """Nobody hears what others choose before all have chosen (L1-A3b)."""
    told = [StoryEntry(words, ("L1-A3b",), chooser, "minor")] if viewer == chooser else []
    if int(after["phase"]) != QUALITIES:
        told.append(StoryEntry(Say("Everybody has chosen descenders and sprinters"), ("L1-A3b",), -1, "minor"))
    return told


def _draw(before: Any, action: int, words: Say, viewer: int) -> list[StoryEntry]:
    """That a tile is taken is public, its value is not (L1-C4b)."""
    rider = int(before["rider"])
    seat = rider // int(before["each"])
    value = str(TILE_VALUES[action - TILE])
    if viewer != seat:
        words, value = Say("{rider} takes a feed tile", rider=rider_name(before, rider)), "?"
    return [StoryEntry(words, ("L1-C4a",), seat, chance=Chance("card", (value,)))]


def _roll(before: Any, action: int, words: Say) -> list[StoryEntry]:
    phase = int(before["phase"])
    who = int(before["rider"] if phase == PUNCTURE_ROLL else before["mover"])
    clauses = {FATIGUE_ROLL: ("L1-C2a", "L1-C2h"), FALL_ROLL: ("L1-C2a", "L1-C2j")}.get(phase, ("L1-C3b",))
    chance = Chance("dice", (str(action - EVENT + 1),))
    return [StoryEntry(words, clauses, who // int(before["each"]), "minor", chance=chance)]


# ------------------------------------------------------------------------------------------- what followed


def _misfortunes(before: Any, action: int, after: Any) -> list[StoryEntry]:
    told = []
    each = int(before["each"])
    if int(before["phase"]) == FATIGUE_ROLL:
        mover = int(before["mover"])
        lost = int(before["energy"][mover]) - int(after["energy"][mover])
        if lost > 0:
            said = Say("{rider} tires and spends {energy} extra energy", rider=rider_name(before, mover), energy=lost)
            told.append(StoryEntry(said, ("L1-C2h",), mover // each, "major"))
    for rider in riders_in_race(after):
        name = rider_name(after, rider)
        if int(after["status"][rider]) == BESIDE and int(before["status"][rider]) != BESIDE:
            said = Say("{rider} crashes and misses the next turn", rider=name)
            told.append(StoryEntry(said, ("L1-C2j",), rider // each, "major", event="crash", piece=f"r{rider}"))
        if after["punctured"][rider] and not before["punctured"][rider]:
            said = Say("{rider} punctures", rider=name)
            told.append(StoryEntry(said, ("L1-C3b",), rider // each, "major", event="puncture", piece=f"r{rider}"))
    if action == STAY:
        return told
    for rider in riders_in_race(after):
        stayed = int(after["at"][rider]) == int(before["at"][rider]) and int(before["status"][rider]) == ON_ROAD
        gained = int(after["energy"][rider]) - int(before["energy"][rider])
        if stayed and gained > 0 and rider != int(before["mover"]) and int(before["rider"]) != rider:
            said = Say("{rider} is stuck and recovers {energy} energy", rider=rider_name(after, rider), energy=gained)
            told.append(StoryEntry(said, ("L1-B1i",), rider // each))
    return told


def _caught(before: Any, after: Any) -> list[StoryEntry]:
    """Riders who were ahead and no longer are: they are in the bunch, or it has carried them over the line."""
    each = int(before["each"])
    told = []
    for rider in riders_in_race(after):
        was_out = int(before["status"][rider]) == ON_ROAD
        if was_out and int(after["status"][rider]) in (IN_BUNCH, HOME) and int(after["turn"]) == int(before["turn"]):
            said = Say("The bunch reels in {rider}", rider=rider_name(after, rider))
            told.append(StoryEntry(said, ("L1-B1j",), rider // each, "major", event="catch", piece=f"r{rider}"))
    return told


def _left_bunch(before: Any, action: int, after: Any) -> list[StoryEntry]:
    """Riders dropped without a question, and riders back in the bunch."""
    each = int(before["each"])
    told = []
    for rider in riders_in_race(after):
        was, now = int(before["status"][rider]), int(after["status"][rider])
        name = rider_name(after, rider)
        asked = action == DROP and rider == int(before["rider"])
        rolled = int(before["phase"]) == PUNCTURE_ROLL
        if was == IN_BUNCH and now == ON_ROAD and not asked and not rolled and rider != int(before["mover"]):
            said = Say("{rider} can't pay and is dropped", rider=name)
            told.append(StoryEntry(said, ("L1-B5a",), rider // each, "major"))
        if was in (ON_ROAD, BESIDE) and now == IN_BUNCH and not FACE <= action < EVENT:
            told.append(StoryEntry(Say("{rider} is back in the bunch", rider=name), ("L1-B1k",), rider // each))
    return told


def _lines(before: Any, after: Any) -> list[StoryEntry]:
    each = int(before["each"])
    told = []
    if after["stage"]:
        for was, now in zip(before["bonus"], after["bonus"], strict=True):
            if int(was) == NOBODY != int(now):
                said = Say("{rider} takes the bonus sprint", rider=rider_name(after, int(now)))
                told.append(
                    StoryEntry(said, ("L1-D2b",), int(now) // each, "major", event="sprint", piece=f"r{int(now)}")
                )
    home = [r for r in riders_in_race(after) if int(after["status"][r]) == HOME != int(before["status"][r])]
    for rider in sorted(home, key=lambda r: int(after["place"][r])):
        place = int(after["place"][rider])
        said = Say("{rider} finishes {place}", rider=rider_name(after, rider), place=place)
        told.append(StoryEntry(said, ("L1-F1",), rider // each, "major" if place <= FEW else "move"))
    if after["bunch_turn"] and not before["bunch_turn"]:
        told.append(StoryEntry(Say("The bunch crosses the line: three turns to go"), ("L1-F4", "L1-F5"), -1, "major"))
    return told


def _new_turn(after: Any) -> StoryEntry:
    words = Say("Turn {turn}: {team} leads the bunch", turn=int(after["turn"]), team=seat_name(int(after["holder"])))
    return StoryEntry(words, ("L1-B6a",), -1, "minor", opens=True)


def _end(after: Any) -> StoryEntry:
    winner = next((r for r in riders_in_race(after) if int(after["place"][r]) == 1), NOBODY)
    if winner == NOBODY:
        return StoryEntry(Say("The race is over"), ("L1-F5",), -1, "major")
    words = Say("{rider} wins the race", rider=rider_name(after, winner))
    return StoryEntry(words, ("L1-F6",), winner // int(after["each"]), "major")

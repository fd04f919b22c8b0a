"""Rally as a commentator tells it: what an action brought about, for a viewer who may not know everything."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.scene import Chance, Importance, StoryEntry
from parcours.engine.words import Say
from parcours.games.rally.actions import CARD, DIE, GO, LEAVE, LOT, NO_STOP, STATION, TRIM, TYRES
from parcours.games.rally.sheet import score_sheet
from parcours.games.rally.state import (
    DAMAGE_PHASE,
    DEGREE_1,
    ELIMINATED,
    LEFT,
    NOTHING,
    OFF,
    OUT,
    OVER_PHASE,
    RISK_PHASE,
    SPIN,
    START_LOT,
    STATION_PHASE,
    TRIM_PHASE,
    WEATHER_PHASE,
)  # fmt: skip
from parcours.games.rally.texts import action_words, car_name, place_word, result_name, trim_name, weather_words


def story(before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
    """The action, then what followed from it: damage, mechanics, cars that finish, the next turn, the end."""
    told = [*_deed(before, action, course, viewer), *_only_way(before, after, course)]
    told += _misfortunes(before, action, after, course)
    if int(after["phase"]) != TRIM_PHASE and int(before["phase"]) == TRIM_PHASE:
        told += _trims(after)
    told += _homecomings(before, after)
    if int(after["phase"]) == OVER_PHASE:
        told += _end(after)
    return tuple(told)


def _deed(before: Any, action: int, course: Course, viewer: int) -> list[StoryEntry]:
    seat, words = int(before["car"]), action_words(before, action, course)
    if action < GO:
        over_rev = int(before["gear"][seat]) - action - 1 == 2
        clause = "RA-G3" if over_rev else "RA-G2" if before["gear"][seat] else "RA-G4"
        return [StoryEntry(words, (clause,), seat, "move" if over_rev else "minor")]
    if action < LEAVE:
        return [StoryEntry(words, ("RA-G1", "RA-T5"), seat)]
    if action == LEAVE:
        return []
    if action < NO_STOP:
        return [StoryEntry(words, ("RA-B1",), seat, "minor")]
    if action == NO_STOP:
        return []
    if action < TRIM:
        return [StoryEntry(words, ("RA-M7", "RA-M9") if action < TYRES else ("RA-Y1",), seat, "move")]
    if action < CARD:
        chooser = int(before["choosing"])
        return [StoryEntry(words, ("RA-A1",), chooser, "minor")] if viewer == chooser else []
    if action < STATION:
        return [StoryEntry(words, ("RA-R1", "RA-R4"), -1 if before["random_road"] else int(before["layer"]), "minor")]
    if action < DIE:
        chooser = int(before["choosing"])
        return [StoryEntry(words, ("RA-M2",), chooser, "minor")] if viewer == chooser else []
    if action >= LOT:
        clauses = ("RA-P9", "RA-C1") if int(before["phase"]) == START_LOT else ("RA-R4", "RA-C1")
        return [StoryEntry(words, clauses, action - LOT, "minor")]
    return _die(before, action - DIE + 1)


def _only_way(before: Any, after: Any, course: Course) -> list[StoryEntry]:
    """The move of a car that could only go one square, and so had nothing to decide (RA-G6)."""
    car = int(before["car"])
    place = int(after["place"][car])
    if int(before["phase"]) != RISK_PHASE or place == int(before["place"][car]):
        return []
    words = Say("{car} drives on to square {square}", car=car_name(car), square=place_word(place))
    return [StoryEntry(words, ("RA-G6",), car)]


def _die(before: Any, face: int) -> list[StoryEntry]:
    car, phase = int(before["car"]), int(before["phase"])
    if phase == WEATHER_PHASE:
        sectors = int(before["sectors"])
        sector = (int(before["arrow"]) + (1 if face % 2 == 0 else sectors - 1)) % sectors
        words = Say("Turn {turn}, weather die {face}: {weather}", turn=int(before["turn"]), face=face,
                    weather=weather_words(before, sector))  # fmt: skip
        return [
            StoryEntry(
                words, ("RA-W1",), -1, "minor", chance=Chance("wheel", (str(face), weather_words(before, sector)))
            )
        ]
    if phase == RISK_PHASE:
        modified = min(6, face + int(before["trim"][car]) + int(before["bonus"][int(before["arrow"])]))
        level = int(before["risk_table"][int(before["gear"][car]) - 1][modified - 1])
        words = Say("{car}'s risk die: {face}, counts as {modified}: risk level {level}", car=car_name(car), face=face,
                    modified=modified, level=level)  # fmt: skip
        return [StoryEntry(words, ("RA-X1",), car, "minor", chance=Chance("dice", (str(face),)))]
    result = int(before["damage_table"][min(5, int(before["difference"])) - 1][face - 1])
    words = Say("{car}, too fast by {difference}: damage die {face}, {result}", car=car_name(car),
                difference=int(before["difference"]), face=face, result=result_name(result))  # fmt: skip
    weight: Importance = "minor" if result == NOTHING else "move"
    return [StoryEntry(words, ("RA-D1",), car, weight, chance=Chance("dice", (str(face),)))]


def _misfortunes(before: Any, action: int, after: Any, course: Course) -> list[StoryEntry]:
    """A car that goes off, and the mechanics who help (RA-D3 to RA-D6, RA-M4)."""
    if int(before["phase"]) != DAMAGE_PHASE:
        return []
    car = int(before["car"])
    result = int(before["damage_table"][min(5, int(before["difference"])) - 1][action - DIE])
    square = place_word(int(before["place"][car]))
    if result == ELIMINATED:
        words = Say("{car} is out of the stage on square {square}", car=car_name(car), square=square)
        return [StoryEntry(words, ("RA-D6",), car, "major", event="out", piece=f"c{car}")]
    if result == NOTHING:
        return []
    told = []
    if result == SPIN:
        words = Say("{car} spins on square {square}", car=car_name(car), square=square)
        told.append(StoryEntry(words, ("RA-D4",), car, event="off_road", piece=f"c{car}"))
    else:
        words = Say(
            "{car} flies off the road on square {square}: {result}",
            car=car_name(car),
            square=square,
            result=result_name(result),
        )
        grave: Importance = "major" if result > DEGREE_1 else "move"
        told.append(StoryEntry(words, ("RA-D5",), car, grave, event="off_road", piece=f"c{car}"))
    if int(after["repaired"]) and int(after["car"]) == car and int(after["status"][car]) == OFF:
        told.append(StoryEntry(_helped(car, int(after["stand"][car])), ("RA-M4", "RA-M5"), car))
    return told


def _helped(car: int, stands: int) -> Say:
    if not stands:
        return Say("{car}'s mechanics are there: only a spin", car=car_name(car))
    return Say.number(
        "{car}'s mechanics are there: only {n} move lost",
        "{car}'s mechanics are there: only {n} moves lost",
        stands,
        car=car_name(car),
    )


def _trims(after: Any) -> list[StoryEntry]:
    told = []
    for car in range(int(after["teams"])):
        words = Say("{car} drives with {trim} trim", car=car_name(car), trim=trim_name(int(after["trim"][car])))
        told.append(StoryEntry(words, ("RA-A1",), car, "minor"))
    return told


def _homecomings(before: Any, after: Any) -> list[StoryEntry]:
    told = []
    for car in range(int(after["teams"])):
        if int(after["status"][car]) == LEFT and int(before["status"][car]) != LEFT:
            score = score_sheet(after)[car].score
            words = Say("{car} finishes in turn {turn}: score {score}", car=car_name(car),
                        turn=int(after["left_turn"][car]), score=f"{score:+d}")  # fmt: skip
            told.append(StoryEntry(words, ("RA-T8", "RA-P2"), car, "major"))
    if int(before["phase"]) == STATION_PHASE and int(after["phase"]) != STATION_PHASE:
        told.append(StoryEntry(Say("The mechanics are in place: the stage begins"), ("RA-S5",), -1, "major"))
    return told


def _end(after: Any) -> list[StoryEntry]:
    told = []
    for line in score_sheet(after):
        if int(after["status"][line.car]) == OUT:
            words = Say("{car} is out and scores {score}", car=car_name(line.car), score=f"{line.score or 0:+d}")
            told.append(StoryEntry(words, ("RA-P4",), line.car))
    return [*told, StoryEntry(Say("No car is left on the road: the stage is over"), ("RA-T10",), -1, "major")]

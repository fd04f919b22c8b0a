"""Rally in words: cars, cards, weather, tyres; actions as race files write them and as players read them."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.words import Say
from parcours.games.rally.actions import (
    BRAKE,
    CARD,
    DIE,
    FIT,
    GEAR,
    GO,
    LEAVE,
    LOT,
    NO_STOP,
    NOBODY_THERE,
    STATION,
    TRIM,
    TYRES,
)  # fmt: skip
from parcours.games.rally.courses import number_at
from parcours.games.rally.state import (
    CLEAR,
    DAMAGE_PHASE,
    DEGREE_1,
    DEGREE_2,
    DEGREE_3,
    ELIMINATED,
    FAST,
    LAYER_LOT,
    MAX_CARS,
    NORMAL,
    NOTHING,
    OVERCAST,
    PROTOTYPE,
    RAIN,
    RAIN_TYRES,
    RISK_PHASE,
    SNOW,
    SNOW_TYRES,
    SPIN,
    STABLE,
    STORM,
    WEATHER_PHASE,
)  # fmt: skip

CARS = ("Red", "Blue", "Yellow", "Green", "Violet", "Orange")
TRIMS = {STABLE: "stable", FAST: "fast", PROTOTYPE: "prototype"}
TYRE_NAMES = {NORMAL: "normal tyres", RAIN_TYRES: "rain tyres", SNOW_TYRES: "snow tyres"}
TYRES_NOTED = ("normal", "rain", "snow")
WEATHER_NAMES = {CLEAR: "clear", OVERCAST: "overcast", RAIN: "rain", STORM: "storm", SNOW: "snow"}
GEAR_NAMES = ("1st gear", "2nd gear", "3rd gear", "4th gear", "5th gear")
RESULT_NAMES = {
    NOTHING: "nothing", SPIN: "spin", DEGREE_1: "degree 1", DEGREE_2: "degree 2", DEGREE_3: "degree 3",
    ELIMINATED: "eliminated",
}  # fmt: skip
RALLY_NAMES = {
    "montecarlo": "Monte Carlo", "sweden": "Sweden", "italy": "Italy", "safari": "Safari", "morocco": "Morocco",
    "austrian_alps": "Austrian Alps", "alpine_cup": "Alpine Cup", "great_britain": "Great Britain",
}  # fmt: skip
"""The rallies of the Calendar that comes with the game."""
FEATURE_NAMES = {"fast": "fast road", "hairpin": "hairpin", "ford": "ford"}
DICE_NOTED = {RISK_PHASE: "risk", DAMAGE_PHASE: "damage", WEATHER_PHASE: "weather"}


def car_name(car: int) -> Say:
    return Say(CARS[car])


def feature_name(feature: str) -> Say:
    return Say(FEATURE_NAMES[feature])


def rally_name(rally: str) -> Say:
    """A rally of the Calendar that comes with the game."""
    return Say(RALLY_NAMES[rally])


def trim_name(trim: int) -> Say:
    return Say(TRIMS[trim])


def tyre_name(tyres: int) -> Say:
    return Say(TYRE_NAMES[tyres])


def gear_name(gear: int) -> Say:
    return Say(GEAR_NAMES[gear - 1])


def result_name(result: int) -> Say:
    return Say(RESULT_NAMES[result])


def weather_name(weather: int) -> Say:
    return Say(WEATHER_NAMES[weather])


def weather_words(race: Any, sector: int) -> Say:
    """The weather of a sector, with what it adds to the risk die."""
    bonus = int(race["bonus"][sector])
    name = weather_name(int(race["weather"][sector]))
    return Say("{weather} +{bonus}", weather=name, bonus=bonus) if bonus else name


def place_word(place: int) -> str:
    """A square's name on the board and in words: its place on the road, from 1. (The numbers on the cards are for race
    files, and for players who note down their mechanics on paper.)"""
    return str(place)


def card_id(course: Course, card: int) -> str:
    return course.segments[card].id


def destination(race: Any, go: int) -> int:
    """The place `go` steps ahead."""
    return int(race["place"][int(race["car"])]) + go


# ----------------------------------------------------------------------------------------------- the race file


def notation(race: Any, action: int, course: Course) -> str:
    """`Red gear 4`, `Red goes 5`, `Red brakes on 2`, `risk 5`, `card 10`: the same in every language."""
    who = CARS[int(race["car"])]
    if action < GO:
        return f"{who} gear {action - GEAR + 1}"
    if action < LEAVE:
        return f"{who} goes {action - GO}"
    if action == LEAVE:
        return f"{who} leaves"
    if action < NO_STOP:
        return f"{who} brakes on {action - BRAKE}"
    if action == NO_STOP:
        return f"{who} no stop"
    if action < TYRES:
        return f"{who} stops for {TYRES_NOTED[action - FIT]}"
    if action < TRIM:
        return f"{who} on {TYRES_NOTED[action - TYRES]}"
    if action < CARD:
        return f"{CARS[int(race['choosing'])]} trim {TRIMS[action - TRIM]}"
    if action < STATION:
        return f"card {card_id(course, action - CARD)}"
    if action < NOBODY_THERE:
        place = action - STATION + 1
        return f"{CARS[int(race['choosing'])]} mechanic {number_at(race, course, place)}"
    if action == NOBODY_THERE:
        return f"{CARS[int(race['choosing'])]} mechanic out"
    if action < LOT:
        return f"{DICE_NOTED.get(int(race['phase']), 'die')} {action - DIE + 1}"
    return f"{'layer' if int(race['phase']) == LAYER_LOT else 'lot'} {CARS[action - LOT]}"


# ------------------------------------------------------------------------------------------------------ in words


def action_words(race: Any, action: int, course: Course) -> Say:
    """A legal action in words, before it is carried out."""
    who = car_name(int(race["car"]))
    if action < GO:
        gear = action - GEAR + 1
        if int(race["gear"][int(race["car"])]) - gear == 2:
            return Say("{car}: {gear}, with the over-rev card", car=who, gear=gear_name(gear))
        return Say("{car}: {gear}", car=who, gear=gear_name(gear))
    if action < LEAVE:
        go = action - GO
        square = place_word(destination(race, go))
        return Say.number("{car} drives {n} square to square {square}", "{car} drives {n} squares to square {square}",
                          go, car=who, square=square)  # fmt: skip
    if action == LEAVE:
        return Say("{car} reaches the finish", car=who)
    if action < NO_STOP:
        square = place_word(destination(race, action - BRAKE))
        return Say("{car} brakes on square {square}", car=who, square=square)
    if action == NO_STOP:
        return Say("{car} does not stop", car=who)
    if action < TYRES:
        return Say("{car} stops and fits {tyres}", car=who, tyres=tyre_name(action - FIT))
    if action < TRIM:
        return Say("{car} starts on {tyres}", car=who, tyres=tyre_name(action - TYRES))
    return _set_up_words(race, action, course) if action < DIE else _chance_words(race, action)


def _set_up_words(race: Any, action: int, course: Course) -> Say:
    chooser = car_name(min(int(race["choosing"]), MAX_CARS - 1))
    if action < CARD:
        return Say("{car}: {trim} trim", car=chooser, trim=trim_name(action - TRIM))
    if action < STATION:
        return Say("Card {card} is laid", card=card_id(course, action - CARD))
    if action < NOBODY_THERE:
        return Say("{car} puts a mechanic on square {square}", car=chooser, square=place_word(action - STATION + 1))
    return Say("{car} leaves a mechanic out", car=chooser)


def _chance_words(race: Any, action: int) -> Say:
    if action >= LOT:
        if int(race["phase"]) == LAYER_LOT:
            return Say("{car} is drawn to lay the road", car=car_name(action - LOT))
        number = int(race["position"]) + 1
        return Say("{car} is drawn as starter number {number}", car=car_name(action - LOT), number=number)
    face = action - DIE + 1
    phase = int(race["phase"])
    if phase == WEATHER_PHASE:
        return Say("Weather die: {face}", face=face)
    if phase == DAMAGE_PHASE:
        return Say("{car}'s damage die: {face}", car=car_name(int(race["car"])), face=face)
    return Say("{car}'s risk die: {face}", car=car_name(int(race["car"])), face=face)


CODE_SETS = ("fit normal tyres", "fit rain tyres", "fit snow tyres")
START_SETS = ("start on normal tyres", "start on rain tyres", "start on snow tyres")
TRIM_SETS = ("choose the stable trim", "choose the fast trim", "choose the prototype")


def code_words(action: int) -> Say:
    """What a code means, for any car."""
    if action < GO:
        return Say("shift to gear {n}", n=action - GEAR + 1)
    if action < LEAVE:
        return Say("drive {n} squares", n=action - GO)
    if action == LEAVE:
        return Say("drive to the finish")
    if action < NO_STOP:
        return Say("brake on square {n} of the move", n=action - BRAKE)
    if action == NO_STOP:
        return Say("don't stop")
    if action < TYRES:
        return Say(CODE_SETS[action - FIT])
    if action < TRIM:
        return Say(START_SETS[action - TYRES])
    if action < CARD:
        return Say(TRIM_SETS[action - TRIM])
    if action < STATION:
        return Say("lay card {n} of the set", n=action - CARD + 1)
    if action < NOBODY_THERE:
        return Say("put a mechanic on square {n}", n=action - STATION + 1)
    if action == NOBODY_THERE:
        return Say("leave a mechanic out")
    if action < LOT:
        return Say("the die shows {n}", n=action - DIE + 1)
    return Say("{car} is drawn", car=car_name(action - LOT))

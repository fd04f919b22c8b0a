"""Set up positions and drive by hand, so that tests read like the rules that they test."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import parcours
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.games.rally import actions as a
from parcours.games.rally.courses import cards_of, number_at
from parcours.games.rally.readings import steps
from parcours.games.rally.state import (
    BRAKE_PHASE,
    DAMAGE_PHASE,
    DRIVING,
    GEAR_PHASE,
    GO_PHASE,
    LAY_PHASE,
    LAYER_LOT,
    LEFT,
    OFF,
    OUT,
    OVER_PHASE,
    RISK_PHASE,
    START_LOT,
    STATION_PHASE,
    STOP_PHASE,
    TRIM_PHASE,
    TYRE_PHASE,
    WAITING,
    WEATHER_PHASE,
)  # fmt: skip

GAME = parcours.game("rally")
CARS = {"Red": 0, "Blue": 1, "Yellow": 2, "Green": 3, "Violet": 4, "Orange": 5}
NAMES = tuple(CARS)
ROAD_X = (10, 7, 1, 4, 11, 2)
"""The road of the examples: p1 to p60."""
TRIMS = {"stable": 0, "fast": 1, "prototype": 2}
TYRES = {"normal": 0, "rain": 1, "snow": 2}
WEATHER = {"clear": (0, 0), "overcast": (1, 0), "rain": (2, 1), "storm": (3, 2), "snow": (4, 2)}
PHASES = {
    "trim": TRIM_PHASE, "start lot": START_LOT, "layer lot": LAYER_LOT, "lay": LAY_PHASE, "mechanics": STATION_PHASE,
    "weather": WEATHER_PHASE, "tyres": TYRE_PHASE, "gear": GEAR_PHASE, "risk": RISK_PHASE, "go": GO_PHASE,
    "brake": BRAKE_PHASE, "damage": DAMAGE_PHASE, "stop": STOP_PHASE, "over": OVER_PHASE,
}  # fmt: skip
STATUS = {"waiting": WAITING, "on the road": DRIVING, "off": OFF, "left": LEFT, "out": OUT}


# ------------------------------------------------------------------------------------------------ the set-up


def begun(
    cars: int = 2, rally: str = "montecarlo", *, trims: Sequence[str] = (), order: Sequence[str] = (),
    carried: Mapping[str, Any] | None = None, **options: bool | str,
) -> Match:  # fmt: skip
    """A stage with the trims chosen (stable, unless given) and the start order drawn (by seats, unless given)."""
    race = GAME.start(teams=cars, course=rally, manual_chance=True, carried=carried, **options)
    for car in range(cars):
        if phase(race) == "trim":
            race.play(a.TRIM + TRIMS[trims[car] if trims else "stable"])
    for name in order or NAMES[:cars]:
        if phase(race) == "start lot":
            race.play(a.LOT + CARS[name])
    return race


def laid_ids(race: Any, course: Course) -> tuple[str, ...]:
    """The ids of the cards on the road so far, in driving order."""
    return tuple(course.segments[int(card)].id for card in race["laid"][: int(race["cards_laid"])])


def laid(race: Match, road: Sequence[int] = ROAD_X, layer: str = "Red") -> Match:
    """The stage with its road laid and all mechanics still to be placed."""
    if phase(race) == "layer lot":
        race.play(a.LOT + CARS[layer])
    for card in road:
        lay(race, card)
    return race


def at_start(
    cars: int = 2, rally: str = "montecarlo", road: Sequence[int] = ROAD_X,
    mechanics: Mapping[str, Iterable[int]] | None = None, **more: Any,
) -> Match:  # fmt: skip
    """A stage ready for the first move of turn 1. `mechanics` gives the numbers of their squares; all others are left
    out."""
    race = laid(begun(cars, rally, **more), road)
    for name in NAMES[:cars]:
        station(race, *(mechanics or {}).get(name, ()))
    return race


def standing(
    places: Mapping[str, int], *, trim: str = "stable", last: int = 3, tyres: str = "normal", weather: str = "clear",
    off: Iterable[str] = (), turn: int = 10, mover: str = "", cars: int = 4, **more: Any,
) -> Match:  # fmt: skip
    """A stage under way on road X: the cars named stand on these places, all others have been eliminated. The mover (by
    default the first one named) is about to set its gear; `last` is the gear of all cars' last moves (0: none)."""
    race = at_start(cars, trims=(trim,) * cars, **more)
    state = race.races[0]
    for car in range(cars):
        here = NAMES[car] in places
        state["status"][car] = (OFF if NAMES[car] in off else DRIVING) if here else OUT
        state["place"][car] = places.get(NAMES[car], 0)
        state["gear"][car] = last
    name = mover or next(iter(places))
    car = CARS[name]
    state["tyres"][car] = TYRES[tyres]
    state["turn"], state["car"], state["position"] = turn, car, int(state["start"][car]) - 1
    state["phase"] = GEAR_PHASE
    set_weather(race, weather)
    return race


def set_weather(race: Match, weather: str, bonus: int | None = None) -> None:
    """Turn the arrow to the first sector with this weather."""
    state = race.races[0]
    kind, least = WEATHER[weather]
    wanted = least if bonus is None else bonus
    for sector in range(int(state["sectors"])):
        if (int(state["weather"][sector]), int(state["bonus"][sector])) == (kind, wanted):
            state["arrow"] = sector
            race.look_again()
            return
    raise LookupError(f"no sector of this wheel has {weather} +{wanted}")


# ------------------------------------------------------------------------------------------------- looking


def phase(race: Match) -> str:
    """What is decided now."""
    now = int(race.races[0]["phase"])
    return next(name for name, value in PHASES.items() if value == now)


def mover(race: Match) -> str:
    return NAMES[int(race.races[0]["car"])]


def place(race: Match, name: str) -> int:
    return int(race.races[0]["place"][CARS[name]])


def status(race: Match, name: str) -> str:
    now = int(race.races[0]["status"][CARS[name]])
    return next(word for word, value in STATUS.items() if value == now)


def stands(race: Match, name: str) -> int:
    """Moves that a car must still stand."""
    return int(race.races[0]["stand"][CARS[name]])


def has_card(race: Match, name: str) -> bool:
    return bool(race.races[0]["over_rev"][CARS[name]])


def gears(race: Match) -> set[int]:
    assert phase(race) == "gear"
    return {action - a.GEAR + 1 for action in race.legal()}


def distances(race: Match) -> set[int | str]:
    assert phase(race) == "go"
    return {"leave" if action == a.LEAVE else action - a.GO for action in race.legal()}


def risk(race: Match) -> int:
    return int(race.races[0]["risk"])


def score(race: Match, name: str) -> int:
    return {row.seat: row.points for row in race.standings()}[CARS[name]]


# ------------------------------------------------------------------------------------------------- driving


def lay(race: Match, card: int) -> None:
    ids = [segment.id for segment in race.setup.course.segments]
    race.play(a.CARD + ids.index(str(card)))


def offered_cards(race: Match) -> set[int]:
    assert phase(race) == "lay"
    return {cards_of(race.setup.course)[action - a.CARD].id for action in race.legal()}


def station(race: Match, *numbers: int) -> None:
    """Place the choosing seat's three mechanics: on squares with these numbers, the others left out."""
    state = race.races[0]
    found = {number_at(state, race.setup.course, p): p for p in range(1, int(state["places"]) + 1)}
    for number in numbers:
        race.play(a.STATION + found[number] - 1)
    for _ in range(3 - len(numbers)):
        race.play(a.NOBODY_THERE)


def start_on(race: Match, tyres: str = "normal") -> None:
    race.play(a.TYRES + TYRES[tyres])


def gear(race: Match, number: int) -> None:
    race.play(a.GEAR + number - 1)


def die(race: Match, face: int) -> None:
    race.play(a.DIE + face - 1)


def risk_die(race: Match, face: int) -> int:
    """Roll the risk die. Returns the risk level."""
    assert phase(race) == "risk"
    die(race, face)
    return risk(race)


def damage(race: Match, face: int) -> None:
    assert phase(race) == "damage", phase(race)
    die(race, face)


def difference(race: Match) -> int:
    assert phase(race) == "damage"
    return int(race.races[0]["difference"])


def go(race: Match, squares: int) -> None:
    race.play(a.GO + squares)


def leave(race: Match) -> None:
    race.play(a.LEAVE)


def brake(race: Match, *squares: int) -> None:
    for square in squares:
        race.play(a.BRAKE + square)


def no_stop(race: Match) -> None:
    race.play(a.NO_STOP)


def stop_for(race: Match, tyres: str) -> None:
    race.play(a.FIT + TYRES[tyres])


def offered_stops(race: Match) -> set[str]:
    assert phase(race) == "stop"
    kinds = {value: name for name, value in TYRES.items()}
    return {kinds[action - a.FIT] for action in race.legal() if action != a.NO_STOP}


def at_rest(number: int, mechanics: tuple[int, ...] = (35,), turn: int = 6) -> Match:
    """Red ends its move on the road in this gear, on p34."""
    race = standing({"Red": 33, "Blue": 5}, cars=2, turn=turn, mechanics={"Red": mechanics}, last=number)
    gear(race, number)
    risk_die(race, 1)
    if phase(race) == "go":
        go(race, 1)
    return race


def levels(race: Match, squares: int) -> list[int]:
    """The levels of the next squares for the car that moves, by the rules, without brakes."""
    return [step.level(0) for step in steps(GAME, race.races)[:squares]]


def passive(race: Match, weather_die: int = 2) -> None:
    """Play through one car's move in its lowest gear without damage (every die a 1), or through a weather die."""
    if phase(race) == "weather":
        die(race, weather_die)
        return
    if phase(race) == "tyres":
        start_on(race)
    if phase(race) == "gear":
        gear(race, min(gears(race)))
    if phase(race) == "risk":
        die(race, 1)
    if phase(race) == "go":
        race.play(min(race.legal()))
    while phase(race) == "brake":
        race.play(min(race.legal()))
    while phase(race) == "damage":
        die(race, 1)
    if phase(race) == "stop":
        no_stop(race)

"""Rally: why something can't be chosen now, with the clause."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.documents import whole_numbers
from parcours.engine.match import Match
from parcours.engine.scene import Refusal
from parcours.engine.words import Say
from parcours.games.rally.actions import CARD, GEAR, GO, STATION
from parcours.games.rally.cards import over_limits, road_faults
from parcours.games.rally.courses import cards_of, limits_of
from parcours.games.rally.readings import plate
from parcours.games.rally.state import (
    BRAKE_PHASE,
    GEAR_PHASE,
    GO_PHASE,
    LAY_PHASE,
    LEFT,
    OFF,
    OUT,
    STATION_PHASE,
    STOP_PHASE,
    TRIM_PHASE,
    WAITING,
)  # fmt: skip
from parcours.games.rally.texts import car_name, trim_name

OPEN = Say("You can choose this.")


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `gear:G`, `square:N` (of the board), `card:ID`, `road:ID.ID.ID` (a whole road), `trim:T`, `stop:T`,
    `rider:CAR`, `piece:cCAR`."""
    view = match.view_races(seat)
    race = view[0]
    kind, _, what = target.partition(":")
    if kind == "piece":
        kind, what = "rider", what.removeprefix("c").partition(".")[0]
    numbers = whole_numbers(what)
    if kind == "road":
        return _why_not_road(match, race, numbers)
    if kind == "rider" and len(numbers) == 1:
        return _why_not_car(race, numbers[0])
    if match.over:
        return Refusal(Say("The stage is over."), "RA-T10")
    if match.actor == CHANCE:
        return Refusal(Say("Roll the dice or draw lots first."), "RA-C5")
    if match.actor != seat:
        return Refusal(Say("Wait: {car} decides.", car=car_name(match.actor)), _turn_clause(race))
    if kind == "gear" and len(numbers) == 1:
        return _why_not_gear(match, view, numbers[0])
    if kind == "square" and len(numbers) == 1:
        return _why_not_square(match, view, numbers[0])
    if kind == "card" and len(numbers) == 1:
        return _why_not_card(match, race, numbers[0])
    if kind == "trim" and len(numbers) == 1:
        return _why_not_trim(race, seat, numbers[0])
    if kind == "stop":
        return _why_not_stop(match, race)
    return Refusal(OPEN, "RA-T9")


def _turn_clause(race: Any) -> str:
    return {TRIM_PHASE: "RA-A1", LAY_PHASE: "RA-R4", STATION_PHASE: "RA-M2"}.get(int(race["phase"]), "RA-T1")


def _why_not_road(match: Match, race: Any, ids: list[int]) -> Refusal:
    """Every reason why these cards, in this order, can't be the road of this stage (RA-R7)."""
    course = match.setup.course
    free = [card for n, card in enumerate(cards_of(course)) if not int(race["barred"]) >> n & 1]
    faults = road_faults(free, limits_of(course, bool(race["special"])), ids)
    if not faults:
        return Refusal(Say("You can lay this road."), "RA-R3")
    return Refusal(Say("You can't lay this road: {reasons}.", reasons=_one_after_another(faults)), "RA-R7")


def _one_after_another(faults: list[Say]) -> Say:
    """The reasons, separated by semicolons because they have commas in them."""
    told = faults[0]
    for fault in faults[1:]:
        told = Say("{reasons}; {reason}", reasons=told, reason=fault)
    return told


def _why_not_car(race: Any, car: int) -> Refusal:
    status = int(race["status"][car]) if 0 <= car < int(race["teams"]) else OUT
    name = car_name(car) if 0 <= car < int(race["teams"]) else ""
    if status == WAITING:
        return Refusal(Say("{car} has not started yet: cars start one turn apart.", car=name), "RA-T1")
    if status == LEFT:
        return Refusal(Say("{car} has already finished the stage.", car=name), "RA-T8")
    if status == OUT:
        return Refusal(Say("{car} is out of this stage.", car=name), "RA-D6")
    if int(race["stand"][car]):
        return Refusal(
            Say.number("{car} must sit out {n} more move.", "{car} must sit out {n} more moves.",
                       int(race["stand"][car]), car=name), "RA-D5",
        )  # fmt: skip
    if status == OFF:
        return Refusal(Say("{car} is off the road and restarts in 1st.", car=name), "RA-G5")
    if car != int(race["car"]):
        return Refusal(Say("Wait: {car} moves first, in start order.", car=car_name(int(race["car"]))), "RA-T1")
    return Refusal(OPEN, "RA-T1")


def _why_not_gear(match: Match, view: Any, gear: int) -> Refusal:
    race = view[0]
    last = int(race["gear"][int(race["car"])])
    if int(race["phase"]) != GEAR_PHASE:
        return Refusal(Say("The gear is set for this move: you choose it before the risk die."), "RA-T3")
    if GEAR + gear - 1 in match.legal():
        return Refusal(OPEN, "RA-E5")
    if gear < 1 or gear > len(plate(match.game, view)):
        return Refusal(Say("Choose one of the five gears."), "RA-E5")
    if gear > last:
        return Refusal(Say("Shift up one gear at a time: your last gear was {last}.", last=last), "RA-G2")
    if last - gear == 2:
        return Refusal(Say("You have used your over-rev card: shift one gear at a time."), "RA-G3")
    return Refusal(Say("Even the over-rev card skips only one gear: your last gear was {last}.", last=last), "RA-G3")


def _why_not_square(match: Match, view: Any, square: int) -> Refusal:
    race = view[0]
    phase, car = int(race["phase"]), int(race["car"])
    steps = square + 1 - int(race["place"][car])
    if phase == STATION_PHASE:
        return Refusal(OPEN, "RA-M2") if STATION + square in match.legal() else Refusal(
            Say("This road has no such square: choose another."), "RA-M2")  # fmt: skip
    if phase == BRAKE_PHASE:
        if int(race["brake_from"]) <= steps <= int(race["go"]):
            return Refusal(OPEN, "RA-B1")
        if 1 <= steps < int(race["brake_from"]):
            return Refusal(Say("Place brakes in driving order: an earlier one is already further on."), "RA-B1")
        return Refusal(Say("Brake only on squares you enter in this move."), "RA-B2")
    if phase != GO_PHASE:
        return Refusal(Say("First the gear, then the risk die, then the distance."), "RA-T3")
    if steps < 1:
        return Refusal(Say("Drive at least 1 square ahead, never back."), "RA-G7")
    if GO + steps in match.legal():
        return Refusal(OPEN, "RA-E6")
    high = plate(match.game, view)[int(race["gear"][car]) - 1].high
    return Refusal(Say.number("Too far: this gear goes {n} square at most.",
                              "Too far: this gear goes {n} squares at most.", high), "RA-G1")  # fmt: skip


def _why_not_card(match: Match, race: Any, id_: int) -> Refusal:
    cards = cards_of(match.setup.course)
    index = next((n for n, card in enumerate(cards) if card.id == id_), None)
    if int(race["phase"]) != LAY_PHASE:
        return Refusal(Say("Choose a move: the road is already laid."), "RA-S5")
    if index is None:
        return Refusal(Say("That card does not exist: choose another."), "RA-R1")
    if CARD + index in match.legal():
        return Refusal(OPEN, "RA-E2")
    if int(race["barred"]) >> index & 1:
        return Refusal(Say("This card belongs to the extension: choose another."), "RA-O4")
    if index in [int(card) for card in race["laid"][: int(race["cards_laid"])]]:
        return Refusal(Say("Use each card at most once a stage: choose another."), "RA-R1")
    if not int(race["cards_laid"]) and not cards[index].begins_easily:
        level = cards[index].squares[0].level
        return Refusal(
            Say("A stage starts at difficulty 0, but this card starts at {n}: choose another.", n=level), "RA-R5"
        )
    laid = [cards[int(card)] for card in race["laid"][: int(race["cards_laid"])]]
    if faults := over_limits(limits_of(match.setup.course, bool(race["special"])), [*laid, cards[index]]):
        return Refusal(Say("The Calendar's limits: {reasons}.", reasons=_one_after_another(faults)), "RA-R3")
    return Refusal(Say("This card would break the Calendar's limits: choose another."), "RA-R3")


def _why_not_trim(race: Any, seat: int, trim: int) -> Refusal:
    if int(race["phase"]) != TRIM_PHASE:
        return Refusal(Say("Keep your trim: it holds for all stages of a rally."), "RA-A1")
    before = int(race["last_trim"][seat])
    if before >= 0 and abs(trim - before) > 1:
        words = Say("Between rallies, trim changes by one step at most: it was {trim}.", trim=trim_name(before))
        return Refusal(words, "RA-A2")
    return Refusal(OPEN, "RA-A1")


def _why_not_stop(match: Match, race: Any) -> Refusal:
    if int(race["phase"]) != STOP_PHASE:
        return Refusal(Say("Mechanics can help only after a move in 1st or 2nd, or off the road: drive on."), "RA-M6")
    if len(match.legal()) == 1:
        return Refusal(Say("None of your mechanics is within 4 squares: drive on."), "RA-M3")
    return Refusal(OPEN, "RA-E7")

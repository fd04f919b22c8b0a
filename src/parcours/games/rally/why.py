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

OPEN = Say("Go ahead: that is open to you.")


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `gear:G`, `square:N` (of the board), `card:ID`, `road:ID.ID.ID` (a whole road), `trim:T`, `stop:T`,
    `rider:CAR`."""
    view = match.view_races(seat)
    race = view[0]
    kind, _, what = target.partition(":")
    numbers = whole_numbers(what)
    if kind == "road":
        return _why_not_road(match, race, numbers)
    if kind == "rider" and len(numbers) == 1:
        return _why_not_car(race, numbers[0])
    if match.over:
        return Refusal(Say("The stage is over."), "RA-T10")
    if match.actor == CHANCE:
        return Refusal(Say("First the dice and lots have their say."), "RA-C5")
    if match.actor != seat:
        return Refusal(Say("{car} decides now.", car=car_name(match.actor)), _turn_clause(race))
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
    """Every reason why these cards, in this order, are no road for this stage (RA-R7)."""
    course = match.setup.course
    free = [card for n, card in enumerate(cards_of(course)) if not int(race["barred"]) >> n & 1]
    faults = road_faults(free, limits_of(course, bool(race["special"])), ids)
    if not faults:
        return Refusal(Say("This road may be laid."), "RA-R3")
    return Refusal(Say("This road may not be laid: {reasons}.", reasons=_one_after_another(faults)), "RA-R7")


def _one_after_another(faults: list[Say]) -> Say:
    """Reasons that have commas in them."""
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
        return Refusal(Say("{car} has left the stage.", car=name), "RA-T8")
    if status == OUT:
        return Refusal(Say("{car} is eliminated from this stage.", car=name), "RA-D6")
    if int(race["stand"][car]):
        return Refusal(
            Say.number("{car} stands for {n} move more.", "{car} stands for {n} moves more.", int(race["stand"][car]),
                       car=name), "RA-D5",
        )  # fmt: skip
    if status == OFF:
        return Refusal(Say("{car} is off the road and restarts in 1st gear.", car=name), "RA-G5")
    if car != int(race["car"]):
        return Refusal(Say("{car} moves now: the start order holds.", car=car_name(int(race["car"]))), "RA-T1")
    return Refusal(OPEN, "RA-T1")


def _why_not_gear(match: Match, view: Any, gear: int) -> Refusal:
    race = view[0]
    last = int(race["gear"][int(race["car"])])
    if int(race["phase"]) != GEAR_PHASE:
        return Refusal(Say("The gear is set before the risk die, and holds for the move."), "RA-T3")
    if GEAR + gear - 1 in match.legal():
        return Refusal(OPEN, "RA-E5")
    if gear < 1 or gear > len(plate(match.game, view)):
        return Refusal(Say("There are five gears."), "RA-E5")
    if gear > last:
        return Refusal(Say("Shift up one gear at a time: your last was {last}.", last=last), "RA-G2")
    if last - gear == 2:
        return Refusal(Say("You need the over-rev card to skip a gear, and it is used up."), "RA-G3")
    return Refusal(Say("Even the over-rev card skips only one gear: the last was {last}.", last=last), "RA-G3")


def _why_not_square(match: Match, view: Any, square: int) -> Refusal:
    race = view[0]
    phase, car = int(race["phase"]), int(race["car"])
    steps = square + 1 - int(race["place"][car])
    if phase == STATION_PHASE:
        return Refusal(OPEN, "RA-M2") if STATION + square in match.legal() else Refusal(
            Say("There is no such square on this road."), "RA-M2")  # fmt: skip
    if phase == BRAKE_PHASE:
        if int(race["brake_from"]) <= steps <= int(race["go"]):
            return Refusal(OPEN, "RA-B1")
        if 1 <= steps < int(race["brake_from"]):
            return Refusal(Say("Brakes are placed in driving order: an earlier one lies further on."), "RA-B1")
        return Refusal(Say("Only squares that are entered in this move can be braked on."), "RA-B2")
    if phase != GO_PHASE:
        return Refusal(Say("First the gear, then the risk die, then the distance."), "RA-T3")
    if steps < 1:
        return Refusal(Say("A car drives on: at least 1 square, never back."), "RA-G7")
    if GO + steps in match.legal():
        return Refusal(OPEN, "RA-E6")
    high = plate(match.game, view)[int(race["gear"][car]) - 1].high
    return Refusal(Say.number("That is too far: this gear goes {n} square at most.",
                              "That is too far: this gear goes {n} squares at most.", high), "RA-G1")  # fmt: skip


def _why_not_card(match: Match, race: Any, id_: int) -> Refusal:
    cards = cards_of(match.setup.course)
    index = next((n for n, card in enumerate(cards) if card.id == id_), None)
    if int(race["phase"]) != LAY_PHASE:
        return Refusal(Say("The road is laid before the stage."), "RA-S5")
    if index is None:
        return Refusal(Say("There is no such card."), "RA-R1")
    if CARD + index in match.legal():
        return Refusal(OPEN, "RA-E2")
    if int(race["barred"]) >> index & 1:
        return Refusal(Say("This card belongs to the extension."), "RA-O4")
    if index in [int(card) for card in race["laid"][: int(race["cards_laid"])]]:
        return Refusal(Say("Each card is used at most once in a stage."), "RA-R1")
    if not int(race["cards_laid"]) and not cards[index].begins_easily:
        level = cards[index].squares[0].level
        return Refusal(
            Say("The first square of a stage has level 0; this card begins with level {n}.", n=level), "RA-R5"
        )
    laid = [cards[int(card)] for card in race["laid"][: int(race["cards_laid"])]]
    if faults := over_limits(limits_of(match.setup.course, bool(race["special"])), [*laid, cards[index]]):
        return Refusal(Say("The Calendar's limits: {reasons}.", reasons=_one_after_another(faults)), "RA-R3")
    return Refusal(Say("With this card the Calendar's limits could not be met any more."), "RA-R3")


def _why_not_trim(race: Any, seat: int, trim: int) -> Refusal:
    if int(race["phase"]) != TRIM_PHASE:
        return Refusal(Say("A trim stays for all stages of a rally."), "RA-A1")
    before = int(race["last_trim"][seat])
    if before >= 0 and abs(trim - before) > 1:
        words = Say("From one rally to the next a trim changes by one step: it was {trim}.", trim=trim_name(before))
        return Refusal(words, "RA-A2")
    return Refusal(OPEN, "RA-A1")


def _why_not_stop(match: Match, race: Any) -> Refusal:
    if int(race["phase"]) != STOP_PHASE:
        return Refusal(
            Say("A car stops with its mechanics when it has moved in 1st or 2nd, or gone off the road."), "RA-M6"
        )
    if len(match.legal()) == 1:
        return Refusal(Say("None of your mechanics is within 4 squares."), "RA-M3")
    return Refusal(OPEN, "RA-E7")

"""Leader 1: why something can't be chosen now, with the clause."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.documents import whole_number
from parcours.engine.match import Match
from parcours.engine.road import NOWHERE
from parcours.engine.scene import Refusal
from parcours.engine.words import Say
from parcours.games.leader_one.actions import ATTACK
from parcours.games.leader_one.choices import needed_for
from parcours.games.leader_one.rules.ways import LEAST_ATTACK
from parcours.games.leader_one.state import (
    BESIDE,
    HOME,
    IN_BUNCH,
    LATE,
    MOST_PAID,
    MOVE_PHASE,
    ON_ROAD,
    OUT,
    SETTLE,
    SPEAK,
)
from parcours.games.leader_one.tables import PRICES
from parcours.games.leader_one.texts import actor_seat, length_of, rider_name, seat_name, ways_of

OPEN = Say("Go ahead: that is open to you.")


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `square:N`, `rider:RIDER`, `tile:VALUE`."""
    race = match.view(seat)
    kind, _, what = target.partition(":")
    number = whole_number(what, 0, default=-1)
    if match.over:
        return Refusal(Say("The race is over."), "L1-F5")
    if match.actor == CHANCE:
        return Refusal(Say("First the dice and tiles have their say."), "L1-B0a")
    if match.actor != seat:
        return Refusal(Say("{team} decides now.", team=seat_name(match.actor)), "L1-B0b")
    if kind == "square" and 0 <= number < len(match.setup.course.road.squares):
        return _why_not_square(race, match.setup.course, number)
    if kind == "rider" and 0 <= number < int(race["teams"]) * int(race["each"]):
        return _why_not_rider(match, race, number)
    if kind == "tile":
        return _why_not_tile(race)
    return Refusal(OPEN, "L1-B0a")


def _why_not_square(race: Any, course: Course, square: int) -> Refusal:
    if int(race["phase"]) != MOVE_PHASE:
        return Refusal(Say("No rider can move now."), "L1-B0a")
    place = square - int(race["origin"])
    if 0 <= place < len(race["ways"]) and race["ways"][place]:
        return Refusal(OPEN, "L1-B1c")
    mover, squares = int(race["mover"]), course.road.squares
    name = rider_name(race, mover)
    start = int(race["bunch"]) if race["attacking"] else int(race["at"][mover])
    front = int(squares["front"][square])
    standing = [r for r in range(len(race["at"])) if int(race["at"][r]) == square and int(race["status"][r]) == ON_ROAD]
    if front <= int(squares["front"][start]):
        return Refusal(Say("{rider} can't ride sideways or back.", rider=name), "L1-H3")
    if standing and standing[0] != mover:
        other = rider_name(race, standing[0])
        if race["punctured"][standing[0]]:
            return Refusal(Say("{other} stands there with a puncture: ride on.", other=other), "L1-C3f")
        return Refusal(Say("{other} stands there.", other=other), "L1-B1b")
    if race["behind"] and front > int(squares["rear"][race["bunch_rear"]]):
        return Refusal(Say("{rider} can't ride through the bunch.", rider=name), "L1-B1k")
    if front > course.finish and not race["photo_finish"]:
        return Refusal(Say("The move ends just past the line."), "L1-F1")
    return _too_far(race, course, start, square, name)


def fewest_steps(course: Course, start: int, square: int, most: int) -> int:
    """The fewest squares to another on an empty road; 0: it is out of reach."""
    layer = {start}
    for length in range(1, most + 1):
        layer = {int(there) for here in layer for there in course.road.squares["ahead"][here] if there != NOWHERE}
        if square in layer:
            return length
    return 0


def _too_far(race: Any, course: Course, start: int, square: int, name: Say) -> Refusal:
    mover, free = int(race["mover"]), int(race["free"])
    energy, longest = int(race["energy"][mover]), free + MOST_PAID
    length = fewest_steps(course, start, square, longest)
    if not length:
        words = Say.number(
            "{rider} has {n} free square and at most {paid} paid ones.",
            "{rider} has {n} free squares and at most {paid} paid ones.",
            free, rider=name, paid=MOST_PAID,
        )  # fmt: skip
        return Refusal(words, "L1-B1c")
    if race["attacking"] and length < LEAST_ATTACK:
        return Refusal(Say("An attack is at least four squares long."), "L1-B2b")
    price = PRICES[max(0, length - free)]
    if price > energy:
        words = Say(
            "{length} squares cost {price} energy; {rider} has {energy}.",
            length=length, price=price, rider=name, energy=energy,
        )  # fmt: skip
        return Refusal(words, "L1-B1f")
    known = [length_of(way) for place in range(len(race["ways"])) for way in ways_of(race, place)]
    if length in known:
        return Refusal(Say("The road is full: no open way leads there."), "L1-B1h")
    words = Say(
        "Every way there is a risk: {rider} would need the energy for the worst, and {needed} or more on the die.",
        rider=name, needed=needed_for(race, mover),
    )  # fmt: skip
    return Refusal(words, "L1-C2d")


def _why_not_rider(match: Match, race: Any, rider: int) -> Refusal:
    name, status = rider_name(race, rider), int(race["status"][rider])
    each = int(race["each"])
    if status in (HOME, LATE, OUT):
        return Refusal(Say("{rider} is not in the race any more.", rider=name), "L1-F1")
    if rider // each != match.actor:
        return Refusal(Say("{rider} is not yours.", rider=name), "L1-A2c")
    if int(race["phase"]) == SPEAK and actor_seat(race) == match.actor:
        if status == IN_BUNCH and ATTACK + rider % each not in match.legal():
            return Refusal(Say("{rider} can't pay for an attack of four squares.", rider=name), "L1-B1f")
        if status != IN_BUNCH:
            return Refusal(Say("{rider} is not in the bunch: he has his own move.", rider=name), "L1-B2a")
        return Refusal(OPEN, "L1-B2a")
    if status == BESIDE:
        words = Say("{rider} lies beside the road until turn {turn}.", rider=name, turn=int(race["back"][rider]))
        return Refusal(words, "L1-C2k")
    asked = int(race["rider"]) if int(race["phase"]) == SETTLE else int(race["mover"])
    if rider != asked and asked >= 0:
        return Refusal(Say("First comes {other}.", other=rider_name(race, asked)), "L1-B0b")
    return Refusal(OPEN, "L1-B0a")


def _why_not_tile(race: Any) -> Refusal:
    if int(race["phase"]) in (MOVE_PHASE, SETTLE):
        return Refusal(Say("That tile is another rider's: each has his own."), "L1-C4a")
    return Refusal(Say("Tiles are played before a move, or when the bunch's move is paid."), "L1-C4b")

"""Leader 1: why something can't be chosen now, with the clause."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.click import GUESS
from parcours.engine.course import Course
from parcours.engine.documents import whole_numbers
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
from parcours.games.leader_one.texts import rider_name, seat_name, speaker_seat, ways_of

OPEN = Say("You can choose this.")


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `square:N`, `rider:RIDER`, `tile:VALUE`. `piece:rRIDER.SQUARE` asks about the square if the rider could
    attack, or else about the rider."""
    race = match.view(seat)
    kind, _, what = target.partition(":")
    number, *then = whole_numbers(what.removeprefix("r")) or [-1]
    if match.over:
        return Refusal(Say("The race is over."), "L1-F5")
    if match.actor == CHANCE:
        return Refusal(Say("Roll the die or draw a tile first."), "L1-B0a")
    if match.actor != seat:
        return Refusal(Say("{team} decides now.", team=seat_name(match.actor)), "L1-B0b")
    if kind == "square" and 0 <= number < len(match.setup.course.road.squares):
        return _why_not_square(race, match.setup.course, number)
    if kind in ("rider", "piece") and 0 <= number < int(race["teams"]) * int(race["each"]):
        attack = ATTACK + number % int(race["each"])
        if then and int(race["phase"]) == SPEAK and number // int(race["each"]) == seat and attack in match.legal():
            return why_not(match.guess(seat, GUESS).at_once(attack), seat, f"square:{then[0]}")
        return _why_not_rider(match, race, number)
    if kind == "tile":
        return _why_not_tile(race)
    return Refusal(OPEN, "L1-B0a")


def _why_not_square(race: Any, course: Course, square: int) -> Refusal:
    if int(race["phase"]) != MOVE_PHASE:
        return Refusal(Say("No rider can move now."), "L1-B0a")
    if ways_of(race, square, course):
        return Refusal(OPEN, "L1-B1c")
    mover, squares = int(race["mover"]), course.road.squares
    name = rider_name(race, mover)
    start = int(race["bunch"]) if race["attacking"] else int(race["at"][mover])
    front = int(squares["front"][square])
    standing = [r for r in range(len(race["at"])) if int(race["at"][r]) == square and int(race["status"][r]) == ON_ROAD]
    if front <= int(squares["front"][start]):
        return Refusal(Say("{rider} can't go sideways or back: choose a square ahead.", rider=name), "L1-H3")
    if standing and standing[0] != mover:
        other = rider_name(race, standing[0])
        if race["punctured"][standing[0]]:
            return Refusal(Say("{other} is there with a puncture: ride further.", other=other), "L1-C3f")
        return Refusal(Say("{other} is there: choose another square.", other=other), "L1-B1b")
    if race["behind"] and front > int(squares["rear"][race["bunch_rear"]]):
        return Refusal(
            Say("{rider} can't ride through the bunch: choose a square in front of it.", rider=name), "L1-B1k"
        )
    if front > course.finish and not race["photo_finish"]:
        return Refusal(Say("A move ends just past the line: choose a nearer square."), "L1-F1")
    return _too_far(race, course, start, square, name)


def fewest_steps(course: Course, start: int, square: int, most: int) -> int:
    """The fewest steps from one square to another on an empty road; 0: out of reach."""
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
            "{rider} has {n} free square and at most {paid} paid ones: choose a nearer square.",
            "{rider} has {n} free squares and at most {paid} paid ones: choose a nearer square.",
            free, rider=name, paid=MOST_PAID,
        )  # fmt: skip
        return Refusal(words, "L1-B1c")
    if race["attacking"] and length < LEAST_ATTACK:
        return Refusal(Say("An attack covers at least four squares: go further."), "L1-B2b")
    price = PRICES[max(0, length - free)]
    if price > energy:
        words = Say(
            "{length} squares cost {price} energy; {rider} has only {energy}: choose a nearer square.",
            length=length, price=price, rider=name, energy=energy,
        )  # fmt: skip
        return Refusal(words, "L1-B1f")
    if race["reach"][length - 1].any():
        return Refusal(Say("The road is full: choose a square you can reach."), "L1-B1h")
    words = Say(
        "Every route there is risky ({needed} or more on the die), and {rider} lacks the energy for the "
"worst case: choose another square.",
        rider=name, needed=needed_for(race, mover),
    )  # fmt: skip
    return Refusal(words, "L1-C2d")


def _why_not_rider(match: Match, race: Any, rider: int) -> Refusal:
    name, status = rider_name(race, rider), int(race["status"][rider])
    each = int(race["each"])
    if status in (HOME, LATE, OUT):
        return Refusal(Say("{rider} is out of the race: choose another rider.", rider=name), "L1-F1")
    if rider // each != match.actor:
        return Refusal(Say("{rider} is not yours: choose one of your riders.", rider=name), "L1-A2c")
    if int(race["phase"]) == SPEAK and speaker_seat(race) == match.actor:
        if status == IN_BUNCH and ATTACK + rider % each not in match.legal():
            return Refusal(
                Say("{rider} can't afford an attack of four squares: stay in the bunch.", rider=name), "L1-B1f"
            )
        if status != IN_BUNCH:
            return Refusal(Say("{rider} is not in the bunch: choose a rider who is.", rider=name), "L1-B2a")
        return Refusal(OPEN, "L1-B2a")
    if status == BESIDE:
        words = Say(
            "{rider} is by the roadside until turn {turn}: choose another rider.",
            rider=name,
            turn=int(race["back"][rider]),
        )
        return Refusal(words, "L1-C2k")
    asked = int(race["rider"]) if int(race["phase"]) == SETTLE else int(race["mover"])
    if rider != asked and asked >= 0:
        return Refusal(Say("Move {other} first.", other=rider_name(race, asked)), "L1-B0b")
    return Refusal(OPEN, "L1-B0a")


def _why_not_tile(race: Any) -> Refusal:
    if int(race["phase"]) in (MOVE_PHASE, SETTLE):
        return Refusal(Say("That tile belongs to another rider: use one of this rider's."), "L1-C4a")
    return Refusal(Say("Play tiles before a move, or when paying to stay in the bunch."), "L1-C4b")

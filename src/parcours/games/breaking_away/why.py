"""Breaking Away: why something can't be chosen now, with the clause."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.documents import whole_number
from parcours.engine.match import Match
from parcours.engine.scene import Refusal
from parcours.engine.words import Say
from parcours.games.breaking_away import rules
from parcours.games.breaking_away.actions import FACTOR, MOST_FACTOR, RETIRE, RIDE_BOX
from parcours.games.breaking_away.state import BOXES, DIVIDE, RIDE, RIDERS
from parcours.games.breaking_away.texts import due_rider, rider_name, team_name


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Targets: `box:RIDER.BOX`, `square:N`, `retire`, `factor:V`."""
    race = match.view(seat)
    kind, _, what = target.partition(":")
    if match.over:
        return Refusal(Say("The race is over."), "BA-E1")
    if match.actor == CHANCE:
        return Refusal(Say("First draw lots to see who starts."), "BA-M5")
    if int(race["phase"]) == DIVIDE:
        return _why_not_divide(match, race, seat, kind, what)
    rider = due_rider(race)
    if rider // RIDERS != seat:
        return Refusal(Say("Move {rider} first: riders move from front to back.", rider=rider_name(rider)), "BA-M1")
    if kind == "box" and _numbers(what):
        return _why_not_box(match, race, rider, *_numbers(what))
    if kind in ("square", "piece"):
        return Refusal(
            Say(
                "{rider} has no factor for that square: choose one of the marked squares.",
                rider=rider_name(rider),
            ),
            "BA-M2",
        )
    if kind == "retire" and RETIRE not in match.legal():
        return Refusal(
            Say(
                "Ride on: {rider} can retire only in the rear half, with no wheel within reach.",
                rider=rider_name(rider),
            ),
            "BA-M6",
        )
    return Refusal(Say("You can choose this."), "BA-M2")


def _numbers(what: str) -> tuple[int, int] | tuple[()]:
    rider, box = (whole_number(word, 0) for word in what.partition(".")[::2])
    return () if rider is None or box is None or box >= BOXES else (rider, box)


def _why_not_box(match: Match, race: Any, due: int, rider: int, box: int) -> Refusal:
    if rider != due:
        return Refusal(Say("It's {rider}'s turn.", rider=rider_name(due)), "BA-M1")
    value = int(race["factor"][rider][box])
    if value == 0:
        return Refusal(Say("This box is empty until the end of the turn: choose another one."), "BA-M3")
    if RIDE_BOX + box not in match.legal():
        return Refusal(Say("Another box holds the same factor: take that one."), "BA-M2")
    return Refusal(Say("You can choose this."), "BA-M2")


def _why_not_divide(match: Match, race: Any, seat: int, kind: str, what: str) -> Refusal:
    if match.actor != seat:
        return Refusal(Say("Wait: {team} is dividing the points.", team=team_name(match.actor)), "BA-S3")
    if int(race["pencil"]) < 0:
        return Refusal(Say("First choose: quick line-up or your own."), "BA-S8")
    if kind == "factor" and (value := whole_number(what)) is not None:
        if value > MOST_FACTOR:
            return Refusal(Say("At the start, no factor may exceed 15: choose a lower one."), "BA-S4")
        if value < 1:
            return Refusal(Say("A factor is at least 1: choose a higher number."), "BA-S5")
        if FACTOR + value not in match.legal():
            number = int(race["pencil"])
            return Refusal(
                Say("That leaves no way to divide {rider}'s {points} points: choose another factor.",
                    rider=rider_name(seat * RIDERS + number), points=rules.POINTS[number]), "BA-S3",
            )  # fmt: skip
    if int(race["phase"]) != RIDE:
        return Refusal(Say("Divide the points first: the race has not started."), "BA-S3")
    return Refusal(Say("You can choose this."), "BA-M2")

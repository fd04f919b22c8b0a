"""Profi: why something can't be chosen now, with the clause."""

from __future__ import annotations

from typing import Any

from parcours.engine.chance import CHANCE
from parcours.engine.documents import whole_number
from parcours.engine.match import Match
from parcours.engine.road import TERRAINS
from parcours.engine.scene import Refusal
from parcours.engine.words import Say
from parcours.games.profi import courses
from parcours.games.profi import state as st
from parcours.games.profi.actions import ATTACK, CAR, CIRCLE, FOLLOW, PASS, SURGE, SWAP, is_place_code
from parcours.games.profi.choices import choices
from parcours.games.profi.rules.slipstream import SOFT_TYRE
from parcours.games.profi.scene import drawn_course
from parcours.games.profi.texts import rider_name, team_name

OPEN = Say("You can choose this.")


def why_not(match: Match, seat: int, target: str) -> Refusal:
    """Why a seat can't choose a target: `move:CODE` (a move of PR-M1), `card:KIND`, `square:N` (of the drawn road),
    `rider:RIDER` or `piece:rRIDER`."""
    race = match.view(seat)
    kind, _, what = target.partition(":")
    if kind == "piece":
        kind, what = "rider", what.removeprefix("r").partition(".")[0]
    number = whole_number(what, default=-1)
    if match.over:
        return Refusal(Say("The race is over."), "PR-Q1")
    if match.actor == CHANCE:
        return Refusal(Say("Roll the dice or draw a card first."), "PR-O7")
    if match.actor != seat:
        return Refusal(Say("{team} decides now.", team=team_name(match.actor)), "PR-O1")
    if kind == "move" and number >= 0:
        return _why_not_move(match, race, number)
    if kind == "card" and 0 <= number < st.KINDS:
        return _why_not_card(match, race, number)
    if kind == "square" and number >= 0:
        return _why_not_square(match, race, number)
    if kind == "rider" and number >= 0:
        return _why_not_rider(race, number)
    return Refusal(OPEN, "PR-M1")


def terrain_of(match: Match, race: Any, rider: int) -> str:
    """The terrain on which a rider starts its move (PR-C1, PR-C6)."""
    course = match.setup.course
    if courses.is_profile(course):
        number = min(max(int(race["round_number"]), 1), len(course.lap)) - 1
        return course.lap[number].terrain
    row = min(max(int(race["row"][rider]), 1), course.finish + 1)
    for stretch in course.road.stretches:
        if row <= int(stretch["front"]):
            return TERRAINS[int(stretch["terrain"])]
    return "flat"


def _why_not_move(match: Match, race: Any, code: int) -> Refusal:
    if code in match.legal():
        return Refusal(OPEN, "PR-M1")
    if int(race["phase"]) != st.TURN:
        return Refusal(Say("Answer the question first, then choose a move."), "PR-O7")
    rider = int(race["rider"])
    name = rider_name(race, rider)
    if code == ATTACK:
        return Refusal(Say("{rider} needs two cards to attack: choose another move.", rider=name), "PR-A1")
    if code in (FOLLOW, SURGE):
        return _why_not_follow(match, race, rider, code)
    if code == CIRCLE:
        if not race["circle"]:
            return Refusal(Say("This race has no Belgian circles."), "PR-L1")
        if int(race["event"][rider]) == SOFT_TYRE:
            return Refusal(Say("{rider} has a soft tyre: nobody may ride behind.", rider=name), "PR-L1")
        return Refusal(Say("No circle here: nobody directly behind {rider} could follow.", rider=name), "PR-L1")
    if code == PASS and int(race["changed"]):
        return Refusal(
            Say("After the team car or a change of places, you can't let another rider go first: make your move."),
            "PR-O7",
        )
    if code == PASS:
        return Refusal(Say("No other rider in this row has yet to move: make your move."), "PR-O4")
    if code == CAR:
        if int(race["car_used"][rider]):
            return Refusal(Say("{rider} has already used the team car in this race.", rider=name), "PR-U3")
        return Refusal(
            Say(
                "The team car needs two free rows behind {rider}, and never comes in the first or last round.",
                rider=name,
            ),
            "PR-U3",
        )
    if SWAP <= code < SWAP + 5:
        return Refusal(
            Say("Only team-mates in contact and next to each other in the moving order can change places."), "PR-G2"
        )
    return Refusal(Say("{rider} has no such card and too few chips: choose another move.", rider=name), "PR-K2")


def _why_not_follow(match: Match, race: Any, rider: int, code: int) -> Refusal:
    name = rider_name(race, rider)
    giver = int(race["giver"])
    if giver < 0:
        return Refusal(Say("Nobody to follow: no rider has just left."), "PR-W2")
    behind = (int(race["giver_row"]) - 1, int(race["giver_lane"]))
    if (int(race["row"][rider]), int(race["lane"][rider])) != behind:
        words = Say(
            "{rider} can't follow: only the rider directly behind {other} can.",
            rider=name,
            other=rider_name(race, giver),
        )
        return Refusal(words, "PR-W1")
    if code == SURGE and FOLLOW in match.legal():
        return Refusal(Say("{rider} can't attack from the slipstream here.", rider=name), "PR-A2")
    if terrain_of(match, race, rider) == "climb":
        return Refusal(Say("On this climb, {rider} can't follow or can't pay for it.", rider=name), "PR-H1")
    return Refusal(Say("The place on the wheel is taken, or the way there is blocked."), "PR-W2")


def _why_not_card(match: Match, race: Any, kind: int) -> Refusal:
    offered = {choice.spot for choice in choices(match, race, drawn_course(race, match.setup.course))}
    if f"card:{kind}" in offered:
        return Refusal(OPEN, "PR-K2")
    rider = int(race["who"])
    if not int(race["hand"][match.actor][kind]):
        return Refusal(Say("You don't have this card: choose another."), "PR-K2")
    if rider < 0:
        return Refusal(Say("Answer the question first, then play a card."), "PR-O7")
    if kind >= 20:
        words = Say(
            "{rider} can play jokers only on home terrain or neutral terrain: play another card.",
            rider=rider_name(race, rider),
        )
        return Refusal(words, "PR-K2")
    role = int(race["role"][rider])
    if kind // 5 != (st.ROULEUR if role == st.SECOND_ROULEUR else role):
        return Refusal(Say("Play a card in the rider's own colour."), "PR-K2")
    return Refusal(Say("Answer the question first, then play a card."), "PR-O7")


def _why_not_square(match: Match, race: Any, square: int) -> Refusal:
    drawn = drawn_course(race, match.setup.course)
    at = {index: place for place, index in courses.places(drawn).items()}
    if int(race["phase"]) != st.PLACE_PHASE or square not in at:
        return Refusal(Say("No rider can move now."), "PR-O7")
    rider = int(race["rider"])
    row, lane = at[square]
    for choice in choices(match, race, drawn):
        if is_place_code(choice.action) and choice.path and choice.path[-1] == square:
            return Refusal(OPEN, "PR-R3")
    for other in range(int(race["sides"]) * int(race["squad"])):
        here = (int(race["row"][other]), int(race["lane"][other]))
        if here == (row, lane) and int(race["status"][other]) >= st.UP:
            return Refusal(Say("That place is taken: choose another."), "PR-R4")
    if row <= int(race["row"][rider]):
        return Refusal(Say("Go ahead, at most one lane aside, never sideways or back."), "PR-R3")
    return Refusal(
        Say("The move can't end there: use exactly the squares you have, and ride around the others."), "PR-R5"
    )


def _why_not_rider(race: Any, rider: int) -> Refusal:
    squad = int(race["squad"])
    if not 0 <= rider < int(race["sides"]) * squad or int(race["status"][rider]) == st.ABSENT:
        return Refusal(Say("That rider is not in this race: choose another."), "PR-S2")
    name = rider_name(race, rider)
    if rider == int(race["who"]):
        return Refusal(OPEN, "PR-O1")
    if int(race["status"][rider]) == st.LYING:
        return Refusal(
            Say("{rider} has crashed and gets up on the next move: choose another rider.", rider=name), "PR-F2"
        )
    if int(race["moved"][rider]):
        return Refusal(Say("{rider} has already moved this round.", rider=name), "PR-O1")
    if int(race["last"][rider]):
        return Refusal(Say("{rider} moves last this round.", rider=name), "PR-O5")
    return Refusal(Say("Riders move from front to back: another rider goes first."), "PR-O1")

"""Profi as a commentator tells it: what an action brought about, as far as the viewer may know."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.scene import Chance, Event, StoryEntry
from parcours.engine.words import Say
from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from parcours.games.profi.choices import clauses_of
from parcours.games.profi.rules.events import FLAT_TYRE
from parcours.games.profi.rules.slipstream import SOFT_TYRE
from parcours.games.profi.texts import (
    action_words,
    event_title,
    picker_of,
    rider_name,
    team_name,
    weather_words,
    wind_words,
)

PUNCTURES = {a.EVENT + SOFT_TYRE - 1, a.EVENT + FLAT_TYRE - 1}
QUIET = {a.BONUS, a.NO_DUEL, a.NO_DUEL + 4, a.LAY - 5, a.LAY - 4}
"""Answers that are not worth a line."""


def story(before: Any, action: int, after: Any, course: Course, viewer: int) -> tuple[StoryEntry, ...]:
    """The action itself, then what followed: falls, points, rounds, places."""
    told = [*_deed(before, action, after, viewer)]
    told += _falls(before, after)
    told += _points(before, after)
    if int(after["round_number"]) > int(before["round_number"]):
        told.append(StoryEntry(_round_words(after), ("PR-O6",), -1, "minor", opens=True))
    if int(after["phase"]) == st.OVER_PHASE:
        told += _end(after)
    return tuple(told)


def _secret(before: Any, action: int, viewer: int) -> bool:
    """Whether the viewer may not know what was done: cards drawn, swapped, laid face down (PR-I17)."""
    decider = int(before["decider"])
    if a.CARD <= action < a.DOPING_DRAWN:
        return int(before["drawing"]) != viewer
    if a.DOPING_DRAWN <= action < a.LOT_RIDER:
        return int(before["drawing"]) // int(before["squad"]) != viewer
    if int(before["phase"]) in (st.OFFER, st.LAYING, st.CIRCLE_FEE) or a.GIVE_UP <= action < a.KEEP - 1:
        return decider != viewer
    if a.PUT_BACK <= action < a.SPIRIT or action >= a.USE_DOPING:
        return decider != viewer
    return (
        int(before["kind"]) == st.CIRCLE_MOVE
        and int(before["phase"]) in (st.SHAPE, st.BONUS_PHASE)
        and decider != viewer
    )


def _deed(before: Any, action: int, after: Any, viewer: int) -> list[StoryEntry]:
    seat = -1 if a.is_chance_code(action) else int(before["decider"])
    if a.FROM_STACK <= action < a.FROM_STACK + 3 or a.UNDER_STACK <= action < a.FROM_STACK or action in QUIET:
        return []
    if _secret(before, action, viewer):
        return _hinted(before, action, seat)
    ends = {}
    if a.is_place_code(action) and int(before["phase"]) not in (st.START_PLACE, st.BREAK_PLACE):
        rider = int(before["rider"])
        ends = {action: (int(after["row"][rider]), int(after["lane"][rider]))}
    event: Event = "attack" if action in (a.ATTACK, a.SURGE) else "puncture" if action in PUNCTURES else ""
    piece = f"r{int(before['who' if action in PUNCTURES else 'rider'])}" if event else ""
    words, chance = action_words(before, action, ends), _chance(action)
    return [StoryEntry(words, clauses_of(action), seat, _weight(action), event=event, piece=piece, chance=chance)]


def _chance(action: int) -> Chance | None:
    """What chance brought, if everybody sees it happen."""
    if a.DIE <= action < a.COIN_FACE:
        return Chance("dice", (str(action - a.DIE + 1),))
    if a.DESCENT <= action < a.WEATHER:
        return Chance("dice", (f"{action - a.DESCENT - 1:+d}",))
    if a.WEATHER <= action < a.FORM_DIE:
        return Chance(
            "wheel", (weather_words(action - a.WEATHER) if action < a.WIND else wind_words(action - a.WIND + 1),)
        )
    if a.EVENT <= action < a.DRAWN_VERGE:
        return Chance("card", (event_title(action - a.EVENT + 1),))
    return None


def _hinted(before: Any, action: int, seat: int) -> list[StoryEntry]:
    """What everybody sees of a secret action."""
    if a.CARD <= action < a.DOPING_DRAWN:
        words = Say("{team} draws a card", team=team_name(int(before["drawing"])))
        return [StoryEntry(words, ("PR-K3",), int(before["drawing"]), "minor")]
    who = int(before["who"]) if int(before["who"]) >= 0 else max(int(before["drawing"]), 0)
    if a.DOPING_DRAWN <= action < a.LOT_RIDER:
        words = Say("{rider} draws a doping card", rider=rider_name(before, int(before["drawing"])))
        return [StoryEntry(words, ("PR-U1",), int(before["drawing"]) // int(before["squad"]), "move")]
    if a.GIVE_UP <= action < a.KEEP:
        return [StoryEntry(Say("{rider} swaps a card", rider=rider_name(before, who)), ("PR-D3",), seat, "minor")]
    if a.PUT_BACK <= action < a.SPIRIT:
        return [
            StoryEntry(Say("{rider} puts a doping card back", rider=rider_name(before, who)), ("PR-G6",), seat, "minor")
        ]
    if action >= a.USE_DOPING and int(before["phase"]) == st.PICK_PHASE:
        words = Say("{rider} uses the doping card with back {n}", rider=rider_name(before, picker_of(before)),
                    n=(action - a.USE_DOPING) % 6 + 1)  # fmt: skip
        return [StoryEntry(words, ("PR-U2",), seat, "minor")]
    return [StoryEntry(Say("{rider} plays face down", rider=rider_name(before, who)), ("PR-L2",), seat, "minor")]


def _weight(action: int) -> Any:
    if action in (a.ATTACK, a.SURGE, a.CIRCLE) or a.CHALLENGE <= action < a.NO_DUEL or a.VERGE <= action < a.HELP:
        return "major"
    if a.EVENT <= action < a.USE_DOPING:
        return "major"
    if (
        a.ADJUST <= action < a.FEE_CHIPS
        or a.DOPE <= action < a.DOPE + 5
        or (action >= a.LOT_TEAM and action < a.WEATHER)
    ):
        return "minor"
    return "move" if a.PLACE <= action < a.DRAWN or action < a.PLAY else "minor"


def _falls(before: Any, after: Any) -> list[StoryEntry]:
    riders = range(int(after["sides"]) * int(after["squad"]))
    down = [r for r in riders if int(after["status"][r]) == st.LYING and int(before["status"][r]) != st.LYING]
    told = []
    if down:
        names = [rider_name(after, rider) for rider in down]
        told.append(StoryEntry(Say("Crash! Down: {riders}", riders=names), ("PR-F2",), -1, "major"))
    return told


def _points(before: Any, after: Any) -> list[StoryEntry]:
    told = []
    for rider in range(int(after["sides"]) * int(after["squad"])):
        seat = rider // int(after["squad"])
        green = int(after["green"][rider]) - int(before["green"][rider])
        if green > 0 and int(after["phase"]) != st.OVER_PHASE:
            words = Say.number("Sprint: {n} point for {rider}", "Sprint: {n} points for {rider}", green,
                               rider=rider_name(after, rider))  # fmt: skip
            told.append(StoryEntry(words, ("PR-P2",), seat, "major", event="sprint", piece=f"r{rider}"))
        hills = int(after["mountain"][rider]) - int(before["mountain"][rider])
        if hills > 0:
            words = Say.number("Summit: {n} point for {rider}", "Summit: {n} points for {rider}", hills,
                               rider=rider_name(after, rider))  # fmt: skip
            told.append(StoryEntry(words, ("PR-P3",), seat, "major", event="summit", piece=f"r{rider}"))
    return told


def _round_words(after: Any) -> Say:
    if int(after["sprint"]) == 1:
        return Say("The leading group starts the final sprint")
    if int(after["sprint"]) > 1:
        return Say("Still level in front: run-off {n}", n=int(after["sprint"]) - 1)
    return Say("Round {n} begins", n=int(after["round_number"]))


def _end(after: Any) -> list[StoryEntry]:
    told = []
    riders = range(int(after["sides"]) * int(after["squad"]))
    for rider in riders:
        if int(after["struck"]) >> rider & 1:
            words = Say("{rider} is disqualified for doping", rider=rider_name(after, rider))
            seat = rider // int(after["squad"])
            told.append(StoryEntry(words, ("PR-U4",), seat, "major", event="out", piece=f"r{rider}"))
    placed = sorted((r for r in riders if 0 < int(after["place"][r]) <= 3), key=lambda r: int(after["place"][r]))
    for rider in placed:
        words = Say("{rider} is {place} home", rider=rider_name(after, rider), place=int(after["place"][rider]))
        seat = rider // int(after["squad"])
        told.append(StoryEntry(words, ("PR-Q3", "PR-Q4"), seat, "major", event="finish", piece=f"r{rider}"))
    return [*told, StoryEntry(Say("The race is over"), ("PR-Q1",), -1, "major")]

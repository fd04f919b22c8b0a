"""Kermesse on the table: the riders on the road, what they can do, and how much breath they have."""

from __future__ import annotations

from typing import Any

from parcours.games.kermesse.actions import DIG, RIDE, SHOWS, SIT_UP
from parcours.games.kermesse.rules import DUG, FINISH, SAT_UP
from parcours.games.kermesse.texts import code_words, due_rider, rider_name

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.scene import Cell, Choice, Group, Mark, Panel, Piece, Refusal, Row, Scene, Strip
from parcours.engine.words import Say


def scene(match: Match, seat: int) -> Scene:
    """What a seat sees."""
    race, course = match.view(seat), match.setup.course
    deciding = match.actor == seat or (match.actor == CHANCE and match.setup.manual_chance)
    return Scene(
        game="kermesse",
        seat=seat,
        actor=match.actor,
        over=match.over,
        turn=int(race["turn"]),
        prompt=_prompt(race, match),
        pieces=tuple(_piece(race, course, rider) for rider in range(match.teams)),
        choices=tuple(_choice(race, course, action) for action in match.legal()) if deciding else (),
        panels=(_breath(race, match),),
        strip=_strip(race, course),
    )


def why_not(match: Match, seat: int) -> Refusal:
    """Why something can't be chosen now."""
    race = match.view(seat)
    if match.over:
        return Refusal(Say("The race is over"), "KM-7")
    if match.actor != seat:
        return Refusal(Say("It is {rider}’s turn", rider=rider_name(due_rider(race))), "KM-3")
    if DIG not in match.legal():
        return Refusal(Say("You have no breath left to dig: sit up, or find a wheel"), "KM-4")
    return Refusal(Say("Go ahead: you can do that"), "KM-4")


def _prompt(race: Any, match: Match) -> Say:
    if match.over:
        return match.standings().victory
    rider = rider_name(due_rider(race))
    if match.actor == CHANCE:
        return Say("What does the die show?")
    return Say("{rider}: sit up, ride or dig?", rider=rider)


def _square(course: Course, distance: int) -> int:
    return distance % int(course.rows)


def _piece(race: Any, course: Course, rider: int) -> Piece:
    distance = int(race["distance"][rider])
    here = [other for other in range(int(race["teams"])) if race["distance"][other] == distance]
    leads = distance > 0 and distance == max(race["distance"][: int(race["teams"])])
    badges = ("due",) * (not race["over"] and due_rider(race) == rider) + ("leader",) * bool(leads)
    return Piece(
        id=f"r{rider}",
        seat=rider,
        kind="rider",
        label=str(rider + 1),
        name=rider_name(rider),
        square=_square(course, distance),
        slot=here.index(rider),
        of=len(here),
        pose="finished" if distance >= course.finish else "riding",
        badges=badges,
        note=Say("{n} breath", n=int(race["breath"][rider])),
        progress=min(1.0, distance / course.finish),
    )


def _choice(race: Any, course: Course, action: int) -> Choice:
    if action > SHOWS:
        return Choice(action, code_words(action), short=str(action - SHOWS), key=str(action - SHOWS), weight=1)
    rider = due_rider(race)
    at = int(race["distance"][rider])
    least = {SIT_UP: SAT_UP, RIDE: 1, DIG: 1 + DUG}[action]
    gain = {
        SIT_UP: Say("2 squares, and 1 breath back"), RIDE: Say("1 to 6 squares"), DIG: Say("4 to 9 squares"),
    }[action]  # fmt: skip
    path = tuple(_square(course, far) for far in range(at, at + least + 1)) if action == SIT_UP else ()
    return Choice(
        action=action,
        label=code_words(action),
        short={SIT_UP: "2", RIDE: "1–6", DIG: "4–9"}[action],
        key={SIT_UP: "s", RIDE: "r", DIG: "d"}[action],
        piece=f"r{rider}",
        path=path,
        cost=Say("1 breath") if action == DIG else "",
        gain=gain,
        clauses=("KM-4",),
    )


def _breath(race: Any, match: Match) -> Panel:
    due = due_rider(race)
    rows = []
    for rider in range(match.teams):
        distance, breath = int(race["distance"][rider]), int(race["breath"][rider])
        cells = (Cell(str(distance)), Cell(str(breath), "strong"))
        rows.append(Row(rider_name(rider), cells, rider, f"r{rider}", not match.over and rider == due))
    return Panel("breath", "table", Say("Riders"), (Say("at"), Say("breath")), tuple(rows))


def _strip(race: Any, course: Course) -> Strip:
    riders = sorted(range(int(race["teams"])), key=lambda rider: -int(race["distance"][rider]))
    lead = int(race["distance"][riders[0]])
    groups: list[Group] = []
    for distance in sorted({int(race["distance"][rider]) for rider in riders}, reverse=True):
        here = tuple(f"r{rider}" for rider in riders if race["distance"][rider] == distance)
        gap = Say("+{n}", n=lead - distance) if distance < lead else ""
        groups.append(Group(Say("Riders"), here, min(1.0, distance / course.finish), gap))
    return Strip(
        round=Say("Round {n}", n=int(race["turn"])),
        to_go=Say.number("{n} square to go", "{n} squares to go", max(0, course.lines[FINISH].at.numerator - lead)),
        profile=((0.0, 0.0), (1.0, 0.0)),
        marks=tuple(Mark(Say(line.name), float(line.at) / course.finish, line.kind) for line in course.lines),
        groups=tuple(groups),
    )

"""Setting up positions and riding by hand, so that tests read like the rules that they test."""

from __future__ import annotations

from typing import Any

import numpy as np

import parcours
from parcours.engine.match import Match
from parcours.games.breaking_away.actions import FIRST, QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.state import RIDE, RIDERS

GAME = parcours.game("breaking_away")
TEAMS = {"Red": 0, "Blue": 1, "Yellow": 2, "Green": 3, "Violet": 4, "Orange": 5}


def rider(name: str) -> int:
    """The number of a rider such as `Red 2` in the record."""
    team, number = name.split()
    return TEAMS[team] * RIDERS + int(number) - 1


def at_the_start(teams: int = 4, first: str = "Red", **options: bool) -> Match:
    """All teams with the quick line-up, the first player drawn: the first rider is due."""
    race = GAME.start(teams=teams, manual_chance=True, **options)
    for _ in range(teams):
        race.play(QUICK)
    race.play(FIRST + TEAMS[first])
    return race


def standing(places: dict[str, int], *, teams: int = 4, turn: int = 5, alone: str = "", **options: bool) -> Match:
    """A race under way: the riders named stand at these distances, those named first further inside; all the others
    have retired. Every rider has the factors 3, 4 and 5, all read out. The first in race order is due."""
    race = at_the_start(teams, **options)
    state = race.races[0]
    ordered = sorted(places, key=lambda name: -places[name])
    state["retired"][: teams * RIDERS] = 1
    state["factor"][:] = 0
    for name, distance in places.items():
        number = rider(name)
        state["retired"][number] = 0
        state["distance"][number] = distance
        state["factor"][number][:3] = (3, 4, 5)
        state["read_out"][number] = 0b111
        for line, route_line in enumerate(race.setup.course.lines):
            if distance > route_line.at:
                state["crossed"][line] += 1
                state["place"][number][line] = state["crossed"][line]
    for i, name in enumerate(ordered):
        state["order"][i] = state["queue"][i] = rider(name)
    state["riding"] = state["queued"] = len(ordered)
    state["due"], state["phase"], state["turn"] = 0, RIDE, turn
    state["alone"] = rider(alone) if alone else -1
    race.look_again()
    return race


def give(race: Match, name: str, *factors: int, secret: bool = False) -> None:
    """Put factors into a rider's boxes."""
    state = race.races[0]
    state["factor"][rider(name)] = (list(factors) + [0] * 4)[:4]
    state["read_out"][rider(name)] = 0 if secret else (1 << len(factors)) - 1
    race.look_again()


def due(race: Match) -> str:
    """The rider that moves."""
    state = race.races[0]
    return str(GAME.rider_name(int(state["queue"][state["due"]])))


def factors(race: Match, name: str) -> list[int]:
    """A rider's factors, blanks left out."""
    return [int(f) for f in race.races[0]["factor"][rider(name)] if f > 0]


def ride(race: Match, *moves: int | str) -> None:
    """Let the riders that are due ride: each by a factor it has, or "retires"."""
    for move in moves:
        if move == "retires":
            race.play(RETIRE)
            continue
        state = race.races[0]
        who = int(state["queue"][state["due"]])
        boxes = [box for box, value in enumerate(state["factor"][who]) if value == move]
        offered = [RIDE_BOX + box for box in boxes if RIDE_BOX + box in race.legal()]
        assert offered, f"{due(race)} has no factor {move}, only {factors(race, due(race))}"
        race.play(offered[0])


def distance(race: Match, name: str) -> int:
    return int(race.races[0]["distance"][rider(name)])


def order(race: Match) -> list[str]:
    """The race order, front to back and from the inside out."""
    state: Any = race.races[0]
    return [str(GAME.rider_name(int(number))) for number in np.asarray(state["order"])[: int(state["riding"])]]


def points(race: Match, team: str) -> int:
    return int(race.races[0]["points"][TEAMS[team]])

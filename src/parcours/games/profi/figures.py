"""Profi in figures: how often things happen, and who wins, in races of the directeur."""

from __future__ import annotations

from collections import Counter
from typing import Any

from parcours.engine.game import OptionPreset
from parcours.engine.match import Match
from parcours.games.profi.actions import ATTACK, CHALLENGE, CIRCLE, NO_DUEL, SURGE
from parcours.games.profi.game import GAME
from parcours.games.profi.state import LYING
from parcours.lab.figures import Table

ROLES = ("captain", "rouleur", "grimpeur", "sprinter", "second rouleur")
COURSES = ("short", "flat", "hills", "mountain", "cobbles", "coast")
COUNTED = ("attacks", "circles", "duels", "falls", "disqualifications")


def figures(races: int, seed: int) -> list[Table]:
    """For each preset: what happens in a race, and the wins by role and course, out of so many races."""
    happened: list[tuple[object, ...]] = []
    won: list[tuple[object, ...]] = []
    for preset in GAME.option_presets:
        counts: Counter[str] = Counter()
        wins: Counter[tuple[str, str]] = Counter()
        for number in range(races):
            course = COURSES[number % len(COURSES)]
            race = _ridden(preset, course, seed + number, counts)
            wins[course, _winning_role(race)] += 1
        happened.append((preset.id, *(round(counts[name] / races, 2) for name in COUNTED)))
        won += [(preset.id, course, *(wins[course, role] for role in ROLES[:4])) for course in COURSES]
    return [
        Table("What happens in a race", ("preset", *COUNTED), happened),
        Table("Wins by role and course", ("preset", "course", *ROLES[:4]), won),
    ]


def _ridden(preset: OptionPreset, course: str, seed: int, counts: Counter[str]) -> Match:
    """A race of four directeurs, what happened in it counted."""
    options: dict[str, Any] = dict(preset.options)
    race = GAME.start(teams=4, seed=seed, course=course, **options)
    bot = GAME.bot("directeur")
    lying = 0
    while not race.over:
        action = race.choice_of(bot)
        counts["attacks"] += action in (ATTACK, SURGE)
        counts["circles"] += action == CIRCLE
        counts["duels"] += CHALLENGE <= action < NO_DUEL
        race.play(action)
        now = int((race.races[0]["status"] == LYING).sum())
        counts["falls"] += max(0, now - lying)
        lying = now
    counts["disqualifications"] += bin(int(race.races[0]["struck"])).count("1")
    return race


def _winning_role(race: Match) -> str:
    state = race.state
    for rider in range(len(state["place"])):
        if int(state["place"][rider]) == 1:
            return ROLES[int(state["role"][rider])]
    return ""

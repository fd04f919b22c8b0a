"""Every way a race can end, found among seeded races, and kept as race files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np

import parcours
from parcours.engine.match import Match

FOLDER = Path(__file__).parent / "races"

Test = Callable[[Match], bool]


def _breaking_away() -> dict[str, Test]:
    def finishers(race: Match) -> int:
        return int(race.state["crossed"][2])

    def last_action_retires(race: Match) -> bool:
        return race.at(len(race.actions) - 1).notation(race.actions[-1]).endswith("retires")

    def tie_for_first(race: Match) -> bool:
        first, second = race.standings()[:2]
        return first.points == second.points

    return {
        "eighth_rider_over_the_finish": lambda race: finishers(race) == 8,
        "fewer_than_eight_last_one_crosses": lambda race: finishers(race) < 8 and not last_action_retires(race),
        "fewer_than_eight_last_one_retires": lambda race: finishers(race) < 8 and last_action_retires(race),
        "tie_for_first": tie_for_first,
    }


ENDINGS: dict[str, dict[str, Test]] = {"breaking_away": _breaking_away()}


def file_of(game: str, ending: str) -> Path:
    return FOLDER / f"{game}.{ending}.race"


def find(game_name: str, ending: str) -> Match:
    """The first seeded race of random bots that ends so."""
    game = parcours.game(game_name)
    for seed in range(20_000):
        race = game.start(teams=3 + seed % 4 if seed % 2 else 3, seed=seed, seats=["random"] * 6)
        while not race.over:
            race.play(race.choice_of(game.bot("random")))
        if ENDINGS[game_name][ending](race):
            return race
    raise LookupError(f"no race of {game_name} ends like {ending}")


def count_lines(race: Match, depth: int) -> int:
    """How many different legal lines of play there are, so many actions deep (chance counts like a seat)."""
    if depth == 0 or race.over:
        return 1
    total = 0
    for action in race.legal():
        onward = race.copy()
        onward.replay(action)
        total += count_lines(onward, depth - 1)
    return total


def positions(game_name: str) -> dict[str, Match]:
    """Fixed positions from which lines are counted: the start, and points of each kept race."""
    found = {"start": parcours.game(game_name).start(seed=0, manual_chance=True)}
    for ending in ENDINGS[game_name]:
        race = parcours.load(file_of(game_name, ending))
        for share in np.linspace(0.2, 0.98, 4):
            point = int(len(race.actions) * share)
            found[f"{ending} at {point}"] = race.at(point)
    return found

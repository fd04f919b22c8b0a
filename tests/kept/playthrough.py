"""A seeded race told decision by decision: an unintended change of any rule shows as a readable diff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import parcours
from parcours.engine.match import Match

FOLDER = Path(__file__).parent / "playthroughs"


def option_sets() -> list[tuple[str, int, dict[str, bool]]]:
    """Game, teams and options of each playthrough: none, each option alone, and all of them."""
    sets: list[tuple[str, int, dict[str, bool]]] = []
    for name in parcours.game_names():
        game = parcours.game(name)
        sets.append((name, game.default_teams, {}))
        sets += [(name, game.min_teams, {option.name: True}) for option in game.options]
        sets.append((name, game.max_teams, {option.name: True for option in game.options}))
    return sets


def file_of(name: str, teams: int, options: dict[str, bool]) -> Path:
    chosen = "all" if len(options) > 1 else "".join(options) or "plain"
    return FOLDER / f"{name}.{teams}.{chosen}.txt"


def told(name: str, teams: int, options: dict[str, bool]) -> str:
    """The playthrough: every decision with its legal actions in words, the one taken, and what changed."""
    game = parcours.game(name)
    race = game.start(teams=teams, seed=20, manual_chance=True, **options)
    bots = (game.bot("random"), game.bots[-1])
    lines = [f"{name}, {teams} teams, {', '.join(options) or 'no options'}, rules {game.rules.VERSION}"]
    while not race.over:
        action = race.roll() if race.actor < 0 else race.choice_of(bots[race.actor % 2])
        lines += _decision(race, action)
        before = race.state
        race.play(action)
        lines.append(f"    {_changes(before, race.state)}")
    lines += ["", str(race.standings()), race.digest()]
    return "\n".join(lines) + "\n"


def _decision(race: Match, action: int) -> list[str]:
    who = "chance" if race.actor < 0 else f"seat {race.actor}"
    legal = [f"{'>' if code == action else ' '} {code}: {race.words(code)}" for code in race.legal()]
    return [f"{len(race.actions)}. turn {race.turn}, {who}", *legal]


def _changes(before: Any, after: Any) -> str:
    changed = []
    for name in before.dtype.names:
        old, new = np.atleast_1d(before[name]), np.atleast_1d(after[name])
        for place in np.argwhere(old != new):
            where = f"[{','.join(map(str, place))}]" if before[name].ndim else ""
            changed.append(f"{name}{where} {old[tuple(place)]}→{new[tuple(place)]}")
    return "; ".join(changed)

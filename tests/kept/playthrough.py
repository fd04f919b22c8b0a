"""A seeded race, written out decision by decision: an unintended change of any rule shows as a readable diff."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

import parcours
from parcours.engine.match import Match
from parcours.engine.options import OptionValue, option_words
from parcours.games import GAMES

FOLDER = Path(__file__).parent / "playthroughs"


def option_sets() -> list[tuple[str, int, dict[str, OptionValue]]]:
    """The game, teams and options of each playthrough: no options, each option alone (and each choice), and all
    switches. For a game with presets: no options, and each preset."""
    sets: list[tuple[str, int, dict[str, OptionValue]]] = []
    for name in GAMES:
        game = parcours.game(name)
        sets.append((name, game.default_teams, {}))
        if game.option_presets:
            sets += [(name, game.min_teams + 1, dict(preset.options)) for preset in game.option_presets]
            continue
        for option in game.options:
            values = [choice for choice, _ in option.choices if choice != option.default] or [True]
            sets += [(name, game.min_teams, {option.name: value}) for value in values]
        sets.append((name, game.max_teams, {option.name: True for option in game.options if not option.choices}))
    return sets


def file_of(name: str, teams: int, options: dict[str, OptionValue]) -> Path:
    presets = {preset.id for preset in parcours.game(name).option_presets if dict(preset.options) == options}
    chosen = "all" if len(options) > 1 else "".join(option_words(options)).replace("=", "_") or "plain"
    chosen = presets.pop() if presets else chosen
    return FOLDER / f"{name}.{teams}.{chosen}.txt"


def told(name: str, teams: int, options: dict[str, OptionValue]) -> str:
    """The playthrough: every decision with its legal actions in words, the one taken, and what changed."""
    game = parcours.game(name)
    race = game.start(teams=teams, seed=20, manual_chance=True, **options)
    bots = (game.bot("random"), game.bots[-1])
    chosen = ", ".join(option_words(options)) or "no options"
    lines = [f"{name}, {teams} teams, {chosen}, rules {game.rules.VERSION}"]
    while not race.over:
        action = race.roll() if race.actor < 0 else race.choice_of(bots[race.actor % 2])
        lines += _decision(race, action)
        before = race.state
        race.play(action)
        lines.append(f"    {_changes(before, race.state, game.scratch)}")
    lines += ["", str(race.standings()), race.digest()]
    return "\n".join(lines) + "\n"


def _decision(race: Match, action: int) -> list[str]:
    who = "chance" if race.actor < 0 else f"seat {race.actor}"
    legal = [f"{'>' if code == action else ' '} {code}: {race.words(code)}" for code in race.legal()]
    return [f"{len(race.actions)}. turn {race.turn}, {who}", *legal]


def _changes(before: Any, after: Any, scratch: tuple[str, ...]) -> str:
    changed = []
    for name in before.dtype.names:
        if name in scratch:
            continue
        old, new = np.atleast_1d(before[name]), np.atleast_1d(after[name])
        for place in np.argwhere(old != new):
            where = f"[{','.join(map(str, place))}]" if before[name].ndim else ""
            changed.append(f"{name}{where} {old[tuple(place)]}→{new[tuple(place)]}")
    return "; ".join(changed)

"""How many questions one player has to answer in a whole race, with bots choosing the answers. Fewer are better."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from parcours.engine.click import offered
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.options import OptionValue
from parcours.engine.routine import forced_or_usual
from parcours.errors import BadOptionError

LONGEST_CLICK = 8


@dataclass(frozen=True)
class Questions:
    """The decisions of one seat in a race."""

    decisions: int
    """All decisions, as the rules count them."""
    asked: int
    """How often the player is asked. Forced and routine decisions don't count; several that one press answers count
    once."""


def count_questions(
    game: Game, races: int, routines: Collection[str], options: Mapping[str, OptionValue]
) -> list[Questions]:
    """One seat's questions in `races` races, after a quick start. The game's own bot answers for everybody."""
    known = {routine.id for routine in game.routines}
    if unknown := sorted(set(routines) - known):
        raise BadOptionError(f"{game.id}: there is no routine {unknown[0]!r} (routines: {', '.join(sorted(known))})")
    chosen: dict[str, Any] = dict(options)
    return [_count(game.start(seed=seed, quick=True, **chosen), routines) for seed in range(1, races + 1)]


def _count(race: Match, routines: Collection[str]) -> Questions:
    bot, decisions, asked = race.game.bots[-1], 0, 0
    decisions = sum(actor == 0 for actor in _deciders(race))
    while not race.over:
        if race.actor != 0:
            race.play(race.choice_of(bot))
        elif (answer := forced_or_usual(race, routines)) is not None:
            race.play(answer)
            decisions += 1
        else:
            pressed = _pressed(race)
            for action in pressed:
                race.replay(action)
            race.settle()
            decisions += len(pressed)
            asked += 1
    return Questions(decisions, asked)


def _deciders(race: Match) -> list[int]:
    """The seat that decided each action that led here."""
    walk = Match(race.setup, settle=False)
    found: list[int] = []
    for action in race.actions:
        found.append(walk.actor)
        walk.replay(action)
    return found


def _pressed(race: Match) -> tuple[int, ...]:
    """The bot's next answers, as many as one press can give."""
    ahead = race.copy()
    answers: list[int] = []
    while ahead.actor == 0 and len(answers) < LONGEST_CLICK:
        answers.append(ahead.choice_of(ahead.game.bots[-1]))
        ahead.replay(answers[-1])
    fitting = [c.actions for c in offered(race) if c.actions and c.actions == tuple(answers[: len(c.actions)])]
    return max(fitting, key=len, default=tuple(answers[:1]))

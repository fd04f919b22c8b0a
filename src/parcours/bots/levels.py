"""Bots that search, in levels that players understand: from one that overlooks things to the strongest."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from parcours.engine.chance import key_of
from parcours.engine.game import Bot, Game
from parcours.engine.words import Say

if TYPE_CHECKING:
    import numpy as np

    from parcours.bots.search import Budget, Found, Prospect
    from parcours.engine.match import Match
    from parcours.engine.search_parameters import SearchParameters

SLIPS, FANCIES = 201, 202
"""The purposes of a level's own random numbers: which choices it overlooks, and what it takes when it wavers."""


@dataclass(frozen=True)
class Level(Bot):
    """A bot that searches. The weaker ones make mistakes as people do. They don't see every choice, and they waver
    between choices that look alike: the smaller the difference, the more often they take the worse one."""

    iterations: int = 0
    seconds: float = 0.0
    overlooks: float = 0.0
    """The share of all choices that it does not see."""
    wavers: float = 0.0
    """A choice that is worse than the best by this much is taken about a third as often."""
    parameters: tuple[tuple[str, float], ...] = ()
    """The parameters of its search that differ from the game's own."""
    threads: int | None = None
    """How many cores it thinks on; None: all."""

    @property
    def thinks(self) -> bool:
        return True

    @property
    def budget(self) -> Budget:
        from parcours.bots.search import Budget

        return Budget(self.iterations, self.seconds)

    def how(self, game: Game) -> SearchParameters:
        """The parameters of its search in a game."""
        return game.search_parameters._replace(**dict(self.parameters))

    def choice(self, race: Match, seed: int) -> int:
        from parcours.bots.search import Searcher

        searcher = Searcher(race.game, race.setup.course, race.view_races(race.actor), seed, self.how(race.game))
        return self.taken(searcher.run(self.budget, self.threads), searcher.key)

    def taken(self, found: Found, key: np.uint64) -> int:
        """The action that it takes after a search."""
        if not self.overlooks and not self.wavers:
            return found.best.action
        seen = [p for p in found.prospects if p.visits and _share(key, SLIPS, p.action) >= self.overlooks]
        return _wavering(seen or [found.best], self.wavers, _share(key, FANCIES, 0)).action


def on_one_core(bot: Bot) -> Bot:
    """The same bot, thinking on one core: for races that are ridden in parallel, one per core."""
    return replace(bot, threads=1) if isinstance(bot, Level) else bot


def _share(key: np.uint64, purpose: int, number: int) -> float:
    """A random number from 0 to 1."""
    return int(key_of(int(key), number, purpose)) / 2**64


def _wavering(among: list[Prospect], wavers: float, fancy: float) -> Prospect:
    """One of these choices: the better it is, the more likely."""
    best = max(p.worth for p in among)
    if not wavers:
        return next(p for p in among if p.worth == best)
    chances = [math.exp((p.worth - best) / wavers) for p in among]
    rest = fancy * sum(chances)
    for prospect, chance in zip(among, chances, strict=True):
        rest -= chance
        if rest < 0:
            return prospect
    return among[0]


NOVICE = Level(
    "novice",
    1,
    Say("Novice"),
    Say("Makes beginner’s mistakes."),
    iterations=60,
    overlooks=0.25,
    wavers=0.05,
)
AMATEUR = Level(
    "amateur",
    1,
    Say("Amateur"),
    Say("Knows the game, slips now and then."),
    iterations=120,
    overlooks=0.1,
    wavers=0.02,
)
ELITE = Level(
    "elite",
    1,
    Say("Elite"),
    Say("Thinks ahead, makes few mistakes."),
    iterations=300,
    overlooks=0.015,
    wavers=0.003,
)
PROFESSIONAL = Level(
    "professional",
    1,
    Say("Professional"),
    Say("Plays almost like the Champion. No longer offered; it keeps the seats it has."),
    iterations=400,
)
CHAMPION = Level(
    "champion",
    1,
    Say("Champion"),
    Say("The strongest: thinks for up to two seconds per choice."),
    seconds=1.5,
)
LEVELS = (NOVICE, AMATEUR, ELITE, CHAMPION)
"""The levels to choose from, from the weakest to the strongest."""
EVERY_LEVEL = (NOVICE, AMATEUR, PROFESSIONAL, CHAMPION, ELITE)
"""All levels there have ever been, in the order in which they were added. A table's log stores their numbers, so new
ones go to the end."""

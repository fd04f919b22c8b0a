"""Bots as commands name them: NAME, `mine.py:Grinder`, or a level with another budget, `elite@200`.

After the @ stand, with colons between them, a number of iterations (`@200`), a time (`@0.5s`), and weights of the
search (`champion@2000:explore=0.8:lean=0`). So a level can be measured at any budget, and ridden against one that
goes by other weights before it replaces it.

>>> import parcours
>>> bot = seated(parcours.game("breaking_away"), "elite@200:explore=0.8")
>>> bot.name, bot.iterations, bot.seconds, bot.weights
('elite@200:explore=0.8', 200, 0.0, (('explore', 0.8),))
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import replace

from parcours.bots.levels import Level
from parcours.bots.own import OwnBot, is_file_of_bot, own_bot
from parcours.engine.documents import clipped, whole_number
from parcours.engine.game import Bot, Game
from parcours.engine.search_parameters import SearchParameters
from parcours.engine.words import Say
from parcours.errors import BadOptionError

MOST_SECONDS = 3600.0


def seated(game: Game, name: str) -> Bot:
    """A bot as a command names it, let in if it does not come with the game. For commands, whose user may run any file
    anyway and wait for any time. Never for the network."""
    if is_file_of_bot(name):
        bot: Bot = own_bot(name)
    elif "@" in name:
        bot = variant(game, name)
    else:
        return game.bot(name)
    game.admit(bot)
    return game.bot(bot.name)


def full_name(bot: Bot) -> str:
    """What `seated` finds a bot by, in any folder."""
    return f"{bot.file}:{bot.name}" if isinstance(bot, OwnBot) else bot.name


def fingerprint(game: Game, bot: Bot) -> str:
    """What a bot is, so that results of another one under the same name are not mixed in."""
    if isinstance(bot, OwnBot):
        told = bot.file.read_text(errors="replace")
    elif isinstance(bot, Level):
        numbers = ", ".join(f"{name}={value!r}" for name, value in bot.how(game)._asdict().items())
        told = f"{bot.iterations} {bot.seconds} {bot.overlooks} {bot.wavers} Weights({numbers})"  # as ladders kept it
    else:
        told = f"{bot.kind}"
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def variant(game: Game, name: str) -> Level:
    """The level that `LEVEL@BUDGET:WEIGHT=VALUE` names."""
    level, _, told = name.partition("@")
    base = game.bot(level)
    if not isinstance(base, Level):
        raise BadOptionError(f"{name}: {level} does not search, so it has no budget")
    budget = (base.iterations, base.seconds)
    weights: dict[str, float] = {}
    for word in told.split(":"):
        weight, is_weight, value = word.partition("=")
        if is_weight:
            weights[_weight(name, weight)] = _number(name, value)
        elif word.endswith("s"):
            budget = (0, _seconds(name, word))
        else:
            budget = (_iterations(name, word), 0.0)
    about = Say("{name} with another budget or other weights.", name=base.label)
    return replace(
        base, name=name, label=Say("{name}", name=name), about=about, iterations=budget[0], seconds=budget[1],
        weights=(*weights.items(),),
    )  # fmt: skip


def _iterations(name: str, word: str) -> int:
    iterations = whole_number(word, 1)
    if iterations is None:
        what = f"after the @, {clipped(word)} is no budget (200 iterations: @200, half a second: @0.5s)"
        raise BadOptionError(f"{name[:100]}: {what}")
    return iterations


def _seconds(name: str, word: str) -> float:
    found = _number(name, word.removesuffix("s"))
    if not 0 < found <= MOST_SECONDS:
        raise BadOptionError(f"{name}: {word} is no time to think: more than 0 and at most {MOST_SECONDS:g} seconds")
    return found


def _weight(name: str, weight: str) -> str:
    if weight not in SearchParameters._fields:
        raise BadOptionError(
            f"{name}: the search has no weight {weight!r} (weights: {', '.join(SearchParameters._fields)})"
        )
    return weight


def _number(name: str, word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BadOptionError(f"{name}: {word!r} is no number")
    return found

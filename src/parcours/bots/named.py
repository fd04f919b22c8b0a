"""Bots as commands name them: NAME, `mine.py:Grinder`, or a level with another budget, `elite@200`.

After the @ come a number of iterations (`@200`) or a time (`@0.5s`), and parameters of the search, separated by colons
(`champion@2000:explore=0.8:lean=0`). So a level can be measured at any budget, and a level with new parameters can race
against the old one before it replaces it.

>>> import parcours
>>> bot = seated(parcours.game("breaking_away"), "elite@200:explore=0.8")
>>> bot.name, bot.iterations, bot.seconds, bot.parameters
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
RECORDED_AS = {"guide": "kind"}
"""Parameters that were renamed after the first fingerprints: a new name does not make a different bot."""


def seated(game: Game, name: str) -> Bot:
    """The bot that a command names; it is admitted if it does not come with the game. For commands only, never for the
    network: people who type a command can run any file, and wait as long as they like, anyway."""
    if is_file_of_bot(name):
        bot: Bot = own_bot(name)
    elif "@" in name:
        bot = variant(game, name)
    else:
        return game.bot(name)
    game.admit(bot)
    return game.bot(bot.name)


def full_name(bot: Bot) -> str:
    """The name by which `seated` finds a bot from any folder."""
    return f"{bot.file}:{bot.name}" if isinstance(bot, OwnBot) else bot.name


def fingerprint(game: Game, bot: Bot) -> str:
    """A digest of everything that defines a bot, so that results of different bots with the same name are not mixed."""
    if isinstance(bot, OwnBot):
        told = bot.file.read_text(errors="replace")
    elif isinstance(bot, Level):
        parameters = bot.how(game)._asdict().items()
        numbers = ", ".join(f"{RECORDED_AS.get(name, name)}={value!r}" for name, value in parameters)
        told = f"{bot.iterations} {bot.seconds} {bot.overlooks} {bot.wavers} Weights({numbers})"  # as in ladder files
    else:
        told = f"{bot.kind}"
    return hashlib.sha256(told.encode()).hexdigest()[:12]


def variant(game: Game, name: str) -> Level:
    """The level that `LEVEL@BUDGET:PARAMETER=VALUE` names."""
    level, _, told = name.partition("@")
    base = game.bot(level)
    if not isinstance(base, Level):
        raise BadOptionError(f"{name}: {level} does not search, so it takes no budget: use {level} alone")
    budget = (base.iterations, base.seconds)
    parameters: dict[str, float] = {}
    for word in told.split(":"):
        parameter, is_parameter, value = word.partition("=")
        if is_parameter:
            parameters[_parameter(name, parameter)] = _number(name, value)
        elif word.endswith("s"):
            budget = (0, _seconds(name, word))
        else:
            budget = (_iterations(name, word), 0.0)
    about = Say("{name}, with a different thinking time or parameters.", name=base.label)
    return replace(
        base, name=name, label=Say("{name}", name=name), about=about, iterations=budget[0], seconds=budget[1],
        parameters=(*parameters.items(),),
    )  # fmt: skip


def _iterations(name: str, word: str) -> int:
    iterations = whole_number(word, 1)
    if iterations is None:
        what = f"after the @, {clipped(word)} is not a budget: use @200 for 200 iterations, or @0.5s for half a second"
        raise BadOptionError(f"{name[:100]}: {what}")
    return iterations


def _seconds(name: str, word: str) -> float:
    found = _number(name, word.removesuffix("s"))
    if not 0 < found <= MOST_SECONDS:
        raise BadOptionError(
            f"{name}: {word} is not a thinking time: use more than 0 and at most {MOST_SECONDS:g} seconds"
        )
    return found


def _parameter(name: str, parameter: str) -> str:
    if parameter not in SearchParameters._fields:
        raise BadOptionError(
            f"{name}: the search has no parameter {parameter!r} (parameters: {', '.join(SearchParameters._fields)})"
        )
    return parameter


def _number(name: str, word: str) -> float:
    try:
        found = float(word)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise BadOptionError(f"{name}: {word!r} is not a number")
    return found

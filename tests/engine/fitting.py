"""Options that a number of teams allows, for tests that try all options."""

from __future__ import annotations

from collections.abc import Mapping

from parcours.engine.game import Game
from parcours.engine.options import OptionValue
from parcours.errors import BadOptionError


def fitting(game: Game, teams: int, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options; without those that are choices, if this number of teams can't have one of them."""
    try:
        game.checked_options(teams, options)
    except BadOptionError:
        with_choices = {option.name for option in game.options if option.choices}
        return {name: value for name, value in options.items() if name not in with_choices}
    return dict(options)

"""Options that go together with a number of teams, for tests that try all of them."""

from __future__ import annotations

from collections.abc import Mapping

from parcours.engine.game import Game
from parcours.engine.options import OptionValue
from parcours.errors import BadOptionError


def fitting(game: Game, teams: int, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """The options; where that many teams can't have a choice among them, without the choices."""
    try:
        game.checked_options(teams, options)
    except BadOptionError:
        with_choices = {option.name for option in game.options if option.choices}
        return {name: value for name, value in options.items() if name not in with_choices}
    return dict(options)

"""What is drawn ahead is what a quick start shows: else it would be drawn in vain, and nobody would notice."""

from __future__ import annotations

import pytest

import parcours
from parcours.table import boards

LAID_ANEW = {"rally"}
"""Games that lay another road in every race."""


@pytest.mark.parametrize("name", [name for name in parcours.game_names() if name not in LAID_ANEW])
def test_the_board_of_a_quick_start_is_there_before_anybody_asks(name: str) -> None:
    boards.draw_ahead("en")
    game = parcours.game(name)
    race = game.start(quick=True, seed=3)
    drawn = boards._board.cache_info().misses
    boards.board_json(game.drawn(race.races[0], race.setup.course), game.accent, "en")
    assert boards._board.cache_info().misses == drawn
    boards.board_json(game.drawn(race.races[0], race.setup.course), game.accent, "fr")
    assert boards._board.cache_info().misses == drawn + 1

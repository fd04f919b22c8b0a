"""How many questions a race asks one player: the targets that keep races from getting tedious."""

from __future__ import annotations

import pytest

import parcours
from parcours.errors import BadOptionError
from parcours.lab.questions import count_questions

MOST = [("profi", [], 90), ("profi", ["professional"], 140), ("leader_one", [], 45), ("rally", [], 30)]


@pytest.mark.parametrize(("name", "options", "most"), MOST)
def test_a_race_asks_no_more_than_it_has_to(name: str, options: list[str], most: int) -> None:
    game = parcours.game(name)
    found = count_questions(game, 4, game.quick.routines, game.options_from(options))
    assert max(one.asked for one in found) < most
    assert all(one.asked < one.decisions for one in found)


def test_what_is_left_to_the_game_is_not_asked() -> None:
    game = parcours.game("um_reifenbreite")
    some = count_questions(game, 2, ["opening"], {})
    fewer = count_questions(game, 2, ["opening", "wheels"], {})
    assert sum(one.asked for one in fewer) < sum(one.asked for one in some)


def test_a_routine_that_a_game_does_not_have_is_an_error() -> None:
    with pytest.raises(BadOptionError, match=r"there is no routine .*routines: cards"):
        count_questions(parcours.game("profi"), 1, ["sleep"], {})

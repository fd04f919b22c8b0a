"""Baselines: every bot against the same opponents, with the same figures each time."""

from __future__ import annotations

import numpy as np
import pytest
from typer.testing import CliRunner

import parcours
from parcours.cli import app
from parcours.engine.game import RANDOM_BOT
from parcours.engine.registry import levels
from parcours.errors import BadOptionError
from parcours.lab.baselines import CHAMPION, measure, opponent, usual_bots
from parcours.lab.simulate import make_plan

GAME = parcours.game("breaking_away")


@pytest.mark.parametrize("name", parcours.game_names())
def test_the_usual_bots_are_those_of_the_game_and_all_levels(name):
    game = parcours.game(name)
    usual = usual_bots(game)
    assert len(set(usual)) == len(usual)
    with_the_game = {bot.name for bot in (*game.bots, *levels().offered)}
    assert with_the_game <= {bot.partition("@")[0] for bot in usual}


def test_who_plays_anything_rarely_wins_and_the_own_bot_wins_its_share():
    theirs, own = measure(GAME, [RANDOM_BOT.name, opponent(GAME).name], teams=3, sets=60)
    assert theirs.wins.high is not None
    assert theirs.wins.high < 1 / 3
    assert theirs.place.value > 2
    assert (own.wins.value, own.wins.low) == (pytest.approx(1 / 3), None)
    assert own.place.value == pytest.approx(2)
    assert theirs.points.value < own.points.value


def test_a_bot_sits_in_each_seat_under_the_same_luck():
    (found,) = measure(GAME, ["random"], teams=3, sets=8, seed=5)
    won = []
    for seat in range(3):
        plan = make_plan(GAME, ["random" if seat == at else "sprinter" for at in range(3)], seed=5)
        places = plan.batch(8, 0).play_out(plan.bots)
        won.append((places[:, seat] == 1) / (places == 1).sum(axis=1))
    assert found.wins.value == pytest.approx(np.mean(won))


def test_searching_bots_ride_fewer_races_and_the_same_again():
    first, again = ([*measure(GAME, ["novice@5"], teams=3, sets=50, searched=2)] for _ in range(2))
    assert first == again
    assert (first[0].iterations, first[0].sets) == (5, 2)


def test_a_bot_that_thinks_by_the_clock_is_refused():
    with pytest.raises(BadOptionError, match="champion@400"):
        next(measure(GAME, [CHAMPION.partition("@")[0]]))
    with pytest.raises(BadOptionError, match="at least one set"):
        next(measure(GAME, ["random"], sets=0))


def test_the_page_has_a_row_for_each_bot_and_the_command(tmp_path):
    page = tmp_path / "baselines.md"
    done = CliRunner().invoke(
        app, ["baselines", GAME.id, "--bots", "random,sprinter", "--races", "5", "--teams", "3", "--out", str(page)]
    )
    assert done.exit_code == 0, done.output
    told = page.read_text()
    assert "## Breaking Away" in told
    rows = [line.split(" | ")[0] for line in told.splitlines() if line.startswith("| ")]
    assert rows == ["| Bot", "| random", "| sprinter"]
    assert "| sprinter |  | 15 | 33.3% |  | 2.00" in told


def test_another_file_than_markdown_is_refused(tmp_path):
    done = CliRunner().invoke(app, ["baselines", GAME.id, "--out", str(tmp_path / "page.txt")])
    assert done.exit_code != 0
    assert not (tmp_path / "page.txt").exists()

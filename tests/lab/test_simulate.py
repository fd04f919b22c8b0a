"""Simulations: the same seed gives the same numbers, and these are the numbers of the races."""

from __future__ import annotations

from io import StringIO
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import parcours
from parcours.engine.statistics import Spread
from parcours.errors import BadOptionError, ParcoursError
from parcours.games import GAMES
from parcours.lab import bench, simulate
from parcours.reports.tables import result_table

GAME = parcours.game("breaking_away")
FAVOURITE = ["sprinter", "random", "random", "random"]


def test_results_depend_on_the_seed_and_not_on_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = simulate.make_plan(GAME, FAVOURITE, seed=5)
    whole = simulate.simulate(plan, 100).plain()
    monkeypatch.setattr(simulate, "CHUNK", 7)
    told: list[int] = []
    assert simulate.simulate(plan, 100, told.append).plain() == whole
    assert told == sorted(told)
    assert told[-1] == 100
    assert simulate.simulate(simulate.make_plan(GAME, FAVOURITE, seed=6), 100).plain() != whole


def test_every_race_has_one_win_to_give() -> None:
    result = simulate.simulate(simulate.make_plan(GAME, ["random"], teams=5), 60)
    assert sum(seat.wins.value for seat in result.seats) == pytest.approx(1)
    assert [seat.team for seat in result.seats] == [str(team.name) for team in GAME.teams[:5]]


def test_a_shared_first_place_is_split() -> None:
    plan = simulate.make_plan(GAME, ["random"], teams=3)
    batch = plan.batch(2, 0)
    batch.play_out()
    tally = simulate._Tally(plan)
    tally.add(batch, np.array([[1, 1, 3], [2, 1, 3]], np.int8))
    assert [seat.wins.value for seat in tally.result().seats] == [0.25, 0.75, 0.0]


def test_numbers_are_those_of_the_races() -> None:
    plan = simulate.make_plan(GAME, FAVOURITE, seed=9)
    match = simulate.ride(plan)
    result = simulate.simulate(plan, 1)
    assert result.turns.value == match.turn
    assert result.actions.value == len(match.actions)
    points = {standing.seat: standing.points for standing in match.standings()}
    assert [seat.points.value for seat in result.seats] == [points[seat] for seat in range(4)]
    assert result.seats[match.standings()[0].seat].wins.value == 1
    assert match.setup.seats == tuple(FAVOURITE)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_can_be_simulated(name: str) -> None:
    game = parcours.game(name)
    plan = simulate.make_plan(game, [game.bots[-1].name], seed=2)
    match, result = simulate.ride(plan), simulate.simulate(plan, 1)
    points = {standing.seat: standing.points for standing in match.standings()}
    assert [seat.points.value for seat in result.seats] == [points[seat] for seat in range(plan.teams)]
    assert result.turns.value == match.turn


def test_records_without_points_and_turns_are_asked_through_the_game() -> None:
    standings = [SimpleNamespace(seat=1, points=9), SimpleNamespace(seat=0, points=4)]
    game = SimpleNamespace(turn=lambda race: int(race["ply"]) + 1, standings_of=lambda race, course: standings)
    races = np.zeros(3, [("ply", "i4")])
    batch: Any = SimpleNamespace(races=races, game=game, count=3, teams=2, course=None)
    assert simulate.turns_of(batch).tolist() == [1, 1, 1]
    assert simulate.points_of(batch).tolist() == [[4, 9]] * 3


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        (["random", "sprinter"], {"teams": 4}, "2 bots for 4 teams"),
        (["random"] * 5, {"teams": 4}, "5 bots for 4 teams"),
        (["nobody"], {}, "there is no bot 'nobody'"),
        (["random"], {"teams": 7}, "teams must be 3 to 6, not 7"),
        (["random"], {"options": ["tailwind"]}, "there is no option 'tailwind'"),
        (["random"], {"course": "moon"}, "there is no course 'moon'"),
    ],
)
def test_a_wrong_plan_is_refused(bots: list[str], more: dict[str, object], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        simulate.make_plan(GAME, bots, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("bots", "alike"),
    [(["sprinter"], True), (["random"], False), (["sprinter", "sprinter", "random", "random"], False)],
)
def test_a_line_up_that_hardly_varies_is_told(bots: list[str], alike: bool) -> None:
    """Four sprinters ride the same few races again and again."""
    result = simulate.simulate(simulate.make_plan(GAME, bots), 100)
    assert result.hardly_varies is alike
    told = StringIO()
    Console(file=told, width=200).print(result_table(result, 1.0))
    assert ("different races came up: these bots vary too little" in told.getvalue()) is alike
    assert result.plain()["hardly_varies"] is alike


def test_no_races_are_refused() -> None:
    with pytest.raises(BadOptionError, match="at least one race"):
        simulate.simulate(simulate.make_plan(GAME, ["random"]), 0)


def test_figures_of_a_benchmark_as_json() -> None:
    own = {"one_core": Spread(10.0, 9.0, 11.0), "one_core_races": Spread(0.5, 0.4, 0.6)}
    figures = bench.Figures("breaking_away", own, "no GPU here")
    theirs = bench.PeerFigures(True, moves=Spread(2.0, 1.0, 3.0), games=Spread(0.1, 0.1, 0.2))
    figures.peers = {"slow": theirs, "absent": "not installed"}
    assert figures.plain() == {
        "one_core": {"median": 10.0, "low": 9.0, "high": 11.0},
        "one_core_races": {"median": 0.5, "low": 0.4, "high": 0.6},
        "gpu": {"missing": "no GPU here"},
        "peers": {
            "slow": {
                "compiled": True,
                "moves": {"median": 2.0, "low": 1.0, "high": 3.0},
                "games": {"median": 0.1, "low": 0.1, "high": 0.2},
                "ratio": {"moves": 5.0, "games": 5.0},
            },
            "absent": {"missing": "not installed"},
        },
    }


def test_a_process_that_can_not_start_is_told_in_one_line() -> None:
    with pytest.raises(ParcoursError, match=r"nothing_here: a new process could not .* there is no game") as caught:
        bench._first_move("nothing_here")
    assert "\n" not in str(caught.value)

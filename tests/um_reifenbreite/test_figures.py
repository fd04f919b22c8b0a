"""Um Reifenbreite in figures: what is counted is what was ridden; and nothing is worked out twice."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.figures import Breakaway, Route, figures, is_caught, rivals_behind
from tests.um_reifenbreite.riding import GAME, rider, standing, throw


def counted(route: Route, race, action: int, away: dict[int, Breakaway]) -> None:
    before = race.state
    race.play(action)
    route._count(before, action, race.races[0], away)


def test_a_ride_and_a_draft_are_moves_and_a_refused_wheel_is_an_offer():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/1:3"})
    throw(race, 4)
    route, away = Route("ring:A"), {}
    ahead = next(code for code in race.legal() if race.notation(code).endswith("H2/1:9"))
    for action in (ahead, a.FOLLOW, a.DECLINE):
        counted(route, race, action, away)
    assert (route.moves, route.offers, route.drafts, route.breakaways) == (2, 2, 1, 0)


def test_a_breakaway_is_caught_when_a_rival_who_was_behind_is_level():
    race = standing({"21": "H2/1:9", "22": "H2/2:3", "31": "H2/1:4", "41": "H2/4:10"})
    state = race.races[0]
    away = Breakaway(rider("21"), rivals_behind(state, rider("21")))
    assert away.behind == (rider("31"),)
    assert not is_caught(state, away)
    state["rank"][rider("22")] = state["rank"][rider("41")] + 80
    assert not is_caught(state, away), "a team-mate does not catch it, nor who was ahead already"
    state["rank"][rider("31")] = state["rank"][rider("21")] - 1
    assert is_caught(state, away), "level, one lane further left"
    state["place"][rider("21")] = 1
    assert not is_caught(state, away), "over the finish"


def test_the_tables_tell_every_route_and_give_away_every_race():
    doings, lengths, times, wins = figures(2, seed=1)
    names = [GAME.course(name).name for name in GAME.course_names]
    assert [row[0] for row in lengths.rows] == [row[0] for row in times.rows] == names
    assert {name: row[1] for name, row in zip(GAME.course_names, times.rows, strict=True) if row[1]} == {
        "ring:A": 45, "ring:D": 120,
    }  # fmt: skip
    for length, time in zip(lengths.rows, times.rows, strict=True):
        assert length[4] * 4 == pytest.approx(time[2], abs=0.1)
    assert [row[0] for row in doings.rows] == [name for name in names for _ in range(4)]
    assert sum(row[3] for row in wins.rows) == pytest.approx(1, abs=0.01)
    assert {row[2] for row in wins.rows} == {2 * len(names)}
    for _, _, part, whole, share, low, high in doings.rows:
        assert part <= whole
        assert whole == 0 or 0 <= low <= share <= high <= 1


COUNT = """
import parcours
from parcours.games.um_reifenbreite.rules import pursuit, turn
from parcours.games.um_reifenbreite.state import RIDE_PHASE
from parcours.engine.road import NOWHERE
from parcours.engine.kernel import COMPILED
assert not COMPILED
worked_out = []
find_ways = turn.find_ways
def counting(race, road, start, most, goal):
    if goal == NOWHERE:
        worked_out.append((int(race.round_number), int(race.rider)))
    return find_ways(race, road, start, most, goal)
turn.find_ways = pursuit.find_ways = counting
game = parcours.game("um_reifenbreite")
race = game.start(seed=3, teams=2, level="D", sprints=True, relays=True)
decisions = 0
while not race.over:
    if race.races[0].phase == RIDE_PHASE:
        decisions += 1
    before = len(worked_out)
    action = race.choice_of(game.bots[1])
    race.legal(), race.look_again(), game.scene(race, race.actor)
    assert len(worked_out) == before, "to look, to show or to choose works nothing out again"
    race.play(action)
assert len(set(worked_out)) == len(worked_out), "twice for one rider in one round"
assert len(worked_out) >= decisions > 20
print("once")
"""


@pytest.mark.clause("UR-20g")
def test_the_squares_in_reach_are_worked_out_once_for_each_decision():
    ran = subprocess.run(
        [sys.executable, "-c", COUNT], env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout) == (0, "once\n"), ran.stderr

"""Um Reifenbreite: nothing is created or lost, one rider a square, and every pursuit is as the clauses say."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcours.engine.match import Match
from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.sheet import score_sheet
from parcours.games.um_reifenbreite.state import (
    BESIDE,
    DOWN,
    FINISHED,
    FOLLOW_PHASE,
    HOME,
    RETURN_PHASE,
    RIDE_PHASE,
    RIDERS,
    RIDING,
    WAITING,
    WAY_PHASE,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS
from tests.um_reifenbreite.clauses_of_pursuit import Board
from tests.um_reifenbreite.riding import GAME

BOARDS = {course: Board(GAME.course(course)) for course in "ABCD"}


@st.composite
def set_ups(draw: st.DrawFn) -> tuple[Match, str]:
    course = draw(st.sampled_from("ABCD"))
    switches = {name: draw(st.booleans()) for name in ("cheating", "sprints", "relays", "stages")}
    race = GAME.start(
        course=course, teams=draw(st.integers(2, 4)), level=draw(st.sampled_from("ABCD")),
        seed=draw(st.integers(0, 2**40)), manual_chance=True, **switches,
    )  # fmt: skip
    return race, course


def check_riders(state) -> None:
    """No rider is lost or doubled, one a square (UR-6f); places are given once."""
    riders = range(int(state["teams"]) * RIDERS)
    on_road = [int(state["at"][r]) for r in riders if state["at"][r] >= 0]
    assert len(set(on_road)) == len(on_road)
    for rider in riders:
        on = int(state["at"][rider]) >= 0
        assert int(state["status"][rider]) in ((RIDING, DOWN, FINISHED) if on else (WAITING, BESIDE, HOME))
        assert (int(state["left_at"][rider]) >= 0) == (int(state["status"][rider]) == BESIDE)
    places = sorted(int(state["place"][r]) for r in riders if state["place"][r])
    assert places == list(range(1, len(places) + 1))
    assert len(places) == int(state["home"])


@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_riders_cards_and_points_are_conserved(set_up, key):
    race, _ = set_up
    rng = np.random.default_rng(key)
    dealt = race.state["hand"].sum()
    lost = 0
    while not race.over:
        before = race.state
        legal = race.legal()
        action = legal[rng.integers(len(legal))]
        race.play(action)
        after = race.state
        check_riders(after)
        assert (after["hand"] >= 0).all()
        assert (after["spent"] >= 0).all()
        now = int(dealt - after["hand"].sum() - after["spent"].sum())
        assert 0 <= now - lost <= 1, "a card is lost for good only one at a time"
        assert now == lost or after["luck"]
        lost = now
        riders = int(after["teams"]) * RIDERS
        if (after["rank"][:riders] < before["rank"][:riders]).any() and int(before["round_number"]):
            ends = int(before["round_number"]) != int(after["round_number"]) or int(before["phase"]) == RETURN_PHASE
            returns = int(after["phase"]) == RETURN_PHASE
            assert action == a.AGREE or ends or returns, "nobody goes back but in a relay or beside the road"
    sheet = score_sheet(race.state, race.setup.course)
    teams = int(race.state["teams"])
    struck = sum(x.arrival + x.on_the_way for x in sheet.riders if x.disqualified)
    sprints = (
        [line.scores for line in race.setup.course.lines if line.kind == "sprint"] if race.state["sprints"] else []
    )
    won = sum(sum(scores[: int(race.state["crossings"][i])]) for i, scores in enumerate(sprints))
    given_out = sum(ARRIVAL_POINTS[: teams * RIDERS]) + won + 2 * int(race.state["marks"].sum())
    assert sum(sheet.team_total(seat) for seat in range(teams)) == given_out - struck
    assert {row.seat: row.points for row in race.standings()} == {s: sheet.team_total(s) for s in range(teams)}
    assert len(race.state["place"][race.state["place"] > 0]) == teams * RIDERS


@pytest.mark.clause("UR-7a", "UR-7b", "UR-7c", "UR-7d", "UR-7e", "UR-7f", "UR-7g", "UR-7h", "UR-7i", "UR-7j", "UR-7k")
@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=25)
def test_every_pursuit_is_offered_exactly_when_the_clauses_allow_it(set_up, key):
    """After each move of a head and of each follower: is the next one asked when, and only when, it may follow?"""
    race, course = set_up
    board = BOARDS[course]
    rng = np.random.default_rng(key)
    file: list[tuple[int, int]] = []  # riders and the squares on which they stood as the head's turn began
    asked = 0
    while not race.over:
        if race.actor < 0:
            race.replay(race.roll())  # by itself, so that the check sees the road before anything else happens
            continue
        before = race.state
        legal = race.legal()
        action = legal[rng.integers(len(legal))]
        phase = int(before["phase"])
        if phase == RIDE_PHASE:
            file, asked = unbroken_file(board, before), 1
        race.replay(action)
        if int(race.state["phase"]) == WAY_PHASE:
            continue
        if phase in (RIDE_PHASE, WAY_PHASE) or (phase == FOLLOW_PHASE and action == a.FOLLOW):
            if phase == FOLLOW_PHASE:
                asked += 1
            if race.over or int(race.state["home"]) == int(race.state["teams"]) * RIDERS:
                continue
            expect_follower(board, race, file, asked)


def unbroken_file(board: Board, state) -> list[tuple[int, int]]:
    """The unbroken file (UR-7k), from the record as the head is about to ride."""
    on = {int(state["at"][r]): r for r in range(int(state["teams"]) * RIDERS) if state["at"][r] >= 0}
    rider = int(state["rider"])
    square: int | None = int(state["at"][rider])
    file = []
    while square is not None and square in on:
        rider = on[square]
        if state["moved"][rider] or int(state["status"][rider]) != RIDING:
            break
        file.append((rider, square))
        square = board.directly_behind(square)
    return file


def expect_follower(board: Board, race: Match, file: list[tuple[int, int]], asked: int) -> None:
    if race.over:
        return  # the last one left takes the last place at once (UR-17d)
    after = race.state
    offered = int(after["phase"]) == FOLLOW_PHASE
    used = int(after["used"])
    allowed = False
    if offered:
        assert asked < len(file), "nobody is left in the file"
        assert int(after["rider"]) == file[asked][0]
    if asked < len(file):
        ahead, ahead_was = file[asked - 1]
        follower, follower_at = file[asked]
        now = {int(after["at"][r]) for r in range(int(after["teams"]) * RIDERS) if after["at"][r] >= 0}
        if not offered:
            used = squares_used(race)
            if used is None or int(after["at"][ahead]) < 0:
                return  # a new round has begun meanwhile
        allowed = board.may_follow(
            ahead_was=ahead_was, ahead_is=int(after["at"][ahead]), follower_at=follower_at, used=used,
            taken=now, colours=bool(after["colours"]), away=announced(race), can_move=True,
        )  # fmt: skip
        assert allowed == offered, (race.actions[-3:], follower, file)
    else:
        assert not offered


def squares_used(race: Match) -> int | None:
    """How many squares the head rode, found by replaying up to its ride."""
    for back in range(1, 20):
        earlier = race.at(len(race.actions) - back).state
        if int(earlier["phase"]) == WAY_PHASE:
            return race.actions[-back] - a.WAY
        if int(earlier["phase"]) == RIDE_PHASE:
            if int(earlier["round_number"]) != int(race.state["round_number"]):
                return None
            bits = int(earlier["lengths"][race.actions[-back] - a.RIDE])
            return (bits & -bits).bit_length() - 1
    return None


def announced(race: Match) -> bool:
    """Whether the head whose move was followed had announced a breakaway."""
    for back in range(1, 20):
        earlier = race.at(len(race.actions) - back).state
        if int(earlier["phase"]) == RIDE_PHASE:
            return int(earlier["means"]) in (a.ONE_AWAY, a.TWO_AWAY)
    return False

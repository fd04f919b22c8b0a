"""Profi on the table: what a seat sees, why something can't be chosen, the road as drawn, and secrets in the story."""

from __future__ import annotations

import numpy as np
import pytest

from parcours.engine.scene import plain
from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from tests.profi.riding import GAME, do, rider, standing
from tests.profi.test_moving import GREEN, climb


def spots(race, seat: int) -> set[str]:
    scene = GAME.scene(race, seat)
    return {cell.spot for panel in scene.panels for row in panel.rows for cell in row.cells if cell.spot}


@pytest.mark.clause("PR-I17")
def test_a_hand_is_shown_to_its_player_only() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "j2"], "B": ["c6"]}, chips=1)
    assert spots(race, 0) == {"card:2", "card:20"}
    assert spots(race, 1) == {"card:4"}
    assert spots(race, -1) == set()


def test_the_choices_tell_their_places_costs_and_wheels() -> None:
    race = standing({"Ac": "10.1", "Bc": "15.1"}, hands={"A": ["c4"]}, chips={"Ac": 1}, moved=["Bc"])
    choices = {choice.action: choice for choice in GAME.scene(race, 0).choices}
    assert choices[a.PLAY + 2].spot == "card:2"
    do(race, "card 4")
    told = {choice.action: choice for choice in GAME.scene(race, 0).choices}
    assert str(told[a.ADJUST + 3].cost) == "1 chip"
    do(race, "0")
    places = GAME.scene(race, 0).choices
    assert [choice.short for choice in places] == ["14.1", "14.2", "14.3"]
    assert [str(text) for text in places[0].details] == ["on the wheel of B1"]
    assert all(len(choice.path) == 2 for choice in places)


def test_the_road_of_a_profile_is_drawn_in_the_terrain_of_the_round() -> None:
    flat = standing({"Ac": "10.1", "Bc": "5.1"}, profile=GREEN, chips=1)
    drawn = GAME.course_shown(flat.state, flat.setup.course)
    assert {segment.terrain for segment in drawn.lap} == {"flat"}
    uphill = standing({"Ac": "200.1", "Bc": "5.1"}, profile=climb("2"), turn=2, chips=1)
    far = GAME.course_shown(uphill.state, uphill.setup.course)
    assert {segment.terrain for segment in far.lap} == {"climb"}
    assert all(piece.square is not None for piece in GAME.scene(uphill, 0).pieces if piece.pose == "riding")
    board = standing({"Ac": "120.1", "Bc": "5.1"}, course="coast", chips=1)
    assert all(piece.square is not None for piece in GAME.scene(board, 0).pieces if piece.pose == "riding")


@pytest.mark.clause("PR-V2")
def test_riders_on_either_verge_are_drawn_off_the_road() -> None:
    """Where two passes get narrow, the verge is where there is a lane elsewhere."""
    on = {"As": "10.0", "Ar": "10.4", "Ac": "10.1", "Bc": "48.3", "Bs": "48.2"}
    race = standing(on, course="two_passes", turn=5, verge=True)
    pieces = {piece.id: piece for piece in GAME.scene(race, 0).pieces}
    told = {name: pieces[f"r{rider(race, name)}"] for name in on}
    assert [name for name, piece in told.items() if piece.pose == "off_road"] == ["As", "Ar", "Bc"]
    assert [name for name, piece in told.items() if str(piece.note) == "on the verge"] == ["As", "Ar", "Bc"]
    assert all(piece.square is not None for piece in told.values())


def test_why_not() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4", "r3"]}, chips=1, circle=True)

    def clause(target: str, seat: int = 0) -> str:
        return GAME.why_not(race, seat, target).clause

    assert clause(f"move:{a.ATTACK}") == "PR-A1"
    assert clause(f"move:{a.FOLLOW}") == "PR-W2"
    assert clause(f"move:{a.CIRCLE}") == "PR-L1"
    assert clause(f"move:{a.PASS}") == "PR-O4"
    assert clause(f"move:{a.CAR}") == "PR-U3"
    assert clause(f"move:{a.DAWDLE}") == "PR-M1"
    assert clause(f"card:{5 + 1}") == "PR-K2"
    assert clause(f"rider:{rider(race, 'Bc')}") == "PR-O1"
    assert clause("rider:3") == clause("piece:r3") == "PR-S2"
    assert clause("square:1", 1) == "PR-O1"
    do(race, "card 4", "0")
    assert clause("square:1") == "PR-R3"


@pytest.mark.clause("PR-I17")
def test_the_story_keeps_secrets() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4"]}, chips=1, doping=True, settle=False)
    race.races[0]["pool"][0][3], race.races[0]["fresh"][0] = 1, (1, 0, 0)
    from tests.profi.riding import begin

    begin(race)
    do(race, "card 4", "0", "at 14.1")
    before, action = race.state, race.legal()[0]
    race.replay(action)
    mine = GAME.story(before, action, race.state, race.setup.course, 0)
    its = GAME.story(before, action, race.state, race.setup.course, 1)
    assert "captain’s 5" in str(mine[0].words)
    assert str(its[0].words) == "Amber draws a card"


def test_every_phase_is_shown_in_every_language() -> None:
    """Two races with everything on: each phase that comes up is shown once to everybody."""
    seen: set[int] = set()
    for seed, course in ((1, "cobbles"), (2, "two_passes")):
        race = GAME.start(teams=3, seed=seed, course=course, manual_chance=True, rainbow=True)
        rng = np.random.default_rng(seed)
        while not race.over:
            now = int(race.races[0]["phase"])
            if now not in seen:
                seen.add(now)
                for seat in (-1, max(race.actor, 0)):
                    for language in ("en", "it", "de", "fr"):
                        assert "{" not in str(plain(GAME.scene(race, seat), language)["prompt"])
            legal = race.legal()
            race.play(legal[rng.integers(len(legal))])
    assert {st.TURN, st.PLACE_PHASE, st.SHAPE, st.REWARD, st.STACK, st.CRASH_COIN} <= seen


@pytest.mark.clause("PR-Q6")
def test_teams_are_placed_by_what_is_told_of_them() -> None:
    by_points = True
    for seed in range(12):
        race = GAME.start(seed=seed)
        while not race.over:
            race.play(race.choice_of(GAME.bots[-1]))
        rows = race.standings()
        told = [int("".join(filter(str.isdigit, str(row.score)))) for row in rows]
        assert told[0] == 1
        assert told == sorted(set(told))
        by_points &= [row.points for row in rows] == sorted((row.points for row in rows), reverse=True)
    assert not by_points, "points would have told the same"

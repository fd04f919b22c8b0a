"""Kermesse can be played, drawn, simulated, ranked on a ladder and opened at a table, like any game of Parcours."""

from __future__ import annotations

import subprocess
import sys
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st
from parcours.games.kermesse import GAME
from parcours.games.kermesse.actions import DIG, RIDE, SHOWS, SIT_UP

import parcours
from parcours.draw.board import draw_board
from parcours.engine.racefile import read_race, write_race
from parcours.table.app import create_app
from parcours.table.settings import Settings


def test_it_is_one_of_the_games():
    assert "kermesse" in parcours.game_names()
    assert parcours.game("kermesse") is GAME


@pytest.mark.clause("KM-1", "KM-2")
def test_everybody_starts_on_the_line_with_four_breath():
    race = GAME.start(teams=6)
    assert race.state["distance"][:6].tolist() == [0] * 6
    assert race.state["breath"][:6].tolist() == [4] * 6


@pytest.mark.clause("KM-3", "KM-4")
def test_sitting_up_rolls_on_two_squares_and_gives_breath():
    race = GAME.start(teams=2, manual_chance=True)
    race.play(SIT_UP)
    assert (race.state["distance"][0], race.state["breath"][0], race.actor) == (2, 5, 1)
    race.play(DIG)
    race.play(SHOWS + 4)
    assert (race.state["distance"][1], race.state["breath"][1]) == (7, 3)
    assert race.actor == 1, "the front rider moves first"


@pytest.mark.clause("KM-5")
def test_a_wheel_gives_breath():
    race = GAME.start(teams=2, manual_chance=True)
    for action in (RIDE, SHOWS + 3, SIT_UP):
        race.play(action)
    assert race.state["breath"][:2].tolist() == [4, 6]


@pytest.mark.clause("KM-6")
def test_only_the_first_past_the_church_gets_a_drink():
    race = GAME.start(teams=2, manual_chance=True)
    for _ in range(2):
        for show in (6, 1):
            race.play(DIG)
            race.play(SHOWS + show)
    assert race.state["distance"][:2].tolist() == [18, 8]
    assert race.state["breath"][:2].tolist() == [4, 2]


@pytest.mark.clause("KM-7")
@given(seed=st.integers(0, 10_000), teams=st.integers(2, 6), data=st.data())
@settings(max_examples=20, deadline=None)
def test_random_races_end_and_replay_to_the_same_state(seed, teams, data):
    race = GAME.start(seed=seed, teams=teams)
    while not race.over:
        race.play(data.draw(st.sampled_from(race.legal())))
    best = race.standings()[0]
    assert best.points >= 48
    assert best.points == max(race.state["distance"][:teams])
    read = read_race(write_race(race))
    assert read.digest() == race.digest()


def test_its_board_is_drawn():
    board = draw_board(GAME.course(), GAME.accent)
    assert ElementTree.fromstring(board.svg) is not None
    assert len(board.squares) == 24


def test_thousands_of_races_are_ridden_at_once():
    places = GAME.batch(1000, teams=4, seed=7).play_out(["domestique", "random", "random", "random"])
    assert (places[:, 0] == 1).mean() > 0.4


@pytest.mark.parametrize(
    "command",
    [
        ["games"],
        ["watch", "kermesse", "--speed", "1000"],
        ["simulate", "kermesse", "--races", "500"],
        ["ladder", "kermesse", "--bots", "domestique,random", "--races", "20"],
    ],
    ids=lambda command: command[0],
)
def test_the_command_line_knows_it(command, tmp_path):
    ask = [sys.executable, "-c", "from parcours.cli import main; main()", *command]
    done = subprocess.run(ask, capture_output=True, text=True, timeout=600, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "ermesse" in done.stdout or "omestique" in done.stdout


def test_it_is_ridden_at_a_table(tmp_path):
    settings = Settings(database=f"sqlite:///{tmp_path}/house.db")
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as page:
        assert any(game["name"] == "Kermesse" for game in page.get("/api/v1/games").json())
        assert "breath" in page.get("/api/v1/games/kermesse/rules").text
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "bot": "domestique"}]
        told = page.post("/api/v1/tables", json={"game": "kermesse", "seats": seats}).json()
        table = f"/api/v1/tables/{told['table']['id']}"
        me = {"authorization": f"Bearer {told['secrets']['0']}"}
        state = page.get(f"{table}/state?lang=de", headers=me).json()
        assert state["scene"]["choices"][0]["label"] == "Aufrichten"
        done = page.post(f"{table}/actions", json={"action": SIT_UP, "state_id": state["state_id"]}, headers=me)
        assert done.status_code == 200

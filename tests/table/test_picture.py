"""A position as a picture to save: the whole board, everybody on it, and no secret."""

from __future__ import annotations

import re
import struct
from xml.etree import ElementTree

import pytest

from tests.table.helpers import Rider, Seated

FEW = 4
"""The fewest pieces of a race."""
MOST = 40
"""The most decisions until they are on the board."""
PNG = b"\x89PNG\r\n\x1a\n"


def pieces(svg: str) -> list[str]:
    ElementTree.fromstring(svg)
    return re.findall(r'<g class="piece (\w+)"', svg)


def picture(table: Seated, step: int, seat: int | None, kind: str = "svg") -> str:
    answer = table.get(f"/steps/{step}/picture.{kind}", seat)
    assert answer.status_code == 200
    assert f".{kind}" in answer.headers["content-disposition"]
    return str(answer.text)


@pytest.mark.parametrize("game", ["breaking_away", "um_reifenbreite", "leader_one", "profi"])
def test_everybody_on_the_board_is_on_the_picture(rider: Rider, game: str) -> None:
    table = rider.open("me", "random", "random", game=game)
    for _ in range(MOST):
        state = table.turn_of(0)
        told = state["scene"]["pieces"]
        carried = {id_ for p in told if p["square"] is not None for id_ in p["carries"]}
        on_board = [p for p in told if p["id"] in carried or (p["square"] is not None and not p["carries"])]
        if len(on_board) >= FEW:
            break
        table.act(0)
    found = pieces(picture(table, state["steps"], 0))
    assert sorted(found) == sorted(p["kind"] for p in on_board)
    assert len(found) >= FEW


def test_it_comes_in_pixels_too(rider: Rider) -> None:
    table = rider.open("me", "random", "random")
    made = table.get("/steps/0/picture.png", 0)
    assert made.headers["content-type"] == "image/png"
    assert made.content.startswith(PNG)
    assert struct.unpack(">I", made.content[16:20]) == (1600,)


def test_it_shows_what_the_viewer_saw_and_nothing_else(rider: Rider) -> None:
    table = rider.open("me", "here", game="rally")
    while "mechanic" not in pieces(picture(table, table.state(0)["steps"], 0)):
        table.act(table.actor())
    steps = table.state(0)["steps"]
    assert "mechanic" in pieces(picture(table, steps, 0))
    assert "mechanic" not in pieces(picture(table, table.state(1)["steps"], 1))
    spectator = table.state(None)["steps"]
    assert "mechanic" not in pieces(picture(table, spectator, None))
    assert table.get(f"/steps/{spectator + 1}/picture.svg", None).status_code == 404


def test_there_are_two_kinds(rider: Rider) -> None:
    assert rider.open("me", "random", "random").get("/steps/0/picture.gif", 0).status_code == 422

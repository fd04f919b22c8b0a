"""A race shows itself to whoever programs with it: printed, in a notebook, in a file."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import parcours


@pytest.mark.parametrize("name", parcours.game_names())
def test_a_race_shows_itself(name: str, tmp_path: Path) -> None:
    game = parcours.game(name)
    race = game.start(seed=3)
    while not race.over and len(race.actions) < 30:
        race.play(race.choice_of(game.bots[-1]))
    shown = str(race)
    scene = game.scene(race, -1)
    assert str(scene.prompt) in " ".join(shown.split())
    assert f"after {len(race.actions)} of {len(race.actions)} actions" in shown
    assert repr(race) != shown

    race.picture(tmp_path / "now.svg")
    svg = (tmp_path / "now.svg").read_text(encoding="utf-8")
    assert svg == race._repr_svg_()
    pieces = [group for group in ElementTree.fromstring(svg).iter() if "piece" in str(group.get("class"))]
    on_the_board = [piece for piece in scene.pieces if piece.square is not None]
    assert pieces or not on_the_board

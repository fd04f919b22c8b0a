"""The strip of a race that is over: there is nothing left to ride."""

from __future__ import annotations

from pathlib import Path

import pytest

import parcours
from parcours.engine.words import said

RACES = sorted((Path(__file__).parent / "races").glob("*.race"))


@pytest.mark.parametrize("file", RACES, ids=lambda file: file.stem)
def test_nothing_is_to_go_when_a_race_is_over(file: Path) -> None:
    race = parcours.load(file)
    assert race.over
    assert said(race.game.scene(race, -1).strip.to_go, "en").startswith("0 ")

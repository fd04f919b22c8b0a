"""Recorded races for every way a race can end, replayed; and counts of legal lines from fixed positions."""

from __future__ import annotations

import json

import pytest

import parcours
from parcours.games import GAMES
from tests.kept.endings import DEPTHS, ENDINGS, FOLDER, count_lines, file_of, positions

ALL = [(game, ending) for game, endings in ENDINGS.items() for ending in endings]


@pytest.mark.parametrize(("game", "ending"), ALL)
def test_the_recorded_race_still_ends_so(game, ending):
    race = parcours.load(file_of(game, ending))
    assert race.over
    assert ENDINGS[game][ending](race)


def test_every_game_has_its_endings_recorded():
    assert set(ENDINGS) == set(GAMES)
    assert {path.name for path in FOLDER.glob("*.race")} == {file_of(*which).name for which in ALL}


@pytest.mark.parametrize("game", sorted(ENDINGS))
def test_the_number_of_legal_lines_is_what_it_was(game):
    kept = json.loads((FOLDER / f"{game}.counts.json").read_text())
    depths = DEPTHS.get(game, (1, 2, 3))
    counted = {where: [count_lines(race, depth) for depth in depths] for where, race in positions(game).items()}
    assert counted == kept

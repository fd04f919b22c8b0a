"""A road that is laid card by card grows on land that does not change."""

from __future__ import annotations

import math
import re
from itertools import pairwise

import numpy as np
import pytest

import parcours
from parcours.draw.board import Board, draw_board
from parcours.engine.course import Course
from parcours.games.rally.state import LAY_PHASE

GAME = parcours.game("rally")
RALLIES = ("montecarlo", "alpine_cup", "sweden")
STILL = re.compile(r'<path class="(field|field-fallow|grass-plot|vineyard|village|roof|slate)"[^>]*>')
EASED = 5
"""How many of a road's last squares may still move: they are eased into what follows."""


def roads(rally: str, teams: int = 3, seed: int = 4, laid: int = 1) -> list[Course]:
    """The road as the board shows it, from open land to the last card."""
    race = GAME.start(teams=teams, seed=seed, course=rally)
    luck = np.random.default_rng(laid)
    found = [GAME.course_shown(race.races[0], race.setup.course)]
    while int(race.races[0]["phase"]) <= LAY_PHASE:
        race.play(luck.choice(race.legal()))
        road = GAME.course_shown(race.races[0], race.setup.course)
        if road.id != found[-1].id:
            found.append(road)
    return found


@pytest.fixture(scope="module", params=RALLIES)
def boards(request: pytest.FixtureRequest) -> list[Board]:
    return [draw_board(road, GAME.accent) for road in roads(request.param)]


def test_the_sheet_stays(boards: list[Board]) -> None:
    assert len(boards) > 5
    assert len({board.view for board in boards}) == 1


def test_what_stands_on_the_land_stays_where_the_road_does_not_run(boards: list[Board]) -> None:
    first, *others = ({found[0] for found in STILL.finditer(board.svg)} for board in boards)
    for now in others:
        assert now
        assert now <= first


def test_what_was_laid_stays_where_it_was(boards: list[Board]) -> None:
    for before, after in pairwise(boards[1:]):
        assert len(after.squares) > len(before.squares)
        for then, now in list(zip(before.squares, after.squares, strict=False))[: len(before.squares) - EASED]:
            assert math.hypot(then.x - now.x, then.y - now.y) < then.along


CARTOUCHE = re.compile(r'<rect class="cartouche"[^>]* x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"')


@pytest.mark.parametrize("seed", [5, 6, 7])
def test_the_title_never_lies_on_the_road(seed: int) -> None:
    """Some of these roads turn to the planned place of the title."""
    for road in roads("montecarlo", teams=2, seed=seed, laid=seed)[-3:]:
        board = draw_board(road, GAME.accent)
        found = CARTOUCHE.search(board.svg)
        assert found is not None
        left, top, width, height = (float(part) for part in found.groups())
        for spot in board.squares:
            aside = max(left - spot.x, 0.0, spot.x - left - width)
            away = max(top - spot.y, 0.0, spot.y - top - height)
            assert math.hypot(aside, away) > spot.across / 2


def test_squares_are_numbered_along_the_road_and_nothing_else_counts_them(boards: list[Board]) -> None:
    last = boards[-1]
    group = re.search(r'<g class="square-label".*?</g>', last.svg)
    assert group is not None
    assert re.findall(r">(\d+)</text>", group[0]) == [str(n + 1) for n in range(len(last.squares))]
    assert 'class="stone-cap"' not in last.svg


def test_each_rally_has_land_of_its_own() -> None:
    land = [draw_board(roads(rally)[0], GAME.accent).svg for rally in RALLIES[:2]]
    fields = [{found[0] for found in STILL.finditer(svg)} for svg in land]
    assert not fields[0] & fields[1]

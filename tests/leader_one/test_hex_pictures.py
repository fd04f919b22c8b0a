"""Hexes as they lie on the table: the road of one goes on in the next, and the drawing is sound."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from parcours.games import find_game
from parcours.games.leader_one import builder
from parcours.games.leader_one.courses import hexes_of
from parcours.games.leader_one.drafting import road_on
from parcours.games.leader_one.hex_pictures import HexRoad, Lying, draw_hex, outline, spot_of, token
from parcours.games.leader_one.hexes import bend_of, read_hex

STAGES = find_game("leader_one").course_names


@pytest.mark.clause("L1-H9")
@pytest.mark.parametrize("stage", STAGES)
def test_the_road_goes_on_from_hex_to_hex(stage: str) -> None:
    hexes = hexes_of(find_game("leader_one").course(stage))
    heading, end = 0, None
    for written, spot in zip(hexes, builder.spots(hexes), strict=True):
        side, asked = read_hex(written)
        assert side is not None
        road, here = road_on(side, bend_of(side, asked)), Lying(*spot_of(*spot), heading)
        if end is not None:
            assert here.put(road.at(0, 0)) == pytest.approx(end, abs=1e-6)
        end, heading = here.put(road.at(1, 0)), (heading + road.turn) % 6


@pytest.mark.parametrize("turn", [-2, -1, 0, 1, 2])
def test_a_bend_is_longer_outside_and_squares_fill_it(turn: int) -> None:
    road = HexRoad(turn, (5, 7), "climb", 1, ((2,), ()), True)
    drawn = "".join([*draw_hex(Lying(), road), *token(Lying(), road, 1.0, 0, "F", "other")])
    ElementTree.fromstring(f"<svg>{drawn}</svg>")
    (left_x, left_y), (right_x, right_y) = road.at(0.5, -road.half), road.at(0.5, road.half)
    assert ((left_x - right_x) ** 2 + (left_y - right_y) ** 2) ** 0.5 == pytest.approx(2 * road.half)


@pytest.mark.clause("L1-H1", "L1-H8")
def test_a_bend_to_the_right_has_its_inside_on_the_right() -> None:
    side, _ = read_hex("16A")
    assert side is not None
    assert (road_on(side, "R").squares, road_on(side, "R").track) == ((7, 5), 0)
    assert (road_on(side, "L").squares, road_on(side, "L").track) == ((5, 7), 1)


def test_an_outline_has_six_corners() -> None:
    assert outline(Lying()).count("L") == 5

"""Leader 1, B.1: race order, moves outside the bunch, what they cost, and the blocked road."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from tests.leader_one.riding import (
    begin,
    by_length,
    due,
    energy,
    free,
    give_tile,
    having_moved,
    laid,
    no_attacks,
    phase,
    play_tile,
    reach,
    roll_bunch,
    row,
    standing,
    status,
    to,
    where,
)


def lengths(race) -> set[int]:
    return {length for ways in reach(race).values() for length, _ in ways}


@pytest.mark.clause("L1-B0a")
def test_a_turn_goes_through_its_phases():
    race = standing(
        {"Blue leader": row(20), "Pink leader": row(5)}, bunch=row(10), inside=["Yellow leader", "White leader"]
    )
    seen = [(phase(race), due(race))]
    to(race, row(21))
    seen.append((phase(race), str(race.actor)))
    no_attacks(race)
    seen.append((phase(race), str(race.actor)))
    race.play(a.SILENT)
    race.play(a.FACE)
    seen.append((phase(race), due(race)))
    to(race, row(6))
    assert seen == [("move", "Blue leader"), ("speak", "0"), ("announce", "0"), ("move", "Pink leader")]
    assert int(race.state["turn"]) == 6
    assert int(race.state["holder"]) == 1, "the token has changed hands"


@pytest.mark.clause("L1-B0b")
def test_each_rider_moves_once_in_the_order_as_the_turn_began():
    race = standing({"Yellow rouleur": row(10), "White rouleur": row(9, 1)})
    to(race, row(11))
    assert due(race) == "White rouleur"
    to(race, row(14, 1), 5)
    assert phase(race) == "announce", "nobody moves twice"


@pytest.mark.clause("L1-B1a", "L1-5")
def test_who_arrives_last_on_a_level_is_first():
    places = {"Green rouleur": row(14, 1), "Yellow rouleur": row(12, 2), "Pink rouleur": row(11, 3)}
    race = standing(places, teams=5, riders="2")
    having_moved(race, "Green rouleur")
    to(race, row(14, 2))
    to(race, row(14, 3))
    roll_bunch(race, 3)
    order = []
    for _ in range(3):
        order.append(due(race))
        to(race, next(iter(reach(race))))
    assert order == ["Pink rouleur", "Yellow rouleur", "Green rouleur"]


@pytest.mark.clause("L1-B1b", "L1-H3", "L1-H4")
def test_one_rider_a_square_and_no_passing_over_him():
    race = standing({"White leader": row(11, 1), "Yellow rouleur": row(10, 1)}, energy=0)
    having_moved(race, "White leader")
    assert set(by_length(race, 1)) == {row(11, 2)}
    assert set(by_length(race, 2)) == {row(12, lane) for lane in (1, 2, 3)}
    alone = standing({"Yellow rouleur": row(10, 2)}, energy=0)
    assert set(by_length(alone, 1)) == {row(11, lane) for lane in (1, 2, 3)}, "ahead or diagonally, never sideways"


@pytest.mark.clause("L1-B1c", "L1-25")
def test_a_move_has_at_most_its_free_squares_and_six_paid_ones():
    race = standing({"White leader": row(11), "Yellow leader": row(10)}, energy=15)
    to(race, row(12))
    assert free(race) == 3, "with slipstream"
    assert lengths(race) == set(range(1, 10))
    to(race, row(19), 9)
    assert energy(race, "Yellow leader") == 0
    rich = standing({"Yellow leader": row(10)}, energy=99)
    assert max(lengths(rich)) == 8


@pytest.mark.clause("L1-B1e")
@pytest.mark.parametrize(("paid", "price"), list(enumerate((0, 1, 3, 5, 8, 11, 15))))
def test_free_squares_come_first_and_the_rest_is_paid(paid, price):
    race = standing({"Yellow rouleur": row(1)}, energy=20)
    to(race, row(4 + paid), 3 + paid)
    assert energy(race, "Yellow rouleur") == 20 - price


@pytest.mark.clause("L1-B1f")
def test_nobody_makes_a_move_that_he_cannot_pay():
    for has, longest in ((0, 3), (1, 4), (2, 4), (3, 5), (14, 8), (15, 9)):
        race = standing({"Yellow rouleur": row(1)}, energy=has)
        assert max(lengths(race)) == longest


FULL = {
    "White rouleur": row(3, 1),
    "White leader": row(3, 2),
    "White climber": row(3, 3),
    "Pink rouleur": row(2, 1),
    "Pink leader": row(2, 2),
    "Pink climber": row(2, 3),
}


def behind_full_rows(has: int):
    race = standing({**FULL, "Yellow rouleur": row(1)}, energy=has)
    having_moved(race, *FULL)
    return race


@pytest.mark.clause("L1-B1g", "L1-B1h", "L1-4")
def test_full_rows_are_ridden_through_for_one_energy_each():
    race = behind_full_rows(5)
    assert due(race) == "Yellow rouleur"
    assert lengths(race) == {3, 4, 5}, "a move ends on a free square"
    to(race, row(6), 5)
    assert energy(race, "Yellow rouleur") == 0, "3+2 = 3 energy, and 2 for two occupied squares"


@pytest.mark.clause("L1-B1h")
def test_an_open_way_of_the_length_must_be_used():
    race = standing({"White leader": row(11, 1), "Pink leader": row(11, 2), "Yellow rouleur": row(10, 2)}, energy=9)
    having_moved(race, "White leader", "Pink leader")
    to(race, row(13, 1), 3)
    assert energy(race, "Yellow rouleur") == 9, "round them, by lane 3: nothing is ridden through"
    assert lengths(behind_full_rows(4)) == {3, 4}, "two occupied squares and 3+2 would come to 5"


@pytest.mark.clause("L1-B1g", "L1-B1h", "L1-33")
def test_the_longest_way_is_taken_through_occupied_squares():
    course = laid("2A 14BL 3A", {2: 2})
    places = {"White leader": "2/1:2", "Pink leader": "2/2:2", "Yellow leader": "2/1:1"}
    race = standing(places, course=course, energy=9)
    having_moved(race, "White leader", "Pink leader")
    assert by_length(race, 1) == {}, "a move of 1 is impossible"
    assert by_length(race, 2) == {"2/2:3": {""}}
    to(race, "2/2:3", 2)
    assert energy(race, "Yellow leader") == 9 - 1


@pytest.mark.clause("L1-B1i", "L1-C4f")
def test_who_cannot_move_stays_and_gets_his_free_squares_back():
    race = behind_full_rows(1)
    assert phase(race) == "announce", "a way through two rows would cost 2"
    assert (where(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == (row(1), 4)
    tile = standing({**FULL, "Yellow rouleur": row(1)}, energy=1, settle=False)
    give_tile(tile, "Yellow rouleur", 3)
    begin(tile)
    having_moved(tile, *FULL)
    assert tile.legal() == [a.STAY, a.PLAY + 1], "with a tile he is asked"
    stays = tile.copy()
    stays.play(a.STAY)
    assert energy(stays, "Yellow rouleur") == 4
    play_tile(tile, 3)
    assert lengths(tile) == {3, 4}
    assert a.STAY not in tile.legal()


@pytest.mark.clause("L1-B1j", "L1-6")
def test_the_bunch_absorbs_whom_it_has_come_level_with():
    course = laid("1BL 5A 3A")
    for face, after in ((3, "road"), (4, "bunch")):
        race = standing({"Blue leader": "1/1:2"}, inside=["Yellow leader"], bunch="S/2:6", course=course)
        to(race, "1/1:3")
        roll_bunch(race, face)
        assert status(race, "Blue leader") == after
    race = standing({"Blue leader": row(11)}, inside=["Yellow leader"], bunch=row(9))
    to(race, row(12))
    roll_bunch(race, 5)
    assert status(race, "Blue leader") == "bunch", "passed, he is taken along"


@pytest.mark.clause("L1-B1k")
def test_a_rider_from_behind_rejoins_the_bunch():
    race = standing({"Blue rouleur": row(4)}, inside=["Yellow leader"], bunch=row(6), energy=20)
    roll_bunch(race, 4)  # rows 10 and 9
    assert due(race) == "Blue rouleur"
    assert set(reach(race)) == {row(r, lane) for r in (5, 6, 7, 8, 9) for lane in (1, 2, 3)}, "not through the bunch"
    to(race, row(9), 5)
    assert (status(race, "Blue rouleur"), energy(race, "Blue rouleur")) == ("bunch", 17)


@pytest.mark.clause("L1-C4f", "L1-B1k")
def test_unused_free_squares_are_recovered():
    race = standing({"Yellow rouleur": row(10)}, energy=4)
    to(race, row(11), 1)
    assert energy(race, "Yellow rouleur") == 6
    down = laid("1A 5B 6B 2B 3A")
    race = standing({"Yellow leader": "2/2:2"}, inside=["White leader"], bunch="2/2:4", course=down, energy=4)
    roll_bunch(race, 3)
    to(race, "2/2:6")
    assert (status(race, "Yellow leader"), energy(race, "Yellow leader")) == ("bunch", 4)

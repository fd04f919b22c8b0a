"""Leader 1, F and the switches of the finish: over the line, the end of the race, who has won."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from tests.leader_one.riding import (
    attack,
    begin,
    by_length,
    drop,
    due,
    energy,
    event,
    free,
    give_tile,
    laid,
    pay,
    phase,
    place,
    reach,
    roll_bunch,
    row,
    standing,
    status,
    to,
)


@pytest.mark.clause("L1-F1", "L1-27")
def test_places_go_in_the_order_of_crossing():
    race = standing(
        {"White leader": row(36), "Pink leader": row(34)},
        inside=["Blue rouleur", "Yellow leader", "Blue leader"],
        bunch=row(33),
        holder="Blue",
        turn=14,
    )
    assert set(reach(race)) == {row(37, lane) for lane in (1, 2, 3)}, "the move ends past the line"
    to(race, row(37), 1)
    to(race, row(37), 3)
    attack(race, "Blue leader", row(37), 4)
    roll_bunch(race, 4)
    assert race.over
    names = ["White leader", "Pink leader", "Blue leader", "Blue rouleur", "Yellow leader"]
    assert [place(race, name) for name in names] == [1, 2, 3, 4, 5]
    assert {int(turn) for turn in race.state["home_turn"][race.state["place"] > 0]} == {14}


@pytest.mark.clause("L1-F1", "L1-C4f")
def test_unused_free_squares_are_recovered_at_the_line():
    race = standing({"White rouleur": row(36), "Yellow leader": row(20)}, energy=3)
    to(race, row(37), 1)
    assert (status(race, "White rouleur"), energy(race, "White rouleur")) == ("home", 5)


@pytest.mark.clause("L1-F1", "L1-B2c", "L1-A3c", "L1-26")
def test_an_attack_over_the_line_is_four_squares_long():
    race = standing(
        {}, inside=["Yellow leader", "White leader"], bunch=row(33), energy=1, qualities={"Yellow leader": "sprinter"}
    )
    attack(race, "Yellow leader")
    assert free(race) == 3
    assert set(reach(race)) == {row(37, lane) for lane in (1, 2, 3)}
    to(race, row(37), 4)
    assert (energy(race, "Yellow leader"), status(race, "Yellow leader"), place(race, "Yellow leader")) == (
        0,
        "home",
        1,
    )
    last = standing({}, inside=["Yellow rouleur", "White leader"], bunch=row(36), energy=1)
    attack(last, "Yellow rouleur")
    assert set(reach(last)) == {row(40, lane) for lane in (1, 2, 3)}, "squares beyond the line count for the 4"
    steep = laid("2A 4BR", {2: 3})
    climb = standing(
        {},
        inside=["Yellow leader", "White leader"],
        bunch="2/1:4",
        course=steep,
        qualities={"Yellow leader": "sprinter"},
    )
    attack(climb, "Yellow leader")
    assert free(climb) == 2, "on a mountain finish the quality gives nothing"


@pytest.mark.clause("L1-F2")
def test_the_bunch_finishes_with_everybody_in_it_and_the_dropped_after():
    race = standing(
        {"Pink leader": row(36)},
        inside=["Yellow leader", "White leader", "White climber"],
        bunch=row(35),
        holder="White",
        energy=9,
    )
    to(race, row(37), 1)
    roll_bunch(race, 5, announced=True)  # front on row 41, tail behind row 39
    pay(race, "White leader")
    drop(race, "White climber")
    pay(race, "Yellow leader")
    assert race.over
    names = ["Pink leader", "White leader", "Yellow leader", "White climber"]
    assert [place(race, name) for name in names] == [1, 2, 3, 4]
    short = standing({}, inside=["Yellow leader", "White leader"], bunch=row(34), energy=9)
    short.play(a.ASK_ME)
    roll_bunch(short, 3)
    drop(short, "Yellow leader")
    assert (status(short, "White leader"), status(short, "Yellow leader")) == ("home", "road"), (
        "put down before the line"
    )


@pytest.mark.clause("L1-F2")
def test_a_rider_caught_in_that_move_finishes_with_the_bunch():
    race = standing({"Pink leader": row(34)}, inside=["Yellow leader"], bunch=row(33), holder="Pink")
    to(race, row(35), 1)
    roll_bunch(race, 4)
    assert [place(race, name) for name in ("Pink leader", "Yellow leader")] == [1, 2]


@pytest.mark.clause("L1-F3")
def test_who_fails_on_the_move_over_the_line_has_finished():
    steep = laid("2A 12B 4BR", {2: 1})
    race = standing({"Yellow rouleur": "3/1:5", "White leader": "1/1:1"}, course=steep, bunch="S/2:6", energy=60)
    ways = {ways for square, found in reach(race).items() if square.startswith("X") for ways in found}
    length = min(n for n, risk in ways if risk == "fatigue")
    square = next(square for square, found in reach(race).items() if (length, "fatigue") in found and square[0] == "X")
    to(race, square, length, "fatigue")
    had = energy(race, "Yellow rouleur")
    event(race, 1)
    assert status(race, "Yellow rouleur") == "home"
    assert energy(race, "Yellow rouleur") == had - 2 * (60 - had)


@pytest.mark.clause("L1-F4")
def test_the_empty_bunch_rides_on_and_then_leaves_the_road():
    race = standing({"Yellow leader": row(10), "White leader": row(9)}, bunch=row(34))
    assert phase(race) == "announce"
    roll_bunch(race, 3)
    assert int(race.state["bunch_turn"]) == 5
    assert due(race) == "Yellow leader", "everybody still out is behind"
    to(race, row(11))
    to(race, row(10))
    assert (int(race.state["turn"]), phase(race)) == (6, "move"), "phases 2 to 4 drop out"


@pytest.mark.clause("L1-F5")
def test_the_race_ends_three_turns_after_the_bunch():
    race = standing({"Yellow leader": row(10), "White leader": row(9)}, bunch=row(34), turn=7)
    roll_bunch(race, 3)
    moves = 0
    while not race.over:
        to(race, next(iter(by_length(race, 1))), 1)
        moves += 1
    assert (moves, int(race.state["turn"])) == (8, 10)
    assert [place(race, name) for name in ("Yellow leader", "White leader")] == [1, 2], "by race order"
    assert {status(race, name) for name in ("Yellow leader", "White leader")} == {"late"}


@pytest.mark.clause("L1-F5")
def test_the_race_ends_at_once_when_all_are_home():
    race = standing({"Yellow leader": row(36)}, bunch=row(10))
    to(race, row(37), 1)
    assert race.over


@pytest.mark.clause("L1-F6")
def test_players_rank_by_their_best_rider():
    race = standing(
        {"White leader": row(36), "Yellow leader": row(35), "Yellow rouleur": row(34), "White climber": row(5)},
        bunch=row(33),
        teams=2,
    )
    for _ in range(3):
        to(race, row(37))
    roll_bunch(race, 4)
    while not race.over:
        to(race, next(iter(reach(race))))
    assert [(str(line.name), line.place) for line in race.standings()] == [("White", 1), ("Yellow", 2)]
    assert {line.seat: line.details["riders beaten"] for line in race.standings()} == {1: 2, 0: 1}


@pytest.mark.clause("L1-O1")
def test_a_photo_finish_ranks_who_ends_further_beyond_the_line():
    race = standing(
        {"White leader": row(36), "Pink leader": row(34)},
        inside=["Yellow leader"],
        bunch=row(33),
        photo_finish=True,
        energy=20,
    )
    to(race, row(37), 1)
    assert row(38) in reach(race), "riders may ride on past the line"
    to(race, row(39), 5)
    roll_bunch(race, 5)
    pay(race, "Yellow leader")
    assert [place(race, name) for name in ("Pink leader", "Yellow leader", "White leader")] == [1, 2, 3]
    equal = standing({"White leader": row(36), "Pink leader": row(35)}, bunch=row(20), photo_finish=True)
    to(equal, row(37), 1)
    to(equal, row(37), 2)
    assert [place(equal, name) for name in ("White leader", "Pink leader")] == [1, 2], "equal: the earlier"
    later = standing({"White leader": row(36), "Pink leader": row(33)}, bunch=row(20), photo_finish=True)
    to(later, row(37), 1)
    to(later, row(36), 3)
    roll_bunch(later, 3)
    to(later, row(40))
    assert place(later, "Pink leader") == 2, "another turn"


@pytest.mark.clause("L1-O2")
def test_the_bunch_may_rank_by_energy():
    race = standing(
        {},
        inside=["Yellow leader", "White leader", "Pink leader", "Blue leader"],
        bunch=row(34),
        settle=False,
        energy={"Yellow leader": 3, "White leader": 5, "Pink leader": 3, "Blue leader": 4},
        bunch_by_energy=True,
    )
    give_tile(race, "Blue leader", 2)
    begin(race)
    roll_bunch(race, 3)
    names = ["Blue leader", "White leader", "Yellow leader", "Pink leader"]
    assert [place(race, name) for name in names] == [1, 2, 3, 4]
    assert int(race.state["home"]) == 4

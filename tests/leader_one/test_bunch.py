"""Leader 1, B.2 to B.6: attacks, the announcement, the bunch's move, dropped riders, the token."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from tests.leader_one.riding import (
    GAME,
    attack,
    attackers,
    begin,
    bunch,
    by_length,
    drop,
    due,
    energy,
    free,
    give_tile,
    laid,
    no_attacks,
    pay,
    phase,
    play_tile,
    reach,
    rider,
    roll_bunch,
    row,
    standing,
    status,
    tail_front,
    to,
    where,
)

ALL_YELLOW = ["Yellow rouleur", "Yellow leader", "Yellow climber"]


@pytest.mark.clause("L1-B2a")
def test_each_player_speaks_once_from_the_token_on():
    race = standing(
        {}, inside=["Yellow leader", "White rouleur", "White leader", "Pink leader"], bunch=row(10), holder="White"
    )
    assert (phase(race), race.actor) == ("speak", 1)
    assert attackers(race) == {"White rouleur", "White leader"}
    attack(race, "White leader", row(14), 4)
    assert (race.actor, attackers(race)) == (1, {"White rouleur"}), "one or more, in the order he likes"
    attack(race, "White rouleur", row(15), 5)
    assert race.actor == 2, "who has nobody left in the bunch has spoken"
    race.play(a.DONE)
    assert race.actor == 0
    race.play(a.DONE)
    assert phase(race) == "announce"


@pytest.mark.clause("L1-B2b", "L1-7")
@pytest.mark.parametrize(("kind", "price"), [("rouleur", 1), ("leader", 3), ("climber", 5)])
def test_an_attack_of_four_from_a_flat_hex(kind, price):
    course = laid("1A 5B 6A 2B 3A")
    for front in ("1/2:2", "1/2:6"):
        race = standing({}, inside=[f"Yellow {kind}"], bunch=front, course=course, energy=price)
        attack(race, f"Yellow {kind}")
        assert {length for ways in reach(race).values() for length, _ in ways} == {4}
        to(race, next(iter(reach(race))))
        assert energy(race, f"Yellow {kind}") == 0
        poor = standing({}, inside=[f"Yellow {kind}"], bunch=front, course=course, energy=price - 1)
        assert attackers(poor) == set()


@pytest.mark.clause("L1-B2b", "L1-B2c", "L1-8")
def test_an_attack_of_a_descender_from_a_descent():
    course = laid("1A 5B 6B 2B 3A")
    race = standing(
        {}, inside=["Yellow leader"], bunch="2/2:1", course=course, energy=4, qualities={"Yellow leader": "descender"}
    )
    attack(race, "Yellow leader")
    assert free(race) == 5
    to(race, "2/2:5", 4)
    assert energy(race, "Yellow leader") == 5


@pytest.mark.clause("L1-B2c")
def test_the_first_square_of_an_attack_may_lie_in_any_lane():
    course = laid("1A 5B 2B 3A")
    race = standing({}, inside=["Yellow rouleur"], bunch="2/2:6", course=course, energy=0)
    attack(race, "Yellow rouleur")
    assert set(by_length(race, 4)) == {"3/1:4", "3/2:4", "3/3:4"}, "four free squares downhill"
    race = standing(
        {"White leader": "3/1:1", "Pink leader": "3/2:1"},
        inside=["Yellow rouleur"],
        bunch="2/2:6",
        course=course,
        energy=0,
        settle=False,
    )
    for name in ("White leader", "Pink leader"):
        race.races[0]["punctured"][rider(race, name)] = 1
    begin(race)
    attack(race, "Yellow rouleur")
    assert set(by_length(race, 4)) == {"3/1:4", "3/2:4", "3/3:4"}
    assert free(race) == 4, "an attack has no slipstream"


@pytest.mark.clause("L1-B3a", "L1-9")
def test_the_holder_may_always_announce():
    race = standing({"Blue leader": row(28)}, bunch=row(10), holder="Blue")
    to(race, row(29))
    assert (phase(race), race.actor) == ("announce", 3), "even with nobody in the bunch"
    race.play(a.ANNOUNCE)
    race.play(a.FACE + 3)
    assert bunch(race) == row(17), "5, empty, announced: 7"


@pytest.mark.clause("L1-B4a", "L1-B4b", "L1-B4c", "L1-9")
@pytest.mark.parametrize(
    ("face", "announced", "squares", "price"),
    [(3, False, 3, 0), (4, False, 4, 0), (5, False, 5, 1), (5, True, 6, 2), ("red", True, 5, 1), ("red", False, 4, 0)],
)
def test_what_a_bunch_move_costs_those_in_it(face, announced, squares, price):
    race = standing({}, inside=["Yellow leader", "White leader"], bunch=row(10), energy=9)
    roll_bunch(race, face, announced)
    if price:
        pay(race, "Yellow leader", "White leader")
    if face == "red":
        assert phase(race) == "puncture"
    assert bunch(race) == row(10 + squares)
    assert energy(race, "Yellow leader") == energy(race, "White leader") == 9 - price


@pytest.mark.clause("L1-B4a", "L1-B4b", "L1-9")
def test_an_empty_bunch_that_is_announced_moves_seven_and_whom_it_catches_pays_three():
    race = standing({"White leader": row(15), "Yellow leader": row(13)}, bunch=row(10), energy=9)
    to(race, row(17), 2)
    to(race, row(15), 2)
    roll_bunch(race, 5, announced=True)
    pay(race, "Yellow leader", "White leader")
    assert (energy(race, "Yellow leader"), energy(race, "White leader")) == (6, 6)
    assert {status(race, name) for name in ("Yellow leader", "White leader")} == {"bunch"}


@pytest.mark.clause("L1-B4d", "L1-C3c")
def test_pay_is_settled_in_bunch_order():
    race = standing(
        {"Pink climber": row(12)},
        inside=["Yellow climber", "Yellow rouleur", "White leader", "Pink leader"],
        bunch=row(10),
        holder="White",
    )
    to(race, row(13))
    roll_bunch(race, 5)
    order = []
    while phase(race) == "settle":
        order.append(due(race))
        race.play(a.PAY)
    assert order == ["White leader", "Pink leader", "Pink climber", "Yellow rouleur", "Yellow climber"]


@pytest.mark.clause("L1-B5a", "L1-10")
def test_who_cannot_pay_is_dropped_just_behind():
    race = standing(
        {}, inside=["Yellow rouleur", "White leader"], bunch=row(10), energy={"Yellow rouleur": 1, "White leader": 20}
    )
    roll_bunch(race, 5, announced=True)
    pay(race, "White leader")
    assert (where(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == ("3/1:2", 1), "row 14, the lowest lane"
    assert int(race.state["turn"]) == 6, "he has no move in this turn"
    roll_bunch(race, 4)
    assert bunch(race) == row(20)
    assert due(race) == "Yellow rouleur"
    assert max(length for ways in reach(race).values() for length, _ in ways) == 4, "row 19 would cost 3"
    to(race, row(18), 4)
    assert (where(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == (row(18), 0)


@pytest.mark.clause("L1-B5a")
def test_a_rider_just_caught_who_cannot_pay_is_dropped_too():
    race = standing({"Yellow rouleur": row(13)}, inside=["White leader"], bunch=row(10), energy=0)
    to(race, row(14), 1)
    race.races[0]["energy"][:] = 0
    roll_bunch(race, 5)
    assert where(race, "Yellow rouleur") == row(13, 1)
    assert where(race, "White leader") == row(13, 2)


@pytest.mark.clause("L1-B5b")
def test_a_player_may_let_a_rider_drop_on_purpose():
    race = standing({}, inside=["Yellow rouleur", "White leader"], bunch=row(10), energy=9)
    roll_bunch(race, 5)
    drop(race, "Yellow rouleur")
    pay(race, "White leader")
    assert (where(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == (row(13, 1), 9)
    asked = standing({}, inside=["Yellow rouleur", "White leader"], bunch=row(10), energy=9)
    asked.play(a.ASK_ME)
    assert a.ASK_ME not in asked.legal()
    roll_bunch(asked, 3)
    drop(asked, "Yellow rouleur")
    assert where(asked, "Yellow rouleur") == row(11, 1), "whatever the bunch's move"
    assert int(asked.state["turn"]) == 6, "white is not asked: there is nothing to pay"


@pytest.mark.clause("L1-B4b", "L1-C4b")
def test_a_tile_may_be_played_to_stay():
    race = standing(
        {},
        inside=["Yellow rouleur", "White leader"],
        bunch=row(10),
        settle=False,
        energy={"Yellow rouleur": 0, "White leader": 9},
    )
    give_tile(race, "Yellow rouleur", 4)
    begin(race)
    roll_bunch(race, 5)
    assert race.legal() == [a.DROP, a.PLAY + 2]
    play_tile(race, 4)
    pay(race, "Yellow rouleur", "White leader")
    assert (energy(race, "Yellow rouleur"), status(race, "Yellow rouleur")) == (3, "bunch")


@pytest.mark.clause("L1-B5c", "L1-B1k", "L1-H7", "L1-11")
def test_just_behind_in_a_curve():
    course = laid("2A 14BL 3A", {2: 3})
    race = standing(
        {}, inside=["Yellow rouleur", "Yellow leader", "White leader"], bunch="1/2:6", course=course, energy=0
    )
    roll_bunch(race, 5)
    assert bunch(race) == "2/2:5"
    assert tail_front(race) == (420 + 180, 420 + 300)
    assert [where(race, name) for name in ("Yellow rouleur", "Yellow leader")] == ["2/2:3", "2/1:2"]
    assert where(race, "White leader") == "2/2:2"
    for square in ("2/1:3", "2/2:4"):
        behind = standing({"Yellow climber": "1/1:6"}, inside=["White leader"], bunch="2/2:2", course=course)
        roll_bunch(behind, 3)
        assert (due(behind), bunch(behind)) == ("Yellow climber", "2/2:5")
        assert not set(reach(behind)) & {"2/1:4", "2/2:5", "2/2:6"}
        to(behind, square)
        assert status(behind, "Yellow climber") == "bunch"
    short = standing({"Yellow climber": "1/1:6"}, inside=["White leader"], bunch="2/2:2", course=course)
    roll_bunch(short, 3)
    to(short, "2/2:3")
    assert where(short, "Yellow climber") == "2/2:3", "not beyond the tail"


@pytest.mark.clause("L1-B1a", "L1-B5c")
def test_riders_put_down_together_rank_as_placed():
    names = ["Yellow rouleur", "Yellow leader", "Yellow climber", "White rouleur"]
    race = standing(
        {}, inside=[*names, "Pink leader"], bunch=row(10), energy={"Pink leader": 9} | dict.fromkeys(names, 0)
    )
    roll_bunch(race, 5)
    pay(race, "Pink leader")
    assert [where(race, name) for name in names] == [row(13, 1), row(13, 2), row(13, 3), row(12, 1)]
    roll_bunch(race, 3)
    order = []
    while phase(race) == "move":
        order.append(due(race))
        to(race, next(iter(reach(race))))
    assert order == names


@pytest.mark.clause("L1-B5d", "L1-C1d")
def test_riders_behind_move_after_the_bunch_without_its_slipstream():
    race = standing({"Yellow leader": row(8), "White leader": row(6)}, inside=["Pink leader"], bunch=row(10))
    assert phase(race) == "speak", "nobody behind moves in phase 1"
    roll_bunch(race, 3)
    assert (due(race), free(race)) == ("Yellow leader", 2)
    to(race, row(9))
    assert due(race) == "White leader"


@pytest.mark.clause("L1-B6a")
def test_the_token_goes_clockwise_past_players_without_riders():
    race = standing({}, inside=["Yellow leader", "Pink leader"], bunch=row(10), holder="Yellow")
    roll_bunch(race, 3)
    assert int(race.state["holder"]) == 2, "white has nobody in the race"
    roll_bunch(race, 3)
    assert int(race.state["holder"]) == 0


@pytest.mark.clause("L1-32")
@pytest.mark.parametrize(("face", "after", "left"), [(3, "1/2:4", 26), (4, "bunch", 26), (5, "bunch", 25)])
def test_an_attack_on_the_first_turn(face, after, left):
    race = GAME.start(course="first_race", teams=2, riders="1", manual_chance=True)
    for action in (a.FIRST, a.LINEUP, a.LINEUP, a.DESCENDS, a.DESCENDS, a.FIRST):
        race.play(action)
    attack(race, "Yellow rouleur", "1/2:4", 4)
    roll_bunch(race, face)
    while phase(race) == "settle":
        race.play(a.PAY)
    assert (where(race, "Yellow rouleur"), energy(race, "Yellow rouleur")) == (after, left)


@pytest.mark.clause("L1-B4d")
def test_the_bunch_die_has_twelve_faces():
    race = standing({}, inside=ALL_YELLOW, bunch=row(10))
    no_attacks(race)
    race.play(a.SILENT)
    assert dict(zip(race.legal(), race.weights(), strict=True)) == {
        a.FACE: 4,
        a.FACE + 1: 3,
        a.FACE + 2: 1,
        a.FACE + 3: 4,
    }

"""Leader 1, C.3: punctures after a red face."""

from __future__ import annotations

import pytest

from parcours.games.leader_one import actions as a
from tests.leader_one.riding import (
    begin,
    bunch,
    by_length,
    due,
    energy,
    event,
    phase,
    rider,
    roll_bunch,
    row,
    standing,
    status,
    to,
    where,
)

PLACES = {"White climber": row(20), "Pink climber": row(5)}
INSIDE = ["Yellow rouleur", "Yellow climber", "White leader", "Pink rouleur"]


def red_turn():
    race = standing(PLACES, inside=INSIDE, bunch=row(10), teams=3, holder="Yellow")
    to(race, row(21))
    roll_bunch(race, "red")
    assert due(race) == "Pink climber"
    to(race, row(6))
    return race


@pytest.mark.clause("L1-C3a", "L1-C3b", "L1-C3c", "L1-C3e", "L1-22")
def test_everybody_rolls_first_to_last():
    race = red_turn()
    order = []
    while phase(race) == "puncture":
        order.append(due(race))
        assert len(race.legal()) == 12
        event(race, 1 if due(race) == "White leader" else 2)
    assert order == [
        "White climber",
        "Yellow rouleur",
        "Yellow climber",
        "White leader",
        "Pink rouleur",
        "Pink climber",
    ]
    assert where(race, "White leader") == row(12, 1), "just behind the bunch on rows 14 and 13"
    to(race, row(22))
    roll_bunch(race, 3)
    assert due(race) == "Pink climber"
    to(race, row(7))
    assert due(race) == "White leader", "last to move"


@pytest.mark.clause("L1-C3a")
def test_no_other_face_punctures_anybody():
    for face in (3, 4, 5):
        race = standing({}, inside=["Yellow leader"], bunch=row(10))
        roll_bunch(race, face)
        while phase(race) == "settle":
            race.play(a.PAY)
        assert (phase(race), int(race.state["turn"])) == ("speak", 6)


@pytest.mark.clause("L1-C3d", "L1-23")
@pytest.mark.parametrize("squares", [4, 5])
def test_a_punctured_rider_ahead_is_not_taken_along_before_he_is_due(squares):
    race = standing({"Blue leader": row(20)}, inside=["Yellow leader"], bunch=row(17), settle=False)
    race.races[0]["punctured"][rider(race, "Blue leader")] = 1
    begin(race)
    assert phase(race) == "speak", "he does not move in phase 1"
    roll_bunch(race, squares)
    if squares == 5:
        race.play(a.PAY)
        assert bunch(race) == row(22)
        assert due(race) == "Blue leader"
        to(race, row(21), 1)
    assert (status(race, "Blue leader"), energy(race, "Blue leader")) == ("bunch", 20 if squares == 4 else 21)
    assert int(race.state["turn"]) == 6


@pytest.mark.clause("L1-C3d")
def test_several_punctured_move_in_race_order():
    race = standing(
        {"White leader": row(20), "Pink leader": row(19), "Blue leader": row(5)}, bunch=row(10), settle=False
    )
    for name in ("White leader", "Pink leader"):
        race.races[0]["punctured"][rider(race, name)] = 1
    begin(race, "Blue")
    roll_bunch(race, 3)
    order = []
    for _ in range(3):
        order.append(due(race))
        to(race, next(iter(by_length(race, 1))), 1)
    assert order == ["Blue leader", "White leader", "Pink leader"]


@pytest.mark.clause("L1-C3e", "L1-C3d")
def test_who_punctures_in_the_bunch_is_put_just_behind():
    race = standing({}, inside=["Yellow leader", "White leader"], bunch=row(10))
    roll_bunch(race, "red")
    event(race, 1, 1)
    assert [where(race, name) for name in ("Yellow leader", "White leader")] == [row(12, 1), row(12, 2)]
    roll_bunch(race, 3)
    assert due(race) == "Yellow leader"
    assert int(race.state["empty"]) == 1


@pytest.mark.clause("L1-C3f")
def test_a_punctured_riders_square_may_be_ridden_over():
    places = {
        "White rouleur": row(11, 1),
        "White leader": row(11, 2),
        "White climber": row(11, 3),
        "Yellow rouleur": row(10),
    }
    race = standing(places, energy=0, settle=False)
    for name in list(places)[:3]:
        race.races[0]["punctured"][rider(race, name)] = 1
    begin(race)
    assert due(race) == "Yellow rouleur"
    assert by_length(race, 1) == {}, "not stopped on"
    assert set(by_length(race, 2)) == {row(12, lane) for lane in (1, 2, 3)}
    to(race, row(12), 2)
    assert energy(race, "Yellow rouleur") == 1, "without extra cost"
    roll_bunch(race, 3)
    to(race, row(13, 1), 2)
    assert int(race.state["punctured"][rider(race, "White rouleur")]) == 0, "until he has moved"


@pytest.mark.clause("L1-F4")
def test_no_punctures_once_the_bunch_is_home():
    race = standing({"Blue leader": row(20)}, inside=["Yellow leader"], bunch=row(35), settle=False)
    begin(race)
    roll_bunch(race, "red")
    assert status(race, "Yellow leader") == "home"
    to(race, row(21))
    assert phase(race) == "move", "the next turn"

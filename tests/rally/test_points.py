"""Score A of a stage: RA-P1 to RA-P4; the rest of RA-P is in test_tour."""

from __future__ import annotations

import pytest

from parcours.games.rally.sheet import score_sheet
from parcours.games.rally.state import LEFT, OUT, OVER_PHASE
from tests.rally.driving import CARS, NAMES, at_start, begun, phase, score


def over(left: dict[str, int], destroyed: tuple[str, ...] = ()):
    """A stage that is over. `left` has the cars, in start order, with the turns in which they left."""
    names = (*left, *destroyed)
    race = at_start(len(names))
    state = race.races[0]
    for position, name in enumerate(names, 1):
        car = CARS[name]
        state["start"][car] = position
        state["order"][position - 1] = car
        state["status"][car] = OUT if name in destroyed else LEFT
        state["left_turn"][car] = left.get(name, 0)
    state["phase"] = OVER_PHASE
    race.look_again()
    return race


FOUR = {"Red": 20, "Blue": 18, "Yellow": 18, "Green": 22}
"""I to IV of the example: II and III leave, I 2 turns later, IV 4 turns later."""


@pytest.mark.clause("RA-21", "RA-P1", "RA-P2")
def test_the_order_of_the_rulebooks_example():
    race = over(FOUR)
    assert [score(race, name) for name in FOUR] == [1, -2, -3, 0]
    assert [str(row.name) for row in race.standings()] == ["Yellow", "Blue", "Green", "Red"]
    assert [row.place for row in race.standings()] == [1, 2, 3, 4]
    assert [str(row.score) for row in race.standings()] == ["score A: −3", "score A: −2", "score A: 0", "score A: 1"]


@pytest.mark.clause("RA-22", "RA-P4", "RA-P9", "RA-R4")
def test_a_destroyed_car_scores_as_the_last_to_arrive_plus_2():
    race = over(FOUR, ("Violet",))
    assert score(race, "Violet") == 3
    from parcours.games.rally.game import GAME

    carried = GAME.tour.carried(5, GAME.tour.presets[0].stages, [GAME.tour.result(race.state, race.setup.course)])
    following = begun(5, carried=carried)
    assert [NAMES[car] for car in following.races[0]["order"][:5]] == ["Yellow", "Blue", "Green", "Red", "Violet"]
    assert phase(following) == "lay"
    assert following.actor == CARS["Violet"]


@pytest.mark.clause("RA-P1")
def test_cars_that_leave_in_the_same_turn_are_level_whatever_their_order_in_it():
    race = over({"Red": 18, "Blue": 18, "Yellow": 19})
    assert [line.behind for line in score_sheet(race.state)] == [0, 0, 1]


@pytest.mark.clause("RA-P3")
def test_equal_scores_share_the_place():
    race = over({"Red": 18, "Blue": 19, "Yellow": 19})
    assert [score(race, name) for name in ("Red", "Blue", "Yellow")] == [-1, -1, -2]
    assert [(str(row.name), row.place) for row in race.standings()] == [("Yellow", 1), ("Red", 2), ("Blue", 2)]
    turns_driven = {name: turn - position for position, (name, turn) in enumerate({"R": 18, "B": 19, "Y": 19}.items())}
    assert turns_driven == {"R": 18, "B": 18, "Y": 17}, "turns driven rank alike"


@pytest.mark.clause("RA-P4")
def test_all_eliminated_cars_score_the_same():
    race = over({"Red": 18}, ("Blue", "Yellow"))
    assert [score(race, name) for name in ("Red", "Blue", "Yellow")] == [-1, 1, 1]


@pytest.mark.clause("RA-P4")
def test_if_no_car_leaves_all_score_0():
    race = over({}, ("Red", "Blue"))
    assert [score(race, name) for name in ("Red", "Blue")] == [0, 0]
    assert [row.place for row in race.standings()] == [1, 1]


@pytest.mark.clause("RA-P2")
def test_the_sheet_and_the_rules_agree():
    from parcours.games.rally.rules.points import score_a

    for race in (over(FOUR), over(FOUR, ("Violet",)), over({}, ("Red", "Blue"))):
        state = race.races[0]
        for line in score_sheet(race.state):
            assert line.score == int(score_a(state, line.car))


def test_on_the_road_the_standings_tell_who_would_win_now():
    race = at_start(2)
    state = race.races[0]
    state["turn"] = 8
    state["status"][:2] = 1
    state["place"][:2] = (40, 39)
    race.look_again()
    assert [str(row.name) for row in race.standings()] == ["Blue", "Red"], "Blue started a turn later"

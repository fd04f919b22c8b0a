"""Breaking Away: teams, circuit, dividing the points."""

from __future__ import annotations

import pytest

from parcours.errors import BadOptionError, IllegalActionError
from parcours.games.breaking_away.actions import FACTOR, OWN, QUICK
from tests.breaking_away.riding import GAME, distance, factors, rider


def divide(*sheet: int, teams: int = 3):
    """A race in which Red has written these factors, one after the other."""
    race = GAME.start(teams=teams, manual_chance=True)
    race.play(OWN)
    for value in sheet:
        race.play(FACTOR + value)
    return race


@pytest.mark.clause("BA-S1")
def test_three_to_six_teams_of_four_riders_ride():
    for teams in range(3, 7):
        state = GAME.start(teams=teams).state
        assert int(state["riding"]) == 4 * teams
    for teams in (2, 7, 0, -1):
        with pytest.raises(BadOptionError, match=f"teams must be 3 to 6, not {teams}"):
            GAME.start(teams=teams)
    assert [str(GAME.rider_name(n)) for n in range(5)] == ["Red 1", "Red 2", "Red 3", "Red 4", "Blue 1"]


@pytest.mark.clause("BA-S2")
def test_the_circuit_has_forty_squares_and_the_race_a_hundred():
    course = GAME.course()
    assert len(course.road.squares) == 40
    assert [int(line["at"]) for line in course.road.lines] == [33, 73, 100]
    assert [line.kind for line in course.lines] == ["sprint", "sprint", "finish"]
    assert [int(line["at"]) % 40 for line in course.road.lines] == [33, 33, 20]


@pytest.mark.clause("BA-S3")
def test_the_points_of_each_rider_are_divided_among_its_factors():
    race = divide(15, 10, 5, 15, 9, 1, 15, 2, 13)
    assert [factors(race, f"Red {n}") for n in (1, 2, 3, 4)] == [[15, 10, 5], [15, 9, 1], [1, 15, 4], [2, 13, 1]]


@pytest.mark.clause("BA-S3")
def test_rider_one_may_have_four_factors_and_the_last_writes_itself():
    race = divide(8, 8, 8)
    assert factors(race, "Red 1") == [8, 8, 8, 6]
    race = divide(8, 8, 14)
    assert factors(race, "Red 1") == [8, 8, 14]


@pytest.mark.clause("BA-S3")
def test_the_other_riders_have_three_factors():
    race = divide(8, 8, 8, 10, 5)
    assert factors(race, "Red 2") == [10, 5, 10]
    race.play(FACTOR + 4)
    race.play(FACTOR + 15)
    assert factors(race, "Red 3") == [4, 15, 1]
    assert race.actor == 0
    race.play(FACTOR + 7)
    race.play(FACTOR + 8)
    assert factors(race, "Red 4") == [7, 8, 1]
    assert race.actor == 1


@pytest.mark.clause("BA-S4")
def test_no_initial_factor_exceeds_fifteen():
    race = divide()
    assert FACTOR + 15 in race.legal()
    assert max(race.legal()) == FACTOR + 15
    race = divide(1)  # 29 left for three boxes: any from 1 to 15
    race.play(FACTOR + 1)  # 28 left for two boxes: at least 13 each
    assert race.legal() == [FACTOR + 13, FACTOR + 14, FACTOR + 15]


@pytest.mark.clause("BA-S5")
def test_every_initial_factor_is_at_least_one():
    race = divide(15)
    assert FACTOR + 1 in race.legal()
    assert FACTOR not in [a for a in race.legal() if a != OWN]
    race = divide(15, 10, 5, 15)  # Red 2 has 10 left for two boxes
    assert FACTOR + 9 in race.legal()
    assert FACTOR + 10 not in race.legal()


@pytest.mark.clause("BA-S3", "BA-S4", "BA-S5")
def test_every_way_through_the_dividing_gives_a_sheet_that_keeps_the_rules():
    """All divisions of every rider, tried out: they are exactly those the rulebook allows."""
    wanted = {
        0: {(a, b, c) for a in R for b in R for c in R if a + b + c == 30}
        | {(a, b, c, d) for a in R for b in R for c in R for d in R if a + b + c + d == 30},
        1: {(a, b, c) for a in R for b in R for c in R if a + b + c == 25},
        2: {(a, b, c) for a in R for b in R for c in R if a + b + c == 20},
        3: {(a, b, c) for a in R for b in R for c in R if a + b + c == 16},
    }
    race = divide()
    for number in range(4):
        found = set()
        _walk(race, number, found)
        assert found == wanted[number]
        while int(race.races[0]["pencil"]) == number:
            race.play(race.legal()[0])


R = range(1, 16)


def _walk(race, number: int, found: set) -> None:
    for action in race.legal():
        race.play(action)
        if race.actor == 0 and int(race.races[0]["pencil"]) == number:
            _walk(race, number, found)
        else:
            found.add(tuple(factors(race, f"Red {number + 1}")))
        race.undo()


@pytest.mark.clause("BA-S6")
def test_all_riders_start_on_the_line():
    race = GAME.start(teams=3)
    assert [distance(race, f"Red {n}") for n in (1, 2, 3, 4)] == [0, 0, 0, 0]


@pytest.mark.clause("BA-O3")
def test_staggered_start_sets_the_higher_numbers_back():
    race = GAME.start(teams=3, staggered_start=True)
    assert [distance(race, f"Blue {n}") for n in (1, 2, 3, 4)] == [0, -1, -2, -3]
    squares = [GAME.scene(race, 0).pieces[rider(f"Blue {n}")].square for n in (1, 2, 3, 4)]
    assert squares == [0, 39, 38, 37]


@pytest.mark.clause("BA-S8")
def test_the_quick_line_up():
    race = GAME.start(teams=3)
    race.play(QUICK)
    assert [factors(race, f"Red {n}") for n in (1, 2, 3, 4)] == [[5, 6, 7, 12], [6, 7, 12], [4, 5, 11], [3, 4, 9]]
    assert race.actor == 1


@pytest.mark.clause("BA-S7")
def test_sheets_are_private_until_announced_or_read_out():
    race = GAME.start(teams=3, manual_chance=True)
    for _ in range(3):
        race.play(QUICK)
    race.play(race.legal()[0])
    for spectator in (-1, 1, 2):
        view = race.view(spectator)
        assert set(view["factor"][rider("Red 1")]) == {-1}
        assert sorted(view["factor"][rider("Red 2")]) == [-1, -1, -1, 0]
    assert list(race.view(0)["factor"][rider("Red 1")]) == [5, 6, 7, 12]
    while race.turn == 1:
        race.play(race.legal()[0])
    # Red 1 announced 5: three secret factors are left, and what was read out at the end of the turn.
    seen = sorted(race.view(1)["factor"][rider("Red 1")])
    assert seen[:3] == [-1, -1, -1]
    assert seen[3] >= 3


@pytest.mark.clause("BA-S7")
def test_open_sheets_are_open_once_all_are_handed_in():
    race = GAME.start(teams=3, open_sheets=True, manual_chance=True)
    race.play(QUICK)
    assert set(race.view(1)["factor"][rider("Red 1")]) == {-1}
    race.play(QUICK)
    race.play(QUICK)
    assert list(race.view(1)["factor"][rider("Red 1")]) == [5, 6, 7, 12]


@pytest.mark.parametrize(
    ("sheet", "wrong"),
    [((), 16), ((), 0), ((15,), 15), ((1, 1), 12), ((15, 10, 5, 15), 10), ((15, 10, 5, 1), 8)],
)
@pytest.mark.clause("BA-S3", "BA-S4", "BA-S5")
def test_a_line_up_that_breaks_the_rules_is_refused_and_changes_nothing(sheet, wrong):
    race = divide(*sheet)
    before = race.digest()
    with pytest.raises(IllegalActionError, match="is not legal now"):
        race.play(FACTOR + wrong)
    assert race.digest() == before

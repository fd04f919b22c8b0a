"""Um Reifenbreite, chapters 1 to 5: contents, levels, routes, teams, the start."""

from __future__ import annotations

from collections import Counter

import pytest

from parcours.errors import BadOptionError
from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite import tables
from parcours.games.um_reifenbreite.sheet import people_standings
from parcours.games.um_reifenbreite.state import FIELD, HOME, PHOTOS, RIDERS
from tests.um_reifenbreite.riding import GAME, die, due, offered_means, phase, rider, shirt, standing, throw, where


def placing(*throws: int, teams: int = 4, course: str = "A"):
    race = GAME.start(course=course, level="A", teams=teams, manual_chance=True)
    for face in throws:
        die(race, face)
    return race


def put(race, name: str, square: str) -> None:
    race.play(a.RIDER + int(name) % 10 - 1)
    grid = {race.notation(action).split(" on ")[1]: action for action in race.legal()}
    race.play(grid[square])


def squares_for(race, name: str) -> set[str]:
    other = race.copy()
    other.play(a.RIDER + int(name) % 10 - 1)
    return {other.notation(action).split(" on ")[1] for action in other.legal()}


@pytest.mark.clause("UR-1a", "UR-4a")
def test_the_contents_are_those_of_the_box():
    assert FIELD == 16
    assert [shirt(r) for r in range(16)] == [str(10 * t + n) for t in (2, 3, 4, 5) for n in (1, 2, 3, 4)]
    assert [str(team.name) for team in GAME.teams] == ["Toughs", "Men of Steel", "Big Calves", "Blackmailers"]
    assert 4 * sum(map(sum, tables.LONG_DEAL)) == 56
    assert len(tables.LUCK_TITLES) == 22
    assert PHOTOS == 6
    for deal in (tables.LONG_DEAL, tables.SHORT_DEAL):
        leader, *others = (sum(cards) for cards in deal[:4])
        assert all(leader > other for other in others)


@pytest.mark.clause("UR-2a")
def test_option_a_ignores_colours_cards_and_luck():
    race = standing({"21": "M3/1:1", "33": "F1/1:10"}, course="B", level="A")
    assert not race.races[0]["hand"].any()
    assert offered_means(race) == {"dice"}
    throw(race, 7)
    assert phase(race) == "ride"
    assert int(race.races[0]["allowance"]) == 7
    assert GAME.course().name == "Paris Roubaix"
    file = standing({"21": "M1/1:1", "33": "F1/1:10"}, course="B", level="A")
    throw(file, 4)
    file.play(a.RIDE)
    assert (phase(file), due(file)) == ("follow", "33"), "colours never part a file"


@pytest.mark.clause("UR-2b", "UR-2c", "UR-2d")
@pytest.mark.parametrize(("level", "allowance", "cards", "luck"), [
    ("A", 7, False, False), ("B", 2, False, False), ("C", 2, True, False), ("D", 2, True, True),
])  # fmt: skip
def test_each_option_adds_to_the_one_before(level, allowance, cards, luck):
    race = standing({"21": "M3/1:1"}, course="B", level=level)
    assert ("one card" in offered_means(race)) == cards
    throw(race, 7)
    assert (phase(race) == "luck") == luck
    if not luck:
        assert int(race.races[0]["allowance"]) == allowance


@pytest.mark.clause("UR-2b", "UR-20a")
@pytest.mark.parametrize("level", "ABCD")
@pytest.mark.parametrize("course", "ABCD")
def test_any_level_is_ridden_on_any_route(level, course):
    race = GAME.start(course=course, level=level, teams=2)
    assert race.setup.course.id == f"ring:{course}"
    assert race.setup.options["level"] == level


@pytest.mark.clause("UR-2e", "UR-20a")
def test_every_switch_works_with_every_option():
    for level in "ABCD":
        for name in ("cheating", "sprints", "relays", "stages"):
            race = standing({"21": "H2/1:2", "31": "H2/1:1"}, course="D", level=level, **{name: True})
            assert bool(race.races[0][name])
            assert (phase(race) == "ask") == (name == "relays")
            if name == "cheating":
                assert {"short tow", "long tow"} <= offered_means(race)
    with pytest.raises(BadOptionError, match="A or B or C or D"):
        GAME.start(level="E")


@pytest.mark.clause("UR-3a")
def test_the_program_fills_in_the_sheet_and_nobody_has_special_powers():
    race = standing({"21": "H2/1:12", "31": "H2/2:1"}, level="A")
    throw(race, 2)
    race.play(race.legal()[-1])
    assert race.standings()[0].points == 50
    assert not [field for field in GAME.record.names if "commissioner" in field]


@pytest.mark.clause("UR-3b")
@pytest.mark.parametrize(("route", "name", "start", "sprints", "finish", "cards", "rows"), [
    ("A", "Paris Roubaix", "S2", {"D": (11, 8, 5)}, "A", 7, 68),
    ("B", "Liège Bastogne Liège", "S1", {"B": (11, 8, 5)}, "C", 7, 74),
    ("C", "Giro d'Italia", "S2", {"D": (11, 8, 5), "A": (7, 5, 3), "B": (5, 4, 2)}, "C", 14, 130),
    ("D", "Tour de France", "S1", {"B": (11, 8, 5), "C": (7, 5, 3), "E": (5, 4, 2)}, "A", 14, 138),
])  # fmt: skip
def test_the_four_routes(route, name, start, sprints, finish, cards, rows):
    course = GAME.course(route)
    assert (course.name, course.legs[0]) == (name, start)
    assert {line.name: line.scores for line in course.lines if line.kind == "sprint"} == sprints
    assert (course.lines[-1].name, course.lines[-1].kind, course.lines[-1].at) == (finish, "finish", rows)
    race = GAME.start(course=route, level="C")
    assert [int(race.state["hand"][team].sum()) for team in range(4)] == [cards] * 4


@pytest.mark.clause("UR-3c")
def test_the_colours_mean_flat_cobbles_climb_and_descent():
    from parcours.engine.road import TERRAINS

    course = GAME.course("D")
    for square, terrain in (("F1/1:1", "flat"), ("K2/1:1", "cobbles"), ("E1/1:1", "climb"), ("E2/1:1", "descent")):
        assert TERRAINS[course.road.squares["terrain"][course.square_at(square)]] == terrain


@pytest.mark.clause("UR-4b")
def test_the_yellow_rider_is_only_another_figure():
    race = standing({"21": "H2/1:2"}, course="C", level="C", sprints=True)
    race.races[0]["jersey"] = rider("21")
    piece = next(p for p in GAME.scene(race, 0).pieces if p.id == f"r{rider('21')}")
    assert "yellow" in piece.badges
    assert piece.label == "21"
    assert race.setup.course.square_name(piece.square) == "H2/1:2"
    without = standing({"21": "H2/1:2"}, course="C", level="C")
    assert not any("yellow" in p.badges for p in GAME.scene(without, 0).pieces)


@pytest.mark.clause("UR-4c")
def test_2_to_4_teams_ride_and_a_person_may_run_two():
    for teams in (2, 3, 4):
        assert int((GAME.start(teams=teams, level="A").state["status"] == 0)[: teams * RIDERS].sum()) == 4 * teams
    for teams in (1, 5):
        with pytest.raises(BadOptionError):
            GAME.start(teams=teams)
    race = GAME.start(teams=4, level="A", manual_chance=True)
    state = race.races[0]
    order = ["21", "31", "41", "51", "22", "23", "24", "42", "43", "44", "32", "33", "34", "52", "53", "54"]
    for place, name in enumerate(order):
        state["place"][rider(name)], state["status"][rider(name)] = place + 1, HOME
    totals = {row.seat: row.points for row in race.standings()}
    table = people_standings(state, race.setup.course, {"Ada": (0, 3), "Bob": (1, 2)})
    assert {name: points for name, _, points in table} == {
        "Ada": totals[0] + totals[3], "Bob": totals[1] + totals[2],
    }  # fmt: skip
    assert table[0][2] > table[1][2]
    assert [place for _, place, _ in table] == [1, 2]
    few = GAME.start(teams=2, level="A", manual_chance=True)
    for number in range(8):
        few.races[0]["place"][number] = number + 1
    assert sum(row.points for row in few.standings()) == 50 + 40 + 35 + 32 + 30 + 28 + 26 + 24


@pytest.mark.clause("UR-5a", "UR-5c")
def test_the_start_has_4_lanes_of_4_squares_and_every_one_gets_a_rider():
    race = placing(1, 2, 3, 4)
    seats = []
    while race.turn == 0:
        seats.append(race.actor)
        race.play(race.legal()[0])
        race.play(race.legal()[-1])
    assert seats == [3, 0, 1, 2] * 4, "from the highest to the left, one rider at a time"
    grid = {f"S2/{lane}:{row}" for lane in range(1, 5) for row in range(1, 5)}
    assert {where(race, shirt(r)) for r in range(16)} == grid


@pytest.mark.clause("UR-5c", "UR-20b")
def test_the_manager_picks_rider_and_square_freely():
    race = placing(6, 2, 3, 4)
    assert race.actor == 0
    assert len(race.legal()) == 4
    assert all(len(squares_for(race, name)) == 16 for name in ("21", "22", "23", "24"))
    put(race, "23", "S2/3:1")
    assert race.actor == 1
    assert len(squares_for(race, "31")) == 15


@pytest.mark.clause("UR-5b", "UR-21a")
def test_the_highest_throw_places_first_and_those_tied_throw_again():
    race = placing(5, 2, 5)
    assert race.actor == -1
    assert race.weights() == [1] * 6
    die(race, 5)
    again = []
    for face in (3, 3, 1):
        again.append(_who_throws(race))
        die(race, face)
    assert again == [0, 2, 3], "the three who were tied"
    assert race.actor == -1, "two of them are tied once more"
    die(race, 2)
    die(race, 4)
    assert race.actor == 2


def _who_throws(race) -> int:
    return int(race.races[0]["placer"])


@pytest.mark.clause("UR-E2", "UR-5e")
def test_example_2_three_teams():
    race = placing(5, 5, 3, teams=3)
    assert race.actor == -1
    assert _who_throws(race) == 0
    die(race, 2)
    assert _who_throws(race) == 1
    die(race, 6)
    assert race.actor == 1
    assert squares_for(race, "31") == {f"S2/{lane}:{row}" for lane in (1, 2, 3, 4) for row in (2, 3, 4)}
    while race.turn == 0:
        race.play(race.legal()[0])
    assert len({where(race, shirt(r)) for r in range(12)}) == 12


@pytest.mark.clause("UR-E1", "UR-5d")
def test_example_1_no_lane_twice():
    race = placing(6, 2, 3, 4)
    for name, square in (("21", "S2/1:4"), ("31", "S2/1:1"), ("41", "S2/1:2"), ("51", "S2/1:3"), ("22", "S2/2:2"),
                         ("32", "S2/2:1"), ("42", "S2/2:3"), ("52", "S2/2:4"), ("23", "S2/3:4"), ("33", "S2/3:1"),
                         ("43", "S2/3:2"), ("53", "S2/3:3")):  # fmt: skip
        put(race, name, square)
    assert squares_for(race, "24") == {"S2/4:1", "S2/4:2", "S2/4:3", "S2/4:4"}


@pytest.mark.clause("UR-5d")
def test_each_lane_gets_one_rider_of_each_team():
    race = placing(6, 2, 3, 4, course="D")
    while race.turn == 0:
        race.play(race.legal()[-1])
    lanes = Counter((shirt(r)[0], where(race, shirt(r))[:4]) for r in range(16))
    assert set(lanes.values()) == {1}

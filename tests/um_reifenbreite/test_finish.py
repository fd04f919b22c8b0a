"""Um Reifenbreite, chapters 17 and 18: the finish and the score sheet."""

from __future__ import annotations

import pytest

from parcours.games.um_reifenbreite.sheet import score_sheet
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS
from tests.um_reifenbreite.riding import (
    GAME,
    begin,
    die,
    due,
    follow,
    give,
    means,
    phase,
    reach,
    ride,
    rider,
    shirt,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip

EXAMPLE_27 = {"31": "H2/2:6", "43": "H2/2:5", "52": "H2/2:4", "24": "H2/2:3", "33": "H2/3:6", "41": "G5/1:1"}


def places(race, *names: str) -> list[int]:
    return [int(race.races[0]["place"][rider(name)]) for name in names]


@pytest.mark.clause("UR-17a")
def test_over_the_finish_the_whole_allowance_is_ridden_or_the_rider_stops_before():
    race = standing({"21": "H2/1:10"})
    throw(race, 5)
    beyond = {square: lengths for square, lengths in reach(race).items() if square.startswith("X")}
    assert beyond == {f"X/{lane}:3": {5} for lane in (1, 2, 3, 4)}
    assert {"H2/1:11", "H2/1:12", "H2/2:12"} <= set(reach(race))


@pytest.mark.clause("UR-17a", "UR-6f")
def test_unless_it_is_blocked_on_its_path():
    wall = {"31": "X/1:3", "41": "X/2:3", "51": "X/3:3", "52": "X/4:3"}
    race = standing({"21": "H2/1:12", "22": "K1/1:1", **wall}, moved=tuple(wall))
    assert due(race) == "21"
    throw(race, 5)
    assert set(reach(race)) == {f"X/{lane}:2" for lane in (1, 2, 3)}


@pytest.mark.clause("UR-E27", "UR-17b")
def test_example_27():
    race = standing(EXAMPLE_27)
    assert due(race) == "31"
    throw(race, 9)
    to(race, "X/2:3")
    follow(race, "43", "52", "24")
    assert [where(race, name) for name in ("31", "43", "52", "24")] == ["X/2:3", "X/2:2", "X/2:1", "H2/2:12"]
    assert places(race, "31", "43", "52", "24") == [1, 2, 3, 0]
    assert due(race) == "33"


@pytest.mark.clause("UR-E28", "UR-17c")
def test_example_28():
    race = standing(EXAMPLE_27)
    throw(race, 9)
    to(race, "X/2:3")
    follow(race, "43", "52", "24")
    throw(race, 5)
    assert {"H2/1:11", "H2/2:11"} <= set(reach(race))
    to(race, "H2/2:11")
    ride(race, 2, "G5/1:3")
    assert race.turn == 6
    assert [status(race, name) for name in ("31", "43", "52")] == ["home"] * 3
    assert due(race) == "24", "finished riders are out of the race order"
    throw(race, 2)
    assert "X/2:2" in reach(race)
    to(race, "X/2:2")
    follow(race, "33")
    assert where(race, "33") == "X/2:1"
    assert places(race, "24", "33") == [4, 5]
    line = next(x for x in score_sheet(race.state, race.setup.course).riders if x.rider == rider("33"))
    assert line.arrival == 30


@pytest.mark.clause("UR-E29")
def test_example_29():
    race = standing(EXAMPLE_27, level="C")
    give(race, "31", "6m")
    means(race, "one card away")
    die(race, 3)
    to(race, "X/2:3")
    assert places(race, "31", "43") == [1, 0]
    assert (phase(race), due(race)) == ("two dice", "33")
    throw(race, 7)
    assert "X/3:1" in reach(race)
    to(race, "X/3:1")
    assert places(race, "33") == [2]
    line = next(x for x in score_sheet(race.state, race.setup.course).riders if x.rider == rider("33"))
    assert line.arrival == 40


@pytest.mark.clause("UR-17c")
def test_a_finished_rider_blocks_its_square_until_the_round_ends():
    race = standing({"31": "H2/2:12", "33": "H2/2:10", "41": "G5/1:1"})
    throw(race, 2)
    to(race, "X/2:2")
    throw(race, 4)
    assert "X/2:2" not in reach(race)
    to(race, "X/1:2")
    ride(race, 2, "G5/1:3")
    assert where(race, "31") == "off"


def all_home_but(*names: str, **how: object):
    """The others are home, in the order of their numbers."""
    race = standing(dict(how.pop("at").items()), settle=False, **how)  # type: ignore[attr-defined,arg-type]
    state = race.races[0]
    for number in range(16):
        if shirt(number) not in names:
            state["home"] += 1
            state["status"][number], state["place"][number] = 5, state["home"]
    begin(race)
    return race


@pytest.mark.clause("UR-17d")
def test_the_last_one_left_takes_the_last_place_at_once():
    race = all_home_but("21", "31", at={"21": "H2/1:12", "31": "G5/1:1"})
    throw(race, 3)
    race.play(race.legal()[-1])
    assert race.over
    assert places(race, "21", "31") == [15, 16]


@pytest.mark.clause("UR-17d", "UR-14e")
def test_also_beside_the_road_and_of_the_rounds_end_only_the_jersey_counts():
    race = all_home_but("21", "31", at={"21": "H2/1:12"}, sprints=True)
    state = race.races[0]
    state["status"][rider("31")], state["left"][rider("31")], state["left_at"][rider("31")] = 3, 1, 100
    state["jersey"] = state["jersey_before"] = rider("31")
    state["sprint_place"][rider("31"), 0] = 1
    throw(race, 3)
    race.play(race.legal()[-1])
    assert race.over
    assert places(race, "21", "31") == [15, 16]
    assert where(race, "31") == "off"
    assert int(race.races[0]["marks"][rider("31"), 0]) == 1


@pytest.mark.clause("UR-17e")
def test_ties_go_to_the_best_placed_rider_who_is_not_disqualified():
    race = GAME.start(teams=2, level="A", manual_chance=True, cheating=True)
    state = race.races[0]
    order = ("21", "31", "32", "22", "23", "33", "34", "24")
    for place, name in enumerate(order, 1):
        state["place"][rider(name)] = place
    first, second = (row.points for row in race.standings())
    assert (first, second) == (50 + 32 + 30 + 24, 40 + 35 + 28 + 26)
    state["marks"][rider("31"), 0] = 3
    state["sprint_place"][rider("32"), 0] = 0
    difference = first - second - 6
    assert difference == 1
    state["place"][rider("21")], state["place"][rider("31")] = 2, 1
    state["photos"][:8], state["verdict"] = 1, 1
    assert [row.place for row in race.standings()] == [1, 1], "nobody left: they share the place"
    state["photos"][rider("24")] = 0
    assert race.standings()[0].seat == 0
    level = GAME.start(teams=2, level="A", manual_chance=True)
    level.races[0]["place"][[rider("21"), rider("31")]] = 3, 0
    level.races[0]["sprint_place"][rider("31"), 0] = 0
    level.races[0]["marks"][rider("31"), 0], level.races[0]["marks"][rider("32"), 0] = 17, 0
    level.races[0]["marks"][rider("21"), 0] = 0
    assert [(row.seat, row.points) for row in level.standings()] == [(0, 35), (1, 34)]
    level.races[0]["place"][rider("21")], level.races[0]["marks"][rider("31"), 0] = 4, 16
    assert [(row.seat, row.points) for row in level.standings()] == [(0, 32), (1, 32)], "whose best rider is home"


# ----------------------------------------------------------------------------------------------- the sheet

ARRIVAL = ("31", "43", "51", "42", "33", "21", "23", "53", "52", "22", "24", "41", "32", "54", "44", "34")


def sample_sheet():
    """The sample sheet: sprints as in UR-E24, riders in their order of arrival."""
    race = GAME.start(course="C", level="D", sprints=True, cheating=True, manual_chance=True)
    state = race.races[0]
    for sprint, scorers in enumerate((("21", "33", "42"), ("42", "51", "43"), ("43", "31", "51"))):
        for place, name in enumerate(scorers, 1):
            state["sprint_place"][rider(name), sprint] = place
    state["marks"][rider("21"), 0], state["marks"][rider("42"), 1] = 4, 8
    for place, name in enumerate(ARRIVAL, 1):
        state["place"][rider(name)] = place
    return race


@pytest.mark.clause("UR-E30", "UR-18d", "UR-18e", "UR-18f", "UR-18g")
def test_example_30_the_sample_sheet():
    race = sample_sheet()
    sheet = score_sheet(race.state, race.setup.course)
    lines = [(shirt(x.rider), x.arrival, x.on_the_way, x.total) for x in sheet.riders]
    assert lines == [
        ("31", 50, 4, 54), ("43", 40, 8, 48), ("51", 35, 7, 42), ("42", 32, 28, 60), ("33", 30, 8, 38),
        ("21", 28, 19, 47), ("23", 26, 0, 26), ("53", 24, 0, 24), ("52", 22, 0, 22), ("22", 20, 0, 20),
        ("24", 18, 0, 18), ("41", 16, 0, 16), ("32", 14, 0, 14), ("54", 12, 0, 12), ("44", 10, 0, 10), ("34", 8, 0, 8),
    ]  # fmt: skip
    assert [[x.total for x in sheet.team(seat)] for seat in range(4)] == [
        [47, 20, 26, 18], [54, 14, 38, 8], [16, 60, 48, 10], [42, 22, 24, 12],
    ]  # fmt: skip
    assert [sheet.team_total(seat) for seat in range(4)] == [111, 114, 134, 100]
    assert str(race.standings()[0].name) == "Big Calves"
    assert [row.points for row in race.standings()] == [134, 114, 111, 100]


@pytest.mark.clause("UR-E30", "UR-18h", "UR-13d")
def test_example_30_with_42_disqualified():
    race = sample_sheet()
    race.races[0]["photos"][rider("42")], race.races[0]["verdict"] = 0b1, 0b11
    sheet = score_sheet(race.state, race.setup.course)
    assert [sheet.team_total(seat) for seat in range(4)] == [111, 114, 74, 100]
    assert str(race.standings()[0].name) == "Men of Steel"
    assert [x.place for x in sheet.riders] == list(range(1, 17)), "nobody moves up"
    assert sheet.verdict == (1, 2)
    line = next(x for x in sheet.riders if x.disqualified)
    assert (shirt(line.rider), line.photos, line.total) == ("42", (1,), 0)


@pytest.mark.clause("UR-18a", "UR-18b", "UR-18c")
def test_the_sprint_boxes():
    boxes = score_sheet(sample_sheet().state, GAME.course("C")).boxes
    told = [(box.line, [(shirt(x.rider), x.won, x.jersey, x.total) for x in box.riders]) for box in boxes]
    assert told == [
        ("D", [("21", 11, 8, 19), ("33", 8, 0, 8), ("42", 5, 0, 5)]),
        ("A", [("42", 7, 16, 23), ("51", 5, 0, 5), ("43", 3, 0, 3)]),
        ("B", [("43", 5, 0, 5), ("31", 4, 0, 4), ("51", 2, 0, 2)]),
    ]
    assert [box.line for box in score_sheet(GAME.start(course="A", sprints=True).state, GAME.course("A")).boxes] == [
        "D"
    ]


@pytest.mark.clause("UR-18d", "UR-2a")
def test_points_by_place():
    assert ARRIVAL_POINTS == (50, 40, 35, 32, 30, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10, 8)
    race = GAME.start(level="A")
    assert score_sheet(race.state, race.setup.course).boxes == (), "in option A only the order of arrival is filled in"


@pytest.mark.clause("UR-18g")
def test_the_team_with_most_points_wins_whoever_was_first():
    race = GAME.start(teams=2, level="A", manual_chance=True)
    for place, name in enumerate(("21", "31", "32", "33", "34", "22", "23", "24"), 1):
        race.races[0]["place"][rider(name)] = place
    assert [row.seat for row in race.standings()] == [1, 0]

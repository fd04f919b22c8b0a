"""Leader 1, A.1 and H: hexes, squares, and courses with all their faults at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from parcours.engine.road import DARK, SPRINT_ZONE, TRACK
from parcours.errors import BadOptionError, CourseError
from parcours.games.leader_one import builder, courses
from parcours.games.leader_one.builder import Tokens
from parcours.games.leader_one.hexes import SIDES
from tests.engine.roads import steps
from tests.leader_one.riding import GAME, STRAIGHT_ROAD, attack, laid, reach, row, standing

STAGES = {
    "first_race": ("1A 2B 12A 16AR 17AL 7BL 21A 9AR 3A", 27, 57),
    "two_faced_pass": ("1A 7AL 12A 13A 16AL 20A 17AL 8BR 18BR 21A 5A 9AL 3A", 39, 81),
    "sprinters_day": ("1BL 5A 7AR 12A 6A 8AR 14AL 16BR 20B 9AR 2B 3BL", 40, 72),
    "queen_stage": ("2A 12A 16AL 20A 7BL 5B 6A 11BL 17AL 18AR 8BL 10BR 9AL 15AR 13B 19AR 4BR", 52, 106),
    "uphill_drag": ("1BL 2B 13A 14BL 21A 10BL 15BL 9BR 18AR 5B 7BL 12A 11BR 4A", 40, 85),
    "the_long_day": ("1A 2B 7AL 12A 13A 16AL 14BR 17BL 5B 10AL 8AL 9BR 18AR 19AL 21A 6B 11AR 15BR 20B 3A", 60, 121),
}
GOOD = "1A 2B 12A 16AR 7BL 3A"


def codes(hexes: str, categories=(), feeds=(1,), bonuses=(), **switches) -> list[tuple[str, int]]:
    tokens = Tokens(tuple(categories), tuple(feeds), tuple(bonuses))
    return [(fault.code, fault.hex) for fault in builder.check(hexes.split(), tokens, switches)]


@pytest.mark.clause("L1-A1a", "L1-A1j", "L1-A3a", "L1-1")
@pytest.mark.parametrize("stage", STAGES)
def test_the_stages_are_those_of_the_table(stage):
    course = GAME.course(stage)
    hexes, energy, bunch = STAGES[stage]
    assert courses.hexes_of(course) == hexes.split()
    assert builder.energy(hexes.split()) == energy
    squares = course.road.squares
    on_track = (squares["flags"] & TRACK != 0) & (squares["rear"] >= 0) & (squares["front"] <= course.finish)
    assert on_track.sum() == bunch
    assert builder.check(courses.hexes_of(course), courses.tokens_of(course)) == []
    race = GAME.start(course=stage)
    assert set(race.state["energy"].tolist()) == {energy}


@pytest.mark.clause("L1-A1a", "L1-H1", "L1-H7", "L1-H8")
def test_there_are_21_hexes_with_two_sides_of_four_terrains():
    assert {side.number for side in SIDES.values()} == set(range(1, 22))
    assert len(SIDES) == 42
    assert {side.terrain for side in SIDES.values()} == {"flat", "false_flat", "mountain", "descent"}
    assert {id_ for id_, side in SIDES.items() if side.role == "start"} == {"1A", "1B", "2A"}
    assert {id_ for id_, side in SIDES.items() if side.role == "finish"} == {"3A", "3B", "4A", "4B"}
    assert {id_ for id_, side in SIDES.items() if side.fixed_bend} == {"1B", "3B", "4B"}
    assert SIDES["16A"].bends == ("L", "R")
    assert SIDES["3B"].bends == ("L",)
    assert SIDES["12A"].bends == ("",)
    for side in SIDES.values():
        assert len(side.shape.squares) in (2, 3)
        assert side.shape.track == 1, "the middle lane of 3, the outer lane of 2"


@pytest.mark.clause("L1-A1b", "L1-A1c", "L1-A1d", "L1-A1f", "L1-A1k", "L1-31")
def test_every_fault_is_told_at_once():
    assert codes("1A 2B 16A 3A", feeds=()) == [("E-RISE", 3), ("E-CAT", 3), ("E-FEED", 0)]
    assert codes("1A 7A 7B 3A") == [("E-TWICE", 3)]
    assert codes(GOOD, [(4, 2)]) == []
    assert codes("2B 1A 99C 3A 5A") == [
        ("E-START", 1),
        ("E-FINISH", 5),
        ("E-MIDDLE", 2),
        ("E-MIDDLE", 4),
        ("E-UNKNOWN", 3),
    ]


@pytest.mark.clause("L1-A1k")
def test_no_side_is_told_of_twice():
    assert codes("3A 2B 5A 1A") == [("E-START", 1), ("E-FINISH", 4)], "a wrong side at either end is no middle one"
    assert codes("99C 2B 5A 98C") == [("E-UNKNOWN", 1), ("E-UNKNOWN", 4)]
    assert codes("1A 4A 2A 3A") == [("E-MIDDLE", 2), ("E-MIDDLE", 3)]


@pytest.mark.clause("L1-A1c")
def test_a_mountain_needs_a_false_flat_directly_before_it():
    assert codes("1A 16AR 12A 3A", [(2, 1)]) == [("E-RISE", 2)]
    assert codes("1A 12A 16AR 20A 3A", [(3, 1)]) == [], "one mountain of two hexes"
    assert codes("2A 16AR 3A", [(2, 1)]) == [], "a false flat start hex counts"
    assert codes("1A 5A 4B", [(3, 1)]) == [("E-RISE", 3)], "a mountain finish too"


@pytest.mark.clause("L1-A1d", "L1-A1e", "L1-A1i")
def test_category_tokens():
    one = "1A 12A 16AR 20A 17AL 3A"
    assert codes(one, [(3, 2), (5, 1)]) == []
    assert codes(one, [(4, 2)]) == [("E-CAT", 3)]
    assert codes(one, [(3, 2), (3, 1)]) == [("E-CATPLACE", 3)]
    assert codes(one, [(3, 2), (2, 1)]) == [("E-CATPLACE", 2)]
    assert codes(one, [(3, 4)]) == [("E-CATVALUE", 3)]
    assert codes(one, [(3, 2), (4, 2)]) == [("E-CATVALUE", 4)]
    assert codes(one, [(3, 2), (4, 1), (5, 3)]) == [("E-CATVALUE", 5)]
    three = "1A 12A 16AR 13A 17AL 9BR 20A 3A"
    assert codes(three, [(3, 2), (5, 2), (7, 2)]) == [("E-CATVALUE", 7)], "the box has two of each value"
    assert codes(three, [(3, 2), (5, 2), (7, 2)], several_sets=True) == []


@pytest.mark.clause("L1-A1e")
def test_the_second_value_holds_from_its_hex_on():
    course = GAME.course("two_faced_pass")
    assert [int(value) for value in course.road.stretches["category"]][5:8] == [2, 2, 1]


@pytest.mark.clause("L1-A1f", "L1-A1g", "L1-A1i")
def test_feed_and_bonus_lines():
    assert codes(GOOD, [(4, 2)], feeds=(6,)) == [("E-FEED", 6)]
    assert codes(GOOD, [(4, 2)], feeds=(0,)) == [("E-FEED", 0)]
    assert codes(GOOD, [(4, 2)], feeds=(2, 2)) == [("E-FEED", 2), ("W-FEEDS", 0)]
    assert codes(GOOD, [(4, 2)], feeds=(1, 2, 3, 4)) == [("E-FEED", 0)]
    assert codes(GOOD, [(4, 2)], feeds=(1, 2, 3, 4), several_sets=True) == []
    assert codes(GOOD, [(4, 2)], bonuses=(1, 2, 3)) == [("E-BONUS", 0)]
    assert codes(GOOD, [(4, 2)], bonuses=(1, 2)) == []
    assert codes(GOOD, [(4, 2)], bonuses=(3, 3)) == [("E-BONUS", 3)]
    assert [builder.usual_feeds(n) for n in (9, 12, 13, 17, 18, 20)] == [1, 1, 2, 2, 3, 3]
    warned = laid(GOOD, {4: 2}, feeds=(1, 2))
    assert [fault.code for fault in courses.warnings(warned)] == ["W-FEEDS"], "a warning only: it loads"


@pytest.mark.clause("L1-H8", "L1-H9")
def test_bends_and_hexes_on_top_of_each_other():
    assert codes("1AL 3A") == [("E-BEND", 1)]
    assert codes("1A 7AX 3A") == [("E-BEND", 2)]
    assert codes("1BR 3A") == [("E-BEND", 1)]
    assert codes("1A 10AL 11AL 3A") == [("E-OVERLAP", 4)], "two tight bends lead back onto the first hex"
    assert codes("1A 10AL 11AR 18BL 3A") == []
    assert builder.spots(["1A", "7AL", "8AL", "9AL", "3A"]) == [(0, 0), (1, 0), (1, 1), (0, 2), (-1, 2)]


@pytest.mark.clause("L1-A1b", "L1-O3")
def test_several_sets_let_a_hex_lie_twice():
    text = builder.course_text("Twice", ["1A", "5A", "5A", "3A"], Tokens(feeds=(1,)))
    course = GAME.read_course("twice.toml", text)
    race = GAME.start(course=course, several_sets=True)
    assert int(race.state["energy"][0]) == 12
    with pytest.raises(CourseError, match="E-TWICE"):
        GAME.start(course=course)


@pytest.mark.clause("L1-A1k")
def test_a_broken_course_is_refused_with_all_its_faults(tmp_path: Path):
    text = builder.course_text("Broken", ["1A", "2B", "16A", "2B", "3A"], Tokens())
    with pytest.raises(CourseError) as error:
        GAME.read_course("broken.toml", text)
    for code in ("E-RISE", "E-CAT", "E-FEED", "E-TWICE"):
        assert code in str(error.value)
    path = tmp_path / "other.toml"
    path.write_text(text.replace("leader_one", "rally"))
    with pytest.raises(CourseError):
        GAME.course(str(path))
    for wrong, place in (("hexes = 3", "hexes"), ('hexes = ["1A"]\ncategories = [[1]]', "categories")):
        with pytest.raises(CourseError, match=place):
            GAME.read_course("x.toml", f'format = 1\ngame = "leader_one"\nname = "x"\n{wrong}\n')


@pytest.mark.clause("L1-A1k")
def test_a_course_file_comes_back_as_it_was_laid():
    hexes, tokens = GOOD.split(), Tokens(((4, 2),), (2,), (3,))
    course = GAME.read_course("mine.toml", builder.course_text("Mine", hexes, tokens))
    assert (course.name, courses.hexes_of(course), courses.tokens_of(course)) == ("Mine", hexes, tokens)
    shown = {side.id: side for side in builder.available(hexes)}
    assert not shown["2A"].free, "its other side lies there"
    assert shown["5A"].free
    assert shown["16B"].bends == ("L", "R")
    assert all(side.free for side in builder.available(hexes, {"several_sets": True}))
    profile = builder.profile(hexes)
    assert profile[0][0] == 0.0
    assert profile[-1][0] == 1.0
    assert max(profile, key=lambda point: point[1])[0] == pytest.approx(4 / 6), "the top of the mountain"


@pytest.mark.clause("L1-A1h")
def test_36_tiles_lie_in_three_piles():
    assert GAME.start().state["pile"].tolist() == [[3, 3, 3, 3]] * 3


@pytest.mark.clause("L1-H2", "L1-H3", "L1-H4", "L1-2")
def test_curve_squares_and_the_steps_between_them():
    course = laid("1BL 5A 3A")
    fronts = course.road.squares["front"]
    lanes = [
        [int(fronts[course.square_at(f"1/{lane}:{i}")]) for i in range(1, n + 1)]
        for lane, n in ((1, 5), (2, 6), (3, 7))
    ]
    assert lanes[0] == [84, 168, 252, 336, 420]
    assert lanes[1] == [70, 140, 210, 280, 350, 420]
    assert lanes[2] == [60, 120, 180, 240, 300, 360, 420]
    assert steps(course, "1/2:3") == {"1/1:3", "1/2:4", "1/3:4"}
    race = standing({}, inside=["Yellow rouleur"], bunch="1/2:3", course=course, energy=1)
    attack(race, "Yellow rouleur")
    ends = {"1/1:3", "1/2:4", "1/3:4"}
    for _ in range(3):
        ends = {onward for square in ends for onward in steps(course, square)}
    assert set(reach(race)) == ends, "an attack of 4 begins on the same three squares"


@pytest.mark.clause("L1-H5", "L1-3")
def test_lanes_meet_where_their_number_changes():
    course = laid("1A 12A 16AR 3A", {3: 2})
    assert steps(course, "2/1:6") == {"3/1:1"}
    assert steps(course, "2/2:6") == {"3/1:1", "3/2:1"}
    assert steps(course, "2/3:6") == {"3/2:1"}
    assert steps(course, "3/1:7") == {"4/1:1", "4/2:1"}
    assert steps(course, "3/2:5") == {"4/2:1", "4/3:1"}


@pytest.mark.clause("L1-H6")
def test_rows_before_the_start_and_past_the_finish():
    course = GAME.course("queen_stage")
    squares = course.road.squares
    assert [int(squares["front"][course.square_at(f"S/2:{n}")]) for n in (6, 5, 1)] == [0, -70, -350]
    assert squares["terrain"][course.square_at("S/1:6")] == squares["terrain"][course.square_at("1/1:1")]
    past = squares[course.square_at("X/1:1")]
    assert int(past["front"]) == course.finish + 70
    assert not past["flags"] & (DARK | SPRINT_ZONE)
    assert squares["terrain"][course.square_at("X/1:1")] != squares["terrain"][course.square_at("17/1:1")]


@pytest.mark.clause("L1-H7")
def test_the_bunch_is_two_squares_long_on_its_track():
    race = GAME.start(course="first_race", manual_chance=True)
    squares, state = race.setup.course.road.squares, race.state
    assert (int(squares["front"][state["bunch"]]), int(squares["front"][state["bunch_rear"]])) == (0, -70)
    for id_, side in SIDES.items():
        if len(side.shape.squares) == 2:
            assert side.shape.squares[side.shape.track] == max(side.shape.squares), id_


@pytest.mark.clause("L1-A2b", "L1-31")
def test_at_most_twelve_riders():
    assert int(GAME.start(teams=4, riders="3").state["each"]) == 3
    for teams, riders in ((5, "3"), (6, "2"), (10, "2")):
        with pytest.raises(BadOptionError, match="L1-A2b"):
            GAME.start(teams=teams, riders=riders)
    assert [int(GAME.start(teams=teams).state["each"]) for teams in range(2, 11)] == [3, 3, 3, 2, 1, 1, 1, 1, 1]
    assert row(7) == "2/2:1"
    assert STRAIGHT_ROAD.finish == 36 * 70

"""Um Reifenbreite, chapter 7: pursuit, and its seven prohibitions."""

from __future__ import annotations

import pytest

from tests.um_reifenbreite.riding import (
    begin,
    decline,
    due,
    follow,
    give,
    has_moved,
    luck,
    means,
    phase,
    photo,
    reach,
    ride,
    rider,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip


@pytest.mark.clause("UR-E7", "UR-7h", "UR-7i", "UR-7j")
def test_example_7():
    race = standing({"51": "D1/3:4", "31": "D1/3:3", "42": "D1/3:2"})
    throw(race, 7)
    assert 7 in reach(race)["D3/4:2"]
    to(race, "D3/4:2")
    declining = race.copy()
    follow(race, "31")
    assert where(race, "31") == "D3/4:1"
    follow(race, "42")
    assert where(race, "42") == "D2/4:3"
    assert race.turn == 6, "all three have had their move"
    decline(declining)
    assert (phase(declining), due(declining)) == ("two dice", "31"), "42 may not follow, 31 keeps its own turn"


EXAMPLE_8 = {
    "51": "D2/4:3", "31": "D2/4:2", "42": "D2/4:1", "41": "D1/1:2", "22": "D1/1:1", "54": "K9/1:3", "21": "D1/2:2",
    "52": "D1/2:1", "34": "K9/2:3", "44": "K9/2:2", "53": "D1/3:2", "33": "D1/3:1", "23": "K9/3:3", "32": "D1/4:2",
}  # fmt: skip


@pytest.mark.clause("UR-E8", "UR-7a", "UR-7b")
def test_example_8():
    race = standing(EXAMPLE_8, moved=("51", "31", "42"))
    assert due(race) == "41"
    throw(race, 10)
    assert reach(race)["D3/1:1"] == {10}
    assert 10 in reach(race)["D2/1:6"]
    to(race, "D3/1:1")
    assert (phase(race), due(race)) == ("two dice", "21"), "22 may not follow, nor 54"
    assert not has_moved(race, "22")


@pytest.mark.clause("UR-E9", "UR-7a", "UR-7b", "UR-7d")
def test_example_9():
    race = standing({**EXAMPLE_8, "41": "D3/1:1"}, moved=("51", "31", "42", "41"))
    assert due(race) == "21"
    throw(race, 12)
    assert 12 in reach(race)["D3/2:4"]
    to(race, "D3/2:4")
    assert (phase(race), due(race)) == ("two dice", "53")


@pytest.mark.clause("UR-E10", "UR-7j", "UR-6e")
def test_example_10():
    field = {**EXAMPLE_8, "41": "D3/1:1", "21": "D3/2:4"}
    race = standing(field, moved=("51", "31", "42", "41", "21"))
    assert due(race) == "53"
    throw(race, 5)
    assert 5 in reach(race)["D2/3:1"]
    assert reach(race)["D1/4:6"] == {4}
    to(race, "D1/4:6")
    assert (phase(race), due(race)) == ("follow", "33")
    following = race.copy()
    follow(following, "33")
    assert where(following, "33") == "D1/4:5"
    decline(race)
    assert (phase(race), due(race)) == ("two dice", "32")
    assert not has_moved(race, "23")


@pytest.mark.clause("UR-E11", "UR-7e", "UR-7f", "UR-7m", "UR-9b")
def test_example_11():
    field = {"21": "M1/1:1", "33": "F1/1:10", "44": "F1/1:9", "52": "F1/2:10", "31": "F1/2:8"}
    race = standing(field, course="B", level="B")
    throw(race, 6)
    assert int(race.races[0]["allowance"]) == 5
    assert 5 in reach(race)["M3/1:1"]
    to(race, "M3/1:1")
    assert (phase(race), due(race)) == ("two dice", "33"), "33 stood on flat, 21 on red"
    throw(race, 8)
    assert 8 in reach(race)["M3/2:3"]
    to(race, "M3/2:3")
    follow(race, "44")
    assert where(race, "44") == "M3/2:2"
    assert due(race) == "52"
    throw(race, 8)
    race.play(race.legal()[-1])
    assert (phase(race), due(race)) == ("two dice", "31"), "no unbroken file"


@pytest.mark.clause("UR-7a")
def test_a_follower_may_not_jump_sideways():
    """In the curve the square behind lies beside what the follower can reach."""
    race = standing(EXAMPLE_8, moved=("51", "31", "42"))
    throw(race, 10)
    to(race, "D3/1:1")
    track = standing({"22": "D1/1:1", **{k: v for k, v in EXAMPLE_8.items() if k not in ("22", "41")}, "41": "D3/1:1"},
                     moved=tuple(k for k in EXAMPLE_8 if k != "22"))  # fmt: skip
    throw(track, 10)
    assert 10 in reach(track)["D2/2:5"]
    assert "D2/1:6" not in reach(track)


@pytest.mark.clause("UR-7b", "UR-7l")
def test_a_follower_needs_no_more_squares_than_the_first_used():
    outside = standing({"21": "D1/1:6", "31": "D1/1:5", "41": "D1/1:4"})
    throw(outside, 7)
    short = outside.copy()
    to(short, "D3/1:1")
    assert (phase(short), due(short)) == ("two dice", "31"), "6 squares by the inside: too few for 31"
    to(outside, "D3/1:1", by=7)
    follow(outside, "31")
    assert where(outside, "31") == "D2/1:6"


@pytest.mark.clause("UR-7c")
def test_not_where_the_square_behind_is_taken():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/2:8"}, moved=("41",))
    throw(race, 4)
    to(race, "H2/2:9")
    assert phase(race) != "follow"
    free = standing({"21": "H2/1:5", "31": "H2/1:4"})
    throw(free, 4)
    to(free, "H2/2:9")
    assert (phase(free), due(free)) == ("follow", "31")


@pytest.mark.clause("UR-7d")
def test_not_across_a_solid_line():
    """The solid line runs on into the straight: from D3/3:2 the only way to D3/2:3 leads over it."""
    race = standing({"21": "D3/3:3", "31": "D3/3:2"})
    throw(race, 2)
    to(race, "D3/2:4")
    assert phase(race) != "follow"
    further = standing({"21": "D3/3:3", "31": "D3/3:2"})
    throw(further, 3)
    to(further, "D3/2:5")
    assert phase(further) == "follow", "one row further the way leads round its end"


@pytest.mark.clause("UR-7e", "UR-7m", "UR-10b")
def test_each_follower_is_compared_with_the_one_directly_ahead():
    race = standing({"21": "K3/1:2", "31": "K3/1:1", "41": "K2/1:5", "51": "K2/1:4"}, level="B")
    ride(race, 3, "K4/1:3")
    follow(race, "31")
    assert (phase(race), due(race)) == ("two dice", "41"), "the gap is flat, 41 stood on green"
    throw(race, 5)
    race.play(race.legal()[-1])
    assert (phase(race), due(race)) == ("follow", "51"), "both began on green, numbers do not matter"


@pytest.mark.clause("UR-7f", "UR-7k")
def test_a_file_is_unbroken_and_ends_at_one_who_has_moved_or_is_down():
    gap = standing({"21": "H2/1:5", "31": "H2/1:3"})
    ride(gap, 4, "H2/1:9")
    assert phase(gap) != "follow"
    diagonal = standing({"21": "H2/1:5", "31": "H2/2:4"})
    ride(diagonal, 4, "H2/1:9")
    assert phase(diagonal) != "follow"
    moved = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/1:3"}, moved=("31",))
    ride(moved, 4, "H2/1:9")
    assert (phase(moved), due(moved)) == ("two dice", "41")
    down = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/1:3"}, settle=False)
    down.races[0]["status"][rider("31")], down.races[0]["up_after"][rider("31")] = 2, 9
    begin(down)
    ride(down, 4, "H2/1:9")
    assert (phase(down), due(down)) == ("two dice", "41")


@pytest.mark.clause("UR-7g", "UR-11e")
def test_nobody_follows_a_breakaway():
    race = standing({"21": "H2/1:5", "31": "H2/1:4"}, level="C", course="C")
    give(race, "21", "5", "6m")
    plain = race.copy()
    means(race, "two cards away")
    to(race, "F1/1:4")
    assert (phase(race), due(race)) == ("means", "31")
    means(plain, "two cards")
    to(plain, "F1/1:4")
    assert (phase(plain), due(plain)) == ("follow", "31")


@pytest.mark.clause("UR-7h")
def test_a_move_of_no_square_is_not_followed():
    wall = {"22": "H2/1:6", "32": "H2/2:6"}
    race = standing({"21": "H2/1:5", "31": "H2/1:4", **wall}, moved=tuple(wall))
    throw(race, 9)
    assert where(race, "21") == "H2/1:5"
    assert has_moved(race, "21")
    assert (phase(race), due(race)) == ("two dice", "31")


@pytest.mark.clause("UR-7l")
def test_the_squares_used_are_the_same_for_every_follower():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/1:3", "51": "H2/1:2"})
    ride(race, 6, "H2/1:8")
    assert int(race.races[0]["used"]) == 3
    follow(race, "31", "41", "51")
    assert [where(race, name) for name in ("21", "31", "41", "51")] == ["H2/1:8", "H2/1:7", "H2/1:6", "H2/1:5"]


@pytest.mark.clause("UR-7n")
def test_a_follower_throws_nothing_and_ignores_the_number():
    race = standing({"24": "M3/1:2", "53": "M3/1:1"}, course="B", level="D", sprints=True)
    ride(race, 12, "M5/1:1")
    follow(race, "53")
    assert where(race, "53") == "M4/1:3"
    assert race.turn == 6
    assert int(race.races[0]["deck"]) == 0


@pytest.mark.clause("UR-7n")
def test_lines_are_crossed_in_the_order_of_moving():
    race = standing({"21": "D1/1:6", "31": "D1/1:5", "41": "D1/1:4"}, sprints=True)
    throw(race, 5)
    race.play(race.legal()[-1])
    follow(race, "31", "41")
    places = [int(race.races[0]["sprint_place"][rider(name), 0]) for name in ("21", "31", "41")]
    assert places == [1, 2, 3]


@pytest.mark.clause("UR-7o")
def test_pursuit_is_allowed_in_round_1_behind_a_tow_and_over_a_line():
    first = standing({"21": "S2/1:4", "31": "S2/1:3"}, turn=1)
    ride(first, 4, "G5/1:4")
    follow(first, "31")
    towed = standing({"21": "H2/1:5", "31": "H2/1:4"}, course="C", cheating=True)
    means(towed, "long tow")
    photo(towed, 1, 2)
    to(towed, "F1/1:5")
    follow(towed, "31")
    assert where(towed, "31") == "F1/1:4"
    assert int(towed.races[0]["photos"][rider("31")]) == 0, "who follows risks no photo"
    finish = standing({"21": "H2/1:12", "31": "H2/1:11", "41": "H2/1:1"})
    throw(finish, 3)
    to(finish, "X/1:3")
    follow(finish, "31")
    assert where(finish, "31") == "X/1:2"


@pytest.mark.clause("UR-7k", "UR-12j")
def test_riders_who_fell_are_no_longer_in_the_file():
    race = standing({"21": "H2/1:5", "31": "H2/1:4", "41": "H2/2:9"}, level="D", course="C")
    assert due(race) == "41"
    ride(race, 3, "H2/2:12")
    throw(race, 7)
    luck(race, 1)
    assert race.turn == 6, "both lost their move"
    assert (status(race, "21"), status(race, "31")) == ("riding", "riding")
    assert int(race.races[0]["filed"]) == 1

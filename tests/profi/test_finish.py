"""Profi: the finish, sprints and run-offs (PR-Q), points and jerseys (PR-P), courses (PR-Z), stage races."""

from __future__ import annotations

import pytest

from parcours.engine.tour import Stage
from parcours.errors import BadOptionError, CourseError
from parcours.games.profi import courses
from parcours.games.profi import state as st
from parcours.games.profi.stages import (
    ProfiTour,
    most_combative,
    out_after,
    out_of_time,
    race_result,
    world_cup_points,
)  # fmt: skip
from tests.profi.riding import (
    GAME,
    PLAIN,
    asked,
    begin,
    do,
    may,
    of,
    phase,
    rider,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_moving import GREEN, HILLS, climb

SHORT = "B B B B"
SPRINT = "B B B G"
TOUR = ProfiTour()


def last_round(places, *, profile=SHORT, turn=4, last=None, **more):
    """The last round: all riders have moved but one. When that one has dawdled, the round ends."""
    last = last or min(places, key=lambda name: int(places[name].split(".")[0]))
    return standing(places, profile=profile, turn=turn, moved=[n for n in places if n != last], **{"chips": 1, **more})


def dawdle_home(race) -> None:
    do(race, "dawdle")
    while phase(race) == "place":
        race.replay(race.legal()[0])


@pytest.mark.clause("PR-21", "PR-Q1", "PR-Q2", "PR-Q6")
def test_gaps_and_the_time_limit() -> None:
    places = {"Ac": "50.1", "Bc": "50.2", "Ar": "49.1", "Br": "47.1", "Bg": "42.1"}
    race = last_round(places)
    dawdle_home(race)
    assert [of(race, "gap", name) for name in places] == [0, 0, 0, 10, 40]
    assert int(race.races[0]["sprint"]) == 1
    sprinters = {name for name in places if int(race.races[0]["sprinting"]) >> rider(race, name) & 1}
    assert sprinters == {"Ac", "Bc", "Ar"}
    while not race.over:
        race.replay(race.legal()[0])
    result = race_result(race.state)
    assert out_of_time(result) == {"1.2"}, "40 exceeds twice the mean of 10; 10 does not"


@pytest.mark.clause("PR-Q2", "PR-Q4")
def test_a_lone_leader_has_won_and_the_fallen_are_last_of_their_group() -> None:
    race = last_round({"Ac": "50.1", "Bc": "40.1", "Br": "40.2", "Ar": "30.1"}, settle=False)
    number = rider(race, "Bc")
    race.races[0]["status"][number], race.races[0]["fell"][number] = st.LYING, 4
    begin(race)
    dawdle_home(race)
    assert race.over
    assert [of(race, "place", name) for name in ("Ac", "Br", "Bc", "Ar")] == [1, 2, 3, 4]
    two = last_round({"Ac": "50.1", "Bc": "50.2", "Ar": "30.1"}, settle=False)
    number = rider(two, "Ac")
    two.races[0]["status"][number], two.races[0]["fell"][number] = st.LYING, 4
    begin(two)
    dawdle_home(two)
    assert two.over, "only one of the leading group is fit to sprint"
    assert of(two, "place", "Bc") == 1


def level(second: str):
    """Two riders of the leading group, level, on the last round's green."""
    places = {"Ac": "55.1", f"B{second}": "55.2", "Ar": "20.1"}
    race = last_round(places, profile=SPRINT, chips={"Ac": 1, f"B{second}": 2, "Ar": 1})
    dawdle_home(race)
    assert int(race.races[0]["sprint"]) == 1
    do(race, "dawdle", "at 56.1")
    race.races[0]["chips"][:] = [3 if n == rider(race, f"B{second}") else 1 for n in range(20)]
    return race


@pytest.mark.clause("PR-22", "PR-Q3", "PR-Q4")
def test_a_run_off() -> None:
    race = level("s")
    do(race, "dawdle", "at 56.2")
    assert int(race.races[0]["sprint"]) == 2, "level in front: a run-off"
    won = race.copy()
    do(won, "dawdle", "at 57.1", "chips 2", "bonus 1", "at 59.2")
    assert won.over
    assert of(won, "place", "Bs") == 1
    do(race, "dawdle", "at 57.1", "dawdle", "at 57.2")
    assert race.over, "a run-off in which nobody makes an active move ends it"
    assert of(race, "place", "Bs") == 1, "own terrain decides"
    inside = level("r")
    do(inside, "dawdle", "at 56.2", "dawdle", "at 57.1", "dawdle", "at 57.2")
    assert inside.over
    assert of(inside, "place", "Ac") == 1, "the inside decides"


@pytest.mark.clause("PR-Q3")
def test_the_fifth_run_off_is_the_last() -> None:
    race = level("s")
    race.races[0]["chips"][:] = 99
    do(race, "dawdle", "at 56.2")
    for number in range(2, 7):
        assert int(race.races[0]["sprint"]) == number
        do(race, "chips 1", f"at {55 + number}.1", "chips 1", "bonus 0", f"at {55 + number}.2")
    assert race.over


@pytest.mark.clause("PR-Q2", "PR-O6")
def test_the_sprint_rolls_weather_and_wind_anew_and_draws_no_events() -> None:
    race = last_round({"Ac": "55.1", "Bc": "55.2", "Ar": "20.1"}, weather=True, wind=True, events=True, settle=False)
    race.races[0]["wind"] = st.NO_WIND
    begin(race)
    dawdle_home(race)
    assert phase(race) == "weather"
    do(race, "weather 0")
    assert phase(race) == "wind"


@pytest.mark.clause("PR-Q5", "PR-C9")
def test_on_a_board_the_round_of_the_first_over_the_line_is_ridden_out() -> None:
    race = standing({"Ac": "62.1", "Bc": "61.1"}, course="coast", turn=9, hands={"A": ["c2"]}, chips=1)
    do(race, "card 2", "0", "at 64.1")
    assert not race.over
    do(race, "follow", "on 0")
    assert row(race, "Bc") == 63
    assert int(race.races[0]["sprint"]) == 1, "the two form the leading group, crossed or not"


@pytest.mark.clause("PR-23", "PR-Q7", "PR-I6")
def test_sprinters_in_a_sprint_round() -> None:
    race = standing({"Ac": "30.1", "Bs": "29.1", "Cr": "28.1"}, profile="B G Gs G B B", turn=3,
                    hands={"A": ["c5"], "B": ["s2"]},
                    chips=1)  # fmt: skip
    do(race, "card 5", "0", "at 35.1")
    assert may(race, "surge"), "whatever the giver rode"
    do(race, "follow")
    assert may(race, "on 0+2", "on 1+2", "on 0+1", "on 0")
    do(race, "on 0+2", "at 36.2")
    assert asked(race) == "Cr"
    do(race, "follow", "on 0")
    assert where(race, "Cr") == "34.2", "7 steps less 1"


@pytest.mark.clause("PR-Q7")
def test_behind_a_sprinter_one_more_and_none_off_the_sprint() -> None:
    race = standing({"As": "30.1", "Bs": "29.1"}, profile="B G Gs G B B", turn=3, hands={"A": ["s5"]}, chips=1)
    do(race, "card 5", "0", "bonus 0", "at 35.1", "follow")
    assert may(race, "on 0+1")
    assert not may(race, "on 0+2")
    plain = standing({"Ac": "30.1", "Bs": "29.1"}, profile=GREEN, hands={"A": ["c5"]}, chips=1)
    do(plain, "card 5", "0", "at 35.1", "follow")
    assert not may(plain, "on 0+1")


# ------------------------------------------------------------------------------------------------------ points


@pytest.mark.clause("PR-P2", "PR-P4")
def test_an_intermediate_sprint() -> None:
    places = {"As": "50.1", "Bc": "50.2", "Cs": "50.3", "Ar": "40.1", "Br": "20.1"}
    race = last_round(places, profile="B G Gs G B B", turn=3)
    dawdle_home(race)
    assert [of(race, "green", name) for name in ("As", "Cs", "Bc", "Ar")] == [5, 3, 1, 0], "own terrain, then inside"
    assert [of(race, "bonus_seconds", name) for name in ("As", "Cs")] == [5, 0]


@pytest.mark.clause("PR-28", "PR-P3", "PR-P4")
@pytest.mark.parametrize(
    ("category", "points"),
    [("2", (10, 5, 3, 2, 1, 0)), ("1", (15, 10, 5, 3, 2, 1)), ("3", (5, 3, 2, 1, 0)), ("4", (3, 2, 1, 0)),
     ("H", (25, 15, 10, 5, 3, 2, 1, 0))],
)  # fmt: skip
def test_a_summit(category: str, points: tuple[int, ...]) -> None:
    names = ["Ac", "Bc", "Cc", "Dc", "Ar", "Br", "Cr", "Dr"]
    places = {name: f"{60 - 2 * i}.1" for i, name in enumerate(names)}
    turn = 1 + {"H": 3, "1": 2, "2": 2}.get(category, 1)
    race = last_round(places, profile=climb(category), turn=turn)
    do(race, "dawdle")
    assert tuple(of(race, "mountain", name) for name in names[: len(points)]) == points


@pytest.mark.clause("PR-28", "PR-P1")
def test_world_cup_points() -> None:
    result = {"riders": {f"{t}.{r}": {"place": 4 * t + r + 1, "struck": False} for t in range(4) for r in range(4)}}
    points = world_cup_points(result)
    assert (points["0.0"], points["0.1"], points["3.3"]) == (16, 15, 1)
    result["riders"]["0.0"] = {"place": 0, "struck": True}
    assert world_cup_points(result)["0.0"] == 0


@pytest.mark.clause("PR-P2", "PR-Q6", "PR-P4")
def test_points_and_seconds_at_the_finish_and_a_summit_there_by_the_final_placing() -> None:
    places = {"Ac": "50.1", "Bc": "40.1", "Cc": "30.1", "Dc": "20.1"}
    race = last_round(places, profile="B R3^ B R4^", turn=4)
    do(race, "dawdle")
    assert race.over
    assert [of(race, "green", name) for name in places] == [5, 3, 1, 0]
    assert [of(race, "bonus_seconds", name) for name in places] == [10, 5, 0, 0]
    assert [of(race, "mountain", name) for name in places] == [3, 2, 1, 0]


@pytest.mark.clause("PR-P4", "PR-C9", "PR-Z11")
def test_on_a_board_those_newly_across_are_ranked_each_round() -> None:
    race = standing({"As": "43.1", "Bc": "20.1"}, course="coast", turn=6, hands={"A": ["s2"]}, chips=1)
    do(race, "card 2", "-1", "bonus 0", "at 44.1")
    dawdle_home(race)
    assert of(race, "green", "As") == 5
    race.races[0]["row"][rider(race, "Bc")] = 50
    dawdle_home(race)
    if not race.over and phase(race) == "turn":
        dawdle_home(race)
    assert (of(race, "green", "As"), of(race, "green", "Bc")) == (5, 3)


@pytest.mark.clause("PR-P6")
def test_combative_points() -> None:
    race = standing({"Ac": "30.1", "Bc": "20.1"}, chips=1, moved=["Ac"], combative=True)
    dawdle_home(race)
    assert of(race, "combative", "Ac") == 1, "alone in the lead at the end of a round"
    near = standing({"Ac": "30.1", "Bc": "28.1"}, chips=1, moved=["Ac"], combative=True)
    do(near, "chips 1", "at 29.1")
    assert of(near, "combative", "Ac") == 0, "the next row back is not free"
    lines = {"0.0": 3, "1.0": 5, "1.1": 5}
    result = {
        "riders": {k: {"combative": n, "place": i + 1, "struck": False} for i, (k, n) in enumerate(lines.items())}
    }
    assert most_combative(result) == "1.0", "of several the better placed"


@pytest.mark.clause("PR-P5")
def test_the_rainbow_jersey_is_given_at_set_up() -> None:
    for rainbow in (True, False):
        race = GAME.start(teams=2, rainbow=rainbow, seed=3)
        while phase(race) == "stack":
            race.play(race.legal()[0])
        assert phase(race) == "start_rider"
        assert (race.state["rainbow"] >= 0) == rainbow


# ------------------------------------------------------------------------------------------------- stage races


def line(place: int, gap: int = 0, **more):
    return {"place": place, "gap": gap, "bonus": 0, "green": 0, "mountain": 0, "combative": 0, "struck": False, **more}


ONE = {"teams": 2, "chips": [4, 1], "riders": {
    "0.0": line(1, 0, bonus=10, green=5), "1.0": line(2, 0, bonus=5, mountain=10), "0.3": line(3, 10, combative=4),
    "1.2": line(4, 60)}}  # fmt: skip
TWO = {"teams": 2, "chips": [0, 2], "riders": {
    "0.0": line(2, 10, bonus=5, green=3), "1.0": line(1, 0, bonus=10, green=5, mountain=3),
    "0.3": line(3, 10)}}  # fmt: skip


@pytest.mark.clause("PR-Q6", "PR-P5", "PR-P6", "PR-E5")
def test_classifications_and_what_the_next_stage_starts_with() -> None:
    yellow, green, mountain, cup = TOUR.classifications(2, [ONE, TWO])
    assert [(x.seat, x.rider, x.total, x.place) for x in yellow.lines] == [
        (1, 0, -15, 1), (0, 0, -5, 2), (0, 3, 20, 3), (1, 2, 60, 4)
    ]  # fmt: skip
    assert yellow.lines[3].out, "out of time since stage 1"
    assert [(x.seat, x.rider, x.total) for x in green.lines] == [(0, 0, 8), (1, 0, 5)]
    assert [(x.seat, x.rider, x.total) for x in mountain.lines] == [(1, 0, 13)]
    assert [(x.seat, x.total) for x in cup.lines] == [(0, 4 + 2 + 2 + 1), (1, 3 + 1 + 3)]
    carried = TOUR.carried(2, [Stage("flat")] * 3, [ONE])
    assert carried["jerseys"] == {"0.0": "yellow", "1.0": "mountain"}, (
        "its green jersey would go to the next, with points"
    )
    assert carried["chips"] == {"0.0": 2, "1.0": 1, "0.3": 2}
    assert carried["out"] == ["1.2"]
    assert carried["reserve"] == [4, 1]
    assert out_after([ONE, TWO]) == {"1.2": 1}
    race = GAME.start(teams=2, carried=carried, **{**PLAIN, "dummies": "0"})
    assert race.state["status"][4 + 2] == st.ABSENT


@pytest.mark.clause("PR-U4", "PR-Q6")
def test_a_doper_keeps_earlier_points_but_its_type_rides_no_more() -> None:
    struck = {**TWO, "riders": {**TWO["riders"], "1.0": line(0, 0, struck=True)}}
    yellow, _, mountain, _ = TOUR.classifications(2, [ONE, struck])
    assert [x.out for x in yellow.lines if (x.seat, x.rider) == (1, 0)] == [True]
    assert [x.total for x in mountain.lines] == [10], "points of earlier stages stay"
    assert "1.0" in TOUR.carried(2, [Stage("flat")] * 3, [ONE, struck])["out"]


def test_a_whole_stage_race_of_bots() -> None:
    results, stages = [], (Stage("short"), Stage("short"))
    for number in range(len(stages)):
        carried = TOUR.carried(4, stages, results)
        race = GAME.start(course="short", seed=number, carried=carried, **PLAIN)
        while not race.over:
            race.play(race.choice_of(GAME.bot("random")))
        results.append(TOUR.result(race.state, race.setup.course))
    assert TOUR.over(4, stages, results)
    assert len(TOUR.classifications(4, results)) == 4


@pytest.mark.parametrize(
    "carried",
    [{"bikes": 3}, {"out": "0.1"}, {"out": ["9.9"]}, {"chips": {"0.0": -1}}, {"jerseys": {"0.0": "pink"}},
     {"reserve": [True]}, {"chips": [1]}],
)  # fmt: skip
def test_what_does_not_fit_is_refused(carried) -> None:
    with pytest.raises(BadOptionError):
        GAME.start(teams=2, carried=carried)


# ----------------------------------------------------------------------------------------------------- courses

PROFILES = {
    "flat": "B G B Gs Bf G B Gs B G",
    "hills": "B B R4^ D Bf R3^ D Gs B R3^ D G",
    "mountain": "B Gs R2 R2^ D Bf R1 R1^ D B G RH RH RH^",
    "cobbles": "B G K Bf K Gs R4^ D K K B G",
    "short": "B Gs B R4^ D Bf G G",
    "grand": "B Gs R3^ D Bf K K B R1 R1^ D Gs Bf R4^ D G",
}


@pytest.mark.clause("PR-Z5", "PR-Z6", "PR-Z7", "PR-Z8", "PR-Z9", "PR-Z10", "PR-C1")
def test_the_profiles_of_the_specification() -> None:
    for name, written in PROFILES.items():
        course = GAME.course(name)
        assert course.facts["profile"] == written
        assert len(course.lap) == len(written.split())
        assert courses.check(courses.rounds_of(course)) == []
        text = courses.course_text(course.name, courses.rounds_of(course))
        assert GAME.read_course("again.toml", text).facts["profile"] == written
        points = courses.elevation(courses.rounds_of(course))
        assert len(points) == len(written.split()) + 1
        assert all(0 <= x <= 1 and 0 <= y <= 1 for x, y in points)


@pytest.mark.clause("PR-Z11", "PR-Z12", "PR-C6", "PR-R1")
def test_the_boards_of_the_specification() -> None:
    for name, finish, climbs in (("coast", 64, [(25, 30, 4)]), ("two_passes", 80, [(23, 38, 2), (61, 74, 1)])):
        road = GAME.course(name).road
        assert int(road.lines["at"][-1]) + 1 == finish
        assert [
            (int(s["rear"]) + 1, int(s["front"]), int(s["category"])) for s in road.stretches if s["category"]
        ] == climbs
    assert 2 in {int(s["lanes"]) for s in GAME.course("two_passes").road.stretches}


@pytest.mark.clause("PR-C1", "PR-P3", "PR-H5", "PR-Q7")
@pytest.mark.parametrize(
    ("written", "clauses"),
    [
        ("B B G", {"PR-C1"}), ("B D B G", {"PR-H5"}), ("B Bs B G", {"PR-Q7"}), ("B R4 B G", {"PR-P3"}),
        ("B R1^ B G", {"PR-P3"}), ("B R B G", {"PR-C1", "PR-P3"}), ("B G4 B Gs", {"PR-C1", "PR-Q2"}),
    ],
)  # fmt: skip
def test_all_faults_of_a_profile_are_told_at_once(written: str, clauses: set[str]) -> None:
    faults = courses.check(courses.read_rounds(written))
    assert {fault.clause for fault in faults} == clauses
    with pytest.raises(CourseError):
        GAME.read_course("bad.toml", f'format=1\ngame="profi"\nname="Bad"\nprofile="{written}"\n')
    assert courses.allowed_terrains()
    assert len(courses.allowed_categories()) == 5


@pytest.mark.clause("PR-R1")
def test_a_course_may_set_the_width() -> None:
    course = GAME.read_course("wide.toml", f'format=1\ngame="profi"\nname="Wide"\nwidth=4\nprofile="{HILLS}"\n')
    assert GAME.start(course=course).state["width"] == 4
    with pytest.raises(CourseError):
        GAME.read_course("wide.toml", f'format=1\ngame="profi"\nname="Wide"\nwidth=5\nprofile="{HILLS}"\n')

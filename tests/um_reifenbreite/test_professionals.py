"""Um Reifenbreite, chapters 13 to 16: cheating, sprints and the jersey, relays, stage races."""

from __future__ import annotations

from itertools import combinations

import pytest

from parcours.games.um_reifenbreite import actions as a
from parcours.games.um_reifenbreite.sheet import score_sheet
from parcours.games.um_reifenbreite.stages import StageResult, final_points, stage_result, tour_standings
from parcours.games.um_reifenbreite.state import PHOTOS
from tests.um_reifenbreite.riding import (
    GAME,
    begin,
    die,
    due,
    follow,
    give,
    means,
    offered_means,
    phase,
    photo,
    ride,
    rider,
    shirt,
    standing,
    status,
    throw,
    to,
    where,
)  # fmt: skip

TOWS = {"short tow", "long tow"}

# ------------------------------------------------------------------------------------------------ cheating


@pytest.mark.clause("UR-13a", "UR-21e")
def test_a_short_tow_is_a_die_and_6_a_long_one_12():
    race = standing({"21": "H2/1:1"}, course="C", cheating=True)
    assert offered_means(race) == {"dice"} | TOWS
    long = race.copy()
    means(race, "short tow")
    die(race, 5)
    assert phase(race) == "photo"
    assert race.weights() == [1] * 6
    photo(race, 2)
    assert int(race.races[0]["allowance"]) == 11
    means(long, "long tow")
    assert phase(long) == "photo"
    photo(long, 3)
    assert a.PHOTO + 2 not in long.legal(), "drawn together, the two differ"
    photo(long, 6)
    assert int(long.races[0]["allowance"]) == 12


@pytest.mark.clause("UR-13b", "UR-13c")
def test_numbers_are_noted_and_four_tows_are_the_most():
    race = standing({"21": "H2/1:1", "31": "K1/1:1"}, course="C", cheating=True)
    for tow in range(1, 5):
        assert due(race) == "21"
        means(race, "short tow" if tow % 2 else "long tow")
        if tow % 2:
            die(race, 1)
            photo(race, 4)
        else:
            photo(race, 4, 5)
        assert int(race.races[0]["tows"][rider("21")]) == tow
        race.play(race.legal()[0])
        means(race, "dice")
        race.play(a.TOTAL)
        race.play(race.legal()[0])
    assert int(race.races[0]["photos"][rider("21")]) == 0b011000, "each card goes back, so it can be drawn again"
    assert offered_means(race) == {"dice"}


@pytest.mark.clause("UR-13e")
def test_tows_not_in_round_1_and_never_with_a_card():
    assert offered_means(standing({"21": "H2/1:1"}, course="C", cheating=True, turn=1)) == {"dice"}
    race = standing({"21": "H2/1:5", "31": "H2/1:4"}, course="C", level="C", cheating=True)
    cards = race.races[0]["hand"].copy()
    means(race, "long tow")
    photo(race, 1, 2)
    assert (race.races[0]["hand"] == cards).all()
    race.play(race.legal()[-1])
    assert phase(race) == "follow", "no breakaway goes with a tow: the file may follow"


@pytest.mark.clause("UR-E23")
def test_example_23():
    race = standing({"32": "M3/1:1", "21": "K1/1:1"}, course="C", level="B", cheating=True)
    means(race, "short tow")
    die(race, 3)
    photo(race, 3)
    assert int(race.races[0]["allowance"]) == 4
    flat = standing({"32": "F1/1:1", "21": "K1/1:1"}, course="C", level="B", cheating=True)
    flat.races[0]["photos"][rider("32")] = 0b100
    means(flat, "long tow")
    photo(flat, 1, 5)
    assert int(flat.races[0]["allowance"]) == 12
    assert int(flat.races[0]["photos"][rider("32")]) == 0b010101
    for k, chance in ((1, 1 / 3), (2, 3 / 5), (3, 4 / 5), (4, 14 / 15), (5, 1.0), (6, 1.0)):
        draws = list(combinations(range(PHOTOS), 2))
        hit = sum(bool(set(draw) & set(range(k))) for draw in draws)
        assert hit / len(draws) == pytest.approx(chance)


def last_two(**switches: bool):
    """All are home but 21 and 31; 31 was towed and photographed with number 2."""
    race = standing({"21": "H2/1:12", "31": "H2/2:1"}, **switches, settle=False)
    state = race.races[0]
    place = 1
    for number in range(16):
        if shirt(number) not in ("21", "31"):
            state["status"][number], state["place"][number] = 5, place
            place += 1
    state["home"] = 14
    begin(race)
    return race


@pytest.mark.clause("UR-13d", "UR-21f", "UR-18h")
def test_the_final_draw_strikes_out_who_is_on_it():
    race = last_two(cheating=True, sprints=True)
    state = race.races[0]
    state["photos"][rider("22")] = 0b10
    state["sprint_place"][rider("22"), 0], state["marks"][rider("22"), 0] = 1, 3
    before = {line.rider: line for line in score_sheet(race.state, race.setup.course).riders}
    throw(race, 3)
    race.play(race.legal()[-1])
    assert phase(race) == "verdict"
    assert len(race.legal()) == 6
    photo(race, 2)
    assert len(race.legal()) == 5
    photo(race, 5)
    assert race.over
    after = {line.rider: line for line in score_sheet(race.state, race.setup.course).riders}
    assert after[rider("22")].disqualified
    assert after[rider("22")].total == 0
    assert before[rider("22")].total == 50 + 11 + 6
    for other in range(16):
        if other != rider("22"):
            assert after[other].place in (before[other].place, 15, 16), "nobody moves up"
    assert race.standings()[0].points == max(row.points for row in race.standings())


# ------------------------------------------------------------------------------------- sprints, yellow jersey


@pytest.mark.clause("UR-14a")
def test_the_first_three_over_a_line_score_by_leaving_the_last_row():
    field = {"21": "D1/1:6", "31": "D1/2:6", "41": "D1/3:6", "51": "D1/4:6", "22": "D1/1:1"}
    race = standing(field, sprints=True)
    for name in ("21", "31", "41", "51"):
        assert due(race) == name
        throw(race, 2)
        race.play(race.legal()[-1])
    throw(race, 5)
    to(race, "D1/1:6")
    places = {name: int(race.races[0]["sprint_place"][rider(name), 0]) for name in field}
    assert places == {"21": 1, "31": 2, "41": 3, "51": 0, "22": 0}, "on the last row it has not crossed"
    assert int(race.races[0]["crossings"][0]) == 4
    totals = {row.seat: row.points for row in race.standings()}
    assert totals == {0: 11, 1: 8, 2: 5, 3: 0}


@pytest.mark.clause("UR-14a", "UR-2e")
def test_without_the_switch_no_line_gives_points():
    race = standing({"21": "D1/1:6", "31": "G5/1:1"})
    ride(race, 2, "D2/1:2")
    assert not race.races[0]["sprint_place"].any()


@pytest.mark.clause("UR-14b")
def test_the_first_over_the_first_line_puts_on_yellow_at_once():
    race = standing({"21": "D1/1:6", "31": "D1/2:6"}, sprints=True)
    throw(race, 2)
    race.play(race.legal()[0])
    assert int(race.races[0]["jersey"]) == rider("21")


def giro(places: dict[str, tuple[int, int, int]], wearer: str, standing_on: dict[str, str]):
    """On the Giro: sprint places at D, A, B so far, and who wears the jersey."""
    race = standing(standing_on, course="C", sprints=True, settle=False)
    state = race.races[0]
    for name, row in places.items():
        for sprint, place in enumerate(row):
            if place:
                state["sprint_place"][rider(name), sprint] = place
                state["crossed"][rider(name)] |= 1 << sprint
                state["crossings"][sprint] += 1
    lines = [line for line in race.setup.course.lines if line.kind == "sprint"]
    squares = race.setup.course.road.squares
    for number in range(16):
        for sprint, line in enumerate(lines):
            over = state["status"][number] and squares["rear"][state["at"][number]] >= race.setup.course.units(line.at)
            if over and not state["crossed"][number] >> sprint & 1:
                state["crossed"][number] |= 1 << sprint
                state["crossings"][sprint] += 1
    state["jersey"] = state["jersey_before"] = rider(wearer)
    begin(race)
    return race


@pytest.mark.clause("UR-14c")
def test_the_wearer_first_again_changes_nothing():
    race = giro({"21": (2, 0, 0), "33": (1, 0, 0)}, "21", {"21": "H2/1:12", "31": "K1/1:1"})
    ride(race, 2, "F1/1:2")
    assert int(race.races[0]["jersey"]) == rider("21")


@pytest.mark.clause("UR-14d")
@pytest.mark.parametrize(("places", "wearer", "winner", "then"), [
    ({"21": (1, 0, 0), "42": (3, 0, 0)}, "21", "42", "42"),  # 12 against 11
    ({"21": (1, 0, 0)}, "21", "42", "21"),  # 7 against 11
    ({"21": (0, 0, 0), "42": (0, 0, 0)}, "21", "42", "42"),
])  # fmt: skip
def test_another_winner_takes_it_over_with_most_points(places, wearer, winner, then):
    race = giro(places, wearer, {winner: "H2/1:12", "31": "K1/1:1"})
    race.races[0]["marks"][rider("21"), 0] = 4
    ride(race, 2, "F1/1:2")
    assert int(race.races[0]["jersey"]) == rider(then)


@pytest.mark.clause("UR-14d")
def test_ties_go_to_the_wearer_then_the_winner_then_the_one_ahead():
    wearer = giro({"21": (1, 0, 0), "42": (2, 3, 0)}, "21", {"31": "M5/1:2", "42": "F1/1:1", "21": "K1/1:1"})
    ride(wearer, 4, "N1/1:2")
    assert int(wearer.races[0]["jersey"]) == rider("21"), "21 and 42 have 11"
    winner = giro({"42": (2, 3, 0), "51": (3, 1, 0)}, "21", {"51": "M5/1:2", "42": "F1/1:1", "21": "K1/1:1"})
    winner.races[0]["sprint_place"][rider("51")] = (3, 0, 0)  # 5 + 5 with this one
    winner.races[0]["sprint_place"][rider("42")] = (3, 2, 0)  # 5 + 5
    ride(winner, 4, "N1/1:2")
    assert int(winner.races[0]["jersey"]) == rider("51")
    tied = {"41": (2, 3, 0), "51": (1, 0, 0)}
    ahead = giro(tied, "22", {"33": "M5/1:2", "41": "M1/1:1", "51": "F1/1:5"})
    ride(ahead, 4, "N1/1:2")
    assert int(ahead.races[0]["jersey"]) == rider("41"), "41 and 51 have 11, the wearer 22 and the winner 33 less"
    beside = giro(tied, "22", {"33": "M5/1:2", "41": "M1/1:1", "34": "K1/1:1"})
    state = beside.races[0]
    state["status"][rider("51")], state["left_at"][rider("51")] = 3, beside.setup.course.square_at("M1/1:1")
    state["rank"][rider("51")], state["left"][rider("51")] = state["rank"][rider("41")], 1
    ride(beside, 4, "N1/1:2")
    assert int(beside.races[0]["jersey"]) == rider("41"), "who is beside the road comes after who stands there"


@pytest.mark.clause("UR-14e", "UR-14f")
def test_two_points_for_every_whole_round_in_yellow():
    race = standing({"21": "D1/1:6", "31": "G5/1:1"}, sprints=True)
    ride(race, 2, "D2/1:2")
    ride(race, 2, "G5/1:3")
    assert not race.races[0]["marks"].any(), "none in the round in which it is won"
    for number in (1, 2, 3):
        while race.turn == 5 + number:
            throw(race, 2)
            race.play(race.legal()[0])
        assert int(race.races[0]["marks"][rider("21"), 0]) == number
    home = standing({"21": "H2/1:12", "31": "G5/1:1", "41": "G5/2:1"}, sprints=True, settle=False)
    state = home.races[0]
    state["jersey"] = state["jersey_before"] = rider("21")
    state["sprint_place"][rider("21"), 0] = 1
    begin(home)
    while home.turn < 9:
        throw(home, 2)
        home.play(home.legal()[-1])
    assert int(home.races[0]["marks"][rider("21"), 0]) == 1, (
        "the round in which it finishes still counts, later ones not"
    )


@pytest.mark.clause("UR-14f")
def test_marks_stand_in_the_latest_box_of_the_wearer():
    race = giro({"42": (3, 1, 0), "21": (1, 0, 0)}, "42", {"42": "F1/1:1", "31": "K1/1:1"})
    while race.turn == 5:
        throw(race, 2)
        race.play(race.legal()[0])
    assert race.races[0]["marks"][rider("42")].tolist() == [0, 1, 0]


@pytest.mark.clause("UR-E24")
def test_example_24():
    """The Giro's sprints, round by round. All that matters is who crosses when, so riders are set down before the
    lines."""
    race = standing({"21": "D1/1:6", "33": "D1/2:6", "42": "D1/3:6", "54": "G5/4:1"}, course="C", sprints=True, turn=9)
    course = race.setup.course

    def over(*names: str) -> None:
        for name in names:
            assert due(race) == name
            throw(race, 2)
            race.play(race.legal()[-1])

    def quiet_rounds(until: int) -> None:
        while race.turn < until:
            throw(race, 2)
            race.play(race.legal()[0])
            while phase(race) == "follow":
                race.play(a.DECLINE)

    def put(**squares: str) -> None:
        state = race.races[0]
        for name, square in squares.items():
            number = rider(name[1:])
            if not state["crossed"][number] & 1:
                state["crossed"][number] |= 1
                state["crossings"][0] += 1
            state["at"][number], state["status"][number] = course.square_at(square), 1
            square_ = course.road.squares[course.square_at(square)]
            state["rank"][number] = square_["front"] * 8 + 7 - square_["lane"]
        begin(race)

    over("21", "33", "42")
    assert int(race.races[0]["jersey"]) == rider("21")
    put(r54="G5/4:1", r21="H1/1:1", r33="H1/2:1", r42="H1/3:1")
    state = race.races[0]
    for name in ("21", "33", "42"):
        state["moved"][rider(name)] = 1
    begin(race)
    quiet_rounds(10)
    for turn in range(10, 14):  # nobody comes to a line meanwhile
        put(r21="H1/1:1", r33="H1/2:1", r42="H1/3:1", r54="G5/4:1")
        quiet_rounds(turn + 1)
    put(r42="H2/1:12", r51="H2/2:12", r43="H2/3:12", r21="K1/1:1", r33="K1/2:1", r54="G5/4:1")
    over("42", "51", "43")
    assert int(race.races[0]["jersey"]) == rider("42"), "5 + 7 = 12 against 11"
    quiet_rounds(15)
    for turn in range(15, 22):
        if turn == 19:
            put(r43="M5/1:2", r31="M5/2:2", r51="M5/3:2", r42="F1/1:1", r21="K1/1:1", r33="K1/2:1", r54="G5/4:1")
            for name in ("43", "31", "51"):
                race.races[0]["crossed"][rider(name)] |= 3
            over("43", "31", "51")
            assert int(race.races[0]["jersey"]) == rider("42"), "8 against 12"
        else:
            put(r42="F1/1:1", r51="F1/2:1", r43="F1/3:1", r21="K1/1:1", r33="K1/2:1", r54="G5/4:1")
        quiet_rounds(turn + 1)
    put(r42="G5#2/1:6", r51="N1/2:1", r43="N1/3:1", r31="N1/4:1", r21="K1/1:1", r33="K1/2:1", r54="G5/4:1")
    over("42")
    assert status(race, "42") == "finished"
    quiet_rounds(24)
    totals = {line.rider: line.on_the_way for line in score_sheet(race.state, course).riders}
    expected = {"21": 19, "42": 28, "43": 8, "51": 7, "31": 4, "33": 8}
    assert {shirt(r): total for r, total in totals.items() if total} == expected


# -------------------------------------------------------------------------------------------------- relays


@pytest.mark.clause("UR-E25", "UR-15a", "UR-15b", "UR-20c", "UR-20d")
def test_example_25():
    race = standing({"51": "H2/1:9", "21": "H2/1:8", "41": "H2/1:7"}, course="C", level="C", relays=True)
    give(race, "41", "5", "6m")
    assert (phase(race), due(race), race.actor) == ("ask", "51", 3)
    race.play(a.ASK)
    assert (phase(race), due(race), race.actor) == ("answer", "21", 0)
    race.play(a.REFUSE)
    race.play(a.ASK)
    assert (due(race), race.actor) == ("41", 2)
    race.play(a.AGREE)
    assert (where(race, "41"), where(race, "51")) == ("H2/1:9", "H2/1:7")
    assert due(race) == "41"
    means(race, "two cards")
    to(race, "F1/1:8")
    follow(race, "21", "51")
    assert (where(race, "21"), where(race, "51")) == ("F1/1:7", "F1/1:6")


@pytest.mark.clause("UR-15a")
def test_the_head_need_not_ask_and_a_lone_rider_can_not():
    race = standing({"51": "H2/1:9", "21": "H2/1:8"}, course="C", relays=True)
    race.play(a.LEAD)
    assert (phase(race), due(race)) == ("two dice", "51")
    assert phase(standing({"51": "H2/1:9", "21": "H2/1:7"}, course="C", relays=True)) == "two dice"


@pytest.mark.clause("UR-15c")
def test_the_new_head_may_break_away():
    race = standing({"51": "H2/1:9", "21": "H2/1:8"}, course="C", level="C", relays=True)
    race.play(a.ASK)
    race.play(a.AGREE)
    assert "two cards away" in offered_means(race)
    means(race, "one card away")
    if phase(race) == "lay":
        race.play(race.legal()[0])
    die(race, 4)
    race.play(race.legal()[-1])
    assert (phase(race), due(race)) == ("means", "51"), "51 keeps its own turn: nobody follows"


@pytest.mark.clause("UR-15d")
def test_one_change_a_turn_and_each_is_asked_once():
    race = standing({"51": "H2/1:9", "21": "H2/1:8", "41": "H2/1:7"}, course="C", relays=True)
    for _ in range(2):
        race.play(a.ASK)
        race.play(a.REFUSE)
    assert (phase(race), due(race)) == ("two dice", "51")
    changed = standing({"51": "H2/1:9", "21": "H2/1:8", "41": "H2/1:7"}, course="C", relays=True)
    changed.play(a.ASK)
    changed.play(a.AGREE)
    assert (phase(changed), due(changed)) == ("two dice", "21")


@pytest.mark.clause("UR-15d")
def test_who_has_not_crossed_the_heads_sprint_line_is_passed_over():
    field = {"51": "D2/1:1", "21": "D1/1:6", "41": "D1/1:5"}
    race = standing(field, sprints=True, relays=True, settle=False)
    race.races[0]["crossed"][[rider("51"), rider("41")]] = 1
    begin(race)
    race.play(a.ASK)
    assert due(race) == "41"
    assert phase(standing(field, relays=True)) == "ask"
    colours = standing({"51": "M1/1:1", "21": "F1/1:10"}, course="B", level="B", relays=True)
    assert phase(colours) == "ask", "colours do not matter"


# ------------------------------------------------------------------------------------------- stage races


@pytest.mark.clause("UR-E26", "UR-16b")
def test_example_26():
    leader, team = (18, 55, 40, 22, 26), (46, 68, 92, 66, 47)
    assert (sum(leader), sum(team)) == (161, 319)
    assert final_points(5, 161, 319) == 1124
    stages = []
    for points, total in zip(leader, team, strict=True):
        riders = [0] * 16
        half = (total - points) // 2
        riders[rider("41")], riders[rider("42")], riders[rider("43")] = points, half, total - points - half
        stages.append(StageResult(tuple(riders), (1, 2, 3, 4)))
    first = tour_standings(stages)[0]
    assert (first.seat, first.best_rider, first.total) == (2, rider("41"), 1124)


@pytest.mark.clause("UR-16a", "UR-16c")
def test_stages_are_scored_as_usual_and_added():
    results = []
    for seed in (1, 2):
        race = GAME.start(course="A", level="A", seed=seed, teams=2, stages=True)
        assert race.state["tows"].sum() == race.state["deck"] == 0, "each stage starts afresh"
        while not race.over:
            race.play(race.legal()[-1])
        results.append(stage_result(score_sheet(race.state, race.setup.course), 2))
        assert sum(results[-1].riders) == sum(row.points for row in race.standings())
    for row in tour_standings(results):
        own = [sum(stage.riders[r] for stage in results) for r in range(row.seat * 4, row.seat * 4 + 4)]
        assert (row.team_points, row.best_points) == (sum(own), max(own))
        assert row.total == 2 * max(own) + sum(own)


@pytest.mark.clause("UR-16c")
def test_a_tie_goes_to_the_better_leader_then_to_the_last_stage():
    def stage(first: tuple[int, ...], second: tuple[int, ...], best: tuple[int, int]) -> StageResult:
        return StageResult((*first, *second), best)

    tied = tour_standings([stage((30, 30, 0, 0), (40, 10, 0, -10), (2, 1)), stage((0, 0, 0, 0), (0, 0, 0, 0), (1, 2))])
    assert {row.seat: row.total for row in tied} == {0: 2 * 30 + 60, 1: 2 * 40 + 40}
    assert [row.seat for row in tied] == [1, 0], "120 each: the better leader"
    even = tour_standings([stage((30, 10, 0, 0), (30, 10, 0, 0), (2, 1))])
    assert [row.seat for row in even] == [1, 0]

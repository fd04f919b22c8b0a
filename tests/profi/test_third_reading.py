"""Profi, read a third time: slipstream in the cold, doping cards as chips, circles, stage races."""

from __future__ import annotations

import pytest

from parcours.engine.match import Match
from parcours.engine.tour import Stage
from parcours.games.profi import state as st
from parcours.games.profi.stages import fewer_riders, out_after
from tests.profi.riding import (
    GAME,
    PLAIN,
    asked,
    begin,
    do,
    dope,
    lanes,
    may,
    of,
    phase,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_finish import TOUR, dawdle_home, line
from tests.profi.test_moving import COBBLED
from tests.profi.test_second_reading import note, two_passes

# --------------------------------------------------------------------------------------------------- slipstream


def cold_wheel(squares: int) -> Match:
    """Very cold: Ac rides from 30.1, Bc sits on its wheel with two chips."""
    race = standing({"Ac": "30.1", "Bc": "29.1", "Cc": "28.1"}, hands={"A": [f"c{squares}"]}, settle=False,
                    chips={"Ac": 1, "Bc": 2})  # fmt: skip
    race.races[0]["weather"] = st.VERY_COLD
    begin(race)
    do(race, f"card {squares}", "+1" if squares == 6 else "0", f"at {30 + squares}.1", "follow")
    return race


@pytest.mark.clause("PR-W5", "PR-M5", "PR-M4")
def test_the_cold_takes_its_square_off_the_following_part() -> None:
    """Five squares on the wheel and a chip make six. So the cold leaves four on the wheel, and the chip is ridden from
    there."""
    race = cold_wheel(5)
    do(race, "on 1")
    assert lanes(race) == {1, 2}
    do(race, "at 34.2")
    assert int(race.races[0]["giver_own"]) == 5
    do(race, "follow")
    assert where(race, "Cc") == "33.2", "its own follower follows the shorter move"


@pytest.mark.clause("PR-W5", "PR-M5")
def test_in_the_cold_a_move_of_five_keeps_all_of_its_squares() -> None:
    race = cold_wheel(4)
    do(race, "on 1", "at 34.2")
    assert int(race.races[0]["giver_own"]) == 5
    far = cold_wheel(6)
    do(far, "on 1", "at 35.2")
    assert int(far.races[0]["giver_own"]) == 6, "six on the wheel have lost their square already"


@pytest.mark.clause("PR-W5", "PR-R4")
def test_where_the_shorter_following_is_blocked_the_cold_takes_a_square_of_the_rest() -> None:
    """Bc follows Ac to 34.1; then somebody stands on every place of row 33."""
    race = cold_wheel(5)
    for name, place in (("Ar", 1), ("Ag", 2), ("As", 3)):
        note(race, "row", name, 33)
        note(race, "lane", name, place)
        note(race, "status", name, st.UP)
        note(race, "moved", name)
    do(race, "on 1")
    assert where(race, "Bc") == "34.1"
    assert int(race.races[0]["giver_own"]) == 5


# ------------------------------------------------------------------------------------------------- doping cards


@pytest.mark.clause("PR-H5", "PR-I14", "PR-I16")
def test_a_doping_card_is_a_chip_for_full_risk() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, profile="B R4^ D B B", turn=3, hands={"A": ["c4"]}, full_risk=True,
                    doping=True, settle=False)  # fmt: skip
    dope(race, "Ac", 2)
    begin(race)
    do(race, "card 4", "0")
    assert phase(race) == "risk"
    assert may(race, "safe", "dope Ac")
    assert not may(race, "risk"), "not before there is a chip for it"
    do(race, "dope Ac", "risk", "descent 3", "at 17.1")
    assert of(race, "chips", "Ac") == 2


@pytest.mark.clause("PR-G6", "PR-I14", "PR-I19")
def test_before_an_exchange_a_doping_card_may_become_chips_but_not_the_last() -> None:
    race = standing({"Ac": "10.2", "Ar": "14.1", "Bc": "5.1"}, hands={"A": ["c4"]}, moved=["Ar"], doping=True,
                    settle=False)  # fmt: skip
    dope(race, "Ar", 5, -2)
    dope(race, "Ac", 3)
    begin(race)
    do(race, "card 4", "0", "at 14.2", "hand 5")
    assert phase(race) == "bag"
    assert may(race, "put back 4", "put back 7", "dope Ar", "dope Ac")
    do(race, "dope Ar", "use 7")
    assert (phase(race), of(race, "chips", "Ar")) == ("bag", 3)
    assert not may(race, "dope Ar"), "one is to be exchanged"
    do(race, "dope Ac")
    assert phase(race) == "draw_doping"
    assert int(race.races[0]["doping_queued"][1]) == 1


# -------------------------------------------------------------------------------------------------- the circle


@pytest.mark.clause("PR-L6")
def test_a_leader_may_pick_its_own_lane_where_the_train_rides_nowhere() -> None:
    wall = {"Cc": "41.1", "Dc": "42.1"}
    race = standing({"Ac": "40.1", "Bs": "39.1", **wall}, circle=True, chips={"Ac": 1, "Bs": 1}, moved=list(wall))
    do(race, "circle", "join")
    assert lanes(race) == {1, 2, 3}
    do(race, "at 40.1")
    assert [where(race, name) for name in ("Bs", "Ac")] == ["40.1", "39.1"]
    free = standing({"Ac": "40.1", "Bs": "39.1", **wall}, circle=True, chips={"Ac": 1, "Bs": 1}, moved=list(wall))
    do(free, "circle", "join", "at 42.2")
    assert [where(free, name) for name in ("Bs", "Ac")] == ["42.2", "41.2"]


def held_up(profile: str, weather: int) -> Match:
    """A circle with a sum of seven that can ride four squares only."""
    wall = {name: f"{place}" for name, place in zip(("Ag", "Bs", "Bg", "Cc", "Cr", "Cg"), (
        "45.1", "45.2", "45.3", "46.1", "46.2", "46.3"), strict=True)}  # fmt: skip
    race = standing({"Ac": "40.1", "Br": "39.1", **wall}, profile=profile, turn=2, circle=True, moved=list(wall),
                    chips={"Br": 2}, hands={"A": ["c5"]}, settle=False)  # fmt: skip
    race.races[0]["weather"] = weather
    begin(race)
    do(race, "circle", "join", "lay 2 chips", "at 44.1")
    assert int(race.races[0]["total"]) == 7
    return race


@pytest.mark.clause("PR-L8", "PR-Y1")
def test_on_wet_roads_the_sum_of_a_circle_tells_who_rolls() -> None:
    race = held_up("B B B B", st.VERY_WET)
    assert (phase(race), asked(race)) == ("crash_coin", "Br"), "at the head of the train"
    do(race, "no skull")
    assert (phase(race), asked(race)) == ("crash_coin", "Ac")


@pytest.mark.clause("PR-L7", "PR-H6")
def test_on_cobbles_the_sum_of_a_circle_tells_who_rolls() -> None:
    assert phase(held_up(COBBLED, 0)) != "crash_coin", "a sum of seven, though it rode four"


@pytest.mark.clause("PR-N4", "PR-N5", "PR-V2")
def test_a_train_behind_a_dummy_looks_for_no_wheel_on_the_verge() -> None:
    """From row 47 on the road has two lanes: a rider on 47.3 is on the verge."""
    race = two_passes({"Cg": "42.2", "Bs": "41.2", "Ac": "47.1", "Ar": "47.3"}, players=2, dummies="1", circle=True,
                      moved=["Ac", "Ar"], chips={"Bs": 1})  # fmt: skip
    begin(race)
    do(race, "die 2", "join")
    do(race, *(["lay 2 chips"] if phase(race) == "laying" else []))
    assert [where(race, name) for name in ("Bs", "Cg")] == ["45.3", "44.3"], "inmost, with no wheel in reach"
    wheel = two_passes({"Cg": "43.2", "Bs": "42.2", "Ac": "47.1", "Ar": "47.3"}, players=2, dummies="1", circle=True,
                       moved=["Ac", "Ar"], chips={"Bs": 1})  # fmt: skip
    begin(wheel)
    do(wheel, "die 2", "join")
    assert [where(wheel, name) for name in ("Bs", "Cg")] == ["46.1", "45.1"], "behind Ac, not behind the verge"


# ---------------------------------------------------------------------------------------------- climbs and prizes

HILL_TOP = """
format = 1
game = "profi"
name = "Hill top"
lanes = 3
run_in = 8
run_out = 24
distance = 40
segments = [
  {id = "R", rows = 8, terrain = "green"},
  {id = "A", rows = 20, terrain = "blue"},
  {id = "B", rows = 20, terrain = "red", category = 1},
]
lines = [{kind = "finish", name = "Finish", at = 39, points = [5, 3, 1]}]
"""


@pytest.mark.clause("PR-C8", "PR-C9")
def test_a_climb_with_the_finish_on_it_is_never_left() -> None:
    """The road stays red past the finish: there is no last red row, and nobody is held up."""
    for place in (38, 39, 45, 70):
        race = standing({"Ag": f"{place}.1", "Bc": "5.1"}, course=GAME.read_course("hill_top.toml", HILL_TOP),
                        hands={"A": ["g6", "g5"]})  # fmt: skip
        do(race, "attack", "card 6", "0", "bonus 1", f"at {place + 12}.1")


@pytest.mark.clause("PR-P6")
@pytest.mark.parametrize("switch", [True, False])
def test_combative_points_are_won_only_where_there_is_a_prize(switch: bool) -> None:
    race = standing({"Ac": "30.1", "Bc": "20.1"}, moved=["Bc"], hands={"A": ["c3", "c4"]}, combative=switch)
    do(race, "attack")
    while phase(race) != "turn" and not race.over and int(race.races[0]["round_number"]) == 3:
        race.replay(race.legal()[0])
    assert of(race, "combative", "Ac") == (2 if switch else 0), "an attack, and alone in the lead"
    home = standing({"Ac": "30.1", "Bc": "20.1"}, chips=1, moved=["Ac"], combative=switch)
    dawdle_home(home)
    assert of(home, "combative", "Ac") == switch


# ------------------------------------------------------------------------------------------------- stage races


def stage(teams: int, **lines: dict) -> dict:
    """A stage with these riders, written `r0_3` for team 0's sprinter."""
    return {"teams": teams, "chips": [0] * teams, "riders": {
        name[1:].replace("_", "."): told for name, told in lines.items()}}  # fmt: skip


@pytest.mark.clause("PR-U4", "PR-S3")
def test_with_five_riders_a_doped_rouleur_bars_both_rouleurs() -> None:
    def out(struck: int) -> dict[str, int]:
        told = {f"r0_{role}": line(role + 1, struck=role == struck) for role in range(5)}
        return out_after([stage(2, **told, r1_1=line(6))])

    assert out(4) == out(1) == {"0.1": 1, "0.4": 1}
    assert out(2) == {"0.2": 1}
    race = GAME.start(teams=2, carried={"out": sorted(out(4))}, **{**PLAIN, "dummies": "0", "five_riders": True})
    assert [int(status) for status in race.state["status"][[1, 4]]] == [st.ABSENT] * 2
    late = stage(2, r0_0=line(1), r0_1=line(2), r0_4=line(4, 90), r1_1=line(3))
    assert out_after([late]) == {"0.4": 1}, "who is out of time bars nobody else"


@pytest.mark.clause("PR-Q6", "PR-S4")
def test_a_team_of_three_rides_on_with_one_rider_less() -> None:
    late = stage(5, r0_0=line(1), r0_1=line(2), r0_3=line(9, 90), r1_0=line(8, 90), r2_0=line(3), r2_1=line(4),
                 r3_2=line(0, struck=True), r4_0=line(5), r4_1=line(6), r4_2=line(7))  # fmt: skip
    assert fewer_riders(5, [late]) == [1, 0, 0, 0, 0], "captains ride in any case, dopers bar their type only"
    carried = TOUR.carried(5, [Stage("flat")] * 3, [late])
    assert carried["fewer"] == [1, 0, 0, 0, 0]
    assert carried["out"] == ["0.3", "1.0", "3.2"]
    race = GAME.start(teams=5, seed=4, carried=carried, **PLAIN)
    while phase(race) in ("lot", "types"):
        race.replay(race.legal()[0])
    roles = race.state["role"].reshape(-1)[:15].reshape(5, 3)
    riding = [[int(role) for role, status in zip(roles[team], race.state["status"][3 * team :], strict=False)
               if role >= 0 and status != st.ABSENT] for team in range(5)]  # fmt: skip
    assert [len(team) for team in riding] == [2, 2, 3, 3, 3]
    assert 3 not in riding[0]
    assert st.CAPTAIN not in riding[1]
    assert 2 not in riding[3]


@pytest.mark.clause("PR-Q6", "PR-S4")
def test_a_team_of_three_that_has_lost_two_riders_has_its_captain_left() -> None:
    race = GAME.start(teams=5, seed=4, carried={"out": ["0.2", "0.3"], "fewer": [2, 0, 0, 0, 0]}, **PLAIN)
    while not race.over and phase(race) != "start_rider":
        race.play(race.choice_of(GAME.bot("random")))
    assert [int(role) for role in race.state["role"][:3]] == [st.CAPTAIN, -1, -1]


@pytest.mark.clause("PR-Q6", "PR-N6")
def test_a_dummy_can_be_out_of_time() -> None:
    result = stage(2, r0_0=line(1), r1_0=line(2), r2_3=line(4, 90), r3_0=line(3))
    carried = TOUR.carried(2, [Stage("flat")] * 3, [result])
    assert carried["out"] == ["2.3"]
    race = GAME.start(teams=2, carried=carried, seed=1, **PLAIN)
    while phase(race) != "turn":
        race.play(race.choice_of(GAME.bot("random")))
    assert int(race.state["status"][2 * 4 + 3]) == st.ABSENT
    assert int(race.state["status"][3 * 4 + 3]) == st.UP

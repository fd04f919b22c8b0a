"""Profi: attacks, exhaustion and counters (PR-A), elbow duels (PR-J), falls (PR-F), team work (PR-G)."""

from __future__ import annotations

import pytest

from parcours.games.profi import state as st
from tests.profi.riding import (
    asked,
    begin,
    cards,
    do,
    dope,
    lanes,
    lies,
    may,
    of,
    phase,
    rider,
    row,
    standing,
    where,
)  # fmt: skip
from tests.profi.test_moving import GREEN, HILLS

# --------------------------------------------------------------------------------------- attack and counter


@pytest.mark.clause("PR-5", "PR-A1", "PR-A4", "PR-A7", "PR-A8", "PR-A9", "PR-I11")
def test_an_attack_is_countered_by_the_riders_it_overtook() -> None:
    race = standing(
        {"Ag": "8.2", "Bc": "8.1", "Cc": "12.1", "Dr": "15.3", "Br": "17.1", "Cr": "19.1"}, profile=GREEN,
        hands={"A": ["g5", "g4"], "B": ["c5", "r5"], "C": ["c6", "r5"], "D": ["r5"]}, chips={"Dr": 1, "Cc": 0},
        moved=["Bc", "Cc", "Dr", "Br", "Cr"], combative=True,
    )  # fmt: skip
    do(race, "attack", "card 5", "0", "at 17.2")
    assert of(race, "combative", "Ag") == 1
    assert (phase(race), asked(race)) == ("counter", "Cc"), "from the back; those level with beginning or end do not"
    do(race, "card 6", "0", "at 17.3")
    assert of(race, "chips", "Cc") == 1, "the sixth point is saved"
    assert asked(race) == "Dr"
    do(race, "chips 1", "at 16.2")
    assert int(race.races[0]["round_number"]) == 4, "row 17 is full; nobody else may counter, all have moved"


@pytest.mark.clause("PR-A8", "PR-A9")
def test_a_counter_uses_up_no_move_and_may_be_declined() -> None:
    race = standing({"Ac": "10.1", "Bs": "12.1", "Br": "13.2"}, profile=GREEN, chips=1, settle=False,
                    hands={"A": ["c3", "c3"], "B": ["s2", "r3"]})  # fmt: skip
    race.races[0]["last"][rider(race, "Bs")] = race.races[0]["last"][rider(race, "Br")] = 1
    begin(race)
    do(race, "attack", "0", "at 16.1")
    assert asked(race) == "Bs"
    do(race, "card 2", "0", "bonus 1", "at 15.1")
    assert of(race, "moved", "Bs") == 0
    do(race, "no counter")
    assert asked(race) == "Bs", "it still has its move"
    assert not may(race, "follow"), "a counter cannot be followed"


@pytest.mark.clause("PR-A8")
def test_fallen_riders_do_not_counter() -> None:
    race = standing(
        {"Ac": "10.1", "Bs": "12.2", "Br": "8.1"}, hands={"A": ["c3", "c3"], "B": ["s2"]}, settle=False, chips=1
    )
    race.races[0]["status"][rider(race, "Bs")] = st.LYING
    race.races[0]["moved"][rider(race, "Bs")] = 1
    begin(race)
    do(race, "attack", "0", "at 16.1")
    assert (phase(race), asked(race)) == ("turn", "Br")


@pytest.mark.clause("PR-6", "PR-A5", "PR-K4", "PR-K6")
def test_an_exhaustion_card_in_place_of_one_otherwise_drawn() -> None:
    race = standing(
        {"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c5", "c6", "r2", "s3", "j2"]}, exhaustion=True, settle=False
    )
    race.races[0]["pool"][0][0], race.races[0]["fresh"][0] = 4, (4, 0, 0)
    begin(race)
    do(race, "attack", "card 5", "card 6", "0", "at 21.1")
    assert of(race, "tired", "Ac") == 1
    do(race, "drawn card c2")
    assert int(race.races[0]["held"][0]) == 4
    assert phase(race) != "draw_card", "five"


@pytest.mark.clause("PR-A5")
def test_without_the_switch_or_from_the_slipstream_no_exhaustion() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c5", "c6"]})
    do(race, "attack", "card 5", "0", "at 21.1")
    assert of(race, "tired", "Ac") == 0


@pytest.mark.clause("PR-A3", "PR-A6")
def test_the_exhaustion_card_serves_a_card_move_but_no_attack() -> None:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c5", "xc"]}, exhaustion=True)
    assert cards(race) == {"5", "x"}
    assert not may(race, "attack")
    do(race, "exhaustion", "0", "at 11.1")
    assert of(race, "tired", "Ac") == 0
    doped = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c5"]}, doping=True, settle=False)
    dope(doped, "Ac", 2)
    begin(doped)
    do(doped, "attack", "card 5", "0", "at 18.1")
    assert int(doped.races[0]["used"][0]) == 2, "a doping card counts 3 in an attack"


@pytest.mark.clause("PR-7", "PR-A2", "PR-M5", "PR-C3", "PR-Y1")
def test_a_sprinter_attacks_from_the_slipstream() -> None:
    def surged(weather: int = 0, giver: int = 4):
        race = standing({"Br": "20.2", "As": "19.2", "Cc": "23.1"}, profile=GREEN, hands={"B": ["r4"], "A": ["s5"]},
                        chips={"As": 1, "Br": 1}, moved=["Cc"], settle=False)  # fmt: skip
        race.races[0]["weather"] = weather
        begin(race)
        do(race, "card 4", "+1" if giver == 5 else "0", f"at {20 + giver}.2")
        do(race, "surge", "+1", "bonus 1")
        return race

    race = surged()
    do(race, "at 30.2")
    assert (phase(race), asked(race)) == ("counter", "Br"), "G may counter; a rider level on row 23 may not"
    cold = surged(st.VERY_COLD)
    do(cold, "at 29.2")
    wet = surged(st.VERY_WET)
    do(wet, "at 30.2")
    assert phase(wet) == "crash_coin"
    assert surged(giver=5), "the limit of 4 does not hold for a sprinter"
    captain = standing({"Br": "20.2", "Ac": "19.2"}, profile=GREEN, hands={"B": ["r5"], "A": ["c5"]})
    do(captain, "card 5", "0", "at 25.2")
    assert may(captain, "follow")
    assert not may(captain, "surge")
    rouleur = standing({"Br": "20.2", "Ar": "19.2"}, profile=GREEN, hands={"B": ["r4"], "A": ["r5"]})
    do(rouleur, "card 4", "0", "at 24.2")
    assert not may(rouleur, "surge"), "not its terrain"


@pytest.mark.clause("PR-Y1", "PR-M4")
def test_heat_takes_a_square_off_attacks_and_counters() -> None:
    race = standing({"Ac": "10.1", "Bc": "12.1"}, hands={"A": ["c5", "c6"], "B": ["c4"]}, moved=["Bc"], settle=False)
    race.races[0]["weather"] = st.VERY_HOT
    begin(race)
    do(race, "attack", "card 5", "0", "at 20.1", "card 4", "0")
    do(race, "at 15.1")


# ------------------------------------------------------------------------------------------------------ duels

DUEL = {"Ac": "18.2", "Bg": "22.1"}


def challenged(places=DUEL, **more):
    others = [name for name in places if name != "Ac"]
    race = standing(
        places, profile=HILLS, hands={"A": ["c4"]}, moved=others, elbow=True, **{"combative": True, "chips": 3, **more}
    )
    do(race, "card 4", "0", "at 22.2")
    assert phase(race) == "duel"
    do(race, "challenge 0")
    return race


@pytest.mark.clause("PR-13", "PR-J1", "PR-J2", "PR-J3", "PR-J4", "PR-I9", "PR-P6")
def test_an_elbow_duel() -> None:
    race = challenged()
    assert of(race, "chips", "Ac") == 2
    assert of(race, "combative", "Ac") == 1
    do(race, "accept", "die 4", "die 4")
    assert of(race, "chips", "Bg") == 2
    assert (phase(race), asked(race)) == ("raise", "Ac")
    both = race.copy()
    do(both, "raise", "raise")
    assert (where(both, "Ac"), where(both, "Bg")) == ("22.2", "22.1"), "level: the challenger has lost"
    do(race, "raise", "no raise")
    assert (where(race, "Ac"), where(race, "Bg")) == ("22.1", "21.1")
    for taken, place in ((["21.1"], "21.2"), (["21.1", "21.2"], "21.3"), (["21.1", "21.2", "21.3"], "20.1")):
        pushed = challenged({**DUEL, **dict(zip(("Ar", "Ag", "As"), taken, strict=False))})
        do(pushed, "give way")
        assert (where(pushed, "Ac"), where(pushed, "Bg")) == ("22.1", place)


@pytest.mark.clause("PR-J2", "PR-C2", "PR-P5")
def test_who_need_not_pay_and_who_cannot() -> None:
    broke = challenged(chips={"Ac": 1})
    assert where(broke, "Bg") == "21.1", "who cannot pay gives way"
    own = challenged({"Ac": "18.2", "Br": "22.1"}, chips={"Ac": 1})
    assert phase(own) == "answer", "on its own terrain the rouleur does not pay"
    do(own, "accept", "die 2", "die 3")
    assert of(own, "chips", "Br") == 0
    jersey = standing(DUEL, hands={"A": ["c4"]}, moved=["Bg"], elbow=True, chips={"Ac": 1}, settle=False)
    jersey.races[0]["jersey"][rider(jersey, "Bg")] = st.YELLOW
    begin(jersey)
    do(jersey, "card 4", "0", "at 22.2", "challenge 0")
    assert phase(jersey) == "answer", "a jersey wearer pays nothing when challenged"
    mine = standing({"Ar": "18.2", "Bg": "22.1"}, hands={"A": ["r4"]}, moved=["Bg"], elbow=True)
    do(mine, "card 4", "0", "bonus 0", "at 22.2")
    assert may(mine, "challenge 0"), "the challenger neither, on its own terrain"


@pytest.mark.clause("PR-14", "PR-J3", "PR-J5", "PR-F1", "PR-F3", "PR-G1", "PR-I8")
def test_a_skull_in_a_duel_is_a_one_and_danger() -> None:
    for other in ("Cr", "Ar"):
        race = challenged({**DUEL, other: "21.2"}, chips=2)
        do(race, "accept", "die 1")
        assert (phase(race), asked(race)) == ("danger", "Ac")
        do(race, "pay 1", "skull")
        assert lies(race, "Ac")
        assert where(race, "Ac") == "22.2"
        assert (phase(race), asked(race)) == ("duel_die", "Bg"), "the other must still roll"
        do(race, "die 6")
        assert where(race, "Bg") == "22.1", "no places change"
        if other == "Cr":
            assert (phase(race), asked(race)) == ("crash_die", "Cr"), "a rival behind rolls"
        else:
            assert phase(race) != "crash_die", "the rear team-mate is protected"


@pytest.mark.clause("PR-J1", "PR-J6", "PR-J7")
def test_no_duel_with_team_mates_the_fallen_or_after_dawdling() -> None:
    mates = standing({"Ac": "18.2", "Ar": "22.1"}, players=2, hands={"A": ["c4"]}, moved=["Ar"], elbow=True, chips=2)
    do(mates, "card 4", "0", "at 22.2")
    assert phase(mates) != "duel"
    lying = standing(DUEL, hands={"A": ["c4"]}, moved=["Bg"], elbow=True, chips=2, settle=False)
    lying.races[0]["status"][rider(lying, "Bg")] = st.LYING
    begin(lying)
    do(lying, "card 4", "0", "at 22.2")
    assert phase(lying) != "duel"
    dawdler = standing({"Ac": "21.2", "Bg": "22.1"}, moved=["Bg"], elbow=True, chips=2)
    do(dawdler, "dawdle", "at 22.2")
    assert phase(dawdler) != "duel"
    behind = standing({"Ac": "18.1", "Bg": "23.1"}, hands={"A": ["c4"]}, moved=["Bg"], elbow=True, chips=2)
    do(behind, "card 4", "0", "at 22.1")
    assert phase(behind) != "duel", "never from behind"


# ------------------------------------------------------------------------------------------------------ falls


@pytest.mark.clause("PR-F1", "PR-F2", "PR-F3", "PR-I8")
def test_ways_out_of_danger_and_what_a_fall_means() -> None:
    def in_danger(chips: int):
        race = standing({"Ac": "10.1", "Bc": "15.1", "Cc": "3.1"}, hands={"A": ["c6"]}, moved=["Bc"],
                        chips={"Ac": chips},
                        settle=False)  # fmt: skip
        race.races[0]["weather"] = st.VERY_WET
        begin(race)
        do(race, "card 6", "0", "at 16.1", "skull")
        return race

    up = in_danger(2)
    do(up, "pay 2")
    assert (lies(up, "Ac"), of(up, "chips", "Ac")) == (False, 0)
    lucky = in_danger(1)
    assert not may(lucky, "pay 2")
    do(lucky, "pay 1", "no skull")
    assert not lies(lucky, "Ac")
    down = in_danger(1)
    do(down, "fall")
    assert lies(down, "Ac")
    assert where(down, "Ac") == "16.1", "where the move ended"
    assert (phase(down), asked(down)) == ("crash_coin", "Bc"), "who rides directly behind rolls, 50:50 in the wet"
    do(down, "skull")
    assert lies(down, "Bc"), "further falls go on in the same way"


@pytest.mark.clause("PR-F2")
def test_a_fallen_rider_fills_its_place_and_is_up_at_its_next_move() -> None:
    race = standing({"Ac": "10.1", "Bc": "12.1"}, hands={"A": ["c2"], "B": ["c4"]}, chips=1, settle=False)
    state, number = race.races[0], rider(race, "Bc")
    state["status"][number], state["fell"][number], state["last"][number] = st.LYING, 2, 1
    begin(race)
    do(race, "card 2", "0")
    assert lanes(race) == {2, 3}, "it fills its place"
    do(race, "at 12.2")
    assert asked(race) == "Bc"
    assert not lies(race, "Bc")
    assert may(race, "card 4"), "and may do anything"


@pytest.mark.clause("PR-G1")
def test_who_rides_directly_behind_a_team_mate_cannot_fall() -> None:
    race = standing({"Ac": "10.1", "Ar": "17.1", "Bc": "5.1"}, hands={"A": ["c6"]}, moved=["Ar"], settle=False)
    race.races[0]["weather"] = st.VERY_WET
    begin(race)
    do(race, "card 6", "0", "at 16.1")
    assert phase(race) != "crash_coin"


# -------------------------------------------------------------------------------------------------- team work


@pytest.mark.clause("PR-G2", "PR-I4")
def test_team_mates_in_contact_swap_places() -> None:
    race = standing({"Ac": "10.1", "Ar": "9.1", "Bc": "5.1"}, chips=1)
    do(race, "places with Ar")
    assert (where(race, "Ac"), where(race, "Ar")) == ("9.1", "10.1")
    assert asked(race) == "Ar", "who now comes first is due"
    assert not may(race, "places with Ac"), "no second swap until somebody has moved"
    between = standing({"Ac": "10.1", "Ar": "9.1", "Bc": "10.2"}, chips=1)
    assert not may(between, "places with Ar"), "another stands between them in the order"
    apart = standing({"Ac": "10.1", "Ar": "9.2", "Bc": "5.1"}, chips=1)
    assert not may(apart, "places with Ar")


@pytest.mark.clause("PR-W2", "PR-G2")
def test_after_a_swap_the_one_behind_the_givers_start_follows() -> None:
    race = standing({"Bc": "11.1", "Ac": "10.1", "Ar": "9.1"}, hands={"B": ["c4"]}, chips=1)
    do(race, "card 4", "0", "at 15.1")
    assert asked(race) == "Ac"
    do(race, "places with Ar")
    assert asked(race) == "Ar"
    assert may(race, "follow")


@pytest.mark.clause("PR-G3")
def test_riding_through_team_mates_but_not_ending_on_them() -> None:
    wall = {"Ar": "11.1", "Ag": "11.2", "As": "11.3", "Ax": "12.1"}
    race = standing({"Ac": "10.1", **wall, "Bc": "5.1"}, five_riders=True, hands={"A": ["c2"]}, moved=wall)
    do(race, "card 2", "0")
    assert lanes(race) == {2, 3}


@pytest.mark.clause("PR-26", "PR-G4")
def test_helping_a_fallen_team_mate() -> None:
    race = standing(
        {"Ac": "30.2", "Ar": "27.2", "Bc": "5.1"}, hands={"A": ["r5"]}, moved=["Ac"], settle=False, profile=GREEN
    )
    state, number = race.races[0], rider(race, "Ac")
    state["status"][number], state["fell"][number] = st.LYING, 3
    begin(race)
    do(race, "card 5", "0", "help Ac")
    assert where(race, "Ar") == "30.2"
    assert lies(race, "Ar")
    do(race, "at 31.2")
    assert row(race, "Ac") == 31
    assert not lies(race, "Ac")
    assert of(race, "moved", "Ac") == 1, "the fall was in this round: it has no other move in it"
    assert phase(race) != "crash_die", "the change is no fall"


@pytest.mark.clause("PR-G4", "PR-J4")
def test_with_no_point_left_the_rescued_rider_stands_behind() -> None:
    race = standing({"Ac": "30.2", "Ar": "27.2", "Bc": "5.1"}, hands={"A": ["r4"]}, settle=False, profile=GREEN)
    state, number = race.races[0], rider(race, "Ac")
    state["status"][number], state["fell"][number], state["last"][number] = st.LYING, 2, 1
    begin(race)
    do(race, "card 4", "0", "help Ac")
    assert (where(race, "Ar"), where(race, "Ac")) == ("30.2", "29.2")
    assert of(race, "moved", "Ac") == 0, "the fall was earlier: it moves in normal order"


@pytest.mark.clause("PR-G6", "PR-I10", "PR-E2", "PR-B2")
def test_water_carriers() -> None:
    race = standing({"Ac": "10.2", "Ar": "14.1", "Bc": "5.1"}, hands={"A": ["c4"]}, moved=["Ar"],
                    chips={"Ac": 1, "Ar": 2},
                    doping=True, settle=False)  # fmt: skip
    race.races[0]["bottles"][rider(race, "Ar")] = 1
    dope(race, "Ar", 5)
    begin(race)
    do(race, "card 4", "0", "at 14.2")
    assert phase(race) == "hand_over"
    assert not may(race, "hand 1"), "it has one chip only"
    get, bottle, doping = race.copy(), race.copy(), race.copy()
    do(race, "hand 0")
    assert (of(race, "chips", "Ac"), of(race, "chips", "Ar")) == (0, 3)
    do(get, "hand 3")
    assert (of(get, "chips", "Ac"), of(get, "chips", "Ar")) == (3, 0)
    do(bottle, "hand 7")
    assert (of(bottle, "bottles", "Ac"), of(bottle, "bottles", "Ar")) == (1, 0)
    do(doping, "hand 5")
    do(doping, "put back 4") if phase(doping) == "bag" else None
    assert phase(doping) == "draw_doping"
    assert int(doping.races[0]["doping_queued"][1]) == 1, "under its stack"

"""Profi: teams, cards, day form, the order of setting up (PR-S, PR-K1, PR-K3), start phase and breakaway (PR-T)."""

from __future__ import annotations

import pytest

from parcours.games.profi import actions as a
from parcours.games.profi import state as st
from parcours.games.profi.tables import DECK
from tests.profi.riding import (
    GAME,
    PLAIN,
    asked,
    begin_round,
    cards,
    do,
    give,
    lanes,
    may,
    of,
    phase,
    put,
    rider,
    row,
    standing,
    where,
)  # fmt: skip


def start(teams: int = 4, **options):
    return GAME.start(teams=teams, manual_chance=True, **{**PLAIN, "dummies": "0", **options})


def drawn(race, order: str = ""):
    """Draw the lots of the start order."""
    order = order or "ABCDEFGH"[: race.teams]
    for team in order[:-1]:
        do(race, f"lot {'ABCDEFGH'.index(team)}")
    if phase(race) == "lot":
        do(race, f"lot {'ABCDEFGH'.index(order[-1])}")
    return race


def dealt(race):
    """Take the first cards, whatever they are."""
    while phase(race) in ("stack", "draw_card", "types"):
        race.replay(race.legal()[0])
    return race


def formed(race, form: int = 2):
    while phase(race) == "form":
        do(race, f"form {form}")
    return race


def deck(race, team: int) -> tuple[int, int]:
    """How many cards a team has in all, and what they are worth."""
    state = race.races[0]
    counts = state["hand"][team] + state["pool"][team]
    return int(counts.sum()), sum(int(n) * (k % 5 + 2) for k, n in enumerate(counts))


@pytest.mark.clause("PR-S1", "PR-S2")
@pytest.mark.parametrize(("teams", "size"), [(2, 4), (3, 4), (4, 4), (5, 3), (6, 3), (7, 2), (8, 2)])
def test_teams_of_four_three_or_two(teams: int, size: int) -> None:
    race = dealt(drawn(start(teams)))
    riding = race.state["status"] == st.WAITING
    assert riding.sum() == teams * size <= 20
    assert (GAME.min_teams, GAME.max_teams) == (2, 8)


@pytest.mark.clause("PR-K1", "PR-1")
def test_the_deck_of_a_team() -> None:
    assert [sum(row) for row in DECK] == [10, 15, 12, 12, 9]
    assert [sum(n * (i + 2) for i, n in enumerate(row)) for row in DECK] == [40, 51, 48, 44, 28]
    assert deck(drawn(start(4)), 0) == (58, 211)


@pytest.mark.clause("PR-S4", "PR-I1", "PR-1")
def test_smaller_teams_choose_their_types_openly_in_start_order() -> None:
    race = start(5)
    drawn(race, "CABDE")
    assert (phase(race), race.actor) == ("types", 2)
    assert not may(race, "type c"), "the captain rides anyway"
    do(race, "type r")
    do(race, "type g")
    assert race.actor == 0
    while phase(race) == "types":
        race.replay(race.legal()[0])
    assert deck(race, 2) == (46, 167), "captain, rouleur, grimpeur"
    assert list(race.state["role"][2 * 3 : 3 * 3]) == [0, 1, 2]


@pytest.mark.clause("PR-S4", "PR-1")
def test_a_team_of_captain_and_sprinter() -> None:
    race = drawn(start(8))
    do(race, "type s")
    while phase(race) == "types":
        race.replay(race.legal()[0])
    assert deck(race, 0) == (31, 112)
    assert int((race.state["hand"][0] + race.state["pool"][0])[20:].sum()) == 9, "all jokers stay"


@pytest.mark.clause("PR-S3")
def test_the_fifth_rider_is_a_second_rouleur_that_shares_the_blue_cards() -> None:
    race = drawn(start(4, five_riders=True))
    assert list(race.state["role"][:5]) == [0, 1, 2, 3, 4]
    assert deck(race, 0) == (58, 211)
    assert start(5, five_riders=True).state["squad"] == 3, "for 2 to 4 teams only"
    ridden = standing({"Ax": "10.1", "Bc": "5.1"}, five_riders=True, hands={"A": ["r4"]}, chips=1)
    assert cards(ridden) == {"4"}


@pytest.mark.clause("PR-S5")
def test_dummy_teams_fill_up_to_four() -> None:
    assert [int(GAME.start(teams=n).state["sides"]) for n in (2, 3, 4, 5)] == [4, 4, 4, 5]
    assert [int(GAME.start(teams=2, dummies=d).state["sides"]) for d in ("0", "1", "fill")] == [2, 3, 4]
    race = GAME.start(teams=3, **PLAIN)
    assert list(race.state["role"][12:16]) == [0, 1, 2, 3]


@pytest.mark.clause("PR-K3", "PR-I15")
def test_two_or_three_stacks_as_equal_as_possible_and_the_player_names_the_stack() -> None:
    race = drawn(start(4))
    assert list(race.state["fresh"][0]) == [29, 29, 0]
    assert list(drawn(start(4, three_stacks=True)).state["fresh"][0]) == [20, 19, 19]
    assert (phase(race), race.actor) == ("stack", 0)
    assert may(race, "stack 1", "stack 2")
    do(race, "stack 2", "drawn card c5")
    assert list(race.state["fresh"][0]) == [29, 28, 0]
    assert race.state["hand"][0][3] == 1
    for _ in range(4):
        assert race.actor == 0
        do(race, "stack 1")
        race.replay(race.roll())
    assert race.actor == 1, "five are taken, then the next"
    assert int(race.state["held"][0]) == 5


@pytest.mark.clause("PR-S6", "PR-Z1", "PR-S7")
def test_day_form_is_one_to_four_chips_a_rider_after_the_first_hands() -> None:
    race = dealt(drawn(start(2)))
    assert phase(race) == "form"
    assert race.weights() == [1, 1, 1, 1]
    do(race, "form 3", "form 1")
    assert list(race.state["chips"][:2]) == [3, 1]
    assert phase(formed(race)) == "start_rider"


@pytest.mark.clause("PR-S7", "PR-P5", "PR-P6")
def test_chips_of_jerseys_and_prizes_come_after_the_day_form() -> None:
    race = start(2)
    race.races[0]["gift"][0, 0], race.races[0]["gift"][1, 3] = 2, 1
    race.look_again()
    dealt(drawn(race, "AB"))
    do(race, *["form 1"] * 7)
    assert race.state["chips"][:8].tolist() == [1] * 7 + [0]
    do(race, "form 4")
    assert race.state["chips"][:8].tolist() == [3, 1, 1, 1, 1, 1, 1, 5]


@pytest.mark.clause("PR-S7")
def test_the_start_order_is_by_lot() -> None:
    race = drawn(start(4), "DBCA")
    assert list(race.state["order"][:4]) == [3, 1, 2, 0]
    assert race.actor == 3, "who starts takes cards first"


# ---------------------------------------------------------------------------------------------- start phase


@pytest.fixture
def at_start():
    race = formed(dealt(drawn(start(2, dummies="fill"), "AB")))
    race.races[0]["fresh"], race.races[0]["pool"] = 0, 0
    give(race, "A", "c5", "r4", "j2")
    give(race, "B", "c5", "s3")
    return race


@pytest.mark.clause("PR-T1", "PR-T2", "PR-T3", "PR-I2", "PR-18")
def test_a_card_sets_a_rider_on_the_row_of_its_number(at_start) -> None:
    do(at_start, "rider Ac", "card 5", "+2", "at 7.2")
    assert of(at_start, "chips", "Ac") == 0
    assert at_start.actor == 1, "in turn"
    do(at_start, "rider Bc", "chips 1", "at 1.1")
    do(at_start, "rider Ar", "joker 2", "-2", "at 0.3")
    assert of(at_start, "chips", "Ar") == 4, "jokers, and saving, in the start phase"
    do(at_start, "rider Br", "row 1", "at 1.2")
    assert at_start.races[0]["round_number"] == 0, "no round"


@pytest.mark.clause("PR-T3", "PR-18")
def test_a_full_row_sends_the_rider_back(at_start) -> None:
    for name, place in (("Bc", "5.1"), ("Br", "5.2"), ("Bg", "5.3")):
        put(at_start, name, place)
    do(at_start, "rider Ac", "card 5", "0", "at 4.1")


@pytest.mark.clause("PR-T3")
def test_dummies_roll_for_their_row_after_all_players_and_take_the_inmost_place(at_start) -> None:
    while phase(at_start) != "start_die":
        at_start.replay(at_start.legal()[-1] if phase(at_start) == "start_means" else at_start.legal()[0])
    assert asked(at_start) == "Cc"
    do(at_start, "die 6")
    assert where(at_start, "Cc") == "6.1"
    do(at_start, "die 6", "die 6", "die 6")
    assert [where(at_start, name) for name in ("Cr", "Cg", "Cs")] == ["6.2", "6.3", "5.1"]


# ------------------------------------------------------------------------------------------------ breakaway


def break_away(places: dict[str, str], hands: dict[str, list[str]], dice: tuple[int, ...]):
    """A breakaway after its first throw. The dice are those of captain, rouleur, grimpeur, sprinter."""
    race = standing(places, breakaway=True, combative=True, settle=False, turn=0, hands=hands)
    state = race.races[0]
    state["phase"], state["throw"], state["turn_of"] = st.BREAK_DIE, 1, 0
    state["menu"][:6], state["offered"] = range(a.DIE, a.DIE + 6), 6
    race.look_again()
    for die in dice:
        do(race, f"die {die}")
    return race


@pytest.mark.clause("PR-T4", "PR-T5", "PR-T6", "PR-19", "PR-I3")
def test_a_rouleur_breaks_away_twice() -> None:
    race = break_away({"Ar": "4.1", "As": "3.1", "Bc": "2.1"}, {"A": ["r2", "r4", "s5"]}, (6, 2, 4, 1))
    assert asked(race) == "Ar"
    do(race, "card 2", "at 7.1")
    assert of(race, "combative", "Ar") == 3
    do(race, "die 1", "die 4", "die 1", "die 5")
    assert asked(race) == "Ar", "no other rider of its team may go, though the sprinter has a match"
    do(race, "card 4", "at 13.1")
    assert of(race, "combative", "Ar") == 3, "once"
    do(race, "die 1", "die 5", "die 1", "die 1")
    assert row(race, "Ar") == 13
    assert race.races[0]["round_number"] == 1


@pytest.mark.clause("PR-T6")
def test_no_jokers_no_ones_and_full_rows_send_back() -> None:
    race = break_away({"Ac": "4.1", "Bc": "4.2"}, {"A": ["j3"], "B": ["c3"]}, (3, 1, 1, 1))
    assert asked(race) == "Bc", "a joker is no match"
    for name, place in (("Ac", "8.1"), ("Ar", "8.2"), ("Ag", "8.3")):
        put(race, name, place)
    do(race, "card 3")
    assert row(race, "Bc") == 7
    assert lanes(race) == {1, 2, 3}


@pytest.mark.clause("PR-T6", "PR-T4")
def test_decisions_come_in_order_of_moving_and_nobody_has_to_go() -> None:
    race = break_away({"Ac": "4.2", "Bc": "4.1", "Cc": "6.3"}, {"A": ["c3"], "B": ["c3"], "C": ["c3"]}, (3, 1, 1, 1))
    order = []
    while phase(race) == "break_card":
        order.append(asked(race))
        do(race, "stay")
    assert order == ["Cc", "Bc", "Ac"]
    assert phase(race) == "break_die", "the second throw"


def test_without_the_switch_round_1_begins_at_once() -> None:
    race = standing({"Ac": "4.1"}, turn=0, settle=False, chips=1)
    begin_round(race)
    assert (phase(race), race.races[0]["round_number"]) == ("turn", 1)
    assert rider(race, "Ac") == 0


@pytest.mark.clause("PR-E5", "PR-P5", "PR-P6", "PR-I1")
def test_what_a_stage_race_brings_along() -> None:
    carried = {"out": ["0.2"], "chips": {"0.0": 2, "1.3": 1}, "jerseys": {"0.0": "yellow", "1.3": "green"},
               "reserve": [3, 0]}  # fmt: skip
    race = GAME.start(teams=2, manual_chance=True, carried=carried, **{**PLAIN, "dummies": "0"})
    race = formed(dealt(drawn(race, "AB")), 1)
    assert race.state["status"][2] == st.ABSENT, "the grimpeur is out"
    assert deck(race, 0)[0] == 58 - 12, "and its cards are left out"
    assert [of(race, "chips", name) for name in ("Ac", "Ar", "Bs")] == [3, 1, 2]
    assert [of(race, "jersey", name) for name in ("Ac", "Bs", "Bc")] == [st.YELLOW, st.GREEN_JERSEY, st.NO_JERSEY]
    assert (phase(race), race.actor) == ("reserve", 0)
    do(race, "rider Ac", "rider Ac", "rider Ar")
    assert [of(race, "chips", name) for name in ("Ac", "Ar")] == [5, 2]
    assert phase(race) == "start_rider"

"""The directeur: what it does in positions that have a right answer, and that it beats random bots."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parcours.engine.match import Match
from parcours.games.profi import state as st
from tests.profi.riding import GAME, asked, begin, code, do, dope, phase, standing
from tests.profi.test_moving import GREEN


def chosen(race: Match) -> int:
    return race.choice_of(GAME.bot("directeur"))


def chooses(race: Match, word: str) -> bool:
    return chosen(race) == code(race, word)


def test_it_sits_on_wheels_and_stays_up() -> None:
    wheel = standing({"Bc": "11.1", "Ac": "10.1"}, hands={"B": ["c5"], "A": ["c3", "r2"]}, chips=1)
    do(wheel, "card 5", "0", "at 16.1")
    assert chooses(wheel, "follow")
    danger = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c6"]}, chips=3, settle=False)
    danger.races[0]["weather"] = st.VERY_WET
    begin(danger)
    do(danger, "card 6", "0", "at 16.1", "skull")
    assert (phase(danger), asked(danger)) == ("danger", "Ac")
    assert chooses(danger, "pay 2")


# ------------------------------------------------------------------------------------------------------ duels

BESIDE = {"Ac": "18.2", "Bg": "22.1"}


def beside(chips: dict[str, int], turn: int = 3, places: dict[str, str] = BESIDE, mover: str = "c") -> Match:
    """A card move has ended beside a rival."""
    race = standing(places, hands={"A": [f"{mover}4"]}, moved=set(places) - {f"A{mover}"}, elbow=True,
                    chips=chips, turn=turn)  # fmt: skip
    do(race, "card 4", "0")
    if phase(race) == "bonus":
        do(race, "bonus 0")
    do(race, "at 22.2")
    assert phase(race) == "duel"
    return race


def test_it_challenges_who_cannot_pay_where_it_costs_nothing() -> None:
    """On blue a rouleur pays no chip, and a rival without chips gives way."""
    home = {"Ar": "18.2", "Bg": "22.1"}
    assert chooses(beside({"Ar": 0, "Bg": 0}, places=home, mover="r"), "challenge 0")
    assert chooses(beside({"Ar": 0, "Bg": 3}, places=home, mover="r"), "no duel"), "but no roll without chips"


def test_it_fights_for_a_wheel_and_at_the_end() -> None:
    assert chooses(beside({"Ac": 3, "Bg": 3}), "no duel"), "in mid-race a place is not worth a chip and a skull"
    wheel = {**BESIDE, "Cc": "23.1"}
    assert chooses(beside({"Ac": 3, "Bg": 0}, places=wheel), "challenge 0")
    assert chooses(beside({"Ac": 3, "Bg": 3}, turn=11), "challenge 0")
    assert chooses(beside({"Ac": 1, "Bg": 3}, turn=11), "no duel"), "a skull would bring it down"


def test_it_accepts_where_a_place_is_worth_it_and_else_gives_way() -> None:
    for turn, chips, answer in ((3, 3, "give way"), (11, 3, "accept"), (3, 1, "give way")):
        race = beside({"Ac": 3, "Bg": chips}, turn=turn)
        do(race, "challenge 0")
        assert (phase(race), asked(race)) == ("answer", "Bg")
        assert chooses(race, answer), (turn, chips)
    home = standing({"Ac": "18.2", "Br": "22.1"}, hands={"A": ["c4"]}, moved=["Br"], elbow=True, chips=3)
    do(home, "card 4", "0", "at 22.2", "challenge 0")
    assert chooses(home, "accept"), "on its own terrain it pays nothing"


@pytest.mark.parametrize(
    ("rolls", "raises", "answers"),
    [((4, 4), True, True), ((5, 4), False, True), ((3, 5), False, False), ((6, 4), False, False)],
)
def test_it_raises_only_what_turns_the_duel(rolls: tuple[int, int], raises: bool, answers: bool) -> None:
    race = beside({"Ac": 4, "Bg": 4})
    do(race, "challenge 0", "accept", f"die {rolls[0]}", f"die {rolls[1]}")
    assert chooses(race, "raise" if raises else "no raise")
    do(race, "raise" if raises else "no raise")
    assert (phase(race), asked(race)) == ("raise", "Bg")
    assert chooses(race, "raise" if answers else "no raise")


# ----------------------------------------------------------------------------------------------------- doping


def carrying(back: int, chips: int, turn: int) -> Match:
    """A captain with a doping card: its back, negative for a doping front."""
    race = standing({"Ac": "10.1", "Bc": "9.1"}, hands={"A": ["c4"]}, chips=chips, turn=turn, doping=True, settle=False)
    dope(race, "Ac", back)
    begin(race)
    return race


def test_a_fair_card_becomes_chips_at_once_another_only_in_need_at_the_end() -> None:
    assert chooses(carrying(3, chips=1, turn=3), "dope Ac")
    assert chooses(carrying(-3, chips=0, turn=3), "card 4")
    assert chooses(carrying(-3, chips=2, turn=11), "card 4")
    assert chooses(carrying(-3, chips=0, turn=11), "dope Ac")


def test_a_dawdler_takes_a_doping_card_unless_it_has_one() -> None:
    race = standing({"Ac": "10.1", "Bc": "9.1"}, hands={"A": ["c4"]}, chips=1, doping=True)
    do(race, "dawdle", "at 11.1")
    assert chooses(race, "take doping")
    one = carrying(-3, chips=1, turn=3)
    do(one, "dawdle", "at 11.1")
    assert chooses(one, "take chip")


# --------------------------------------------------------------------------------------- counters and circles


def test_it_counters_with_no_more_than_that_takes() -> None:
    race = standing(
        {"Ag": "8.2", "Cc": "13.1"}, profile=GREEN, hands={"A": ["g5", "g4"], "C": ["c6", "c4", "c2"]},
        chips=0, moved=["Cc"],
    )  # fmt: skip
    do(race, "attack", "card 5", "0", "at 17.2")
    assert (phase(race), asked(race)) == ("counter", "Cc")
    assert chooses(race, "card 4"), "the attacker is four rows ahead"
    low = standing(
        {"Ag": "8.2", "Cc": "16.1"}, profile=GREEN, hands={"A": ["g5", "g4"], "C": ["c6", "c4"]}, chips=0, moved=["Cc"]
    )
    do(low, "attack", "card 5", "0", "at 17.2")
    assert chooses(low, "no counter"), "one row is not worth a card"
    dirty = standing(
        {"Ag": "8.2", "Cc": "14.1"}, profile=GREEN, hands={"A": ["g5", "g4"]}, chips=0, moved=["Cc"], doping=True,
        settle=False,
    )  # fmt: skip
    dope(dirty, "Cc", -3)
    begin(dirty)
    do(dirty, "attack", "card 5", "0", "at 17.2")
    assert chooses(dirty, "no counter"), "nor is a control"


@pytest.mark.parametrize(
    ("hand", "chips", "joins"), [(["g2"], 0, True), (["g5"], 3, True), (["g5"], 1, False), (["g5", "xg"], 0, True)]
)
def test_it_joins_a_circle_with_what_it_does_not_miss(hand: list[str], chips: int, joins: bool) -> None:
    race = standing(
        {"Ac": "40.1", "Bg": "39.1"}, hands={"A": ["c4"], "B": hand}, chips={"Ac": 0, "Bg": chips}, circle=True
    )
    do(race, "circle")
    assert (phase(race), asked(race)) == ("joining", "Bg")
    assert chooses(race, "join" if joins else "decline")


def test_it_lays_exhaustion_and_twos_rather_than_chips() -> None:
    for hand, lays in ((["g2", "xg"], "lay exhaustion"), (["g2"], "lay card")):
        race = standing(
            {"Ac": "40.1", "Bg": "39.1"}, hands={"A": ["c4"], "B": hand}, chips={"Ac": 0, "Bg": 3}, circle=True
        )
        do(race, "circle", "join")
        assert chooses(race, lays)


# ------------------------------------------------------------------------------------------------------- races


@pytest.mark.parametrize("course", ["short", "mountain", "coast"])
def test_it_wins_most_races_against_three_random_teams(course: str) -> None:
    wins = 0
    for seat in range(4):
        bots = ["random"] * 4
        bots[seat] = "directeur"
        batch = GAME.batch(15, seed=seat, course=course)
        wins += int((batch.play_out(bots)[:, seat] == 1).sum())
    assert wins > 48, f"{wins} of 60"


def test_the_veteran_beats_directeurs() -> None:
    """The second kind, which guides the search. A bot of equal strength would win a quarter."""
    directeur = GAME.bot("directeur")
    wins = 0
    for seat in range(4):
        bots = [directeur] * 4
        bots[seat] = replace(directeur, kind=2)
        wins += int((GAME.batch(150, teams=4, seed=seat).play_out(bots)[:, seat] == 1).sum())
    assert wins > 0.29 * 600, f"{wins} of 600"

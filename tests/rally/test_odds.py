"""The exact chances of a move, compared with rolled dice; the safest brakes; what choices show."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from parcours.engine.scene import plain
from parcours.games.rally import actions as a
from parcours.games.rally.choices import percent
from parcours.games.rally.readings import brake_odds, distance_odds, gear_odds, plate, steps
from parcours.games.rally.state import DAMAGE_PHASE
from tests.rally.driving import GAME, brake, damage, die, gear, go, phase, place, risk_die, standing

ROLLS = 100_000


def rolled(race, rng: np.random.Generator, count: int) -> tuple[np.ndarray, float]:
    """The outcome of a declared move, by the rules and very many rolls: the share of each result, and the squares
    entered on average.

    The rules are asked once for each sequence of dice that can matter; the dice are rolled `count` times.
    """
    leaves: dict[tuple[int, ...], tuple[int, int]] = {}

    def follow(match, faces: tuple[int, ...]) -> None:
        if int(match.races[0]["phase"]) != DAMAGE_PHASE:
            state = match.races[0]
            what = 0 if int(state["status"][0]) in (1, 3) else 5 if int(state["status"][0]) == 4 else None
            if what is None:
                what = 1 + int(state["stand"][0])
            leaves[faces] = (what, int(state["place"][0]) - begin)
            return
        for face in range(1, 7):
            onward = match.copy()
            onward.replay(a.DIE + face - 1)
            follow(onward, (*faces, face))

    begin = int(race.races[0]["from_place"])
    follow(race, ())
    deepest = max(map(len, leaves))
    dice = rng.integers(1, 7, (count, max(1, deepest)))
    shares, squares = np.zeros(6), 0.0
    for faces, (what, far) in leaves.items():
        hit = np.ones(count, bool)
        for column, face in enumerate(faces):
            hit &= dice[:, column] == face
        shares[what] += hit.mean()
        squares += far * hit.mean()
    return shares, squares


@pytest.mark.clause("RA-C4", "RA-D1", "RA-M4")
@pytest.mark.parametrize(
    ("where", "number", "face", "squares", "mechanics"),
    [(32, 4, 5, 4, ()), (31, 5, 6, 6, (35,)), (12, 5, 4, 4, (65, 65)), (50, 4, 6, 5, ()), (33, 3, 6, 3, (33, 34, 35))],
)
def test_exact_odds_agree_with_100_000_rolled_moves(where, number, face, squares, mechanics):
    race = standing({"Red": where, "Blue": where + 2}, last=number, mechanics={"Red": mechanics}, cars=2)
    gear(race, number)
    risk_die(race, face)
    told, _ = distance_odds(GAME, race.view_races(0))
    exact = told[squares]
    race.replay(a.GO + squares)
    shares, squares_on_average = rolled(race, np.random.default_rng(7), ROLLS)
    error = 4 * np.sqrt(np.maximum(exact[:6] * (1 - exact[:6]), 1e-9) / ROLLS) + 1e-9
    assert (np.abs(shares - exact[:6]) <= error).all(), (shares, exact)
    assert exact[:6].sum() == pytest.approx(1.0)
    assert squares_on_average == pytest.approx(exact[6], abs=0.05)


@pytest.mark.clause("RA-C3")
def test_before_the_die_the_odds_are_the_mean_over_the_six_dice():
    race = standing({"Red": 31}, last=4)
    told = gear_odds(GAME, race.view_races(0))
    each = []
    for face in range(1, 7):
        one = race.copy()
        gear(one, 4)
        die(one, face)
        each.append(distance_odds(GAME, one.view_races(0))[0])
    for squares in range(3, 8):
        assert told[3][squares][:7] == pytest.approx(np.mean([t[squares][:7] for t in each], axis=0))


def test_chances_that_a_square_is_failed_add_up_over_the_dice():
    race = standing({"Red": 34}, last=4)
    told = gear_odds(GAME, race.view_races(0))
    risks = plate(GAME, race.view_races(0))[3].risk
    table = race.races[0]["damage_table"]
    failed = np.mean([0 if level >= 4 else np.mean(table[4 - level - 1] > 0) for level in risks])
    assert told[3][1][7] == pytest.approx(failed)


def test_the_plate_and_the_squares_ahead_are_those_of_the_rules():
    race = standing({"Red": 12, "Blue": 14}, trim="fast", last=3, tyres="rain", weather="rain")
    gears = plate(GAME, race.view_races(0))
    assert [(g.low, g.high) for g in gears] == [(1, 1), (2, 4), (3, 6), (4, 8), (5, 10)]
    assert [g.may_be_set for g in gears] == [True, True, True, True, False]
    way = steps(GAME, race.view_races(0))
    assert [(s.printed, s.passed, s.suited) for s in way[:3]] == [(1, 0, 1), (2, 0, 1), (5, 1, 1)]
    assert [s.level(0) for s in way[:3]] == [0, 1, 5]


@pytest.mark.clause("RA-6", "RA-B1")
@pytest.mark.parametrize(("where", "face", "squares"), [(20, 1, 4), (30, 2, 3), (31, 4, 4), (12, 5, 2), (40, 6, 5)])
def test_the_safest_placing_is_the_best_of_all_placings(where, face, squares):
    race = standing({"Red": where, "Blue": where + 1}, trim="prototype", last=5)
    gear(race, 5)
    risk_die(race, face)
    told, brakes = distance_odds(GAME, race.view_races(0))
    go(race, squares)
    count = 6 - squares
    best = 0.0
    for some in itertools.combinations_with_replacement(range(1, squares + 1), count):
        through = 1.0
        for number, step in enumerate(steps(GAME, race.view_races(0))[:squares], 1):
            over = step.level(some.count(number)) - int(race.races[0]["risk"])
            if over > 0:
                through *= float(np.mean(race.races[0]["damage_table"][min(over, 5) - 1] == 0))
        best = max(best, through)
    assert told[squares][0] == pytest.approx(best)
    assert int(brakes[squares].sum()) == count
    if phase(race) == "brake":
        offered, _ = brake_odds(GAME, race.view_races(0))
        assert offered[:, 0].max() == pytest.approx(best)
        scene = GAME.scene(race, 0)
        assert [choice.action for choice in scene.choices] == sorted(choice.action for choice in scene.choices)
        safest = [choice for choice in scene.choices if plain(choice.gain, "en") == "the safest choice"]
        assert [offered[choice.action - a.BRAKE][0] for choice in safest] == [pytest.approx(best)]


def test_every_choice_of_gear_and_distance_tells_its_risk():
    race = standing({"Red": 31}, last=4)
    for choice in GAME.scene(race, 0).choices:
        assert str(choice.risk) or "safe" in str(choice.gain)
        assert choice.path
    gear(race, 5)
    risk_die(race, 6)
    scene = GAME.scene(race, 0)
    four = next(choice for choice in scene.choices if choice.action == a.GO + 4)
    assert str(four.risk) == "56% spin, 28% degree 1, 11% degree 2, 3% degree 3"
    assert [str(line) for line in four.details][-1] == "square 35: difficulty 4, too hard by 3"
    assert str(four.cost) == ""
    three = next(choice for choice in scene.choices if choice.action == a.GO + 3)
    assert str(three.cost) == "1 brake"
    assert "safest: brake on square 33" in [str(line) for line in three.details]


def test_a_seat_that_does_not_decide_gets_no_choices():
    race = standing({"Red": 31, "Blue": 5}, last=4)
    assert not GAME.scene(race, 1).choices
    assert not GAME.scene(race, -1).choices


@pytest.mark.parametrize(("chance", "told"), [(0.0, "0%"), (0.001, "<1%"), (1 / 6, "17%"), (1.0, "100%")])
def test_chances_are_told_in_percent(chance, told):
    assert str(percent(chance)) == told


def test_brakes_on_the_way_do_not_change_the_race_looked_at():
    race = standing({"Red": 20}, trim="prototype", last=5)
    gear(race, 5)
    risk_die(race, 1)
    go(race, 4)
    before = race.digest()
    brake_odds(GAME, race.view_races(0))
    GAME.scene(race, 0)
    assert race.digest() == before
    brake(race, 3, 3)
    damage(race, 1)
    assert place(race, "Red") == 24

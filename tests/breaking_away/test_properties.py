"""Breaking Away: nothing is created or lost, and nothing that a seat is shown reveals what it can't see."""

from __future__ import annotations

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.engine.record import same
from parcours.engine.scene import plain
from parcours.games.breaking_away.actions import FACTOR, OWN, QUICK
from parcours.games.breaking_away.rules import POINTS, QUICK_LINE_UP
from tests.breaking_away.riding import GAME


@given(st.integers(3, 6), st.integers(0, 2**32), st.booleans(), st.booleans(), st.booleans())
def test_riders_factors_and_points_are_conserved(teams, seed, from_group, crowded, staggered):
    """An independent ledger: the squares ridden are the factors announced, no rider gains or loses a box, and all
    points come from the lines."""
    race = GAME.start(
        teams=teams,
        seed=seed,
        breakaway_from_group=from_group,
        crowded_first_turn=crowded,
        staggered_start=staggered,
    )
    luck = np.random.default_rng(seed)
    start = {n: (-(n % 4) if staggered else 0) for n in range(4 * teams)}
    ridden = dict(start)
    boxes: dict[int, int] = {}
    while not race.over:
        before = race.state
        action = race.legal()[luck.integers(len(race.legal()))]
        told = race.notation(action)
        race.play(action)
        after = race.state
        if "+" in told:
            rider = int(before["queue"][before["due"]])
            ridden[rider] += int(told.split("+")[1])
        assert [int(d) for d in after["distance"][: 4 * teams]] == list(ridden.values())
        riding = [int(r) for r in after["order"][: int(after["riding"])]]
        retired = [r for r in range(4 * teams) if after["retired"][r]]
        assert sorted(riding + retired) == list(range(4 * teams))
        keys = [(-int(after["distance"][r])) for r in riding]
        assert keys == sorted(keys)
        if int(after["turn"]) > max(1, int(before["turn"])) or (int(after["turn"]) == 1 and int(before["turn"]) == 0):
            for rider in riding:
                count = int((after["factor"][rider] > 0).sum())
                assert boxes.setdefault(rider, count) == count
                assert count == 3 or (rider % 4 == 0 and count == 4)
    lines = race.setup.course.lines
    given_out = sum(sum(line.scores[: int(after["crossed"][number])]) for number, line in enumerate(lines))
    assert int(after["points"].sum()) == given_out
    for team in range(teams):
        assert int(after["points"][team]) == sum(GAME.scoring(after, race.setup.course, team).values())


def _after_dividing(seat: int, sheet: list[tuple[int, ...]] | None):
    """A race in which one seat writes this sheet. All others (and this seat, if there is no sheet) take the quick
    line-up."""
    race = GAME.start(teams=3, seed=11)
    for team in range(3):
        if team != seat or sheet is None:
            race.play(QUICK)
            continue
        race.play(OWN)
        for number, factors in enumerate(sheet):
            for factor in factors:
                if race.actor == seat and int(race.state["pencil"]) == number:
                    race.play(FACTOR + factor)  # the last factor may have written itself
    return race


SHEETS = [
    [(5, 6, 7, 12), (6, 7, 12), (4, 5, 11), (3, 4, 9)],
    [(12, 6, 7, 5), (12, 7, 6), (11, 5, 4), (9, 4, 3)],
    [(15, 10, 5), (15, 9, 1), (15, 4, 1), (14, 1, 1)],
    [(1, 1, 13, 15), (10, 10, 5), (6, 7, 7), (6, 5, 5)],
]


@pytest.mark.clause("BA-S7")
@pytest.mark.parametrize("sheet", SHEETS)
def test_two_races_that_differ_only_in_a_rivals_sheet_look_the_same(sheet):
    quick, own = _after_dividing(0, None), _after_dividing(0, sheet)
    for viewer in (-1, 1, 2):
        assert same(quick.view(viewer), own.view(viewer))
        shown = [json.dumps(plain(GAME.scene(race, viewer), "en")) for race in (quick, own)]
        assert shown[0] == shown[1]


@pytest.mark.clause("BA-S7")
def test_the_order_in_which_a_rival_wrote_its_factors_never_shows():
    """The same factors in other boxes, ridden alike: no viewer can tell."""
    races = [_after_dividing(0, sheet) for sheet in SHEETS[:2]]
    luck = np.random.default_rng(5)
    while not races[0].over:
        for viewer in (-1, 1, 2):
            assert same(races[0].view(viewer), races[1].view(viewer))
        told = [{race.notation(action): action for action in race.legal()} for race in races]
        assert set(told[0]) == set(told[1])
        chosen = sorted(told[0])[luck.integers(len(told[0]))]
        for race, actions in zip(races, told, strict=True):
            race.play(actions[chosen])


@given(st.integers(0, 2**32), st.integers(0, 60))
def test_a_guess_gives_rivals_a_sheet_that_keeps_the_rules(key, actions):
    race = GAME.start(teams=4, seed=key)
    luck = np.random.default_rng(key)
    for _ in range(actions):
        race.play(race.legal()[luck.integers(len(race.legal()))])
    if race.turn == 0 or race.over:
        return
    guess = race.guess(0, key).state
    for rider in range(4, 16):
        if guess["retired"][rider]:
            continue
        secret = [
            int(f) for box, f in enumerate(guess["factor"][rider]) if f > 0 and not guess["read_out"][rider] >> box & 1
        ]
        assert sum(secret) + int(guess["initial_spent"][rider]) == POINTS[rider % 4]
        assert all(1 <= factor <= 15 for factor in secret)
        total = len(secret) + int(guess["initial_used"][rider])
        assert total == 3 or (rider % 4 == 0 and total == 4)


def test_the_quick_line_up_keeps_the_points():
    assert tuple(sum(row) for row in QUICK_LINE_UP) == POINTS

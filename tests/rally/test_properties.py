"""Rally: nothing is created or lost, whoever drives; hidden things stay hidden; every stage ends."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcours.engine.match import Match
from parcours.engine.record import same
from parcours.games.rally import actions as a
from parcours.games.rally.calendar import own_data
from parcours.games.rally.cards import road_faults
from parcours.games.rally.courses import limits_of
from parcours.games.rally.rules.points import DESTROYED
from parcours.games.rally.sheet import score_sheet
from parcours.games.rally.state import (
    DRIVING,
    LAY_PHASE,
    LEFT,
    LEFT_OUT,
    MECHANICS,
    OFF,
    OUT,
    STATION_PHASE,
    TYRE_PHASE,
    WAITING,
)
from tests.rally.driving import GAME, laid_ids

CALENDAR = {rally.id: rally for rally in own_data().rallies}


@st.composite
def set_ups(draw: st.DrawFn) -> Match:
    """Any rally, special stages included; any options; first and later stages, in any weather."""
    rally = draw(st.sampled_from(sorted(CALENDAR)))
    cars = draw(st.integers(2, 6))
    switches = {name: draw(st.booleans()) for name in ("tyre_cost_by_kind", "open_mechanics", "extension")}
    trims = st.lists(st.integers(0, 2), min_size=cars, max_size=cars)
    scores = st.lists(st.integers(-6, 9), min_size=cars, max_size=cars)
    carried = draw(
        st.one_of(
            st.just({}),
            st.builds(lambda t: {"last_trims": t}, trims),
            st.builds(lambda t, s, arrow: {"trims": t, "scores": s, "arrow": arrow}, trims, scores, st.integers(0, 10)),
        )
    )
    return GAME.start(
        course=rally, teams=cars, seed=draw(st.integers(0, 2**40)), manual_chance=True, carried=carried,
        special=CALENDAR[rally].special is not None and draw(st.booleans()),
        road=draw(st.sampled_from(["laid", "random"])), **switches,
    )  # fmt: skip


def check(state, before) -> None:
    """Check that all cars, cards, mechanics and over-rev cards are there, and that no car goes back."""
    cars = range(int(state["teams"]))
    for car in cars:
        status, place = int(state["status"][car]), int(state["place"][car])
        assert 0 <= place <= int(state["places"])
        assert place >= int(before["place"][car])
        assert (status == WAITING) == (place == 0 and int(state["gear"][car]) == 0 and status == WAITING)
        assert (int(state["left_turn"][car]) > 0) == (status == LEFT)
        assert 0 <= int(state["stand"][car]) <= 3
        assert int(state["stand"][car]) == 0 or status == OFF
        assert int(state["over_rev"][car]) in (int(before["over_rev"][car]), int(before["over_rev"][car]) - 1)
        if int(before["status"][car]) in (LEFT, OUT):
            assert status == int(before["status"][car])
        if int(before["phase"]) > STATION_PHASE:
            assert (state["mechanic"][car] == before["mechanic"][car]).all(), "mechanics do not move"
            assert (state["mechanic"][car] >= 0).all()
    laid = [int(card) for card in state["laid"][: int(state["cards_laid"])]]
    assert len(set(laid)) == len(laid)
    assert sorted(int(n) for n in state["start"][: int(state["teams"])] if n) == list(
        range(1, int((state["start"] > 0).sum()) + 1)
    )


@pytest.mark.clause("RA-T10", "RA-T9", "RA-R1", "RA-M2", "RA-G3")
@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=20)
def test_cars_cards_and_mechanics_are_conserved_and_the_stage_ends(race, key):
    rng = np.random.default_rng(key)
    before = race.state
    moves: dict[int, int] = {}
    for _ in range(20_000):
        if race.over:
            break
        legal = race.legal()
        assert legal
        action = legal[rng.integers(len(legal))]
        if int(before["phase"]) == TYRE_PHASE:
            moves[int(before["car"])] = int(before["turn"])
        race.replay(action)
        check(race.state, before)
        before = race.state
    assert race.over
    state = race.state
    assert all(int(status) in (LEFT, OUT) for status in state["status"][: race.teams])
    assert moves == {car: int(state["start"][car]) for car in moves}, "every car starts in its own turn"
    ids = [int(id_) for id_ in laid_ids(state, race.setup.course)]
    cards = own_data().cards if state["extension"] else own_data().base
    assert road_faults(cards, limits_of(race.setup.course, bool(state["special"])), ids) == []
    lines = score_sheet(state)
    left = [line.score for line in lines if not line.destroyed]
    for line in lines:
        if line.destroyed:
            assert line.score == (max(left) + DESTROYED if left else 0)
    assert {row.seat: row.points for row in race.standings()} == {line.car: line.score for line in lines}


def nobody_came_from_near(state) -> None:
    """Check that no mechanic is in reach of a car that has to stand, unless one in reach is known: mechanics in reach
    always help (RA-M5)."""
    for car in range(int(state["teams"])):
        if int(state["status"][car]) != OFF or not int(state["stand"][car]):
            continue
        mechanics = [int(place) for place in state["mechanic"][car]]
        near = [place != LEFT_OUT and abs(place - int(state["place"][car])) <= 4 for place in mechanics]
        known = [bool(int(state["shown"][car]) >> number & 1) for number in range(MECHANICS)]
        if not any(n and k for n, k in zip(near, known, strict=True)):
            assert not any(near), f"car {car} on {state['place'][car]}: {mechanics}"


@pytest.mark.clause("RA-H1", "RA-H2")
@given(set_ups(), st.integers(0, 2**32), st.integers(1, 220), st.data())
@settings(max_examples=20)
def test_races_that_differ_only_in_secrets_look_the_same(race, key, actions, data):
    """No rival sees trims while they are chosen, or mechanics that have not helped or served yet."""
    rng = np.random.default_rng(key)
    while not race.over and actions:
        legal = race.legal()
        race.replay(legal[rng.integers(len(legal))])
        actions -= 1
    if race.over or int(race.races[0]["phase"]) == LAY_PHASE:
        return
    seat = data.draw(st.integers(-1, race.teams - 1))
    other = race.guess(seat, data.draw(st.integers(0, 2**32)))
    assert same(other.view(seat), race.view(seat))
    nobody_came_from_near(race.races[0])
    nobody_came_from_near(other.races[0])
    mine, theirs = GAME.scene(race, seat), GAME.scene(other, seat)
    assert (mine.pieces, mine.panels, mine.shaded, mine.prompt) == (
        theirs.pieces, theirs.panels, theirs.shaded, theirs.prompt,
    )  # fmt: skip


@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_whoever_is_seen_on_the_road_has_three_mechanics(key):
    race = GAME.start(teams=3, seed=key, manual_chance=True)
    rng = np.random.default_rng(key)
    while int(race.races[0]["phase"]) <= STATION_PHASE:
        legal = race.legal()
        race.play(legal[rng.integers(len(legal))])
    assert (race.races[0]["mechanic"][:3] >= 0).all()
    assert all(int(status) in (WAITING, DRIVING) for status in race.races[0]["status"][:3])
    assert len([action for action in race.actions if a.STATION <= action <= a.NOBODY_THERE]) == 3 * MECHANICS


@pytest.mark.clause("RA-C5")
def test_the_same_seed_gives_the_same_stage_and_every_roll_stands_in_the_log():
    def driven(seed):
        race = GAME.start(teams=4, seed=seed)
        while not race.over:
            race.play(race.choice_of(GAME.bot("random")))
        return race

    one, again = driven(5), driven(5)
    assert one.actions == again.actions
    assert one.digest() == again.digest()
    assert same(Match.replayed(one.setup, one.actions).state, one.state)
    assert driven(6).actions != one.actions

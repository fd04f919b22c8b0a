"""Profi: everything is conserved, checked against a separate ledger; the race ends; and no rival sees a hand."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from parcours.engine.kernel import COMPILED
from parcours.engine.match import Match
from parcours.games.profi import rules
from parcours.games.profi import state as s
from parcours.games.profi.rules.chain import all_can_lay
from parcours.games.profi.rules.circle import takes_cards
from tests.profi.ledger import Ledger
from tests.profi.riding import GAME


@st.composite
def set_ups(draw: st.DrawFn) -> Match:
    options = {
        option.name: draw(st.sampled_from([name for name, _ in option.choices]) if option.choices else st.booleans())
        for option in GAME.options
    }
    return GAME.start(
        teams=draw(st.integers(2, 8)), course=draw(st.sampled_from(GAME.course_names)),
        seed=draw(st.integers(0, 2**40)),        manual_chance=True, **options,
    )  # fmt: skip


def check_places(state) -> None:
    """One rider a place, nobody lost, nobody twice (PR-R1). A rider that has just got a team-mate's bike does not
    count: it is about to ride on from there (PR-G4)."""
    rescued = int(state["rider"]) if int(state["helped"]) >= 0 and int(state["phase"]) == s.PLACE_PHASE else -1
    on = [r for r in range(20) if int(state["status"][r]) >= s.UP and r != rescued]
    places = [(int(state["row"][r]), int(state["lane"][r])) for r in on]
    on_road = [p for p in places if p[1] > 0]
    assert len(set(on_road)) == len(on_road)
    assert all(0 <= lane <= 5 for _, lane in places)


@pytest.fixture
def kept_books(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ledger], None]:
    """Let a ledger hear every deed, even those that nobody is asked for, and every step that passes by itself."""
    GAME.start()
    heard: list[Ledger] = []
    carry_out, pass_by = rules.carry_out, rules.pass_by

    def heard_deed(race: Any, road: Any, action: int) -> None:
        now = race._record  # as NumPy has it
        before = now.copy()
        carry_out(race, road, action)
        heard[-1].deed(before, int(action), now)
        heard[-1].agrees(now)

    def heard_step(race: Any, road: Any) -> None:
        now = race._record  # as NumPy has it
        before = now.copy()
        pass_by(race, road)
        heard[-1].passes(before, now)
        heard[-1].agrees(now)

    monkeypatch.setattr(rules, "carry_out", heard_deed)
    monkeypatch.setattr(rules, "pass_by", heard_step)
    return heard.append


@pytest.mark.skipif(COMPILED, reason="the ledger hears deeds in the plain rules: see the test below")
@pytest.mark.clause("PR-K1", "PR-K3", "PR-K4", "PR-K5", "PR-K6", "PR-E1", "PR-E2", "PR-E4", "PR-B1", "PR-B2", "PR-R1",
                    "PR-R4", "PR-Z3")  # fmt: skip
@given(race=set_ups(), key=st.integers(0, 2**32))
@settings(
    max_examples=max(5, settings().max_examples // 20), phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)  # fmt: skip
def test_everything_is_conserved(kept_books: Callable[[Ledger], None], race: Match, key: int) -> None:
    """Cards, chips, bottles, doping decks, event cards and riders, against the books of a separate ledger."""
    rng = np.random.default_rng(key)
    ledger = Ledger(race)
    kept_books(ledger)
    for number in range(20_000):
        if race.over:
            break
        legal = race.legal()
        race.replay(legal[rng.integers(len(legal))])
        check_places(race.races[0])
        if ledger.roles is not None and number % 10 == 0:
            ledger.balances(race.races[0])
    assert race.over, "the race ends"
    ledger.balances(race.races[0])
    places = sorted(int(p) for p in race.state["place"] if p)
    assert places == list(range(1, len(places) + 1))


@pytest.mark.skipif(not COMPILED, reason="the test above runs by itself")
def test_everything_is_conserved_in_the_plain_rules() -> None:
    """The compiled rules are the same functions (tests/engine/test_both_ways.py)."""
    test = f"{__file__}::{test_everything_is_conserved.__name__}"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", test]
    done = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
    assert "1 passed" in done.stdout


@pytest.mark.clause("PR-I17", "PR-I18", "PR-U1")
@given(set_ups(), st.integers(0, 2**32), st.integers(0, 500))
@settings(max_examples=12)
def test_no_hand_is_seen_by_a_rival(race: Match, key: int, actions: int) -> None:
    rng = np.random.default_rng(key)
    while not race.over and actions:
        legal = race.legal()
        race.replay(legal[rng.integers(len(legal))])
        actions -= 1
    if race.over:
        return
    truth = race.state
    for seat in range(-1, race.teams):
        view = race.view(seat)
        for team in range(race.teams):
            if team == seat:
                assert (view["hand"][team] == truth["hand"][team]).all()
                continue
            assert not view["hand"][team].any()
            assert int(view["held"][team]) == int(truth["held"][team]), "hand sizes are open"
            assert (view["pool"][team] >= truth["pool"][team]).all()
        assert (view["tired"] == truth["tired"]).all(), "exhaustion cards and their riders are open"
        assert (view["chips"] == truth["chips"]).all()
        if race.actor != seat:
            assert not view["offered"]
        other = race.guess(seat, key)
        assert (other.view(seat)["pool"] == view["pool"]).all()
        for field in ("unused", "used"):
            for rider in range(20):
                backs = sorted(card % 6 for card in range(24) if int(truth[field][rider]) >> card & 1)
                assert backs == sorted(card % 6 for card in range(24) if int(view[field][rider]) >> card & 1)


def test_whoever_has_joined_a_circle_can_lay_in_every_guess() -> None:
    """In every guess a rival's hand lets it keep its word, so that somebody can always act."""
    directeur, guessed = GAME.bot("directeur"), 0
    for seed in range(6):
        race = GAME.start(teams=4, seed=seed)
        while not race.over:
            if int(race.state["phase"]) in (s.JOINING, s.CIRCLE_FEE, s.LAYING):
                for key in range(8):
                    guess = race.guess(race.actor, key).races[0]
                    cards = takes_cards(guess)
                    assert all(all_can_lay(guess, race.setup.course.road, team, cards, False) for team in range(4))
                    guessed += 1
            race.play(race.choice_of(directeur))
    assert guessed > 100

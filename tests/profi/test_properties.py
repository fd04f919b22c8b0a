"""Profi: cards, chips and riders are conserved against a ledger of its own, and no hand is seen by a rival."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from parcours.games.profi.tables import DECK
from tests.profi.riding import GAME

ROLE_TYPE = (0, 1, 2, 3, 1)


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


class Ledger:
    """What a bookkeeper at the table would write down: from the actions and their words, not from the rules."""

    def __init__(self, race: Match) -> None:
        self.race = race
        self.played: list[Counter[int]] = [Counter() for _ in range(8)]

    def cards(self, team: int) -> Counter[int]:
        """Every card of a team, wherever it lies."""
        state = self.race.state
        found = Counter({k: int(state["hand"][team][k]) + int(state["pool"][team][k]) for k in range(25)})
        room = {2: 34, 3: 46}.get(int(state["squad"]), 58)
        for place in range(int(state["queued"][team])):
            found[int(state["under"][team * room + place]) & 31] += 1
        if int(state["phase"]) == s.UNDER_PHASE and int(state["drawing"]) == team:
            found[int(state["stack"])] += 1
        return found

    def deck(self, team: int) -> Counter[int]:
        """The deck that a team was dealt: the colours that ride, and the jokers (PR-K1, PR-S4)."""
        state = self.race.state
        squad = int(state["squad"])
        riding = [r for r in range(team * squad, (team + 1) * squad) if int(state["status"][r]) != s.ABSENT]
        colours = {ROLE_TYPE[int(state["role"][r])] for r in riding} | {4}
        return Counter({c * 5 + v: DECK[c][v] for c in colours for v in range(5)})


def check_places(state) -> None:
    """One rider a place, nobody lost, nobody twice (PR-R1); but who has just got a team-mate's bike is about to ride on
    from there (PR-G4)."""
    rescued = int(state["rider"]) if int(state["helped"]) >= 0 and int(state["phase"]) == s.PLACE_PHASE else -1
    on = [r for r in range(20) if int(state["status"][r]) >= s.UP and r != rescued]
    places = [(int(state["row"][r]), int(state["lane"][r])) for r in on]
    on_road = [p for p in places if p[1] > 0]
    assert len(set(on_road)) == len(on_road)
    assert all(0 <= lane <= 5 for _, lane in places)


def chip_change(race: Match, before, action: int) -> None:
    """No chips come from nowhere: one action brings 4 at most, and never leaves a debt."""
    after = race.state
    assert (after["chips"] >= 0).all()
    gained = int(after["chips"].sum()) - int(before["chips"].sum())
    assert gained <= 6, action
    if a.DIE <= action < a.DESCENT:
        assert gained <= 2, "dice bring none by themselves"


@pytest.mark.clause("PR-K1", "PR-K5", "PR-E4", "PR-R1", "PR-R4")
@given(set_ups(), st.integers(0, 2**32))
@settings(max_examples=12)
def test_cards_chips_and_riders_are_conserved(race: Match, key: int) -> None:
    rng = np.random.default_rng(key)
    ledger = Ledger(race)
    dealt: list[Counter[int]] | None = None
    riders = 0
    for _ in range(20_000):
        if race.over:
            break
        before, legal = race.state, race.legal()
        action = legal[rng.integers(len(legal))]
        race.replay(action)
        after = race.state
        check_places(after)
        chip_change(race, before, action)
        assert (after["hand"] >= 0).all()
        assert (after["tired"] >= 0).all()
        assert all(int(after["held"][t]) == int(after["hand"][t].sum()) for t in range(race.teams))
        assert all(
            int(after["fresh"][t].sum()) == int(after["pool"][t].sum()) for t in range(race.teams)
        ), "the stacks hold the cards that nobody has seen"  # fmt: skip
        if dealt is None and int(after["phase"]) not in (s.LOT, s.TYPES):
            dealt = [ledger.cards(t) for t in range(race.teams)]
            assert dealt == [ledger.deck(t) for t in range(race.teams)]
            riders = int((after["status"] != s.ABSENT).sum())
        if dealt is not None:
            for team in range(race.teams):
                out = dealt[team] - ledger.cards(team)
                assert not ledger.cards(team) - dealt[team], "no card appears"
                assert sum(out.values()) >= sum(ledger.played[team].values())
                gone = sum(out.values()) - sum(ledger.played[team].values())
                assert gone <= 4, "cards leave a few at a time"
                ledger.played[team] = out
            assert int((after["status"] != s.ABSENT).sum()) == riders
        check_doping(after)
    assert race.over, "the race ends"
    places = sorted(int(p) for p in race.state["place"] if p)
    assert places == list(range(1, len(places) + 1))


def check_doping(state) -> None:
    """Every doping card is in one place only (PR-Z3)."""
    if not state["doping"]:
        return
    cards = 24 if int(state["sides"]) >= 7 else 12
    for colour in range(4):
        masks = [int(state["doping_pool"][colour])]
        masks += [1 << int(state["doping_under"][colour][i]) for i in range(int(state["doping_queued"][colour]))]
        for rider in range(20):
            if int(state["role"][rider]) >= 0 and ROLE_TYPE[int(state["role"][rider])] == colour:
                masks += [int(state["unused"][rider]), int(state["used"][rider])]
        assert sum(masks) == 2**cards - 1
        assert sum(bin(mask).count("1") for mask in masks) == cards


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

"""Um Reifenbreite, chapters 20 to 22: decisions, chance, and what is hidden."""

from __future__ import annotations

import numpy as np
import pytest

import parcours
from parcours.engine.match import Match
from parcours.engine.record import same
from parcours.games.um_reifenbreite import actions as a
from tests.um_reifenbreite.riding import GAME, decline, follow, offered_means, phase, standing, throw, to

ALL = {"level": "D", "cheating": True, "sprints": True, "relays": True}


def ridden(race: Match, seed: int, most: int = 10_000) -> Match:
    rng = np.random.default_rng(seed)
    while not race.over and most:
        legal = race.legal()
        race.play(legal[rng.integers(len(legal))])
        most -= 1
    return race


@pytest.mark.clause("UR-20b", "UR-20c", "UR-20d", "UR-20e", "UR-20f", "UR-20g", "UR-20h", "UR-20i")
def test_whole_races_ask_every_kind_of_decision_and_each_list_is_short():
    longest: dict[str, int] = {}
    for seed in range(12):
        race = GAME.start(course="D", seed=seed, manual_chance=True, **ALL)
        rng = np.random.default_rng(seed)
        while not race.over:
            legal = race.legal()
            if race.actor >= 0:
                longest[phase(race)] = max(longest.get(phase(race), 0), len(legal))
            race.play(legal[rng.integers(len(legal))])
    assert {"ask", "answer", "means", "lay", "ride", "follow", "return"} <= set(longest)
    assert longest["means"] <= 7
    assert longest["lay"] <= 4
    assert longest["ride"] <= 80
    assert longest["follow"] == longest["ask"] == longest["answer"] == 2


@pytest.mark.clause("UR-20e")
def test_the_means_are_those_of_the_table():
    race = standing({"21": "H2/1:1"}, course="C", level="D", cheating=True)
    assert offered_means(race) == {
        "dice", "one card", "two cards", "one card away", "two cards away", "short tow", "long tow",
    }  # fmt: skip


@pytest.mark.clause("UR-20h")
def test_a_follower_is_asked_only_when_it_is_legal():
    race = standing({"21": "H2/1:5", "31": "H2/1:4"})
    throw(race, 4)
    to(race, "H2/1:9")
    assert race.legal() == [a.FOLLOW, a.DECLINE]
    assert race.actor == 1
    other = race.copy()
    decline(other)
    follow(race, "31")


@pytest.mark.clause("UR-20j")
def test_bots_decide_everything_from_public_information():
    bot = GAME.bot("roadman")
    seen = set()
    for seed in range(4):
        race = GAME.start(course="C", seed=seed, teams=3, **ALL)
        while not race.over:
            seen.add(phase(race))
            action = race.choice_of(bot)
            assert action in race.legal()
            race.play(action)
    assert {"means", "ride", "follow", "ask"} <= seen


@pytest.mark.clause("UR-21b")
def test_two_dice_are_36_equal_pairs():
    race = standing({"21": "H2/1:1"})
    assert race.actor == -1
    assert race.weights() == [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]


@pytest.mark.clause("UR-21g")
def test_all_luck_comes_from_the_seed_and_is_logged():
    for seed in (3, 4):
        race = ridden(GAME.start(course="A", seed=seed, **ALL), seed)
        again = ridden(GAME.start(course="A", seed=seed, **ALL), seed)
        assert race.actions == again.actions
        replayed = Match.replayed(race.setup, race.actions)
        assert same(replayed.state, race.state)
    assert ridden(GAME.start(course="A", seed=5, **ALL), 4).actions != race.actions


@pytest.mark.clause("UR-22a")
def test_cards_sheet_discards_photos_and_moves_lie_open():
    race = ridden(GAME.start(course="C", seed=9, **ALL), 9, most=300)
    for viewer in (-1, 0, 3):
        view = race.view(viewer)
        for field in ("hand", "spent", "deck", "photos", "tows", "moved", "sprint_place", "marks", "place"):
            assert np.array_equal(view[field], race.state[field])


@pytest.mark.clause("UR-22b", "UR-12d")
def test_the_order_of_decks_and_throws_to_come_stand_in_no_record():
    """Two races, alike so far, with different luck to come: their records are the same, byte by byte."""
    one, other = (GAME.start(course="C", seed=seed, manual_chance=True, **ALL) for seed in (1, 2))
    rng = np.random.default_rng(1)
    for _ in range(400):
        legal = one.legal()
        action = legal[rng.integers(len(legal))]
        one.play(action)
        other.play(action)
        assert same(one.state, other.state)
        if one.over:
            break
    assert one.actor >= 0 or one.over or one.roll() != other.roll()


@pytest.mark.clause("UR-22b")
def test_the_program_keeps_no_agreements():
    race = standing({"51": "H2/1:9", "21": "H2/1:8"}, course="C", relays=True)
    before = race.state
    race.play(a.ASK)
    race.play(a.REFUSE)
    changed = [name for name in before.dtype.names if not np.array_equal(before[name], race.state[name])]
    assert set(changed) <= {"phase", "asked", "ply"}


@pytest.mark.clause("UR-20a")
def test_the_host_chooses_level_switches_route_and_teams():
    names = [option.name for option in GAME.options]
    assert names == ["level", "cheating", "sprints", "relays", "stages"]
    race = parcours.game("um_reifenbreite").start(course="C", teams=3, level="B", relays=True)
    assert race.setup.options == {"level": "B", "cheating": False, "sprints": False, "relays": True, "stages": False}

"""Many races at once: the same races as one by one."""

from __future__ import annotations

import numpy as np
import pytest

import parcours
from parcours.engine.chance import key_of
from parcours.engine.match import Match
from parcours.engine.record import same
from parcours.errors import BadOptionError, IllegalActionError

GAME = parcours.game("breaking_away")


def one_by_one(seed: int, index: int, bots: list[str], **options) -> Match:
    """The race number `index` of a batch, ridden with `Match`."""
    race = GAME.start(teams=len(bots), seed=seed, manual_chance=True, **options)
    luck = key_of(seed, index)
    while not race.over:
        if race.actor < 0:
            race._luck = luck
            race.play(race.roll())
            continue
        key = key_of(seed, index, 1 + race.actor)
        kind = GAME.bot(bots[race.actor]).kind
        loops = GAME.loops
        view = race.view_races(race.actor)
        race.play(loops.choose_one(view, race.setup.course.road, kind, key, len(race.actions), GAME.codes_buffer()))
    return race


@pytest.mark.parametrize("bots", [["random"] * 4, ["sprinter", "random", "random", "sprinter"]])
def test_playing_out_a_batch_gives_the_races_that_single_steps_give(bots):
    batch = GAME.batch(7, teams=4, seed=31)
    places = batch.play_out(bots)
    for index in (0, 3, 6):
        race = one_by_one(31, index, bots)
        assert same(batch.races[index], race.state)
        assert {row.seat: row.place for row in race.standings()} == dict(enumerate(places[index].tolist()))


def test_stepping_a_batch_is_the_same_as_stepping_races():
    batch = GAME.batch(5, teams=3, seed=8, staggered_start=True)
    luck = np.random.default_rng(1)
    logs: list[list[int]] = [[] for _ in range(5)]
    while not batch.over.all():
        mask = batch.legal_mask()
        chosen = np.array([luck.choice(np.flatnonzero(row)) if row.any() else -1 for row in mask])
        for race, action in enumerate(chosen):
            if action >= 0:
                logs[race].append(int(action))
        batch.step(chosen)
    assert not batch.legal_mask().any()
    race = GAME.start(teams=3, seed=8, staggered_start=True)
    for action in logs[0]:
        race.play(action)
    assert same(batch.races[0], race.state)


def test_the_number_of_threads_changes_nothing():
    one, two = (GAME.batch(101, teams=5, seed=4, threads=threads) for threads in (1, 2))
    assert np.array_equal(one.play_out(), two.play_out())
    assert all(np.array_equal(one.races[name], two.races[name]) for name in one.races.dtype.names)


def test_a_batch_can_begin_at_any_race_of_a_seed():
    whole, part = GAME.batch(20, seed=6), GAME.batch(5, seed=6, first=10)
    whole.play_out()
    part.play_out()
    assert same(whole.races[12], part.races[2])


def test_the_mask_is_what_legal_says():
    batch = GAME.batch(3, teams=4, seed=1)
    race = GAME.start(teams=4, seed=1)
    for _ in range(30):
        assert np.flatnonzero(batch.legal_mask()[0]).tolist() == sorted(race.legal())
        batch.step([race.legal()[0]] * 3)
        race.play(race.legal()[0])


def test_one_illegal_action_stops_the_whole_step_and_changes_nothing():
    batch = GAME.batch(4, seed=1)
    before = batch.races.copy()
    with pytest.raises(IllegalActionError, match="race 2: action 0 is not legal now; no race was changed"):
        batch.step([5, 5, 0, 5])
    assert all(same(a, b) for a, b in zip(before, batch.races, strict=True))
    for wrong in ([5, 5], [[5, 5, 5, 5]], [0.5] * 4):
        with pytest.raises(IllegalActionError, match="step takes 4 whole numbers"):
            batch.step(wrong)


def test_bad_batches():
    with pytest.raises(BadOptionError, match="at least one race"):
        GAME.batch(0)
    with pytest.raises(BadOptionError, match="4 teams need 4 bots, not 2"):
        GAME.batch(2, teams=4).play_out(["random", "random"])
    with pytest.raises(BadOptionError, match="no bot 'hal'"):
        GAME.batch(2, teams=3).play_out(["hal", "random", "random"])


def test_a_batch_counts_the_actions_of_its_last_ride():
    batch = GAME.batch(2, seed=9)
    assert batch.last_actions == 0
    batch.play_out()
    assert batch.last_actions > 0


def test_restarting_gives_the_same_races_again():
    batch = GAME.batch(6, seed=9)
    first = batch.play_out().copy()
    batch.restart()
    assert not batch.over.any()
    assert np.array_equal(batch.play_out(), first)

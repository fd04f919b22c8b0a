"""A race as a bot writer uses it."""

from __future__ import annotations

import random

import numpy as np
import pytest

import parcours
from parcours.engine.chance import CHANCE
from parcours.errors import BadOptionError, IllegalActionError

GAME = parcours.game("breaking_away")


def test_the_example_of_the_readme():
    race = GAME.start(teams=4, seed=7)
    while not race.over:
        race.play(race.legal()[0])
    assert [row.place for row in race.standings()] == [1, 2, 3, 4]
    assert str(race.standings()).startswith("1. ")


def test_the_same_seed_and_the_same_bots_give_the_same_race():
    def ride(seed: int):
        race = GAME.start(teams=4, seed=seed)
        while not race.over:
            race.play(race.choice_of(GAME.bot("random")))
        return race.actions, race.digest()

    assert ride(3) == ride(3)
    assert ride(3) != ride(4)


def test_luck_is_the_same_on_every_platform():
    """Known answers: if these change, every seeded race changes."""
    from parcours.engine.chance import key_of, keys_of

    known = {
        (0, 0, 0): 2558736989570252433,
        (7, 0, 0): 11241344834629033336,
        (7, 1, 0): 18143426351604549229,
        (7, 0, 1): 1846129603375045472,
        (2**64 - 1, 0, 0): 18159682518515982810,
    }
    for (seed, race, purpose), key in known.items():
        assert int(key_of(seed, race, purpose)) == key
        assert int(keys_of(seed, race, 1, purpose)[0]) == key
    ridden = GAME.start(teams=4, seed=7)
    while not ridden.over:
        ridden.play(ridden.choice_of(GAME.bot("random")))
    assert len(ridden.actions) == 287
    assert ridden.actions[:12] == [5, 6, 19, 19, 10, 9, 17, 19, 11, 16, 11, 6]


def test_an_illegal_action_is_refused_and_changes_nothing():
    race = GAME.start(seed=1)
    before = race.digest()
    for wrong in (0, -1, 27, 999, "5", None, 5.5):
        with pytest.raises(IllegalActionError, match="is not legal now"):
            race.play(wrong)  # type: ignore[arg-type]
    assert race.digest() == before
    assert race.actions == []


def test_a_finished_race_takes_no_action():
    race = GAME.start(seed=1)
    while not race.over:
        race.play(race.legal()[0])
    with pytest.raises(IllegalActionError, match="the race is over"):
        race.play(0)


@pytest.mark.parametrize(
    ("wrong", "what"),
    [
        ({"turbo": True}, "there is no option 'turbo'"),
        ({"open_sheets": 1}, "option open_sheets must be on or off"),
        ({"teams": 7}, "teams must be 3 to 6, not 7"),
        ({"teams": "4"}, "teams must be a whole number"),
        ({"teams": True}, "teams must be a whole number"),
        ({"course": "nowhere"}, "there is no course 'nowhere'"),
    ],
)
def test_bad_options_are_errors_that_say_what_there_is(wrong, what):
    with pytest.raises(BadOptionError, match=what):
        GAME.start(**wrong)


def test_unknown_games_and_bots():
    with pytest.raises(BadOptionError, match=r"there is no game 'chess' .games: breaking_away"):
        parcours.game("chess")
    with pytest.raises(BadOptionError, match=r"there is no bot 'hal' .bots: random, sprinter"):
        GAME.bot("hal")


def test_manual_chance_leaves_the_draw_to_the_caller():
    race = GAME.start(teams=3, manual_chance=True)
    for _ in range(3):
        race.play(race.legal()[0])
    assert race.actor == -1
    assert [race.words(action) for action in race.legal()] == [
        "The draw: Red starts", "The draw: Blue starts", "The draw: Yellow starts",
    ]  # fmt: skip
    race.play(race.legal()[1])
    assert race.actor == 1


def test_undo_takes_back_a_decision_and_the_luck_that_followed():
    race = GAME.start(teams=3, seed=5)
    for _ in range(3):
        race.play(5)
    drawn = race.actions[-1]
    assert len(race.actions) == 4
    assert race.undo() == 2
    assert race.actor == 2
    race.play(5)
    assert race.actions[-1] == drawn
    for _ in range(3):
        race.undo()
    with pytest.raises(IllegalActionError, match="nothing to take back"):
        race.undo()


def test_going_to_a_point_that_does_not_exist():
    race = GAME.start()
    with pytest.raises(IllegalActionError, match="there is no point 5"):
        race.at(5)


def test_long_undo_and_replay_pass_the_snapshots():
    race = GAME.start(teams=6, seed=2)
    digests = [race.digest()]
    while not race.over:
        race.play(race.legal()[0])
        digests.append(race.digest())
    offset = len(race.actions) - (len(digests) - 1)  # the draw, which chance made
    for point in (0, 1, 63, 64, 65, 130, 200, len(race.actions)):
        past = race.at(point)
        assert past.actions == race.actions[:point]
        if point > 10:
            assert past.digest() == digests[point - offset]


@pytest.mark.parametrize("name", parcours.game_names())
def test_luck_rolled_along_with_an_action_is_that_rolled_by_itself(name):
    game = parcours.game(name)
    race, apart = game.start(seed=9), game.start(seed=9, manual_chance=True)
    pick = random.Random(1)
    for _ in range(60):
        while apart.actor == CHANCE:
            apart.play(apart.roll())
        assert (race.actor, race.actions, race.legal()) == (apart.actor, apart.actions, apart.legal())
        assert race.digest() == apart.digest()
        if race.over:
            break
        action = pick.choice(race.legal())
        race.play(action)
        apart.play(action)


def test_looking_ahead_leaves_where_it_started_from_as_it_was():
    race = GAME.start(teams=3, seed=5)
    ahead = race.at_once(race.legal()[0])
    before = ahead.digest()
    ahead.play(ahead.legal()[0])
    assert ahead.at(0).digest() == before
    assert race.actions == []


def test_what_is_legal_is_a_list_of_ones_own():
    race = GAME.start(teams=3, seed=5)
    race.legal().clear()
    assert race.legal()


def test_races_of_the_same_past_share_no_room_to_work_in():
    race = GAME.start(teams=3, seed=5, manual_chance=True)
    for _ in range(3):
        race.play(race.legal()[0])
    for other in (race.copy(), race.guess(0, 1), race.seen_by(0), race.at_once(race.legal()[0])):
        for name in ("_races", "_codes", "_chances"):
            assert not np.shares_memory(getattr(race, name), getattr(other, name))

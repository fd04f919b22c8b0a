"""The vector form: the same races as one by one, seen by the acting seat."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import parcours
from parcours.engine.chance import key_of, mix
from parcours.engine.game import Game
from parcours.errors import BadOptionError, IllegalActionError
from parcours.games import GAMES
from parcours.lab.observation import Eyes, Observation
from parcours.lab.vector import Vector
from parcours.lab.vector_loops import key_of_race, share_out

EVERY_GAME = GAMES
GAME = parcours.game("breaking_away")


def any_legal(mask: np.ndarray[Any, Any], rng: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action in each row."""
    return (mask * (1 + rng.random(mask.shape))).argmax(axis=1)


def numbers_of(game: Game, view: np.void) -> list[int]:
    """All numbers of a view, field by field, in the order of the record; 64-bit numbers in halves, the lower first."""
    kept = [name for name in game.record.names or () if name not in game.scratch]
    flat = [np.atleast_1d(view[name]).ravel() for name in kept]
    halved = [part.view(np.int32) if part.itemsize == 8 else part for part in flat]
    return [int(value) for part in halved for value in part.astype(np.int64).astype(np.int32)]


def test_races_have_the_keys_of_their_seed() -> None:
    base = np.uint64(mix(np.uint64(77), 0))
    for number, purpose in ((0, 0), (5, 0), (123456, 3)):
        assert int(key_of_race(base, number, purpose)) == int(key_of(77, number, purpose))


@pytest.mark.parametrize("name", EVERY_GAME)
def test_an_observation_is_what_the_view_shows(name: str) -> None:
    game = parcours.game(name)
    match, rng = game.start(seed=3), np.random.default_rng(3)
    eyes = Eyes(game, match.setup.course)
    for step in range(120):
        if match.over:
            break
        if step % 7 == 0:
            for seat in range(-1, match.teams):
                assert eyes.look(match.races, seat).tolist() == numbers_of(game, match.view(seat))
        match.play(int(rng.choice(match.legal())))


def test_fields_are_found_by_their_names() -> None:
    match = GAME.start(seed=5, teams=3)
    for _ in range(60):
        match.play(match.legal()[-1])
    seen, view = Observation(GAME), match.view(1)
    numbers = Eyes(GAME, match.setup.course).look(match.races, 1)
    for name in ("turn", "distance", "factor", "place"):
        assert np.array_equal(seen.read(numbers, name), view[name])
    rows = np.stack([numbers, numbers])
    assert seen.read(rows, "factor").shape == (2, 24, 4)
    assert seen.read(rows, "turn").tolist() == [int(view["turn"])] * 2


def test_rows_ride_the_races_that_are_ridden_one_by_one() -> None:
    races, rng = Vector(GAME, 3, teams=3, seed=11, first=4), np.random.default_rng(2)
    seen = races.reset()
    alone = {row: GAME.batch(1, teams=3, seed=11, first=4 + row) for row in range(3)}
    numbers = {row: 4 + row for row in range(3)}
    ended = 0
    for _ in range(700):
        actions = any_legal(seen.mask, rng)
        seen = races.step(actions)
        for row, batch in alone.items():
            batch.step([actions[row]])
            assert bool(seen.ended[row]) == bool(batch.over[0])
            if seen.ended[row]:
                ended += 1
                places = GAME.standings_of(batch.races[0], batch.course)
                winners = [standing.seat for standing in places if standing.place == 1]
                assert np.flatnonzero(seen.rewards[row] > 0).tolist() == sorted(winners)
                numbers[row] += 3
                alone[row] = batch = GAME.batch(1, teams=3, seed=11, first=numbers[row])
            else:
                assert not seen.rewards[row].any()
            assert seen.actor[row] == batch.actor[0]
            assert np.array_equal(seen.mask[row], batch.legal_mask()[0])
            look = Eyes(GAME, batch.course).look(batch.races, int(seen.actor[row]))
            assert np.array_equal(seen.observation[row], look)
    assert ended >= 3
    assert races.numbers.tolist() == list(numbers.values())


def test_threads_change_nothing() -> None:
    one, many = (Vector(GAME, 7, seed=5, threads=threads) for threads in (1, None))
    a, b = one.reset(), many.reset()
    rng = np.random.default_rng(1)
    for _ in range(400):
        actions = any_legal(a.mask, rng)
        a, b = one.step(actions), many.step(actions)
        for left, right in zip(vars(a).values(), vars(b).values(), strict=True):
            assert np.array_equal(left, right)


EVERY_GAME_ONE_BY_ONE = """
import sys, numpy as np, parcours
from parcours.lab.observation import Eyes
from parcours.lab.vector import Vector
for name in sys.argv[1:]:
    game, rng = parcours.game(name), np.random.default_rng(1)
    races, alone = Vector(game, 2, seed=5), [game.batch(1, seed=5, first=row) for row in range(2)]
    seen = races.reset()
    for _ in range(150):
        for row, batch in enumerate(alone):
            assert seen.actor[row] == batch.actor[0] and (seen.mask[row] == batch.legal_mask()[0]).all()
            assert (seen.observation[row] == Eyes(game, batch.course).look(batch.races, int(seen.actor[row]))).all()
        actions = (seen.mask * (1 + rng.random(seen.mask.shape))).argmax(axis=1)
        seen = races.step(actions)
        if seen.ended.any():
            break
        for batch, action in zip(alone, actions):
            batch.step([action])
print("equal")
"""


def test_every_game_has_a_vector_form() -> None:
    """With the rules in plain Python: compiling another loop for every game would take longer than the test."""
    ran = subprocess.run(
        [sys.executable, "-c", EVERY_GAME_ONE_BY_ONE, *EVERY_GAME],
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert (ran.returncode, ran.stdout) == (0, "equal\n"), ran.stderr


def test_bots_ride_their_seats_as_they_do_at_the_table() -> None:
    seats = ["sprinter", None, "random", "sprinter"]
    races, match = Vector(GAME, 1, seed=9, bots=seats), GAME.start(seed=9)
    seen, eyes = races.reset(), Eyes(GAME, match.setup.course)
    while True:
        while not match.over and (name := seats[match.actor]) is not None:
            match.play(match.choice_of(GAME.bot(name)))
        if match.over:
            break
        assert seen.actor[0] == 1
        assert not seen.ended[0]
        assert np.array_equal(seen.observation[0], eyes.look(match.races, 1))
        action = match.legal()[-1]
        match.play(action)
        seen = races.step([action])
    assert seen.ended[0]
    winners = [standing.seat for standing in match.standings() if standing.place == 1]
    assert np.flatnonzero(seen.rewards[0] > 0).tolist() == winners
    assert races.numbers.tolist() == [1]


@pytest.mark.parametrize(
    ("places", "rewards"),
    [([1, 2, 3, 4], [1, -1 / 3, -1 / 3, -1 / 3]), ([2, 1, 1], [-0.5, 0.25, 0.25]), ([1, 1], [0, 0]), ([1], [0])],
)
def test_what_a_race_is_worth_adds_up_to_nothing(places: list[int], rewards: list[float]) -> None:
    out = np.zeros(len(places), np.float32)
    share_out(np.array(places, np.int8), len(places), out)
    assert out.tolist() == pytest.approx(rewards)
    assert out.sum() == pytest.approx(0, abs=1e-6)


def test_an_illegal_action_changes_nothing() -> None:
    races = Vector(GAME, 4, seed=1)
    with pytest.raises(IllegalActionError, match=r"call reset\(\) first"):
        races.step([5] * 4)
    seen = races.reset()
    before = races._races.tobytes()
    for action, said in ((0, "race 2: action 0 is not legal now; no race was changed"), (-1, "action -1"), (28, "28")):
        actions = seen.mask.argmax(axis=1)
        actions[2] = action
        with pytest.raises(IllegalActionError, match=said):
            races.step(actions)
        assert races._races.tobytes() == before
    with pytest.raises(IllegalActionError, match=r"4 whole numbers, one for each race, not float64 \(4,\)"):
        races.step([0.0] * 4)
    races.step(seen.mask.argmax(axis=1))


def test_a_learner_may_scribble_on_the_mask() -> None:
    races = Vector(GAME, 2, seed=1)
    seen = races.reset()
    action = seen.mask.argmax(axis=1)
    seen.mask[:] = False
    races.step(action)
    seen.mask[:] = True
    with pytest.raises(IllegalActionError):
        races.step([27, 27])


class Lent:
    """An array of another library that supports only DLPack."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array = array

    def __dlpack__(self, **how: Any) -> Any:
        return self.array.__dlpack__(**how)

    def __dlpack_device__(self) -> tuple[int, int]:
        return self.array.__dlpack_device__()


def test_what_is_seen_goes_into_the_arrays_that_are_given() -> None:
    races, twin = Vector(GAME, 5, seed=1), Vector(GAME, 5, seed=1)
    expected, mine = twin.reset(), races.arrays()
    lent: Any = type(mine)(**{name: Lent(array) for name, array in vars(mine).items()})
    assert races.reset(lent) is lent
    for name, array in vars(mine).items():
        assert np.array_equal(array, vars(expected)[name]), name
    expected = twin.step(expected.mask.argmax(axis=1))
    races.step(mine.mask.argmax(axis=1), lent)
    for name, array in vars(mine).items():
        assert np.array_equal(array, vars(expected)[name]), name


def test_arrays_that_do_not_fit_are_refused_before_anything_moves() -> None:
    races = Vector(GAME, 2, seed=1)
    seen = races.reset()
    before = races._races.tobytes()
    good = vars(races.arrays())
    for name, wrong in (
        ("mask", np.zeros((2, 27), bool)),
        ("rewards", np.zeros((2, 4))),
        ("ended", np.zeros(4, bool)[::2]),
    ):
        with pytest.raises(BadOptionError, match=f"{name}: needs a writeable array of"):
            races.step(seen.mask.argmax(axis=1), type(seen)(**(good | {name: wrong})))
    assert races._races.tobytes() == before


@pytest.mark.parametrize(
    ("count", "more", "said"),
    [
        (0, {}, "at least one race"),
        (2, {"teams": 9}, "teams must be 3 to 6, not 9"),
        (2, {"tailwind": True}, "no option 'tailwind'"),
        (2, {"bots": ["sprinter"]}, "1 bots for 4 teams"),
        (2, {"bots": ["sprinter"] * 4}, "all seats have bots"),
        (2, {"bots": [None, "nobody", None, None]}, "no bot 'nobody'"),
    ],
)
def test_a_wrong_set_up_is_refused(count: int, more: dict[str, Any], said: str) -> None:
    with pytest.raises(BadOptionError, match=said):
        Vector(GAME, count, **more)

"""The loops of the vector form, compiled together with each game's rules.

Like the engine's `loops.py`, this file is loaded once per game (`kernel.load_per_game`), with the game's rule functions
and the engine's `act`, `apply_chance`, `roll` and `bot_choice` among its globals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, LUCK, OVER, mix
from parcours.engine.kernel import bulk, rare, rule
from parcours.engine.road import Road

if TYPE_CHECKING:
    from parcours.engine.loops import act, apply_chance, bot_choice, roll
    from parcours.engine.rules_interface import actor, legal, redact, result

Array = NDArray[Any]

BEGIN = -1
"""In place of an action: start the race anew."""
LEARNER = -1
"""In place of a bot's kind: a learner decides for this seat."""
BYTE, UNSIGNED_BYTE, SHORT, UNSIGNED_SHORT, WORD = range(5)
"""The kinds of numbers that a record holds, as `write_numbers` reads them."""


@rule
def key_of_race(base: np.uint64, number: int, purpose: int) -> np.uint64:
    """The key that `chance.key_of` gives for a race of a seed; `base` is the scrambled seed."""
    return mix(mix(base + np.uint64(number), 0) + np.uint64(purpose), 0)


@rare
def settle(race: Any, road: Road, luck: np.uint64, codes: Array, chances: Array) -> int:
    """Let chance act until a seat has a decision or the race is over. Returns who acts next."""
    who = actor(race)
    while who == CHANCE:
        apply_chance(race, road, roll(race, road, luck, codes, chances))
        who = actor(race)
    return who


@rule
def share_out(places: Array, teams: int, rewards: Array) -> None:
    """What a race was worth to each team: a sole winner gets 1, a shared win is divided, all others lose the same
    amount. The sum is 0."""
    winners = 0
    for team in range(teams):
        winners += places[team] == 1
    for team in range(teams):
        if teams > 1:
            share = 1.0 / winners if places[team] == 1 else 0.0
            rewards[team] = (share * teams - 1.0) / (teams - 1)


@rule
def write_mask(race: Any, road: Road, codes: Array, mask: Array) -> None:
    """Mark the actions that are legal for the seat whose turn it is."""
    for action in range(len(mask)):
        mask[action] = False
    for k in range(legal(race, road, codes)):
        mask[codes[k]] = True


@rule
def write_numbers(i1: Array, u1: Array, i2: Array, u2: Array, i4: Array, runs: Array, out: Array) -> None:
    """Write the numbers of a record, field after field. The input arrays are the same bytes, read as numbers of each
    kind. A row of `runs` gives the kind, where its numbers begin, how many there are, and where they go."""
    for r in range(len(runs)):
        kind, source, count, at = runs[r, 0], runs[r, 1], runs[r, 2], runs[r, 3]
        if kind == BYTE:
            for k in range(count):
                out[at + k] = i1[source + k]
        elif kind == UNSIGNED_BYTE:
            for k in range(count):
                out[at + k] = u1[source + k]
        elif kind == SHORT:
            for k in range(count):
                out[at + k] = i2[source + k]
        elif kind == UNSIGNED_SHORT:
            for k in range(count):
                out[at + k] = u2[source + k]
        else:
            for k in range(count):
                out[at + k] = i4[source + k]


@rule
def begin(races: Array, i: int, start: Array, base: np.uint64, numbers: Array, luck: Array) -> None:
    """Start the race number `numbers[i]` in row i."""
    races[i] = start[0]
    luck[i] = key_of_race(base, numbers[i], LUCK)


@bulk
def observe_one(
    races: Array, road: Road, seat: int, scratch: Array, i1: Array, u1: Array, i2: Array, u2: Array, i4: Array,
    runs: Array, out: Array,
) -> None:  # fmt: skip
    """Write what a seat may see of the first race, as numbers."""
    scratch[0] = races[0]
    redact(scratch[0], road, seat)
    write_numbers(i1, u1, i2, u2, i4, runs, out)


@bulk
def step_vector(
    races: Array, first: int, last: int, road: Road, start: Array, actions: Array, base: np.uint64, numbers: Array,
    stride: int, luck: Array, codes: Array, chances: Array, scratch: Array, i1: Array, u1: Array, i2: Array, u2: Array,
    i4: Array, runs: Array, places: Array, observations: Array, masks: Array, actors: Array, rewards: Array,
    ended: Array,
) -> None:  # fmt: skip
    """Carry out one legal action in each race, then let chance act. A race that is over is reported, and the next one
    begins in its row. Then write what the acting seat may see and do."""
    for i in range(first, last):
        race = races[i]
        rewards[i, :] = 0.0
        if actions[i] == BEGIN:
            begin(races, i, start, base, numbers, luck)
        else:
            act(race, road, actions[i])
        who = settle(race, road, luck[i], codes, chances)
        ended[i] = who == OVER
        if who == OVER:
            result(race, road, places[i])
            share_out(places[i], rewards.shape[1], rewards[i])
            numbers[i] += stride
            begin(races, i, start, base, numbers, luck)
            who = settle(race, road, luck[i], codes, chances)
        actors[i] = who
        write_mask(race, road, codes, masks[i])
        scratch[0] = race
        redact(scratch[0], road, who)
        write_numbers(i1, u1, i2, u2, i4, runs, observations[i])


@rare
def ride_bots(
    race: Any, road: Road, kinds: Array, base: np.uint64, number: int, luck: np.uint64, codes: Array, chances: Array,
    scratch: Array,
) -> int:  # fmt: skip
    """Let compiled bots and chance act until a learner has a decision or the race is over. Returns who acts next."""
    who = settle(race, road, luck, codes, chances)
    while who >= 0 and kinds[who] != LEARNER:
        scratch[0] = race
        redact(scratch[0], road, who)
        key = key_of_race(base, number, 1 + who)
        act(race, road, bot_choice(scratch[0], road, who, kinds[who], key, race.ply, codes))
        who = settle(race, road, luck, codes, chances)
    return who


@bulk
def step_vector_bots(
    races: Array, first: int, last: int, road: Road, start: Array, actions: Array, base: np.uint64, numbers: Array,
    stride: int, luck: Array, codes: Array, chances: Array, scratch: Array, i1: Array, u1: Array, i2: Array, u2: Array,
    i4: Array, runs: Array, places: Array, observations: Array, masks: Array, actors: Array, rewards: Array,
    ended: Array, kinds: Array,
) -> None:  # fmt: skip
    """As `step_vector`, with compiled bots in the seats whose kind is not LEARNER."""
    for i in range(first, last):
        race = races[i]
        rewards[i, :] = 0.0
        if actions[i] == BEGIN:
            begin(races, i, start, base, numbers, luck)
        else:
            act(race, road, actions[i])
        who = ride_bots(race, road, kinds, base, numbers[i], luck[i], codes, chances, scratch)
        ended[i] = who == OVER
        while who == OVER:
            result(race, road, places[i])
            share_out(places[i], rewards.shape[1], rewards[i])
            numbers[i] += stride
            begin(races, i, start, base, numbers, luck)
            who = ride_bots(race, road, kinds, base, numbers[i], luck[i], codes, chances, scratch)
        actors[i] = who
        write_mask(race, road, codes, masks[i])
        scratch[0] = race
        redact(scratch[0], road, who)
        write_numbers(i1, u1, i2, u2, i4, runs, observations[i])

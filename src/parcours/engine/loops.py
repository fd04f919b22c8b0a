"""The loops over races, compiled together with each game's rules.

This file is loaded once per game (`kernel.load_per_game`), with the game's rule functions among its globals: `set_up`,
`actor`, `legal`, `apply`, `weights`, `redact`, `determinize`, `result` and `choose`.

Actions are passed on as whole numbers of full width (`int(...)`): codes are stored in 16 bits, and uncompiled NumPy
would also compute in 16 bits.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER, draw, mix, pick_weighted
from parcours.engine.kernel import bulk, entry, rare, rule
from parcours.engine.road import Road

if TYPE_CHECKING:
    from parcours.engine.rules_interface import (
        actor,
        apply,
        choose,
        determinize,
        legal,
        redact,
        result,
        set_up,
        weights,
    )

Array = NDArray[Any]

RANDOM = 0
"""The kind of bot that picks any legal action. The engine provides it, so that no game has to."""


@rule
def act(race: Any, road: Road, action: int) -> None:
    """Carry out an action of a seat, and count it."""
    apply(race, road, action)
    race.ply += 1


@rare
def apply_chance(race: Any, road: Road, action: int) -> None:
    """Carry out an action of chance, and count it."""
    race.rolls += 1
    act(race, road, action)


@rare
def roll(race: Any, road: Road, key: np.uint64, codes: Array, chances: Array) -> int:
    """What chance does now. This depends only on the position, the key and how often chance has acted: with one key,
    the n-th roll has the same random number, whatever the seats did."""
    number = legal(race, road, codes)
    weights(race, road, chances)
    return int(codes[pick_weighted(key, race.rolls, chances, number)])


@rule
def play_random(race: Any, road: Road, luck: np.uint64, keys: Array, codes: Array, chances: Array) -> int:
    """Ride one race to its end, with a random legal action for every decision. Returns the number of actions."""
    actions = 0
    who = actor(race)
    while who != OVER:
        if who == CHANCE:
            apply_chance(race, road, roll(race, road, luck, codes, chances))
        else:
            act(race, road, int(codes[draw(keys[who], race.ply, legal(race, road, codes))]))
        actions += 1
        who = actor(race)
    return actions


@rule
def bot_choice(view: Any, road: Road, who: int, kind: int, key: np.uint64, ply: int, codes: Array) -> int:
    """A compiled bot's choice after `ply` actions. It is given its seat's view and nothing else."""
    number = legal(view, road, codes)
    if kind == RANDOM:
        return int(codes[draw(key, ply, number)])
    return int(choose(kind, view, road, who, codes, number, mix(key, ply)))


@rule
def play_bots(
    race: Any, scratch: Any, road: Road, kinds: Array, luck: np.uint64, keys: Array, codes: Array, chances: Array
) -> int:
    """Ride one race to its end with compiled bots, one per seat. Each is given its seat's view, in `scratch`."""
    actions = 0
    who = actor(race)
    while who != OVER:
        if who == CHANCE:
            apply_chance(race, road, roll(race, road, luck, codes, chances))
        else:
            scratch[0] = race
            redact(scratch[0], road, who)
            act(race, road, bot_choice(scratch[0], road, who, kinds[who], keys[who], race.ply, codes))
        actions += 1
        who = actor(race)
    return actions


@entry
def set_up_one(races: Array, road: Road) -> None:
    """Set up the first race, whose options are already written."""
    set_up(races[0], road)


@entry
def look(races: Array, road: Road, codes: Array) -> tuple[int, int]:
    """Who acts next in the first race, and how many legal actions were written to `codes`."""
    race = races[0]
    who = actor(race)
    return who, 0 if who == OVER else legal(race, road, codes)


@entry
def play(
    races: Array, road: Road, action: int, luck: np.uint64, codes: Array, chances: Array, rolled: Array
) -> tuple[int, int, int]:
    """Carry out one legal action in the first race. Then let chance act, as long as `rolled` has room for its outcomes.
    Returns who acts next, how many legal actions were written to `codes`, and how many outcomes to `rolled`."""
    race = races[0]
    if actor(race) == CHANCE:
        apply_chance(race, road, action)
    else:
        act(race, road, action)
    who, rolls = actor(race), 0
    while who == CHANCE and rolls < len(rolled):
        outcome = roll(race, road, luck, codes, chances)
        apply_chance(race, road, outcome)
        rolled[rolls] = outcome
        rolls += 1
        who = actor(race)
    return who, 0 if who == OVER else legal(race, road, codes), rolls


@entry
def roll_one(races: Array, road: Road, key: np.uint64, codes: Array, chances: Array) -> int:
    """What chance would do now in the first race."""
    return roll(races[0], road, key, codes, chances)


@entry
def read_weights(races: Array, road: Road, chances: Array) -> None:
    """The weights of the legal actions at the chance node of the first race."""
    weights(races[0], road, chances)


@entry
def redact_one(races: Array, road: Road, seat: int) -> None:
    """Blank in the first race what the seat may not know."""
    redact(races[0], road, seat)


@entry
def determinize_one(races: Array, road: Road, seat: int, key: np.uint64) -> None:
    """Fill what is unknown in the first race, a view of this seat, with one possibility."""
    determinize(races[0], road, seat, key)


@entry
def choose_one(races: Array, road: Road, kind: int, key: np.uint64, ply: int, codes: Array) -> int:
    """The choice of a bot of this kind after `ply` actions. The first race is its seat's view."""
    race = races[0]
    return bot_choice(race, road, actor(race), kind, key, ply, codes)


@entry
def read_result(races: Array, road: Road, places: Array) -> None:
    """The place of each team in the first race."""
    result(races[0], road, places)


@bulk
def mask_all(races: Array, first: int, last: int, road: Road, codes: Array, mask: Array) -> None:
    """Mark which actions are legal in each race: none where a race is over."""
    for i in range(first, last):
        mask[i, :] = False
        race = races[i]
        if actor(race) != OVER:
            for k in range(legal(race, road, codes)):
                mask[i, codes[k]] = True


@bulk
def first_illegal(races: Array, first: int, last: int, road: Road, actions: Array, codes: Array) -> int:
    """The first race whose action is not legal now, or -1. Races that are over take any action: it is ignored."""
    for i in range(first, last):
        race = races[i]
        if actor(race) == OVER:
            continue
        found = False
        for k in range(legal(race, road, codes)):
            if codes[k] == actions[i]:
                found = True
        if not found:
            return i
    return -1


@bulk
def step_all(
    races: Array, first: int, last: int, road: Road, actions: Array, luck: Array, codes: Array, chances: Array,
    actors: Array,
) -> None:  # fmt: skip
    """Carry out one legal action in each race that is not over, then let chance act. `actors` gets who acts next."""
    for i in range(first, last):
        race = races[i]
        who = actor(race)
        if who != OVER and who != CHANCE:
            act(race, road, actions[i])
            who = actor(race)
        while who == CHANCE:
            apply_chance(race, road, roll(race, road, luck[i], codes, chances))
            who = actor(race)
        actors[i] = who


@bulk
def play_out(
    races: Array, first: int, last: int, road: Road, luck: Array, keys: Array, codes: Array, chances: Array,
    places: Array,
) -> int:  # fmt: skip
    """Ride each race to its end with random bots. `keys[i, seat]` are their keys; `places[i, seat]` gets the places.
    Returns the number of actions."""
    actions = 0
    for i in range(first, last):
        race = races[i]
        actions += play_random(race, road, luck[i], keys[i], codes, chances)
        result(race, road, places[i])
    return actions


@bulk
def play_out_bots(
    races: Array, first: int, last: int, road: Road, kinds: Array, luck: Array, keys: Array, codes: Array,
    chances: Array, scratch: Array, places: Array,
) -> int:  # fmt: skip
    """Like `play_out`, but with the given kinds of bots, one per seat."""
    actions = 0
    for i in range(first, last):
        race = races[i]
        actions += play_bots(race, scratch, road, kinds, luck[i], keys[i], codes, chances)
        result(race, road, places[i])
    return actions

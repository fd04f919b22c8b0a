"""The loop that records the actions of races, compiled together with each game's rules.

Like the engine's `loops.py`, this file is loaded once per game (`kernel.load_per_game`), with the game's rule functions
and the engine's `act`, `apply_chance`, `roll` and `bot_choice` among its globals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import bulk
from parcours.engine.road import Road

if TYPE_CHECKING:
    from parcours.engine.loops import act, apply_chance, bot_choice, roll
    from parcours.engine.rules_interface import actor, redact

Array = NDArray[Any]


@bulk
def write_down(
    races: Array, first: int, last: int, road: Road, kinds: Array, luck: Array, keys: Array, codes: Array,
    chances: Array, scratch: Array, begins: Array, actors: Array, actions: Array,
) -> None:  # fmt: skip
    """Ride each race to its end with the given bot kinds. `actors` and `actions` get who acted and what was done, from
    `begins[i]` on: they must have room for all of it."""
    for i in range(first, last):
        race = races[i]
        at = begins[i]
        who = actor(race)
        while who != OVER:
            if who == CHANCE:
                action = roll(race, road, luck[i], codes, chances)
                apply_chance(race, road, action)
            else:
                scratch[0] = race
                redact(scratch[0], road, who)
                action = bot_choice(scratch[0], road, who, kinds[who], keys[i, who], race.ply, codes)
                act(race, road, action)
            actors[at], actions[at] = who, action
            at += 1
            who = actor(race)

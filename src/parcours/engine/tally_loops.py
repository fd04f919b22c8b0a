"""The loop behind figures: compiled bots ride races, and a game's `tally` counts what happens.

Like the engine's `loops.py`, this file is loaded once per game (`kernel.load_per_game`), with the game's rule
functions, its `tally` and the engine's `act`, `apply_chance`, `roll` and `bot_choice` among its globals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import bulk
from parcours.engine.road import Road

if TYPE_CHECKING:
    from parcours.engine.loops import act, apply_chance, bot_choice, roll
    from parcours.engine.rules_interface import actor, redact, tally

Array = NDArray[Any]


@bulk
def play_out_tallied(
    races: Array, first: int, last: int, road: Road, kinds: Array, luck: Array, keys: Array, codes: Array,
    chances: Array, scratch: Array, tallies: Array,
) -> int:  # fmt: skip
    """Ride each race to its end with the given bot kinds. `tallies[i]` gets its counts. Returns how many actions."""
    actions = 0
    before, view = scratch[0], scratch[1]
    for i in range(first, last):
        race = races[i]
        who = actor(race)
        while who != OVER:
            scratch[0] = race
            if who == CHANCE:
                action = roll(race, road, luck[i], codes, chances)
                apply_chance(race, road, action)
            else:
                scratch[1] = race
                redact(view, road, who)
                action = bot_choice(view, road, who, kinds[who], keys[i, who], race.ply, codes)
                act(race, road, action)
            tally(before, action, race, tallies[i])
            actions += 1
            who = actor(race)
    return actions

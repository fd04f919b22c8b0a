"""Counting what happens in many races, in compiled code: a game's `tally` looks at every action and what it changed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine import kernel
from parcours.engine.batch import Batch
from parcours.engine.game import ENGINE_LOOPS, RULES_INTERFACE, Bot, Game
from parcours.engine.record import new_races

Tally = Callable[[Any, int, Any, NDArray[np.int32]], None]
"""A rule function that counts: it takes the race before, the action, the race after, and the counts to add to."""


@cache
def _loops(game: Game, tally: Tally) -> ModuleType:
    rules = {name: next(vars(m)[name] for m in game.kernel_modules if name in vars(m)) for name in RULES_INTERFACE}
    engine = {name: vars(game.loops)[name] for name in ENGINE_LOOPS}
    name = f"parcours.games.{game.id}.tally_loops"
    return kernel.load_per_game(name, "tally_loops.py", **rules, **engine, tally=tally)


def play_out_tallied(batch: Batch, bots: Sequence[str | Bot], tally: Tally, columns: int) -> NDArray[np.int32]:
    """Ride all races of a batch to their end with compiled bots, one per seat. Returns the counts, one row per race."""
    kinds, keys = batch.kinds_of(bots), batch.bot_keys()
    loops = _loops(batch.game, tally)
    tallies = np.zeros((batch.count, columns), np.int32)

    def ride(first: int, last: int) -> int:
        buffers = (batch.luck, keys, batch.game.codes_buffer(), batch.game.chances_buffer())
        scratch = new_races(2, batch.game.record)
        return int(
            loops.play_out_tallied(batch.races, first, last, batch.course.road, kinds, *buffers, scratch, tallies)
        )

    batch.split("play_out_tallied", ride)
    return tallies

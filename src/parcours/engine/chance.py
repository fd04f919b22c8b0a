"""Luck from one seed, the same on every platform: the n-th roll of a race is a function of its key and n.

The generator is SplitMix64 used as a counter. No state is stored in the race, so no planner can read the future there.
Undoing an action and repeating it brings the same luck. Races with the same key have the same luck, whatever the
players do.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rule, wrapping

CHANCE = -1
"""The actor at a chance node."""
OVER = -2
"""The actor of a race that has ended."""

LUCK = 0
"""The purpose of the keys for dice and cards; the bot in seat s draws from purpose 1 + s."""

_MASK = (1 << 64) - 1
_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_A = np.uint64(0xBF58476D1CE4E5B9)
_B = np.uint64(0x94D049BB133111EB)
_30, _27, _31, _32 = np.uint64(30), np.uint64(27), np.uint64(31), np.uint64(32)


@wrapping
def mix(key: np.uint64, count: int) -> np.uint64:
    """The 64 random bits number `count` of `key`."""
    x = key + np.uint64(count + 1) * _GAMMA
    x = (x ^ (x >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)


@rule
def draw(key: np.uint64, count: int, sides: int) -> int:
    """A number from 0 to sides - 1. (Not exactly even: off by less than sides in 2**32.)"""
    return np.int64(((mix(key, count) >> _32) * np.uint64(sides)) >> _32)  # type: ignore[return-value]


@rule
def pick_weighted(key: np.uint64, count: int, weights: NDArray[Any], number: int) -> int:
    """An index below `number`, with chances in proportion to the weights."""
    total = 0
    for i in range(number):
        total += weights[i]
    rest = draw(key, count, total)
    picked = 0
    for i in range(number - 1):  # always to the end: no processor can predict where the loop could stop
        rest -= weights[i]
        picked += rest >= 0
    return picked


def key_of(seed: int, race: int = 0, purpose: int = LUCK) -> np.uint64:
    """The key for one purpose in race number `race` of a seed.

    >>> int(key_of(7)), int(key_of(7, 1))
    (11241344834629033336, 18143426351604549229)
    """
    key = _scramble(_scramble(_scramble(seed & _MASK) + race) + purpose)
    return np.uint64(key)


def keys_of(seed: int, first: int, count: int, purpose: int = LUCK) -> NDArray[np.uint64]:
    """The keys of races `first` to `first + count - 1`, as an array."""
    x = np.uint64(_scramble(seed & _MASK)) + np.arange(first, first + count, dtype=np.uint64)
    return _scramble_array(_scramble_array(x) + np.uint64(purpose))


def _scramble(x: int) -> int:
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def _scramble_array(x: NDArray[np.uint64]) -> NDArray[np.uint64]:
    x = x + _GAMMA
    x = (x ^ (x >> _30)) * _A
    x = (x ^ (x >> _27)) * _B
    return x ^ (x >> _31)

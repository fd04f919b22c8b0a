"""Sets of squares, or of other small numbers, as the bits of an integer: bit n is set when n is in the set."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rule, wrapping

MOST_BITS = 63
"""How many numbers a set can hold: one less than the 64 bits of an integer, so that no set is negative."""

_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_EIGHTS, _SUM = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)


@wrapping
def size(bits: int) -> int:
    """How many numbers a set holds. (LLVM recognises this code and makes one instruction of it.)"""
    left = np.uint64(bits)
    left = left - ((left >> _1) & _PAIRS)
    left = (left & _FOURS) + ((left >> _2) & _FOURS)
    left = (left + (left >> _4)) & _EIGHTS
    return np.int64((left * _SUM) >> _56)  # type: ignore[return-value]


@rule
def lowest(bits: int) -> int:
    """The lowest number in a set that is not empty: the count of the zero bits below it."""
    return size((bits & -bits) - 1)

"""One race is one fixed-size record. A game declares its fields once, in a class, with their NumPy types.

>>> from typing import Annotated, Protocol
>>> class Tiny(Protocol):
...     ply: Annotated[int, "u4"]
...     distance: Annotated[list[int], "i4", 3]
>>> layout(Tiny).itemsize
16
"""

from __future__ import annotations

from typing import Annotated, Any, get_args, get_origin, get_type_hints

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import COMPILED
from parcours.errors import ParcoursError

type_ = type

I1 = NDArray[np.int8]
I2 = NDArray[np.int16]
I4 = NDArray[np.int32]
I8 = NDArray[np.int64]
F4 = NDArray[np.float32]
U1 = NDArray[np.uint8]
Races = NDArray[np.void]


_NUMPY_HAS = frozenset(dir(np.record)) - {"flags"}
"""Field names that uncompiled rules could not read. (They read the flags of a square as `square["flags"]`.)"""


def layout(fields: type_) -> np.dtype[np.void]:
    """The NumPy type of a record class: each field is `Annotated[python type, "i2", length, ...]`."""
    described: list[Any] = []
    for name, hint in get_type_hints(fields, include_extras=True).items():
        if get_origin(hint) is not Annotated:
            raise TypeError(f"{fields.__name__}.{name} needs Annotated[..., numpy type, shape...]")
        if name in _NUMPY_HAS:
            raise TypeError(f"{fields.__name__}.{name}: NumPy's records have an attribute of that name, so rename it")
        _, kind, *shape = get_args(hint)
        described.append((name, kind, tuple(shape)) if shape else (name, kind))
    return np.dtype(described, align=True)


def new_races(count: int, kind: np.dtype[np.void]) -> Races:
    """An array of blank races. Uncompiled rules read fields as attributes, so for them it is a record array."""
    races = np.zeros(count, kind)
    return races if COMPILED else races.view(np.recarray)


def copied(races: Races) -> Races:
    """A copy of a few races, byte by byte. (NumPy copies field by field, which takes 20 times as long as a rule.)"""
    return np.ndarray(races.shape, races.dtype, bytearray(races.tobytes())) if COMPILED else races.copy()


def packed(races: Races) -> bytes:
    """The races as bytes, to send elsewhere: `unpacked` reads them."""
    return races.tobytes()


def unpacked(told: bytes, kind: np.dtype[np.void]) -> Races:
    """The races in such bytes. It is an error if their number does not fit, as with bytes from another version."""
    if len(told) % kind.itemsize:
        raise ParcoursError(
            f"{len(told)} bytes are not whole races of {kind.itemsize} bytes: another version packed them"
        )
    races = new_races(len(told) // kind.itemsize, kind)
    races[:] = np.frombuffer(told, kind)
    return races


def read_only(array: NDArray[Any]) -> NDArray[Any]:
    """The same array, write-protected, and in a form in which uncompiled rules can read its fields by name."""
    view = array if COMPILED or array.dtype.names is None else array.view(np.recarray)
    view.flags.writeable = False
    return view


def same(a: np.void, b: np.void) -> bool:
    """Whether two records hold the same values (padding bytes do not count)."""
    return all(np.array_equal(a[name], b[name]) for name in a.dtype.names or ())

"""What a seat may see, as a row of whole numbers: the same for the vector form, PettingZoo and OpenSpiel.

An observation holds every number of `view(seat)`, field after field in the order of the game's record, and nothing
else. (Fields that the game calls scratch are left out: they are no part of what a race is told by.)

>>> import parcours
>>> seen = Observation(parcours.game("breaking_away"))
>>> seen.fields["turn"].at, seen.fields["distance"].shape
(slice(11, 12, None), (24,))
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import ModuleType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine import kernel
from parcours.engine.course import Course
from parcours.engine.game import ENGINE_LOOPS, RULES_SEEN, Game
from parcours.engine.record import Races, new_races
from parcours.lab.vector_loops import BYTE, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT, WORD

_KINDS = {"i1": BYTE, "u1": UNSIGNED_BYTE, "i2": SHORT, "u2": UNSIGNED_SHORT, "i4": WORD, "u4": WORD}
_KINDS |= {"b1": UNSIGNED_BYTE, "i8": WORD, "u8": WORD}
_SIZES = {BYTE: 1, UNSIGNED_BYTE: 1, SHORT: 2, UNSIGNED_SHORT: 2, WORD: 4}


@cache
def vector_loops(game: Game) -> ModuleType:
    """The loops of the vector form, compiled with this game's rules."""
    rules = {name: next(vars(m)[name] for m in game.kernel_modules if name in vars(m)) for name in RULES_SEEN}
    engine = {name: vars(game.loops)[name] for name in ENGINE_LOOPS}
    return kernel.load_beside(f"parcours.games.{game.id}.vector_loops", "../lab/vector_loops.py", **rules, **engine)


@dataclass(frozen=True)
class Field:
    """Where a field of the record stands in an observation, and its shape in the record. (A number of 64 bits is a pair
    there: the lower half, the upper half.)"""

    at: slice
    shape: tuple[int, ...]


class Observation:
    """How a game's record becomes numbers. Unsigned numbers of 32 bits come as the same 32 bits, signed; numbers of 64
    bits as two of 32, the lower first."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.fields: dict[str, Field] = {}
        runs: list[list[int]] = []
        width = 0
        for name, (kind, offset) in _fields(game.record).items():
            if name in game.scratch:
                continue
            base, shape = kind.subdtype or (kind, ())
            shape = (*shape, 2) if base.itemsize == 8 else shape
            code = _KINDS[base.str[1:]]
            count = kind.itemsize // _SIZES[code]
            start = offset // _SIZES[code]
            if runs and runs[-1][0] == code and runs[-1][1] + runs[-1][2] == start:
                runs[-1][2] += count
            else:
                runs.append([code, start, count, width])
            self.fields[name] = Field(slice(width, width + count), tuple(shape))
            width += count
        self.width = width
        self.runs = np.array(runs, np.int64)

    def scratch(self) -> tuple[NDArray[Any], ...]:
        """Room for one view, and the same bytes read as numbers of each kind."""
        races = new_races(1, self.game.record)
        kinds = (np.int8, np.uint8, np.int16, np.uint16, np.int32)
        return (races, *(races.view(np.ndarray).view(kind) for kind in kinds))

    def read(self, numbers: NDArray[Any], name: str) -> NDArray[Any]:
        """A field of an observation, or of many (rows), in its own shape."""
        field = self.fields[name]
        found = numbers[..., field.at]
        return found.reshape(numbers.shape[:-1] + field.shape) if field.shape else found[..., 0]


def _fields(record: np.dtype[np.void]) -> dict[str, tuple[np.dtype[Any], int]]:
    """The type and the place in bytes of each field."""
    return {name: (kind[0], kind[1]) for name, kind in (record.fields or {}).items()}


class Eyes:
    """Sees races of a course through a seat's eyes. (Its scratch is its own: one thread looks through it at a time.)"""

    def __init__(self, game: Game, course: Course) -> None:
        self.observation, self._course = Observation(game), course
        self._observe = vector_loops(game).observe_one
        self._road, self._scratch = course.road, self.observation.scratch()

    def __reduce__(self) -> tuple[Any, ...]:
        return Eyes, (self.observation.game, self._course)

    def look(self, races: Races, seat: int) -> NDArray[np.int32]:
        """What this seat may see of the first race; -1 is a spectator."""
        out = np.empty(self.observation.width, np.int32)
        self._observe(races, self._road, seat, *self._scratch, self.observation.runs, out)
        return out

"""What a seat may see, as a row of whole numbers: the same for the vector form, PettingZoo and OpenSpiel.

An observation holds every number of `view(seat)`, field after field in the order of the game's record, and nothing
else. (Fields that the game declares as scratch are left out: they don't describe the race.)

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
from parcours.engine.game import ENGINE_LOOPS, RULES_INTERFACE, Game
from parcours.engine.record import Races, new_races
from parcours.lab.vector_loops import BYTE, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT, WORD

_KINDS = {"i1": BYTE, "u1": UNSIGNED_BYTE, "i2": SHORT, "u2": UNSIGNED_SHORT, "i4": WORD, "u4": WORD}
_KINDS |= {"b1": UNSIGNED_BYTE, "i8": WORD, "u8": WORD}
_NUMBERS = {BYTE: np.int8, UNSIGNED_BYTE: np.uint8, SHORT: np.int16, UNSIGNED_SHORT: np.uint16, WORD: np.int32}
_SIZES = {BYTE: 1, UNSIGNED_BYTE: 1, SHORT: 2, UNSIGNED_SHORT: 2, WORD: 4}


@cache
def vector_loops(game: Game) -> ModuleType:
    """The loops of the vector form, compiled with this game's rules."""
    rules = {name: next(vars(m)[name] for m in game.kernel_modules if name in vars(m)) for name in RULES_INTERFACE}
    engine = {name: vars(game.loops)[name] for name in ENGINE_LOOPS}
    return kernel.load_per_game(f"parcours.games.{game.id}.vector_loops", "../lab/vector_loops.py", **rules, **engine)


@dataclass(frozen=True)
class Field:
    """The place of a record's field in an observation, and its shape in the record. (A 64-bit number becomes a pair:
    the lower half, the upper half.)"""

    at: slice
    shape: tuple[int, ...]


class Observation:
    """Turns a game's record into numbers. Unsigned 32-bit numbers become the same 32 bits, signed. 64-bit numbers
    become two of 32 bits, the lower half first."""

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
        return (races, *(races.view(np.ndarray).view(kind) for kind in _NUMBERS.values()))

    def whole(self, races: Races) -> NDArray[np.int32]:
        """All of the first race, laid out like an observation, but including what is hidden from the seats."""
        bytes_ = np.frombuffer(races[:1].tobytes(), np.int8)
        out = np.empty(self.width, np.int32)
        for code, start, count, at in self.runs.tolist():
            out[at : at + count] = bytes_.view(_NUMBERS[code])[start : start + count]
        return out

    def read(self, numbers: NDArray[Any], name: str) -> NDArray[Any]:
        """A field of an observation, or of many (rows), in its own shape."""
        field = self.fields[name]
        found = numbers[..., field.at]
        return found.reshape(numbers.shape[:-1] + field.shape) if field.shape else found[..., 0]


def _fields(record: np.dtype[np.void]) -> dict[str, tuple[np.dtype[Any], int]]:
    """The type and the place in bytes of each field."""
    return {name: (kind[0], kind[1]) for name, kind in (record.fields or {}).items()}


class Eyes:
    """Shows races on a course as a seat sees them. (It has one buffer, so only one thread at a time may use it.)"""

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

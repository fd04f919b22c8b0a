"""Rules in plain Python: the arguments of compiled code are opened (wrapped) so that the same functions run uncompiled.

A record's fields become attributes. Nothing is copied: what a rule writes goes into the array. Numbers are read as
Python's own. (Compiled code computes in 64 bits, however few bits a field has; for a field of 8 bits, NumPy would
compute in 8.) Squares and lines of a road never change, so they are read only once.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray


class OpenRecord:
    """One record, with its fields as attributes. Each kind of record has a class of its own (`_class_of`)."""

    def __init__(self, record: NDArray[np.void]) -> None:
        self._record = record

    def __getattr__(self, name: str) -> Any:
        """An array field: looked up once, then an ordinary attribute."""
        try:
            found = opened(self._record[name])
        except ValueError:
            raise AttributeError(f"a record has no field {name!r}") from None
        self.__dict__[name] = found
        return found

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        setattr(self, name, value)


class OpenArray:
    """An array of numbers with one dimension."""

    __slots__ = ("_array", "_item")

    def __init__(self, array: NDArray[Any]) -> None:
        self._array, self._item = array, array.item

    def __getitem__(self, index: Any) -> Any:
        try:
            return self._item(index)
        except TypeError:
            return OpenArray(self._array[index])

    def __setitem__(self, index: Any, value: Any) -> None:
        self._array[index] = value

    def __len__(self) -> int:
        return len(self._array)

    def __iter__(self) -> Iterator[Any]:
        return iter(self._array.tolist())

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return self._array

    @property
    def shape(self) -> tuple[int, ...]:
        return self._array.shape


class OpenGrid(OpenArray):
    """An array of numbers with several dimensions."""

    __slots__ = ()

    def __getitem__(self, index: Any) -> Any:
        if type(index) is tuple and len(index) == self._array.ndim:
            try:
                return self._item(*index)
            except TypeError:
                pass
        return opened(self._array[index])

    def __iter__(self) -> Iterator[Any]:
        return (opened(row) for row in self._array)


class OpenRecords:
    """An array of records that can be written to."""

    def __init__(self, records: NDArray[np.void]) -> None:
        self._records, self._opened = records, _class_of(records.dtype)
        self._known: dict[int, OpenRecord] = {}

    def __getitem__(self, index: int) -> OpenRecord:
        found = self._known.get(index)
        if found is None:
            found = self._known[index] = self._opened(self._records[index, ...])
        return found

    def __setitem__(self, index: int, record: OpenRecord) -> None:
        self._records[index] = record._record

    def __len__(self) -> int:
        return len(self._records)

    @property
    def shape(self) -> tuple[int, ...]:
        return self._records.shape


def opened(value: Any) -> Any:
    """Open an argument of compiled code for a rule in plain Python."""
    kind = type(value)
    if kind is np.ndarray or kind is np.recarray:
        if value.dtype.names:
            return _opened_array(value)
        if value.dtype == np.uint64:  # keys of luck: they stay in 64 bits
            return value
        return OpenArray(value) if value.ndim == 1 else OpenGrid(value)
    if (kind is np.void or kind is np.record) and value.dtype.names:
        return _class_of(value.dtype)(np.asarray(value))
    if isinstance(value, tuple) and hasattr(kind, "_fields"):
        return _opened_tuple(value)
    return value


_classes: dict[int, tuple[np.dtype[np.void], type[OpenRecord]]] = {}


def _class_of(kind: Any) -> type[OpenRecord]:
    known = _classes.get(id(kind))
    if known is None:
        fields = {name: _number(name) for name in kind.names if kind[name].shape == ()}
        known = _classes[id(kind)] = kind, type("OpenRecord", (OpenRecord,), fields)
    return known[1]


def _number(name: str) -> property:
    """The attribute for a field that is one number."""
    place = f"_{name}"

    def read(record: OpenRecord) -> Any:
        inside = record.__dict__
        return (inside[place] if place in inside else _keep(record, place, name)).item()

    def write(record: OpenRecord, value: Any) -> None:
        inside = record.__dict__
        (inside[place] if place in inside else _keep(record, place, name))[()] = value

    return property(read, write)


def _keep(record: OpenRecord, place: str, name: str) -> NDArray[Any]:
    found = record._record[name]
    record.__dict__[place] = found
    return found


_rows: dict[int, tuple[weakref.ref[Any], list[Any]]] = {}


def _opened_array(records: NDArray[np.void]) -> Any:
    if records.flags.writeable or records.ndim != 1:
        return OpenRecords(records)
    return _remembered(records, _rows, lambda: [OpenRow(record) for record in records])


class OpenRow:
    """A record that never changes: a square, a stretch, a line."""

    def __init__(self, record: np.void) -> None:
        for name in record.dtype.names or ():
            value = record[name]
            self.__dict__[name] = tuple(value.tolist()) if value.shape else value.item()

    def __getitem__(self, name: str) -> Any:
        """`flags` must be read in this way: arrays of records have an attribute `flags` of their own."""
        return self.__dict__[name]


_tuples: dict[int, tuple[weakref.ref[Any], Any]] = {}


def _opened_tuple(given: Any) -> Any:
    """A road, opened once; or another named tuple, its parts opened."""
    first = given[0]
    if isinstance(first, np.ndarray) and first.dtype.names and not first.flags.writeable:
        return _remembered(first, _tuples, lambda: type(given)._make(map(opened, given)))
    return type(given)._make(map(opened, given))


def _remembered(key: Any, memory: dict[int, tuple[weakref.ref[Any], Any]], make: Callable[[], Any]) -> Any:
    """What `make` made of an array, remembered for as long as the array lives."""
    number = id(key)
    known = memory.get(number)
    if known is None or known[0]() is not key:
        known = memory[number] = weakref.ref(key, lambda _: memory.pop(number, None)), make()
    return known[1]

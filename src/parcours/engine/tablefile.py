"""Reading TOML field by field: every fault is told with the file, the place in it and the clause that it breaks."""

from __future__ import annotations

import json
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

from parcours.errors import CourseError

MAX_BYTES = 1_000_000
MAX_ROWS = 100_000
"""The longest road that a file can ask for."""
_FRACTION = re.compile(r"\d{1,9}(/[1-9]\d{0,8})?")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_WORDS: dict[type, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list", dict: "a table",
}  # fmt: skip


def shown(value: object) -> str:
    """A value as an error names it: short, and on one line."""
    if isinstance(value, int) and abs(value) >= 10**12:
        return "so large a number"
    if isinstance(value, (str, int, float)):
        text = ("false", "true")[value] if isinstance(value, bool) else repr(value)
        return text if len(text) <= 60 else f"{text[:57]}..."
    return _WORDS.get(type(value), type(value).__name__)


class Reader:
    """One table of a file. What it does not know, or not in this form, is an error with its place."""

    def __init__(self, file: str, place: str, table: object) -> None:
        self.file, self.place = file, place
        if not isinstance(table, dict):
            raise CourseError(file, place, f"must be a table, not {shown(table)}")
        self.table: dict[str, Any] = dict(table)

    def fail(self, field: str, what: str, clause: str = "") -> CourseError:
        return CourseError(self.file, self.at(field), what, clause)

    def at(self, field: str) -> str:
        """A field's place in the file."""
        plain = field if _PLAIN_KEY.fullmatch(field.partition("[")[0]) else shown(field)
        return f"{self.place}.{plain}" if self.place else plain

    def take(self, field: str, kind: type | tuple[type, ...], default: Any = ...) -> Any:
        if field not in self.table:
            if default is ...:
                raise self.fail(field, "is missing")
            return default
        value = self.table.pop(field)
        kinds = kind if isinstance(kind, tuple) else (kind,)
        if type(value) not in kinds:
            raise self.fail(field, f"must be {' or '.join(_WORDS[k] for k in kinds)}, not {shown(value)}")
        return value

    def text(self, field: str, default: Any = ...) -> str:
        value: str = self.take(field, str, default)
        if not value.strip():
            raise self.fail(field, "must not be empty")
        return value

    def whole(self, field: str, low: int, high: int, default: Any = ..., clause: str = "") -> int:
        value: int = self.take(field, int, default)
        if not low <= value <= high:
            raise self.fail(field, f"must be {low} to {high}, not {shown(value)}", clause)
        return value

    def one_of(self, field: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value: str = self.take(field, str, default)
        if value not in allowed:
            raise self.fail(field, f"{shown(value)} is none of {', '.join(allowed)}")
        return value

    def rows(self, field: str, default: Any = ...) -> Fraction:
        """A length in rows: a whole number, a decimal, or a fraction written as text ("9/2")."""
        return self.length(field, self.take(field, (int, float, str), default))

    def length(self, field: str, value: object) -> Fraction:
        """A value of this field as a length in rows."""
        if isinstance(value, Fraction):
            return value
        if isinstance(value, (int, float)) and not isinstance(value, bool) and -MAX_ROWS <= value <= MAX_ROWS:
            return Fraction(str(value))
        if isinstance(value, str) and _FRACTION.fullmatch(value) and Fraction(value) <= MAX_ROWS:
            return Fraction(value)
        raise self.fail(field, f'{shown(value)} is no length: a number of rows, or a fraction such as "9/2"')

    def numbers(self, field: str, value: object, low: int, high: int) -> tuple[int, ...]:
        """A value of this field as a list of whole numbers."""
        if not isinstance(value, list) or not all(type(n) is int and low <= n <= high for n in value):
            raise self.fail(field, f"must be a list of whole numbers from {low} to {high}")
        return tuple(value)

    def names(self, field: str, default: Any = ...) -> tuple[str, ...]:
        """A list of texts."""
        value = self.take(field, list, default)
        for number, name in enumerate(value):
            if not isinstance(name, str):
                raise self.fail(f"{field}[{number + 1}]", f"must be text, not {shown(name)}")
        return tuple(value)

    def tables(self, field: str, most: int = 1000) -> list[Reader]:
        found = self.take(field, list, [])
        if len(found) > most:
            raise self.fail(field, f"has {len(found)} entries; {most} are the most")
        return [Reader(self.file, self.at(f"{field}[{i + 1}]"), table) for i, table in enumerate(found)]

    def done(self) -> None:
        """Refuse what nobody has taken."""
        for field in self.table:
            raise self.fail(field, "is not a field known here")


def _too_long(file: str) -> CourseError:
    return CourseError(file, "file", f"is longer than {MAX_BYTES:,} bytes: that can be no course")


def read_text(path: Path | str) -> str:
    """The text of a file of a sensible size."""
    file = str(path)
    try:
        with open(path, "rb") as stream:
            found = stream.read(MAX_BYTES + 1)
        if len(found) > MAX_BYTES:
            raise _too_long(file)
        return found.decode("utf-8")
    except OSError as error:
        raise CourseError(file, "file", f"can't be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        raise CourseError(file, "file", f"is not text in UTF-8 (byte {error.start + 1})") from None
    except ValueError:
        raise CourseError(shown(file), "file", "can't be read: that is no name for a file") from None


def read_toml_or_json(path: Path | str, text: str) -> Reader:
    """The top table of a text that is either: JSON begins with a brace, which TOML never does."""
    if not text.lstrip().startswith("{"):
        return read_toml(path, text)
    file = str(path)
    if len(text) > MAX_BYTES:
        raise _too_long(file)
    try:
        return Reader(file, "", json.loads(text))
    except (ValueError, RecursionError) as error:
        raise CourseError(file, "file", f"is not JSON: {' '.join(str(error).split())}") from None


def read_toml(path: Path | str, text: str) -> Reader:
    """The top table of a TOML text; `path` is what errors name."""
    file = str(path)
    if len(text) > MAX_BYTES:
        raise _too_long(file)
    try:
        return Reader(file, "", tomllib.loads(text))
    except RecursionError:
        raise CourseError(file, "file", "is not TOML that can be read: its lists lie too deep") from None
    except ValueError as error:
        raise CourseError(file, "file", f"is not TOML: {' '.join(str(error).split())}") from None

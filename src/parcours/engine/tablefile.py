"""Reading TOML field by field: every error names the file, the place in it and the clause that it breaks."""

from __future__ import annotations

import re
from fractions import Fraction
from pathlib import Path
from typing import Any

from parcours.engine import documents
from parcours.engine.documents import COURSE, DocumentError, clipped, text_of_file, unkeepable
from parcours.errors import CourseError

MAX_ROWS = 100_000
"""The longest road that a file can ask for."""
LONGEST_TEXT = 200
"""The most characters of a name in a file."""
_FRACTION = re.compile(r"[0-9]{1,9}(/[1-9][0-9]{0,8})?")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_-]+")
_WORDS: dict[type, str] = {
    str: "text", int: "a whole number", float: "a number", bool: "true or false", list: "a list", dict: "a table",
}  # fmt: skip


def shown(value: object) -> str:
    """A value as an error message names it: short, and on one line."""
    if isinstance(value, int) and abs(value) >= 10**12:
        return "a number this large"
    if isinstance(value, (str, int, float)):
        text = ("false", "true")[value] if isinstance(value, bool) else repr(value)
        return text if len(text) <= 60 else f"{text[:57]}..."
    return _WORDS.get(type(value), type(value).__name__)


class Reader:
    """One table of a file. An unknown field, or a value of the wrong form, is an error that names its place."""

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

    def text(self, field: str, default: Any = ..., most: int = LONGEST_TEXT) -> str:
        value: str = self.take(field, str, default)
        if not value.strip():
            raise self.fail(field, "must not be empty")
        if len(value) > most:
            raise self.fail(field, f"is longer than {most:,} characters")
        return value

    def whole(self, field: str, low: int, high: int, default: Any = ..., clause: str = "") -> int:
        value: int = self.take(field, int, default)
        if not low <= value <= high:
            raise self.fail(field, f"must be {low} to {high}, not {shown(value)}", clause)
        return value

    def one_of(self, field: str, allowed: tuple[str, ...], default: Any = ...) -> str:
        value: str = self.take(field, str, default)
        if value not in allowed:
            raise self.fail(field, f"{shown(value)} is unknown: use one of {', '.join(allowed)}")
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
        what = f'use a number of rows up to {MAX_ROWS:,}, or a fraction such as "9/2"'
        raise self.fail(field, f"{shown(value)} is not a length: {what}")

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
            if len(name) > LONGEST_TEXT:
                raise self.fail(f"{field}[{number + 1}]", f"is longer than {LONGEST_TEXT:,} characters")
        return tuple(value)

    def tables(self, field: str, most: int = 1000) -> list[Reader]:
        found = self.take(field, list, [])
        if len(found) > most:
            raise self.fail(field, f"has {len(found)} entries: use at most {most}")
        return [Reader(self.file, self.at(f"{field}[{i + 1}]"), table) for i, table in enumerate(found)]

    def done(self) -> None:
        """Refuse fields that have not been read."""
        for field in self.table:
            raise self.fail(field, "is not a known field: check its name or remove it")


def read_text(path: Path | str) -> str:
    """The text of a file, which must not be too large."""
    try:
        return text_of_file(path, COURSE.size)
    except DocumentError as error:
        raise _refused(clipped(str(path), 200) if unkeepable(str(path)) else str(path), error) from None


def read_toml_or_json(path: Path | str, text: str) -> Reader:
    """The top table of a text in TOML or JSON: JSON begins with a brace, which TOML never does."""
    if not text.lstrip().startswith("{"):
        return read_toml(path, text)
    try:
        return Reader(str(path), "", documents.read_json(text, COURSE))
    except DocumentError as error:
        raise _refused(str(path), error) from None


def read_toml(path: Path | str, text: str) -> Reader:
    """The top table of a TOML text; errors name `path`."""
    try:
        return Reader(str(path), "", documents.read_toml(text))
    except DocumentError as error:
        raise _refused(str(path), error) from None


def _refused(file: str, error: DocumentError) -> CourseError:
    return CourseError(file, f"line {error.line}" if error.line else "file", error.what)

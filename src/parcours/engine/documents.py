"""Documents from outside: this is the one place where numbers, JSON and TOML that somebody sends us are read.

A document that would cost too much is refused before it is parsed. The limits are its length, the length of a line, the
depth of lists and tables, the number of keys, the dots in one key, and the digits of a number. (Python's TOML reader
takes time quadratic in the dots of a key; Python reads numbers of up to 4,300 digits; a database can't store every
character.)
"""

from __future__ import annotations

import json
import math
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from os import PathLike
from typing import Any, NoReturn, overload

from parcours.errors import ParcoursError

LEAST_SEED, MOST_SEED = -(2**63), 2**63 - 1
"""Seeds are kept in 64 bits."""
MOST_DIGITS = 40
"""No number in Parcours needs more digits than this."""


class DocumentError(ParcoursError):
    """A document that can't be read, or costs too much to read: the line (0: the whole document) and the reason."""

    def __init__(self, what: str, line: int = 0) -> None:
        self.what, self.line = what, line
        super().__init__(f"line {line}: {what}" if line else what)


class NotWellFormedError(DocumentError):
    """A document that is not even valid UTF-8, JSON or TOML."""


@dataclass(frozen=True)
class Limits:
    """Limits for everything that makes a document expensive to read."""

    size: int
    """Characters."""
    line: int
    """Characters in one line."""
    depth: int
    """Lists and tables within each other."""
    keys: int
    dots: int = 6
    """Dots in one key (a.b.c has two)."""
    word: int = 100
    """Characters of a number, a date or a bare key."""


COURSE = Limits(size=200_000, line=10_000, depth=8, keys=20_000)
BODY = Limits(size=1_000_000, line=1_000_000, depth=16, keys=20_000)
"""For what the API receives, and for the lines of JSON in race and tour files."""


# ------------------------------------------------------------------------------------------------------- numbers

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")


@overload
def whole_number(text: str, low: int | None = ..., high: int | None = ...) -> int | None: ...
@overload
def whole_number(text: str, low: int | None = ..., high: int | None = ..., *, default: int) -> int: ...
def whole_number(
    text: str, low: int | None = None, high: int | None = None, *, default: int | None = None
) -> int | None:
    """The whole number in a text, if it lies between the bounds; otherwise the default. The text must have ASCII
    digits, no plus sign and no leading zeros.

    >>> whole_number("17"), whole_number("-5"), whole_number("--5"), whole_number("٣"), whole_number("007")
    (17, -5, None, None, None)
    >>> whole_number("9" * 5000) is None, whole_number("17", high=16) is None
    (True, True)
    """
    if len(text) > MOST_DIGITS or not _WHOLE.fullmatch(text):
        return default
    number = int(text)
    return number if (low is None or low <= number) and (high is None or number <= high) else default


def whole_numbers(text: str) -> list[int]:
    """The whole numbers among the words between dots.

    >>> whole_numbers("3.-1.x")
    [3, -1]
    """
    return [number for word in text.split(".") if (number := whole_number(word, -(10**9), 10**9)) is not None]


# --------------------------------------------------------------------------------------------------------- texts


def clipped(text: str, most: int = 60) -> str:
    """A text as an error message quotes it: short, and on one line.

    >>> clipped("a\\nb"), len(clipped("x" * 10_000))
    ("'a\\\\nb'", 62)
    """
    return repr(text if len(text) <= most else text[: most - 3] + "...")


def unkeepable(text: str) -> bool:
    """Whether a text has characters that a database can't store: NUL, or halves of surrogate pairs."""
    return "\0" in text or any("\ud800" <= character <= "\udfff" for character in text)


_NO_LINE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def one_line(text: str) -> bool:
    """Whether a text is one line without invisible characters and without characters that a database can't store."""
    return "\n" not in text and _NO_LINE.search(text) is None


def lines_of(text: str) -> list[str]:
    """The lines of a text. A line ends with a line feed, or with a carriage return and a line feed. Other characters
    that end lines in some programs, and invisible characters, are refused.

    >>> lines_of("a\\r\\nb\\n")
    ['a', 'b']
    """
    plain = text.replace("\r\n", "\n")
    if found := _NO_LINE.search(plain):
        line = plain.count("\n", 0, found.start()) + 1
        raise DocumentError(f"contains an unsupported character ({found[0]!r}): remove it", line)
    lines = plain.split("\n")
    return lines if lines[-1] else lines[:-1]


def text_of_bytes(data: bytes) -> str:
    """Decode bytes as UTF-8 text."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotWellFormedError(f"is not UTF-8 text (byte {error.start + 1}): save it as UTF-8") from None
    if "\0" in text:
        raise DocumentError("contains a NUL character: remove it", text.count("\n", 0, text.index("\0")) + 1)
    return text


def text_of_file(path: str | PathLike[str], most_bytes: int) -> str:
    """The text of a file, which must not be longer than `most_bytes`."""
    try:
        with open(path, "rb") as stream:
            found = stream.read(most_bytes + 1)
    except OSError as error:
        raise DocumentError(f"can't be read: {error.strerror or error}") from None
    except ValueError:
        raise DocumentError("can't be read: not a valid file name") from None
    if len(found) > most_bytes:
        raise DocumentError(f"is too large: at most {most_bytes:,} bytes are allowed")
    return text_of_bytes(found)


# ---------------------------------------------------------------------------------------------------------- JSON

_JSON_MARK = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[{\]}:\n]', re.DOTALL)


def read_json(text: str, limits: Limits = BODY) -> Any:
    """The value of a JSON text. Names that appear twice in an object are refused, and so are numbers that are too long
    or not finite.

    >>> read_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    """
    _check_size(text, limits)
    line, depth, keys = 1, 0, 0
    for mark in _JSON_MARK.finditer(text):
        first = text[mark.start()]
        if first == "\n":
            line += 1
        elif first in "[{":
            depth += 1
            if depth > limits.depth:
                raise DocumentError(f"is nested too deeply: at most {limits.depth} levels are allowed", line)
        elif first in "]}":
            depth -= 1
        elif first == ":":
            keys += 1
            if keys > limits.keys:
                raise DocumentError(f"has more than {limits.keys:,} keys", line)
    try:
        value = json.loads(
            text, parse_int=_json_int, parse_float=_json_float, parse_constant=_json_constant,
            object_pairs_hook=_json_object,
        )  # fmt: skip
    except json.JSONDecodeError as error:
        raise NotWellFormedError(f"is not JSON: {error.msg} (character {error.colno})", error.lineno) from None
    except RecursionError:
        raise DocumentError("is nested too deeply") from None
    _check_texts(value)
    return value


def _json_int(word: str) -> int:
    if len(word) > MOST_DIGITS:
        raise DocumentError(f"has a number of {len(word):,} digits: at most {MOST_DIGITS} are allowed")
    return int(word)


def _json_float(word: str) -> float:
    number = float(word) if len(word) <= 400 else math.inf
    if not math.isfinite(number):
        raise DocumentError(f"has a number that is too large: {word[:40]}")
    return number


def _json_constant(word: str) -> NoReturn:
    raise DocumentError(f"contains {word}: use a finite number")


def _json_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise DocumentError(f"{clipped(twice)} appears twice in one object")
    return found


def _check_texts(value: Any) -> None:
    """Refuse texts that a database can't store, at any depth."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str) and unkeepable(one):
            raise DocumentError(f"has a text with an unsupported character: {clipped(one)}")
        if isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one


# ---------------------------------------------------------------------------------------------------------- TOML

_TOML_MARK = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*+(?:"""(?:""?)?)?'
    r"|'''(?:[^']|'(?!''))*+(?:'''(?:''?)?)?"
    r'|"(?:[^"\\\n]|\\[^\n])*+"?'
    r"|'[^'\n]*'?"
    r"|\#[^\n]*"
    r"|[A-Za-z0-9_+:-]+"
    r"|[\[\]{}.=,\n]",
    re.DOTALL,
)
"""The tokens of TOML that the limits count. A string begins and ends where it does for Python's reader (its text may
end with up to two quotes, just before the three that close it). No part of a text is tried twice, so the time grows
only with its length."""


def read_toml(text: str, limits: Limits = COURSE) -> dict[str, Any]:
    """The top table of a TOML text.

    >>> read_toml("a = 1")
    {'a': 1}
    """
    _check_size(text, limits)
    lines_of(text)
    _check_toml(text, limits)
    try:
        found = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise NotWellFormedError(f"is not TOML: {' '.join(str(error).split())[:300]}") from None
    except (ValueError, OverflowError) as error:
        raise DocumentError(f"can't be read as TOML: {' '.join(str(error).split())[:300]}") from None
    except RecursionError:
        raise DocumentError("can't be read as TOML: it is nested too deeply") from None
    _check_texts(found)
    return found


def _check_toml(text: str, limits: Limits) -> None:
    """Refuse TOML whose lists are nested too deeply, whose words are too long, or that has too many keys. One pass, in
    linear time."""
    line, depth, keys, dots = 1, 0, 0, 0
    for mark in _TOML_MARK.finditer(text):
        first = text[mark.start()]
        if first == ".":
            dots += 1
            if dots > limits.dots:
                raise DocumentError(f"has a key with more than {limits.dots} dots", line)
            continue
        if first in "[{":
            depth += 1
            if depth > limits.depth:
                raise DocumentError(f"is nested too deeply: at most {limits.depth} levels are allowed", line)
        elif first in "]}":
            depth = max(0, depth - 1)
        elif first == "=":
            keys += 1
            if keys > limits.keys:
                raise DocumentError(f"has more than {limits.keys:,} keys", line)
        elif first in "\"'#":
            line += text.count("\n", mark.start(), mark.end())
        elif first == "\n":
            line += 1
        elif first != "," and mark.end() - mark.start() > limits.word:
            raise DocumentError(f"has a number or a word longer than {limits.word} characters", line)
        if first in "[{]}=,\n":
            dots = 0


def _check_size(text: str, limits: Limits) -> None:
    if len(text) > limits.size:
        raise DocumentError(f"is longer than {limits.size:,} characters")
    at = 0
    line = 1
    while at < len(text):
        end = text.find("\n", at, at + limits.line + 1)
        if end < 0 and len(text) - at > limits.line:
            raise DocumentError(f"a line is longer than {limits.line:,} characters", line)
        if end < 0:
            break
        at, line = end + 1, line + 1

"""Documents from outside: the bad ones are refused before they cost anything, with the line and the reason."""

from __future__ import annotations

import multiprocessing
import resource
from multiprocessing.connection import Connection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parcours.engine.documents import COURSE, MOST_DIGITS, DocumentError, read_json, read_toml

SECONDS = 10
"""Processor time allowed. Reading in linear time needs a hundredth of it, reading in quadratic time far more."""


def _read_in_bounds(text: str, told: Connection) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + SECONDS, used + SECONDS))
    try:
        read_toml(text)
    except DocumentError as error:
        told.send(str(error))
    else:
        told.send("read")


def read_in_bounds(text: str) -> str:
    """The result of reading a text in a process that may use `SECONDS` of processor time."""
    here, there = multiprocessing.Pipe()
    reader = multiprocessing.get_context("fork").Process(target=_read_in_bounds, args=(text, there))
    reader.start()
    reader.join()
    assert reader.exitcode == 0, "it was ended"
    return str(here.recv())


LONG = COURSE.size // 5
LINES = {
    "quotes after backslashes": '\\"""\n' * (LONG - 1) + "\\",
    "literal quotes after backslashes": "\\'''\n" * (LONG - 1) + "\\",
    "strings that begin": '"""\n' * LONG + "\\",
    "strings that begin after one that ends": 'a = """\n"""\n' + '"""\n' * (LONG - 5) + "\\",
    "literal strings that begin": "'''\n" * LONG + "\\",
    "quotes with backslashes": '"""\\\n' * (LONG - 1) + "\\",
    "one string of backslashes": 'a = """' + "\\\\\n" * LONG + "\\",
    "strings of a line": '"\\\n' * LONG + "\\",
}


@pytest.mark.parametrize("text", LINES.values(), ids=LINES)
def test_strings_without_end_take_time_with_their_length_alone(text: str) -> None:
    assert "is not TOML" in read_in_bounds(text)


HIDING = ('"""x""""', '"""x"""""', '"""""""', '""""""""', "'''x''''", "'''x'''''", "'''''''", "''''''''")
"""Three quotes end a string, and up to two before them belong to it. What follows is not part of the string."""


@pytest.mark.parametrize("string", HIDING)
def test_nothing_hides_behind_quotes_that_belong_to_a_string(string: str) -> None:
    assert read_toml(f"x = [{string}, {{a.b = 1}}]")["x"][1] == {"a": {"b": 1}}
    for hidden, what in (
        ("{" + "a." * 4000 + "a = 1}", "dots"),
        ("[" * 4000 + "]" * 4000, "too deep"),
        ("1" * 4400, "a number or a word longer than"),
        ("0x" + "f" * 4400, "a number or a word longer than"),
    ):
        with pytest.raises(DocumentError, match=f"line 2: .*{what}"):
            read_toml(f"a = 1\nx = [{string}, {hidden}]")


@pytest.mark.parametrize("deep", [COURSE.depth + 1, 100, 400, 1900])
def test_what_lies_deep_is_refused_with_its_line(deep: int) -> None:
    for text in (
        "[" * deep + "]" * deep,
        "{a=" * deep + "1" + "}" * deep,
        "[{a=" * (deep // 2 + 1) + "1" + "}]" * (deep // 2 + 1),
        '["""x"""", ' * min(deep, 700) + "1" + "]" * min(deep, 700),
    ):
        with pytest.raises(DocumentError, match=r"line 2: is nested too deeply"):
            read_toml(f"name = 'x'\na = {text}")


def test_what_lies_deep_within_the_bounds_is_read() -> None:
    key = ".".join("a" * (COURSE.dots + 1))
    text = f"{{{key} = " * COURSE.depth + "1" + "}" * COURSE.depth
    assert read_toml(f"[{key}]\n{key} = 1\n[{key}b]\nb = {text}")


def test_json_of_any_number_or_depth_is_read_or_refused_in_words() -> None:
    for text, what in (
        ('{"a": ' + "9" * 5000 + "}", "a number of 5,000 digits"),
        ('{"a": -' + "9" * MOST_DIGITS + "}", "digits"),
        ("[" * 100_000, "too deep"),
        ('{"a":' * 17 + "1" + "}" * 17, "too deep"),
        ('{"a": 1e999}', "too large"),
        ('{"a": "x\\u0000"}', "an unsupported character"),
        ('{"x\\ud800": 1}', "an unsupported character"),
    ):
        with pytest.raises(DocumentError, match=what) as caught:
            read_json(text)
        assert len(str(caught.value)) < 200


QUOTES = st.text(st.sampled_from("\"'\\\n\r\t abx=[]{}.,#0"), max_size=60)


def depth(value: object) -> int:
    inside = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + max(map(depth, inside), default=0)


@given(QUOTES, QUOTES)
def test_what_is_checked_is_what_is_read(before: str, after: str) -> None:
    """Nothing is hidden from the check, whatever stands around it."""
    try:
        found = read_toml(f"x = [{before}\n{after}, {{{'.'.join('a' * 30)} = 1}}]")
    except DocumentError:
        return
    assert depth(found) < 30

"""The race file: a whole race as plain text that a person can read and a mail can carry.

A header (format, game, rules version, course with its digest, options, seats, result), then one action a line in the
game's notation, numbered by turn, with a digest of the state every so often, and a last line that says how many
actions there are. Reading is strict: what is broken, cut short, edited or impossible is refused with its line.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeVar

from parcours.engine.course import Course
from parcours.engine.game import Game, OptionValue, option_words, read_options
from parcours.engine.match import Match, Setup
from parcours.engine.tour import Carried
from parcours.errors import ParcoursError, RaceFileError
from parcours.games import find_game

T = TypeVar("T")

FORMAT = 1
TITLE = "Parcours race, format "
CHECK_EVERY = 64
MOST_BYTES = 4_000_000
TYPED = "typed in"
"""Stands in the place of the seed where people rolled and drew for themselves."""


def save_race(match: Match, path: str | PathLike[str]) -> None:
    """Write a race to a file."""
    Path(path).write_text(write_race(match), encoding="utf-8")


def load_race(path: str | PathLike[str]) -> Match:
    """Read a race file, whole or not at all."""
    return read_race(text_of(path, MOST_BYTES, RaceFileError), str(path))


def text_of(path: str | PathLike[str], most_bytes: int, refusal: type[RaceFileError]) -> str:
    """What a file holds: text, and no more of it than makes sense."""
    file = str(path)
    try:
        if Path(path).stat().st_size > most_bytes:
            raise refusal(file, 0, f"is over {most_bytes // 1_000_000} MB: none is that long")
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise refusal(file, 0, f"can't be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise refusal(file, 0, "is not text in UTF-8") from None


# ------------------------------------------------------------------------------------------------- writing


def write_race(match: Match) -> str:
    """A race as text.

    >>> import parcours
    >>> print(write_race(parcours.game("breaking_away").start(seed=1)).splitlines()[0])
    Parcours race, format 1
    """
    setup, game = match.setup, match.game
    options = [f"teams={setup.teams}", *option_words(setup.options, game.options)]
    lines = [
        f"{TITLE}{FORMAT}",
        f"game: {game.id}",
        f"rules: {game.rules.VERSION}",
        f"course: {setup.course.id} {setup.course.digest}",
        f"options: {' '.join(options)}",
    ]
    for seat in range(setup.teams):
        who = setup.seats[seat] if seat < len(setup.seats) else ""
        lines.append(f"seat {seat + 1}: {game.teams[seat].name} = {_one_line(who)}".rstrip(" ="))
    lines.append(f"chance: {TYPED if setup.manual_chance else f'seed {setup.seed}'}")
    if setup.carried:
        lines.append(f"carried: {json.dumps(setup.carried, sort_keys=True)}")
    lines += [f"result: {_result(match)}", f"winner: {_winner(match)}"]
    if setup.course.id not in game.course_names:
        lines += [f"| {line}".rstrip() for line in setup.course.source.splitlines()]
    lines.append("")
    lines += _action_lines(match)
    lines.append(f"end {len(match.actions)} {match.digest()}")
    return "\n".join(lines) + "\n"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _result(match: Match) -> str:
    return ", ".join(f"{row.name} {row.points}" for row in match.standings())


def _winner(match: Match) -> str:
    if not match.over:
        return "nobody yet"
    return " and ".join(str(row.name) for row in match.standings() if row.place == 1)


def _action_lines(match: Match) -> list[str]:
    lines = []
    walk = match.at(0)
    turn, number = -1, 0
    for count, action in enumerate(match.actions, 1):
        if walk.turn != turn:
            turn, number = walk.turn, 0
        number += 1
        lines.append(f"{turn}.{number} {walk.notation(action)}")
        walk.replay(action)
        if count % CHECK_EVERY == 0:
            lines.append(f"@ {count} {walk.digest()}")
    return lines


# ------------------------------------------------------------------------------------------------- reading


@dataclass
class _Header:
    """What stands above the actions: each value with the number of its line."""

    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    course_text: list[str] = field(default_factory=list)
    course_line: int = 0


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = text.splitlines()
        self.at = 0

    def fail(self, line: int, what: str) -> RaceFileError:
        return RaceFileError(self.file, line, what)

    def next(self, wanted: str) -> str:
        if self.at >= len(self.lines):
            raise self.fail(len(self.lines) + 1, f"the file ends here: {wanted} is missing (cut short?)")
        self.at += 1
        return self.lines[self.at - 1]


def read_race(text: str, file: str = "race") -> Match:
    """A race from its text; `RaceFileError` with line and reason if it is not one."""
    reader = _Reader(text, file)
    _check_title(reader)
    header = _read_header(reader)
    match = _set_up(reader, header)
    _read_actions(reader, match, header)
    _check_result(reader, match, header)
    return match


def _check_title(reader: _Reader) -> None:
    title = reader.next("the first line of a race file")
    version = title.removeprefix(TITLE)
    if version == title or not version.isdecimal():
        raise reader.fail(1, f"is not a race file: it should begin with {TITLE + str(FORMAT)!r}")
    if int(version) > FORMAT:
        raise reader.fail(1, f"was written by a newer Parcours (format {version}); this one reads format {FORMAT}")
    if int(version) < FORMAT:
        raise reader.fail(1, f"there is no format {version}")


def _read_header(reader: _Reader) -> _Header:
    header = _Header()
    while line := reader.next("the empty line after the header"):
        if line.startswith("|"):
            header.course_line = header.course_line or reader.at
            header.course_text.append(line[2:])
            continue
        name, colon, value = line.partition(":")
        if not colon or not name or name in header.values:
            raise reader.fail(reader.at, f"{line!r} is no header line" if not colon else f"{name!r} stands twice")
        header.values[name] = (reader.at, value.strip())
    return header


def _set_up(reader: _Reader, header: _Header) -> Match:
    def value(name: str) -> tuple[int, str]:
        if name not in header.values:
            raise reader.fail(reader.at, f"the header has no {name!r}")
        return header.values.pop(name)

    line, name = value("game")
    game = _or_fail(reader, line, lambda: find_game(name))
    line, version = value("rules")
    if not version.isdecimal() or not 1 <= int(version) <= game.rules.VERSION:
        raise reader.fail(
            line, f"was ridden under rules {version} of {game.id}; this Parcours has rules {game.rules.VERSION}"
        )
    course = _course(reader, game, *value("course"), header)
    line, options = value("options")
    teams, chosen = _options(reader, line, options)
    line, chance = value("chance")
    manual = chance == TYPED
    seed = chance.removeprefix("seed ")
    if not manual and (seed == chance or not seed.lstrip("-").isdecimal()):
        raise reader.fail(line, f"chance is 'seed NUMBER' or {TYPED!r}, not {chance!r}")
    checked = _or_fail(reader, line, lambda: game.checked_options(teams, chosen))
    seats = tuple(_seat(reader, game, seat, *value(f"seat {seat + 1}")) for seat in range(teams))
    line, carried = _carried(reader, header)
    setup = Setup(game, teams, course, checked, seats, 0 if manual else int(seed), manual, carried)
    match = _or_fail(reader, line, lambda: Match(setup, settle=False))
    if int(version) < game.rules.VERSION:
        match.note = f"ridden under rules {version} of {game.id}; the rules are now {game.rules.VERSION}"
    return match


def _or_fail(reader: _Reader, line: int, make: Callable[[], T]) -> T:
    """What `make` makes; its refusal becomes one of this line."""
    try:
        return make()
    except ParcoursError as error:
        raise reader.fail(line, str(error)) from None


def _course(reader: _Reader, game: Game, line: int, value: str, header: _Header) -> Course:
    id_, _, digest = value.rpartition(" ")
    if header.course_text:
        text = "\n".join(header.course_text) + "\n"
        course = _or_fail(reader, header.course_line, lambda: game.read_course(f"{id_}.toml", text))
    elif id_ in game.course_names:
        course = game.course(id_)
    else:
        raise reader.fail(line, f"there is no course {id_!r}, and the file does not bring it along")
    if course.digest != digest:
        raise reader.fail(line, f"the course {id_!r} has changed since: its digest is {course.digest}, not {digest}")
    return course


def _options(reader: _Reader, line: int, value: str) -> tuple[int, dict[str, OptionValue]]:
    words = value.split()
    teams = words[0].removeprefix("teams=") if words else ""
    if not teams.isdecimal() or not words[0].startswith("teams="):
        raise reader.fail(line, "options begin with teams=NUMBER")
    chosen = read_options(words[1:])
    if len(chosen) != len(words) - 1:
        raise reader.fail(line, "an option stands twice")
    return int(teams), chosen


def _carried(reader: _Reader, header: _Header) -> tuple[int, Carried]:
    """What the race brought along from earlier stages."""
    line, told = header.values.pop("carried", (reader.at, "{}"))
    try:
        carried = json.loads(told)
    except ValueError as error:
        raise reader.fail(line, f"carried is not JSON: {error}") from None
    if not isinstance(carried, dict):
        raise reader.fail(line, "carried is a JSON object")
    return line, carried


def _seat(reader: _Reader, game: Game, seat: int, line: int, value: str) -> str:
    team, _, who = value.partition(" = ")
    if team != str(game.teams[seat].name):
        raise reader.fail(line, f"seat {seat + 1} is {game.teams[seat].name}, not {team!r}")
    return who


def _read_actions(reader: _Reader, match: Match, header: _Header) -> None:
    turn, number = -1, 0
    while not (line := reader.next("the line that begins with 'end'")).startswith("end"):
        if line.startswith("@"):
            _check_digest(reader, match, line, "@")
            continue
        if match.turn != turn:
            turn, number = match.turn, 0
        number += 1
        numbered, _, told = line.partition(" ")
        if numbered != f"{turn}.{number}":
            raise reader.fail(reader.at, f"here should stand action {turn}.{number}, not {line[:60]!r}")
        found = [action for action in match.legal() if match.notation(action) == told]
        if not found:
            legal = "; ".join(match.notation(action) for action in match.legal()[:8]) or "nothing: the race is over"
            raise reader.fail(reader.at, f"{told!r} is not possible here (possible: {legal})")
        match.replay(found[0])
        if len(match.actions) % CHECK_EVERY == 0:
            _check_digest(reader, match, reader.next("a line with a digest"), "@")
    _check_digest(reader, match, line, "end")
    for extra in reader.lines[reader.at :]:
        reader.at += 1
        if extra.strip():
            raise reader.fail(reader.at, "there is text after the end")


def _check_digest(reader: _Reader, match: Match, line: str, word: str) -> None:
    """A digest that does not fit says from where on the race is another one."""
    if line.split() == [word, str(len(match.actions)), match.digest()]:
        return
    words = line.split()
    if len(words) != 3 or words[0] != word or words[1] != str(len(match.actions)):
        raise reader.fail(reader.at, f"here should stand '{word} {len(match.actions)} DIGEST', not {line[:60]!r}")
    since = f" ({match.note})" if match.note else ""
    raise reader.fail(
        reader.at, f"the race is not the one that was written: it diverges before action {words[1]}{since}"
    )


def _check_result(reader: _Reader, match: Match, header: _Header) -> None:
    for name, wanted in (("result", _result(match)), ("winner", _winner(match))):
        line, told = header.values.pop(name, (1, ""))
        if told != wanted:
            raise reader.fail(line, f"{name} says {told!r}, the race says {wanted!r}")
    for name, (line, _) in header.values.items():
        raise reader.fail(line, f"{name!r} is not a header field known here")

"""The race file: a whole race as plain text that a person can read and a mail can carry.

A header (format, game, rules version, course with its digest, options, seats, result), then one action per line in the
game's notation, numbered by turn, with a digest of the state after every 64 actions, and a last line with the number of
actions. Reading is strict: a file that is broken, cut short, edited or impossible is refused with the line number, and
so is every roll that does not follow from the seed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import TypeVar

from parcours.engine.chance import CHANCE
from parcours.engine.course import Course
from parcours.engine.documents import (
    LEAST_SEED,
    MOST_SEED,
    DocumentError,
    clipped,
    lines_of,
    read_json,
    text_of_file,
    whole_number,
)
from parcours.engine.game import Game
from parcours.engine.match import Match, Setup, Written, has_lasting_digests
from parcours.engine.options import OptionValue, option_words, read_options
from parcours.engine.registry import find_game
from parcours.engine.seal import secret_of
from parcours.engine.tour import Carried
from parcours.errors import ParcoursError, RaceFileError

T = TypeVar("T")

FORMAT = 1
TITLE = "Parcours race, format "
CHECK_EVERY = 64
MOST_TURNS = 100_000
LONGEST_ID = 100
_NOBODY = "nobody yet"
MOST_BYTES = 4_000_000
TYPED = "typed in"
"""Stands in the file instead of the seed if people rolled the dice and drew the cards themselves."""
SECRET = "secret "
"""Stands in the file before the secret that the rolls follow from, if the luck was sealed."""
FROM_ACTION = " from action "
"""Stands in the file after the seed of a race that continues another one: rolls follow from the seed from that action
on."""


def save_race(match: Match, path: str | PathLike[str]) -> None:
    """Write a race to a file."""
    Path(path).write_text(write_race(match), encoding="utf-8")


def load_race(path: str | PathLike[str]) -> Match:
    """Read a race file, whole or not at all."""
    return read_race(text_of(path, MOST_BYTES, RaceFileError), str(path))


def text_of(path: str | PathLike[str], most_bytes: int, refusal: type[RaceFileError]) -> str:
    """The text of a file, which must not be longer than `most_bytes`."""
    try:
        return text_of_file(path, most_bytes)
    except DocumentError as error:
        raise refusal(str(path), error.line, error.what) from None


# ------------------------------------------------------------------------------------------------- writing


def write_race(match: Match) -> str:
    """A race as text. If it was ridden under older rules and today's rules don't allow it, the text stays as it was.

    >>> import parcours
    >>> print(write_race(parcours.game("breaking_away").start(seed=1)).splitlines()[0])
    Parcours race, format 1
    """
    setup = match.setup
    if setup.secret and not match.over:
        raise ParcoursError("the luck of this race is sealed until the race is over: save it then")
    if match.written is not None:
        return match.written.text
    lines = [*_header_lines(match), "", *_action_lines(match), f"end {len(match.actions)} {match.digest()}"]
    return "\n".join(lines) + "\n"


def _header_lines(match: Match) -> list[str]:
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
    lines.append(f"chance: {_chance(setup, len(match.actions))}")
    if setup.carried:
        lines.append(f"carried: {json.dumps(setup.carried, sort_keys=True)}")
    lines += [f"result: {_result(match)}", f"winner: {_winner(match)}"]
    return lines + course_lines(game, setup.course)


def course_lines(game: Game, course: Course) -> list[str]:
    """The lines that hold the course in a file; empty if the course comes with the game."""
    if game.brings(course):
        return []
    return [f"| {line}".rstrip() for line in lines_of(course.source)]


def _chance(setup: Setup, count: int) -> str:
    """Where the luck comes from, for the header. If no action so far follows from it, the rolls count as typed in."""
    if setup.manual_chance or 0 < count <= setup.luck_from:
        return TYPED
    luck = f"{SECRET}{setup.secret.hex()}" if setup.secret else f"seed {setup.seed}"
    return luck + (f"{FROM_ACTION}{setup.luck_from + 1}" if setup.luck_from else "")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _result(match: Match) -> str:
    return ", ".join(f"{row.name} {row.points}" for row in match.standings())


def _winner(match: Match) -> str:
    if not match.over:
        return _NOBODY
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
    """The header above the actions: each value with the number of its line."""

    values: dict[str, tuple[int, str]] = field(default_factory=dict)
    course_text: list[str] = field(default_factory=list)
    course_line: int = 0
    lines: int = 0
    """The number of its lines, including the empty line after it."""


class _Reader:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.at = 0
        try:
            self.lines = lines_of(text)
        except DocumentError as error:
            raise self.fail(error.line, error.what) from None

    def fail(self, line: int, what: str) -> RaceFileError:
        return RaceFileError(self.file, line, what)

    def next(self, wanted: str) -> str:
        if self.at >= len(self.lines):
            raise self.fail(len(self.lines) + 1, f"the file ends here: {wanted} is missing (cut short?)")
        self.at += 1
        return self.lines[self.at - 1]


_HEADER_LINE = re.compile(r"(?P<name>[^:\s](?:[^:]*[^:\s])?): (?P<value>\S(?:.*\S)?)")


def read_race(text: str, file: str = "race") -> Match:
    """Read a race from its text. If it is not one, a `RaceFileError` gives the line and the reason."""
    reader = _Reader(text, file)
    _check_title(reader)
    header = _read_header(reader)
    match = _set_up(reader, header)
    try:
        _read_actions(reader, match)
        _check_result(reader, match, header)
        if not _is_older(match):
            _check_written_so(reader, match)
    except _OtherRulesError as other:
        _keep_as_written(reader, match, header, text, other)
    return match


def _check_title(reader: _Reader) -> None:
    title = reader.next("the first line of a race file")
    version = title.removeprefix(TITLE)
    number = whole_number(version)
    if version == title or number is None:
        raise reader.fail(1, f"is not a race file: it should begin with {TITLE + str(FORMAT)!r}")
    if number > FORMAT:
        raise reader.fail(1, f"is in format {version}; this version of Parcours reads format {FORMAT}: update Parcours")
    if number < FORMAT:
        raise reader.fail(1, f"there is no format {version}: use format {FORMAT}")


def _read_header(reader: _Reader) -> _Header:
    header = _Header()
    while line := reader.next("the empty line after the header"):
        if line == "|" or line.startswith("| "):
            header.course_line = header.course_line or reader.at
            header.course_text.append(line[2:])
            continue
        found = _HEADER_LINE.fullmatch(line)
        if found is None or header.course_text:
            raise reader.fail(reader.at, f"expected a header line 'NAME: VALUE', found {clipped(line)}")
        if found["name"] in header.values:
            raise reader.fail(reader.at, f"{clipped(found['name'])} appears twice in the header")
        header.values[found["name"]] = (reader.at, found["value"])
    header.lines = reader.at
    return header


def _check_written_so(reader: _Reader, match: Match) -> None:
    """Refuse a header that says the same in other words: there is only one way to write a race."""
    due = [*_header_lines(match), ""]
    for number, (found, wanted) in enumerate(zip(reader.lines, due, strict=False), 1):
        if found != wanted:
            raise reader.fail(number, f"expected {clipped(wanted)}, found {clipped(found)}")


def _set_up(reader: _Reader, header: _Header) -> Match:
    def value(name: str) -> tuple[int, str]:
        if name not in header.values:
            raise reader.fail(reader.at, f"the header has no {name!r}")
        return header.values.pop(name)

    line, name = value("game")
    game = _or_fail(reader, line, lambda: find_game(name))
    line, version = value("rules")
    ridden_under = whole_number(version, 1, game.rules.VERSION)
    if ridden_under is None:
        told = clipped(version)[1:-1]
        raise reader.fail(
            line, f"was ridden under rules {told} of {game.id}; this version of Parcours has rules {game.rules.VERSION}"
        )
    course = _course(reader, game, *value("course"), header)
    line, options = value("options")
    teams, chosen = _options(reader, line, options)
    line, chance = value("chance")
    luck = _luck(reader, line, chance)
    checked = _or_fail(reader, line, lambda: game.checked_options(teams, chosen))
    seats = tuple(_seat(reader, game, seat, *value(f"seat {seat + 1}")) for seat in range(teams))
    line, carried = _carried(reader, header)
    setup = Setup(game, teams, course, checked, seats, luck.seed, luck.manual, carried, luck.secret, luck.begins)
    match = _or_fail(reader, line, lambda: Match(setup, settle=False))
    match.ridden_under = ridden_under
    if ridden_under < game.rules.VERSION:
        match.note = f"ridden under rules {version} of {game.id}; the rules are now {game.rules.VERSION}"
    elif luck.begins:
        match.note = f"its first {luck.begins} actions come from another race, with that race's luck"
    return match


@dataclass(frozen=True)
class _Luck:
    """Where the rolls of a race come from."""

    seed: int = 0
    secret: bytes = b""
    manual: bool = False
    begins: int = 0
    """How many actions came before this luck began."""


def _luck(reader: _Reader, line: int, told: str) -> _Luck:
    """What the line `chance` of the header says."""
    if told == TYPED:
        return _Luck(manual=True)
    luck, begins, action = told.partition(FROM_ACTION)
    first = whole_number(action, 2) if begins else 1
    if first is not None and luck.startswith(SECRET) and (secret := secret_of(luck.removeprefix(SECRET))):
        return _Luck(secret=secret, begins=first - 1)
    seed = whole_number(luck.removeprefix("seed "), LEAST_SEED, MOST_SEED)
    if not luck.startswith("seed ") or seed is None or first is None:
        what = f"chance must be 'seed NUMBER', 'seed NUMBER{FROM_ACTION}NUMBER' or {TYPED!r}, not {clipped(told)}"
        raise reader.fail(line, what)
    return _Luck(seed, begins=first - 1)


def _or_fail(reader: _Reader, line: int, make: Callable[[], T]) -> T:
    """The result of `make`; an error that it raises becomes an error of this line."""
    try:
        return make()
    except ParcoursError as error:
        raise reader.fail(line, str(error)) from None


def _course(reader: _Reader, game: Game, line: int, value: str, header: _Header) -> Course:
    id_, _, digest = value.rpartition(" ")
    if len(id_) > LONGEST_ID:
        raise reader.fail(line, f"the course id {clipped(id_)} is longer than {LONGEST_ID} characters")
    if header.course_text:
        text = "\n".join(header.course_text) + "\n"
        course = _or_fail(reader, header.course_line, lambda: game.read_course(f"{id_}.toml", text))
    elif id_ in game.course_names:
        course = game.course(id_)
    else:
        raise reader.fail(line, f"there is no course {clipped(id_)}, and the file does not contain it")
    if course.digest != digest:
        what = f"the course {clipped(id_)} has changed: its digest is now {course.digest}, not {clipped(digest)}"
        raise reader.fail(line, what)
    return course


def _options(reader: _Reader, line: int, value: str) -> tuple[int, dict[str, OptionValue]]:
    words = value.split()
    teams = whole_number(words[0].removeprefix("teams="), 0, 99) if words else None
    if teams is None or not words[0].startswith("teams="):
        raise reader.fail(line, "options must begin with teams=NUMBER")
    chosen = read_options(words[1:])
    if len(chosen) != len(words) - 1:
        raise reader.fail(line, "an option appears twice")
    return teams, chosen


def _carried(reader: _Reader, header: _Header) -> tuple[int, Carried]:
    """What the race brought along from earlier stages."""
    line, told = header.values.pop("carried", (reader.at, "{}"))
    try:
        carried = read_json(told)
    except DocumentError as error:
        raise reader.fail(line, f"carried: {error.what}") from None
    if not isinstance(carried, dict):
        raise reader.fail(line, "carried must be a JSON object")
    return line, carried


def _seat(reader: _Reader, game: Game, seat: int, line: int, value: str) -> str:
    team, _, who = value.partition(" = ")
    if team != str(game.teams[seat].name):
        raise reader.fail(line, f"seat {seat + 1} must be {game.teams[seat].name}, not {clipped(team)}")
    return who


class _OtherRulesError(Exception):
    """Raised when today's rules do not allow a race of older rules; `same` is how many actions are the same in both."""

    def __init__(self, same: int) -> None:
        super().__init__(same)
        self.same = same


def _read_actions(reader: _Reader, match: Match) -> None:
    turn, number, checked = -1, 0, 0
    doubt: RaceFileError | None = None
    while not (line := reader.next("the line that begins with 'end'")).startswith("end"):
        if line.startswith("@"):
            raise reader.fail(reader.at, f"unexpected digest: there is one after every {CHECK_EVERY} actions only")
        if match.turn != turn:
            turn, number = match.turn, 0
        number += 1
        numbered, _, told = line.partition(" ")
        found = [action for action in match.legal() if match.notation(action) == told]
        if _is_older(match) and (not found or numbered != f"{turn}.{number}"):
            raise _OtherRulesError(checked)
        if numbered != f"{turn}.{number}":
            raise reader.fail(reader.at, f"expected action {turn}.{number}, found {clipped(line)}")
        if not found:
            legal = "; ".join(match.notation(action) for action in match.legal()[:8]) or "nothing: the race is over"
            raise reader.fail(reader.at, f"{clipped(told)} is not possible here (possible: {legal})")
        doubt = doubt or _doubt_of_roll(reader, match, found[0])
        if doubt is not None and not _is_older(match):
            raise doubt
        match.replay(found[0])
        if len(match.actions) % CHECK_EVERY == 0:
            _check_digest(reader, match, reader.next("a line with a digest"), "@", checked)
            _settle(match, doubt, checked)
            checked = len(match.actions)
    _check_digest(reader, match, line, "end", checked)
    _settle(match, doubt, checked)
    if match.setup.luck_from and match.setup.luck_from >= len(match.actions):
        raise reader.fail(reader.at, f"the race has only {len(match.actions)} actions: its luck can't begin later")
    _check_end(reader)


def _check_end(reader: _Reader) -> None:
    for extra in reader.lines[reader.at :]:
        reader.at += 1
        if extra.strip():
            raise reader.fail(reader.at, "there is text after the end: remove it")


def _is_older(match: Match) -> bool:
    return match.ridden_under < int(match.game.rules.VERSION)


_DIGEST = re.compile("[0-9a-f]{16}")
_NOTED = re.compile("[!-~]{1,40}(?: [!-~]{1,40}){0,15}")
"""An action in any game's notation."""


def _keep_as_written(reader: _Reader, match: Match, header: _Header, text: str, other: _OtherRulesError) -> None:
    """Keep the race up to where it is the same under today's rules, and the rest as text. The rest must at least be
    numbered and have digests, like any race."""
    match.go_to(match.actions[: other.same])
    reader.at = header.lines + other.same + other.same // CHECK_EVERY
    turn, number = _turn_before(reader)
    lines: list[str] = []
    while not (line := reader.next("the line that begins with 'end'")).startswith("end"):
        numbered, _, told = line.partition(" ")
        if numbered == f"{turn}.{number + 1}":
            number += 1
        elif numbered.endswith(".1") and (later := whole_number(numbered[:-2], turn + 1, MOST_TURNS)) is not None:
            turn, number = later, 1
        else:
            raise reader.fail(reader.at, f"expected action {turn}.{number + 1}, found {clipped(line)}")
        if not _NOTED.fullmatch(told):
            raise reader.fail(reader.at, f"expected an action, found {clipped(line)}")
        lines.append(line)
        if (count := other.same + len(lines)) % CHECK_EVERY == 0:
            _check_count(reader, reader.next("a line with a digest"), "@", count)
    _check_count(reader, line, "end", other.same + len(lines))
    _check_end(reader)
    result, winner = (_told_of_end(reader, match, header, name) for name in ("result", "winner"))
    _check_header(reader, header)
    match.note += f", and lead to a different race after action {other.same} of {other.same + len(lines)}"
    match.written = Written(text, tuple(lines), result, winner)


def _turn_before(reader: _Reader) -> tuple[int, int]:
    """The turn and the number of the last action that was read."""
    for line in reversed(reader.lines[: reader.at]):
        if not line:
            break
        if not line.startswith("@"):
            turn, _, number = line.partition(" ")[0].partition(".")
            return int(turn), int(number)
    return 0, 0


def _told_of_end(reader: _Reader, match: Match, header: _Header, name: str) -> str:
    """What the header of a race under older rules says about its end. It may only name teams of this race, and the
    result must name them all."""
    line, told = header.values.pop(name, (1, ""))
    teams = [str(row.name) for row in match.standings()]
    if name == "result":
        rows = [re.fullmatch(r"(.+) -?[0-9]{1,6}", row) for row in told.split(", ")]
        right = sorted(row[1] if row else "" for row in rows) == sorted(teams)
    else:
        won = told.split(" and ")
        right = told == _NOBODY or (set(won) <= set(teams) and len(set(won)) == len(won))
    if not right:
        raise reader.fail(line, f"{name} must be about the teams {', '.join(teams)}, not {clipped(told)}")
    return told


def _doubt_of_roll(reader: _Reader, match: Match, action: int) -> RaceFileError | None:
    """A doubt about a roll or draw that does not follow from the luck of the race: an error that may be raised later.
    None: there is no doubt. (Rolls by people, and those taken over from another race, can't be checked. A race under
    older rules may have gone another way since its last digest; if its next digest matches, it has not.)"""
    setup = match.setup
    free = setup.manual_chance or len(match.actions) < setup.luck_from
    if match.actor != CHANCE or free or (due := match.roll()) == action:
        return None
    what = f"the luck of the race gives {match.notation(due)!r} here, not {match.notation(action)!r}"
    return reader.fail(reader.at, f"{what}: the seed or the roll was changed")


def _check_digest(reader: _Reader, match: Match, line: str, word: str, checked: int) -> None:
    """Check a digest. The last one that matched came after `checked` actions: if this one does not match, the race
    diverges somewhere after those."""
    _check_count(reader, line, word, len(match.actions))
    if match.fits(line.rpartition(" ")[2], match.ridden_under):
        return
    if _is_older(match):
        raise _OtherRulesError(checked)
    raise reader.fail(reader.at, f"the race does not match its digest: it diverges before action {len(match.actions)}")


def _settle(match: Match, doubt: RaceFileError | None, checked: int) -> None:
    """Settle a doubt about a roll, now that a digest matches: the roll was changed. But if digests can't be compared,
    the race may have gone another way under the older rules."""
    if doubt is not None:
        raise doubt if has_lasting_digests(match.game, match.ridden_under) else _OtherRulesError(checked)


def _check_count(reader: _Reader, line: str, word: str, count: int) -> None:
    """Check that a line gives a digest after `count` actions, whatever the digest is."""
    words = line.split(" ")
    if words[:-1] != [word, str(count)] or not _DIGEST.fullmatch(words[-1]):
        raise reader.fail(reader.at, f"expected '{word} {count} DIGEST', found {clipped(line)}")


def _check_result(reader: _Reader, match: Match, header: _Header) -> None:
    for name, wanted in (("result", _result(match)), ("winner", _winner(match))):
        line, told = header.values.pop(name, (1, ""))
        if told != wanted and _is_older(match):
            header.values[name] = line, told
            raise _OtherRulesError(len(match.actions) // CHECK_EVERY * CHECK_EVERY)
        if told != wanted:
            raise reader.fail(line, f"{name} is {clipped(told)}, but the race gives {clipped(wanted, 200)}")
    _check_header(reader, header)


def _check_header(reader: _Reader, header: _Header) -> None:
    for name, (line, _) in header.values.items():
        raise reader.fail(line, f"{clipped(name)} is not a known header field")

"""The tour file: a whole tour as plain text. Set-up and results on top, then the races, each as in a race file.

Reading is strict. Every race is ridden again: it must be exactly the stage that the tour asks for (course, options,
luck, what is carried over), and it must give the result that the file states. A file that is broken, cut short, edited
or impossible is refused with the line number.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from parcours.engine.course import Course
from parcours.engine.documents import (
    LEAST_SEED,
    MOST_SEED,
    DocumentError,
    clipped,
    lines_of,
    read_json,
    whole_number,
)
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.racefile import SECRET, TYPED, course_lines, read_race, text_of, write_race
from parcours.engine.seal import secret_of
from parcours.engine.tour import Stage
from parcours.engine.words import Say
from parcours.errors import ParcoursError, RaceFileError, TourError, TourFileError
from parcours.games import find_game
from parcours.tours.tour import Tour, new_tour

T = TypeVar("T")

FORMAT = 1
TITLE = "Parcours tour, format "
RACE = "=== stage "
END = "=== end"
MOST_BYTES = 40_000_000


def save_tour(tour: Tour, path: str | PathLike[str]) -> None:
    """Write a tour to a file."""
    Path(path).write_text(write_tour(tour), encoding="utf-8")


def load_tour(path: str | PathLike[str]) -> Tour:
    """Read a tour file; if anything in it is wrong, it is refused as a whole."""
    return read_tour(text_of(path, MOST_BYTES, TourFileError), str(path))


# ------------------------------------------------------------------------------------------------------- writing


def write_tour(tour: Tour) -> str:
    """A tour as text, with its races."""
    lines = [*_header_lines(tour), ""]
    for number, race in enumerate(tour.races, 1):
        if race is None:
            raise TourError(f"stage {number}: its race is missing, so the tour can't be saved")
        lines += [f"{RACE}{number}", write_race(race).rstrip("\n")]
    lines.append(f"{END} {len(tour.results)}")
    return "\n".join(lines) + "\n"


def _header_lines(tour: Tour) -> list[str]:
    lines = [
        f"{TITLE}{FORMAT}",
        f"game: {tour.game.id}",
        f"name: {_one_line(tour.name)}".rstrip(),
        f"teams: {tour.teams}",
        f"options: {_json(tour.options)}",
    ]
    for seat in range(tour.teams):
        who = tour.seats[seat] if seat < len(tour.seats) else ""
        lines.append(f"seat {seat + 1}: {_one_line(who)}".rstrip())
    lines.append(f"chance: {_chance(tour)}")
    for number, (stage, course) in enumerate(zip(tour.stages, tour.courses, strict=True), 1):
        lines.append(f"stage {number}: {stage.course} {course.digest} {_json(stage.options)}")
        if stage.name is not None:
            lines.append(f"stage {number} name: {_one_line(str(stage.name))}")
        lines += course_lines(tour.game, course)
    return lines + [f"result {number}: {_json(result)}" for number, result in enumerate(tour.results, 1)]


def _chance(tour: Tour) -> str:
    if tour.secret and not tour.over:
        raise TourError("the luck of this tour is sealed until the tour is over: save it then")
    return TYPED if tour.manual_chance else f"{SECRET}{tour.secret.hex()}" if tour.secret else f"seed {tour.seed}"


def _json(value: object) -> str:
    return json.dumps(dict(value) if isinstance(value, Mapping) else value, sort_keys=True, ensure_ascii=False)


def _one_line(text: str) -> str:
    return " ".join(text.split())


# ------------------------------------------------------------------------------------------------------- reading


class _Reader:
    """The lines of a file, and the number of the line read last."""

    def __init__(self, text: str, file: str) -> None:
        self.file, self.at = file, 0
        try:
            self.lines = lines_of(text)
        except DocumentError as error:
            self.fail(error.what, error.line)

    def fail(self, what: str, line: int | None = None) -> NoReturn:
        raise TourFileError(self.file, self.at if line is None else line, what)

    def next(self, wanted: str) -> str:
        if self.at >= len(self.lines):
            self.fail(f"the file ends here: {wanted} is missing (cut short?)", len(self.lines) + 1)
        self.at += 1
        return self.lines[self.at - 1]

    def peek(self) -> str:
        return self.lines[self.at] if self.at < len(self.lines) else ""

    def value(self, name: str) -> str:
        """The value in the next line, which must have this name."""
        found, colon, value = self.next(f"the line {name!r}").partition(":")
        if not colon or found != name:
            self.fail(f"expected '{name}: ...', found {clipped(self.lines[self.at - 1])}")
        return value.strip()

    def number(self, name: str) -> int:
        told = self.value(name)
        number = whole_number(told, 0, 999)
        if number is None:
            self.fail(f"{name} must be a whole number from 0 to 999, not {clipped(told)}")
        return number

    def json(self, told: str, what: str) -> dict[str, Any]:
        try:
            found = read_json(told)
        except DocumentError as error:
            self.fail(f"{what}: {error.what}")
        if not isinstance(found, dict):
            self.fail(f"{what} must be a JSON object")
        return found

    def checked(self, make: Callable[[], T], line: int | None = None) -> T:
        """The result of `make`; an error that it raises becomes an error of this line."""
        try:
            return make()
        except TourFileError:
            raise
        except ParcoursError as error:
            self.fail(str(error), line)


def read_tour(text: str, file: str = "tour") -> Tour:
    """Read a tour from its text. If it is not one, a `TourFileError` gives the line and the reason."""
    reader = _Reader(text, file)
    _check_title(reader)
    tour = _set_up(reader)
    results: list[tuple[int, dict[str, Any]]] = []
    while reader.peek().startswith("result "):
        told = reader.value(f"result {len(results) + 1}")
        results.append((reader.at, reader.json(told, "a result")))
    if reader.next("the empty line after the header"):
        reader.fail(f"expected the empty line that ends the header, found {clipped(reader.lines[reader.at - 1])}")
    for number, (line, result) in enumerate(results, 1):
        begun = reader.at + 1
        race = _race(reader, number)
        booked = reader.checked(lambda race=race: tour.book(race), begun)  # type: ignore[misc]
        if json.loads(_json(booked)) != result:
            reader.fail(f"the result of stage {number} does not match its race", line)
    if reader.next("the last line") != f"{END} {len(results)}":
        reader.fail(f"expected '{END} {len(results)}', found {clipped(reader.lines[reader.at - 1])}")
    for line_number, (found, wanted) in enumerate(zip(reader.lines, _header_lines(tour), strict=False), 1):
        if found != wanted:  # there is only one way to write a tour
            reader.fail(f"expected {clipped(wanted)}, found {clipped(found)}", line_number)
    for line_number, extra in enumerate(reader.lines[reader.at :], reader.at + 1):
        if extra.strip():
            reader.fail("there is text after the end: remove it", line_number)
    return tour


def _check_title(reader: _Reader) -> None:
    title = reader.next("the first line of a tour file")
    version = title.removeprefix(TITLE)
    number = whole_number(version)
    if version == title or number is None:
        reader.fail(f"is not a tour file: it should begin with {TITLE + str(FORMAT)!r}")
    if number > FORMAT:
        reader.fail(f"is in format {version}; this version of Parcours reads format {FORMAT}: update Parcours")
    if number < FORMAT:
        reader.fail(f"there is no format {version}: use format {FORMAT}")


def _set_up(reader: _Reader) -> Tour:
    name = reader.value("game")
    game = reader.checked(lambda: find_game(name))
    title = reader.value("name")
    teams = reader.number("teams")
    if teams > game.max_teams:
        reader.fail(f"teams must be {game.min_teams} to {game.max_teams}, not {teams}")
    options = reader.json(reader.value("options"), "options")
    seats = tuple(reader.value(f"seat {seat + 1}") for seat in range(teams))
    chance = reader.value("chance")
    manual = chance == TYPED
    secret = secret_of(chance.removeprefix(SECRET)) if chance.startswith(SECRET) else None
    seed = 0 if manual or secret else whole_number(chance.removeprefix("seed "), LEAST_SEED, MOST_SEED)
    if seed is None or not (manual or secret or chance.startswith("seed ")):
        reader.fail(f"chance must be 'seed NUMBER' or {TYPED!r}, not {clipped(chance)}")
    begun = reader.at + 1
    stages: list[Stage] = []
    courses: list[Course] = []
    while reader.peek().startswith("stage "):
        stage, course = _stage(reader, game, len(stages) + 1)
        stages.append(stage)
        courses.append(course)
    checked = reader.checked(lambda: game.checked_options(teams, options), begun)
    known = {option: checked[option] for option in options}
    return reader.checked(
        lambda: new_tour(
            game, stages, teams=teams, seats=seats, seed=seed, name=title,
            manual_chance=manual, courses=courses, options=known, secret=secret or b"",
        ),
        begun,
    )  # fmt: skip


def _stage(reader: _Reader, game: Game, number: int) -> tuple[Stage, Course]:
    """A stage's line, its name if it has one, and its course if the course does not come with the game."""
    words = reader.value(f"stage {number}").split(" ", 2)
    if len(words) < 3:
        reader.fail(f"a stage must be 'COURSE DIGEST OPTIONS', not {clipped(reader.lines[reader.at - 1])}")
    id_, digest, told = words
    line, options = reader.at, reader.json(told, "options")
    name = None
    if reader.peek().startswith(f"stage {number} name:"):
        name = reader.value(f"stage {number} name")
    text = []
    while reader.peek().startswith("|"):
        text.append(reader.next("the course")[2:])
    if text:
        course = reader.checked(lambda: game.read_course(f"{id_}.toml", "\n".join(text) + "\n"), line + 1)
    elif id_ in game.course_names:
        course = game.course(id_)
    else:
        reader.fail(f"there is no course {clipped(id_)}, and the file does not contain it", line)
    if course.digest != digest:
        reader.fail(
            f"the course {clipped(id_)} has changed: its digest is now {course.digest}, not {clipped(digest)}", line
        )
    return Stage(course.id, options, None if name is None else Say(name)), course


def _race(reader: _Reader, number: int) -> Match:
    """The race of a stage: the lines up to the next mark."""
    if reader.next(f"the race of stage {number}") != f"{RACE}{number}":
        reader.fail(f"expected '{RACE}{number}', found {clipped(reader.lines[reader.at - 1])}")
    before, lines = reader.at, []
    while reader.at < len(reader.lines) and not reader.peek().startswith("==="):
        lines.append(reader.next("the race"))
    try:
        race = read_race("\n".join(lines) + "\n", reader.file)
    except RaceFileError as error:
        reader.fail(f"stage {number}: {error.what}", before + error.line)
    if race.written is not None:
        reader.fail(f"stage {number}: {race.note}", before)
    return race

"""A table's log, and the race that it tells: opened from the nearest snapshot, checked against its digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parcours.engine.game import Game
from parcours.engine.match import Match, Setup, digest_of
from parcours.engine.record import Races, new_races
from parcours.engine.words import Say
from parcours.errors import IllegalActionError
from parcours.games import find_game
from parcours.table.storage import Stored

ACTION, UNDO = "action", "undo"
HANDED, BACK = "handed", "back"
"""A seat was handed to a bot (the number of that bot is the code), or taken back from it."""
PERSON, BOT, LUCK, FILE = "person", "bot", "chance", "file"
CHECK_EVERY = 64
"""Actions between two digests, and between two snapshots."""


@dataclass(slots=True)
class LogEntry:
    """An action with who made it, an undo with how many actions it takes back, or a seat that changed hands."""

    kind: str
    code: int
    actor: int
    seat: int
    by: str
    moment: str | None = None


@dataclass
class Opened:
    """A race as its log tells it; with a note, it can be looked at but not ridden on."""

    match: Match
    log: list[LogEntry]
    path: list[int]
    """For each action of the race, its place in the log."""
    note: Say | None = None


def path_of(log: Iterable[LogEntry]) -> list[int]:
    """The places in a log of those actions that nobody has taken back."""
    path: list[int] = []
    for index, entry in enumerate(log):
        if entry.kind == UNDO:
            del path[len(path) - entry.code :]
        elif entry.kind == ACTION:
            path.append(index)
    return path


def layout_of(game: Game) -> str:
    """What a snapshot must fit: the record's fields and the version of the rules."""
    told = f"{game.id} {game.rules.VERSION} {game.record.descr} {game.record.itemsize}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def setup_of(row: Any) -> Setup:
    """The set-up of a stored table."""
    game = find_game(row.game)
    course = game.read_course(f"{row.course}.toml", row.course_text) if row.course_text else game.course(row.course)
    options = game.checked_options(row.teams, row.options)
    return Setup(game, row.teams, course, options, (), row.luck, row.commissioner, row.carried or {})


def open_race(stored: Stored) -> Opened:
    """The race of a stored table."""
    log = [LogEntry(row.kind, row.code, row.actor, row.seat, row.by, row.moment) for row in stored.log]
    path = path_of(log)
    setup = setup_of(stored.table)
    rows = [stored.log[index] for index in path]
    if all(row.rules == setup.game.rules.VERSION for row in rows):
        match = restored(setup, [row.code for row in rows], _fitting(stored.snapshots, rows, setup.game))
    else:
        match = Match(setup, settle=False)
    note = _ride_on(match, rows)
    if note is not None:
        del path[len(match.actions) :]
        del log[path[-1] + 1 if path else 0 :]
    return Opened(match, log, path, note)


def restored(setup: Setup, actions: Sequence[int], snapshots: dict[int, Races]) -> Match:
    """A race ridden as far as its last snapshot."""
    match = Match(setup, settle=False)
    if snapshots:
        match.restore(snapshots, list(actions[: max(snapshots)]))
    return match


def _fitting(rows: Sequence[Any], log: Sequence[Any], game: Game) -> dict[int, Races]:
    """The snapshots that are of this layout, whole, and at one with the log; the rest is ignored."""
    layout = layout_of(game)
    found = {}
    for row in rows:
        if row.layout != layout or not 0 < row.count <= len(log) or len(row.record) != game.record.itemsize:
            continue
        races = new_races(1, game.record)
        races[:] = np.frombuffer(row.record, game.record)
        if digest_of(races[0]) == row.digest == log[row.count - 1].digest:
            found[row.count] = races
    return found


def _ride_on(match: Match, rows: Sequence[Any]) -> Say | None:
    """Ride what the log holds beyond the match; why it could not be ridden to the end, if so."""
    good = len(match.actions)
    for count in range(good, len(rows)):
        row = rows[count]
        try:
            match.replay(row.code)
        except IllegalActionError:
            return _diverged(match, good, row)
        if row.digest is not None:
            if match.digest() != row.digest:
                return _diverged(match, good, row)
            good = count + 1
    return None


def _diverged(match: Match, good: int, row: Any) -> Say:
    """Go back to where the log and the rules last agreed."""
    match.go_to(match.actions[:good])
    return Say(
        "This race was ridden under rules {then}; the rules are now {now}, and from here on they give another race. "
        "It can be looked at, not ridden on.",
        then=row.rules, now=match.game.rules.VERSION,
    )  # fmt: skip

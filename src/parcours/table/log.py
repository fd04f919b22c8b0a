"""A table's log, and the race that follows from it: opened from the nearest snapshot, checked against its digests."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from parcours.engine.game import Game
from parcours.engine.match import Match, Setup, digest_of, left_out
from parcours.engine.record import Races, new_races
from parcours.engine.words import Say
from parcours.errors import IllegalActionError
from parcours.games import find_game
from parcours.table.storage import Stored

ACTION, UNDO = "action", "undo"
HANDED, BACK = "handed", "back"
"""A seat was handed to a bot (the code is that bot's number), or taken back from it."""
LEFT = "left"
"""A person leaves routines to the table (the code has one bit for each), in place of those left before."""
QUICK = "quick"
"""The first entry of a quick race: the game answered its opening questions."""
LESSON = "lesson"
"""The race is a lesson: a coach speaks to the first seat, and bots follow its script."""
SEALED, WITHDRAWN = "sealed", "withdrawn"
"""When all decide at once in secret: a choice made before its turn, or the withdrawal of all such choices of a seat."""
CLICK, USUAL = "click", "usual"
"""Who made an action: a press that had already answered an earlier question, or the table (because the action was
forced, or by a routine)."""
PERSON, BOT, LUCK = "person", "bot", "chance"
FILE, TOLD = "file", "told"
"""Who made an action that was taken over from another race, by a file or a branch. FILE: the race had other luck than
this table has; TOLD: it had the same."""
UNRIDEABLE = -1
"""Not an action: it marks that the rest of a file was ridden under older rules."""
CHECK_EVERY = 64
"""How many actions lie between two digests, and between two snapshots."""


@dataclass(slots=True)
class LogEntry:
    """An entry: for example an action with who made it, an undo with how many actions it takes back, a seat handed
    over."""

    kind: str
    code: int
    actor: int
    seat: int
    by: str
    state_id: str | None = None


class Path(list[int]):
    """The positions in a log of all actions that have not been taken back."""

    def follow(self, index: int, entry: LogEntry) -> list[int]:
        """Follow the log's next entry. Returns the actions that it takes back."""
        undone: list[int] = []
        if entry.kind == UNDO:
            kept = len(self) - entry.code
            undone = self[kept:]
            del self[kept:]
        elif entry.kind == ACTION:
            self.append(index)
        return undone


@dataclass
class Opened:
    """A race rebuilt from its log. If it has a note, it can be watched but not ridden on."""

    match: Match
    log: list[LogEntry]
    path: Path
    note: Say | None = None


def path_of(log: Iterable[LogEntry]) -> Path:
    """The path of a whole log."""
    path = Path()
    for index, entry in enumerate(log):
        path.follow(index, entry)
    return path


def whose_undo(log: Sequence[LogEntry], index: int, undone: Iterable[int]) -> set[int]:
    """The seats that an undo concerns: the one that took something back, and all whose choices were taken back."""
    return {log[index].seat, *(log[taken].seat for taken in undone if log[taken].by == PERSON)}


def undos_of(log: Sequence[LogEntry], seats: int) -> list[int]:
    """For each seat, how many undos of a log concern it."""
    counts = [0] * seats
    path = Path()
    for index, entry in enumerate(log):
        undone = path.follow(index, entry)
        if entry.kind == UNDO:
            for seat in whose_undo(log, index, undone):
                counts[seat] += 1
    return counts


def layout_of(game: Game) -> str:
    """A digest that a snapshot must match: of the record's fields and of the version of the rules."""
    told = f"{game.id} {game.rules.VERSION} {game.record.descr} {game.record.itemsize}"
    return hashlib.sha256(told.encode()).hexdigest()[:32]


def setup_of(row: Any) -> Setup:
    """The set-up of a stored table."""
    game = find_game(row.game)
    course = game.read_course(f"{row.course}.toml", row.course_text) if row.course_text else game.course(row.course)
    options = game.checked_options(row.teams, row.options)
    return Setup(
        game, row.teams, course, options, (), row.luck, row.commissioner, row.carried or {}, row.luck_secret or b""
    )


def open_race(stored: Stored) -> Opened:
    """The race of a stored table."""
    log = [LogEntry(row.kind, row.code, row.actor, row.seat, row.by, row.state_id) for row in stored.log]
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
    """The snapshots that have this layout, are whole and agree with the log. The others are ignored."""
    layout = layout_of(game)
    found = {}
    for row in rows:
        if row.layout != layout or not 0 < row.count <= len(log) or len(row.record) != game.record.itemsize:
            continue
        races = new_races(1, game.record)
        races[:] = np.frombuffer(row.record, game.record)
        if digest_of(races[0], left_out(game)) == row.digest == log[row.count - 1].digest:
            found[row.count] = races
    return found


def _ride_on(match: Match, rows: Sequence[Any]) -> Say | None:
    """Ride what the log holds beyond the match. If the race can't be ridden to the log's end, returns why."""
    good = len(match.actions)
    for count in range(good, len(rows)):
        row = rows[count]
        try:
            match.replay(row.code)
        except IllegalActionError:
            return _diverged(match, good, row)
        if row.digest is not None:
            if not match.fits(row.digest, row.rules):
                return _diverged(match, good, row)
            good = count + 1
    return None


def _diverged(match: Match, good: int, row: Any) -> Say:
    """Go back to where the log and the rules last agreed."""
    match.go_to(match.actions[:good])
    return other_rules(row.rules, match.game)


def other_rules(then: int, game: Game) -> Say:
    """Why a race can be watched but not ridden on."""
    return Say(
        "This race was played under rules {then}. Rules {now} apply today and would change it from here "
"on: watch it, but don't play on.",
        then=then, now=game.rules.VERSION,
    )  # fmt: skip

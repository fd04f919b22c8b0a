"""The story of a race as one viewer may know it: entries, numbered by the steps that this viewer can notice."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.scene import Entry, plain
from parcours.engine.words import Say
from parcours.errors import IllegalActionError
from parcours.table.log import ACTION, HANDED, UNDO, LogEntry

CLAUSES_OF_UNDO: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the story, its step, its turn, and its place in the log."""

    step: int
    turn: int
    entry: Entry
    index: int

    def plain(self, language: str) -> dict[str, Any]:
        """As the API tells it. (The place in the log stays here: it would tell how much is hidden.)"""
        told = plain(self.entry, language)
        del told["opens"]
        return {"step": self.step, "turn": self.turn, **told}


@dataclass
class Book:
    """All that one viewer has been told, and which entry of the log each step is."""

    viewer: int
    lines: list[Line] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    _said: dict[str, list[str]] = field(default_factory=dict)

    def add(self, index: int, turn: int, entries: tuple[Entry, ...], next_turn: int | None = None) -> None:
        """What one entry of the log was to this viewer; nothing, if it was not to be noticed. What opens the next turn,
        and whatever follows, belongs to that."""
        if entries:
            self.steps.append(index)
        for entry in entries:
            turn = next_turn if entry.opens and next_turn is not None else turn
            self.lines.append(Line(len(self.steps), turn, entry, index))

    def add_undo(self, index: int, turn: int, seat: int, undone: list[int], who: Say) -> None:
        """Something was taken back: told only to those who had noticed it, in the number of steps they had."""
        noticed = len(set(undone).intersection(self.steps))
        if noticed:
            words = Say.number("{who} takes back {n} move", "{who} takes back {n} moves", noticed, who=who)
            self.add(index, turn, (Entry(words, CLAUSES_OF_UNDO, seat, "minor"),))

    def said(self, language: str, first: int = 0) -> list[str]:
        """The lines from number `first` on, as pieces of JSON in a language."""
        pieces = self._said.setdefault(language, [])
        for line in self.lines[len(pieces) :]:
            pieces.append(json.dumps(line.plain(language), ensure_ascii=False))
        return pieces[first:]

    def line_of_step(self, step: int) -> int:
        """How many lines there are up to a step."""
        low, high = 0, len(self.lines)
        while low < high:
            middle = (low + high) // 2
            if self.lines[middle].step <= step:
                low = middle + 1
            else:
                high = middle
        return low


def told(match: Match, before: Any, action: int, viewer: int) -> tuple[Entry, ...]:
    """What an action that was just carried out is to a viewer."""
    return match.game.story(before, action, match.races[0], match.setup.course, viewer)


def changed_hands(game: Game, entry: LogEntry) -> tuple[Entry, ...]:
    """A seat that was handed to a bot, or taken back, as everybody is told."""
    team = game.teams[entry.actor].name
    if entry.kind == HANDED:
        known = game.all_bots
        bot = known[entry.code].label if 0 <= entry.code < len(known) else "?"
        words = Say("{team} is handed to a bot: {bot}", team=team, bot=bot)
    else:
        words = Say("{team} is taken back from the bot", team=team)
    return (Entry(words, (), entry.actor, "move"),)


def write_book(match: Match, log: list[LogEntry], viewer: int) -> Book:
    """The book of a viewer, from the first entry of the log on."""
    book = Book(viewer)
    walk = Match(match.setup, settle=False)
    path: list[int] = []
    for index, entry in enumerate(log):
        turn = walk.turn
        if entry.kind == UNDO:
            kept = len(path) - entry.code
            walk = walk.at(kept)
            book.add_undo(index, turn, entry.seat, path[kept:], match.game.teams[entry.seat].name)
            del path[kept:]
        elif entry.kind != ACTION:
            book.add(index, turn, changed_hands(match.game, entry))
        else:
            before = walk.state
            try:
                walk.replay(entry.code)
            except IllegalActionError:  # ridden under other rules, and taken back since
                break
            path.append(index)
            book.add(index, turn, told(walk, before, entry.code, viewer), walk.turn)
    return book

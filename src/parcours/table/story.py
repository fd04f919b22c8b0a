"""The story of a race as one viewer may know it: entries, numbered by the steps that this viewer can notice."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from parcours.engine.game import Game
from parcours.engine.headlines import MOST
from parcours.engine.match import Match
from parcours.engine.scene import StoryEntry, plain
from parcours.engine.words import Say
from parcours.errors import IllegalActionError
from parcours.table.log import ACTION, BACK, HANDED, UNDO, LogEntry, Path


@dataclass(frozen=True, slots=True)
class NumberedEntry:
    """An entry of the story, its step, its turn, and its place in the log."""

    step: int
    turn: int
    entry: StoryEntry
    index: int
    back_to: int | None = None
    """If the entry tells that something was taken back: the step that the viewer was taken back to."""

    def plain(self, language: str) -> dict[str, Any]:
        """The entry as the API gives it. (Its place in the log stays out: it would reveal how much is hidden.)"""
        told = plain(self.entry, language)
        del told["opens"]
        for rare in ("event", "piece", "chance"):
            if not told[rare]:
                del told[rare]
        return {"step": self.step, "turn": self.turn, "back_to": self.back_to, **told}


@dataclass
class Book:
    """All that one viewer has been told, and for each step the entry of the log behind it."""

    viewer: int
    lines: list[NumberedEntry] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
    _said: dict[str, list[str]] = field(default_factory=dict)
    _began: dict[int, Any] = field(default_factory=dict)
    """The race as each turn began."""

    def add(
        self, index: int, turn: int, entries: tuple[StoryEntry, ...], next_turn: int | None = None,
        back_to: int | None = None,
    ) -> None:  # fmt: skip
        """Add what one entry of the log tells this viewer; nothing if the viewer may not notice it. The entry that
        opens the next turn, and everything after it, belongs to that turn."""
        if entries:
            self.steps.append(index)
        for entry in entries:
            turn = next_turn if entry.opens and next_turn is not None else turn
            self.lines.append(NumberedEntry(len(self.steps), turn, entry, index, back_to))

    def tell(self, match: Match, before: Any, action: int, index: int, turn: int) -> tuple[StoryEntry, ...]:
        """Add an action that was just carried out and, if it ended a turn, what the turn came down to. Returns the new
        entries."""
        for later in [began for began in self._began if began > turn]:  # taken back since
            del self._began[later]
        entries = told(match, before, action, self.viewer)
        then = self._began.setdefault(turn, before)
        if turn and (match.turn > turn or match.over):
            opening = next((n for n, entry in enumerate(entries) if entry.opens), len(entries))
            said = match.game.headlines(then, match.races[0], match.setup.course)[:MOST]
            news = tuple(StoryEntry(words, weight="headline") for words in said)
            entries = (*entries[:opening], *news, *entries[opening:])
        self.add(index, turn, entries, match.turn)
        return entries

    def add_undo(self, index: int, turn: int, seat: int, undone: list[int], who: Say) -> None:
        """Add that something was taken back, but only if this viewer had noticed it. The line counts only the moves
        that this viewer had noticed."""
        noticed = sorted(set(undone).intersection(self.steps))
        if noticed:
            words = Say.number("{who} takes back {n} move", "{who} takes back {n} moves", len(noticed), who=who)
            back_to = self.steps.index(noticed[0])
            self.add(index, turn, (StoryEntry(words, (), seat, "minor"),), back_to=back_to)

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


def told(match: Match, before: Any, action: int, viewer: int) -> tuple[StoryEntry, ...]:
    """What a viewer is told of an action just carried out."""
    return match.game.story(before, action, match.races[0], match.setup.course, viewer)


def changed_hands(game: Game, entry: LogEntry) -> tuple[StoryEntry, ...]:
    """What everybody is told when a seat is handed to a bot, or taken back."""
    team = game.teams[entry.actor].name
    if entry.kind == HANDED:
        known = game.all_bots
        bot = known[entry.code].label if 0 <= entry.code < len(known) else "?"
        words = Say("A bot takes over for {team}: {bot}", team=team, bot=bot)
    else:
        words = Say("{team} takes over from the bot", team=team)
    return (StoryEntry(words, (), entry.actor, "move"),)


def write_book(match: Match, log: list[LogEntry], viewer: int) -> Book:
    """The book of a viewer, written from the first entry of the log on."""
    book = Book(viewer)
    walk = Match(match.setup, settle=False)
    path = Path()
    for index, entry in enumerate(log):
        turn, undone = walk.turn, path.follow(index, entry)
        if entry.kind == UNDO:
            walk = walk.at(len(path))
            book.add_undo(index, turn, entry.seat, undone, match.game.teams[entry.seat].name)
        elif entry.kind in (HANDED, BACK):
            book.add(index, turn, changed_hands(match.game, entry))
        elif entry.kind == ACTION:
            before = walk.state
            try:
                walk.replay(entry.code)
            except IllegalActionError:  # ridden under other rules, and taken back since
                break
            book.tell(walk, before, entry.code, index, turn)
    return book

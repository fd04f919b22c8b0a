"""A race shown from its first action to its last, or at one point of it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from rich.console import Console, RenderableType
from rich.live import Live
from rich.style import Style
from rich.table import Table
from rich.text import Text

from parcours.draw.palette import OCHRE
from parcours.draw.terminal import Artist
from parcours.engine.match import Match, Written
from parcours.engine.scene import StoryEntry

SPECTATOR = -1
PAUSE = 4
"""The pause at the end of a turn, as a multiple of one action's time."""
BEFORE, AFTER = 6, 3
"""How many actions are listed before and after a point of the race."""
STORY_LINES, UPPER_LINES = 8, 15
"""The fewest lines of the story, and how many lines stand above it."""
STORY_KEPT = 40


@dataclass(frozen=True)
class Moment:
    """The race right after an action. (The next moment rides on with the same race object.)"""

    race: Match
    told: tuple[StoryEntry, ...]
    turn: int
    """The turn that the action belongs to."""
    ends_turn: bool


def moments(match: Match) -> Iterator[Moment]:
    """Every action of a race that a spectator notices, and the end of every turn."""
    race = match.at(0)
    for action in match.actions:
        turn, before = race.turn, race.state
        race.replay(action)
        told = race.game.story(before, action, race.state, race.setup.course, SPECTATOR)
        ends_turn = race.over or race.turn > turn or len(race.actions) == len(match.actions)
        if told or ends_turn:
            yield Moment(race, told, turn, ends_turn)


def watch(match: Match, console: Console, speed: float) -> None:
    """Show a whole race at `speed` turns per second; without a terminal, print one frame per turn."""
    artist = _artist(match, console)
    if console.is_terminal:
        _show_live(match, console, artist, speed)
    else:
        _print_turns(match, console, artist)
    console.print(artist.frame(match.game.scene(match, SPECTATOR), story_up_to(match, len(match.actions))))
    if match.over:
        console.print()
        console.print(artist.podium(match.standings()))


def _artist(match: Match, console: Console) -> Artist:
    colour = console.color_system is not None and not console.no_color
    return Artist(match.setup, console.width, colour)


def _show_live(match: Match, console: Console, artist: Artist, speed: float) -> None:
    """Show one frame per action. A slow terminal skips frames, but never the last one of a turn."""
    beats = Counter(moment.turn for moment in moments(match))
    lines = max(STORY_LINES, console.height - UPPER_LINES)
    story: list[StoryEntry] = []
    due = time.monotonic()
    with Live(console=console, screen=True, auto_refresh=False) as live:
        for moment in moments(match):
            story = [*story, *moment.told][-STORY_KEPT:]
            beat = 1 / (speed * (beats[moment.turn] + PAUSE))
            due += beat * (1 + PAUSE) if moment.ends_turn else beat
            if moment.ends_turn or time.monotonic() < due:
                scene = match.game.scene(moment.race, SPECTATOR)
                live.update(artist.frame(scene, story, lines, steady=True), refresh=True)
            time.sleep(max(0.0, due - time.monotonic()))


def _print_turns(match: Match, console: Console, artist: Artist) -> None:
    told: list[StoryEntry] = []
    for moment in moments(match):
        told += moment.told
        if moment.ends_turn and not moment.race.over:
            console.print(artist.compact(match.game.scene(moment.race, SPECTATOR), told))
            told = []


def story_up_to(match: Match, count: int) -> list[StoryEntry]:
    """The last entries of the story up to action `count`."""
    story: list[StoryEntry] = []
    for moment in moments(match.at(count)):
        story = [*story, *moment.told][-STORY_KEPT:]
    return story


def show_position(match: Match, count: int, console: Console) -> None:
    """The race after `count` actions, and the actions near that point in notation and in words."""
    race = match.at(count)
    artist = _artist(match, console)
    scene = match.game.scene(race, SPECTATOR)
    console.print(artist.frame(scene, story_up_to(match, count)))
    console.print()
    console.print(_nearby(match, count))
    console.print(Text(f"after {count} of {len(match.actions)} actions: {scene.prompt}", "dim"))
    if race.over:
        console.print(artist.podium(race.standings()))


def show_as_written(match: Match, written: Written, console: Console) -> None:
    """What was ridden after this point under older rules, in the words of its file."""
    console.print()
    console.print(Text(f"The rest, as written under rules {match.ridden_under} of {match.game.id}:"))
    for number, line in enumerate(written.actions, len(match.actions) + 1):
        console.print(Text(f"{number:>8}  {line}"), soft_wrap=True)
    console.print(Text(f"result: {written.result}"), soft_wrap=True)
    console.print(Text(f"winner: {written.winner}"), soft_wrap=True)


def _nearby(match: Match, count: int) -> RenderableType:
    """The actions around a point of the race. The marked action is the last one before that point."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style=Style(color=OCHRE))
    for title, side in (
        ("", "left"),
        ("Action", "right"),
        ("Turn", "right"),
        ("Notation", "left"),
        ("In words", "left"),
    ):
        table.add_column(title, justify=side)  # type: ignore[arg-type]
    first = max(0, count - BEFORE)
    race = match.at(first)
    for number, action in enumerate(match.actions[first : count + AFTER], first + 1):
        style = "bold" if number == count else "dim" if number > count else ""
        words = (str(number), str(race.turn), race.notation(action), race.words(action))
        table.add_row("▸" if number == count else "", *words, style=style)
        race.replay(action)
    return table

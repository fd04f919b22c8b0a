"""A guided first race: what the coach says and suggests, and when.

A game brings a lesson in its `data` folder: `lesson.toml` has the set-up, the luck and the steps with their conditions,
`lesson.LANGUAGE.toml` the words. The coach speaks the words of a step at the first question that meets its conditions,
and comments on the choice at the next question. Nothing is ever blocked: if a player chooses otherwise, the race goes
on, and the coach follows. Conditions and advice are patterns that match the table's texts as the sources write them
(prompts, choices, story). So they work in every game and language, whatever the player has done before.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from parcours.engine.click import GUESS, offered
from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.engine.options import OptionValue
from parcours.engine.scene import Choice, Scene, plain
from parcours.engine.words import LANGUAGES, Say, written
from parcours.errors import BadOptionError

SEAT = 0
"""The pupil's seat."""
LONGEST_ANSWER = 8
LIGHTS = re.compile(r"strip|choice|due|own|panel:[a-z_:0-9]+")
"""What a step can highlight: the strip, the advised choice, the rider who is asked, all the pupil's riders, a panel."""


@dataclass(frozen=True)
class When:
    """The conditions under which a step is said: all that are given must hold."""

    asked: int = 0
    """The first question at which the step may be said, counting questions from 1."""
    turn: int = 0
    prompt: str = ""
    offers: str = ""
    """A pattern that some choice's label must match."""
    gains: str = ""
    """A pattern that some choice's gain must match."""
    story: str = ""
    """A pattern that some line of the story since the last question must match."""
    state: str = ""
    """A pattern that some cell or note of a panel must match."""
    unless: str = ""
    """A step after which this one is no longer said."""

    def holds(self, asked: int, scene: Scene, story: Sequence[str], said: Sequence[str]) -> bool:
        labels = [written(choice.label) for choice in scene.choices]
        gains = [written(choice.gain) for choice in scene.choices]
        return (
            asked >= self.asked
            and self.unless not in said
            and scene.turn >= self.turn
            and bool(re.search(self.prompt, written(scene.prompt)))
            and (not self.offers or any(re.search(self.offers, label) for label in labels))
            and (not self.gains or any(re.search(self.gains, gain) for gain in gains))
            and (not self.story or any(re.search(self.story, line) for line in story))
            and (not self.state or any(re.search(self.state, words) for words in _on_panels(scene)))
        )


@dataclass(frozen=True)
class Step:
    """One idea: when it is said, what it highlights, and what it advises (a pattern; empty: what the game's own bot
    would do)."""

    id: str
    when: When
    light: tuple[str, ...] = ()
    advise: str = ""
    clauses: tuple[str, ...] = ()
    hoped: str = ""
    """A pattern for the hoped-for outcome in the story. If given, what the coach says afterwards depends on the
    outcome, not on the choice."""


@dataclass(frozen=True)
class Scripted:
    """What the bot in a seat does in a turn, if it is legal (`plays`: a pattern for the action's words)."""

    seat: int
    turn: int
    plays: str


@dataclass(frozen=True)
class Lesson:
    """A guided race."""

    game: Game
    course: str
    teams: int
    seed: int
    options: dict[str, OptionValue]
    questions: int
    """The lesson ends after this many answers, if the race has not ended before."""
    routines: tuple[str, ...]
    steps: tuple[Step, ...]
    script: tuple[Scripted, ...] = ()

    def scripted(self, match: Match) -> int | None:
        """The action that the script gives the acting seat now; None: its bot chooses."""
        for one in self.script:
            if (one.seat, one.turn) == (match.actor, match.turn):
                for action in match.legal():
                    if re.search(one.plays, words_of(match, action)):
                        return action
        return None


@dataclass(frozen=True)
class Words:
    """The words of a lesson in one language."""

    title: str
    lines: dict[str, dict[str, str]]
    """For each step: what is said, what is said afterwards (`done`, `otherwise`), and the idea in a few words."""
    other: str
    """What is said after a choice that did not follow the advice, if the step has no words of its own for it."""
    end: str
    """The one idea of the game, and what to do differently next time."""

    def came(self, step: str, kept: bool) -> str:
        """What the coach says after a choice; empty: nothing."""
        if not step:
            return ""
        line = self.lines[step]
        return line.get("done", "") if kept else line.get("otherwise", self.other)


NO_WORDS = Words("", {}, "", "")
"""The words of a game without a lesson."""


@dataclass(frozen=True)
class CoachAdvice:
    """What the coach says now, not yet put into a language."""

    step: str
    """The step that the coach says now; empty: nothing new."""
    came: str
    """The step whose choice has just been made; empty: none."""
    kept: bool
    """Whether that choice followed the advice; if the step hoped for an outcome, whether it came about."""
    actions: tuple[int, ...]
    """What the coach would do now; empty: it is not the pupil's turn."""
    lights: tuple[str, ...]
    clauses: tuple[str, ...]
    said: tuple[str, ...]
    """All steps said so far."""
    ended: bool


def has_lesson(game: Game) -> bool:
    """Whether a game brings a lesson."""
    return (game.folder / "data" / "lesson.toml").exists()


@cache
def read_lesson(game: Game) -> Lesson:
    """The lesson of a game."""
    top = _read(game, "lesson.toml")
    steps = tuple(
        Step(
            one["id"], When(**one.get("when", {})), tuple(one.get("light", ())), one.get("advise", ""),
            tuple(one.get("clauses", ())), one.get("hoped", ""),
        )
        for one in top["steps"]
    )  # fmt: skip
    for step in steps:
        for light in step.light:
            if not LIGHTS.fullmatch(light):
                raise BadOptionError(f"{game.id}: lesson.toml: step {step.id}: {light!r} can't be highlighted")
    options = game.checked_options(top["teams"], game.options_from(top.get("options", [])))
    return Lesson(
        game, top["course"], top["teams"], top["seed"], options,
        top["questions"], tuple(top.get("routines", ("opening",))), steps,
        tuple(Scripted(**one) for one in top.get("script", ())),
    )  # fmt: skip


@cache
def read_words(game: Game, language: str) -> Words:
    """The words of a game's lesson, in English if the language has none."""
    known = language in LANGUAGES and (game.folder / "data" / f"lesson.{language}.toml").exists()
    top = _read(game, f"lesson.{language if known else 'en'}.toml")
    return Words(top["title"], top["steps"], top["other"], top["end"])


def _read(game: Game, name: str) -> dict[str, Any]:
    with (game.folder / "data" / name).open("rb") as file:
        return tomllib.load(file)


def words_of(match: Match, action: int) -> str:
    return written(match.game.words(match.races[0], action, match.setup.course))


def _on_panels(scene: Scene) -> list[str]:
    cells = [written(cell.text) for panel in scene.panels for row in panel.rows for cell in row.cells]
    return [*cells, *(written(panel.note) for panel in scene.panels)]


# ---------------------------------------------------------------------------------------------- riding along


@dataclass
class Coach:
    """Follows one pupil's race: it is told of every action, and knows what to say at each question."""

    lesson: Lesson
    walk: Match
    """The race as far as the coach has seen it."""
    asked: int = 0
    said: list[str] = field(default_factory=list)
    _story: list[str] = field(default_factory=list)
    _advice: CoachAdvice | None = None
    _pressed: list[int] = field(default_factory=list)
    _came: str = ""
    _kept: bool = False

    def see(self, action: int, *, asked: bool, pressed: bool = False) -> None:
        """Note an action: the pupil's answer (`asked`), another answer from the same press (`pressed`), or neither."""
        if asked:
            advice = self.now()
            self.asked += 1
            self._advice, self._pressed = advice, [action]
            if advice.step:
                self.said.append(advice.step)
            self._came = advice.step
            self._story = []
        elif pressed:
            self._pressed.append(action)
        if self._advice is not None:
            self._kept = self._advice.actions[: len(self._pressed)] == tuple(self._pressed)
        before = self.walk.state
        self.walk.replay(action)
        course = self.walk.setup.course
        for entry in self.walk.game.story(before, action, self.walk.races[0], course, SEAT):
            self._story.append(written(entry.words))

    @property
    def ended(self) -> bool:
        return self.walk.over or self.asked >= self.lesson.questions

    def now(self) -> CoachAdvice:
        """What the coach says now."""
        match = self.walk
        step: Step | None = None
        actions: tuple[int, ...] = ()
        if match.actor == SEAT:
            scene = match.game.scene(match, SEAT)
            step = self._due(scene)
            actions = advised(match, step.advise if step else "")
        return CoachAdvice(
            step=step.id if step else "",
            came=self._came,
            kept=self._came_as_hoped(),
            actions=actions,
            lights=step.light if step else ("choice",),
            clauses=step.clauses if step else (),
            said=tuple(self.said),
            ended=self.ended,
        )

    def _came_as_hoped(self) -> bool:
        hoped = next((step.hoped for step in self.lesson.steps if step.id == self._came), "")
        return any(re.search(hoped, line) for line in self._story) if hoped else self._kept

    def _due(self, scene: Scene) -> Step | None:
        for step in self.lesson.steps:
            if step.id not in self.said and step.when.holds(self.asked + 1, scene, self._story, self.said):
                return step
        return None


def advised(match: Match, pattern: str = "") -> tuple[int, ...]:
    """What a coach would do: the choice that matches the pattern, or else what the game's own bot does; and the answers
    that finish that choice."""
    bot = match.game.bots[-1]
    wanted = next((a for a in match.legal() if pattern and re.search(pattern, words_of(match, a))), None)
    first = match.choice_of(bot) if wanted is None else wanted
    seat, answers, here = match.actor, [first], match.guess(match.actor, GUESS).at_once(first)
    while here.actor == seat and here.game.goes_on(here) and len(answers) < LONGEST_ANSWER:
        answers.append(here.choice_of(bot))
        here = here.at_once(answers[-1])
    return tuple(answers)


def choice_for(match: Match, actions: Sequence[int]) -> Choice | None:
    """The choice on the table that gives these answers."""
    scene = match.game.scene(match, match.actor).choices
    pressed = next((choice for choice in offered(match) if choice.actions == tuple(actions)), None)
    return pressed or next((choice for choice in scene if choice.action == actions[0]), None)


def reason_of(choice: Choice, language: str) -> str:
    """The reason for a choice, in one line and in the words of the table. It names the first two that exist of: the
    risk, the argument for the choice, its gain, its details, its cost. If there is none, it says how far the choice
    leads. It is never empty."""
    told = plain(choice, language)
    speaks = "" if told["risk"] and told["risk"] in told["why"] else told["why"]
    reasons = [told["risk"], speaks, told["gain"], *told["details"], told["cost"]]
    known: list[str] = []
    for part in reasons:
        if part and not any(part in before for before in known):
            known.append(part)
    if not known and choice.path and choice.short.isdigit():
        known = [Say.number("{n} square further on", "{n} squares further on", int(choice.short)).to(language)]
    return "; ".join(known[:2]) or Say("as the game's own bot would").to(language)

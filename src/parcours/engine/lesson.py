"""A first race that teaches: what a coach says, when, and what he suggests, while somebody rides.

A game brings a lesson in its `data` folder: `lesson.toml` has the set-up, the luck and the steps with their conditions,
`lesson.LANGUAGE.toml` the words. A step is said at the first question that meets its conditions; what came of the
choice is said with the next one. Nothing is ever blocked: whoever does otherwise rides on, and the coach with him.

Conditions and advice are patterns over the words of the table as the sources write them (prompts, choices,
story), so that they hold in every game, and after every way of straying.
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
"""Who is taught."""
LONGEST_ANSWER = 8
LIGHTS = re.compile(r"strip|choice|due|own|panel:[a-z_:0-9]+")
"""What can be lit: the strip, the advised choice, the rider who is asked, all of one's own, a panel."""


@dataclass(frozen=True)
class When:
    """Under what conditions a step is said: all that are given must hold."""

    asked: int = 0
    """Not before this question, counted from 1."""
    turn: int = 0
    prompt: str = ""
    offers: str = ""
    """Some choice reads like this."""
    gains: str = ""
    """Some choice brings something that reads like this."""
    story: str = ""
    """Something that was told since the last question reads like this."""
    state: str = ""
    """Some cell or note of a panel reads like this."""
    unless: str = ""
    """Not any more once this step was said."""

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
    """One idea: when it is said, what it lights, what is advised (a pattern; empty: what the game's own bot does)."""

    id: str
    when: When
    light: tuple[str, ...] = ()
    advise: str = ""
    clauses: tuple[str, ...] = ()
    hoped: str = ""
    """What was to come of it, as the story tells it: that decides what is said of it then, and not the choice alone."""


@dataclass(frozen=True)
class Scripted:
    """What a bot does in a turn, where that is legal."""

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
    """After how many answers it ends, if the race has not."""
    routines: tuple[str, ...]
    steps: tuple[Step, ...]
    script: tuple[Scripted, ...] = ()

    def scripted(self, match: Match) -> int | None:
        """What the script has whoever acts now do; None: what that bot likes."""
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
    """For each step what is said (`say`), what came of it (`done`, `otherwise`), and the idea in a few words."""
    other: str
    """What came of a choice made otherwise, where the step says nothing of its own."""
    end: str
    """The one idea of the game, and what to do differently next time."""

    def came(self, step: str, kept: bool) -> str:
        """What came of a choice; empty: nothing worth a word."""
        if not step:
            return ""
        line = self.lines[step]
        return line.get("done", "") if kept else line.get("otherwise", self.other)


NO_WORDS = Words("", {}, "", "")
"""Those of a game without a lesson."""


@dataclass(frozen=True)
class Advice:
    """What the coach has to say now, not yet in a language."""

    step: str
    """What is to be said; empty: nothing new."""
    came: str
    """The step whose choice has just been made; empty: none."""
    kept: bool
    """Whether that choice was made as advised; where something was hoped for, whether it came."""
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
                raise BadOptionError(f"{game.id}: lesson.toml: step {step.id}: {light!r} can't be lit")
    options = game.checked_options(top["teams"], game.options_from(top.get("options", [])))
    return Lesson(
        game, top["course"], top["teams"], top["seed"], options,
        top["questions"], tuple(top.get("routines", ("opening",))), steps,
        tuple(Scripted(**one) for one in top.get("script", ())),
    )  # fmt: skip


@cache
def read_words(game: Game, language: str) -> Words:
    """The words of a game's lesson; in English where a language has none."""
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
    """Rides along with one pupil: is told each action, and knows what to say at each question."""

    lesson: Lesson
    walk: Match
    """The race as far as the coach has seen it."""
    asked: int = 0
    said: list[str] = field(default_factory=list)
    _story: list[str] = field(default_factory=list)
    _advice: Advice | None = None
    _pressed: list[int] = field(default_factory=list)
    _came: str = ""
    _kept: bool = False

    def see(self, action: int, *, asked: bool, pressed: bool = False) -> None:
        """An action was carried out: an answer of the pupil, more answers of the same press, or anything else."""
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

    def now(self) -> Advice:
        """What the coach says now."""
        match = self.walk
        step: Step | None = None
        actions: tuple[int, ...] = ()
        if match.actor == SEAT:
            scene = match.game.scene(match, SEAT)
            step = self._due(scene)
            actions = advised(match, step.advise if step else "")
        return Advice(
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
    """What a coach would do: the choice that reads like the pattern, else what the game's own bot does; and the answers
    that finish it."""
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
    """Why, in one line, in the words of the table: what a choice risks first, then what speaks for it, what it brings,
    what it meets and what it costs, or how far it leads. It is never empty."""
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

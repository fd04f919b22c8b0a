"""Every lesson is ridden to its end: following the advice, straying at one question, and straying at every question."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache

import pytest

import parcours
from parcours.engine.lesson import (
    SEAT,
    Coach,
    Lesson,
    advised,
    choice_for,
    has_lesson,
    read_lesson,
    read_words,
    reason_of,
    words_of,
)
from parcours.engine.match import Match
from parcours.engine.routine import forced_or_usual
from parcours.engine.ruletext import read_rules
from parcours.engine.scene import plain
from parcours.engine.words import LANGUAGES, written

GAMES = [name for name in parcours.game_names() if has_lesson(parcours.game(name))]
EVERY = -1
LONGEST = 160
"""The most characters of a sentence; a line has at most twice as many."""


@dataclass
class Ridden:
    """What the coach said to a pupil."""

    coach: Coach
    race: Match
    heard: set[tuple[str, str]] = field(default_factory=set)
    first: str = ""
    quiet: int = 0
    """The most questions in a row without a new idea."""
    lit: set[str] = field(default_factory=set)
    came: list[tuple[str, bool, str, str]] = field(default_factory=list)
    """What the coach said about choices: the step, whether as hoped, the pupil's points before the choice and now."""


def begin(lesson: Lesson) -> Match:
    """The race of a lesson, at its first question on the road."""
    return lesson.game.start(
        teams=lesson.teams, seed=lesson.seed, course=lesson.course, quick=True, **lesson.options
    )  # fmt: skip


def coach_of(lesson: Lesson, race: Match) -> Coach:
    """A coach who has seen all actions of a race in which nobody has been asked anything yet."""
    coach = Coach(lesson, Match(race.setup, settle=False))
    for action in race.actions:
        coach.see(action, asked=False)
    return coach


def next_answer(lesson: Lesson, race: Match) -> int | None:
    """The action of chance, of a bot, or of the table for the pupil. None: the pupil is asked."""
    if race.actor < 0:
        return race.roll()
    if race.actor != SEAT:
        found = lesson.scripted(race)
        return race.choice_of(lesson.game.bots[-1], lesson.seed) if found is None else found
    return forced_or_usual(race, lesson.routines)


def ride(lesson: Lesson, stray: frozenset[int]) -> Ridden:
    """Take a lesson, straying from the advice at these questions (`EVERY`: at every question)."""
    race = begin(lesson)
    coach = coach_of(lesson, race)
    ridden, quiet, points = Ridden(coach, race), 0, ""
    while not coach.ended:
        answer = next_answer(lesson, race)
        if answer is not None:
            coach.see(answer, asked=False)
            race.replay(answer)
            continue
        advice = coach.now()
        ridden.first = ridden.first or advice.step
        if advice.came:
            ridden.heard.add((advice.came, "done" if advice.kept else "otherwise"))
            ridden.came.append((advice.came, advice.kept, points, points_of(race)))
        points = points_of(race)
        if advice.step:
            ridden.heard.add((advice.step, "say"))
        quiet = 0 if advice.step else quiet + 1
        ridden.quiet = max(ridden.quiet, quiet)
        ridden.lit.update(advice.lights)
        actions = advice.actions
        if coach.asked + 1 in stray or EVERY in stray:
            actions = (next(a for a in reversed(race.legal()) if a != actions[0]),)
        for number, action in enumerate(actions):
            coach.see(action, asked=number == 0, pressed=number > 0)
            race.replay(action)
    last = coach.now()
    if last.came:
        ridden.heard.add((last.came, "done" if last.kept else "otherwise"))
    return ridden


def points_of(race: Match) -> str:
    """The pupil's row of points, if the game shows one."""
    panels = [panel for panel in race.game.scene(race, SEAT).panels if panel.id == "points"]
    return " ".join(
        written(cell.text) for panel in panels for row in panel.rows if row.seat == SEAT for cell in row.cells
    )


@cache
def as_advised(name: str) -> Ridden:
    return ride(read_lesson(parcours.game(name)), frozenset())


@cache
def strayed(name: str, at: int) -> Ridden:
    return ride(read_lesson(parcours.game(name)), frozenset({at}))


def every_ride(name: str) -> list[Ridden]:
    questions = as_advised(name).coach.asked
    return [as_advised(name), *(strayed(name, at) for at in (*range(1, questions + 1), EVERY))]


def test_every_game_that_comes_with_parcours_has_a_lesson() -> None:
    assert set(GAMES) >= {"breaking_away", "um_reifenbreite", "leader_one", "rally", "profi"}


@pytest.mark.parametrize("name", GAMES)
def test_as_advised_every_idea_is_met_and_the_goal_comes_first(name: str) -> None:
    ridden = as_advised(name)
    assert ridden.first == "goal"
    assert set(ridden.coach.said) == {step.id for step in read_lesson(parcours.game(name)).steps}
    assert ridden.quiet <= 5


@pytest.mark.parametrize("name", GAMES)
def test_whoever_strays_anywhere_comes_to_the_end_too(name: str) -> None:
    for ridden in every_ride(name):
        assert ridden.coach.ended
        assert ridden.first == "goal"
        assert len(ridden.coach.said) >= 5


@pytest.mark.parametrize("name", GAMES)
def test_every_line_is_reached(name: str) -> None:
    heard = set[tuple[str, str]]().union(*(ridden.heard for ridden in every_ride(name)))
    lines = read_words(parcours.game(name), "en").lines
    wanted = {(id_, kind) for id_, line in lines.items() for kind in line if kind != "idea"}
    assert wanted <= heard, wanted - heard


def test_a_line_is_praised_only_where_it_was_crossed() -> None:
    """Also for a player who strays: the points say what came of a jump."""
    told = [one for ridden in every_ride("breaking_away") for one in ridden.came if one[0] in ("jump", "line")]
    assert {kept for _, kept, _, _ in told} == {True, False}
    for step, kept, before, now in told:
        assert kept == (before != now), (step, before, now)


def test_the_figures_that_the_coach_names_are_those_of_the_course() -> None:
    lesson = read_lesson(parcours.game("breaking_away"))
    lines = lesson.game.course(lesson.course).lines
    first, second = (line for line in lines if line.kind == "sprint")
    for language in LANGUAGES:
        said = read_words(lesson.game, language).lines
        assert str(first.at) in said["big"]["say"]
        assert str(first.at) in said["jump"]["say"]
        assert str(second.at) in said["points"]["say"]
        assert ", ".join(str(score) for score in first.scores) in said["big"]["say"]


@pytest.mark.parametrize("name", GAMES)
def test_what_is_advised_is_on_the_table_with_its_reason(name: str) -> None:
    lesson = read_lesson(parcours.game(name))
    race = begin(lesson)
    coach = coach_of(lesson, race)
    while (answer := next_answer(lesson, race)) is not None:
        coach.see(answer, asked=False)
        race.replay(answer)
    choice = choice_for(race, coach.now().actions)
    assert choice is not None
    assert reason_of(choice, "de")


@pytest.mark.parametrize("name", GAMES)
def test_the_reason_is_never_empty_and_names_the_risk_first(name: str) -> None:
    """Without a lesson, too, the coach gives a reason at every question, in the words that the choice has on the
    table."""
    game = parcours.game(name)
    race, asked = game.start(seed=3, quick=True), 0
    while not race.over and asked < 25:
        if race.actor != SEAT or forced_or_usual(race, game.quick.routines) is not None:
            race.play(race.choice_of(game.bots[-1]))
            continue
        asked += 1
        actions = advised(race)
        choice = choice_for(race, actions)
        assert choice is not None
        for language in LANGUAGES:
            reason, shown = reason_of(choice, language), plain(choice, language)
            assert reason
            assert reason.startswith(shown["risk"])
            told = [shown["risk"], shown["gain"], shown["why"], shown["cost"], *shown["details"]]
            assert not any(told) or all(part in "; ".join(told) for part in reason.split("; "))
            assert len(set(reason.split("; "))) == len(reason.split("; "))
        for action in actions:
            race.play(action)
    assert asked >= 10


@pytest.mark.parametrize("name", GAMES)
def test_the_advice_of_a_step_is_what_is_done_where_it_can_be(name: str) -> None:
    """With a pattern that matches nothing on the table, the coach would say one thing and advise another."""
    lesson = read_lesson(parcours.game(name))
    race = begin(lesson)
    coach = coach_of(lesson, race)
    advised = 0
    while not coach.ended:
        answer = next_answer(lesson, race)
        if answer is not None:
            coach.see(answer, asked=False)
            race.replay(answer)
            continue
        advice = coach.now()
        step = next((one for one in lesson.steps if one.id == advice.step), None)
        if step is not None and step.advise:
            advised += 1
            said = words_of(race, advice.actions[0])
            assert re.search(step.advise, said), (step.id, said)
        for number, action in enumerate(advice.actions):
            coach.see(action, asked=number == 0, pressed=number > 0)
            race.replay(action)
    assert advised == sum(bool(step.advise) for step in lesson.steps)


@pytest.mark.parametrize("name", GAMES)
def test_the_clauses_that_a_lesson_names_exist(name: str) -> None:
    game = parcours.game(name)
    known = read_rules(game, "en").clauses
    named = {clause for step in read_lesson(game).steps for clause in step.clauses}
    assert named <= set(known), named - set(known)


@pytest.mark.parametrize("name", GAMES)
def test_the_panels_that_a_lesson_lights_exist(name: str) -> None:
    ridden = as_advised(name)
    panels = {f"panel:{panel.id}" for panel in ridden.race.game.scene(ridden.race, SEAT).panels}
    lit = {light for step in read_lesson(ridden.race.game).steps for light in step.light if light.startswith("panel:")}
    assert lit <= panels, lit - panels


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_words_are_short_and_complete(name: str, language: str) -> None:
    game = parcours.game(name)
    words, english = read_words(game, language), read_words(game, "en")
    assert set(words.lines) == {step.id for step in read_lesson(game).steps}
    assert {id_: set(line) for id_, line in words.lines.items()} == {
        id_: set(line) for id_, line in english.lines.items()
    }
    said = [line[kind] for line in words.lines.values() for kind in line] + [words.other, words.end]
    for line in said:
        assert all(len(sentence) < LONGEST for sentence in re.split(r"(?<=[.!?]) ", line)), line
        assert len(line) < 2 * LONGEST
    spoken = [line[kind] for line in words.lines.values() for kind in line if kind != "idea"]
    assert all(len(re.split(r"(?<=[.!?]) (?=[A-ZÄÖÜÈ])", line)) <= 3 for line in spoken)
    assert 12 <= len(words.lines) <= 25

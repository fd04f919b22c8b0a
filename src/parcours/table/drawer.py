"""The process that draws boards before anybody asks for them: `python -m parcours.table.drawer`.

It reads a list of jobs from stdin. For each job it answers with the job's number, the board's key and the board. It
runs at low priority: nobody waits for it.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable

from parcours.engine.course import Course
from parcours.engine.game import Game
from parcours.engine.match import Match, Setup
from parcours.engine.routine import answer_opening
from parcours.games import find_game
from parcours.table.board_cache import Key, draw, key_of
from parcours.table.frames import packed, unpacked

GIVE_WAY = 15
"""The niceness of this process: how far it gives way to all others."""
Job = tuple[str, bytes, int, str]
"""A game; the luck with which its quick start lays a road; and the language of the labels. The luck is two values: the
secret that rolls follow from, and the seed that usual answers follow from (empty and 0 if the road is fixed)."""


def quick_course(game: Game) -> Course:
    """The course of a quick start."""
    return game.course(game.quick.course or None)


def lays_its_own(game: Game) -> bool:
    """Whether every quick start of this game lays a road of its own."""
    course = quick_course(game)
    return game.pictured(course) is not course


def shown_course(game: Game, secret: bytes = b"", seed: int = 0) -> Course:
    """The course that the board shows once a quick start has laid its road."""
    if not secret:
        return game.stretch(quick_course(game))
    teams = game.default_teams
    options = game.checked_options(teams, dict(game.quick.options))
    match = Match(Setup(game, teams, quick_course(game), options, seed=seed, secret=secret))
    answer_opening(match)
    return game.course_shown(match.races[0], match.setup.course)


def boards_of(jobs: Iterable[Job]) -> Iterable[tuple[int, Key, str]]:
    """The boards of these jobs, one after the other: number, key and drawing."""
    for number, (name, secret, seed, language) in enumerate(jobs):
        game = find_game(name)
        course = shown_course(game, secret, seed)
        yield number, key_of(course, language), draw(course, game.accent, language)


def main() -> None:
    """Draw what is asked for, then end."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # so that nothing printed gets into the answers
    with contextlib.suppress(OSError):
        os.nice(GIVE_WAY)
    for answer in boards_of(unpacked(sys.stdin.buffer.read())):
        answers.write(packed(answer))
        answers.flush()


if __name__ == "__main__":
    main()

"""Profi: the table of phases describes what the rules do: it declares every step of a race."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.plain import opened
from parcours.games.profi import rules
from parcours.games.profi import state as s
from parcours.games.profi.actions import DOPE, TYPE
from parcours.games.profi.phases import LUCK, OFTEN, PARTS, PHASES, SEAT
from tests.clauses import clauses_of
from tests.profi.riding import GAME

ROOT = Path(__file__).parents[2]
BY_NUMBER = {phase.number: phase for phase in PHASES}
NAMES = {phase.name for phase in PHASES}
RACES = 24


def test_the_dispatch_is_the_one_that_the_table_makes() -> None:
    """`python tools/write_phases.py` was run after the last change."""
    check = [sys.executable, "tools/write_phases.py", "--check"]
    done = subprocess.run(check, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_every_phase_of_the_record_has_one_row() -> None:
    numbers = [phase.number for phase in PHASES]
    assert len(set(numbers)) == len(numbers)
    assert set(numbers) == {s.PICK_PHASE, *range(s.LOT, s.OVER_PHASE + 1), *range(s.NEXT_LOT, s.ENDED + 1)} - {56}
    assert {phase.part for phase in PHASES} == set(PARTS)
    assert set(OFTEN) <= NAMES


def test_every_row_is_complete() -> None:
    clauses = set(clauses_of("profi"))
    for phase in PHASES:
        over = phase.name == "OVER_PHASE"
        decides = phase.who in (SEAT, LUCK)
        assert (phase.play is None) == over
        assert bool(phase.legal) == decides, phase.name
        assert bool(phase.then) != over, phase.name
        assert set(phase.then) <= NAMES, phase.name
        assert over or decides == (phase.number < s.NEXT_LOT), phase.name
        named = [word.strip("(),;") for word in phase.about.split() if "PR-" in word]
        assert set(named) <= clauses, phase.name
    followed = {name for phase in PHASES for name in phase.then}
    assert {phase.name for phase in PHASES} - followed == {"PICK_PHASE"}, "every other phase comes after some phase"


@pytest.fixture(scope="module")
def seen() -> set[tuple[str, str]]:
    """Every step of random races, uncompiled, from phase to phase. Using a doping card for chips is no such step."""
    steps: set[tuple[str, str]] = set()
    for seed in range(RACES):
        _ride(random.Random(seed), steps)
    return steps


def _ride(rng: random.Random, steps: set[tuple[str, str]]) -> None:
    options = {
        option.name: rng.choice([name for name, _ in option.choices]) if option.choices else rng.random() < 0.8
        for option in GAME.options
    }
    match = GAME.start(
        teams=rng.randint(2, 8), course=rng.choice(GAME.course_names), seed=rng.randrange(2**32),
        manual_chance=True, **options,
    )  # fmt: skip
    race, road = opened(match.races)[0], match.setup.course.road
    race.reserve[:] = [rng.randrange(3) for _ in race.reserve]

    def step(do: Callable[..., Any], *given: Any) -> None:
        before = int(race.phase)
        do(race, road, *given)
        steps.add((BY_NUMBER[before].name, BY_NUMBER[int(race.phase)].name))

    forced = False
    while rules.actor(race) != OVER:
        who = {SEAT: race.decider, LUCK: CHANCE}[BY_NUMBER[int(race.phase)].who]
        assert rules.actor(race) == who
        action = int(race.menu[0 if forced else rng.randrange(race.offered)])
        if DOPE <= action < TYPE:
            phase = int(race.phase)
            rules.carry_out(race, road, action)
            assert int(race.phase) in (phase, s.PICK_PHASE)
        else:
            step(rules.carry_out, action)
        while race.phase >= s.NEXT_LOT:
            step(rules.pass_by)
        rules.offer(race, road)
        forced = race.offered == 1 and rules.actor(race) not in (CHANCE, OVER)


def test_nothing_else_follows_than_what_the_table_declares(seen: set[tuple[str, str]]) -> None:
    declared = {(phase.name, later) for phase in PHASES for later in phase.then}
    chosen = {phase.name for phase in PHASES if phase.who == SEAT}
    picks = {("PICK_PHASE", name) for name in chosen} | {(name, "PICK_PHASE") for name in chosen}
    assert seen - picks - declared == set()


def test_every_phase_is_reached_that_is_not_declared_seldom(seen: set[tuple[str, str]]) -> None:
    reached = {name for step in seen for name in step}
    assert {phase.name for phase in PHASES if not phase.seldom} - reached == set()

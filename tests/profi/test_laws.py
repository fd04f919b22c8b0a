"""Profi: random races with every switch, checked against laws that were written from the clauses alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.laws import LAWS, broken
from tests.profi.laws.roads import rough
from tests.profi.laws.sight import Sight, Watch
from tests.profi.riding import GAME

ROOT = Path(__file__).parents[2]
SELDOM = ("five_riders", "three_stacks", "rainbow")
MOST_ACTIONS = 20_000


def any_race(rng: np.random.Generator) -> Match:
    """A race with random switches, mostly those of the professional rules; often few teams, so that dummies ride."""
    options: dict[str, bool | str] = {}
    for option in GAME.options:
        if option.choices:
            options[option.name] = str(rng.choice([name for name, _ in option.choices]))
        else:
            options[option.name] = bool(rng.random() < (0.3 if option.name in SELDOM else 0.85))
    teams = int(rng.choice([2, 2, 2, 3, 3, 4, 5, 6, 7, 8]))
    seed = int(rng.integers(2**40))
    return GAME.start(teams=teams, course=rough(GAME, rng), seed=seed, manual_chance=True, **options)


@pytest.mark.clause(
    "PR-O1", "PR-O2", "PR-O4", "PR-O5", "PR-O7", "PR-U3", "PR-A7", "PR-A8", "PR-A6", "PR-L1", "PR-L2", "PR-L3",
    "PR-L7", "PR-L8", "PR-N5", "PR-C6", "PR-C8", "PR-X3", "PR-M4", "PR-R3", "PR-R4", "PR-R5", "PR-V1", "PR-V2",
    "PR-W1", "PR-W2", "PR-W4", "PR-W5", "PR-Y3", "PR-G1", "PR-G4", "PR-Q2", "PR-F3", "PR-J1", "PR-I14", "PR-I16",
    "PR-B1", "PR-B3", "PR-T6", "PR-U2", "PR-U4", "PR-H1", "PR-H2", "PR-H5", "PR-H6", "PR-Y1", "PR-E2", "PR-F1",
    "PR-J2", "PR-J3", "PR-G6",
)  # fmt: skip
@given(key=st.integers(0, 2**32))
@example(key=900001)
@example(key=5000025)
@example(key=5000052)
@example(key=700033)
@example(key=700058)
@settings(
    max_examples=max(6, settings().max_examples // 12), phases=(Phase.explicit, Phase.reuse, Phase.generate),
    suppress_health_check=[HealthCheck.too_slow],
)  # fmt: skip
def test_no_law_is_broken(key: int) -> None:
    rng = np.random.default_rng(key)
    race = any_race(rng)
    watch = Watch(race)
    for _ in range(MOST_ACTIONS):
        if race.over:
            break
        legal = race.legal()
        complaints = list(broken(watch.ride(legal[rng.integers(len(legal))])))
        assert complaints == [], f"after action {len(race.actions)} on {race.setup.course.id}"
    assert race.over


# ----------------------------------------------------------------------------------- the laws are no formality


def due_too_soon(sight: Sight) -> bool:
    """Somebody further back is due."""
    if sight.phase != s.TURN:
        return False
    state = sight.after
    behind = [r for r in sight.eyes.to_move(state) if int(state["row"][r]) < int(state["row"][sight.who])]
    if behind:
        state["who"] = behind[0]
    return bool(behind)


def toggles(phase: int, action: int) -> Callable[[Sight], bool]:
    """An action is offered where it may not be done, or the other way round."""

    def doctored(sight: Sight) -> bool:
        if sight.phase != phase or (action == a.CIRCLE and not sight.after["circle"]):
            return False
        if action in sight.legal:
            sight.legal.remove(action)
        else:
            sight.legal.append(action)
        return True

    return doctored


def worth_more(sight: Sight) -> bool:
    if sight.phase != s.PLACE_PHASE or int(sight.after["kind"]) == s.DAWDLE_MOVE:
        return False
    sight.after["points"] += 1
    return True


def another_end(sight: Sight) -> bool:
    if sight.phase != s.PLACE_PHASE:
        return False
    sight.legal.remove(next(action for action in sight.legal if not a.DOPE <= action < a.TYPE))
    return True


def lying_roller(sight: Sight) -> bool:
    if sight.phase not in (s.CRASH_DIE, s.CRASH_COIN):
        return False
    sight.after["status"][sight.who] = s.LYING
    return True


def no_roll(sight: Sight) -> bool:
    """Nobody rolls where somebody did."""
    if sight.phase != s.CRASH_COIN:
        return False
    sight.after["phase"] = s.TURN
    return True


def a_chip_more(sight: Sight) -> bool:
    """Everybody has one chip more than was left."""
    sight.after["chips"] += 1
    return True


def skipped_counter(sight: Sight) -> bool:
    """Somebody further back is still to counter."""
    state = sight.after
    if sight.phase != s.COUNTER:
        return False
    behind = [r for r in sight.eyes.riders if int(state["row"][r]) < int(state["row"][sight.who])]
    behind = [r for r in behind if sight.eyes.is_up(state, r)]
    if behind:
        state["to_counter"] |= np.uint32(1 << behind[0])
    return bool(behind)


def another_sum(sight: Sight) -> bool:
    if sight.phase != s.CIRCLE_PLACE:
        return False
    sight.after["total"] += 1
    return True


@pytest.mark.parametrize(
    ("law", "doctor"),
    [
        ("order_of_moving", due_too_soon),
        ("order_of_counters", skipped_counter),
        ("passing", toggles(s.TURN, a.PASS)),
        ("team_car", toggles(s.TURN, a.CAR)),
        ("who_may_circle", toggles(s.TURN, a.CIRCLE)),
        ("sum_of_a_circle", another_sum),
        ("worth_of_a_move", worth_more),
        ("end_places", another_end),
        ("who_rolls", lying_roller),
        ("who_must_roll", no_roll),
        ("price_of_a_deed", a_chip_more),
        ("price_of_a_circle", a_chip_more),
        ("chips_that_change_hands", a_chip_more),
    ],
)
def test_each_law_hears_of_a_doctored_record(law: str, doctor: Callable[[Sight], bool]) -> None:
    """If the record says something other than what happened, the law about it notices."""
    asked = next(found for found in LAWS if found.__name__ == law)
    for key in range(40):
        rng = np.random.default_rng(key)
        race = any_race(rng)
        watch = Watch(race)
        while not race.over:
            legal = race.legal()
            sight = watch.ride(legal[rng.integers(len(legal))])
            assert list(asked(sight)) == []
            if doctor(sight) and list(asked(sight)):
                return
    pytest.fail("nothing was noticed")


OLD_RULES = (
    "counter_key", "queue_rolls", "may_challenge", "apply_event", "may_pass", "may_ride_behind", "form_chain",
    "has_mate_ahead", "fee_behind", "capped_by_climb", "break_in_lane", "go_away", "legal_help", "verge_ends",
    "legal_event_swap", "picks_doping", "head_wind",
)  # fmt: skip


Heard = dict[str, tuple[str, list[str], list[str]]]


@pytest.fixture(scope="module")
def heard() -> Heard:
    """For each old rule: the law that is about it, which laws complain about the right rule, and which about the old
    one."""
    command = [sys.executable, "-m", "tests.profi.laws.old_rules"]
    run = subprocess.run(
        command, env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)  # type: ignore[no-any-return]


@pytest.mark.parametrize("rule", OLD_RULES)
def test_the_laws_hear_of_rules_as_they_once_were(rule: str, heard: Heard) -> None:
    """Rules that a second reading of the clauses found wrong: the laws would have found them."""
    law, of_the_right_one, of_the_old_one = heard[rule]
    assert of_the_right_one == []
    assert law in of_the_old_one


def test_no_old_rule_is_forgotten(heard: Heard) -> None:
    assert sorted(heard) == sorted(OLD_RULES)

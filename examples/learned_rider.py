"""A bot for Breaking Away that has learned to ride: a small network scores each factor that a rider can spend.

`learn_to_ride.py` trains it by self-play and writes `learned_rider.npz`, the weights that this file reads. The bot is
the class `LearnedRider`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np

from parcours.engine.match import Match
from parcours.engine.road import Road
from parcours.games.breaking_away.actions import QUICK, RETIRE
from parcours.games.breaking_away.state import BOXES, DIVIDE, FIELD, RIDERS

WEIGHTS = Path(__file__).with_suffix(".npz")
NEAR = range(-3, 7)
"""The squares on which riders are counted, relative to the one that a factor leads to."""
LONGEST_LEAD = 32
FEATURES = 18 + RIDERS + 2 * len(NEAR)

Read = Callable[[str], Any]
"""Gives a field of the view by its name, one row per race."""


class Lines:
    """The lines of the course: where they lie, and what each place scores there."""

    def __init__(self, road: Road, xp: Any = np) -> None:
        lines = np.asarray(road.lines)
        scores = np.zeros((len(lines), FIELD + 1))
        for number, line in enumerate(lines):
            scores[number, : line["places"]] = line["scores"][: line["places"]]
        self.at, self.scores = xp.asarray(lines["at"].astype(np.float32)), xp.asarray(scores.astype(np.float32))


def features(read: Read, lines: Lines, xp: Any = np) -> tuple[Any, Any]:
    """What the due rider sees of each box that it may spend, as (races, boxes, FEATURES), and what each box scores now.

    This is only meaningful while riders ride, not while a team divides its points.
    """
    distance = read("distance").astype(np.float32)
    rows = xp.arange(len(distance))
    due = read("due").astype(np.int64)
    queue = read("queue").astype(np.int64)
    rider = queue[rows, xp.minimum(due, FIELD - 1)]
    number, team = rider % RIDERS, rider // RIDERS
    factor = read("factor")[rows, rider].astype(np.float32)
    here = distance[rows, rider][:, None]
    target = here + factor

    riders = xp.arange(FIELD)
    riding = (riders[None] < RIDERS * read("teams")[:, None]) & (read("retired") == 0)
    others = riding & (riders[None] != rider[:, None])
    moved = xp.zeros((len(rows), FIELD + 1), bool)
    moved[rows[:, None], xp.where(riders[None] < due[:, None], queue, FIELD)] = True
    moved = moved[:, :FIELD]

    ahead_by = distance[:, None, :] - target[:, :, None]
    near = [(ahead_by == step) & others[:, None, :] for step in NEAR]
    settled = xp.stack([(spot & moved[:, None, :]).sum(axis=2) for spot in near], axis=2).astype(np.float32)
    waiting = xp.stack([(spot & ~moved[:, None, :]).sum(axis=2) for spot in near], axis=2).astype(np.float32)

    refill = _slipstream(settled + waiting, xp)
    sure = _slipstream(settled, xp)
    in_front = ((ahead_by >= 0) & others[:, None, :]).sum(axis=2)
    second = xp.where(others[:, None, :] & (ahead_by < 0), distance[:, None, :], -1000.0).max(axis=2)
    lead = xp.where((in_front == 0) & (read("alone") != rider)[:, None], xp.minimum(target - second, LONGEST_LEAD), 0.0)

    crossed = read("crossed").astype(np.int64)
    count = len(lines.at)
    line = xp.arange(count)
    now = lines.scores[line[None], xp.minimum(crossed[:, :count], FIELD)]
    crossing = (here[:, :, None] <= lines.at) & (lines.at < target[:, :, None])
    gain = (crossing * now[:, None, :]).sum(axis=2)

    upcoming = xp.minimum((lines.at < target[:, :, None]).sum(axis=2), count - 1)
    to_line = lines.at[upcoming] - target
    before = others[:, None, :] & (ahead_by >= 0) & (ahead_by <= to_line[:, :, None])
    place = xp.minimum(crossed[rows[:, None], upcoming] + before.sum(axis=2), FIELD)
    prospect = xp.where(to_line >= 0, lines.scores[upcoming, place], 0.0)

    left = xp.where(xp.eye(BOXES, dtype=bool)[None], 0.0, factor[:, None, :])
    left = xp.sort(left, axis=2)[:, :, :0:-1]
    best = xp.maximum(left[:, :, 0], 3 + refill)
    points = read("points").astype(np.float32)
    own = points[rows, team]
    rival = xp.where(xp.arange(points.shape[1])[None] == team[:, None], -1.0, points).max(axis=1)

    alike = xp.ones_like(target)
    parts = [
        factor / 8, refill / 4, sure / 4, lead / 8, (lead > 0) * 1.0, gain / 8, prospect / 8,
        (to_line >= 0) * (to_line < best) * prospect / 8, to_line / 20, left[:, :, 0] / 8, left[:, :, 1] / 8,
        left[:, :, 2] / 8, (lines.at[-1] - target) / 50, (target > lines.at[-1]) * 1.0, in_front / 8,
        crossed[:, count - 1][:, None] / 8 * alike, ((own - rival) / 20)[:, None] * alike,
        (riding & ~moved).sum(axis=1)[:, None] / 16 * alike,
        *((number == n)[:, None] * alike for n in range(RIDERS)),
    ]  # fmt: skip
    return xp.concatenate([xp.stack(parts, axis=2), settled / 3, waiting / 3], axis=2).astype(np.float32), gain


def _slipstream(around: Any, xp: Any) -> Any:
    """How many riders are on the unbroken run of occupied squares ahead."""
    first = NEAR.index(1)
    total, unbroken = xp.zeros_like(around[:, :, 0]), 1.0
    for step in range(first, len(NEAR)):
        total = total + unbroken * around[:, :, step]
        unbroken = unbroken * (around[:, :, step] > 0)
    return total


class Policy:
    """A network of one hidden layer that gives each box a score; a second one says what the race is worth."""

    NAMES = ("w1", "b1", "w2", "v1", "c1", "v2")

    def __init__(self, weights: dict[str, Any]) -> None:
        self.weights = weights

    @staticmethod
    def fresh(hidden: int = 32, seed: int = 1) -> Policy:
        """Untrained weights."""
        rng = np.random.default_rng(seed)
        weights = {
            "w1": rng.normal(0, FEATURES**-0.5, (FEATURES, hidden)), "b1": np.zeros(hidden),
            "w2": rng.normal(0, 0.01, hidden), "v1": rng.normal(0, FEATURES**-0.5, (FEATURES, hidden)),
            "c1": np.zeros(hidden), "v2": rng.normal(0, 0.01, hidden),
        }  # fmt: skip
        return Policy({name: value.astype(np.float32) for name, value in weights.items()})

    @staticmethod
    def load(path: Path = WEIGHTS) -> Policy:
        with np.load(path) as kept:
            return Policy({name: kept[name] for name in Policy.NAMES})

    def save(self, path: Path = WEIGHTS) -> None:
        np.savez_compressed(path, **self.weights)

    def scores(self, seen: Any, xp: Any = np) -> Any:
        """A score for each box."""
        return xp.tanh(seen @ self.weights["w1"] + self.weights["b1"]) @ self.weights["w2"]

    def choose(self, read: Read, mask: Any, lines: Lines, rng: Any, xp: Any = np) -> tuple[Any, Any, Any]:
        """An action for each race, and what `features` gives. First comes the quick line-up, then a box drawn with a
        probability proportional to exp(score), so that nobody can predict it. A rider retires only if nothing else is
        left."""
        seen, gain = features(read, lines, xp)
        boxes = mask[:, :BOXES]
        luck = -xp.log(-xp.log(rng.random_sample(boxes.shape) + 1e-12) + 1e-12)
        box = xp.where(boxes, self.scores(seen, xp) + luck, -xp.inf).argmax(axis=1)
        ride = xp.where(boxes.any(axis=1), box, RETIRE)
        return xp.where(read("phase") == DIVIDE, QUICK, ride), seen, gain


class LearnedRider:
    """The bot: given the race as its seat sees it, it answers with a legal action."""

    def __init__(self, policy: Policy | None = None) -> None:
        self.policy = policy or Policy.load()

    def choose(self, race: Match) -> int:
        """One of `race.legal()`. The same race gives the same choice."""
        view = race.view(race.actor)
        mask = np.zeros((1, QUICK + 1), bool)
        mask[0, [action for action in race.legal() if action <= QUICK]] = True
        luck = np.random.RandomState(crc32(view.tobytes()) ^ race.setup.seed & 0xFFFFFFFF)
        lines = Lines(race.setup.course.road)
        chosen, *_ = self.policy.choose(lambda name: np.asarray(view[name])[None], mask, lines, luck)
        return int(chosen[0])

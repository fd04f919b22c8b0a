"""Teach a small network to ride Breaking Away by racing against itself, and see whether it beats the sprinter.

    python examples/learn_to_ride.py                   # trains for a few minutes on a laptop; on a GPU if there is one
    python examples/learn_to_ride.py --only-test       # tests the weights stored beside this file

Many races are ridden at once through the vector form. The same network rides for every team. It learns from the points
that its moves bring, less what the rivals gain meanwhile (policy gradient with clipping, PPO). Now and then it rides
against three sprinters, from every seat: the results make the learning curve. It needs only NumPy; on a GPU also CuPy.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))

from learned_rider import FEATURES, WEIGHTS, Lines, Policy

import parcours
from parcours.engine.statistics import Interval, share_of
from parcours.games.breaking_away.state import BOXES
from parcours.lab import gpu
from parcours.lab.vector import Vector

GAME = parcours.game("breaking_away")
TEAMS = 4
DISCOUNT = 0.99
"""What a point is worth if it comes one action later."""
CLIP, EPOCHS, PIECES, RATE, CURIOSITY = 0.2, 3, 8, 2e-3, 0.01
POINT = 0.1


class Races:
    """Races in the vector form: on the GPU with CuPy if both are there, otherwise on the CPU with NumPy."""

    def __init__(self, count: int, seed: int) -> None:
        self.xp, self.vector = np, None
        if gpu.available():
            try:
                import cupy
            except ModuleNotFoundError:
                print("there is a GPU, but no CuPy to learn with on it: learning on the CPU")
            else:
                from parcours.lab.gpu_vector import GpuVector

                here: Any = GpuVector(GAME, count, teams=TEAMS, seed=seed)
                here.reset()
                print(f"learning on the GPU ({gpu.name()})")
                self.xp, self.vector = cupy, here
                self.seen = type(here.seen)(**{n: cupy.from_dlpack(array) for n, array in vars(here.lent).items()})
        if self.vector is None:
            self.vector = Vector(GAME, count, teams=TEAMS, seed=seed)
            self.seen = self.vector.reset()
        self.lines = Lines(self.vector.course.road, self.xp)

    def read(self, name: str) -> Any:
        """A field of the observation, one row per race."""
        return self.vector.observation.read(self.seen.observation, name)

    def step(self, actions: Any) -> None:
        self.vector.step(actions)


class Adam:
    """Steps along a gradient, each weight at its own pace."""

    def __init__(self, weights: dict[str, Any], xp: Any) -> None:
        self.weights, self.xp, self.count = weights, xp, 0
        self.mean = {name: xp.zeros_like(value) for name, value in weights.items()}
        self.square = {name: xp.zeros_like(value) for name, value in weights.items()}

    def step(self, slopes: dict[str, Any], rate: float) -> None:
        self.count += 1
        size = float(sum(float((slope * slope).sum()) for slope in slopes.values())) ** 0.5
        for name, slope in slopes.items():
            slope = slope / max(1.0, size)
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope * slope - self.square[name])
            step = self.mean[name] / (1 - 0.9**self.count)
            self.weights[name] -= rate * step / (self.xp.sqrt(self.square[name] / (1 - 0.999**self.count)) + 1e-8)


def ride(races: Races, policy: Policy, steps: int, rng: Any) -> dict[str, Any]:
    """Ride all races for some steps. Returns what was seen, done and won."""
    xp, kept = races.xp, {n: [] for n in ("seen", "mask", "action", "chance", "value", "own", "gain", "actor", "ended")}
    rows = xp.arange(races.vector.count)
    for _ in range(steps):
        mask, actor = races.seen.mask[:, :BOXES].copy(), races.seen.actor.astype(np.int64)
        action, seen, gain = policy.choose(races.read, races.seen.mask, races.lines, rng, xp)
        decides = action < BOXES
        choice = xp.where(decides, action, 0)
        scores = xp.where(mask, policy.scores(seen, xp), -1e9)
        chance = scores[rows, choice] - _log_sum(scores, xp)
        state = (seen * mask[:, :, None]).sum(axis=1) / xp.maximum(mask.sum(axis=1), 1)[:, None]
        value = xp.tanh(state @ policy.weights["v1"] + policy.weights["c1"]) @ policy.weights["v2"]
        races.step(action)
        told = (
            seen, mask, choice, chance, value, decides, xp.where(decides, gain[rows, choice], 0.0) * POINT, actor,
            races.seen.ended.copy(),
        )  # fmt: skip
        for name, what in zip(kept, told, strict=True):
            kept[name].append(what)
    return {name: xp.stack(what) for name, what in kept.items()}


def _log_sum(scores: Any, xp: Any) -> Any:
    top = scores.max(axis=-1)
    return top + xp.log(xp.exp(scores - top[..., None]).sum(axis=-1))


def returns_of(ridden: dict[str, Any], xp: Any) -> Any:
    """What each action brought its team from then on: its points less the rivals' mean, discounted over time."""
    steps, count = ridden["gain"].shape
    rows = xp.arange(count)
    to_come = xp.zeros((count, TEAMS), np.float32)
    for step in range(steps):  # after the last step, a team's latest estimate counts
        to_come[rows, ridden["actor"][step]] = ridden["value"][step]
    found = xp.zeros((steps, count), np.float32)
    for step in range(steps - 1, -1, -1):
        to_come = xp.where(ridden["ended"][step][:, None], 0.0, DISCOUNT * to_come)
        gain, actor = ridden["gain"][step], ridden["actor"][step]
        to_come = to_come - gain[:, None] / (TEAMS - 1)
        to_come[rows, actor] += gain * TEAMS / (TEAMS - 1)
        found[step] = to_come[rows, actor]
    return found


def learn(policy: Policy, adam: Adam, ridden: dict[str, Any], rate: float, xp: Any, rng: Any) -> None:
    """Make actions that went better than expected a little more likely."""
    own = ridden["own"].ravel()
    pool = {name: ridden[name].reshape((-1, *ridden[name].shape[2:]))[own] for name in ("seen", "mask", "action")}
    pool |= {name: ridden[name].ravel()[own] for name in ("chance", "value")}
    pool["worth"] = returns_of(ridden, xp).ravel()[own]
    gain = pool["worth"] - pool["value"]
    pool["better"] = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for piece in xp.array_split(rng.permutation(len(gain)), PIECES):
            adam.step(slopes_of(policy.weights, {name: what[piece] for name, what in pool.items()}, xp), rate)


def slopes_of(weights: dict[str, Any], piece: dict[str, Any], xp: Any) -> dict[str, Any]:
    """The gradient of the loss: PPO's clipped gain, the error of the estimated worth, less some curiosity."""
    seen, mask, count = piece["seen"], piece["mask"], len(piece["seen"])
    hidden = xp.tanh(seen @ weights["w1"] + weights["b1"])
    scores = xp.where(mask, hidden @ weights["w2"], -1e9)
    logs = scores - _log_sum(scores, xp)[:, None]
    chances = xp.where(mask, xp.exp(logs), 0.0)
    ratio = xp.exp(logs[xp.arange(count), piece["action"]] - piece["chance"])
    better = piece["better"]
    free = ~(((ratio > 1 + CLIP) & (better > 0)) | ((ratio < 1 - CLIP) & (better < 0)))
    chosen = (xp.arange(BOXES)[None] == piece["action"][:, None]) * 1.0
    slope = -(free * ratio * better)[:, None] * (chosen - chances)
    doubt = -(chances * xp.where(mask, logs, 0.0)).sum(axis=1)
    slope += CURIOSITY * chances * (xp.where(mask, logs, 0.0) + doubt[:, None])
    slope = (slope / count).astype(np.float32)
    back = slope[:, :, None] * weights["w2"] * (1 - hidden * hidden)

    state = (seen * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1)[:, None]
    thought = xp.tanh(state @ weights["v1"] + weights["c1"])
    error = ((thought @ weights["v2"] - piece["worth"]) / count).astype(np.float32)
    behind = error[:, None] * weights["v2"] * (1 - thought * thought)
    return {
        "w1": seen.reshape(-1, FEATURES).T @ back.reshape(-1, back.shape[2]), "b1": back.sum(axis=(0, 1)),
        "w2": (slope[:, :, None] * hidden).sum(axis=(0, 1)),
        "v1": state.T @ behind, "c1": behind.sum(axis=0), "v2": error @ thought,
    }  # fmt: skip


def against_sprinters(policy: Policy, races: int, seed: int) -> Interval:
    """The share of races that the policy wins against three sprinters, each race once from every seat. Races with the
    same luck count as one observation."""
    won = np.zeros((races, TEAMS))
    lines, rng = Lines(GAME.course().road), np.random.RandomState(seed)
    for seat in range(TEAMS):
        bots = [None if other == seat else "sprinter" for other in range(TEAMS)]
        vector = Vector(GAME, races, teams=TEAMS, seed=seed, bots=bots)
        seen, over = vector.reset(), np.zeros(races, bool)
        while not over.all():
            read = partial(vector.observation.read, seen.observation)
            seen = vector.step(policy.choose(read, seen.mask, lines, rng)[0])
            first = seen.ended & ~over
            won[first, seat] = (seen.rewards[first, seat] * (TEAMS - 1) + 1) / TEAMS
            over |= seen.ended
    return share_of(won.mean(axis=1))


def train(
    rounds: int, count: int, steps: int, seed: int, test_races: int
) -> tuple[Policy, list[tuple[float, Interval]]]:
    """Ride and learn in turns. Returns the policy, and its results against sprinters by decisions made."""
    races = Races(count, seed)
    xp = races.xp
    rng = xp.random.RandomState(seed)
    policy = Policy({name: xp.asarray(value) for name, value in Policy.fresh(seed=seed).weights.items()})
    adam = Adam(policy.weights, xp)
    curve, began = [], time.perf_counter()
    for number in range(rounds + 1):
        if number % max(1, rounds // 12) == 0 or number == rounds:
            won = against_sprinters(on_host(policy), test_races, seed=999)
            curve.append((number * count * steps, won))
            spent = time.perf_counter() - began
            print(f"{number * count * steps:>10,} decisions, {spent:5.0f} s: {told(won)}", flush=True)
        if number < rounds:
            learn(policy, adam, ride(races, policy, steps, rng), RATE * (1 - number / rounds), xp, rng)
    return on_host(policy), curve


def on_host(policy: Policy) -> Policy:
    """The policy with its weights as NumPy arrays."""
    return Policy({name: value.get() if hasattr(value, "get") else value for name, value in policy.weights.items()})


def told(won: Interval) -> str:
    return f"wins {won.value:.1%} of races against three sprinters (95%: {won.low:.1%} to {won.high:.1%}; even: 25%)"


def main() -> None:
    parser = argparse.ArgumentParser(description="Teach a small network to ride Breaking Away.")
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--races", type=int, default=256, help="how many races are ridden at once")
    parser.add_argument("--steps", type=int, default=256, help="steps between two lessons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test-races", type=int, default=2000, help="races of the last test, from every seat")
    parser.add_argument("--weights", type=Path, default=WEIGHTS)
    parser.add_argument("--curve", type=Path, help="draw the learning curve into this .svg or .png file")
    parser.add_argument("--only-test", action="store_true")
    given = parser.parse_args()
    if given.curve:
        from parcours.draw import charts

        charts.check(given.curve)
    if given.only_test:
        policy = Policy.load(given.weights)
    else:
        policy, curve = train(given.rounds, given.races, given.steps, given.seed, 200)
        policy.save(given.weights)
        if given.curve:
            lines = {"the learner": curve, "even": [(x, Interval(0.25, None, None)) for x, _ in curve]}
            charts.curve_chart(
                "Breaking Away against three sprinters", "decisions ridden in self-play", "share of wins",
                lines, given.curve,
            )  # fmt: skip
    print(told(against_sprinters(policy, given.test_races, seed=12345)))


if __name__ == "__main__":
    main()

"""Train a network to ride in JAX: many races at a time, from what its seat sees and from who wins in the end.

    pip install 'parcours[lab]' jax
    python examples/train_jax.py
    python examples/train_jax.py --game breaking_away --rounds 200

One seat learns (by PPO), bots ride the others. It needs only JAX: the network is a dictionary of arrays, and the
optimiser (Adam) is a few lines. `train_torch.py` is the same in PyTorch.
"""

from __future__ import annotations

import argparse
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

import parcours
from parcours.lab.vector import Seen, Vector

FADING = 0.98
"""Each decision in between makes a later result count less for a decision, by this factor."""
CURIOSITY = 0.01
CLIP = 0.2
PASSES, PIECES = 3, 8
"""How many times the network learns from what was ridden, and in how many batches each time."""
HIDDEN = 128

Arrays = dict[str, Any]


def fresh(key: jax.Array, width: int, actions: int) -> Arrays:
    """A policy that has learned nothing: all legal actions are equally likely."""
    first, second = jax.random.split(key)
    return {
        "first": jax.random.normal(first, (width, HIDDEN)) / width**0.5, "first_bias": jnp.zeros(HIDDEN),
        "second": jax.random.normal(second, (HIDDEN, HIDDEN)) / HIDDEN**0.5, "second_bias": jnp.zeros(HIDDEN),
        "choice": jnp.zeros((HIDDEN, actions)), "worth": jnp.zeros(HIDDEN), "worth_bias": jnp.zeros(()),
    }  # fmt: skip


def look(policy: Arrays, observation: jax.Array, mask: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The log probabilities of all actions (very low for illegal ones), and the estimated worth of the race."""
    numbers = observation.astype(jnp.float32)
    found = jnp.tanh(jnp.sign(numbers) * jnp.log1p(jnp.abs(numbers)) / 2 @ policy["first"] + policy["first_bias"])
    found = jnp.tanh(found @ policy["second"] + policy["second_bias"])
    logs = jax.nn.log_softmax(jnp.where(mask, found @ policy["choice"], -1e9))
    return logs, found @ policy["worth"] + policy["worth_bias"]


@jax.jit
def decide(policy: Arrays, observation: jax.Array, mask: jax.Array, key: jax.Array) -> tuple[jax.Array, ...]:
    """An action for each race, its log probability, and the worth."""
    logs, worth = look(policy, observation, mask)
    action = jax.random.categorical(key, logs)
    return action, jnp.take_along_axis(logs, action[:, None], 1)[:, 0], worth


def ride(races: Vector, seen: Seen, policy: Arrays, steps: int, key: jax.Array) -> tuple[Arrays, Seen]:
    """Ride `steps` steps, starting from what is seen. Returns what was seen, done and won, one row per step, and what
    is seen afterwards."""
    names = ("observation", "mask", "actions", "logs", "worth", "won", "ended")
    kept: dict[str, list[Any]] = {name: [] for name in names}
    for turn in jax.random.split(key, steps):
        # Give JAX copies: it may read them late, and the next step writes to the same arrays.
        observation, mask = seen.observation.copy(), seen.mask.copy()
        actions, logs, worth = map(np.asarray, decide(policy, observation, mask, turn))
        seen = races.step(actions)
        now = observation, mask, actions, logs, worth, seen.rewards[:, 0].copy(), seen.ended.copy()
        for rows, row in zip(kept.values(), now, strict=True):
            rows.append(row)
    kept["worth"].append(np.asarray(decide(policy, seen.observation.copy(), seen.mask.copy(), key)[2]))
    return {name: np.stack(rows) for name, rows in kept.items()}, seen


def lessons_of(ridden: Arrays) -> Arrays:
    """What the network learns from: every decision, with how much better it went than expected."""
    worth, going = ridden["worth"], 1.0 - ridden["ended"]
    better = ridden["won"] + going * worth[1:] - worth[:-1]
    for step in reversed(range(len(better) - 1)):
        better[step] += FADING * going[step] * better[step + 1]
    told = {name: ridden[name] for name in ("observation", "mask", "actions", "logs")}
    told |= {"better": (better - better.mean()) / (better.std() + 1e-6), "returns": better + worth[:-1]}
    return {name: rows.reshape(-1, *rows.shape[2:]) for name, rows in told.items()}


def loss_of(policy: Arrays, some: Arrays) -> jax.Array:
    """The loss: for choices that went badly, for wrong estimates of the worth, and for too little curiosity."""
    logs, worth = look(policy, some["observation"], some["mask"])
    ratio = jnp.exp(jnp.take_along_axis(logs, some["actions"][:, None], 1)[:, 0] - some["logs"])
    gain = jnp.minimum(ratio * some["better"], jnp.clip(ratio, 1 - CLIP, 1 + CLIP) * some["better"])
    doubt = -jnp.where(some["mask"], jnp.exp(logs) * logs, 0.0).sum(axis=1)
    return jnp.mean((worth - some["returns"]) ** 2 / 2 - gain - CURIOSITY * doubt)


@jax.jit
def improve(policy: Arrays, memory: Arrays, some: Arrays, rate: float) -> tuple[Arrays, Arrays]:
    """One step of Adam; the gradient's norm is clipped to 0.5."""
    slopes = jax.grad(loss_of)(policy, some)
    steep = jnp.sqrt(sum(jnp.sum(slope**2) for slope in slopes.values()))
    count = memory["count"] + 1
    slopes = {n: slope * jnp.minimum(1, 0.5 / steep) for n, slope in slopes.items()}
    mean = {n: 0.9 * memory["mean"][n] + 0.1 * slope for n, slope in slopes.items()}
    square = {n: 0.999 * memory["square"][n] + 0.001 * slope**2 for n, slope in slopes.items()}
    changed = {
        n: weight - rate * mean[n] / (1 - 0.9**count) / (jnp.sqrt(square[n] / (1 - 0.999**count)) + 1e-8)
        for n, weight in policy.items()
    }
    return changed, {"mean": mean, "square": square, "count": count}


def train(
    game: str = "rally", bot: str = "random", teams: int = 3, count: int = 128, steps: int = 64,
    rounds: int = 40, seed: int = 1, rate: float = 1e-3,
) -> tuple[Arrays, list[float]]:  # fmt: skip
    """Train a policy for the first seat. Returns it, and the share of races that it won in each round (nan: none
    ended)."""
    key, luck = jax.random.key(seed), np.random.default_rng(seed)
    races = Vector(parcours.game(game), count, teams=teams, bots=[None] + [bot] * (teams - 1), seed=seed)
    policy = fresh(key, races.observation.width, races.game.actions)
    nothing = jax.tree.map(jnp.zeros_like, policy)
    memory: Arrays = {"mean": nothing, "square": nothing, "count": 0}
    seen = races.reset()
    shares = []
    for number in range(rounds):
        ridden, seen = ride(races, seen, policy, steps, jax.random.fold_in(key, number))
        lessons = lessons_of(ridden)
        for _ in range(PASSES):
            for some in np.array_split(luck.permutation(count * steps), PIECES):
                policy, memory = improve(policy, memory, {name: rows[some] for name, rows in lessons.items()}, rate)
        won = ridden["won"][ridden["ended"]] > 0
        shares.append(float(won.mean()) if len(won) else float("nan"))
        if (number + 1) % 10 == 0:
            print(f"round {number + 1}: wins {shares[-1]:.0%} of {len(won)} races", flush=True)
    return policy, shares


def main() -> None:
    """Train from the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="rally", choices=parcours.game_names())
    parser.add_argument("--bot", default="random", help="who rides the other seats")
    parser.add_argument("--teams", type=int, default=3)
    parser.add_argument("--count", type=int, default=128, help="races at a time")
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    train(**vars(parser.parse_args()))


if __name__ == "__main__":
    main()

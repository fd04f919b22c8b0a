"""Train a network to ride in PyTorch: many races at a time, from what its seat sees and from who wins in the end.

    pip install 'parcours[lab]' torch
    python examples/train_torch.py
    python examples/train_torch.py --game breaking_away --rounds 200

One seat learns (by PPO), bots ride the others. The vector form writes observations into PyTorch's own tensors, without
a copy. `train_jax.py` is the same in JAX; `learn_to_ride.py` learns by self-play, and from points too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import parcours
from parcours.lab.vector import Seen, Vector

FADING = 0.98
"""Each decision in between makes a later result count less for a decision, by this factor."""
CURIOSITY = 0.01
CLIP = 0.2
PASSES, PIECES = 3, 8
"""How many times the network learns from what was ridden, and in how many batches each time."""
KINDS = {"observation": torch.int32, "mask": torch.bool, "actor": torch.int32, "rewards": torch.float32,
         "ended": torch.bool}  # fmt: skip


class Policy(nn.Module):
    """Chooses actions, and estimates what the race is worth."""

    def __init__(self, width: int, actions: int, hidden: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(width, hidden), nn.Tanh(), nn.Linear(hidden, hidden), nn.Tanh())
        self.choice, self.worth = nn.Linear(hidden, actions), nn.Linear(hidden, 1)
        nn.init.zeros_(self.choice.weight)
        nn.init.zeros_(self.choice.bias)

    def forward(self, observation: Tensor, mask: Tensor) -> tuple[Categorical, Tensor]:
        """The probabilities of all actions (0 for illegal ones), and the estimated worth."""
        numbers = observation.float()
        found = self.body(numbers.sign() * numbers.abs().log1p() / 2)
        return Categorical(logits=self.choice(found).masked_fill(~mask, -1e9)), self.worth(found).squeeze(-1)


class Riding:
    """Races that go on from round to round, and tensors for what is seen: one row per step, and one for after."""

    def __init__(self, races: Vector, steps: int) -> None:
        self.races, self.steps = races, steps
        self.rows = {
            name: torch.zeros((steps + 1, *shape), dtype=KINDS[name]) for name, (shape, _) in races.shapes.items()
        }
        races.reset(out=self._row(steps))

    def _row(self, step: int) -> Seen:
        return Seen(**{name: row[step] for name, row in self.rows.items()})

    @torch.no_grad()
    def ride(self, policy: Policy) -> dict[str, Tensor]:
        """Ride `steps` steps. Returns what was seen, done and won, and how much better it went than expected."""
        rows, steps = self.rows, self.steps
        for row in rows.values():
            row[0] = row[steps]
        actions = torch.zeros((steps, self.races.count), dtype=torch.int64)
        logs, worth = torch.zeros(actions.shape), torch.zeros((steps + 1, self.races.count))
        for step in range(steps):
            chances, worth[step] = policy(rows["observation"][step], rows["mask"][step])
            actions[step] = chances.sample()
            logs[step] = chances.log_prob(actions[step])
            self.races.step(actions[step].numpy(), out=self._row(step + 1))
        worth[steps] = policy(rows["observation"][steps], rows["mask"][steps])[1]
        going = 1 - rows["ended"][1:].float()
        won = rows["rewards"][1:, :, 0]
        better = torch.zeros(actions.shape)
        later = torch.zeros(self.races.count)
        for step in reversed(range(steps)):
            better[step] = won[step] + going[step] * worth[step + 1] - worth[step]
            later = better[step] = better[step] + FADING * going[step] * later
        return {
            "observation": rows["observation"][:-1], "mask": rows["mask"][:-1], "actions": actions, "logs": logs,
            "better": better, "returns": better + worth[:-1],
        }  # fmt: skip

    def finished(self) -> Iterator[float]:
        """What each race that ended in the last steps was worth to the learner."""
        yield from self.rows["rewards"][1:, :, 0][self.rows["ended"][1:]].tolist()


def learn(policy: Policy, optimiser: torch.optim.Optimizer, ridden: dict[str, Tensor]) -> float:
    """Improve the policy on what was ridden. Returns the last loss."""
    flat = {name: rows.flatten(0, 1) for name, rows in ridden.items()}
    better = (flat["better"] - flat["better"].mean()) / (flat["better"].std() + 1e-6)
    loss = torch.zeros(())
    for _ in range(PASSES):
        for some in torch.randperm(len(better)).chunk(PIECES):
            chances, worth = policy(flat["observation"][some], flat["mask"][some])
            ratio = (chances.log_prob(flat["actions"][some]) - flat["logs"][some]).exp()
            gain = torch.min(ratio * better[some], ratio.clamp(1 - CLIP, 1 + CLIP) * better[some])
            error = (worth - flat["returns"][some]).square()
            loss = (error / 2 - gain - CURIOSITY * chances.entropy()).mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(policy.parameters(), 0.5)
            optimiser.step()
    return float(loss.detach())


def train(
    game: str = "rally", bot: str = "random", teams: int = 3, count: int = 128, steps: int = 64,
    rounds: int = 40, seed: int = 1, rate: float = 1e-3,
) -> tuple[Policy, list[float]]:  # fmt: skip
    """Train a policy for the first seat. Returns it, and the share of races that it won in each round (nan: none
    ended)."""
    torch.manual_seed(seed)
    races = Vector(parcours.game(game), count, teams=teams, bots=[None] + [bot] * (teams - 1), seed=seed)
    riding = Riding(races, steps)
    policy = Policy(races.observation.width, races.game.actions)
    optimiser = torch.optim.Adam(policy.parameters(), rate)
    shares = []
    for number in range(rounds):
        learn(policy, optimiser, riding.ride(policy))
        worth = list(riding.finished())
        shares.append(sum(one > 0 for one in worth) / len(worth) if worth else float("nan"))
        if (number + 1) % 10 == 0:
            print(f"round {number + 1}: wins {shares[-1]:.0%} of {len(worth)} races", flush=True)
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

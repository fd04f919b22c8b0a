"""Every game as a PettingZoo environment (`pip install 'parcours[lab]'`).

    from parcours.lab.pettingzoo import breaking_away_v1

    env = breaking_away_v1.env(teams=4)
    env.reset(seed=7)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        done = termination or truncation
        env.step(None if done else env.action_space(agent).sample(observation["action_mask"]))

    pettingzoo.make("aec", "parcours/breaking_away_v1")      # the same, through PettingZoo's registry

The number in the name is the version of the game's rules: a changed rule makes a new environment. An agent is a team.
It observes what its seat may see, field after field (`parcours.lab.observation`), and, on its turn, which actions are
legal. Chance is rolled from the seed. Rewards come at the end of the race and add up to 0: 1 for a sole winner,
-1 / (teams - 1) for a loser.

An illegal action is refused: the race stays as it is, and the agent's info says so ("refused").

`render_mode` is "human", "ansi" or "rgb_array" (`parcours.lab.rendering`). `state()` gives the whole race as numbers,
laid out like an observation, but including what is hidden from the teams. It is for learners that train with more
information than they ride with.
"""

from __future__ import annotations

import secrets
from copy import deepcopy
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Box, Dict, Discrete
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv, register
from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from parcours.engine.chance import key_of
from parcours.engine.game import RANDOM_BOT, Game
from parcours.engine.match import Match
from parcours.engine.options import OptionValue
from parcours.errors import BadOptionError
from parcours.games import GAMES, find_game
from parcours.lab.observation import Eyes
from parcours.lab.rendering import MODES, PICTURES_A_SECOND, Screen, Shown
from parcours.lab.vector_loops import share_out

Agent = str
Observed = dict[str, NDArray[Any]]


class Shared:
    """What both kinds of environment share: a race, its agents, their spaces and what they observe."""

    def __init__(
        self,
        game: Game,
        teams: int | None,
        course: str | None,
        max_cycles: int | None,
        options: dict[str, Any],
    ) -> None:
        if max_cycles is not None and max_cycles < 1:
            raise BadOptionError(f"{game.id}: max_cycles must be at least 1, not {max_cycles}")
        self.game, self.max_cycles = game, max_cycles
        self.teams = game.default_teams if teams is None else teams
        self.options: dict[str, Any] = dict(game.checked_options(self.teams, options))
        self.course = game.course(course)
        self.agents = [f"team_{seat}" for seat in range(self.teams)]
        self.seats = {agent: seat for seat, agent in enumerate(self.agents)}
        self._eyes = Eyes(game, self.course)
        bounds = np.iinfo(np.int32)
        numbers = (self._eyes.observation.width,)
        self.states = Box(bounds.min, bounds.max, numbers, np.int32)
        self.observations = {
            agent: Dict(
                {
                    "observation": Box(bounds.min, bounds.max, numbers, np.int32),
                    "action_mask": Box(0, 1, (game.actions,), np.int8),
                }
            )
            for agent in self.agents
        }
        self.actions = {agent: Discrete(game.actions) for agent in self.agents}
        self._seed, self._race = secrets.randbits(63), 0

    def start(self, seed: int | None) -> Match:
        """Start a new race: the one that the seed gives, or without a seed another one that follows from the last
        seed."""
        if seed is None:
            self._race += 1
        else:
            self._seed, self._race = seed, 0
        luck = self._seed if self._race == 0 else int(key_of(self._seed, self._race)) >> 1
        return self.game.start(teams=self.teams, course=self.course, seed=luck, **self.options)

    def look(self, match: Match, seat: int) -> Observed:
        """What a seat observes: what it may see, and, on its turn, what it may do."""
        mask = np.zeros(self.game.actions, np.int8)
        if match.actor == seat:
            mask[match.legal()] = 1
        return {"observation": self._eyes.look(match.races, seat), "action_mask": mask}

    def whole(self, match: Match) -> NDArray[np.int32]:
        """The whole race as numbers, including what is hidden from the teams."""
        return self._eyes.observation.whole(match.races)

    def outcome(self, match: Match) -> list[float]:
        """What a finished race was worth to each seat."""
        places = np.zeros(self.teams, np.int8)
        for standing in match.standings():
            places[standing.seat] = standing.place
        worth = np.zeros(self.teams)
        share_out(places, self.teams, worth)
        return [float(value) for value in worth]


class Ordered(OrderEnforcingWrapper):
    """Complains if the environment is used out of order. A copy has a race of its own."""

    def __copy__(self) -> Self:
        return deepcopy(self)


def try_action(match: Match, action: Any) -> dict[str, Any]:
    """Carry out an action that may be illegal. Returns what its agent's info says."""
    if action is not None and int(action) in match.legal():
        match.play(int(action))
        return {}
    return {"refused": f"action {action} is not legal now"}


class Seated:
    """What both kinds of environment offer: agents, spaces, the whole state, and pictures."""

    match: Match

    def __init__(
        self,
        game: Game,
        *,
        teams: int | None = None,
        course: str | None = None,
        max_cycles: int | None = None,
        render_mode: str | None = None,
        **options: OptionValue,
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": module_name(game), "render_modes": list(MODES), "render_fps": PICTURES_A_SECOND,
            "is_parallelizable": False,
        }  # fmt: skip
        self.render_mode = render_mode
        self._screen = Screen(render_mode)
        self.shared = Shared(game, teams, course, max_cycles, options)
        self.state_space = self.shared.states
        self.possible_agents = list(self.shared.agents)
        self.agents: list[Agent] = []

    def observation_space(self, agent: Agent) -> Dict:
        return self.shared.observations[agent]

    def action_space(self, agent: Agent) -> Discrete:
        return self.shared.actions[agent]

    def state(self) -> NDArray[np.int32]:
        """The whole race, including what is hidden from the teams: for training only, never for decisions."""
        return self.shared.whole(self.match)

    def render(self) -> Shown:
        """The race as a spectator sees it, in the render mode that was asked for (`parcours.lab.rendering`)."""
        return self._screen.render(self.match)

    def close(self) -> None:
        """There is nothing to close."""

    def __copy__(self) -> Self:
        """A copy of the environment, with its own race."""
        return deepcopy(self)


class RaceEnv(Seated, AECEnv):
    """A race in which the teams act one after the other, each when the rules say so.

    After `max_cycles` decisions a team is truncated. Then the random bot decides for it until all teams are truncated.
    """

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new race. The same seed gives the same luck."""
        self.match = self.shared.start(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._decisions = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.agents[self.match.actor]
        self._screen.follow(self.match)

    def observe(self, agent: Agent) -> Observed:
        return self.shared.look(self.match, self.shared.seats[agent])

    def step(self, action: Any) -> None:
        """Take the action of the acting agent."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = try_action(self.match, action)
        self._decisions[agent] += 1
        if self._decisions[agent] == self.shared.max_cycles:
            self.truncations[agent] = True
        self._stand_in()
        if self.match.over:
            worth = self.shared.outcome(self.match)
            for other in self.agents:
                self.terminations[other] = not self.truncations[other]
                self.rewards[other] = worth[self.shared.seats[other]]
        elif not all(self.truncations.values()):
            self.agent_selection = self.possible_agents[self.match.actor]
        self._accumulate_rewards()
        if self.truncations[agent] or self.match.over:
            self._deads_step_first()
        self._screen.follow(self.match)

    def _stand_in(self) -> None:
        """Let the random bot decide for truncated teams while others still ride."""
        stopped = {self.shared.seats[agent] for agent in self.possible_agents if self.truncations.get(agent, True)}
        if len(stopped) < len(self.possible_agents):
            while not self.match.over and self.match.actor in stopped:
                self.match.play(self.match.choice_of(RANDOM_BOT))


class ParallelRaceEnv(Seated, ParallelEnv):
    """A race in which every team gives an action in every cycle. Only the action of the team whose turn it is counts;
    those of the others are ignored."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[Agent, Observed], dict[Agent, dict[str, Any]]]:
        """A new race. The same seed gives the same luck."""
        self.match = self.shared.start(seed)
        self.agents = list(self.possible_agents)
        self._cycles = 0
        self._screen.follow(self.match)
        return self._look(self.agents), {agent: {} for agent in self.agents}

    def _look(self, agents: list[Agent]) -> dict[Agent, Observed]:
        return {agent: self.shared.look(self.match, self.shared.seats[agent]) for agent in agents}

    def step(self, actions: dict[Agent, Any]) -> tuple[
        dict[Agent, Observed], dict[Agent, float], dict[Agent, bool], dict[Agent, bool], dict[Agent, dict[str, Any]]
    ]:  # fmt: skip
        """Ride one cycle."""
        agents = self.agents
        infos: dict[Agent, dict[str, Any]] = {agent: {} for agent in agents}
        rewards = dict.fromkeys(agents, 0.0)
        acting = agents[self.match.actor]
        infos[acting] = try_action(self.match, actions.get(acting))
        self._screen.follow(self.match)
        self._cycles += 1
        over = self.match.over
        if over:
            rewards = dict(zip(agents, self.shared.outcome(self.match), strict=True))
        stopped = not over and self._cycles == self.shared.max_cycles
        if over or stopped:
            self.agents = []
        return (
            self._look(agents), rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, stopped), infos
        )  # fmt: skip


# ------------------------------------------------------------------------------------- one module a game


class EnvModule:
    """What PettingZoo's modules hold: `env`, `raw_env` and `parallel_env` of one game in one version."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.__name__ = f"{__name__}.{module_name(game)}"

    def raw_env(self, **how: Any) -> RaceEnv:
        """The bare environment."""
        return RaceEnv(self.game, **how)

    def env(self, **how: Any) -> OrderEnforcingWrapper:
        """The environment, with checks against use out of order."""
        return Ordered(AssertOutOfBoundsWrapper(self.raw_env(**how)))

    def parallel_env(self, **how: Any) -> ParallelRaceEnv:
        """The environment in which all teams give an action in every cycle."""
        return ParallelRaceEnv(self.game, **how)


def module_name(game: Game) -> str:
    """The name of a game's environments, with the version of its rules."""
    return f"{game.id}_v{game.rules.VERSION}"


def env_module(name: str) -> EnvModule:
    """The environments of a game: "breaking_away"; or "breaking_away_v1", if that is the current version."""
    for known in GAMES:
        if name == known or name == module_name(find_game(known)):
            return EnvModule(find_game(known))
    names = ", ".join(module_name(find_game(known)) for known in GAMES)
    raise BadOptionError(f"there is no environment {name!r} (environments: {names})")


def __getattr__(name: str) -> EnvModule:
    stem, _, version = name.rpartition("_v")
    if stem in GAMES and version.isdigit():
        try:
            return env_module(name)
        except BadOptionError as error:
            raise AttributeError(str(error)) from None
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


for _game in map(find_game, GAMES):
    register("aec", f"parcours/{module_name(_game)}", EnvModule(_game).env)
    register("parallel", f"parcours/{module_name(_game)}", EnvModule(_game).parallel_env)

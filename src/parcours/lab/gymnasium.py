"""Every game as a Gymnasium environment (`pip install 'parcours[lab]'`): the learner has a seat, bots ride the others.

    import gymnasium
    import parcours.lab.gymnasium                   # registers the environments

    env = gymnasium.make("parcours/BreakingAway-v1", teams=4, bots="sprinter")
    observation, info = env.reset(seed=7)
    action = env.action_space.sample(info["action_mask"])
    observation, reward, terminated, truncated, info = env.step(action)

The games are BreakingAway, UmReifenbreite, LeaderOne, Rally and Profi; the number is the version of the game's rules
(`ids()` lists them, `parcours games` their options and bots).
`gymnasium.make("parcours.lab.gymnasium:parcours/BreakingAway-v1")` needs no import before it. `bots` is the name of one
bot for all other seats, or a list with one for each.

The observation is what the learner's seat may see (`parcours.lab.observation`). `info["action_mask"]` gives the legal
actions; so does `action_masks()`, where sb3-contrib looks for them. An illegal action changes nothing, and
`info["refused"]` says so. The reward comes at the end: 1 for a sole winner, -1 / (teams - 1) for a loser.

`gymnasium.make_vec("parcours/BreakingAway-v1", num_envs=1000)` steps a thousand races per call on all cores
(`parcours.lab.vector`). There an illegal action is an error, and where a race ends, the next one begins at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, ClassVar

import gymnasium
import numpy as np
from gymnasium.spaces import Box, Discrete, MultiDiscrete
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from parcours.engine.game import Game
from parcours.engine.match import Match
from parcours.errors import BadOptionError
from parcours.games import GAMES, find_game
from parcours.lab.observation import Eyes
from parcours.lab.rendering import MODES, PICTURES_A_SECOND, Screen, Shown
from parcours.lab.vector import Vector
from parcours.lab.vector_loops import share_out

Observed = NDArray[np.int32]
Info = dict[str, Any]
MOST_LUCK = 2**63


def env_id(game: Game) -> str:
    """A game's name in Gymnasium's registry."""
    return f"parcours/{game.id.title().replace('_', '')}-v{game.rules.VERSION}"


def ids() -> list[str]:
    """The names of all environments."""
    return [env_id(find_game(name)) for name in GAMES]


def _spaces(game: Game, width: int) -> tuple[Box, Discrete]:
    bounds = np.iinfo(np.int32)
    return Box(bounds.min, bounds.max, (width,), np.int32), Discrete(game.actions)


class _Seats:
    """Who rides where: the learner in one seat, bots in the others."""

    def __init__(self, game: Game, teams: int | None, seat: int, bots: str | Sequence[str] | None) -> None:
        self.teams = game.default_teams if teams is None else teams
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.teams:
            raise BadOptionError(f"{game.id}: there is no seat {seat!r} for the learner (seats: 0 to {self.teams - 1})")
        self.seat = seat
        others = self.teams - 1
        given = game.bots[-1].name if bots is None else bots
        names = [given] * others if isinstance(given, str) else list(given)
        if len(names) != others:
            raise BadOptionError(
                f"{game.id}: {len(names)} bots for {others} other seats (name one for each, or one for all)"
            )
        self.names: list[str | None] = [*names[:seat], None, *names[seat:]]


class SeatEnv(gymnasium.Env):
    """A race in which the learner has one seat. There is one step for each of its decisions."""

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(MODES), "render_fps": PICTURES_A_SECOND}

    match: Match

    def __init__(
        self,
        game: str,
        *,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        teams: int | None = None,
        course: str | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self.game = find_game(game)
        seats = _Seats(self.game, teams, seat, bots)
        self.teams, self.seat = seats.teams, seat
        self.bots = [name and self.game.bot(name) for name in seats.names]
        self.options: dict[str, Any] = dict(self.game.checked_options(self.teams, options))
        self.course = self.game.course(course)
        self.render_mode, self._screen = render_mode, Screen(render_mode)
        self._eyes = Eyes(self.game, self.course)
        self.observation_space, self.action_space = _spaces(self.game, self._eyes.observation.width)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observed, Info]:
        """Start a new race: the one that the seed gives, or without a seed another one that follows from the last
        seed."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(MOST_LUCK)) if seed is None else seed
        self.match = self.game.start(teams=self.teams, course=self.course, seed=luck, **self.options)
        self._let_bots_ride()
        self._screen.follow(self.match)
        return self._seen(), self._info()

    def step(self, action: Any) -> tuple[Observed, float, bool, bool, Info]:
        """Take the learner's action, then the bots' actions until the learner decides again."""
        refused = int(action) not in self.match.legal()
        if not refused:
            self.match.play(int(action))
            self._let_bots_ride()
            self._screen.follow(self.match)
        reward = self._worth() if self.match.over and not refused else 0.0
        info = self._info() | ({"refused": f"action {action} is not legal now"} if refused else {})
        return self._seen(), reward, self.match.over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal."""
        mask = np.zeros(self.game.actions, np.bool_)
        mask[self.match.legal()] = True
        return mask

    def render(self) -> Shown:
        """The race as a spectator sees it, in the render mode that was asked for (`parcours.lab.rendering`)."""
        return self._screen.render(self.match)

    def __copy__(self) -> SeatEnv:
        """A copy of the environment, with its own race."""
        return deepcopy(self)

    def _let_bots_ride(self) -> None:
        match = self.match
        while not match.over and (bot := self.bots[match.actor]):
            match.play(match.choice_of(bot))

    def _seen(self) -> Observed:
        return self._eyes.look(self.match.races, self.seat)

    def _info(self) -> Info:
        return {"action_mask": self.action_masks().astype(np.int8)}

    def _worth(self) -> float:
        """What the race was worth to the learner."""
        places, worth = np.zeros(self.teams, np.int8), np.zeros(self.teams)
        for standing in self.match.standings():
            places[standing.seat] = standing.place
        share_out(places, self.teams, worth)
        return float(worth[self.seat])


class SeatsEnv(VectorEnv):
    """Many races at once, with the learner in one seat of each."""

    metadata: ClassVar[dict[str, Any]] = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        seat: int = 0,
        bots: str | Sequence[str] | None = None,
        teams: int | None = None,
        course: str | None = None,
        threads: int | None = None,
        **options: Any,
    ) -> None:
        self.game, self.num_envs, self.seat = find_game(game), num_envs, seat
        seats = _Seats(self.game, teams, seat, bots)
        self._how = {"teams": seats.teams, "course": course, "threads": threads, "bots": seats.names, **options}
        self.races = Vector(self.game, num_envs, seed=0, **self._how)
        width = self.races.observation.width
        self.single_observation_space, self.single_action_space = _spaces(self.game, width)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = MultiDiscrete([self.game.actions] * num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observed, Info]:
        """Start all races: those that the seed gives, or without a seed others that follow from the last seed."""
        super().reset(seed=seed)
        luck = int(self.np_random.integers(MOST_LUCK)) if seed is None else seed
        self.races = Vector(self.game, self.num_envs, seed=luck, **self._how)
        seen = self.races.reset()
        return seen.observation.copy(), {"action_mask": seen.mask.astype(np.int8)}

    def step(self, actions: Any) -> tuple[Observed, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Take one action in each race. Where a race has ended, the observation is the start of the next one."""
        seen = self.races.step(actions)
        info = {"action_mask": seen.mask.astype(np.int8)}
        rewards, never = seen.rewards[:, self.seat].copy(), np.zeros(self.num_envs, np.bool_)
        return seen.observation.copy(), rewards, seen.ended.copy(), never, info

    def __copy__(self) -> SeatsEnv:
        """A copy of the environments, with their own races."""
        return deepcopy(self)


for _name in GAMES:
    gymnasium.register(
        env_id(find_game(_name)),
        entry_point=f"{__name__}:{SeatEnv.__name__}",
        vector_entry_point=f"{__name__}:{SeatsEnv.__name__}",
        kwargs={"game": _name},
    )

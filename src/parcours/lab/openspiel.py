"""Every game as an OpenSpiel game (`pip install 'parcours[lab]'`), with explicit chance and information states.

    import pyspiel
    from parcours.lab import openspiel           # registers the games

    game = pyspiel.load_game("parcours_breaking_away(players=3,staggered_start=true)")
    state = game.new_initial_state()

A player is a team; the parameters are the number of players, the course and the game's options (if some choices of an
option are words, its numbers are written with an underscore: `riders=_1`). A player observes what its seat may see
(`parcours.lab.observation`); its information state is everything it has seen and done so far, in order, as a digest.
The length of such a history has no bound, so there is no tensor of it. `resample_from_infostate` gives another race
that the player could be in, so that OpenSpiel's IS-MCTS runs without changes.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np
import pyspiel
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.game import Game
from parcours.engine.match import NO_ROLLS
from parcours.engine.options import Option, OptionValue
from parcours.engine.record import Races, copied
from parcours.errors import BadOptionError
from parcours.games import GAMES, find_game
from parcours.lab.observation import Eyes
from parcours.lab.vector_loops import share_out

LONGEST = 100_000
"""More actions than any race has. (OpenSpiel wants a bound; the rules know none.)"""
SPECTATOR = -1
NO_TENSOR = "an information state is a string, not a tensor: everything seen so far has no bounded length"


class Fixed:
    """What all states of a game share. It is never copied."""

    def __init__(self, game: Game, params: dict[str, Any]) -> None:
        self.game = game
        options = {option.name: _read(option, params[option.name]) for option in game.options}
        self.players = int(params["players"])
        self.course = game.course(params["course"])
        self.options = game.checked_options(self.players, options)
        self.loops, self.road = game.loops, self.course.road
        self.eyes = Eyes(game, self.course)
        self._luck, self._chances = game.luck_key(0), game.chances_buffer()
        self._params = tuple(sorted(params.items()))

    def carry_out(self, races: Races, action: int, codes: NDArray[np.int16]) -> tuple[int, int]:
        """Carry out an action of a player or of chance. Returns who acts next, and how many legal actions were written
        to `codes`. (The rules roll nothing here: OpenSpiel does.)"""
        who, number, _ = self.loops.play(races, self.road, action, self._luck, codes, self._chances, NO_ROLLS)
        return int(who), int(number)

    def __deepcopy__(self, memo: dict[int, Any]) -> Fixed:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _fixed, (self.game.id, self._params)


@cache
def _fixed(game: str, params: tuple[tuple[str, Any], ...]) -> Fixed:
    """Rebuild what the states of a game share in another process."""
    return Fixed(find_game(game), dict(params))


def game_type(game: Game) -> pyspiel.GameType:
    """The description of a game for OpenSpiel."""
    return pyspiel.GameType(
        short_name=f"parcours_{game.id}",
        long_name=str(game.name),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_teams,
        min_num_players=game.min_teams,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.default_teams,
            "course": game.default_course,
            **{option.name: _written(option, option.default) for option in game.options},
        },
    )


def _written(option: Option, value: OptionValue) -> int | OptionValue:
    """An option's value as OpenSpiel stores it. OpenSpiel reads "3" as a number, and a parameter has one type. So a
    choice is stored as a number if all choices are numbers, and as "_3" if some are words."""
    if not isinstance(value, str) or not value.isdecimal():
        return value
    return int(value) if all(choice.isdecimal() for choice, _ in option.choices) else f"_{value}"


def _read(option: Option, value: Any) -> Any:
    """The option's own value for a value that OpenSpiel stores."""
    return str(value).removeprefix("_") if option.choices else value


class RaceGame(pyspiel.Game):
    """A game of Parcours with its options."""

    def __init__(self, game: Game, kind: pyspiel.GameType, params: dict[str, Any] | None = None) -> None:
        given = {**kind.parameter_specification, **(params or {})}
        given |= {option.name: _written(option, _read(option, given[option.name])) for option in game.options}
        self.fixed = Fixed(game, given)
        players = self.fixed.players
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=game.actions,
            num_players=players,
            min_utility=-1.0 / max(1, players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        return load_game, (self.fixed.game.id, self.get_parameters())

    def new_initial_state(self) -> RaceState:
        """A race at its start."""
        return RaceState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> RaceObserver:
        """An observer: how players see a race."""
        if params:
            raise BadOptionError(f"{self.fixed.game.id}: observers take no parameters: remove {params}")
        return RaceObserver(self.fixed, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False))


def load_game(name: str, params: dict[str, Any] | None = None) -> pyspiel.Game:
    """A game of Parcours by its own name, as `pyspiel.load_game` gives it."""
    return pyspiel.load_game(f"parcours_{name}", params or {})


class RaceState(pyspiel.State):
    """A race as OpenSpiel walks through it: chance outcomes are actions like all others."""

    def __init__(self, game: RaceGame) -> None:
        super().__init__(game)
        self._fixed = fixed = game.fixed
        self._races = fixed.game.blank(fixed.players, fixed.options, fixed.course, {})
        self._codes = fixed.game.codes_buffer()
        self._who, self._count = fixed.loops.look(self._races, fixed.road, self._codes)
        self._knowledge = Knowledge(fixed, self._races)

    def current_player(self) -> int:
        """The seat that acts, or OpenSpiel's id for chance or for the end."""
        if self._who == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self._who == OVER else int(self._who)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._codes[: self._count].tolist())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of chance, and how likely they are."""
        fixed = self._fixed
        chances = fixed.game.chances_buffer()
        fixed.loops.read_weights(self._races, fixed.road, chances)
        weights = chances[: self._count].tolist()
        total = sum(weights)
        codes = self._codes[: self._count].tolist()
        return sorted((code, weight / total) for code, weight in zip(codes, weights, strict=True) if weight > 0)

    def _apply_action(self, action: int) -> None:
        self._knowledge.add(int(self._who), action)
        self._who, self._count = self._fixed.carry_out(self._races, action, self._codes)

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self._fixed.game.code_words(action))

    def is_terminal(self) -> bool:
        """Whether the race is over."""
        return bool(self._who == OVER)

    def returns(self) -> list[float]:
        """What the race was worth to each player: 0 until it is over."""
        fixed = self._fixed
        worth = np.zeros(fixed.players)
        if self.is_terminal():
            places = np.zeros(fixed.game.max_teams, np.int8)
            fixed.loops.read_result(self._races, fixed.road, places)
            share_out(places, fixed.players, worth)
        return [float(value) for value in worth]

    def seen_by(self, player: int) -> NDArray[np.int32]:
        """What a player may see now, in numbers; -1 is a spectator."""
        return self._fixed.eyes.look(self._races, player)

    def known_to(self, player: int) -> str:
        """Everything a player has seen and done so far, as a digest."""
        return self._knowledge.known_to(player)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> RaceState:
        """Another race that this player could be in. (Its history is still the one of the original race.)"""
        other: RaceState = self.clone()
        fixed = self._fixed
        key = np.uint64(int(sampler() * (1 << 53)))
        fixed.loops.redact_one(other._races, fixed.road, player)
        other._races[0]["ply"] = self._races[0]["ply"]
        fixed.loops.determinize_one(other._races, fixed.road, player, key)
        other._who, other._count = fixed.loops.look(other._races, fixed.road, other._codes)
        other._knowledge.imagine(other._races, player)
        return other

    def __str__(self) -> str:
        fixed = self._fixed
        standings = ", ".join(map(str, fixed.game.standings_of(self._races[0], fixed.course)))
        return f"{fixed.game.name}, turn {fixed.game.turn(self._races[0])}: {standings}"


class Knowledge:
    """What each player has seen in the course of a race. It catches up with the race only when asked."""

    def __init__(self, fixed: Fixed, races: Races) -> None:
        self._fixed, self._races = fixed, copied(races)
        self._behind: list[tuple[int, int]] = []
        self._views = [fixed.eyes.look(races, seat).tobytes() for seat in range(fixed.players)]
        self._known = [blake2b(view, digest_size=16).digest() for view in self._views]

    def add(self, who: int, action: int) -> None:
        """Note an action that is about to be carried out."""
        self._behind.append((who, action))

    def known_to(self, player: int) -> str:
        """A digest of everything a player has seen and done, in order."""
        fixed, codes = self._fixed, self._fixed.game.codes_buffer()
        for who, action in self._behind:
            fixed.carry_out(self._races, action, codes)
            for seat in range(fixed.players):
                self._follow(seat, b"%d" % action if seat == who else b"")
        self._behind = []
        return f"{player}:{self._known[player].hex()}"

    def _follow(self, seat: int, done: bytes) -> None:
        view = self._fixed.eyes.look(self._races, seat).tobytes()
        if done or view != self._views[seat]:
            self._known[seat] = blake2b(self._known[seat] + done + b"|" + view, digest_size=16).digest()
            self._views[seat] = view

    def imagine(self, races: Races, player: int) -> None:
        """Go on with a race that this player imagines: the other players know only what they would see in it now."""
        self.known_to(player)
        self._races = copied(races)
        for seat in range(self._fixed.players):
            if seat != player:
                self._views[seat] = self._fixed.eyes.look(races, seat).tobytes()
                self._known[seat] = blake2b(self._views[seat], digest_size=16).digest()


class RaceObserver:
    """OpenSpiel's observer: a tensor with a part for each field of the record, and strings. With perfect recall there
    is no tensor: a whole history has no bounded length, and a tensor of the current view would recall nothing."""

    tensor: NDArray[np.float32] | None
    dict: dict[str, NDArray[np.float32]]

    def __init__(self, fixed: Fixed, kind: Any) -> None:
        self._kind = kind
        self._fields = fixed.eyes.observation.fields
        self._players = fixed.players
        if kind.perfect_recall:
            self.tensor, self.dict = None, {}
            return
        width = fixed.eyes.observation.width
        self.tensor = np.zeros(fixed.players + width, np.float32)
        self.dict = {"player": self.tensor[: fixed.players]}
        for name, field in self._fields.items():
            part = self.tensor[fixed.players + field.at.start : fixed.players + field.at.stop]
            self.dict[name] = part.reshape(field.shape) if field.shape else part

    def _seat(self, player: int) -> int:
        """The seat whose view is used: a spectator's (-1) if private information is left out."""
        return player if self._kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER else SPECTATOR

    def set_from(self, state: RaceState, player: int) -> None:
        """Write what a player sees to `tensor`. The arrays in `dict` are parts of it."""
        if self.tensor is None:
            raise BadOptionError(NO_TENSOR)
        self.tensor[: self._players] = 0
        self.tensor[player] = 1
        self.tensor[self._players :] = state.seen_by(self._seat(player))

    def string_from(self, state: RaceState, player: int) -> str:
        """What a player sees, in words; with perfect recall, everything it has ever seen, as a digest."""
        if self._kind.perfect_recall:
            return state.known_to(player)
        seen = state.seen_by(self._seat(player))
        told = (f"{name} {' '.join(map(str, seen[field.at].tolist()))}" for name, field in self._fields.items())
        return f"player {player}; " + "; ".join(told)


def _register(game: Game) -> None:
    kind = game_type(game)

    class OneGame(RaceGame):
        """The game as OpenSpiel makes it, from its parameters alone."""

        def __init__(self, params: dict[str, Any] | None = None) -> None:
            super().__init__(game, kind, params)

    pyspiel.register_game(kind, OneGame)


for _name in GAMES:
    _register(find_game(_name))

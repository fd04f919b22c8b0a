"""How fast other board-game libraries play whole games with random legal moves: in their own compiled loops if they
have any, and stepped from Python."""

from __future__ import annotations

import importlib
import itertools
import logging
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

SEED = 1
NOT_INSTALLED = "not installed: pip install 'parcours[peers]'"

Play: TypeAlias = Callable[[], int]
"""Plays one whole game and returns how many moves it took."""


@dataclass(frozen=True)
class Rate:
    """The speed of whole games, set-up included. Games are reported besides moves, since moves differ in work."""

    moves: float
    """Moves per second."""
    games: float
    """Games per second."""


@dataclass(frozen=True)
class Peer:
    """What was measured for another library."""

    compiled: bool
    """Whether a game runs in a compiled loop, to compare with ours; if not, both are stepped from Python."""
    rates: list[Rate]


def _openspiel(spec: str) -> Play:
    """One OpenSpiel game: decisions and chance outcomes both count as moves."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(spec)
    terminal = int(pyspiel.PlayerId.TERMINAL)
    chance = int(pyspiel.PlayerId.CHANCE)
    uniform = random.Random(SEED).random

    def play() -> int:
        state = game.new_initial_state()
        player, apply = state.current_player, state.apply_action
        legal, outcomes = state.legal_actions, state.chance_outcomes
        moves = 0
        while (who := player()) != terminal:
            if who == chance:
                # Inverse transform: no slower than pyspiel.sample_action, and faster than random.choices.
                left = uniform()
                for action, probability in outcomes():  # noqa: B007
                    left -= probability
                    if left < 0.0:
                        break
            else:
                actions = legal()
                action = actions[int(uniform() * len(actions))]
            apply(action)
            moves += 1
        return moves

    return play


def _openspiel_loop(spec: str) -> Play:
    """The same game in OpenSpiel's own loop in C++, with its random bots."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(spec)
    bots = [pyspiel.make_uniform_random_bot(player, SEED + player) for player in range(game.num_players())]
    seeds = itertools.count(SEED)

    def play() -> int:
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, next(seeds))
        return int(state.move_number())

    return play


def _catanatron() -> Play:
    """One game of four RandomPlayers: every action in the game's log counts, rolls and end-turns too."""
    catanatron = importlib.import_module("catanatron")
    seeds = itertools.count(SEED)

    def play() -> int:
        players = [catanatron.RandomPlayer(color) for color in catanatron.Color]
        game = catanatron.Game(players, seed=next(seeds))
        game.play()
        return len(game.state.actions)

    return play


def _flamme_rouge() -> Play:
    """One race of four regular teams: starting places, rider choices and card choices count."""
    flamme_rouge = importlib.import_module("flamme_rouge")
    core = importlib.import_module("flamme_rouge.core")
    teams = importlib.import_module("flamme_rouge.teams")
    logging.getLogger("flamme_rouge").setLevel(logging.WARNING)
    random.seed(SEED)  # the library draws from the module's generator
    game = core.Game(flamme_rouge.AVENUE_CORSO_PASEO, [teams.Regular(name=f"team {i}") for i in range(4)])
    finish = core.Phase.FINISH
    choice = random.choice

    def play() -> int:
        game.reset()
        moves = 0
        while game.phase is not finish:
            team = choice(game.active_teams)
            game.take_action(team, choice(game.available_actions(team)))
            moves += 1
        return moves

    return play


MAEDN, BACKGAMMON = "maedn(players=4)", "backgammon"
_SETUPS: dict[str, tuple[str, bool, Callable[[], Play]]] = {
    "openspiel maedn (4 players), its C++ loop": ("pyspiel", True, lambda: _openspiel_loop(MAEDN)),
    "openspiel backgammon, its C++ loop": ("pyspiel", True, lambda: _openspiel_loop(BACKGAMMON)),
    "openspiel maedn (4 players)": ("pyspiel", False, lambda: _openspiel(MAEDN)),
    "openspiel backgammon": ("pyspiel", False, lambda: _openspiel(BACKGAMMON)),
    "catanatron (4 random players)": ("catanatron", False, _catanatron),
    "flamme-rouge": ("flamme_rouge", False, _flamme_rouge),
}
"""By their names: the module, whether its loop is compiled, and how a game is played."""


def _rate(play: Play, seconds: float) -> Rate:
    """The rate of whole games, at least one, until they have taken this much of a core's time."""
    moves = games = 0
    start = time.thread_time()
    while True:
        moves, games = moves + play(), games + 1
        elapsed = time.thread_time() - start
        if elapsed >= seconds:
            return Rate(moves / elapsed, games / elapsed)


def _measure_one(module: str, setup: Callable[[], Play], seconds: float, runs: int) -> list[Rate] | str:
    """The rates of one peer after one untimed game, or a line saying why there are none."""
    try:
        play = setup()
        play()
        return [_rate(play, seconds) for _ in range(runs)]
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name == module:
            return NOT_INSTALLED
        return " ".join(f"failed: {type(error).__name__}: {error}".split())


def measure(seconds: float = 2.0, runs: int = 5) -> Iterator[tuple[str, Peer | str]]:
    """Measure every peer, and yield each as soon as it is done: `runs` rates, or one line if it is missing or fails.

    Each rate comes from about `seconds` of processor time on one core, in whole games of uniformly random
    legal play, setting up each game included; games start again when finished. Seeds are fixed
    (catanatron still plays other games in another process), and the state of the `random` module is put
    back afterwards. A move is one decision applied:

    - OpenSpiel: every action applied, chance outcomes (dice) included; through the Python API, or by
      `evaluate_bots`, which is C++ throughout;
    - catanatron: every action of four `RandomPlayer`s in `Game.play()`, dice rolls and end-turns included;
    - flamme-rouge: every action taken (starting place, rider, card) by four teams of two riders on
      Avenue Corso Paseo; moving the riders after the last card of a round is part of that last action.
    """
    if runs < 1:
        raise ValueError(f"runs must be at least 1, not {runs}")
    for name, (module, compiled, setup) in _SETUPS.items():
        saved = random.getstate()
        try:
            found = _measure_one(module, setup, seconds, runs)
        finally:
            random.setstate(saved)
        yield name, found if isinstance(found, str) else Peer(compiled, found)


# ----------------------------------------------------------------------------------------------- their search

SIMULATIONS = 200
_SEARCHED = {"openspiel MCTS, maedn (4 players)": MAEDN, "openspiel MCTS, backgammon": BACKGAMMON}


def _openspiel_search(spec: str) -> Callable[[], float]:
    """OpenSpiel's own tree search, compiled, with one random play-out per simulation. Returns its simulations per
    second, over positions of one random game in which the player has a choice."""
    pyspiel = importlib.import_module("pyspiel")
    game = pyspiel.load_game(spec)
    states, pick = [], random.Random(SEED)
    state = game.new_initial_state()
    while not state.is_terminal():
        if not state.is_chance_node() and len(state.legal_actions()) > 1:
            states.append(state.clone())
        state.apply_action(pick.choice(state.legal_actions()))
    chosen = states[:: max(1, len(states) // 8)][:8]
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, SEED), 2.0, SIMULATIONS, 1000, False, SEED, False)

    def rate() -> float:
        start = time.perf_counter()
        for position in chosen:
            bot.step(position)
        return SIMULATIONS * len(chosen) / (time.perf_counter() - start)

    return rate


def measure_search(runs: int = 5) -> dict[str, list[float] | str]:
    """Play-outs per second of other libraries' own tree search, on one core; or one line why there are none."""
    measured: dict[str, list[float] | str] = {}
    for name, spec in _SEARCHED.items():
        try:
            rate = _openspiel_search(spec)
            rate()
            measured[name] = [rate() for _ in range(runs)]
        except Exception as error:
            missing = isinstance(error, ModuleNotFoundError) and error.name == "pyspiel"
            measured[name] = NOT_INSTALLED if missing else " ".join(f"failed: {type(error).__name__}: {error}".split())
    return measured

"""Let OpenSpiel's own information-set search ride a race against random teams.

    python examples/openspiel_search.py --game breaking_away --simulations 20

OpenSpiel itself is unchanged: it loads the game by its name, and `ISMCTSBot` searches from what its seat has seen.
"""

from __future__ import annotations

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

import parcours.lab.openspiel  # registers the games


def ride(game: pyspiel.Game, simulations: int, seed: int) -> tuple[list[float], int]:
    """Ride one race with the search in the first seat. Returns what each team got, and how many choices the search
    made."""
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, rng), uct_c=2.0, max_simulations=simulations,
        random_state=rng,
    )  # fmt: skip
    state, choices = game.new_initial_state(), 0
    while not state.is_terminal():
        legal = state.legal_actions()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = rng.choice(outcomes, p=chances)
        elif state.current_player() == 0 and len(legal) > 1:
            action, choices = bot.step(state), choices + 1
        else:
            action = rng.choice(legal)
        state.apply_action(int(action))
    return list(state.returns()), choices


def main() -> None:
    parser = argparse.ArgumentParser(description="Let OpenSpiel's information-set search ride a race.")
    parser.add_argument("--game", default="breaking_away", choices=parcours.game_names())
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--simulations", type=int, default=20, help="for each choice")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = pyspiel.load_game(f"parcours_{given.game}(players={given.players})")
    returns, choices = ride(game, given.simulations, given.seed)
    end = "won" if returns[0] > 0 else "did not win"
    print(f"the search made {choices} choices and {end} against {given.players - 1} random teams: {returns}")


if __name__ == "__main__":
    main()

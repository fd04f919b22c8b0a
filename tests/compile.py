"""Compile a game's kernels, all that tests need of it: `python -m tests.compile GAME`."""

from __future__ import annotations

import sys

import parcours
from parcours.bots.search import Budget, search


def compile_game(name: str) -> None:
    game = parcours.game(name)
    batch = game.batch(1, seed=1)
    batch.step(batch.legal_mask().argmax(axis=1))
    batch.play_out()
    batch.restart()
    batch.play_out([game.bots[-1]] * batch.teams)
    game.scene(game.start(), 0)
    game.start().guess(0, 1)
    search(game.start(), Budget(iterations=1))


if __name__ == "__main__":
    compile_game(sys.argv[1])

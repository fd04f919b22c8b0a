"""Roads on which much happens: the courses of the game, and short ones with rarer terrain."""

from __future__ import annotations

import numpy as np

from parcours.engine.course import Course
from parcours.engine.game import Game

GROUNDS = ("B", "Gs", "Bf", "G", "K", "R4^ D", "R3^ D", "R2 R2^ D", "R1 R1^")
ENDS = ("G", "B", "K", "R4^", "R2 R2^")


def rough(game: Game, rng: np.random.Generator) -> Course:
    """Half the time a course of the game, else five stretches drawn by lot."""
    if rng.random() < 0.5:
        return game.course(str(rng.choice(game.course_names)))
    profile = " ".join([*map(str, rng.choice(GROUNDS, 4)), str(rng.choice(ENDS))])
    return game.read_course("rough.toml", f'format=1\ngame="profi"\nname="Rough"\nprofile="{profile}"\n')

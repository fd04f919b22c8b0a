"""Rally in figures: bots drive every rally of the Calendar, to show how stages go and which trim wins where."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.batch import Batch
from parcours.engine.figures import Table
from parcours.games.rally.game import GAME
from parcours.games.rally.state import LEFT, OUT

BOT = "codriver"
TRIMS = ("stable", "fast", "prototype")
TEAMS = 3
"""One car of each trim, so that all three have the same road and the same weather."""


def figures(races: int, seed: int) -> list[Table]:
    """Per rally: how long stages are, what they cost, and how often each trim wins."""
    lengths: list[tuple[object, ...]] = []
    wins: list[tuple[object, ...]] = []
    for number, rally in enumerate(GAME.course_names):
        limits = GAME.course(rally).facts["special"]
        for special in (False, True) if limits else (False,):
            name = f"{GAME.course(rally).name}{', special' if special else ''}"
            batch, places = driven(rally, races, seed + 1000 * number, special)
            lengths.append((name, *stage_figures(batch)))
            wins.append((name, *win_shares(batch, places)))
    return [
        Table(
            f"A stage of each rally ({races} stages of {TEAMS} co-drivers, one of each trim)",
            (
                "rally",
                "squares",
                "turns",
                "turns driven by a car",
                "squares a turn",
                "times off",
                "moves stood",
                "cars out",
            ),
            lengths,
        ),
        Table("Stages won by trim (shared wins split)", ("rally", *TRIMS), wins),
    ]


def driven(rally: str, races: int, seed: int, special: bool) -> tuple[Batch, NDArray[np.int8]]:
    """Let three co-drivers, one of each trim, drive stages on random roads; the start order is drawn by lot."""
    carried = {"trims": [0, 1, 2], "scores": [0, 0, 0], "arrow": 0}
    batch = GAME.batch(races, teams=TEAMS, seed=seed, course=rally, special=special, road="random", carried=carried)
    return batch, batch.play_out([BOT] * TEAMS)


def stage_figures(batch: Batch) -> tuple[str, ...]:
    """Averages: the squares of the road and the turns of the stage; for a car, its turns, its pace, how often it went
    off the road and how many moves it sat out; and the share of cars eliminated."""
    status = batch.races["status"][:, :TEAMS]
    left = status == LEFT
    driven_turns = (batch.races["left_turn"][:, :TEAMS] - batch.races["start"][:, :TEAMS] + 1)[left]
    squares = float(batch.races["places"].mean())
    turns = float(driven_turns.mean()) if left.any() else 0.0
    out = float((status == OUT).mean())
    pace = squares / turns if turns else 0.0
    offs, stood = (float(batch.races[name][:, :TEAMS].mean()) for name in ("offs", "stood"))
    turn = float(batch.races["turn"].mean())
    return (f"{squares:.0f}", f"{turn:.1f}", f"{turns:.1f}", f"{pace:.1f}", f"{offs:.2f}", f"{stood:.2f}", f"{out:.1%}")


def win_shares(batch: Batch, places: NDArray[np.int8]) -> tuple[str, ...]:
    """How often each trim wins; a shared win is split."""
    first = places[:, :TEAMS] == 1
    shares = (first / first.sum(axis=1, keepdims=True)).mean(axis=0)
    return tuple(f"{share:.0%}" for share in shares)

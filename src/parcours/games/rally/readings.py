"""Rally: what the compiled rules tell the table about the car that moves: speeds, levels, odds."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parcours.engine.game import Game
from parcours.engine.record import new_races
from parcours.games.rally import odds
from parcours.games.rally.state import GEARS, LONGEST

ROWS = LONGEST + 1
Odds = NDArray[np.float64]
Brakes = NDArray[np.int8]


class Gear(NamedTuple):
    """What a gear allows: fewest and most squares, whether it may be set now, the risk level for each die."""

    low: int
    high: int
    may_be_set: bool
    risk: tuple[int, ...]


class Step(NamedTuple):
    """A square ahead: its level in this weather, the cars passed on entering it, and what the tyres take off."""

    printed: int
    passed: int
    suited: int

    def level(self, brakes: int) -> int:
        """The level with this many brakes, never below 0 (RA-X3)."""
        return max(0, self.printed + self.passed - self.suited + brakes)


def plate(game: Game, view: Any) -> tuple[Gear, ...]:
    """The gears, 1st to 5th, for the car that moves."""
    out = np.zeros((GEARS, odds.PLATE), np.int64)
    odds.read_plate(view, out)
    return tuple(Gear(int(row[0]), int(row[1]), bool(row[2]), tuple(int(n) for n in row[3:])) for row in out)


def steps(game: Game, view: Any) -> tuple[Step, ...]:
    """The squares ahead of the car that moves, from its place; `steps[0]` is the first."""
    out = np.zeros((LONGEST, odds.STEP), np.int64)
    odds.read_steps(view, out)
    ahead = int(view[0]["places"]) - int(view[0]["place"][int(view[0]["car"])])
    return tuple(Step(*(int(n) for n in row)) for row in out[: max(0, ahead)])


def gear_odds(game: Game, view: Any) -> Odds:
    """For each gear and number of steps: the average outlook over the six faces of the risk die, and the chance of
    going off on the last square."""
    out = np.zeros((GEARS * ROWS, odds.COLUMNS))
    scratch = new_races(1, game.record)
    odds.read_gears(view, scratch, out)
    return out.reshape(GEARS, ROWS, odds.COLUMNS)


def distance_odds(game: Game, view: Any) -> tuple[Odds, Brakes]:
    """For each number of steps: the outlook with the safest brakes, and where those brakes are."""
    out, brakes, scratch = np.zeros((ROWS, odds.COLUMNS)), np.zeros((ROWS, ROWS), np.int8), new_races(1, game.record)
    odds.read_distances(view, scratch, out, brakes)
    return out, brakes


def brake_odds(game: Game, view: Any) -> tuple[Odds, Brakes]:
    """For each square where the next brake may go: the outlook if the other brakes are placed as safely as possible,
    and where all brakes are then."""
    out, brakes, scratch = np.zeros((ROWS, odds.COLUMNS)), np.zeros((ROWS, ROWS), np.int8), new_races(1, game.record)
    odds.read_brakes(view, scratch, out, brakes)
    return out, brakes

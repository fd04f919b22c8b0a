"""The rule functions that each game writes, as `loops` sees them: stubs for the type checker and for readers."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.road import Road


def set_up(race: Any, road: Road) -> None:
    """Put everything in its place for the start, in a blank record that already holds the options."""
    raise NotImplementedError


def actor(race: Any) -> int:
    """Who decides next: a seat, CHANCE or OVER."""
    raise NotImplementedError


def legal(race: Any, road: Road, out: NDArray[Any]) -> int:
    """Write the legal action codes to `out`. Returns how many there are."""
    raise NotImplementedError


def apply(race: Any, road: Road, action: int) -> None:
    """Carry out a legal action."""
    raise NotImplementedError


def weights(race: Any, road: Road, out: NDArray[Any]) -> None:
    """At a chance node: a whole-number weight for each legal action, in the order of `legal`."""
    raise NotImplementedError


def redact(race: Any, road: Road, seat: int) -> None:
    """Blank what the seat may not know; -1 is a spectator."""
    raise NotImplementedError


def determinize(race: Any, road: Road, seat: int, key: np.uint64) -> None:
    """Fill what a view of the seat leaves unknown with one consistent possibility."""
    raise NotImplementedError


def result(race: Any, road: Road, places: NDArray[Any]) -> None:
    """Write each team's place, from 1; teams that share a place have the same number."""
    raise NotImplementedError


def choose(kind: int, race: Any, road: Road, seat: int, codes: NDArray[Any], number: int, key: np.uint64) -> int:
    """What the game's own bot of this kind does; `race` is the seat's view."""
    raise NotImplementedError


def tally(before: Any, action: int, after: Any, counts: NDArray[Any]) -> None:
    """Count what an action did, for figures. A game that counts nothing leaves this out."""
    raise NotImplementedError


def score(race: Any, road: Road, points: NDArray[Any]) -> None:
    """Write each team's current points, from which margins are computed. A game without points leaves this out."""
    raise NotImplementedError


def foreseen(race: Any, road: Road, points: NDArray[Any]) -> float:
    """Write the points that each team will roughly have at the end. Returns by how much luck may still move them. For
    games whose search cuts its play-outs short; other games leave this out."""
    raise NotImplementedError


def clock(race: Any) -> int:
    """How far the race has come, in the unit of a search's horizon. A game without `foreseen` leaves this out."""
    raise NotImplementedError

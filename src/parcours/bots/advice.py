"""A hint from a search: which choice to make, which figure supports it, and which choices are too close to call.

The suggestion and the figures beside it come from the same tries and are in the same order: no choice is shown with a
better figure than the top one.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from parcours.bots.search import Found, Prospect

Measure = Literal["wins", "points", "place"]
MEASURES: tuple[Measure, ...] = ("wins", "points", "place")
SURE = 2.0
"""Two choices that differ by more than this many standard errors are not too close to call."""


@dataclass(frozen=True)
class Advice:
    """What to choose, and what supports the suggestion."""

    measure: Measure
    """The figure that tells the choices apart: the chance to win, else points, else the place."""
    choices: tuple[Prospect, ...]
    """The choices that were tried often enough, the best by the measure first. The first one is the suggestion."""
    close: tuple[int, ...]
    """The actions of all choices that are too close to call, including the first; empty: the first is clearly best."""

    @property
    def best(self) -> Prospect:
        return self.choices[0]


def shown(prospect: Prospect, seat: int, measure: Measure) -> float:
    """A figure as it is shown, rounded; more is better."""
    if measure == "wins":
        return float(round(100 * prospect.wins[seat]))
    if measure == "points":
        return round(prospect.points[seat], 1)
    return -round(prospect.places[seat], 1)


def advise(found: Found, among: Collection[int]) -> Advice:
    """The advice that a search supports, limited to choices that are offered."""
    seat = found.seat
    told = [prospect for prospect in found.told() if prospect.action in among]
    best = told[0]
    scored = any(prospect.points[seat] for prospect in told)
    open_to = [measure for measure in MEASURES if measure != "points" or scored]
    tops = [one for one in open_to if _on_top(best, told, seat, one)]
    measure = tops[0] if tops else next(one for one in open_to if _tells(told, seat, one) or one == "place")
    told.sort(key=lambda p: (-shown(p, seat, measure), p is not best, -p.worth))
    close = tuple(p.action for p in told if p is told[0] or too_close(told[0], p))
    return Advice(measure, tuple(told), close if len(close) > 1 else ())


def _tells(told: list[Prospect], seat: int, measure: Measure) -> bool:
    """Whether any two choices differ in the shown figures of a measure."""
    return len({shown(prospect, seat, measure) for prospect in told}) > 1


def _on_top(best: Prospect, told: list[Prospect], seat: int, measure: Measure) -> bool:
    """Whether, in the shown figures, no choice looks better than the best, and some choice looks worse."""
    figures = [shown(prospect, seat, measure) for prospect in told]
    return shown(best, seat, measure) == max(figures) and (len(told) == 1 or min(figures) < max(figures))


def too_close(a: Prospect, b: Prospect) -> bool:
    """Whether two choices differ by no more than luck explains."""
    return abs(a.worth - b.worth) <= SURE * math.hypot(a.error, b.error)

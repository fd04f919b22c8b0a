"""The parameters of a search. Each game has its own; bots and experiments vary them."""

from __future__ import annotations

from typing import NamedTuple


class SearchParameters(NamedTuple):
    """The parameters of a search. All are floats, so that compiled code takes them as one tuple of a single type."""

    explore: float = 0.6
    """How strongly the search is drawn to choices that it has seldom tried."""
    liking: float = 0.4
    """The share of the initial attention that goes to the choice of the game's own bot; the rest is divided evenly."""
    doubt: float = 0.05
    """How much worse an untried choice is assumed to be than the average of the tried ones."""
    guide: float = 1.0
    """Which of the game's own bots plays the play-outs; 0: any legal action at random."""
    stray: float = 0.0
    """How many out of 1024 decisions in a play-out are made at random."""
    horizon: float = 0.0
    """The number of rounds after which a play-out is cut short and judged as it stands; 0: never."""
    win: float = 0.5
    place: float = 0.2
    margin: float = 0.3
    """The weights of winning (`win`), of the place and of the margin in points; together they should add up to 1."""
    scale: float = 10.0
    """How many points count as a big margin."""
    trust: float = 20.0
    """After this many tries, a choice's measured worth counts as much as what was assumed beforehand; higher in games
    with more luck."""
    lean: float = 0.005
    """How much better than the others the choice of the game's own bot is assumed to be before any try."""
    sure: float = 0.0
    """By how many standard errors another choice must beat the bot's choice to be preferred to it."""

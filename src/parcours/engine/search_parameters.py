"""The numbers that a search goes by. Each game has its own; bots and people who try things out vary them."""

from __future__ import annotations

from typing import NamedTuple


class SearchParameters(NamedTuple):
    """What a search goes by. All are floats, so that compiled code takes them in one piece."""

    explore: float = 0.6
    """How strongly seldom tried choices are tried."""
    liking: float = 0.4
    """How much of the first attention goes to what the game's own bot would do; the rest is shared evenly."""
    doubt: float = 0.05
    """By how much an untried choice is thought worse than the average of the tried ones."""
    kind: float = 1.0
    """The game's own bot that rides the play-outs."""
    stray: float = 0.0
    """How many of 1024 decisions in a play-out are made at random."""
    horizon: float = 0.0
    """After how many rounds a play-out is broken off and judged as it stands; 0: never."""
    win: float = 0.5
    place: float = 0.2
    margin: float = 0.3
    """What winning, each place and the margin in points count for; together they should make 1."""
    scale: float = 10.0
    """How many points make a big margin."""
    trust: float = 20.0
    """After how many tries a choice is believed half of what it seems to be worth: more where there is more luck."""
    lean: float = 0.005
    """By how much what the game's own bot would do is thought better beforehand."""
    sure: float = 0.0
    """By how many standard errors another choice must be better than that."""

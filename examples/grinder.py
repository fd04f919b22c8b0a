"""A bot of one's own: the Grinder keeps its big numbers and rides where most others ride.

    parcours watch breaking_away --bots examples/grinder.py:Grinder,sprinter,sprinter,random
    parcours ladder breaking_away --bots examples/grinder.py:Grinder,sprinter,novice
    parcours play --bots examples/grinder.py:Grinder

`choose` is handed the race as its seat sees it. It may ask what is legal, what the choices mean, and how the teams
stand; it may guess what it can't see, and ride the guess on to find out what would follow.
"""

from __future__ import annotations

import parcours

GUESSES = 3


class Grinder:
    """For every choice: guess three times, make the choice, let the game's own bot ride on for a while, and see how
    many rivals are behind then."""

    def choose(self, race: parcours.Match) -> int:
        """One of `race.legal()`."""
        return max(race.legal(), key=lambda action: self.worth(race, action))

    def worth(self, race: parcours.Match, action: int) -> float:
        """How many places better than the last one its seat stands after the choice, on average."""
        seat = race.actor
        total = 0
        for key in range(GUESSES):
            guess = race.guess(seat, key)
            guess.play(action)
            for _ in range(4 * race.teams):
                if guess.over:
                    break
                guess.play(guess.choice_of(race.game.bots[-1]))
            place = next(row.place for row in guess.standings() if row.seat == seat)
            total += race.teams - place
        return total / GUESSES

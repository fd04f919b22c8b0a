"""A bot of your own for Breaking Away: the Grinder looks two turns ahead, for points, ground and strength to spare.

    parcours watch breaking_away --bots examples/grinder.py:Grinder,sprinter,sprinter,random
    parcours ladder breaking_away --bots examples/grinder.py:Grinder,sprinter,novice
    parcours play --bots examples/grinder.py:Grinder

`choose` gets the race as its seat sees it. It may ask what is legal, what the choices mean, and how the teams stand. It
may also guess what it can't see, and ride on from the guess to find out what would follow.
"""

from __future__ import annotations

import parcours

GUESSES = 3
TURNS = 2
RIDERS = 4


class Grinder:
    """For each choice, it guesses three times what it can't see, makes the choice, lets the game's own bot ride on for
    two turns, and sees what the team has then."""

    def choose(self, race: parcours.Match) -> int:
        """One of `race.legal()`."""
        return max(race.legal(), key=lambda action: self.worth(race, action))

    def worth(self, race: parcours.Match, action: int) -> float:
        """What the bot's team has after the choice, on average."""
        seat, usual = race.actor, race.game.bots[-1]
        total = 0.0
        for key in range(GUESSES):
            guess = race.guess(seat, key)
            guess.play(action)
            end = guess.turn + TURNS
            while not guess.over and guess.turn < end:
                guess.play(guess.choice_of(usual))
            total += self.has(guess, seat)
        return total / GUESSES

    def has(self, race: parcours.Match, seat: int) -> float:
        """The team's lead in points over the best rival, the distance of its riders, and the numbers on their sheet."""
        points = race.state["points"][: race.teams].tolist()
        lead = points.pop(seat) - max(points)
        team = slice(RIDERS * seat, RIDERS * (seat + 1))
        return float(lead + race.state["distance"][team].sum() + race.state["factor"][team].sum())

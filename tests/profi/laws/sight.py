"""What a law looks at: a deed, the record before and after it, and what is remembered of the race."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.eyes import TYPES, Eyes

FLAT_TYRE = 7
RED_EVERY = 10
LAID_POINTS = (1, 2, 2, 2, 1, 2, 1, 2, 2)
"""Points of each contribution, in the order of its codes (PR-L3)."""


@dataclass
class Memory:
    """What happened before."""

    changed: bool = False
    """The team car was called, or places were swapped, and nobody has moved since (PR-O7)."""
    flat: set[int] = field(default_factory=set)
    """Riders that move last this round because of a flat tyre, and not because of a fall in the round before (event 7,
    PR-O5)."""
    owed: set[int] = field(default_factory=set)
    """Riders that must roll because they are directly behind one that fell (PR-F3)."""
    stops: dict[tuple[int, int], int] = field(default_factory=dict)
    """How many rounds a rider has ended on a climb of a board (PR-C7)."""
    start: int | None = None
    """The value of the card that a leader has laid; None: not seen."""
    added: int = 0
    bonus: int = 0
    rows: list[int] = field(default_factory=list)
    """Where the riders stood before a train was lined up."""
    points: list[int] = field(default_factory=list)
    """Mountain points before the control."""


@dataclass
class Sight:
    """One deed; `legal` is what can be chosen after it."""

    eyes: Eyes
    memory: Memory
    before: Any
    action: int
    after: Any
    legal: list[int]

    @property
    def phase(self) -> int:
        return int(self.after["phase"])

    @property
    def who(self) -> int:
        return int(self.after["who"])

    def stops_left(self, rider: int, row: int) -> int:
        """The last row that a rider may reach: the end of a climb on which it lacks a stop (PR-C7, PR-C8)."""
        first = 1
        for terrain, end in self.eyes.board or ():
            asked = (end - first + RED_EVERY) // RED_EVERY
            if terrain[0] == "R" and row <= end and self.memory.stops.get((rider, end), 0) < asked:
                return end
            first = end + 1
        return 10**6

    def is_late(self, rider: int) -> bool:
        """Whether a rider moves last: it fell in the round before (PR-O5), or has a flat tyre (event 7)."""
        state = self.after
        fell = int(state["fell"][rider])
        return 0 < fell == int(state["round_number"]) - 1 or rider in self.memory.flat


class Watch:
    """Rides a race deed by deed, and remembers what the laws need."""

    def __init__(self, race: Match) -> None:
        self.race, self.eyes, self.memory = race, Eyes(race), Memory()

    def ride(self, action: int) -> Sight:
        """Carry out a deed, and look at what it did."""
        before = self.race.races[0].copy()
        self.race.replay(action)
        sight = Sight(self.eyes, self.memory, before, action, self.race.races[0].copy(), self.race.legal())
        self._remember(sight)
        return sight

    def _remember(self, sight: Sight) -> None:
        memory, eyes, before, after, action = self.memory, self.eyes, sight.before, sight.after, sight.action
        if int(after["round_number"]) != int(before["round_number"]):
            memory.flat.clear()
        if (before["moved"] != after["moved"]).any():
            memory.changed = False
        elif action == a.CAR or a.SWAP <= action < a.CHIPS:
            memory.changed = True
        if action == a.EVENT + FLAT_TYRE - 1:
            drawn = int(before["who"])
            mates = [mate for mate in eyes.mates(drawn) if mate in eyes.on_road(before)]
            fell_before = 0 < int(before["fell"][drawn]) == int(before["round_number"]) - 1
            if not fell_before and not any(eyes.touch(before, drawn, mate) for mate in mates):
                memory.flat.add(drawn)
        self._remember_stops(before, after)
        self._remember_circle(before, action, after)
        if sight.phase == s.CONTROL_DIE and int(before["phase"]) != s.CONTROL_DIE:
            memory.points = [int(points) for points in after["mountain"]]

    def _remember_stops(self, before: Any, after: Any) -> None:
        """Note stops at the end of a round. Nobody moves as a round begins, so the places are still those of the last
        one."""
        number = int(after["round_number"])
        if number < 2 or number == int(before["round_number"]) or after["sprint"]:
            return
        for rider in self.eyes.on_road(after):
            row = int(after["row"][rider])
            for terrain, end in self.eyes.board or ():
                if row <= end:
                    if terrain[0] == "R":
                        self.memory.stops[rider, end] = self.memory.stops.get((rider, end), 0) + 1
                    break

    def _remember_circle(self, before: Any, action: int, after: Any) -> None:
        memory, phase = self.memory, int(before["phase"])
        if int(after["phase"]) != s.CIRCLE_PLACE:
            memory.rows = [int(row) for row in after["row"]]
        if action == a.CIRCLE:
            memory.start, memory.added, memory.bonus = None, 0, 0
        elif phase == s.OFFER and a.CHIPS <= action < a.PLAY:
            memory.start, memory.added = 0, action - a.CHIPS + 1
        elif phase == s.OFFER and a.PLAY <= action < a.ADJUST:
            card = action - a.PLAY
            memory.start = 1 if card == a.TIRED_CARD else 3 if card == a.DOPING_CARD else card % a.JOKERS + 2
        elif phase == s.SHAPE and int(before["kind"]) == s.CIRCLE_MOVE and a.ADJUST <= action < a.USE_BOTTLE:
            memory.added = action - a.ADJUST - 2
        elif phase == s.BONUS_PHASE and int(before["kind"]) == s.CIRCLE_MOVE:
            memory.bonus = action - a.BONUS


__all__ = ["LAID_POINTS", "TYPES", "Memory", "Sight", "Watch"]

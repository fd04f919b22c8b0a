"""What can be read off the record and the course: who stands where, on what terrain, and who protects whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from parcours.engine.match import Match
from parcours.games.profi import state as s

TYPES = (s.CAPTAIN, s.ROULEUR, s.GRIMPEUR, s.SPRINTER, s.ROULEUR)
OWN = {"B": s.ROULEUR, "D": s.ROULEUR, "G": s.SPRINTER, "R": s.GRIMPEUR}
STRETCHES = {
    "coast": (("G", 10), ("B", 24), ("R4", 30), ("D", 36), ("G", 44), ("B", 52), ("G", 64)),
    "two_passes": (("B", 12), ("G", 22), ("R2", 38), ("D", 46), ("K", 52), ("B", 60), ("R1", 74), ("B", 80)),
}
"""Terrain of the boards: each stretch with its last row (PR-Z11, PR-Z12)."""
LEFT_INSIDE = {"coast": range(31, 65), "two_passes": range(39, 61)}
NARROW = {"two_passes": range(47, 53)}
CLEAN_LINE = 16
COLOURS = 5


def riders_in(mask: Any) -> set[int]:
    return {rider for rider in range(32) if int(mask) >> rider & 1}


class Eyes:
    """What can be seen of one race."""

    def __init__(self, race: Match) -> None:
        state = race.races[0]
        self.board = STRETCHES.get(race.setup.course.id)
        self.course = race.setup.course.id
        self.rounds = [] if self.board else str(race.setup.course.facts["profile"]).split()
        self.teams, self.squad = int(state["teams"]), int(state["squad"])
        self.riders = range(int(state["sides"]) * self.squad)
        self.lanes = 3 if self.board else int(state["width"])

    # ---------------------------------------------------------------------------------------------- riders

    def team(self, rider: int) -> int:
        return rider // self.squad

    def is_dummy(self, rider: int) -> bool:
        return self.team(rider) >= self.teams

    def type(self, state: Any, rider: int) -> int:
        return TYPES[int(state["role"][rider])]

    def name(self, rider: int) -> str:
        return f"{'ABCDEFGH'[self.team(rider)]}{rider % self.squad + 1}"

    def mates(self, rider: int) -> Iterator[int]:
        first = self.team(rider) * self.squad
        yield from (mate for mate in range(first, first + self.squad) if mate != rider)

    def on_road(self, state: Any) -> list[int]:
        return [rider for rider in self.riders if int(state["status"][rider]) >= s.UP]

    def is_up(self, state: Any, rider: int) -> bool:
        return int(state["status"][rider]) == s.UP

    def to_move(self, state: Any) -> list[int]:
        return [rider for rider in self.on_road(state) if not state["moved"][rider]]

    def doping(self, state: Any, rider: int) -> int:
        """Unused doping cards of a rider."""
        return int(state["unused"][rider]).bit_count()

    def means(self, state: Any, rider: int) -> int:
        """A rider's chips; an unused doping card counts as 3 (PR-O3)."""
        return int(state["chips"][rider]) + 3 * self.doping(state, rider)

    # ----------------------------------------------------------------------------------------------- places

    def place(self, state: Any, rider: int) -> tuple[int, int]:
        return int(state["row"][rider]), int(state["lane"][rider])

    def at(self, state: Any, row: int, lane: int) -> int | None:
        for rider in self.on_road(state):
            if self.place(state, rider) == (row, lane):
                return rider
        return None

    def is_free(self, state: Any, row: int) -> bool:
        return all(int(state["row"][rider]) != row for rider in self.on_road(state))

    def width(self, row: int) -> int:
        return 2 if row in NARROW.get(self.course, ()) else self.lanes

    def on_verge(self, state: Any, rider: int) -> bool:
        row, lane = self.place(state, rider)
        return not 1 <= lane <= self.width(row)

    def inner(self, row: int, lane: int) -> int:
        """How far from the inside a lane lies (PR-R2, PR-C9)."""
        end = self.board[-1][1] if self.board else row
        return self.width(row) + 1 - lane if min(row, end) in LEFT_INSIDE.get(self.course, ()) else lane

    def touch(self, state: Any, one: int, other: int) -> bool:
        """Whether two riders are beside each other, or directly behind each other (PR-V2)."""
        if self.on_verge(state, one) or self.on_verge(state, other):
            return False
        (row, lane), (its_row, its_lane) = self.place(state, one), self.place(state, other)
        return abs(row - its_row) + abs(lane - its_lane) == 1

    def is_protected(self, state: Any, rider: int) -> bool:
        """Whether a team-mate is beside or directly ahead, lying or not (PR-G1), or the rider has a clean line (event
        16)."""
        if int(state["event"][rider]) == CLEAN_LINE:
            return True
        row = int(state["row"][rider])
        return any(
            int(state["status"][mate]) >= s.UP
            and self.touch(state, rider, mate)
            and int(state["row"][mate]) in (row, row + 1)
            for mate in self.mates(rider)
        )

    # ---------------------------------------------------------------------------------------------- terrain

    def ground(self, state: Any, row: int) -> str:
        """`B`, `G`, `D`, `K`, or a climb with its category: `R1`, `RH` (PR-C1, PR-C6)."""
        if self.board:
            clamped = min(max(row, 1), self.board[-1][1])
            return next(terrain for terrain, end in self.board if clamped <= end)
        number = min(max(int(state["round_number"]), 1), len(self.rounds))
        return self.rounds[number - 1].rstrip("s^f")

    def is_own(self, state: Any, rider: int, row: int) -> bool:
        """Whether a row is the rider's own terrain; captains have none (PR-C2, PR-C4)."""
        return OWN.get(self.ground(state, row)[0]) == self.type(state, rider)

    def may_joke(self, state: Any, rider: int, row: int) -> bool:
        """Whether a rider may play jokers: the captain always, others on own terrain and on cobbles (PR-K2, PR-C5)."""
        is_captain = self.type(state, rider) == s.CAPTAIN
        return is_captain or self.ground(state, row) == "K" or self.is_own(state, rider, row)

    def has_card(self, state: Any, rider: int) -> bool:
        """Whether a rider has any card that it may play in a move."""
        hand, row = state["hand"][self.team(rider)], int(state["row"][rider])
        colour = self.type(state, rider) * COLOURS
        jokers = self.may_joke(state, rider, row) and bool(np.any(hand[s.JOKER * COLOURS :]))
        return (
            bool(hand[colour : colour + COLOURS].any())
            or jokers
            or bool(state["tired"][rider])
            or self.doping(state, rider) > 0
        )

    def wind(self, state: Any, rider: int) -> int:
        group = int(state["group"][rider])
        return int(state["wind"][group]) if state["wind_rule"] and group >= 0 else s.NOT_ROLLED

    def head_wind(self, state: Any, rider: int) -> int:
        """Squares that an exposed rider loses (PR-Y3)."""
        if rider not in riders_in(state["exposed"]):
            return 0
        return {s.HEAD_WIND: 1, s.STRONG_HEAD_WIND: 2}.get(self.wind(state, rider), 0)

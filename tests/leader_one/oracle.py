"""The moves of Leader 1 and their costs, written a second time in another way: with sets and dictionaries over the
course's own steps. The tests compare what the rules offer with this module."""

from __future__ import annotations

from typing import Any

from parcours.engine.course import Course
from parcours.engine.road import DARK, NOWHERE, SPRINT_ZONE, TERRAINS
from parcours.games.leader_one import state as s

FREE = {"flat": (3, 2, 1), "false_flat": (2, 2, 2), "climb": (1, 2, 3), "descent": (4, 4, 4)}
PRICE = (0, 1, 3, 5, 8, 11, 15)
WORST = {"": 1, "fatigue": 3, "fall": 2, "both": 4}
Ways = dict[tuple[int, int, str], int]
"""(end square, length, risk): energy."""


def free_squares(race: Any, course: Course, rider: int, pullers: set[int], attacking: bool) -> int:
    """Free squares of a move. `pullers`: the squares left by riders that leave their slipstream."""
    squares = course.road.squares
    start = int(race["bunch"]) if attacking else int(race["at"][rider])
    terrain = TERRAINS[squares["terrain"][start]]
    free = FREE[terrain][int(race["kind"][rider])]
    free += int(race["quality"][rider]) == s.DESCENDER and terrain == "descent"
    free += int(race["quality"][rider]) == s.SPRINTER and bool(squares["flags"][start] & SPRINT_ZONE)
    sheltered = not attacking and not race["punctured"][rider] and int(race["status"][rider]) == s.ON_ROAD
    if sheltered and pullers & {int(there) for there in squares["ahead"][start]}:
        free += 1
    return free


def ways(race: Any, course: Course, rider: int, free: int, attacking: bool) -> Ways:
    """Every way that a rider may ride, with its energy."""
    road = Road(race, course, rider, attacking)
    energy = int(race["energy"][rider])
    found: Ways = {}
    for length in range(4 if attacking else 1, free + 7):
        price = PRICE[max(0, length - free)]
        ends = road.ends(length, free, through=False) or road.ends(length, free, through=True)
        for (square, risk), extra in ends.items():
            if energy >= (price + extra) * WORST[risk]:
                found[square, length, risk] = price + extra
    return found


class Road:
    """The road around the rider that moves."""

    def __init__(self, race: Any, course: Course, rider: int, attacking: bool) -> None:
        squares = course.road.squares
        self.squares, self.course, self.attacking = squares, course, attacking
        self.photo = bool(race["photo_finish"])
        self.start = int(race["bunch"]) if attacking else int(race["at"][rider])
        others = [r for r in range(s.FIELD) if r != rider and int(race["status"][r]) == s.ON_ROAD]
        self.taken = {int(race["at"][r]) for r in others if not race["punctured"][r]}
        self.soft = {int(race["at"][r]) for r in others if race["punctured"][r]}
        self.tail: int | None = None
        if int(race["bunch"]) != NOWHERE and not attacking:
            tail = int(squares["rear"][race["bunch_rear"]])
            if int(squares["front"][self.start]) <= tail:
                self.tail = tail

    def over(self, square: int, length: int) -> bool:
        front = int(self.squares["front"][square])
        if front > self.course.finish:
            return not self.photo and (length >= 4 or not self.attacking)
        return self.tail is not None and front > self.tail

    def steps(self, square: int, first: bool) -> list[int]:
        if first and self.attacking:
            here = int(self.squares["front"][square])
            best: dict[int, int] = {}
            legs = {int(self.squares["leg"][square]), int(self.squares["leg"][square]) + 1}
            for other in range(len(self.squares)):
                lane, front = int(self.squares["lane"][other]), int(self.squares["front"][other])
                near = int(self.squares["leg"][other]) in legs and front > here
                if near and (lane not in best or front < int(self.squares["front"][best[lane]])):
                    best[lane] = other
            lanes = {int(self.squares["leg"][other]) for other in best.values()}
            return [other for other in best.values() if int(self.squares["leg"][other]) == min(lanes)]
        return [int(there) for there in self.squares["ahead"][square] if there != NOWHERE]

    def ends(self, length: int, free: int, through: bool) -> dict[tuple[int, str], int]:
        """Where paths of a length can end, with their risk and the fewest occupied squares on them."""
        paths: dict[tuple[int, tuple[int, ...], bool, bool], int] = {(self.start, (), False, False): 0}
        found: dict[tuple[int, str], int] = {}
        for step in range(1, length + 1):
            onward: dict[tuple[int, tuple[int, ...], bool, bool], int] = {}
            for (square, climbed, tired, fallen), extra in paths.items():
                targets = self.steps(square, step == 1)
                blocked = [t for t in targets if t in self.taken and not self.over(t, step)]
                sizes = {t: int(self.squares["front"][t] - self.squares["rear"][t]) for t in blocked}
                for target in targets:
                    over = self.over(target, step)
                    if target in blocked and not (through and sizes[target] == min(sizes.values())):
                        continue
                    here = self.squares[target]
                    now, weary, down = climbed, tired, fallen
                    if step > free:
                        if TERRAINS[here["terrain"]] == "climb":
                            now = (*climbed, int(self.course.road.stretches["category"][here["leg"]]))
                            weary = tired or len(now) > min(now)
                        else:
                            now = ()
                        down = fallen or bool(here["flags"] & DARK)
                    price = extra + (target in blocked)
                    if step == length and target not in blocked and (over or target not in self.soft):
                        risk = {(0, 0): "", (1, 0): "fatigue", (0, 1): "fall", (1, 1): "both"}[weary, down]
                        found[target, risk] = min(price, found.get((target, risk), price))
                    elif step < length and not over:
                        key = (target, now, weary, down)
                        onward[key] = min(price, onward.get(key, price))
            paths = onward
        return found

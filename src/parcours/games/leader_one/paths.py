"""Leader 1: the squares of a way, so that the table can show it. The rules find which ways are open; this module gives
one path for each, with the occupied squares that it leads through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from parcours.engine.course import Course
from parcours.engine.road import DARK, NOWHERE
from parcours.games.leader_one.ranks import MOUNTAIN
from parcours.games.leader_one.rules.ways import LEAST_ATTACK, TIRED, one_more_paid
from parcours.games.leader_one.state import ON_ROAD, RISKS
from parcours.games.leader_one.tables import PRICES
from parcours.games.leader_one.texts import length_of

_Node = tuple[int, int, bool]
"""The square, the path's state on the mountain (`rules/ways.py`), and whether the path has a dark square in its paid
part."""
_Layer = dict[_Node, tuple[int, _Node | None]]


@dataclass(frozen=True)
class Way:
    """A way of the mover: its squares from where the mover stands, and what it costs."""

    squares: tuple[int, ...]
    length: int
    risk: int
    cost: int
    through: int
    """Occupied squares ridden through."""
    gained: int
    """Energy back for free squares not used."""


class Paths:
    """All paths of the moving rider."""

    def __init__(self, race: Any, course: Course) -> None:
        self.race, self.course, self.squares = race, course, course.road.squares
        self.free, mover = int(race["free"]), int(race["mover"])
        self.start = int(race["bunch"]) if race["attacking"] else int(race["at"][mover])
        riders = [r for r in range(len(race["at"])) if int(race["status"][r]) == ON_ROAD and r != mover]
        self.taken = {int(race["at"][r]) for r in riders if not race["punctured"][r]}
        self.attacking, self.photo = bool(race["attacking"]), bool(race["photo_finish"])
        rear = int(race["bunch_rear"])
        self.tail = int(self.squares["rear"][rear]) if race["behind"] and rear != NOWHERE else None
        start: _Layer = {(self.start, 0, False): (0, None)}
        self._found: dict[bool, list[_Layer]] = {False: [start], True: [start]}

    def way(self, square: int, way: int) -> Way:
        """One path of an open way."""
        length, risk = length_of(way), way % RISKS
        through = bool(int(self.race["blocked"]) >> length & 1)
        layers = self._layers(length, through)
        ends = [
            (cost, node)
            for node, (cost, _) in layers[-1].items()
            if node[0] == square and (node[1] == TIRED) == bool(risk & 1) and node[2] == bool(risk & 2)
        ]
        extra, node = min(ends)
        path = [node[0]]
        for layer in reversed(layers[1:]):
            before = layer[node][1]
            assert before is not None
            node = before
            path.append(node[0])
        cost = PRICES[max(0, length - self.free)] + extra
        return Way(tuple(reversed(path)), length, risk, cost, extra, max(0, self.free - length))

    def _layers(self, length: int, through: bool) -> list[_Layer]:
        """Paths of up to `length` steps: for each node the fewest occupied squares, and the node before it."""
        layers = self._found[through]
        while len(layers) <= length:
            layers.append(self._onward(layers[-1], len(layers), through))
        return layers[: length + 1]

    def _onward(self, layer: _Layer, step: int, through: bool) -> _Layer:
        onward: _Layer = {}
        for node, (extra, _) in layer.items():
            if step > 1 and self._is_over(node[0], step - 1):
                continue
            targets = self._targets(node[0], step)
            sizes = {t: self._size(t) for t in targets if t in self.taken and not self._is_over(t, step)}
            for target in targets:
                shut = target in sizes
                if shut and not (through and sizes[target] == min(sizes.values())):
                    continue
                after = self._after(node, target, step > self.free)
                if after not in onward or extra + shut < onward[after][0]:
                    onward[after] = (extra + shut, node)
        return onward

    def _size(self, square: int) -> int:
        return int(self.squares["front"][square] - self.squares["rear"][square])

    def _is_over(self, square: int, step: int) -> bool:
        """Whether a move must end on this square: past the finish, or level with the bunch (L1-F1, L1-B1k)."""
        front = int(self.squares["front"][square])
        if front > self.course.finish:
            return not self.photo and (not self.attacking or step >= LEAST_ATTACK)
        return self.tail is not None and front > self.tail

    def _targets(self, square: int, step: int) -> list[int]:
        here = self.squares[square]
        stretches = self.course.road.stretches
        if step == 1 and self.race["attacking"] and here["front"] == stretches["front"][here["leg"]]:
            leg = int(here["leg"]) + 1
            first = int(stretches["first"][leg])
            counts = self.course.lap[leg].squares
            return [first + sum(counts[:lane]) for lane in range(len(counts))]
        return [int(there) for there in here["ahead"] if there != NOWHERE]

    def _after(self, node: _Node, target: int, paid: bool) -> _Node:
        _, state, fell = node
        here = self.squares[target]
        if paid and int(here["terrain"]) == MOUNTAIN:
            state = one_more_paid(state, int(self.course.road.stretches["category"][here["leg"]]))
        elif paid and state != TIRED:
            state = 0
        return target, state, fell or (paid and bool(here["flags"] & DARK))

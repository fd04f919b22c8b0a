"""Where a move may end, and what it is worth (PR-R, PR-M4, PR-V, PR-W4, PR-G4, PR-C8)."""

from __future__ import annotations

from collections.abc import Iterator

from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.eyes import riders_in
from tests.profi.laws.sight import Sight

STRONG_LEGS, GREAT_DAY, HEAVY_LEGS, CRAMP, SOFT_TYRE, MOTORBIKE = 1, 2, 3, 4, 6, 19
EVENT_SQUARES = {STRONG_LEGS: 1, GREAT_DAY: 2, HEAVY_LEGS: -1, CRAMP: -2, SOFT_TYRE: -1, MOTORBIKE: 1}
ATTACKS = (s.ATTACK_MOVE, s.SURGE_MOVE, s.COUNTER_MOVE)
FAR = 6
Place = tuple[int, int]
Way = tuple[int, int, bool]
"""Row, lane, and whether it has led over the verge."""


def worth_of_a_move(sight: Sight) -> Iterator[str]:
    """Cards, chips, bottle, own squares, event, head wind, heat, die (PR-M4). Events count only with a card (PR-X3)."""
    state, eyes = sight.after, sight.eyes
    kind, rider = int(state["kind"]), int(state["rider"])
    if sight.phase != s.PLACE_PHASE or kind == s.DAWDLE_MOVE or int(state["helped"]) >= 0:
        return
    cards, active = int(state["cards"]) > 0, int(state["cards"]) + int(state["added"]) > 0
    value = int(state["card_sum"]) + int(state["added"]) - int(state["saved"]) + 2 * int(state["bottle"])
    value += int(state["bonus"]) + int(state["extra"]) + int(state["die"])
    event = int(state["event"][rider])
    if cards:
        value += EVENT_SQUARES.get(event, 0) - (rider in riders_in(state["crossing"]))
    if active and kind != s.COUNTER_MOVE and not (cards and event == MOTORBIKE):
        value -= eyes.head_wind(state, rider)
    value -= int(state["weather"]) == s.VERY_HOT and kind in ATTACKS
    if int(state["points"]) != value:
        yield f"the move of {eyes.name(rider)} is worth {int(state['points'])}, not {value}"


def squares(sight: Sight, points: int) -> int:
    """The squares for these points: never below 0; in very cold weather 6 or more is one less (PR-M4, PR-M5)."""
    state = sight.after
    if int(state["kind"]) == s.DAWDLE_MOVE:
        return points
    value = max(points, 0)
    followed = int(state["followed"]) if int(state["kind"]) == s.FOLLOW_MOVE else 0
    cold = int(state["weather"]) == s.VERY_COLD and not state["lost"]
    return value - 1 if cold and value > 0 and value + followed >= FAR else value


class Steps:
    """Where steps lead, place by place (PR-R3, PR-R4)."""

    def __init__(self, sight: Sight, rider: int) -> None:
        self.sight, self.rider = sight, rider
        state, eyes = sight.after, sight.eyes
        self.taken = {eyes.place(state, other) for other in eyes.on_road(state) if other != rider}
        dawdlers = riders_in(state["dawdled"]) if not state["verge"] else set()
        self.shut = {
            eyes.place(state, other)
            for other in eyes.on_road(state)
            if eyes.team(other) != eyes.team(rider) and other not in dawdlers
        }
        self.start = eyes.place(state, rider)
        self.from_verge = eyes.on_verge(state, rider)

    def after(self, count: int, verge: bool = False) -> set[Way]:
        """All ends of that many steps; with `verge` also over the verge, but a rider that stands on it leaves it with
        the first step."""
        eyes = self.sight.eyes
        row, lane = self.start
        ways: set[Way] = {(row, lane, False)}
        for step in range(count):
            row += 1
            width = eyes.width(row)
            onward: set[Way] = set()
            for _, lane, over in ways:
                for next_lane in (lane - 1, lane, lane + 1):
                    if 1 <= next_lane <= width and (row, next_lane) not in self.shut:
                        onward.add((row, next_lane, over))
                    elif verge and next_lane in (0, width + 1) and not (self.from_verge and step == 0):
                        onward.add((row, next_lane, True))
            ways = onward
        return ways

    def ends(self, count: int, verge: bool = False) -> set[Place]:
        """Free road places at the end of that many steps; with `verge` those reached over it."""
        ways = self.after(count, verge)
        width = self.sight.eyes.width(self.start[0] + count)
        return {
            (row, lane)
            for row, lane, over in ways
            if over == verge and 1 <= lane <= width and (row, lane) not in self.taken
        }

    def furthest(self, wanted: int, verge: bool = False) -> tuple[int, set[Place]]:
        """The most steps that can be ridden (PR-R5), two at least over the verge (PR-V2)."""
        for count in range(wanted, 1 if verge else 0, -1):
            ends = self.ends(count, verge)
            if ends:
                return count, ends
        return 0, set() if verge else {self.start}


def end_places(sight: Sight) -> Iterator[str]:
    """Exactly these are offered: all end places, with or without a draw-in, those over the verge, and fallen team-mates
    on the way."""
    if sight.phase != s.PLACE_PHASE:
        return
    state, eyes, rider = sight.after, sight.eyes, int(sight.after["rider"])
    told = {action for action in sight.legal if not a.DOPE <= action < a.TYPE}
    steps, kind, points = Steps(sight, rider), int(state["kind"]), int(state["points"])
    row = steps.start[0]
    limit = sight.stops_left(rider, row) - row
    if kind == s.COUNTER_MOVE:
        limit = min(limit, int(state["row"][int(state["attacker"])]) - row)
    limit, wanted = max(limit, 0), squares(sight, points)
    count, ends = steps.furthest(min(wanted, limit))
    found = {a.PLACE + lane for _, lane in ends}
    found |= {a.DRAWN + lane for _, lane in ends if count < limit and is_drawn(sight, rider, row + count, lane, count)}
    plain = kind in (s.CARD_MOVE, s.CHIP_MOVE) and int(state["helped"]) < 0
    verge = state["verge"] and (plain or kind == s.ATTACK_MOVE) and int(state["helped"]) < 0
    if verge and count < min(wanted, limit):
        over, ends = steps.furthest(min(squares(sight, points - 1), limit), True)
        found |= {a.VERGE + lane for _, lane in ends}
        drawn = [lane for _, lane in ends if over < limit and is_drawn(sight, rider, row + over, lane, over)]
        found |= {a.DRAWN_VERGE + lane for lane in drawn}
    if plain:
        found |= {a.HELP + mate % eyes.squad for mate in helped(sight, steps, rider, wanted, limit)}
    if found != told:
        yield f"{eyes.name(rider)} from {steps.start} with {wanted}: {sorted(told)}, not {sorted(found)}"


def is_drawn(sight: Sight, rider: int, row: int, lane: int, count: int) -> bool:
    """Whether a move is drawn in: two rows behind an upright rider in its lane, the place between free, with a card
    (PR-W4)."""
    state, eyes = sight.after, sight.eyes
    wheel = eyes.at(state, row + 2, lane)
    if not state["cards"] or not count or int(state["helped"]) >= 0 or wheel is None or wheel == rider:
        return False
    free = eyes.at(state, row + 1, lane) is None and lane <= eyes.width(row + 1)
    return free and eyes.is_up(state, wheel) and not eyes.on_verge(state, wheel)


def helped(sight: Sight, steps: Steps, rider: int, wanted: int, limit: int) -> Iterator[int]:
    """Team-mates that lie on the road, with a point left for the change; in a sprint only its riders (PR-G4, PR-Q2)."""
    state, eyes = sight.after, sight.eyes
    for mate in eyes.mates(rider):
        row, lane = eyes.place(state, mate)
        away = row - steps.start[0]
        if int(state["status"][mate]) != s.LYING or eyes.on_verge(state, mate) or not 1 <= away < wanted:
            continue
        if away > limit or (state["sprint"] and mate not in riders_in(state["sprinting"])):
            continue
        if (row, lane, False) in steps.after(away):
            yield mate


def climbs_hold(sight: Sight) -> Iterator[str]:
    """No rider is past a climb on which it owes a stop (PR-C7, PR-C8), not even in the breakaway (PR-T6)."""
    state, eyes = sight.after, sight.eyes
    if sight.phase not in (s.TURN, s.WEATHER_PHASE, s.WIND_PHASE, s.BREAK_DIE, s.BREAK_CARD):
        return
    for rider in eyes.on_road(state):
        row, first = int(state["row"][rider]), 1
        for terrain, end in eyes.board or ():
            asked = (end - first + 10) // 10
            if terrain[0] == "R" and row > end and sight.memory.stops.get((rider, end), 0) < asked:
                yield f"{eyes.name(rider)} on {row} has left the climb to {end} without its stops"
            first = end + 1

"""Who is due, who counters, and what can be done before a move (PR-O, PR-A8, PR-U3)."""

from __future__ import annotations

from collections.abc import Iterator

from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.eyes import riders_in
from tests.profi.laws.sight import Sight

CAR_CLOSE_BY, LEAD = 23, 2


def order_of_moving(sight: Sight) -> Iterator[str]:
    """From front to back, riders that fell in the round before last of all. Of level riders the innermost is due,
    unless another can sit on a wheel or wears the rainbow jersey (PR-O1, PR-O2, PR-O5)."""
    state, eyes, due = sight.after, sight.eyes, sight.who
    rolls_first = sight.phase == s.DUMMY_DIE and not state["cards"]
    if sight.phase != s.TURN and not rolls_first:
        return
    row, lane = eyes.place(state, due)
    behind_giver = int(state["giver"]) >= 0 and (row, lane) == (int(state["giver_row"]) - 1, int(state["giver_lane"]))
    for other in eyes.to_move(state):
        if other == due or other in riders_in(state["passed"]):
            continue
        its_row, its_lane = eyes.place(state, other)
        if (sight.is_late(other), -its_row) < (sight.is_late(due), -row):
            yield f"{eyes.name(due)} on {row} is due before {eyes.name(other)} on {its_row}"
        level = its_row == row and sight.is_late(other) == sight.is_late(due)
        if level and not behind_giver and due != state["rainbow"] and eyes.inner(row, its_lane) < eyes.inner(row, lane):
            wheel = int(state["giver_row"]) - 1 == row and int(state["giver_lane"]) == its_lane
            if not wheel and not sight.memory.changed:
                yield f"{eyes.name(due)} on {row}.{lane} is due before {eyes.name(other)} inside of it"


def order_of_counters(sight: Sight) -> Iterator[str]:
    """From back to front, of level riders the outermost first; only on the rows overtaken (PR-A7, PR-A8)."""
    state, eyes, due = sight.after, sight.eyes, sight.who
    if sight.phase != s.COUNTER:
        return
    row, lane = eyes.place(state, due)
    if int(sight.before["kind"]) in (s.ATTACK_MOVE, s.SURGE_MOVE):
        begun, ended = int(sight.before["attack_row"]), int(state["row"][int(state["attacker"])])
        if not begun < row < ended:
            yield f"{eyes.name(due)} counters on {row} after an attack from {begun} to {ended}"
    for other in riders_in(state["to_counter"]):
        its_row, its_lane = eyes.place(state, other)
        if not eyes.is_up(state, other):
            continue
        if its_row < row:
            yield f"{eyes.name(due)} on {row} counters before {eyes.name(other)} on {its_row}"
        elif its_row == row and due != state["rainbow"] != other and eyes.inner(row, its_lane) > eyes.inner(row, lane):
            yield f"{eyes.name(due)} counters before {eyes.name(other)} outside of it"


def passing(sight: Sight) -> Iterator[str]:
    """A rider may pass to another on its row that is still to move, but not after the team car or a swap (PR-O4,
    PR-O7)."""
    state, eyes, due = sight.after, sight.eyes, sight.who
    if sight.phase != s.TURN:
        return
    row = int(state["row"][due])
    others = [
        other
        for other in eyes.to_move(state)
        if other != due
        and int(state["row"][other]) == row
        and other not in riders_in(state["passed"])
        and sight.is_late(other) == sight.is_late(due)
    ]
    if (a.PASS in sight.legal) != (bool(others) and not sight.memory.changed):
        yield f"{eyes.name(due)} passing: {a.PASS in sight.legal}"


def team_car(sight: Sight) -> Iterator[str]:
    """The team car needs two free rows behind and somebody further back; it comes once a race, not in the first or last
    round (PR-U3)."""
    state, eyes, due = sight.after, sight.eyes, sight.who
    if sight.phase != s.TURN:
        return
    rows = [int(state["row"][due]) - int(state["row"][other]) for other in eyes.on_road(state) if other != due]
    leads = not any(0 <= rows_back <= LEAD for rows_back in rows) and any(back > LEAD for back in rows)
    last = bool(state["late"]) if eyes.board else int(state["round_number"]) >= len(eyes.rounds)
    colour = eyes.type(state, due)
    stack = bool(state["doping"]) and (bool(state["doping_pool"][colour]) or state["doping_queued"][colour] > 0)
    wanted = stack and not state["car_used"][due] and int(state["round_number"]) > 1 and not last
    wanted = wanted and not state["sprint"] and (leads or int(state["event"][due]) == CAR_CLOSE_BY)
    if (a.CAR in sight.legal) != bool(wanted):
        yield f"{eyes.name(due)} and the team car: {a.CAR in sight.legal}"

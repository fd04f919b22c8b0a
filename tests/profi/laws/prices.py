"""What each fee costs, and who gets the chips that change hands (PR-E2, PR-H1, PR-Y3, PR-H5, PR-F1, PR-J, PR-L)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.eyes import riders_in
from tests.profi.laws.sight import Sight

CLIMB, SIDE_WIND, RISK, CHALLENGE, ACCEPTANCE, RAISE = 2, 1, 1, 1, 1, 1
DOPING_CHIPS = 3
NOTHING_TO_LOSE = 22
LAID_CHIPS = (1, 2, 0, 0, 0, 1, 0, 1, 0)
"""Chips of each contribution to a circle, in the order of its codes (PR-L3)."""
FEE_IN_CHIPS = 1
LAYING = (s.LAYING, s.CIRCLE_FEE, s.JOINING)


def price_of_a_deed(sight: Sight) -> Iterator[str]:
    """What a deed costs its rider in chips; a doping card brings 3 (PR-U2), dawdling 1 (PR-D1)."""
    before, after, action = sight.before, sight.after, sight.action
    rider = int(before["who"])
    if a.DOPE <= action < a.TYPE:
        rider, wanted = int(before["decider"]) * sight.eyes.squad + action - a.DOPE, -DOPING_CHIPS
        if sight.phase != int(before["phase"]):
            return
    elif rider < 0:
        return
    else:
        found = _price(sight, rider, int(before["phase"]), action)
        if found is None:
            return
        wanted = found
    paid = int(before["chips"][rider]) - int(after["chips"][rider])
    if paid != wanted:
        yield f"{sight.eyes.name(rider)} pays {paid} for what costs {wanted}"


def _price(sight: Sight, rider: int, phase: int, action: int) -> int | None:
    """The price of a deed; None if it has none of its own, or one that does not show at once."""
    before, eyes = sight.before, sight.eyes
    if phase in (s.TURN, s.COUNTER) and a.CHIPS <= action < a.PLAY:
        return action - a.CHIPS + 1
    if phase == s.SHAPE and int(before["kind"]) != s.CIRCLE_MOVE and a.ADJUST + 2 < action < a.USE_BOTTLE:
        return action - a.ADJUST - 2
    if phase == s.ON_PHASE and a.ON <= action < a.FEE_CHIPS and action > a.ON:
        return (action - a.ON) // 3
    if phase == s.FEE_PHASE:
        is_settled = eyes.wind(before, rider) == s.SIDE_WIND and sight.phase != s.SIDE_PHASE
        return None if is_settled else CLIMB * (action == a.FEE_CHIPS)
    if phase == s.SIDE_PHASE:
        return SIDE_WIND * (action == a.HOLD_WHEEL)
    if phase in (s.RISK_PHASE, s.BONUS_PHASE) and sight.phase == s.DESCENT_DIE:
        return RISK
    if phase == s.DANGER:
        return {a.PAY_TWO: 2, a.PAY_ONE: 1}.get(action, 0)
    if phase == s.DUEL:
        free = int(before["event"][rider]) == NOTHING_TO_LOSE or eyes.is_own(before, rider, int(before["from_row"]))
        return CHALLENGE * (action != a.NO_DUEL and not free)
    if phase == s.ANSWER:
        free = int(before["jersey"][rider]) > 0 or eyes.is_own(before, rider, int(before["row"][rider]))
        return ACCEPTANCE * (action == a.ACCEPT and not free)
    if phase == s.RAISE_PHASE:
        return RAISE * (action == a.RAISE)
    if phase == s.REWARD and action == a.TAKE_CHIP:
        return -1
    return None


def price_of_a_circle(sight: Sight) -> Iterator[str]:
    """The leader pays the chips of its start. Each rider that has joined pays its fee on a climb and the chips that it
    has laid (PR-L2, PR-L3, PR-L8)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    if sight.phase != s.CIRCLE_PLACE or int(before["phase"]) not in LAYING or a.DOPE <= sight.action < a.TYPE:
        return
    leader = int(after["chain"][0])
    for rider in riders_in(after["joined"]) | {leader}:
        if eyes.is_dummy(rider):
            continue
        paid = int(before["chips"][rider]) - int(after["chips"][rider])
        wanted = _start(sight) if rider == leader else _contribution(after, rider)
        if wanted is not None and paid != wanted:
            yield f"{eyes.name(rider)} pays {paid} for a circle that costs it {wanted}"


def _start(sight: Sight) -> int | None:
    return None if sight.memory.start is None else sight.memory.added


def _contribution(state: Any, rider: int) -> int:
    return LAID_CHIPS[int(state["laid"][rider])] + CLIMB * (int(state["fees"][rider]) == FEE_IN_CHIPS)


def chips_that_change_hands(sight: Sight) -> Iterator[str]:
    """What one rider gives, the other gets (PR-G6, event 27)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    if int(before["phase"]) not in (s.HAND_OVER, s.SPIRIT_PHASE):
        return
    team = eyes.team(int(before["who"]))
    riders = range(team * eyes.squad, team * eyes.squad + eyes.squad)
    gives = a.HAND <= sight.action < a.NO_HAND or a.SPIRIT <= sight.action < a.LOT_TEAM
    gone = sum(int(before["chips"][rider]) - int(after["chips"][rider]) for rider in riders)
    if gives and gone and before["dawdled"] == after["dawdled"]:
        yield f"team {team} has {gone} chips less after handing them over"

"""What a circle may contain, who pays, and what it adds up to (PR-L, PR-N5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.eyes import riders_in
from tests.profi.laws.sight import LAID_POINTS, Sight

SOFT_TYRE, DEAD_RADIO, AT_EASE = 6, 14, 15
FEE = 2
FREE, CHIPS, CHIPS_OR_CARD, NEVER = "free", "chips", "chips or card", "never"
CAPS = {s.SPRINTER: "2234", s.ROULEUR: "3345", s.CAPTAIN: "4459"}
"""The most that a card counts in categories HC and 1, 2, 3, 4 (PR-H4)."""


def climb_fee(sight: Sight, rider: int, ahead: int, row: int) -> str:
    """What it costs to follow on a climb (PR-H1, PR-H2, PR-N5, PR-N6)."""
    state, eyes = sight.after, sight.eyes
    ground = eyes.ground(state, row)
    if ground[0] != "R" or eyes.type(state, rider) == s.GRIMPEUR or int(state["event"][rider]) == AT_EASE:
        return FREE
    if ground == "RH" or eyes.is_dummy(rider):
        return NEVER
    if eyes.team(rider) == eyes.team(ahead):
        return CHIPS_OR_CARD
    return CHIPS if ground in ("R3", "R4") else NEVER


def chain_of(sight: Sight, leader: int) -> list[int]:
    """The due rider and those directly behind it (PR-L1)."""
    state, eyes = sight.after, sight.eyes
    chain = [leader]
    if eyes.on_verge(state, leader):
        return chain
    row, lane = eyes.place(state, leader)
    while True:
        ahead = chain[-1]
        its_row = int(state["row"][ahead])
        shared = any(other != ahead and int(state["row"][other]) == its_row for other in eyes.to_move(state))
        rider = eyes.at(state, its_row - 1, lane)
        if shared or rider is None or int(state["event"][ahead]) == SOFT_TYRE:
            return chain
        if not eyes.is_up(state, rider) or state["moved"][rider] or int(state["event"][rider]) == DEAD_RADIO:
            return chain
        if eyes.on_verge(state, rider) or (sight.is_late(rider) and not sight.is_late(leader)):
            return chain
        fee = climb_fee(sight, rider, ahead, row)
        by_card = fee == CHIPS_OR_CARD and not eyes.is_dummy(leader) and int(state["held"][eyes.team(rider)]) > 0
        if fee == NEVER or (fee != FREE and eyes.means(state, rider) < FEE and not by_card):
            return chain
        if sight.stops_left(rider, its_row - 1) < row:
            return chain
        chain.append(rider)


def who_may_circle(sight: Sight) -> Iterator[str]:
    """A circle is offered exactly where there is a chain and something to lay (PR-L1, PR-L2)."""
    state, due = sight.after, sight.who
    if sight.phase != s.TURN or not state["circle"]:
        return
    chain = chain_of(sight, due)
    able = int(state["chips"][due]) > 0 or sight.eyes.has_card(state, due)
    wanted = len(chain) > 1 and able and int(state["event"][due]) != DEAD_RADIO
    if (a.CIRCLE in sight.legal) != wanted:
        yield f"{sight.eyes.name(due)} with {[sight.eyes.name(r) for r in chain]}: {a.CIRCLE in sight.legal}"


def who_is_in_the_chain(sight: Sight) -> Iterator[str]:
    """The chain, rider by rider (PR-L1)."""
    if sight.action != a.CIRCLE or sight.phase not in (s.ASKING, s.OFFER):
        return
    leader = int(sight.after["rider"])
    told = [int(rider) for rider in sight.after["chain"][: int(sight.after["chained"])]]
    if told != chain_of(sight, leader):
        yield f"{[sight.eyes.name(r) for r in told]} ride in a circle"


def circle_fees(sight: Sight) -> Iterator[str]:
    """A fee depends on the leader's row. It is paid before anything is laid, and not where following is free (PR-L8,
    PR-C6)."""
    state, eyes = sight.after, sight.eyes
    if sight.phase not in (s.LAYING, s.CIRCLE_FEE):
        return
    chain = [int(rider) for rider in state["chain"][: int(state["chained"])]]
    ahead = chain[chain.index(sight.who) - 1]
    fee = climb_fee(sight, sight.who, ahead, int(state["row"][chain[0]]))
    asked = sight.phase == s.CIRCLE_FEE or int(state["fees"][sight.who]) != 0
    if asked != (fee != FREE):
        yield f"{eyes.name(sight.who)} pays {asked} where it is {fee}"
    if sight.phase == s.CIRCLE_FEE and eyes.is_dummy(chain[0]) and any(a.FEE <= x < a.FEE + 25 for x in sight.legal):
        yield f"{eyes.name(sight.who)} pays with a card behind a dummy"


def unwilling_dummies(sight: Sight) -> Iterator[str]:
    """A dummy joins unless a team-mate rides in a group ahead, as the groups are now (PR-N5, PR-R6)."""
    state, eyes = sight.after, sight.eyes
    if sight.phase not in (s.LAYING, s.CIRCLE_FEE):
        return
    for rider in riders_in(state["asked"]):
        if not eyes.is_dummy(rider):
            continue
        row = int(state["row"][rider])
        ahead = any(
            eyes.is_up(state, mate)
            and any(eyes.is_free(state, between) for between in range(row + 1, int(state["row"][mate])))
            for mate in eyes.mates(rider)
        )
        if (rider in riders_in(state["joined"])) == ahead:
            yield f"dummy {eyes.name(rider)} joins: {not ahead} by the groups"


def sum_of_a_circle(sight: Sight) -> Iterator[str]:
    """The start card, capped by the climb, with chips and the terrain bonus; what the others lay; less head wind and
    cold. No event, tailwind or very fine weather (PR-L2, PR-L3, PR-L7, PR-X3, PR-N5)."""
    state, memory, eyes = sight.after, sight.memory, sight.eyes
    if sight.phase != s.CIRCLE_PLACE or int(sight.before["phase"]) not in (s.LAYING, s.CIRCLE_FEE, s.JOINING):
        return
    chain = [int(rider) for rider in state["chain"][: int(state["chained"])]]
    leader = chain[0]
    if eyes.is_dummy(leader):
        value = int(state["card_sum"]) + eyes.is_own(state, leader, memory.rows[leader])
    elif memory.start is None:
        return
    else:
        value = capped(sight, leader, memory.start) + memory.added + memory.bonus
    for rider in riders_in(state["joined"]):
        if eyes.is_dummy(rider):
            value += 1 + eyes.is_own(state, rider, memory.rows[rider])
        else:
            value += LAID_POINTS[int(state["laid"][rider])]
    value = max(value - eyes.head_wind(state, leader), 0)
    if int(state["weather"]) == s.VERY_COLD and value >= 6:
        value -= 1
    if int(state["total"]) != value:
        yield f"the circle of {eyes.name(leader)} rides {int(state['total'])}, not {value}"


def capped(sight: Sight, rider: int, value: int) -> int:
    """What a card counts on a climb (PR-H4)."""
    ground = sight.eyes.ground(sight.after, int(sight.memory.rows[rider]))
    caps = CAPS.get(sight.eyes.type(sight.after, rider))
    if ground[0] != "R" or caps is None:
        return value
    return min(value, int(caps["H1234".index(ground[1]) - 1 if ground[1] != "H" else 0]))


def squares_in_slipstream(sight: Sight) -> Iterator[str]:
    """A follower rides one square at least, whatever wind and fee have cost (PR-W5, PR-Y3)."""
    state: Any = sight.after
    surging = sight.phase == s.CARD_PHASE and int(state["kind"]) == s.SURGE_MOVE and int(state["cards"]) == 0
    if (sight.phase == s.ON_PHASE or surging) and int(state["row"][sight.who]) <= int(state["from_row"]):
        yield f"{sight.eyes.name(sight.who)} follows without a square"


def who_may_follow(sight: Sight) -> Iterator[str]:
    """A rider may follow one that has moved, has not fallen and has no soft tyre, from directly behind where that one
    started (PR-W1, PR-W2, event 6)."""
    state, eyes, due = sight.after, sight.eyes, sight.who
    if sight.phase != s.TURN or not {a.FOLLOW, a.SURGE} & set(sight.legal):
        return
    giver = int(state["giver"])
    if giver < 0 or not eyes.is_up(state, giver) or int(state["event"][giver]) == SOFT_TYRE:
        yield f"{eyes.name(due)} follows one that may not be followed"
    elif eyes.place(state, due) != (int(state["giver_row"]) - 1, int(state["giver_lane"])):
        yield f"{eyes.name(due)} was not behind {eyes.name(giver)}"
    elif climb_fee(sight, due, giver, int(state["row"][due])) == NEVER:
        yield f"{eyes.name(due)} follows on a climb"
    own = eyes.type(state, due) == s.CAPTAIN or eyes.is_own(state, due, int(state["row"][due]))
    if a.SURGE in sight.legal and not own:
        yield f"{eyes.name(due)} attacks from the slipstream off its terrain"

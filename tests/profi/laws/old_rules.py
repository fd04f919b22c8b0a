"""Rules of Profi as they were before a second reading of the clauses, each with a position in which it went wrong.

Run as a program, uncompiled, this puts each of them in place of the right rule, and prints what the laws say:
`NUMBA_DISABLE_JIT=1 python -m tests.profi.laws.old_rules`."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from parcours.engine.match import Match
from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from parcours.games.profi.rules import cards, chain, circle, duel, events, flow, ground, move, riding, slipstream, start
from parcours.games.profi.rules import steps as ways
from tests.profi.laws.laws import broken
from tests.profi.laws.sight import Watch
from tests.profi.riding import about_to_begin, about_to_begin_round, code, dope, standing
from tests.profi.test_circle import dummy
from tests.profi.test_moving import GREEN, HILLS, climb
from tests.profi.test_second_reading import bits, breakaway, note, two_passes

GAME = "parcours.games.profi"


@dataclass(frozen=True)
class Old:
    """A wrong rule, the module that has the right one, the law that complains, and where it does: a position and the
    deeds that follow."""

    wrong: Callable[..., Any]
    module: Any
    law: str
    position: Callable[[], Match]
    deeds: str


OLD: dict[str, Old] = {}
right: dict[str, Callable[..., Any]] = {}
Position = Callable[[], Match]


def once(module: Any, law: str, position: Position, deeds: str) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Note an old rule under its name, with the right one."""

    def noted(wrong: Callable[..., Any]) -> Callable[..., Any]:
        OLD[wrong.__name__] = Old(wrong, module, law, position, deeds)
        right[wrong.__name__] = getattr(module, wrong.__name__)
        return wrong

    return noted


def due(race: Match, **written: dict[str, int]) -> Match:
    """Write into riders' fields; after that the next rider is about to be due."""
    for field, values in written.items():
        for name, value in values.items():
            note(race, field, name, value)
    about_to_begin(race)
    return race


def doped(race: Match, name: str, *backs: int) -> Match:
    dope(race, name, *backs)
    return due(race)


# ---------------------------------------------------------------------------------------------- order and chances


def late_counter() -> Match:
    """Cs fell in the round before: it moves last."""
    race = standing({"Ac": "10.1", "Bs": "12.1", "Cs": "13.2", "Ds": "14.1"}, profile=GREEN, chips=1, settle=False,
                    moved=["Bs", "Ds"], hands={"A": ["c3", "c3"]})  # fmt: skip
    return due(race, last={"Cs": 1}, fell={"Cs": 2})


@once(ground, "order_of_counters", late_counter, "keep; attack; 0; at 16.1")
def counter_key(race: Any, road: Any, rider: int) -> int:
    """Riders that move last countered first (PR-A8)."""
    return ground.order_key(race, road, rider, False) & 0xFFFFFF


@once(flow, "who_lies_ahead", partial(dummy, "r", GREEN, others={"Bc": "9.1"}, chips=1), "die 1; die 1")
def queue_rolls(race: Any, road: Any) -> None:
    """Nobody rolled behind a dummy that fell on a second 1 (PR-F3)."""
    race.head = race.tail = 0
    right["queue_rolls"](race, road)


def beside_a_rival() -> Match:
    race = standing({"Ac": "10.1", "Bg": "13.2"}, hands={"A": ["c3"]}, elbow=True, doping=True, moved=["Bg"],
                    chips={"Bg": 1}, settle=False)  # fmt: skip
    return doped(race, "Ac", 2)


@once(duel, "duels_are_asked", beside_a_rival, "keep; card 3; 0; at 13.1")
def may_challenge(race: Any, road: Any) -> bool:
    """A doping card did not count as a chip for a challenge (PR-I14)."""
    return duel.legal_duel(race, road, race.menu) > 1


def fallen_with_a_flat_tyre() -> Match:
    race = standing({"Ac": "40.1", "Ar": "40.2", "Bs": "20.1"}, events=True, settle=False, turn=3)
    note(race, "fell", "Ac", 3)
    note(race, "status", "Ac", s.LYING)
    about_to_begin_round(race)
    return race


@once(events, "order_of_moving", fallen_with_a_flat_tyre, "stay; lot for Ac; event 7")
def apply_event(race: Any, road: Any, event: int) -> None:
    """A flat tyre let a rider that had fallen move in normal order (PR-O5, event 7)."""
    drawn = race.who
    right["apply_event"](race, road, event)
    if event == events.FLAT_TYRE:
        race.last[drawn] = not events.has_mate_in_contact(race, road, drawn)


def after_the_car() -> Match:
    race = standing({"Ac": "40.1", "Bs": "40.2", "Ar": "39.1", "Br": "20.1"}, doping=True, events=True, turn=3,
                    settle=False, chips=1)  # fmt: skip
    return due(race, event={"Ac": 23})


@once(slipstream, "passing", after_the_car, "keep; car; draw 3")
def may_pass(race: Any, rider: int) -> bool:
    """Passing was offered after the team car and a swap (PR-O7)."""
    changed, race.changed = race.changed, 0
    passes = right["may_pass"](race, rider)
    race.changed = changed
    return bool(passes)


# ------------------------------------------------------------------------------------------------- the circle


def poor_on_a_climb() -> Match:
    return due(standing({"Ac": "40.1", "Br": "39.1", "Cg": "38.1"}, profile=climb("3"), turn=2, circle=True,
                        chips={"Ac": 1, "Br": 1, "Cg": 1}, settle=False))  # fmt: skip


@once(chain, "who_may_circle", poor_on_a_climb, "keep")
def may_ride_behind(race: Any, road: Any, leader: int, ahead: int, rider: int) -> bool:
    """A rider that could not pay the fee was in the chain all the same (PR-L1)."""
    if not slipstream.may_move(race, rider) or race.status[rider] == s.LYING:
        return False
    if race.event[rider] == slipstream.DEAD_RADIO or race.last[rider] > race.last[leader]:
        return False
    if slipstream.climb_fee(race, road, rider, ahead, race.row[rider]) == slipstream.NEVER:
        return False
    return bool(ground.furthest_row(race, road, rider) >= race.row[leader])


def behind_a_soft_tyre() -> Match:
    race = standing({"Ac": "40.1", "Br": "39.1", "Cs": "38.1"}, circle=True, events=True, chips=1, settle=False)
    return due(race, event={"Ac": 6})


@once(chain, "who_may_circle", behind_a_soft_tyre, "keep")
def form_chain(race: Any, road: Any, leader: int) -> None:
    """A chain went on behind a soft tyre (event 6, PR-L1)."""
    race.chain[0] = leader
    race.chained = 1
    ahead = leader
    while not ground.is_on_verge(race, road, ahead) and not chain.is_row_shared(race, ahead):
        behind = ground.rider_at(race, race.row[ahead] - 1, race.lane[ahead])
        if behind == s.NOBODY or not chain.may_ride_behind(race, road, leader, ahead, behind):
            return
        race.chain[race.chained] = behind
        race.chained += 1
        ahead = behind


def captain_away() -> Match:
    """The dummies' captain has ridden out of the group in this round."""
    race = dummy("g", HILLS, "39.1", others={"Bc": "40.1", "Bs": "38.1", "Cc": "45.1"}, moved=["Cc"], circle=True,
                 hands={"B": ["c4"]}, chips={"Bc": 1, "Bs": 2}, settle=False)  # fmt: skip
    return due(race, group={"Cc": 1, "Cg": 1, "Bc": 1, "Bs": 1})


@once(circle, "unwilling_dummies", captain_away, "keep; circle; ask; ask; card 4; 0; join")
def has_mate_ahead(race: Any, rider: int) -> bool:
    """The groups at the start of the round counted (PR-N5)."""
    first = ground.team_of(race, rider) * race.squad
    return any(
        race.status[mate] == s.UP and 0 <= race.group[mate] < race.group[rider]
        for mate in range(first, first + race.squad)
    )


def foot_of_a_climb() -> Match:
    return due(two_passes({"Ac": "23.1", "Ar": "22.1"}, circle=True, hands={"A": ["c4", "r2", "s5"]}, chips=3))


@once(chain, "circle_fees", foot_of_a_climb, "keep; circle; card 4; 0; join")
def fee_behind(race: Any, road: Any, rider: int, ahead: int) -> int:
    """Each rider's own row counted (PR-C6)."""
    return slipstream.climb_fee(race, road, rider, ahead, race.row[rider])


def slipping_gears() -> Match:
    race = standing({"Ac": "40.1", "Bs": "39.1"}, circle=True, events=True, hands={"A": ["c5", "c6"]}, chips={"Bs": 1},
                    settle=False)  # fmt: skip
    return due(race, event={"Ac": 5})


@once(circle, "sum_of_a_circle", slipping_gears, "keep; circle; card 6; join")
def capped_by_climb(race: Any, road: Any, rider: int, row: int, value: int) -> int:
    """Slipping gears capped the start card of a circle (PR-X3, event 5)."""
    return int(cards.capped(race, road, rider, row, value))


# ------------------------------------------------------------------------------------------------ moves and cards


@once(start, "bottles", partial(breakaway, "Ar", "12.2", 4), "card 4; at 18.2")
def break_in_lane(race: Any, lane: int) -> None:
    """No bottle was taken in the breakaway (PR-B1)."""
    race.lane[race.rider] = lane
    race.status[race.rider] = s.UP
    race.kind = s.BREAK_MOVE
    race.phase = s.BREAK_NEXT


@once(start, "climbs_hold", partial(breakaway, "Ag", "26.2", 5), "card 5; at 33.2")
def go_away(race: Any, road: Any, card: int) -> None:
    """The breakaway passed a climb without its stop (PR-C8)."""
    gone, team = race.rider, ground.team_of(race, race.rider)
    cards.take_card(race, gone, card)
    race.away[team] = gone
    race.status[gone] = s.WAITING
    start.set_on_row(race, road, race.row[gone] + card + s.LOWEST + race.throw)


def fallen_before_the_sprint() -> Match:
    race = standing({"Ac": "40.1", "Ar": "42.1", "Bs": "41.2"}, hands={"A": ["c5"]}, turn=12, settle=False,
                    moved=["Ar", "Bs"])  # fmt: skip
    state = race.races[0]
    state["sprint"], state["sprinting"], state["down_at_end"] = 1, bits(race, "Ac", "Bs"), bits(race, "Ar")
    return due(race, status={"Ar": s.LYING})


@once(riding, "end_places", fallen_before_the_sprint, "keep; card 5; 0")
def legal_help(race: Any, road: Any, wanted: int, limit: int, count: int, out: Any) -> int:
    """A rider that takes no part in a sprint could be helped (PR-Q2)."""
    sprint, race.sprint = race.sprint, 0
    count = right["legal_help"](race, road, wanted, limit, count, out)
    race.sprint = sprint
    return count


def on_the_verge() -> Match:
    return due(standing({"Ac": "10.0", "Bc": "11.1", "Br": "12.1", "Bg": "12.2", "Cc": "5.1"}, hands={"A": ["c5"]},
                        verge=True, moved=["Bc", "Br", "Bg"], settle=False))  # fmt: skip


@once(ways, "end_places", on_the_verge, "keep; card 5; 0")
def verge_ends(race: Any, road: Any, rider: int, steps: int) -> int:
    """A rider on the verge could ride on along it (PR-V2)."""
    before, beyond, row = 1 << int(race.lane[rider]), 0, int(race.row[rider])
    for _ in range(steps):
        row += 1
        shut = ways.lanes_blocked(race, road, row, rider)
        verge = ways.spread(before | beyond) & ways.verges(race, road, row)
        beyond = ways.spread(beyond) & ground.lanes_mask(race, road, row) & ~shut
        before = ways.spread(before) & ground.lanes_mask(race, road, row) & ~shut
        beyond |= verge
    return beyond & ground.lanes_mask(race, road, row) & ~ground.lanes_taken(race, road, row)


def with_good_radio() -> Match:
    race = standing({"Ac": "40.1", "Bs": "20.1"}, events=True, settle=False, hands={"A": ["c5", "xc"]})
    race.races[0]["pool"][0][0], race.races[0]["fresh"][0] = 4, (4, 0, 0)
    about_to_begin_round(race)
    return race


@once(events, "good_radio", with_good_radio, "stay; drawn card c2; drawn card c2; drawn card c2; lot for Ac; event 13")
def legal_event_swap(race: Any, out: Any) -> int:
    """Good radio swapped an exhaustion card (event 13, PR-A6)."""
    able = cards.cards_left(race, ground.team_of(race, race.who)) > 0
    count = cards.legal_dawdlers_swap(race, race.who, out) if able else 0
    out[count] = a.KEEP
    return int(count) + 1


def two_doping_cards() -> Match:
    race = standing({"Ac": "10.1", "Bc": "5.1"}, hands={"A": ["c4"]}, doping=True, settle=False)
    return doped(race, "Ac", 2, -4)


@once(cards, "which_doping_card", two_doping_cards, "keep; dope Ac")
def picks_doping(race: Any, rider: int) -> bool:
    """The program picked which doping card was used (PR-U2)."""
    return False


def motorbike_ahead() -> Match:
    race = standing({"Ac": "40.1", "Bs": "20.1"}, events=True, wind=True, hands={"A": ["c4"]}, chips=2, settle=False)
    race.races[0]["wind"] = s.HEAD_WIND
    return due(race, event={"Ac": 19})


@once(move, "worth_of_a_move", motorbike_ahead, "keep; chips 2")
def head_wind(race: Any, rider: int, plays_card: bool) -> int:
    """A motorbike ahead spared the head wind in chip moves and circles, too (event 19, PR-X3)."""
    return int(right["head_wind"](race, rider, True))


# ------------------------------------------------------------------------------------------------- what is heard


@contextmanager
def in_place(old: Old) -> Iterator[None]:
    """Put the old rule in place of the right one, wherever rules call it. (`capped_by_climb` is also called in other
    moves than circles, where the old rule was right.)"""
    name = old.wrong.__name__
    modules = [module for where, module in list(sys.modules.items()) if where.startswith(GAME)]
    callers = [circle] if old.wrong is capped_by_climb else modules
    changed = [module for module in callers if vars(module).get(name) is right[name]]
    for module in changed:
        setattr(module, name, old.wrong)
    try:
        yield
    finally:
        for module in changed:
            setattr(module, name, right[name])


def heard(old: Old) -> list[str]:
    """Which laws complain while the deeds are done, as far as they are legal."""
    watch = Watch(old.position())
    laws: set[str] = set()
    for word in old.deeds.split("; "):
        if code(watch.race, word) not in watch.race.legal():
            break
        laws |= {told.partition(":")[0] for told in broken(watch.ride(code(watch.race, word)))}
    return sorted(laws)


def main() -> dict[str, tuple[str, list[str], list[str]]]:
    """For each old rule: the law that is about it, which laws complain about the right rule, and which about the old
    one."""
    told = {}
    for name, old in OLD.items():
        of_the_right_one = heard(old)
        with in_place(old):
            told[name] = old.law, of_the_right_one, heard(old)
    return told


if __name__ == "__main__":
    if os.environ.get("NUMBA_DISABLE_JIT") != "1":
        raise SystemExit("old rules are ridden uncompiled: set NUMBA_DISABLE_JIT=1")
    print(json.dumps(main()))

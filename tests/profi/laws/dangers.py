"""Who rolls, who is asked, and what lies on the road (PR-F, PR-G1, PR-J1, PR-B, PR-U)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from parcours.games.profi import actions as a
from parcours.games.profi import state as s
from tests.profi.laws.sight import Sight

ROLLS = (s.CRASH_DIE, s.CRASH_COIN)
CRASHING = (*ROLLS, s.DANGER, s.SECOND_COIN, s.DUEL_DIE)
NOTHING_TO_LOSE = 22
COLOURS_OF_ROWS = (s.ROULEUR, s.SPRINTER, s.GRIMPEUR, s.CAPTAIN)
FEED_AHEAD = 2
FAR = 6


def who_rolls(sight: Sight) -> Iterator[str]:
    """A rider that rolls neither lies nor is protected (PR-F1, PR-G1)."""
    if sight.phase in ROLLS:
        rider = sight.who
        if not sight.eyes.is_up(sight.after, rider) or sight.eyes.is_protected(sight.after, rider):
            yield f"{sight.eyes.name(rider)} rolls, lying or protected"


def who_must_roll(sight: Sight) -> Iterator[str]:
    """A rider must roll after its own ride: in very wet weather from 6 squares on (PR-Y1), on cobbles with fewer than
    6, a rouleur with fewer than 5 (PR-H6), the mover first (PR-F3). In a circle the sum counts, and its head rolls
    first (PR-L7, PR-L8)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    phase, kind = int(before["phase"]), int(before["kind"])
    if phase == s.CIRCLE_PLACE and a.PLACE <= sight.action < a.DRAWN:
        train = [int(rider) for rider in after["chain"][: int(after["train"])]]
        rides = [(rider, int(before["total"]), int(before["row"][rider])) for rider in train]
    elif phase == s.PLACE_PHASE and a.PLACE <= sight.action < a.HELP and int(before["helped"]) < 0:
        rider = int(before["rider"])
        drawn = a.DRAWN <= sight.action < a.VERGE
        on_a_wheel = int(before["followed"]) if kind == s.FOLLOW_MOVE else 0
        squares = on_a_wheel + int(after["row"][rider]) - int(before["row"][rider]) - drawn
        over_the_verge = sight.action >= a.VERGE
        if over_the_verge or kind == s.DAWDLE_MOVE or (int(before["die"]) == 4 and before["risk"]):
            return
        first = int(before["row"][rider] if kind == s.SURGE_MOVE else before["from_row"])
        rides = [(rider, squares, first)]
    else:
        return
    due = [ride for ride in rides if _rolls(sight, *ride) and not eyes.is_protected(after, ride[0])]
    if due and not (sight.phase == s.CRASH_COIN and sight.who == due[0][0]):
        yield f"{eyes.name(due[0][0])} does not roll after {due[0][1]} squares"
    full = any(_is_full(sight, int(after["row"][rider])) for rider, _, _ in rides)
    if not due and not full and sight.phase == s.CRASH_COIN and sight.who in [ride[0] for ride in rides]:
        yield f"{eyes.name(sight.who)} rolls after {rides[0][1]} squares"


def _rolls(sight: Sight, rider: int, squares: int, first: int) -> bool:
    """Judged by the ground and the weather of the ride: a new round may have begun since."""
    then, state, eyes = sight.before, sight.after, sight.eyes
    if int(then["weather"]) == s.VERY_WET and squares >= FAR:
        return True
    safe = FAR - (eyes.type(state, rider) == s.ROULEUR)
    rows = range(first, max(first, int(state["row"][rider])) + 1)
    return squares < safe and any(eyes.ground(then, row) == "K" for row in rows)


def _is_full(sight: Sight, row: int) -> bool:
    """A cobbled row that is taken in its full width (PR-H6)."""
    state, eyes = sight.after, sight.eyes
    lanes = {int(state["lane"][rider]) for rider in eyes.on_road(state) if int(state["row"][rider]) == row}
    return eyes.ground(sight.before, row) == "K" and set(range(1, eyes.width(row) + 1)) <= lanes


def who_lies_ahead(sight: Sight) -> Iterator[str]:
    """A rider directly behind one that falls must roll too (PR-F3); but not behind a helper that gave its bike away
    (PR-G4), and not a rider that lay there itself, or came there after the fall without a choice."""
    before, after, eyes, owed = sight.before, sight.after, sight.eyes, sight.memory.owed
    if a.HELP <= sight.action < a.TAKE_CHIP:
        return
    for rider in eyes.riders:
        if int(after["status"][rider]) == s.LYING != int(before["status"][rider]) and not eyes.on_verge(after, rider):
            row, lane = eyes.place(after, rider)
            behind = eyes.at(after, row - 1, lane)
            if behind is None or eyes.place(before, behind) != eyes.place(after, behind):
                continue
            if eyes.is_up(before, behind) and not eyes.is_protected(after, behind):
                owed.add(behind)
    if sight.phase in (*ROLLS, s.DANGER):
        owed.discard(sight.who)
    if sight.phase in (s.TURN, s.COUNTER, s.STACK, s.WEATHER_PHASE, s.HAND_OVER, s.DUMMY_DIE):
        for rider in owed:
            if eyes.is_up(after, rider):
                yield f"{eyes.name(rider)} has not rolled behind one that fell"
        owed.clear()


def duels_are_asked(sight: Sight) -> Iterator[str]:
    """After an active move that ends beside a rival, the mover may challenge it for a chip, unless it has fallen. An
    unused doping card of the mover counts as a chip (PR-J1, PR-F1, PR-I14, PR-I16)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    if int(before["phase"]) != s.PLACE_PHASE or sight.phase in CRASHING or int(before["kind"]) == s.DAWDLE_MOVE:
        return
    if not a.PLACE <= sight.action < a.HELP or int(before["helped"]) >= 0 or not before["elbow"]:
        return
    rider = int(before["rider"])
    others = [other for other in eyes.riders if other != rider]
    if any((before[what][other] != after[what][other]) for what in ("row", "lane", "status") for other in others):
        return
    if not before["cards"] and not before["added"]:
        return
    rivals = [
        other
        for other in others
        if eyes.team(other) != eyes.team(rider)
        and eyes.is_up(after, other)
        and int(after["row"][other]) == int(after["row"][rider])
        and eyes.touch(after, rider, other)
    ]
    free = eyes.is_own(before, rider, int(before["from_row"])) or int(before["event"][rider]) == NOTHING_TO_LOSE
    able = free or eyes.means(before, rider) + int(before["saved"]) > 0
    barred = int(before["barred"]) >> eyes.team(rider) & 1
    if rivals and able and not barred and eyes.is_up(after, rider) and sight.phase != s.DUEL:
        yield f"{eyes.name(rider)} beside {eyes.name(rivals[0])} is not asked to challenge"


def bottles(sight: Sight) -> Iterator[str]:
    """A rider that ends a move, or its ride in the breakaway, on a bottle of its colour takes it (PR-B1, PR-T6)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    if int(before["phase"]) not in (s.PLACE_PHASE, s.BREAK_PLACE) or sight.phase in (*CRASHING, s.REWARD):
        return
    rider = int(before["rider"])
    if not a.PLACE <= sight.action < a.HELP:
        return
    stays = int(before["phase"]) == s.PLACE_PHASE and eyes.place(before, rider) == eyes.place(after, rider)
    if stays or not eyes.is_up(after, rider):
        return
    if _bottle(after, eyes.type(after, rider), eyes.place(after, rider)):
        yield f"{eyes.name(rider)} leaves a bottle of its colour on {eyes.place(after, rider)}"


def _bottle(state: Any, colour: int, place: tuple[int, int]) -> bool:
    for station in range(int(state["stations"])):
        row = place[0] - int(state["station_row"][station])
        if 0 <= row < 4 and COLOURS_OF_ROWS[row] == colour and 1 <= place[1] <= 4:
            return bool(int(state["station_left"][station]) >> (4 * row + place[1] - 1) & 1)
    return False


def where_bottles_lie(sight: Sight) -> Iterator[str]:
    """A station begins two rows ahead of the front row, as the feed round begins (PR-B3)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    if int(after["stations"]) <= int(before["stations"]) or eyes.board:
        return
    front = max(int(before["row"][rider]) for rider in eyes.on_road(before))
    row = int(after["station_row"][int(after["stations"]) - 1])
    if row != front + FEED_AHEAD or "f" not in eyes.rounds[int(after["round_number"]) - 1]:
        yield f"bottles lie from {row}, with the front on {front}"


def good_radio(sight: Sight) -> Iterator[str]:
    """Event 13 swaps no exhaustion card (PR-A6)."""
    if sight.phase == s.EVENT_SWAP and a.GIVE_UP_TIRED in sight.legal:
        yield f"{sight.eyes.name(sight.who)} may swap an exhaustion card"


def which_doping_card(sight: Sight) -> Iterator[str]:
    """Of several unused cards the player picks which one is used (PR-U2)."""
    before, after, eyes = sight.before, sight.after, sight.eyes
    for rider in eyes.riders:
        used = int(after["used"][rider]) & ~int(before["used"][rider])
        picked = sight.action >= a.USE_DOPING or int(before["start_card"]) == a.DOPING_CARD
        if used and eyes.doping(before, rider) > 1 and not picked:
            yield f"{eyes.name(rider)} uses a doping card that nobody has picked"


def points_of_the_road(sight: Sight) -> Iterator[str]:
    """The control takes a doper's points; those of a summit go to nobody else (PR-U4)."""
    state, points = sight.after, sight.memory.points
    if sight.phase != s.OVER_PHASE or not points:
        return
    for rider in sight.eyes.on_road(state):
        struck = int(state["struck"]) >> rider & 1
        if int(state["mountain"][rider]) != (0 if struck else points[rider]):
            yield f"{sight.eyes.name(rider)} has {int(state['mountain'][rider])} mountain points, not {points[rider]}"

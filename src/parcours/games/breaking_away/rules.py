"""Breaking Away: the rules, in the order of the rulebook. Each function names its clauses."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.breaking_away.actions import FACTOR, FIRST, MOST_FACTOR, OWN, QUICK, RETIRE, RIDE_BOX
from parcours.games.breaking_away.state import (
    BOXES,
    DIVIDE,
    DRAW,
    NOBODY,
    OVER_PHASE,
    RIDE,
    RIDERS,
    State,
)

VERSION = 1
"""Raised whenever a rule changes; a refactoring leaves it alone."""

POINTS = (30, 25, 20, 16)
"""What each rider's factors add up to (BA-S3)."""
FEWEST_FACTORS = 3
QUICK_LINE_UP = ((5, 6, 7, 12), (6, 7, 12, 0), (4, 5, 11, 0), (3, 4, 9, 0))
ORDINARY = 3
"""What a box is filled with before slipstream is added (BA-R1)."""
CROWD = 5
"""How many riders overcrowd a square in the first turn (BA-O2)."""
FINISHERS = 8
"""How many riders across the finish end the race (BA-E1)."""
MOST_REPLENISHED = 999
"""The largest bonus that a box can get: more than any course is long. (Without it, under BA-O1, two team-mates passing
each other far beyond the finish could double the bonus again and again.)"""


# ---------------------------------------------------------------------------------------------- setting up


@rare
def set_up(race: State, road: Road) -> None:
    """All riders on the start line, or staggered behind it; sheets blank (BA-S1, BA-S6, BA-O3)."""
    riders = race.teams * RIDERS
    race.phase = DIVIDE
    race.pencil = -1
    race.alone = NOBODY
    race.riding = riders
    for rider in range(riders):
        number = rider % RIDERS
        race.blank[rider] = NOBODY
        race.distance[rider] = -number if race.staggered else 0
        race.order[number * race.teams + rider // RIDERS] = rider


@rule
def factors_allowed(number: int) -> int:
    """The most factors a rider may have: 4 for rider 1, 3 for the others (BA-S3)."""
    return BOXES if number == 0 else FEWEST_FACTORS


@rule
def points_left(race: State, rider: int) -> int:
    """How many of a rider's points are still to be divided (BA-S3)."""
    left = POINTS[rider % RIDERS]
    for box in range(race.pencil_box):
        left -= race.factor[rider, box]
    return left


@rule
def may_write(number: int, box: int, left: int, value: int) -> bool:
    """Whether a rider may get this factor next: there must be a way to divide the rest (BA-S3, BA-S4, BA-S5)."""
    if value < 1 or value > MOST_FACTOR or value > left:
        return False
    rest = left - value
    if rest == 0:
        return box + 1 >= FEWEST_FACTORS
    boxes_left = factors_allowed(number) - box - 1
    fewest = max(1, FEWEST_FACTORS - box - 1)
    return boxes_left >= 1 and rest >= fewest and rest <= boxes_left * MOST_FACTOR


@rule
def write_factor(race: State, value: int) -> None:
    """Write a factor into the next box. If only the rider's last box is left, write the rest into it (BA-S3)."""
    rider = race.dividing * RIDERS + race.pencil
    left = points_left(race, rider) - value
    race.factor[rider, race.pencil_box] = value
    race.pencil_box += 1
    if left > 0 and race.pencil_box == factors_allowed(race.pencil) - 1:
        race.factor[rider, race.pencil_box] = left
        left = 0
    if left == 0:
        race.pencil += 1
        race.pencil_box = 0
        if race.pencil == RIDERS:
            hand_in(race)


@rule
def take_quick_line_up(race: State) -> None:
    """Give the team the quick line-up (BA-S8)."""
    for number in range(RIDERS):
        for box in range(BOXES):
            race.factor[race.dividing * RIDERS + number, box] = QUICK_LINE_UP[number][box]
    hand_in(race)


@rule
def hand_in(race: State) -> None:
    """A sheet is complete: the next team divides its points. After the last team, the first player is drawn (BA-M5)."""
    race.pencil = -1
    race.dividing += 1
    if race.dividing == race.teams:
        race.phase = DRAW


# ------------------------------------------------------------------------------------------ whose decision


@rule
def actor(race: State) -> int:
    """Who decides next: the seat that is dividing, chance, or the team of the rider to move (BA-M1, BA-M2)."""
    if race.phase == RIDE:
        return race.queue[race.due] // RIDERS
    if race.phase == DIVIDE:
        return race.dividing
    return CHANCE if race.phase == DRAW else OVER


@rule
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The legal actions (BA-M2, BA-M6; while dividing BA-S3 to BA-S5 and BA-S8; at the draw BA-M5)."""
    count = 0
    if race.phase == RIDE:
        rider = race.queue[race.due]
        for box in range(BOXES):
            out[count] = RIDE_BOX + box
            count += may_spend(race, rider, box)
        out[count] = RETIRE
        count += is_out_of_the_race(race, rider)
    else:
        count = legal_before_the_start(race, out)
    return count


@rare
def legal_before_the_start(race: State, out: NDArray[np.int16]) -> int:
    """The teams that may be drawn (BA-M5); the quick line-up or dividing the points, then the next factor (BA-S3 to
    BA-S5, BA-S8)."""
    count = 0
    if race.phase == DRAW:
        for team in range(race.teams):
            out[team] = FIRST + team
        count = race.teams
    elif race.phase == DIVIDE and race.pencil < 0:
        out[0] = QUICK
        out[1] = OWN
        count = 2
    elif race.phase == DIVIDE:
        left = points_left(race, race.dividing * RIDERS + race.pencil)
        for value in range(1, MOST_FACTOR + 1):
            if may_write(race.pencil, race.pencil_box, left, value):
                out[count] = FACTOR + value
                count += 1
    return count


@rule
def may_spend(race: State, rider: int, box: int) -> bool:
    """Whether a box may be spent: it holds a factor, and no earlier box holds the same one (BA-M2)."""
    value = race.factor[rider, box]
    allowed = value > 0
    for other in range(box):
        allowed &= race.factor[rider, other] != value
    return allowed


@rule
def box_crossed_off(race: State, rider: int, box: int) -> int:
    """The box to cross off. If several boxes hold the factor announced, a box that was read out goes before a secret
    one: nobody can tell the difference (BA-M3, BA-S7)."""
    value = race.factor[rider, box]
    known = race.read_out[rider]
    for other in range(BOXES):
        if race.factor[rider, other] == value and known >> other & 1:
            box = other
    return box


@rule
def is_out_of_the_race(race: State, rider: int) -> bool:
    """Whether a rider is out of the race, so that it may retire (BA-M6). Ruling: more than half of the field is ahead,
    and even the largest factor would not bring the rider directly behind the next of them. (So the front half of the
    race can't retire, and somebody always finishes.)"""
    here = race.distance[rider]
    at = place_in_order(race, rider) - 1
    while at >= 0 and race.distance[race.order[at]] == here:
        at -= 1
    if 2 * (at + 1) <= race.riding:
        return False
    best = race.factor[rider, 0]
    for box in range(1, BOXES):
        best = max(best, race.factor[rider, box])
    return race.distance[race.order[at]] - here - 1 > best


@rule
def place_in_order(race: State, rider: int) -> int:
    """A rider's place in the race order, from 0. (From the second turn on, the rider to move is no further back than
    its place in the queue: those before it have moved on.)"""
    at = race.due if race.turn > 1 else race.riding - 1
    if at >= race.riding:
        at = race.riding - 1
    while race.order[at] != rider:
        at -= 1
    return at


@rare
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """Every team is equally likely to be drawn as first player (BA-M5)."""
    for team in range(race.teams):
        out[team] = 1


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action."""
    if action < RETIRE:
        ride(race, road, action - RIDE_BOX)
    elif action == RETIRE:
        retire(race)
    elif action == QUICK:
        take_quick_line_up(race)
    elif action == OWN:
        race.pencil = 0
        race.pencil_box = 0
    elif action < FIRST:
        write_factor(race, action - FACTOR)
    else:
        begin_first_turn(race, action - FIRST)
    if action <= RETIRE:
        next_rider(race, road)


# ------------------------------------------------------------------------------------------------- a turn


@rule
def begin_first_turn(race: State, first: int) -> None:
    """The drawn player begins. Clockwise, all riders 1 move, then all riders 2, 3 and 4 (BA-M5)."""
    race.phase = RIDE
    race.turn = 1
    race.due = 0
    race.queued = race.teams * RIDERS
    place = 0
    for number in range(RIDERS):
        for step in range(race.teams):
            race.queue[place] = (first + step) % race.teams * RIDERS + number
            place += 1


@rare
def begin_turn(race: State) -> None:
    """From the second turn on, riders move front to back as they stand now; on one square, inside first (BA-M1)."""
    race.turn += 1
    race.due = 0
    race.queued = race.riding
    for i in range(race.riding):
        race.queue[i] = race.order[i]


@rule
def ride(race: State, road: Road, box: int) -> None:
    """The factor is announced and crossed off; the rider moves exactly that far (BA-M2, BA-M3)."""
    rider = race.queue[race.due]
    box = box_crossed_off(race, rider, box)
    squares = race.factor[rider, box]
    bit = 1 << box
    if race.read_out[rider] & bit:
        race.read_out[rider] -= bit
    else:
        race.initial_used[rider] += 1
        race.initial_spent[rider] += squares
    race.factor[rider, box] = 0
    race.blank[rider] = box
    before = race.distance[rider]
    move(race, rider, before + squares)
    cross_lines(race, road, rider, before)


@rule
def move(race: State, rider: int, distance: int) -> None:
    """Move a rider. On an occupied square it stands outside all those already there (BA-M4). Only distance says who is
    ahead, so a lapped rider is never mistaken for one in front (BA-M7)."""
    at = place_in_order(race, rider)
    while at > 0 and race.distance[race.order[at - 1]] < distance:
        race.order[at] = race.order[at - 1]
        at -= 1
    race.order[at] = rider
    race.distance[rider] = distance


@rule
def retire(race: State) -> None:
    """The rider leaves the track at once (BA-M6)."""
    rider = race.queue[race.due]
    at = place_in_order(race, rider)
    race.riding -= 1
    for i in range(at, race.riding):
        race.order[i] = race.order[i + 1]
    race.retired[rider] = 1
    race.blank[rider] = NOBODY
    for box in range(BOXES):
        race.factor[rider, box] = 0
    race.read_out[rider] = 0


@rule
def next_rider(race: State, road: Road) -> None:
    """The next rider in the queue is to move. After the last one, boxes are filled and a new turn begins (BA-T1)."""
    if is_over(race, road):
        race.phase = OVER_PHASE
        return
    race.due += 1
    if race.due == race.queued:
        replenish(race)
        begin_turn(race)


# ------------------------------------------------------------------------------------------------- points


@rule
def cross_lines(race: State, road: Road, rider: int, before: int) -> None:
    """A rider crosses a line by going beyond it: stopping on it is not enough (BA-P1). The first eight across score, in
    the order of crossing (BA-P2, BA-P3); points are public (BA-P4)."""
    after = race.distance[rider]
    for line in range(len(road.lines)):
        at = road.lines[line].at
        if at >= after:
            break
        if before <= at:
            race.crossed[line] += 1
            place = race.crossed[line]
            race.place[rider, line] = place
            if place <= road.lines[line].places:
                race.points[rider // RIDERS] += road.lines[line].scores[place - 1]


# ------------------------------------------------------------------------------------------ replenishment


@rule
def replenish(race: State) -> None:
    """Each rider fills its blank box with 3, plus 1 for each rider on the unbroken run of occupied squares ahead
    (BA-R1), riders over the finish included (BA-R5). Overcrowded squares of the first turn follow BA-O2. The breakaway
    bonus comes last (BA-R2 to BA-R4)."""
    in_front = 0
    i = 0
    square_ahead = 0
    while i < race.riding:
        square = race.distance[race.order[i]]
        if i == 0 or square_ahead != square + 1:
            in_front = 0
        end = i + 1
        while end < race.riding and race.distance[race.order[end]] == square:
            end += 1
        overcrowded = race.crowded and race.turn == 1 and end - i >= CROWD
        for k in range(i, end):
            fill_box(race, race.order[k], ORDINARY if overcrowded else ORDINARY + in_front)
        in_front = 0 if overcrowded else in_front + end - i
        square_ahead = square
        i = end
    breaking_away_bonus(race)


@rule
def fill_box(race: State, rider: int, value: int) -> None:
    """Fill the blank box; the new factor is read out to all (BA-S7)."""
    box = race.blank[rider]
    race.factor[rider, box] = value
    race.read_out[rider] |= 1 << box


@rule
def breaking_away_bonus(race: State) -> None:
    """A rider that comes to lead alone fills its box with its lead instead, even if this is lower (BA-R2, BA-R4). A
    rider that led alone before does not (BA-R3). Ruling: with nobody left behind, there is no bonus."""
    leader = leads_alone(race)
    if leader != NOBODY and leader != race.alone:
        lead = lead_over_the_next(race, leader)
        if lead > 0:
            race.factor[leader, race.blank[leader]] = min(lead, MOST_REPLENISHED)
    race.alone = leader


@rule
def leads_alone(race: State) -> int:
    """The rider that leads alone, or NOBODY (BA-R3). With BA-O1: the first in order, with no rival on its square."""
    if race.riding == 0:
        return NOBODY
    leader = race.order[0]
    for i in range(1, race.riding):
        other = race.order[i]
        if race.distance[other] != race.distance[leader]:
            break
        if not race.from_group or other // RIDERS != leader // RIDERS:
            return NOBODY
    return leader


@rule
def lead_over_the_next(race: State, leader: int) -> int:
    """The leader's lead over the second-placed rider, with BA-O1 over the best-placed rival (BA-R2); 0 if there is
    none."""
    for i in range(1, race.riding):
        other = race.order[i]
        if not race.from_group or other // RIDERS != leader // RIDERS:
            return race.distance[leader] - race.distance[other]
    return 0


# ------------------------------------------------------------------------------------------------ the end


@rule
def is_over(race: State, road: Road) -> bool:
    """Whether the race is over: the eighth rider has crossed the finish (BA-E1) or, with fewer still riding, the last
    one has (BA-E3)."""
    finish = len(road.lines) - 1
    if race.crossed[finish] >= FINISHERS:
        return True
    if race.crossed[finish] == 0:
        return False
    still_out = 0
    for i in range(race.riding):
        still_out += race.place[race.order[i], finish] == 0
    return still_out == 0


@rare
def best_place(race: State, road: Road, team: int) -> int:
    """A team's best place: at the finish or, if none of its riders has finished, along the track, then from the inside
    (BA-E2). Lower is better. A team with nobody left on the track comes last."""
    finish = len(road.lines) - 1
    best = 3 * 128
    for rider in range(team * RIDERS, team * RIDERS + RIDERS):
        if race.place[rider, finish] > 0:
            best = min(best, race.place[rider, finish])
    for i in range(race.riding):
        if race.order[i] // RIDERS == team:
            best = min(best, 128 + i)
    return best


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """Most points win; ties go to the better-placed rider (BA-E2). Only teams with nobody left can share a place."""
    for team in range(race.teams):
        ahead = 0
        for other in range(race.teams):
            if race.points[other] > race.points[team] or (
                race.points[other] == race.points[team] and best_place(race, road, other) < best_place(race, road, team)
            ):
                ahead += 1
        places[team] = ahead + 1


@rare
def score(race: State, road: Road, points: NDArray[np.float64]) -> None:
    """What each team has won at the lines (BA-P2)."""
    for team in range(race.teams):
        points[team] = race.points[team]

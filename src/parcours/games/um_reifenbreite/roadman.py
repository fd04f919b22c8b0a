"""The roadman: a greedy bot for Um Reifenbreite. It values everything in rows gained: where a ride ends and what the
next move from there is worth, a wheel to sit on, points at the lines. It keeps its energy cards for lines that it can
reach.

The veteran, which guides the search, judges in the same way with numbers tuned in races: it leaves rivals nothing to
follow, keeps team-mates on its wheel, and plays its cards early.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import LINE_KINDS, NOWHERE, Road
from parcours.games.um_reifenbreite.actions import (
    AGREE,
    CARD,
    DECLINE,
    DICE,
    FOLLOW,
    GRID,
    LEAD,
    MEANS,
    ONE_AWAY,
    ONE_CARD,
    RIDE,
    TWO_AWAY,
    TWO_CARDS,
)  # fmt: skip
from parcours.games.um_reifenbreite.rules.energy import cards_allowed
from parcours.games.um_reifenbreite.rules.finish import SCORERS
from parcours.games.um_reifenbreite.rules.pursuit import broke_away, same_colour, square_to_follow_to
from parcours.games.um_reifenbreite.rules.ways import rider_on
from parcours.games.um_reifenbreite.state import (
    ANSWERING,
    ASKING,
    CARD_PHASE,
    FOLLOW_PHASE,
    GRID_PHASE,
    KINDS,
    LAYING,
    MAX_TEAMS,
    MEANS_PHASE,
    NOBODY,
    RIDE_PHASE,
    RIDERS,
    WAY_PHASE,
    State,
)  # fmt: skip
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS, LUCK_AMOUNTS, VALUES

LOOK_AHEAD = 6
"""How many squares it looks ahead, to see that the inside of a curve takes a rider further."""
(
    POINT, WHEEL, MATES_WHEEL, SHELTER, UPHILL, DOWNHILL, MATE_BEHIND, MATE_BEHIND_ELSEWHERE, RIVAL_BEHIND,
    RIVAL_BEHIND_ELSEWHERE, SHAKES_OFF, LOSES_MATE, LEADS_RIVAL, LEADS_MATE, SHUT_IN, THROW, GOAL_UPHILL, GOAL_DOWNHILL,
    BEHIND_MATE, RIVAL_NEXT, MATE_NEXT, FIRST_CARD, EACH_CARD,
) = range(23)  # fmt: skip
"""What each number of a judgement is worth, in rows and in this order.

- Where a ride ends: a point at a line; a rival's wheel to sit on, a team-mate's wheel; each point of a climb or of
  cobbles that following spares; each point of the number on the square where the next move begins, below 0 and above.
- On the square behind: a team-mate on the same colour, on another; a rival on the same colour, on another.
- The next of the file can't follow, because the square behind is taken: a rival, a team-mate.
- Each row by which the next of the file is led on: a rival, a team-mate.
- A rider ahead who can't be followed.
- Whether to follow: what the rider's own roll would bring instead; each point of the number where the pursuit ends,
  below 0 and above; following a team-mate; having a rival next in the file, having a team-mate.
- Cards: how many moves from the finish to play the first one, and how many more for each one in hand.
"""
JUDGEMENT = np.array(
    [
        [0.5, 1.5, 1.5, 0.6, 0.7, 0.7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7.0, 0.7, 0.7, 0, 0, 0, 1.6, 0.5],
        [
            0.71, 0.13, 1.13, 0.06, 1.09, 0.97, 1.89, -1.41, -0.51, 0.82, 0.83, -0.65, -0.27, 0.3, -0.7, 9.14, 0.84,
            0.86, 0.78, 1.5, -1.19, 5.14, 1.81,
        ],
    ]
)  # fmt: skip
"""The roadman's numbers, then the veteran's."""
AVERAGE = 7.0
PATIENCE = 1.5
"""A pursuit is worth it even if it gains this many rows less than the rider's own roll would on average."""
_SPRINT, _FINISH = LINE_KINDS.index("sprint"), LINE_KINDS.index("finish")
_AMOUNTS = np.array(LUCK_AMOUNTS, np.int8)


@rule
def choose(kind: int, race: State, road: Road, seat: int, codes: NDArray[np.int16], number: int, key: np.uint64) -> int:
    """The best-looking action, from what everybody can see (UR-20j)."""
    phase = race.phase
    if phase == RIDE_PHASE:
        return best_ride(kind, race, road, codes, number)
    if phase == FOLLOW_PHASE:
        return FOLLOW if is_worth_following(kind, race, road) else DECLINE
    if phase == MEANS_PHASE:
        return MEANS + best_means(kind, race, road)
    return choose_else(race, codes, number)


@rare
def choose_else(race: State, codes: NDArray[np.int16], number: int) -> int:
    """The rarer decisions. Taking the lead gains squares, so it agrees and never asks. It takes the longest way with a
    team-mate behind, the shortest with a rival. It places its leader on the front row, furthest right."""
    phase = race.phase
    if phase == ASKING:
        return LEAD
    if phase == ANSWERING:
        return AGREE
    if phase == WAY_PHASE:
        team_mate = race.file[1] // RIDERS == race.rider // RIDERS
        return codes[number - 1] if team_mate else codes[0]
    if phase == LAYING:
        return dearest(codes, number)
    if phase == CARD_PHASE:
        return dearest(codes, number) if _AMOUNTS[race.card] > 0 else codes[0]
    best = codes[0]
    if phase == GRID_PHASE:
        for k in range(number):
            if (codes[k] - GRID) % MAX_TEAMS < (best - GRID) % MAX_TEAMS:
                best = codes[k]
    return best


@rule
def dearest(codes: NDArray[np.int16], number: int) -> int:
    """The card with the highest value, the rider's own before a joker."""
    best = codes[0]
    for k in range(number):
        if VALUES[(codes[k] - CARD) % KINDS] > VALUES[(best - CARD) % KINDS]:
            best = codes[k]
    return best


# ------------------------------------------------------------------------------------------- where to ride


@rule
def best_ride(kind: int, race: State, road: Road, codes: NDArray[np.int16], number: int) -> int:
    best, best_worth = codes[0], -1e9
    for k in range(number):
        worth = worth_of(kind, race, road, race.reach[codes[k] - RIDE])
        if worth > best_worth:
            best, best_worth = codes[k], worth
    return best


@rule
def row_units(road: Road) -> float:
    """The length of a row: that of a start square."""
    return float(road.squares[0].front - road.squares[0].rear)


@rule
def worth_of(kind: int, race: State, road: Road, square: int) -> float:
    """What ending a ride on a square is worth: how far the road leads from there, what the number and a wheel bring,
    points at lines crossed on the way, and who is behind."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    rows = row_units(road)
    worth = front_after(road, square, LOOK_AHEAD) / rows + points_at_lines(race, road, rider, square) * judged[POINT]
    here = road.squares[square]
    number = here.value if race.colours else 0
    if rider_ahead(race, road, square):
        mate = rider_on(race, here.ahead[1]) // RIDERS == rider // RIDERS
        worth += (judged[MATES_WHEEL] if mate else judged[WHEEL]) - (judged[SHELTER] * number if number < 0 else 0.0)
    elif here.ahead[1] != NOWHERE and rider_on(race, here.ahead[1]) != NOBODY:
        worth += judged[SHUT_IN]
    worth += (judged[UPHILL] if number < 0 else judged[DOWNHILL]) * number
    return worth + worth_of_those_behind(kind, race, road, square)


@rule
def worth_of_those_behind(kind: int, race: State, road: Road, square: int) -> float:
    """What the riders behind add to the worth of a ride: whoever is on the square behind its end, and the next of the
    file, which may follow there."""
    behind = road.squares[square].behind
    if behind == NOWHERE:
        return 0.0
    judged = JUDGEMENT[kind - 1]
    rider, other = race.rider, rider_on(race, behind)
    team = rider // RIDERS
    worth = 0.0
    if other != NOBODY and other != rider and race.place[other] == 0:
        same = not race.colours or road.squares[behind].terrain == road.squares[square].terrain
        if other // RIDERS == team:
            worth += judged[MATE_BEHIND] if same else judged[MATE_BEHIND_ELSEWHERE]
        else:
            worth += judged[RIVAL_BEHIND] if same else judged[RIVAL_BEHIND_ELSEWHERE]
    if race.filed > 1 and not broke_away(race):
        mate = race.file[1] // RIDERS == team
        if other != NOBODY and other != race.file[1]:
            worth += judged[LOSES_MATE] if mate else judged[SHAKES_OFF]
        if same_colour(race, road, 1):
            gain = (road.squares[square].front - road.squares[race.at[rider]].front) / row_units(road)
            worth += gain * (judged[LEADS_MATE] if mate else judged[LEADS_RIVAL])
    return worth


@rule
def front_after(road: Road, square: int, steps: int) -> int:
    """The front edge reached after this many more steps on an empty road, each as far ahead as possible."""
    for _ in range(steps):
        here = road.squares[square]
        best = NOWHERE
        for way in range(3):
            onward = here.ahead[way]
            if onward == NOWHERE or here.barred[way]:
                continue
            if best == NOWHERE or road.squares[onward].front > road.squares[best].front:
                best = onward
        if best == NOWHERE:
            break
        square = best
    return road.squares[square].front


@rule
def rider_ahead(race: State, road: Road, square: int) -> bool:
    """Whether a rider that could be followed rides directly ahead, on the same colour."""
    ahead = road.squares[square].ahead[1]
    if ahead == NOWHERE:
        return False
    other = rider_on(race, ahead)
    if other == NOBODY or race.place[other] > 0:
        return False
    return not race.colours or road.squares[ahead].terrain == road.squares[square].terrain


@rule
def points_at_lines(race: State, road: Road, rider: int, square: int) -> int:
    """What crossing lines on the way to a square brings: sprint points, and at the finish the points of the next
    place."""
    rear = road.squares[square].rear
    sprint = 0
    points = 0
    for line in range(len(road.lines)):
        if rear < road.lines[line].at:
            break
        if road.lines[line].kind == _SPRINT:
            if race.sprints and not race.crossed[rider] >> sprint & 1 and race.crossings[sprint] < SCORERS:
                points += road.lines[line].scores[race.crossings[sprint]]
            sprint += 1
        elif road.lines[line].kind == _FINISH:
            points += ARRIVAL_POINTS[race.home]
    return points


# -------------------------------------------------------------------------------------- follow, cards, tows


@rule
def is_worth_following(kind: int, race: State, road: Road) -> bool:
    """Whether following brings points at a line, or gains about as much as the rider's own roll would. The number where
    it ends and the neighbours in the file count too."""
    judged = JUDGEMENT[kind - 1]
    rider = race.rider
    here, goal = race.at[rider], square_to_follow_to(race, road, race.asked)
    if points_at_lines(race, road, rider, goal) > 0:
        return True
    expected = judged[THROW] + road.squares[here].value if race.colours else judged[THROW]
    gain = (road.squares[goal].front - road.squares[here].front) / row_units(road)
    if race.colours:
        number = road.squares[goal].value
        gain += (judged[GOAL_UPHILL] if number < 0 else judged[GOAL_DOWNHILL]) * number
    if race.file[race.asked - 1] // RIDERS == rider // RIDERS:
        gain += judged[BEHIND_MATE]
    if race.asked + 1 < race.filed:
        gain += judged[MATE_NEXT] if race.file[race.asked + 1] // RIDERS == rider // RIDERS else judged[RIVAL_NEXT]
    return gain >= max(expected, PATIENCE) - PATIENCE


@rule
def squares_to(road: Road, square: int, line: int) -> float:
    """Roughly how many squares it takes to cross a line."""
    return (road.lines[line].at - road.squares[square].front) / row_units(road) + 1.0


@rare
def best_means(kind: int, race: State, road: Road) -> int:
    """Play cards to reach a sprint line that dice might not reach, and the rest on the last moves before the finish; as
    a breakaway if a rival is next in the file. Never take a tow."""
    allowed = cards_allowed(race, road)
    if allowed == 0:
        return DICE
    rider = race.rider
    square = race.at[rider]
    bonus = road.squares[square].value if race.colours else 0
    wanted = 0
    sprint = 0
    for line in range(len(road.lines)):
        away = squares_to(road, square, line) - bonus
        if road.lines[line].kind == _SPRINT:
            open_ = race.sprints and not race.crossed[rider] >> sprint & 1 and race.crossings[sprint] < SCORERS - 1
            if open_ and 6.0 <= away <= 11.0 and wanted == 0:
                wanted = 2 if away > 8.0 else 1
            sprint += 1
        elif road.lines[line].kind == _FINISH and away > 2.0:
            moves = away / (AVERAGE + 3.0)
            cards = cards_left(race, rider)
            if moves <= JUDGEMENT[kind - 1, FIRST_CARD] + JUDGEMENT[kind - 1, EACH_CARD] * cards:
                wanted = 2
    wanted = min(wanted, allowed)
    if wanted == 0:
        return DICE
    away_from_rival = race.filed > 1 and race.file[1] // RIDERS != rider // RIDERS
    if wanted == 1:
        return ONE_AWAY if away_from_rival else ONE_CARD
    return TWO_AWAY if away_from_rival else TWO_CARDS


@rule
def cards_left(race: State, rider: int) -> float:
    """The rider's own cards, and its share of the jokers."""
    team = rider // RIDERS
    own = 0
    jokers = 0
    for kind in range(KINDS):
        own += race.hand[team, rider % RIDERS, kind]
        jokers += race.hand[team, RIDERS, kind]
    still_out = 0
    for other in range(team * RIDERS, team * RIDERS + RIDERS):
        still_out += race.place[other] == 0
    return own + jokers / max(still_out, 1)

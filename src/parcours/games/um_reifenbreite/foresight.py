"""A forecast of how a race of Um Reifenbreite will end, judged from how it stands now, for a search that stops its
play-outs early.

Of any two riders still in the race, the better placed one (`standing`, in rows) is likelier to finish first; the less
road is left, the surer that is. The numbers were fitted to the results of 30,000 races, each looked at once, when a
round began. In those races cards were played at random: otherwise cards still in hand would only have shown which
riders could not play them.
"""

from __future__ import annotations

from math import exp, sqrt

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.um_reifenbreite.roadman import rider_ahead, row_units
from parcours.games.um_reifenbreite.rules.finish import rider_points
from parcours.games.um_reifenbreite.rules.ways import rider_on
from parcours.games.um_reifenbreite.state import BESIDE, JOKER, KINDS, NOBODY, RIDERS, State
from parcours.games.um_reifenbreite.tables import ARRIVAL_POINTS

OWN_CARD, JOKERS, TAIL, WHEEL, FOOT_DOWN = 1.22, 1.1, 0.67, 0.39, 3.6
"""Worth in rows: one of the rider's own cards, a joker (shared among the team's riders still in the race), a rider
directly behind, a rider directly ahead. The last is what standing beside the road costs."""
MOVE = 6.4
"""Worth in rows of a move still to come in this round."""
SLOPE = 1.11
"""Worth in rows of each point of the number on the square where the next move begins."""
LUCK_OF_PAIR = 0.85
"""How far luck drives two riders apart, in rows; multiplied by the square root of the rows left."""
LUCK_OF_TEAM = 1.49
"""How far luck moves a team's points; multiplied by the square root of the rows left to a rider on average."""


@rule
def clock(race: State) -> int:
    """The number of the round: it decides when a play-out stops."""
    return race.round_number


@rare
def foreseen(race: State, road: Road, points: NDArray[np.float64]) -> float:
    """Fill in the points that each team can expect: those won so far, and those for the places its riders are likely to
    take. Returns how far luck can still move them."""
    riders = race.teams * RIDERS
    finish = road.lines[len(road.lines) - 1].at
    rows = row_units(road)
    left_to_all = 0.0
    for team in range(race.teams):
        points[team] = 0.0
    for rider in range(riders):
        points[rider // RIDERS] += rider_points(race, road, rider)
        if race.place[rider] > 0:
            continue
        stands, left = standing(race, road, rider), rows_left(race, road, rider, finish, rows)
        left_to_all += left
        ahead = float(race.home)
        for other in range(riders):
            if other != rider and race.place[other] == 0:
                luck = LUCK_OF_PAIR * sqrt(0.5 * (left + rows_left(race, road, other, finish, rows)))
                ahead += 1.0 / (1.0 + exp((stands - standing(race, road, other)) / luck))
        points[rider // RIDERS] += points_for(ahead)
    return 0.05 + LUCK_OF_TEAM * sqrt(left_to_all / riders)


@rule
def points_for(ahead: float) -> float:
    """The points for finishing behind that many riders on average."""
    place = min(int(ahead), len(ARRIVAL_POINTS) - 2)
    part = ahead - place
    return (1.0 - part) * ARRIVAL_POINTS[place] + part * ARRIVAL_POINTS[place + 1]


@rule
def square_of(race: State, rider: int) -> int:
    """The square that a rider counts as being on: beside the road, the one that it left."""
    return race.left_at[rider] if race.status[rider] == BESIDE else race.at[rider]


@rule
def rows_left(race: State, road: Road, rider: int, finish: int, rows: float) -> float:
    """How many rows are left to the finish, roughly, plus one."""
    square = square_of(race, rider)
    return max(finish - (road.squares[square].front if square != NOWHERE else 0), 0) / rows + 1.0


@rare
def standing(race: State, road: Road, rider: int) -> float:
    """How well placed a rider is, in rows: how far it has come, and what its cards, its next move and the riders around
    it are worth."""
    square = square_of(race, rider)
    if square == NOWHERE:
        return 0.0
    here = road.squares[square]
    rows = here.front / row_units(road)
    team = rider // RIDERS
    out = 0
    for mate in range(team * RIDERS, team * RIDERS + RIDERS):
        out += race.place[mate] == 0
    for kind in range(KINDS):
        rows += OWN_CARD * race.hand[team, rider % RIDERS, kind] + JOKERS * race.hand[team, JOKER, kind] / out
    if race.status[rider] == BESIDE:
        return rows - FOOT_DOWN
    if race.colours:
        rows += SLOPE * here.value
    if not race.moved[rider]:
        rows += MOVE
    if here.behind != NOWHERE and rider_on(race, here.behind) != NOBODY:
        rows += TAIL
    if rider_ahead(race, road, square):
        rows += WHEEL
    return rows

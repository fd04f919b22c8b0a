"""Leader 1: estimates of how many turns a rider needs to the finish, on its own with the energy it has, or sitting in
the bunch until it is time to go. The road captain decides by them."""

from __future__ import annotations

import numpy as np

from parcours.engine.kernel import rare, rule
from parcours.engine.road import SPRINT_ZONE, Road
from parcours.games.leader_one.ranks import MOUNTAIN
from parcours.games.leader_one.rules.feeding import kept_energy
from parcours.games.leader_one.rules.order import bunch_front, finish_line
from parcours.games.leader_one.rules.ways import DESCENT
from parcours.games.leader_one.state import DESCENDER, IN_BUNCH, MOST_PAID, SPRINTER, State
from parcours.games.leader_one.tables import FREE, PRICES

ROW = 70
HEX = 420
BUNCH_PACE = 290
"""How far the bunch gets in a turn: four squares on average, and five if it is driven on, which is rare."""
BUNCH_TOLL = 0.45
"""How much energy a turn in the bunch costs on average."""
FAR = 99.0
LONGEST_WAIT = 12
"""How many turns ahead the estimate of waiting in the bunch looks."""
ENERGY_WORTH = 0.02
"""What a point of energy left at the finish is worth, in turns: it breaks ties."""
_FREE = np.array(FREE, np.int8)
_PRICES = np.array(PRICES, np.int16)


@rule
def leg_at(front: int) -> int:
    """The leg of the road on which a square with this front lies. The rows before the start are the first leg."""
    return (front - 1) // HEX + 1 if front > 0 else 0


@rule
def pace_at(race: State, road: Road, rider: int, front: int) -> int:
    """Free squares of a move from a square with this front."""
    stretch = road.stretches[leg_at(front)]
    free = int(_FREE[stretch.terrain, race.kind[rider]])
    if race.quality[rider] == DESCENDER and stretch.terrain == DESCENT:
        free += 1
    if race.quality[rider] == SPRINTER and stretch["flags"] & SPRINT_ZONE:
        free += 1
    return free


@rare
def turns_at(race: State, road: Road, rider: int, front: int, energy: int, effort: int) -> float:
    """Turns to the finish if every move pays for `effort` squares as long as the energy lasts, and risks nothing."""
    line = finish_line(road)
    turns = 0.0
    while turns < FAR:
        stretch = road.stretches[leg_at(front)]
        free = pace_at(race, road, rider, front)
        paid = effort
        if stretch.terrain == MOUNTAIN:
            paid = min(paid, int(stretch.category))
        while paid > 0 and _PRICES[paid] > energy:
            paid -= 1
        ridden = (free + paid) * ROW
        if front + ridden > line:
            return turns + (line - front + ROW) / ridden - energy * ENERGY_WORTH / 10.0
        energy -= int(_PRICES[paid])
        front += ridden
        turns += 1.0
    return turns


@rare
def turns_alone(race: State, road: Road, rider: int, front: int, energy: int) -> float:
    """The fewest turns to the finish for a rider on its own."""
    if front > finish_line(road):
        return 0.0
    best = FAR
    for effort in range(MOST_PAID + 1):
        best = min(best, turns_at(race, road, rider, front, energy, effort))
    return best


@rule
def turns_of_bunch(road: Road, front: int) -> float:
    """The bunch's turns to the finish from this front."""
    return (finish_line(road) - front) / BUNCH_PACE


@rare
def turns_waiting(race: State, road: Road, rider: int, front: int, energy: int) -> float:
    """Turns to the finish for a rider who stays in the bunch, now at this front, for at least a turn and attacks when
    that is best."""
    line = finish_line(road)
    best = FAR
    for turn in range(1, LONGEST_WAIT + 1):
        front += BUNCH_PACE
        if front > line:
            return min(best, turn - (front - line - ROW) / BUNCH_PACE)
        left = max(0, int(energy - BUNCH_TOLL * turn))
        best = min(best, turn + turns_alone(race, road, rider, front, left))
    return best


@rule
def energy_of(race: State, rider: int) -> int:
    """What a rider has to spend, kept tiles included."""
    return int(race.energy[rider]) + kept_energy(race, rider)


@rare
def turns_left(race: State, road: Road, rider: int) -> float:
    """The turns that a rider still needs from where it is; in the bunch, it sits there as long as that is best."""
    energy = energy_of(race, rider)
    if race.status[rider] == IN_BUNCH:
        return turns_waiting(race, road, rider, int(bunch_front(race, road)), energy)
    return turns_alone(race, road, rider, int(road.squares[race.at[rider]].front), energy)

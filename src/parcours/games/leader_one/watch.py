"""Leader 1: rides races between bots and watches who leaves the bunch, how far from the finish, and who is caught.

The figures load this module with the game's loops among its globals (`kernel.load_per_game`). No rule uses it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import bulk, rule
from parcours.engine.road import Road
from parcours.games.leader_one.rules import actor
from parcours.games.leader_one.rules.order import finish_line, is_ahead, is_on_road, riders
from parcours.games.leader_one.secrets import redact
from parcours.games.leader_one.state import FROM_BUNCH, HOME, IN_BUNCH, ON_ROAD, State

if TYPE_CHECKING:
    from parcours.engine.loops import act, apply_chance, bot_choice, roll

Array = NDArray[Any]

ROW = 70
BAND = 8
"""The width, in rows to go, of the bands that attacks are counted in: about two turns of the bunch."""
BANDS = 5
CAUGHT, SURVIVED = range(2)
NOT_AWAY = -1
"""Stands in for the rows to go of a rider who is not ahead of the bunch."""


@rule
def rows_to_go(race: State, road: Road, rider: int) -> int:
    return (finish_line(road) - road.squares[race.at[rider]].front) // ROW


@rule
def band_of(rows: int) -> int:
    return min(rows // BAND, BANDS - 1)


@rule
def watch_rider(race: State, road: Road, rider: int, gone: Array, turns: Array, tries: Array) -> None:
    """A rider ahead of the bunch is away; once it is back in the bunch, or behind it, it has been caught."""
    status = race.status[rider]
    is_away = status == ON_ROAD and is_ahead(race, road, rider)
    if gone[rider] == NOT_AWAY:
        if is_away:
            gone[rider] = rows_to_go(race, road, rider)
            turns[rider] = race.turn
    elif status == IN_BUNCH or (status == ON_ROAD and is_on_road(race) and not is_away):
        tries[band_of(gone[rider]), CAUGHT] += 1
        gone[rider] = NOT_AWAY


@rule
def close(race: State, gone: Array, turns: Array, tries: Array) -> None:
    """The race is over, and riders still away have survived. Count the turns that each was away."""
    for rider in range(riders(race)):
        if gone[rider] == NOT_AWAY:
            turns[rider] = 0
        elif race.status[rider] == HOME and race.home_as[rider] != FROM_BUNCH:
            tries[band_of(gone[rider]), SURVIVED] += 1
            turns[rider] = race.home_turn[rider] - turns[rider] + 1
        else:
            tries[band_of(gone[rider]), CAUGHT] += 1
            gone[rider] = NOT_AWAY
            turns[rider] = 0


@bulk
def ride_and_watch(
    races: Array, first: int, last: int, road: Road, kinds: Array, luck: Array, keys: Array, codes: Array,
    chances: Array, scratch: Array, gone: Array, turns: Array, tries: Array,
) -> None:  # fmt: skip
    """Ride each race to its end. For each rider that stayed away to the end, `gone` gets the rows to go when it went
    and `turns` the turns that it was away. `tries` counts all attacks, by band of rows to go, caught or not."""
    for i in range(first, last):
        race = races[i]
        who = actor(race)
        while who != OVER:
            if who == CHANCE:
                apply_chance(race, road, roll(race, road, luck[i], codes, chances))
            else:
                scratch[0] = race
                redact(scratch[0], road, who)
                act(race, road, bot_choice(scratch[0], road, who, kinds[who], keys[i, who], race.ply, codes))
            for rider in range(riders(race)):
                watch_rider(race, road, rider, gone[i], turns[i], tries)
            who = actor(race)
        close(race, gone[i], turns[i], tries)

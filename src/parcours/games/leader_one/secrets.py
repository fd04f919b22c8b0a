"""Leader 1: what a seat may see, and guesses at what it may not see. The only secrets are feed tiles, face down or
kept, and qualities until all have chosen."""

from __future__ import annotations

import numpy as np

from parcours.engine.chance import draw
from parcours.engine.kernel import rare
from parcours.engine.road import Road
from parcours.games.leader_one.rules.bunch import find_attackers, speaker
from parcours.games.leader_one.rules.order import riders, seat_of
from parcours.games.leader_one.rules.start import riders_of
from parcours.games.leader_one.state import (
    DESCENDER,
    HIDDEN,
    LONGEST,
    MOVE_PHASE,
    NOTHING,
    OUT,
    PATHS,
    PLAIN,
    QUALITIES,
    RISKS,
    SPEAK,
    SPRINTER,
    TILE_PHASE,
    TILES,
    WAY_PHASE,
    State,
)  # fmt: skip


@rare
def redact(race: State, road: Road, seat: int) -> None:
    """A rival's tiles go back among those that this seat has not seen; how many a rider keeps is public. Qualities are
    shown when all have chosen (L1-A3b, L1-C4b)."""
    for rider in range(riders(race)):
        if seat_of(race, rider) == seat:
            continue
        for tile in range(TILES):
            race.pile[race.kind[rider], tile] += race.kept[rider, tile]
            race.kept[rider, tile] = 0
        if race.phase == QUALITIES:
            race.quality[rider] = PLAIN
    if race.phase not in (MOVE_PHASE, WAY_PHASE):
        forget_ways(race)
    if race.phase != SPEAK or speaker(race) != seat:
        race.attackers = 0
    if race.phase == TILE_PHASE and seat_of(race, race.rider) != seat and race.drawn != HIDDEN:
        race.pile[race.kind[race.rider], race.drawn] += 1
        race.drawn = HIDDEN


@rare
def forget_ways(race: State) -> None:
    """Clear what the search for ways has written: it could reveal the rider's tiles."""
    for length in range(LONGEST):
        for risk in range(RISKS):
            race.reach[length, risk] = 0
    for side in range(2):
        for i in range(PATHS):
            race.paths[side, i] = 0
            race.label[side, i] = 0
    race.occupied = 0
    race.passable = 0
    race.level = 0
    race.met = 0
    race.origin = 0
    race.rank = 0
    race.longest = 0
    race.ends = 0
    race.several = 0
    race.blocked = 0
    race.free = 0


@rare
def determinize(race: State, road: Road, seat: int, key: np.uint64) -> None:
    """Deal the unknown tiles from those that this seat has not seen, and the hidden qualities at random."""
    count = 0
    for rider in range(riders(race)):
        known = 0
        for tile in range(TILES):
            known += race.kept[rider, tile]
        for _ in range(race.tiles[rider] - known):
            tile = unseen_tile(race, race.kind[rider], key, count)
            race.kept[rider, tile] += 1
            count += 1
    if race.drawn == HIDDEN:
        race.drawn = unseen_tile(race, race.kind[race.rider], key, count)
        count += 1
    if race.phase == QUALITIES:
        for other in range(race.teams):
            if other != seat and other < race.chooser:
                guess_qualities(race, other, key, count)
                count += 2
    if race.phase == SPEAK and speaker(race) != seat:
        find_attackers(race, road)


@rare
def unseen_tile(race: State, kind: int, key: np.uint64, count: int) -> int:
    """Take one of the tiles that this seat has not seen."""
    left = 0
    for tile in range(TILES):
        left += race.pile[kind, tile]
    rest = draw(key, count, left)
    for tile in range(TILES):
        rest -= race.pile[kind, tile]
        if rest < 0:
            race.pile[kind, tile] -= 1
            return tile
    return NOTHING


@rare
def guess_qualities(race: State, seat: int, key: np.uint64, count: int) -> None:
    """Make one rider the descender and another the sprinter; a single rider becomes either."""
    number = riders_of(race, seat)
    if number == 0:
        return
    first = draw(key, count, number)
    second = (first + 1 + draw(key, count + 1, max(1, number - 1))) % number
    place = 0
    for rider in range(seat * race.each, seat * race.each + race.each):
        if race.status[rider] == OUT:
            continue
        if number == 1:
            race.quality[rider] = DESCENDER if draw(key, count + 1, 2) == 0 else SPRINTER
        elif place == first:
            race.quality[rider] = DESCENDER
        elif place == second:
            race.quality[rider] = SPRINTER
        place += 1

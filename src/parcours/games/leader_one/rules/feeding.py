"""Leader 1, C.4 and D.2: feed lines and tiles, kept or used, and bonus lines."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import LINE_KINDS, Road
from parcours.games.leader_one.actions import CLAIM, PLAY, TILE, WAIVE
from parcours.games.leader_one.rules.order import bunch_place, comes_before, front_of, riders
from parcours.games.leader_one.state import (
    BESIDE,
    CLAIM_PHASE,
    DRAW_TILE,
    GO_ON,
    HOME,
    IN_BUNCH,
    LINES,
    MOVE_PHASE,
    NOBODY,
    NOTHING,
    PREPARE,
    SPEAK,
    TILE_PHASE,
    TILES,
    State,
)  # fmt: skip
from parcours.games.leader_one.tables import EMPTY_PILE, TILE_VALUES

_FEED, _BONUS = LINE_KINDS.index("feed"), LINE_KINDS.index("bonus")
_VALUES = np.array(TILE_VALUES, np.int8)

# --- Lines ------------------------------------------------------------------------------------------------------------


@rule
def feeds_crossed(road: Road, front: int) -> int:
    """How many feed lines a front has crossed: it must be beyond the line (L1-A1g)."""
    number = 0
    for line in range(len(road.lines)):
        if road.lines[line].kind == _FEED and front > road.lines[line].at:
            number += 1
    return number


@rule
def may_have_crossed(race: State) -> tuple[int, int]:
    """The riders who may just have crossed lines, as a range (end excluded): the mover, or all after a bunch move."""
    return (0, riders(race)) if race.mover == NOBODY else (race.mover, race.mover + 1)


@rare
def crosses_before(race: State, road: Road, a: int, b: int) -> bool:
    """Whether rider a crossed a line before rider b when both moved together: first the riders in the bunch, in bunch
    order, then the others in race order (L1-B4d)."""
    inside, other_inside = race.status[a] == IN_BUNCH, race.status[b] == IN_BUNCH
    if inside != other_inside:
        return inside
    return bunch_place(race, a) < bunch_place(race, b) if inside else comes_before(race, road, a, b)


@rule
def next_to_be_fed(race: State, road: Road) -> int:
    """The next rider who has crossed a feed line and has not been fed there yet; or NOBODY (L1-C4a)."""
    first = NOBODY
    begin, end = may_have_crossed(race)
    for rider in range(begin, end):
        waits = race.status[rider] <= BESIDE and race.fed[rider] < feeds_crossed(road, front_of(race, road, rider))
        if waits and (first == NOBODY or crosses_before(race, road, rider, first)):
            first = rider
    return first


@rare
def take_bonuses(race: State, road: Road) -> None:
    """In a stage race the first rider over a bonus line takes the bonus; in the bunch, the first in bunch order
    (L1-D2a, L1-D2b)."""
    number = 0
    begin, end = may_have_crossed(race)
    for line in range(len(road.lines)):
        if road.lines[line].kind != _BONUS:
            continue
        if race.bonus[number] == NOBODY:
            for rider in range(begin, end):
                if race.status[rider] <= BESIDE and front_of(race, road, rider) > road.lines[line].at:
                    first = race.bonus[number]
                    if first == NOBODY or crosses_before(race, road, rider, first):
                        race.bonus[number] = rider
        number += 1


@rule
def feed_next(race: State, road: Road) -> bool:
    """Give the next rider its tile, or ask whether its player claims it (L1-C4a, L1-C4d). Returns whether there was
    such a rider."""
    rider = next_to_be_fed(race, road)
    if rider == NOBODY:
        return False
    race.rider = rider
    race.fed[rider] += 1
    race.resume = LINES
    race.phase = CLAIM_PHASE
    if not race.claim_feed:
        reach_into_pile(race)
    return True


# --- Tiles ------------------------------------------------------------------------------------------------------------


@rare
def reach_into_pile(race: State) -> None:
    """Draw from the pile. An empty pile is refilled with its used tiles; if there are none, the rider adds 3 at once
    (L1-C4e)."""
    kind = race.kind[race.rider]
    left = 0
    for tile in range(TILES):
        left += race.pile[kind, tile]
    if left == 0:
        for tile in range(TILES):
            race.pile[kind, tile] = race.used[kind, tile]
            left += race.used[kind, tile]
            race.used[kind, tile] = 0
    race.phase = DRAW_TILE
    if left == 0:
        race.energy[race.rider] += EMPTY_PILE
        race.phase = race.resume


@rare
def legal_tiles(race: State, out: NDArray[np.int16]) -> int:
    """The tiles that are left in the rider's pile."""
    count = 0
    for tile in range(TILES):
        if race.pile[race.kind[race.rider], tile] > 0:
            out[count] = TILE + tile
            count += 1
    return count


@rare
def weigh_tiles(race: State, out: NDArray[np.int32]) -> None:
    count = 0
    for tile in range(TILES):
        if race.pile[race.kind[race.rider], tile] > 0:
            out[count] = race.pile[race.kind[race.rider], tile]
            count += 1


@rare
def draw_tile(race: State, tile: int) -> None:
    """Ask whether to use the tile or keep it. If the rider has already finished, it is added, and nobody is asked
    (L1-C4b)."""
    race.pile[race.kind[race.rider], tile] -= 1
    race.drawn = tile
    race.phase = TILE_PHASE
    if race.status[race.rider] == HOME:
        use_tile(race)


@rare
def use_tile(race: State) -> None:
    """The tile's energy is added at once (L1-C4b)."""
    race.energy[race.rider] += _VALUES[race.drawn]
    race.used[race.kind[race.rider], race.drawn] += 1
    race.drawn = NOTHING
    race.phase = race.resume


@rare
def keep_tile(race: State) -> None:
    """The tile is kept secretly, for later (L1-C4b)."""
    race.kept[race.rider, race.drawn] += 1
    race.tiles[race.rider] += 1
    race.drawn = NOTHING
    race.phase = race.resume


@rare
def legal_plays(race: State, rider: int, out: NDArray[np.int16], count: int) -> int:
    """Kept tiles may be played before a move is chosen, or when the bunch's move is paid (L1-C4b)."""
    if race.tiles[rider] > 0:
        for tile in range(TILES):
            if race.kept[rider, tile] > 0:
                out[count] = PLAY + tile
                count += 1
    return count


@rare
def play_tile(race: State, rider: int, tile: int) -> None:
    """The kept tile is shown, and its energy added."""
    race.energy[rider] += _VALUES[tile]
    race.kept[rider, tile] -= 1
    race.tiles[rider] -= 1
    race.used[race.kind[rider], tile] += 1
    if race.phase == MOVE_PHASE:
        race.phase = PREPARE


@rule
def kept_energy(race: State, rider: int) -> int:
    """What the tiles that a rider keeps are worth."""
    worth = 0
    if race.tiles[rider] > 0:
        for tile in range(TILES):
            worth += int(race.kept[rider, tile]) * int(_VALUES[tile])
    return worth


@rare
def add_kept_tiles(race: State, rider: int) -> None:
    """At the finish, the energy of kept tiles is added (L1-C4b)."""
    race.energy[rider] += kept_energy(race, rider)
    for tile in range(TILES):
        race.used[race.kind[rider], tile] += race.kept[rider, tile]
        race.kept[rider, tile] = 0
    race.tiles[rider] = 0


# --- Claims -----------------------------------------------------------------------------------------------------------


@rule
def has_claims(race: State, seat: int) -> bool:
    if race.claim_feed:
        for rider in range(seat * race.each, seat * race.each + race.each):
            if race.claims[rider] > 0:
                return True
    return False


@rare
def legal_claims(race: State, seat: int, out: NDArray[np.int16], count: int) -> int:
    """The tiles that may still be asked for: nobody has moved since (L1-C4d)."""
    if race.claim_feed:
        for slot in range(race.each):
            if race.claims[seat * race.each + slot] > 0:
                out[count] = CLAIM + slot
                count += 1
    return count


@rare
def legal_claim(race: State, out: NDArray[np.int16]) -> int:
    """Ask for the tile of the rider who has just crossed, or not (L1-C4d)."""
    out[0] = CLAIM + int(race.rider % race.each)
    out[1] = WAIVE
    return 2


@rare
def claim(race: State, seat: int, slot: int) -> None:
    """The player asks for the tile: at once, or later while nobody has moved (L1-C4c, L1-C4d)."""
    if race.phase != CLAIM_PHASE:
        race.rider = seat * race.each + slot
        race.claims[race.rider] -= 1
        race.resume = PREPARE if race.phase == MOVE_PHASE else GO_ON if race.phase == SPEAK else race.phase
    reach_into_pile(race)


@rare
def waive(race: State) -> None:
    race.claims[race.rider] += 1
    race.phase = LINES


@rule
def close_claims(race: State) -> None:
    """Somebody has moved: tiles that were not asked for are lost (L1-C4c)."""
    if race.claim_feed:
        for rider in range(riders(race)):
            race.claims[rider] = 0

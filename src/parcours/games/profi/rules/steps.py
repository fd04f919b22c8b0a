"""Profi: where steps lead, on the road and over the verge, and where riders drop back to (PR-R3 to PR-R5, PR-V,
PR-J4)."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.rules.ground import (
    inner_rank,
    is_on_verge,
    lanes_at,
    lanes_mask,
    lanes_taken,
    on_road,
    riders,
    team_of,
)
from parcours.games.profi.state import (
    NOBODY,
    START_MOVE,
    State,
)  # fmt: skip


@rule
def makes_room(race: State, mover: int) -> int:
    """One bit for each rider that makes room: team-mates (PR-G3) and, without the verge rule, those that soft-pedalled
    (PR-V3)."""
    room = ((1 << int(race.squad)) - 1) << (team_of(race, mover) * race.squad)
    return room if race.verge else room | int(race.dawdled)


@rare
def lanes_blocked(race: State, road: Road, row: int, mover: int) -> int:
    """One bit for each lane that cannot even be ridden through. Team-mates make room (PR-G3); in the start phase and
    the breakaway everybody does (PR-T2, PR-T6); without the verge rule, so do riders that soft-pedalled (PR-V3)."""
    if race.kind >= START_MOVE:
        return 0
    taken = 0
    room = makes_room(race, mover)
    for rider in range(riders(race)):
        blocks = on_road(race, rider) & (race.row[rider] == row) & (room >> rider & 1 == 0)
        taken |= 1 << int(race.lane[rider]) if blocks else 0
    return taken & lanes_mask(race, road, row)


@rule
def spread(mask: int) -> int:
    """The lanes that one step leads to: the same, or one to the left or right (PR-R3)."""
    return mask | mask << 1 | mask >> 1


WINDOW = 10
"""How many rows fit into one integer, with six bits each."""


@rare
def places_ahead(race: State, rider: int, base: int) -> tuple[int, int]:
    """Two masks of the ten rows from `base` on, six bits a row: where somebody stands, and what cannot even be ridden
    through. Team-mates make room (PR-G3); in the start phase and the breakaway everybody does (PR-T2, PR-T6); without
    the verge rule, so do riders that soft-pedalled (PR-V3)."""
    taken, shut = 0, 0
    room = makes_room(race, rider)
    for other in range(riders(race)):
        ahead = race.row[other] - base
        near = (ahead >= 0) & (ahead < WINDOW) & on_road(race, other)
        place = 1 << int(6 * ahead + race.lane[other]) if near else 0
        taken |= place
        shut |= 0 if room >> other & 1 else place
    if race.kind >= START_MOVE:
        shut = 0
    return taken, shut


@rare
def reach(race: State, road: Road, rider: int, wanted: int, exactly: bool) -> tuple[int, int]:
    """The most steps, up to `wanted`, that end on a free place (PR-R3 to PR-R5), and one bit for each lane in which
    they can end. With `exactly`, that many steps or none."""
    mask = 1 << int(race.lane[rider])
    row = int(race.row[rider])
    best, ends = 0, mask
    if exactly and wanted > 0:
        ends = 0
    taken, shut = 0, 0
    for step in range(wanted):
        if step % WINDOW == 0:
            taken, shut = places_ahead(race, rider, row + step + 1)
        else:
            taken, shut = taken >> 6, shut >> 6
        lanes = lanes_mask(race, road, row + step + 1)
        mask = spread(mask) & lanes & ~shut
        if mask == 0:
            break
        free = mask & ~taken
        if free and (not exactly or step + 1 == wanted):
            best, ends = step + 1, free
    return best, ends


@rule
def ends_after(race: State, road: Road, rider: int, steps: int) -> int:
    """One bit for each lane in which exactly that many steps can end (PR-R3, PR-R4)."""
    return reach(race, road, rider, steps, True)[1]


@rule
def most_steps(race: State, road: Road, rider: int, wanted: int) -> int:
    """The most steps, up to `wanted`, that end on a free place (PR-R5)."""
    return reach(race, road, rider, wanted, False)[0]


@rare
def touches(race: State, road: Road, rider: int, steps: int, lane: int) -> bool:
    """Whether that many steps can lead into this lane, onto a place that is free or can be ridden through."""
    mask = 1 << int(race.lane[rider])
    row = int(race.row[rider])
    for _ in range(steps):
        row += 1
        mask = spread(mask) & lanes_mask(race, road, row) & ~lanes_blocked(race, road, row, rider)
    return mask >> lane & 1 == 1


@rule
def verges(race: State, road: Road, row: int) -> int:
    """The bits of the two verges: lane 0 and the one past the last (PR-V2)."""
    return 1 | 1 << (lanes_at(race, road, row) + 1)


@rare
def verge_ends(race: State, road: Road, rider: int, steps: int) -> int:
    """One bit for each lane in which that many steps can end after leading over the verge (PR-V1). A rider on the verge
    first steps onto the road (PR-V2)."""
    before = 1 << int(race.lane[rider])
    beyond = 0
    row = int(race.row[rider])
    on_verge = is_on_verge(race, road, rider)
    for step in range(steps):
        row += 1
        shut = lanes_blocked(race, road, row, rider)
        verge = spread(before | beyond) & verges(race, road, row)
        if on_verge and step == 0:
            verge = 0
        beyond = spread(beyond) & lanes_mask(race, road, row) & ~shut
        before = spread(before) & lanes_mask(race, road, row) & ~shut
        beyond |= verge
    return beyond & lanes_mask(race, road, row) & ~lanes_taken(race, road, row)


@rare
def most_verge_steps(race: State, road: Road, rider: int, wanted: int) -> int:
    """The most steps over the verge, at least two (PR-V2); 0 if there is no such way."""
    for steps in range(wanted, 1, -1):
        if verge_ends(race, road, rider, steps):
            return steps
    return 0


@rare
def note_verge_square(race: State, road: Road, rider: int, steps: int, lane: int) -> None:
    """Note the last verge square of the way that is ridden: of all ways over the verge, the one that leaves it soonest
    (PR-V1)."""
    start = int(race.row[rider])
    before = 1 << int(race.lane[rider])
    on_verge = is_on_verge(race, road, rider)
    for last in range(1, steps):
        row = start + last
        verge = spread(before) & verges(race, road, row)
        if on_verge and last == 1:
            verge = 0
        for side in (0, lanes_at(race, road, row) + 1):
            if not verge >> side & 1:
                continue
            mask = 1 << side
            for onward in range(row + 1, start + steps + 1):
                mask = spread(mask) & lanes_mask(race, road, onward) & ~lanes_blocked(race, road, onward, rider)
            if mask >> lane & 1:
                race.verge_row = row
                race.verge_lane = side
                return
        shut = lanes_blocked(race, road, row, rider)
        before = (spread(before) & lanes_mask(race, road, row) & ~shut) | verge


@rare
def inmost_of(race: State, road: Road, row: int, lanes: int) -> int:
    """The innermost of these lanes of a row."""
    best = NOBODY
    for lane in range(8):
        if lanes >> lane & 1 and (
            best == NOBODY or inner_rank(race, road, row, lane) < inner_rank(race, road, row, best)
        ):
            best = lane
    return best


@rare
def nearest_of(race: State, road: Road, row: int, lanes: int, own: int) -> int:
    """The one of these lanes that is the rider's own, or else the nearest; of two equally near, the inner (PR-J4)."""
    best = NOBODY
    for lane in range(8):
        if not lanes >> lane & 1:
            continue
        if best == NOBODY:
            best = lane
            continue
        inner = inner_rank(race, road, row, lane) < inner_rank(race, road, row, best)
        further = abs(lane - own) - abs(best - own)
        if further < 0 or (further == 0 and inner):
            best = lane
    return best


@rare
def drop_back(race: State, road: Road, rider: int) -> None:
    """The rider drops back to the first row with a free place: in its own lane or else the nearest (PR-J4)."""
    row = int(race.row[rider])
    while True:
        row -= 1
        free = lanes_mask(race, road, row) & ~lanes_taken(race, road, row)
        if free:
            race.lane[rider] = nearest_of(race, road, row, free, race.lane[rider])
            race.row[rider] = row
            return


@rare
def row_with_room(race: State, road: Road, row: int) -> int:
    """This row, or the next one back with a free place (PR-T3)."""
    while lanes_mask(race, road, row) & ~lanes_taken(race, road, row) == 0:
        row -= 1
    return row

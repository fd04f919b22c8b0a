"""Profi: where a move ends (PR-R5, PR-W4, PR-V), soft-pedalling (PR-D), and changing bikes with a fallen team-mate
(PR-G4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    DRAWN,
    DRAWN_VERGE,
    HELP,
    PLACE,
    VERGE,
)
from parcours.games.profi.rules.ground import (
    RED,
    ask,
    bit,
    furthest_row,
    has,
    is_lying,
    is_on_verge,
    lanes_at,
    note_combative,
    rider_at,
    team_of,
    terrain_at,
    upright_at,
)
from parcours.games.profi.rules.move import squares_of, wind_of
from parcours.games.profi.rules.steps import (
    drop_back,
    most_steps,
    most_verge_steps,
    note_verge_square,
    reach,
    touches,
    verge_ends,
)
from parcours.games.profi.state import (
    ATTACK_MOVE,
    CARD_MOVE,
    CHIP_MOVE,
    COUNTER_MOVE,
    DAWDLE_MOVE,
    HEAD_WIND,
    LANES,
    LYING,
    NOBODY,
    PLACE_PHASE,
    RODE,
    START_MOVE,
    STRONG_HEAD_WIND,
    UP,
    VERY_FINE,
    State,
)  # fmt: skip

MOST_SAVED = 2


@rule
def limit_of(race: State, road: Road) -> int:
    """How many rows ahead the rider may go: climbs may hold it up (PR-C8), and a counter ends level with the attacker
    at most (PR-A9)."""
    rider = race.rider
    limit = furthest_row(race, road, rider) - race.row[rider]
    if race.kind == COUNTER_MOVE:
        limit = min(limit, race.row[race.attacker] - race.row[rider])
    return max(limit, 0)


@rule
def wanted_squares(race: State) -> int:
    if race.kind == DAWDLE_MOVE:
        return race.points
    return squares_of(race, race.points)


@rare
def legal_places(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """Where the move can end, with or without a draw-in or over the verge, and which fallen team-mates it can help
    (PR-I5)."""
    rider = race.rider
    limit = limit_of(race, road)
    wanted = wanted_squares(race)
    steps, ends = reach(race, road, rider, min(wanted, limit), False)
    count = 0
    for lane in range(LANES):
        if ends >> lane & 1:
            out[count] = PLACE + lane
            count += 1
            if steps < limit and can_be_drawn(race, road, race.row[rider] + steps, lane, steps):
                out[count] = DRAWN + lane
                count += 1
    if steps < min(wanted, limit) and may_use_verge(race):
        over = most_verge_steps(race, road, rider, min(squares_of(race, race.points - 1), limit))
        ends = verge_ends(race, road, rider, over) if over > 0 else 0
        for lane in range(LANES):
            if ends >> lane & 1:
                out[count] = VERGE + lane
                count += 1
                if over < limit and can_be_drawn(race, road, race.row[rider] + over, lane, over):
                    out[count] = DRAWN_VERGE + lane
                    count += 1
    if race.kind in (CARD_MOVE, CHIP_MOVE) and race.helped == NOBODY:
        count = legal_help(race, road, wanted, limit, count, out)
    return count


@rule
def may_use_verge(race: State) -> bool:
    """Whether a rider that is blocked by riders may use the verge: in a card move, a chip move or a two-card attack
    (PR-V1, PR-V2)."""
    return race.verge > 0 and race.kind in (CARD_MOVE, CHIP_MOVE, ATTACK_MOVE) and race.helped == NOBODY


@rule
def can_be_drawn(race: State, road: Road, row: int, lane: int, steps: int) -> bool:
    """Whether a move that ends here is drawn in: a card was played, an upright rider is exactly two rows ahead in the
    lane, and the place between is free (PR-W4)."""
    if race.cards == 0 or steps == 0 or race.kind >= START_MOVE or race.helped != NOBODY:
        return False
    wheel = upright_at(race, row + 2, lane)
    if wheel == NOBODY or wheel == race.rider or rider_at(race, row + 1, lane) != NOBODY:
        return False
    return lane <= lanes_at(race, road, row + 1) and not is_on_verge(race, road, wheel)


@rare
def legal_help(race: State, road: Road, wanted: int, limit: int, count: int, out: NDArray[np.int16]) -> int:
    """Fallen team-mates on the way, if a point is left for the change (PR-G4); but not on the verge (PR-V2), and in the
    sprint only those that take part (PR-Q2)."""
    rider = race.rider
    team = team_of(race, rider)
    for number in range(race.squad):
        mate = team * race.squad + number
        if not is_lying(race, mate) or is_on_verge(race, road, mate):
            continue
        if race.sprint > 0 and not has(race.sprinting, mate):
            continue
        steps = race.row[mate] - race.row[rider]
        if 1 <= steps < wanted and steps <= limit and touches(race, road, rider, steps, race.lane[mate]):
            out[count] = HELP + number
            count += 1
    return count


@rare
def ride(race: State, road: Road, lane: int, drawn: bool) -> None:
    """Ride to the place in this lane. Points that can't be ridden are saved as chips, as far as the rules allow (PR-R5,
    PR-M3)."""
    rider = race.rider
    wanted = wanted_squares(race)
    steps = most_steps(race, road, rider, min(wanted, limit_of(race, road)))
    arrive(race, rider, steps, lane, drawn)
    if race.cards > 0 and race.added == 0:
        race.saved += min(MOST_SAVED - race.saved, wanted - steps)
    end_ride(race)


@rare
def ride_over_verge(race: State, road: Road, lane: int, drawn: bool) -> None:
    """Riding over the verge costs 1 square (PR-V1). If a card was played, the move may end with a draw-in (PR-W4)."""
    rider = race.rider
    wanted = squares_of(race, race.points - 1)
    steps = most_verge_steps(race, road, rider, min(wanted, limit_of(race, road)))
    note_verge_square(race, road, rider, steps, lane)
    arrive(race, rider, steps, lane, drawn)
    if race.cards > 0 and race.added == 0:
        race.saved += min(MOST_SAVED - race.saved, wanted - steps)
    note_combative(race, rider, 1)
    end_ride(race)


@rule
def arrive(race: State, rider: int, steps: int, lane: int, drawn: bool) -> None:
    race.row[rider] += steps + (1 if drawn else 0)
    race.lane[rider] = lane
    race.steps += steps


@rule
def end_ride(race: State) -> None:
    race.chips[race.rider] += race.saved
    race.phase = RODE


@rare
def dawdle_squares(race: State, road: Road, rider: int) -> int:
    """How far a soft-pedalling rider goes: the rainbow jersey 2; others 0 on a climb or in a headwind, 2 in very fine
    weather, otherwise 1 (PR-D1, PR-D2)."""
    if race.rainbow == rider:
        return 2
    wind = wind_of(race, rider)
    if terrain_at(race, road, race.row[rider]) == RED or wind in (HEAD_WIND, STRONG_HEAD_WIND):
        return 0
    return 2 if race.weather == VERY_FINE else 1


@rare
def dawdle(race: State, road: Road) -> None:
    race.kind = DAWDLE_MOVE
    race.points = dawdle_squares(race, road, race.rider)
    race.dawdled = np.uint32(race.dawdled) | bit(race.rider)
    ask(race, PLACE_PHASE, race.rider)


@rare
def change_bikes(race: State, road: Road, number: int) -> None:
    """The helper lies down where its team-mate lay; the team-mate rides on from there with the points left (PR-G4,
    PR-H6)."""
    helper = race.rider
    mate = team_of(race, helper) * race.squad + number
    steps = race.row[mate] - race.row[helper]
    left = wanted_squares(race) - steps - 1
    race.chips[helper] += race.saved
    race.saved = 0
    race.added = max(race.added, 1)
    race.row[helper] = race.row[mate]
    race.lane[helper] = race.lane[mate]
    race.status[helper] = LYING
    race.fell[helper] = race.round_number
    race.moved[helper] = 1
    race.last[helper] = 0
    race.status[mate] = UP
    race.moved[mate] = 1 if race.fell[mate] == race.round_number else race.moved[mate]
    race.last[mate] = 0
    race.fell[mate] = 0
    race.helped = helper
    race.rider = mate
    race.points = left
    race.lost = 1
    race.steps = 0
    race.from_row = race.row[helper]
    race.from_lane = race.lane[helper]
    if most_steps(race, road, mate, min(left, limit_of(race, road))) == 0:
        race.row[mate], race.lane[mate] = race.row[helper], race.lane[helper]
        drop_back(race, road, mate)
        race.phase = RODE
    else:
        ask(race, PLACE_PHASE, mate)

"""Profi: how rounds begin and end (PR-O6), mountain stops (PR-C7), and points on the way (PR-P)."""

from __future__ import annotations

import numpy as np

from parcours.engine.bits import lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.rules.events import lay_bottles, note_late
from parcours.games.profi.rules.ground import (
    RED,
    SPRINT_LINE,
    SUMMIT,
    bit,
    finish_row,
    front_row,
    has,
    level_key,
    note_combative,
    on_own_terrain,
    on_road,
    order_key,
    put_in_groups,
    riders,
    row_is_free,
    stretch_at,
)
from parcours.games.profi.state import (
    EVENT_NEXT,
    FINISHED,
    NEXT_RIDER,
    NO_WEATHER,
    NOBODY,
    NOT_ROLLED,
    ROUND_BEGIN,
    WEATHER_PHASE,
    State,
)  # fmt: skip
from parcours.games.profi.tables import CLIMB_POINTS, SPRINT_POINTS

SPRINT_SECONDS = 5
SCORES = 7


@rare
def begin_round(race: State, road: Road) -> None:
    """Begin a round: terrain, weather, events, bottles, then the moves (PR-O6). Riders that fell in the round before
    move last (PR-O5)."""
    race.round_number += 1
    for rider in range(riders(race)):
        race.moved[rider] = race.sprint > 0 and not has(race.sprinting, rider)
        race.last[rider] = race.fell[rider] > 0 and race.fell[rider] == race.round_number - 1
        race.event[rider] = 0
    race.passed = np.uint32(0)
    race.dawdled = np.uint32(0)
    race.crossing = np.uint32(0)
    race.drawn = np.uint32(0)
    race.barred = 0
    race.changed = 0
    race.events_done = 0
    race.giver = NOBODY
    race.rider = NOBODY
    race.mover = NOBODY
    race.spurred = 0
    race.weather = NO_WEATHER
    note_late(race, road)
    note_groups(race, road)
    race.who = NOBODY
    race.phase = WEATHER_PHASE if race.weather_rule else EVENT_NEXT


@rare
def note_groups(race: State, road: Road) -> None:
    """Note the groups, the riders exposed to the wind, and the last rider, at the start of the round (PR-Y2 to
    PR-Y4)."""
    put_in_groups(race)
    race.exposed = np.uint32(0)
    race.rearmost = NOBODY
    for rider in range(riders(race)):
        race.wind[rider] = NOT_ROLLED
        if not on_road(race, rider):
            continue
        if row_is_free(race, race.row[rider] + 1):
            race.exposed = np.uint32(race.exposed) | bit(rider)
        if race.sprint > 0 and not has(race.sprinting, rider):
            continue
        if race.rearmost == NOBODY or comes_behind(race, road, rider, race.rearmost):
            race.rearmost = rider


@rule
def comes_behind(race: State, road: Road, one: int, other: int) -> bool:
    """Whether a rider is further back than another or, if they are level, moves later (PR-Y2)."""
    if race.row[one] != race.row[other]:
        return race.row[one] < race.row[other]
    return order_key(race, road, one, False) < order_key(race, road, other, False)


@rare
def begin_moves(race: State, road: Road) -> None:
    lay_bottles(race, road)
    race.phase = NEXT_RIDER


# ------------------------------------------------------------------------------------------ points on the way


@rare
def is_better(race: State, road: Road, one: int, other: int) -> bool:
    """Whether a rider is better placed than another: by row; if level, own terrain first, then order of moving (PR-P2,
    PR-Q4)."""
    if race.row[one] != race.row[other]:
        return race.row[one] > race.row[other]
    mine = on_own_terrain(race, road, one, race.row[one])
    its = on_own_terrain(race, road, other, race.row[other])
    if mine != its:
        return mine
    return level_key(race, road, one) > level_key(race, road, other)


@rare
def rank_among(race: State, road: Road, rider: int, among: int) -> int:
    """A rider's rank from 0: how many of these riders are better placed."""
    better, level = 0, 0
    for other in range(riders(race)):
        counts = has(among, other) & (other != rider)
        better += counts & (race.row[other] > race.row[rider])
        level |= (1 if counts & (race.row[other] == race.row[rider]) else 0) << other
    while level != 0:
        better += is_better(race, road, lowest(level), rider)
        level &= level - 1
    return better


@rare
def score_line(race: State, road: Road, line: int, among: int) -> None:
    """Give sprint or mountain points to riders newly across a line, after those that crossed it earlier (PR-P4)."""
    before = race.crossings[line]
    for rider in range(riders(race)):
        if has(among, rider):
            give_points(race, road, line, rider, before + rank_among(race, road, rider, among))
            race.crossed[rider] |= 1 << line
            race.crossings[line] += 1


@rare
def give_points(race: State, road: Road, line: int, rider: int, rank: int) -> None:
    """Sprints give 5, 3 and 1 points, and 5 seconds to the winner (PR-P2); summits give points by category (PR-P3)."""
    if rank >= SCORES:
        return
    if road.lines[line].kind == SPRINT_LINE:
        race.green[rider] += SPRINT_POINTS[rank]
        if rank == 0:
            race.bonus_seconds[rider] += SPRINT_SECONDS
    elif road.lines[line].kind == SUMMIT:
        race.mountain[rider] += CLIMB_POINTS[category_of_summit(race, road, line)][rank]


@rule
def category_of_summit(race: State, road: Road, line: int) -> int:
    """The category of the climb that ends at a summit line."""
    at = road.lines[line].at
    if race.board == 0:
        return road.stretches[at - 1].category
    return road.stretches[stretch_at(race, road, at)].category


@rare
def everybody(race: State) -> int:
    among = np.uint32(0)
    for rider in range(riders(race)):
        if on_road(race, rider):
            among = np.uint32(among) | bit(rider)
    return among  # type: ignore[return-value]


@rare
def newly_across(race: State, road: Road, line: int) -> int:
    """Riders that stand past a line and had not crossed it before (PR-C9)."""
    among = np.uint32(0)
    for rider in range(riders(race)):
        if on_road(race, rider) and race.row[rider] > road.lines[line].at and not race.crossed[rider] >> line & 1:
            among = np.uint32(among) | bit(rider)
    return among  # type: ignore[return-value]


@rare
def score_round(race: State, road: Road, final: bool) -> None:
    """Score the lines of this round. In the last round, the final placing counts instead (PR-P4), so its lines are
    scored later."""
    for line in range(len(road.lines)):
        kind = road.lines[line].kind
        if kind != SPRINT_LINE and kind != SUMMIT:
            continue
        if race.board:
            among = newly_across(race, road, line)
            if among != 0 and not final:
                score_line(race, road, line, among)
        elif road.lines[line].at == race.round_number and not final:
            score_line(race, road, line, everybody(race))


@rare
def note_stops(race: State, road: Road) -> None:
    """A rider that stands on red at the end of a round has made a stop, fallen or not (PR-C7, PR-C8)."""
    if race.board == 0:
        return
    for rider in range(riders(race)):
        if not on_road(race, rider):
            continue
        stretch = stretch_at(race, road, race.row[rider])
        if road.stretches[stretch].terrain != RED:
            continue
        if race.climb[rider] != stretch:
            race.climb[rider] = stretch
            race.stops[rider] = 0
        race.stops[rider] += 1


@rare
def note_lone_leader(race: State) -> None:
    """Give a combativity point to a rider alone in the lead at the end of a regular round (PR-P6)."""
    front = front_row(race)
    leader = NOBODY
    for rider in range(riders(race)):
        if on_road(race, rider) and race.row[rider] == front:
            if leader != NOBODY:
                return
            leader = rider
    if leader != NOBODY and row_is_free(race, front - 1):
        note_combative(race, leader, 1)


@rare
def is_over_the_line(race: State, road: Road) -> bool:
    """Whether the regular rounds are over: after the last one; on a board, once a rider has crossed the finish (PR-Q1,
    PR-Q5)."""
    if race.board:
        return front_row(race) >= finish_row(road)
    return race.round_number >= race.rounds


@rare
def end_round(race: State, road: Road) -> None:
    """End a round: mountain stops, sprint and summit points, the combativity point (PR-O6)."""
    if race.sprint > 0:
        race.phase = FINISHED
        return
    final = is_over_the_line(race, road)
    note_stops(race, road)
    score_round(race, road, final)
    note_lone_leader(race)
    race.phase = FINISHED if final else ROUND_BEGIN

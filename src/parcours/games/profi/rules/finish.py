"""Profi: the finish (PR-Q), the final sprint, doping control (PR-U4), and the result."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parcours.engine.bits import lowest
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.rules.cards import anybody_used_doping
from parcours.games.profi.rules.ground import (
    SPRINT_LINE,
    SUMMIT,
    bit,
    has,
    on_road,
    put_in_groups,
    riders,
    type_of,
)
from parcours.games.profi.rules.rounds import give_points, is_better
from parcours.games.profi.state import (
    CONTROL,
    CONTROL_DIE,
    DOPING,
    ENDED,
    NOBODY,
    OVER_PHASE,
    ROUND_BEGIN,
    State,
)  # fmt: skip
from parcours.games.profi.tables import SPRINT_POINTS

SECONDS_A_ROW = 10
MOST_RUN_OFFS = 5
SCORERS = 3
FIRST_BONUS, SECOND_BONUS = 10, 5
CONTROL_DICE = 8
FAIR = 6
"""Of the 12 cards in a doping deck, the first six are fair play."""


@rare
def finish(race: State, road: Road) -> None:
    """Take the gaps first. Then the leading group sprints, with run-offs while several are level in front (PR-Q1 to
    PR-Q3)."""
    if race.sprint == 0:
        take_gaps(race)
    if race.sprint > 0:
        if race.sprint > MOST_RUN_OFFS or (race.sprint > 1 and race.spurred == 0):
            race.phase = ENDED
            return
        race.sprinting = level_in_front(race)
    else:
        race.sprinting = leading_group(race)
    race.phase = ENDED
    if count_bits(race, race.sprinting) > 1:
        race.sprint += 1
        race.phase = ROUND_BEGIN
        if race.sprint > 1:
            for rider in range(riders(race)):
                if has(race.sprinting, rider):
                    race.run_off[rider] = race.sprint - 1


@rare
def take_gaps(race: State) -> None:
    """A rider's gap is 10 seconds for every free row ahead of it (PR-Q1); riders that fell in the last round are noted
    (PR-Q4)."""
    put_in_groups(race)
    race.down_at_end = np.uint32(0)
    heads = first_on_rows(race)
    for rider in range(riders(race)):
        race.finish_row[rider] = race.row[rider]
        if not on_road(race, rider):
            continue
        if race.fell[rider] == race.round_number:
            race.down_at_end = np.uint32(race.down_at_end) | bit(rider)
        race.gap[rider] = SECONDS_A_ROW * free_rows_ahead(race, rider, heads)


@rare
def first_on_rows(race: State) -> int:
    """One bit for each row that somebody stands on: that of the row's first rider, by number."""
    heads = 0
    for rider in range(riders(race)):
        earlier = 0
        for other in range(rider):
            earlier += on_road(race, other) & (race.row[other] == race.row[rider])
        heads |= (1 if (earlier == 0) & on_road(race, rider) else 0) << rider
    return heads


@rare
def free_rows_ahead(race: State, rider: int, heads: int) -> int:
    """Free rows between a rider and the head of the race: all rows but those of `heads`, one rider for each row."""
    front, taken = race.row[rider], 0
    for other in range(riders(race)):
        ahead = (heads >> other & 1 == 1) & (race.row[other] > race.row[rider])
        front = max(front, race.row[other] if ahead else front)
        taken += ahead
    return front - race.row[rider] - taken


@rare
def leading_group(race: State) -> Any:
    """The riders of the leading group that are fit to sprint (PR-Q2, PR-Q5)."""
    found = np.uint32(0)
    for rider in range(riders(race)):
        if on_road(race, rider) and race.group[rider] == 0 and not has(race.down_at_end, rider):
            found = np.uint32(found) | bit(rider)
    return found


@rare
def level_in_front(race: State) -> Any:
    """The riders on the front row, of those that have ridden the sprint or run-off (PR-Q3)."""
    front = -30_000
    for rider in range(riders(race)):
        if has(race.sprinting, rider):
            front = max(front, race.row[rider])
    found = np.uint32(0)
    for rider in range(riders(race)):
        if has(race.sprinting, rider) and race.row[rider] == front:
            found = np.uint32(found) | bit(rider)
    return found


@rare
def count_bits(race: State, mask: Any) -> int:
    count = 0
    for rider in range(riders(race)):
        count += has(mask, rider)
    return count


@rare
def end(race: State, road: Road) -> None:
    """Give places, and with them the points of a sprint or summit in the last round (PR-P4). The doping control comes
    next; these points are not shared out again after it (PR-U4)."""
    place_riders(race, road)
    for line in range(len(road.lines)):
        kind = road.lines[line].kind
        if kind in (SPRINT_LINE, SUMMIT):
            score_last_line(race, road, line)
    race.turn_of = 0
    race.who = NOBODY
    race.phase = CONTROL


@rare
def place_riders(race: State, road: Road) -> None:
    for rider in range(riders(race)):
        race.place[rider] = 0
        if not on_road(race, rider):
            continue
        before, level = 1, 0
        for other in range(riders(race)):
            counts = on_road(race, other) & (other != rider)
            before += counts & (final_group(race, other) < final_group(race, rider))
            level |= (1 if counts & (final_group(race, other) == final_group(race, rider)) else 0) << other
        while level != 0:
            before += finishes_before(race, road, lowest(level), rider)
            level &= level - 1
        race.place[rider] = before


@rare
def finishes_before(race: State, road: Road, one: int, other: int) -> bool:
    """Whether a rider is placed before another: by their groups after the last round. Within a group, riders that fell
    in that round are last, and those of a run-off come before the others; then row, own terrain, rainbow and inside
    decide (PR-Q3, PR-Q4)."""
    group, its = final_group(race, one), final_group(race, other)
    if group != its:
        return group < its
    down, its_down = has(race.down_at_end, one), has(race.down_at_end, other)
    if down != its_down:
        return its_down
    if race.run_off[one] != race.run_off[other]:
        return race.run_off[one] > race.run_off[other]
    return is_better(race, road, one, other)


@rule
def final_group(race: State, rider: int) -> int:
    """Riders with the same time are one group, so the gap taken after the last round identifies it."""
    return race.gap[rider]


@rare
def control(race: State) -> None:
    """The four coloured dice are rolled twice, if anybody has used a doping card (PR-U4)."""
    if race.doping and race.turn_of < CONTROL_DICE and anybody_used_doping(race):
        race.phase = CONTROL_DIE
        return
    strike_out(race)
    score_finish(race)
    race.phase = OVER_PHASE


@rare
def turn_cards(race: State, face: int) -> None:
    """Turn the used cards whose back matches the die of their colour (PR-U4)."""
    colour = race.turn_of % 4
    race.turn_of += 1
    race.phase = CONTROL
    for rider in range(race.teams * race.squad):
        if race.used[rider] == 0 or not on_road(race, rider) or type_of(race, rider) != colour:
            continue
        for card in range(DOPING):
            if has(race.used[rider], card) and card % FAIR == face - 1 and card % (2 * FAIR) >= FAIR:
                race.struck = np.uint32(race.struck) | bit(rider)


@rare
def strike_out(race: State) -> None:
    """A doper loses all points of this race; riders behind move up a place (PR-U4)."""
    for rider in range(riders(race)):
        if has(race.struck, rider):
            race.green[rider] = 0
            race.mountain[rider] = 0
            race.combative[rider] = 0
            race.bonus_seconds[rider] = 0
        elif on_road(race, rider):
            ahead = 0
            for other in range(riders(race)):
                ahead += has(race.struck, other) and race.place[other] < race.place[rider]
            race.laid[rider] = ahead
    for rider in range(riders(race)):
        if has(race.struck, rider):
            race.place[rider] = 0
        elif on_road(race, rider):
            race.place[rider] -= race.laid[rider]
        race.laid[rider] = NOBODY


@rare
def score_finish(race: State) -> None:
    """5, 3, 1 points for the green jersey, 10 and 5 seconds bonus (PR-P2, PR-Q6)."""
    for rider in range(riders(race)):
        place = race.place[rider]
        if place == 0:
            continue
        if place <= SCORERS:
            race.green[rider] += SPRINT_POINTS[place - 1]
        if place <= 2:
            race.bonus_seconds[rider] += FIRST_BONUS if place == 1 else SECOND_BONUS


@rare
def score_last_line(race: State, road: Road, line: int) -> None:
    """Score a line of the last round: the riders newly across it, in the order of the final placing."""
    at = road.lines[line].at
    if race.board == 0 and at != race.rounds:
        return
    for rider in range(riders(race)):
        if not may_score(race, line, rider, at):
            continue
        rank = race.crossings[line]
        for other in range(riders(race)):
            rank += may_score(race, line, other, at) and race.place[other] < race.place[rider]
        give_points(race, road, line, rider, rank)


@rule
def may_score(race: State, line: int, rider: int, at: int) -> bool:
    if race.place[rider] == 0 or not on_road(race, rider):
        return False
    return race.board == 0 or (race.finish_row[rider] > at and not race.crossed[rider] >> line & 1)


@rare
def result(race: State, road: Road, places: NDArray[np.int8]) -> None:
    """The player whose rider comes first wins (PR-Q6): teams are ranked by their best rider; before the end, by whose
    best rider is further ahead."""
    for team in range(min(race.teams, len(places))):
        places[team] = 1
        mine = best_rider(race, road, team)
        for other in range(race.teams):
            if other != team and leads_team(race, road, best_rider(race, road, other), mine):
                places[team] += 1


@rare
def best_rider(race: State, road: Road, team: int) -> int:
    best = NOBODY
    for rider in range(team * race.squad, team * race.squad + race.squad):
        if not on_road(race, rider) or has(race.struck, rider):
            continue
        if best == NOBODY or leads_team(race, road, rider, best):
            best = rider
    return best


@rule
def leads_team(race: State, road: Road, one: int, other: int) -> bool:
    """Whether a team's best rider is ahead of another's; NOBODY is behind all."""
    if one == NOBODY or other == NOBODY:
        return one != NOBODY
    if race.phase == OVER_PHASE:
        return race.place[one] < race.place[other]
    return is_better(race, road, one, other)

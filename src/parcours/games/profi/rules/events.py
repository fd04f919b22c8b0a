"""Profi: events (PR-X), weather and wind (PR-Y), feed zones (PR-B)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import EVENT, KEEP, LOT_RIDER, SPIRIT
from parcours.games.profi.rules.cards import cards_left, draw_doping, legal_swap, may_dope, may_draw_doping
from parcours.games.profi.rules.crash import enqueue
from parcours.games.profi.rules.ground import (
    FEED,
    ask,
    bit,
    finish_row,
    front_row,
    has,
    in_contact,
    is_dummy,
    lanes_at,
    note_combative,
    on_road,
    riders,
    team_of,
    type_of,
)
from parcours.games.profi.rules.move import is_last_round
from parcours.games.profi.state import (
    BAG_PHASE,
    BLUE_FIRST,
    CRASHING,
    EVENT_CARD,
    EVENT_LOT,
    EVENT_NEXT,
    EVENT_SWAP,
    EVENTS,
    MOVES,
    SIX,
    SPIRIT_PHASE,
    STATIONS,
    UP,
    State,
)  # fmt: skip

LATE_ROWS = 8
STATION_ROWS = 4
FEED_AHEAD = 2
ALL_EVENTS = (1 << EVENTS) - 1
FLAT_TYRE, SNACK, MUSETTE, ROADSIDE_BOTTLE, EMPTY_POCKETS, HUNGER_KNOCK, GOOD_RADIO = 7, 8, 9, 10, 11, 12, 13
SPECTATOR, MOTORBIKE, LEVEL_CROSSING, JURY_CAR, PARCEL, CLEARED_BAG, SPIRIT_CARD, TELEVISION = (
    18, 19, 20, 21, 24, 25, 27, 28,
)  # fmt: skip


@rare
def note_late(race: State, road: Road) -> None:
    """On a board, note whether a rider stands 8 rows or fewer from the finish as the round begins (PR-X2)."""
    race.late = 0
    if race.board:
        race.late = finish_row(road) - front_row(race) <= LATE_ROWS


@rare
def next_event(race: State, road: Road) -> None:
    """Draw a rider by lot for the next event: a different one each time, no dummies. No events come before the last
    round or in sprints (PR-X1, PR-X2)."""
    none = race.events == 0 or race.sprint > 0 or is_last_round(race, road)
    race.phase = MOVES
    if not none and race.events_done < race.per_round and has_riders_to_draw(race):
        race.phase = EVENT_LOT


@rare
def has_riders_to_draw(race: State) -> bool:
    found = False
    for rider in range(riders(race)):
        found = found or may_be_drawn(race, rider)
    return found


@rule
def may_be_drawn(race: State, rider: int) -> bool:
    return on_road(race, rider) and not is_dummy(race, rider) and not has(race.drawn, rider)


@rare
def legal_event_lot(race: State, out: NDArray[np.int16]) -> int:
    count = 0
    for rider in range(riders(race)):
        if may_be_drawn(race, rider):
            out[count] = LOT_RIDER + rider
            count += 1
    return count


@rare
def draw_rider(race: State, rider: int) -> None:
    race.drawn = np.uint32(race.drawn) | bit(rider)
    race.who = rider
    race.phase = EVENT_CARD
    if race.events_drawn == ALL_EVENTS:
        race.events_drawn = np.uint32(0)


@rare
def legal_events(race: State, out: NDArray[np.int16]) -> int:
    count = 0
    for event in range(EVENTS):
        if not has(race.events_drawn, event):
            out[count] = EVENT + event
            count += 1
    return count


@rare
def apply_event(race: State, road: Road, event: int) -> None:
    """Apply the drawn rider's card, numbered from 1 (PR-Z4). Effects on moves are looked up in `race.event` during the
    move."""
    rider = race.who
    race.events_drawn = np.uint32(race.events_drawn) | bit(event - 1)
    race.events_done += 1
    race.event[rider] = event
    race.phase = EVENT_NEXT
    if event == FLAT_TYRE:
        if not has_mate_in_contact(race, road, rider):
            race.last[rider] = 1
    elif event in (SNACK, MUSETTE):
        race.chips[rider] += event - SNACK + 1
    elif event == ROADSIDE_BOTTLE:
        race.bottles[rider] += race.bottles_rule
    elif event in (EMPTY_POCKETS, HUNGER_KNOCK):
        race.chips[rider] -= min(event - EMPTY_POCKETS + 1, race.chips[rider])
    elif event == GOOD_RADIO:
        race.swaps = 2
        swap_or_go_on(race, rider)
    elif event == SPECTATOR:
        enqueue(race, rider, SIX)
        race.after_crash = EVENT_NEXT
        race.phase = CRASHING
    elif event == MOTORBIKE:
        if race.row[rider] < front_row(race):
            race.event[rider] = 0
    elif event == LEVEL_CROSSING:
        hold_up_group(race, rider)
    elif event == JURY_CAR:
        race.barred |= 1 << team_of(race, rider)
    elif event == PARCEL:
        if may_draw_doping(race, rider):
            draw_doping(race, rider, EVENT_NEXT)
    elif event == CLEARED_BAG:
        if race.unused[rider] != 0:
            ask(race, BAG_PHASE, rider)
            race.resume = EVENT_NEXT
    elif event == SPIRIT_CARD:
        if can_be_helped(race, rider):
            ask(race, SPIRIT_PHASE, rider)
    elif event == TELEVISION:
        note_combative(race, rider, 1)


@rare
def has_mate_in_contact(race: State, road: Road, rider: int) -> bool:
    for mate in range(team_of(race, rider) * race.squad, (team_of(race, rider) + 1) * race.squad):
        if mate != rider and on_road(race, mate) and in_contact(race, road, rider, mate):
            return True
    return False


@rare
def hold_up_group(race: State, rider: int) -> None:
    for other in range(riders(race)):
        if on_road(race, other) and race.group[other] == race.group[rider] and not is_dummy(race, other):
            race.crossing = np.uint32(race.crossing) | bit(other)


@rare
def swap_or_go_on(race: State, rider: int) -> None:
    """Good radio: up to 2 hand cards are swapped at once (event 13)."""
    race.phase = EVENT_NEXT
    team = team_of(race, rider)
    if race.held[team] > 0 and cards_left(race, team) > 0:
        ask(race, EVENT_SWAP, rider)


@rare
def count_swap(race: State) -> None:
    """Count one of the swaps; after the last one the round goes on."""
    race.swaps -= 1
    race.resume = EVENT_SWAP if race.swaps > 0 else EVENT_NEXT


@rare
def legal_event_swap(race: State, out: NDArray[np.int16]) -> int:
    """Hand cards, but no exhaustion card (PR-A6, PR-D3); or no further swap."""
    team = team_of(race, race.who)
    count = legal_swap(race, team, out) if cards_left(race, team) > 0 else 0
    out[count] = KEEP
    return count + 1


@rare
def can_be_helped(race: State, rider: int) -> bool:
    """Whether a team-mate has chips to give, or a doping card to turn into chips (event 27, PR-I16)."""
    for mate in range(team_of(race, rider) * race.squad, (team_of(race, rider) + 1) * race.squad):
        if mate != rider and on_road(race, mate) and (race.chips[mate] > 0 or may_dope(race, mate)):
            return True
    return False


@rare
def legal_spirit(race: State, out: NDArray[np.int16]) -> int:
    """A team-mate anywhere may give up to 2 chips (event 27)."""
    count = 0
    for number in range(race.squad):
        mate = team_of(race, race.who) * race.squad + number
        if mate == race.who or not on_road(race, mate):
            continue
        for chips in range(min(race.chips[mate], 2)):
            out[count] = SPIRIT + 2 * number + chips
            count += 1
    out[count] = KEEP
    return count + 1


@rare
def give_spirit(race: State, choice: int) -> None:
    mate = team_of(race, race.who) * race.squad + choice // 2
    chips = choice % 2 + 1
    race.chips[mate] -= chips
    race.chips[race.who] += chips
    race.phase = EVENT_NEXT


# ---------------------------------------------------------------------------------------------- feed zones


@rare
def lay_station(race: State, road: Road, row: int) -> None:
    """Lay a feed zone: four rows with a bottle on every place, in blue, green, red and yellow, row by row (PR-B3)."""
    if race.stations == STATIONS:
        return
    race.station_row[race.stations] = row
    left = 0
    for place in range(STATION_ROWS):
        left |= ((1 << lanes_at(race, road, row + place)) - 1) << (4 * place)
    race.station_left[race.stations] = left
    race.stations += 1


@rare
def lay_bottles(race: State, road: Road) -> None:
    """On a profile, a feed zone begins two rows ahead of the front row at the start of its round (PR-B3)."""
    if race.bottles_rule == 0 or race.board or race.sprint > 0:
        return
    for line in range(len(road.lines)):
        if road.lines[line].kind == FEED and road.lines[line].at == race.round_number:
            lay_station(race, road, front_row(race) + FEED_AHEAD)


@rare
def lay_board_bottles(race: State, road: Road) -> None:
    """On a board the bottles lie from the start (PR-B3)."""
    if race.bottles_rule == 0 or race.board == 0:
        return
    for line in range(len(road.lines)):
        if road.lines[line].kind == FEED:
            lay_station(race, road, road.lines[line].at + 1)


@rare
def take_bottle(race: State, rider: int) -> None:
    """A rider takes a bottle by ending exactly on a place with one of its colour (PR-B1)."""
    if race.status[rider] != UP or is_dummy(race, rider):
        return
    for station in range(race.stations):
        place = race.row[rider] - race.station_row[station]
        if 0 <= place < STATION_ROWS and BLUE_FIRST[place] == type_of(race, rider) and 1 <= race.lane[rider] <= 4:
            spot = 4 * int(place) + int(race.lane[rider]) - 1
            if race.station_left[station] >> spot & 1:
                race.station_left[station] -= 1 << spot
                race.bottles[rider] += 1

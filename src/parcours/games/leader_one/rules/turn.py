"""Leader 1, B.0, B.6 and C.3: the phases of a turn in their order, punctures, and the token."""

from __future__ import annotations

from parcours.engine.kernel import rare, rule
from parcours.engine.road import NOWHERE, Road
from parcours.games.leader_one.rules.bunch import next_speaker, next_to_pay
from parcours.games.leader_one.rules.feeding import feed_next, take_bonuses
from parcours.games.leader_one.rules.finish import (
    all_are_home,
    bunch_over_the_line,
    cross_the_line,
    end_race,
    has_rider_left,
    is_last_turn,
)
from parcours.games.leader_one.rules.moving import arrive, begin_move, prepare
from parcours.games.leader_one.rules.order import (
    begin_putting_down,
    is_first_of,
    is_inside,
    is_on_road,
    join_bunch,
    next_to_move,
    put_just_behind,
    riders,
)
from parcours.games.leader_one.state import (
    AHEAD,
    ANNOUNCE_PHASE,
    ANNOUNCING,
    ARRIVED,
    ATTACKS,
    BEHIND,
    BESIDE,
    BUNCH,
    GO_ON,
    IN_BUNCH,
    LAST,
    LINES,
    NEXT_TO_PAY,
    NEXT_TURN,
    NOBODY,
    ON_ROAD,
    PREPARE,
    PUNCTURE_ROLL,
    PUNCTURES,
    TOKEN,
    UNMOVED,
    State,
)  # fmt: skip


@rule
def follow_on(race: State, road: Road) -> bool:
    """Carry out the next thing that needs no decision (L1-B0a). Returns whether there was one."""
    if race.phase < NEXT_TURN:
        return False
    if race.phase == PREPARE:
        prepare(race, road)
    elif race.phase == ARRIVED:
        arrive(race, road)
    elif race.phase == LINES:
        settle_lines(race, road)
    elif race.phase == NEXT_TO_PAY:
        next_to_pay(race, road)
    elif race.phase == GO_ON:
        next_part(race, road)
    else:
        begin_turn(race, road)
    return True


@rare
def begin_turn(race: State, road: Road) -> None:
    """Begin a turn. A rider who was beside the road and can restart now joins the bunch if its square is inside the
    bunch (L1-C2k)."""
    race.turn += 1
    race.part = AHEAD
    race.spoken = 0
    race.asked = 0
    race.mover = NOBODY
    race.rider = NOBODY
    race.announced = 0
    race.red = 0
    for rider in range(riders(race)):
        if race.status[rider] == BESIDE and race.back[rider] <= race.turn and is_inside(race, road, race.at[rider]):
            join_bunch(race, rider)
        race.moved[rider] = UNMOVED
        race.pulls[rider] = 0
        race.rolled[rider] = 0
        race.began[rider] = race.at[rider] if race.status[rider] == ON_ROAD else NOWHERE
    race.phase = LINES


@rule
def settle_lines(race: State, road: Road) -> None:
    """Feed and bonus lines, then the finish (L1-B4d, L1-C2e). The race ends when all have finished (L1-F5)."""
    if race.stage:
        take_bonuses(race, road)
    if feed_next(race, road):
        return
    if race.part == BUNCH:
        bunch_over_the_line(race, road)
        race.part = BEHIND
    else:
        cross_the_line(race, road)
    race.phase = GO_ON
    if all_are_home(race):
        end_race(race, road)


@rule
def next_part(race: State, road: Road) -> None:
    """Go on with the turn: riders ahead, attacks, announcement, bunch, riders behind, riders with a puncture, new
    punctures, the token. Once the bunch has finished, its own parts are skipped (L1-B0a, L1-C3d, L1-F4)."""
    race.rider = NOBODY
    if race.part in (AHEAD, BEHIND, LAST):
        rider = next_to_move(race, road)
        if rider != NOBODY:
            begin_move(race, road, rider, 0)
            return
        race.mover = NOBODY
        race.part += 1
        if race.part == ATTACKS and not is_on_road(race):
            race.part = BEHIND
        if race.part == PUNCTURES:
            begin_putting_down(race)
    elif race.part == ATTACKS:
        race.mover = NOBODY
        next_speaker(race, road)
    elif race.part == ANNOUNCING:
        race.phase = ANNOUNCE_PHASE
    elif race.part == PUNCTURES:
        roll_for_punctures(race, road)
    else:
        end_turn(race, road)


# --- C.3 --------------------------------------------------------------------------------------------------------------


@rare
def roll_for_punctures(race: State, road: Road) -> None:
    """After a red face every rider on the road or in the bunch rolls, first to last; never once the bunch has finished
    (L1-C3a, L1-C3b, L1-C3c, L1-C2k, L1-F4)."""
    first = NOBODY
    if race.red and is_on_road(race):
        for rider in range(riders(race)):
            rolls = race.status[rider] in (IN_BUNCH, ON_ROAD) and not race.rolled[rider]
            if rolls and (first == NOBODY or is_first_of(race, road, rider, first)):
                first = rider
    race.rider = first
    if first == NOBODY:
        race.part = TOKEN
    else:
        race.phase = PUNCTURE_ROLL


@rare
def puncture(race: State, road: Road, die: int) -> None:
    """A 1 is a puncture; a rider in the bunch is then put just behind it (L1-C3b, L1-C3e)."""
    race.rolled[race.rider] = 1
    if die == 1:
        race.punctured[race.rider] = 1
        if race.status[race.rider] == IN_BUNCH:
            put_just_behind(race, road, race.rider)
    race.phase = GO_ON


# --- B.6 --------------------------------------------------------------------------------------------------------------


@rare
def end_turn(race: State, road: Road) -> None:
    """The token goes clockwise to the next player with a rider in the race (L1-B6a); or the race is over (L1-F5)."""
    if is_last_turn(race):
        end_race(race, road)
        return
    race.holder = (race.holder + 1) % race.teams
    while not has_rider_left(race, race.holder):
        race.holder = (race.holder + 1) % race.teams
    race.phase = NEXT_TURN

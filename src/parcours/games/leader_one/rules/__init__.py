"""Leader 1: the rules, one module for every chapter or two of the rulebook. This one says who decides, and what they
can choose from."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.chance import CHANCE, OVER
from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.leader_one.actions import (
    ANNOUNCE,
    ASK_ME,
    ATTACK,
    CLAIM,
    DESCENDS,
    DONE,
    DROP,
    EVENT,
    FACE,
    FIRST,
    JERSEY,
    KEEP,
    LINEUP,
    PAY,
    PLAY,
    RIDE,
    SIDES,
    SILENT,
    SPRINTS,
    STAY,
    TILE,
    USE,
    WAIVE,
    WAY,
)  # fmt: skip
from parcours.games.leader_one.rules.bunch import (
    announce,
    ask_me,
    attack,
    done_speaking,
    drop,
    legal_announcement,
    legal_faces,
    legal_settling,
    legal_speech,
    move_bunch,
    pay,
    speaker,
    weigh_faces,
)
from parcours.games.leader_one.rules.feeding import (
    claim,
    draw_tile,
    keep_tile,
    legal_claim,
    legal_tiles,
    play_tile,
    use_tile,
    waive,
    weigh_tiles,
)
from parcours.games.leader_one.rules.finish import result
from parcours.games.leader_one.rules.moving import (
    legal_moves,
    legal_ways,
    ride,
    ride_to,
    roll_fall,
    roll_fatigue,
    stay,
)
from parcours.games.leader_one.rules.order import seat_of
from parcours.games.leader_one.rules.start import (
    first_picker,
    first_token,
    give_quality,
    legal_first,
    legal_jerseys,
    legal_lineups,
    legal_qualities,
    pick_jersey,
    pick_lineup,
    set_up,
)
from parcours.games.leader_one.rules.turn import follow_on, puncture
from parcours.games.leader_one.state import (
    ANNOUNCE_PHASE,
    BUNCH_DIE,
    CLAIM_PHASE,
    DESCENDER,
    DRAW_TILE,
    FALL_ROLL,
    FATIGUE_ROLL,
    FIRST_PICK,
    FIRST_TOKEN,
    MOVE_PHASE,
    OVER_PHASE,
    PICK_JERSEY,
    PICK_LINEUP,
    PUNCTURE_ROLL,
    QUALITIES,
    SETTLE,
    SPEAK,
    SPRINTER,
    TILE_PHASE,
    WAY_PHASE,
    State,
)  # fmt: skip

__all__ = ["VERSION", "actor", "apply", "legal", "result", "set_up", "weights"]

VERSION = 4
"""Raised whenever a rule changes; a refactoring leaves it alone."""


@rule
def actor(race: State) -> int:
    """Who decides next: a seat or chance; OVER when the race is over."""
    phase = race.phase
    if phase in (MOVE_PHASE, WAY_PHASE):
        return seat_of(race, race.mover)
    if phase in (BUNCH_DIE, FATIGUE_ROLL, FALL_ROLL, PUNCTURE_ROLL, DRAW_TILE, FIRST_PICK, FIRST_TOKEN):
        return CHANCE
    if phase == SPEAK:
        return speaker(race)
    if phase == ANNOUNCE_PHASE:
        return race.holder
    if phase in (SETTLE, TILE_PHASE, CLAIM_PHASE):
        return seat_of(race, race.rider)
    if phase == OVER_PHASE:
        return OVER
    return race.chooser


@rare
def legal(race: State, road: Road, out: NDArray[np.int16]) -> int:
    """The legal actions: where to ride, who attacks, and all else."""
    count = 0
    phase = race.phase
    if phase == MOVE_PHASE:
        count = legal_moves(race, road, out)
    elif phase == WAY_PHASE:
        count = legal_ways(race, road, out)
    elif phase == SPEAK:
        count = legal_speech(race, out)
    elif phase == ANNOUNCE_PHASE:
        count = legal_announcement(race, out)
    elif phase == SETTLE:
        count = legal_settling(race, out)
    elif phase == BUNCH_DIE:
        count = legal_faces(out)
    elif phase in (FATIGUE_ROLL, FALL_ROLL, PUNCTURE_ROLL):
        for side in range(SIDES):
            out[side] = EVENT + side
        count = SIDES
    else:
        count = legal_else(race, out)
    return count


@rare
def legal_else(race: State, out: NDArray[np.int16]) -> int:
    """Tiles, and what is chosen before the start."""
    phase = race.phase
    if phase == DRAW_TILE:
        return legal_tiles(race, out)
    if phase == TILE_PHASE:
        out[0] = USE
        out[1] = KEEP
        return 2
    if phase == CLAIM_PHASE:
        return legal_claim(race, out)
    if phase in (FIRST_PICK, FIRST_TOKEN):
        return legal_first(race, out)
    if phase == PICK_JERSEY:
        return legal_jerseys(race, out)
    if phase == PICK_LINEUP:
        return legal_lineups(race, out)
    if phase == QUALITIES:
        return legal_qualities(race, out)
    return 0


@rule
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """The faces of the bunch die and the tiles left in a pile have weights of their own; all else is equally likely."""
    for outcome in range(SIDES):
        out[outcome] = 1
    if race.phase == BUNCH_DIE:
        weigh_faces(out)
    elif race.phase == DRAW_TILE:
        weigh_tiles(race, out)


@rare
def carry_out(race: State, road: Road, action: int) -> None:
    """Carry out a legal action. What follows from it without a decision is left to `follow_on`."""
    if action < WAY:
        ride_to(race, road, action - RIDE)
    elif action < STAY:
        ride(race, road, action - WAY)
    elif action == DONE:
        done_speaking(race)
    elif action == PAY:
        pay(race)
    elif action >= EVENT and action < TILE:
        apply_event(race, road, action - EVENT + 1)
    else:
        apply_else(race, road, action)


@rule
def apply(race: State, road: Road, action: int) -> None:
    """Carry out a legal action, and all that follows from it without a decision."""
    carry_out(race, road, action)
    while follow_on(race, road):
        pass


@rare
def apply_event(race: State, road: Road, die: int) -> None:
    """The event die: rolled for a risk, or for a puncture."""
    if race.phase == FATIGUE_ROLL:
        roll_fatigue(race, die)
    elif race.phase == FALL_ROLL:
        roll_fall(race, die)
    else:
        puncture(race, road, die)


@rare
def apply_else(race: State, road: Road, action: int) -> None:
    """All other actions of a race, in the order of their codes."""
    if action == STAY:
        stay(race)
    elif action < ATTACK:
        play_tile(race, race.rider if race.phase == SETTLE else race.mover, action - PLAY)
    elif action < ASK_ME:
        attack(race, road, action - ATTACK)
    elif action == ASK_ME:
        ask_me(race)
    elif action in (ANNOUNCE, SILENT):
        announce(race, action == ANNOUNCE)
    elif action == DROP:
        drop(race, road)
    elif action == USE:
        use_tile(race)
    elif action == KEEP:
        keep_tile(race)
    elif action < WAIVE:
        claim(race, actor(race), action - CLAIM)
    elif action == WAIVE:
        waive(race)
    elif FACE <= action < EVENT:
        move_bunch(race, road, action - FACE)
    elif action >= TILE:
        draw_tile(race, action - TILE)
    else:
        apply_before_start(race, action)


@rare
def apply_before_start(race: State, action: int) -> None:
    """Carry out what comes before the start: who picks first, riders, qualities, the token."""
    if action < LINEUP:
        pick_jersey(race, action - JERSEY)
    elif action < DESCENDS:
        pick_lineup(race, action - LINEUP)
    elif action < SPRINTS:
        give_quality(race, action - DESCENDS, DESCENDER)
    elif action < FIRST:
        give_quality(race, action - SPRINTS, SPRINTER)
    elif race.phase == FIRST_PICK:
        first_picker(race, action - FIRST)
    else:
        first_token(race, action - FIRST)

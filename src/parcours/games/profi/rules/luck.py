"""Profi: what dice, lots and drawn cards bring (PR-Z1 to PR-Z4)."""

from __future__ import annotations

from parcours.engine.kernel import rare
from parcours.engine.road import Road
from parcours.games.profi.actions import (
    CARD,
    COIN_FACE,
    DESCENT,
    DIE,
    DOPING_DRAWN,
    EVENT,
    FORM_DIE,
    LOT_RIDER,
    WEATHER,
    WIND,
)  # fmt: skip
from parcours.games.profi.rules.cards import (
    draw_kind,
    take_doping,
)
from parcours.games.profi.rules.crash import face_danger, fall
from parcours.games.profi.rules.duel import (
    duel_roll,
)
from parcours.games.profi.rules.dummies import dummy_rolls
from parcours.games.profi.rules.events import apply_event, draw_rider
from parcours.games.profi.rules.finish import turn_cards
from parcours.games.profi.rules.start import (
    start_dummy,
    throw_die,
)
from parcours.games.profi.state import (
    BREAK_DIE,
    CONTROL_DIE,
    CRASH_DIE,
    CRASHED,
    DUEL_DIE,
    DUMMY_DIE,
    EVENT_LOT,
    EVENT_NEXT,
    NEXT_FORM,
    NEXT_RESERVE,
    NEXT_RIDER,
    RECKON,
    SECOND_COIN,
    START_DIE,
    State,
)  # fmt: skip

SKULL = 1


@rare
def roll_or_draw(race: State, road: Road, action: int) -> None:
    if CARD <= action < DOPING_DRAWN:
        draw_kind(race, action - CARD)
    elif action < COIN_FACE:
        roll_die(race, road, action - DIE + 1)
    elif action < DESCENT:
        flip_coin(race, road, action == COIN_FACE)
    elif action < WEATHER:
        race.die = action - DESCENT - 1
        race.phase = RECKON
    elif action < WIND:
        race.weather = action - WEATHER
        race.phase = EVENT_NEXT
    elif action < FORM_DIE:
        race.wind[race.group[race.who]] = action - WIND + 1
        race.phase = NEXT_RIDER
    elif action < CARD:
        race.chips[race.who] += action - FORM_DIE + 1
        race.phase = NEXT_FORM
    elif action < LOT_RIDER:
        take_doping(race, action - DOPING_DRAWN)
    elif action < EVENT:
        if race.phase == EVENT_LOT:
            draw_rider(race, action - LOT_RIDER)
        else:
            race.rainbow = action - LOT_RIDER
            race.phase = NEXT_RESERVE
    else:
        apply_event(race, road, action - EVENT + 1)


@rare
def roll_die(race: State, road: Road, face: int) -> None:
    """The die that is due: crash, duel, dummy, start, breakaway or control."""
    phase = race.phase
    if phase == CRASH_DIE:
        if face == SKULL:
            face_danger(race, race.who)
        else:
            race.phase = CRASHED
    elif phase == DUEL_DIE:
        duel_roll(race, road, face)
    elif phase == DUMMY_DIE:
        dummy_rolls(race, road, face)
    elif phase == START_DIE:
        start_dummy(race, road, face)
    elif phase == BREAK_DIE:
        throw_die(race, face)
    elif phase == CONTROL_DIE:
        turn_cards(race, face)


@rare
def flip_coin(race: State, road: Road, skull: bool) -> None:
    """The 50:50 die: a roll of its own, or the second one that a chip has bought (PR-F1)."""
    if race.phase == SECOND_COIN:
        if skull:
            fall(race, road, race.who)
        race.phase = CRASHED
    elif skull:
        face_danger(race, race.who)
    else:
        race.phase = CRASHED

"""Profi: what dice, lots and drawn cards can bring, and what they do (PR-Z1 to PR-Z4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from parcours.engine.kernel import rare, rule
from parcours.engine.road import Road
from parcours.games.profi.actions import CARD, COIN_FACE, DESCENT, DIE, DOPING_DRAWN, FORM_DIE, WEATHER, WIND
from parcours.games.profi.rules.crash import face_danger, fall
from parcours.games.profi.rules.ground import has, type_of
from parcours.games.profi.state import (
    CRASHED,
    DOPING,
    DRAW_CARD,
    EVENT_NEXT,
    KINDS,
    NEXT_FORM,
    NEXT_RESERVE,
    NEXT_RIDER,
    RECKON,
    WEATHER_PHASE,
    WIND_PHASE,
    State,
)
from parcours.games.profi.tables import WEATHER_WEIGHTS, WIND_WEIGHTS

SKULL = 1

# ------------------------------------------------------------------------------------------ what it can bring


@rare
def run(out: NDArray[np.int16], first: int, count: int) -> int:
    for i in range(count):
        out[i] = first + i
    return count


@rare
def die_faces(out: NDArray[np.int16]) -> int:
    """The 1:6 die (PR-Z1)."""
    return run(out, DIE, 6)


@rare
def coin_faces(out: NDArray[np.int16]) -> int:
    """The 50:50 die (PR-Z1)."""
    return run(out, COIN_FACE, 2)


@rare
def winds(out: NDArray[np.int16]) -> int:
    """The wind die (PR-Z2)."""
    return run(out, WIND, 5)


@rare
def weathers(out: NDArray[np.int16]) -> int:
    """The weather die (PR-Z2)."""
    return run(out, WEATHER, 5)


@rare
def form_faces(out: NDArray[np.int16]) -> int:
    """The die for the form of the day (PR-Z1)."""
    return run(out, FORM_DIE, 4)


@rare
def descent_faces(out: NDArray[np.int16]) -> int:
    """The descent die (PR-Z1)."""
    return run(out, DESCENT, 6)


@rare
def cards_to_draw(race: State, out: NDArray[np.int16]) -> int:
    """The kinds of cards that may lie on top of the stack (PR-K1)."""
    count = 0
    for kind in range(KINDS):
        out[count] = CARD + kind  # overwritten if there is no such card
        count += race.pool[race.drawing, kind] > 0
    return count


@rare
def doping_to_draw(race: State, out: NDArray[np.int16]) -> int:
    """The doping cards of the rider's colour that may lie on top of their stack (PR-Z3)."""
    count = 0
    colour = type_of(race, race.drawing)
    for card in range(DOPING):
        if has(race.doping_pool[colour], card):
            out[count] = DOPING_DRAWN + card
            count += 1
    return count


@rare
def weights(race: State, road: Road, out: NDArray[np.int32]) -> None:
    """Faces and lots are equally likely, except the blank faces of weather and wind, which count double (PR-Z1, PR-Z2).
    The more unseen cards of a kind there are, the likelier it is drawn."""
    if race.phase == DRAW_CARD:
        for i in range(race.offered):
            out[i] = race.pool[race.drawing, race.menu[i] - CARD]
        return
    for i in range(race.offered):
        out[i] = 1
    if race.phase == WEATHER_PHASE:
        for i in range(5):
            out[i] = WEATHER_WEIGHTS[i]
    elif race.phase == WIND_PHASE:
        for i in range(5):
            out[i] = WIND_WEIGHTS[i]


# ----------------------------------------------------------------------------------------------- what it does


@rare
def roll_crash(race: State, face: int) -> None:
    """The 1:6 die: a skull is acute danger (PR-F1)."""
    if face == SKULL:
        face_danger(race, race.who)
    else:
        race.phase = CRASHED


@rare
def flip_crash(race: State, skull: bool) -> None:
    """The 50:50 die as a first roll (PR-F1)."""
    if skull:
        face_danger(race, race.who)
    else:
        race.phase = CRASHED


@rare
def flip_again(race: State, road: Road, skull: bool) -> None:
    """The 50:50 die that a chip has bought (PR-F1)."""
    if skull:
        fall(race, road, race.who)
    race.phase = CRASHED


@rule
def roll_descent(race: State, squares: int) -> None:
    """The descent die adds squares or takes one off (PR-H5)."""
    race.die = squares
    race.phase = RECKON


@rule
def roll_weather(race: State, weather: int) -> None:
    """The weather holds for the whole round (PR-Y1)."""
    race.weather = weather
    race.phase = EVENT_NEXT


@rule
def roll_wind(race: State, wind: int) -> None:
    """The wind holds for the whole group of the rider whose turn it is (PR-Y3)."""
    race.wind[race.group[race.who]] = wind
    race.phase = NEXT_RIDER


@rule
def roll_form(race: State, chips: int) -> None:
    """The form of the day, in chips (PR-S6)."""
    race.chips[race.who] += chips
    race.phase = NEXT_FORM


@rule
def draw_champion(race: State, rider: int) -> None:
    """The rider drawn wears the rainbow jersey (PR-P5)."""
    race.rainbow = rider
    race.phase = NEXT_RESERVE

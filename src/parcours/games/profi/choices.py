"""Profi on the table: the choices, with their places, costs, gains and risks."""

from __future__ import annotations

from typing import Any

import numpy as np

from parcours.engine.course import Course
from parcours.engine.match import Match
from parcours.engine.record import new_races
from parcours.engine.scene import Cell, Choice, Text
from parcours.engine.words import Say
from parcours.games.profi import courses
from parcours.games.profi import state as st
from parcours.games.profi.actions import (
    ADJUST,
    BONUS,
    CARD,
    CHALLENGE,
    CHIPS,
    COIN_FACE,
    DESCENT,
    DIE,
    DOPE,
    DRAWN,
    EVENT,
    FEE,
    FEE_CHIPS,
    FORM_DIE,
    FROM_STACK,
    GIVE_UP,
    HELP,
    JOKERS,
    KEEP,
    LAY,
    LOT_RIDER,
    LOT_TEAM,
    NO_DUEL,
    ON,
    PAY_TWO,
    PLACE,
    PLAY,
    TAKE_CHIP,
    TIRED_CARD,
    USE_BOTTLE,
    VERGE,
    WEATHER,
    WIND,
)  # fmt: skip
from parcours.games.profi.preview import CHIPS as CHIPS_COLUMN
from parcours.games.profi.preview import COLUMNS, LANE, ROW, preview
from parcours.games.profi.state import MENU, STATE
from parcours.games.profi.texts import action_words, event_title, label_of

CLAUSES = (
    (7, ("PR-M1", "PR-O4")), (CHIPS, ("PR-G2",)), (PLAY, ("PR-M2",)), (ADJUST, ("PR-K2", "PR-M2")),
    (USE_BOTTLE, ("PR-M3",)), (USE_BOTTLE + 1, ("PR-B2",)), (BONUS, ("PR-H5",)), (ON, ("PR-C2", "PR-Y3")),
    (FEE_CHIPS, ("PR-W3", "PR-Q7")), (PLACE - 2, ("PR-H1",)), (PLACE, ("PR-Y3",)), (DRAWN, ("PR-R3",)),
    (VERGE, ("PR-W4",)), (HELP, ("PR-V1",)), (TAKE_CHIP, ("PR-G4",)), (KEEP + 1, ("PR-D1", "PR-D3")),
    (PAY_TWO, ("PR-K3",)), (CHALLENGE, ("PR-F1",)), (NO_DUEL + 1, ("PR-J1",)), (NO_DUEL + 5, ("PR-J2", "PR-J3")),
    (LAY - 5, ("PR-G6",)), (LAY - 4, ("PR-A7",)), (LAY, ("PR-L1", "PR-L4")), (DOPE, ("PR-L3",)),
    (DOPE + 5, ("PR-U2",)), (LOT_TEAM, ("PR-I1",)),
)  # fmt: skip
"""Which clauses the codes below each bound rest on."""


def choices(match: Match, race: Any, drawn: Course) -> tuple[Choice, ...]:
    """The legal actions, as the table offers them."""
    legal = match.legal()
    if match.actor < 0:
        return tuple(_chance(race, action, weight) for action, weight in zip(legal, match.weights(), strict=True))
    found = np.zeros((MENU, COLUMNS), np.int64)
    preview(match.view_races(match.actor), new_races(1, STATE), match.setup.course.road, found)
    ends = {
        action: (int(found[i, ROW]), int(found[i, LANE])) for i, action in enumerate(legal) if PLACE <= action < HELP
    }
    return tuple(_choice(race, drawn, action, found[i], ends) for i, action in enumerate(legal))


def clauses_of(action: int) -> tuple[str, ...]:
    return next((clauses for bound, clauses in CLAUSES if action < bound), ("PR-Z1",))


def _choice(race: Any, drawn: Course, action: int, told: Any, ends: dict[int, tuple[int, int]]) -> Choice:
    rider = int(race["who"]) if int(race["who"]) >= 0 else int(race["rider"])
    label = action_words(race, action, ends)
    piece = f"r{rider}" if rider >= 0 else ""
    chips = int(told[CHIPS_COLUMN])
    cost: Text = Say.number("{n} chip", "{n} chips", -chips) if chips < 0 else ""
    gain: Text = Say.number("{n} chip", "{n} chips", chips) if chips > 0 and action < LOT_TEAM else ""
    return Choice(
        action, label, short=_short(action, ends), key=_key(action), piece=piece,
        path=_path(race, drawn, rider, action, ends),
        spot=_spot(race, action), cost=cost, gain=gain, risk=_risk(race, action),
        details=_details(race, action, ends), clauses=clauses_of(action),
    )  # fmt: skip


def _short(action: int, ends: dict[int, tuple[int, int]]) -> str:
    if action in ends:
        return f"{ends[action][0]}.{ends[action][1]}"
    if PLAY <= action < PLAY + TIRED_CARD:
        return str((action - PLAY) % JOKERS + 2)
    if ADJUST <= action < USE_BOTTLE:
        return f"{action - ADJUST - 2:+d}" if action != ADJUST + 2 else "0"
    return ""


def _key(action: int) -> str:
    if FROM_STACK <= action < PAY_TWO:
        return str(action - FROM_STACK + 1)
    if ADJUST <= action < USE_BOTTLE:
        return str(action - ADJUST + 1)
    return ""


def _path(race: Any, drawn: Course, rider: int, action: int, ends: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    """From where the rider stands to the place it would end on."""
    if action not in ends:
        return ()
    at = courses.places(drawn)
    start = at.get((int(race["row"][rider]), int(race["lane"][rider])))
    end = at.get(ends[action])
    path = (start, end) if start != end and int(race["status"][rider]) >= st.UP else (end,)
    return tuple(square for square in path if square is not None)


def _spot(race: Any, action: int) -> str:
    """The card on the own hand's panel."""
    rider = max(int(race["who"]), 0)
    if PLAY <= action < PLAY + TIRED_CARD:
        card = action - PLAY
        role = int(race["role"][rider])
        colour = 4 if card >= JOKERS else st.ROULEUR if role == st.SECOND_ROULEUR else role
        return f"card:{colour * 5 + card % JOKERS}"
    if action == PLAY + TIRED_CARD:
        return f"tired:{rider}"
    if FEE <= action < PLACE - 2:
        return f"card:{action - FEE}"
    if GIVE_UP <= action < KEEP - 1:
        return f"card:{action - GIVE_UP}"
    return ""


def _risk(race: Any, action: int) -> Text:
    if VERGE <= action < HELP:
        return Say("falls 1 in 6, unless it pays")
    if action == USE_BOTTLE + 1:
        return Say("1 in 6 for acute danger")
    if action == PAY_TWO + 1:
        return Say("falls 1 in 2")
    if CHALLENGE <= action < NO_DUEL:
        return Say("both roll, a skull is danger")
    return ""


def _details(race: Any, action: int, ends: dict[int, tuple[int, int]]) -> tuple[Text, ...]:
    """Whose wheel, whom beside: what an end place brings."""
    if action not in ends:
        return ()
    row, lane = ends[action]
    told: list[Text] = []
    rider = int(race["rider"])
    for other in range(int(race["sides"]) * int(race["squad"])):
        if other == rider or int(race["status"][other]) < st.UP:
            continue
        its_row, its_lane = int(race["row"][other]), int(race["lane"][other])
        if (its_row, its_lane) == (row + 1, lane):
            told.append(Say("on the wheel of {rider}", rider=label_of(race, other)))
        elif its_row == row and abs(its_lane - lane) == 1:
            told.append(Say("beside {rider}", rider=label_of(race, other)))
    return tuple(told)


def _chance(race: Any, action: int, weight: int) -> Choice:
    label = action_words(race, action)
    short = ""
    if DIE <= action < COIN_FACE:
        short = str(action - DIE + 1)
    elif DESCENT <= action < WEATHER:
        short = f"{action - DESCENT - 1:+d}"
    elif FORM_DIE <= action < CARD:
        short = str(action - FORM_DIE + 1)
    elif action >= EVENT:
        short = str(action - EVENT + 1)
    clauses: tuple[str, ...] = ("PR-Z1",) if action < WIND else ("PR-Z2",) if action < FORM_DIE else ("PR-K3",)
    if action >= LOT_RIDER:
        clauses = ("PR-Z4", "PR-X1")
    return Choice(action, label, short, key=short if len(short) == 1 else "", clauses=clauses, weight=weight)


def event_cells(race: Any) -> tuple[Cell, ...]:
    """The events of this round, by riders."""
    return tuple(
        Cell(Say("{rider}: {title}", rider=label_of(race, rider), title=event_title(int(race["event"][rider]))))
        for rider in range(int(race["sides"]) * int(race["squad"]))
        if int(race["event"][rider])
    )
